"""The command line of pictures: add, find, list, remove."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from reverie.cli.commands import app

TINY = Path(__file__).parents[2] / "benchmarks" / "clip" / "model"

Run = Callable[..., Result]


@pytest.fixture
def run(place: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("REVERIE_STORE", str(place / "luna.db"))

    def invoked(*arguments: object) -> Result:
        return CliRunner().invoke(app, [str(one) for one in arguments], catch_exceptions=False)

    return invoked


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "photo.png"
    Image.new("RGB", (40, 30), "red").save(path)
    return path


def answered(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_picture_is_added_found_listed_and_removed(run: Run, photo: Path) -> None:
    made = answered(run("pictures", "add", "Ada", photo, "--description", "a red wall", "--id", "wall", "--json"))
    scene = made["scene"]
    assert (made["step"], made["spaces"], scene["scene_id"]) == ("added", [], "wall")
    assert (scene["path"], scene["width"], scene["height"], scene["media_type"]) == (str(photo), 40, 30, "image/png")
    assert (scene["similarity"], scene["missing"]) == (None, False)

    found = answered(run("pictures", "find", "Ada", "that red wall", "--json"))
    (best,) = found["scenes"]
    assert (best["id"], best["similarity"]) == (scene["id"], 1.0)
    assert "the picture was not compared" in best["why"]
    assert len(found["degraded"]) == 2
    shown = run("pictures", "find", "Ada", "that red wall")
    assert shown.stdout.startswith("a red wall\n")
    assert "1.00: its description fits by 1.00" in shown.stdout
    assert "no image model" in shown.stderr
    assert run("pictures", "find", "Ada", "jazz").stdout == "No picture comes to mind.\n"

    photo.unlink()
    assert f"{photo} (missing)" in run("pictures", "list", "Ada").stdout
    assert answered(run("pictures", "list", "Ada", "--json"))["scenes"][0]["missing"]

    assert run("pictures", "remove", "Ada", "wall").exit_code == 2  # nobody is there to be asked
    gone = answered(run("pictures", "remove", "Ada", "wall", "--yes", "--json"))
    assert gone["scene"]["id"] == scene["id"]
    assert run("pictures", "list", "Ada").stdout == "No pictures are remembered yet.\n"
    assert run("undo", "Ada", gone["change_id"]).exit_code == 0
    assert "a red wall" in run("pictures", "list", "Ada").stdout


def test_a_vector_comes_from_a_file(run: Run, photo: Path, tmp_path: Path) -> None:
    plain, named = tmp_path / "plain.json", tmp_path / "named.json"
    plain.write_text("[0.6, 0, 0.8]")
    named.write_text('{"vector": [0.6, 0, 0.8], "space": "eye-1"}')
    made = answered(run("pictures", "add", "Ada", photo, "--description", "a wall", "--vector", named, "--json"))
    assert made["spaces"] == ["eye-1"]
    found = answered(run("pictures", "find", "Ada", "hm", "--vector", plain, "--space", "eye-1", "--json"))
    assert found["scenes"][0]["why"].startswith("the picture fits by 1.00")


@pytest.mark.parametrize(
    ("written", "more", "code"),
    [
        (None, ("--space", "eye"), 3),
        ("[0.6, 0.8]", (), 2),
        ('{"vector": [1], "space": "eye"}', ("--space", "other"), 2),
        ('{"vector": "x", "space": "eye"}', (), 2),
        ('["0.6"]', ("--space", "eye"), 2),
        ("[true]", ("--space", "eye"), 2),
        ("{", ("--space", "eye"), 2),
        ("[0, 0]", ("--space", "eye"), 2),
        ("[1, 0]", ("--space", " "), 2),
    ],
)
def test_what_is_no_vector_adds_nothing(
    run: Run, photo: Path, tmp_path: Path, written: str | None, more: tuple[str, ...], code: int
) -> None:
    run("people", "add", "Ada")
    file = tmp_path / "vector.json"
    if written is not None:
        file.write_text(written)
    result = run("pictures", "add", "Ada", photo, "--description", "a wall", "--vector", file, *more)
    assert result.exit_code == code, result.output
    assert run("pictures", "list", "Ada").stdout == "No pictures are remembered yet.\n"


def test_the_image_model_is_a_setting(run: Run, photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_PICTURES__MODEL", f"clip:{TINY}")
    monkeypatch.setenv("REVERIE_PICTURES__THRESHOLD", "-1")
    made = answered(run("pictures", "add", "Ada", photo, "--description", "a wall", "--at", "2026-03-01", "--json"))
    assert made["spaces"][0].startswith("reverie-tiny-shapes@")
    assert made["scene"]["at"] == "2026-03-01T00:00:00Z"
    (best,) = answered(run("pictures", "find", "Ada", "a red square", "--limit", "1", "--json"))["scenes"]
    assert best["why"].startswith("the picture fits by ")
    assert "image model" in run("doctor").stdout
    monkeypatch.setenv("REVERIE_PICTURES__MODEL", "clip:/no/such/folder")
    assert run("pictures", "list", "Ada").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("add", "Ada", "nowhere.png", "--description", "x"), 3),
        (("add", "Ada", "text.png", "--description", "x"), 2),
        (("add", "Ada", "photo.png", "--description", "  "), 2),
        (("add", "Ada", "photo.png"), 2),
        (("add", "Ada", "photo.png", "--description", "my PIN is 4921 and my card 4111 1111 1111 1111"), 4),
        (("find", "Nobody", "x"), 3),
        (("remove", "Ada", "none", "--yes"), 3),
    ],
)
def test_what_cant_be_done_ends_with_its_code(run: Run, photo: Path, arguments: tuple[str, ...], code: int) -> None:
    (photo.parent / "text.png").write_text("not a picture")
    run("people", "add", "Ada")
    there = [str(photo.parent / one) if one.endswith(".png") else one for one in arguments]
    result = run("pictures", *there)
    assert result.exit_code == code, result.output
    assert result.stdout == ""


def test_a_description_can_do_the_terminal_no_harm(run: Run, photo: Path) -> None:
    run("pictures", "add", "Ada", photo, "--description", "a \x1b[31mred\x1b[0m wall")
    assert "\x1b" not in run("pictures", "list", "Ada").stdout
