"""The profile: edited by fields and as text; what is broken or stale is refused, and nothing of it is lost."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Browser
from tests.page.conftest import DESK, PHONE, SCHEMES, Visit, audit, expect, picture, visiting

from reverie import Reverie
from reverie.testing import FrozenClock


def test_fields_are_saved_as_one_change_and_undone(visit: Visit) -> None:
    visit.ada.say("I live in Lyon. My hobby is chess.")
    page = visit.go("settings/you")
    page.get_by_label("What you are to each other").fill("friend")
    page.get_by_label("Home", exact=True).fill("Oslo")
    page.get_by_label("Hobbies", exact=True).fill("fencing")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Remove chess").click()
    page.get_by_label("Something else").fill("Star sign")
    page.keyboard.press("Enter")
    page.get_by_label("Star sign", exact=True).fill("leo")
    expect(page.get_by_text("4 changes not saved")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("button", name="Save")).to_be_hidden()
    now = visit.ada.user_model.profile()
    assert (now.relationship, now.background, now.hobbies) == (
        "friend",
        {"home": "Oslo", "star_sign": "leo"},
        ("fencing",),
    )
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Home", exact=True)).to_have_value("Lyon")
    assert visit.ada.user_model.profile().hobbies == ("chess",)


def test_what_was_changed_elsewhere_is_merged_and_what_clashes_is_shown(visit: Visit) -> None:
    page = visit.go("settings/you")
    page.get_by_label("What you are to each other").fill("friend")
    page.get_by_label("Notes").fill("Mine.")
    visit.ada.user_model.update("relationship", "colleague")
    visit.ada.user_model.update("values", "candour", action="append")
    page.get_by_role("button", name="Save").click()
    clash = page.get_by_role("region", name="This changed while you were typing")
    expect(clash).to_be_focused()
    expect(clash.get_by_text("colleague")).to_be_visible()
    expect(clash.get_by_text("friend")).to_be_visible()
    expect(page.get_by_label("Notes")).to_have_value("Mine.")
    audit(page)
    assert visit.ada.user_model.profile().notes is None
    clash.get_by_role("button", name="Take mine").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    now = visit.ada.user_model.profile()
    assert (now.relationship, now.notes, now.values) == ("friend", "Mine.", ("candour",))


def test_theirs_can_be_kept_too(visit: Visit) -> None:
    page = visit.go("settings/you")
    page.get_by_label("What you are to each other").fill("friend")
    visit.ada.user_model.update("relationship", "colleague")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Keep what is there").click()
    expect(page.get_by_label("What you are to each other")).to_have_value("colleague")
    expect(page.get_by_role("button", name="Save")).to_be_hidden()


def test_what_is_refused_says_why_and_stays_typed(visit: Visit) -> None:
    page = visit.go("settings/you")
    page.get_by_label("Notes").fill("My password is hunter2!Xy.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("never stored")
    expect(page.get_by_label("Notes")).to_have_value("My password is hunter2!Xy.")
    page.route("**/profile/fields", lambda route: route.fulfill(status=500, body="{}"))
    page.get_by_label("Notes").fill("Something harmless.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("500")
    expect(page.get_by_label("Notes")).to_have_value("Something harmless.")


def test_going_away_with_something_unsaved_asks_first(visit: Visit) -> None:
    page = visit.go("settings/you")
    page.get_by_label("Notes").fill("Not saved.")
    page.get_by_role("link", name="Privacy").click()
    question = page.get_by_role("dialog", name="Leave without saving?")
    question.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("Notes")).to_have_value("Not saved.")
    page.get_by_role("link", name="Privacy").click()
    question.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("heading", name="Remembering")).to_be_visible()


def test_as_text_comments_stay_and_the_fields_follow(visit: Visit) -> None:
    page = visit.go("settings/you")
    page.get_by_role("tab", name="Fields").focus()
    page.keyboard.press("ArrowRight")
    text = page.get_by_label("Profile as YAML")
    text.fill(text.input_value().replace("hobbies:\n", "hobbies: # what I do\n  - chess\n"))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert "hobbies: # what I do" in visit.ada.user_model.yaml()
    page.get_by_role("tab", name="Fields").click()
    page.get_by_label("Hobbies", exact=True).fill("fencing")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("tab", name="As text").click()
    expect(text).to_have_value(re.compile("hobbies: # what I do\n  - chess\n  - fencing\n"))
    expect(text).to_have_value(visit.ada.user_model.yaml())


def test_broken_text_is_refused_with_its_line_and_stays(visit: Visit) -> None:
    page = visit.go("settings/you")
    page.get_by_role("tab", name="As text").click()
    text = page.get_by_label("Profile as YAML")
    broken = "display_name: Ada\nvalues: [honesty\nnotes: mine\n"
    text.fill(broken)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("line ")
    expect(text).to_have_value(broken)
    expect(text).to_be_focused()
    audit(page)
    assert visit.ada.user_model.profile().values == ()


def test_stale_text_is_refused_with_both_versions(visit: Visit, clock: FrozenClock) -> None:
    page = visit.go("settings/you")
    page.get_by_role("tab", name="As text").click()
    text = page.get_by_label("Profile as YAML")
    mine = text.input_value().replace("relationship:", "relationship: friend # at last")
    clock.advance(timedelta(minutes=1))
    visit.ada.user_model.update("relationship", "colleague")
    clock.advance(timedelta(minutes=1))
    text.fill(mine)
    page.get_by_role("button", name="Save").click()
    versions = page.get_by_role("region", name="Two versions")
    expect(versions.get_by_text("relationship: colleague")).to_be_visible()
    expect(text).to_have_value(mine)
    versions.get_by_role("button", name="Save mine as it stands").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert visit.ada.user_model.profile().relationship == "friend"


def test_accounts_are_linked_and_unlinked_and_names_are_told(visit: Visit) -> None:
    visit.luna.directory.describe(visit.ada, nickname="Countess")
    page = visit.go("settings/you")
    expect(page.get_by_text("Nickname: Countess", exact=True)).to_be_visible()
    visit.go("settings/data")
    page.get_by_text("Link another account").click()
    page.get_by_label("Platform").fill("discord")
    page.get_by_label("Their id there").fill("ada#1815")
    page.get_by_role("button", name="Link", exact=True).click()
    expect(page.get_by_role("button", name="Unlink discord ada#1815")).to_be_visible()
    page.get_by_role("button", name="Unlink discord ada#1815").click()
    expect(page.get_by_text("No account on another platform is linked yet.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Unlink discord ada#1815")).to_be_visible()
    assert [one.platform for one in visit.luna.directory.accounts(visit.ada)] == ["discord"]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_can_be_read_by_everybody(browser: Browser, luna: Reverie, scheme: str) -> None:
    ada = luna.meet("Ada")
    ada.say("I live in Lyon. My hobby is chess.")
    ada.user_model.update("notes", "אוהבת קפה " + "w" * 300)
    viewport = DESK if scheme == "light" else PHONE
    with visiting(browser, luna, viewport=viewport, scheme=scheme) as visit:
        page = visit.go("settings/you")
        page.get_by_label("Nickname").fill("Countess")
        audit(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        picture(page, f"profile-{scheme}")
        page.get_by_role("tab", name="As text").click()
        audit(page)
