"""Who may come in: keys, tokens, cookies, the machine's own user; from where, how often, and with which names."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fastapi.testclient import TestClient
from jwt.algorithms import RSAAlgorithm
from pydantic import SecretStr, ValidationError
from starlette.types import Receive, Send
from starlette.types import Scope as StarletteScope
from starlette.websockets import WebSocketDisconnect
from tests.surface.server.conftest import ADDRESS, SECRET, House, bearer, token

from reverie import Person, Reverie
from reverie.errors import ConfigError, InvalidInput
from reverie.records.users import Scope
from reverie.server.access.authentication import CSRF_HEADER
from reverie.server.application import application
from reverie.server.serving import open_to_all
from reverie.settings_sections import ServerSettings

PEOPLE = "/v1/people"
ME = "/v1/people/me"


# -- keys ----------------------------------------------------------------------------------------


def test_nobody_comes_in_without_a_key(house: House) -> None:
    answer = house.client.get(PEOPLE)
    assert (answer.status_code, answer.headers["content-type"]) == (401, "application/problem+json")
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert answer.json()["type"] == "urn:reverie:problem:unauthenticated"
    assert answer.json()["request_id"] == answer.headers["x-request-id"]


def test_a_key_opens_as_far_as_its_scope_goes(house: House) -> None:
    read, write, admin = (house.key(scope) for scope in Scope)
    merge = {"into": house.ben.id}
    seen = [
        (
            house.client.get(PEOPLE, headers=by).status_code,
            house.client.post(PEOPLE, headers=by, json={"name": "Cy"}).status_code,
            house.client.post(f"{PEOPLE}/{house.ada.id}/merge", headers=by, json=merge).status_code,
        )
        for by in (read, write, admin)
    ]
    assert seen == [(200, 403, 403), (200, 200, 403), (200, 200, 200)]


def test_only_a_hash_of_a_key_is_kept(house: House, tmp_path: Path) -> None:
    key, secret = house.luna.keys.create("app", Scope.READ)
    kept = (tmp_path / "luna.db").read_bytes() + (tmp_path / "luna.db-wal").read_bytes()
    assert secret[-43:].encode() not in kept
    assert b"$argon2id$" in kept
    assert key.id.encode() in kept


def test_a_revoked_key_opens_nothing_from_the_next_request_on(house: House) -> None:
    key, secret = house.luna.keys.create("app", Scope.READ)
    assert house.client.get(PEOPLE, headers=bearer(secret)).status_code == 200
    assert house.luna.keys.revoke(key.id).revoked_at is not None
    assert house.client.get(PEOPLE, headers=bearer(secret)).status_code == 401


def test_a_key_ends_when_it_says(house: House) -> None:
    _key, secret = house.luna.keys.create("app", Scope.READ, days=1e-9)
    assert house.client.get(PEOPLE, headers=bearer(secret)).status_code == 401
    with pytest.raises(InvalidInput, match="number of days above 0"):
        house.luna.keys.create("app", Scope.READ, days=0)


@pytest.mark.parametrize(
    "shown",
    [
        "Bearer rk_0000000000000000_" + "a" * 43,
        "Bearer rk_",
        "Bearer ",
        "Bearer",
        "Basic YWRhOmFkYQ==",
        "Bearer " + "a" * 20_000,
        "Bearer rk_é",
    ],
)
def test_what_is_no_key_opens_nothing(house: House, shown: str) -> None:
    answer = house.client.get(PEOPLE, headers={b"authorization": shown.encode("latin-1")})
    assert answer.status_code == 401
    assert shown.removeprefix("Bearer ")[:20].strip() not in answer.text.replace("Bearer", "") or not shown[7:].strip()


def test_a_key_with_another_secret_opens_nothing(house: House) -> None:
    secret = house.key()["Authorization"]
    wrong = secret[:-4] + ("aaaa" if secret[-4:] != "aaaa" else "bbbb")
    assert house.client.get(PEOPLE, headers={"Authorization": wrong}).status_code == 401


def test_a_key_for_one_person_goes_with_them(house: House) -> None:
    secret = house.key(Scope.WRITE, house.ben)
    assert house.client.get(ME, headers=secret).json()["person"]["name"] == "Ben"
    house.luna.erase(house.ben)
    assert house.client.get(ME, headers=secret).status_code == 401
    assert [key.person_id for key in house.luna.keys.all()] == []


# -- tokens --------------------------------------------------------------------------------------


def test_a_token_reaches_its_person(house: House) -> None:
    mine = house.token(house.ada)
    for who in ("me", house.ada.id):
        assert house.client.get(f"{PEOPLE}/{who}", headers=mine).json()["person"]["name"] == "Ada"
    session = house.client.get("/v1/session", headers=mine).json()
    assert (session["scope"], session["person"]["id"], session["local"]) == ("write", house.ada.id, False)


def _unsigned(claims: dict[str, Any]) -> str:
    def part(value: dict[str, Any]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part({'alg': 'none', 'typ': 'JWT'})}.{part(claims)}."


def test_forged_and_stale_tokens_open_nothing(house: House) -> None:
    sub, soon = house.ada.id, datetime.now(UTC) + timedelta(minutes=5)
    claims = {"sub": sub, "aud": "reverie", "exp": int(soon.timestamp())}
    good = token(sub=sub)
    head, body, signature = good.split(".")
    forged = {
        "expired": token(sub=sub, exp=datetime.now(UTC) - timedelta(minutes=1)),
        "without an end": token(sub=sub, exp=None),
        "for others": token(sub=sub, aud="elsewhere"),
        "for nobody": token(sub=sub, aud=None),
        "of nobody": token(sub=None),
        "of a name": token(sub="Ada"),
        "of a stranger": token(sub="01a20245-b86e-73ab-bf94-23b11600525b"),
        "not yet": token(sub=sub, nbf=datetime.now(UTC) + timedelta(minutes=1)),
        "with another secret": token(secret="x" * 40, sub=sub),
        "unsigned": _unsigned(claims),
        "with a longer hash": jwt.encode(claims, SECRET * 2, algorithm="HS512"),
        "cut": f"{head}.{body}.",
        "changed": f"{head}.{token(sub=house.ben.id).split('.')[1]}.{signature}",
        "no token": "a.b.c",
    }
    seen = {why: house.client.get(ME, headers=bearer(one)).status_code for why, one in forged.items()}
    assert seen == dict.fromkeys(forged, 401)
    assert house.client.get(ME, headers=bearer(good)).status_code == 200


@pytest.mark.parametrize("later", [str, float, lambda soon: 10**400 + soon])
def test_a_token_may_end_at_any_number(house: House, later: Callable[[int], object]) -> None:
    soon = int((datetime.now(UTC) + timedelta(minutes=5)).timestamp())
    claims = json.dumps({"sub": house.ada.id, "aud": "reverie", "exp": later(soon)}).encode()
    signed = jwt.api_jws.PyJWS().encode(claims, SECRET, algorithm="HS256")
    assert house.client.get(ME, headers=bearer(signed)).status_code == 200


def test_a_guest_has_no_token(house: House) -> None:
    guest = house.luna.guest()
    answer = house.client.post(f"{ME}/messages", headers=house.token(guest), json={"text": "I'm Ada."})
    assert (answer.status_code, answer.json()["type"]) == (403, "urn:reverie:problem:guest")
    asked = house.client.post(f"{PEOPLE}/{guest.id}/tokens", headers=house.key(), json={})
    assert asked.status_code == 409


def test_a_person_speaks_for_themselves_alone(house: House) -> None:
    mine = house.token(house.ada)
    for more in ({"role": "assistant"}, {"role": "system"}, {"speaker": "Ben"}):
        answer = house.client.post(f"{ME}/messages", headers=mine, json={"text": "Jazz is the worst.", **more})
        assert answer.status_code == 403
    assert house.ada.messages() == []


def test_an_application_makes_tokens(house: House) -> None:
    made = house.client.post(f"{PEOPLE}/{house.ada.id}/tokens", headers=house.key(), json={"seconds": 60}).json()
    assert house.client.get(ME, headers=bearer(made["token"])).json()["person"]["id"] == house.ada.id
    for by in (house.key(Scope.WRITE), house.token(house.ada)):
        assert house.client.post(f"{PEOPLE}/{house.ada.id}/tokens", headers=by, json={}).status_code == 403


def test_whoever_was_merged_finds_their_memory(house: House) -> None:
    theirs = house.token(house.ben)
    old = house.ben.id
    house.ben.say("I play chess.")
    house.luna.directory.merge(house.luna.find(old), into=house.ada)
    for who in ("me", old, house.ada.id):
        assert house.client.get(f"{PEOPLE}/{who}", headers=theirs).json()["person"]["id"] == house.ada.id


def test_a_subject_may_be_an_account(luna: Reverie) -> None:
    ada = luna.meet("Ada", account=("chat", "ada|1"))
    assert _subject(luna, ServerSettings(jwt_secret=SecretStr(SECRET)), "chat:ada|1") == ada.id
    on_chat = ServerSettings(jwt_secret=SecretStr(SECRET), jwt_platform="chat")
    assert _subject(luna, on_chat, "ada|1") == ada.id
    assert _subject(luna, on_chat, ada.id) == 401  # what another platform calls its accounts is no id of ours


def _subject(luna: Reverie, settings: ServerSettings, sub: str) -> str | int:
    with TestClient(application(luna, settings), base_url=ADDRESS) as client:
        answer = client.get(ME, headers=bearer(token(sub=sub)))
        return str(answer.json()["person"]["id"]) if answer.status_code == 200 else answer.status_code


# -- RS256 ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def signing() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.fixture
def by_key_set(luna: Reverie, signing: rsa.RSAPrivateKey, tmp_path: Path) -> Iterator[tuple[TestClient, Person]]:
    published = {**json.loads(RSAAlgorithm.to_jwk(signing.public_key())), "kid": "one", "alg": "RS256", "use": "sig"}
    (tmp_path / "jwks.json").write_text(json.dumps({"keys": [published]}))
    settings = ServerSettings(jwt_jwks=str(tmp_path / "jwks.json"), jwt_issuer="https://issuer.example")
    with TestClient(application(luna, settings), base_url=ADDRESS) as client:
        yield client, luna.meet("Ada")


def test_a_key_set_checks_tokens_of_others(by_key_set: tuple[TestClient, Person], signing: rsa.RSAPrivateKey) -> None:
    client, ada = by_key_set
    soon = datetime.now(UTC) + timedelta(minutes=5)
    claims = {"sub": ada.id, "aud": "reverie", "iss": "https://issuer.example", "exp": soon}
    public = signing.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    confused = jwt.api_jws.PyJWS().encode(
        json.dumps({**claims, "exp": int(soon.timestamp())}).encode(), b"k" * 32, algorithm="HS256"
    )
    other = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    tried = {
        "good": jwt.encode(claims, signing, algorithm="RS256", headers={"kid": "one"}),
        "without its key's name": jwt.encode(claims, signing, algorithm="RS256"),
        "of another key": jwt.encode(claims, other, algorithm="RS256", headers={"kid": "one"}),
        "of another issuer": jwt.encode({**claims, "iss": "x"}, signing, algorithm="RS256", headers={"kid": "one"}),
        "of no issuer": jwt.encode({k: v for k, v in claims.items() if k != "iss"}, signing, algorithm="RS256"),
        "with the public key as a secret": _signed_with(public, {**claims, "exp": int(soon.timestamp())}),
        "with HS256": confused,
        "with PS256": jwt.encode(claims, signing, algorithm="PS256", headers={"kid": "one"}),
    }
    seen = {why: client.get(ME, headers=bearer(one)).status_code for why, one in tried.items()}
    assert seen == {**dict.fromkeys(tried, 401), "good": 200, "without its key's name": 200}


def _signed_with(secret: bytes, claims: dict[str, Any]) -> str:
    """HS256 by hand: the library refuses to take a public key for a secret, which is what a forger does."""
    import hashlib
    import hmac

    def part(value: bytes) -> str:
        return base64.urlsafe_b64encode(value).decode().rstrip("=")

    said = f"{part(json.dumps({'alg': 'HS256', 'kid': 'one'}).encode())}.{part(json.dumps(claims).encode())}"
    return f"{said}.{part(hmac.new(secret, said.encode(), hashlib.sha256).digest())}"


def test_a_key_set_that_cannot_be_read_is_said_at_once(luna: Reverie, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "secret.json").write_text('{"keys": [{"kty": "oct", "k": "c2VjcmV0"}]}')
    for place in ("broken.json", "gone.json", "list.json", "secret.json"):
        with pytest.raises(ConfigError, match=r"jwt_jwks.*(no key set|no RSA key)"):
            application(luna, ServerSettings(jwt_jwks=str(tmp_path / place)))


# -- cookies -------------------------------------------------------------------------------------


def test_a_browser_gets_its_token_in_a_cookie_that_no_script_reads(house: House) -> None:
    begun = house.client.post("/v1/session", headers=house.token(house.ada))
    cookie = begun.headers["set-cookie"].lower()
    assert all(flag in cookie for flag in ("httponly", "secure", "samesite=strict", "path=/", "max-age="))
    ended = house.client.delete("/v1/session", headers=house.token(house.ada))
    assert 'reverie_session=""' in ended.headers["set-cookie"]
    assert "max-age=0" in ended.headers["set-cookie"].lower()


def test_a_key_is_put_into_no_cookie(house: House) -> None:
    assert house.client.post("/v1/session", headers=house.key()).status_code == 403


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({}, 403),
        ({CSRF_HEADER: "1"}, 200),
        ({CSRF_HEADER: "1", "Origin": ADDRESS}, 200),
        ({CSRF_HEADER: "1", "Origin": "https://evil.example"}, 403),
        ({CSRF_HEADER: "1", "Origin": "null"}, 403),
        ({CSRF_HEADER: "1", "Sec-Fetch-Site": "cross-site"}, 403),
        ({CSRF_HEADER: "1", "Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_with_a_cookie_a_page_elsewhere_changes_nothing(house: House, more: dict[str, str], status: int) -> None:
    cookie = {"Cookie": f"reverie_session={token(sub=house.ada.id)}"}
    assert house.client.get(ME, headers=cookie).status_code == 200
    assert house.client.post(f"{ME}/pause", headers={**cookie, **more}).status_code == status
    assert house.ada.settings().paused is (status == 200)


def test_a_cookie_with_a_key_or_nonsense_opens_nothing(house: House) -> None:
    secret = house.key()["Authorization"].removeprefix("Bearer ")
    for shown in (secret, "x", "a.b.c"):
        assert house.client.get(ME, headers={"Cookie": f"reverie_session={shown}"}).status_code == 401


# -- this machine --------------------------------------------------------------------------------


def test_whoever_sits_at_the_machine_may_do_everything(client: TestClient) -> None:
    assert client.post(PEOPLE, json={"name": "Ada"}).status_code == 200
    shown = client.get("/v1/session").json()
    assert shown.pop("learning").startswith("by rules alone")
    assert shown == {"scope": "admin", "person": None, "local": True, "companion": "Luna"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "["}, 421),
        ({"Origin": "http://["}, 403),
        ({"Origin": "null"}, 403),
        ({"X-Forwarded-For": "203.0.113.9"}, 401),
        ({"X-Forwarded-Proto": "https"}, 401),
        ({"Via": "1.1 proxy"}, 401),
        ({"Cookie": "reverie_session=of-another-server"}, 200),
        ({"Origin": ADDRESS}, 200),
        ({"Host": "127.0.0.1:8765", "Origin": "http://127.0.0.1:8765"}, 200),
        ({"Host": "[::1]:8765"}, 200),
    ],
)
def test_a_page_elsewhere_and_a_proxy_do_not_sit_at_the_machine(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    assert client.post(PEOPLE, json={"name": "Ada"}, headers=headers).status_code == status


def test_a_proxy_that_says_nothing_is_known_by_its_old_protocol(client: TestClient) -> None:
    async def older(scope: StarletteScope, receive: Receive, send: Send) -> None:
        await client.app({**scope, "http_version": "1.0"}, receive, send)

    assert TestClient(older, base_url=ADDRESS).get("/v1/session").status_code == 401


def test_with_the_first_key_whoever_sits_at_the_machine_shows_one_too(client: TestClient, luna: Reverie) -> None:
    key, secret = luna.keys.create("app")
    assert client.get("/v1/session").status_code == 401
    assert client.get("/v1/session", headers=bearer(secret)).status_code == 200
    luna.keys.revoke(key.id)
    assert client.get("/v1/session").status_code == 200


def test_a_form_of_a_page_elsewhere_is_not_taken_for_json(client: TestClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = client.post(PEOPLE, content=b'{"name": "Ada"}', headers={"Content-Type": kind})
        assert answer.status_code == 422
        assert "Content-Type: application/json" in answer.json()["detail"]


def test_a_server_for_others_asks_who_they_are(luna: Reverie) -> None:
    assert open_to_all(luna, ServerSettings()) is True
    assert open_to_all(luna, ServerSettings(host="::1")) is True
    for host in ("0.0.0.0", "192.168.1.5", "luna.example"):  # noqa: S104 - it is refused
        with pytest.raises(ConfigError, match="reverie keys create"):
            open_to_all(luna, ServerSettings(host=host))
    assert open_to_all(luna, ServerSettings(host="192.168.1.5", jwt_secret=SecretStr(SECRET))) is False
    key, _secret = luna.keys.create("app")
    assert open_to_all(luna, ServerSettings()) is False
    luna.keys.revoke(key.id)
    assert open_to_all(luna, ServerSettings()) is True


# -- how much, from where ------------------------------------------------------------------------


def test_a_caller_has_so_many_requests_a_minute(luna: Reverie) -> None:
    with TestClient(application(luna, ServerSettings(requests_per_minute=3)), base_url=ADDRESS) as client:
        one, other = (bearer(luna.keys.create("app", Scope.READ)[1]) for _ in range(2))
        seen = [client.get(PEOPLE, headers=one) for _ in range(4)]
        assert [answer.status_code for answer in seen] == [200, 200, 200, 429]
        assert 1 <= int(seen[3].headers["retry-after"]) <= 21
        assert client.get(PEOPLE, headers=other).status_code == 200


def test_whoever_guesses_is_let_wait_and_nobody_beside_them(house: House) -> None:
    seen = [house.client.get(PEOPLE, headers=bearer("rk_x")).status_code for _ in range(32)]
    assert (seen[0], seen[-1]) == (401, 429)
    assert house.client.get(PEOPLE, headers=house.key()).status_code == 200


def test_a_page_elsewhere_reads_nothing_unless_it_is_named(luna: Reverie) -> None:
    asked = {"Origin": "https://luna.example", "Access-Control-Request-Method": "GET"}
    allowed = ServerSettings(jwt_secret=SecretStr(SECRET), origins=("https://luna.example",))
    with TestClient(application(luna, allowed), base_url=ADDRESS) as client:
        preflight = client.options(PEOPLE, headers=asked)
        assert preflight.headers["access-control-allow-origin"] == "https://luna.example"
        assert (
            "access-control-allow-origin"
            not in client.options(PEOPLE, headers={**asked, "Origin": "https://e.e"}).headers
        )
    with TestClient(application(luna, ServerSettings(jwt_secret=SecretStr(SECRET))), base_url=ADDRESS) as client:
        assert "access-control-allow-origin" not in client.options(PEOPLE, headers=asked).headers
        assert "access-control-allow-origin" not in client.get("/healthz", headers=asked).headers


def test_a_server_may_be_called_by_its_names_alone(luna: Reverie) -> None:
    settings = ServerSettings(jwt_secret=SecretStr(SECRET), hosts=("luna.example",))
    with TestClient(application(luna, settings), base_url="https://luna.example") as client:
        assert client.get(PEOPLE).status_code == 401
        assert client.get(PEOPLE, headers={"Host": "other.example"}).status_code == 421


def test_a_name_of_a_server_is_a_name_alone() -> None:
    assert ServerSettings(hosts=("Luna.Example", "::1")).hosts == ("luna.example", "::1")
    for wrong in ("https://luna.example", "luna.example:8443", "*", "*.example"):
        with pytest.raises(ValidationError, match="no scheme, no port"):
            ServerSettings(hosts=(wrong,))


def test_browsers_are_told_to_be_careful(house: House) -> None:
    for path in ("/healthz", PEOPLE, "/nowhere"):
        headers = house.client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert headers["x-frame-options"] == "DENY"
        assert "default-src 'none'" in headers["content-security-policy"]


def test_a_web_socket_goes_through_the_gate_too(house: House) -> None:
    with house.client.websocket_connect("/v1/anything") as refused:  # let in, so that a browser sees why
        assert refused.receive_json()["problem"]["status"] == 401
        with pytest.raises(WebSocketDisconnect) as closed:
            refused.receive_json()
    assert closed.value.code == 4401
