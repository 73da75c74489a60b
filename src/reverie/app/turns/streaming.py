"""An answer as it comes, piece by piece, kept before its last piece is given, or as far as it came.

One piece is always held back: when the model has ended, the reply is kept, and only then is the last piece handed out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Self

from reverie.app.turns.model_calls import Asking
from reverie.app.turns.record import BROKEN_OFF, Finish, Turn
from reverie.errors import InvalidInput, ModelError
from reverie.learning.message_learning import Said
from reverie.persona.tags import TagReader, read
from reverie.recall.search import Hit
from reverie.spans import Operation

Keep = Callable[[str, str], Said | None]
"""Keeps a reply, tags and all, given what the model had read."""

Instead = Callable[[], tuple[str, tuple[Hit, ...]]]
"""What memory says in the place of a model, and what that came from."""


class Streaming(Iterator[str]):
    """A turn whose answer comes piece by piece; ``turn`` is the whole of it once it is over.

    Closing it, or leaving its ``with`` block, cancels what is still to come: what was said until then is kept, and ends
    with ``BROKEN_OFF`` there.
    """

    def __init__(self, begun: Turn, asking: Asking | None, keep: Keep, instead: Instead, operation: Operation) -> None:
        self._begun = begun
        self._operation = operation
        self._asking = asking
        self._keep = keep
        self._instead = instead
        self._turn = begun if asking is None else None
        self._shown = ""
        self._failure = ""
        self._pieces = self._ready() if asking is None else self._answered(asking)

    @property
    def begun(self) -> Turn:
        """The turn as far as it stood when the answer began: what was said, and what the model is given."""
        return self._begun

    @property
    def turn(self) -> Turn:
        """The whole turn.

        Raises:
            InvalidInput: it is not over yet.
        """
        if self._turn is None:
            raise InvalidInput("the turn is not over: read it to its end, or close it")
        return self._turn

    def close(self) -> None:
        """End the turn here. Twice is once."""
        with self._operation:
            self._pieces.close()
            if self._turn is None and self._asking is not None:  # it never began
                self._turn = self._cut_off(self._asking)

    def __next__(self) -> str:
        with self._operation.during():
            return next(self._pieces)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def _ready(self) -> Generator[str, None, None]:
        if self._begun.reply:
            yield self._begun.reply

    def _answered(self, asking: Asking) -> Generator[str, None, None]:
        try:
            held = ""
            with closing(self._words(asking)) as words:
                for piece in words:
                    if held:
                        self._shown += held
                        yield held
                    held = piece
            self._turn, last = self._ended(asking, held)
            yield last
        finally:
            if self._turn is None:  # closed, interrupted, or something else went wrong
                self._turn = self._cut_off(asking)

    def _words(self, asking: Asking) -> Generator[str, None, None]:
        """What may be shown of what the model says; how it failed is left in ``_failure``."""
        reader = TagReader()
        try:
            with closing(asking.pieces()) as pieces:
                for piece in pieces:
                    if shown := reader.feed(piece):
                        yield shown
        except ModelError as error:
            self._failure = str(error)
        if rest := reader.close():
            yield rest

    def _ended(self, asking: Asking, held: str) -> tuple[Turn, str]:
        """Keep the reply; the turn, and what is still to be shown of it."""
        whole = self._shown + held
        if not whole.strip():
            return self._without_words(asking)
        finish, trouble = asking.finish, ""
        if self._failure:
            finish, trouble = Finish.BROKEN, f"the language model broke off ({self._failure})"
        elif finish is Finish.REFUSED:
            finish, trouble = Finish.BROKEN, "the language model's server refused to let it go on"
        elif finish is Finish.LENGTH:
            trouble = "the reply was cut off at its limit: raise model.reply for longer ones"
        spoke = asking.spoke if finish is Finish.STOP else marked(asking.spoke)
        replied = self._keep(spoke, self._given(asking))
        if replied is not None and replied.again and replied.message is not None and not self._shown:
            whole = held = replied.message.text  # somebody else answered the same message at the same moment
        return self._whole(asking, trouble, reply=whole, replied=replied, finish=finish), held

    def _without_words(self, asking: Asking) -> tuple[Turn, str]:
        """The turn of a model that said nothing; what it noted in tags is recorded all the same."""
        replied = self._keep(asking.spoke, self._given(asking)) if asking.spoke.strip() else None
        why = self._failure or _NO_WORDS.get(asking.finish, "it gave no words")
        trouble = f"the language model did not answer ({why}): this answer is from memory"
        finish = Finish.FAILED
        if asking.finish is Finish.REFUSED and not self._failure:
            finish, trouble = Finish.REFUSED, "the language model's server refused to answer: this is from memory"
        reply, hits = self._instead()
        turn = self._whole(asking, trouble, reply=reply, replied=replied, finish=finish)
        return replace(turn, hits=hits), reply

    def _cut_off(self, asking: Asking) -> Turn:
        """The turn as far as it was shown."""
        kept = marked(self._shown) if self._shown.strip() else ""
        replied = self._keep(kept, self._given(asking)) if kept else None
        return self._whole(asking, "", reply=self._shown, replied=replied, finish=Finish.CANCELLED)

    def _whole(self, asking: Asking, trouble: str, *, reply: str, replied: Said | None, finish: Finish) -> Turn:
        return replace(
            self._begun,
            reply=reply,
            replied=replied,
            calls=tuple(asking.calls),
            picture=asking.picture.scene,
            usage=asking.usage,
            degraded=(*self._begun.degraded, *asking.degraded, *filter(None, [trouble])),
            finish=finish,
        )

    def _given(self, asking: Asking) -> str:
        """What the model read, but for its own words."""
        sent = [str(one["content"]) for one in asking.request.messages if one["role"] != "assistant"]
        return "\n".join([*sent, *asking.read])


_NO_WORDS = {Finish.LENGTH: "its limit was used up before a word of the answer, as by thinking: raise model.reply"}


def marked(spoke: str) -> str:
    """The beginning of a reply, marked as such where it is shown, and not inside a tag that was never closed."""
    marked = f"{spoke.rstrip()} {BROKEN_OFF}"
    return marked if read(marked)[0].endswith(BROKEN_OFF) else f"{spoke}\n\n{BROKEN_OFF}"
