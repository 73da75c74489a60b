"""What the clause reader learns where no rule does: by grammar, from words that no rule names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.domain.memories import Candidate, Category
from reverie.domain.rules import extract
from reverie.domain.rules.candidates import CONFIDENCE, IMPORTANCE
from reverie.domain.rules.objects import object_of, placed
from reverie.domain.rules.verbs import forms

MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)

TEACHES: dict[str, dict[str, str]] = {
    # what somebody does again and again
    "i fix elevators": {"does:fix elevators": "Fixes elevators."},
    "I moderate a forum for pen collectors": {"does:moderate forum": "Moderates a forum for pen collectors."},
    "we sell arepas down by the pier": {"does:sell arepas": "Sells arepas down by the pier."},
    "now i scoop ice cream at the zoo": {
        "does:scoop ice cream": "Scoops ice cream at the zoo.",
        "works_at:zoo": "Works at zoo.",
    },
    "I eat peanut butter out of the jar": {"habit:eat peanut butter": "Eats peanut butter out of the jar."},
    "we homeschool all five of ours": {"does:homeschool": "Homeschools all five of ours."},
    "I only speak English and some kitchen Spanish": {
        "speaks:english": "Speaks English.",
        "speaks:spanish": "Speaks Spanish.",
    },
    "I have worn hearing aids since kindergarten": {
        "habit:wear hearing aids": "Wears hearing aids since kindergarten."
    },
    "I'm on the road 200 nights a year selling dental equipment": {
        "does:sell dental equipment": "Sells dental equipment."
    },
    # what somebody has
    "I've got two employees": {"owns:two employees": "Has two employees."},
    "Mine's a ThinkPad T420": {"owns:thinkpad t420": "Has a ThinkPad T420."},
    "a moose is on my porch in northern Vermont": {
        "owns:porch": "Has a porch.",
        "lives_in:northern vermont": "Lives in northern Vermont.",
    },
    # what happened, what never did, what is ahead
    "i've been stung by a jellyfish, bit by a monkey and kicked by a llama": {
        "event:stung by jellyfish": "Was stung by a jellyfish.",
        "event:bit by monkey": "Was bit by a monkey.",
        "event:kicked by llama": "Was kicked by a llama.",
    },
    "I've had two back surgeries": {"event:had two back surgeries": "Had two back surgeries."},
    "I've lived in five countries": {"event:lived in five countries": "Lived in five countries."},
    "I have never eaten a raw oyster": {"never:never eaten a raw oyster": "Has never eaten a raw oyster."},
    "I'm switching from marketing to UX": {"now:switching from marketing": "Is switching from marketing to UX."},
    # what somebody is
    "I'm a huge nascar guy": {"likes:nascar": "Is a huge nascar guy."},
    "We're a family of six on one income": {"family:family of six": "Is in a family of six."},
    "I've been at the library for eleven years": {"works_at:library": "Has been at the library for eleven years."},
    "was a welder up in alaska until the fall": {"works_as:welder": "Was a welder up in alaska."},
    # what is told in passing
    "I've spent eight years as a site supervisor at Turner Construction": {
        "works_as:site supervisor": "Works or worked as a site supervisor.",
        "works_at:turner construction": "Works or worked at Turner Construction.",
    },
    "I'm at 7,000 feet here in Santa Fe, could that be it?": {"lives_in:santa fe": "Lives in Santa Fe."},
    "Our book club picked Middlemarch": {"member_of:book club": "Is in a book club."},
    "my cleaning business just landed a contract": {"business:cleaning business": "Has a cleaning business."},
    "Last summer we slept on the beach with my daughter": {"family:daughter": "Has a daughter."},
    "twenty years as a plumber": {"works_as:plumber": "Works or worked as a plumber."},
    "My new job at the bank has its charms": {"works_at:bank": "Works at bank."},
    "My laptop is a Dell Inspiron 15 from 2018": {"owns:dell inspiron 15": "Has a Dell Inspiron 15."},
    "My wife earns well, and I moderate a forum": {
        "does:moderate forum": "Moderates a forum.",
        "family:wife": "Has a wife.",
    },
    "the cold is bad for my knees and here in New Orleans it's humid": {
        "lives_in:new orleans": "Lives in New Orleans."
    },
    "I will finally be done with chemo": {"condition:chemo": "Was or is treated with chemo."},
    "I don't get up fast with my new hip": {"condition:new hip": "Has a new hip."},
    "I take metformin": {"medication:metformin": "Takes metformin."},
    "I adored Earthsea": {"likes:earthsea": "Loved Earthsea."},
    "I played the oboe all through high school": {"event:played the oboe": "Played the oboe all through high school."},
    "my own back is killing me": {"condition:back is killing me": "Their back is killing them."},
    # somebody close
    "my wife fixes elevators": {"wife_work:fixes elevators": "Their wife fixes elevators."},
    "my husband works the night shift at Delta": {"husband_work:delta": "Their husband works at Delta."},
    "my son plays goalie for his middle school": {
        "son_hobby:play goalie": "Their son plays goalie for his middle school."
    },
    "My wife's from Kerala": {"wife_origin:kerala": "Their wife is from Kerala."},
    "I want to surprise my girlfriend. She loves ceramics, hates surprises": {
        "family:girlfriend": "Has a girlfriend.",
        "girlfriend_likes:ceramics": "Their girlfriend loves ceramics.",
        "girlfriend_dislikes:surprises": "Their girlfriend hates surprises.",
    },
    # the family outside the house: where they live and learn, and what happens a few times in a life
    "my sister lives in Denver": {"sister_lives_in:denver": "Their sister lives in Denver."},
    "My nephew got into NYU": {"nephew_event:got into nyu": "Their nephew got into NYU."},
    "my sister just had twins": {"sister_event:had twins": "Their sister had twins."},
    # going on without a subject of its own
    "I love my dog, been to Daytona, and now i manage a petsmart": {"does:manage petsmart": "Manages a petsmart."},
    "you sound like my brother. he's in the marines": {
        "brother_work:in the marines": "Work of their brother: in the marines."
    },
    "i have a sister who works at nasa": {"sister_work:nasa": "Work of their sister: nasa."},
}

ONCE: dict[str, set[str]] = {
    "we run a food truck": {"business:food truck"},
    "I have never been on a plane, honestly": {"never:never been on a plane"},
    "my dog is asleep": {"pet:dog"},
    "my wife is a dental hygienist": {"wife_work:dental hygienist"},
    "my wife's a judge": {"wife_work:judge"},
    "my husband teaches yoga": {"husband_work:teaches yoga"},
    "I'm a vegan who works at a steakhouse": {"diet", "employer"},
}
"""What a rule and the clause reader both know how to read, and the keys of what is learned, whoever reads it."""

TEACHES_NOTHING: tuple[str, ...] = (
    # no statement of one's own, or not asserted
    "maybe I fix elevators",
    "do I fix elevators?",
    "if I fix elevators, I get paid",
    "I would fix elevators",
    "I used to fix elevators",
    "I don't fix elevators",
    'he said "I fix elevators"',
    "you fix elevators",
    "let's pretend I fix elevators",
    "my neighbour fixes elevators",
    "my wife can't stand my singing",
    "my car is a total wreck",
    "I want a dog for my wife",
    "my dad called yesterday",
    "my brother got a new car",
    "my mom has a cat",
    "my brother goes to church",
    "My wife is great. My boss hates me. He lives in Rome",
    "My brother came over. she lives in Rome",
    "I hear you, work can be stressful",
    "my boss hates beer",
    "he is a pilot and sells boats",
    # words to the assistant
    "write me a resignation letter",
    "design a logo, build a website and write the copy",
    "help me fix an elevator",
    "I want to write a book and sell it",
    "I need you to draft a plan, design the slides and write a summary",
    # passing deeds, idioms, courtesy
    "I sold out",
    "I am out of citrus fruits, like oranges and lemons",
    "saw a gorgeous boat on the road today",
    "I walked home",
    "I made lunch",
    "I lost my keys",
    "I draw the line at that",
    "I drive a hard bargain",
    "I collect my thoughts",
    "I do my research",
    "I do hope so",
    "I do remember that",
    "I have a question for you",
    "I've got a minute",
    "I'm expecting a parcel",
    "I'm designing nothing",
    "I work like a horse",
    "I speak no German",
    "I started writing my essay",
    "I have never been to Texas",
    "they offered me a job as a pilot",
    # of others, or of a compound
    "he is my boyfriend",
    "my cat tree is broken",
    "my chicken recipes are great",
    "my aunt has a dog",
    "my roommate's cat sleeps on my head",
    "my dog died last year",
    "I have a kid in my class who sings",
    "we visited my cousin here in Rome",
)


def clauses_of(text: str) -> list[Candidate]:
    return [one for one in extract(text, sent_at=MONDAY) if (one.rule or "").startswith("clause:")]


@pytest.mark.parametrize(("said", "expected"), TEACHES.items())
def test_what_no_rule_names_is_read_by_its_verb(said: str, expected: dict[str, str]) -> None:
    assert {one.key: one.text for one in clauses_of(said)} == expected


@pytest.mark.parametrize("said", TEACHES_NOTHING)
def test_what_is_not_asserted_or_says_nothing_lasting_teaches_nothing(said: str) -> None:
    assert [(one.key, one.text) for one in clauses_of(said)] == []


def test_a_clause_is_less_sure_than_a_rule_and_says_where_it_stands() -> None:
    text = "Hello there. I fix elevators, and you?"
    (one,) = clauses_of(text)
    assert (one.confidence, one.importance, one.category) == (CONFIDENCE, IMPORTANCE, Category.FACT)
    assert (one.quote, one.rule, one.value) == ("I fix elevators", "clause:does", "fix elevators")


def test_what_a_rule_has_learned_is_not_learned_again() -> None:
    keys = [one.key for one in extract("I teach yoga. I live in a small flat in Ghent", sent_at=MONDAY)]
    assert len(keys) == len(set(keys))
    assert [one.key for one in clauses_of("I have a cat called Moussaka. My cat is 19")] == ["cat_age:19"]


@pytest.mark.parametrize(("said", "keys"), ONCE.items())
def test_what_rules_and_clauses_both_read_is_learned_once(said: str, keys: set[str]) -> None:
    learned = [one.key for one in extract(said, sent_at=MONDAY)]
    assert set(learned) == keys
    assert len(learned) == len(keys)


def test_a_clause_without_its_subject_is_shown_to_the_rules_again() -> None:
    learned = {one.key: one.rule for one in extract("me being from Peru, I laugh at your rain", sent_at=MONDAY)}
    assert learned["origin"] == "clause:origin"


@pytest.mark.parametrize("said", ["at 60 i do not plan to start", "Got a telescope for my 60th"])
def test_an_age_taken_for_granted_is_shown_to_the_rules(said: str) -> None:
    learned = {one.key: (one.text, one.rule) for one in clauses_of(said)}
    assert learned["age"] == ("Is 60 years old.", "clause:age")


def test_an_illness_is_kept_as_health_whoever_has_it() -> None:
    learned = {one.key: one.category for one in clauses_of("my son has autism. I take metformin, and I'm in rehab")}
    for key in ("son_condition:autism", "medication:metformin", "condition:rehab"):
        assert learned[key] is Category.HEALTH


def test_an_event_is_dated_and_lies_in_the_past() -> None:
    (one,) = clauses_of("I got rear-ended on I-95 yesterday")
    assert (one.details["when"], one.category) == ("2026-05-31", Category.EVENT)
    assert one.valid_from == datetime(2026, 5, 31, 12, tzinfo=UTC)


def test_only_slots_of_many_values_are_written() -> None:
    for said in TEACHES:
        for one in clauses_of(said):
            assert one.key is not None
            assert one.key.endswith(f":{one.value}")


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("a two-chair salon out of my garage", "two-chair salon"),
        ("candles that smell like old books", "candles"),
        ("about 20 pies and give them all away", "20 pies"),
        ("six figures writing code", "six figures"),
        ("a whole garden of them with this house", "whole garden"),
        ("it in June", ""),
        ("a lot", ""),
    ],
)
def test_an_object_ends_at_the_first_closed_class_word(rest: str, expected: str) -> None:
    assert object_of(rest) == expected


def test_a_place_may_stand_for_an_object() -> None:
    assert placed("with the tv on") == "with tv"
    assert placed("loudly") == ""


def test_a_word_is_found_in_each_of_its_forms() -> None:
    for word, lemma in (
        ("taught", "teach"),
        ("stung", "sting"),
        ("planning", "plan"),
        ("fixes", "fix"),
        ("ran", "run"),
    ):
        assert forms()[word].lemma == lemma
    assert (forms()["cut"].present, forms()["cut"].past) == (True, True)


_WORDS = st.sampled_from(
    "I we my our wife dog she he who and , . ? ! have been was am not never fix sold stung by a the as in at for since "
    "Rome two years here mine's being never used to 's ( - \n".split(" ")
)


@given(st.lists(_WORDS, max_size=25).map(" ".join) | st.text(max_size=80))
def test_any_text_gives_candidates_whose_quotes_stand_at_their_spans(text: str) -> None:
    for one in clauses_of(text):
        assert one.span is not None
        assert one.quote == text[slice(*one.span)]
        assert one.text
        assert one.value
