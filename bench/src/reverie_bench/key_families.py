"""What a key is about, whoever named it: ``likes:jazz``, ``favorite_music_artist`` and ``like_food`` are all tastes.

A key is split into words, and each word looked up; the family listed first wins, so that ``favorite_animal`` is a
taste and not a pet. Families in one group count as the same, because one sentence fits either: "I like to paint" is a
liking, a hobby, a habit or a skill.
"""

from __future__ import annotations

import re

FAMILIES: tuple[tuple[str, str], ...] = (
    ("dislike", "dislike dislikes disliked hate hates detest detests aversion"),
    ("fear", "fear fears phobia afraid scared"),
    (
        "plan",
        "plan plans goal goals want wants wish wishes dream dreams intention intend intends aspiration future "
        "appointment desire hope hopes resolution",
    ),
    ("event", "event events happened happening episode accomplishment achievement milestone"),
    (
        "taste",
        "like likes liked love loves enjoy enjoys favorite favorites favourite favourites prefer prefers preference "
        "preferences interest interests taste tastes fan passion",
    ),
    ("hobby", "hobby hobbies pastime activity activities collects collection plays leisure"),
    ("habit", "habit habits routine routines regularly exercise lifestyle custom smoke smokes"),
    ("learning", "learning learns"),
    ("language", "language languages speaks speak tongue fluent"),
    ("skill", "skill skills ability abilities talent talents instrument can"),
    (
        "health",
        "allergy allergies allergic condition conditions health illness disease disability medical intolerance "
        "diagnosis medication injury",
    ),
    ("diet", "diet diets dietary vegan vegetarian avoid avoids eat eats eating"),
    ("feeling", "feeling feelings feel feels mood emotion emotions"),
    ("birthday", "birthday birthdate born bday date"),
    ("age", "age years"),
    ("gender", "pronoun pronouns gender sex"),
    ("religion", "religion religious faith belief beliefs spirituality"),
    ("trait", "trait traits personality character temperament"),
    ("cannot", "cannot inability unable incapable"),
    ("member", "member membership club belongs"),
    (
        "origin",
        "origin heritage ancestry descent hometown nationality ethnicity citizenship native grew roots "
        "birthplace birth",
    ),
    (
        "family",
        "partner wife husband girlfriend boyfriend fiance spouse marital marriage married relationship dating mother "
        "father mom mum dad parent parents sister sisters brother brothers sibling siblings son sons daughter "
        "daughters kid kids child children chidren twin twins baby cousin cousins aunt uncle niece nephew grandmother "
        "grandfather grandma grandpa grandparent grandparents grandson granddaughter grandchild grandchildren "
        "stepmother stepfather stepbrother stepsister stepson stepdaughter godmother godfather godson goddaughter "
        "family relative relatives friend friends roommate flatmate colleague coworker boss neighbor neighbour "
        "therapist teacher",
    ),
    (
        "pet",
        "pet pets animal animals dog dogs puppy cat cats kitten rabbit bunny hamster gerbil rat mouse guinea parrot "
        "budgie canary cockatiel bird fish goldfish koi horse mare pony donkey turtle tortoise snake python gecko "
        "lizard iguana chameleon frog axolotl ferret chinchilla hedgehog chicken hen duck goose goat sheep pig cow "
        "llama alpaca spider tarantula snail crab bee bees",
    ),
    ("study", "study studies studied student school schools university college degree education major academic course"),
    (
        "work",
        "work works job jobs employer employed employment company profession occupation career industry teaches "
        "teach service military veteran "
        "volunteers volunteer volunteering business workplace position role",
    ),
    ("home", "home live lives lived living address residence resides location city town country place based"),
    ("body", "physical appearance looks body hair eyes eye height weight tall"),
    ("name", "nickname nicknames name names called alias"),
    # What a taste may be for, where no word says that it is one.
    ("taste", "music movie film book food drink sport sports game show song band artist author color colour season"),
    ("event", "experience experiences did past visited travelled traveled expecting"),
    ("owns", "own owns owned possession possessions vehicle car bike house property belongings thing item have has"),
)
"""Each family with the words that name it, the surest first. A key none of whose words stands here has no family."""

GROUPS: tuple[frozenset[str], ...] = (
    frozenset({"taste", "hobby", "habit", "skill", "learning", "language"}),
    frozenset({"study", "learning"}),
    frozenset({"study", "work"}),
    frozenset({"diet", "health"}),
    frozenset({"pet", "owns", "family"}),
)
"""Families that count as the same for one and the same value: "I paint", "I'm a law student", "I have two cats"."""

DEEDS = frozenset({"plan", "event", "habit"})
"""Families whose values are deeds, told in more than one way."""

_WORDS = {word: (place, name) for place, (name, words) in reversed(list(enumerate(FAMILIES))) for word in words.split()}
SPLIT = re.compile(r"[^a-z]+")
"""What stands between the words of a key."""

_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def family(key: str) -> str | None:
    """The family of a key, by the words before its colon.

    >>> family("favorite_music_artist"), family("dog:rex"), family("hasProfession"), family("xyzzy")
    ('taste', 'pet', 'work', None)
    """
    words = SPLIT.split(_CAPITAL.sub("_", key.partition(":")[0]).casefold())
    return min((_WORDS[word] for word in words if word in _WORDS), default=(0, None))[1]


def related(first: str | None, second: str | None) -> bool:
    """Whether two families count as the same; an unknown one is related to none."""
    return first is not None and (first == second or any({first, second} <= group for group in GROUPS))
