"""The conversation shipped for the demo: its shape, its calendar, and what a memory can trip over in it.

Each ingredient stands in a table with the turn it is in, so that a change to the text shows here first.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from importlib import resources
from itertools import pairwise

import pytest

SHIPPED = resources.files("reverie") / "cli" / "operations"

SAID_BY_ADA = [
    ("name", "S1:1", "my name is Ada Moreau"),
    ("job", "S1:3", "i work as a nurse at Sainte-Orlande hospital"),
    ("a late bus", "S1:3", "the bus home was 25 min late"),
    ("the weather", "S1:5", "just rain"),
    ("first home", "S1:5", "i live in Lyon"),
    ("pronouns", "S1:7", "she/her"),
    ("hobby, to be dropped", "S1:9", "i play chess on thursdays"),
    ("several facts in one sentence", "S1:9", "bake bread badly. oh and i love hiking"),
    ("a book", "S1:11", "a crime novel my colleague Fatou lent me"),
    ("sister", "S1:13", "speaking of sisters"),
    ("someone else's love", "S1:13", "Mia loves opera"),
    ("first favourite food", "S1:15", "my favorite food is pizza"),
    ("friend", "S1:17", "my friend tom"),
    ("a pet on a datable day", "S2:2", "adopted him yesterday"),
    ("pet's name", "S2:2", "he's called Biscuit"),
    ("passing joy", "S2:6", "i'm so happy today"),
    ("parents", "S2:8", "my parents live in Annecy"),
    ("allergy", "S2:10", "i'm allergic to hazelnuts"),
    ("a typo", "S2:12", "tomorow"),
    ("running joke, opened", "S2:14", "i named him Gerald"),
    ("sarcasm", "S3:1", "i just LOVE night shifts /s"),
    ("passing tiredness", "S3:3", "i'm so tired today"),
    ("dislike that will turn", "S3:5", "i can't do tea"),
    ("someone else's music", "S3:7", "Tom loves techno"),
    ("a question", "S3:9", "is there even a night bus"),
    ("quotation in the first person", "S3:11", 'said "i live for night shifts'),
    ("contradiction in someone else", "S3:13", "tom says he hates dogs and then sat on the floor with biscuit"),
    ("someone else's diet", "S3:14", "last month he was vegan, this week its burgers"),
    ("language taken up", "S3:16", "i started learning portuguese"),
    ("partner", "S3:18", "elias is my boyfriend"),
    ("birthday", "S4:1", "its my birthday on tuesday!! march 3rd"),
    ("age", "S4:1", "i'll be 31"),
    ("favourite colour", "S4:5", "my favourite colour is dark green"),
    ("correction of the companion", "S4:7", "no, he's called Biscuit"),
    ("a recipe", "S4:11", "4 eggs, tin of tomatoes, cumin"),
    ("dislike", "S4:11", "i hate coriander"),
    ("password", "S4:15", "my wifi password is slipper-thief-77"),
    ("joke", "S4:18", "i'm actually the queen of France, just kidding"),
    ("gift received", "S5:1", "the present was a trial flight"),
    ("dream", "S5:3", "i want to become a pilot"),
    ("plan with a date", "S5:5", "first one's on march 28"),
    ("someone else's dislikes", "S5:9", "tom hates flying. he also hates ramen"),
    ("changed favourite food", "S5:10", "actually it's ramen. my favorite food is ramen now"),
    ("trip with dates", "S5:14", "april 9 to 13, me and elias"),
    ("promise", "S5:14", "i promised grandma odette a postcard"),
    ("hedged like", "S5:16", "maybe i'd like surfing"),
    ("hypothetical", "S5:16", "if i lived by the sea i'd swim every single day"),
    ("a film", "S5:18", "a documentary about octopuses"),
    ("like", "S6:3", "i really like fado"),
    ("promise kept", "S6:5", "posted it on the friday"),
    ("gifts in a list", "S6:9", "a painted tile for tom, a ceramic sardine for my parents, a brass bell for fatou"),
    ("hedged move", "S6:13", "i might move to Oslo"),
    ("hobby taken up", "S6:17", "i also started a pottery class"),
    ("emoji", "S6:19", "💚"),
    ("job given up", "S7:3", "i quit my job"),
    ("move announced", "S7:5", "we're moving to bern on june 1st"),
    ("plan dropped", "S7:5", "oslo is off the table"),
    ("not to be remembered", "S7:10", "don't remember this, but i cried in the linen room"),
    ("diet change", "S7:12", "i'm vegetarian now, since may 1st"),
    ("favourite confirmed", "S7:14", "still ramen forever"),
    ("hobby dropped", "S7:16", "i don't play chess any more"),
    ("someone else's words about her", "S7:18", 'says i fly "like somebody carrying soup"'),
    ("new home", "S8:1", "i moved to Bern on monday"),
    ("new start", "S8:7", "i started at Aarewing on wednesday"),
    ("nickname", "S8:9", "call me Addie from now on"),
    ("card number", "S8:11", "4242 4242 4242 4242"),
    ("changed drink", "S8:19", "i quit coffee three weeks ago, i drink tea now"),
    ("condition contrary to fact", "S8:21", "if i was a millionaire"),
    ("exam date, wrong", "S9:1", "my pilot's exam is next wednesday, july 8"),
    ("exam date, mended", "S9:4", "no wait, the exam is on Thursday. july 9"),
    ("health", "S9:6", "my wrist, i sprained it bouldering on saturday"),
    ("another hobby dropped", "S9:8", "had to drop pottery"),
    ("failure", "S10:3", "i failed"),
    ("second exam date", "S10:5", "retake is on august 20"),
    ("someone else's change of taste", "S10:9", "he also likes olives now. he HATED olives"),
    ("dislike beside another's love", "S10:11", "i don't like opera"),
    ("someone to be forgotten", "S10:13", "julien texted me"),
    ("passing doubt in a question", "S10:17", "do you think i'm too old for this?"),
    ("second pet", "S11:3", "Pixel. grey with one white foot"),
    ("anniversary", "S11:5", "saturday is our anniversary"),
    ("gift given", "S11:7", "i got him an old railway clock"),
    ("another language", "S11:11", "i'm learning swiss german now"),
    ("language given up", "S11:11", "i gave up portuguese"),
    ("question about the companion's words", "S11:13", "what was that book again"),
    ("recovery", "S11:15", "the wrist is fine again"),
    ("exam passed", "S12:2", "i passed my pilot's exam!!! yesterday"),
    ("what she can fly", "S12:2", "i can fly single-engine planes now luna, the little cessna 152"),
    ("someone else denying", "S12:10", '"i never said i hate flying". luna he DID'),
    ("favourite, again", "S12:14", "ramen. still ramen"),
    ("invention denied", "S12:16", "did i?? don't think so. green"),
    ("plan", "S12:18", "i want to do the night rating next year"),
    ("job to come", "S13:3", "i start as a dispatcher on october 1"),
    ("hedged favourite", "S13:9", "maybe my new favourite film"),
    ("someone else's change of mind", "S13:9", "last year he called it the worst film ever, now its the best"),
    ("running joke, still running", "S13:11", "gerald II for switzerland"),
    ("a command to forget", "S13:19", "please forget everything about julien"),
]

SAID_BY_LUNA = [
    ("a risky suggestion", "S2:9", "something with hazelnuts"),
    ("another's taste put on Ada", "S3:8", "So you love techno then!"),
    ("a wrong name", "S4:6", "he's called Cookie"),
    ("a secret not kept", "S4:16", "I'd rather not keep passwords"),
    ("a like out of a guess", "S5:15", "You love surfing!"),
    ("a home out of a hedge", "S6:14", "your new home in Oslo"),
    ("a recommendation", "S6:16", 'I\'d recommend "Wind, Sand and Stars"'),
    ("a promise of its own", "S9:15", "I promise: not a word until you bring it up."),
    ("a right quotation", "S12:11", "In March you told me: Tom hates flying."),
    ("an invented favourite", "S12:15", "You told me your favourite colour is purple."),
]

DATED = [
    ("S4:1", date(2026, 3, 3)),
    ("S5:5", date(2026, 3, 28)),
    ("S9:1", date(2026, 7, 8)),
    ("S9:4", date(2026, 7, 9)),
    ("S11:5", date(2026, 8, 8)),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn of the file, with exactly the fields of the layout."""

    id: str
    speaker: str
    role: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """One session of the file."""

    id: str
    at: datetime
    turns: tuple[Turn, ...]


def sittings() -> list[Sitting]:
    conversation = json.loads((SHIPPED / "demo.jsonl").read_text(encoding="utf-8"))
    return [
        Sitting(
            id=session["id"],
            at=datetime.fromisoformat(session["datetime"]),
            turns=tuple(Turn(**turn) for turn in session["turns"]),
        )
        for session in conversation["sessions"]
    ]


@pytest.fixture(scope="module")
def turns() -> Mapping[str, Turn]:
    """The turns by the last part of their id, such as ``S1:1``."""
    return {turn.id.removeprefix("ada-and-luna/"): turn for sitting in sittings() for turn in sitting.turns}


def test_it_is_one_conversation_on_one_line() -> None:
    lines = (SHIPPED / "demo.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1
    conversation = json.loads(lines[0])
    assert set(conversation) == {"id", "participants", "language", "sessions"}
    assert conversation["id"] == "ada-and-luna"
    assert conversation["participants"] == ["Ada", "Luna"]
    assert conversation["language"] == "en"
    assert all(set(session) == {"id", "datetime", "turns"} for session in conversation["sessions"])


def test_it_is_long_and_goes_over_eight_months() -> None:
    held = sittings()
    assert len(held) >= 10
    assert sum(len(sitting.turns) for sitting in held) >= 190
    assert (held[0].at.year, held[0].at.month) == (2026, 1)
    assert (held[-1].at.year, held[-1].at.month) == (2026, 9)


def test_sessions_are_in_order_and_at_least_a_week_apart() -> None:
    times = [sitting.at for sitting in sittings()]
    assert all((after - before).days >= 7 for before, after in pairwise(times))


def test_ids_are_unique_and_count_up() -> None:
    for number, sitting in enumerate(sittings(), start=1):
        assert sitting.id == f"ada-and-luna/S{number}"
        assert [turn.id for turn in sitting.turns] == [f"{sitting.id}:{n}" for n in range(1, len(sitting.turns) + 1)]


def test_ada_begins_may_say_two_things_in_a_row_and_luna_answers_once() -> None:
    for sitting in sittings():
        assert {(turn.speaker, turn.role) for turn in sitting.turns} == {("Ada", "user"), ("Luna", "assistant")}
        pattern = "".join("A" if turn.role == "user" else "L" for turn in sitting.turns)
        assert re.fullmatch(r"(A{1,2}L)+A?", pattern), (sitting.id, pattern)


def test_turns_are_short_and_never_repeat() -> None:
    said = [turn.text for sitting in sittings() for turn in sitting.turns]
    assert all(text == text.strip() and 0 < len(text) <= 250 for text in said)
    assert [text for text, times in Counter(said).items() if times > 1] == []


@pytest.mark.parametrize(("ingredient", "turn", "words"), SAID_BY_ADA)
def test_ada_says(turns: Mapping[str, Turn], ingredient: str, turn: str, words: str) -> None:
    assert turns[turn].role == "user"
    assert words in turns[turn].text, ingredient


@pytest.mark.parametrize(("ingredient", "turn", "words"), SAID_BY_LUNA)
def test_luna_says(turns: Mapping[str, Turn], ingredient: str, turn: str, words: str) -> None:
    assert turns[turn].role == "assistant"
    assert words in turns[turn].text, ingredient


@pytest.mark.parametrize(("turn", "day"), DATED)
def test_weekdays_are_those_of_the_calendar(turns: Mapping[str, Turn], turn: str, day: date) -> None:
    text = turns[turn].text.lower()
    assert f"{day:%A}".lower() in text
    assert f"{day:%B} {day.day}".lower() in text


def test_a_relative_day_falls_where_the_story_needs_it() -> None:
    days = {sitting.id.removeprefix("ada-and-luna/"): f"{sitting.at:%a}" for sitting in sittings()}
    assert days["S2"] == "Sun"  # the dog came "yesterday": Saturday 24 January
    assert days["S8"] == "Sun"  # "moved on monday": 1 June, as announced
    assert days["S12"] == "Fri"  # "passed yesterday": Thursday 20 August, the day of the retake
    assert days["S13"] == "Sat"  # "rainy saturday"


def test_the_card_number_would_pass_for_a_real_one(turns: Mapping[str, Turn]) -> None:
    found = re.search(r"\d{4}(?: \d{4}){3}", turns["S8:11"].text)
    assert found
    digits = [int(digit) for digit in found.group().replace(" ", "")]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[::2]]
    assert (sum(doubled) + sum(digits[1::2])) % 10 == 0


def test_ada_never_said_what_luna_puts_in_her_mouth(turns: Mapping[str, Turn]) -> None:
    ada = " ".join(turn.text.lower() for turn in turns.values() if turn.role == "user")
    for invented in ("purple", "i love techno", "i love surfing", "i live in oslo", "i moved to oslo"):
        assert invented not in ada


def test_the_plain_transcript_is_one_later_session_of_twelve_lines() -> None:
    first, *spoken = (SHIPPED / "demo_transcript.txt").read_text(encoding="utf-8").splitlines()
    assert first == "[2026-09-20 18:30]"
    assert datetime.fromisoformat(first.strip("[]")) > sittings()[-1].at
    assert len(spoken) == 11
    assert all(re.fullmatch(r"(Ada|Luna): \S.*", line) for line in spoken)
