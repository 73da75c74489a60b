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
from typing import TYPE_CHECKING, Any

from reverie.argument_checks import checked
from reverie.errors import InvalidInput, ModelUnavailable, NotFound, Refused, ReverieWarning
from reverie.images import image_files
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
    viewing,
)
from reverie.learning.message_learning import admitted, see_admitted
from reverie.learning.rules import categories
from reverie.memory.runtime import PersonService, Runtime, see_recorded, surviving
from reverie.memory.writing import Step, Writing
from reverie.profile.observations import names_of
from reverie.records.memories import About, Candidate, Kind, Memory, Source, SourceKind, Status
from reverie.records.observation_categories import in_first_person
from reverie.records.users import User
from reverie.removal import forgetting
from reverie.removal.forgetting import Forgotten
from reverie.scenes import scene_search
from reverie.scenes.scene_search import Found
from reverie.secrets import masked
from reverie.settings_sections import PictureSettings
from reverie.store.database import Session
from reverie.store.search.vectors import packed
from reverie.store.tables.pictures import PictureVector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What became of a scene: added, reinforced (it was known as it is), or superseded (it was known otherwise).

    ``spaces`` are the geometries in which its picture has a vector.
    """

    step: Step
    scene: Scene
    spaces: tuple[str, ...] = ()


@checked
class Pictures(PersonService):
    """The scenes of one person. ``person.pictures`` is theirs.

    ``whose`` says who that is now: whoever was merged is followed to where they are found.
    """

    def __init__(
        self, runtime: Runtime, whose: Callable[[], User], settings: PictureSettings, *, recorded: bool = True
    ) -> None:
        super().__init__(runtime, whose, recorded=recorded)
        self._viewing = viewing(settings, runtime)

    @property
    def space(self) -> str | None:
        """The name of the image model's geometry, for vectors made by the same model elsewhere; None without one."""
        return None if self._runtime.images is None else self._runtime.images.space

    @surviving
    def add(
        self,
        picture: str | Path | bytes,
        description: str,
        *,
        vector: Sequence[float] | NDArray[Any] | None = None,
        space: str | None = None,
        scene_id: str | None = None,
        at: datetime | None = None,
    ) -> Added:
        """Remember a scene: a picture, and what it shows in a sentence.

        A path names a file, which stays where it is. Bytes are kept as a file, in ``pictures`` of the settings' folder
        or beside the store, until the person is erased.

        ``vector`` is the picture's, made by a perception layer, and ``space`` the name of its geometry; else the image
        model makes one, where there is one. ``scene_id`` is the host's own id. The same picture, or the same id, again
        is the same scene, with what is said of it now.

        Raises:
            NotFound: there is no such file.
            InvalidInput: it is no picture that can be read, or the vector, space, id or description can't be used.
            Refused: a text or name holds a secret, memory is paused or off the record, or it is switched off.
            ConfigError: Pillow is not installed, or there is no folder for bytes.
        """
        see_recorded(self._recorded)
        runtime, owner, brought = self._runtime, self._owner, _given(vector, space)
        file = _file(picture if isinstance(picture, bytes) else Path(picture), owner, self._viewing)
        candidate = _candidate(file, description, scene_id, self._viewing)
        _see_allowed(runtime, owner, description)
        given = None if brought is None else unit_vector(runtime, owner, brought)
        (telling,) = admitted(runtime, owner, candidate, source=Source(kind=SourceKind.TOOL), at=at)
        vectors = [one for one in (given, _embedded(runtime, file, given)) if one is not None]
        change = runtime.change(owner, "remember", actor="companion")
        with file.placed(), runtime.store.writing(owner) as session, session.act(change) as act:
            see_admitted(session, owner, [telling])
            stands = session.memories.keyed(owner, [candidate.key or ""], [Status.ACTIVE])
            same = frozenset(
                m.id for m in stands if m.text == telling.candidate.text and dict(m.details) == candidate.details
            )
            (learned,) = Writing(runtime, session, act).tell(replace(telling, same=same))
            memory = learned.memory
            if memory is None:
                raise InvalidInput("there is nothing to remember: say what the picture shows")
            before = learned.previous
            if before is not None and before.id != memory.id and before.details.get("sha256") == file.facts.sha256:
                session.pictures.copy(owner, owner, {before.id: memory.id})  # it is the same picture: so is its vector
            for named, made in vectors:
                (kept,) = packed(made[None])
                session.pictures.put(
                    owner, PictureVector(item_id=memory.id, space=named, vector=kept[0], scale=kept[1])
                )
            spaces = tuple(one.space for one in session.pictures.all(owner) if one.item_id == memory.id)
        return Added(step=learned.step, scene=scene_of(memory, self._viewing), spaces=spaces)

    def best(
        self, message: str, *, vector: Sequence[float] | NDArray[Any] | None = None, space: str | None = None
    ) -> Scene | None:
        """The scene that a message brings to mind most, None where none is above the threshold."""
        return next(iter(self.find(message, limit=1, vector=vector, space=space)), None)

    def find(
        self,
        message: str,
        *,
        limit: int = 5,
        vector: Sequence[float] | NDArray[Any] | None = None,
        space: str | None = None,
    ) -> Found:
        """The scenes that a message brings to mind, above the threshold, best first, each with its reason.

        ``vector`` is the message's own, made by the model that made the pictures' in ``space``: a host that has such a
        model needs none here.

        Raises:
            InvalidInput: the message is empty, the limit is not from 1 to 1000, or the vector can't be used.
        """
        given = _given(vector, space)
        return scene_search.find(self._runtime, self._owner, message, self._viewing, limit=limit, given=given)

    def list(self) -> tuple[Scene, ...]:
        """Every scene that is remembered, the oldest first."""
        now = self._runtime.clock()
        with self._runtime.store.reading() as session:
            found = session.memories.standing(self._owner, now, [], [PREFIX], [])
        ordered = sorted(found, key=lambda m: (m.valid_from, m.id))
        return tuple(scene_of(memory, self._viewing) for memory in ordered)

    def scene(self, scene: str) -> Scene:
        """The scene with this id, the beginning of it, or the host's own id.

        Raises:
            NotFound: there is no such scene.
        """
        owner = self._owner
        with self._runtime.store.reading() as session:
            return scene_of(_named(session, owner, scene), self._viewing)

    def forget(self, scene: str) -> Forgotten:
        """Forget a scene, by its id, the beginning of it, or the host's own id. The picture file is left alone.

        What was said of it earlier is forgotten too; undoing the change brings back what was said last.

        Raises:
            NotFound: there is no such scene.
        """
        runtime, owner = self._runtime, self._owner
        with runtime.store.reading() as session:
            memory = _named(session, owner, scene)
            before = session.memories.keyed(owner, [memory.key or ""], [Status.SUPERSEDED, Status.EXPIRED])
        for earlier in before:
            forgetting.forget(runtime, owner, earlier.id)
        return forgetting.forget(runtime, owner, memory.id)


def _given(vector: Sequence[float] | NDArray[Any] | None, space: str | None) -> Given | None:
    if (vector is None) != (space is None):
        raise InvalidInput("a vector comes with the name of its space, and a space with a vector: pass both")
    return None if vector is None or space is None else Given(vector=vector, space=space)


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
        return image_files.kept(self.path, self.content) if self.sent else nullcontext()


def _file(picture: Path | bytes, owner: str, viewing: Viewing) -> _File:
    """The file of a picture, read and checked."""
    if isinstance(picture, Path):
        content, name = image_files.content_of(picture), str(picture)
        return _File(content=content, facts=image_files.facts(content, name), path=picture, name=name, sent=False)
    name = "what was sent"
    facts = image_files.facts(picture, name)
    path = image_files.path_for(owner, facts, viewing.received)
    return _File(content=picture, facts=facts, path=path, name=name, sent=True)


def _candidate(file: _File, description: str, scene_id: str | None, viewing: Viewing) -> Candidate:
    facts = file.facts
    kept_as = scene_id_of(scene_id, facts.sha256)
    details = {
        "path": kept_path(file.path, viewing.folder),
        "media_type": facts.media_type,
        "width": facts.width,
        "height": facts.height,
        "sha256": facts.sha256,
        "scene_id": kept_as,
    }
    return Candidate(
        text=description,
        key=key_of(kept_as),
        about=About.WORLD,
        kind=Kind.SCENE,
        category=CATEGORY,
        confidence=1.0,
        details=details,
    )


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


def _named(session: Session, owner: str, named: str) -> Memory:
    given = session.memories.keyed(owner, [key_of(named.strip())], [Status.ACTIVE])
    found = given or session.memories.by_prefix(owner, named.strip() or "-")
    found = [m for m in found if m.kind is Kind.SCENE and m.status is Status.ACTIVE]
    if len(found) != 1:
        raise NotFound(f"there is not exactly one scene {masked(named).text!r}: list the pictures to see their ids")
    return found[0]


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
