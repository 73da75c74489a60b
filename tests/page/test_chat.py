"""Chat on the page: what is said, learned and answered, on two devices, through a lost connection."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute
from tests.page.conftest import DESK, PHONE, SCHEMES, Visit, audit, expect, picture, visiting
from tests.page.signing import signed_in

import reverie
from reverie import Reverie
from reverie.config import Config
from reverie.ports import Reply
from reverie.settings_sections import MemorySettings
from reverie.testing import FrozenClock, ScriptedModel


def say(page: Page, text: str) -> None:
    page.get_by_label("Message to Luna").fill(text)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_said_is_answered_and_what_is_learned_is_shown_and_taken_back(
    browser: Browser, luna: Reverie, clock: FrozenClock, scheme: str
) -> None:
    ada = luna.meet("Ada")
    ada.say("Hi, I'm Ada! I live in Lyon.")
    ada.say("Hello Ada!", role="assistant")
    clock.advance(timedelta(days=2))
    with visiting(browser, luna, viewport=DESK, scheme=scheme) as visit:
        page = visit.go("chat")
        expect(page.get_by_text("No language model is set")).to_be_visible()
        expect(page.get_by_label("Message to Luna")).to_be_focused()
        audit(page)
        page.get_by_role("button", name="Got it").click()
        say(page, 'My favorite food is "ramen" 🍜.')
        log = page.get_by_role("region", name="Conversation")
        expect(log.get_by_role("blockquote")).to_have_text(
            ["Hi, I'm Ada! I live in Lyon.", 'My favorite food is "ramen" 🍜.']
        )
        expect(log.get_by_role("heading")).to_have_text(
            [re.compile("Monday.*2 March"), re.compile("Wednesday.*4 March")]
        )
        expect(page.get_by_role("status").filter(has_text=re.compile("^Luna: .*ramen"))).to_be_attached()
        learned = log.get_by_role("link", name="Your favorite food is ramen.")
        expect(learned).to_be_visible()
        audit(page)
        picture(page, f"chat-{scheme}")
        learned.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("ramen")
        page.get_by_role("link", name="Read it in the conversation").click()
        expect(page.locator(".marked")).to_contain_text("ramen")
        audit(page)
        page.get_by_role("link", name="Back to the chat").click()
        expect(log.get_by_role("blockquote")).to_have_count(2)


def test_what_was_learned_stays_under_its_message_once_and_is_undone_there(visit: Visit) -> None:
    page = visit.go("chat")
    expect(page.get_by_role("heading", name="Say hello to Luna")).to_be_visible()
    expect(page.get_by_role("link", name="Import a history")).to_be_visible()
    say(page, "My favorite food is ramen. I live in Lyon.")
    log = page.get_by_role("region", name="Conversation")
    learned = log.get_by_role("list", name="Learned from this").get_by_role("link")
    expect(learned).to_have_text(["Your favorite food is ramen.", "You live in Lyon."])
    page.reload()
    expect(learned).to_have_text(["Your favorite food is ramen.", "You live in Lyon."])
    audit(page)
    page.get_by_role("button", name="Undo: Your favorite food is ramen. You live in Lyon.").press("Enter")
    expect(page.locator(".toast")).to_contain_text("Undone.")
    expect(learned).to_have_count(0)
    expect(page.get_by_label("Message to Luna")).to_be_focused()
    expect(log.locator(".remembered").first).to_have_text("Undone:Your favorite food is ramen.")
    assert visit.ada.memories() == []
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(learned).to_have_count(2)
    visit.ada.say("I moved to Oslo.")
    expect(log.get_by_role("listitem").filter(has_text="You live in Lyon.")).to_contain_text("no longer true")
    expect(log.get_by_role("link", name="You live in Oslo.")).to_be_visible()


def test_why_opens_from_a_reply(visit: Visit, clock: FrozenClock) -> None:
    visit.ada.say("I'm allergic to peanuts.")
    clock.advance(60)
    page = visit.go("chat")
    say(page, "What should I cook?")
    why = page.get_by_role("link", name="Why this answer to “What should I cook?”")
    why.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Why this answer?")
    expect(page.get_by_text("Is allergic to peanuts.").first).to_be_visible()
    expect(page.get_by_role("navigation", name="Places").get_by_role("link", name="Chat")).to_have_attribute(
        "aria-current", "page"
    )


def test_two_devices_see_the_same(browser: Browser, visit: Visit) -> None:
    other = browser.new_page()
    other.goto(f"{visit.url}/#/{visit.ada.id}/chat")
    page = visit.go("chat")
    expect(page.get_by_role("heading", name="Say hello to Luna")).to_be_visible()
    say(other, "I like chess.")
    expect(page.get_by_role("blockquote")).to_have_text(["I like chess."])
    expect(page.get_by_role("link", name="You like chess.")).to_be_visible()
    say(page, "forget chess")
    expect(other.get_by_role("region", name="Conversation")).to_contain_text("[forgotten]")
    other.close()


def test_a_lost_connection_loses_nothing_and_doubles_nothing(visit: Visit) -> None:
    page = visit.page
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket(re.compile("/chat"), through)
    visit.go("chat")
    say(page, "I like chess.")
    expect(page.get_by_role("link", name="You like chess.")).to_be_visible()
    down = True
    page.route_web_socket(re.compile("/chat"), lambda line: line.close(code=4500) if down else through(line))
    lines[-1].close(code=4500)
    expect(page.get_by_text("Offline: trying again")).to_be_visible()
    say(page, "I like sailing.")
    expect(page.get_by_text("Sending…")).to_be_visible()
    page.get_by_label("Message to Luna").fill("A draft")
    visit.ada.say("I like archery.")
    down = False
    expect(page.get_by_role("link", name="You like sailing.")).to_be_visible(timeout=20_000)
    expect(page.get_by_role("blockquote")).to_have_text(
        ["I like chess.", "I like archery.", "I like sailing."], timeout=20_000
    )
    expect(page.get_by_text("Offline")).to_have_count(0)
    expect(page.get_by_label("Message to Luna")).to_have_value("A draft")
    assert [one.text for one in visit.ada.messages() if one.role == "user"] == [
        "I like chess.",
        "I like archery.",
        "I like sailing.",
    ]
    page.reload()
    expect(page.get_by_label("Message to Luna")).to_have_value("A draft")
    expect(page.get_by_role("blockquote")).to_have_count(3)


def test_after_coming_back_to_a_chat_that_begins_anew_nothing_is_passed_over(visit: Visit) -> None:
    said = [f"Number {at}." for at in range(110)]
    for text in said:
        visit.ada.say(text)
    page = visit.page
    lines: list[WebSocketRoute] = []
    down = False

    def through(line: WebSocketRoute) -> None:
        if down:
            line.close(code=4500)
        else:
            lines.append(line)
            line.connect_to_server()

    page.route_web_socket(re.compile("/chat"), through)
    visit.go("chat")
    page.get_by_role("button", name="Earlier messages").click()
    expect(page.get_by_role("blockquote")).to_have_count(75)
    down = True
    lines[-1].close(code=4500)
    expect(page.get_by_text("Offline: trying again")).to_be_visible()
    visit.luna.erase(visit.ada, message=visit.ada.messages()[-1].id)  # where it would have gone on from
    down = False
    expect(page.get_by_role("blockquote")).to_have_count(25)
    page.get_by_role("button", name="Earlier messages").click()
    expect(page.get_by_role("blockquote")).to_have_text(said[34:109])


def test_what_is_refused_can_be_sent_again(visit: Visit) -> None:
    page = visit.page
    refusing = True

    def meddling(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def told(frame: str | bytes) -> None:
            ref = re.search('"ref":"([^"]+)"', str(frame))
            if refusing and ref:
                line.send(f'{{"type":"problem","ref":"{ref[1]}","problem":{{"detail":"too much at once"}}}}')
            else:
                server.send(frame)

        line.on_message(told)

    page.route_web_socket(re.compile("/chat"), meddling)
    visit.go("chat")
    expect(page.get_by_role("heading", name="Say hello to Luna")).to_be_visible()
    say(page, "I like chess.")
    expect(page.get_by_role("alert")).to_contain_text("Not sent: too much at once")
    audit(page)
    refusing = False
    page.get_by_role("button", name="Send again").click()
    expect(page.get_by_role("link", name="You like chess.")).to_be_visible()
    expect(page.get_by_role("blockquote")).to_have_count(1)


_ONLINE_AT_ONCE = """
window.sockets = [];
const Whole = WebSocket;
window.WebSocket = class extends Whole {
  constructor(...given) {
    super(...given);
    if (sockets.push(this) === 1) setTimeout(() => dispatchEvent(new Event("online")));
  }
};
"""


def test_a_chat_is_opened_twice_and_heard_once(visit: Visit) -> None:
    visit.page.add_init_script(_ONLINE_AT_ONCE)
    page = visit.go("chat")
    page.reload()
    say(page, "I like chess.")
    log = page.get_by_role("region", name="Conversation")
    expect(log.get_by_role("link", name="You like chess.")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text=re.compile("^Luna: "))).to_be_attached()
    expect(log.get_by_role("link", name="You like chess.")).to_have_count(1)
    states = page.evaluate("sockets.map((one) => one.readyState)")
    assert (len(states), states.count(1)) == (2, 1)


_SENT_IN_THE_MOMENT_OF_THE_WELCOME = """
const Whole = WebSocket;
window.WebSocket = class extends Whole {
  constructor(...given) {
    super(...given);
    this.addEventListener("open", () => {
      const sending = () => document.querySelector("#saying").form.requestSubmit();
      this.addEventListener("message", sending, { once: true });
    });
  }
};
"""


def test_what_is_sent_in_the_moment_of_the_welcome_is_said_once(visit: Visit) -> None:
    visit.page.add_init_script(_SENT_IN_THE_MOMENT_OF_THE_WELCOME)
    page = visit.go("chat")
    expect(page.get_by_role("heading", name="Say hello to Luna")).to_be_visible()
    page.get_by_label("Message to Luna").fill("I like chess.")
    page.reload()
    log = page.get_by_role("region", name="Conversation")
    expect(log.get_by_role("link", name="You like chess.")).to_have_count(1)
    assert [one.text for one in visit.ada.messages() if one.role == "user"] == ["I like chess."]


def test_older_messages_come_when_asked_for_and_one_stays_where_one_is(visit: Visit, clock: FrozenClock) -> None:
    for at in range(60):
        visit.ada.say(f"Note {at}.")
        clock.advance(60)
    page = visit.go("chat")
    log = page.get_by_role("region", name="Conversation")
    expect(log.get_by_role("blockquote")).to_have_count(25)
    expect(log.get_by_text("Note 59.")).to_be_in_viewport()
    page.get_by_role("button", name="Earlier messages").click()
    expect(log.get_by_role("blockquote")).to_have_count(60)
    expect(log.get_by_text("Note 35.")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Earlier messages")).to_have_count(0)
    visit.ada.say("From elsewhere.")
    expect(log.get_by_text("From elsewhere.")).to_be_attached()
    expect(log.get_by_text("From elsewhere.")).not_to_be_in_viewport()
    page.get_by_role("button", name="↓ Newest").click()
    expect(log.get_by_text("From elsewhere.")).to_be_in_viewport()


def test_an_earlier_conversation_is_read_on_either_way(visit: Visit, clock: FrozenClock) -> None:
    visit.ada.say("Long before.")
    clock.advance(timedelta(days=3))
    for at in range(180):
        visit.ada.say(f"Note {at}.")
        clock.advance(60)
    message = visit.ada.messages()[91]
    page = visit.go(f"chat/{message.id}")
    quotes = page.get_by_role("blockquote")
    expect(quotes).to_have_text([f"Note {at}." for at in range(40, 141)])
    expect(page.locator(".marked")).to_be_focused()
    expect(page.locator(".marked")).to_be_in_viewport()
    audit(page)
    page.get_by_role("button", name="Earlier messages").click()
    expect(quotes).to_have_text([f"Note {at}." for at in range(141)])
    expect(quotes.filter(has_text=re.compile(r"^Note 40\.$"))).to_be_in_viewport()
    expect(page.get_by_role("button", name="Earlier messages")).to_have_count(0)
    page.get_by_role("button", name="Later messages").click()
    expect(quotes).to_have_text([f"Note {at}." for at in range(180)])


def test_on_a_phone_one_writes_with_lines(on_a_phone: Visit) -> None:
    page = on_a_phone.go("chat")
    field = page.get_by_label("Message to Luna")
    field.press_sequentially("one")
    page.keyboard.press("Shift+Enter")
    field.press_sequentially("אני גר בתל אביב " + "x" * 300)
    page.keyboard.press("Enter")
    expect(page.get_by_role("blockquote")).to_contain_text("one\nאני")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    picture(page, "chat-phone")


def test_a_person_chats_with_their_own_token(browser: Browser, luna: Reverie) -> None:
    with signed_in(browser, luna) as visit:
        page = visit.page
        page.goto(f"{visit.url}/#/me/chat")
        say(page, "I like chess.")
        page.get_by_role("link", name="You like chess.").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("You like chess.")


class Pausing(ScriptedModel):
    """A model that says a word, goes on and on when it may, and comes to its point only if nobody stops it."""

    def __init__(self) -> None:
        super().__init__(lambda _messages: "Chess, because it is quiet. And ramen.")
        self.going_on, self.ended = Event(), Event()

    def stream(
        self,
        messages: Sequence[Mapping[str, object]],
        *,
        tools: Sequence[Mapping[str, object]] = (),
        limit: int | None = None,
    ) -> Iterator[str | Reply]:
        for at, piece in enumerate(super().stream(messages, tools=tools, limit=limit)):
            if at == 4:
                self.going_on.wait(20)
                for _more in range(2000):
                    self.ended.wait(0.01)  # as fast as a model speaks
                    yield "so "
            yield piece


def test_an_answer_comes_in_pieces_and_can_be_stopped(browser: Browser, tmp_path: Path) -> None:
    model = Pausing()
    with (
        reverie.open(tmp_path / "spoken.db", companion="Luna", embedder="none", model=model) as luna,
        visiting(browser, luna, viewport=DESK) as visit,
    ):
        page = visit.go("chat")
        say(page, "What should I do tonight?")
        answer = page.get_by_role("article", name="Luna")
        expect(answer).to_contain_text("Chess,")
        expect(page.get_by_text("No language model is set")).to_have_count(0)
        heard = page.get_by_role("status").filter(has_text="Luna:")
        expect(heard).to_have_count(0)  # a screen reader is not told of pieces
        audit(page)
        page.get_by_role("button", name="Stop").click()
        model.going_on.set()
        expect(page.get_by_role("button", name="Stop")).to_have_count(0)
        expect(heard).to_contain_text("Luna: Chess,")
        expect(answer).to_have_count(1)
        assert "ramen" not in visit.ada.messages()[-1].text


ASKING = Config(embedder="none", memory=MemorySettings(conflict="ask"))


def test_a_message_that_says_other_than_before_asks_under_it(browser: Browser, tmp_path: Path) -> None:
    with (
        reverie.open(tmp_path / "asks.db", companion="Luna", config=ASKING) as asks,
        visiting(browser, asks, viewport=PHONE) as visit,
    ):
        visit.ada.say("My favorite food is pizza.")
        page = visit.go("chat")
        expect(page.get_by_role("blockquote")).to_have_count(1)
        say(page, "My favorite food is ramen.")
        asked = page.get_by_role("group", name="Update to Your favorite food is ramen.?")
        expect(asked).to_contain_text("Earlier you said “My favorite food is pizza.”")
        expect(page.get_by_role("link", name="Memory 1 to confirm")).to_be_attached()
        audit(page)
        page.reload()
        asked.get_by_role("button", name="Yes, update it").click()
        expect(asked).to_be_hidden()
        expect(page.get_by_label("Message to Luna")).to_be_focused()
        assert [m.value for m in visit.ada.memories()] == ["ramen"]
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(asked).to_be_visible()  # the undo is done: only then is there something to answer
        say(page, "nope keep it")
        kept = "All right, I keep what I knew: Favorite food is pizza."
        expect(page.get_by_text(kept, exact=True)).to_be_visible()
        expect(asked).to_be_hidden()
        assert [m.value for m in visit.ada.memories()] == ["pizza"]
