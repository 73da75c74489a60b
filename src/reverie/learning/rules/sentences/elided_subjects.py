"""What goes without saying in a chat, put back: the "I" and the "I am" of a sentence that begins without them.

"Vegetarian since I was nine", "mother of two here", "moved to Ghent", "three cats and a tortoise" all leave out who
is meant, because only one person can be. A beginning counts by its class (a state one is in, something one is, a
deed, a number of things) and only where what follows cannot be its verb: "nurse since 2010" and not "nurses are tired".
"""

from __future__ import annotations

import re

from reverie.text.patterns import lazy_pattern
from reverie.text.word_lists import DEMONYMS, DIETS, FEELINGS, KIN, ROLES, SPECIES, TRAITS

_I = re.IGNORECASE

BEGUN = (
    r"could never|would (?:give|kill|love)|want (?:to|an?)|wanna|spend (?:way|too|most|all|my|hours)|hope to|"
    r"dream of|no longer|gave my|am|was|got|had|turned|moved|grew up|started|became|adopted|bought|traded|"
    r"passed|aced|failed|finished|graduated|"
    r"quit|broke|stopped|gave up|dropped out|dropped (?=[a-z]+$|[a-z]+,)|cancell?ed|lost|won|ran|sold|went|met|"
    r"visited|signed up|joined|flew|took|baked|cooked|watched|spent|retired(?=$| in | from | at | last | early| "
    r"when)|never (?:learn(?:ed|t)|liked|cared|been|"
    r"got|could|miss|eat|drink|touch|go|leave|had|owned|smoked|drove)|have (?:two|three|four|five|six|\d)|work (?:as|"
    r"at|for|in|on|nights|days|from|with)|live (?:in|on|near|with|alone|by)|drive an?|own an?|play the|love|hate|"
    r"adore|enjoy|prefer|collect|do not|don't|dont|can not(?! wait)|can't(?! wait)|cant(?! wait)|used to|teach|"
    r"speak|sing (?:in|alto|tenor|bass|"
    r"soprano)|volunteer|served|studied|lived|worked|served|married|served|trained|(?:have not|haven't|havent) (?:"
    r"eaten|touched|had|drunk|smoked|been)|swear by|suffer from|belong to|weigh|wear|avoid|(?:stay|steer|keep) (?:"
    r"clear|away)|come from|hail from|run an?|give my|raise|breed|keep (?:bees|chickens|kosher|halal|shabbat|horses|"
    r"pigeons)|"
    r"freelance(?=$|,| (?:as|in|for|and)\b)|commute|work$|drink (?:only|no)|(?:always|usually|often|mostly|mainly|"
    r"rarely|generally|normally|hardly"
    r" ever) (?!a\b|the\b|an\b|my\b|in\b|at\b)[a-z]+(?<!ed)(?<!ing)(?<!ly)|binged|backpacked|inherited|honeymooned|"
    r"celebrated|attended|toured|hiked|cycled|climbed|completed|earned|enrolled|separated from|divorced (?=my)|raised "
    r"(?=two|three|my|by)"
)
"""Verbs that begin a sentence whose "I" is left out."""

_DEGREE = (
    r"(?:(?:so|very|really|pretty|quite|rather|super|totally|total|absolutely|completely|utterly|a bit|bit|a little|"
    r"kinda|slightly|extremely|incredibly|proudly|happily|newly|recently|freshly|still|also|currently|now|officially|"
    r"severely|mildly|deathly|legally|clinically|fairly|mostly|generally|always|strictly|practically|basically|"
    r"naturally|half|part|proud|lifelong|big|huge|almost|nearly|too|just|such|secretly) )*"
)
_STATES = (
    r"not [a-z]+ any ?more|not (?:\w+ )?religious|"
    r"up (?:at|by|before) (?:\d|four|five|six|dawn|sunrise)|(?:majoring|minoring) in|flying|"
    r"moving|training (?:for|to|as)|saving|trying to|feeling|studying|learning|running|"
    r"working (?:as|at|for|in|on|nights|from)|living (?:in|with|on|alone|off)|getting (?:married|hitched|ready)|"
    r"going to|"
    r"hoping to|planning|obsessed with|addicted to|allergic to|not (?:a (?:big |huge )?fan of|into)|fan of|lover of|"
    r"looking forward to|teaching|taking (?:lessons|classes|a class|\w+ (?:lessons|classes))|based in|dating|doing ("
    r"?:my|a)|raising|happily \w+|originally from|pregnant|\d+ (?:weeks|months) pregnant|expecting|married to|engaged"
    r" to|diagnosed with|separated$|in an? (?:[\w-]+ ){0,2}relationship$|[1-9]\d, (?=(?:living|from|single|married|"
    r"based|\w+ from)\b)|(?:terrified|scared|afraid|frightened|petrified) of|(?:mad|crazy|nuts|bonkers|wild) (?:about"
    r"|for)|into|keen on|fond of|(?:hopeless|useless|terrible|rubbish|awful|bad|good|great|decent|brilliant|handy|"
    r"fluent|ok|okay|alright) (?:at|in|with)|left[- ]handed|fluent in|fearless|out of work|between jobs|self[- ]"
    r"employed|on (?:a|an|the) [\w -]{3,30} (?:diet|team|board|medication|committee|squad)|off (?:meat|dairy|gluten|"
    r"sugar|booze|alcohol|caffeine|carbs)|turning \d\d|pushing (?:\d\d|[a-z]+ty)|promoted to|sober|teetotal|owner of|"
    r"part of|member of|recovering (?:from|alcoholic|addict)|graduating|starting (?:at|my|a|school|uni|college)|"
    r"one of (?:two|three|four|five|six|seven|eight|nine|ten|\d)|the (?:youngest|oldest|eldest) of|type (?:1|2|one|two)"
    r" diabetic|wheelchair[- ]bound|hard of hearing|in my (?:early |mid |late |mid-)?(?:teens|[a-z]+ties)|with the ("
    r"?:[\w-]+ ){1,3}|stuck in|owned by|(?:[3-7]|four|five|six) ?(?:foot|feet|ft)"
)
BEING = rf"{_STATES}|(?:kinda|pretty|super|so|really) (?:{FEELINGS})"
"""What begins a sentence whose "I am" is left out."""

_AFTER_STATE = (
    r"(?=$|[,.!;:)]| (?:over|since|for|by|at|in|from|here|and|so|but|with|until|on|over|now|again|who|due|btw|haha|lol|"
    r"too|tbh|as|these|because|af|rn|atm|every|all|through|after|like|or|myself|and|half|part|\w+ years)\b)"
    r"(?! (?:for|to|with|about) (?:you|hear|help|that|this|it|see|him|her|them)\b| day\b)"
)
_STATE_ALONE = (
    rf"(?:(?:{DEMONYMS})(?! and (?!proud|living|i\b|so\b|part|half|jewish|catholic|muslim))|{DIETS}|{TRAITS}|stay[- "
    rf"]at[- ]home \w+|married|engaged|single|divorced|widowed|separated|retired|unemployed|jobless|"
    r"christian|catholic|protestant|muslim|jewish|hindu|buddhist|sikh|atheist|agnostic|mormon|pagan|diabetic|"
    r"asthmatic|autistic|dyslexic|epileptic|bipolar|c[o]?eliac|colou?r ?blind|deaf|blind|an(?:a)?emic|"
    r"lactose intolerant|pregnant|bald|homesick|knackered|exhausted|heartbroken|overjoyed|gutted|shattered|thrilled|"
    r"nervous|stressed|lonely|excited|bored|burnt out|burned out|sleep deprived|hungover|overwhelmed|anxious|"
    r"miserable|broke)"
)
_HAS_VERB = (
    r"(?![^,;]* (?:takes|makes|make|is|are|was|were|has|can|helps|help|sounds|feels|seems|requires|keeps|keep|pays|pay|"
    r"gives|give|will|would|does|did|isn't|aren't|relaxes|calms|saved|got) )"
)

_WITHOUT_I = (
    (lazy_pattern(r"(?:born|raised|brought up|homeschooled|diagnosed)\b(?! (?:two|three|my|by my)\b)", _I), "I was"),
    (lazy_pattern(r"been\b(?! (?:there|it|is)\b)", _I), "I have"),
    # "Studying is hard" has a subject.
    (lazy_pattern(rf"{_DEGREE}(?:{BEING})(?!\w){_HAS_VERB}", _I), "I am"),
    (lazy_pattern(rf"{_DEGREE}{_STATE_ALONE}{_AFTER_STATE}", _I), "I am"),
    (lazy_pattern(r"(?:part|full)[- ]time (?:at|in|for|as)\b", _I), "I work"),
    (lazy_pattern(r"(?:phd|masters|degree|ba|bsc|msc|mba) in\b", _I), "I have a"),
    (lazy_pattern(rf"(?:{BEGUN})\b(?! (?:it|is|are|was)\b)(?!,)", _I), "I"),
)
"""Ways of beginning a sentence that leave "I" out, and what to put before them."""

_LEADING = lazy_pattern(r"(?:just|finally|recently|also|still|currently|only(?! child)|now) (?=\w)", _I)
_CAN_NOT = lazy_pattern(r"(?:can not|could never|would (?:give|kill|love))\b", _I)
_SUBJECTS = frozenset(
    "i we my our he she they it you your his her their this that these those there here everyone everybody nobody "
    "who what how why where when which please could would should do does did is are if let tell give make write "
    "as read help show explain create list find the no yes".split()
)
"""Words that begin a sentence which leaves nothing out: the cheap look."""

_SAYS_MORE = frozenset(
    "since for at from here and so but with who in by of to over on lol btw haha tbh until now too atm".split()
)
_COUNTED = lazy_pattern(
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,3}) (?:[\w'-]+ ){0,3}?"
    rf"(?:{'|'.join(sorted(SPECIES, key=len, reverse=True))}|kids?|children|sons?|daughters?|brothers?|sisters?|"
    r"siblings|tattoos?|guitars?|bikes?|cars?|boys|girls|grandkids|grandchildren|roommates|flatmates)"
    r"(?=$|[,.!]| (?:and|here|at|plus|with|who|but|so|named|called|under)\b)",
    _I,
)
_WORN = lazy_pattern(
    r"(?:[a-z]+ ){0,2}(?:freckles|dimples|braces|tattoos|piercings|dreadlocks|dreads|hair|eyes|beard)"
    r"(?=$|,| (?:and|everywhere|all|on|down|since|here)\b)",
    _I,
)
_PARENTS = frozenset(word for word, kind in KIN.items() if kind in {"mother", "father", "grandmother", "grandfather"})
_NOUNS = _PARENTS | frozenset(
    "widow widower divorcee vegan vegetarian introvert extrovert ambivert perfectionist workaholic homebody owl "
    "person bookworm nerd geek foodie optimist pessimist romantic worrier overthinker churchgoer atheist agnostic "
    "diabetic asthmatic insomniac lefty redhead brunette expat immigrant native goalie goalkeeper striker fan "
    "lover owner member veteran student major homeowner smoker nonsmoker teetotaller drinker addict child twin "
    "mum mom dad parent bachelor newlywed feminist procrastinator alcoholic survivor believer".split()
)
_NO_PIECE = frozenset("the this that any every my your his her our their no not what which some is".split())


def leaves_out(said: str) -> bool:
    """Whether a sentence could be without its subject, by its first word: the cheap look."""
    first = said[:20].split(" ", 1)[0].lower().strip("\"'*(")
    return first not in _SUBJECTS or bool(_CAN_NOT.match(said))


def with_subject(bare: str) -> str:
    """Put "I" before a sentence that leaves it out: "born in Cork", "just turned 40", "love jazz"."""
    if not leaves_out(bare):
        return bare
    bare = _LEADING.sub("", bare, count=1) if _LEADING.match(bare) else bare
    if bare[:6].lower() == "proud " and not bare[6:].startswith("of "):
        return f"I am a {bare}"
    if _COUNTED.match(bare) or _WORN.match(bare):
        return f"I have {bare}"
    for begins, subject in _WITHOUT_I:
        if begins.match(bare):
            return f"{subject} {bare}"
    if not _is_something(bare):
        return bare
    return f"I am {bare}" if bare.lower().startswith(("a ", "an ")) else f"I am a {bare}"


def _is_something(bare: str) -> bool:
    """Whether a sentence begins with what somebody is: "proud mother of two", "night nurse here"."""
    words = bare.lower().split(None, 7)
    for at, word in enumerate(words[:6]):
        noun = word.rstrip(",.!;:")
        if noun in _NO_PIECE or word.endswith(":"):  # "physio: done" is a note, and nobody's trade
            return False
        ended = noun != word or at + 1 == len(words) or words[at + 1].rstrip(",.!") in _SAYS_MORE
        if ended:
            alone = at + 1 == len(words) and (at == 0 or words[0] in {"a", "an"})
            return not alone and (noun in _NOUNS or noun in ROLES)
    return False
