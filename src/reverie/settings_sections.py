"""The sections of the settings: what each may say, and what holds where it says nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator


class Section(BaseModel):
    """A section: a key that it does not have is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)  # the input may be a key


class MemorySettings(Section):
    """How memories live. Life spans are hours by category; None keeps them for good."""

    conflict: Literal["latest", "confident", "ask"] = "latest"
    conflicts: dict[str, Literal["latest", "confident", "ask"]] = Field(default_factory=dict)
    fact_hours: float | None = Field(default=None, gt=0)
    preference_hours: float | None = Field(default=None, gt=0)
    health_hours: float | None = Field(default=None, gt=0)
    money_hours: float | None = Field(default=None, gt=0)
    event_hours: float | None = Field(default=24.0 * 7, gt=0)
    feeling_hours: float | None = Field(default=6.0, gt=0)
    other_hours: float | None = Field(default=24.0, gt=0)

    def life_spans(self) -> dict[str, timedelta | None]:
        """Life spans by category."""
        hours = {
            "fact": self.fact_hours,
            "preference": self.preference_hours,
            "health": self.health_hours,
            "money": self.money_hours,
            "event": self.event_hours,
            "feeling": self.feeling_hours,
            "other": self.other_hours,
        }
        return {name: None if h is None else timedelta(hours=h) for name, h in hours.items()}


class RecallSettings(Section):
    """How much is looked for, how much the person's words and the companion's count, and the search's memory."""

    limit: int = Field(default=10, ge=1, le=1000)
    cache_megabytes: int = Field(default=512, ge=16)
    inputs: float = Field(default=2.0, gt=0, le=100)
    replies: float = Field(default=1.0, gt=0, le=100)


class ContextSettings(Section):
    """How large a context is, in tokens, how many lines of each source are there, and by which weighted queries.

    0 leaves a source out. ``excerpt`` is in characters: turns of an earlier conversation around the best message.

    The queries are the person's last two inputs, their inputs in this conversation and in past ones, and what
    anybody said in this conversation and in past ones.
    """

    budget: int = Field(default=1600, ge=50, le=1_000_000)
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


class KnowledgeSettings(Section):
    """How near a passage of the companion's documents must be to a question to be an answer, 0 to 1."""

    floor: float = Field(default=0.2, ge=0, le=1)


class ConversationSettings(Section):
    """When a conversation is over: after a pause of so many minutes the next message begins another."""

    silence_minutes: float = Field(default=30.0, gt=0, le=60 * 24 * 365)


class SummarySettings(Section):
    """The rolling summary of a conversation, without a language model.

    The last ``window`` messages are given as they were said. What came before is summed up in at most ``length``
    characters, again once ``every`` more messages have left the window.
    """

    window: int = Field(default=20, ge=1, le=1000)
    every: int = Field(default=20, ge=1, le=1000)
    length: int = Field(default=1500, ge=100, le=100_000)


class IdentitySettings(Section):
    """Whether somebody whose name is like a known one is asked who they are, and how alike names must be, 0 to 1.

    ``asks`` is ``never``, ``vouched`` (a yes waits for the application's word), or ``household`` (a yes is enough, for
    one device that those share who live together). Where they are asked, it is from ``low`` on; in a household a name
    from ``high`` on leads to the known person without asking. The defaults are those of docs/benchmarks.md.
    """

    asks: Literal["never", "vouched", "household"] = "never"
    high: float = Field(default=0.97, gt=0, le=1)
    low: float = Field(default=0.7, gt=0, le=1)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.low > self.high:
            raise ValueError(f"low is at most high: {self.low:g} is above {self.high:g}")
        return self


class TurnSettings(Section):
    """What a language model may do and is told when it answers.

    It may call tools ``rounds`` times in a row before it has to answer; 0 offers none. ``instructions`` are yours: a
    character, a manner, what not to speak of.
    """

    rounds: int = Field(default=4, ge=0, le=50)
    instructions: str = ""


class PictureSettings(Section):
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


class ModelSettings(Section):
    """Which language model there is, where, and how much it may read and write.

    ``window`` is how many tokens prompt and answer may have together, ``reply`` the most of an answer. An answer is
    waited for as long as ``timeout_seconds`` at every try; what is worth a second try is tried ``retries`` times more.
    ``temperature`` is how freely it answers, from 0 on; None leaves that to the server. ``images`` says that it reads
    images: then the picture that a message brings to mind is sent along.
    """

    name: str = "none"
    images: bool = False
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


class EmbeddingSettings(Section):
    """Where an embedder behind an endpoint is, and how many numbers its vectors have.

    What is not said here is as in ``[model]`` where both are of one provider. Somebody who speaks waits at most
    ``timeout_seconds`` for a vector.
    """

    dimensions: int | None = Field(default=None, ge=8, le=65_536)
    base_url: str | None = None
    api_key: SecretStr | None = None
    timeout_seconds: float = Field(default=5.0, gt=0, le=600)


class WorkSettings(Section):
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


class PostgresSettings(Section):
    """How a PostgreSQL server is spoken to; what a URL says itself goes before this.

    A process keeps ``connections`` and may have ``more_connections`` for a while; one that is older than
    ``recycle_seconds`` is made anew. A statement may take ``statement_seconds``, a lock be waited for as long as
    ``lock_seconds``, a transaction rest for ``idle_seconds``; 0 is without end. A server that went away is waited for
    as long as ``patience_seconds``. From ``nearest_from`` items on, a person's vectors stay in the database and are
    searched by pgvector, once `reverie upkeep` has made the index for that.
    """

    connections: int = Field(default=5, ge=1, le=1000)
    more_connections: int = Field(default=10, ge=0, le=1000)
    recycle_seconds: int = Field(default=1800, ge=1, le=86_400)
    connect_seconds: int = Field(default=10, ge=1, le=600)
    statement_seconds: float = Field(default=60.0, ge=0, le=86_400)
    lock_seconds: float = Field(default=15.0, ge=0, le=86_400)
    idle_seconds: float = Field(default=60.0, ge=0, le=86_400)
    patience_seconds: float = Field(default=15.0, ge=0, le=600)
    nearest_from: int = Field(default=100_000, ge=1)
    application: str = Field(default="reverie", min_length=1, max_length=63)


class ServerSettings(Section):
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

    @field_validator("hosts")
    @classmethod
    def _bare(cls, hosts: tuple[str, ...]) -> tuple[str, ...]:
        if any("/" in host or "*" in host or host.count(":") == 1 for host in hosts):
            raise ValueError("a host is a name alone, as luna.example: no scheme, no port, no *")
        return tuple(host.lower() for host in hosts)

    @field_validator("origins")
    @classmethod
    def _named(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        if any("*" in origin or not origin.startswith(("http://", "https://")) for origin in origins):
            raise ValueError("an origin is written out, as https://luna.example: there is no * for all")
        return tuple(origin.rstrip("/").lower() for origin in origins)


class ChatSettings(Section):
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


class McpSettings(Section):
    """Whose memory an MCP server serves where nobody is named, and with which tools.

    ``others`` lets the companion's own tools be asked about other people; over HTTP they never may.
    """

    person: str | None = None
    tools: Literal["core", "full"] = "core"
    others: bool = False


class EncryptionSettings(Section):
    """The key of an encrypted store: in the environment, in a file, or under a name in the system's keyring."""

    key: SecretStr | None = None
    key_file: str | None = None
    keyring: str | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if sum(source is not None for source in (self.key, self.key_file, self.keyring)) > 1:
            raise ValueError("a store has one key: name one of key, key_file and keyring")
        return self
