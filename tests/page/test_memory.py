"""Memory on the page: facts, people and pictures, each with its words; searched, edited, ended, forgotten, undone."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Locator, Page, Route
from tests.page.conftest import DESK, SCHEMES, Visit, audit, expect, picture, visiting
from tests.page.signing import signed_in

from reverie import Person, Reverie
from reverie.records.memories import Status
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
def test_everything_known_stands_with_its_words(
    browser: Browser, luna: Reverie, clock: FrozenClock, scheme: str
) -> None:
    tell(luna.meet("Ada"), clock)
    with visiting(browser, luna, viewport=DESK, scheme=scheme) as visit:
        page = visit.go("memory")
        tastes = page.get_by_role("region", name="What you like")
        food = tastes.get_by_role("listitem").filter(has_text="Your favorite food is couscous.")
        expect(food.get_by_role("blockquote")).to_have_text("My favorite food is couscous.")
        expect(food).to_contain_text("since 3 May")
        expect(page.get_by_role("region", name="Health")).to_contain_text("You are allergic to peanuts.")
        audit(page)
        picture(page, f"memory-facts-{scheme}")
        visit.go("memory/timeline")
        expect(page.get_by_role("heading", level=3)).to_have_text(["May 2026", "April 2026", "March 2026"])
        page.get_by_role("link", name="Your favorite food is couscous.").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Your favorite food is couscous.")
        expect(page.locator("figcaption").first).to_contain_text("3 May 2026, 09:03")
        expect(page.locator(".timeline li")).to_contain_text(
            ["My favorite food is ramen.", "Your favorite food is couscous."]
        )
        page.get_by_text("Details").click()
        expect(page.get_by_role("definition").filter(has_text="favorite_food")).to_be_visible()
        audit(page)
        picture(page, f"memory-one-{scheme}")


def test_people_and_pets_have_cards_with_what_is_known_of_them(visit: Visit) -> None:
    page = visit.go("memory/people")
    expect(page.get_by_role("heading", name="Nobody yet")).to_be_visible()
    visit.ada.say("My sister Nora is here.")
    visit.ada.say("My dog is called Rex.")
    visit.ada.remember("Nora hates mushrooms.")
    page.reload()
    nora = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Nora"))
    expect(nora).to_contain_text("your sister")
    expect(page.get_by_role("heading", name="Rex")).to_be_visible()
    nora.get_by_role("link", name="Nora hates mushrooms.").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nora hates mushrooms.")


def test_one_box_finds_memories_and_messages_and_nothing_that_is_far_from_it(visit: Visit, clock: FrozenClock) -> None:
    tell(visit.ada, clock)
    visit.ada.say("Is couscous hard to make?")
    page = visit.go("memory")
    box = page.get_by_label("Search memories and messages")
    titles = page.locator(".memory .title")
    box.fill("peanut")
    expect(titles).to_have_text(["You are allergic to peanuts."])
    expect(page.get_by_role("region", name="Messages")).to_contain_text("I'm allergic to peanuts.")
    box.fill("which foods?")
    expect(page.get_by_role("region", name="Related").locator(".title")).to_have_text("Your favorite food is couscous.")
    expect(page.get_by_text("no embedder")).to_be_visible()
    box.fill("couscous")
    messages = page.get_by_role("region", name="Messages")
    expect(messages).to_contain_text("Is couscous hard to make?")
    audit(page)
    picture(page, "memory-search")
    box.fill("shellfish")
    expect(page.get_by_text("No memory has these words.")).to_be_visible()
    expect(page.get_by_text("No message mentions that.")).to_be_visible()
    expect(page.get_by_text("Nothing found")).to_have_count(0)
    expect(titles).to_have_count(0)
    box.fill("Lyon")
    messages.get_by_role("link", name="Read it in the conversation").first.click()
    expect(page.locator(".marked")).to_contain_text("Lyon")


def test_filters_stand_behind_one_button_and_go_back_in_time(visit: Visit, clock: FrozenClock) -> None:
    tell(visit.ada, clock)
    page = visit.go("memory")
    titles = page.locator(".memory .title")
    filters = page.get_by_role("button", name="Filters")
    expect(page.get_by_label("Status")).to_be_hidden()
    filters.press("Enter")
    page.get_by_label("Status").select_option(label="No longer true")
    expect(titles).to_have_text(["You live in Berlin.", "Your favorite food is ramen."])
    page.get_by_label("What was true on").fill("2026-03-20")
    expect(titles.filter(has_text="You live in Berlin.")).to_be_visible()
    expect(titles.filter(has_text="couscous")).to_have_count(0)
    expect(filters).to_have_text("Filters (2)")
    audit(page)
    page.get_by_role("button", name="Clear all").click()
    page.get_by_label("Category").select_option(label="Health")
    expect(titles).to_have_text(["You are allergic to peanuts."])
    page.get_by_label("Became true on or after").fill("2026-04-01")
    expect(page.get_by_text("No memory fits these filters.")).to_be_visible()
    page.get_by_role("button", name="Show everything").click()
    expect(titles.filter(has_text="couscous")).to_be_visible()


def test_a_memory_is_added_edited_and_forgotten_in_place_and_each_is_undone(visit: Visit) -> None:
    page = visit.go("memory")
    expect(page.get_by_role("heading", name="Nothing yet")).to_be_visible()
    page.get_by_role("button", name="Add a memory").click()
    page.get_by_label("What should Luna remember?").fill('My favorite food is "ramen".')
    page.get_by_role("button", name="Remember it").click()
    page.get_by_role("button", name="Edit: Your favorite food is ramen.").click()
    page.get_by_label("What is true?").fill("My favorite food is sushi.")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Your favorite food is sushi.").click()
    expect(page.locator(".timeline li")).to_have_count(2)
    told(page, "in place of").get_by_role("button", name="Undo").click()
    expect(told(page, "Undone.")).to_be_visible()
    page.get_by_role("link", name="← Memory").click()
    page.get_by_role("button", name="Forget: Your favorite food is ramen.").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget").click()
    expect(page.get_by_role("heading", name="Nothing yet")).to_be_visible()
    assert visit.ada.memories() == []
    told(page, "Forgotten: 1 memory").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="ramen")).to_be_visible()
    assert [one.value for one in visit.ada.memories()] == ["ramen"]


def test_a_memory_is_pinned_where_it_stands_and_that_is_undone(visit: Visit) -> None:
    visit.ada.say("I live in Lyon. I like chess.")
    page = visit.go("memory")
    page.get_by_role("button", name="Pin: You live in Lyon.").press("Enter")
    lyon = page.get_by_role("listitem").filter(has_text="You live in Lyon.")
    expect(lyon.get_by_text("Pinned", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Unpin: You live in Lyon.")).to_be_focused()
    assert [one.value for one in visit.ada.pinned()] == ["lyon"]
    expect(page.get_by_text("Pinned", exact=True)).to_have_count(1)
    audit(page)
    picture(page, "memory-pinned")
    visit.ada.say("I live in Berlin.")
    page.reload()
    page.get_by_role("link", name="You live in Berlin.").click()
    expect(page.locator("header").get_by_text("Pinned", exact=True)).to_be_visible()
    page.get_by_role("button", name="Unpin: ").click()
    told(page, "Not pinned any more.").get_by_role("button", name="Undo").click()
    expect(told(page, "Undone.")).to_be_visible()
    expect(page.locator("header").get_by_text("Pinned", exact=True)).to_be_visible()
    assert [one.value for one in visit.ada.pinned()] == ["berlin"]


def test_forgetting_says_first_what_it_takes_and_for_ten_seconds_there_is_a_way_back(visit: Visit) -> None:
    said = visit.ada.say("I live in Lyon. I like chess.").message
    assert said is not None
    page = visit.go("memory")
    page.get_by_role("button", name="Forget: You live in Lyon.").click()
    question = page.get_by_role("dialog", name="Forget this?")
    expect(question).to_contain_text("This removes 1 memory and words in 1 message.")
    expect(question.get_by_role("group", name="What would go")).to_contain_text("I live in Lyon.")
    audit(page)
    picture(page, "memory-forget-one")
    question.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Forget: You live in Lyon.")).to_be_focused()
    assert len(visit.ada.memories()) == 2
    page.clock.install()
    page.get_by_role("button", name="Forget: You live in Lyon.").click()
    question.get_by_role("button", name="Forget").click()
    undo = told(page, "Forgotten: 1 memory and words in 1 message.").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    expect(page.get_by_role("link", name="You live in Lyon.")).to_be_hidden()
    assert "Lyon" not in visit.ada.messages(ids=[said.id])[0].text
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 8)  # however long the test itself takes
    undo.click()
    page.clock.resume()
    expect(told(page, "Undone.")).to_be_visible()
    expect(page.get_by_role("link", name="You live in Lyon.")).to_be_visible()
    assert visit.ada.messages(ids=[said.id])[0].text == "I live in Lyon. I like chess."


def test_what_is_no_longer_true_stays_in_the_timeline_and_is_undone(visit: Visit) -> None:
    visit.ada.say("I live in Lyon.")
    visit.ada.remember("Keeps a boat in the harbour.")
    page = visit.go("memory")
    page.get_by_role("button", name="No longer true: You live in Lyon.").press("Enter")
    expect(told(page, "Marked as no longer true.")).to_be_visible()
    expect(page.get_by_role("link", name="You live in Lyon.")).to_be_hidden()
    expect(page.get_by_role("listitem").filter(has_text="boat")).to_be_focused()
    assert [m.text for m in visit.ada.memories(statuses=frozenset({Status.SUPERSEDED}))] == ["Lives in Lyon."]
    told(page, "Marked as no longer true.").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="You live in Lyon.")).to_be_visible()


def test_a_day_is_told_as_one_says_it(visit: Visit) -> None:
    visit.ada.remember("“mister patel looks at my knee” [2026-12-02]")
    visit.ada.remember("Nora moves out (2026-12).")
    page = visit.go("memory")
    titles = page.locator(".memory .title")
    expect(titles.filter(has_text="patel")).to_have_text("“mister patel looks at my knee” [2 December 2026]")
    expect(titles.filter(has_text="Nora")).to_have_text("Nora moves out (December 2026).")


def test_several_are_selected_with_the_keyboard_and_forgotten_at_once(visit: Visit) -> None:
    visit.ada.say("I like chess. I like tea. I like jazz.")
    page = visit.go("memory")
    page.get_by_role("button", name="Select").press("Enter")
    for name in ("You like chess.", "You like tea."):
        page.get_by_role("checkbox", name=f"Select: {name}").press("Space")
    bar = page.get_by_role("group", name="Selected memories")
    expect(bar.get_by_text("2 selected")).to_be_visible()
    audit(page)
    picture(page, "memory-selected")
    bar.get_by_role("button", name="Forget…").press("Enter")
    question = page.get_by_role("dialog", name="Forget these 2?")
    expect(question).to_contain_text("This removes 2 memories and words in 1 message.")
    question.get_by_role("button", name="Forget").press("Enter")
    expect(page.locator(".memory .title")).to_have_text(["You like jazz."])
    expect(bar).to_be_hidden()
    told(page, "Forgotten: 2 memories").get_by_role("button", name="Undo").click()
    expect(page.locator(".memory .title")).to_have_count(3)
    assert [one.text for one in visit.ada.messages()] == ["I like chess. I like tea. I like jazz."]
    page.get_by_role("button", name="Select").click()
    page.get_by_role("checkbox", name="Select: You like tea.").check()
    page.get_by_role("checkbox", name="Select: You like jazz.").check()
    bar.get_by_role("button", name="No longer true").click()
    expect(told(page, "2 are marked as no longer true.")).to_be_visible()
    assert [one.value for one in visit.ada.memories()] == ["chess"]


def told(page: Page, text: str) -> Locator:
    """The note that says so."""
    return page.locator(".toast").filter(has_text=text)


def test_a_topic_is_forgotten_after_a_look_at_what_goes(visit: Visit) -> None:
    visit.ada.say("I live in Lyon. I like chess.")
    page = visit.go("memory")
    page.get_by_role("button", name="Forget a topic…").click()
    topic = page.get_by_label("Everything about")
    topic.fill("submarines")
    page.get_by_role("button", name="Show what would go").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing is remembered about that")
    topic.fill("Lyon")
    page.get_by_role("button", name="Show what would go").click()
    expect(page.get_by_role("group", name="What would go")).to_contain_text("I live in Lyon.")
    audit(page)
    picture(page, "memory-forget-topic")
    assert len(visit.ada.memories()) == 2
    page.get_by_role("button", name="Forget all of that").click()
    expect(page.locator(".memory .title")).to_have_text(["You like chess."])
    told(page, "Forgotten: 1 memory").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="You live in Lyon.")).to_be_visible()


def test_what_waits_is_decided_where_it_stands(visit: Visit) -> None:
    for text in ("Likes tea in the morning.", "Likes tea in the evening.", "Likes tea with milk."):
        visit.ada.user_model.record(text, confidence=0.9)
    waiting = visit.ada.user_model.synthesize()[0].memory
    page = visit.go("memory?status=proposed")
    page.get_by_role("link", name="You like tea").first.click()
    page.get_by_role("button", name="Confirm").click()
    expect(told(page, "Confirmed.")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_have_count(0)
    assert waiting.id in [one.id for one in visit.ada.memories(statuses=frozenset({Status.ACTIVE}))]


def test_a_person_sees_and_changes_their_own(browser: Browser, luna: Reverie) -> None:
    luna.meet("Ada").say("My favorite food is ramen.")
    with signed_in(browser, luna) as visit:
        page = visit.page
        page.goto(f"{visit.url}/#/me/memory")
        page.get_by_role("link", name="ramen").click()
        page.get_by_role("button", name="Forget: Your favorite food is ramen.").click()
        page.get_by_role("dialog").get_by_role("button", name="Forget").click()
        told(page, "Forgotten").get_by_role("button", name="Undo").click()
        expect(page.get_by_role("link", name="ramen")).to_be_visible()


def test_many_memories_come_in_pieces_and_the_keyboard_goes_on(visit: Visit) -> None:
    for at in range(120):
        visit.ada.remember(f"Note number {at}.", at=datetime(2025, 1, 1, tzinfo=UTC) + timedelta(days=at))
    page = visit.go("memory")
    titles = page.locator(".memory .title")
    expect(titles).to_have_count(6)
    page.get_by_role("link", name="Show all: About you").click()
    expect(titles).to_have_count(50)
    more = page.get_by_role("button", name="Show more")
    more.focus()
    page.keyboard.press("Enter")
    expect(titles).to_have_count(100)
    expect(titles.nth(50)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Note number 69.")
    page.get_by_role("link", name="← Memory").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Note number 69.")).to_be_focused()
    expect(titles).to_have_count(100)


def test_errors_are_told_and_lose_nothing(visit: Visit) -> None:
    visit.ada.say("My favorite food is ramen.")

    def broken(route: Route) -> None:
        route.fulfill(status=403, json={"detail": "memory is paused: resume it first"})

    page = visit.go("memory")
    page.route("**/memories", broken)
    page.get_by_role("button", name="Add a memory").click()
    page.get_by_label("What should Luna remember?").fill("I like chess.")
    page.get_by_role("button", name="Remember it").click()
    expect(page.get_by_role("alert")).to_contain_text("Memory is paused")
    expect(page.get_by_label("What should Luna remember?")).to_have_value("I like chess.")
    page.keyboard.press("Escape")
    page.unroute("**/memories")
    page.route("**/memories/*", lambda route: route.fulfill(status=500, json={"detail": "it broke here: try again"}))
    page.get_by_role("link", name="ramen").click()
    expect(page.get_by_role("alert")).to_contain_text("It broke here", timeout=15_000)
    page.unroute("**/memories/*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your favorite food is ramen.")


def test_what_another_device_forgot_is_not_shown_any_longer(visit: Visit) -> None:
    ramen = visit.ada.remember("Favorite food is ramen.")[0].memory
    assert ramen is not None
    page = visit.go(f"memory/{ramen.id}")
    expect(page.get_by_role("heading", level=1, name="Your favorite food is ramen.")).to_be_visible()
    visit.ada.forget(ramen.id)
    page.clock.install()
    page.clock.run_for(11_000)
    page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_role("alert")).to_contain_text("no such memory")
    expect(page.get_by_text("ramen")).to_be_hidden()


def test_a_double_click_is_one_click(visit: Visit) -> None:
    page = visit.go("memory")
    page.get_by_role("button", name="Add a memory").click()
    page.get_by_label("What should Luna remember?").fill("I keep bees.")
    page.get_by_role("button", name="Remember it").dblclick()
    expect(page.get_by_text("Remembered.")).to_be_visible()
    page.get_by_role("link", name=re.compile("bees")).click()
    page.get_by_role("button", name="Undo: added by hand").dblclick()
    expect(page.get_by_text("Undone.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".toast.bad")).to_have_count(0)
    assert [one.change.cause for one in visit.ada.history()] == ["remember", "undo"]


def test_what_is_said_in_the_second_person_or_in_own_words_is_quoted_once(visit: Visit) -> None:
    visit.ada.remember("“my sister bex is having a baby in may!!”")
    page = visit.go("memory")
    page.get_by_role("button", name="Edit: ").click()
    page.get_by_label("What is true?").fill("You have a sister called Bex.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("in place of “my sister bex is having a baby in may!!”")
    expect(page.get_by_role("link", name="You have a sister called Bex.", exact=True)).to_be_visible()
    page.get_by_role("button", name="No longer true: ").click()
    visit.go("memory/changes")
    expect(page.locator(".happened > li").first).to_contain_text("Marked as no longer true")


def test_on_a_phone_a_card_says_what_it_can_do_in_one_line_and_one_notice_is_enough(on_a_phone: Visit) -> None:
    on_a_phone.ada.say("My favorite food is ramen.")
    page = on_a_phone.go("memory")
    card = page.locator(".memory").filter(has_text="ramen")
    for name in ("Pin", "Unpin"):
        expect(card.get_by_text(name, exact=True)).to_be_visible()
        tops = card.locator(".actions button").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
        assert len(set(tops)) == 1
        card.get_by_role("button", name="Pin: ").click()
    expect(page.locator(".toast")).to_have_count(2)
    expect(page.locator(".toast:visible")).to_have_count(1)
