"""Rules for who someone is: names, pronouns, age, birthday, where they live and come from, family and pets."""

from __future__ import annotations

from reverie.domain.rules.rule import Rule, Shape
from reverie.domain.rules.words import DEMONYMS, KIN, PARTNERS, SPECIES


def _any_of(listed: frozenset[str] | dict[str, str]) -> str:
    return "|".join(sorted(listed, key=lambda word: (-len(word), word)))


_KIN, _PARTNER, _SPECIES = _any_of(KIN), _any_of(PARTNERS), _any_of(SPECIES)
_COUNT = r"two|three|four|five|six|seven|2|3|4|5|6|7"
_DEAR = (
    r"(?:(?:little|big|baby|older|elder|younger|oldest|eldest|youngest|twin|half|best|good|close|old|new|dear|sweet|"
    r"lovely|beloved|amazing|wonderful|other|only|late) )?"
)

IDENTITY: tuple[Rule, ...] = (
    Rule(
        name="name",
        pattern=r"my (?:full |first |real |actual )?name is (?P<value>.+)",
        key="name",
        text="Name is {value}.",
        importance=0.9,
        confidence=0.9,
        shape=Shape.NAME,
        examples={
            "my name is John": {"name": "john"},
            "Hi! My name is Ada Lovelace, nice to meet you": {"name": "ada lovelace"},
            "my names alex btw": {"name": "alex"},
        },
        silent=("my name is not important", "my name is on the list", "what if my name is Bob"),
    ),
    Rule(
        name="introduction",
        pattern=r"(?:hi|hello|hey|heya|hiya|howdy|greetings|good (?:morning|evening|afternoon))(?: there| "
        r"everyone| all)?"
        r"[ ,.!]+I am "
        r"(?P<value>(?-i:[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}))(?:$|[,.!;] .*| (?:from|and|btw|by)\b.*)",
        key="name",
        text="Name is {value}.",
        importance=0.9,
        confidence=0.8,
        shape=Shape.PROPER,
        examples={"Hi, I'm Alex": {"name": "alex"}, "Hey there! I'm Priya.": {"name": "priya"}},
        silent=("Hi, I'm back", "hello I'm so tired of this", "I'm Batman"),
    ),
    Rule(
        name="nickname",
        pattern=r"(?:(?:you can |please |just |feel free to |everyone |everybody |people |most people |(?:all "
        r")?my friends |"
        r"friends |they |folks |my family |but )*calls? me|my nickname is|I go by) (?P<value>.+)",
        key="nickname",
        text="Goes by {value}.",
        importance=0.9,
        confidence=0.9,
        shape=Shape.NAME,
        examples={
            "call me Al": {"nickname": "al"},
            "everyone calls me Bee": {"nickname": "bee"},
            "My name's Alexandra but everyone calls me Lex": {"name": "alexandra", "nickname": "lex"},
            "you can call me sam": {"nickname": "sam"},
        },
        silent=(
            "call me later",
            "call me crazy but it works",
            "call me when you're done",
            "people call me all the time",
        ),
    ),
    Rule(
        name="pronouns",
        pattern=r"(?:my pronouns are|I (?:use|go by)(?: the pronouns)?) (?P<value>(?:she|he|they|xe|ze|it|fae)"
        r"(?: ?[/,] ?\w{2,6}){1,2})",
        key="pronouns",
        text="Pronouns are {value}.",
        importance=0.9,
        confidence=0.9,
        shape=Shape.EXACT,
        examples={"my pronouns are they/them": {"pronouns": "they/them"}, "I use she/her": {"pronouns": "she/her"}},
        silent=("her pronouns are she/her",),
    ),
    Rule(
        name="pronouns alone",
        pattern=r"(?P<value>(?:she|he|they)/(?:her|him|them|they)(?:/\w+)?)(?: please| pls| btw)?",
        key="pronouns",
        text="Pronouns are {value}.",
        importance=0.9,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"she/her please! and you?": {"pronouns": "she/her"}},
        silent=("is it she/her?", "his pronouns are he/him"),
    ),
    Rule(
        name="age",
        pattern=r"I (?:am|turned|have turned) (?P<value>[1-9]\d)(?: ?(?:years? old|yrs? old|yo|y/o)\b.*| (?:today|"
        r"now|yesterday|last .*)|, .*|$)",
        key="age",
        text="Is {value} years old.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "im 34 years old": {"age": "34"},
            "I just turned 40 last week": {"age": "40"},
            "I'm 27 and I live in Oslo": {"age": "27", "home": "oslo"},
        },
        silent=("I'm 20 minutes late", "I'm 100% sure", "I am 10 times better at this", "my sister is 34 years old"),
    ),
    Rule(
        name="birthday",
        pattern=r"(?:my (?:birthday|bday|birth day|date of birth) is|I was born)(?: on| in)? (?P<value>.+)",
        key="birthday",
        text="Birthday is {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.DAY,
        examples={
            "my birthday is on March 3rd": {"birthday": "march 3"},
            "I was born on the 12th of May 1990": {"birthday": "may 12"},
            "my bday is 3 october": {"birthday": "october 3"},
        },
        silent=("my birthday is going to be great", "when is my birthday?"),
    ),
    Rule(
        name="birthday from today",
        pattern=r"(?:my (?:birthday|bday) (?:is|was) |(?=\w+ is my (?:birthday|bday)))"
        r"(?P<value>today|tomorrow|yesterday)\b.*",
        key="birthday",
        text="Birthday is {date}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"my birthday is tomorrow!!": {"birthday": "june 2"}, "today is my birthday": {"birthday": "june 1"}},
        silent=("today is my sister's birthday",),
    ),
    Rule(
        name="home",
        pattern=r"(?:I|we) (?:live|am living|are living|have lived|have been living|am based|are based|reside) "
        r"(?:in|near|just outside|outside|outside of) (?P<value>.+)",
        key="home",
        text="Lives in {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.PLACE,
        examples={
            "I live in New York with my cat": {"home": "new york"},
            "i live in bern": {"home": "bern"},
            "We've been living in the Netherlands for three years": {"home": "netherlands"},
        },
        silent=(
            "I live in a small flat",
            "I live in constant fear",
            "my brother lives in Rome",
            "I would live in Paris",
        ),
    ),
    Rule(
        name="moved",
        pattern=r"(?:I|we) (?:have )?(?:moved|relocated)(?: back| away| over| here| down| up)*(?: from "
        r"(?P<old>.+?))? to (?P<value>.+)",
        key="home",
        text="Lives in {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.PLACE,
        examples={
            "I moved to Bern": {"home": "bern"},
            "I just moved from Berlin to Bern last month": {"home": "bern"},
            "we recently relocated to Cape Town": {"home": "cape town"},
        },
        silent=(
            "I moved to the next level",
            "I moved to a new apartment",
            "my parents moved to Spain",
            "if I moved to Rome",
        ),
    ),
    Rule(
        name="origin",
        pattern=r"I (?:am (?:originally |born and raised )?from|moved here from|come from|grew up in|was (?:born "
        r"and )?raised in|"
        r"was born in|am born in) (?P<value>(?!the \d|\d|(?:january|february|march|april|may|june|july|august|"
        r"september|october|november|december)\b).+)",
        key="origin",
        text="Comes from {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PLACE,
        examples={
            "I'm originally from Porto": {"origin": "porto"},
            "I grew up in rural Kansas": {},
            "I grew up in Ghana": {"origin": "ghana"},
            "im from chile": {"origin": "chile"},
        },
        silent=("I'm from the future lol", "I come from a big family", "I grew up in the 80s", "I was born in 1990"),
    ),
    Rule(
        name="nationality",
        pattern=rf"I am (?:half |part |originally )?(?P<value>{DEMONYMS})(?:$|[,.!].*| (?:and|by|from|but|so|on|"
        rf"born)\b.*)",
        key="nationality",
        text="Is {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"I'm Brazilian": {"nationality": "brazilian"}},
        silent=("I'm pretty sure she's Brazilian", "I'm English teacher shopping"),
    ),
    Rule(
        name="partner",
        pattern=rf"(?<!\")my {_DEAR}(?P<relation>{_PARTNER})(?: is (?:called|named)| 's name is|'s name is|, "
        rf"(?=\w+,)|) (?P<value>[^,;]+)",
        key="partner",
        text="Has a {relation} named {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.PROPER,
        anywhere=True,
        examples={
            "my wife Ana made dinner": {"partner": "ana"},
            "My boyfriend Tom is a good cook.": {"partner": "tom"},
            "my husband's name is Ravi": {"partner": "ravi"},
        },
        silent=("my wife is great", "my ex-wife Carla called", "his wife Ana made dinner", "my wife loves opera"),
    ),
    Rule(
        name="partner, turned round",
        pattern=rf"(?P<value>[\w-]+) is my {_DEAR}(?P<relation>{_PARTNER})(?: .*)?",
        key="partner",
        text="Has a {relation} named {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.NAME,
        examples={"elias is my boyfriend": {"partner": "elias"}},
        silent=("he is my boyfriend", "this is my wife", "who is my partner"),
    ),
    Rule(
        name="relation",
        pattern=rf"(?<!\")my {_DEAR}(?P<relation>{_KIN})(?: is (?:called|named)|'s name is|) (?P<value>[^,;]+)",
        key="{relation}:{value}",
        text="Has a {relation} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        anywhere=True,
        examples={
            "my sister Mia loves opera": {"sister:mia": "mia"},
            "My mom's name is Rosa": {"mother:rosa": "rosa"},
            "I had lunch with my best friend Joe yesterday": {"friend:joe": "joe"},
            "my baby brother is called Leo": {"brother:leo": "leo"},
        },
        silent=("my sister loves opera", "my brother says I'm lazy", "your sister Mia is nice", "my mom is Catholic"),
    ),
    Rule(
        name="relation, turned round",
        pattern=rf"(?P<value>[^ ,;]+(?: [^ ,;]+)?) is my {_DEAR}(?P<relation>sister|brother|son|daughter|cousin|"
        rf"aunt|uncle|niece|nephew|mother|father)(?: .*)?",
        key="{relation}:{value}",
        text="Has a {relation} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        examples={"Mia is my little sister": {"sister:mia": "mia"}},
        silent=("She is my sister", "This is my brother", "Coffee is my best friend", "Music is my therapist"),
    ),
    Rule(
        name="relation had",
        pattern=rf"(?:I|we) have (?:a|an|{_COUNT}) {_DEAR}(?P<relation>{_KIN}),? (?:named|called) (?P<value>.+)",
        key="{relation}:{value}",
        text="Has a {relation} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        many=True,
        examples={
            "I have a son named Theo": {"son:theo": "theo"},
            "we have two kids called Nora and Finn": {"child:nora": "nora", "child:finn": "finn"},
        },
        silent=("she has a son named Theo",),
    ),
    Rule(
        name="relations named",
        pattern=r"(?:my|our) (?P<relation>kids|children|sons|daughters|sisters|brothers)(?:(?:'s?)? names are| "
        r"are (?:named|called)) (?P<value>.+)",
        key="{relation}:{value}",
        text="Has a {relation} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        many=True,
        examples={"my kids are named Ivy and Max": {"child:ivy": "ivy", "child:max": "max"}},
        silent=("my kids are German and loud", "my brothers are loud"),
    ),
    Rule(
        name="family",
        pattern=r"(?:I|we) have (?P<value>(?:an?|two|three|four|five|\d) (?:(?:little|big|older|younger|twin|grown) )?"
        r"(?:sister|brother|sibling|son|daughter|kid|child|twin|grandkid|grandson|granddaughter)(?:s|ren)?)(?! "
        r"(?:who|that|named|called|in|at))\b.*",
        key="family:{value}",
        text="Has {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "I have two kids": {"family:two kids": "two kids"},
            "I've got a twin brother": {"family:twin brother": "twin brother"},
        },
        silent=("I have a kid in my class who sings", "I have kids to feed"),
    ),
    Rule(
        name="relationship status",
        pattern=r"I (?:am|got|have been|just got)(?: happily| recently| newly)? (?P<value>married|engaged|"
        r"divorced|widowed|single)(?!-)(?! (?:to be|the|handed|in))\b.*",
        key="relationship_status",
        text="Is {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "I'm happily married": {"relationship_status": "married"},
            "I'm newly single": {"relationship_status": "single"},
        },
        silent=("I'm not single", "my sister got engaged", "I am engaged in a debate"),
    ),
    Rule(
        name="pet",
        pattern=rf"(?:my|our) {_DEAR}(?P<species>{_SPECIES})(?:'s name is| is (?:called|named)|) (?P<value>[^,;]+)",
        key="{species}:{value}",
        text="Has a {species} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        anywhere=True,
        examples={
            "my dog is called Biscuit": {"dog:biscuit": "biscuit"},
            "my cat Miso knocked over a plant": {"cat:miso": "miso"},
            "our guinea pig's name is Pip": {"guinea pig:pip": "pip"},
        },
        silent=("my dog is sleeping", "my dog barks", "her dog Rex bit me", "your cat Miso is cute"),
    ),
    Rule(
        name="pet had",
        pattern=rf"(?:I|we) (?:have|own|got|adopted|bought|rescued) (?:a|an|{_COUNT}|the cutest) (?:[\w-]+ "
        rf"){{0,3}}?(?P<species>{_SPECIES}),?"
        r" (?:named|called|whose name is|(?=(?-i:[A-Z])\w+ and )) ?(?P<value>.+)",
        key="{species}:{value}",
        text="Has a {species} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        many=True,
        examples={
            "I have a dog named Biscuit": {"dog:biscuit": "biscuit"},
            "my partner and I have two cats, Luna and Sol": {"cat:luna": "luna", "cat:sol": "sol"},
            "we've got two cats called Salt and Pepper": {"cat:salt": "salt", "cat:pepper": "pepper"},
        },
        silent=("my aunt has a dog named Biscuit",),
    ),
    Rule(
        name="pet kept",
        pattern=rf"(?:I|we) (?:have|own|got|adopted) (?P<value>(?:a|an|{_COUNT}) (?:(?:[\w-]+ ){{0,2}}?)(?:{_SPECIES}))"
        r"(?! (?:named|called|allergy|person|problem|food|toy|costume|bed|phobia|friend))(?:$|[ .!]).*",
        key="pet:{value}",
        text="Has {value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "I have two cats": {"pet:two cats": "two cats"},
            "we have a golden retriever": {"pet:golden retriever": "golden retriever"},
        },
        silent=("I don't have a dog", "I want a dog"),
    ),
)
