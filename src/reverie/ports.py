"""What Reverie needs from outside, as small Protocols, and the records that pass through them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar, runtime_checkable

from reverie.records.queries import SOURCES, Question, Sources

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from pydantic import BaseModel

    Shape = TypeVar("Shape", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A clause of a turn as it is judged; ranges are of characters in the turn, likelihoods from 0 to 1.

    ``confidence``: how likely it says something lasting. ``values`` are the words in it that carry what is said,
    ``attribute`` is what sort of thing that is. ``about`` is "me", "other" or "companion"; ``state``
    "is", "was", "will_be", "would_be" or "never"; ``effect`` what it does to what was known: "states", "repeats",
    "changes", "ends", "corrects" or "denies". ``ends``: how likely something known is so no longer with it, or never
    was. ``leans``: it is understood with the turn before. ``attributes`` is how likely each attribute is, ``of_other``
    how likely it is about somebody else.
    """

    start: int
    end: int
    confidence: float
    values: tuple[tuple[int, int], ...] = ()
    attribute: str = "other"
    about: str = "me"
    state: str = "is"
    effect: str = "states"
    ends: float = 0.0
    leans: bool = False
    attributes: Mapping[str, float] = field(default_factory=dict)
    of_other: float = 0.0


ENDING = frozenset({"changes", "ends", "corrects", "denies"})
"""Effects with which something known is so no longer, or never was."""


class Clock(Protocol):
    """Tells the time; a test freezes it."""

    def __call__(self) -> datetime:
        """The present moment, with a time zone."""


class Embedder(Protocol):
    """Turns text into vectors whose cosine is likeness in meaning."""

    @property
    def space(self) -> str:
        """The name of the geometry: vectors of two spaces are never compared."""

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""

    @property
    def multilingual(self) -> bool:
        """Whether it knows what is not in Latin letters: of one that does not, such questions are asked by words."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of the texts, shape (len(texts), dimensions)."""


class ImageModel(Protocol):
    """Turns pictures and text into vectors of one geometry: a picture's and its caption's are near each other."""

    @property
    def space(self) -> str:
        """The name of the geometry: vectors of two spaces are never compared."""

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""

    def embed_texts(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of the texts, shape (len(texts), dimensions)."""

    def embed_pictures(self, pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """Unit vectors of pictures, shape (len(pictures), dimensions).

        A picture is red, green and blue from 0 to 255, of shape (height, width, 3).
        """


class Extractor(Protocol):
    """Judges what lasts of a turn of a person."""

    def extract(self, text: str, *, own: str = "", companion: str = "") -> Sequence[Clause]:
        """The clauses of a turn as they are judged, in order; ``own`` and ``companion`` are the turns before."""

    def ending(self, known: Sequence[str], said: str, *, companion: str = "") -> Sequence[float]:
        """How likely, from 0 to 1, what is said ends each thing that is known: it is so no longer, or never was."""

    def whose(self, named: Sequence[str], said: str, *, before: str = "") -> Sequence[float]:
        """How likely, from 0 to 1, what is said is about each of those who were named, there or ``before`` it."""

    def answering(self, told: Sequence[str], question: str) -> Sequence[float]:
        """How likely, from 0 to 1, each thing that was told answers a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens that a language model read and wrote, as its server counted them; 0 where it does not say.

    ``cached`` are those of the prompt that the server had in its cache.
    """

    prompt: int = 0
    completion: int = 0
    cached: int = 0

    def __add__(self, other: Usage) -> Self:
        """What two calls took together."""
        return type(self)(
            prompt=self.prompt + other.prompt,
            completion=self.completion + other.completion,
            cached=self.cached + other.cached,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool that a language model wants to be run; ``arguments`` are the JSON that it wrote, unread."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a language model answered: words, calls of tools, or both.

    ``finish`` is "stop", "tool_calls", "length" (cut off at the limit) or "refused" (the server's filter).
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    usage: Usage = Usage()
    finish: str = "stop"


class LanguageModel(Protocol):
    """Answers a conversation, in words, by calling tools, or as a record.

    Messages are OpenAI's: mappings with a role and content. ``limit`` is the most tokens of an answer. What a model
    thinks before it answers is no part of it: it is in nothing that these give. Every method raises ModelUnavailable
    where no answer came (down, slow, limited: the message says which) and ModelReplyInvalid where what came can't be
    used.
    """

    @property
    def name(self) -> str:
        """Which model on which provider, for example "openai:qwen3-8b": kept with what it made."""

    @property
    def window(self) -> int:
        """How many tokens prompt and answer may have together."""

    def reply(
        self,
        messages: Sequence[Mapping[str, object]],
        *,
        tools: Sequence[Mapping[str, object]] = (),
        limit: int | None = None,
    ) -> Reply:
        """Answer, whole."""

    def stream(
        self,
        messages: Sequence[Mapping[str, object]],
        *,
        tools: Sequence[Mapping[str, object]] = (),
        limit: int | None = None,
    ) -> Iterator[str | Reply]:
        """Answer piece by piece: its words as they come, and the whole reply last. Closing it ends the request."""

    def structured(
        self, messages: Sequence[Mapping[str, object]], shape: type[Shape], *, limit: int | None = None
    ) -> tuple[Shape, Usage]:
        """Answer as a record of this shape, checked."""


@runtime_checkable
class Reachable(Protocol):
    """A model that is somewhere else, and can be asked whether it is there."""

    def reached(self) -> str:
        """Have it answer something tiny, soon, and say where it is; raises a ModelError where it does not."""


class Pieces(Iterator[dict[str, Any]], Protocol):
    """An answer as it comes, in OpenAI's chunks; every one has ``choices``, and each of those a ``delta``."""

    def close(self) -> None:
        """Let go of it here; the server may stop."""


@runtime_checkable
class Passing(Protocol):
    """A model whose server takes OpenAI's requests as they are, and gives its answers as they are.

    A request without ``model`` is for the model that this is. Both raise UpstreamError with what the server said.
    """

    def passed(self, request: Mapping[str, object]) -> dict[str, Any]:
        """Pass a request on, and give the whole answer; it has ``choices``, and each of those a ``message``."""

    def passing(self, request: Mapping[str, object]) -> Pieces:
        """Pass a request on, and give the answer as it comes, once the server has begun to answer."""


@runtime_checkable
class Placed(Protocol):
    """A model that says where it is; one that does not is taken to be elsewhere."""

    @property
    def local(self) -> bool:
        """Whether it is on this machine."""


class Indexed(NamedTuple):
    """One item as the search sees it: a message or a memory, without its text.

    It is a tuple, since a hundred thousand are made where an index is loaded: each takes a third of the time.

    ``tokens`` are little-endian uint32 stem hashes of the first 1000 characters, in order, stop words left
    out; ``words`` counts the stemmed content words of the whole text; ``question_share`` is the share of its
    words that stand in sentences ending with "?". ``vector`` is int8 and ``scale`` makes it unit length again.
    Times are seconds since 1970; ``at`` is when it was said, or valid from.
    """

    id: str
    item: str
    at: float
    tokens: bytes = b""
    words: int = 0
    question_share: float = 0.0
    temporal: bool = False
    vector: bytes | None = None
    scale: float = 0.0
    conversation_id: str | None = None
    role: str = ""
    speaker: str = ""
    kind: str = "message"
    category: str = ""
    status: str = "active"
    importance: float = 0.5
    until: float = float("inf")
    expires: float = float("inf")


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Which items a search may return.

    ``items``: "message", "memory" or both. ``as_of`` (seconds): what was so then, superseded memories
    included; without it, what is active at ``now``. ``roles`` limits messages to who said them.
    ``only`` limits to these ids; ``without_categories`` leaves memories of these categories out. ``sources`` are
    preferred, not left out. ``without`` are ids that are left out.
    """

    now: float
    as_of: float | None = None
    items: frozenset[str] = frozenset({"message", "memory"})
    roles: frozenset[str] | None = None
    kinds: frozenset[str] | None = None
    only: frozenset[str] | None = None
    without_categories: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    sources: Sources = SOURCES


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """An item the search found, with the features that made its score (name to contribution)."""

    id: str
    item: str
    score: float
    features: dict[str, float] = field(default_factory=dict)


class Index(Protocol):
    """One owner's items, ready to be searched."""

    @property
    def speakers(self) -> Sequence[str]:
        """The main speakers of the owner's conversations."""

    @property
    def unembedded(self) -> int:
        """How many items have no vector in the present space."""

    def search(self, question: Question, vector: NDArray[np.float32] | None, view: View, limit: int) -> list[Scored]:
        """The best items, best first."""

    def vectors(self, ids: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Vectors by id; items without one in the present space are left out."""

    def nearest(self, vector: NDArray[np.float32], view: View, limit: int) -> list[tuple[str, float]]:
        """Ids and cosines of the nearest items, nearest first."""
