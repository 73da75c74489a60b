"""Settings: the file, the environment over it, and not one key that nobody knows."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import reverie
from reverie.config import Config, load
from reverie.settings_sections import Section


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
    _file(tmp_path, 'companion = "Iris"\n[context]\nbudget = 300\nexcerpt = 4\n')
    monkeypatch.setenv("REVERIE_CONTEXT__BUDGET", "500")
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    found = load()
    assert (found.companion, found.embedder) == ("Iris", "none")
    assert (found.context.budget, found.context.excerpt, found.conversations.window) == (500, 4, 20)
    with reverie.open(tmp_path / "l.db") as luna:
        assert luna.companion.name == "Iris"


def test_a_list_in_the_environment_is_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_SERVER__HOSTS", "luna.example")
    with pytest.raises(reverie.ConfigError, match="a list as JSON") as refused:
        load()
    monkeypatch.setenv("REVERIE_SERVER__HOSTS", str(refused.value).partition("HOSTS='")[2].rstrip("'"))
    assert load().server.hosts == ("luna.example",)


@pytest.mark.parametrize(
    "text", ["colour = 1", "[context]\nbudgets = 300", "[memory.conflicts]\nhome = 'never'", "[x]"]
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
        ("REVERIE_CONTEXT__BUDGETS", "300"),
        ("REVERIE_CONTEXT__BUDGET", "a lot"),
        ("REVERIE_CONTEXT__EXCERPT", "-1"),
        ("REVERIE_MEMORY", "not json"),
        ("REVERIE_MODEL", "[]"),
        ("REVERIE_CACHE_MEGABYTES", "0"),
        ("REVERIE_IDENTITY", "always"),
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
    assert (found.store, found.embedder, found.identity, found.context.budget) == (None, "tuned", "never", 1600)


@pytest.mark.parametrize(
    ("section", "key", "said"),
    [
        ("memory", "event_hours", "fixed now, at 168"),  # of a section that is still there
        ("chat", "shown", "fixed now, at 25"),  # of one that is not
        ("identity", "low", "fixed now, at 0.7"),  # of one that is a setting now
        ("identity", "asks", "'identity' now"),
        ("work", "tasks", "'model.tasks' now"),
    ],
)
def test_what_became_of_a_setting_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, section: str, key: str, said: str
) -> None:
    _file(tmp_path, f"[{section}]\n{key} = 1\n")
    with pytest.raises(reverie.ConfigError, match=said):
        load()
    _file(tmp_path, "")
    monkeypatch.setenv(f"REVERIE_{section}__{key}".upper(), "1")
    with pytest.raises(reverie.ConfigError, match=f"'{section}.{key}' is .*{said}"):
        load()


def test_there_are_few_settings_and_none_that_was_dropped() -> None:
    sections = {name: field.default for name, field in Config.model_fields.items()}
    there = {
        f"{name}.{key}" if key else name
        for name, one in sections.items()
        for key in (type(one).model_fields if isinstance(one, Section) else ("",))
    }
    assert len(there) <= 53
    dropped = tomllib.loads(files("reverie").joinpath("dropped_settings.toml").read_text("utf-8"))
    assert there.isdisjoint(f"{name}.{key}" for table in dropped.values() for name in table for key in table[name])
    assert there.issuperset(new for section in dropped["moved"].values() for new in section.values())
