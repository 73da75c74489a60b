"""What computes: embedders and image models, found by name.

"minilm", "clip:FOLDER" and "none" are built in. Any other name is "provider:rest": the entry point ``provider`` of the
group "reverie.embedders" or "reverie.image_models", in whatever package is installed, is called with ``rest`` and
returns the model.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, cast

from reverie.errors import ConfigError
from reverie.models.clip import Clip
from reverie.models.minilm import MiniLM
from reverie.ports import Embedder, ImageModel

GROUP = "reverie.embedders"
IMAGE_MODELS = "reverie.image_models"


def embedder(name: str, *, cache: Path | None = None) -> Embedder | None:
    """Find the embedder of that name; "none" gives None.

    It loads nothing heavy before it first embeds. ``cache`` is where it may keep what it made once; else that is
    the environment's REVERIE_CACHE_DIR, else the user's cache folder. Raises ConfigError for a name that nothing
    provides.
    """
    if name == "none":
        return None
    if name == "minilm":
        return MiniLM(cache or cache_folder())
    provider, _, rest = name.partition(":")
    return cast("Embedder", _provided(provider, GROUP, "embedder", ("minilm", "none"))(rest))


def image_model(name: str) -> ImageModel | None:
    """Find the image model of that name: "clip:FOLDER" is an export of two ONNX files, "none" gives None.

    It loads nothing heavy before it first embeds. Raises ConfigError for a name that nothing provides, and for a folder
    that holds no model.
    """
    if name == "none":
        return None
    provider, _, rest = name.partition(":")
    if provider == "clip":
        return Clip(Path(rest).expanduser())
    return cast("ImageModel", _provided(provider, IMAGE_MODELS, "image model", ("clip:FOLDER", "none"))(rest))


def cache_folder() -> Path:
    """Where things that can be made again are kept: REVERIE_CACHE_DIR, else the user's cache folder."""
    if chosen := os.environ.get("REVERIE_CACHE_DIR"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("reverie", appauthor=False)


def _provided(provider: str, group: str, what: str, ours: Sequence[str]) -> Callable[[str], Any]:
    points = entry_points(group=group)
    if provider not in points.names:
        known = ", ".join([*(f'"{name}"' for name in ours), *(f'"{name}:…"' for name in sorted(points.names))])
        raise ConfigError(f"no {what} is called {provider!r}; known: {known}. Choose one, or install its package.")
    try:
        return cast("Callable[[str], Any]", points[provider].load())
    except (ImportError, AttributeError) as error:
        raise ConfigError(
            f"the {what} {provider!r} is installed but can't be loaded ({error}); install what it needs."
        ) from error
