"""Picture files: read, checked by what they hold, made ready for a model to see, and kept in a folder of each person's.

Those that are kept came as bytes, over HTTP or from a camera.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import struct
import zlib
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.errors import ConfigError, InvalidInput, NotFound, StoreError, why
from reverie.extras import install
from reverie.images.image_formats import SENT, Sized, bytes_sent, media_type
from reverie.memory.runtime import new_id

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

LARGEST_FILE = 100_000_000
"""Bytes of a file that is read at all."""

MOST_PIXELS = 64_000_000
"""A picture of more would take 200 MB and more to decode; it may be a trap of a few kilobytes."""

_TELLS_NOTHING = frozenset(
    "jfif jfif_density jfif_unit jfif_version dpi background version duration loop timestamp transparency gamma "
    "icc_profile progression progressive aspect interlace srgb chromaticity extension adobe adobe_transform".split()
)
"""What a file says of itself that is no note of anybody's: a comment, a text or a place is."""
_AS_IT_IS = frozenset({"1", "L", "LA", "P", "RGB", "RGBA"})
"""Modes with 8 bits a channel that every model reads."""
_ORIENTATION = 0x0112
_TURNS = {
    2: "FLIP_LEFT_RIGHT",
    3: "ROTATE_180",
    4: "FLIP_TOP_BOTTOM",
    5: "TRANSPOSE",
    6: "ROTATE_270",
    7: "TRANSVERSE",
    8: "ROTATE_90",
}
"""What makes a picture upright, by how EXIF says the camera was held."""
_QUALITY = 88
_SMALLEST_SIDE = 64
_DAMAGED = (OSError, SyntaxError, ValueError, EOFError, LookupError, OverflowError, struct.error, zlib.error)
"""What Pillow raises on damaged files: its decoders share no error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a picture file is: its type by content, its size in pixels as it is seen (turned upright), its SHA-256."""

    media_type: str
    width: int
    height: int
    sha256: str


def content_of(path: Path, called: str | None = None) -> bytes:
    """Read a picture file; errors say what it is ``called``, or else its path.

    Raises:
        NotFound: there is no such file.
        InvalidInput: it can't be read, is empty, or larger than 100 MB.
    """
    named = called or f"the picture {path}"
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise InvalidInput(f"{named} is not a file: name the picture itself")
        if size > LARGEST_FILE:
            raise InvalidInput(f"{named} has {size:,} bytes, more than {LARGEST_FILE:,}: save it smaller")
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise NotFound(f"{named} is not there: bring it back, or forget the scene and add it again") from error
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        raise InvalidInput(f"{named} can't be read: {why(error)}") from error
    if not content:
        raise InvalidInput(f"{named} is empty: save it again")
    return content


def digest(content: bytes) -> str:
    """The SHA-256 of a picture file."""
    return hashlib.sha256(content).hexdigest()


def facts(content: bytes, name: str) -> Facts:
    """Say what a picture is, decoding all of it: a file that is cut off has a head that looks well.

    Raises:
        InvalidInput: it is no picture, of a type that models don't read, damaged, or too large.
        ConfigError: Pillow is not installed.
    """
    with _opened(content, name) as image:
        image.load()
        width, height = image.size
        if image.getexif().get(_ORIENTATION, 1) >= 5:  # these turn it by a quarter
            width, height = height, width
    return Facts(media_type=media_type(content) or "", width=width, height=height, sha256=digest(content))


def pixels(content: bytes, name: str) -> NDArray[np.uint8]:
    """Decode a picture: red, green and blue, upright, on white where it is transparent; shape (height, width, 3).

    Of an animation it is the first frame.

    Raises:
        InvalidInput, ConfigError: as for ``facts``.
    """
    import numpy as np

    with _opened(content, name) as image:
        return np.asarray(_plain(image), dtype=np.uint8)


def sendable(content: bytes, name: str, sized: Sized, *, downscale: bool = True) -> tuple[str, bytes]:
    """Make a picture ready to be sent to a model: its type and bytes.

    It goes as it is, if it is within ``sized``, upright, of 8 bits, not animated, and without notes on where it was
    taken (EXIF, XMP). Else it is written anew without them, and smaller where it is too large.

    Raises:
        InvalidInput: as for ``facts``; or it is too large and ``downscale`` is False.
        ConfigError: Pillow is not installed.
    """
    with _opened(content, name) as image:
        fits = bytes_sent(content) <= sized.most_bytes and max(image.size) <= sized.longest_side
        if not fits and not downscale:
            raise InvalidInput(
                f"{name} has {bytes_sent(content):,} bytes in base64 and {image.width} x {image.height} pixels, above "
                f"{sized.most_bytes:,} bytes or {sized.longest_side} pixels: let it be downscaled"
            )
        image.load()  # also where it goes as it is: what is cut off is found here
        if fits and _sent_as_it_is(image):
            return media_type(content) or "", content
        lossless = image.format in ("PNG", "GIF")
        upright = _plain(image)
    return _written(upright, sized, lossless=lossless, name=name)


@contextmanager
def _opened(content: bytes, name: str) -> Iterator[Image]:
    """A picture whose head was read, and whatever goes wrong with the rest translated."""
    try:
        from PIL import Image
    except ImportError as error:
        raise ConfigError(f"pictures need Pillow, which is not installed: {install('pictures')}") from error
    kind = media_type(content)
    if kind is None:
        raise InvalidInput(f"{name} is no picture, whatever it is called: give a JPEG, PNG, GIF or WebP file")
    if kind not in SENT:
        raise InvalidInput(f"{name} is of type {kind}, which models don't read: save it as JPEG or PNG")
    too_many = f"{name} has more than {MOST_PIXELS:,} pixels: save it smaller"
    try:
        with Image.open(io.BytesIO(content), formats=[SENT[kind]]) as image:
            if image.width * image.height > MOST_PIXELS:
                raise InvalidInput(too_many)
            yield image
    except InvalidInput:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise InvalidInput(too_many) from error
    except _DAMAGED as error:
        raise InvalidInput(f"the picture {name} is damaged or cut off: save it again") from error


def _sent_as_it_is(image: Image) -> bool:
    animated = getattr(image, "is_animated", False)
    told = len(image.getexif()) > 0 or not _TELLS_NOTHING.issuperset(image.info)
    return image.mode in _AS_IT_IS and not animated and not told


def _plain(image: Image) -> Image:
    """The first frame, upright, red, green and blue, on white."""
    from PIL import Image as Images

    image.seek(0)
    image.load()
    turn = _TURNS.get(image.getexif().get(_ORIENTATION, 1))
    # Pillow's own way writes the notes anew, and fails on notes that are damaged.
    seen = image if turn is None else image.transpose(Images.Transpose[turn])
    if seen.mode.startswith(("I", "F")):
        seen = _in_8_bits(seen)
    if seen.mode in ("RGBA", "LA", "PA") or "transparency" in seen.info:
        clear = seen.convert("RGBA")
        white = Images.new("RGBA", clear.size, "white")
        seen = Images.alpha_composite(white, clear)
    plain = seen.convert("RGB")
    plain.info = {}  # what some writers would put into the file again
    return plain


def _in_8_bits(image: Image) -> Image:
    """A grey picture of 16 bits: Pillow would cut its numbers at 255, and make it white."""
    import numpy as np
    from PIL import Image as Images

    grey = np.asarray(image, dtype=np.float64)
    return Images.fromarray(np.clip(grey / 257, 0, 255).round().astype(np.uint8))


def _written(image: Image, sized: Sized, *, lossless: bool, name: str) -> tuple[str, bytes]:
    """The picture within the limits: as PNG where it was lossless and that fits, else as JPEG, ever smaller."""
    side = sized.longest_side
    while side >= _SMALLEST_SIDE:
        image.thumbnail((side, side))
        for media in (*(["image/png"] if lossless else []), "image/jpeg"):
            out = io.BytesIO()
            image.save(out, format=SENT[media], **({} if media == "image/png" else {"quality": _QUALITY}))
            if bytes_sent(out.getvalue()) <= sized.most_bytes:
                return media, out.getvalue()
        side = min(side, max(image.size)) * 3 // 4
    raise InvalidInput(f"{name} can't be made smaller than {sized.most_bytes:,} bytes: allow more")


FOLDER = "pictures"
"""The folder in which they stand, one folder for each person."""


def path_for(owner: str, facts: Facts, folder: Path | None) -> Path:
    """Where a picture of a person is kept.

    Raises:
        ConfigError: there is no ``folder`` for pictures.
    """
    if folder is None:
        raise ConfigError(
            "there is no place for a picture that is sent: set pictures.folder, which a store in memory, on PostgreSQL "
            "or encrypted does not choose by itself"
        )
    return folder / FOLDER / owner / f"{facts.sha256}.{SENT[facts.media_type].lower()}"


@contextmanager
def kept(path: Path, content: bytes) -> Iterator[None]:
    """Have a picture in a file while a scene of it is remembered; where that fails, a file that is new goes again.

    Raises:
        StoreError: it can't be written.
    """
    there = path.is_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished = path.with_name(f"{new_id()}.part")
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
        unfinished.replace(path)
    except OSError as error:
        raise StoreError(f"the picture can't be kept at {path}: {error.strerror or error}") from error
    with ExitStack() as unless_remembered:
        if not there:
            unless_remembered.callback(path.unlink, missing_ok=True)
        yield
        unless_remembered.pop_all()


def delete(owners: Collection[str], folder: Path | None) -> tuple[int, tuple[str, ...]]:
    """Delete the pictures of people who are erased; how many went, and in sentences what could not be deleted."""
    gone, left = 0, []
    if folder is None:
        return 0, ()
    for owner in owners:
        place = folder / FOLDER / owner
        there = sum(1 for _file in place.glob("*"))
        try:
            shutil.rmtree(place)
        except FileNotFoundError:
            continue  # nobody sent one
        except OSError as error:
            left.append(f"{FOLDER}/{owner} can't be deleted ({error.strerror or error}): delete that folder")
        gone += there - sum(1 for _file in place.glob("*"))
    return gone, tuple(left)
