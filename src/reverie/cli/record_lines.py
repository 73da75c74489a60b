"""Records as lines for people: what is remembered, from whose words, and what changes did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

from reverie.cli.terminal import command, quoted, styled
from reverie.records.memories import Kind, Memory, Status

if TYPE_CHECKING:
    from rich.console import RenderableType

    from reverie.app.person import Person
    from reverie.memory.history import Event
    from reverie.profile.observations import Observation, Recorded
    from reverie.profile.reflection import Moment
    from reverie.profile.synthesis import Proposal
    from reverie.recall.search import Beside, Hit
    from reverie.records.conversations import Message
    from reverie.removal.forgetting import Forgotten
    from reverie.removal.message_deletion import Undone

_SEVERAL = {"memory": "memories", "person": "people"}


def sources(person: Person, memories: Sequence[Memory], more: Sequence[str] = ()) -> dict[str, Message]:
    """The messages that memories come from, and ``more`` by id."""
    ids = [memory.source.message_id for memory in memories if memory.source.message_id]
    return {message.id: message for message in person.messages(ids=[*ids, *more])}


def day(moment: datetime) -> str:
    """The day of a moment."""
    return f"{moment:%Y-%m-%d}"


def origin(memory: Memory, said: Message | None) -> str:
    """From whose words, and when. Words that the memory's own sentence quotes already are not said again."""
    quote = memory.source.quote
    if quote and f"“{quote}”" in memory.text:
        quote = None
    if said is not None:
        return f"{said.speaker} on {day(said.sent_at)}{f': {quoted(quote)}' if quote else ''}"
    return f"told on {day(memory.created_at)}{f': {quoted(quote)}' if quote and quote != memory.text else ''}"


def memory(one: Memory, said: Message | None) -> list[RenderableType]:
    """A memory with its source and its id."""
    facts = [str(one.category), f"since {day(one.valid_from)}"]
    if one.valid_to is not None:
        facts.append(f"until {day(one.valid_to)}")
    if one.expires_at is not None:
        facts.append(f"expires {one.expires_at:%Y-%m-%d %H:%M}")
    state = "" if one.status is Status.ACTIVE else f" ({one.status})"
    return [
        styled(f"{one.text}{state}", "bold"),
        inner(origin(one, said)),
        inner(f"{' · '.join([*facts, f'sure {one.confidence:.0%}'])} · {one.id}", "dim"),
    ]


def hit(place: int, one: Hit, *, why: bool) -> list[RenderableType]:
    """Something recalled, with its reasons if wanted."""
    if one.memory.kind is Kind.MESSAGE and one.message is not None:
        spoken = one.message
        lines: list[RenderableType] = [
            styled(f"{place}. {spoken.speaker} on {day(spoken.sent_at)}: {quoted(spoken.text)}")
        ]
    else:
        over = "" if one.memory.status is Status.ACTIVE else f" ({one.memory.status})"
        lines = [styled(f"{place}. {one.text}{over}"), inner(origin(one.memory, one.message))]
    turn = "" if one.message is None or one.message.turn is None else f" · turn {one.message.turn}"
    return [*lines, *([inner(f"{one.score:.2f}: {one.why} · {one.memory.id}{turn}", "dim")] if why else [])]


def beside(other: Beside, *, why: bool) -> list[RenderableType]:
    """What was found beside memories and messages, each source under its name."""
    turns = () if other.excerpt is None else other.excerpt.messages
    bears = {} if other.excerpt is None else {other.excerpt.best: other.excerpt.why}
    told = {
        "Earlier conversations": [(f"{day(e.ended_at)}: {e.text}", f"{e.why} · {e.id}") for e in other.episodes],
        "Said in one of them": [
            (f"{t.speaker} on {day(t.sent_at)}: {quoted(t.text)}", bears.get(t.id, "")) for t in turns
        ],
        "Pictures": [(f"{day(s.at)}: {s.description} ({s.path})", f"{s.why} · {s.id}") for s in other.scenes],
        "Documents": [(f"{p.source}: {quoted(p.text, 200)}", f"{p.why} · {p.id}") for p in other.passages],
    }
    lines: list[RenderableType] = []
    for name, found in told.items():
        lines += [styled(f"{name}:", "bold")] if found else []
        for text, reason in found:
            lines += [inner(text), *([inner(f"  {reason}", "dim")] if why and reason else [])]
    return lines


def forgotten(one: Forgotten, words: Mapping[str, Sequence[str]], said: Mapping[str, Message]) -> list[RenderableType]:
    """What goes, or went: memories with their words, and sentences of messages."""
    lines: list[RenderableType] = [
        styled(f"{count(one.memories, 'memory')}, words in {count(one.messages, 'message')}:")
    ]
    for each in one.memories:
        lines += [inner(each.text, "bold"), inner(f"  {origin(each, said.get(each.source.message_id or ''))}")]
    for message in one.messages:
        lines += [inner(f"{message.speaker} on {day(message.sent_at)}: {quoted(w)}") for w in words[message.id]]
    if one.page:
        lines.append(inner("and the words of it in the profile that was written"))
    if one.beside:
        lines.append(inner("and what was noted of a conversation about it"))
    if one.past:
        lines.append(inner("and what the history tells of it, which was taken back before"))
    return lines


def events(many: Sequence[Event]) -> list[RenderableType]:
    """Changes in order, each with what it did."""
    lines: list[RenderableType] = []
    for _id, group in groupby(many, key=lambda event: event.change.id):
        done = list(group)
        change = done[0].change
        state = " (undone)" if change.undone_by else ""
        by = "" if change.actor in ("rules", change.cause) else f" by {change.actor}"
        lines.append(styled(f"{change.at:%Y-%m-%d %H:%M} {change.cause}{by}{state}", "bold"))
        lines.append(inner(" · ".join(filter(None, [change.id, change.batch])), "dim"))
        lines += [inner(_did(event)) for event in done]
    return lines


def _did(event: Event) -> str:
    before, after = event.before, event.after
    if before is None or after is None:
        one, sign = (after, "+") if after is not None else (before, "-")
        against = f" (contradicts {', '.join(quoted(other.text) for other in event.contradicts)})"
        return f"{sign} {one.text if one is not None else ''}{against if event.contradicts else ''}"
    moved = f" ({before.status} → {after.status})" if before.status is not after.status else " (changed)"
    return f"~ {after.text}{moved}"


def undone(one: Undone) -> list[RenderableType]:
    """What was taken back, and how to do it again."""
    lines: list[RenderableType] = [inner(f"{m.text} ({m.status})") for m in one.memories]
    if one.messages:
        lines.append(inner(f"{count(one.messages, 'message')} changed"))
    return lines


def observation(one: Observation) -> list[RenderableType]:
    """An observation with its source, its confirmations, and what says the opposite."""
    kept = one.memory
    facts = [str(kept.category).replace("_", " "), f"sure {kept.confidence:.0%}"]
    if kept.last_validated_at is not None:
        facts.append(f"confirmed {count(kept.validations, 'time')}, last on {day(kept.last_validated_at)}")
    return [
        styled(kept.text, "bold"),
        inner(one.told),
        *(inner(f"but: {other.memory.text} ({other.told})", "yellow") for other in one.contradictions),
        inner(f"{' · '.join(facts)} · {kept.id}", "dim"),
    ]


def recorded(one: Recorded) -> list[RenderableType]:
    """What became of an observation."""
    done = "Noticed" if one.step.value == "added" else f"Confirmed ({count(one.memory.validations, 'time')})"
    return [
        styled(f"{done}: {one.memory.text}"),
        *(inner(f"but: {other.text} (since {day(other.valid_from)})", "yellow") for other in one.contradicts),
        inner(one.memory.id, "dim"),
    ]


def proposal(one: Proposal) -> list[RenderableType]:
    """A proposal with what it rests on, and what it would replace."""
    replaced = [] if one.replaces is None else [inner(f"in place of: {one.replaces.text}")]
    return [
        styled(one.memory.text, "bold"),
        *replaced,
        *(inner(f"because: {each.memory.text} ({each.told})") for each in one.evidence),
        inner(f"{count(one.voices, 'voice')} · {one.memory.id}", "dim"),
    ]


def moment(one: Moment) -> list[RenderableType]:
    """A point in the line of a relationship: what it became, or, beside the line, what was noticed of it."""
    if one.dynamic:
        return [styled(f"{day(one.at)}    · {one.value}"), inner(f"{one.told}, sure {one.confidence:.0%}", "dim")]
    over = f"until {day(one.until)}" if one.until is not None else "now"
    why = [inner(f"because {one.reason}")] if one.reason else []
    return [styled(f"{day(one.at)}  ● {one.value} ({over})", "bold"), *why, inner(one.told, "dim")]


def undoing(name: str, change: str | None = None, *, batch: str | None = None) -> str:
    """The command that takes something of a person back: the last change, a named one, or an import."""
    named = [change] if change else ["--import", batch] if batch else []
    return command("undo", name, *named)


def count(many: Sequence[object] | int, one: str) -> str:
    """A number with its noun.

    >>> count(1, "message"), count([], "memory")
    ('1 message', '0 memories')
    """
    number = many if isinstance(many, int) else len(many)
    return f"{number} {one if number == 1 else _SEVERAL.get(one, one + 's')}"


def inner(text: str, style: str = "") -> RenderableType:
    """A line that belongs to the one above it."""
    from rich.padding import Padding

    return Padding.indent(styled(text, style), 4)
