"""Write the API's document to standard output: the page's types are made from it."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import reverie
from reverie.server.application import application
from reverie.settings_sections import ServerSettings

with (
    tempfile.TemporaryDirectory() as folder,
    reverie.open(Path(folder) / "empty.db", companion="Luna", embedder="none") as luna,
):
    sys.stdout.write(json.dumps(application(luna, ServerSettings(), local=True).openapi()))
