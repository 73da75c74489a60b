"""Which scenes a message brings to mind: its likeness to their pictures and to their descriptions, as one figure.

What was not there to compare with is said in the result; it is never silently poorer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from reverie.errors import InvalidInput, ModelUnavailable
from reverie.images.image_formats import likeness
from reverie.images.scenes import NO_IMAGE_MODEL, PREFIX, Given, Scene, Viewing, scene_of, unit_vector
from reverie.memory.lifecycle import current
from reverie.memory.runtime import Runtime
from reverie.ports import ImageModel, View
from reverie.recall.search import searched
from reverie.records.memories import Kind, Memory
from reverie.store.database import Session
from reverie.store.search.tokens import each_word, shared

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_EVERY = 1_000_000
_SPARE = 16
"""Scenes read at once beyond those asked for, because some may be forgotten by now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found(Sequence[Scene]):
    """Scenes above the threshold, best first; ``degraded`` names what the search had to do without."""

    scenes: tuple[Scene, ...] = ()
    degraded: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.scenes)

    def __getitem__(self, index):  # type: ignore[no-untyped-def] # the overloads of Sequence say no more than the tuple
        return self.scenes[index]

    def __iter__(self) -> Iterator[Scene]:
        return iter(self.scenes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A message with its vectors, and what is missing: in the space of texts, and in a space of pictures."""

    text: str
    vector: NDArray[np.float32] | None = None
    pictured: NDArray[np.float32] | None = None
    space: str = ""
    degraded: tuple[str, ...] = ()


def find(
    runtime: Runtime, owner: str, message: str, viewing: Viewing, *, limit: int = 5, given: Given | None = None
) -> Found:
    """Find the scenes that a message brings to mind, above the threshold, best first, each with its reason.

    ``given`` is the message's own vector in the space of the pictures, where no image model is here to make it.

    Raises:
        InvalidInput: the message is empty, the limit is not from 1 to 1000, or the vector can't be used.
    """
    text = searched(message).strip()
    if not text:
        raise InvalidInput("there is nothing to look for: say something")
    if not 1 <= limit <= 1000:
        raise InvalidInput(f"a limit is from 1 to 1000, not {limit}")
    return runtime.one_moment(lambda: _found(runtime, owner, text, viewing, limit, given))


def _found(runtime: Runtime, owner: str, text: str, viewing: Viewing, limit: int, given: Given | None) -> Found:
    """Find them in the snapshot that is open."""
    query = _query(runtime, owner, given)
    with runtime.store.reading() as session:
        if not session.kept(owner, Kind.SCENE, lambda: session.pictures.any_scene(owner)):
            return Found()
        asked = _asked(runtime, text, query)
        described, degraded = _by_description(runtime, session, owner, asked)
        pictured, more = _by_picture(session, owner, asked, described)
        found = _read(session, owner, _best(described, pictured, viewing), limit, runtime.clock())
    scenes = [
        replace(
            scene_of(memory, viewing),
            similarity=alike,
            why=_why(pictured.get(memory.id), described.get(memory.id), viewing.alpha),
        )
        for alike, memory in found
    ]
    missing = (f"{s.called} is not where it was: bring its file back" for s in scenes if s.missing)
    told = (*asked.degraded, *degraded, *more, *missing)
    return Found(scenes=tuple(replace(one, degraded=told) for one in scenes), degraded=told)


def _read(
    session: Session, owner: str, best: Sequence[tuple[float, str]], limit: int, now: datetime
) -> list[tuple[float, Memory]]:
    """The best scenes that are remembered now: vectors of forgotten ones are there until these are deleted."""
    found: list[tuple[float, Memory]] = []
    for start in range(0, len(best), limit + _SPARE):
        part = best[start : start + limit + _SPARE]
        there = session.memories.by_ids(owner, [item_id for _alike, item_id in part])
        found += [(alike, there[i]) for alike, i in part if i in there and current(there[i], now)]
        if len(found) >= limit:
            break
    return found[:limit]


def _query(runtime: Runtime, owner: str, given: Given | None) -> tuple[str, NDArray[np.float32] | None] | None:
    """The space that is searched, and the vector given for it; None where there is no space."""
    if given is not None:
        return unit_vector(runtime, owner, given)
    return None if runtime.images is None else (runtime.images.space, None)


def _asked(runtime: Runtime, text: str, query: tuple[str, NDArray[np.float32] | None] | None) -> _Asked:
    """A message's vectors, in the space of texts and in that of pictures."""
    vectors = runtime.vectors([text])
    asked = _Asked(
        text=text,
        vector=None if vectors is None else vectors[0],
        degraded=()
        if vectors is not None
        else (f"{runtime.without_vectors()}; descriptions are compared by their words",),
    )
    if query is None:
        return replace(asked, degraded=(*asked.degraded, NO_IMAGE_MODEL))
    space, pictured = query
    if pictured is None and runtime.images is not None:
        made = runtime.outside((space, text), partial(_pictured, runtime.images, text))
        if isinstance(made, str):
            return replace(asked, degraded=(*asked.degraded, f"{made}; scenes are compared by their description only"))
        pictured = made
    return replace(asked, pictured=pictured, space=space)


def _pictured(images: ImageModel, text: str) -> NDArray[np.float32] | str:
    """A text's vector in the space of pictures, or why there is none."""
    try:
        vectors = images.embed_texts([text])
    except ModelUnavailable as error:
        return str(error)
    vector: NDArray[np.float32] = vectors[0]
    return vector


def _by_description(
    runtime: Runtime, session: Session, owner: str, asked: _Asked
) -> tuple[dict[str, float], tuple[str, ...]]:
    """Cosines of the descriptions to what is asked; without an embedder, the share of its words that they have."""
    if asked.vector is None:
        scenes = session.memories.standing(owner, runtime.clock(), [], [PREFIX], [])
        words = each_word(asked.text)
        return {m.id: shared(words, m.text) / max(1, len(words)) for m in scenes}, ()
    now = runtime.clock().timestamp()
    view = View(now=now, items=frozenset({"memory"}), kinds=frozenset({Kind.SCENE.value}))
    index = runtime.search.index(owner, session)
    stale = index.unembedded
    told = (f"{stale} items are not embedded by the present model: run `reverie reindex`",) if stale else ()
    return dict(index.nearest(asked.vector, view, _EVERY)), told


def _by_picture(
    session: Session, owner: str, asked: _Asked, scenes: Collection[str]
) -> tuple[dict[str, float], tuple[str, ...]]:
    """Cosines of the pictures to what is asked; of these ``scenes`` those without a vector in its space are told."""
    if asked.pictured is None:
        return {}, ()
    ids, vectors = session.pictures.in_space(owner, asked.space, len(asked.pictured))
    found = dict(zip(ids, (vectors @ asked.pictured).tolist(), strict=True))
    without = sum(item_id not in found for item_id in scenes)
    if not without:
        return found, ()
    others = ", ".join(one for one in session.pictures.spaces(owner) if one != asked.space)
    kept = f" (there are vectors of {others})" if others else ""
    note = f"{without} scenes have no vector of {asked.space}{kept}, only a description: run `reverie reindex`"
    return found, (note,)


def _best(described: Mapping[str, float], pictured: Mapping[str, float], viewing: Viewing) -> list[tuple[float, str]]:
    """Likeness and id of what is above its threshold, best first."""
    found = []
    for item_id in {*described, *pictured}:
        alike = likeness(pictured.get(item_id), described.get(item_id), viewing.alpha)
        if alike >= (viewing.threshold if item_id in pictured else viewing.description_threshold):
            found.append((alike, item_id))
    return sorted(found, key=lambda one: (-one[0], one[1]))


def _why(image: float | None, description: float | None, alpha: float) -> str:
    if image is not None and description is not None:
        return f"the picture fits by {image:.2f} (x {alpha:g}), its description by {description:.2f} (x {1 - alpha:g})"
    if image is not None:
        return f"the picture fits by {image:.2f}; its description was not compared"
    return f"its description fits by {description or 0.0:.2f}; the picture was not compared"
