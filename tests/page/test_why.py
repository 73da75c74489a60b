"""Why this context?: every line with its reason, the budget, what did not fit, the prompt itself."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Browser
from tests.page.conftest import DESK, PHONE, SCHEMES, Visit, audit, expect, picture, visiting
from tests.page.signing import signed_in

from reverie import Person, Reverie
from reverie.testing import FrozenClock


def tell(ada: Person) -> None:
    ada.say("Hi, I'm Ada! I'm allergic to peanuts. My favorite food is ramen.")
    ada.say("My neighbour Émile repairs old Volvos.")
    ada.say("He must be patient.", role="assistant")
    ada.user_model.record("Gets quiet when work is mentioned.", confidence=0.6)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_each_line_says_why_it_is_there(browser: Browser, luna: Reverie, scheme: str) -> None:
    tell(luna.meet("Ada"))
    with visiting(browser, luna, viewport=DESK, scheme=scheme) as visit:
        used = [one.last_used_at for one in visit.ada.memories()]
        page = visit.go("why")
        expect(page.get_by_role("heading", name="Write a message")).to_be_visible()
        page.get_by_label("Message").fill("Who repairs Volvos?")
        page.get_by_role("button", name="Show").click()
        core = page.get_by_role("listitem").filter(has_text="Is allergic to peanuts.")
        expect(core).to_contain_text("Always known")
        recalled = page.get_by_role("listitem").filter(has_text="repairs old Volvos")
        expect(recalled).to_contain_text("score")
        expect(page.get_by_role("figure").get_by_role("status")).to_contain_text("of 1,600 tokens")
        expect(page.get_by_text("no embedder")).to_be_visible()
        parts = page.get_by_role("region")
        expect(parts.first).to_contain_text("You are Luna.")
        expect(parts.last).to_contain_text("Volvos")
        audit(page)
        picture(page, f"why-{scheme}")
        assert [one.last_used_at for one in visit.ada.memories()] == used
        assert len(visit.ada.messages()) == 3
        recalled.get_by_role("link", name=re.compile("where it was said: .*Volvos")).click()
        expect(page.locator(".marked")).to_contain_text("Volvos")
        page.get_by_role("link", name="Why this answer to “My neighbour").click()
        expect(page.get_by_label("Message")).to_have_value("My neighbour Émile repairs old Volvos.")


def test_a_message_of_the_chat_is_asked_about_as_things_stood_then(visit: Visit, clock: FrozenClock) -> None:
    visit.ada.say("I'm allergic to peanuts.")
    clock.advance(timedelta(days=1))
    asked = visit.ada.say("What should I cook?").message
    clock.advance(timedelta(days=1))
    visit.ada.say("My favorite food is ramen.")
    assert asked is not None
    page = visit.go(f"why/{asked.id}")
    prompt = page.locator(".prompt")
    expect(prompt).to_contain_text("peanuts")
    expect(prompt).not_to_contain_text("ramen")
    expect(page.get_by_text("of a past moment")).to_be_visible()
    audit(page)
    picture(page, "why-then")
    page.get_by_label("What was known").select_option("until now")
    expect(prompt).to_contain_text("ramen")
    page.get_by_label("Limit in tokens").fill("500")
    page.keyboard.press("Enter")
    expect(page.get_by_role("figure").get_by_role("status")).to_contain_text("of 500 tokens")
    expect(prompt).to_contain_text("ramen")


def test_what_finds_no_room_is_told(visit: Visit) -> None:
    tell(visit.ada)
    page = visit.go("why?message=Dinner%3F")
    page.get_by_label("Limit in tokens").fill("75")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("did not fit")).to_be_visible()
    expect(page.get_by_role("heading", name="Left out")).to_be_visible()
    page.get_by_label("Limit in tokens").fill("3")
    page.keyboard.press("Enter")
    expect(page.get_by_text("nothing would be sent")).to_be_visible()
    audit(page)


def test_the_prompt_is_copied_with_the_keyboard(visit: Visit) -> None:
    tell(visit.ada)
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visit.go("why?message=Dinner%3F")
    page.get_by_role("button", name="Copy").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()").startswith("You are Luna.")


def test_an_error_is_told_and_tried_again(visit: Visit) -> None:
    tell(visit.ada)
    page = visit.page
    page.route("**/context", lambda route: route.fulfill(status=409, json={"detail": "That can't be done now"}))
    visit.go("why?message=Dinner%3F")
    expect(page.get_by_role("alert")).to_contain_text("That can't be done now")
    page.unroute("**/context")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Is allergic to peanuts.").first).to_be_visible()


def test_a_person_looks_with_their_own_token_on_a_phone(browser: Browser, luna: Reverie) -> None:
    tell(luna.meet("Ada"))
    with signed_in(browser, luna) as visit:
        visit.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        visit.page.goto(f"{visit.url}/#/me/why?message={'x' * 300}")
        expect(visit.page.get_by_text("Is allergic to peanuts.").first).to_be_visible()
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        picture(visit.page, "why-phone")
