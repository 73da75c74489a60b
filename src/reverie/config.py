"""Every setting, in one place: defaults, then ``reverie.toml``, then ``REVERIE_…`` in the environment, then arguments.

An unknown key is an error, in the file as in the environment: a setting that is misspelt must not be silently ignored.
"""

from __future__ import annotations

import os
import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal, Self

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from reverie.errors import ConfigError

FILE = "reverie.toml"
PREFIX = "REVERIE_"

_NOT_SETTINGS = frozenset({"REVERIE_CONFIG", "REVERIE_HOME", "REVERIE_CACHE_DIR"})
"""Variables that say where things are, before any setting is read."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)  # the input may be a key


class MemorySettings(_Strict):
    """How memories live. Life spans are hours by category; None keeps them for good."""

    conflict: Literal["latest", "confident", "ask"] = "latest"
    conflicts: dict[str, Literal["latest", "confident", "ask"]] = Field(default_factory=dict)
    fact_hours: float | None = Field(default=None, gt=0)
    preference_hours: float | None = Field(default=None, gt=0)
    health_hours: float | None = Field(default=None, gt=0)
    event_hours: float | None = Field(default=24.0 * 7, gt=0)
    feeling_hours: float | None = Field(default=6.0, gt=0)
    other_hours: float | None = Field(default=24.0, gt=0)

    def life_spans(self) -> dict[str, timedelta | None]:
        """Life spans by category."""
        hours = {
            "fact": self.fact_hours,
            "preference": self.preference_hours,
            "health": self.health_hours,
            "event": self.event_hours,
            "feeling": self.feeling_hours,
            "other": self.other_hours,
        }
        return {name: None if h is None else timedelta(hours=h) for name, h in hours.items()}


class RecallSettings(_Strict):
    """How much is looked for, how much the person's words and the companion's count, and the search's memory."""

    limit: int = Field(default=10, ge=1, le=1000)
    cache_megabytes: int = Field(default=512, ge=16)
    inputs: float = Field(default=2.0, gt=0, le=100)
    replies: float = Field(default=1.0, gt=0, le=100)


class ContextSettings(_Strict):
    """How large a context is, in tokens, how many lines of each source are there, and by which weighted queries.

    0 leaves a source out. ``excerpt`` is in characters: turns of an earlier conversation around the best message.

    The queries are the person's last two inputs, their inputs in this conversation and in past ones, and what
    anybody said in this conversation and in past ones.
    """

    budget: int = Field(default=1200, ge=50, le=1_000_000)
    recalled: int = Field(default=8, ge=0, le=100)
    episodes: int = Field(default=1, ge=0, le=10)
    excerpt: int = Field(default=0, ge=0, le=20_000)
    scenes: int = Field(default=1, ge=0, le=20)
    opinions: int = Field(default=8, ge=0, le=100)
    passages: int = Field(default=2, ge=0, le=20)
    summary: bool = True
    recent: float = Field(default=3.0, gt=0, le=100)
    inputs: float = Field(default=1.5, gt=0, le=100)
    past_inputs: float = Field(default=2.0, gt=0, le=100)
    conversation: float = Field(default=0.5, gt=0, le=100)
    past_conversations: float = Field(default=0.3, gt=0, le=100)


class KnowledgeSettings(_Strict):
    """How near a passage of the companion's documents must be to a question to be an answer, 0 to 1."""

    floor: float = Field(default=0.2, ge=0, le=1)


class ConversationSettings(_Strict):
    """When a conversation is over: after a pause of so many minutes the next message begins another."""

    silence_minutes: float = Field(default=30.0, gt=0, le=60 * 24 * 365)


class SummarySettings(_Strict):
    """The rolling summary of a conversation, without a language model.

    The last ``window`` messages are given as they were said. What came before is summed up in at most ``length``
    characters, again once ``every`` more messages have left the window.
    """

    window: int = Field(default=20, ge=1, le=1000)
    every: int = Field(default=10, ge=1, le=1000)
    length: int = Field(default=1500, ge=100, le=100_000)


class IdentitySettings(_Strict):
    """How alike a name and that of somebody known must be, 0 to 1.

    From ``high`` on they are the same person without asking; from ``low`` to ``high`` the person is asked. The
    defaults are those of docs/benchmarks.md: asking is cheap, and two people taken for one are not.
    """

    high: float = Field(default=0.97, gt=0, le=1)
    low: float = Field(default=0.7, gt=0, le=1)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.low > self.high:
            raise ValueError(f"low is at most high: {self.low:g} is above {self.high:g}")
        return self


class TurnSettings(_Strict):
    """What a language model may do and is told when it answers.

    It may call tools ``rounds`` times in a row before it has to answer; 0 offers none. ``instructions`` are yours: a
    character, a manner, what not to speak of.
    """

    rounds: int = Field(default=4, ge=0, le=50)
    instructions: str = ""


class PictureSettings(_Strict):
    """How pictures are looked for, and how large a picture may be that is sent to a model.

    ``alpha`` is what the picture counts, beside its description. Below ``threshold`` no scene is remembered, or below
    ``description_threshold`` where only the description can be compared.
    """

    model: str = "none"
    folder: str | None = None
    alpha: float = Field(default=0.7, ge=0, le=1)
    threshold: float = Field(default=0.6, ge=-1, le=1)
    description_threshold: float = Field(default=0.35, ge=-1, le=1)
    megabytes: float = Field(default=5.0, ge=0.05, le=100)
    side: int = Field(default=1568, ge=64, le=16_384)


class ModelSettings(_Strict):
    """Which language model there is, where, and how much it may read and write.

    ``window`` is how many tokens prompt and answer may have together, ``reply`` the most of an answer. An answer is
    waited for as long as ``timeout_seconds`` at every try; what is worth a second try is tried ``retries`` times more.
    ``temperature`` is how freely it answers, from 0 on; None leaves that to the server.
    """

    name: str = "none"
    base_url: str | None = None
    api_key: SecretStr | None = None
    window: int = Field(default=8192, ge=512, le=10_000_000)
    reply: int = Field(default=1024, ge=16, le=1_000_000)
    temperature: float | None = Field(default=None, ge=0, le=2)
    timeout_seconds: float = Field(default=60.0, gt=0, le=3600)
    retries: int = Field(default=2, ge=0, le=10)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.reply >= self.window:
            raise ValueError(f"reply is less than window: {self.reply} leaves nothing of {self.window} to ask in")
        return self


class EmbeddingSettings(_Strict):
    """Where an embedder behind an endpoint is, and how many numbers its vectors have.

    What is not said here is as in ``[model]`` where both are of one provider. Somebody who speaks waits at most
    ``timeout_seconds`` for a vector.
    """

    dimensions: int | None = Field(default=None, ge=8, le=65_536)
    base_url: str | None = None
    api_key: SecretStr | None = None
    timeout_seconds: float = Field(default=5.0, gt=0, le=600)


class WorkSettings(_Strict):
    """How a language model works in the background.

    After ``tries`` failures an item is parked, and the pause between them begins at ``pause_seconds`` and doubles. A
    worker that does not come back within ``lease_seconds`` loses its items. ``tasks`` names what is done.
    A worker in a thread asks less than a whole ``batch`` only once nobody has spoken for ``quiet_seconds``.
    """

    tries: int = Field(default=5, ge=1, le=100)
    pause_seconds: float = Field(default=60.0, gt=0, le=86_400)
    lease_seconds: float = Field(default=600.0, ge=10, le=86_400)
    batch: int = Field(default=8, ge=1, le=100)
    quiet_seconds: float = Field(default=180.0, ge=0, le=86_400)
    tasks: tuple[str, ...] | Literal["all"] = "all"


SHORTEST_SECRET = 32
"""Bytes of a secret that signs tokens: as many as HS256's hash has (RFC 7518, 3.2)."""


MOST_THREADS = 15
"""As many as a store has connections (SQLAlchemy's pool: 5, and 10 more)."""


class ServerSettings(_Strict):
    """Where the server listens, who may come in, and how much of it one caller may take.

    ``hosts`` are the names it may be called by, empty for any; ``origins`` the pages elsewhere that may read from it.
    Tokens of people are checked with ``jwt_secret`` (HS256), ``jwt_jwks`` (RS256: a file or a URL), or both. With
    ``jwt_platform`` a token's subject is an account there; else it is a person's id, or ``platform:id``. ``work`` lets
    the language model, where there is one, learn in the background.
    """

    host: str = "127.0.0.1"
    port: int = Field(default=8765, ge=0, le=65_535)
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    jwt_secret: SecretStr | None = None
    jwt_jwks: str | None = None
    jwt_audience: str = Field(default="reverie", min_length=1)
    jwt_issuer: str | None = None
    jwt_platform: str | None = None
    cookie: str = Field(default="reverie_session", pattern=r"^[A-Za-z0-9_-]{1,64}$")
    cookie_secure: bool = True
    body_megabytes: float = Field(default=4.0, gt=0, le=1000)
    body_seconds: float = Field(default=30.0, gt=0, le=3600)
    requests_per_minute: int = Field(default=600, ge=1, le=1_000_000)
    threads: int = Field(default=8, ge=1, le=MOST_THREADS)
    work: bool = True

    @field_validator("jwt_secret")
    @classmethod
    def _long(cls, secret: SecretStr | None) -> SecretStr | None:
        if secret is not None and len(secret.get_secret_value().encode()) < SHORTEST_SECRET:
            raise ValueError(f"it has at least {SHORTEST_SECRET} bytes: `openssl rand -base64 48` makes one")
        return secret

    @field_validator("origins")
    @classmethod
    def _named(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        if any("*" in origin or not origin.startswith(("http://", "https://")) for origin in origins):
            raise ValueError("an origin is written out, as https://luna.example: there is no * for all")
        return tuple(origin.rstrip("/") for origin in origins)


class ChatSettings(_Strict):
    """How much live chat takes, of one connection, of one person, and in all.

    ``shown`` messages are on the screen at once. ``answers`` are given at the same time, ``waiting`` more of one person
    wait their turn. Whoever leaves ``unsent`` frames unread is let go, to come back. Another program's writes are seen
    within ``look_seconds``; who does not answer a ping within ``ping_seconds`` is gone.
    """

    shown: int = Field(default=25, ge=1, le=200)
    frame_kilobytes: float = Field(default=256.0, ge=1, le=10_000)
    frames_per_second: int = Field(default=50, ge=1, le=10_000)
    unsent: int = Field(default=256, ge=8, le=10_000)
    waiting: int = Field(default=8, ge=1, le=1000)
    answers: int = Field(default=6, ge=1, le=200)
    devices: int = Field(default=16, ge=1, le=1000)
    connections: int = Field(default=1000, ge=1, le=100_000)
    look_seconds: float = Field(default=1.0, ge=0.05, le=60)
    ping_seconds: float = Field(default=20.0, ge=1, le=3600)


class McpSettings(_Strict):
    """Whose memory an MCP server serves where nobody is named, and with which tools.

    ``others`` lets the companion's own tools be asked about other people; over HTTP they never may.
    """

    person: str | None = None
    tools: Literal["core", "full"] = "core"
    others: bool = False


class EncryptionSettings(_Strict):
    """The key of an encrypted store: in the environment, in a file, or under a name in the system's keyring."""

    key: SecretStr | None = None
    key_file: str | None = None
    keyring: str | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if sum(source is not None for source in (self.key, self.key_file, self.keyring)) > 1:
            raise ValueError("a store has one key: name one of key, key_file and keyring")
        return self


class Config(BaseSettings):
    """All settings. Read them with ``load``."""

    model_config = SettingsConfigDict(
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        env_prefix=PREFIX,
        env_nested_delimiter="__",
        nested_model_default_partial_update=True,
    )

    store: str | None = Field(
        default=None, description="A path or a PostgreSQL URL; None is reverie.db in the data folder."
    )
    companion: str | None = Field(
        default=None, description="The companion's name; None is the one that the store knows."
    )
    embedder: str = Field(
        default="minilm", description="minilm, none, openai:MODEL, ollama:MODEL, or provider:name of a plug-in."
    )
    durable: bool = Field(default=False, description="Wait for the disk at every commit (power cuts lose nothing).")
    memory: MemorySettings = MemorySettings()
    recall: RecallSettings = RecallSettings()
    context: ContextSettings = ContextSettings()
    identity: IdentitySettings = IdentitySettings()
    knowledge: KnowledgeSettings = KnowledgeSettings()
    conversations: ConversationSettings = ConversationSettings()
    summary: SummarySettings = SummarySettings()
    turn: TurnSettings = TurnSettings()
    pictures: PictureSettings = PictureSettings()
    model: ModelSettings = ModelSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    work: WorkSettings = WorkSettings()
    server: ServerSettings = ServerSettings()
    chat: ChatSettings = ChatSettings()
    mcp: McpSettings = McpSettings()
    encryption: EncryptionSettings = EncryptionSettings()

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


def load(path: Path | None = None) -> Config:
    """Read the settings.

    Raises:
        ConfigError: a file can't be read, or a key or value has no sense; the message names it.
    """
    chosen = path or config_file()
    given = {} if chosen is None else _read(chosen)
    if "key" in given.get("encryption", ()):
        raise ConfigError(f"a key does not stand in the settings ({chosen}): name a file with encryption.key_file")
    known = Config.model_fields
    groups = {name for name, field in known.items() if isinstance(field.default, _Strict)}
    for name in os.environ:
        if name.startswith(PREFIX) and name not in _NOT_SETTINGS:
            field = name.removeprefix(PREFIX).partition("__")[0].lower()
            if field not in (groups if "__" in name else known):
                raise ConfigError(f"{name} is no setting of Reverie: there are {', '.join(sorted(known))}")
    try:
        return Config(**given)
    except SettingsError as error:
        raise ConfigError(f"{error}: give a group of settings one by one, as REVERIE_MEMORY__CONFLICT=ask") from error
    except ValidationError as error:
        raise ConfigError(_told(error, chosen)) from error


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"the settings file {path} can't be read: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"the settings file {path} is no TOML: {error}") from error


def _told(error: ValidationError, path: Path | None) -> str:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    where = f"{path}, or the environment" if path else "the environment"
    if first["type"] == "extra_forbidden":
        return f"{key!r} is no setting of Reverie (from {where}): `reverie config` lists them all"
    return f"the setting {key!r} is wrong (from {where}): {first['msg']}"
