"""``reverie chat``: a conversation in the terminal, answered from memory.

Lines come from a terminal with line editing, or from a pipe; each is either a slash command or words to the
companion, and gets one answer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from reverie.cli import replies, shapes, shown, terminal
from reverie.cli.terminal import printable, styled
from reverie.domain.memories import Status
from reverie.errors import InvalidInput, ReverieError

if TYPE_CHECKING:
    from reverie.person import Person
    from reverie.services.learning import Said
    from reverie.services.recall import Hit

HELP = """\
Say anything: what you tell is remembered, what you ask is answered from memory.
/memories [words]  what I remember, with your words
/why               why I gave my last answer
/forget WHAT       forget a thing everywhere
/undo              take back the last change of memory
/pause, /resume    stop remembering, and begin again
/help, /quit       this list; the end (or Ctrl-D)"""

_LOOKED_AT = 10
"""Hits from which an answer is chosen."""


@dataclass(slots=True)
class Chat:
    """A conversation with one person. ``hits`` are what the last answer came from, ``told`` the notes given."""

    person: Person
    recorded: bool = True
    as_json: bool = False
    hits: Sequence[Hit] = ()
    told: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Answer line after line, until there are no more."""
        self._open()
        for line in typed_lines(f"{printable(self.person.user.called)}> "):
            text = line.strip()
            if text in ("/quit", "/exit", "/q"):
                break
            if text:
                try:
                    self._turn(text)
                except ReverieError as error:
                    terminal.aside("error", type(error).__name__, str(error), as_json=self.as_json)

    def _open(self) -> None:
        lines = [replies.NO_MODEL, "/help lists what else you can type; Ctrl-D ends."]
        if not self.recorded:
            lines.append("Off the record: memory is read, and nothing of this is kept.")
        elif self.person.settings().paused:
            lines.append("Memory is paused: nothing of this is kept. /resume begins again.")
        for line in lines:
            terminal.aside("note", "Note", line, as_json=self.as_json)
        if self.person.confirmation is not None and self.recorded and not self.as_json:
            terminal.show(styled(self.person.confirmation.question))

    def _turn(self, text: str) -> None:
        if text.startswith("/"):
            name, _, rest = text[1:].partition(" ")
            command = COMMANDS.get(name)
            if command is None:
                raise InvalidInput(f"there is no /{name}: /help lists what there is")
            self._show(command(self, rest.strip()))
            return
        said = self.person.say(text)
        if said.reply is not None:
            asked = said.identified is not None or self.person.confirmation is not None
            self._show("\n".join([*(replies.noted(said) if asked else ()), said.reply]), said)
            return
        reply = replies.untagged(self._reply(text, said))
        if said.message is not None:
            said = replace(said, notices=self.person.say(reply, role="assistant").notices)
        self._show(reply, said)

    def _reply(self, text: str, said: Said) -> str:
        if not replies.question(text):
            self.hits = ()
            return replies.listened(said, recorded=self.recorded)
        from reverie import Looking

        found = self.person.recall(text, limit=_LOOKED_AT, looking=Looking(roles=frozenset({"user"})))
        for note in set(found.degraded) - self.told:
            terminal.aside("note", "Note", note, as_json=self.as_json)
        self.told |= {*found.degraded}
        self.hits = replies.relevant(found, but=None if said.message is None else said.message.id)
        past = self.person.memories(statuses=frozenset({Status.SUPERSEDED, Status.EXPIRED})) if self.hits else []
        if said.learned and not self.hits:
            return "\n".join(replies.noted(said))
        return "\n".join([*replies.noted(said), replies.answer(self.hits, replies.ended(past))])

    def _show(self, reply: str, said: Said | None = None) -> None:
        if self.as_json:
            made = (
                {"message": None, "learned": [], "masked": [], "identified": None, "notices": []}
                if said is None
                else shapes.said(said)
            )
            terminal.emit({**made, "reply": reply, "hits": [shapes.hit(hit) for hit in self.hits]})
        else:
            notices = () if said is None else said.notices
            terminal.show(*(styled(line) for line in (*reply.split("\n"), *map(str, notices))))

    def _listed(self, words: str) -> str:
        """What is remembered, or what is remembered of something."""
        known = self.person.memories()
        wanted = words.casefold()
        found = [m for m in known if wanted in f"{m.text} {m.key} {m.source.quote}".casefold()]
        said = shown.sources(self.person, found)
        lines = [f"{m.text} ({shown.origin(m, said.get(m.source.message_id or ''))})" for m in found]
        return "\n".join(lines) or (f"I remember nothing about {words}." if words else "I remember nothing about you.")

    def _forgotten(self, what: str) -> str:
        if not what:
            return "Say what to forget: /forget ramen"
        gone = self.person.forget(what)
        if not gone:
            return f"I find nothing about {what}, so there is nothing to forget."
        memories = shown.count(gone.memories, "memory", "memories")
        head = f"Forgotten: {memories}, words in {shown.count(gone.messages, 'message')}. /undo brings it back."
        return "\n".join([head, *(f"- {m.text}" for m in gone.memories)])

    def _set_paused(self, paused: bool) -> str:
        (self.person.pause if paused else self.person.resume)()
        return "I keep nothing until /resume." if paused else "I remember again, from now on."


COMMANDS: dict[str, Callable[[Chat, str], str]] = {
    "help": lambda _chat, _rest: HELP,
    "memories": Chat._listed,
    "why": lambda chat, _rest: "\n".join(replies.reasons(chat.hits)),
    "forget": Chat._forgotten,
    "undo": lambda chat, _rest: chat.person.say("undo that").reply or "",
    "pause": lambda chat, _rest: chat._set_paused(True),
    "resume": lambda chat, _rest: chat._set_paused(False),
}
"""Slash commands by name."""


def typed_lines(prompt: str) -> Iterator[str]:
    """Lines as they are typed, with the prompt and line editing on a terminal; else as they come."""
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    with suppress(ImportError):
        import readline  # noqa: F401 # input() edits lines once it is loaded
    at_terminal = sys.stdout.isatty()
    while True:
        if not at_terminal:  # input() would write the prompt among the data
            sys.stderr.write(prompt)
            sys.stderr.flush()
        try:
            yield input(prompt if at_terminal else "")
        except EOFError:
            sys.stderr.write("\n")
            return
