"""What the companion saw with somebody: scenes, each a picture file with a description, kept, listed and forgotten.

A scene is a memory like any other, in a slot of its own; beside it lie vectors of the picture, in the geometry of an
image model.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.errors import InvalidInput, ModelUnavailable, NotFound, Refused, ReverieWarning
from reverie.images import image_files, picture_files
from reverie.images.image_formats import CATEGORY
from reverie.images.scenes import (
    PREFIX,
    Given,
    Scene,
    Viewing,
    kept_path,
    key_of,
    scene_id_of,
    scene_of,
    unit_vector,
)
from reverie.learning.message_learning import admitted, see_admitted
from reverie.learning.rules import categories
from reverie.memory.runtime import Runtime
from reverie.memory.writing import Step, Writing
from reverie.profile.observations import names_of
from reverie.records.memories import About, Candidate, Kind, Memory, Source, SourceKind, Status
from reverie.records.observation_categories import in_first_person
from reverie.removal import forgetting
from reverie.removal.forgetting import Forgotten
from reverie.store.database import Session
from reverie.store.search.vectors import packed
from reverie.store.tables.pictures import PictureVector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Something seen, to be kept: a file, or what one holds; ``scene_id`` None is the picture's own digest."""

    picture: Path | bytes
    description: str
    scene_id: str | None = None
    given: Given | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What became of a scene: added, reinforced (it was known as it is), or superseded (it was known otherwise).

    ``spaces`` are the geometries in which its picture has a vector.
    """

    step: Step
    scene: Scene
    spaces: tuple[str, ...] = ()


def add(runtime: Runtime, owner: str, seen: Seen, viewing: Viewing) -> Added:
    """Keep a scene. The same picture (or ``scene_id``) again is the same scene: what is said of it last is so.

    Raises:
        NotFound: there is no such file.
        InvalidInput: it is no picture that can be read, or a vector, space or id can't be used.
        ConfigError: it came as bytes, and there is no folder for them.
        Refused: the description holds a secret, memory is paused, or what it speaks of is switched off.
    """
    file = _file(seen.picture, owner, viewing)
    facts = file.facts
    scene_id = scene_id_of(seen.scene_id, facts.sha256)
    details = {
        "path": kept_path(file.path, viewing.folder),
        "media_type": facts.media_type,
        "width": facts.width,
        "height": facts.height,
        "sha256": facts.sha256,
        "scene_id": scene_id,
    }
    candidate = Candidate(
        text=seen.description,
        key=key_of(scene_id),
        about=About.WORLD,
        kind=Kind.SCENE,
        category=CATEGORY,
        confidence=1.0,
        details=details,
    )
    _see_allowed(runtime, owner, seen.description)
    given = None if seen.given is None else unit_vector(runtime, owner, seen.given)
    (telling,) = admitted(runtime, owner, candidate, source=Source(kind=SourceKind.TOOL), at=seen.at)
    vectors = [one for one in (given, _embedded(runtime, file, given)) if one is not None]
    change = runtime.change(owner, "remember", actor="companion")
    with file.placed(), runtime.store.writing(owner) as session, session.act(change) as act:
        see_admitted(session, owner, [telling])
        stands = session.memories.keyed(owner, [key_of(scene_id)], [Status.ACTIVE])
        same = frozenset(m.id for m in stands if m.text == telling.candidate.text and dict(m.details) == details)
        (learned,) = Writing(runtime, session, act).tell(replace(telling, same=same))
        memory = learned.memory
        if memory is None:
            raise InvalidInput("there is nothing to remember: say what the picture shows")
        before = learned.previous
        if before is not None and before.id != memory.id and before.details.get("sha256") == facts.sha256:
            session.pictures.copy(owner, owner, {before.id: memory.id})  # the picture is the same, and so is its vector
        for space, vector in vectors:
            (kept,) = packed(vector[None])
            session.pictures.put(owner, PictureVector(item_id=memory.id, space=space, vector=kept[0], scale=kept[1]))
        spaces = tuple(one.space for one in session.pictures.all(owner) if one.item_id == memory.id)
    return Added(step=learned.step, scene=scene_of(memory, viewing), spaces=spaces)


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    """A picture with what it is, where it stands or will, and what it is called in errors."""

    content: bytes
    facts: image_files.Facts
    path: Path
    name: str
    sent: bool

    def placed(self) -> AbstractContextManager[None]:
        """Have the file there while its scene is written."""
        return picture_files.kept(self.path, self.content) if self.sent else nullcontext()


def _file(picture: Path | bytes, owner: str, viewing: Viewing) -> _File:
    """The file of a picture, read and checked."""
    if isinstance(picture, Path):
        content, name = image_files.content_of(picture), str(picture)
        return _File(content=content, facts=image_files.facts(content, name), path=picture, name=name, sent=False)
    name = "what was sent"
    facts = image_files.facts(picture, name)
    path = picture_files.path_for(owner, facts, viewing.received)
    return _File(content=picture, facts=facts, path=path, name=name, sent=True)


def _see_allowed(runtime: Runtime, owner: str, description: str) -> None:
    """See that a description speaks of nothing that the person has switched off: "in bed with asthma" is health."""
    with runtime.store.reading() as session:
        off, names = session.people.settings(owner).get("categories_off"), names_of(session, owner)
    if off:
        said = in_first_person(description, names)
        read = categories(said, sent_at=runtime.clock()) & {*map(str, off)}
        if read:
            raise Refused.switched_off(min(read))


def _embedded(
    runtime: Runtime, file: _File, given: tuple[str, NDArray[np.float32]] | None
) -> tuple[str, NDArray[np.float32]] | None:
    """The picture's vector by the image model; None where there is none, it is given already, or the model fails."""
    model = runtime.images
    if model is None or (given is not None and given[0] == model.space):
        return None
    try:
        return model.space, model.embed_pictures([image_files.pixels(file.content, file.name)])[0]
    except ModelUnavailable as error:
        warnings.warn(
            f"{error}; the scene is kept without its picture's vector: then run `reverie reindex`",
            ReverieWarning,
            stacklevel=2,
        )
        return None


def scenes(runtime: Runtime, owner: str, viewing: Viewing) -> tuple[Scene, ...]:
    """Every scene that is remembered, the oldest first."""
    now = runtime.clock()
    with runtime.store.reading() as session:
        found = session.memories.standing(owner, now, [], [PREFIX], [])
    return tuple(scene_of(memory, viewing) for memory in sorted(found, key=lambda m: (m.valid_from, m.id)))


def scene(runtime: Runtime, owner: str, named: str, viewing: Viewing) -> Scene:
    """The scene with this id, the beginning of it, or the id that the host gave it.

    Raises:
        NotFound: there is no such scene.
    """
    with runtime.store.reading() as session:
        return scene_of(_named(session, owner, named), viewing)


def forget(runtime: Runtime, owner: str, named: str) -> Forgotten:
    """Forget a scene, by its id, the beginning of it, or the id that the host gave it. The picture file stays.

    What was said of it earlier is forgotten too; undoing the change brings back what was said last.

    Raises:
        NotFound: there is no such scene.
    """
    with runtime.store.reading() as session:
        memory = _named(session, owner, named)
        before = session.memories.keyed(owner, [memory.key or ""], [Status.SUPERSEDED, Status.EXPIRED])
    for earlier in before:
        forgetting.forget(runtime, owner, earlier.id)
    return forgetting.forget(runtime, owner, memory.id)


def _named(session: Session, owner: str, named: str) -> Memory:
    given = session.memories.keyed(owner, [key_of(named.strip())], [Status.ACTIVE])
    found = given or session.memories.by_prefix(owner, named.strip() or "-")
    found = [m for m in found if m.kind is Kind.SCENE and m.status is Status.ACTIVE]
    if len(found) != 1:
        raise NotFound(f"there is no one scene {named!r}: list the pictures to see their ids")
    return found[0]


def unembedded(runtime: Runtime, owner: str) -> int:
    """How many scenes have no vector of the present image model."""
    if runtime.images is None:
        return 0
    with runtime.store.reading() as session:
        return len(session.pictures.without(owner, runtime.images.space))


def reindex(
    runtime: Runtime, owners: Sequence[str], viewing: Viewing, progress: Callable[[int, int], None] | None = None
) -> int | None:
    """Give every scene a vector of the present image model; give how many were made, None where there is no model.

    It can be stopped and run again.

    Scenes whose file is gone, changed or damaged are passed over: a warning says how many.

    Raises:
        ModelUnavailable: the image model fails.
    """
    model = runtime.images
    if model is None:
        return None
    with runtime.store.reading() as session:
        waiting = [(owner, item) for owner in owners for item in session.pictures.without(owner, model.space)]
    made = 0
    for done, (owner, item_id) in enumerate(waiting, start=1):
        with runtime.store.reading() as session:
            memory = session.memories.by_id(owner, item_id)
        picture = None if memory is None else _unchanged(scene_of(memory, viewing))
        if picture is not None:
            (kept,) = packed(model.embed_pictures([picture]))
            with runtime.store.writing(owner) as session:
                if session.memories.by_id(owner, item_id) is not None:
                    vector = PictureVector(item_id=item_id, space=model.space, vector=kept[0], scale=kept[1])
                    session.pictures.put(owner, vector)
                    made += 1
        if progress is not None:
            progress(done, len(waiting))
    if made < len(waiting):
        left = len(waiting) - made
        warnings.warn(f"{left} pictures are gone or were changed: add them again", ReverieWarning, stacklevel=2)
    return made


def _unchanged(scene: Scene) -> NDArray[np.uint8] | None:
    """The picture of a scene; None where the file is not what was added."""
    try:
        content = image_files.content_of(scene.path)
        return image_files.pixels(content, str(scene.path)) if image_files.digest(content) == scene.sha256 else None
    except (NotFound, InvalidInput):
        return None
