"""The check digits of cards, bank accounts and national ids: what keeps a phone number from being taken for one.

Each takes the number as it was written, with its separators, and says whether its check holds. The source of each rule
is named with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

IBAN_LENGTHS = {
    country: int(length)
    for country, length in re.findall(
        r"([A-Z]{2})(\d{2})",
        "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 "
        "ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 "
        "LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 "
        "PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 "
        "YE30",
    )
}
"""How long an account number is in each country (the IBAN registry of ISO 13616, kept by SWIFT)."""

_ISSUERS = {
    14: r"3(?:0[0-5]|[689])",  # Diners Club
    15: r"3[47]|2131|1800",  # American Express, old JCB
    16: r"4|5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|6011|64[4-9]|65|62|35(?:2[89]|[3-8])|50|5[6-9]|6[37]",
    19: r"4|62|6011|64[4-9]|65|6[37]",
}
"""By length, how the numbers of the great issuers begin (ISO/IEC 7812-1; the issuers' published ranges)."""


def digits(written: str) -> list[int]:
    """The digits of a number, whatever stands between them."""
    return [int(c) for c in written if c.isdecimal()]


def luhn(written: str) -> bool:
    """Whether a card number's check digit holds (ISO/IEC 7812-1, annex B); a Canadian SIN's too."""
    numbers = digits(written)
    doubled = [n * 2 - 9 if n > 4 else n * 2 for n in numbers[-2::-2]]
    return len(set(numbers)) > 1 and (sum(numbers[-1::-2]) + sum(doubled)) % 10 == 0


def issued(written: str) -> bool:
    """Whether a number begins as one of a great card issuer's does, for its length."""
    plain = "".join(map(str, digits(written)))
    issuer = _ISSUERS.get(len(plain))
    return issuer is not None and re.match(issuer, plain) is not None


def iban(written: str) -> bool:
    """Whether an account number's length and check digits hold (ISO 13616, ISO 7064: modulo 97 is 1)."""
    compact = re.sub(r"[\W_]", "", written).upper()
    if not compact.isascii() or IBAN_LENGTHS.get(compact[:2]) != len(compact):
        return False
    moved = compact[4:] + compact[:4]
    return int("".join(str(int(c, 36)) for c in moved)) % 97 == 1


def routing(written: str) -> bool:
    """Whether a US routing number's check holds (American Bankers Association: weights 3, 7, 1)."""
    return len(digits(written)) == 9 and any(digits(written)) and _weighed(digits(written), (3, 7, 1) * 3) % 10 == 0


def bsn(written: str) -> bool:
    """Whether a Dutch citizen's number passes the test of eleven (weights 9 to 2, the last -1)."""
    numbers = digits(written)
    return any(numbers) and _weighed(numbers, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0


def nhs(written: str) -> bool:
    """Whether a British NHS number's check holds (NHS Data Dictionary: modulo 11)."""
    numbers = digits(written)
    return (11 - _weighed(numbers, range(10, 1, -1)) % 11) % 11 == numbers[-1]


def pesel(written: str) -> bool:
    """Whether a Polish PESEL's check holds (weights 1, 3, 7, 9)."""
    numbers = digits(written)
    return _weighed(numbers, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0


def cpf(written: str) -> bool:
    """Whether both check digits of a Brazilian CPF hold (Receita Federal: modulo 11)."""
    numbers = digits(written)
    first = _weighed(numbers, range(10, 1, -1)) * 10 % 11 % 10
    second = _weighed(numbers, range(11, 1, -1)) * 10 % 11 % 10
    return len(set(numbers)) > 1 and [first, second] == numbers[-2:]


def tax_id(written: str) -> bool:
    """Whether a German tax id's check holds (Abgabenordnung § 139b; ISO 7064, MOD 11,10)."""
    numbers = digits(written)
    product = 10
    for number in numbers[:-1]:
        product = ((product + number) % 10 or 10) * 2 % 11
    return numbers[0] != 0 and (11 - product) % 10 == numbers[-1]


def dni(written: str) -> bool:
    """Whether the letter of a Spanish DNI or NIE is right (Real Decreto 1553/2005: the number modulo 23)."""
    compact = re.sub(r"[\W_]", "", written).upper()
    number = int(compact[:-1].translate(str.maketrans("XYZ", "012")))
    return "TRWAGMYFPDXBNJZSQVHLCKE"[number % 23] == compact[-1]


def nir(written: str) -> bool:
    """Whether the key of a French social security number holds (INSEE: 97 less the number modulo 97)."""
    compact = re.sub(r"[\W_]", "", written).upper().replace("2A", "19").replace("2B", "18")
    return compact.isdecimal() and 97 - int(compact[:-2]) % 97 == int(compact[-2:])


_ODD = dict(
    zip("0123456789", (1, 0, 5, 7, 9, 13, 15, 17, 19, 21), strict=True),
) | dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23),
        strict=True,
    )
)


def codice_fiscale(written: str) -> bool:
    """Whether the last letter of an Italian codice fiscale is right (decree of 23 December 1976, n. 13813)."""
    compact = re.sub(r"\s", "", written).upper()
    even = [int(c) if c.isdecimal() else ord(c) - ord("A") for c in compact[1:15:2]]
    return (sum(even) + sum(_ODD[c] for c in compact[0:15:2])) % 26 == ord(compact[15]) - ord("A")


_VERHOEFF = (
    "0123456789", "1234067895", "2340178956", "3401289567", "4012395678",
    "5987604321", "6598710432", "7659821043", "8765932104", "9876543210",
)  # fmt: skip
_TURNS = (
    "0123456789", "1576283094", "5803796142", "8916043527", "9453126870", "4286573901", "2793806415", "7046913258",
)  # fmt: skip


def aadhaar(written: str) -> bool:
    """Whether an Indian Aadhaar number's check digit holds (UIDAI; Verhoeff's scheme of 1969)."""
    check = 0
    for place, number in enumerate(reversed(digits(written))):
        check = int(_VERHOEFF[check][int(_TURNS[place % 8][number])])
    return check == 0


def personnummer(written: str) -> bool:
    """Whether a Swedish personal number's check digit holds (Skatteverket: Luhn over the last ten digits)."""
    return luhn("".join(map(str, digits(written)[-10:])))


def hetu(written: str) -> bool:
    """Whether the control character of a Finnish personal id is right (the number modulo 31)."""
    number = int("".join(map(str, digits(written[:-1]))))
    return "0123456789ABCDEFHJKLMNPRSTUVWXY"[number % 31] == written[-1].upper()


def resident_id(written: str) -> bool:
    """Whether a Chinese resident's number holds (GB 11643-1999; ISO 7064, MOD 11-2)."""
    numbers = [10 if c in "Xx" else int(c) for c in written]
    return sum(n * pow(2, 17 - place, 11) for place, n in enumerate(numbers)) % 11 == 1


def _weighed(numbers: Sequence[int], weights: Sequence[int]) -> int:
    return sum(number * weight for number, weight in zip(numbers, weights, strict=False))
