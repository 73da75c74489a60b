"""What computes: embedders, found by name.

"minilm" and "none" are built in. Any other name is "provider:rest": the entry point ``provider`` of the group
"reverie.embedders", in whatever package is installed, is called with ``rest`` and returns the embedder.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import cast

from reverie.errors import ConfigError
from reverie.models.minilm import MiniLM
from reverie.ports import Embedder

GROUP = "reverie.embedders"


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
    return _provided(provider)(rest)


def cache_folder() -> Path:
    """Where things that can be made again are kept: REVERIE_CACHE_DIR, else the user's cache folder."""
    if chosen := os.environ.get("REVERIE_CACHE_DIR"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("reverie", appauthor=False)


def _provided(provider: str) -> Callable[[str], Embedder]:
    points = entry_points(group=GROUP)
    if provider not in points.names:
        known = ", ".join(['"minilm"', '"none"', *(f'"{name}:…"' for name in sorted(points.names))])
        raise ConfigError(f"no embedder is called {provider!r}; known: {known}. Choose one, or install its package.")
    try:
        return cast("Callable[[str], Embedder]", points[provider].load())
    except (ImportError, AttributeError) as error:
        raise ConfigError(
            f"the embedder {provider!r} is installed but can't be loaded ({error}); install what it needs."
        ) from error
