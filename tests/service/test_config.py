"""Settings: the file, the environment over it, and not one key that nobody knows."""

from __future__ import annotations

from pathlib import Path

import pytest

import reverie
from reverie.config import load


@pytest.fixture(autouse=True)
def _nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def _file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "reverie.toml"
    path.write_text(text, "utf-8")
    return path


def test_the_environment_goes_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _file(tmp_path, 'companion = "Iris"\n[memory]\nfeeling_hours = 3\nevent_hours = 4\n[recall]\nlimit = 7\n')
    monkeypatch.setenv("REVERIE_MEMORY__FEELING_HOURS", "5")
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    found = load()
    assert (found.companion, found.embedder, found.recall.limit) == ("Iris", "none", 7)
    assert (found.memory.feeling_hours, found.memory.event_hours, found.memory.other_hours) == (5, 4, 24)
    with reverie.open(tmp_path / "l.db") as luna:
        assert luna.companion.name == "Iris"


def test_a_list_in_the_environment_is_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_SERVER__HOSTS", "luna.example")
    with pytest.raises(reverie.ConfigError, match="a list as JSON") as refused:
        load()
    monkeypatch.setenv("REVERIE_SERVER__HOSTS", str(refused.value).partition("HOSTS='")[2].rstrip("'"))
    assert load().server.hosts == ("luna.example",)


@pytest.mark.parametrize(
    "text", ["colour = 1", "[memory]\nfeeling_hour = 3", "[memory.conflicts]\nhome = 'never'", "[x]"]
)
def test_a_key_that_nobody_knows_in_the_file(tmp_path: Path, text: str) -> None:
    path = _file(tmp_path, text)
    with pytest.raises(reverie.ConfigError, match=r"reverie\.toml"):
        load()
    with pytest.raises(reverie.ConfigError):
        reverie.open(tmp_path / "l.db", config=path)
    assert not (tmp_path / "l.db").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REVERIE_COLOUR", "red"),
        ("REVERIE_MEMORY__FEELING_HOUR", "3"),
        ("REVERIE_MEMORY__FEELING_HOURS", "a while"),
        ("REVERIE_MEMORY__FEELING_HOURS", "-1"),
        ("REVERIE_MEMORY", "not json"),
        ("REVERIE_RECALL", "[]"),
        ("REVERIE_RECALL__LIMIT", "0"),
        ("REVERIE_IDENTITY__HIGH", "1.1"),
        ("REVERIE_IDENTITY__HIGH", "0.5"),  # below low
        ("REVERIE_COMPANION__NAME", "Iris"),
        ("REVERIE_DURABLE", "perhaps"),
    ],
)
def test_a_variable_without_sense(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(reverie.ConfigError) as told:
        load()
    assert name.removeprefix("REVERIE_").split("__")[0].casefold() in str(told.value).casefold()


@pytest.mark.parametrize("content", [b"= 1", b"\xff\xfe\x00", b"a = 1\na = 2"])
def test_a_file_that_is_no_toml(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    for wrong in (path, tmp_path / "nothing.toml", tmp_path):
        with pytest.raises(reverie.ConfigError, match=wrong.name):
            load(wrong)


def test_without_any_settings_the_defaults_stand() -> None:
    found = load()
    assert (found.store, found.embedder, found.memory.feeling_hours, found.memory.event_hours) == (
        None,
        "tuned",
        6,
        168,
    )
