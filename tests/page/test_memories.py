"""Memories on the page: looked through and for, added, corrected, forgotten, undone, with what each came from."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Locator, Page, Route
from tests.page.conftest import DESK, SCHEMES, Visit, audit, expect, picture, visiting
from tests.page.signing import signed_in

from reverie import Person, Reverie
from reverie.domain.memories import Status
from reverie.testing import FrozenClock


def tell(ada: Person, clock: FrozenClock) -> None:
    """Ada tells of herself over three months, and changes her mind."""
    for text in ("Hi, I'm Ada! My favorite food is ramen.", "I live in Berlin.", "I'm allergic to peanuts."):
        ada.say(text)
        clock.advance(60)
    clock.advance(timedelta(days=31))
    ada.say('I moved to Lyon. My cat is called "Möhre" 🐈.')
    clock.advance(timedelta(days=31))
    ada.say("My favorite food is couscous.")
    ada.remember("أحب الشعر", category="preference")
    ada.remember("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft " * 3)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_everything_remembered_stands_with_its_words(
    browser: Browser, luna: Reverie, clock: FrozenClock, scheme: str
) -> None:
    tell(luna.meet("Ada"), clock)
    with visiting(browser, luna, viewport=DESK, scheme=scheme) as visit:
        page = visit.go("memories")
        food = page.get_by_role("listitem").filter(has_text="Favorite food is couscous.")
        expect(food.get_by_role("blockquote")).to_have_text("My favorite food is couscous.")
        expect(food.locator("figcaption")).to_contain_text("3 May 2026, 09:03")
        expect(page.get_by_role("heading", level=2)).to_have_text(["May 2026", "April 2026", "March 2026"])
        audit(page)
        picture(page, f"memories-{scheme}")
        page.get_by_role("link", name="Favorite food is couscous.").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Favorite food is couscous.")
        expect(page.locator(".timeline li")).to_contain_text(
            ["My favorite food is ramen.", "Favorite food is couscous."]
        )
        page.get_by_text("Details").click()
        expect(page.get_by_role("definition").filter(has_text="favorite_food")).to_be_visible()
        audit(page)
        picture(page, f"memory-{scheme}")


def test_the_list_narrows_and_ranks_and_goes_back_in_time(visit: Visit, clock: FrozenClock) -> None:
    tell(visit.ada, clock)
    page = visit.go("memories")
    titles = page.locator(".rows .title")
    page.get_by_label("Look for").fill("peanut")
    expect(titles).to_have_text(["Is allergic to peanuts."])
    page.get_by_label("Look for").fill("which food?")
    page.get_by_role("button", name="By meaning").click()
    expect(page.get_by_role("status").filter(has_text="nearest first")).to_be_visible()
    expect(titles.first).to_have_text("Favorite food is couscous.")
    expect(page.get_by_text("no embedder")).to_be_visible()
    page.get_by_label("Look for").fill("")
    page.get_by_label("Show", exact=True).select_option(label="No longer so")
    expect(titles).to_have_text(["Lives in Berlin.", "Favorite food is ramen."])
    page.get_by_text("More filters").click()
    page.get_by_label("What was so on").fill("2026-03-20")
    expect(titles.filter(has_text="Lives in Berlin.")).to_be_visible()
    expect(titles.filter(has_text="couscous")).to_have_count(0)
    page.get_by_role("button", name="Clear all").click()
    page.get_by_label("Category").select_option(label="Health")
    expect(titles).to_have_text(["Is allergic to peanuts."])
    page.get_by_label("So since, from").fill("2026-04-01")
    expect(page.get_by_role("heading", name="Nothing fits")).to_be_visible()
    page.get_by_role("button", name="Show everything").click()
    expect(titles.filter(has_text="couscous")).to_be_visible()


def test_a_memory_is_added_corrected_and_forgotten_and_each_is_taken_back(visit: Visit) -> None:
    page = visit.go("memories")
    expect(page.get_by_role("heading", name="Nothing yet")).to_be_visible()
    page.get_by_role("button", name="Add a memory").click()
    page.get_by_label("What shall Luna remember?").fill('My favorite food is "ramen".')
    page.get_by_role("button", name="Remember it").click()
    page.get_by_role("link", name="ramen").click()
    page.get_by_role("button", name="Correct").click()
    page.get_by_label("The sentence that is true").fill("My favorite food is sushi.")
    page.get_by_role("button", name="Correct it").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("sushi")
    expect(page.locator(".timeline li")).to_have_count(2)
    told(page, "takes the place of").get_by_role("button", name="Undo").click()
    expect(told(page, "Taken back.")).to_be_visible()
    page.get_by_role("link", name="All memories").click()
    page.get_by_role("link", name="ramen").click()
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_role("heading", name="Nothing yet")).to_be_visible()
    assert visit.ada.memories() == []
    told(page, "Forgotten").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="ramen")).to_be_visible()
    assert [one.value for one in visit.ada.memories()] == ["ramen"]


def told(page: Page, text: str) -> Locator:
    """The note that says so."""
    return page.locator(".toast").filter(has_text=text)


def test_a_topic_is_forgotten_after_a_look_at_what_goes(visit: Visit) -> None:
    visit.ada.say("I live in Lyon. I like chess.")
    page = visit.go("memories")
    page.get_by_role("button", name="Forget a topic…").click()
    topic = page.get_by_label("Everything about")
    topic.fill("submarines")
    page.get_by_role("button", name="See what would go").click()
    expect(page.get_by_role("alert")).to_contain_text("nothing is remembered about that")
    topic.fill("Lyon")
    page.get_by_role("button", name="See what would go").click()
    expect(page.get_by_role("group", name="What would go")).to_contain_text("I live in Lyon.")
    audit(page)
    picture(page, "memories-forget")
    assert len(visit.ada.memories()) == 2
    page.get_by_role("button", name="Forget all of that").click()
    expect(page.locator(".rows .title")).to_have_text(["Likes chess."])
    told(page, "Forgotten: 1 memory").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Lives in Lyon.")).to_be_visible()


def test_what_waits_is_decided_where_it_stands(visit: Visit) -> None:
    for text in ("Likes tea in the morning.", "Likes tea in the evening.", "Likes tea with milk."):
        visit.ada.user_model.record(text, confidence=0.9)
    waiting = visit.ada.user_model.synthesize()[0].memory
    page = visit.go("memories?status=proposed")
    page.get_by_role("link", name=waiting.text).first.click()
    page.get_by_role("button", name="Accept").click()
    expect(told(page, "Accepted.")).to_be_visible()
    expect(page.get_by_role("button", name="Accept", exact=True)).to_have_count(0)
    assert waiting.id in [one.id for one in visit.ada.memories(statuses=frozenset({Status.ACTIVE}))]


def test_a_person_sees_and_changes_their_own(browser: Browser, luna: Reverie) -> None:
    luna.meet("Ada").say("My favorite food is ramen.")
    with signed_in(browser, luna) as visit:
        page = visit.page
        page.goto(f"{visit.url}/#/me/memories")
        page.get_by_role("link", name="ramen").click()
        page.get_by_role("button", name="Forget").click()
        told(page, "Forgotten").get_by_role("button", name="Undo").click()
        expect(page.get_by_role("link", name="ramen")).to_be_visible()


def test_three_hundred_memories_come_in_pieces_and_the_keyboard_goes_on(visit: Visit) -> None:
    for at in range(120):
        visit.ada.remember(f"Note number {at}.", at=datetime(2025, 1, 1, tzinfo=UTC) + timedelta(days=at))
    page = visit.go("memories")
    titles = page.locator(".rows .title")
    expect(titles).to_have_count(50)
    more = page.get_by_role("button", name="Show more")
    more.focus()
    page.keyboard.press("Enter")
    expect(titles).to_have_count(100)
    expect(titles.nth(50)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Note number 69.")
    page.get_by_role("link", name="All memories").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Note number 69.")).to_be_focused()
    expect(titles).to_have_count(100)


def test_errors_are_told_and_lose_nothing(visit: Visit) -> None:
    visit.ada.say("My favorite food is ramen.")

    def broken(route: Route) -> None:
        route.fulfill(status=403, json={"detail": "memory is paused: resume it first"})

    page = visit.go("memories")
    page.route("**/memories", broken)
    page.get_by_role("button", name="Add a memory").click()
    page.get_by_label("What shall Luna remember?").fill("I like chess.")
    page.get_by_role("button", name="Remember it").click()
    expect(page.get_by_role("alert")).to_contain_text("memory is paused")
    expect(page.get_by_label("What shall Luna remember?")).to_have_value("I like chess.")
    page.keyboard.press("Escape")
    page.unroute("**/memories")
    page.route("**/memories/*", lambda route: route.fulfill(status=500, json={"detail": "it broke here: try again"}))
    page.get_by_role("link", name="ramen").click()
    expect(page.get_by_role("alert")).to_contain_text("it broke here", timeout=15_000)
    page.unroute("**/memories/*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Favorite food is ramen.")


def test_what_another_device_forgot_is_not_shown_any_longer(visit: Visit) -> None:
    ramen = visit.ada.remember("Favorite food is ramen.")[0].memory
    assert ramen is not None
    page = visit.go(f"memories/{ramen.id}")
    expect(page.get_by_role("heading", level=1, name="Favorite food is ramen.")).to_be_visible()
    visit.ada.forget(ramen.id)
    page.clock.install()
    page.clock.run_for(11_000)
    page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_role("alert")).to_contain_text("no such memory")
    expect(page.get_by_text("ramen")).to_be_hidden()


def test_a_double_click_is_one_click(visit: Visit) -> None:
    page = visit.go("memories")
    page.get_by_role("button", name="Add a memory").click()
    page.get_by_label("What shall Luna remember?").fill("I keep bees.")
    page.get_by_role("button", name="Remember it").dblclick()
    expect(page.get_by_text("Remembered.")).to_be_visible()
    page.get_by_role("link", name=re.compile("bees")).click()
    page.get_by_role("button", name="Undo: written down").dblclick()
    expect(page.get_by_text("Taken back.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".toast.bad")).to_have_count(0)
    assert [one.change.cause for one in visit.ada.history()] == ["remember", "undo"]
