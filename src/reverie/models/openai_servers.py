"""Where an OpenAI-compatible server is, and what its failures mean.

Everything that only a setting mends is a ModelMisconfigured, what may pass by itself a ModelUnavailable, and what the
server will never take a ModelReplyInvalid. No error repeats what the server said, for it may say a key or a message
again: of its words only a code such as "model_not_found" is shown.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import SplitResult, urlsplit

from pydantic import SecretStr, ValidationError

from reverie.errors import ConfigError, ModelError, ModelMisconfigured, ModelReplyInvalid, ModelUnavailable
from reverie.extras import install

if TYPE_CHECKING:
    import httpx2
    from openai import APIStatusError, OpenAI
    from pydantic import BaseModel

    from reverie.config import Config
    from reverie.settings_sections import EmbeddingSettings, ModelSettings

    Result = TypeVar("Result")
    Form = TypeVar("Form", bound=BaseModel)

OPENAI = "https://api.openai.com/v1"
OLLAMA_PORT = 11434
CONNECT_S = 5.0
"""How long a connection may take; an answer may take longer."""
VECTOR_S = 5.0
"""How long somebody who speaks waits for a vector."""
RETRIES = 2
"""Further tries of what may pass by itself, where nobody says how many."""
LONGEST_PAUSE_S = 20.0
"""A server that asks to wait longer than this is not waited for: what asked is tried again later as a whole."""
REJECTING = (400, 413, 422, 501)
"""What a server says to a request that it will not take however often it is asked."""
_MEANT = {"too large": 413, "is not supported": 501}

_NO_ADDRESS = "{}.base_url, or the variable in its place, is no address: write it as http://127.0.0.1:8080/v1"
_CODE = re.compile(r"[A-Za-z][A-Za-z_]{2,39}")


class Rejected(ModelReplyInvalid):
    """The server understood the request and will not have it, in this form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A model on a server; ``group`` is the group of settings that says so. An empty ``key`` is none."""

    provider: str
    model: str
    base_url: str
    key: SecretStr
    timeout_s: float
    group: str = "model"

    @property
    def name(self) -> str:
        """Which model on which provider."""
        return f"{self.provider}:{self.model}"

    @property
    def shown(self) -> str:
        """The model and its address, without a name or password in it."""
        parts = urlsplit(self.base_url)
        return f"{self.name} at {parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    @property
    def local(self) -> bool:
        """Whether it is on this machine, by its address."""
        host = urlsplit(self.base_url).hostname or ""
        return host == "localhost" or host.endswith(".localhost") or _is_loopback(host)

    def client(self) -> OpenAI:
        """A client of the server; nothing is contacted yet.

        Raises ModelMisconfigured where the package is missing, or the key of a server that wants one.
        """
        if not self.key.get_secret_value() and self.base_url == OPENAI:
            raise ModelMisconfigured(
                f"{self.shown} needs a key: set OPENAI_API_KEY or {self.group}.api_key, or {self.group}.base_url"
                " for another server"
            )
        made: OpenAI = sdk().OpenAI(
            base_url=self.base_url,
            api_key=self.key.get_secret_value() or "none",
            timeout=patience(self.timeout_s),
            max_retries=0,
        )
        return made

    def persistent(self, call: Callable[[], Result], *, retries: int | None = None) -> Result:
        """Call, again after growing pauses where that makes sense, and translate what fails in the end.

        The SDK's own retries would also repeat what timed out, which a slow model would then compute twice, and have
        no limit for what a server asks to wait.
        """
        from openai import OpenAIError

        attempts = RETRIES if retries is None else retries
        for attempt in range(attempts + 1):
            try:
                return call()
            except OpenAIError as error:
                pause = _pause(error, attempt)
                if pause is None or attempt == attempts:
                    raise self.translated(error) from None
            time.sleep(pause)
        raise AssertionError("unreachable: the last attempt returns or raises")

    def read(self, answer: httpx2.Response, form: type[Form]) -> Form:
        """Read an answer as what it has to be; a web page comes from a wrong address, and other things are invalid."""
        if "html" in answer.headers.get("content-type", ""):
            raise ModelMisconfigured(
                f"{self.shown} answered with a web page: mend {self.group}.base_url, which often ends with /v1"
            )
        try:
            return form.model_validate_json(answer.content)
        except ValidationError:
            raise ModelReplyInvalid(f"{self.shown} sent what is no answer", reply=answer.text) from None

    def translated(self, error: Exception) -> ModelError:
        """What a failure of the client means, with what mends it."""
        import httpx2
        from openai import APIConnectionError, APIStatusError, APITimeoutError

        if isinstance(error, APITimeoutError | httpx2.TimeoutException):
            longer = "raise model.timeout_seconds" if self.group == "model" else "put it on a faster machine"
            return ModelUnavailable(
                f"{self.shown} did not answer in time, perhaps because it is busy or still loads: try again, or"
                f" {longer}"
            )
        if isinstance(error, APIStatusError):
            return self._refusal(error)
        if isinstance(error, APIConnectionError) and isinstance(error.__cause__, httpx2.ConnectError):
            return ModelUnavailable(
                f"{self.shown} can't be reached ({error.__cause__}); start the server, or mend {self.group}.base_url"
            )
        return ModelUnavailable(f"{self.shown} broke off ({_code(error) or type(error).__name__}); try again")

    def _refusal(self, error: APIStatusError) -> ModelError:
        status, code = _status(error), _code(error)
        said = f"{self.shown} said {status}" + (f" ({code})" if code else "")
        if status in (401, 403):
            return ModelMisconfigured(f"{said}: the key is wrong or may not do this; set {self.group}.api_key")
        if status == 404:
            pull = f"; `ollama pull {self.model}` gets a model" if self.provider == "ollama" else ""
            return ModelMisconfigured(
                f"{said}: it knows no such model or address; mend the model's name, or {self.group}.base_url, which"
                f" often ends with /v1{pull}"
            )
        if status in REJECTING:
            longest = f"; where it is too long, lower {self.group}.window" if self.group == "model" else ""
            return Rejected(
                f"{said}: it does not take this request, and its log says why{longest}", reply=error.message
            )
        if code == "insufficient_quota" or status == 402:
            return ModelMisconfigured(f"{said}: the account has no money left, or reached its limit; mend it there")
        if status == 429:
            return ModelUnavailable(f"{said}: too many requests; try again{_asked_pause(error)}")
        return ModelUnavailable(f"{said}: it failed; try again, and look into its log")


def sdk() -> ModuleType:
    """The openai package; raises ModelMisconfigured where it is not installed."""
    try:
        import openai
    except ImportError as error:
        raise ModelMisconfigured(f"models behind an endpoint need the openai package: {install('llm')}") from error
    return openai


def patience(seconds: float) -> httpx2.Timeout:
    """How long an answer may take, and in a stream each piece; a connection takes no longer than CONNECT_S."""
    import httpx2

    return httpx2.Timeout(seconds, connect=min(CONNECT_S, seconds))


def for_model(name: str, told: ModelSettings) -> Server:
    """The server of a language model, by name and settings.

    Raises ConfigError for a name without a model, and for an address or a key that can't be one.
    """
    provider, model = _parts(name)
    return Server(
        provider=provider,
        model=model,
        base_url=_address(provider, told.base_url, "model"),
        key=_key(provider, told.api_key, "model"),
        timeout_s=told.timeout_seconds,
    )


def for_embedder(name: str, settings: Config) -> Server:
    """The server of an embedder: its own, or that of the language model where both are of one provider."""
    provider, model = _parts(name)
    told: EmbeddingSettings | ModelSettings = settings.embedding
    key = told.api_key
    if told.base_url is None and settings.model.name.partition(":")[0] == provider:
        told, key = settings.model, key or settings.model.api_key
    return Server(
        provider=provider,
        model=model,
        base_url=_address(provider, told.base_url, "embedding"),
        key=_key(provider, key, "embedding"),
        timeout_s=VECTOR_S,
        group="embedding",
    )


def _parts(name: str) -> tuple[str, str]:
    provider, _, model = name.partition(":")
    if not model.strip():
        raise ConfigError(f"{name!r} names no model: write {provider}:MODEL")
    return provider, model.strip()


def _address(provider: str, told: str | None, group: str) -> str:
    if provider == "ollama":
        return _ollama((told or os.environ.get("OLLAMA_HOST") or "").strip(), group)
    url = (told or os.environ.get("OPENAI_BASE_URL") or OPENAI).strip()
    if not _parts_of(url, group).hostname:
        raise ConfigError(_NO_ADDRESS.format(group))
    return url.rstrip("/")


def _ollama(told: str, group: str) -> str:
    """The address of an Ollama server's OpenAI side, as its own OLLAMA_HOST names it: parts may be missing."""
    short = "://" not in told
    parts = _parts_of(f"http://{told}" if short else told, group)
    port = parts.port or (OLLAMA_PORT if short else None)
    host = parts.hostname or "127.0.0.1"
    host = "127.0.0.1" if host == "0.0.0.0" else f"[{host}]" if ":" in host else host  # noqa: S104 - what it listens on
    login = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    path = parts.path.rstrip("/").removesuffix("/v1")
    return f"{parts.scheme}://{login}{host}{f':{port}' if port else ''}{path}/v1"


def _parts_of(url: str, group: str) -> SplitResult:
    """The parts of an address, of which scheme and port are what they can be."""
    with suppress(ValueError):  # a port that is no number, or half an IPv6 address
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.port != 0:
            return parts
    raise ConfigError(_NO_ADDRESS.format(group))


def _key(provider: str, told: SecretStr | None, group: str) -> SecretStr:
    environment = os.environ.get("OPENAI_API_KEY", "") if provider == "openai" else ""
    key = (environment if told is None else told.get_secret_value()).strip()
    if not (key.isascii() and key.isprintable()):
        raise ConfigError(f"{group}.api_key, or OPENAI_API_KEY, has characters that no key has: copy it again")
    return SecretStr(key)


def _pause(error: Exception, attempt: int) -> float | None:
    """Seconds to wait before the next attempt; None where another makes no sense."""
    from openai import APIConnectionError, APIStatusError, APITimeoutError

    growing = min(8.0, 0.5 * 2**attempt)
    if isinstance(error, APIStatusError):
        status = _status(error)
        worth = status in (408, 429) or (status >= 500 and status not in REJECTING)
        asked = _retry_after(error) or 0.0
        told = worth and _code(error) != "insufficient_quota" and asked <= LONGEST_PAUSE_S
        return max(growing, asked) if told else None
    connection = isinstance(error, APIConnectionError) and not isinstance(error, APITimeoutError)
    return growing if connection else None


def _status(error: APIStatusError) -> int:
    # llama.cpp calls an input that is too large, or an image to a model of words, a failure of its own.
    if error.status_code == 500:
        return next((status for words, status in _MEANT.items() if words in error.message), 500)
    return error.status_code


def _retry_after(error: APIStatusError) -> float | None:
    try:
        return float(error.response.headers["retry-after"])
    except (KeyError, ValueError):
        return None  # or a date, which no model's server sends


def _asked_pause(error: APIStatusError) -> str:
    asked = _retry_after(error)
    return "" if asked is None else f" in {asked:g} seconds"


def _code(error: Exception) -> str:
    """The code that the server gave, where it is one: a word like "model_not_found", and never a sentence."""
    named = [getattr(error, "code", None), getattr(error, "type", None)]
    return next((one for one in named if isinstance(one, str) and _CODE.fullmatch(one)), "")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:  # a name
        return False
