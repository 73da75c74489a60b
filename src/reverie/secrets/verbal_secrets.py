"""Secrets told in words: "my password is …", "pw: …", "the door code is …", twelve words after "seed phrase".

A trigger says that a secret may follow, and ``cut`` decides whether what follows is one and where it ends. People talk
about passwords more often than they tell them, so a plain word counts only where no adjective of passwords could stand
("my password is too long").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.secrets.finding import GONE, KEY, PASSWORD, TOKEN, Found, Piece
from reverie.text.patterns import lazy_pattern

TALK = frozenset(
    """
    a accepted adequate all alphanumeric already also always an annoying any anything appropriate as asked at awful bad
    banned basic because been being best better blank blocked bogus broken but by cached case-sensitive case changed
    changing clear complex complicated compromised confidential correct crackable crap current cut deactivated default
    denied different difficult disabled doing done due easier easily easy either embarrassing empty encrypted enough
    even ever everything everywhere exactly expired expires expiring exposed fine for forced forgettable forgotten from
    funny garbage generated generic getting given going gone good great guessable guessed hacked handy hard hashed
    hidden hilarious him her hers his horrible how i identical if impossible in incorrect inside insecure into invalid
    irrelevant it its just kept kind known lame later leaked less like literally locked long longer lost mandatory me
    memorable mine missing more my n/a necessary needed never new no nobody none nonsense not nothing now obvious off
    ok okay old on one only optional or our out outdated outside over overdue part perfect phished please possible
    predictable pretty printed private probably protected public quite random rather ready really rejected remembered
    required reset reused ridiculous right rotated safe same saved secret secure sensitive sent set shared short
    shorter shown silly similar simple so solid some someone something somewhere sort standard still stolen stored
    strong stronger stuck stupid such super supposed sure tbd temporary terrible than that the their them then there
    these they this those tied tiny to too total totally tough treated trash trickier tricky trivial typed unchanged
    under undefined uncrackable unguessable unique unknown unsafe until unsafe up updated upper us used useless
    valid very visible wasn weak weaker weird what whatever when where whether which who whoever why with without
    working worse worst written wrong yes you your yours hint policy manager asking protected absurdly
    apparently closed completely currently definitely extremely fairly finally highly hopefully horribly incredibly
    insanely obviously open painfully probably ridiculously seriously simply surprisingly terribly totally unfortunately
    usually bent keeps fails failed works worked won't doesn't does can't isn't wasn't
    """.split()
)
"""What is said of passwords: a plain word of these is none, nor is what follows it."""

ENDS = frozenset(
    "after ahead also although and any anymore anyway are as at because before btw but by can could cos cuz dont don't "
    "everywhere except fine for from get go got had has have haha he hope how i i'm if in is it it's just keep lol "
    "maybe my never not now of ok okay on only or our please pls plz right she should since so someone still "
    "tell than thanks that the their then there they this though thx to too u until use used was we what when where "
    "which while who why will with would write yes you your".split()
)
"""Where a passphrase of plain words ends."""


_WORDS = (
    r"pass[ -]?(?:word|code|phrase|key|wd)|p[a4@]?s{1,2}[o0]?w[aeiou0]?r?[aeiou0]?d|passwort|kennwort|"
    r"contraseña|mot de passe|palavra-passe|senha|mi clave(?= es )|"
    r"wachtwoord"
)
_SHORT = (
    r"pwd?|pw|p/w|(?<!\w )pass(?=\s?[:=])(?!\s?[:=]\s*\d+\s?[%/])|(?<=my )pass(?=\s?[:=])|"
    r"(?:pin|p\.i\.n\.?)(?:\s?(?:code|number|no\.?))?|cvv2?|cvc2?|otp|puk"
)
_PLACES = (
    r"door|gate|alarm|access|entry|security|unlock|lock|verification|confirmation|recovery|backup|2fa|mfa|sms|login|"
    r"safe|one[ -]?time|secret|wi-?fi|key ?pad|garage|sim|building|lockbox"
)
_CODES = (
    rf"(?:{_PLACES})\s+(?:door\s+)?(?:code|pin|combination|combo)s?|(?:safe|locker|lock)(?:['’]s)? combination|"
    r"(?:code|combination|combo) (?:to|for|of) "
    rf"(?:(?:the|my|our) (?:[\w'’-]+ )?(?:{_PLACES}|house|phone|bike)\b|unlock|open)"
)
_KEYS = (
    r"(?:api|secret|access|client|auth|bearer|encryption|license|licence|product|app|service|refresh|session|private|"
    r"signing|webhook|bot|account|storage|wi-?fi|wpa2?)[ _-]?(?:access[ _-]?)?"
    r"(?:key|token|secret|auth[ _-]?token)s?|token|secret"
)
_SIGN = r"(?=\S{0,100}[\d_!@#$%^&*])"
_NO_TOOL = r"(?!\s+(?:manager|app|vault|generator|hint|policy|tool|keeper|length))"
_ABOUT = r"(?:\s+(?:for|of|to|on|at|in|i|we|that|which|there|here)\b[^.!?\n:=]{0,60}?)?"
_ADVERBS = (
    r"(?:\s+(?:now|still|currently|probably|literally|actually|just|always|simply|basically|again|only|set to|called|"
    r"spelled|spelt|written))"
    r"{0,3}"
)
_IS = (
    rf"(?:['’]s\s|\s{{1,3}}(?:(?:is|was|are|has been|used to be|ist|lautet|heißt|es|est|c['’]est|é){_ADVERBS}\b"
    r"\s{0,3}[:=-]?|[-–—]\s)|"
    r"\s{0,3}(?:[:=]{1,2}|->|=>|→))\s{0,5}"
)
_TOLD = lazy_pattern(rf"\b(?:(?:{_WORDS})s?|{_SHORT}|{_CODES}){_ABOUT}{_IS}")
_CHANGED = lazy_pattern(
    r"\b(?:changed|set|updated|switched|reset|changing|made)\s+(?:[\w'’]+\s+){1,4}?"
    rf"(?:{_WORDS}|pwd?|pw|pin)\b[^.!?\n:=]{{0,40}}?\s(?:to|from)\s+",
)
_FOLLOWED = lazy_pattern(
    rf"\bpass(?:\s+is\s+|\s*[:=]\s*)(?!\d[\d/:%.-]*(?:[\s,;!?]|$)){_SIGN}|"
    rf"\b(?:{_WORDS}|pwd?|pw|pin)(?:s\s+are\s+|[,.?]?\s+it(?:['’]?s|\s+is)\s+|\?\s+){_SIGN}|"
    r"^\s*pin\s+(?=\d{4,8}\b)|"
    rf"\b(?:{_WORDS}|pwd?|pw)s?\s+(?:(?:to|from)\s+{_SIGN}|{_SIGN}(?=\S{{0,100}}[^\W\d]))|"
    r"\b(?:my|the|your|our|atm|card|debit|phone|sim|bank)\s+(?:\w+\s+)?pin(?:\s?(?:code|number|no\.?))?\s+(?=\d{4,8}\b)|"
    rf"\b(?:cvv2?|cvc2?|puk|{_CODES})\s+(?=\d{{3,8}}\b)",
    re.MULTILINE,
)
_BEFORE = lazy_pattern(
    rf"(?<!\S)(?P<secret>{_SIGN}\S{{4,100}})\s+(?:is|was)\s+(?:my|the|our|your)\s+(?:[\w'’-]+\s+){{0,3}}"
    rf"(?:{_WORDS}|pwd?|pw|pin|{_CODES})\b{_NO_TOOL}",
)
_AS = lazy_pattern(
    r"\b(?:use|using|used|type|typed|enter|entered|try|put|picked|chose)\s+(?:in\s+)?"
    rf"(?:(?=\S+\s+as\s)|{_SIGN})(?P<secret>\S{{3,100}})\s+(?:as|for)\s+"
    rf"(?:the|my|your|our|a|every|all)\s+(?:[\w'’-]+\s+){{0,3}}?(?:{_WORDS}|pwd|pw|pin)s?\b{_NO_TOOL}",
)
_PASSPHRASE = lazy_pattern(
    rf"\bpass[ -]?phrase{_ABOUT}(?:\s+(?:is|was)\s+|\s?(?P<sign>[:=])\s*)"
    r"(?P<secret>(?:(?:the|a|an|my|our|all)\s+)?(?P<first>[^\s.!?\ufffc]+)[^.!?\n\ufffc]{4,120})"
)
_LOGIN = lazy_pattern(
    r"\b(?:login|log-in|log in|logon|sign in|credentials|creds|username|user name|user(?:\s?id)?)\b"
    r"(?:\s+(?:for|to|on)\b[^.!?\n:=/]{0,40}?)?(?:\s+(?:is|are|with|as|using)\b|\s*[:=])\s*[\w.@+-]{2,80}\s*"
    rf"(?:/|\||:|,?\s+(?:and\s+)?(?:(?:the|my)\s+)?(?:{_WORDS}|pwd?|pw|pass)\b\s*(?:is\b|:|=)?|,?\s+(?:and\s+)?{_SIGN})\s*"
    r"(?P<secret>[^\s,;/|\ufffc]{4,100}(?<![.!?]))",
)
_SEED = lazy_pattern(
    r"\b(?:(?:seed|recovery|mnemonic|secret|backup|wallet|restore)[ -](?:recovery[ -])?(?:phrase|words?|seed)s?|"
    r"mnemonic|seed|(?:12|24|twelve|twenty[ -]four)[ -](?:seed |recovery |secret )?words?)\b[^.!?\n:]{0,60}?"
    r"[\s:\"'“(=-]{1,9}(?P<secret>(?:(?:\d{1,2}[.):]\s?)?[a-z]{3,8}[\s,;]{1,3}){11,23}(?:\d{1,2}[.):]\s?)?[a-z]{3,8})\b",
)
_KEYED = lazy_pattern(rf"(?<![^\W_])(?:{_KEYS})(?:{_ABOUT}{_IS}|\s+(?=[\w+/=.-]{{20}}))")
_RAW_KEY = lazy_pattern(
    r"\b(?:private|secret|signing|wallet|priv)[ _-]?key\b[^.!?\n]{0,60}?(?P<secret>\b(?:0x)?[0-9a-f]{64}\b|"
    r"\b[5klc][1-9a-z]{50,51}\b|\bxprv[1-9a-z]{100,112}\b)",
)

_NEEDS_PASSWORD = (
    "pas", "pw", "p/w", "pin", "p.i.n", "pss", "psw", "kennwort", "contraseña", "senha", "p4s", "p@s", "clave",
    "wachtwoord", "cvv",
    "cvc", "otp", "puk", "code", "combination", "combo",
)  # fmt: skip
_NEEDS_KEY = ("key", "token", "secret")
_NEEDS_LOGIN = ("login", "log-in", "log in", "logon", "sign in", "credentials", "creds", "user")
_NEEDS_SEED = ("seed", "recovery", "mnemonic", "wallet", "words", "phrase")

_WORD = lazy_pattern(r"\S+")
_QUOTED = lazy_pattern(
    r"\"[^\"\n]{3,200}\"|'[^'\n]{3,200}'(?!\w)|“[^”\n]{3,200}”|‘[^’\n]{3,200}’|`[^`\n]{3,200}`|«[^»\n]{3,200}»"
)
_CLAUSE = lazy_pattern(r"[^\W\d_]+(?: [^\W\d_]+)*(?=[.!?,;\n]|\s*$)")
_SPACED = lazy_pattern(
    r"\S(?: {1,2}(?:\S(?![^\s,.;!?])|zero|one|two|three|four|five|six|seven|eight|nine)){3,40}(?![^\s,.;!?])"
)
_SURE = lazy_pattern(r"[\d_@#$%^&*+=~!?|\\/<>{}-]")
_CUT = " \t\r\n,;.!?)]}>\"'”’…"
_MORE = lazy_pattern(r",? (to|and|or) (?=\S*[^\W\d])|\s*\n\s*(?:[-*•]|\d{1,2}[.)])\s+(?=\S*[^\W\d])")
_SET_OFF = lazy_pattern(r"\s*(?:```\w*\s*\n\s*|(?:[-*•]|\d{1,2}[.)])\s+(?=\S))")
"""What may stand before a secret that has a line of its own: a fence of code, the dot of a list."""

_LONGEST = 200
_MOST = 20
"""Secrets that one sentence names: were there no end, a text of many such sentences would take hours."""


def told(piece: Piece) -> Iterator[Found]:
    """Every secret that words say is one."""
    text = piece.lower
    if piece.has(_NEEDS_PASSWORD):
        for pattern in (_TOLD, _CHANGED, _FOLLOWED):
            for match in pattern.finditer(text):
                yield from _each(text, match.end(), plain=pattern is not _FOLLOWED)
        for match in _PASSPHRASE.finditer(text):
            if match["sign"] or match["first"].strip(_CUT) not in TALK:
                yield Found(*match.span("secret"), PASSWORD)
        yield from _named(text, _BEFORE)
        yield from _named(text, _AS)
    if piece.has(_NEEDS_LOGIN):
        yield from _named(text, _LOGIN)
    if piece.has(_NEEDS_KEY):
        yield from (Found(*match.span("secret"), KEY) for match in _RAW_KEY.finditer(text))
        yield from _keys(text)
    if piece.has(_NEEDS_SEED):
        yield from (Found(*match.span("secret"), "seed phrase") for match in _SEED.finditer(text))


def _each(text: str, at: int, *, plain: bool) -> Iterator[Found]:
    """The secrets from a place on: "I changed it from this to that", "they are this and that"."""
    for _secret in range(_MOST):
        value = cut(text, at, plain=plain)
        if value is None:
            return
        yield Found(*value, PASSWORD)
        more = _MORE.match(text, value[1])
        if more is None:
            return
        at, plain = more.end(), more[1] == "to"


def _named(text: str, pattern: re.Pattern[str]) -> Iterator[Found]:
    for match in pattern.finditer(text):
        value = match["secret"].strip(_CUT)
        if value not in TALK and value not in ENDS and GONE not in value:
            yield Found(*match.span("secret"), PASSWORD)


def _keys(text: str) -> Iterator[Found]:
    for match in _KEYED.finditer(text):
        value = _QUOTED.match(text, match.end()) or _WORD.match(text, match.end(), match.end() + 4_000)
        if value is None or GONE in value[0]:
            continue
        bare = value[0].strip(_CUT + "“‘`([{<")
        mixed = any(c.isdigit() for c in bare) and any(c.isalpha() for c in bare)
        if len(bare) >= 8 and (mixed or len(bare) >= 24):
            start = value.start() + value[0].index(bare)
            yield Found(start, start + len(bare), TOKEN)


def cut(text: str, at: int, *, plain: bool = True) -> tuple[int, int] | None:
    """Where the secret that begins at a place stands, or None where that is only talk.

    What is in quotation marks is one; so is a word with a digit or a sign in it, with the like words behind it; with
    ``plain``, also plain words up to the end of the clause, unless they are what is said of passwords.
    """
    text = text[: at + _LONGEST]
    set_off = _SET_OFF.match(text, at)
    at = at if set_off is None else set_off.end()
    quoted = _QUOTED.match(text, at)
    if quoted:
        return None if GONE in quoted[0] else quoted.span()
    spaced = _SPACED.match(text, at)
    if spaced:
        return spaced.span()
    first = _WORD.match(text, at)
    if first is None or GONE in first[0]:
        return None
    bare = first[0].rstrip(_CUT)
    said = bare.replace("’", "'")
    if len(bare) < 3 or (said in TALK and not (plain and _phrase(text, at))):
        return None
    sure = _SURE.search(bare) is not None
    if not sure and (not plain or said.endswith(("n't", "'s"))):
        return None
    return _widened(text, at, at + len(bare), sure=sure)


def _phrase(text: str, at: int) -> bool:
    """Whether what begins like talk is a passphrase: four words or more, and no more talk ("correct horse …")."""
    words = _CLAUSE.match(text, at)
    following = [] if words is None else words[0].split()[1:]
    return len(following) >= 3 and not any(word in TALK or word in ENDS for word in following)


def _widened(text: str, start: int, end: int, *, sure: bool) -> tuple[int, int]:
    """Take in the words behind, as far as they look like more of the same secret."""
    while text[end : end + 1] == " ":
        following = _WORD.match(text, end + 1)
        if following is None or following[0].strip(_CUT) in ENDS or GONE in following[0]:
            break
        bare = following[0].rstrip(_CUT)
        if not bare or (sure and not _SURE.search(bare)):
            break
        end += 1 + len(bare)
    return start, end
