"""Where a person says other than before and the rule is to ask: the question, and what their answer makes so."""

from __future__ import annotations

from reverie.config import Config
from reverie.sections import MemorySettings

ASKING = Config(embedder="none", memory=MemorySettings(conflict="ask"))
