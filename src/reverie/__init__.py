"""Memory and identity for AI companions: complete and offline on one SQLite file.

>>> import reverie
>>> with reverie.open(":memory:", embedder="none") as luna:
...     ada = luna.meet("Ada")
...     said = ada.say("My favorite food is ramen.")
...     print(said.learned[0].memory.text)
Favorite food is ramen.
"""

from __future__ import annotations

import gc
import importlib
import typing

if typing.TYPE_CHECKING:
    from reverie.app import Reverie, open
    from reverie.domain.context import Context
    from reverie.domain.conversations import Message
    from reverie.domain.memories import Memory
    from reverie.domain.opinions import Occasion, Opinion
    from reverie.domain.ranking import Sources
    from reverie.errors import (
        ConfigError,
        Conflict,
        InvalidInput,
        ModelError,
        ModelUnavailable,
        NotFound,
        Refused,
        ReverieError,
        ReverieWarning,
        StoreBusy,
        StoreError,
        WrongKey,
    )
    from reverie.person import Person
    from reverie.services.learning import Said
    from reverie.services.observations import Review
    from reverie.services.query_context import Queries
    from reverie.services.recall import Amounts, Hit, Looking, Recalled
    from reverie.services.scenes import Scene
    from reverie.turns import Streaming, Turn

__version__ = "0.2.0"

_HOMES = {
    "reverie.app": ("Reverie", "open"),
    "reverie.person": ("Person",),
    "reverie.domain.context": ("Context",),
    "reverie.domain.conversations": ("Message",),
    "reverie.domain.memories": ("Memory",),
    "reverie.domain.opinions": ("Occasion", "Opinion"),
    "reverie.domain.ranking": ("Sources",),
    "reverie.errors": (
        "ConfigError",
        "Conflict",
        "InvalidInput",
        "ModelError",
        "ModelUnavailable",
        "NotFound",
        "Refused",
        "ReverieError",
        "ReverieWarning",
        "StoreBusy",
        "StoreError",
        "WrongKey",
    ),
    "reverie.services.learning": ("Said",),
    "reverie.services.observations": ("Review",),
    "reverie.services.recall": ("Amounts", "Hit", "Looking", "Recalled"),
    "reverie.services.scenes": ("Scene",),
    "reverie.services.query_context": ("Queries",),
    "reverie.turns": ("Streaming", "Turn"),
}

_WHERE = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Amounts",
    "ConfigError",
    "Conflict",
    "Context",
    "Hit",
    "InvalidInput",
    "Looking",
    "Memory",
    "Message",
    "ModelError",
    "ModelUnavailable",
    "NotFound",
    "Occasion",
    "Opinion",
    "Person",
    "Queries",
    "Recalled",
    "Refused",
    "Reverie",
    "ReverieError",
    "ReverieWarning",
    "Review",
    "Said",
    "Scene",
    "Sources",
    "StoreBusy",
    "StoreError",
    "Streaming",
    "Turn",
    "WrongKey",
    "__version__",
    "open",
]


def __getattr__(name: str) -> object:
    # Loaded when first asked for: `import reverie` costs milliseconds, and loads no database and no model.
    if name not in _WHERE:
        raise AttributeError(f"module 'reverie' has no attribute {name!r}")
    # What is loaded stays: to look for garbage among it, again and again, takes a sixth of the time of the first open.
    collects = gc.isenabled()
    gc.disable()
    try:
        value = getattr(importlib.import_module(_WHERE[name]), name)
    finally:
        if collects:
            gc.enable()
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
