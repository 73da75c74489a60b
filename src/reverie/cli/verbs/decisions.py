"""Commands by which a person decides: ``remember``, ``pin``, ``forget``, ``undo``, ``settings`` and ``erase``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reverie.cli import record_lines, terminal
from reverie.cli.invocation import Call, typed
from reverie.cli.shared_arguments import Name, Yes
from reverie.cli.terminal import command, quoted, styled
from reverie.errors import InvalidInput, NotFound
from reverie.records.memories import Category
from reverie.shapes import memories, people

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from reverie import Person
    from reverie.privacy.erasure import Receipt


def remember(
    call: Call,
    name: Name,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="One sentence; - reads standard input.")],
    key: Annotated[str | None, typer.Option(help="The slot it fills, as favorite_food.")] = None,
    value: Annotated[str | None, typer.Option(help="The slot's value.")] = None,
    category: Annotated[Category, typer.Option(help="What sort of fact it is.")] = Category.FACT,
) -> None:
    """Remember one fact, as you state it."""
    from reverie.context import answers

    with call.met(name) as person:
        learned = person.remember(typed(text), key=key, value=value, category=category)
    call.answer_of(
        person, {"learned": [memories.learned(one) for one in learned]}, *(styled(answers.step(one)) for one in learned)
    )


def pin(
    call: Call,
    name: Name,
    memory: Annotated[
        str | None, typer.Argument(metavar="ID", help="The id of a memory; without it, what is pinned is listed.")
    ] = None,
    off: Annotated[bool, typer.Option("--off", help="Take the pin off.")] = False,
) -> None:
    """Pin a memory, so that every context begins with it; or list what is pinned."""
    with call.person(name) as person:
        if memory is None:
            if off:
                raise InvalidInput("name the memory to unpin")
            kept = person.pinned()
            rows = [[one.id, one.text] for one in kept]
            call.answer_of(
                person,
                {"pinned": [memories.memory(one) for one in kept]},
                terminal.table(["id", "memory"], rows) if rows else styled("Nothing is pinned."),
            )
            return
        done = person.unpin(memory) if off else person.pin(memory)
    what = "Not pinned any more" if off else "Pinned"
    already = "It was not pinned" if off else "It was pinned already"
    call.answer(
        memories.pinned(done),
        styled(f"{already if done.change_id is None else what}: {done.memory.text}"),
        *([styled(f"To take it back: {command('undo', person.name, done.change_id)}")] if done.change_id else []),
    )


def forget(
    call: Call,
    name: Name,
    what: Annotated[str, typer.Argument(metavar="WHAT", help="The id of a memory, or words.")],
    yes: Yes = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would go.")] = False,
) -> None:
    """Forget a topic or a memory, and the words it came from. You can undo it."""
    with call.person(name) as person:
        going = person.forget(what, preview=True)
        if not going:
            near = "; ".join(f"{quoted(one.text, 80)} ({one.id})" for one in going.near)
            listed = f"near to it is {near}: forget it by its id" if near else "`reverie memories` lists what is"
            raise NotFound(f"nothing is remembered about {what!r}: {listed}")
        said = record_lines.sources(person, going.memories, [message.id for message in going.messages])
        words = {after.id: memories.gone(said[after.id].text, after.text) for after in going.messages}
        lines = record_lines.forgotten(going, words, said)
        if dry_run:
            call.answer({"dry_run": True, **memories.forgotten(going, words)}, *lines)
            return
        if not yes:
            call.agreed("Forget this?", *lines)
        gone = person.forget(what)
    call.answer(
        {"dry_run": False, **memories.forgotten(gone, words)},
        *(lines if yes else []),
        styled("Forgotten."),
        *(styled(f"Near to it, and still there: {quoted(one.text, 80)} ({one.id})") for one in gone.near),
        *([styled(f"To bring it back: {command('undo', person.name, gone.change_id)}")] if gone.change_id else []),
    )


def undo(
    call: Call,
    name: Name,
    change: Annotated[
        str | None, typer.Argument(metavar="CHANGE_ID", help="The id of the change; the last one, if left out.")
    ] = None,
    message: Annotated[str | None, typer.Option(metavar="ID", help="All that this message taught.")] = None,
    batch: Annotated[str | None, typer.Option("--import", metavar="BATCH", help="A whole import.")] = None,
) -> None:
    """Undo the last change, a named one, what a message taught, or a whole import."""
    with call.there() as companion:
        person = companion.find(name)
        undone = person.undo(change, message=message, batch=batch)
    of = undone.of
    said = "" if of is None else f": {of.cause}, of {of.at:%Y-%m-%d %H:%M}"
    target = of.id if of is not None else change or message or batch
    call.answer(
        {"undone": target, **memories.undone(undone)},
        styled(f"Undone{said} ({target})."),
        *record_lines.undone(undone),
        styled(f"To do it again: {command('undo', person.name, undone.change.id)}"),
    )


def settings(
    call: Call,
    name: Name,
    pause: Annotated[
        bool | None, typer.Option("--pause/--resume", help="Stop remembering, or begin again.", show_default=False)
    ] = None,
    off: Annotated[list[Category] | None, typer.Option(help="A category not to learn or recall.")] = None,
    on: Annotated[list[Category] | None, typer.Option(help="A category to learn and recall again.")] = None,
    retention: Annotated[str | None, typer.Option(metavar="DAYS|none", help="How long anything is kept.")] = None,
    in_company: Annotated[
        list[str] | None,
        typer.Option(metavar="CATEGORY|all|none", help="A category that may be told in front of others in a group."),
    ] = None,
) -> None:
    """Show or change what may be remembered, and told in company: pause, categories, how long."""
    with call.person(name) as person:
        kept = person.settings()
        changed: dict[str, object] = {}
        if pause is not None:
            changed["paused"] = pause
        if off or on:
            changed["categories_off"] = tuple({*kept.categories_off, *map(str, off or ())} - set(map(str, on or ())))
        if retention is not None:
            changed["retention_days"] = _days(retention)
        if in_company:
            changed["told_in_company"] = [] if in_company == ["none"] else in_company
        now = person.settings(**changed) if changed else kept
    days = "as long as its category says" if now.retention_days is None else f"{now.retention_days:g} days"
    call.answer_of(
        person,
        {"settings": people.settings(now)},
        styled(f"Memory: {'paused' if now.paused else 'on'}"),
        styled(f"Categories: {'off: ' + ', '.join(now.categories_off) if now.categories_off else 'all on'}"),
        styled(f"Kept: {days}"),
        *([styled(f"Told in company: {', '.join(now.told_in_company)}")] if now.told_in_company else []),
    )


def _days(text: str) -> float | None:
    if text.strip().casefold() == "none":
        return None
    try:
        return float(text)
    except ValueError as error:
        raise InvalidInput(f"a retention is a number of days, or none: not {text!r}") from error


Message = Annotated[str | None, typer.Option("--message", metavar="ID", help="Erase this message alone.")]
Scan = Annotated[
    list[Path] | None,
    typer.Option("--scan", metavar="PATH", help="Look into this file or folder too: a backup, an export. Repeatable."),
]


def erase(call: Call, name: Name, message: Message = None, scan: Scan = None, yes: Yes = False) -> None:
    """Erase a person, or one message, for good, and check that no file still has it."""
    with call.there() as companion:
        person = companion.find(name)
        if not yes:
            _ask(call, person, message)
        receipt = companion.erase(person, message=message, also=scan or ())
    call.answer(people.receipt(receipt), styled("Erased.", "bold"), *_told(receipt))
    if receipt.left:
        raise typer.Exit(1)


def _ask(call: Call, person: Person, message: str | None) -> None:
    """Ask before something is erased."""
    if message is not None:
        going = f"A message of {person.name} goes, for good, with all that came from it."
        call.agreed("Erase it?", styled(going, "bold"))
        return
    kept = person.count()
    what = f"{record_lines.count(kept.messages, 'message')} and {record_lines.count(kept.memories, 'memory')}"
    going = f"Everything of {person.name} goes, for good: {what}."
    call.agreed(f"Type {person.name} to erase them:", styled(going, "bold"), expected=person.name)


def _told(receipt: Receipt) -> Iterator[Text | Table]:
    """A receipt in words: what went, what was searched, what was found where, and what may hold something still."""
    yield terminal.table(["table", "rows"], [[table, f"{count:,}"] for table, count in receipt.rows.items() if count])
    scanned = [[one.where, f"{one.bytes:,}", str(one.found)] for one in receipt.scanned]
    yield terminal.table(["searched", "bytes", "found"], scanned)
    yield styled(
        f"{receipt.looked_for:,} words, phrases, names, ids and pieces of vectors, which nobody else has, were looked "
        f"for: {receipt.left:,} found."
    )
    for place in receipt.places:
        at = "" if place.offset is None else f", byte {place.offset:,}"
        yield styled(f"found: a {place.sort} in {place.where}{at}", "red")
    for copy in receipt.copies:
        # It may be a store of its own, of whoever said some of the same.
        holds = f"holds some of them ({copy.found:,} found): delete it if it is" if copy.found else "holds none of them"
        yield styled(f"{copy.where} may be a copy, and was left as it is. It {holds}.")
    for remains in receipt.remains:
        yield styled(f"Not proved: {remains}.")
