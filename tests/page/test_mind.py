"""The companion's mind: its opinions over time, who it is to itself, and what many people share."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import Browser
from tests.page.conftest import DESK, PHONE, SCHEMES, Visit, audit, expect, picture, visiting

from reverie import Reverie
from reverie.testing import FrozenClock


def think(luna: Reverie, clock: FrozenClock) -> None:
    thinks = luna.opinions
    jazz = thinks.add("jazz", "Jazz is best live.", "aesthetic", reason="The pauses.").opinion
    clock.advance(timedelta(days=7))
    thinks.reinforce(jazz.id)
    clock.advance(timedelta(days=7))
    thinks.evolve(jazz.id, "Jazz is best late at night.", "Ada played me one.")


def test_an_opinion_is_formed_made_stronger_changed_and_taken_back(visit: Visit) -> None:
    page = visit.go("settings/companion")
    expect(page.get_by_text("No opinions yet")).to_be_visible()
    page.get_by_role("button", name="Form an opinion").click()
    form = page.get_by_role("dialog", name="A new opinion")
    form.get_by_label("Topic").fill("jazz")
    form.get_by_label("What it thinks").fill("Jazz is best live.")
    form.get_by_label("Why").fill("The pauses.")
    audit(page)
    form.get_by_role("button", name="Form it").click()
    card = page.get_by_role("listitem", name="jazz")
    expect(card.get_by_role("meter", name="Strength")).to_have_attribute("aria-valuenow", "50")
    card.get_by_role("button", name="Make stronger: jazz").click()
    expect(card.get_by_role("meter", name="Strength")).to_have_attribute("aria-valuenow", "65")
    card.get_by_role("button", name="Change its mind: jazz").click()
    changing = page.get_by_role("dialog", name="Change its mind about jazz")
    changing.get_by_label("What it thinks now").fill("Jazz is best at home.")
    changing.get_by_label("Why").fill("Rain.")
    changing.get_by_role("button", name="Change its mind").click()
    expect(card.get_by_text("Jazz is best at home.").first).to_be_visible()
    card.get_by_role("button", name="Retract: jazz").click()
    page.get_by_role("dialog").get_by_role("button", name="Retract it").click()
    expect(page.get_by_text("1 past opinion")).to_be_visible()
    assert visit.luna.opinions.stats().active == 0
    page.get_by_role("status").get_by_role("button", name="Undo").last.click()
    expect(card).to_be_visible()
    assert visit.luna.opinions.get("jazz").opinion == "Jazz is best at home."


def test_the_strength_is_plotted_with_its_history(visit: Visit, clock: FrozenClock) -> None:
    think(visit.luna, clock)
    page = visit.go("settings/companion")
    card = page.get_by_role("listitem", name="jazz")
    card.get_by_text("How this opinion changed").click()
    expect(card.get_by_role("img", name="Strength went from 50 % on 2 Mar 2026 to 60 %.")).to_be_visible()
    card.get_by_text("The same as a table").click()
    whats = ["When", "formed", "stronger", "changed its mind"]
    for at, what in enumerate(whats):
        expect(card.get_by_role("row").nth(at)).to_contain_text(what)
    expect(card.get_by_text("Because: Ada played me one.").first).to_be_visible()


def test_what_stands_against_an_opinion_is_decided_and_undone(visit: Visit) -> None:
    visit.luna.opinions.add("remakes", "Remakes are worth making.")
    visit.luna.opinions.add("remakes", "Remakes aren't worth making.")
    page = visit.go("settings/companion")
    expect(page.get_by_text("Against: Remakes are worth making.")).to_be_visible()
    page.get_by_role("button", name="Accept: Remakes aren't worth making.").click()
    expect(page.get_by_role("heading", name="Contradicts what it thinks")).to_be_hidden()
    assert visit.luna.opinions.get("remakes").opinion == "Remakes aren't worth making."
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Contradicts what it thinks")).to_be_visible()
    page.get_by_role("button", name="Decline: Remakes aren't worth making.").click()
    expect(page.get_by_role("heading", name="Contradicts what it thinks")).to_be_hidden()
    assert visit.luna.opinions.get("remakes").opinion == "Remakes are worth making."


def test_what_it_says_of_itself_is_added_edited_removed_and_undone(visit: Visit) -> None:
    page = visit.go("settings/companion")
    page.get_by_role("tab", name="Itself").click()
    page.get_by_label("Add to: What I can do").fill("I can sing.")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Edit: I can sing.").click()
    page.get_by_label("Statement").fill("I can hum.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove: I can hum.")).to_be_visible()
    assert visit.luna.self_model.profile().capabilities == ("I can hum.",)
    page.get_by_role("button", name="Remove: I can hum.").click()
    expect(page.get_by_text("Removed.")).to_be_visible()
    assert visit.luna.self_model.profile().capabilities == ()
    page.get_by_role("status").get_by_role("button", name="Undo").last.click()
    expect(page.get_by_role("button", name="Remove: I can hum.")).to_be_visible()
    page.get_by_text("Note something").click()
    page.get_by_label("What", exact=True).fill("I ask before I guess")
    page.get_by_label("Category").last.select_option("Growth")
    page.get_by_role("button", name="Note it").click()
    expect(page.get_by_role("listitem").filter(has_text="I ask before I guess")).to_contain_text("Growth")


def test_an_edit_of_what_it_says_of_itself_keeps_what_others_added_meanwhile(visit: Visit) -> None:
    visit.luna.self_model.append("capabilities", "I can sing.")
    page = visit.go("settings/companion")
    page.get_by_role("tab", name="Itself").click()
    page.get_by_role("button", name="Edit: I can sing.").click()
    visit.luna.self_model.append("capabilities", "I can dance.")
    page.get_by_label("Statement").fill("I can hum.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Edit: I can dance.")).to_be_visible()
    assert sorted(visit.luna.self_model.profile().capabilities) == ["I can dance.", "I can hum."]
    page.get_by_role("button", name="Edit: I can hum.").click()
    visit.luna.self_model.remove("capabilities", "I can hum.")
    page.get_by_label("Statement").fill("I can whistle.")
    page.keyboard.press("Enter")
    expect(page.get_by_text("nothing was saved")).to_be_visible()
    expect(page.get_by_label("Statement")).to_have_value("I can whistle.")


def test_what_many_share_is_counted_and_never_of_fewer_than_five(visit: Visit) -> None:
    for name in ("Ben", "Cleo", "Dora", "Emil", "Fay"):
        visit.luna.meet(name).say("My hobby is chess.")
    visit.luna.meet("Gus").say("My hobby is fencing.")
    page = visit.go("settings/companion")
    page.get_by_role("tab", name="What people share").click()
    expect(page.get_by_role("listitem").filter(has_text="chess")).to_contain_text("5 people")
    expect(page.get_by_role("main")).not_to_contain_text("fencing")
    page.get_by_label("Shared by at least").fill("1")
    expect(page.get_by_role("main")).not_to_contain_text("fencing")
    page.get_by_label("Shared by at least").fill("6")
    expect(page.get_by_text("Nothing is shared by that many people")).to_be_visible()
    audit(page)


def test_what_is_refused_says_why_and_stays_typed(visit: Visit) -> None:
    page = visit.go("settings/companion")
    page.get_by_role("button", name="Form an opinion").click()
    form = page.get_by_role("dialog", name="A new opinion")
    form.get_by_label("Topic").fill("secrets")
    form.get_by_label("What it thinks").fill("My password is hunter2!Xy.")
    form.get_by_role("button", name="Form it").click()
    expect(form.get_by_role("alert")).to_contain_text("never stored")
    expect(form.get_by_label("What it thinks")).to_have_value("My password is hunter2!Xy.")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_can_be_read_by_everybody(browser: Browser, luna: Reverie, clock: FrozenClock, scheme: str) -> None:
    think(luna, clock)
    luna.opinions.add("jazz", "Jazz isn't best late at night.")
    luna.self_model.append("identity_statements", "I listen first.")
    luna.self_model.record_self_observation("I repeat myself when I am unsure")
    viewport = DESK if scheme == "light" else PHONE
    with visiting(browser, luna, viewport=viewport, scheme=scheme) as visit:
        page = visit.go("settings/companion")
        page.get_by_text("How this opinion changed").click()
        expect(page.get_by_role("img", name="Strength")).to_be_visible()
        audit(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        picture(page, f"mind-{scheme}")
        page.get_by_role("tab", name="Itself").click()
        audit(page)
        picture(page, f"mind-itself-{scheme}")
