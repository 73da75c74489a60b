"""To confirm: proposals with their evidence, contradictions with both sides, how many wait, and undo after each."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Page
from tests.page.conftest import DESK, PHONE, SCHEMES, Visit, audit, expect, picture, visiting

import reverie
from reverie import Person, Reverie
from reverie.config import Config
from reverie.records.memories import Status
from reverie.settings_sections import MemorySettings
from reverie.testing import FrozenClock


def propose(ada: Person) -> None:
    """Let a value be proposed, which three messages speak of."""
    for text in ("Honesty matters to me.", "I can't stand lies.", "Please be honest with me."):
        said = ada.say(text).message
        assert said is not None
        ada.user_model.record("Values honesty", category="value", message=said.id)
    assert ada.user_model.synthesize()


def contradict(ada: Person, clock: FrozenClock) -> None:
    for text, noticed in (
        ("I love long walks.", "Ada enjoys long walks"),
        ("Walks bore me.", "Ada does not enjoy long walks"),
    ):
        said = ada.say(text).message
        assert said is not None
        ada.user_model.record(noticed, category="interest", message=said.id)
        clock.advance(timedelta(days=3))


def standing(ada: Person) -> set[str]:
    return {one.memory.text for one in ada.user_model.review()}


def waiting(page: Page) -> str:
    return page.get_by_role("navigation").get_by_role("link", name="Memory").inner_text()


def test_a_proposal_is_accepted_with_its_evidence_in_view_and_undone(visit: Visit) -> None:
    propose(visit.ada)
    page = visit.go("memory/review")
    card = page.get_by_role("listitem", name="You value honesty.")
    expect(card.get_by_text("Honesty matters to me.")).to_be_visible()
    expect(card.get_by_text("noticed 3 times")).to_be_visible()
    assert "1" in waiting(page)
    card.get_by_role("button", name="Yes, that’s true").click()
    expect(page.get_by_text("Nothing to confirm")).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()
    assert visit.ada.user_model.profile().values == ("honesty",)
    page.get_by_role("button", name="Undo").click()
    expect(card).to_be_visible()
    assert visit.ada.user_model.profile().values == ()


def test_what_is_declined_does_not_come_again_unless_that_is_undone(visit: Visit) -> None:
    propose(visit.ada)
    page = visit.go("memory/review")
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_text("Nothing to confirm")).to_be_visible()
    page.get_by_role("button", name="Look for something to confirm").click()
    expect(page.get_by_text("Nothing new to confirm.")).to_be_visible()
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Yes, that’s true")).to_be_visible()


def test_what_was_noticed_often_is_looked_through(visit: Visit) -> None:
    for _ in range(3):
        visit.ada.user_model.record("Values honesty", category="value")
    page = visit.go("memory/review")
    expect(page.get_by_text("Nothing to confirm")).to_be_visible()
    audit(page)
    page.get_by_role("button", name="Look for something to confirm").click()
    expect(page.get_by_text("1 new question.")).to_be_visible()
    expect(page.get_by_role("heading", name="You value honesty.")).to_be_visible()


def test_a_fact_that_the_person_is_asked_about_shows_what_it_would_replace(browser: Browser, tmp_path: object) -> None:
    settings = Config(memory=MemorySettings(conflict="ask"))
    with (
        reverie.open(f"{tmp_path}/asks.db", embedder="none", config=settings) as asks,
        visiting(browser, asks, viewport=DESK) as visit,
    ):
        visit.ada.say("My favorite food is ramen.")
        visit.ada.say("My favorite food is sushi.")
        page = visit.go("memory/review")
        expect(page.get_by_text("Your favorite food is ramen.")).to_be_visible()
        expect(page.locator("blockquote")).to_have_text("My favorite food is sushi.")
        page.get_by_role("button", name="Yes, change it").click()
        expect(page.get_by_text("Nothing to confirm")).to_be_visible()
        assert [m.value for m in visit.ada.memories() if m.key == "favorite_food"] == ["sushi"]


@pytest.mark.parametrize(
    ("button", "left"),
    [
        ("This is true: Ada enjoys long walks", {"Ada enjoys long walks"}),
        ("This is true: Ada does not enjoy long walks", {"Ada does not enjoy long walks"}),
        ("Both are true", {"Ada enjoys long walks", "Ada does not enjoy long walks"}),
        ("Neither is true", set()),
    ],
)
def test_a_contradiction_is_settled_and_undone(visit: Visit, clock: FrozenClock, button: str, left: set[str]) -> None:
    contradict(visit.ada, clock)
    visit.page.clock.set_fixed_time("2026-03-05T12:00:00Z")
    page = visit.go("memory/review")
    expect(page.get_by_text("I love long walks.")).to_be_visible()
    expect(page.get_by_text("noticed on 2 March, ")).to_be_visible()
    expect(page.get_by_text("noticed today, ")).to_be_visible()
    expect(page.get_by_text("Walks bore me.")).to_be_visible()
    page.get_by_role("button", name=button).click()
    expect(page.get_by_text("Nothing to confirm")).to_be_visible()
    assert standing(visit.ada) == left
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name=button)).to_be_visible()
    assert len(standing(visit.ada)) == 2


def test_with_the_keyboard_alone_one_decides_one_after_the_other(visit: Visit, clock: FrozenClock) -> None:
    propose(visit.ada)
    for _ in range(3):
        visit.ada.user_model.record("Ada is interested in astronomy", category="interest")
    visit.ada.user_model.synthesize()
    page = visit.go("memory/review")
    page.get_by_role("button", name="Yes, that’s true").first.focus()
    page.keyboard.press("Enter")
    other = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Yes, that’s true"))
    expect(other).to_have_count(1)
    expect(other).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Declined.")).to_be_visible()
    decided = [m.status for m in visit.ada.memories(statuses=frozenset(Status)) if "synthesized" in m.details]
    assert len(decided) >= 1


def test_a_decision_that_fails_says_why_and_can_be_tried_again(visit: Visit) -> None:
    propose(visit.ada)
    page = visit.go("memory/review")
    told = '{"type": "x", "title": "Conflict", "status": 409, "detail": "It was changed: accept it again."}'
    page.route("**/accept", lambda route: route.fulfill(status=409, body=told, content_type="application/problem+json"))
    page.get_by_role("button", name="Yes, that’s true").click()
    expect(page.get_by_text("It was changed: accept it again.")).to_be_visible()
    page.unroute("**/accept")
    page.get_by_role("button", name="Yes, that’s true").click()
    expect(page.get_by_text("Nothing to confirm")).to_be_visible()


def test_what_can_not_be_loaded_says_so(visit: Visit) -> None:
    visit.page.route("**/proposals*", lambda route: route.fulfill(status=403, body="{}"))
    page = visit.go("memory/review")
    expect(page.get_by_role("alert")).to_contain_text("403")
    page.unroute("**/proposals*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Nothing to confirm")).to_be_visible()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_can_be_read_by_everybody(browser: Browser, luna: Reverie, clock: FrozenClock, scheme: str) -> None:
    propose(luna.meet("Ada"))
    contradict(luna.meet("Ada"), clock)
    viewport = DESK if scheme == "light" else PHONE
    with visiting(browser, luna, viewport=viewport, scheme=scheme) as visit:
        page = visit.go("memory/review")
        expect(page.get_by_text("Walks bore me.")).to_be_visible()
        audit(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        picture(page, f"decide-{scheme}")
