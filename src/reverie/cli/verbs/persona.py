"""Commands on the companion itself: what it thinks, what it says and notices of itself (``reverie persona …``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Event
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reverie.cli import record_lines
from reverie.cli.invocation import Call, typed
from reverie.cli.record_lines import inner
from reverie.cli.terminal import styled
from reverie.records.companion_self import SelfField, SelfFocus
from reverie.records.memories import Status
from reverie.records.observation_categories import DEFAULT_CONFIDENCE, SelfCategory
from reverie.records.opinions import STRENGTH, THRESHOLD, Occasion, Opinion, OpinionCategory
from reverie.shapes import memories, observations, people, persona

if TYPE_CHECKING:
    from rich.console import RenderableType

    from reverie.app.companion import Reverie
    from reverie.persona.opinion_changes import Opined

Which = Annotated[str, typer.Argument(metavar="OPINION", help="Its id, the beginning of it, or its name.")]
Statement = Annotated[str, typer.Argument(metavar="STATEMENT", help="One sentence; - reads standard input.")]
FieldName = Annotated[SelfField, typer.Argument(metavar="FIELD", help="|".join(SelfField))]
Who = Annotated[str | None, typer.Option("--with", metavar="NAME", help="The person with whom it came up.")]


# -- the self-model ------------------------------------------------------------------------------


def show(
    call: Call,
    focus: Annotated[SelfFocus, typer.Option(help="All of it, or one part.")] = SelfFocus.GENERAL,
    limit: Annotated[int, typer.Option(min=1, help="How many of each list.")] = 10,
) -> None:
    """Show what the companion says, thinks and noticed of itself."""
    with call.there() as companion:
        review = companion.self_model.review_self_model(focus, limit=limit)
    called = people.user(companion.companion)
    call.answer({"companion": called, **persona.self_review(review)}, *map(styled, review.text.split("\n")))


def put(
    call: Call,
    field: FieldName,
    statements: Annotated[list[str] | None, typer.Argument(metavar="STATEMENT…", help="None empties it.")] = None,
) -> None:
    """Replace what the companion says of itself in one field."""
    with call.opened() as companion:
        _answer_field(call, field, companion.self_model.set(field, statements or []))


def append(call: Call, field: FieldName, statement: Statement) -> None:
    """Add to what the companion says of itself."""
    with call.opened() as companion:
        _answer_field(call, field, companion.self_model.append(field, typed(statement)))


def remove(call: Call, field: FieldName, statement: Statement) -> None:
    """Take out something that the companion says of itself."""
    with call.there() as companion:
        _answer_field(call, field, companion.self_model.remove(field, typed(statement)))


def _answer_field(call: Call, field: SelfField, profile: Any) -> None:
    lines = [styled(f"- {text}") for text in getattr(profile, field)] or [styled(f"Nothing in {field}.")]
    call.answer({"profile": persona.self_profile(profile)}, *lines)


def observe(
    call: Call,
    text: Statement,
    category: Annotated[SelfCategory, typer.Option(help="What it speaks of.")] = SelfCategory.PATTERN,
    confidence: Annotated[float, typer.Option(help="How sure it is, 0 to 1.")] = DEFAULT_CONFIDENCE,
    who: Who = None,
) -> None:
    """Record something that the companion noticed of itself."""
    with call.opened() as companion:
        occasion = Occasion(user=_person(companion, who))
        made = companion.self_model.record_self_observation(
            typed(text), category, confidence=confidence, occasion=occasion
        )
    call.answer(
        observations.recorded(made),
        styled(f"{made.step.capitalize()}: {made.memory.text} ({made.memory.category})"),
        *(inner(f"contradicts: {each.text} · {each.id}") for each in made.contradicts),
    )


def disagree(
    call: Call,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The person who sees it differently.")],
    topic: Annotated[str, typer.Argument(metavar="TOPIC", help="What it is about.")],
    mine: Annotated[str, typer.Option(metavar="VIEW", help="What the companion thinks.")],
    theirs: Annotated[str, typer.Option(metavar="VIEW", help="What they think.")],
) -> None:
    """Note that a person sees something differently."""
    with call.there() as companion:
        person = companion.find(name)
        noted, made = companion.self_model.note_disagreement(person.user, topic, mine=mine, theirs=theirs)
    call.answer(
        {"disagreement": persona.disagreement(noted), **persona.opined(made)}, styled(noted.text), *_became(made)
    )


# -- opinions ------------------------------------------------------------------------------------


def opinions(
    call: Call,
    category: Annotated[OpinionCategory | None, typer.Option(help="Only this category.")] = None,
    retracted: Annotated[bool, typer.Option("--retracted", help="Those that were retracted too.")] = False,
    held: Annotated[bool, typer.Option("--held", help="Those that wait for a decision.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="How many.")] = 50,
) -> None:
    """List what the companion thinks, the strongest first."""
    with call.there() as companion:
        thinks = companion.opinions
        found = thinks.held() if held else thinks.list(category, include_retracted=retracted, limit=limit)
    _answer(call, found)


def opinion(call: Call, which: Which) -> None:
    """Show one opinion with its changes of mind."""
    with call.there() as companion:
        found = companion.opinions.get(which)
    call.answer({"opinion": persona.opinion(found)}, *_told(found))


def opine(
    call: Call,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is an opinion on, in a word or two.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The opinion; - reads standard input.")],
    category: Annotated[str | None, typer.Option(help="|".join(OpinionCategory) + ".")] = None,
    strength: Annotated[float, typer.Option(help="0 to 1.")] = STRENGTH,
    reason: Annotated[str | None, typer.Option(metavar="WHY", help="Why.")] = None,
    about: Annotated[
        list[str] | None, typer.Option(metavar="PERSON", help="Whom it concerns; may be repeated.")
    ] = None,
) -> None:
    """Form an opinion. The same one grows stronger; one against another waits for your decision."""
    with call.opened() as companion:
        occasion = Occasion(related_users=tuple(companion.find(one).id for one in about or ()))
        made = companion.opinions.add(name, typed(text), category, strength=strength, reason=reason, occasion=occasion)
    call.answer(persona.opined(made), *_became(made))
    call.degraded((*made.cut, *made.degraded))


def reinforce(call: Call, which: Which) -> None:
    """Make an opinion stronger; each time adds less."""
    with call.there() as companion:
        found = companion.opinions.reinforce(which)
    call.answer({"opinion": persona.opinion(found)}, *_told(found))


def evolve(
    call: Call,
    which: Which,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What is thought now; - reads standard input.")],
    reason: Annotated[str, typer.Option(metavar="WHY", help="Why the companion changed its mind.")],
) -> None:
    """Change the companion's mind; what was thought stays in the history."""
    with call.there() as companion:
        made = companion.opinions.evolve(which, typed(text), reason)
    call.answer(persona.opined(made), *_told(made.opinion))
    call.degraded((*made.cut, *made.degraded))


def retract(call: Call, which: Which, reason: Annotated[str, typer.Option(metavar="WHY", help="Why.")] = "") -> None:
    """Retract an opinion: it is not used any more, and stays in the history."""
    with call.there() as companion:
        found = companion.opinions.retract(which, reason)
    call.answer({"opinion": persona.opinion(found)}, *_told(found))


def decide(
    call: Call,
    which: Annotated[str, typer.Argument(metavar="ID", help="One that is held: see persona opinions --held.")],
    accept: Annotated[bool, typer.Option("--accept/--decline", help="Change the mind, or stay.", show_default=False)],
) -> None:
    """Decide on an opinion that is held because it stands against another."""
    with call.there() as companion:
        found = companion.opinions.decide(which, accept=accept)
    call.answer({"opinion": persona.opinion(found)}, *_told(found))


def search(
    call: Call,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A topic; - reads standard input.")],
    retracted: Annotated[bool, typer.Option("--retracted", help="Those that were retracted too.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="How many.")] = 10,
) -> None:
    """Find the opinions nearest in meaning."""
    with call.there() as companion:
        found = companion.opinions.search(typed(query), limit=limit, include_retracted=retracted)
    _answer(call, found, found.degraded)


def conflicts(
    call: Call,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="An opinion; - reads standard input.")],
    threshold: Annotated[float, typer.Option(help="The similarity from which they are shown.")] = THRESHOLD,
) -> None:
    """Show the opinions most like a new one: at most five, with their similarity."""
    with call.there() as companion:
        found = companion.opinions.find_conflicts(typed(text), threshold)
    _answer(call, found, found.degraded)


def telling(
    call: Call,
    message: Annotated[str, typer.Argument(metavar="MESSAGE", help="What was said; - reads standard input.")],
    present: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Who is there; may be repeated.")] = None,
    count: Annotated[int, typer.Option(min=0, help="How many, at most.")] = 8,
    characters: Annotated[int, typer.Option(min=0, help="How many characters together, at most.")] = 2000,
) -> None:
    """Show the opinions that a message would bring into the context."""
    with call.there() as companion:
        ids = [companion.find(one).id for one in present or ()]
        found = companion.opinions.for_injection(typed(message), present=ids, max_count=count, max_chars=characters)
    _answer(call, found, found.degraded)


def hear(
    call: Call,
    text: Annotated[str, typer.Argument(metavar="REPLY", help="What the companion said; - reads standard input.")],
    who: Who = None,
) -> None:
    """Learn from a reply of the companion: the opinions that it voices."""
    with call.opened() as companion:
        made = companion.opinions.heard(typed(text), Occasion(user=_person(companion, who)))
    lines = [line for one in made for line in _became(one)]
    call.answer({"heard": [persona.opined(one) for one in made]}, *(lines or [styled("No opinion was voiced.")]))


def stats(call: Call) -> None:
    """Count opinions: all, active, retracted, held, and the active ones by category."""
    with call.there() as companion:
        told = companion.opinions.stats()
    counts = f"{told.total} in all: {told.active} active, {told.retracted} retracted, {told.held} held."
    lines = [styled(f"{name}: {number}") for name, number in told.by_category.items()]
    call.answer(persona.tally(told), styled(counts), *lines)


def publish(
    call: Call,
    anew: Annotated[bool, typer.Option("--anew", help="Write every one, whatever Redis shows.")] = False,
    follow: Annotated[bool, typer.Option("--follow", help="Go on with what is new, until Ctrl-C.")] = False,
) -> None:
    """Publish new and changed opinions to Redis, for other programs to search."""
    from reverie.http_listening import on_signals

    with call.there() as companion:
        done = companion.preferences.publish(anew=anew)
        counts = {"opinions": done.hashes, "written": done.written, "removed": done.removed}
        told = f"{record_lines.count(done.hashes, 'opinion')} in Redis: {done.written} written, {done.removed} removed."
        call.answer({**counts, "persona": companion.preferences.persona, "unembedded": done.unembedded}, styled(told))
        if follow:
            ended = Event()
            with on_signals(lambda _number, _frame: ended.set()), companion.preferences.following():
                ended.wait()


def undo(
    call: Call, change: Annotated[str | None, typer.Argument(metavar="CHANGE_ID", help="Else the last.")] = None
) -> None:
    """Take back the last change of the companion's own memory, or a named one."""
    with call.there() as companion:
        undone = companion.opinions.undo(change)
    said = "" if undone.of is None else f": {undone.of.cause}, of {undone.of.at:%Y-%m-%d %H:%M} ({undone.of.id})"
    call.answer(memories.undone(undone), styled(f"Undone{said}."), *record_lines.undone(undone))


# -- how they are shown --------------------------------------------------------------------------


def _person(companion: Reverie, name: str | None) -> str | None:
    return None if name is None else companion.find(name).id


def _answer(call: Call, found: Sequence[Opinion], degraded: Sequence[str] = ()) -> None:
    lines = [line for one in found for line in _told(one)]
    record = {"opinions": [persona.opinion(one) for one in found], "degraded": list(degraded)}
    call.answer(record, *(lines or [styled("There is none.")]))
    call.degraded(degraded)


def _told(one: Opinion) -> list[RenderableType]:
    """An opinion as lines: what is thought, how strongly, and what was thought before."""
    state = "" if one.status is Status.ACTIVE else f" ({'held' if one.status is Status.PROPOSED else one.status})"
    facts = [one.category.value, f"strength {one.strength:.2f}", f"since {record_lines.day(one.formed_at)}"]
    if one.reinforced:
        facts.append(f"reinforced {record_lines.count(one.reinforced, 'time')}")
    if one.similarity is not None:
        facts.append(f"similarity {one.similarity:.2f}")
    lines: list[RenderableType] = [
        styled(f"{one.name}: {one.opinion}{state}", "bold"),
        inner(f"{' · '.join(facts)} · {one.id}", "dim"),
    ]
    lines += [inner(f"held against {other}", "dim") for other in one.held_against]
    for turn in one.history:
        became = "retracted" if turn.new is None else f"→ {turn.new}"
        lines.append(
            inner(f"{record_lines.day(turn.at)}: {turn.old} {became}{f' ({turn.reason})' if turn.reason else ''}")
        )
    return lines


def _became(made: Opined) -> list[RenderableType]:
    step = "Held, until it is decided" if made.opinion.status is Status.PROPOSED else made.step.capitalize()
    lines: list[RenderableType] = [styled(f"{step}:")]
    lines += _told(made.opinion)
    for other in made.against:
        lines += [styled("against:"), *_told(other)]
    return lines


COMMANDS: Mapping[str, Callable[..., None]] = {
    "show": show,
    "set": put,
    "append": append,
    "remove": remove,
    "observe": observe,
    "disagree": disagree,
    "opinions": opinions,
    "opinion": opinion,
    "opine": opine,
    "reinforce": reinforce,
    "evolve": evolve,
    "retract": retract,
    "decide": decide,
    "search": search,
    "conflicts": conflicts,
    "telling": telling,
    "hear": hear,
    "stats": stats,
    "publish": publish,
    "undo": undo,
}
"""By the name that is typed, in the order in which help lists them."""
