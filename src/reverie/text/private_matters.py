"""Whether words tell of somebody's health or money, which a person can keep out of what is remembered (seed 004).

Health as a trade or an idea is none: "is a cancer nurse", "likes hospital dramas". A price is not money of theirs, and
neither is money as a trade, a game or an idea: "is a loan officer", "bought it for 20 euros".
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from reverie.text.patterns import lazy_pattern

_ABOUT = r"(?:(?:about|around|only|just|over|under|roughly|almost|up\ to)\ )?"
_SUM = (
    r"(?:[$€£¥₹]\s?\d[\d,.]*\s?(?:k|m|grand|million)?\b|\d[\d,.]*\s?(?:k\b|grand\b|bucks\b|quid\b|(?:\w+\ )?(?:dollars?"
    r"|euros?|pounds?(?!\ of\b)|francs?|yen|rupees?|pesos?|kron(?:a|or|er)|zloty|usd|eur|gbp|chf)\b))"
)
_NUMBER_WORD = (
    r"(?:a|and|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|half|several|few|\d[\d,.]*)"
)
_SPELT = rf"(?:{_NUMBER_WORD}[\ -]){{1,5}}(?:hundred|thousand|grand|million|lakhs?|crores?|lpa)(?:\ thousand)?\b"
_MANY = rf"(?:{_SUM}|{_SPELT}|\d[\d,.]{{2,}}\b|\d+\ ?(?:lakhs?|lpa)\b)"
"""A sum in a place where nothing else is told in numbers."""

_CARD = r"(?:credit\ |debit\ |bank\ )?(?:cards?|visa|mastercard|amex|overdraft)"
_TRADE = (
    r"(?!\ (?:officers?|brokers?|advis[eo]rs?|collectors?|counsel+ors?|sharks?|analysts?|managers?|consultants?|clerks?"
    r"|departments?|compan(?:y|ies)|apps?|industry|office|law|tax\ law|theory|ceiling|crisis|desk)\b)"
)
_TOLD = lazy_pattern(
    rf"""
    \b(?:salar(?:y|ies)|wages?(?!\ war)|pay ?che(?:ck|que)s?|pay\ ?(?:rise|cut|raise|slip)|take-home|net\ worth
        |incomes?)\b{_TRADE}
    | (?<!library\ )\b(?:debts?|overdrafts?|overdrawn|mortgages?|remortgag\w+|(?<!on\ )loans?|bankrupt(?:cy)?
        |insolven\w+|foreclos\w+|repossess\w+|arrears|alimony|child\ support|bailiffs?
        |credit\ (?:score|rating|limit|history)|repayments?|payday(?!\ \d))\b{_TRADE}
    | \bpension\ (?:pot|fund|plan)|\b(?:life\ )?savings(?!\ (?:time|banks?\b))\b{_TRADE}
    | \bin\ the\ red\b(?!\ \w) | \b(?:flat\ |stone\ |dead\ )broke\b
    | \b(?:i'?m|(?:we|they)'?re|s?he'?s|am|we\ are|they\ are|i\ was|we\ were|been|is\ (?:so|always))
        \ (?:so\ |totally\ |completely\ |always\ )?broke\b(?!\ (?:up|down|off|out))
    | \bmaxed\ (?:out\ )?(?:\w+\ ){{0,2}}{_CARD}\b | \b{_CARD}\ (?:is|are|was|were)\ maxed\b
    | \b(?:behind|late)\ (?:on|with)\ (?:\w+\ )?(?:rent|bills?|payments?|instal+ments?)
    | \b(?:can'?t|cannot|can\ not|couldn'?t|struggl\w+\ to|hard\ to)
        \ (?:even\ )?(?:afford|pay(?!\ attention)|make\ ends\ meet)
    | \bmake\ ends\ meet\b | \bliving\ pay ?che(?:ck|que)
    | \b(?:earn(?:s|ed|ing)?|mak(?:e|es|ing)|made|gets?\ paid|am\ paid|is\ paid|(?:is|am|be|i'?m)\ on
        |brings?\ (?:home|in))\ {_ABOUT}{_SUM}
    | \b(?:ow(?:e|es|ed|ing)|lent|borrowed|inherit(?:s|ed)?|invest(?:s|ed)?|sav(?:e|es|ed|ing)(?:\ up)?
        |transfer(?:s|red)?|donat(?:es?|ed))\b[^.;!?]{{0,30}}?(?:{_SUM}|\bmoney\b|\ba\ fortune\b)
    | \b(?:earn(?:s|ed|ing)?|gets?\ paid|(?:am|is)\ paid|bring(?:s|ing)?\ (?:home|in))\ {_ABOUT}{_MANY}
    | \b(?:mak(?:e|es|ing)|made)\ {_ABOUT}{_MANY}\ (?:a|an|per|each|every)\ (?:hour|week|month|year|annum)\b
    | \b(?:mak(?:e|es|ing)|made)\ {_ABOUT}(?:{_SPELT}|\d+\ (?:thousand|lakhs?|lpa)\b)
        (?=\s*(?:$|[.,;!?]|(?:an?|per|dollars?|euros?|pounds?|bucks|quid|rupees?|pesos?)\b))
    | \b(?:six|seven|five)[\ -]figures?\b | \bminimum\ wage\b | \b\d+\ ?lpa\b
    | \b(?:ow(?:e|es|ed|ing)|lent|borrowed)\ (?:\w+\ ){{0,3}}{_MANY}
    | \bow(?:e|es|ed|ing)\ (?:the\ )?(?:bank|irs|taxman|hmrc)\b
    | {_MANY}\ (?:\w+\ )?(?:in|at)\ (?:the|my|their|our|his|her)\ (?:bank|account)\b
    | \b(?:bank|account|negative|checking)\ balances?\b | \baccount\ is\ (?:empty|at)\b | \btrust\ fund\b
    | \b401\(?k\b
    | \b(?:bitcoins?|ethereum|crypto(?:currenc(?:y|ies))?)\b{_TRADE} | (?-i:\bIRA\b)
    | \b(?:pay(?:ing|s)?|paid)\ off\ (?:\w+\ ){{0,2}}{_CARD}\b | \b{_CARD}\ (?:bill|debt|balance)\b
    | {_MANY}\ (?:\w+\ )?on\ (?:\w+\ ){{0,2}}{_CARD}\b
    | \bpa(?:y|ys|id|ying)\ {_ABOUT}{_MANY}\ (?:in\ |of\ |for\ )?rent\b | \brent\ (?:is|was)\ {_ABOUT}{_MANY}
    | \b(?:i'?m|am|is|are|was|were)\ (?:very\ |so\ |quite\ )?
        (?:wealthy|penniless|skint|a\ (?:multi-?)?(?:millionaire|billionaire))\b
    | (?:^|\bi'?m\ |\bi\ am\ )is\ (?:rich|poor)\b | \b(?:i'?m|i\ am)\ (?:rich|poor)\b(?!\ (?:in|at)\b)
    | \b(?:got|get|gets|getting|given|asked\ for)\ a\ (?:pay\ )?raise\b
    | \b(?:won|lost)\ {_ABOUT}{_MANY}\ (?:\w+\ )?
        (?:(?:in|on)\ the\ lotter\w+|gambling|betting|at\ (?:poker|the\ casino)|on\ \w+\ bets?)
    | \b(?:on|in|off)\ (?:welfare|the\ dole|benefits)\b | \bno\ money\b | \bout\ of\ money\b
    | \b(?:lost|won)\ {_ABOUT}(?:[$€£]\s?\d|[\d,.]+k?\ (?:dollars|euros|bucks|quid)\b|money\b|a\ fortune\b)
    | \b(?:rent|bank\ balance|bonus|allowance|pension|benefits)\ (?:is|was|of|went\ up\ to|comes\ to)\ {_ABOUT}{_SUM}
    | (?!\d[\d,.]*\s?(?:k|pounds?)\b){_SUM}\ (?:a|an|per|each|every)\ (?:hour|week|month|year)\b
    | {_SUM}\ (?:in|of)\ (?:debt|savings|loans?)\b
    | \bmoney\ (?:is|'s|has\ been|was)\ (?:\w+\ )?(?:tight|short|a\ (?:problem|worry))
    | \b(?:money|financial)\ (?:troubles?|problems?|worries|trouble|difficult\w+|situation)
    """,
    re.VERBOSE | re.IGNORECASE,
)

_CUES = tuple(
    "salar wage pay paid take-home net income debt overd mortg remort loan bankr insolv foreclos repos arrears alimony "
    "support bailiff credit pension saving red broke maxed afford meet earn grand figure minimum owe owi lent borrow "
    "invest inherit sav transfer donat rent bill instal bonus allowance benefit welfare dole money financ lotter gambl "
    "bet casino poker rich poor wealth penniless skint million billion multi trust bitcoin ether crypto ira irs taxman "
    "hmrc lpa lakh crore card visa master amex raise balance account bank hundred thousand fortune six "
    "seven five".split()
)
"""How a word begins without which, and without a figure, no words tell of money."""

_FIGURE = lazy_pattern(r"[\d$€£¥₹]")
_WORD = lazy_pattern(r"[a-z][a-z-]*")

LONGEST = 20_000
"""Characters that are looked at."""


@lru_cache(maxsize=16_384)
def of_money(text: str) -> bool:
    """Whether a text tells of somebody's money.

    >>> of_money("I earn 52k a year"), of_money("Is a loan officer"), of_money("Owes Ben money")
    (True, False, True)
    """
    plain = text[:LONGEST].replace("’", "'")
    if not plain.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFKC", plain) if unicodedata.category(c) != "Cf")
    if not _FIGURE.search(plain) and not any(word.startswith(_CUES) for word in _WORD.findall(plain.casefold())):
        return False
    return _TOLD.search(plain) is not None


_HEALTH_AS_TRADE = (
    r"(?![ -](?:nurses?|doctors?|wards?|units?|research\w*|charit\w+|dramas?|series|shows?|care|homes?|workers?"
    r"|compan\w+|industry|insurance|students?|books?|lectures?|lessons?|class(?:es)?)\b)"
)
_OF_HEALTH = lazy_pattern(
    rf"""
    \b(?:asthma|cancer|tumou?rs?|leuk\w*mia|lymphoma|chemo(?:therapy)?|radiotherapy|biops(?:y|ies)|metasta\w+
        |diabet\w+|insulin|epilep\w+|seizures?|migraines?|alzheimer\w*|dementia|parkinson\w*|multiple\ sclerosis
        |hiv|aids\b(?!\ (?:workers?|to|in))|hepatitis|herpes|chlamydia|syphilis|gonorrh\w+|st[id]s?\b
        |bulimi\w+|anorexi\w+|bipolar|schizo\w+|psychosis|ptsd|adhd|ocd|autis\w+|depressi(?:on|ve)|antidepressants?
        |anti-?anxiety|anxiety(?:\ disorder)?|panic\ (?:attacks?|disorder)|self-?harm\w*|suicid\w+|overdos\w+|rehab
        |miscarr\w+|stillb\w+|abortion|ivf|infertil\w+|menopaus\w+|endometriosis|pcos|fibroids?|hysterectomy
        |crohn'?s|c(?:o|oe)eliac|ibs|colitis|ulcers?|gallstones?|dialysis|kidney\ stones?|transplant(?:ed|s)?
        |arthritis|gout|lupus|fibromyalgia|osteopor\w+|eczema|psoriasis|hay\ fever|anaphyla\w+|epi-?pens?|inhalers?
        |angina|pacemaker|stents?|heart\ (?:attack|failure|condition|disease)|blood\ (?:pressure|clots?|thinners?)
        |strokes?\ (?:in|last|at)|had\ a\ (?:mini-?)?stroke|thyroid|an(?:a|ae)mi[ac]|sickle\ cell|glaucoma|cataracts?
        |tinnitus|vertigo|prescri(?:bed|ption)\w*|medications?|chronic\ (?:pain|illness|fatigue)
        |disabilit(?:y|ies))\b{_HEALTH_AS_TRADE}
    | \bdiagnos(?:ed|is)\b | \b(?:sees?|seeing|saw|has|my|his|her|their)\ (?:a\ |an\ )?(?:psychiatrist|psychologist
        |therapist|oncologist|cardiologist|neurologist|shrink)\b
    | \b(?:takes?|taking|on|started|stopped)\ (?:\w+\ ){{0,2}}(?:pills|meds|tablets|statins?|steroids|lithium|prozac
        |zoloft|sertraline|citalopram|ritalin|metformin|warfarin|methadone|antibiotics|ssris?)\b
    | \ballerg(?:ic|y|ies)\b{_HEALTH_AS_TRADE} | \b(?:is|am|i'm|she's|he's|got|been)\ (?:\w+\ )?pregnant\b
    | \b(?:had|has|having|needs?|after)\ (?:\w+\ ){{0,2}}(?:surgery|an?\ operation|a\ (?:bypass|hip\ replacement))\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


def of_health(text: str) -> bool:
    """Whether a text tells of somebody's health.

    >>> of_health("Takes insulin every day."), of_health("Is a cancer nurse."), of_health("Saw a therapist once")
    (True, False, True)
    """
    return _OF_HEALTH.search(text[:LONGEST].replace("’", "'")) is not None
