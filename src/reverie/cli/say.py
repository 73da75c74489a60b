"""Commands that talk: ``chat`` and ``say``."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import typer

from reverie import shapes
from reverie.cli.invocation import Call, met, moment, threads_hushed, typed
from reverie.cli.shared_arguments import Name
from reverie.cli.terminal import styled

OffRecord = Annotated[bool, typer.Option("--off-record", help="Read memory, and keep nothing of this.")]


def chat(call: Call, name: Name, off_record: OffRecord = False) -> None:
    """Talk with the companion: a language model answers, or else memory with your own words.

    Ctrl-C cancels an answer, Ctrl-D ends. /help lists what else can be typed. Meanwhile the model learns what the rules
    did not find, as `reverie upkeep` has it do.
    """
    from reverie.cli.chat import Chat

    with call.opened() as companion:
        companion.upkeep()
        person = met(companion, name)
        speaking = person.off_record() if off_record else person
        learning = nullcontext() if companion.model is None else companion.working()
        with threads_hushed(), learning:
            Chat(speaking, recorded=not off_record, as_json=call.as_json).run()


def say(
    call: Call,
    name: Name,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What is said; - reads standard input.")],
    role: Annotated[str, typer.Option(help="Who says it: user, assistant, peer or system.")] = "user",
    at: Annotated[str | None, typer.Option(metavar="TIME", help="When it was said (ISO 8601); else now.")] = None,
    conversation: Annotated[str | None, typer.Option(metavar="ID", help="The conversation it belongs to.")] = None,
    off_record: OffRecord = False,
) -> None:
    """Keep a message, and learn from it where it is the person's own.

    Of what the companion says, show what it noted in tags and which opinions it voiced.
    """
    from reverie.services import answers

    with call.met(name) as person:
        speaking = person.off_record() if off_record else person
        said = speaking.say(typed(text), role=role, at=moment(at), conversation=conversation)
    if said.reply is not None:
        lines = said.reply.split("\n")
    elif role == "user" or (said.message is None and not said.notices):
        lines = answers.listened(said, recorded=not off_record).split("\n")
    else:
        lines = [*answers.noted(said), *map(str, said.notices), *(["Kept."] if said.message else [])]
    call.answer(shapes.said(said), *(styled(line) for line in lines))
