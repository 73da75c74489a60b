"""What opening a store loads: the verbs that a program never calls cost it nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

NOT_TO_OPEN = {
    "alembic",
    "onnxruntime",
    "psycopg",
    "rapidfuzz",
    "reverie.app.archives",
    "reverie.app.directory",
    "reverie.learning.rules",
    "reverie.histories",
    "reverie.knowledge.passages",
    "reverie.scenes.scene_keeping",
    "reverie.privacy.erasure",
    "reverie.removal.forgetting",
    "reverie.learning.message_learning",
    "reverie.recall.search",
    "reverie.background.tasks",
    "reverie.removal.undo",
    "reverie.app.tools",
    "reverie.app.turns",
    "sqlalchemy.dialects.postgresql",
    "tokenizers",
}
NOT_TO_RECALL = {
    "reverie.knowledge.passages",
    "reverie.learning",
    "reverie.memory.writing",
    "reverie.scenes.scene_search",
}
OURS = 100
"""Modules of Reverie that opening a store and meeting somebody loads at most; a dozen of them are empty packages."""

PROGRAM = """
import sys
import reverie
with reverie.open(sys.argv[1], embedder="none") as luna:
    ada = luna.meet("Ada")
    print(*sys.modules)
    ada.recall("What do I eat?")
    print(*sys.modules)
"""


def test_opening_loads_no_verb_and_recalling_no_other(tmp_path: Path) -> None:
    path = str(tmp_path / "luna.db")
    run = subprocess.run([sys.executable, "-c", PROGRAM, path], check=True, capture_output=True, text=True)
    loaded, recalling = (set(line.split()) for line in run.stdout.splitlines())
    assert "reverie.app.companion" in loaded
    assert recalling & NOT_TO_RECALL == set()
    assert loaded & NOT_TO_OPEN == set()
    assert len([name for name in loaded if name.split(".")[0] == "reverie"]) <= OURS
