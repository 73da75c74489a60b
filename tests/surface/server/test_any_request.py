"""Requests as the document allows them, and as it does not: no 5xx, and every answer is one that is documented."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import integers
from pydantic import SecretStr
from schemathesis import Case, GenerationMode
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette import types as asgi
from tests.surface.server.conftest import SECRET, bearer

import reverie
from reverie import Reverie
from reverie.records.users import Scope
from reverie.server.application import application
from reverie.settings_sections import ServerSettings

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
FEW = settings(
    max_examples=2,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
MANY = settings(FEW, max_examples=200)


@pytest.fixture(scope="module")
def luna(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reverie]:
    path: Path = tmp_path_factory.mktemp("served") / "luna.db"
    with reverie.open(path, companion="Luna", embedder="none") as opened:
        yield opened


@pytest.fixture(scope="module")
def document(luna: Reverie) -> Any:
    served = ServerSettings(requests_per_minute=1_000_000, jwt_secret=SecretStr(SECRET))
    return schemathesis.openapi.from_asgi("/v1/openapi.json", Answered(application(luna, served)))


@pytest.fixture(scope="module")
def key(luna: Reverie) -> dict[str, str]:
    return bearer(luna.keys.create("any", Scope.ADMIN)[1])


def there(luna: Reverie) -> dict[str, str]:
    """Somebody and something of everything, by the names that paths have for them."""
    ada = luna.meet("Ada")
    ada.resume()
    ada.settings(categories_off=())
    said = ada.say("My favorite food is ramen. I play chess in Nice.")
    assert said.message is not None
    return {
        "person_id": ada.id,
        "member_id": ada.id,
        "group_id": luna.group("kitchen", [ada]).id,
        "memory_id": ada.memories()[0].id,
        "message_id": said.message.id,
        "conversation_id": said.message.conversation_id,
        "opinion_id": luna.opinions.add("jazz", "Jazz is best live.").opinion.id,
        "observation_id": ada.user_model.record("Ada likes jazz").memory.id,
        "name": "form_opinion",
        "model": "reverie",
    }


class Answered:
    """An application whose failures are seen as who asks sees them: by the answer, which was sent before they rise."""

    def __init__(self, app: asgi.ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: asgi.Scope, receive: asgi.Receive, send: asgi.Send) -> None:
        begun = False

        async def sent(message: asgi.Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except Exception:
            if not begun:
                raise


class Tried:
    """Tries operations, mostly on what is there, and keeps what went wrong and how it was answered."""

    def __init__(self, luna: Reverie, key: dict[str, str], how: settings) -> None:
        self._luna = luna
        self._key = key
        self._how = how
        self.wrong: list[str] = []
        self.answered: Counter[int] = Counter()

    def all_of(self, document: Any) -> None:
        for found in document.get_all_operations():
            operation, known = found.ok(), there(self._luna)
            for mode in GenerationMode:
                try:
                    self._tries(operation, mode, known)
                except (FailureGroup, Failure) as failed:
                    self.wrong.append(f"{operation.label}: {failed!r} {getattr(failed, 'exceptions', '')}")
                except Unsatisfiable:
                    continue  # nothing that is not allowed can be said there

    def _tries(self, operation: Any, mode: GenerationMode, known: dict[str, str]) -> None:
        @self._how
        @given(case=operation.as_strategy(generation_mode=mode), elsewhere=integers(0, 3))
        def attempt(case: Case[Any], elsewhere: int) -> None:
            if elsewhere:
                case.path_parameters.update({name: known[name] for name in case.path_parameters if name in known})
            case.headers.pop("Authorization", None)
            case.cookies.clear()
            self.answered[case.call_and_validate(checks=CHECKS, headers=self._key).status_code] += 1

        attempt()


def tried(document: Any, luna: Reverie, key: dict[str, str], how: settings) -> list[str]:
    """Try every operation; give what went wrong."""
    attempts = Tried(luna, key, how)
    attempts.all_of(document)
    assert attempts.answered[200] > 80, attempts.answered  # it is not only refused
    return attempts.wrong


def test_a_few_requests_of_each_operation(document: Any, luna: Reverie, key: dict[str, str]) -> None:
    assert tried(document, luna, key, FEW) == []


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_many_requests_of_each_operation(document: Any, luna: Reverie, key: dict[str, str]) -> None:
    assert tried(document, luna, key, MANY) == []
