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
    "tokenizers",
}
OURS = 100
"""Modules of Reverie that opening a store and meeting somebody loads at most; a dozen of them are empty packages."""

PROGRAM = """
import sys
import reverie
with reverie.open(sys.argv[1], embedder="none") as luna:
    luna.meet("Ada")
print(*sys.modules)
"""


def test_opening_loads_no_verb(tmp_path: Path) -> None:
    path = str(tmp_path / "luna.db")
    run = subprocess.run([sys.executable, "-c", PROGRAM, path], check=True, capture_output=True, text=True)
    loaded = set(run.stdout.split())
    assert "reverie.app.companion" in loaded
    assert loaded & NOT_TO_OPEN == set()
    assert len([name for name in loaded if name.split(".")[0] == "reverie"]) <= OURS
