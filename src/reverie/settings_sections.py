"""The sections of the settings: what each may say, and what holds where it says nothing."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator


class Section(BaseModel):
    """A section: a key that it does not have is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)  # the input may be a key


Readable = Literal["fact", "preference", "health", "money", "event", "feeling", "other", "all", "local"]
"""What a reader may read: categories of memories, all of them, and conversations that stay on this machine."""


class MemorySettings(Section):
    """What happens when a slot gets another value, and the same for single slots."""

    conflict: Literal["latest", "confident", "ask"] = "latest"
    conflicts: dict[str, Literal["latest", "confident", "ask"]] = Field(default_factory=dict)


class ContextSettings(Section):
    """How large a context is, in tokens.

    ``excerpt`` is in characters: turns of an earlier conversation around the best message; 0 leaves it out.
    """

    budget: int = Field(default=1600, ge=50, le=1_000_000)
    excerpt: int = Field(default=0, ge=0, le=20_000)


class ConversationSettings(Section):
    """When a conversation is over, and how much of it is given as it was said.

    After a pause of ``silence_minutes`` the next message begins another. What came before the last ``window`` messages
    is summed up.
    """

    silence_minutes: float = Field(default=30.0, gt=0, le=60 * 24 * 365)
    window: int = Field(default=20, ge=1, le=1000)


class PictureSettings(Section):
    """How pictures are looked for. Below ``threshold`` no scene is remembered."""

    model: str = "none"
    folder: str | None = None
    threshold: float = Field(default=0.6, ge=-1, le=1)


class ModelSettings(Section):
    """Which language model there is, where, what it is told, and how much it may read and write.

    ``window`` is how many tokens prompt and answer may have together, ``reply`` the most of an answer. An answer is
    waited for as long as ``timeout_seconds`` at every try. ``temperature`` is how freely it answers, from 0 on; None
    leaves that to the server. ``images`` says that it reads images: then the picture that a message brings to mind is
    sent along. ``instructions`` are yours: a character, a manner, what not to speak of. ``tasks`` names what it does
    in the background.
    """

    name: str = "none"
    images: bool = False
    base_url: str | None = None
    api_key: SecretStr | None = None
    window: int = Field(default=8192, ge=512, le=10_000_000)
    reply: int = Field(default=1024, ge=16, le=1_000_000)
    temperature: float | None = Field(default=None, ge=0, le=2)
    timeout_seconds: float = Field(default=60.0, gt=0, le=3600)
    instructions: str = ""
    tasks: tuple[str, ...] | Literal["all"] = "all"

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.reply >= self.window:
            raise ValueError(f"reply is less than window: {self.reply} leaves nothing of {self.window} to ask in")
        return self


class EmbeddingSettings(Section):
    """Where an embedder behind an endpoint is, and how many numbers its vectors have.

    What is not said here is as in ``[model]`` where both are of one provider.
    """

    dimensions: int | None = Field(default=None, ge=8, le=65_536)
    base_url: str | None = None
    api_key: SecretStr | None = None


SHORTEST_SECRET = 32
"""Bytes of a secret that signs tokens: as many as HS256's hash has (RFC 7518, 3.2)."""


class PostgresSettings(Section):
    """How a PostgreSQL server is spoken to; what a URL says itself goes before this.

    A process keeps ``connections``. A statement may take ``statement_seconds``; 0 is without end.
    """

    connections: int = Field(default=5, ge=1, le=1000)
    statement_seconds: float = Field(default=60.0, ge=0, le=86_400)


class RedisSettings(Section):
    """The Redis that servers and workers share, where there is one, and how what is published in it is named.

    Opinions are hashes ``PREFIX:persona_pref:PERSONA:ID``; ``persona`` is the companion's id where nothing is said.
    """

    url: SecretStr | None = None
    prefix: str = Field(default="reverie", pattern=r"^[A-Za-z0-9_.-]{1,64}$")
    persona: str | None = Field(default=None, pattern=r"^[\w.@-]{1,128}$")


class ServerSettings(Section):
    """Where the server listens, who may come in, and how much of it one caller may take.

    ``hosts`` are the names it may be called by, empty for any; ``origins`` the pages elsewhere that may read from it.
    Tokens of people are checked with ``jwt_secret`` (HS256), ``jwt_jwks`` (RS256: a file or a URL), or both. With
    ``jwt_platform`` a token's subject is an account there; else it is a person's id, or ``platform:id``.
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
    cookie_secure: bool = True
    body_megabytes: float = Field(default=4.0, gt=0, le=1000)
    requests_per_minute: int = Field(default=600, ge=1, le=1_000_000)

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
