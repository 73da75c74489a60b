"""The pictures of the README: `make pictures` copies what this test sees into docs/images."""

from __future__ import annotations

from datetime import timedelta

from playwright.sync_api import Browser
from tests.page.conftest import expect, picture, visiting

from reverie import Person, Reverie
from reverie.testing import FrozenClock

FRAME = {"width": 1180, "height": 720}

SAID = (
    (
        "Hi Luna! I'm Ada. I work as a structural engineer, and my sister Nora lives in Lisbon.",
        "Good to meet you, Ada.",
    ),
    ("My favorite food is ramen. And I'm allergic to peanuts!", "No peanuts, then."),
    ("I love long walks by the river.", "That sounds like you."),
    ("I have a job interview on Friday, and I'm a bit nervous.", "I'll be thinking of you on Friday."),
    ("I got the job! 🎉 We move to Porto in June.", "Congratulations, Ada! Porto it is."),
)


def eight_weeks(ada: Person, clock: FrozenClock) -> None:
    for told, reply in SAID:
        ada.say(told)
        ada.say(reply, role="assistant")
        clock.advance(timedelta(days=11))
    for text in ("Values honesty", "Values candour: honesty above all", "Values honesty"):
        ada.user_model.record(text, category="value", confidence=0.8)
    ada.user_model.synthesize()


def test_a_tour(browser: Browser, luna: Reverie, clock: FrozenClock) -> None:
    eight_weeks(luna.meet("Ada"), clock)
    with visiting(browser, luna, viewport=FRAME) as visit:
        page = visit.go("chat")
        page.get_by_role("button", name="Got it").click()
        page.get_by_label("Message to Luna").fill("Actually, my favorite food is sushi now.")
        page.keyboard.press("Enter")
        expect(page.get_by_role("link", name="Your favorite food is sushi.")).to_be_visible()
        picture(page, "tour-chat")
        page.get_by_role("link", name="Your favorite food is sushi.").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("sushi")
        picture(page, "tour-memory")
        visit.go("memory")
        expect(page.get_by_text("Your favorite food is sushi.")).to_be_visible()
        picture(page, "tour-memories")
        visit.go("memory/people")
        expect(page.get_by_role("heading", name="Nora")).to_be_visible()
        picture(page, "tour-people")
        visit.go("why")
        page.get_by_label("Message").fill("Shall I bring something from the bakery for Nora?")
        page.get_by_role("button", name="Show").click()
        expect(page.get_by_role("figure").get_by_role("status")).to_contain_text("tokens")
        picture(page, "tour-why")
