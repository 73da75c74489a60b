"""What the companion saw with one person: pictures with their descriptions, kept, found by what is said, and forgotten.

Like ``Person`` it decides nothing: it holds whose memory is meant and hands on to the rooms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.argument_checks import checked
from reverie.errors import InvalidInput
from reverie.images.scenes import Given, Scene, Viewing
from reverie.learning.message_learning import allowed
from reverie.memory.runtime import Runtime, surviving
from reverie.records.users import User
from reverie.removal.forgetting import Forgotten
from reverie.scenes import scene_keeping, scene_search
from reverie.scenes.scene_keeping import Added, Seen
from reverie.scenes.scene_search import Found
from reverie.settings_sections import PictureSettings

if TYPE_CHECKING:
    from numpy.typing import NDArray


def viewing(settings: PictureSettings, runtime: Runtime) -> Viewing:
    """How scenes are kept and judged, by the settings; pictures beside a SQLite file are kept relative to it."""
    beside = None if runtime.store.path is None else runtime.store.path.absolute().parent
    named = None if settings.folder is None else Path(settings.folder).expanduser()
    return Viewing(
        folder=named or beside,
        received=named or (None if runtime.store.encrypted else beside),  # a file beside an encrypted store is in clear
        threshold=settings.threshold,
    )


@checked
class Pictures:
    """The scenes of one person. ``person.pictures`` is theirs.

    ``whose`` says who that is now: whoever was merged is followed to where they are found.
    """

    def __init__(
        self, runtime: Runtime, whose: Callable[[], User], settings: PictureSettings, *, recorded: bool = True
    ) -> None:
        self._runtime = runtime
        self._whose = whose
        self._recorded = recorded
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
            Refused: the description holds a secret, memory is paused or off the record, or it is switched off.
            ConfigError: Pillow is not installed, or there is no folder for bytes.
        """
        allowed(self._recorded)
        content = picture if isinstance(picture, bytes) else Path(picture)
        seen = Seen(picture=content, description=description, scene_id=scene_id, given=_given(vector, space), at=at)
        return scene_keeping.add(self._runtime, self._whose().id, seen, self._viewing)

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
        return scene_search.find(self._runtime, self._whose().id, message, self._viewing, limit=limit, given=given)

    def list(self) -> tuple[Scene, ...]:
        """Every scene that is remembered, the oldest first."""
        return scene_keeping.scenes(self._runtime, self._whose().id, self._viewing)

    def scene(self, scene: str) -> Scene:
        """The scene with this id, the beginning of it, or the host's own id.

        Raises:
            NotFound: there is no such scene.
        """
        return scene_keeping.scene(self._runtime, self._whose().id, scene, self._viewing)

    def forget(self, scene: str) -> Forgotten:
        """Forget a scene, by its id, the beginning of it, or the host's own id. The picture file is left alone.

        Raises:
            NotFound: there is no such scene.
        """
        return scene_keeping.forget(self._runtime, self._whose().id, scene)


def _given(vector: Sequence[float] | NDArray[Any] | None, space: str | None) -> Given | None:
    if (vector is None) != (space is None):
        raise InvalidInput("a vector comes with the name of its space, and a space with a vector: pass both")
    return None if vector is None or space is None else Given(vector=vector, space=space)
