"""Keys of stores: what one is, where it comes from, and that nothing shows it."""

from __future__ import annotations

import logging
import os
import pickle
import sys
from pathlib import Path

import pytest

from reverie import config as settings_file
from reverie.config import Config
from reverie.errors import ConfigError, Conflict, InvalidInput
from reverie.settings_sections import EncryptionSettings
from reverie.store.engine import encryption_keys
from reverie.store.engine.encryption import Key

HEX = "0123456789abcdef" * 4
SALT = "00" * 16


def test_a_raw_key_is_the_same_in_every_spelling() -> None:
    spelt = {Key(one).literal(SALT) for one in (f"x'{HEX}'", f"x'{HEX.upper()}'", bytes.fromhex(HEX))}
    assert spelt == {f"x'{HEX}{SALT}'"}


def test_a_passphrase_depends_on_the_salt_and_is_no_raw_key() -> None:
    key = Key(HEX)  # 64 digits alone are a passphrase
    assert HEX not in key.literal(SALT)
    assert key.literal(SALT) != key.literal("11" * 16)
    assert key.literal(SALT) == Key(HEX).literal(SALT)


@pytest.mark.parametrize("secret", ["", "  ", "a\0b", b"", b"short", bytes(33)])
def test_what_is_no_key(secret: str | bytes) -> None:
    with pytest.raises(InvalidInput):
        Key(secret)


def test_a_key_is_not_shown() -> None:
    key = Key("open sesame")
    key.literal(SALT)
    assert "sesame" not in f"{key} {key!r} {[key]}"
    with pytest.raises(TypeError):
        pickle.dumps(key)
    chosen = Config(encryption=EncryptionSettings.model_validate({"key": "open sesame"}))
    assert "sesame" not in f"{chosen} {chosen!r} {chosen.model_dump()} {chosen.model_dump_json()}"


# -- where it comes from -------------------------------------------------------------------------


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    encryption_keys.write_new(tmp_path / "luna.key")
    return tmp_path / "luna.key"


def chosen(**settings: str) -> Key | None:
    return encryption_keys.chosen(None, EncryptionSettings.model_validate(settings))


def test_a_key_made_by_lot_is_read_again_and_never_replaced(key_file: Path, tmp_path: Path) -> None:
    content = key_file.read_text()
    assert key_file.stat().st_mode & 0o077 == 0
    key = chosen(key_file=str(key_file))
    assert key is not None
    assert key.literal(SALT) == f"{content.strip()[:-1]}{SALT}'"
    with pytest.raises(Conflict, match="never replaced"):
        encryption_keys.write_new(key_file)
    assert key_file.read_text() == content
    encryption_keys.write_new(tmp_path / "other.key")
    assert (tmp_path / "other.key").read_text() != content


def test_what_is_given_goes_before_the_settings() -> None:
    settings = EncryptionSettings.model_validate({"key": "of the settings"})
    wanted = Key("given").literal(SALT)
    for given in ("given", Key("given"), lambda: "given"):
        key = encryption_keys.chosen(given, settings)
        assert key is not None
        assert key.literal(SALT) == wanted
    with pytest.raises(InvalidInput):
        encryption_keys.chosen(lambda: 42, settings)  # type: ignore[arg-type] # what a caller may do


@pytest.mark.parametrize("content", [b"", b"\n", b"   \n", b"one\ntwo\n", b"\xff\xfe\0", b"x" * 5000])
def test_a_key_file_that_holds_no_key(key_file: Path, content: bytes) -> None:
    key_file.write_bytes(content)
    with pytest.raises(ConfigError, match="reverie db key") as told:
        chosen(key_file=str(key_file))
    assert "xxxx" not in str(told.value)


@pytest.mark.parametrize("content", ["pass phrase", "pass phrase\n", "pass phrase\r\n"])
def test_the_end_of_the_line_is_no_part_of_a_passphrase(key_file: Path, content: str) -> None:
    key_file.write_bytes(content.encode())
    key = chosen(key_file=str(key_file))
    assert key is not None
    assert key.literal(SALT) == Key("pass phrase").literal(SALT)


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
@pytest.mark.parametrize(("mode", "read"), [(0o600, True), (0o440, True), (0o604, False), (0o602, False)])
def test_a_key_file_that_everybody_may_read_is_refused(key_file: Path, mode: int, read: bool) -> None:
    key_file.chmod(mode)
    if read:
        assert chosen(key_file=str(key_file)) is not None
    else:
        with pytest.raises(ConfigError, match="chmod 600"):
            chosen(key_file=str(key_file))


def test_a_key_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing", tmp_path):
        with pytest.raises(ConfigError, match="can't be read"):
            chosen(key_file=str(path))


def test_a_key_file_that_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in ("file", "nowhere"):
        with pytest.raises(ConfigError, match="can't be written"):
            encryption_keys.write_new(tmp_path / folder / "luna.key")


def test_there_is_one_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_ENCRYPTION__KEY", "sesame")
    monkeypatch.setenv("REVERIE_ENCRYPTION__KEY_FILE", "luna.key")
    with pytest.raises(ConfigError, match="one key") as told:
        settings_file.load()
    assert "sesame" not in str(told.value)


def test_a_key_does_not_stand_in_the_settings_file(tmp_path: Path) -> None:
    path = tmp_path / "reverie.toml"
    path.write_text('[encryption]\nkey = "sesame"\n')
    with pytest.raises(ConfigError, match="key_file") as told:
        settings_file.load(path)
    assert "sesame" not in str(told.value)
    path.write_text('encryption = "sesame"\n')
    with pytest.raises(ConfigError) as told:
        settings_file.load(path)
    assert "sesame" not in str(told.value)


def test_without_packages_the_error_says_how_to_install_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import reverie

    monkeypatch.setitem(sys.modules, "sqlcipher3", None)
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(ConfigError, match=r"pip install .*sqlcipher3"):
        reverie.open(tmp_path / "luna.db", embedder="none", key="sesame")
    with pytest.raises(ConfigError, match=r"pip install .*keyring"):
        chosen(keyring="luna")


def test_the_systems_keyring(caplog: pytest.LogCaptureFixture) -> None:
    import keyring
    from keyring.backend import KeyringBackend
    from keyring.errors import KeyringLocked

    class InMemory(KeyringBackend):
        priority = 1
        kept = {("reverie", "luna"): "open sesame"}  # noqa: RUF012 - it is never changed

        def get_password(self, service: str, username: str) -> str | None:
            if username == "locked":
                raise KeyringLocked("it is locked")
            return self.kept.get((service, username))

        def set_password(self, service: str, username: str, password: str) -> None:
            raise NotImplementedError

    before = keyring.get_keyring()
    keyring.set_keyring(InMemory())  # type: ignore[no-untyped-call] # keyring's own class has no types for it
    try:
        with caplog.at_level(logging.DEBUG):
            key = chosen(keyring="luna")
        assert key is not None
        assert key.literal(SALT) == Key("open sesame").literal(SALT)
        assert "sesame" not in caplog.text
        with pytest.raises(ConfigError, match="keyring set reverie ada"):
            chosen(keyring="ada")
        with pytest.raises(ConfigError, match="unlock it"):
            chosen(keyring="locked")
    finally:
        keyring.set_keyring(before)
