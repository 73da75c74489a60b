"""The frame of the page: whose memory it is, where one can go, how it looks, what one may load without a key."""

from __future__ import annotations

import re

import httpx2
import pytest
from playwright.sync_api import Browser, Route
from pydantic import SecretStr
from tests.listening import listening
from tests.page.conftest import DESK, PHONE, Visit, audit, expect, picture, visiting

from reverie import Reverie
from reverie.records.users import Scope
from reverie.server import static_pages
from reverie.server.application import application
from reverie.settings_sections import ServerSettings


def test_one_chooses_who_one_is(visit: Visit) -> None:
    visit.page.goto(visit.url)
    audit(visit.page)
    expect(visit.page.get_by_role("link", name="Ada")).to_be_visible()
    expect(visit.page.get_by_text("Whoever uses this machine can open all of them.")).to_be_visible()
    visit.page.get_by_label("Somebody else").fill("Ben")
    visit.page.get_by_role("button", name="Begin").click()
    expect(visit.page.get_by_role("link", name="Ben Switch")).to_be_visible()
    assert {one.name for one in visit.luna.people()} == {"Ada", "Ben"}


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.nightly), "dark"])
def test_a_phone_shows_every_part_of_three_places_without_scrolling_sideways(
    browser: Browser, luna: Reverie, scheme: str
) -> None:
    luna.meet("Ada").say("My favorite food is ramen.")
    with visiting(browser, luna, viewport=PHONE, scheme=scheme) as visit:
        page = visit.go("chat")
        places = page.get_by_role("navigation", name="Places").get_by_role("link")
        expect(places).to_have_text(["Chat", "Memory", "Settings"])
        for place in ("Memory", "Settings", "Chat"):
            places.filter(has_text=place).click()
            parts = page.get_by_role("navigation", name="Parts of").get_by_role("link")
            for at in range(max(parts.count(), 1)):
                if parts.count():
                    parts.nth(at).click()
                expect(page.get_by_role("heading", level=1)).to_be_visible()
                expect(page.locator(".skeleton")).to_have_count(0)
                assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], (place, at)
                audit(page)
            picture(page, f"phone-{place}-{scheme}")


PARTS = (
    "chat",
    "why?message=Dinner%3F",
    "memory",
    "memory/people",
    "memory/timeline",
    "memory/changes",
    "memory/review",
    "memory?words=cat",
    "settings",
    "settings/you",
    "settings/companion",
    "settings/data",
)


@pytest.mark.parametrize("width", [360, 768, 1024, 1600])
def test_every_part_fits_every_width_and_can_be_read_by_everybody(browser: Browser, luna: Reverie, width: int) -> None:
    ada = luna.meet("Ada")
    ada.say("My sister Nora lives in Lisbon, and my cat is called Möhre. " + "Donaudampfschifffahrtsgesellschaft" * 4)
    ada.say("Good to know.", role="assistant")
    ada.user_model.record("Ada enjoys long walks", category="interest")
    ada.user_model.record("Ada does not enjoy long walks", category="interest")
    with visiting(browser, luna, viewport={"width": width, "height": 800}) as visit:
        for part in PARTS:
            page = visit.go(part)
            page.wait_for_load_state("networkidle")
            audit(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, part
            picture(page, f"{re.sub('[^a-z]', '-', part)}-{width}")


def test_whoever_is_not_there_is_said_so(visit: Visit) -> None:
    visit.page.goto(f"{visit.url}/#/nobody/memory")
    expect(visit.page.get_by_role("alert").first).to_contain_text("Nobody")


def test_the_keyboard_stays_where_it_was_used(visit: Visit) -> None:
    page = visit.go("settings")
    for pressed, then in (("Pause", "Resume"), ("Resume", "Pause")):
        page.get_by_role("button", name=pressed).press("Enter")
        expect(page.get_by_role("button", name=then)).to_be_enabled()  # it is not while the server is asked
        expect(page.get_by_role("button", name=then)).to_be_focused()
    visit.go("memory")
    page.get_by_role("button", name="Add a memory").press("Enter")
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.get_by_role("button", name="Add a memory")).to_be_focused()
    visit.go("settings/you")
    page.get_by_label("Notes").fill("x")
    page.get_by_role("button", name="Discard").press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_the_window_is_called_what_it_shows(visit: Visit) -> None:
    page = visit.go("memory")
    expect(page).to_have_title("Memory · Luna")
    page.get_by_role("link", name="Switch").click()
    expect(page).to_have_title("Luna")
    expect(page.get_by_role("main")).to_be_focused()


def test_a_server_that_fails_for_a_moment_takes_nothing_that_was_being_written(visit: Visit) -> None:
    page = visit.go("settings/you")
    page.get_by_label("Notes").fill("A long thought.")
    asked: list[str] = []

    def broken(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=500, json={"detail": "it broke here: try again"})

    page.route(f"**/people/{visit.ada.id}", broken)
    page.clock.install()
    page.clock.run_for(11_000)
    page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    while len(asked) < 3:  # it tries again twice
        page.clock.run_for(1_000)
    page.wait_for_load_state("networkidle")
    page.clock.run_for(1_000)
    expect(page.get_by_label("Notes")).to_have_value("A long thought.")


def test_a_person_signs_in_with_their_token_and_sees_their_own_memory(browser: Browser, luna: Reverie) -> None:
    ada = luna.meet("Ada")
    ada.say("My favorite food is ramen.")
    settings = ServerSettings(jwt_secret=SecretStr("a secret of the tests, long enough for HS256"), cookie_secure=False)
    app = application(luna, settings)
    with listening(app) as url:
        key = luna.keys.create("app", Scope.ADMIN)[1]
        asked = httpx2.post(
            f"{url}/v1/people/{ada.id}/tokens", headers={"Authorization": f"Bearer {key}"}, json={"seconds": 600}
        )
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(url)
        audit(page)
        page.get_by_label("Token").fill("not a token")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("alert")).to_be_visible()
        page.get_by_label("Token").fill(asked.json()["token"])
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="Memory").click()
        expect(page.get_by_text("My favorite food is ramen.")).to_be_visible()
        assert page.evaluate("document.cookie") == ""
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_label("Token")).to_be_visible()
        context.close()


def test_the_page_is_open_to_all_and_allows_itself_nothing_from_elsewhere(luna: Reverie) -> None:
    if not static_pages.BUILT.is_dir():
        pytest.skip("`make page` builds the page")
    with listening(application(luna, ServerSettings(jwt_secret=SecretStr("x" * 40)))) as url:
        page = httpx2.get(url)
        assert page.status_code == 200
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert "unsafe" not in page.headers["content-security-policy"]
        icon = httpx2.get(f"{url}/assets/icon.svg")
        assert "immutable" in icon.headers["cache-control"]
        for path in ("/assets/../website.py", "/assets/%2e%2e/website.py", "/assets/none.js", "/built/index.html"):
            assert httpx2.get(f"{url}{path}").status_code in (401, 404), path


def test_without_a_built_page_the_server_says_how_to_build_it(luna: Reverie, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_pages, "BUILT", static_pages.BUILT / "none")
    with listening(application(luna, ServerSettings(), local=True)) as url:
        answer = httpx2.get(url)
    assert (answer.status_code, "make page" in answer.text) == (404, True)


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_long_chat_with_a_long_word_in_it_stays_in_its_window(
    browser: Browser, luna: Reverie, viewport: dict[str, int]
) -> None:
    ada = luna.meet("Ada")
    for at in range(20):
        ada.say(f"I like tea number {at}.")
    with visiting(browser, luna, viewport=viewport) as visit:
        page = visit.go("chat")
        expect(page.get_by_role("link", name="You like tea number 19.")).to_be_visible()
        page.get_by_label("Message to Luna").fill("https://example.org/" + "x" * 200)
        page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
        root = "document.documentElement"
        assert page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]") == list(viewport.values())
        page.get_by_text("Luna answers from memory alone").click()
        expect(page.get_by_text("Whoever runs this can set one")).to_be_visible()
        expect(page.get_by_role("link", name="You like tea number 19.")).to_be_in_viewport(ratio=1)
        picture(page, f"chat-long-{viewport['width']}")
