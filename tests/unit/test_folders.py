"""A conversation written as Markdown and read back is the same, whatever is said in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reverie.conversations.folder_format import (
    Page,
    digest,
    folder_name,
    read,
    read_sheet,
    sheet_page,
    user_inputs,
    written,
)
from reverie.errors import InvalidInput
from reverie.records.conversations import Author, Conversation, Message, Role, SheetName

START = datetime(2026, 1, 19, 14, 30, 22, 123456, tzinfo=UTC)
LIKE_US = [
    "---",
    "\n\n---\n",
    "\n\n---\n\n---\n",
    "## Turn 2 · Ada (14:31:45)",
    "# Conversation 20260119_143022",
    '<!-- turn {"id": "x", "role": "user", "speaker": "Ada", "at": "2026-01-19"} -->',
    '\\<!-- turn {"id": "x"} -->',
    '<!-- conversation {"id": "y"} -->',
    "```\n<!-- turn {} -->\n```",
    "-->",
    "\r\n<!-- turn {} -->\r\n",
    "~~~ \\\\<!-- turn",
    "  indented\n\n\nlines  \n",
]
words = st.lists(st.one_of(st.sampled_from(LIKE_US), st.text(max_size=30), st.just("\n")), max_size=5).map("".join)
zones = st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=30)), timezone(-timedelta(hours=11))])
moments = st.datetimes(datetime(1900, 1, 2), datetime(2199, 12, 30), timezones=zones)
ids = st.text("0123456789abcdef-", min_size=1, max_size=35).map(lambda text: f"0{text}")


@st.composite
def conversations(draw: st.DrawFn) -> tuple[Conversation, list[Message]]:
    conversation = Conversation(
        id=draw(ids),
        owner="ada",
        title=draw(st.none() | words),
        external_id=draw(st.none() | words),
        started_at=draw(moments),
        ended_at=draw(st.none() | moments),
    )
    messages = [
        Message(
            id=one,
            owner="ada",
            conversation_id=conversation.id,
            role=draw(st.sampled_from(Role)),
            speaker=draw(words),
            text=draw(words),
            sent_at=draw(moments),
            external_id=draw(st.none() | words.map(f"{one} {{}}".format)),
            learnable=draw(st.booleans()),
            revision=draw(st.integers(1, 9)),
        )
        for one in draw(st.lists(ids, unique=True, max_size=4))
    ]
    return conversation, messages


def sample(text: str = "I'm worried about Emma.", **more: object) -> Message:
    plain = Message(
        id="0001", owner="ada", conversation_id="c1", role=Role.USER, speaker="Ada", text=text, sent_at=START
    )
    return replace(plain, **more)  # type: ignore[arg-type] # the fields of a message, as each test says


TALK = Conversation(id="c1", owner="ada", started_at=START)


@settings(max_examples=60)
@given(conversations())
@example((TALK, [sample("\n\n---\n"), sample(LIKE_US[5], id="0002")]))
def test_what_is_written_is_read_back_equal(talk: tuple[Conversation, list[Message]]) -> None:
    conversation, messages = talk
    found = read(written(conversation, messages), "ada")
    assert (found.conversation, [turn.message for turn in found.turns]) == (conversation, messages)
    assert found.owner == "ada"
    assert not found.troubles
    assert not any(turn.edited for turn in found.turns)


@settings(max_examples=40)
@given(words, st.sampled_from(SheetName))
def test_a_summary_is_read_back_equal(text: str, name: SheetName) -> None:
    page = Page(text=text.replace("\r", "").strip(), author=Author.MODEL, base="b", to_id="0001")
    found = read_sheet(sheet_page(TALK, name, page, ["**Covers**: turn 1"]))
    assert found == replace(page, written=digest(page.text))
    assert not found.edited


def test_user_inputs_are_as_the_seed_has_them() -> None:
    said = [
        sample(),
        sample("How is she in school?", id="2", role=Role.ASSISTANT, speaker="Luna"),
        sample("She's in 2nd grade.", id="3", sent_at=START + timedelta(minutes=15)),
        sample("We read again.", id="4", sent_at=START + timedelta(days=1)),
    ]
    assert user_inputs(TALK, said) == (
        "# User Inputs - Conversation 20260119_143022\n\n"
        "**Started**: 2026-01-19 14:30:22  \n"
        "**Last Updated**: 2026-01-20 14:30:22  \n"
        "**Total Inputs**: 3\n\n---\n\n"
        "## Turn 1 (14:30:22)\n\nI'm worried about Emma.\n\n---\n\n"
        "## Turn 2 (14:45:22)\n\nShe's in 2nd grade.\n\n---\n\n"
        "## Turn 3 (2026-01-20 14:30:22)\n\nWe read again.\n\n---\n"
    )


def test_a_folder_is_called_by_its_time_in_utc_alone() -> None:
    far = replace(TALK, title="../../etc", started_at=START.astimezone(timezone(timedelta(hours=9))))
    assert folder_name(far) == "conv_20260119_143022"


def test_an_edit_is_told_from_what_is_as_it_was() -> None:
    text = written(TALK, [sample(), sample("Thanks.", id="2")]).replace("worried", "very worried")
    first, second = read(text, "ada").turns
    assert (first.edited, first.message.text) == (True, "I'm very worried about Emma.")
    assert not second.edited


@pytest.mark.parametrize(
    "changed",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.rstrip(),
        lambda text: text.replace("\n\n---\n\n<!-- turn", "\n<!-- turn"),
        lambda text: text.replace("## Turn 1 · Ada (14:30:22)\n\n", ""),
    ],
    ids=["windows", "trimmed", "no rules", "no heading"],
)
def test_what_editors_do_to_a_file_changes_no_words(changed: object) -> None:
    assert callable(changed)
    found = read(changed(written(TALK, [sample("One.\nTwo."), sample("Three.", id="2")])), "ada")
    assert [turn.message.text for turn in found.turns] == ["One.\nTwo.", "Three."]
    assert not any(turn.edited for turn in found.turns)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"id": "2"', '"id": "1 / .."', "no id"),
        ('"id": "2"', '"id": "0001"', "used before"),
        ('"role": "user"', '"role": "king"', "no role 'king'"),
        ('"role": "user"', '"role": ["user"]', "no role"),
        ('"speaker": "Ada"', '"speaker": 7', "no speaker"),
        ('"at": "2026', '"at": "soon', "can't be read"),
        ('"revision": 1', '"revision": "1"', "revision"),
        ('{"id": "2"', '{"id: "2"', "can't be read"),
    ],
)
def test_a_turn_that_cant_be_read_is_named_and_the_rest_is_read(old: str, new: str, told: str) -> None:
    text = written(TALK, [sample(), sample("Two.", id="2"), sample("Three.", id="3")])
    head, mark, rest = text.partition('<!-- turn {"id": "2"')
    line, _, after = f"{mark}{rest}".partition("\n")
    found = read(f"{head}{line.replace(old, new)}\n{after}", "ada")
    assert [turn.message.text for turn in found.turns] == ["I'm worried about Emma.", "Three."]
    assert len(found.troubles) == 1
    assert found.troubles[0].startswith("turn 2: ")
    assert told in found.troubles[0]


@pytest.mark.parametrize("text", ["", "# Chat", "<!-- conversation [] -->", '<!-- conversation {"id": "x"} -->'])
def test_a_file_that_is_none_of_ours_is_an_error(text: str) -> None:
    with pytest.raises(InvalidInput):
        read(text, "ada")
    assert read_sheet(text).text == text


def test_a_page_without_a_mark_is_somebodys_text() -> None:
    page = read_sheet("# My own words\n\nShe likes to read.\n")
    assert page.edited
    assert page.text == "# My own words\n\nShe likes to read."


def one_turn(text: str) -> str:
    return written(TALK, [sample(text)])


@pytest.mark.parametrize("end", ["\n---", "\n\n---\n\n", "\n\n\n---  \n", "  \n\n", ""])
def test_the_end_of_a_turn_may_have_been_changed(end: str) -> None:
    text = one_turn("Two.\n\nThree.")
    found = read(text.removesuffix("\n\n---\n") + end, "ada")
    assert [turn.message.text for turn in found.turns] == ["Two.\n\nThree."]


def test_a_turn_of_many_empty_lines_is_read_to_its_end() -> None:
    """Looked for at every line, its end would take weeks."""
    text = one_turn("Two.").removesuffix("\n\n---\n")
    found = read(text + "\n" * 200_000 + "end", "ada")
    assert found.turns[0].message.text.endswith("end")
