"""The notes of what was done: undone by keyboard, in nobody's way; and where the keyboard goes on afterwards."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from tests.page.conftest import DESK, PHONE, Visit, expect, picture, visiting

from reverie import Reverie


def test_undo_waits_for_the_keyboard_that_has_come_to_it(visit: Visit) -> None:
    page = visit.go("settings")
    page.clock.install()
    health = page.get_by_role("switch", name="Health")
    health.press("Space")
    undo = page.get_by_role("status").get_by_role("button", name="Undo")
    undo.focus()
    page.clock.run_for(60_000)
    expect(undo).to_be_focused()
    health.focus()
    page.clock.run_for(60_000)
    expect(undo).to_be_hidden()


def test_the_newest_note_is_undone_by_keyboard_from_anywhere(visit: Visit) -> None:
    page = visit.go("settings")
    for name in ("Health", "Events", "Feelings"):
        page.get_by_role("switch", name=name).press("Space")
        expect(page.get_by_text(f"{name}: no longer learned")).to_be_visible()
    undo = page.locator(".toast").get_by_role("button", name="Undo")
    expect(undo).to_have_count(2)  # of the newest notes: what was done before stands under Changes
    expect(undo.last).to_have_attribute("aria-keyshortcuts", "Control+Z")
    expect(undo.first).not_to_have_attribute("aria-keyshortcuts", "Control+Z")
    undo.last.focus()
    ring, ground = undo.last.evaluate(
        "one => [getComputedStyle(one).outlineColor, getComputedStyle(one.parentElement).backgroundColor]"
    )
    assert (ring, ground) == ("rgb(247, 246, 251)", "rgb(30, 26, 46)")
    page.get_by_role("switch", name="Feelings").press("Control+z")
    expect(page.get_by_text("As it was before.")).to_be_visible()
    assert visit.ada.settings().categories_off == ("event", "health", "money")
    page.get_by_role("link", name="About you").click()
    page.get_by_label("Notes").fill("x")
    page.get_by_label("Notes").press("Control+z")
    expect(page.get_by_label("Notes")).to_have_value("")
    assert visit.ada.settings().categories_off == ("event", "health", "money")


@pytest.mark.parametrize("viewport", [DESK, PHONE])
def test_notes_cover_nothing_that_one_could_use(browser: Browser, luna: Reverie, viewport: dict[str, int]) -> None:
    with visiting(browser, luna, viewport=viewport) as visit:
        for at in range(20):
            visit.ada.say(f"I like tea number {at}.")
        page = visit.go("chat")
        page.get_by_role("button", name="Undo: You like tea number 19.").click()
        expect(page.locator(".toast")).to_contain_text("Undone.")
        page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
        page.get_by_label("Message to Luna").click(trial=True)
        toast, foot = (page.locator(one).bounding_box() for one in (".toast", ".chat .foot"))
        assert toast is not None
        assert foot is not None
        assert toast["y"] + toast["height"] <= foot["y"] or toast["x"] + toast["width"] <= foot["x"]
        picture(page, f"toast-chat-{viewport['width']}")


def test_the_keyboard_goes_on_at_what_was_changed(visit: Visit) -> None:
    visit.ada.say("I live in Lyon. I keep bees.")
    visit.ada.remember("Keeps a boat in the harbour.")
    page = visit.go("memory")
    page.get_by_role("button", name="Edit: You live in Lyon.").press("Enter")
    page.get_by_label("What is true?").fill("I live in Oslo.")
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_role("link", name="You live in Oslo.")).to_be_focused()
    page.get_by_role("button", name="Forget: You live in Oslo.").press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("This removes 1 memory")
    page.get_by_role("dialog").get_by_role("button", name="Forget").press("Enter")
    expect(page.locator(".toast").filter(has_text="Forgotten")).to_be_visible()
    expect(page.get_by_role("link", name="You live in Oslo.")).to_be_hidden()
    expect(page.locator("li.memory:focus")).to_have_count(1)
    select = page.get_by_role("button", name="Select")
    select.press("Enter")
    expect(select).to_have_css("border-color", "rgb(90, 67, 200)")
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(select).to_be_focused()
