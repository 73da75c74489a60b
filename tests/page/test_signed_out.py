"""Whose page it is: a token that runs out, another person at the same browser, a server that is gone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute
from pydantic import SecretStr
from tests.listening import listening
from tests.page.conftest import DESK, expect

from reverie import Person, Reverie
from reverie.server.application import application
from reverie.server.live.connections import ChatLimits
from reverie.server.serving import websockets
from reverie.settings_sections import ServerSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """The page before anybody signed in, and the tokens that open it."""

    page: Page
    url: str
    token: Callable[[Person], str]

    def enter(self, person: Person) -> None:
        self.page.get_by_label("Token").fill(self.token(person))
        self.page.get_by_role("button", name="Sign in").click()


@pytest.fixture
def door(browser: Browser, luna: Reverie) -> Iterator[Door]:
    settings = ServerSettings(jwt_secret=SecretStr("a secret of the tests, long enough for HS256"), cookie_secure=False)
    app = application(luna, settings)
    with listening(app, **websockets(ChatLimits())) as url:
        context = browser.new_context(viewport=DESK, locale="en-GB", timezone_id="UTC")  # type: ignore[arg-type] # narrower
        page = context.new_page()
        page.goto(f"{url}/#/me/settings/you")
        yield Door(
            page=page,
            url=url,
            token=lambda person: app.state.auth.tokens.issue(person.id, datetime.now(UTC), timedelta(minutes=10)),
        )
        context.close()


def test_what_was_not_sent_is_never_said_by_whoever_signs_in_next(door: Door, luna: Reverie) -> None:
    ada, ben = luna.meet("Ada"), luna.meet("Ben")
    page, reached = door.page, [False]

    def line(socket: WebSocketRoute) -> None:
        if reached[0]:
            socket.connect_to_server()
        else:
            socket.close(code=1012)

    page.route_web_socket("**/chat*", line)
    door.enter(ada)
    page.get_by_role("link", name="Chat").click()
    said = page.get_by_label("Message to Luna")
    said.fill("I am in love with Max.")
    said.press("Enter")
    expect(page.get_by_text("Sending…")).to_be_visible()
    said.fill("Nobody must know")
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_title("Sign in · Reverie")
    assert "Max" not in page.evaluate("JSON.stringify(sessionStorage)")
    reached[0] = True
    door.enter(ben)
    expect(page.locator(".who")).to_contain_text("Ben")
    expect(page.get_by_text("Say hello to Luna")).to_be_visible()
    expect(said).to_have_value("")
    assert (ada.messages(), ben.messages()) == ([], [])


def test_a_page_stays_the_one_of_whom_it_shows_when_another_signs_in_beside_it(door: Door, luna: Reverie) -> None:
    ada, ben = luna.meet("Ada"), luna.meet("Ben")
    door.enter(ada)
    page = door.page
    page.get_by_label("Notes").fill("Of Ada alone.")
    page.context.add_cookies([{"name": "reverie_session", "value": door.token(ben), "url": door.url}])
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    assert ben.user_model.profile().notes is None


def test_a_token_that_ran_out_takes_nothing_that_was_being_written(door: Door, luna: Reverie) -> None:
    ada = luna.meet("Ada")
    door.enter(ada)
    page = door.page
    page.get_by_role("tab", name="As text").click()
    text = page.get_by_label("Profile as YAML")
    text.press("Control+End")
    text.press_sequentially("# a long thought")
    page.context.clear_cookies()
    page.get_by_role("button", name="Save").click()
    again = page.get_by_role("dialog", name="Sign in again")
    again.get_by_label("Token").fill("🗝")
    again.get_by_role("button", name="Sign in").click()
    expect(again.get_by_role("alert")).to_have_text("That is not a token.")
    door.enter(ada)
    expect(again).to_be_hidden()
    expect(text).to_have_value(re.compile("# a long thought$"))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def test_who_cannot_sign_out_is_told_so(door: Door, luna: Reverie) -> None:
    door.enter(luna.meet("Ada"))
    expect(door.page.locator(".who")).to_contain_text("Ada")
    door.page.route("**/v1/session", lambda route: route.abort())
    door.page.get_by_role("button", name="Sign out").click()
    expect(door.page.get_by_text("the server can't be reached")).to_be_visible()
