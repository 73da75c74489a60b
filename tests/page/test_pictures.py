"""Pictures that are remembered: added, shown large, found, undone."""

from __future__ import annotations

import re
from pathlib import Path

from PIL import Image
from tests.page.conftest import Visit, audit, expect, picture


def test_a_picture_is_added_shown_and_found(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "cat.png"
    Image.new("RGB", (40, 30), "orange").save(file)
    visit.ada.say("I like tea.")
    page = visit.go("memory")
    page.get_by_role("button", name="Add a picture").click()
    wrong = tmp_path / "notes.txt"
    wrong.write_text("no picture", "utf-8")
    page.get_by_label("The picture").set_input_files(wrong)
    page.get_by_label("What does it show?").fill("Möhre")
    page.get_by_role("button", name="Remember it").click()
    expect(page.get_by_role("alert")).to_contain_text("What was sent is no picture")
    expect(page.get_by_label("What does it show?")).to_have_accessible_description("It is found again by these words.")
    page.get_by_label("The picture").set_input_files(file)
    page.get_by_label("What does it show?").fill("Möhre asleep on the red sofa")
    audit(page)
    page.get_by_role("button", name="Remember it").click()
    shown = page.get_by_role("region", name="Pictures").locator("img")
    expect(shown).to_have_count(1)
    expect(shown).to_have_js_property("naturalWidth", 40)
    page.get_by_label("Search memories and messages").fill("sofa")
    expect(page.locator(".memory img")).to_have_js_property("naturalWidth", 40)
    page.get_by_role("link", name="Möhre asleep on the red sofa").click()
    expect(page.locator("header img.picture")).to_have_js_property("naturalWidth", 40)
    expect(page.get_by_role("main")).to_contain_text("Added as a picture")
    expect(page.get_by_role("main")).not_to_contain_text(re.compile("Scene|by Luna|by hand|by the companion"))
    picture(page, "memory-picture")
    page.locator(".toast").filter(has_text="The picture is remembered.").get_by_role("button", name="Undo").click()
    expect(page.locator(".toast").filter(has_text="Undone.")).to_be_visible()
    assert visit.ada.pictures.list() == ()
