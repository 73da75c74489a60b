"""A server over a companion called Luna, who knows Ada and Ben, and clients of several sorts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import jwt
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import SecretStr

import reverie
from reverie import Person, Reverie
from reverie.records.users import Scope
from reverie.server.application import application
from reverie.settings_sections import ServerSettings

SECRET = "a secret of the tests that is long enough for HS256"
ADDRESS = "http://localhost"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A server where callers show who they are, and the people it knows."""

    app: FastAPI
    client: TestClient
    luna: Reverie
    ada: Person
    ben: Person

    def key(self, scope: Scope = Scope.ADMIN, person: Person | None = None) -> dict[str, str]:
        """The header of an application."""
        return bearer(self.luna.keys.create("app", scope, person=person)[1])

    def token(self, person: Person) -> dict[str, str]:
        """The header of a person."""
        return bearer(token(sub=person.id))


def bearer(shown: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {shown}"}


def token(secret: str = SECRET, **claims: object) -> str:
    """A good token, but for what is said otherwise; a claim of None is left out."""
    made = {"aud": "reverie", "exp": datetime.now(UTC) + timedelta(minutes=5), **claims}
    return jwt.encode({k: v for k, v in made.items() if v is not None}, secret, algorithm="HS256")


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read or written outside of the test's own folder."""
    for name in [n for n in os.environ if n.startswith("REVERIE_") and n != "REVERIE_EXTRACTOR"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def luna(tmp_path: Path) -> Iterator[Reverie]:
    with reverie.open(tmp_path / "luna.db", companion="Luna", embedder="none") as opened:
        yield opened


@pytest.fixture
def client(luna: Reverie) -> Iterator[TestClient]:
    """Whoever sits at the machine, in local mode."""
    with TestClient(application(luna, ServerSettings(), local=True), base_url=ADDRESS) as made:
        yield made


@pytest.fixture
def house(luna: Reverie) -> Iterator[House]:
    app = application(luna, ServerSettings(jwt_secret=SecretStr(SECRET)))
    with TestClient(app, base_url=ADDRESS) as client:
        yield House(app=app, client=client, luna=luna, ada=luna.meet("Ada"), ben=luna.meet("Ben"))
