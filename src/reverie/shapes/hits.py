"""What was looked for as JSON: hits, contexts, passages, documents and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from reverie.shapes.conversations import Episode, Excerpt, Message, episode, excerpt, message
from reverie.shapes.fields import Maker, Moment, maker
from reverie.shapes.memories import Sourced, sourced

if TYPE_CHECKING:
    from reverie.context import rendering as contexts
    from reverie.images import scenes
    from reverie.recall import search
    from reverie.records import documents
    from reverie.scenes import scene_keeping


class Hit(Sourced):
    """Something recalled (of kind ``message`` for words alone); its ``features`` add up to its ``score``."""

    score: float
    why: str
    features: dict[str, float]
    message: Message | None


def hit(one: search.Hit) -> Hit:
    """Something recalled: the memory, its score and its reasons."""
    return {
        **sourced(one.memory, one.message),
        "score": one.score,
        "why": one.why,
        "features": dict(one.features),
        "message": None if one.message is None else message(one.message),
    }


class Recalled(TypedDict):
    """Hits, best first, and what was asked for beside them; ``degraded`` names what recall had to do without."""

    hits: list[Hit]
    episodes: list[Episode]
    excerpt: Excerpt | None
    scenes: list[Scene]
    passages: list[Passage]
    degraded: list[str]


def recalled(found: search.Recalled) -> Recalled:
    """A whole answer."""
    other = found.beside
    return {
        "hits": [hit(one) for one in found],
        "episodes": [episode(one) for one in other.episodes],
        "excerpt": None if other.excerpt is None else excerpt(other.excerpt),
        "scenes": [scene(one) for one in other.scenes],
        "passages": [passage(one) for one in other.passages],
        "degraded": list(dict.fromkeys((*found.degraded, *other.degraded))),
    }


class Line(TypedDict):
    """One line of a context: what it says, why it is there, where it comes from, what it takes of the budget."""

    text: str
    why: str
    source: str
    memory_id: str | None
    message_id: str | None
    score: float | None
    tokens: int


class Context(TypedDict):
    """A prompt block; ``left_out`` are the lines that found no room."""

    text: str
    stable: str
    volatile: str
    tokens: int
    budget: int
    lines: list[Line]
    left_out: list[Line]
    degraded: list[str]


context: Maker[contexts.Context, Context] = maker(Context, text=str)


class Document(TypedDict):
    """A document of the companion's knowledge."""

    id: str
    root: str
    path: str
    title: str
    media_type: str
    digest: str
    size: int
    indexed_at: Moment
    passages: int


document: Maker[documents.Document, Document] = maker(Document)


class Picture(TypedDict):
    """A picture in a passage, as its document writes it."""

    alt: str
    path: str


class Passage(TypedDict):
    """A passage with its place: ``lines`` or ``pages`` are [first, last] from 1, and one of them is null.

    ``path`` is from the folder on that was added: where that is, is told on this machine alone.
    """

    id: str
    text: str
    path: str
    title: str
    heading: str
    lines: list[int] | None
    pages: list[int] | None
    pictures: list[Picture]
    note: str
    score: float
    features: dict[str, float]
    why: str
    source: str


passage: Maker[documents.Passage, Passage] = maker(
    Passage, pictures=lambda one: [{"alt": alt, "path": path} for alt, path in one.pictures]
)


class Scene(TypedDict):
    """A picture that is remembered; ``similarity`` is null where nothing was looked for.

    Where its file is, is told on this machine alone.
    """

    id: str
    scene_id: str
    description: str
    similarity: float | None
    why: str
    media_type: str
    width: int
    height: int
    sha256: str
    at: Moment
    missing: bool


class AddedScene(TypedDict):
    """What became of a picture that was added; ``spaces`` are those in which it has a vector."""

    step: str
    scene: Scene
    spaces: list[str]


added_scene: Maker[scene_keeping.Added, AddedScene] = maker(AddedScene)


scene: Maker[scenes.Scene, Scene] = maker(Scene)
