"""What rules learn: each rule's own examples, utterances as people chat, and what must teach nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.learning.rules import READ_AT_MOST, RULES, extract, own_words
from reverie.records.memories import About, Candidate, Category

MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)

TEACHES: dict[str, dict[str, str | None]] = {
    # where a sentence ends, and a list begins
    "As a night-shift paramedic I eat dinner at 6 a.m. What can I cook?": {
        "occupation": "night-shift paramedic",
        "habit:eat dinner at 6": "eat dinner at 6",
    },
    "I love three things: coffee, dogs and sleep": {
        "likes:coffee": "coffee",
        "likes:dogs": "dogs",
        "likes:sleep": "sleep",
    },
    "i like folk , and , weirdly , musicals": {"likes:folk": "folk", "likes:musicals": "musicals"},
    # said another way
    "My job is to taste ice cream": {"occupation": "taste ice cream"},
    "Their day is long. real job is insurance adjuster": {"occupation": "insurance adjuster"},
    "Acme Corp hired me out of college": {"employer": "acme corp"},
    "vietnamese is what we speak at home": {"speaks:vietnamese": "vietnamese"},
    "sushi , hands down .": {"likes:sushi": "sushi"},
    "divorced three years now": {"relationship_status": "divorced", "partner": None},
    "my mom's a judge": {"mother_work:judge": "judge"},
    "up at 5 every day": {"habit:am up at 5 every day": "am up at 5 every day"},
    # names
    "Hello, my name is Marta.": {"name": "marta"},
    "my real name is Jonathan but call me Jon": {"name": "jonathan", "nickname": "jon"},
    "my name’s Zoë": {"name": "zoë"},
    "Good evening, I'm Dr. Osei": {},
    "Hi there, I'm Tove, nice to meet you": {"name": "tove"},
    "just call me Bex": {"nickname": "bex"},
    "all my friends call me Ziggy": {"nickname": "ziggy"},
    "I go by Teddy": {"nickname": "teddy"},
    "my nickname is Moose lol": {"nickname": "moose"},
    "I go by he/him": {"pronouns": "he/him"},
    "btw my pronouns are she/they": {"pronouns": "she/they"},
    # age, birthday
    "I'm 52 years old and I still love roller coasters": {"age": "52", "likes:roller coasters": "roller coasters"},
    "i turned 18 yesterday": {"age": "18"},
    "I am 61 now": {"age": "61"},
    "My birthday's on July 4th": {"birthday": "july 4"},
    "my birthday is in November": {"birthday": "november"},
    "my birthday was yesterday": {"birthday": "may 31"},
    # places
    "I live in São Paulo": {"home": "são paulo"},
    "We live in Bern, Switzerland.": {"home": "bern"},
    "i live in new zealand": {"home": "new zealand"},
    "I'm living in Lisbon at the moment": {"home": "lisbon"},
    "I moved to Ghent in 2019": {"home": "ghent", "event:moved to ghent": "moved to ghent"},
    "Guess what, we moved from Lyon to Marseille!": {"home": "marseille"},
    "I don't live in Oslo any more": {"home=oslo": None},
    "I grew up in Tbilisi": {"origin": "tbilisi"},
    "I was born and raised in Cork": {"origin": "cork"},
    "I'm from Nairobi but I live in Berlin": {"origin": "nairobi", "home": "berlin"},
    "I'm half Japanese": {"nationality": "japanese"},
    # work
    "I work for Deutsche Bahn": {"employer": "deutsche bahn"},
    "i work at a coffee shop": {"employer": "coffee shop"},
    "I've been working at Novo Nordisk since 2020": {"employer": "novo nordisk"},
    "I just got a job at Siemens!!": {"employer": "siemens"},
    "I'm a pediatric nurse": {"occupation": "pediatric nurse"},
    "im an electrician in Leeds": {"occupation": "electrician", "home": "leeds"},
    "I work as a bartender on weekends": {"occupation": "bartender"},
    "I'm a UX designer at Figma": {"occupation": "ux designer", "employer": "figma"},
    "I became a paramedic last year": {"occupation": "paramedic"},
    "I got promoted to senior engineer": {
        "occupation": "senior engineer",
        "event:got promoted to senior engineer": "got promoted to senior engineer",
    },
    "I'm self-employed": {"occupation": "self-employed"},
    "I left my job at the post office": {"event:left post office": "post office"},
    "I no longer work for Acme": {"employer=acme": None, "school=acme": None},
    "I live in Graz and work as a translator": {"home": "graz", "occupation": "translator"},
    # study
    "I'm studying molecular biology": {"studies": "molecular biology"},
    "I majored in history": {"studies": "history"},
    "I'm a nursing student": {"studies": "nursing"},
    "I go to Humboldt University": {"school": "humboldt university"},
    # family and pets
    "my husband Paulo cooks every night": {"partner": "paulo"},
    "My girlfriend's name is Ines": {"partner": "ines"},
    "my twin sister Lena is visiting": {"sister:lena": "lena"},
    "I took my son Milo to the zoo": {"son:milo": "milo"},
    "my grandma Edith taught me that": {"grandmother:edith": "edith"},
    "Jonas is my older brother": {"brother:jonas": "jonas"},
    "I have an uncle named Bert": {"uncle:bert": "bert"},
    "I have three sisters": {"family:three sisters": "three sisters"},
    "my kids are called Ada and Linus": {"child:ada": "ada", "child:linus": "linus"},
    "my boss Carla gave me a raise": {"boss:carla": "carla"},
    "my dog's name is Waffles": {"dog:waffles": "waffles"},
    "we have a rescue greyhound mix dog named Bolt": {"dog:bolt": "bolt"},
    "my kitten Nori bit me": {"cat:nori": "nori"},
    "I have three chickens": {"pet:three chickens": "three chickens"},
    "I'm happily married": {"relationship_status": "married"},
    # favourites
    "my favorite band is Radiohead": {"favorite_band": "radiohead"},
    "My favourite ice cream flavour is pistachio!": {"favorite_ice_cream_flavour": "pistachio"},
    "my all-time favorite book is The Left Hand of Darkness": {"favorite_book": "left hand of darkness"},
    "my favorite movies are Alien and Heat": {"favorite_movie": "alien and heat"},
    "autumn is my favorite season": {"favorite_season": "autumn"},
    "my favorite pizza is pepperoni": {"favorite_pizza": "pepperoni"},
    "honestly my favorite type of tea is oolong these days": {"favorite_tea": "oolong"},
    # likes
    "I love thunderstorms": {"likes:thunderstorms": "thunderstorms"},
    "i really like spicy food": {"likes:spicy food": "spicy food"},
    "I absolutely adore my garden": {"likes:garden": "garden"},
    "I love The Beatles": {"likes:beatles": "beatles"},
    "im into true crime podcasts": {"likes:true crime podcasts": "true crime podcasts"},
    "I'm a huge fan of Studio Ghibli": {"likes:studio ghibli": "studio ghibli"},
    "I enjoy gardening, baking and long train rides": {
        "likes:gardening": "gardening",
        "likes:baking": "baking",
        "likes:long train rides": "long train rides",
    },
    "I love fish and chips": {"likes:fish and chips": "fish and chips"},
    "I have a soft spot for old typewriters": {"likes:old typewriters": "old typewriters"},
    "I like tea but I hate coffee": {"likes:tea": "tea", "dislikes:coffee": "coffee"},
    "I love to sing in the car": {"likes:sing in the car": "sing in the car"},
    "I love ramen, what about you?": {"likes:ramen": "ramen"},
    "I prefer cats to dogs": {"prefers:cats": "cats"},
    # dislikes
    "I can't stand loud chewing": {"dislikes:loud chewing": "loud chewing"},
    "i dont like mushrooms": {"dislikes:mushrooms": "mushrooms"},
    "I really hate Mondays": {"dislikes:mondays": "mondays"},
    "I'm not really into gardening": {"dislikes:gardening": "gardening"},
    "I'm not into sports": {"dislikes:sports": "sports"},
    "I despise small talk and networking events": {
        "dislikes:small talk": "small talk",
        "dislikes:networking events": "networking events",
    },
    # hobbies, skills, languages
    "I play the cello": {"hobby:cello": "cello"},
    "i play tennis every tuesday": {"hobby:tennis": "tennis"},
    "I took up fencing": {"hobby:fencing": "fencing"},
    "my main hobby is woodworking": {"hobby:woodworking": "woodworking"},
    "I go climbing twice a week": {"hobby:climbing": "climbing"},
    "I speak Dutch, English and a bit of French": {
        "speaks:dutch": "dutch",
        "speaks:english": "english",
        "speaks:french": "french",
    },
    "I'm fluent in Korean": {"speaks:korean": "korean"},
    "I'm learning Portuguese": {"learning:portuguese": "portuguese"},
    "I've started learning to play the ukulele": {"learning:ukulele": "ukulele"},
    # food and health
    "I'm vegetarian": {"diet": "vegetarian"},
    "I went vegan in January": {"diet": "vegan"},
    "I don't eat seafood": {"avoids:seafood": "seafood"},
    "i dont drink alcohol": {"avoids:alcohol": "alcohol"},
    "I'm allergic to penicillin": {"allergy:penicillin": "penicillin"},
    "btw im allergic to cats and dust": {"allergy:cats": "cats", "allergy:dust": "dust"},
    "I have a nut allergy": {"allergy:nut": "nut"},
    # feelings
    "I'm exhausted": {"feeling": "exhausted"},
    "i feel so lonely tonight": {"feeling": "lonely"},
    "ugh I'm really frustrated with this project": {"feeling": "frustrated"},
    "I'm super excited for the concert!!": {"feeling": "excited"},
    # events
    "I passed my driving test!!!": {"event:passed driving test": "passed driving test"},
    "I just got back from Reykjavik": {"event:got back from reykjavik": "got back from reykjavik"},
    "we went to the aquarium yesterday": {"event:went to aquarium": "went to aquarium"},
    "I ran my first half marathon on Sunday": {"event:ran first half marathon": "ran first half marathon"},
    "I adopted a greyhound": {"event:adopted greyhound": "adopted greyhound", "pet:greyhound": "greyhound"},
    "my mom passed away last year": {"event:mom passed away": "mom passed away"},
    "I graduated from Trinity College last week": {
        "event:graduated from trinity college": "graduated from trinity college",
        "school": "trinity college",
    },
    "I got engaged": {"relationship_status": "engaged", "event:got engaged": "got engaged"},
    "I finished my first novel": {"event:finished first novel": "finished first novel"},
    "I quit smoking two months ago": {"doing~smoking": None},
    "I lost my grandfather last year": {"event:lost grandfather": "lost grandfather"},
    # plans and goals
    "I'm moving to Dublin next month": {"plan:moving to dublin": "moving to dublin"},
    "I'm planning a trip to Kyoto": {"plan:planning trip to kyoto": "planning trip to kyoto"},
    "i have a job interview tomorrow": {"plan:job interview": "job interview"},
    "I'm going to study architecture": {"plan:study architecture": "study architecture"},
    "I'm training for a triathlon": {"plan:training for triathlon": "training for triathlon"},
    "I've always wanted to learn the drums": {"plan:learn drums": "learn drums"},
    "I want to open a bakery": {"plan:open bakery": "open bakery"},
    "We're getting married in June": {"plan:getting married": "getting married"},
    # possessions
    "I bought a vintage camera": {"owns:vintage camera": "vintage camera"},
    "I drive a red Toyota": {"owns:red toyota": "red toyota"},
    "I own a small vineyard": {"business:small vineyard": "small vineyard"},
    # found when reading fresh chats
    "my fav food is tacos": {"favorite_food": "tacos"},
    "I'd say my favorite artist is Frida Kahlo": {"favorite_artist": "frida kahlo"},
    "I'm 29, turning 30 in March": {"age": "29"},
    "I work from home as a copywriter": {"occupation": "copywriter"},
    "I work nights at a hospital": {"employer": "hospital"},
    "I moved here from Poland": {"origin": "poland"},
    "I really enjoy cooking, especially Thai food": {"likes:cooking": "cooking", "likes:thai food": "thai food"},
    "yeah I used to smoke but I quit last year": {},
    "I got a new puppy yesterday": {"pet:new puppy": "new puppy"},
    "im in college studying biology": {"studies": "biology"},
    "I listen to jazz a lot": {"likes:jazz": "jazz"},
    # no longer so
    "I don't like techno anymore": {"taste~techno": None},
    "I used to work at Acme": {"employer=acme": None, "school=acme": None},
    "I gave up tennis": {"doing~tennis": None},
    "I don't play chess": {"doing~chess": None},
    "my boyfriend broke up with me": {"partner": None, "relationship_status": None},
    # what stands around the words
    "> I like opera\nI like jazz": {"likes:jazz": "jazz"},
    "```\nmy name is Bob\n```\nI play chess": {"hobby:chess": "chess"},
    "<memory>\nFavorite food is ramen. I live in Rome.\n</memory>\nI live in Bern": {"home": "bern"},
    'My favorite film is "My Neighbor Totoro"': {"favorite_film": "neighbor totoro"},
    "I LOVE SUSHI": {"likes:sushi": "sushi"},
    "I like jazz\n\nmy cat Olive is asleep 😴 I play go": {
        "likes:jazz": "jazz",
        "cat:olive": "olive",
        "hobby:go": "go",
    },
    "My favorite color is green. Actually it's teal.": {"favorite_color": "teal"},
    "I live in Berlin. Sorry, I mean Bremen.": {"home": "bremen"},
    # strangers who introduce themselves
    "hi there ! i like to bake , do you ?": {"likes:bake": "bake"},
    "i'm a vegan who loves to bake": {"diet": "vegan", "likes:bake": "bake"},
    "i'm a single mom of two boys and work at walmart": {
        "family:two boys": "two boys",
        "relationship_status": "single",
        "employer": "walmart",
    },
    "i am a kindergarten teacher with two huskies .": {
        "occupation": "kindergarten teacher",
        "pet:two huskies": "two huskies",
    },
    "i like to sing and have two cats": {"likes:sing": "sing", "pet:two cats": "two cats"},
    "i like to hike and paint .": {"likes:hike": "hike", "likes:paint": "paint"},
    "i mostly listen to metal , metallica is my favorite band .": {
        "likes:metal": "metal",
        "favorite_band": "metallica",
    },
    "my mom was a nurse and my dad sold cars": {"mother_work:nurse": "nurse", "father_work:sold cars": "sold cars"},
    "i have a dog named Rex. my dog loves snow": {"dog:rex": "rex"},
    "my friends call me red": {"nickname": "red"},
    "I've been a widower for four years": {"relationship_status": "widower"},
    "i am tall and skinny": {"trait:tall": "tall", "trait:skinny": "skinny"},
}

TEACHES_NOTHING: tuple[str, ...] = (
    "physio: closed as fixed",
    "dentist: booked for the 3rd",
    "Helen, my daughter in law, makes the best trifle",
    "up at 5 today because of the bin lorry",
    "went to Yale for lunch, nice cafe",
    "i had pancakes this morning",
    "i cut my own hair last night",
    "my mom's cooking is great",
    "yes, hands down",
    "Pizza is great",
    "honesty is the best policy",
    "Bern is a lovely city",
    "I might like jazz",
    "maybe I like jazz",
    "I guess I like jazz",
    "I think I like jazz",
    "I like jazz, I think",
    "I probably love sushi",
    "I'm thinking about moving to Bern",
    "I could live in Paris",
    "I would love a dog",
    "I'd love to live in Rome",
    "If I lived in Rome I'd be happy",
    "if my name was Bob, would you like it",
    "I wish I was a pilot",
    "I'm not sure I like him",
    "I kind of like it",
    "I kinda like jazz",
    "Do I like pizza?",
    "Do you think I like pizza?",
    "what if I am a doctor?",
    "I like pizza?",
    "My name is Bob, right?",
    "Is my favorite color blue?",
    "Where do I live?",
    "I never said I like olives",
    "I didn't pass my exam",
    "I have never been to Rome",
    "I'm not from Berlin",
    "I don't have a dog",
    "I love Mondays. yeah right.",
    "oh great, I love waiting in line",
    "I love being ignored /s",
    "I'm a billionaire, just kidding",
    "I love pineapple pizza. jk",
    "I love ballet. lol not really",
    "I love ballet. Not really.",
    "My favorite food is dirt. Just kidding!",
    "I love traffic jams 🙄",
    'He said "I like opera"',
    '"I live in Rome" was the first line',
    "she told me I like opera too much",
    "my brother says I love drama",
    "my sister loves opera",
    "my uncle works at Acme",
    "my roommate is vegan",
    "her favorite color is blue",
    "my friend's favorite food is sushi",
    "they live in Madrid",
    "you like jazz",
    "You live in Bern and work at Acme",
    "when you live in Rome you eat late",
    "*I love you, she whispers and smiles*",
    "*walks in* hey",
    "let's pretend I'm a pirate captain",
    "In my dream I live in Atlantis",
    "imagine I'm a famous actor",
    "in the game I'm a blacksmith",
    "Write a poem about how I love autumn",
    "call me when you land",
    "don't call me crazy",
    "tell me a joke",
    "my name is on the list",
    "I like it",
    "I love you",
    "I hate it here",
    "I like that idea",
    "I love how you think",
    "I love the way it looks",
    "I live for this",
    "I work at night",
    "I'm a mess",
    "I'm sorry",
    "I'm happy to help",
    "I was sad yesterday",
    "she is tired",
    "I'm tired of this",
    "I went to bed late",
    "I went to work",
    "I'm going to sleep",
    "I'm going to be late",
    "I have a question",
    "I have an idea",
    "I have a feeling",
    "the dog is asleep",
    "my phone died",
    "it's raining",
    "actually it's fine",
    "no wait, it's Thursday",
    "ok",
    "lol",
    "?",
    "> my name is Ada",
    "```\nI like pizza\n```",
    "<memory>\nmy name is Ada. I like jazz.\n</memory>",
    "translate: I like jazz and I live in Rome",
    "Someone said I live in Bern",
    "I almost bought a boat",
    "I used to be shy",
    "I should learn French",
    "my name is actually short",
    "I go by bus",
    "I live in the moment",
    "I moved to tears",
    "I'm single-handedly fixing this",
    "Great, I love waiting. NOT!",
    "For example: I like jazz",
    "I like Turtles, said the kid",
    "I'm French toast",
    "Hello, I'm Having trouble",
    "I hope I passed my exam",
    "my friend is a nurse and she loves it",
    "my dad works hard",
    "my daughter wants to be a singer",
    "is that your dog?",
    "i'm in texas for a wedding this weekend",
    "i was a fool",
    "that must be my dog's favourite, said the vet",
    "no pets allowed here",
    "i would love to hear more",
)


def learned(text: str, recent: tuple[tuple[str, str], ...] = ()) -> dict[str, str | None]:
    """Keys and values taught by rules; None for a key that is only ended."""
    found: dict[str, str | None] = {}
    for candidate in extract(text, sent_at=MONDAY, recent=recent):
        if candidate.text:
            assert candidate.key
            found[candidate.key] = candidate.value
        else:
            found.update(dict.fromkeys(candidate.ends))
    return found


def only(text: str, recent: tuple[tuple[str, str], ...] = ()) -> Candidate:
    (candidate,) = extract(text, sent_at=MONDAY, recent=recent)
    return candidate


OF_RULES = json.loads(Path(__file__).with_name("rule_examples.json").read_text("utf-8"))
"""By rule, what it teaches (None for what it only ends), and what looks alike and teaches nothing."""

EXAMPLES = [(rule, said, expected) for rule, of in OF_RULES.items() for said, expected in of["teaches"].items()]


def differing(table: Iterable[tuple[str, dict[str, str | None]]]) -> dict[str, dict[str, str | None]]:
    """What sentences teach where that is not what the table says."""
    return {said: found for said, expected in table if (found := learned(said)) != expected}


def test_a_rule_teaches_what_its_examples_say() -> None:
    assert differing((said, expected) for _rule, said, expected in EXAMPLES) == {}


def test_a_rule_is_silent_on_what_only_looks_like_it() -> None:
    assert differing((said, {}) for of in OF_RULES.values() for said in of["silent"]) == {}


def test_every_rule_has_an_example_that_it_alone_explains() -> None:
    for rule in RULES:
        said_by = OF_RULES[rule.name]["teaches"]
        assert any(one.rule == rule.name for said in said_by for one in extract(said, sent_at=MONDAY)), rule.name
        assert 0 <= rule.importance <= 1
        assert 0 <= rule.confidence <= 1


def test_what_people_say_of_themselves_is_learned() -> None:
    assert differing(TEACHES.items()) == {}


def test_what_is_no_statement_of_ones_own_teaches_nothing() -> None:
    found = {said: extract(said, sent_at=MONDAY) for said in TEACHES_NOTHING}
    assert {said: one for said, one in found.items() if one} == {}


def test_a_question_teaches_nothing() -> None:
    asked = (re.sub(r"[.!?\n]+", "?", said).rstrip("?") + "?" for _rule, said, _expected in EXAMPLES)
    assert differing((question, {}) for question in asked) == {}


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("My favourite food is ramen!", "Favorite food is ramen."),
        ("i like jazz a lot", "Likes jazz."),
        ("I work at Acme as an engineer", "Works at Acme."),
        ("my dog is called Biscuit", "Has a dog named Biscuit."),
        ("I passed my pilot's exam!", "Passed their pilot's exam."),
        ("I'm an electrician", "Is an electrician."),
        ("I LOVE SUSHI", "Likes sushi."),
        ("I've been to Japan", "Has been to Japan."),
        ("i have a dentist appointment tomorrow", "Has a dentist appointment (2026-06-02)."),
        ("we're flying to Tokyo on Friday", "Is flying to Tokyo (2026-06-05)."),
    ],
)
def test_the_text_is_a_short_sentence_without_its_subject(said: str, text: str) -> None:
    assert extract(said, sent_at=MONDAY)[0].text == text


def test_a_candidate_carries_how_sure_it_is_what_it_ends_and_when_it_was_so() -> None:
    name, food, mood = only("My name is Ada."), only("my favorite food is ramen"), only("I'm so tired")
    assert (name.confidence, food.confidence, mood.confidence) == (0.9, 0.8, 0.5)
    assert (name.importance, food.importance, mood.importance) == (0.9, 0.8, 0.7)
    assert (name.category, food.category, mood.category) == (Category.FACT, Category.PREFERENCE, Category.FEELING)
    assert name.about is About.USER
    assert only("I hate olives").ends == ("likes:olives",)
    assert only("I quit my job at Acme").ends == ("employer=acme",)
    went = only("I went to the opera yesterday")
    assert went.valid_from == datetime(2026, 5, 31, 12, tzinfo=UTC)
    assert only("I ran my first marathon on Sunday").valid_from == datetime(2026, 5, 31, 12, tzinfo=UTC)
    assert only("I broke my wrist 3 weeks ago").valid_from == datetime(2026, 5, 11, 12, tzinfo=UTC)
    assert name.valid_from is None


def test_a_later_word_of_the_same_message_stands() -> None:
    assert learned("I live in Rome. No, wait, I moved to Bern last week.")["home"] == "bern"
    assert only("my favorite color is green. actually it's teal").text == "Favorite color is teal."


@pytest.mark.parametrize(
    ("said", "recent", "expected"),
    [
        ("actually it's ramen", (("likes:jazz", "jazz"), ("favorite_food", "pizza")), {"favorite_food": "ramen"}),
        ("no wait, it's Thursday", (("favorite_food", "pizza"), ("gym_day", "tuesday")), {"gym_day": "thursday"}),
        ("no wait, it's Thursday", (("favorite_food", "pizza"),), {}),
        ("sorry, I meant 35", (("favorite_food", "pizza"), ("age", "34")), {"age": "35"}),
        ("Actually it's May 4th", (("favorite_food", "pizza"), ("birthday", "may 3")), {"birthday": "may 4"}),
        ("Actually it's Jon", (("name", "john"),), {"name": "jon"}),
        ("it's ramen, not pizza", (("favorite_color", "blue"), ("favorite_food", "pizza")), {"favorite_food": "ramen"}),
        ("it's ramen, not sushi", (("favorite_food", "pizza"),), {}),
        ("actually it's raining", (("favorite_food", "pizza"),), {}),
        ("actually it's ramen", (("likes:jazz", "jazz"), ("feeling", "tired")), {}),
        ("actually it's ramen", (), {}),
        ("I don't like it anymore", (("home", "bern"), ("likes:jazz", "jazz")), {"likes:jazz": None}),
        ("I don't like it anymore", (("home", "bern"),), {}),
        ("I don't like it", (("likes:jazz", "jazz"),), {}),
        ("he's called Biscuit", (("pet:dog", "dog"), ("home", "lyon")), {"dog:biscuit": "biscuit"}),
        ("we have a cat, her name is Bella", (), {"pet:cat": "cat", "cat:bella": "bella"}),
        ("he's called Biscuit", (("home", "lyon"),), {}),
        ("not jazz, blues", (("home", "lyon"), ("likes:jazz", "jazz")), {"likes:blues": "blues"}),
        ("I meant blues, not jazz", (("likes:jazz", "jazz"),), {"likes:blues": "blues"}),
        ("not jazz, blues", (("likes:opera", "opera"),), {}),
        ("not now, later", (("likes:opera", "opera"),), {}),
    ],
)
def test_a_correction_without_a_slot_goes_to_what_fits(
    said: str, recent: tuple[tuple[str, str], ...], expected: dict[str, str | None]
) -> None:
    assert learned(said, recent) == expected


def test_a_correction_that_names_the_old_value_ends_it() -> None:
    mended = only("not jazz, blues", (("likes:jazz", "jazz"),))
    assert (mended.text, mended.ends) == ("Likes blues.", ("likes:jazz",))


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("I run every evening now", ("replaced~habit:run every evening",)),
        ("we're going to move to Porto instead", ("replaced~plan:move to porto",)),
        ("I ran my first marathon", ("done~ran first marathon",)),
        ("I like blues more than jazz", ("dislikes:blues",)),
    ],
)
def test_what_takes_the_place_of_another_says_so(said: str, ends: tuple[str, ...]) -> None:
    assert only(said).ends == ends


@pytest.mark.parametrize(
    ("said", "when", "text"),
    [
        ("I passed my driving test yesterday", "2026-05-31", "Passed their driving test (2026-05-31)."),
        ("we went to Iceland last summer", "2025", "Went to Iceland (summer 2025)."),
        ("in 2019 I walked the camino", "2019", "Walked the camino (2019)."),
        ("on March 3rd I gave my first lecture", "2026-03-03", "Gave their first lecture (2026-03-03)."),
        ("I ran my first 10k two weeks ago", "2026-05-18", "Ran their first 10k (2026-05-18)."),
        ("we bought a house last month", "2026-05", "Bought a house (2026-05)."),
        ("my son was born last night", "2026-05-31", "Their son was born (2026-05-31)."),
        ("we adopted a cat in January", "2026-01", "Adopted a cat (2026-01)."),
        ("we're getting married next June", "2027-06", "Is getting married (2027-06)."),
        ("surgery is on the 14th of november", "2026-11-14", "Has a surgery coming (2026-11-14)."),
        ("we fly to Oslo next week", "2026-06", "Plans: fly to Oslo (2026-06)."),
        ("I'm going to move to Lisbon in September", "2026-09", "Is going to move to Lisbon (2026-09)."),
        ("I have an exam on Friday", "2026-06-05", "Has an exam (2026-06-05)."),
        ("we're flying to Rome in three days", "2026-06-04", "Is flying to Rome (2026-06-04)."),
    ],
)
def test_a_deed_says_when_as_exactly_as_it_was_said(said: str, when: str, text: str) -> None:
    dated = next(c for c in extract(said, sent_at=MONDAY) if c.details.get("when"))
    assert (dated.details["when"], dated.text) == (when, text)
    past = (dated.key or "").startswith("event:")
    assert (dated.valid_from is not None) == past
    assert not past or (dated.valid_from is not None and dated.valid_from <= MONDAY)


def test_own_words_keeps_every_position() -> None:
    text = "hi\n<memory id=1>\nI like tea\n</memory>\n> I like cake\n```py\nI like go\n```\nI like jazz"
    own = own_words(text)
    assert len(own) == len(text)
    assert own.split() == ["hi", "I", "like", "jazz"]
    assert own.index("I like jazz") == text.index("I like jazz")


def test_an_unclosed_frame_hides_the_rest() -> None:
    assert own_words("<memory>\nI like tea\nI like jazz").strip() == ""


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_own_words_keeps_length_of_any_text(text: str) -> None:
    assert len(own_words(text)) == len(text)


FRAGMENTS = st.sampled_from(
    [
        *TEACHES,
        *TEACHES_NOTHING,
        "\x00",
        "\ud800",
        "I like ",
        "my name is ",
        "'",
        '"',
        "*",
        "\n",
        "> ",
        "```",
        ", and ",
        "?",
        "İ",
    ]
)


@given(
    st.lists(FRAGMENTS | st.text(alphabet=st.characters(exclude_categories=()), max_size=20), max_size=8).map(" ".join)
)
def test_a_quote_always_stands_where_its_span_says(text: str) -> None:
    for candidate in extract(text, sent_at=MONDAY, recent=(("favorite_food", "pizza"),)):
        assert candidate.span is not None
        start, end = candidate.span
        assert text[start:end] == candidate.quote
        assert candidate.quote
        assert candidate.text or candidate.ends
        assert 0 <= candidate.confidence <= 1


@pytest.mark.parametrize(
    "nasty",
    [
        "I like " + "a" * 1_000_000,
        "I like " * 150_000,
        "i like a, " * 100_000,
        " " * 1_000_000,
        "I am so " + "so " * 300_000,
        "my " * 300_000 + "?",
        '"' * 1_000_000,
        "well, " * 160_000 + "I like tea",
        "\n" * 500_000 + "<memory" * 70_000,
        "*_" * 500_000,
        "call me " * 120_000,
    ],
    ids=lambda nasty: nasty[:10].strip() or "blank",
)
def test_a_megabyte_of_anything_returns(nasty: str) -> None:
    assert isinstance(extract(nasty, sent_at=MONDAY), list)


@pytest.mark.timeout(20)
@pytest.mark.parametrize("said", ["I work at x", "My parents came to x", "I have with x", "I have and x"])
def test_a_sentence_that_ties_much_together_returns(said: str) -> None:
    """Each tie could be read in two ways once: sixty of them never came to an end."""
    tie = f" {said.split(maxsplit=2)[2].removeprefix('came ')}"
    assert all(one.text or one.ends for one in extract(f"{said}{tie * 60}", sent_at=MONDAY))


def test_a_message_is_read_up_to_its_limit() -> None:
    filler = "la " * (READ_AT_MOST // 3 + 1)
    assert learned("I like jazz. " + filler) == {"likes:jazz": "jazz"}
    assert learned(filler + ". I like jazz.") == {}


@pytest.mark.parametrize("year", [1, 9999])
def test_a_time_at_the_edge_of_the_calendar_is_no_error(year: int) -> None:
    edge = datetime(year, 1, 1, tzinfo=UTC) if year == 1 else datetime(year, 12, 31, tzinfo=UTC)
    said = "I went to Rome 900 years ago. My birthday was yesterday. I have an exam tomorrow. My birthday is tomorrow."
    assert extract(said, sent_at=edge)


def test_what_takes_the_place_of_another_is_a_sentence_whatever_the_slot() -> None:
    families = {rule.key.partition(":")[0] for rule in RULES if rule.key and "{" not in rule.key.partition(":")[0]} | {
        "favorite_food",
        "home",
        "owns",
    }
    for family in families:
        for key in (family, f"{family}:corolla"):
            for said in ("I traded my Corolla for a Tesla", "not corolla, Tesla", "actually it's a Tesla"):
                for one in extract(said, sent_at=MONDAY, recent=[(key, "corolla")]):
                    assert not re.search(r"[{}_~]|:\S", one.text), (key, said, one.text)
    (told,) = extract("I traded my Corolla for a Tesla.", sent_at=MONDAY, recent=[("owns:corolla", "corolla")])
    assert (told.text, told.key, told.ends) == ("Has a Tesla.", "owns:tesla", ("owns:corolla",))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("my wife priya passed away in 2019", "Their wife Priya passed away (2019)."),
        ("my dog rocky died", "Their dog Rocky died."),
        ("i broke up with liam", "Broke up with Liam."),
        ("i work at st marys", "Works at St Marys."),
    ],
)
def test_a_name_that_is_certainly_one_gets_its_capital(said: str, sentence: str) -> None:
    assert sentence in [one.text for one in extract(said, sent_at=MONDAY)]
