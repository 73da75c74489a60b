"""Tokens of people (JWT): read with the keys that the settings name, and made where there is a secret.

Each algorithm has a key of its own kind: HS256 the secret, RS256 the key set. What a token claims about its
algorithm only chooses between them, so a public key can't be taken for a secret, nor ``none`` for a signature.
"""

from __future__ import annotations

import json
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import jwt
from jwt import PyJWKClient, PyJWKSet
from jwt.exceptions import PyJWKClientConnectionError, PyJWTError

from reverie.errors import ConfigError, ReverieError
from reverie.server.problem_details import HttpProblem
from reverie.settings_sections import ServerSettings

LONGEST = 8192
_LEEWAY_S = 5
_LONGEST_S = 10 * 365 * 24 * 60 * 60


class BadToken(ReverieError):
    """It is no token that opens anything; the message says why, and never what was in it."""


class Tokens:
    """What the settings say of tokens.

    Raises:
        ConfigError: the file of keys can't be read.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        secret = settings.jwt_secret
        self._secret = None if secret is None else secret.get_secret_value()
        named = settings.jwt_jwks
        self._fetched = PyJWKClient(named, timeout=5) if named and named.startswith(("http://", "https://")) else None
        self._kept = None if named is None or self._fetched is not None else _read(Path(named))

    @property
    def accepted(self) -> bool:
        """Whether any token can be checked."""
        return self._secret is not None or self._fetched is not None or self._kept is not None

    def subject(self, token: str) -> str:
        """Whose token it is, once its signature, audience and time are found to be right.

        Raises:
            BadToken: it is not.
        """
        if len(token) > LONGEST:
            raise BadToken("the token is too long to be one")
        try:
            header = jwt.get_unverified_header(token)
            claims = jwt.decode(
                token,
                self._key(token, header),
                algorithms=[header["alg"]],
                audience=self._settings.jwt_audience,
                issuer=self._settings.jwt_issuer,
                leeway=_LEEWAY_S,
                options={"require": ["exp", "aud", "sub"]},
            )
        except jwt.ExpiredSignatureError as error:
            raise BadToken("the token has expired: ask for a new one") from error
        except PyJWKClientConnectionError as error:
            raise HttpProblem(
                503, "keys-unreachable", "the keys that check tokens can't be fetched: try again"
            ) from error
        except (PyJWTError, ValueError, KeyError, TypeError) as error:
            raise BadToken("the token is not good: its signature, audience, issuer or time is not right") from error
        return str(claims["sub"])

    def seconds_left(self, token: str) -> int:
        """How long a token that was found good still lasts; its ``exp`` may be any number, or digits in a string."""
        claims = jwt.decode(token, options={"verify_signature": False})
        return min(max(0, int(claims["exp"]) - int(time.time())), _LONGEST_S)

    def _key(self, token: str, header: dict[str, Any]) -> Any:
        """The key for the algorithm that the token names, of that algorithm's own kind."""
        if header.get("alg") == "HS256" and self._secret is not None:
            return self._secret
        if header.get("alg") == "RS256" and self._fetched is not None:
            return self._fetched.get_signing_key_from_jwt(token).key
        if header.get("alg") == "RS256" and self._kept is not None:
            usable = [key for key in self._kept.keys if key.key_type == "RSA"]
            named = [key for key in usable if key.key_id == header.get("kid")] or (usable if len(usable) == 1 else [])
            if named:
                return named[0].key
        raise BadToken("the token is signed in a way that is not accepted here")

    def issue(self, person_id: str, now: datetime, lasting: timedelta) -> str:
        """A token for a person.

        Raises:
            ConfigError: there is no secret to sign it with.
        """
        if self._secret is None:
            raise ConfigError("tokens are signed with the setting server.jwt_secret: set it, in the environment say")
        claims = {"sub": person_id, "aud": self._settings.jwt_audience, "iat": now, "exp": now + lasting}
        if self._settings.jwt_issuer is not None:
            claims["iss"] = self._settings.jwt_issuer
        return jwt.encode(claims, self._secret, algorithm="HS256")


def _read(path: Path) -> PyJWKSet:
    try:
        found = PyJWKSet.from_dict(json.loads(path.expanduser().read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, AttributeError, PyJWTError) as error:
        raise ConfigError(f"server.jwt_jwks: {path} is no key set that can be read ({type(error).__name__})") from error
    if not any(key.key_type == "RSA" for key in found.keys):
        raise ConfigError(f"server.jwt_jwks: {path} has no RSA key, and tokens are checked with RS256")
    return found
