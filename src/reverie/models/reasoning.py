"""What a reasoning model writes to itself before it answers, where its server leaves that in the answer: taken out.

The one idea: only what an answer begins with can be thoughts, for behind its first word such a mark is quoted.
"""

from __future__ import annotations

PAIRS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "[THINK]": "[/THINK]",
}
"""What opens thoughts and what ends them, as models are taught it (Qwen and DeepSeek, others, Magistral)."""


class Thoughts:
    """Read an answer as it streams in, and give what of it is said."""

    def __init__(self) -> None:
        self._white: list[str] = []  # what stands before the first word
        self._held = ""  # what may be an opening mark; in thoughts, what may be the closing one
        self._end = ""  # in thoughts: what ends them
        self._thought = self._over = False

    def feed(self, piece: str) -> str:
        """Read the next piece and give what of it is said."""
        if self._over:
            return piece
        if not (self._held or self._end):
            begun = piece.lstrip()
            self._white.append(piece[: len(piece) - len(begun)])
            piece = begun
        self._held += piece
        while self._end or self._opened():
            _thought, ended, rest = self._held.partition(self._end)
            if not ended:
                self._held = self._held[-len(self._end) :]
                return ""
            self._held, self._end = rest.lstrip(), ""
        if not self._held or any(mark.startswith(self._held) for mark in PAIRS):
            return ""
        self._over = True
        return self.close()

    def close(self) -> str:
        """What was held back when the answer ended; thoughts that never ended are thoughts."""
        held = self._held if self._thought else "".join([*self._white, self._held])
        self._held = ""
        self._white.clear()
        return "" if self._end else held

    def _opened(self) -> bool:
        """Whether thoughts begin here; then they are entered."""
        mark = next((one for one in PAIRS if self._held.startswith(one)), None)
        if mark is None:
            return False
        self._held, self._end, self._thought = self._held[len(mark) :], PAIRS[mark], True
        return True


def spoken(text: str) -> str:
    """What of a whole answer is said. Where a template opened the thoughts, only their end is in the answer."""
    thoughts = Thoughts()
    said = thoughts.feed(text) + thoughts.close()
    for opening, ending in PAIRS.items():
        _thought, ended, rest = said.partition(ending)
        if ended and opening not in said:
            return rest.lstrip()
    return said
