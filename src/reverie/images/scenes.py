"""What a scene is: a memory whose details name a picture file, given out as a ``Scene`` that can be shown to a model.

Picture files stay where they are. A path inside the folder of pictures is kept from that folder on, so that store and
pictures can be moved together; any other is kept whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.errors import Conflict, InvalidInput
from reverie.images import image_files
from reverie.images.image_formats import (
    ALPHA,
    CATEGORY,
    DESCRIPTION_THRESHOLD,
    LONGEST_SCENE_ID,
    THRESHOLD,
    Sized,
    anthropic_part,
    openai_part,
    text_of,
)
from reverie.memory.runtime import Runtime
from reverie.records.conversations import cleaned
from reverie.records.memories import Memory
from reverie.secrets import no_secret

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reverie.settings_sections import PictureSettings

PREFIX = f"{CATEGORY}:"
"""How the slots of scenes begin."""

MOST_DIMENSIONS = 8192
LONGEST_SPACE = 200

NO_IMAGE_MODEL = "no image model: scenes are compared by their description only; set pictures.model in reverie.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewing:
    """How scenes are kept and judged. ``folder`` is what paths inside it are relative to; None keeps them whole.

    ``received`` is where pictures go that come as bytes; None takes none.
    """

    folder: Path | None = None
    received: Path | None = None
    alpha: float = ALPHA
    threshold: float = THRESHOLD
    description_threshold: float = DESCRIPTION_THRESHOLD
    sized: Sized = field(default_factory=Sized)


def viewing(settings: PictureSettings, runtime: Runtime) -> Viewing:
    """How scenes are kept and judged, by the settings; pictures beside a SQLite file are kept relative to it."""
    beside = None if runtime.store.path is None else runtime.store.path.absolute().parent
    named = None if settings.folder is None else Path(settings.folder).expanduser()
    return Viewing(
        folder=named or beside,
        received=named or (None if runtime.store.encrypted else beside),  # a file beside an encrypted store is in clear
        threshold=settings.threshold,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A vector from outside, with the name of its geometry."""

    vector: Sequence[float] | NDArray[Any]
    space: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A picture that is remembered, with its description.

    ``path`` is where the file is, and ``missing`` whether it is not there. ``similarity`` and ``why`` are of a search,
    None and empty elsewhere. ``degraded`` names what the search had to do without, with the remedy.
    """

    id: str
    scene_id: str
    path: Path
    description: str
    media_type: str
    width: int
    height: int
    sha256: str
    at: datetime
    missing: bool = False
    similarity: float | None = None
    why: str = ""
    degraded: tuple[str, ...] = ()
    sized: Sized = field(default_factory=Sized, repr=False)

    @property
    def called(self) -> str:
        """What the picture is called in notes and errors: they may be told elsewhere, so no path is in them."""
        return f"the picture of {self.description!r}"

    def part_openai(self, *, downscale: bool = True) -> dict[str, Any]:
        """The picture as a part of an OpenAI message, smaller where it is too large, unless ``downscale`` is False.

        Raises:
            NotFound: the file is gone.
            Conflict: the file is another one than was added.
            InvalidInput: it is damaged, or too large.
        """
        return openai_part(*self._sendable(downscale))

    def part_anthropic(self, *, downscale: bool = True) -> dict[str, Any]:
        """The picture as a block of an Anthropic message; errors as of ``part_openai``."""
        return anthropic_part(*self._sendable(downscale))

    def content(self) -> bytes:
        """The picture's file, as it was when it was added.

        Raises:
            NotFound: the file is gone.
            Conflict: the file is another one than was added.
        """
        content = image_files.content_of(self.path, self.called)
        if image_files.digest(content) != self.sha256:
            raise Conflict(
                f"{self.called} was changed since it was added, and may show something else: add it again",
                existing=self.id,
            )
        return content

    def _sendable(self, downscale: bool) -> tuple[str, bytes]:
        return image_files.sendable(self.content(), self.called, self.sized, downscale=downscale)


def key_of(scene_id: str) -> str:
    """The slot of a scene."""
    return f"{PREFIX}{scene_id}"


def scene_id_of(named: str | None, digest: str) -> str:
    """The id that the host gave a scene, or the beginning of its picture's digest.

    Raises:
        InvalidInput: it is empty or too long.
    """
    if named is None:
        return digest[:16]
    kept = " ".join(cleaned(named).split())
    if not 0 < len(kept) <= LONGEST_SCENE_ID:
        raise InvalidInput(f"a scene's id is 1 to {LONGEST_SCENE_ID} characters: this has {len(kept):,}")
    return kept


def kept_path(path: Path, folder: Path | None) -> str:
    """The path as it is kept: from the folder on, where it is inside, so that both can be moved together."""
    whole = path.expanduser().resolve()
    root = None if folder is None else folder.resolve()
    return whole.relative_to(root).as_posix() if root is not None and whole.is_relative_to(root) else str(whole)


def path_of(details: Mapping[str, object], folder: Path | None) -> Path:
    """Where the picture file of a scene with these details is."""
    kept = text_of(details, "path")
    return Path(kept) if folder is None else folder.resolve() / kept


def scene_of(memory: Memory, viewing: Viewing) -> Scene:
    """The scene that a memory is."""
    details = memory.details
    path = path_of(details, viewing.folder)
    return Scene(
        id=memory.id,
        scene_id=text_of(details, "scene_id"),
        path=path,
        description=memory.text,
        media_type=text_of(details, "media_type"),
        width=_number(details, "width"),
        height=_number(details, "height"),
        sha256=text_of(details, "sha256"),
        at=memory.valid_from,
        missing=not path.is_file(),
        sized=viewing.sized,
    )


def _number(details: Mapping[str, object], name: str) -> int:
    value = details.get(name)
    return value if isinstance(value, int) else 0


def unit_vector(runtime: Runtime, owner: str, given: Given) -> tuple[str, NDArray[np.float32]]:
    """A vector from outside as a unit vector, with its space.

    Raises:
        InvalidInput: it has no direction, or not as many numbers as others of its space.
        Refused: the name of the space holds a secret.
    """
    import numpy as np

    space = given.space.strip()
    if not 0 < len(space) <= LONGEST_SPACE:
        raise InvalidInput("a vector needs the name of its space: pass space=, for example the model's name")
    no_secret(space, "the name of a space")
    try:
        vector = np.asarray(given.vector, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidInput(f"a picture's vector is a list of numbers: {error}") from error
    if vector.ndim != 1 or not 1 <= vector.size <= MOST_DIMENSIONS:
        raise InvalidInput(f"a picture's vector is one row of 1 to {MOST_DIMENSIONS:,} numbers, not {vector.shape}")
    with np.errstate(over="ignore"):  # a length past every number is infinite, and refused
        length = float(np.linalg.norm(vector))
    if not np.isfinite(length) or length == 0:
        raise InvalidInput("a picture's vector has a length above 0 and finite numbers: look at what made it")
    with runtime.store.reading() as session:
        known = session.pictures.dimensions(owner, space)
    if runtime.images is not None and runtime.images.space == space:
        known = runtime.images.dimensions
    if known is not None and known != vector.size:
        raise InvalidInput(f"the space {space!r} has {known} numbers, not {vector.size}: name the space of this model")
    return space, (vector / length).astype(np.float32)
