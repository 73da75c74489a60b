"""What computes: embedders, language models and image models, found by name.

"tuned", "multilingual", "clip:FOLDER", "openai:MODEL", "ollama:MODEL" and "none" are built in. Any other name is
"provider:rest": the entry point ``provider`` of the group "reverie.embedders", "reverie.language_models" or
"reverie.image_models", in whatever package is installed, is called with ``rest`` and returns the model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from reverie.errors import ConfigError
from reverie.ports import Embedder, Extractor, ImageModel, LanguageModel

if TYPE_CHECKING:
    from reverie.config import Config

GROUP = "reverie.embedders"
LANGUAGE_MODELS = "reverie.language_models"
IMAGE_MODELS = "reverie.image_models"
EXTRACTORS = "reverie.extractors"
ENDPOINTS = ("openai", "ollama")
"""Providers whose models are behind an OpenAI-compatible endpoint."""


def embedder(name: str, settings: Config | None = None) -> Embedder | None:
    """Find the embedder of that name: "tuned" is the project's own, "multilingual" the extra's, "none" gives None.

    It loads nothing heavy and contacts nothing before it first embeds. ``settings`` say where an endpoint is; without
    them the environment does. Raises ConfigError for a name that nothing provides.
    """
    if name == "none":
        return None
    if name == "tuned":
        return _tuned_embedder()
    if name == "multilingual":
        return _multilingual_embedder()
    provider, _, rest = name.partition(":")
    if provider in ENDPOINTS:
        from reverie.models import openai_servers
        from reverie.models.openai_embedder import EndpointEmbedder

        told = settings or _defaults()
        return EndpointEmbedder(openai_servers.for_embedder(name, told), told.embedding.dimensions)
    ours = ("tuned", "multilingual", *(f"{one}:MODEL" for one in ENDPOINTS), "none")
    return cast("Embedder", _provided(provider, GROUP, "embedder", ours)(rest))


def extractor(name: str) -> Extractor | None:
    """Find the extractor of that name: "tuned" is the project's own, "none" gives None.

    It loads nothing before it is first asked. Raises ConfigError for a name that nothing provides.
    """
    if name == "none":
        return None
    if name == "tuned":
        return _tuned_extractor()
    provider, _, rest = name.partition(":")
    return cast("Extractor", _provided(provider, EXTRACTORS, "extractor", ("tuned", "none"))(rest))


@cache
def _tuned_embedder() -> Embedder:
    """Load the project's own embedder once a process: threads and stores share it."""
    from reverie.models.tuned_embedder import TunedEmbedder

    return TunedEmbedder()


@cache
def _multilingual_embedder() -> Embedder:
    """Load the embedder of many languages once a process."""
    from reverie.models.multilingual_embedder import MultilingualEmbedder

    return MultilingualEmbedder()


@cache
def _tuned_extractor() -> Extractor:
    """Load the project's own extractor once a process: threads and stores share it."""
    from reverie.models.tuned_extractor import TunedExtractor

    return TunedExtractor()


def language_model(name: str, settings: Config | None = None) -> LanguageModel | None:
    """Find the language model of that name; "none" gives None.

    It loads nothing heavy and contacts nothing before it is first asked. ``settings`` say where an endpoint is and
    what it can; without them the environment and the defaults do. Raises ConfigError for a name that nothing provides.
    """
    if name == "none":
        return None
    provider, _, rest = name.partition(":")
    if provider in ENDPOINTS:
        from reverie.models import openai_servers
        from reverie.models.openai_model import Endpoint

        told = (settings or _defaults()).model
        return Endpoint(
            openai_servers.for_model(name, told), window=told.window, limit=told.reply, temperature=told.temperature
        )
    ours = (*(f"{one}:MODEL" for one in ENDPOINTS), "none")
    return cast("LanguageModel", _provided(provider, LANGUAGE_MODELS, "language model", ours)(rest))


def _defaults() -> Config:
    from reverie.config import Config

    return Config.model_construct()


def image_model(name: str) -> ImageModel | None:
    """Find the image model of that name: "clip:FOLDER" is an export of two ONNX files, "none" gives None.

    It loads nothing heavy before it first embeds. Raises ConfigError for a name that nothing provides, and for a folder
    that holds no model.
    """
    if name == "none":
        return None
    provider, _, rest = name.partition(":")
    if provider == "clip":
        from reverie.models.clip import Clip

        return Clip(Path(rest).expanduser())
    return cast("ImageModel", _provided(provider, IMAGE_MODELS, "image model", ("clip:FOLDER", "none"))(rest))


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
