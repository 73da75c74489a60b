"""``reverie chat``: a conversation in the terminal, answered by a language model or from memory.

Lines come from a terminal with line editing, or from a pipe; each is either a slash command or words to the
companion, and gets one answer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from reverie.cli import record_lines, terminal
from reverie.cli.terminal import printable, quoted, styled
from reverie.errors import InvalidInput, ReverieError
from reverie.privacy.chat_commands import line_of, source_of, speaks_of
from reverie.text.second_person import yours
from reverie.text.value_matching import holds

if TYPE_CHECKING:
    from reverie.app.person import Person
    from reverie.app.turns import Turn

HELP = """\
Tell me anything, and I remember it. Ask me, and I answer from memory.
/memories [words]  what I remember, with your words
/why               why I gave my last answer
/forget WHAT       forget a thing everywhere
/undo              undo the last change of memory
/pause, /resume    stop remembering, and begin again
/help, /quit       this list; the end (or Ctrl-D)"""

NO_MODEL = "I answer from memory, with your own words: no language model is set (`reverie config model` says how)."
_ENDS = frozenset({"quit", "exit", "q"})
"""What ends a chat, with a slash or without: nobody says these to a companion."""
_PLAIN = frozenset({"help", "memories"})
"""Commands that are meant without their slash too, where nothing else is typed."""
_PROMISE = "I'll remember: "
_TROUBLED = frozenset({"failed", "refused", "broken"})
"""Ends of a turn whose reasons are told every time."""
_SHORT = frozenset({"length", "cancelled", "broken"})
"""Ends of a turn whose answer is not whole."""


NOTED = "👤 "
"""How a line begins that says what was learned."""


def in_one_line(notes: Sequence[str]) -> str:
    """What was learned in a turn, as one line.

    >>> in_one_line(["👤 I'll remember: you ski.", "👤 I'll remember: “cant swim”"])
    "👤 I'll remember: you ski; “cant swim”"
    """
    if len(notes) == 1:
        return notes[0]
    texts = [note.removeprefix(NOTED) for note in notes]
    promised = [text.removeprefix(_PROMISE).removesuffix(".") for text in texts if text.startswith(_PROMISE)]
    others = [text.removesuffix(".") for text in texts if not text.startswith(_PROMISE)]
    return NOTED + " · ".join([*([_PROMISE + "; ".join(promised)] if promised else []), *others])


@dataclass(slots=True)
class Chat:
    """A conversation with one person. ``turn`` is the last one, ``told`` the notes given."""

    person: Person
    recorded: bool = True
    as_json: bool = False
    turn: Turn | None = None
    told: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Answer line after line, until there are no more."""
        self._open()
        for line in typed_lines(f"{printable(self.person.user.called)}> "):
            text = line.strip()
            if text.casefold().removeprefix("/") in _ENDS:
                break
            if text:
                try:
                    self._turn(text)
                except ReverieError as error:
                    terminal.aside("error", type(error).__name__, str(error), as_json=self.as_json)

    def _open(self) -> None:
        model = self.person.turn.model
        answers = NO_MODEL if model is None else f"{model} answers, with what I remember; if it fails, memory does."
        lines = [answers, "/help lists what else you can type; Ctrl-D ends."]
        if not self.recorded:
            lines.append("Off the record: memory is read, and nothing of this is kept.")
        elif self.person.settings().paused:
            lines.append("Memory is paused: nothing of this is kept. /resume begins again.")
        for line in lines:
            terminal.aside("note", "Note", line, as_json=self.as_json)
        if self.person.confirmation is not None and self.recorded and not self.as_json:
            terminal.show(styled(self.person.confirmation.question))

    def _turn(self, text: str) -> None:
        if text.startswith("/") or text.casefold() in _PLAIN:
            name, _, rest = text.removeprefix("/").partition(" ")
            name = name.casefold()
            command = COMMANDS.get(name)
            if command is None:
                raise InvalidInput(f"there is no /{name}: /help lists what there is")
            self._show(command(self, rest.strip()))
            return
        streamed = self.person.turn.model is not None and not self.as_json and sys.stdout.isatty()
        turn = self.turn = self._streamed(text) if streamed else self.person.turn(text)
        for note in turn.degraded:
            if note not in self.told:
                terminal.aside("note", "Note", note, as_json=self.as_json)
        if turn.finish not in _TROUBLED:
            self.told |= {*turn.degraded}
        self._show("" if streamed else turn.reply, turn)

    def _streamed(self, text: str) -> Turn:
        """Show the answer as it comes, and a mark where it stopped short; Ctrl-C cancels what is still to come."""
        streaming = self.person.turn.stream(text)
        with suppress(KeyboardInterrupt), streaming:
            for piece in streaming:
                terminal.piece(piece)
        terminal.piece(" …\n" if streaming.turn.finish in _SHORT else "\n")
        return streaming.turn

    def _show(self, reply: str, turn: Turn | None = None) -> None:
        if self.as_json:
            from reverie.app.turns import turn_json

            terminal.emit(_NOTHING | {"reply": reply} if turn is None else turn_json.turn(turn))
            return
        lines = reply.split("\n") if reply else []
        if turn is not None:
            before, after = self._noted(turn)
            lines = [*before, *lines, *after]
        notes = [line for line in lines if line.startswith(NOTED)]
        shown = [styled(line) for line in lines if not line.startswith(NOTED)]
        terminal.show(*shown, *([styled(in_one_line(notes), "dim")] if notes else []))

    def _noted(self, turn: Turn) -> tuple[list[str], list[str]]:
        """What was noted in a turn, a line each: before the answer, and after it."""
        from reverie.context.answers import noted

        notices = [] if turn.replied is None else [str(notice) for notice in turn.replied.notices]
        if turn.said.reply is not None:
            asked = turn.said.identified is not None or self.person.confirmation is not None
            return (noted(turn.said) if asked else []), []
        # An answer from memory says itself what was noted.
        answered = turn.model is not None and turn.finish not in ("failed", "refused")
        return [], [*(noted(turn.said) if answered else ()), *notices]

    def _listed(self, words: str) -> str:
        """What is remembered, or what is remembered of something."""
        known = self.person.memories()
        found = [m for m in known if holds(f"{m.text} {m.key} {m.source.quote}", words.split()) or speaks_of(m, words)]
        said, now = record_lines.sources(self.person, found), datetime.now(UTC)
        lines = [f"{line_of(m)} {source_of(m, said, now)}" for m in found]
        return "\n".join(lines) or f"I remember nothing about {yours(words) or 'you yet'}."

    def _forgotten(self, what: str) -> str:
        if not what:
            return "Say what to forget: /forget ramen"
        gone = self.person.forget(what)
        if not gone:
            near = [f"- near to it, and still there: {one.text}" for one in gone.near]
            return "\n".join([f"I find nothing about {yours(what)}, so there is nothing to forget.", *near])
        memories = record_lines.count(gone.memories, "memory")
        went = ", ".join([memories, f"words in {record_lines.count(gone.messages, 'message')}", *gone.elsewhere])
        head = f"Forgotten: {went}. /undo brings it back."
        return "\n".join([head, *map(line_of, gone.memories)])

    def _set_paused(self, paused: bool) -> str:
        (self.person.pause if paused else self.person.resume)()
        return "I keep nothing until /resume." if paused else "I remember again, from now on."


COMMANDS: dict[str, Callable[[Chat, str], str]] = {
    "help": lambda _chat, _rest: HELP,
    "memories": Chat._listed,
    "why": lambda chat, _rest: "\n".join(_reasons(chat.turn)),
    "forget": Chat._forgotten,
    "undo": lambda chat, _rest: chat.person.say("undo that").reply or "",
    "pause": lambda chat, _rest: chat._set_paused(True),
    "resume": lambda chat, _rest: chat._set_paused(False),
}
"""Slash commands by name."""


def _reasons(turn: Turn | None) -> list[str]:
    """Why the last answer was given: what it came from, or what its model was given of memory."""
    hits = [] if turn is None else [f"{quoted(hit.text, 80)} {hit.why}" for hit in turn.hits]
    given = [] if turn is None or turn.context is None else turn.context.lines
    lines = hits or [f"{quoted(line.text, 80)} {line.why}" for line in given]
    lines = lines or ["My last answer came from no memory."]
    if turn is not None and turn.usage.cached:
        used = turn.usage
        lines.append(f"{turn.model} read {used.prompt:,} tokens, {used.cached:,} of them from its cache.")
    return lines


_NOTHING: dict[str, Any] = {
    "message": None,
    "learned": [],
    "masked": [],
    "identified": None,
    "notices": [],
    "question": None,
    "settled": [],
    "hits": [],
    "picture": None,
    "intent": None,
    "model": None,
    "finish": None,
    "calls": [],
    "usage": {"prompt": 0, "completion": 0, "cached": 0},
    "left_out": [],
    "degraded": [],
}


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
            line = input(prompt if at_terminal else "")
        except EOFError:
            sys.stderr.write("\n")
            return
        except KeyboardInterrupt:  # often meant for an answer that has just ended
            sys.stderr.write("\nCtrl-D ends.\n")
            continue
        yield line
