"""Encryption on the command line: the key comes from the settings, and stands in no answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from reverie.cli.commands import app
from reverie.store.engine import encryption

Run = Callable[..., Result]


@pytest.fixture
def run(place: Path) -> Run:
    return lambda *arguments: CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def settled(key_file: str) -> None:
    Path("reverie.toml").write_text(f'[encryption]\nkey_file = "{key_file}"\n')


def test_a_store_is_encrypted_used_given_another_key_and_decrypted(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "reverie.db"
    assert run("say", "Ada", "I like zeppelins.").exit_code == 0
    assert run("db", "encrypt").exit_code == 2  # there is no key
    assert run("db", "key", "luna.key").exit_code == 0
    secret = Path("luna.key").read_text().strip()[2:-1]
    assert run("db", "key", "luna.key").exit_code == 5
    settled("luna.key")
    asked = run("recall", "Ada", "zeppelins")
    assert (asked.exit_code, "reverie db encrypt" in asked.stderr) == (1, True)
    done = run("db", "encrypt")
    assert (done.exit_code, "SSD" in done.stdout) == (0, True)
    assert not encryption.plain(path)
    answers = [
        run(*words) for words in (("db", "info"), ("db", "check"), ("doctor",), ("config", "--json"), ("people",))
    ]
    assert "encrypted" in answers[0].stdout
    assert "zeppelins" in run("recall", "Ada", "zeppelins").stdout
    assert run("db", "backup", "backup.db").exit_code == 0
    assert run("db", "restore", "backup.db", "--force").exit_code == 0
    assert run("db", "key", "new.key").exit_code == 0
    turned = run("db", "rekey", "new.key", "--json")
    assert json.loads(turned.stdout)["copies"] == [str(tmp_path / "reverie.db.before-restore")]
    refused = run("recall", "Ada", "zeppelins")
    assert (refused.exit_code, "another's" in refused.stderr) == (1, True)
    settled("new.key")
    assert "zeppelins" in run("recall", "Ada", "zeppelins").stdout
    assert run("db", "decrypt").exit_code == 0
    Path("reverie.toml").unlink()
    assert "zeppelins" in run("recall", "Ada", "zeppelins").stdout
    for answer in (*answers, asked, done, turned, refused):
        assert secret not in answer.output


def test_a_key_in_the_environment_is_stars_in_the_settings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_ENCRYPTION__KEY", "open sesame")
    assert run("say", "Ada", "I like zeppelins.").exit_code == 0
    for words in (("config",), ("config", "--json"), ("doctor",), ("db", "info", "--json")):
        assert "sesame" not in run(*words).output
    (setting,) = [
        one for one in json.loads(run("config", "--json").stdout)["settings"] if one["name"] == "encryption.key"
    ]
    assert (setting["value"], setting["from"]) == ("***", "environment")
    wrong = run("db", "encrypt")
    assert (wrong.exit_code, "already" in wrong.stderr) == (1, True)
