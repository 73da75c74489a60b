"""What finding a secret means, and keys and tokens, which are found by their format.

A secret is a stretch of a text and its kind; a table's line finds one sort of them. Most services begin their keys with
letters of their own, so that they can be found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reverie.text.patterns import lazy_pattern

BEFORE, AFTER = 60, 30
"""How many characters before and after a number are read for the words that say what it is."""


class Found(NamedTuple):
    """A secret's place in a text, [start, end), and its kind."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of text that is searched at once, beside itself in lower case, letter for letter."""

    text: str
    lower: str
    digits: int

    def has(self, some: Iterable[str]) -> bool:
        """Whether it holds any of some words in lower case. It is cheap, and spares most patterns most texts."""
        for word in some:  # noqa: SIM110 - forty times of each text, and any() of a generator takes three times as long
            if word in self.lower:
                return True
        return False


GONE = "\ufffc"
"""What stands, letter for letter, where something was masked before: no secret, and no word either."""

_DIGIT = lazy_pattern(r"\d")
_MARK = lazy_pattern(r"\[[a-z ]{1,30} removed\]")


_UNSEEN = lazy_pattern(r"[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_DISGUISED = lazy_pattern(rf"{_UNSEEN.pattern}|[\uff01-\uff5e\U0001d400-\U0001d7ff\u24b6-\u24e9\u2460-\u2468]")


def undisguised(text: str) -> tuple[str, Sequence[int]]:
    """A text as it is read aloud: without what has no width, and with wide and ornate letters and digits as plain ones.

    Beside it, where each of its letters stands in the text, and the text's end.
    """
    if not _DISGUISED.search(text):
        return text, range(len(text) + 1)
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        if not _UNSEEN.match(letter):
            plain = unicodedata.normalize("NFKC", letter) if _DISGUISED.match(letter) else letter
            letters.append(plain if len(plain) == 1 else letter)
            places.append(place)
    return "".join(letters), (*places, len(text))


def piece(text: str) -> Piece:
    """Prepare a stretch of text."""
    if " removed]" in text:
        text = _MARK.sub(lambda mark: GONE * len(mark[0]), text)
    lower = text.lower()
    if len(lower) != len(text):  # the Turkish dotted capital I becomes two characters, and places would shift
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return Piece(text=text, lower=lower, digits=len(_DIGIT.findall(text)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A sort of secret: what it looks like, and what else has to be so.

    The group ``secret`` of the pattern is masked. It is matched against the text in lower case, which is several times
    faster than ignoring case, or with ``cased`` against the text as it is. ``check`` is a check digit; one of the words
    in ``near`` has to stand around it. Without one of ``needs``, or so many ``digits``, the pattern can't match.
    """

    kind: str
    pattern: re.Pattern[str]
    cased: bool = False
    check: Callable[[str], bool] | None = None
    near: re.Pattern[str] | None = None
    needs: tuple[str, ...] = ()
    digits: int = 0

    def found(self, piece: Piece) -> Iterator[Found]:
        """Every place where it stands."""
        if piece.digits < self.digits or (self.needs and not piece.has(self.needs)):
            return
        for match in self.pattern.finditer(piece.text if self.cased else piece.lower):
            start, end = match.span("secret")
            near = self.near is None or around(piece.lower, start, end, self.near)
            if near and (self.check is None or self.check(match["secret"])):
                yield Found(start, end, self.kind)


def around(text: str, start: int, end: int, words: re.Pattern[str]) -> bool:
    """Whether one of some words stands shortly before or after a stretch."""
    return bool(words.search(text, max(0, start - BEFORE), start) or words.search(text, end, end + AFTER))


def any_word(words: Sequence[str]) -> re.Pattern[str]:
    """A pattern for some words or phrases in lower case, whole, a space or a dash between their parts."""
    listed = "|".join(re.escape(word).replace(r"\ ", r"[\s-]?") for word in words)
    return lazy_pattern(rf"(?<![^\W_])(?:{listed})(?![^\W_])")


TOKEN, KEY, PASSWORD = "access token", "private key", "password"


def _token(needs: str, *formats: str) -> Secret:
    """Tokens of some formats, which all hold one of the words of ``needs`` in lower case."""
    return Secret(
        kind=TOKEN,
        cased=True,
        pattern=lazy_pattern(rf"(?<![A-Za-z0-9])(?P<secret>{'|'.join(formats)})", re.ASCII),
        needs=tuple(needs.split()),
    )


TOKENS: tuple[Secret, ...] = (
    Secret(
        kind=KEY,
        cased=True,
        pattern=lazy_pattern(
            r"(?P<secret>-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----BEGIN|-----END)[\s\S]){0,8000}"
            r"(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?)"
        ),
        needs=("private key",),
    ),
    # OpenAI, Anthropic, Stripe.
    _token(
        "sk- sk_ pk- pk_ rk- rk_ whsec_",
        r"(?:sk|pk|rk)[-_](?:live|test|proj|ant|admin|svcacct|or)[-_][\w-]{12,300}",
        r"sk-[A-Za-z0-9]{20,200}",
        r"whsec_[A-Za-z0-9+/=]{20,100}",
    ),
    _token(
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glptt- glcbt-",
        r"gh[opsur]_\w{20,255}",
        r"github_pat_\w{20,255}",
        r"gl(?:pat|dt|rt|ptt|cbt)-[\w.-]{20,300}",
    ),
    _token(
        "xox xapp- hooks.slack",
        r"xox[abeoprs]-[\w-]{10,250}",
        r"xapp-\d-[\w-]{10,250}",
        r"hooks\.slack\.com/\S{20,120}",
    ),
    # Amazon Web Services: access keys, for good and for a session.
    _token("akia asia abia acca", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _token(
        "aiza gocspx- ya29. 1//0",
        r"AIza[\w-]{35}",
        r"GOCSPX-[\w-]{20,60}",
        r"ya29\.[\w-]{20,500}",
        r"1//0[\w-]{30,200}",
    ),
    # Package registries and model hubs.
    _token(
        "npm_ pypi- hf_ rubygems_ dckr_pat_ nvapi- r8_ gsk_",
        r"npm_[A-Za-z0-9]{36}",
        r"pypi-[\w-]{50,500}",
        r"hf_[A-Za-z0-9]{30,60}",
        r"rubygems_[0-9a-f]{48}",
        r"dckr_pat_[\w-]{20,60}",
        r"nvapi-[\w-]{30,100}",
        r"r8_[A-Za-z0-9]{30,60}",
        r"gsk_[A-Za-z0-9]{40,80}",
    ),
    # Telegram's and Discord's bots, and Discord's hooks.
    _token(":aa", r"\d{8,10}:AA[\w-]{32,33}(?![\w-])"),
    _token(".", r"[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])"),
    _token("discord", r"discord(?:app)?\.com/api/webhooks/\d{15,21}/[\w-]{50,100}"),
    _token("sk", r"SK[0-9a-f]{32}(?![A-Za-z0-9])"),  # Twilio
    _token("sg.", r"SG\.[\w-]{16,32}\.[\w-]{16,64}"),  # SendGrid
    _token(
        "key- dop_v1_ shpat_ shpss_ shpca_ sq0 dapi lin_api_ ntn_ secret_ figd_ pat-na1 -us",
        r"key-[0-9a-f]{32}",
        r"do[opr]_v1_[0-9a-f]{64}",
        r"shp(?:at|ss|ca)_[0-9a-fA-F]{32}",
        r"sq0(?:atp|csp|idp)-[\w-]{22,60}",
        r"dapi[0-9a-f]{32}",
        r"lin_api_[A-Za-z0-9]{32,60}",
        r"ntn_[A-Za-z0-9]{40,60}",
        r"secret_[A-Za-z0-9]{43}",
        r"figd_[\w-]{36,60}",
        r"pat-na1-[0-9a-f-]{36}",
        r"[0-9a-f]{32}-us\d{1,2}",
    ),
    _token("eyj", r"eyJ[\w-]{10,2000}\.[\w-]{10,4000}(?:\.[\w-]{10,1000})?"),  # JSON Web Tokens, RFC 7519
    # What a request or a command line carries.
    Secret(
        kind=TOKEN,
        pattern=lazy_pattern(r"\b(?:bearer|basic|token)\s+(?P<secret>(?=[\w.~+/-]{0,4000}\d)[\w.~+/-]{16,4000}=*)"),
        needs=("bearer", "basic", "token"),
    ),
    Secret(
        kind=TOKEN,
        pattern=lazy_pattern(r"accountkey=(?P<secret>[a-z0-9+/]{40,100}={0,2})"),
        needs=("accountkey",),
    ),
    # The password in a URL (RFC 3986, userinfo).
    Secret(
        kind=PASSWORD,
        pattern=lazy_pattern(r"\b[a-z][a-z0-9+.-]{1,30}://[^\s/:@]{0,100}:(?P<secret>[^\s/@]{1,200})@"),
        needs=("://",),
    ),
)
"""Every format, the surest first."""
