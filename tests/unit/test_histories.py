"""Exports from elsewhere become conversations of turns: who said what, when, under keys that a newer export has too."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from tests import exports
from tests.exports import SENT, chatgpt, chatgpt_message, claude, lines

from reverie.errors import InvalidInput
from reverie.histories import History, PastConversation, recognition
from reverie.histories.files import document
from reverie.histories.memory_lists import from_lines, written


def read(*texts: str | dict[str, Any] | list[Any], **how: Any) -> History:
    written = [one if isinstance(one, str) else json.dumps(one) for one in texts]
    return recognition.read([document(f"file-{n}", text) for n, text in enumerate(written)], **how)


def said(conversation: PastConversation) -> list[tuple[str, str | None, str]]:
    return [(turn.speaker, turn.role, turn.text) for turn in conversation.turns]


def times(conversation: PastConversation) -> list[str]:
    return [f"{turn.at:%m-%d %H:%M}" for turn in conversation.turns if turn.at]


@pytest.mark.parametrize(("format", "text"), exports.EVERY.items())
def test_each_format_is_recognised_by_its_content_and_can_be_forced(format: str, text: str) -> None:
    history = read(text)
    assert (history.format, bool(history.conversations or history.remembered)) == (format, True)
    assert read(text, format=format) == history
    assert history.broken == ()


def test_there_is_an_export_of_each_format() -> None:
    assert {*exports.EVERY, "memories"} == {one.id for one in recognition.FORMATS}


def test_a_format_that_is_not_known_is_named_with_those_that_are() -> None:
    with pytest.raises(InvalidInput, match=r"no format 'irc'.*chatgpt, claude"):
        read("Ada: hello", format="irc")
    with pytest.raises(InvalidInput, match=r"file-0 is of no format that is known"):
        read({"weather": "fine"})
    with pytest.raises(InvalidInput, match="no text in it"):
        recognition.read([])


# -- ChatGPT -------------------------------------------------------------------------------------


def test_chatgpt_shows_the_words_of_both_sides_with_their_times() -> None:
    (talk,) = read([exports.chatgpt_talk()]).conversations
    assert (talk.key, talk.title, talk.at) == ("chatgpt:conv-1", "A boat", SENT)
    assert said(talk) == [
        ("", "user", "I live in Porto."),
        ("ChatGPT", "assistant", "Noted, number 0."),
        ("", "user", "I like jazz."),
        ("ChatGPT", "assistant", "Noted, number 1."),
    ]
    assert times(talk) == ["05-04 18:30", "05-04 18:30", "05-04 18:31", "05-04 18:31"]


def branched(**more: Any) -> dict[str, Any]:
    whole = chatgpt(chatgpt_message("user", "I live in Rome."), chatgpt_message("assistant", "Nice."))
    edited = chatgpt_message("user", "I live in Porto.", at=SENT.timestamp() + 99)
    whole["mapping"]["edit"] = {"id": "edit", "message": edited, "parent": "root", "children": []}
    return {**whole, **more}


def test_chatgpt_follows_the_branch_that_is_shown() -> None:
    (old,) = read([branched()]).conversations
    (new,) = read([branched(current_node="edit")]).conversations
    (newest,) = read([branched(current_node=None)]).conversations
    assert [turn.text for turn in old.turns] == ["I live in Rome.", "Nice."]
    assert [turn.text for turn in new.turns] == [turn.text for turn in newest.turns] == ["I live in Porto."]


def test_chatgpt_leaves_out_what_was_not_said_to_the_person() -> None:
    hidden = {"is_visually_hidden_from_conversation": True}
    talk = chatgpt(
        chatgpt_message("user", "I like jazz."),
        chatgpt_message("assistant", "search('jazz')", recipient="browser"),
        chatgpt_message("assistant", "let me think", content_type="thoughts"),
        chatgpt_message("tool", "results"),
        chatgpt_message("assistant", "secret plan", metadata=hidden),
        chatgpt_message(
            "user", {"content_type": "image_asset_pointer"}, "What is this?", content_type="multimodal_text"
        ),
        chatgpt_message("assistant", "A boat【3†source】.", content_type="text"),
    )
    (found,) = read([talk]).conversations
    assert [turn.text for turn in found.turns] == ["I like jazz.", "What is this?", "A boat."]


def test_chatgpt_keeps_instructions_and_memories_aside() -> None:
    told = chatgpt_message("user", content_type="user_editable_context")
    told["content"] = {
        "content_type": "user_editable_context",
        "user_profile": "About:\n```Restores boats```",
        "user_instructions": "Be short",
    }
    kept = chatgpt_message("assistant")
    kept["content"] = {
        "content_type": "model_editable_context",
        "model_set_context": "1. [2025-01-02]. User has two cats.\n\n2. [2025-02-03]. User hates fog.",
    }
    history = read([chatgpt(told, kept, chatgpt_message("user", "Hello."))])
    assert [turn.text for turn in history.conversations[0].turns] == ["Hello."]
    assert [(one.text, f"{one.at:%Y-%m-%d}") for one in history.remembered if one.at] == [
        ("Restores boats", "2025-05-04"),
        ("User has two cats.", "2025-01-02"),
        ("User hates fog.", "2025-02-03"),
    ]


def test_chatgpt_in_parts_and_a_newer_export_have_the_same_keys() -> None:
    parts = read([exports.chatgpt_talk("a")], [exports.chatgpt_talk("b")])
    assert [one.key for one in parts.conversations] == ["chatgpt:a", "chatgpt:b"]
    (first,) = read([exports.chatgpt_talk("a")]).conversations
    (newer,) = read([exports.chatgpt_talk("a", "I live in Porto.", "I like jazz.", "I ski.")]).conversations
    keys = [turn.key for turn in first.turns]
    assert [turn.key for turn in newer.turns][: len(keys)] == keys


def test_a_circle_of_messages_is_an_error_with_its_place() -> None:
    talk = exports.chatgpt_talk()
    talk["mapping"]["n0"]["parent"] = "n2"
    with pytest.raises(InvalidInput, match=r"file-0, item 1, mapping leads in a circle"):
        read([talk])


WRONG = [
    ({"mapping": {"a": 5}}, "mapping, a has to be an object, and is a number"),
    ({"mapping": {"a": {"message": [], "parent": None}}, "current_node": "a"}, "message has to be an object"),
    ({"create_time": "yesterday"}, "create_time is a time that can't be read"),
    ({"create_time": 1e300}, "create_time is a time"),
    ({"create_time": float("nan")}, "create_time is a time"),
    ({"create_time": True}, "create_time has to be a time"),
    ({"create_time": -3e9}, "in the year 1874"),
    ({"title": ["x"]}, "title has to be a text, and is a list"),
    ({"current_node": {}}, "current_node has to be a text"),
]


@pytest.mark.parametrize(("change", "reason"), WRONG)
def test_a_wrong_type_is_named_with_its_place(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidInput, match=r"^file-0, item 2, .*") as raised:
        read([exports.chatgpt_talk(), {**exports.chatgpt_talk("b"), **change}])
    assert reason in str(raised.value)


# -- Claude, Gemini ------------------------------------------------------------------------------


def test_claude_shows_text_and_no_tools() -> None:
    (talk,) = read([claude()]).conversations
    assert (talk.key, talk.title) == ("claude:c-1", "Moving house")
    assert said(talk)[:2] == [("", "user", "I live in Porto."), ("Claude", "assistant", "Good to know.")]
    assert times(talk) == ["05-04 18:30", "05-04 18:30", "05-04 18:31", "05-04 18:31"]
    plain = claude("I ski.")
    plain["chat_messages"][0]["content"] = []
    assert said(read([plain]).conversations[0])[0] == ("", "user", "I ski.")


def test_claude_remembers_in_a_file_beside() -> None:
    history = read([claude()], exports.CLAUDE_MEMORIES)
    assert (history.format, len(history.conversations)) == ("claude", 1)
    assert [one.text for one in history.remembered] == [
        "Maria restores old boats.", "Has two cats.", "Plans a trip to Norway.",
    ]  # fmt: skip


def test_gemini_is_read_from_its_oldest_entry() -> None:
    (day,) = read(exports.GEMINI).conversations
    assert said(day) == [
        ("", "user", "I live in Porto."),
        ("Gemini", "assistant", "Lovely & so on.\none"),
        ("", "user", "I like jazz."),
        ("Gemini", "assistant", "Fine & so on.\none"),
    ]
    with pytest.raises(InvalidInput, match="no format"):
        read([{**exports.GEMINI[0], "header": "Maps", "products": ["Maps"]}])


# -- role play -----------------------------------------------------------------------------------


def test_silly_tavern_is_role_play_with_the_chosen_answers() -> None:
    history = read(lines(exports.SILLY_TAVERN))
    (talk,) = history.conversations
    assert history.role_play
    assert said(talk) == [
        ("Captain Vex", "assistant", "Ahoy!"),
        ("Maria", "user", "I am a pirate queen. I live on Mars."),
        ("Captain Vex", "assistant", "Then take the helm."),
    ]
    assert times(talk) == ["05-04 18:30", "05-04 18:31", "05-04 18:32"]
    longer = [
        *exports.SILLY_TAVERN,
        {"name": "Maria", "is_user": True, "send_date": "2025-05-05T08:00:00Z", "mes": "Hm."},
    ]
    (newer,) = read(lines(longer)).conversations
    assert (newer.key, newer.turns[:3]) == (talk.key, talk.turns)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "line 2 is no JSON"),
        ("[1]", "line 2 has to be an object, and is a list"),
        ('{"mes": 5, "is_user": true}', "line 2, mes has to be a text, and is a number"),
        ('{"mes": "x", "is_user": true, "send_date": "someday"}', "line 2, send_date is a time that can't be read"),
        ('{"mes": "x", "is_user": true, "send_date": "2025-13-45@10h00m00s"}', "send_date is no time that there is"),
        ('{"mes": "x", "is_user": true, "swipes": "x"}', "line 2, swipes has to be a list"),
    ],
)
def test_a_line_of_silly_tavern_that_is_wrong_is_named(line: str, reason: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        read(f"{json.dumps(exports.SILLY_TAVERN[0])}\n{line}\n")
    assert reason in str(raised.value)


def test_character_ai_is_role_play() -> None:
    history = read(exports.CHARACTER_AI)
    assert history.role_play
    assert said(history.conversations[0]) == [
        ("Captain Vex", "assistant", "Ahoy!"), ("Maria", "user", "I live on Mars."),
    ]  # fmt: skip


# -- chat programs -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [exports.WHATSAPP_IOS, exports.WHATSAPP_ANDROID], ids=["ios", "android"])
def test_whatsapp_reads_both_layouts(text: str) -> None:
    first, second = read(text).conversations
    assert said(first) == [
        ("Maria", None, "I live in Porto."),
        ("Tom Okafor", None, "Nice!\nHow long already?"),
    ]
    assert said(second) == [("Maria", None, "I like jazz.")]
    assert [*times(first), *times(second)] == ["05-04 18:30", "05-04 18:31", "05-17 09:00"]


ORDERS = [
    (("04/05/2025", "17/05/2025"), "05-04"),
    (("5/4/25", "5/17/25"), "05-04"),
    (("04.05.25", "17.05.25"), "05-04"),
    (("04-05-2025", "17-05-2025"), "05-04"),
    (("2025-05-04", "2025-05-17"), "05-04"),
    (("2025/05/04", "2025/05/17"), "05-04"),
    (("25/05/04", "25/05/17"), "05-04"),
    (("01/12/2024", "02/01/2024"), "01-12"),  # neither tells alone: time goes on
    (("12/01/2024", "01/02/2024"), "01-12"),
    (("03/04/2025", "03/04/2025"), "04-03"),  # nothing tells: as most of the world writes
]


@pytest.mark.parametrize(("dates", "first"), ORDERS)
def test_the_order_of_day_and_month_is_decided_over_the_whole_file(dates: tuple[str, str], first: str) -> None:
    text = "".join(f"{date}, 18:30 - Maria: day {n}\n" for n, date in enumerate(dates))
    assert times(read(text).conversations[0])[0] == f"{first} 18:30"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("04/05/2025, 18:30 - Maria: a\n45/45/2025, 18:30 - Maria: b\n", "line 2: no single order"),
        ("17/05/2025, 18:30 - Maria: a\n05/17/2025, 18:30 - Maria: b\n", "no single order of day, month and year"),
        ("04/05/2025, 18:30 - Maria: a\n04/05/2025, 28:30 - Maria: b\n", "line 2: 04/05/2025, 28:30 - is no time"),
    ],
)
def test_whatsapp_dates_that_are_none_are_named(text: str, reason: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        read(text)
    assert reason in str(raised.value)


def test_a_newer_whatsapp_export_has_the_keys_of_the_old_one_though_its_beginning_is_gone() -> None:
    old = [turn.key for one in read(exports.WHATSAPP_IOS).conversations for turn in one.turns]
    begun = exports.WHATSAPP_IOS.split("\r\n", 2)[2]
    newer = begun + "[18/05/2025, 10:00:00] Tom Okafor: Me too.\r\n"
    history = read(newer)
    keys = [turn.key for one in history.conversations for turn in one.turns]
    assert history.keys_are_everywhere
    assert keys[:-1] == old[1:]
    assert keys[-1] not in old


def test_telegram_joins_the_pieces_of_a_text() -> None:
    first, second = read(exports.TELEGRAM).conversations
    assert said(first) == [("Maria", None, "I live in Porto."), ("Tom Okafor", None, "See example.org!")]
    assert said(second) == [("Maria", None, "I like jazz.")]
    channel = {**exports.TELEGRAM, "id": 1, "type": "public_channel"}
    whole = read({"chats": {"list": [exports.TELEGRAM, channel]}}).conversations
    assert [(one.key, said(one)) for one in whole] == [(one.key, said(one)) for one in (first, second)]


def test_what_was_forwarded_was_said_by_somebody_else() -> None:
    sent = {"id": 9, "type": "message", "date_unixtime": "1746383440", "from": "Maria", "text": "I live in Rome."}
    for origin, speaker in (("Zoe", "Zoe"), (None, "unknown")):
        chat = {**exports.TELEGRAM, "messages": [{**sent, "forwarded_from": origin}]}
        assert said(read(chat).conversations[0]) == [(speaker, None, "I live in Rome.")]


def test_discord_leaves_out_what_nobody_said() -> None:
    (day,) = read(exports.DISCORD).conversations
    assert (day.key, said(day)) == (
        "discord:900:2025-05-04",
        [("Maria", None, "I live in Porto."), ("Tom Okafor", None, "Nice!")],
    )


# -- lists, messages, text -----------------------------------------------------------------------


def test_lists_of_memories_have_their_dates_and_leave_out_what_ended() -> None:
    mem0, zep = read(exports.MEM0), read(exports.ZEP)
    assert [(one.text, f"{one.at:%Y-%m-%d}") for one in mem0.remembered if one.at] == [
        ("Restores old boats", "2025-05-04"), ("Has two cats", "2025-06-01"),
    ]  # fmt: skip
    assert [one.text for one in zep.remembered] == ["Maria restores old boats."]
    assert [one.text for one in read({"facts": ["Has two cats."]}).remembered] == ["Has two cats."]
    with pytest.raises(InvalidInput, match=r"item 1, memory has to be a text, and is a number"):
        read([{"memory": 5}])


def test_a_pasted_list_of_memories_is_read_where_it_is_asked_for() -> None:
    pasted = (
        "# What I know\n\n- [2026-03-01] Lives in Porto.\n* Has two cats. (2025-01-02)\n3. Diet: no fish\nPlain line\n"
    )
    history = read(pasted, memories=True)
    assert (history.format, [(one.text, one.at and f"{one.at:%Y-%m-%d}") for one in history.remembered]) == (
        "memories",
        [
            ("Lives in Porto.", "2026-03-01"),
            ("Has two cats.", "2025-01-02"),
            ("Diet: no fish", None),
            ("Plain line", None),
        ],
    )
    assert read(pasted, format="memories") == history
    assert tuple(from_lines(written(history.remembered))) == history.remembered
    with pytest.raises(InvalidInput, match="2026-02-31 is no date"):
        read("- [2026-02-31] Ski.", format="memories")


@pytest.mark.parametrize("text", [json.dumps(exports.OPENAI_MESSAGES), lines(exports.OPENAI_MESSAGES)])
def test_messages_of_a_model_come_as_an_array_or_as_lines(text: str) -> None:
    history = read(text)
    (talk,) = history.conversations
    assert (history.broken, [(turn.role, turn.text) for turn in talk.turns]) == (
        (),
        [("system", "You are kind."), ("user", "I live in Porto."), ("assistant", "It is mild there.")],
    )


def test_messages_with_one_prompt_are_told_apart_by_what_was_asked() -> None:
    first, second = ([exports.OPENAI_MESSAGES[0], {"role": "user", "content": words}] for words in ("One?", "Two?"))
    assert read(first).conversations[0].key != read(second).conversations[0].key
    assert read([*first, {"role": "user", "content": "More."}]).conversations[0].key == read(first).conversations[0].key


def test_copied_text_begins_with_the_first_turn() -> None:
    (talk,) = read(exports.COPIED).conversations
    assert said(talk) == [
        ("", "user", "I live in Porto.\nSince when? No idea."),
        ("ChatGPT", "assistant", "Lovely."),
        ("", "user", "I like jazz."),
    ]


DATES = {
    "2 March 2026": "03-02 00:00",
    "March 2, 2026": "03-02 00:00",
    "Mon, 2 Mar 2026, 18:30": "03-02 18:30",
    "## Monday, March 2nd, 2026 at 6:30 pm": "03-02 18:30",
    "[2026-03-02 18:30]": "03-02 18:30",
}


@pytest.mark.parametrize(("line", "at"), DATES.items())
def test_a_date_in_words_is_a_date_line(line: str, at: str) -> None:
    history = read(f"{line}\nMaria: I like jazz.\n")
    assert (history.broken, [f"{one.at:%m-%d %H:%M}" for one in history.conversations if one.at]) == ((), [at])


@pytest.mark.parametrize("line", ["2 Marsh 2026", "May the 4th", "32 March 2026", "2 March"])
def test_what_is_no_date_is_named(line: str) -> None:
    history = read(f"{line}\nMaria: I like jazz.\n")
    assert [one.where for one in history.broken] == ["line 1"]
    assert len(history.conversations) == 1


def test_a_turn_without_a_zone_is_in_utc() -> None:
    (talk,) = read("[2026-03-02 18:30] Maria: I like jazz.\n").conversations
    assert talk.turns[0].at == datetime(2026, 3, 2, 18, 30, tzinfo=UTC)
