"""The page as a person sees it with a token of their own, in the cookie that a sign-in gives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser
from pydantic import SecretStr
from tests.listening import listening
from tests.page.conftest import DESK, Visit

from reverie import Reverie
from reverie.records.users import Scope
from reverie.server.application import application
from reverie.server.live.connections import ChatLimits
from reverie.server.serving import websockets
from reverie.settings_sections import ServerSettings


@contextmanager
def signed_in(browser: Browser, luna: Reverie) -> Iterator[Visit]:
    """Open the page as Ada. What it asks for in vain, as nothing it offers should be, fails."""
    settings = ServerSettings(jwt_secret=SecretStr("a secret of the tests, long enough for HS256"), cookie_secure=False)
    ada = luna.meet("Ada")
    with listening(application(luna, settings), **websockets(ChatLimits())) as url:
        key = luna.keys.create("app", Scope.ADMIN)[1]
        context = browser.new_context(viewport=DESK, locale="en-GB", timezone_id="UTC")  # type: ignore[arg-type] # narrower
        asking = context.request
        token = asking.post(
            f"{url}/v1/people/{ada.id}/tokens", headers={"Authorization": f"Bearer {key}"}, data={"seconds": 600}
        ).json()["token"]
        assert asking.post(f"{url}/v1/session", headers={"Authorization": f"Bearer {token}"}).ok
        page = context.new_page()
        refused: list[str] = []
        page.on("response", lambda one: refused.append(one.url) if one.status >= 400 else None)
        yield Visit(page=page, luna=luna, ada=ada, url=url)
        context.close()
    assert not refused, refused
