"""With a token of their own a person sees what is theirs in every view, and is offered nothing that they may not do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Browser, Response
from pydantic import SecretStr
from tests.listening import listening
from tests.page.conftest import audit, expect

from reverie import Reverie
from reverie.server.access.authentication import COOKIE
from reverie.server.application import application
from reverie.settings_sections import ServerSettings

PARTS = {"Memory": ("People", "Timeline", "Changes"), "Settings": ("About you", "Your data")}


def test_every_view_of_ones_own_works_and_nothing_else_is_offered(browser: Browser, luna: Reverie) -> None:
    ada = luna.meet("Ada")
    ada.say("I live in Lyon.")
    ada.user_model.record("Ada enjoys long walks", category="interest")
    ada.user_model.record("Ada does not enjoy long walks", category="interest")
    luna.directory.link(ada, "discord", "ada#1815")
    settings = ServerSettings(jwt_secret=SecretStr("a secret of the tests, long enough for HS256"), cookie_secure=False)
    app = application(luna, settings)
    with listening(app) as url:
        token = app.state.auth.tokens.issue(ada.id, datetime.now(UTC), timedelta(minutes=10))
        context = browser.new_context(locale="en-GB", timezone_id="UTC")
        context.add_cookies([{"name": COOKIE, "value": token, "url": url}])
        page = context.new_page()
        refused: list[str] = []

        def answered(one: Response) -> None:
            if one.status >= 400:
                refused.append(f"{one.status} {one.url}")

        page.on("response", answered)
        page.goto(url)
        for place, parts in PARTS.items():
            page.get_by_role("navigation", name="Places").get_by_role("link", name=place).click()
            expect(page.get_by_role("heading", level=1, name=place)).to_be_visible()
            for part in parts:
                page.get_by_role("navigation").get_by_role("link", name=part).click()
                expect(page.get_by_role("link", name=part)).to_have_attribute("aria-current", "page")
                page.wait_for_load_state("networkidle")
                audit(page)
        expect(page.get_by_role("navigation", name="Parts of settings").get_by_role("link")).to_have_count(3)
        expect(page.get_by_role("link", name="Switch")).to_be_hidden()
        expect(page.get_by_text("ada#1815").first).to_be_visible()
        expect(page.get_by_role("button", name="Unlink discord ada#1815")).to_be_hidden()
        assert refused == []
        page.goto(f"{url}/#/me/settings/companion")
        expect(page.get_by_text("You can’t see this page")).to_be_visible()
        page.goto(f"{url}/#/me/memory/review")
        page.get_by_role("button", name="Neither is true").click()
        expect(page.get_by_text("Nothing to confirm")).to_be_visible()
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("button", name="Neither is true")).to_be_visible()
        assert refused == []
        page.goto(f"{url}/#/me/settings/data")
        page.get_by_role("button", name="Erase everything about you").click()
        page.get_by_label("Type Ada to go on").fill("Ada")
        page.get_by_role("button", name="Erase for good").click()
        expect(page.get_by_role("heading", name="Nothing of Ada is left")).to_be_visible()
        page.get_by_role("button", name="Back to the start").click()
        expect(page.get_by_label("Token")).to_be_visible()
        context.close()
