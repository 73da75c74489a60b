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
    from reverie.app.companion import Reverie, open
    from reverie.app.person import Person
    from reverie.app.turns import Streaming, Turn
    from reverie.context.rendering import Context
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
    from reverie.images.scenes import Scene
    from reverie.learning.message_learning import Said
    from reverie.profile.observations import Review
    from reverie.recall.query_context import Queries
    from reverie.recall.search import Amounts, Hit, Looking, Recalled
    from reverie.records.conversations import Message
    from reverie.records.memories import Memory
    from reverie.records.opinions import Occasion, Opinion
    from reverie.records.queries import Sources

__version__ = "0.2.0"

_HOMES = {
    "reverie.app.companion": ("Reverie", "open"),
    "reverie.app.person": ("Person",),
    "reverie.context.rendering": ("Context",),
    "reverie.records.conversations": ("Message",),
    "reverie.records.memories": ("Memory",),
    "reverie.records.opinions": ("Occasion", "Opinion"),
    "reverie.records.queries": ("Sources",),
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
    "reverie.learning.message_learning": ("Said",),
    "reverie.profile.observations": ("Review",),
    "reverie.recall.search": ("Amounts", "Hit", "Looking", "Recalled"),
    "reverie.images.scenes": ("Scene",),
    "reverie.recall.query_context": ("Queries",),
    "reverie.app.turns": ("Streaming", "Turn"),
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
