"""Commands that talk: ``chat`` and ``say``."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from reverie.cli import terminal
from reverie.cli.invocation import Call, met, moment, threads_hushed, typed
from reverie.cli.shared_arguments import Name
from reverie.cli.terminal import styled
from reverie.errors import InvalidInput
from reverie.shapes import memories

if TYPE_CHECKING:
    from reverie.app.companion import Reverie

OffRecord = Annotated[bool, typer.Option("--off-record", help="Use memory, but keep nothing of this.")]


def chat(
    call: Call,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Who is talking; not needed where one person is known.")
    ] = None,
    off_record: OffRecord = False,
) -> None:
    """Talk with the companion: a language model answers, or memory in your own words.

    Ctrl-C cancels an answer, Ctrl-D ends. /help lists what else can be typed. With a language model, what you say is
    read once more in the background, as `reverie upkeep` does.
    """
    from reverie.cli.verbs.chat import Chat

    if name is None:
        with call.looking() as companion:
            name = who_talks(companion)
    with call.opened() as companion:
        companion.upkeep()
        person = met(companion, name)
        speaking = person.off_record() if off_record else person
        learning = nullcontext() if companion.model is None else companion.working()
        with threads_hushed(), learning:
            Chat(speaking, recorded=not off_record, as_json=call.as_json).run()


def who_talks(companion: Reverie) -> str:
    """The name of the only one who is known; at a terminal they are asked where there are none or several.

    Raises:
        InvalidInput: it is not clear who, and nobody is at the terminal to be asked.
    """
    known = [one.name for one in companion.people()]
    if len(known) == 1:
        return known[0]
    some = f" (known: {', '.join(known[:8])})" if known else ""
    if not sys.stdin.isatty():
        raise InvalidInput(f"say who is talking{some}: reverie chat NAME")
    return terminal.asked(f"Who is talking?{some}" if known else "Hello! What is your name?")


def say(
    call: Call,
    name: Name,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What is said; - reads standard input.")],
    role: Annotated[str, typer.Option(help="Who says it: user, assistant, peer or system.")] = "user",
    at: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it was said, as 2026-03-01T18:30; now, if left out.")
    ] = None,
    conversation: Annotated[str | None, typer.Option(metavar="ID", help="The conversation it belongs to.")] = None,
    off_record: OffRecord = False,
) -> None:
    """Record one message, and learn from it if the person said it.

    With --role assistant it is the companion's reply: show what it noted and which opinions it gave.
    """
    from reverie.context import answers

    with call.met(name) as person:
        speaking = person.off_record() if off_record else person
        said = speaking.say(typed(text), role=role, at=moment(at), conversation=conversation)
    if said.reply is not None:
        lines = said.reply.split("\n")
    else:
        lines = [*answers.noted(said), *map(str, said.notices)]
        if said.message is not None and not (lines and role == "user"):
            lines.append("Kept.")
        elif said.message is None and not said.notices:
            lines.append(f"Not kept: {'this is off the record' if off_record else 'memory is paused'}.")
    call.answer(memories.said(said), *(styled(line) for line in lines))
