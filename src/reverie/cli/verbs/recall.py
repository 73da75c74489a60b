"""Commands that look: ``recall``, ``context``, ``memories`` and ``history``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from reverie.cli import record_lines, terminal
from reverie.cli.invocation import Call, moment, typed
from reverie.cli.shared_arguments import Name
from reverie.cli.terminal import printable, styled
from reverie.errors import InvalidInput, NotFound
from reverie.records.memories import Category, Memory, Status
from reverie.shapes import hits
from reverie.shapes import memories as memory_shapes

if TYPE_CHECKING:
    from reverie.app.person import Person
    from reverie.context.rendering import Context

Why = Annotated[bool, typer.Option("--why", help="Say why each line is there.")]


class Format(StrEnum):
    """For whom a context is written."""

    TEXT = "text"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"


class Shown(StrEnum):
    """Which memories are listed: those of one status, or all."""

    ACTIVE = Status.ACTIVE.value
    SUPERSEDED = Status.SUPERSEDED.value
    PROPOSED = Status.PROPOSED.value
    EXPIRED = Status.EXPIRED.value
    RETRACTED = Status.RETRACTED.value
    ALL = "all"


def recall(
    call: Call,
    name: Name,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to look for; - reads standard input.")],
    limit: Annotated[int | None, typer.Option(min=1, max=1000, help="How many, at most.")] = None,
    said: Annotated[bool, typer.Option("--said", help="Only the person's own words.")] = False,
    beside: Annotated[
        bool, typer.Option("--beside", help="Earlier conversations, pictures and documents too.")
    ] = False,
    why: Why = False,
) -> None:
    """Find what answers a question, and who said it when."""
    from reverie import Amounts, Looking

    looking = Looking(memories=False, roles=frozenset({"user"})) if said else Looking()
    if beside:
        looking = replace(looking, beside=Amounts(episodes=1, excerpt=600, scenes=3, passages=3))
    with call.person(name) as person:
        found = person.recall(
            typed(query), limit=limit, as_of=moment(call.as_of), known_at=moment(call.known_at), looking=looking
        )
    lines = [line for place, hit in enumerate(found, start=1) for line in record_lines.hit(place, hit, why=why)]
    lines += record_lines.beside(found.beside, why=why)
    call.answer_of(person, hits.recalled(found), *(lines or [styled("Nothing is remembered about that.")]))
    call.degraded((*found.degraded, *found.beside.degraded))


def context(  # noqa: PLR0913, PLR0917 - the options of a command
    call: Call,
    name: Name,
    message: Annotated[str, typer.Argument(metavar="MESSAGE", help="The new message; - reads standard input.")],
    budget: Annotated[int | None, typer.Option(min=0, metavar="TOKENS", help="How many tokens it may have.")] = None,
    form: Annotated[
        Format, typer.Option("--format", help="The form: plain text, or messages for one of these APIs.")
    ] = Format.TEXT,
    known_at: Annotated[str | None, typer.Option(metavar="TIME", help="As it would have been at this time.")] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="For this model, key:NAME or mcp, by the setting may_read.")
    ] = None,
    why: Why = False,
) -> None:
    """Show what a language model would be given with a message."""
    said = typed(message)
    with call.person(name) as person:
        made = person.read_by(model).context(said, budget=budget, known_at=moment(known_at))
    if call.as_json:
        call.answer_of(person, {**hits.context(made), **_parts(made, said, form)})
        return
    if form is Format.TEXT:
        terminal.show(*styled_lines(str(made)))
    else:
        parts = _parts(made, said, form)
        terminal.show(terminal.as_json(parts if form is Format.ANTHROPIC else parts["messages"], indent=2))
    if why:
        terminal.note(*(styled(f"why: {line.text}: {line.why}", "dim") for line in made.lines))
    call.degraded(made.degraded)


def styled_lines(text: str) -> list[str]:
    """The lines of a text, made safe, with what stands before each word left as it is."""
    return printable(text, lines=True).split("\n") if text else []


def _parts(made: Context, said: str, form: Format) -> Mapping[str, object]:
    messages = [{"role": "user", "content": said}]
    match form:
        case Format.OPENAI:
            return {"messages": made.openai(messages)}
        case Format.ANTHROPIC:
            return made.anthropic(messages)
        case _:
            return {}


def memories(
    call: Call,
    name: Name,
    status: Annotated[Shown | None, typer.Option(help="Those in this state; the active ones, if left out.")] = None,
    category: Annotated[Category | None, typer.Option(help="Only this category.")] = None,
    accept: Annotated[str | None, typer.Option(metavar="ID", help="Accept a proposed memory.")] = None,
    decline: Annotated[str | None, typer.Option(metavar="ID", help="Decline a proposed memory.")] = None,
) -> None:
    """List what is remembered, and from which words; accept or decline proposals."""
    if accept and decline:
        raise InvalidInput("accept or decline one proposal at a time")
    with call.person(name) as person:
        if proposal := accept or decline:
            decided = person.decide(proposal, accept=accept is not None)
            done = f"{'Accepted' if accept else 'Declined'}: {decided.text}"
            call.answer_of(person, {"decided": memory_shapes.memory(decided)}, styled(done))
            return
        found = [m for m in _listed(call, person, status) if category is None or m.category == category]
        said = record_lines.sources(person, found)
    spoken = [(m, said.get(m.source.message_id or "")) for m in found]
    call.answer_of(
        person,
        {"memories": [memory_shapes.sourced(m, words) for m, words in spoken]},
        *(
            [line for m, words in spoken for line in record_lines.memory(m, words)]
            or [styled("Nothing is remembered.")]
        ),
    )


def _listed(call: Call, person: Person, status: Shown | None) -> list[Memory]:
    wanted = None if status is None else frozenset(Status if status is Shown.ALL else [Status(status)])
    as_of, known_at = moment(call.as_of), moment(call.known_at)
    found = person.memories(as_of=as_of, known_at=known_at, statuses=wanted)
    return found if wanted is None else [m for m in found if m.status in wanted]


def history(
    call: Call,
    name: Name,
    memory: Annotated[str | None, typer.Argument(metavar="MEMORY_ID", help="Only this memory's.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many of the newest events.")] = 50,
) -> None:
    """Show how memories changed, with the id of each change to undo."""
    with call.person(name) as person:
        events = person.history(_memory_id(person, memory))
    newest = events[-limit:]
    call.answer_of(
        person,
        {"events": [memory_shapes.event(event) for event in newest], "all": len(events)},
        *(record_lines.events(newest) or [styled("Nothing has happened yet.")]),
    )
    if len(newest) < len(events) and not call.as_json:
        terminal.note(styled(f"{len(events) - len(newest)} older events are left out: --limit shows more", "dim"))


def _memory_id(person: Person, named: str | None) -> str | None:
    """The whole id of a memory, from the beginning of it."""
    if named is None:
        return None
    found = [m.id for m in person.memories(statuses=frozenset(Status)) if m.id.startswith(named)]
    if len(found) != 1:
        raise NotFound(f"there is no one memory {named!r}: `reverie memories NAME --status all` lists their ids")
    return found[0]
