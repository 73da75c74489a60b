"""Settings: pause, switches, retention, a copy to take along, a history brought in, and erasure with its receipt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.page.conftest import DESK, PHONE, SCHEMES, Visit, audit, expect, picture, visiting

from reverie import Reverie
from reverie.errors import NotFound


def test_memory_is_paused_and_resumed(visit: Visit) -> None:
    page = visit.go("settings")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("heading", name="Paused")).to_be_visible()
    expect(page.get_by_text("nothing is kept from now on")).to_be_visible()
    assert visit.ada.settings().paused is True
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("Remembering again.")).to_be_visible()
    assert visit.ada.settings().paused is False


def test_a_sort_is_switched_off_with_the_keyboard_and_back_on_by_undo(visit: Visit) -> None:
    visit.ada.say("I'm allergic to nuts.")
    page = visit.go("settings")
    switch = page.get_by_role("switch", name="Health")
    expect(switch).to_be_checked()
    switch.focus()
    page.keyboard.press("Space")
    expect(page.get_by_text("Health: no longer learned or recalled.")).to_be_visible()
    expect(switch).not_to_be_checked()
    assert visit.ada.settings().categories_off == ("health", "money")
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("As it was before.")).to_be_visible()
    expect(switch).to_be_checked()
    assert visit.ada.settings().categories_off == ("money",)


def test_what_could_not_be_decided_stands_as_it_was(visit: Visit) -> None:
    page = visit.go("settings")
    expect(page.get_by_role("switch", name="Tastes")).to_be_checked()
    page.route(
        "**/settings", lambda one: one.fallback() if one.request.method == "GET" else one.fulfill(status=500, body="{}")
    )
    page.get_by_role("switch", name="Tastes").click()
    expect(page.get_by_role("status").get_by_text("the server answered 500")).to_be_visible()
    expect(page.get_by_role("switch", name="Tastes")).to_be_checked()


def test_a_retention_says_what_would_go_before_it_is_set(visit: Visit) -> None:
    visit.ada.say("I live in Lyon.")  # in March 2026: older than any choice by the browser's own clock
    page = visit.go("settings")
    page.clock.install(time="2028-03-02T09:00:00Z")
    page.reload()
    page.get_by_label("Keep everything").press("ArrowDown")
    expect(page.get_by_label("Keep everything")).to_have_value("7")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_label("Keep everything").select_option("30 days")
    page.get_by_role("button", name="Save").press("Enter")
    question = page.get_by_role("dialog", name="Keep nothing longer than 30 days?")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    expect(question.get_by_text("1 message", exact=True)).to_be_visible()
    expect(question.get_by_text("1 memory", exact=True)).to_be_visible()
    audit(page)
    question.get_by_role("button", name="Cancel").click()
    assert visit.ada.settings().retention_days is None
    page.get_by_role("button", name="Save").click()
    question.get_by_role("button", name="Delete what is older").press("Enter")
    expect(page.get_by_text("Nothing is kept longer than 30 days.")).to_be_visible()
    expect(page.get_by_label("Keep everything")).to_have_value("30")
    expect(page.get_by_label("Keep everything")).to_be_focused()
    assert visit.ada.settings().retention_days == 30


def test_everything_can_be_downloaded(visit: Visit, tmp_path: Path) -> None:
    visit.ada.say("I live in Lyon.")
    page = visit.go("settings/data")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download everything").click()
    assert waiting.value.suggested_filename == "reverie-Ada-2026-03-02.json"
    waiting.value.save_as(tmp_path / "copy.json")
    copy = json.loads((tmp_path / "copy.json").read_text("utf-8"))
    assert [one["text"] for one in copy["memories"]] == ["Lives in Lyon."]


def test_erasing_wants_the_name_and_shows_its_receipt(visit: Visit) -> None:
    visit.ada.say("My cat is called Quillfeather.")
    page = visit.go("settings/data")
    page.get_by_role("button", name="Erase everything about Ada").click()
    question = page.get_by_role("dialog")
    expect(question.get_by_role("button", name="Erase for good")).to_be_disabled()
    audit(page)
    question.get_by_label("Type Ada to go on").fill("ada")
    page.route("**/v1/people/*", lambda route: route.fulfill(status=503, body="{}"))
    question.get_by_role("button", name="Erase for good").click()
    expect(question.get_by_role("alert")).to_contain_text("503")
    page.unroute("**/v1/people/*")
    question.get_by_role("button", name="Erase for good").click()
    expect(page.get_by_role("heading", name="Nothing of Ada is left")).to_be_visible()
    expect(page.get_by_text("none was found")).to_be_visible()
    audit(page)
    picture(page, "erased")
    page.get_by_role("button", name="Back to the start").click()
    expect(page.get_by_role("heading", name="Who is talking to Luna?")).to_be_visible()
    expect(page.get_by_role("link", name="Ada")).to_be_hidden()
    with pytest.raises(NotFound):
        visit.luna.find("Ada")


def test_a_name_is_typed_as_it_looks_and_turns_no_sentence_around(visit: Visit) -> None:
    visit.luna.directory.describe(visit.ada, name="\u202eE\u0301va\u200b")
    page = visit.go("settings/data")
    expect(page.locator("bdi").first).to_be_attached()
    page.get_by_role("button", name="Erase everything about").click()
    question = page.get_by_role("dialog")
    question.get_by_label("Type").fill("éva")
    expect(question.get_by_role("button", name="Erase for good")).to_be_enabled()


def test_a_long_name_fits_a_phone(on_a_phone: Visit) -> None:
    on_a_phone.luna.directory.describe(on_a_phone.ada, name="Wolfeschlegelsteinhausenbergerdorff" * 2)
    page = on_a_phone.go("settings/data")
    page.get_by_role("button", name="Erase everything about").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate("(one => one.scrollWidth - one.clientWidth)(document.querySelector('dialog'))") <= 0
    picture(page, "erase-long-name")


def test_what_is_kept_is_counted(visit: Visit) -> None:
    visit.ada.say("I live in Lyon. I love jazz.")
    page = visit.go("settings/data")
    expect(page.locator("dl.tally > div", has_text="Facts that are true now")).to_contain_text("2")
    visit.go("memory/changes")
    page.get_by_role("button", name="Undo: Learned from what was said").click()
    expect(page.get_by_text("Undone.", exact=True)).to_be_visible()
    visit.go("settings/data")
    expect(page.locator("dl.tally > div", has_text="Facts that are true now")).to_contain_text("0")


HISTORY = """\
[2026-02-01 10:00] Ada: I live in Lyon.
[2026-02-01 10:01] Luna: Noted.
[2026-02-01 10:02] Ada: I love chess.
"""


def test_a_history_is_brought_in_and_undone_as_one(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "chat.txt"
    file.write_text(HISTORY, "utf-8")
    page = visit.go("settings/data")
    page.get_by_label("A file with conversations").set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("3 messages came in.")).to_be_visible()
    row = page.get_by_role("listitem").filter(has_text="3 messages, 2 memories")
    expect(row).to_contain_text("imported on")
    page.get_by_label("A file with conversations").set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("0 messages came in; 3 were known already.")).to_be_visible()
    audit(page)
    visit.ada.say("I keep bees.")
    visit.go("memory/changes")
    undo = page.get_by_role("button", name="Undo the import of 3 messages and 2 memories")
    undo.click()
    expect(page.get_by_text("undone since")).to_have_count(1)
    assert {one.text for one in visit.ada.messages()} == {"I keep bees."}
    assert all("Lyon" not in one.text and "chess" not in one.text for one in visit.ada.memories())
    page.locator(".toast").filter(has_text="Undone.").get_by_role("button", name="Undo").click()
    expect(undo).to_be_visible()  # the undoing itself is what is undone since
    assert len(visit.ada.messages()) == 4


def test_a_history_that_does_not_say_who_one_is_asks_for_the_name(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "chat.txt"
    file.write_text("[2026-02-01 10:00] Countess: I love chess.\n[2026-02-01 10:01] Bo: Me too.\n", "utf-8")
    page = visit.go("settings/data")
    page.get_by_label("A file with conversations").set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Countess, Bo")
    page.get_by_label("Your name in it").fill("Countess")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("2 messages came in.")).to_be_visible()
    assert [one.value for one in visit.ada.memories()] == ["chess"]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_can_be_read_by_everybody(browser: Browser, luna: Reverie, scheme: str) -> None:
    luna.meet("Ada").say("I live in Lyon. I love jazz. I'm allergic to nuts.")
    viewport = DESK if scheme == "light" else PHONE
    with visiting(browser, luna, viewport=viewport, scheme=scheme) as visit:
        page = visit.go("settings")
        expect(page.get_by_role("switch", name="Facts")).to_be_visible()
        audit(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        picture(page, f"privacy-{scheme}")
        visit.go("settings/data")
        audit(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        picture(page, f"data-{scheme}")
