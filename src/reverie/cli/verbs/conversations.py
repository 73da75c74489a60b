"""Commands of what was said: ``said``, ``discussed``, ``episodes``, and ``conversations`` with what is kept of them."""

from __future__ import annotations

import time
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reverie.cli import terminal
from reverie.cli.invocation import Call, typed
from reverie.cli.record_lines import count, day, inner
from reverie.cli.shared_arguments import Name, NewFolder
from reverie.cli.terminal import command, quoted, styled
from reverie.shapes import conversations

if TYPE_CHECKING:
    from rich.console import RenderableType

    from reverie.app.person import Person
    from reverie.conversations.episodes import Episode
    from reverie.folders import Brought
    from reverie.recall.said import Quotes

Topic = Annotated[str, typer.Argument(metavar="TOPIC", help="What it was about; - reads standard input.")]
Limit = Annotated[int, typer.Option(min=1, max=1000, help="How many, at most.")]
Which = Annotated[
    str | None, typer.Argument(metavar="CONVERSATION", help="Its id, or the beginning of it; else the latest.")
]
Place = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a conversation, or of many.")]


def said(
    call: Call,
    name: Name,
    topic: Topic,
    over_time: Annotated[
        bool, typer.Option("--over-time", help="In order of time, and where they changed their mind.")
    ] = False,
    limit: Limit = 10,
) -> None:
    """Show what a person said about a topic, in their own words, with dates."""
    with call.person(name) as person:
        found = person.conversations.said(typed(topic), over_time=over_time, limit=limit)
    lines = _quotes(found) or [styled("They said nothing about that.")]
    call.answer_of(person, conversations.quotes(found), *lines)
    call.degraded(found.degraded)


def discussed(call: Call, name: Name, topic: Topic, limit: Limit = 10) -> None:
    """Show what the person and the companion said about a topic, and when."""
    with call.person(name) as person:
        found = person.conversations.discussed(typed(topic), limit=limit)
    lines = _quotes(found) or [styled("That was not discussed.")]
    call.answer_of(person, conversations.quotes(found), *lines)
    call.degraded(found.degraded)


def _quotes(found: Quotes) -> list[RenderableType]:
    lines: list[RenderableType] = []
    for one in found:
        words = " … ".join(one.sentences) or one.message.text
        lines.append(styled(f"{one.message.speaker} on {day(one.message.sent_at)}: {quoted(words)}"))
        if one.turn is not None:
            lines.append(inner(f"a turn: {one.turn.why}", "dim"))
    return lines


def listed(call: Call, name: Name) -> None:
    """List a person's conversations, the oldest first."""
    with call.person(name) as person:
        every = person.conversations.all()
        sizes = Counter(message.conversation_id for message in person.messages())
    rows = [
        [one.id, _minute(one.started_at), _minute(one.ended_at), str(sizes[one.id]), one.title or one.external_id or ""]
        for one in every
    ]
    call.answer_of(
        person,
        {"conversations": [conversations.conversation(one) | {"messages": sizes[one.id]} for one in every]},
        terminal.table(["id", "started", "ended", "messages", "title"], rows) if rows else styled("Nothing was said."),
    )


def episodes(
    call: Call,
    name: Name,
    about: Annotated[
        str | None,
        typer.Option("--about", metavar="TEXT", help="Only the one that fits this message best, with an excerpt."),
    ] = None,
) -> None:
    """Show each finished conversation in short: what happened, how it felt, what came of it."""
    with call.person(name) as person:
        found, excerpt = person.conversations.episodes.all(), None
        if about is not None:
            best, excerpt = person.conversations.episodes.best(typed(about))
            found = [] if best is None else [best]
    lines: list[RenderableType] = [line for one in found for line in _episode(one)]
    if excerpt is not None:
        first = excerpt.messages[0].sent_at
        lines += [styled(f"{_minute(first)} {line}") for line in excerpt.text.split("\n")]
        lines.append(inner(excerpt.why, "dim"))
    nothing = "There are no episodes yet." if about is None else "Nothing is remembered about that."
    told = {} if about is None else {"excerpt": None if excerpt is None else conversations.excerpt(excerpt)}
    record = {"episodes": [conversations.episode(one) for one in found], **told}
    call.answer_of(person, record, *(lines or [styled(nothing)]))


def _episode(one: Episode) -> list[RenderableType]:
    outline = one.outline
    parts = (outline.observation, outline.thought, outline.action, outline.result)
    lines: list[RenderableType] = [
        styled(f"{_minute(one.started_at)}, {count(one.messages, 'message')} · {one.conversation_id}")
    ]
    lines += [inner(part) for part in parts if part]
    return [*lines, inner(one.why, "dim")] if one.why else lines


def end(call: Call, name: Name, conversation: Which = None) -> None:
    """End a conversation, and show the episode that is kept of it. The next message begins another."""
    with call.person(name) as person:
        where = person.conversations.find(conversation)
        episode = person.conversations.end(where.id)
        ended = person.conversations.find(where.id)
    lines = (
        [styled("It has ended. Too little was told in it for an episode.")] if episode is None else _episode(episode)
    )
    told = {
        "conversation": conversations.conversation(ended),
        "episode": None if episode is None else conversations.episode(episode),
    }
    call.answer_of(person, told, *lines)


def begin(
    call: Call,
    name: Name,
    local_only: Annotated[
        bool, typer.Option("--local-only", help="It stays on this machine: no model that is elsewhere is shown it.")
    ] = False,
) -> None:
    """Begin a conversation, and show its id. What is said next is said in it."""
    with call.person(name) as person:
        where = person.conversations.begin(local_only=local_only)
    call.answer_of(person, {"conversation": conversations.conversation(where)}, styled(where.id))


def local(
    call: Call,
    name: Name,
    conversation: Which = None,
    off: Annotated[bool, typer.Option("--off", help="Not any more.")] = False,
) -> None:
    """Keep a conversation on this machine: no model, key or assistant elsewhere sees any of it."""
    with call.person(name) as person:
        where = person.conversations.keep_local(conversation, local_only=not off)
    now = "may be shown to models elsewhere again" if off else "stays on this machine"
    told = f"The conversation of {_minute(where.started_at)} ({where.id}) {now}."
    call.answer_of(person, {"conversation": conversations.conversation(where)}, styled(told))


def _minute(moment: datetime | None) -> str:
    return "" if moment is None else f"{moment:%Y-%m-%d %H:%M}"


def show(call: Call, name: Name, conversation: Which = None) -> None:
    """Show a conversation, word for word."""
    with call.person(name) as person:
        where = person.conversations.find(conversation)
        messages = person.conversations.messages(where.id)
    lines = [styled(f"{_minute(m.sent_at)} {m.speaker}: {m.text}") for m in messages]
    told = conversations.conversation(where) | {"messages": [conversations.message(message) for message in messages]}
    call.answer_of(person, {"conversation": told}, *lines)


def summary(
    call: Call,
    name: Name,
    conversation: Which = None,
    window: Annotated[bool, typer.Option("--window", help="With the messages after it, word for word.")] = False,
) -> None:
    """Show the summary of a conversation: what came before its last messages, and what it covers."""
    with call.person(name) as person:
        found = person.conversations.window(conversation)
    one = found.summary
    lines: list[RenderableType] = [styled(line) for line in one.text.split("\n")]
    if one.covers is None:
        lines = [styled("There is nothing to sum up yet: all of it is in the last messages.")]
    else:
        since, until = one.covers.from_at, one.covers.to_at
        covered = f"{count(one.covers.count, 'message')}, {_minute(since)} to {_minute(until)}"
        lines.append(inner(f"{covered} · by {one.author}", "dim"))
    shown_messages = found.messages if window else ()
    lines += [styled(f"{_minute(m.sent_at)} {m.speaker}: {m.text}") for m in shown_messages]
    record = {"summary": conversations.summary(one), "messages": [conversations.message(m) for m in shown_messages]}
    call.answer_of(person, record, *lines)


def notes(
    call: Call,
    name: Name,
    conversation: Which = None,
    write: Annotated[
        str | None, typer.Option("--write", metavar="TEXT", help="Write them anew; - reads standard input.")
    ] = None,
) -> None:
    """Show or write the companion's hidden notes on a conversation: they are never recalled."""
    with call.person(name) as person:
        if write is not None:
            person.conversations.note(typed(write), conversation=conversation)
        kept = person.conversations.notes(conversation)
    lines = [styled(line) for line in kept.split("\n")] if kept else [styled("There are no notes.")]
    call.answer_of(person, {"notes": kept}, *lines)


def export(
    call: Call,
    name: Name,
    folder: NewFolder,
    conversation: Annotated[
        str | None, typer.Option("--conversation", metavar="ID", help="Only this one; else all of them.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over edits that are not in memory.")] = False,
) -> None:
    """Write conversations as folders of Markdown, to read and to edit."""
    with call.person(name) as person:
        done = person.conversations.export(folder, conversation=conversation, force=force)
    lines = [
        styled(f"{one.folder}: {count(one.messages, 'message')}{'' if one.files else ', as it was'}") for one in done
    ]
    call.answer_of(person, {"folders": [conversations.exported(one) for one in done]}, *lines)


def import_(call: Call, name: Name, folder: Place) -> None:
    """Read folders of conversations back: new messages are added, edited ones changed. Repeating it is safe."""
    with call.met(name) as person:
        done = person.conversations.bring(folder)
    _answer(call, person, done)
    if all(one.troubles and not one.changed for one in done):
        raise typer.Exit(1)


def watch(
    call: Call,
    name: Name,
    folder: Place,
    once: Annotated[bool, typer.Option("--once", help="Look once, and end.")] = False,
    interval: Annotated[float, typer.Option(min=0.1, max=3600, help="Seconds between two looks.")] = 2.0,
) -> None:
    """Watch folders of conversations: what is saved in them comes into memory. Ctrl-C ends."""
    with call.met(name) as person:
        watched = person.conversations.watch(folder)
        if not once:
            terminal.aside("note", "Note", f"Watching {folder}; Ctrl-C ends.", as_json=call.as_json)
        try:
            while True:
                done = watched.look(settled=not once)
                if done or once:
                    _answer(call, person, done)
                if once:
                    return
                time.sleep(interval)
        except KeyboardInterrupt:
            return


def _answer(call: Call, person: Person, done: list[Brought]) -> None:
    for one in () if call.as_json else done:
        for trouble in one.troubles:
            terminal.aside("warning", "", f"{one.folder}: {trouble}", as_json=False)
    record = {"folders": [conversations.brought(one) for one in done]}
    call.answer_of(person, record, *(line for one in done for line in _lines(one, person.name)))


def _lines(one: Brought, name: str) -> list[RenderableType]:
    told = [
        *([count(one.added, "new message")] if one.added else []),
        *([count(one.edited, "edited message")] if one.edited else []),
        *(["a summary"] if one.summary else []),
        *(["notes"] if one.notes else []),
    ]
    others = {
        "missing": "not in the file, and kept",
        "unsaid": "deleted before, and left out",
        "private": "asked not to be kept",
        "masked": "secrets masked",
    }
    told += [f"{number} {words}" for part, words in others.items() if (number := getattr(one, part))]
    undo = [inner(f"To take the new messages back: {command('undo', name, '--import', one.batch)}", "dim")]
    return [styled(f"{one.folder}: {', '.join(told) or 'nothing new'}."), *(undo if one.batch else [])]
