"""Tags in a reply: what is found, what is shown, and that neither depends on how the reply is cut into pieces."""

from __future__ import annotations

import html
import itertools
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reverie.persona.tags import LONGEST, LONGEST_WHITE, Observed, TagReader, read
from reverie.records.memories import About
from reverie.records.observation_categories import (
    DEFAULT_CATEGORIES,
    DEFAULT_CONFIDENCE,
    SelfCategory,
    UserCategory,
    categories,
)

USER = "<record_user_observation>"
USER_END = "</record_user_observation>"
SELF = "<record_self_observation>"
SELF_END = "</record_self_observation>"
TAG = f"{USER}Likes tea.{USER_END}"
TEA = Observed(about=About.USER, text="Likes tea.")


def the_one(text: str) -> Observed:
    _, (observed,) = read(text)
    return observed


def texts(text: str) -> list[str]:
    return [observed.text for observed in read(text)[1]]


def in_pieces(pieces: list[str]) -> tuple[str, tuple[Observed, ...]]:
    reader = TagReader()
    shown = "".join(reader.feed(piece) for piece in pieces) + reader.close()
    return shown, tuple(reader.observed)


# What a tag says


def test_a_tag_with_everything() -> None:
    shown, (observed,) = read(
        "I noticed something.\n\n"
        '<record_user_observation user="Kohl" category="preference" confidence="0.85">\n'
        'Prefers to understand the "why" before the "how".\n'
        "</record_user_observation>\n\n"
        "That's a valuable insight!"
    )
    assert shown == "I noticed something.\n\nThat's a valuable insight!"
    assert observed == Observed(
        about=About.USER,
        text='Prefers to understand the "why" before the "how".',
        user="Kohl",
        category="preference",
        confidence=0.85,
    )


def test_a_tag_of_the_self() -> None:
    observed = the_one(f'<record_self_observation category="growth">I ask before I advise.{SELF_END}')
    assert observed == Observed(about=About.SELF, text="I ask before I advise.", category="growth")


WELL_WRITTEN = {
    "confidence='0.5' category='value' user='Ada'": "single quotes, another order",
    "user=Ada category=value confidence=.5": "no quotes",
    "user = \"Ada\"\n  category\t=\n'value'   confidence = 0.5 ": "white space",
    'USER="Ada" Category="VALUE" confidence="0.50"': "case",
    "user=“Ada” category=‘value’ confidence=“0.5”": "typographic quotes",
    'user="&#65;d&#x61;" category="value" confidence="0.5"': "entities",
    'user="Ada"category="value"confidence="0.5"': "no white space",
}


@pytest.mark.parametrize("attributes", [pytest.param(key, id=name) for key, name in WELL_WRITTEN.items()])
def test_attributes_in_all_their_ways(attributes: str) -> None:
    observed = the_one(f"<record_user_observation {attributes}>Is honest.{USER_END}")
    assert observed == Observed(about=About.USER, text="Is honest.", user="Ada", category="value", confidence=0.5)


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("<RECORD_USER_OBSERVATION>Likes tea.</Record_User_Observation>", "Likes tea."),
        ("<record_user_observation\n>Likes tea.</record_user_observation \n>", "Likes tea."),
        ("<record_user_observation observation='Likes tea.'/>", "Likes tea."),
        ("<record_user_observation observation='Likes tea.' / >", "Likes tea."),
        ("<record_user_observation observation='Likes tea.'></record_user_observation>", "Likes tea."),
        (f"{USER}\n\n  Likes\n\n  tea.\n\n{USER_END}", "Likes tea."),
        (f"{USER}R&amp;D, 1 &lt; 2, &quot;so&quot; &#39;so&#39; &#x1F600; AT&T &amp;lt; &nonsense;{USER_END}",
         "R&D, 1 < 2, \"so\" 'so' 😀 AT&T &lt; &nonsense;"),
        (f"{USER}a < b, x > y, <b>bold</b>, `code{USER_END}", "a < b, x > y, <b>bold</b>, `code"),
    ],
)  # fmt: skip
def test_the_text(tag: str, text: str) -> None:
    shown, (observed,) = read(tag)
    assert (shown, observed.text, observed.troubles) == ("", text, ())


def test_a_greater_than_sign_inside_a_quoted_attribute() -> None:
    observed = the_one("<record_user_observation observation='tea > coffee' user=\"A>B\" />")
    assert (observed.text, observed.user, observed.troubles) == ("tea > coffee", "A>B", ())


def test_no_user_is_the_one_being_talked_to() -> None:
    assert the_one(f'<record_user_observation user=" ">Likes tea.{USER_END}') == TEA


def test_the_source_type_is_kept() -> None:
    observed = the_one(f'<record_user_observation source_type="journal">Likes tea.{USER_END}')
    assert (observed.attributes, observed.troubles) == ({"source_type": "journal"}, ())


def test_the_closed_sets() -> None:
    assert categories(About.USER) == tuple(UserCategory)
    assert categories(About.SELF) == tuple(SelfCategory)
    assert categories(About.WORLD) == ()
    assert all(category in categories(about) for about, category in DEFAULT_CATEGORIES.items())
    assert 0 < DEFAULT_CONFIDENCE < 1


@pytest.mark.parametrize("about", [About.USER, About.SELF])
def test_every_category_of_the_set_is_taken(about: About) -> None:
    for category in categories(about):
        written = category.replace("_", " ").title()
        tag = f'<record_{about}_observation category="{written}">So it is.</record_{about}_observation>'
        assert the_one(tag) == Observed(about=about, text="So it is.", category=category)


# What is wrong with a tag: recorded all the same, and said

TROUBLED = {
    'category="mood"': ("no category of what is said about the user", {"category": "mood"}),
    'category="growth"': (
        "use interest, preference, communication_style, background, value or",
        {"category": "growth"},
    ),
    'confidence="high"': ("not a number from 0 to 1", {"confidence": "high"}),
    'confidence="1.2"': ("not a number from 0 to 1", {"confidence": "1.2"}),
    'confidence="-0.1"': ("not a number from 0 to 1", {"confidence": "-0.1"}),
    'confidence="nan"': ("not a number from 0 to 1", {"confidence": "nan"}),
    'confidence=""': ("not a number from 0 to 1", {"confidence": ""}),
    'weather="fine"': ('"weather" is not known', {"weather": "fine"}),
    "explicit": ('"explicit" is not known', {"explicit": ""}),
    'tone="x" tone="y"': ('the first was taken, not "y"', {"tone": "x"}),
    'observation="Likes coffee."': ("the tag has a text of its own", {"observation": "Likes coffee."}),
}


@pytest.mark.parametrize("attributes", TROUBLED)
def test_a_trouble_is_said_and_loses_nothing(attributes: str) -> None:
    trouble, left = TROUBLED[attributes]
    observed = the_one(f"<record_user_observation {attributes}>Likes tea.{USER_END}")
    assert (observed.text, observed.category, observed.confidence) == ("Likes tea.", None, None)
    assert observed.attributes == left
    assert any(trouble in sentence for sentence in observed.troubles)


def test_a_user_in_a_tag_of_the_self_is_an_unknown_attribute() -> None:
    observed = the_one(f'<record_self_observation user="Ada">I listen.{SELF_END}')
    assert (observed.user, observed.attributes) == (None, {"user": "Ada"})
    assert observed.troubles == ('The attribute "user" is not known; it was kept as it is.',)


@pytest.mark.parametrize("tag", [f"{USER} \n {USER_END}", "<record_user_observation/>", USER])
def test_a_tag_without_text_is_dropped_and_told(tag: str) -> None:
    reader = TagReader()
    shown = reader.feed(f"Well. {tag}") + reader.close()
    (dropped,) = reader.dropped
    assert (shown, reader.observed) == ("Well.", [])
    assert dropped.troubles[-1] == "The tag has no text, so there is nothing to remember."


BROKEN = {
    f'<record_user_observation category="value" Likes tea.{USER_END}So?': "value",
    f"<record_user_observation category='value Likes tea.{USER_END}So?": None,
    f'<record_user_observation category="value>Likes tea.{USER_END}So?': "value",
    f'<record_user_observation category="value>Likes tea.{USER_END}So? He said "no".': "value",
    f"<record_user_observation Likes tea.{USER_END}So?": None,
}


@pytest.mark.parametrize("text", BROKEN)
def test_an_opening_tag_that_lost_a_sign(text: str) -> None:
    reader = TagReader()
    shown = reader.feed(text) + reader.close()
    (observed,) = reader.observed + reader.dropped
    assert shown.startswith("So?")
    assert observed.category == BROKEN[text]
    assert any("lacks" in trouble or "never closed" in trouble for trouble in observed.troubles)
    assert "tea." in observed.text + observed.attributes.get("category", "")


def test_a_longer_name_is_the_tag_and_another_name_is_text() -> None:
    shown, (observed,) = read(
        "<record_user_observations>Likes tea.</record_user_observations> <record_mood>Hm</record_mood>"
    )
    assert (shown, observed.text) == ("<record_mood>Hm</record_mood>", "Likes tea.")
    assert observed.troubles == ('"record_user_observations" was read as "record_user_observation".',)


# Nested, never closed, closed twice


def test_a_tag_inside_a_tag() -> None:
    shown, (inner, outer) = read(f"A {USER}Likes tea, {SELF}and so do I{SELF_END} at night.{USER_END} B")
    assert shown == "A B"
    assert (outer.about, outer.text, outer.troubles) == (About.USER, "Likes tea, and so do I at night.", ())
    assert (inner.about, inner.text) == (About.SELF, "and so do I")
    assert inner.troubles == ("The tag stood inside another one.",)


def test_an_inner_tag_that_is_closed_by_the_outer_one() -> None:
    _, (inner, outer) = read(f"{USER}Likes tea. {SELF}I do too.{USER_END}")
    assert (outer.text, inner.text) == ("Likes tea. I do too.", "I do too.")
    assert any("never closed" in trouble for trouble in inner.troubles)


@pytest.mark.parametrize(
    ("text", "shown", "found"),
    [
        (f"Well. {USER}Likes tea.", "Well.", ["Likes tea."]),
        (f"Well. {USER}Likes tea.\n\nAnd you?", "Well.\n\nAnd you?", ["Likes tea."]),
        (f"{USER}Likes tea.\n \t\nAnd `{USER}`?", f"And `{USER}`?", ["Likes tea."]),
        (f"{USER}Likes tea. {USER}Has a dog.{USER_END} And you?", "And you?", ["Likes tea.", "Has a dog."]),
        (f"{USER}Likes tea.{SELF_END} And you?", "And you?", ["Likes tea."]),
        (f"{USER}One. {USER}Two. {SELF}Three.{SELF_END} And you?", "And you?", ["One.", "Two.", "Three."]),
        ("<record_user_observation observation='Likes tea.'> And you?", "And you?", ["Likes tea."]),
        (f"{USER}Likes tea.</record_user_obs", "", ["Likes tea."]),
        (f"{USER}Likes tea.</record_user_observation", "", ["Likes tea."]),
        (f"{USER}Likes tea.</record_user_observation And you?", "And you?", ["Likes tea."]),
        ('So. <record_user_observation observation="Likes tea', "So.", ["Likes tea"]),
        ("So. <record_user_observation observation='Likes tea.'", "So.", ["Likes tea."]),
    ],
)
def test_never_closed(text: str, shown: str, found: list[str]) -> None:
    assert (read(text)[0], texts(text)) == (shown, found)


def test_two_paragraphs_in_a_tag_that_is_closed_stay_in_it() -> None:
    assert read(f"{USER}Likes tea.\n\nNo sugar.{USER_END} So?") == (
        "So?",
        (Observed(about=About.USER, text="Likes tea. No sugar."),),
    )


def test_a_lone_closing_tag_is_not_shown() -> None:
    assert read(f"Well{USER_END}, yes.{SELF_END}") == ("Well, yes.", ())


def test_the_longest_text() -> None:
    assert texts(f"{USER}{'x' * LONGEST}{USER_END}") == ["x" * LONGEST]
    shown, (observed,) = read(f"{USER}{'x' * LONGEST}yz{USER_END} So?")
    assert (shown, observed.text) == ("yz So?", "x" * LONGEST)
    assert observed.troubles == (f"The tag has more than {LONGEST} characters: it was cut there.",)


def test_too_long_a_tag_ends_at_its_first_empty_line() -> None:
    shown, (observed,) = read(f"{USER}Likes tea.\n\n{'x' * LONGEST}")
    assert (shown, observed.text) == ("x" * LONGEST, "Likes tea.")


# Code only shows a tag

SHOWN_AS_IT_IS = {
    f"`{TAG}`": "a span",
    f"Write `` {TAG} ` `` so.": "a span of two",
    f"Write `{USER}`, your text and `{USER_END}`.": "tags in two spans",
    f"``so'' and `{TAG}`": "backticks that are none before a span",
    f"`a\n{TAG}`": "a span over two lines",
    f"```\n{TAG}\n```\n": "a fence",
    f"A\n```xml\n{TAG}\n\n``\n{TAG}\n```": "a fence with a language",
    f"~~~ `\n{TAG}\n```\n{TAG}\n~~~": "tildes",
    f"````\n```\n{TAG}\n```\n{TAG}\n````": "a longer fence",
    f"- so:\n    ```\n    {TAG}\n    ```": "an indented fence",
    f"> ```\n> {TAG}\n> ```": "a fence in a quotation",
    f"```\n{TAG}": "a fence that is never closed",
    f"```\n{TAG}\n``` no end\n{TAG}": "a closing fence has nothing behind it",
    f"```{TAG}": "a fence whose first line is all",
    f"```{TAG}\n": "a tag in a fence's first line",
    f"```{TAG}```": "a span of three where a line begins",
}


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for text, name in SHOWN_AS_IT_IS.items()])
def test_in_code_a_tag_is_text(text: str) -> None:
    assert read(text) == (text, ())


NO_CODE = {
    f"5` long {TAG} so": "5` long so",
    f"``so'' {TAG} `so`": "``so'' `so`",
    f"5` {TAG}\n\nand 6` long": "5`\n\nand 6` long",
    f"5` {TAG}\n```\n`x`\n```": "5`\n```\n`x`\n```",
    f"`a` {TAG} `b`": "`a` `b`",
    f"`a`{TAG}`b`": "`a` `b`",
    f"See ```\n\n{TAG}\nSo": "See ```\n\nSo",
    f"```\na\n```\n{TAG}\n```\nb\n```": "```\na\n```\n```\nb\n```",
    f"~~so~~ {TAG}": "~~so~~",
    f"    {TAG}\nSo": "So",
    f"`{TAG}{'x' * LONGEST}": "` " + "x" * LONGEST,
}


@pytest.mark.parametrize("text", NO_CODE)
def test_outside_code_a_tag_is_a_tag(text: str) -> None:
    assert read(text) == (NO_CODE[text], (TEA,))


# White space

WHITE = {
    f"A\n{TAG}\nB": "A\nB",
    f"A\n\n{TAG}\n\nB": "A\n\nB",
    f"A\n\n{TAG}\nB": "A\n\nB",
    f"A\n{TAG}\n\nB": "A\n\nB",
    f"A {TAG}\n\nB": "A\n\nB",
    f"A\n\n{TAG} B": "A\n\nB",
    f"A\n\n{TAG}\n{TAG}\n\n{TAG}\n\nB": "A\n\nB",
    f"A\r\n\r\n{TAG}\r\nB": "A\r\n\r\nB",
    f"- a\n{TAG}\n  - b": "- a\n  - b",
    f"{TAG}\n    b": "    b",
    f"A {TAG} B": "A B",
    f"A{TAG} B": "A B",
    f"A {TAG}B": "A B",
    f"A.{TAG}B": "A. B",
    f"A\t{TAG}{TAG}  {TAG} B": "A B",
    f"A {TAG}, B {TAG}.": "A, B.",
    f"A {TAG} :) B": "A :) B",
    f"({TAG}A{TAG})": "(A)",
    f"**A{TAG}**": "**A**",
    f"你好{TAG}世界": "你好世界",
    f" {TAG} A {TAG} ": "A",
    f"A\n\n{TAG}\n": "A",
    f"{TAG}": "",
    f"<record_{TAG}user_observation>": "<record_ user_observation>",
}  # fmt: skip


@pytest.mark.parametrize("text", WHITE)
def test_white_space_around_a_tag(text: str) -> None:
    assert read(text)[0] == WHITE[text]
    assert in_pieces(list(text)) == read(text)


# Streaming


def test_what_is_held_back() -> None:
    reader = TagReader()
    assert reader.feed("Hello, a <") == "Hello, a"
    assert reader.feed(" b and <3 and </p> and <re") == " < b and <3 and </p> and"
    assert reader.feed("cord_user") == ""
    assert reader.feed("_observation>Likes") == ""
    assert reader.feed(" tea.</record_user_observation") == ""
    assert reader.observed == []
    assert reader.feed(">") == ""
    assert reader.observed == [TEA]
    assert reader.feed(" Really") == " Really"
    assert reader.feed("? `a` ") == "? `a`"
    assert reader.close() == " "


def test_white_space_is_held_back_within_bounds() -> None:
    reader = TagReader()
    assert reader.feed("A" + " " * (LONGEST_WHITE - 1)) == "A"
    assert reader.feed(" ") == " " * LONGEST_WHITE


def test_a_tag_after_a_stray_backtick_waits_for_the_end_of_the_paragraph() -> None:
    reader = TagReader()
    assert reader.feed(f"It's 5` long. {TAG} And") == "It's 5` long."
    assert reader.feed(" so on\n\nN") == " And so on\n\nN"
    assert reader.observed == [TEA]


@pytest.mark.parametrize(
    "piece", ["<", USER[:-1], USER, f"{USER}a\n\n", '<record_user_observation a="', f"`{TAG} ``", " "]
)
def test_long_nonsense_is_read_to_its_end(piece: str) -> None:
    """Each character is read a few times at most; were it once for every piece before it, this would take hours."""
    reader = TagReader()
    shown = reader.feed(piece * (100_000 // len(piece))) + reader.close()
    assert len(shown) <= 100_000


def test_a_reply_that_breaks_off_in_a_tag() -> None:
    assert [read(f"So. {half}")[0] for half in ("<", "</re", "<record_", "</RECORD_us")] == [
        "So. <",
        "So. </re",
        "So.",
        "So.",
    ]


# Properties

FRAGMENTS = st.sampled_from(
    [
        *(USER, USER_END, SELF, SELF_END, TAG, USER[:-1], USER[:-3], "<record_", "</record_self"),
        *("<", "</", ">", "/>", "/"),
        *(" category='growth'", ' user="', ' observation="a > b"', "=", '"', "'", "“", "&quot;", "&#39;", "&"),
        *("`", "``", "```", "````", "~~~", "~", "\n", "\n\n", "\r\n", " ", "\t", "    ", "> ", "- "),
        *("word", "A.", ",", "_", "user_observation>", "你", "😀"),
    ]
)  # fmt: skip
MESSY = st.lists(FRAGMENTS | st.text(max_size=3), max_size=25).map("".join)
TAG_BEGUN = re.compile(r"</?record_", re.IGNORECASE | re.ASCII)


@given(text=MESSY, cuts=st.lists(st.integers(0, 400), max_size=12))
def test_pieces_give_the_same_as_the_whole(text: str, cuts: list[int]) -> None:
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces = [text[start:end] for start, end in itertools.pairwise(places)]
    assert in_pieces(pieces) == in_pieces(list(text)) == read(text)


@given(text=MESSY)
def test_text_without_tags_comes_out_as_it_is(text: str) -> None:
    plain = TAG_BEGUN.sub("<", text)
    while TAG_BEGUN.search(plain):
        plain = TAG_BEGUN.sub("<", plain)
    assert read(plain) == (plain, ())


@given(text=MESSY)
@example(text="<record_" + TAG + "user_observation>")
@example(text=f"`` a {TAG} `{TAG}` b")
@example(text=f"``{TAG}`{TAG}`")
def test_what_is_shown_has_no_tag_outside_code(text: str) -> None:
    shown, _ = read(text)
    assert read(shown)[1] == ()
    if not {"`", "~"} & set(text):
        assert not re.search("<record_(user|self)_observation", shown, re.IGNORECASE | re.ASCII)


@st.composite
def written_tags(draw: st.DrawFn) -> tuple[str, Observed]:
    """A well-formed tag and what it says."""
    about = draw(st.sampled_from([About.USER, About.SELF]))
    words = st.text("ab Zé你😀&<>\"'`~;:=/_-.", min_size=1).map(lambda text: " ".join(text.split())).filter(bool)
    said: dict[str, str] = {
        "category": draw(st.sampled_from(categories(about))),
        "confidence": draw(st.sampled_from("01")),
    }
    if about is About.USER:
        said["user"] = draw(words)
    attributes = []
    for name in draw(st.permutations(sorted(said))):
        quote = draw(st.sampled_from("\"'"))
        space = draw(st.sampled_from(["", " ", "\n"]))
        attributes.append(f" {name}{space}={space}{quote}{html.escape(said[name])}{quote}")
    text = draw(words)
    name = f"record_{about}_observation"
    if draw(st.booleans()):
        name = name.upper()
    return f"<{name}{''.join(attributes)}>{html.escape(text)}</{name}>", Observed(
        about=about,
        text=text,
        user=said.get("user"),
        category=said["category"],
        confidence=float(said["confidence"]),
    )


@settings(max_examples=40)
@given(parts=st.lists(written_tags() | st.sampled_from(["Hello", " a < b", "\n\n", ". ", "<p>"]), max_size=5))
def test_every_well_formed_tag_is_found(parts: list[tuple[str, Observed] | str]) -> None:
    text = "".join(part if isinstance(part, str) else part[0] for part in parts)
    shown, found = read(text)
    assert found == tuple(part[1] for part in parts if not isinstance(part, str))
    assert "".join(shown.split()) == "".join("".join(part for part in parts if isinstance(part, str)).split())
