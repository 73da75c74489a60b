"""Every setting, in one place: defaults, then ``reverie.toml``, then ``REVERIE_…`` in the environment, then arguments.

An unknown key is an error, in the file as in the environment: a setting that is misspelt must not be silently ignored.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import platformdirs
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from reverie.errors import ConfigError
from reverie.settings_sections import (
    ContextSettings,
    ConversationSettings,
    EmbeddingSettings,
    EncryptionSettings,
    McpSettings,
    MemorySettings,
    ModelSettings,
    PictureSettings,
    PostgresSettings,
    Readable,
    RedisSettings,
    Section,
    ServerSettings,
)

FILE = "reverie.toml"
PREFIX = "REVERIE_"

_NOT_SETTINGS = frozenset({"REVERIE_CONFIG", "REVERIE_HOME"})
"""Variables that say where things are, before any setting is read."""


class Config(BaseSettings):
    """All settings. Read them with ``load``; what each is for stands in ``cli/operations/settings.toml``."""

    model_config = SettingsConfigDict(
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        env_prefix=PREFIX,
        env_nested_delimiter="__",
        nested_model_default_partial_update=True,
    )

    store: str | None = None
    companion: str | None = None
    embedder: str = "tuned"
    extractor: str = "tuned"
    durable: bool = False
    identity: Literal["never", "vouched", "household"] = "never"
    cache_megabytes: int = Field(default=512, ge=16)
    may_read: dict[str, tuple[Readable, ...]] = Field(default_factory=dict)
    memory: MemorySettings = MemorySettings()
    context: ContextSettings = ContextSettings()
    conversations: ConversationSettings = ConversationSettings()
    pictures: PictureSettings = PictureSettings()
    model: ModelSettings = ModelSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    server: ServerSettings = ServerSettings()
    mcp: McpSettings = McpSettings()
    encryption: EncryptionSettings = EncryptionSettings()
    postgres: PostgresSettings = PostgresSettings()
    redis: RedisSettings = RedisSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - the library names the parameters
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment goes before the file, which arrives as arguments."""
        return (env_settings, init_settings)


def home() -> Path:
    """Where Reverie keeps its database: ``REVERIE_HOME``, or the system's folder for a user's data."""
    named = os.environ.get("REVERIE_HOME")
    return Path(named) if named else Path(platformdirs.user_data_dir("reverie", appauthor=False))


def config_file() -> Path | None:
    """The settings file: ``REVERIE_CONFIG``, or reverie.toml here, in ``REVERIE_HOME`` or in the settings folder."""
    named = os.environ.get("REVERIE_CONFIG")
    if named:
        return Path(named)
    folders = [Path.cwd(), home(), Path(platformdirs.user_config_dir("reverie", appauthor=False))]
    return next((folder / FILE for folder in folders if (folder / FILE).is_file()), None)


def new_file(*, everywhere: bool = False) -> Path:
    """Where a new settings file is read: ``REVERIE_CONFIG``, or this folder, or ``everywhere`` the settings folder."""
    named = os.environ.get("REVERIE_CONFIG")
    if named:
        return Path(named)
    return (Path(platformdirs.user_config_dir("reverie", appauthor=False)) if everywhere else Path.cwd()) / FILE


def load(path: Path | None = None) -> Config:
    """Read the settings.

    Raises:
        ConfigError: a file can't be read, or a key or value has no sense; the message names it.
    """
    chosen = path or config_file()
    given = {} if chosen is None else _read(chosen)
    if "key" in given.get("encryption", ()):
        raise ConfigError(f"a key may not be in the settings ({chosen}): name a file with encryption.key_file")
    known = Config.model_fields
    groups = {name for name, field in known.items() if isinstance(field.default, Section)}
    for name in os.environ:
        if name.startswith(PREFIX) and name not in _NOT_SETTINGS:
            field = name.removeprefix(PREFIX).partition("__")[0].lower()
            if field not in (groups if "__" in name else known):
                raise ConfigError(_gone({}) or f"{name} is no setting of Reverie: there are {', '.join(sorted(known))}")
    try:
        return Config(**given)
    except SettingsError as error:
        raise ConfigError(
            f"{error}: give a group of settings one by one, as REVERIE_MEMORY__CONFLICT=ask, and a list as JSON, as "
            """REVERIE_SERVER__HOSTS='["luna.example"]'"""
        ) from error
    except ValidationError as error:
        raise ConfigError(_gone(given) or _told(error, chosen)) from error


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"the settings file {path} can't be read: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"the settings file {path} is no TOML: {error}") from error


def _gone(given: Mapping[str, Any]) -> str | None:
    """What became of a setting that there was once, in a file's content or in the environment; None where all are."""
    there = {name.removeprefix(PREFIX).lower().replace("__", ".") for name in os.environ if name.startswith(PREFIX)}
    there |= {f"{section}.{key}" for section, keys in given.items() if isinstance(keys, dict) for key in keys}
    gone = tomllib.loads(files("reverie").joinpath("dropped_settings.toml").read_text(encoding="utf-8"))
    for section, _, key in (name.partition(".") for name in sorted(there)):
        if key in gone["moved"].get(section, ()):
            return f"'{section}.{key}' is '{gone['moved'][section][key]}' now"
        if key in gone["fixed"].get(section, ()):
            return f"'{section}.{key}' is fixed now, at {gone['fixed'][section][key]}: take it out"
    return None


def _told(error: ValidationError, path: Path | None) -> str:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    where = f"{path}, or the environment" if path else "the environment"
    if first["type"] == "extra_forbidden":
        return f"{key!r} is no setting of Reverie (from {where}): `reverie config` lists them all"
    return f"the setting {key!r} is wrong (from {where}): {first['msg']}"
