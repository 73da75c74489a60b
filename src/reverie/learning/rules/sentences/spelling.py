"""How people type, turned into the words that rules are written for.

Contractions, slang, lost apostrophes and words cut apart are opened, and of many ways of saying a thing one is left.
"""

from __future__ import annotations

import re
from itertools import chain

from reverie.text.patterns import lazy_pattern
from reverie.text.word_lists import CONDITIONS, PARTNERS

_I = re.IGNORECASE
_APART = lazy_pattern(r"\b([a-z]+) ?(n?) ?' ?(m|s|re|ve|ll|d|t)\b", _I)
_NO_APOSTROPHE = lazy_pattern(
    r"\b(i) (?=(?:m|ve|ll)\b)|\b(don|can|won|doesn|didn|isn|aren|wasn|haven|hasn|couldn|wouldn) (?=t\b)", _I
)
_SLANG_APART = lazy_pattern(r"\b(gon|wan) (na)\b|\b(got) (ta)\b", _I)


def rejoined(text: str) -> str:
    """Join words that were cut apart ("do n't", "i ' m", "i m", "gon na"); the result has the same length."""
    if " '" in text or "' " in text or " n'" in text:
        text = _APART.sub(_padded, text)
    if any(end in text for end in (" m ", " t ", " ve ", " ll ")):
        text = _NO_APOSTROPHE.sub(lambda m: f"{m.group()[:-1]}'", text)
    return _SLANG_APART.sub(_padded, text) if " na " in text or " ta " in text else text


def _padded(match: re.Match[str]) -> str:
    return match.group().replace(" ", "").ljust(len(match.group()))


_OPENED = {
    "i": "I", "i'm": "I am", "im": "I am", "iam": "I am", "i've": "I have", "ive": "I have", "i'd": "I would",
    "i'll": "I will", "we're": "we are", "we've": "we have", "weve": "we have", "it's": "it is",
    "that's": "that is", "thats": "that is", "name's": "name is", "bday's": "bday is", "birthday's": "birthday is",
    "birthdays": "birthday is", "don't": "do not", "dont": "do not", "can't": "can not", "cant": "can not",
    "cannot": "can not", "didn't": "did not", "didnt": "did not", "haven't": "have not", "havent": "have not",
    "won't": "will not", "wont": "will not", "he's": "he is", "she's": "she is", "hes": "he is", "shes": "she is",
    "they're": "they are", "theyre": "they are", "isn't": "is not", "isnt": "is not", "aren't": "are not",
    "arent": "are not", "wasn't": "was not", "wasnt": "was not", "couldn't": "could not", "couldnt": "could not",
    "doesn't": "does not", "doesnt": "does not", "wouldn't": "would not", "wouldnt": "would not",
    "you're": "you are", "youre": "you are", "u": "you", "ur": "your", "what's": "what is", "whats": "what is",
    "gonna": "going to", "wanna": "want to", "gotta": "got to", "tryna": "trying to", "ima": "I will",
    "favourite": "favorite", "fave": "favorite", "fav": "favorite", "favorit": "favorite", "favroite": "favorite",
    "favourites": "favorites", "favs": "favorites", "faves": "favorites",
    "favorate": "favorite", "favrite": "favorite", "colour": "color", "luv": "love", "looove": "love", "lov": "love",
    "gf": "girlfriend", "bf": "boyfriend", "gf's": "girlfriend's", "bf's": "boyfriend's", "hubby": "husband",
    "hubby's": "husband's", "wifey": "wife", "bday": "birthday", "b-day": "birthday", "brithday": "birthday",
    "alergic": "allergic", "allergik": "allergic", "vegitarian": "vegetarian", "vegeterian": "vegetarian",
    "vegaterian": "vegetarian", "collage": "college", "realy": "really", "rly": "really", "rlly": "really",
    "definately": "definitely", "defo": "definitely", "def": "definitely", "&": "and", "w/": "with", "bc": "because",
    "cuz": "because", "cos": "because", "becuase": "because", "pls": "please", "plz": "please",
    "town's": "town is", "hometown's": "hometown is", "job's": "job is",
    "major's": "major is", "nickname's": "nickname is", "tongue's": "tongue is", "tho": "though", "thru": "through",
    "yrs": "years", "yr": "year", "wrk": "work", "dr": "Dr", "colourblind": "colourblind",
    "n": "and", "studing": "studying", "libary": "library", "enginer": "engineer", "techer": "teacher",
    "diabetis": "diabetes", "astma": "asthma", "migranes": "migraines",
}  # fmt: skip
"""Words as they are typed to words as patterns have them; a value keeps the pattern's spelling then."""

_ADVERBS = (
    r"really|absolutely|totally|actually|just|also|currently|still|truly|literally|always|usually|often|personally|"
    r"honestly|mostly|mainly|now|recently|finally|officially|genuinely|both|freaking|fucking|definitely|certainly|"
    r"secretly|simply|particularly|especially|kinda sorta|low-?key|high-?key|happen to|do so|myself|already|deeply|"
    r"only just|too|basically|obviously|technically|legit|proudly|presently|nowadays|these days|at the moment|"
    r"of course|sadly|unfortunately|luckily|thankfully"
)
_ADVERB = lazy_pattern(
    rf"\b((?:I|we)(?: am not| am| are| have| do not| can not| did not)?|my|is|it) (?:{_ADVERBS})(?= (?!$))(?! (?:back|"
    rf"about|over|in|me|the|a|an|my|this|that|to|it|you|him|her|them)\b)",
    _I,
)
_SPACED = (" ,", " .", " ;", " :", " )", " ?", " !", "( ")
_PUNCTUATION = lazy_pattern(r" (?=[,;:.!?)](?:\s|$))|(?<=\() ")
_NAMES = lazy_pattern(r"\bmy names (?=\w)", _I)
_HAVE_GOT = lazy_pattern(
    r"\b(I|we) have (?:got|gotten)(?= (?:a|an|two|three|four|five|\d|hay|really|bad|no)\b)|"
    r"\bI got a (?=(?:dog|cat|puppy|kitten)\b)",
    _I,
)
_WE = lazy_pattern(r"\b(?:my [\w-]+(?: [\w-]+)? and I|me and my [\w-]+)\b", _I)
_ITS = lazy_pattern(r"\bits (?=(?:an?|the|my|me|not)\b|[\w-]+ (?:btw|here|again|by)\b)", _I)

_KIN_IS = lazy_pattern(
    r"\b((?:my|our) (?:[\w-]+ )?(?:mom|mum|mother|dad|father|sister|brother|wife|husband|partner|girlfriend|boyfriend|"
    r"son|daughter|grandma|grandpa|grandmother|grandfather|twin|uncle|aunt|cousin))'s(?= (?:an?|from|in|on|not|also|"
    r"vegan|vegetarian|allergic|\d+)\b)",
    _I,
)
"""Whose "'s" is no possessive, by what follows it: "my mom's a judge"."""

_RESTATED = (
    # What one does for a living comes last, and is not what one has ("I drive a truck").
    (lazy_pattern(r"^(I (?!am\b|work\b).+?) (for a living|to make a living)\b", _I), r"\2 \1"),
    (lazy_pattern(r"^my (eyes|hair) (?:is|are) (?!\w+ and)((?:\w+ )?(?:blue|green|brown|hazel|gr[ae]y|"
                r"red|blonde?|black|curly|long|short|white|pink|purple|ginger))\b", _I),
     r"I have \2 \1"),
    (lazy_pattern(r"^my hair is (\w+) and (\w+)\b", _I), r"I have \1 \2 hair"),
)  # fmt: skip


def plain(text: str) -> str:
    """The words as patterns read them: contractions opened, adverbs after "I" gone, single spaces."""
    if text.isupper() and len(text.split()) > 2:
        text = text.lower()
    said = " ".join([_OPENED.get(word.lower(), word) for word in text.split()])
    if any(mark in said for mark in _SPACED):
        said = _PUNCTUATION.sub("", said)
    if "its " in said:
        said = _ITS.sub("it is ", said)
    said, changed = _ADVERB.subn(r"\1", said)
    if changed:
        said = _ADVERB.sub(r"\1", said)
    if " got" in said:
        said = _HAVE_GOT.sub(lambda m: f"{m.group(1)} have" if m.group(1) else "I have a ", said)
    if "'s " in said:
        said = _KIN_IS.sub(r"\1 is", said)
    if "names " in said:
        said = _NAMES.sub("my name is ", said)
    if " living" in said or said.startswith("my "):
        for pattern, restated in _RESTATED:
            said = pattern.sub(restated, said)
    return _WE.sub("we", said) if " and " in said else said


_NP = r"(?P<v>(?!(?:it|that|this|they|he|she|you|what|which|everything|there|i|we|people|who|where)\b)[^,;]{2,40}?)"
_KIN = (
    rf"(?:{'|'.join(sorted(PARTNERS, key=len, reverse=True))}|missus|missis|mum|mom|dad|mummy|mommy|daddy|gran|nan|"
    r"nana|grandma|grandpa|granny|grandad|sis|bro|sister|brother|son|daughter|eldest|oldest|youngest|nephew|niece|"
    r"cousin|stepson|stepdaughter|stepdad|stepmum|best friend|"
    r"bestie|best mate|roommate|flatmate|twins|kids|boys|girls|dog|cat|puppy|kitten|parents|folks)"
)

_SAYINGS: tuple[tuple[str, str, str], ...] = (
    # who is whose: "hubby is called Ravi", "the missus, Jo"
    (
        "named called name name's names wife husband girlfriend boyfriend partner missus missis fiance fiancee kids "
        "dog cat son daughter eldest youngest oldest mum mom dad sister brother sis bro twins folks parents niece "
        "nephew cousin stepdad stepson stepdaughter",
        rf"(?:the |wee |little |big |older |younger )*(?P<v>{_KIN})(?P<rest>(?:'s)? (?:is |are )?(?:called|named) "
        rf".+|(?:'s)? names? (?:is|are) .+|"
        r"(?:,? (?-i:[A-Z])[a-z]+\b).*| and I\b.*|(?:'s)? (?:is|are) from .+|s? (?:came|come|immigrated) .*)",
        r"my \g<v>\g<rest>",
    ),
    ("missus missis wife husband kids", r"me and the (?P<v>\w+) (?P<rest>.+)", r"my \g<v> and I \g<rest>"),
    # where
    ("home", r"home(?: for me)?(?: now| these days| currently)? is(?: now| currently)? (?:in )?"
             r"(?P<v>(?!where\b|the\b|not\b|so\b|a (?:place|feeling|mess)\b).+)", r"I live in \g<v>"),
    ("home", rf"(?:it is )?{_NP} (?:is|has been)(?: now| my| our| currently)* home(?: (?:now|for me|to me|these days"
             r"|sweet home|since|for (?:now|the)).*)?", r"I live in \g<v>"),
    ("where", rf"{_NP} is where I (?:live|am based|call home|have settled|ended up|am living|settled)\b.*",
     r"I live in \g<v>"),
    ("where", rf"{_NP} is where I (?:am from|grew up|was born|come from)\b.*", r"I am from \g<v>"),
    ("greetings hello hi hey reporting writing", r"(?:greetings|hello|hi|hey|reporting|writing|coming to you)(?: live)?"
     r" from (?P<v>.+)", r"I live in \g<v>"),
    ("over here", r"(?:over |out |down |up )here in (?P<v>[^,]+?)(?:,| (?:we|it|the|I)\b).*", r"I live in \g<v>"),
    ("settled ended living", r"I (?:have )?(?:ended up|settled down|put down roots|made my home|am holed up|set up home"
     r"|bought a (?:house|flat|place)|rent a (?:room|flat|house|place)|have a (?:flat|house|place|room)) in (?P<v>.+)",
     r"I live in \g<v>"),
    # from where
    ("bred bones heart native roots", r"(?:I am )?(?:an? )?(?P<v>(?!I\b|we\b|was\b|not\b)[\w-]+(?: [\w-]+)?)"
     r" (?:born and (?:bred|raised)|native)\b(?! speaker| (?!here|but|and|,)\w).*", r"I was born in \g<v>"),
    ("childhood years upbringing", r"(?:I spent )?my (?:whole |entire )?(?:childhood|early years|upbringing|school "
     r"years)(?: was| were)?(?: spent)? in (?P<v>.+)", r"I grew up in \g<v>"),
    # what ails one
    ("*", rf"(?:my )?(?P<v>{CONDITIONS})(?:'s| is| has been| are| have been| has|) ?(?:been (?=playing|acting|bad|"
    rf"awful))?(?:really |so |being )?(?:playing|"
          r"acting|killing|kicking|flaring|been (?:my|with me|part)|bad|awful|terrible|back|the worst|ruining|no "
          r"joke|no fun|a pain|hell|at it)"
          r"\b.*", r"I have \g<v>"),
    ("*", rf"(?:my )?(?P<v>{CONDITIONS}) (?:brain|sufferer|warrior|survivor|patient|gang|club|life|flare(?:[- ]?up)?|"
          r"here|runs my|ruins my|rules my|from|after|for|means (?:I|my)|makes (?:me|my)|keeps me|stops me|since|"
          r"sucks)\b.*",
     r"I have \g<v>"),
    ("*", rf"(?:(?:living|struggling|dealing|coping) with|(?:\w+|\d+) years (?:of|with)|thanks to my) "
          rf"(?P<v>{CONDITIONS})(?:$|[ ,.].*)", r"I have \g<v>"),
    ("allergy allergic", r"(?P<v>[\w' -]{3,30}?) allergy (?:here|since|runs|means|is|and|strikes).*",
     r"I am allergic to \g<v>"),
    ("kill kills", r"(?P<v>[\w' -]{3,30}?) (?:would|will|could|can)(?: \w+ly)? kill me\b.*", r"I am allergic to \g<v>"),
    ("epipen anaphylaxis anaphylactic hives rash", r"(?P<v>[\w'-]+(?: [\w'-]+)?) (?:puts?|lands?|sends?|gets?|"
     r"give|gives) me (?:in|into|to)? ?(?:anaphyla\w+|hives|a rash)\b.*", r"I am allergic to \g<v>"),
    ("hives swell rash anaphylactic itchy wheeze epipen", r"I (?:come out in|break out in|swell|get|end up|go|carry|"
     r"start|puff)[\w -]*? (?:hives|a rash|up|anaphylactic|itchy|wheezing|balloon|an epipen|epipen)\b.*? (?:smell|eat"
     r"|touch|from|near|because of|for my|after) (?:my )?(?P<v>[\w' -]+?)(?: allergy)?", r"I am allergic to \g<v>"),
    # People do not get along either, so only what is said of food is read.
    ("mix agree", r"(?P<v>(?-i:[a-z])[\w'-]+(?: [\w'-]+)?) (?:and (?:me|I) do not mix|(?:do|does) not agree with me)\b"
     r"(?!.* my ).*", r"I am allergic to \g<v>"),
    ("hair", r"I (?:just |recently )?(?:have )?(?:dye|dyed|colou?r(?:ed)?) my hair (?P<v>[a-z]+)\b.*",
     r"I have \g<v> hair"),
    ("pets", r"my (?:only )?pets are (?P<v>(?:an?|two|three|four|\d) .+)", r"I have \g<v>"),
    ("raised", r"(?P<v>my [\w -]{2,30}) raised me\b(?P<rest>.*)", r"I was raised by \g<v>\g<rest>"),
    ("taught", r"my [\w -]{2,30} taught me(?: how)? to (?P<v>.+)", r"I can \g<v>"),
    # work
    ("living make earn", r"I (?:make|earn)(?: (?:a|my))? (?:living|money|keep)(?: by)? (?P<v>\w+ing\b.+)",
     r"my job is \g<v>"),
    ("pays bills rent table job living", r"(?P<v>\w+ing\b.+?) (?:pays (?:the|my) (?:bills|rent|way)|puts food on the "
     r"table|is (?:my|the) (?:day |main |full[- ]time )?(?:job|living|trade|profession|bread and butter|9 to 5|"
     r"livelihood)|is (?:what|how) I (?:do|make|earn|get)\b(?: a living| for)?)\b.*", r"my job is \g<v>"),
    ("9 nine 9-5 9-to-5 gig bread living shift days bills work work's", r"(?:my|by) (?:9 to 5|nine to five|9-to-5|9-5|"
     r"day gig|bread and butter|livelihood|trade) (?:is|involves|consists of)(?: being)? (?P<v>.+)",
     r"my job is \g<v>"),
    ("paid", r"I (?:get|am) paid to (?P<v>.+)", r"what I do for a living is \g<v>"),
    ("job", r"(?:my|the) (?:real |day |actual )*job is to (?P<v>.+)", r"what I do for a living is \g<v>"),
    ("job", r"(?:my )?(?:real|day|actual) job is (?P<v>.+)", r"my job is \g<v>"),
    ("hired", rf"{_NP} (?:just |recently )?hired me\b(?! to\b).*", r"I work for \g<v>"),
    ("speak", rf"{_NP} is what (?:we|I) speak\b.*", r"I speak \g<v>"),
    ("hands", r"(?P<v>(?!(?:yes|no|it|that|this|mine)\b)[\w'-]+(?: [\w'-]+){0,2}),? hands down", r"I love \g<v>"),
    ("days spend workday", r"I spend my (?:days|working days|workdays|shifts|nights|week) (?P<v>\w+ing\b.+)",
     r"my job is \g<v>"),
    ("day night", r"by day,? I am (?P<v>[^,]+)(?:,.*)?", r"I am \g<v>"),
    ("work's work", r"work(?:'s| is)(?: currently| now)? (?P<v>(?:at|for) .+?)(?: for me)?(?:, .*)?", r"I work \g<v>"),
    ("salary wages paycheck", r"(?P<v>(?!my\b|it\b|that\b|he\b|she\b)[\w &'-]+?) pays my (?:salary|wages|bills|"
    r"paycheck)\b.*", r"I work for \g<v>"),
    ("being", r"me being (?P<v>[^,]+?)(?:,.*)?", r"I am \g<v>"),
    ("since years", r"I have been (?P<v>an? [\w -]+?) (?:since|for (?:the )?(?:\d+|past|last|over|almost|about|two|"
    r"three"
     r"|four|five|six|seven|eight|nine|ten|many|twenty|thirty|forty)) .*", r"I am \g<v>"),
)  # fmt: skip

_ANY = "*"
_REWORDED = tuple((frozenset(cues.split()), lazy_pattern(said, _I), plain) for cues, said, plain in _SAYINGS)
_CUES = frozenset(chain.from_iterable(cues for cues, _, _ in _REWORDED)) - {_ANY}
_AILMENTS = frozenset(re.findall(r"[a-z]{3,}", CONDITIONS)) - frozenset("the bad high low back type one two".split())
_WORD = lazy_pattern(r"[a-z0-9'-]+")


def restated(bare: str) -> str:
    """A clause in the words of the rule that is for what it says; as it is where it says it already, or nothing."""
    words = set(_WORD.findall(bare.lower()))
    if words.isdisjoint(_CUES) and (bare.startswith("I ") or words.isdisjoint(_AILMENTS)):
        return bare
    for cues, said, plain in _REWORDED:
        if (_ANY in cues or not words.isdisjoint(cues)) and (match := said.fullmatch(bare)):
            return match.expand(plain)
    return bare
