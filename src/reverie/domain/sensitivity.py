"""What is never kept: secrets are masked before anything is written, embedded, learned or logged.

Each kind is a line in a table: a pattern whose group ``secret`` is masked, and where a checksum exists, the check
that keeps phone numbers and scores from being taken for cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


def luhn(digits: str) -> bool:
    """Whether a card number's check digit holds (ISO/IEC 7812-1, annex B)."""
    numbers = [int(c) for c in digits if c.isdigit()]
    doubled = [n * 2 - 9 if n > 4 else n * 2 for n in numbers[-2::-2]]
    return len(set(numbers)) > 1 and (sum(numbers[-1::-2]) + sum(doubled)) % 10 == 0


def iban(text: str) -> bool:
    """Whether an account number's check digits hold (ISO 13616: modulo 97 is 1)."""
    compact = re.sub(r"\s", "", text).upper()
    moved = compact[4:] + compact[:4]
    return moved.isalnum() and int("".join(str(int(c, 36)) for c in moved)) % 97 == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A kind of secret."""

    kind: str
    pattern: re.Pattern[str]
    check: Callable[[str], bool] | None = None


def _secret(kind: str, pattern: str, check: Callable[[str], bool] | None = None) -> Secret:
    return Secret(kind=kind, pattern=re.compile(pattern, re.IGNORECASE), check=check)


SECRETS = (
    _secret(
        "private key",
        r"(?P<secret>-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:(?!-----BEGIN|-----END)[\s\S]){0,8000}"
        r"(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?)",
    ),
    _secret(
        "access token",
        r"\b(?P<secret>(?:sk|pk|rk)[-_](?:live|test|proj|ant)[-_][\w-]{12,200}|sk-[a-z0-9]{20,200}|gh[opsur]_[a-z0-9]{20,255}"
        r"|github_pat_\w{20,255}|glpat-[\w-]{20,100}|xox[abprs]-[\w-]{10,200}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}"
        r"|eyJ[\w-]{10,2000}\.[\w-]{10,4000}\.[\w-]{10,1000})",
    ),
    _secret(
        "password",
        r"\b(?:pass(?:word|code|phrase)|pwd|pin(?:\s?(?:code|number))?|secret\s+(?:code|key)|security\s+code|cvv|cvc)\b"
        r"(?:\s+(?:for|of|to|i\s+use|we\s+use)\b[^.!?\n:=]{0,40}?)?"
        r"(?:['’]s\s|\s{0,3}(?:(?:is|was|are)(?:\s+now)?\b\s*:?|[:=])|(?<=word)\s+to\s(?=\S*[\d_!@#$%^&*-]))\s*"
        r"(?P<secret>\"[^\"\n]{3,100}\"|'[^'\n]{3,100}'|(?!(?:a|an|the|my|your|so|too|not|very|really|still|wrong|weak|secret|safe|required)(?![^\s,;.!?]))[^\s,;]{3,100}(?<![.!?]))",
    ),
    _secret(
        "password",
        r"(?<!\S)(?P<secret>(?=\S*[\d_!@#$%^&*])\S{4,100})\s+is\s+(?:my|the|our)\s+(?:\w+\s+){0,2}(?:password|passcode|pin)\b",
    ),
    _secret("password", r"\bpassphrase\s+is\s+(?P<secret>[^.!?\n\[]{8,120})"),
    _secret("card number", r"(?<![\w.])(?P<secret>\d(?:[ -]?\d){12,18})(?![\w])", luhn),
    _secret("bank account", r"\b(?P<secret>[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30})\b", iban),
    _secret("national id", r"(?<![\w-])(?P<secret>(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4})(?![\w-])"),
)
"""Every kind, the surest first. What a password's words may look like is what people type behind "my password is"."""

READ = 50_000
"""Characters that are searched for secrets in one piece; longer texts are searched piece by piece."""

_OVERLAP = 8_200


@dataclass(frozen=True, slots=True, kw_only=True)
class Masked:
    """A text that may be kept, and the kinds of secret that were taken out of it."""

    text: str
    kinds: tuple[str, ...] = ()


def masked(text: str) -> Masked:
    """The text with every secret replaced by a note of its kind.

    >>> masked("my wifi password is hunter2, ok?").text
    'my wifi password is [password removed], ok?'
    """
    found: list[tuple[int, int, str]] = []
    for start in range(0, max(1, len(text)), READ):
        piece = text[start : start + READ + _OVERLAP]
        for secret in SECRETS:
            for match in secret.pattern.finditer(piece):
                if secret.check is None or secret.check(match["secret"]):
                    found.append((start + match.start("secret"), start + match.end("secret"), secret.kind))
    if not found:
        return Masked(text=text)
    pieces, at, kinds = [], 0, []
    for begin, end, kind in sorted(found):
        if begin >= at:
            pieces += [text[at:begin], f"[{kind} removed]"]
            kinds.append(kind)
        at = max(at, end)
    return Masked(text="".join([*pieces, text[at:]]), kinds=tuple(dict.fromkeys(kinds)))
