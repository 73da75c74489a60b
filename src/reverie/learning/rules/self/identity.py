"""Rules for who someone is: names, pronouns, age, birthday, looks, belief, languages; places and family beside them."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape
from reverie.learning.rules.self.character import BACKGROUND, CHARACTER
from reverie.learning.rules.self.family import FAMILY, RELATIVES
from reverie.learning.rules.self.pets import PETS
from reverie.learning.rules.self.places import PLACES

_TENS = r"(?:twenty|thirty|forty|fourty|fifty|sixty|seventy|eighty|ninety)"
_GROWN = rf"(?:1[89]|[2-9]\d|{_TENS}(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
_YEARS = rf"(?:1[0-7]|(?:thir|four|fif|six|seven|eigh|nine)teen|{_GROWN})"
_PRONOUNS = r"(?:she|he|they|xe|ze|it|fae|ey)"
_CALLERS = (
    r"(?:(?:you (?:can|may) |please |just |feel free to |everyone |everybody |people |most people |(?:all )?my \w+ |"
    r"(?:my )?(?:close |old |good |best )?friends |they |folks |family |but |and )*(?:\w+ly |just |all |always |"
    r"sometimes )?calls? me|my nickname is|I go by|"
    r"I am known as|(?:my )?(?:friends|mates|people|folks|they|everyone|family) (?:all )?knows? me as|better known "
    r"as|I answer to|(?:just |please )?make it|my (?:mates|family|gran|friends) (?:says?|use|shorten it to))"
)

_ABOUT_ONESELF: tuple[Rule, ...] = (
    Rule(
        name="name",
        pattern=r"(?:my|the)? ?(?:full |first |real |actual |legal |given |birth )?name(?:,| is) (?P<value>(?!,).+)",
        key="name",
        text="Name is {value}.",
        importance=0.9,
        confidence=0.9,
        shape=Shape.NAME,
    ),
    Rule(
        name="introduction",
        pattern=r"(?:hi|hello|hey|heya|hiya|howdy|greetings|good (?:morning|evening|afternoon))(?: there| "
        r"everyone| all)?[ ,.!]+I am (?P<value>(?-i:[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}))(?:$|[,.!;] .*| "
        r"(?:from|and|btw|by)\b.*)",
        key="name",
        text="Name is {value}.",
        importance=0.9,
        confidence=0.8,
        shape=Shape.PROPER,
    ),
    Rule(
        name="introduction by a given name",
        pattern=r"(?:I am|this is|it is|(?=[\w-]+ here\b)) ?(?P<value>[\w-]+(?: (?-i:[A-Z])[\w-]+)?)(?:$|, .*| "
        r"(?:btw|by the way|here|again|"
        r"from|and|lol)\b.*)",
        key="name",
        text="Name is {value}.",
        importance=0.9,
        confidence=0.8,
        shape=Shape.GIVEN,
    ),
    Rule(
        name="introduction after a greeting",
        pattern=r"(?:(?:hi|hey|hello|heya|hiya|howdy|yo)(?: there| all| everyone)?[ ,.!]+(?:it is|this is) |yours "
        r"truly,? |"
        r"the name is |signed,? |people here know me as |I introduce myself,? )(?P<value>(?!not\b|me\b|my\b|so\b|"
        r"going\b)"
        r".+)|(?:it is|I am) (?P<value1>(?-i:[A-Z])\w+),? (?:with an?|spelled|spelt|rhymes with|as in|pronounced|"
        r"short for)"
        r"\b.*",
        key="name",
        text="Name is {value}.",
        importance=0.9,
        confidence=0.8,
        shape=Shape.NAME,
    ),
    Rule(
        name="year of birth",
        pattern=r"I (?:was|am) (?:born|a child|a baby)(?: back| way back)? (?:in|of) (?:the (?:spring|summer|winter|"
        r"autumn|"
        r"fall) of )?(?P<value>(?:19[2-9]|20[01])\d)\b.*",
        key="birth_year",
        text="Was born in {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="nickname",
        pattern=rf"{_CALLERS} (?P<value>.+)",
        key="nickname",
        text="Goes by {value}.",
        importance=0.9,
        confidence=0.9,
        shape=Shape.NAME,
    ),
    Rule(
        name="pronouns",
        pattern=rf"(?:(?:my )?pronouns(?: are|:)|I (?:use|go by|am)(?: the pronouns)?|(?:please )?(?:use|refer to me "
        rf"(?:with|"
        rf"as|using|by)))(?: the pronouns)? (?P<value>{_PRONOUNS}(?<!it)(?: ?[/,] ?\w{{2,6}}){{1,2}}|they them|she "
        rf"her|he him)\b"
        r"(?: .*|, .*)?",
        key="pronouns",
        text="Pronouns are {value}.",
        importance=0.9,
        confidence=0.9,
        shape=Shape.EXACT,
    ),
    Rule(
        name="pronouns alone",
        pattern=r"(?P<value>(?:she|he|they|xe|ze)/(?:her|him|them|they|xem|zir|hir)(?:/\w+)?)(?: please| pls| btw| "
        r"for me| "
        r"here)?",
        key="pronouns",
        text="Pronouns are {value}.",
        importance=0.9,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="age",
        pattern=rf"I (?:(?:have )?(?:turned|just hit|hit|reached)|am|am turning|am pushing|am approaching|am "
        rf"nearing|am "
        rf"already|am aged|am about to (?:turn|be)|will be|celebrate my) (?:only |the big |nearly |almost )*"
        rf"(?P<value>{_YEARS}|[2-9] ?0)"
        r"(?: ?(?:years? (?:old|young|of age)|yo|y/o|year old)\b.*| ?[mf]\b.*| (?:today|now|yesterday|and|lol|haha|"
        r"btw|tho|next|in|going|since|"
        r"still|as|with|soon|old|if|at|because|years|though|but|so|from|already|yet|this|last)\b.*|[.!;]? ?$|, .*)"
        r"|I (?:am|still|have|live|got|started|learned|do|go)\b.{3,50} (?:at|at the age of|at age) "
        rf"(?P<value1>{_GROWN})(?:$|[,.!] .*)",
        key="age",
        text="Is {value} years old.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="age reached",
        pattern=rf"I (?:have )?turned (?P<value>{_YEARS})(?! (?:degrees|heads|pages|minutes|of|people|times)\b)\b.*",
        key="age",
        text="Is {value} years old.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="age of a person",
        pattern=rf"I am an? (?:(?:[\w-]+ ){{0,4}}of (?P<value>{_GROWN})|(?P<value1>{_YEARS})[- ](?:years?|yr)[- "
        rf"]?old\b|"
        rf"(?P<value2>{_YEARS}) ?(?:yo|y/o)\b)(?! (?:car|house|dog|cat|account))\b.*",
        key="age",
        text="Is {value} years old.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="age, short",
        pattern=rf"(?:my )?age(?: is|:) (?P<value>{_YEARS})|(?P<value1>[1-9]\d) ?/?[mf](?: here)\b.*|I (?:am having|"
        rf"have) (?P<value2>{_YEARS}) years(?: old)?",
        key="age",
        text="Is {value} years old.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="age by decade",
        pattern=r"I am (?:well |firmly |deep )?(?:in|into|approaching) my (?P<value>(?:early[ -]|mid[ -]|late[ "
        r"-])?(?:teens|[2-9]0'?s|twenties|thirties|forties|"
        r"fifties|"
        r"sixties|seventies|eighties|nineties))\b.*",
        key="age",
        text="Is in their {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="birthday",
        pattern=r"(?:my |it is my )?(?:birthday|bday|birth day|date of birth|dob)(?: is (?:coming up|soon)[,:]?| is|"
        r":| falls| was)?"
        r"(?: on| in)? (?P<value>.+)|I (?:was|am) born(?: on| in)? (?P<value1>.+)|"
        rf"I (?:turn|am turning|will be|will turn) {_YEARS} on (?P<value3>.+)|"
        r"I am a (?:leap year|christmas|new year's|halloween) baby, (?P<value2>.+)",
        key="birthday",
        text="Birthday is {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.DAY,
    ),
    Rule(
        name="birthday from today",
        pattern=r"(?:my birthday (?:is|was) |(?:it is my birthday )|(?=\w+ is my birthday))"
        r"(?P<value>today|tomorrow|yesterday)\b.*",
        key="birthday",
        text="Birthday is {date}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="languages",
        pattern=r"(?:I (?:can |grew up |also )?(?:speak|speaking)(?: (?:two|three|four|five|six|\d|several|many) "
        r"(?:different )?languages?[,:]?(?: (?:like|including))?)?|I am (?:fluent in|(?:bilingual|trilingual|"
        r"multilingual)(?:,|:| in|, I speak)?|a native speaker of)|we speak|my (?:native|first|mother|second|third) "
        r"(?:language|tongue) (?:is|was)|my (?:native|first|mother) (?:language|tongue)s are|I (?:am|was) raised "
        r"(?:bilingual )?"
        r"(?:in|speaking|with)) (?P<value>.+)",
        key="speaks:{value}",
        text="Speaks {value}.",
        confidence=0.8,
        shape=Shape.LANGUAGE,
        many=True,
    ),
)

IDENTITY: tuple[Rule, ...] = (*_ABOUT_ONESELF, *PLACES, *FAMILY, *BACKGROUND, *RELATIVES, *PETS, *CHARACTER)
"""Everything about who someone is, in the order it is tried."""
