"""Where a person says other than before and the rule is to ask: the question, and what their answer makes so."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.service.scripted_model import ScriptedModel
from tests.service.test_language_model import replied

from reverie import Person, Reverie
from reverie import open as open_companion
from reverie.config import Config
from reverie.domain.conflict_questions import Choice
from reverie.domain.memories import Status
from reverie.sections import MemorySettings
from reverie.testing import FrozenClock

ASKING = Config(embedder="none", memory=MemorySettings(conflict="ask"))
