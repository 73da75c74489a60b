"""Commands about who is who: ``reverie people`` and what stands behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from reverie.cli import record_lines, terminal
from reverie.cli.invocation import Call
from reverie.cli.shared_arguments import Name
from reverie.cli.terminal import styled
from reverie.shapes import people

if TYPE_CHECKING:
    from reverie.people.identity_changes import Happened

Platform = Annotated[str, typer.Argument(metavar="PLATFORM", help="Where the account is, as discord.")]
External = Annotated[str, typer.Argument(metavar="ID", help="The account's id there.")]
Given = Annotated[str | None, typer.Option(metavar="TEXT|none", help="The new one; `none` removes it.")]

_SPOKEN = {"met": "met as", "merged": "merged with", "split": "split from"}


def list_(call: Call) -> None:
    """List who is known."""
    with call.looking() as companion:
        known = companion.people()
    rows = [[u.name, u.nickname or "", u.pronouns or "", record_lines.day(u.created_at), u.id] for u in known]
    call.answer(
        {"companion": people.user(companion.companion), "people": [people.user(one) for one in known]},
        terminal.table(["name", "nickname", "pronouns", "since", "id"], rows) if rows else styled("Nobody yet."),
    )


def show(call: Call, name: Name) -> None:
    """Show one person: names, accounts, how much is remembered."""
    with call.there() as companion:
        person = companion.find(name)
        accounts = companion.directory.accounts(person)
        kept = person.count()
    asked = person.confirmation
    rows = [
        ["name", person.name],
        ["nickname", person.user.nickname or ""],
        ["pronouns", person.user.pronouns or ""],
        ["guest", "yes" if person.user.guest else "no"],
        ["since", record_lines.day(person.user.created_at)],
        ["id", person.id],
        *(["account", f"{one.platform}:{one.external_id}"] for one in accounts),
        [
            "holds",
            f"{record_lines.count(kept.memories, 'memory')}, {record_lines.count(kept.messages, 'message')}",
        ],
        *([["to be asked", asked.question]] if asked is not None else []),
    ]
    call.answer_of(
        person,
        {
            "accounts": [people.account(one) for one in accounts],
            "confirmation": None if asked is None else people.confirmation(asked),
            "memories": kept.memories,
            "messages": kept.messages,
        },
        terminal.table(["", ""], rows),
    )


def add(call: Call, name: Annotated[str, typer.Argument(metavar="NAME", help="What they are called.")]) -> None:
    """Add somebody new, even if another has the same name or one like it."""
    with call.opened() as companion:
        person = companion.directory.add(name)
    call.answer_of(person, {}, styled(f"{person.name} is known now."))


def rename(
    call: Call,
    name: Name,
    new: Annotated[str | None, typer.Argument(metavar="NEW", help="Their name from now on.")] = None,
    nickname: Given = None,
    pronouns: Given = None,
) -> None:
    """Change what somebody is called: their name, nickname or pronouns."""
    given = {"name": new, "nickname": nickname, "pronouns": pronouns}
    changed = {field: None if text == "none" else text for field, text in given.items() if text is not None}
    with call.there() as companion:
        person = companion.directory.describe(companion.find(name), **changed)
    call.answer_of(
        person, {}, styled(f"{person.name} it is." if changed else f"Nothing was changed: they are {person.name}.")
    )


def link(call: Call, name: Name, platform: Platform, account: External) -> None:
    """Link a person's account on another platform: it finds the same memory."""
    with call.there() as companion:
        person = companion.find(name)
        companion.directory.link(person, platform, account)
    call.answer_of(person, {}, styled(f"{platform}:{account} leads to {person.name}."))


def unlink(call: Call, name: Name, platform: Platform, account: External) -> None:
    """Unlink an account; what was said with it stays with the person."""
    with call.there() as companion:
        person = companion.find(name)
        companion.directory.unlink(person, platform, account)
    call.answer_of(person, {}, styled(f"{platform}:{account} does not lead to {person.name} any more."))


def confirm(
    call: Call,
    guest: Annotated[str, typer.Argument(metavar="GUEST", help="The guest, who is not known yet.")],
    name: Name,
) -> None:
    """Confirm that a guest is a known person. `people split` undoes it."""
    with call.there() as companion:
        person = companion.find(name)
        companion.directory.confirm(companion.find(guest), person)
    call.answer_of(person, {}, styled(f"{guest} is {person.name}."))


def merge(
    call: Call,
    name: Name,
    into: Annotated[str, typer.Argument(metavar="INTO", help="The one that stays.")],
) -> None:
    """Merge two entries of one person. `people split` undoes it."""
    with call.there() as companion:
        merged = companion.directory.merge(companion.find(name), into=companion.find(into))
    messages = record_lines.count(merged.messages, "message")
    told = f"{messages} and {record_lines.count(merged.memories, 'memory')}"
    call.answer(
        people.merged(merged),
        styled(f"{merged.merged.name} was merged into {merged.person.name}: {told} were added."),
        styled(f"To tell them apart again: reverie people split {merged.merged.id}"),
    )


def split(
    call: Call,
    who: Annotated[str, typer.Argument(metavar="WHO", help="Who was merged: a name, an id, or the merge's.")],
) -> None:
    """Undo a merge: both are as they were; what was said since stays with the second."""
    with call.there() as companion:
        person = companion.directory.split(who)
    call.answer_of(person, {}, styled(f"{person.name} is a person of their own again."))


def history(call: Call, name: Name) -> None:
    """Show how names and accounts changed, merges and splits."""
    with call.there() as companion:
        person = companion.find(name)
        found = companion.directory.history(person)
    rows = [[f"{one.at:%Y-%m-%d %H:%M}", _told(one), one.change_id or ""] for one in found]
    call.answer_of(
        person, {"history": [people.happened(one) for one in found]}, terminal.table(["when", "what", "change"], rows)
    )


def _told(one: Happened) -> str:
    if one.what in _SPOKEN:
        return f"{_SPOKEN[one.what]} {one.after}"
    if one.what == "account":
        return f"account {one.after} linked" if one.after else f"account {one.before} unlinked"
    return f"{one.what}: {one.before or 'none'} → {one.after or 'none'}"
