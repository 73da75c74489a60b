"""Memory over time: plots that say what they show, with their numbers behind, and every change with its way back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser
from tests.page.conftest import DESK, PHONE, SCHEMES, Visit, audit, expect, picture, visiting

from reverie import Person, Reverie
from reverie.testing import FrozenClock


def months(ada: Person, clock: FrozenClock) -> None:
    """Three months in which things are said and noticed, and the two become friends."""
    for food, relationship in (("ramen", "acquaintance"), ("pizza", "friend"), ("sushi", "close friend")):
        ada.say(f"I love {food}.")
        ada.user_model.record(f"Cooks {food} at home", category="interest")
        ada.user_model.update("relationship", relationship, reason=f"We talked about {food}.")
        clock.advance(timedelta(days=31))


def test_memories_are_plotted_by_week_and_month_with_a_table_behind(visit: Visit, clock: FrozenClock) -> None:
    months(visit.ada, clock)
    page = visit.go("memory/timeline")
    expect(page.get_by_role("img", name="9 memories in 9 weeks")).to_be_visible()
    page.get_by_label("By").select_option("month")
    plot = page.get_by_role("figure").filter(has=page.get_by_role("img", name="9 memories in 3 months"))
    plot.get_by_text("The same as a table").click()
    rows = plot.get_by_role("row")
    expect(rows.nth(0)).to_have_text("MonthSaidNoticed")
    expect(rows.nth(1)).to_have_text("March 202621")
    assert plot.locator("canvas").evaluate("one => one.width") > 300


def test_memories_of_half_a_century_are_plotted_by_year(visit: Visit) -> None:
    visit.ada.say("I live in Lyon.", at=datetime(1970, 5, 1, tzinfo=UTC))
    visit.ada.say("I moved to Oslo.")
    page = visit.go("memory/timeline")
    expect(page.get_by_role("img", name="2 memories in 57 years, most in 1970 (1).")).to_be_visible()
    spans = page.get_by_label("By")
    assert spans.get_by_role("option").all_inner_texts() == ["year"]


def test_the_relationship_is_a_line_in_steps_with_its_reasons(visit: Visit, clock: FrozenClock) -> None:
    months(visit.ada, clock)
    page = visit.go("memory/people")
    told = "Acquaintance from 2 Mar 2026, friend from 2 Apr 2026, close friend from 3 May 2026."
    expect(page.get_by_role("img", name=told)).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="We talked about pizza.").first).to_contain_text("Friend")


def test_a_change_is_taken_back_and_done_again(visit: Visit) -> None:
    visit.ada.say("I live in Lyon.")
    visit.ada.say("I moved to Oslo.")
    page = visit.go("memory/changes")
    page.get_by_role("button", name="Undo: Learned from what was said").first.click()
    expect(page.get_by_text("Undone.", exact=True)).to_be_visible()
    expect(page.get_by_text("undone since")).to_be_visible()
    assert [m.value for m in visit.ada.memories() if m.key == "home"] == ["lyon"]
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("undone since")).to_have_count(1)
    expect(page.get_by_role("button", name="Undo: Learned from what was said")).to_have_count(2)
    assert [m.value for m in visit.ada.memories() if m.key == "home"] == ["oslo"]


def test_what_stands_in_the_way_of_an_undo_is_said(visit: Visit) -> None:
    visit.ada.user_model.update("relationship", "friend")
    visit.ada.user_model.update("relationship", "close friend")
    page = visit.go("memory/changes")
    page.get_by_role("button", name="Undo: Profile changed").last.click()
    expect(page.get_by_role("status").last).to_contain_text("undo")


def test_earlier_changes_are_shown_on_demand_and_forgotten_words_never(visit: Visit) -> None:
    for number in range(60):
        visit.ada.remember(f"Keeps bee number {number}.")
    visit.ada.forget("number 7")
    page = visit.go("memory/changes")
    expect(page.get_by_text("memory whose words are gone").first).to_be_visible()
    expect(page.get_by_text("Keeps bee number 59.")).to_be_visible()
    expect(page.get_by_text("Keeps bee number 1.")).to_be_hidden()
    page.get_by_role("button", name="Show earlier changes").click()
    expect(page.get_by_text("Keeps bee number 1.")).to_be_visible()
    expect(page.get_by_text("Keeps bee number 7.")).to_be_hidden()


def test_nothing_yet_and_nothing_to_be_had_are_said(visit: Visit) -> None:
    page = visit.go("memory/timeline")
    expect(page.get_by_text("Nothing yet")).to_be_visible()
    audit(page)
    page.route("**/counts", lambda route: route.fulfill(status=403, body="{}"))
    page.reload()
    expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_can_be_read_by_everybody(browser: Browser, luna: Reverie, clock: FrozenClock, scheme: str) -> None:
    months(luna.meet("Ada"), clock)
    viewport = DESK if scheme == "light" else PHONE
    with visiting(browser, luna, viewport=viewport, scheme=scheme) as visit:
        for part in ("timeline", "people"):
            page = visit.go(f"memory/{part}")
            expect(page.get_by_role("img").first).to_be_visible()
            page.get_by_text("The same as a table").first.click()
            audit(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
            picture(page, f"{part}-{scheme}")


def test_the_bar_of_an_only_week_stands_in_the_middle(visit: Visit) -> None:
    visit.ada.say("My favorite food is ramen.")
    page = visit.go("memory/timeline")
    expect(page.get_by_role("img", name="1 memory in 1 week")).to_be_visible()
    drawn = """one => {
        const { data } = one.getContext("2d").getImageData(one.width / 2, 0, 1, one.height);
        return data.filter((_value, at) => at % 4 === 3 && data[at] > 200).length / one.height;
    }"""
    assert page.get_by_role("figure").locator("canvas").evaluate(drawn) > 0.5
