"""The pure readers of other people's text, each with the pieces it is made of and what has to hold for any text.

A target raises AssertionError, or anything else that is not an error it may raise, where something is wrong.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from random import Random

from pydantic import BaseModel
from tests.fuzz.inputs import cuts
from tests.unit.test_commands import COMMANDS
from tests.unit.test_pages import PIECES
from tests.unit.test_rules import TEACHES, TEACHES_NOTHING
from tests.unit.test_secrets import TOLD
from tests.unit.test_tags import SELF, SELF_END, TAG, USER, USER_END

from reverie.background.tasks import contradictions, episodes, facts, grounding, opinions, summaries, synthesis
from reverie.background.tasks import observations as noticed
from reverie.context import intents
from reverie.conversations import folder_format
from reverie.errors import InvalidInput, ModelReplyInvalid
from reverie.histories import recognition
from reverie.histories.files import document
from reverie.images.image_formats import media_type
from reverie.knowledge import chunking, html_blocks, markdown
from reverie.learning import evidence
from reverie.learning.rules import dates, extract, names
from reverie.memory import judgement, opposites
from reverie.models import reply_parsing
from reverie.models.reasoning import PAIRS, Thoughts
from reverie.pages import page_reader, page_writer
from reverie.people import name_matching
from reverie.persona.tags import LONGEST, TagReader, read
from reverie.ports import Reply
from reverie.records import observation_categories, profiles
from reverie.records.conversations import cleaned
from reverie.records.identity_question import Confirmation, Known, answered
from reverie.secrets import masked, secrets
from reverie.server import pagination
from reverie.server.live import live_frames
from reverie.server.problem_details import HttpProblem
from reverie.store.search import tokens
from reverie.text import farewells, opinion_polarity, value_matching
from reverie.text.command_phrases import Verb, asked_of_memory

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Something that reads text: ``check`` raises where it does what it must not. ``weight`` is its share of a run."""

    name: str
    check: Callable[[str, Random], object]
    pieces: Sequence[str]
    wholes: Sequence[str]
    weight: int


def _tags(text: str, dice: Random) -> None:
    shown, observed = read(text)
    for pieces in (cuts(dice, text), list(text[:2000])):
        reader = TagReader()
        said = "".join(map(reader.feed, pieces)) + reader.close()
        assert len(text) > 2000 or (said, tuple(reader.observed)) == (shown, observed), "cut otherwise, read otherwise"
    assert len(text) > LONGEST or read(shown)[1] == (), "a tag is shown"
    rest = iter(text)
    assert all(char in rest for char in shown if not char.isspace()), "words that were not there"
    if "<record_" not in text.lower() and "</record_" not in text.lower():
        assert (shown, observed) == (text, ()), "text without tags was changed"


def _thoughts(text: str, dice: Random) -> None:
    def streamed(pieces: Sequence[str]) -> str:
        thoughts = Thoughts()
        return "".join(map(thoughts.feed, pieces)) + thoughts.close()

    assert streamed(cuts(dice, text)) == streamed([text]) == streamed(list(text)), "cut otherwise, read otherwise"


def _yaml(text: str, dice: Random) -> None:
    with suppress(InvalidInput):
        read = page_reader.parsed(text).profile
        assert page_reader.parsed(page_writer.rendered(read, text)).profile == read, "what is read can't be written on"


def _field(text: str, dice: Random) -> None:
    name = dice.choice((*_FIELDS, text))
    value: object = dice.choice((text, [text], {text: text}, [text, text], 7, None))
    page = profiles.Profile(display_name="Ada", values=("truth",), background={"home": "Nice"})
    for action in profiles.Action:
        with suppress(InvalidInput, LookupError):
            profiles.difference(page, profiles.tidied(profiles.updated(page, name, value, action)))


_FIELDS = (
    "display_name",
    "nickname",
    "background",
    "background.home",
    "values",
    "notes",
    "communication",
    "face_image",
)


def _command(text: str, dice: Random) -> None:
    command = asked_of_memory(text)
    assert command is None or command.verb in Verb
    intents.intent(text)
    farewells.farewell(text)
    farewells.only_parting(text)


def _rules(text: str, dice: Random) -> None:
    at = dice.choice((NOW, datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)))
    for found in extract(text, sent_at=at, recent=(("favorite_food", "pizza"), ("home", "Nice"))):
        assert found.span is not None
        assert text[slice(*found.span)] == found.quote, "a quote stands elsewhere"
        assert found.quote, "nothing is quoted"
        assert found.text or found.ends, "nothing is learned"


def _secrets(text: str, dice: Random) -> None:
    found = secrets(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found), "a secret outside of the text"
    assert all(one.end <= other.start for one, other in pairwise(found)), "secrets that overlap"
    once = masked(text).text
    assert len(text) > 500 or masked(once).text == once, "masking twice is more"


def _dates(text: str, dice: Random) -> None:
    at = dice.choice((NOW, datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)))
    dates.moment(text, at, past=dice.random() < 0.5)
    dates.date_last(text)
    for word in ("today", "tomorrow", "yesterday"):
        dates.named_day(word, at)


def _names(text: str, dice: Random) -> None:
    text = cleaned(text)[:200]  # a name has no more, and no half characters
    for told in (names.proper, names.given, names.name, names.place, names.role, names.job, names.trade, names.animal):
        told(text)
    for told in (names.relative, names.language, names.day):
        told(text)
    other = dice.choice((*_PEOPLE, text[::-1]))
    score = name_matching.likeness(text, other)
    assert 0 <= score <= 1, "no likeness"
    assert abs(score - name_matching.likeness(other, text)) < 1e-9, "a is like b, b is not like a"
    name_matching.alike(text, [("1", other, None), ("2", "Bob", other)], high=0.9, low=0.6)
    candidates = tuple(Known(id=name, name=name, score=0.8) for name in (other or "Ada", "Bob"))
    answered(Confirmation(given_name=other, candidates=candidates, position=dice.randrange(2)), text)


_PEOPLE = ("Ada Lovelace", "Kathryn O'Neil", "Lovelace, Ada", "J. R. R. Tolkien", "Олег", "山田太郎", "Ada", "Bob", "")


def _matching(text: str, dice: Random) -> None:
    words, other = (
        value_matching.words(text),
        dice.choice(("I like ramen", "chess", text[: len(text) // 2], "não, às 8")),
    )
    value_matching.normal(text)
    if len(text) < 2000:
        assert value_matching.alike(text, other) == value_matching.alike(other, text), "a is like b, b is not like a"
        value_matching.named_by(text, other)
        value_matching.kindred(text, other)
        value_matching.came_true(text, other)
    wanted = frozenset(words[:3])
    value_matching.topic_keys(text)
    value_matching.mentions(text, value_matching.topic_words(text))
    sentences = value_matching.sentences(text)
    assert all(0 <= start < end <= len(text) for start, end in sentences), "a sentence outside of the text"
    spans = value_matching.occurrences(text, wanted, (0, len(text)))
    assert all(0 <= start < end <= len(text) for start, end in spans), "a word outside of the text"
    gone = value_matching.redacted(text, [value_matching.sentence_around(text, span) for span in spans[:20]])
    assert not spans or gone.gone, "nothing was taken out"
    tokens.features(text)
    grounding.key_of("likes", text)


def _markdown(text: str, dice: Random) -> None:
    lines = markdown.text_lines(text)
    markdown.front_matter(lines)
    for blocks in (markdown.blocks(text), markdown.plain_blocks(text), html_blocks.blocks(text)[0]):
        for chunk in chunking.chunks(list(blocks), length=200, cap=300):
            assert chunk.text.strip() or chunk.pictures, "an empty chunk"


def _stance(text: str, dice: Random) -> None:
    other = dice.choice(("Jazz is best live.", "I hate cats", text[::2]))
    if len(text) < 4000:
        assert opposites.opposed(text, other) == opposites.opposed(other, text), "a is against b, b is not against a"
    opposites.stances(text)
    opposites.same_stance(text, other)
    opinion_polarity.leaning(text)
    assert judgement.judge(text, other) is judgement.judge(other, text), "one is to the other what it is not to it"
    observation_categories.plain(text, ("Ada",))
    observation_categories.in_first_person(text, ("Luna",))


def _evidence(text: str, dice: Random) -> None:
    at = dice.randint(0, len(text))
    quote = dice.choice((text[at : at + 30], "I like ramen", text))
    assert len(evidence.own(text)) == len(text), "own words stand elsewhere"
    if (span := evidence.place(quote, text)) is not None:
        assert 0 <= span[0] < span[1] <= len(text), "a quote outside of the text"
        evidence.says_enough(text, span)
        evidence.about_another(text, span, quote)
        evidence.turned_round(text, span, quote)
        evidence.clause(text, span)
    for told in (evidence.of_ways, evidence.telling, evidence.orders, evidence.claims_rights):
        told(text)
    evidence.denies(text, quote)
    evidence.echoes(text, quote)


def _folder(text: str, dice: Random) -> None:
    with suppress(InvalidInput):
        folder_format.read(text, "ada")
    with suppress(InvalidInput):
        folder_format.read_sheet(text)


def _histories(text: str, dice: Random) -> None:
    for form in (None, *(one.id for one in recognition.FORMATS)):
        with suppress(InvalidInput):
            history = recognition.read([document("history", text)], format=form)
            keys = [[turn.key for turn in one.turns] for one in history.conversations]
            assert all(len(set(some)) == len(some) for some in keys), "two turns of one key"


def _answer(text: str, dice: Random) -> None:
    reply = Reply(text=text, finish=dice.choice(("stop", "length", "refused")))
    with suppress(ModelReplyInvalid):
        reply_parsing.record(reply, dice.choice(_SHAPES))


_SHAPES: tuple[type[BaseModel], ...] = (
    facts.Facts, contradictions.Judgements, opinions.Opinions, episodes.Episode, summaries.Summing,
    noticed.Observations, synthesis.Synthesis,
)  # fmt: skip


def _frame(text: str, dice: Random) -> None:
    with suppress(InvalidInput, HttpProblem):
        live_frames.read(text)
    media_type(text.encode("utf-8", "surrogatepass"))


def _cursor(text: str, dice: Random) -> None:
    written = urlsafe_b64encode(text.encode("utf-8", "surrogatepass")).decode().rstrip("=")
    for cursor in (written, text):
        asked = pagination.Asked(limit=2, cursor=cursor)
        with suppress(HttpProblem):
            pagination.place_of(asked)
        with suppress(HttpProblem):
            assert (pagination.seq_of(asked) or 0) < 2**63, "more than a database can hold"
        with suppress(HttpProblem):
            shown = pagination.paged(["a", "b", "c", "d"], str, asked, str)
            assert len(shown["items"]) <= 2, "a piece is larger than was asked for"


_HISTORY = json.dumps(
    {
        "id": "thread",
        "sessions": [
            {
                "id": "s1",
                "datetime": "2026-01-05T10:00:00Z",
                "turns": [
                    {"speaker": "Ada", "role": "user", "text": "I like ramen.", "id": "t1"},
                    {"speaker": "Luna", "text": "Good!", "image_caption": "a bowl", "datetime": "2026-01-05"},
                ],
            }
        ],
    }
)
_CHAT = '{"role": "user", "content": "My name is Ada."}\n{"role": "assistant", "content": "Hi Ada!"}\n'
_TRANSCRIPT = "# 2026-01-05 10:00\n\nAda: I like ramen.\nand tea\n[2026-01-05 10:01] Luna: Good!\n"
_JSON = (
    *("{", "}", "[", "]", ":", ",", '"', '": "', '"}', "\n", "{}", "[]", '""', "null", "true", "-0.0", "1e999", "NaN"),
    *('"\\ud800"', "\\u0000", '"text"', '"role"', '"content"', '"turns"', '"sessions"', '"messages"', '"datetime"'),
    *('"2026-13-45"', '"9999-12-31T23:59:59-14:00"', "253402300800", "-1", '"id"', "9" * 5000, "```json\n", "```", "'"),
)
_FACT = (
    '{"message": 1, "quote": "I like ramen", "text": "Likes ramen.", "category": "preference", "slot": "likes",'
    ' "value": "ramen", "importance": 5, "confidence": 80}'
)
_SAID = (*TEACHES, *TEACHES_NOTHING)
_WORDS = ("I ", "like ", "my ", "name is ", "and ", "but ", ", ", ". ", "? ", "not ", "'", '"', "*", "\n", "> ", "```")
_TIES = (" at x", " with x", " and x", " to x", " in x", " for x", " of x", " as x", ", x", " who x", " that x")
_MARKUP = (
    *(
        "# ",
        "## ",
        "- ",
        "1. ",
        "> ",
        "```",
        "~~~",
        "| ",
        "|-|",
        "---",
        "===",
        "*",
        "**",
        "_",
        "`",
        "[",
        "](",
        ")",
        "![",
    ),
    *(
        "<b>",
        "</b>",
        "<",
        ">",
        "<!--",
        "-->",
        "<img src=",
        "<script>",
        "<pre>",
        "<table>",
        "&amp;",
        "\n",
        "\n\n",
        "    ",
        "x",
    ),
)
_PAGE = "# Ada's garden\n\nTwo *beds* of [beans](b.md).\n\n- peas\n- ![kale](k.png)\n\n```py\nx = 1\n```\n\n"
_PAGE += "| a | b |\n|---|---|\n| 1 | 2 |\n"
_HTML = "<html><title>T</title><body><h1>A</h1><p>b <b>c</b><ul><li>d</ul><pre>e</pre><table><tr><td>f</table></body>"
_YAML = "display_name: Ada\n"
_YAML += "nickname: Countess\nbackground:\n  home: Nice\nhobbies:\n- chess # c\n- sailing\nnotes: |\n  Two\n  lines\n"
_HEAD = '<!-- conversation {"id": "c1", "started_at": "2026-01-05T10:00:00+00:00"} -->\n'
_TURN = '<!-- turn {"id": "m1", "role": "user", "speaker": "Ada", "at": "2026-01-05T10:00:00+00:00"} -->\n'
_CONVERSATION = f"{_HEAD}# Conversation\n\n{_TURN}## Turn 1\n\nI like ramen.\n\n---\n"
_SHEET = '<!-- summary {"conversation": "c1", "owner": "ada"} -->\n# Summary\n\nAda likes ramen.\n'
_DATES = (
    *(
        "last ",
        "next ",
        "in ",
        "two ",
        "a few ",
        "years ",
        "ago ",
        "on ",
        "the ",
        "3rd ",
        "of ",
        "May ",
        "2019 ",
        "monday ",
    ),
    *(
        "yesterday ",
        "tomorrow ",
        "winter ",
        "31 ",
        "february ",
        "29 ",
        "99999999999 ",
        "weeks ",
        "from now ",
        "since ",
        "0 ",
    ),
)

TARGETS = (
    Target(
        name="tags",
        check=_tags,
        weight=60,
        pieces=(
            USER,
            USER_END,
            SELF,
            SELF_END,
            TAG,
            USER[:-3],
            "<record_",
            "</",
            ">",
            " a='",
            '"',
            "`",
            "``",
            "\n\n",
            "A. ",
        ),
        wholes=(f"So. {TAG} And.", f"`{TAG}` b", f"{USER}a{SELF}b{SELF_END}c{USER_END}", "no tag < at all > here"),
    ),
    Target(
        name="thoughts",
        check=_thoughts,
        weight=150,
        pieces=(*PAIRS, *PAIRS.values(), "<", "<th", "</", "ink>", "[TH", " ", "\n", "Hm. "),
        wholes=("<think>Hm.</think> Hello!", "Hm.</think>Hello", "[THINK]a[/THINK]b"),
    ),
    Target(
        name="yaml", check=_yaml, weight=16, pieces=PIECES, wholes=(_YAML, "display_name: Ada\n", "hobbies: [a, b]\n")
    ),
    Target(name="fields", check=_field, weight=100, pieces=(*_WORDS, *PIECES), wholes=(*_FIELDS, "Nice", "chess")),
    Target(name="commands", check=_command, weight=60, pieces=(*COMMANDS, *_WORDS), wholes=(*COMMANDS, *_SAID)),
    Target(name="rules", check=_rules, weight=30, pieces=(*_SAID, *_WORDS, *_TIES), wholes=_SAID),
    Target(
        name="secrets",
        check=_secrets,
        weight=60,
        pieces=(
            *(one.strip("«»") for one in TOLD),
            "password ",
            "is ",
            "4111 ",
            "1111 ",
            "sk-",
            "eyJ",
            "GB82 ",
            "«",
            ": ",
        ),
        wholes=[one.replace("«", "").replace("»", "") for one in TOLD],
    ),
    Target(
        name="dates", check=_dates, weight=150, pieces=_DATES, wholes=("in 2019 I moved", "two years ago", "on 3 May")
    ),
    Target(
        name="names", check=_names, weight=60, pieces=(*_PEOPLE, " ", "-", "'", ", ", ".", "yes", "no"), wholes=_PEOPLE
    ),
    Target(name="matching", check=_matching, weight=80, pieces=(*_WORDS, "ramen", "’s", "8", "_"), wholes=_SAID),
    Target(name="markdown", check=_markdown, weight=50, pieces=_MARKUP, wholes=(_PAGE, _HTML)),
    Target(name="stances", check=_stance, weight=60, pieces=(*_WORDS, "better than ", "hate "), wholes=_SAID),
    Target(name="evidence", check=_evidence, weight=60, pieces=_WORDS, wholes=_SAID),
    Target(
        name="folders",
        check=_folder,
        weight=100,
        pieces=(_TURN, *_JSON, "<!-- ", " -->", "---"),
        wholes=(_CONVERSATION, _SHEET),
    ),
    Target(
        name="histories",
        check=_histories,
        weight=80,
        pieces=(*_JSON, "Ada: ", "[2026-01-05] ", "# 2026-01-05"),
        wholes=(_HISTORY, _CHAT, _TRANSCRIPT, _HISTORY + "\n" + _CHAT),
    ),
    Target(
        name="answers",
        check=_answer,
        weight=120,
        pieces=(_FACT, *_JSON),
        wholes=('{"facts": [' + _FACT + '], "endings": []}', '```json\n{"judgements": []}\n```', '{"opinions": []}'),
    ),
    Target(
        name="frames",
        check=_frame,
        weight=150,
        pieces=('"type"', '"say"', '"ref"', *_JSON),
        wholes=('{"type": "say", "text": "hi", "ref": "1"}', '{"type": "stop"}', '{"type": "ping"}'),
    ),
    Target(
        name="cursors",
        check=_cursor,
        weight=150,
        pieces=_JSON,
        wholes=('["2026-01-05T10:00:00+00:00", "a"]', '[2, "a", "b"]'),
    ),
)
