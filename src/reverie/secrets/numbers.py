"""Numbers that are never kept: cards, bank accounts, national ids, passports and driving licences.

A number alone is rarely a secret: what makes it one is its check digits, its shape, or the words around it, and each
line here says which of these it asks for. So scores, years, prices and telephone numbers pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from reverie.secrets import check_digits
from reverie.secrets.finding import AFTER, BEFORE, Found, Piece, Secret, any_word
from reverie.text.patterns import lazy_pattern

CARD, BANK, NATIONAL, DOCUMENT = "card number", "bank account", "national id", "document number"

_CARD_WORDS = any_word(
    "card|cards|cc|ccn|credit|debit|visa|mastercard|master card|amex|american express|discover|maestro|diners|"
    "diners club|jcb|unionpay|union pay|pan|kreditkarte|karte|kartennummer|carte|carte bancaire|tarjeta|carta|cartão|"
    "kaart|kort|creditcard".split("|")
)
_ORDER = lazy_pattern(
    r"\b(?:order|tracking|invoice|ticket|parcel|booking|reference|ref|serial|case|item|imei|ean|barcode|article)s?\b"
    r"(?:\s+(?:number|num|no|nr|id|code))?[\s.:#]{0,4}(?:is\s)?$"
)
_BETWEEN = r"[\s.,\-_/\u2010-\u2015\u200b-\u200d\u2060·*|]{0,3}"
_RUN = lazy_pattern(rf"(?<!\w)\d(?:{_BETWEEN}\d)+")
_GROUP = lazy_pattern(r"\d+")
_USUAL = {(4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 4, 4, 3), (6, 13), (14,), (15,), (16,), (19,)}
"""How cards are printed, by the digits of each group."""


def cards(piece: Piece) -> Iterator[Found]:
    """Card numbers: a right check digit, and one of these besides.

    They are in one piece or printed as cards are, and begin as a great issuer's do; or the words around them speak of a
    card, and then they may be split oddly and be of any issuer, of 12 to 19 digits (ISO/IEC 7812-1).
    """
    if piece.digits < 12:
        return
    for run in _RUN.finditer(piece.lower):
        if run.end() - run.start() < 12:
            continue
        near = _reach(piece.lower, *run.span())
        groups = [group.span() for group in _GROUP.finditer(piece.lower, *run.span())]
        place = 0
        while place < len(groups):
            last = _card(piece.lower, groups, place, near)
            if last is not None:
                yield Found(groups[place][0], groups[last][1], CARD)
                place = last
            place += 1


def _reach(text: str, start: int, end: int) -> tuple[int, int]:
    """Up to where a number in a run of digits may begin, or from where it may end, to stand near words for cards."""
    before = max((word.end() for word in _CARD_WORDS.finditer(text, max(0, start - BEFORE), start)), default=None)
    after = _CARD_WORDS.search(text, end, end + AFTER)
    return (-1 if before is None else before + BEFORE), (len(text) + 1 if after is None else after.start() - AFTER)


def _card(text: str, groups: list[tuple[int, int]], first: int, near: tuple[int, int]) -> int | None:
    """The last group of the card that begins with a group."""
    start, end = groups[first]
    if start > near[0] and groups[-1][1] < near[1] and end - start not in (4, 6, 14, 15, 16, 19):
        return None
    shape: list[int] = []
    for last in range(first, min(first + 19, len(groups))):
        shape.append(groups[last][1] - groups[last][0])
        end, length = groups[last][1], sum(shape)
        if length > 19:
            return None
        spoken_of = start <= near[0] or end >= near[1]
        if length >= 12 and (spoken_of or tuple(shape) in _USUAL) and _is_card(text, start, end, issued=not spoken_of):
            return last
    return None


def _is_card(text: str, start: int, end: int, *, issued: bool) -> bool:
    if issued and _ORDER.search(text, max(0, start - 30), start):
        return False
    decimals = text[start - 1 : start] in {".", ","} and text[start - 2 : start - 1].isdecimal()
    if decimals or text[end : end + 1].isalnum():
        return False
    return check_digits.luhn(text[start:end]) and (not issued or check_digits.issued(text[start:end]))


_COUNTRY = lazy_pattern(r"(?<![^\W_])([a-z]{2})[ .,\-]?\d[ .,\-]?\d(?=[ .,\-\u00a0]?[a-z0-9])", re.ASCII)
_OF_LENGTH = {
    length: lazy_pattern(rf"(?:[ .,\-\u00a0\n]{{0,2}}[a-z0-9]){{{length}}}(?![^\W_])")
    for length in set(check_digits.IBAN_LENGTHS.values())
}


def ibans(piece: Piece) -> Iterator[Found]:
    """International account numbers, with spaces, commas, dots or dashes between, in either case."""
    if piece.digits < 9:
        return
    for country in _COUNTRY.finditer(piece.lower):
        length = check_digits.IBAN_LENGTHS.get(country[1].upper(), 0)
        account = _OF_LENGTH[length].match(piece.lower, country.start()) if length else None
        if account is not None and check_digits.iban(account[0]):
            yield Found(*account.span(), BANK)


def _number(
    kind: str, shape: str, *words: str, check: Callable[[str], bool] | None = None, anywhere: bool = False
) -> Secret:
    """A number of a shape in which ``#`` is a digit, ``@`` a letter and ``_`` an optional separator.

    It counts near one of the words, or anywhere.
    """
    named = {"#": r"\d", "@": "[a-z]", "_": r"[ .\-/\u2010-\u2015\u00a0]?"}
    pattern = "".join(named.get(c, c) for c in shape).lower()
    read = re.sub(r"\(\?!.*?\)", "", pattern)  # what may not follow takes no digits
    return Secret(
        kind=kind,
        pattern=lazy_pattern(rf"(?<![\w-])(?P<secret>{pattern})(?!\w|-\w)", re.ASCII),
        check=check,
        near=None if anywhere else any_word(words),
        needs=() if anywhere else tuple(re.split("[ -]", word)[0] for word in words),
        digits=sum(int(times or 1) for times in re.findall(r"\\d(?:\{(\d+)\})?", read)),
    )


_SSN = r"(?!000|666|9\d\d)\d{3}%s(?!00)\d{2}%s(?!0000)\d{4}"
_ITIN = r"9\d\d-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-\d{4}"
_NINO = r"(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ## ## ## [A-D]"
_MONTH, _DAY = r"(?:0[1-9]|1[0-2])", r"(?:0[1-9]|[12]\d|3[01])"

NUMBERS: tuple[Secret, ...] = (
    # Social Security Administration, POMS RM 10201.035: no area 000, 666 or 9xx, no group 00, no serial 0000.
    _number(NATIONAL, _SSN % ("-", "-"), anywhere=True),
    _number(NATIONAL, _SSN % ("_", "_"), "ssn", "social security", "social security number", "social", "soc sec"),
    _number(NATIONAL, _ITIN, anywhere=True),  # Internal Revenue Service, IRM 3.21.263
    # HM Revenue & Customs, NIM39110: which letters a National Insurance number may begin and end with.
    _number(NATIONAL, _NINO, anywhere=True),
    _number(NATIONAL, "@@_##_##_##_[a-d]", "national insurance", "nino", "ni number", "ni no"),
    _number(NATIONAL, "###_###_####", "nhs", check=check_digits.nhs),
    _number(NATIONAL, "###_###_###", "sin", "social insurance", "assurance sociale", check=check_digits.luhn),
    _number(
        NATIONAL, "##_###_###_###", "steuer-id", "steuerid", "steueridentifikationsnummer", "steuernummer", "idnr",
        "identifikationsnummer", "german tax", "tax id", "tax number", check=check_digits.tax_id,
    ),
    # The document number of a Portuguese citizen card: identity number, check digit, two characters, check digit.
    _number(NATIONAL, "#{8}_#_[0-9A-Z]{2}#", "citizen card", "cartao de cidadao", "cartão de cidadão"),
    _number(NATIONAL, "##_###_###_[A-HJ-NP-TV-Z]", anywhere=True, check=check_digits.dni),
    _number(NATIONAL, "[XYZ]_#{7}_[A-HJ-NP-TV-Z]", anywhere=True, check=check_digits.dni),
    _number(
        NATIONAL, rf"[12378]_##_(?:{_MONTH}|[2-9]#)_(?:##|2[AB])_###_###_##", anywhere=True, check=check_digits.nir
    ),
    _number(
        NATIONAL, "@@@ ?@@@ ?## ?[A-EHLMPRST]## ?@### ?@", anywhere=True, check=check_digits.codice_fiscale
    ),
    _number(NATIONAL, "####_##_###", "bsn", "burgerservicenummer", "sofinummer", "sofi", check=check_digits.bsn),
    _number(NATIONAL, r"###\.###\.###-##", anywhere=True, check=check_digits.cpf),
    _number(NATIONAL, "###_###_###_##", "cpf", check=check_digits.cpf),
    _number(
        NATIONAL, "[2-9]###_####_####", "aadhaar", "aadhar", "adhaar", "adhar", "uidai", check=check_digits.aadhaar
    ),
    _number(NATIONAL, "@@@[ABCFGHJLPT]@####@", "pan", "permanent account", "income tax"),  # Income-tax Act, s. 139A
    _number(
        NATIONAL, rf"(?:19|20)?##{_MONTH}(?:{_DAY}|[6-9]#)[-+]?####", "personnummer", "personnr",
        "samordningsnummer", "swedish id", "swedish personal", "personal identity number",
        check=check_digits.personnummer,
    ),
    _number(NATIONAL, rf"{_DAY}{_MONTH}##[-+A-FU-Y]###[0-9A-FHJ-NPR-Y]", anywhere=True, check=check_digits.hetu),
    _number(NATIONAL, "#{11}", "pesel", check=check_digits.pesel),
    _number(NATIONAL, rf"[1-8]#####(?:19|20)##{_MONTH}{_DAY}###[\dX]", anywhere=True, check=check_digits.resident_id),
    # Resident registration numbers of South Korea: a birth date, then 1 to 4 for sex and century.
    _number(NATIONAL, rf"##{_MONTH}{_DAY}-[1-4]######", anywhere=True),
    _number(BANK, "###_###_###", "routing", "aba", "rtn", check=check_digits.routing),
    _number(BANK, "##[ -]?##[ -]?##", "sort code", "sortcode"),
)  # fmt: skip
"""Numbers by shape, check and words. Where a line has no check, the words or the punctuation are what tells it."""

_OF = r"(?:\s+(?:number|num|nr|no|id|card)\b\.?|\s*#){0,2}"
_IS = r"(?:\s+(?:for|of|at|with|to)\s[^.!?\n\d]{1,30}?)?\s*(?:['’]s|is|was|are|:|=|-|#)?\s*"

TOLD: tuple[Secret, ...] = (
    Secret(
        kind=BANK,
        pattern=lazy_pattern(
            rf"\b(?:(?:bank|checking|savings?|current)\s+account|acct?|account|a/c|kontonummer)(?:{_OF}{_IS})"
            r"(?P<secret>\d(?:[ -]?\d){5,16})(?!\w|[.,]\d)",
        ),
        needs=("acc", "a/c", "konto"),
        digits=6,
    ),
    Secret(
        kind=DOCUMENT,
        pattern=lazy_pattern(
            rf"\b(?:passport|pasaporte|reisepass|passeport)(?:{_OF}{_IS})"
            r"(?P<secret>(?=(?:[a-z]*\d){6})[a-z]{0,3} ?\d[a-z0-9]{5,9})(?!\w)",
        ),
        needs=("pass", "pasaporte"),
        digits=6,
    ),
    Secret(
        kind=DOCUMENT,
        pattern=lazy_pattern(
            rf"\b(?:driv(?:er|ing)['’]?s?['’]?\s+(?:licen[cs]e|permit)|dl|führerschein)(?:{_OF}{_IS})"
            r"(?P<secret>(?=(?:[a-z \-]*\d){5})[a-z0-9](?:[ -]?[a-z0-9]){4,19}(?<=[a-z0-9]{3}))(?!\w)",
        ),
        needs=("driv", "dl", "führerschein"),
        digits=5,
    ),
)
"""Numbers that only the words before them tell: "my passport number is …"."""
