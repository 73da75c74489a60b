"""Pictures, as far as they are plain facts: what a file is by its bytes, how scenes are judged, how they are sent.

A scene is a memory of kind ``scene``: its text is the description, its details say which picture file it is.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

CATEGORY = "scene"
"""The category of scenes: it has no life span, a scene is kept for good."""

ALPHA, THRESHOLD = 0.7, 0.6
"""What the picture counts beside the description, and the least likeness that is a memory (seed 001)."""

DESCRIPTION_THRESHOLD = 0.35
"""The least likeness where only the description was compared. By the default embedder 14 messages came to 0.38 and more
with the description of what they meant, 15 that meant none of 19 pictures to 0.31 and less; at 0.6, two were found."""

LONGEST_SCENE_ID = 120

SENT = {"image/jpeg": "JPEG", "image/png": "PNG", "image/gif": "GIF", "image/webp": "WEBP"}
"""The types that models are sent, with the names that Pillow has for them."""

_STARTS: tuple[tuple[bytes, int, str], ...] = (
    (b"\xff\xd8\xff", 0, "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"),
    (b"GIF87a", 0, "image/gif"),
    (b"GIF89a", 0, "image/gif"),
    (b"WEBP", 8, "image/webp"),
    (b"II*\x00", 0, "image/tiff"),
    (b"MM\x00*", 0, "image/tiff"),
    (b"BM", 0, "image/bmp"),
    (b"ftypheic", 4, "image/heic"),
    (b"ftypheix", 4, "image/heic"),
    (b"ftypmif1", 4, "image/heif"),
    (b"ftypavif", 4, "image/avif"),
    (b"\x00\x00\x01\x00", 0, "image/x-icon"),
    (b"%PDF-", 0, "application/pdf"),
    (b"<svg", 0, "image/svg+xml"),
)


def media_type(content: bytes) -> str | None:
    """What a file is by its first bytes, whatever its name says; None for what is no picture."""
    return next((name for start, at, name in _STARTS if content[at : at + len(start)] == start), None)


def likeness(image: float | None, description: float | None, alpha: float) -> float:
    """How like a scene is to what is asked: ``alpha`` * picture + (1 - ``alpha``) * description (seed 001).

    Cosines, or None for what is not known: then the other counts alone.
    """
    if image is None or description is None:
        return next((one for one in (image, description) if one is not None), 0.0)
    return alpha * image + (1 - alpha) * description


@dataclass(frozen=True, slots=True, kw_only=True)
class Sized:
    """What a picture may have when it is sent: pixels on its longer side, and bytes in base64.

    Providers count these (Anthropic: "image exceeds 5 MB maximum"), which are a third more than the file's.
    """

    most_bytes: int = 5_000_000
    longest_side: int = 1568


def bytes_sent(content: bytes) -> int:
    """How many bytes a picture has as it is sent, in base64."""
    return -(-len(content) // 3) * 4


PIXELS_A_TOKEN = 750
"""How many pixels of a picture a model reads as one token: Anthropic's figure; OpenAI's models take fewer tokens."""


def image_tokens(width: int, height: int, longest_side: int) -> int:
    """How many tokens a picture takes at most, once its longer side has at most so many pixels."""
    shrunk = min(1.0, longest_side / max(width, height, 1))
    return math.ceil(width * height * shrunk * shrunk / PIXELS_A_TOKEN)


def side_within(width: int, height: int, tokens: int) -> int:
    """How many pixels the longer side of a picture may have, so that it takes at most so many tokens."""
    longer, shorter = max(width, height, 1), max(1, min(width, height))
    return math.isqrt(max(0, tokens) * PIXELS_A_TOKEN * longer // shorter)


def openai_part(media: str, content: bytes) -> dict[str, Any]:
    """The part of an OpenAI message that shows a picture."""
    return {"type": "image_url", "image_url": {"url": f"data:{media};base64,{_base64(content)}"}}


def anthropic_part(media: str, content: bytes) -> dict[str, Any]:
    """The block of an Anthropic message that shows a picture."""
    return {"type": "image", "source": {"type": "base64", "media_type": media, "data": _base64(content)}}


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def text_of(details: Mapping[str, object], name: str) -> str:
    """One of a scene's details that is a text; empty where it is missing."""
    value = details.get(name)
    return value if isinstance(value, str) else ""
