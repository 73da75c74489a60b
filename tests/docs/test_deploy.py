"""The compose file and the Helm chart: well formed, and true of the image and of the commands that they name.

Neither Docker nor Helm is needed: the chart has values alone in its templates, so that a few lines fill them in.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any

import kubernetes_validate  # type: ignore[import-untyped]
import pytest
import yaml  # type: ignore[import-untyped]
from fastapi.testclient import TestClient
from typer.testing import CliRunner

import reverie
from reverie import config
from reverie.cli.commands import app
from reverie.server.application import application
from reverie.settings_sections import ServerSettings

ROOT = Path(__file__).parents[2]
COMPOSE, CHART = ROOT / "deploy" / "compose.yaml", ROOT / "deploy" / "helm"
IMAGE = (ROOT / "Containerfile").read_text("utf-8")


def _chart(**values: Any) -> Iterator[Any]:
    """What the chart makes, with its own values but for these."""
    values = yaml.safe_load((CHART / "values.yaml").read_text("utf-8")) | values
    filled = {"Release.Name": "luna"} | {f"Values.{name}": value for name, value in values.items()}

    def fill(found: re.Match[str]) -> str:
        value = str(filled[found[1]])
        return f'"{value}"' if found[2] else value

    for file in sorted((CHART / "templates").iterdir()):
        yield yaml.safe_load(re.sub(r"\{\{ \.([\w.]+)( \| quote)? \}\}", fill, file.read_text("utf-8")))


def _pod() -> Any:
    return next(one for one in _chart() if one["kind"] == "Deployment")["spec"]["template"]["spec"]


def test_the_compose_file_is_one() -> None:
    schema = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    looked = subprocess.run([*schema, str(COMPOSE)], capture_output=True, text=True, check=False)
    assert looked.returncode == 0, looked.stdout + looked.stderr


def test_what_the_chart_makes_is_valid() -> None:
    made = list(_chart(store="postgresql+psycopg://reverie@pooler/reverie?pooler=transaction"))
    assert sorted(one["kind"] for one in made) == ["Deployment", "Service"]
    for one in made:
        kubernetes_validate.validate(one, kubernetes_validate.latest_version(), strict=True)
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text("utf-8"))
    assert chart["version"] == chart["appVersion"] == reverie.__version__


def test_the_settings_are_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    composed = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]["reverie"]["environment"]
    (charted,) = _pod()["containers"]
    told = [(name, str(value)) for name, value in composed.items()]
    told += [(one["name"], one["value"]) for one in charted["env"]]
    named = re.findall(r"REVERIE_[A-Z_]+", (CHART / "values.yaml").read_text("utf-8"))
    monkeypatch.chdir(tmp_path)
    for name, value in [*told, *((one, "a" * 40) for one in named)]:
        monkeypatch.setenv(name, value)
    loaded = config.load()
    assert loaded.store == "postgresql+psycopg://reverie@database/reverie"
    assert loaded.server.jwt_secret is not None


@pytest.mark.parametrize("place", ["initContainers", "containers"])
def test_the_commands_are_there(place: str) -> None:
    (one,) = _pod()[place]
    asked = CliRunner().invoke(app, [*one["args"], "--help"])
    assert asked.exit_code == 0, asked.output


def test_ports_users_and_probes_are_those_of_the_image() -> None:
    pod, (service,) = _pod(), [one for one in _chart() if one["kind"] == "Service"]
    (container,) = pod["containers"]
    port = f"EXPOSE {container['ports'][0]['containerPort']}\n"
    assert port in IMAGE
    assert f"--uid {pod['securityContext']['runAsUser']} " in IMAGE
    assert service["spec"]["ports"][0]["targetPort"] == container["ports"][0]["name"]
    composed = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]["reverie"]
    assert f"EXPOSE {composed['ports'][0].rpartition(':')[2]}\n" in IMAGE
    assert (COMPOSE.parent / composed["build"]["context"] / composed["build"]["dockerfile"]).resolve().is_file()
    with (
        reverie.open(":memory:", embedder="none") as luna,
        TestClient(application(luna, ServerSettings(), local=True), base_url="http://127.0.0.1") as client,
    ):
        for probe in ("livenessProbe", "readinessProbe"):
            assert client.get(container[probe]["httpGet"]["path"]).status_code == 200


def _is_sent(path: str) -> bool:
    """Whether a build is sent a file, by `.dockerignore`: a pattern is of the top folder, or of any after `**/`."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    above = [str(one) for one in (PurePosixPath(path), *PurePosixPath(path).parents)]
    return not any(
        one.count("/") == pattern.count("/") and fnmatchcase(one, pattern)
        if not pattern.startswith("**/")
        else fnmatchcase(PurePosixPath(one).name, pattern.removeprefix("**/"))
        for pattern in patterns
        for one in above
    )


@pytest.mark.parametrize("private", ["deploy/.env", "luna.db", "data/luna.db-wal", "reverie.toml", "model/.venv/x"])
def test_a_build_is_sent_nothing_private(private: str) -> None:
    assert not _is_sent(private)
    assert _is_sent("src/reverie/server/application.py")
    assert _is_sent("web/package-lock.json")
