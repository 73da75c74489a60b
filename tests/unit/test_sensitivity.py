"""Secrets are masked wherever they stand; what only looks like one is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.errors import Refused
from reverie.secrets import READ, masked, no_secret
from reverie.secrets.check_digits import iban, luhn

SECRETS = [
    ("password", "my password is {}", "hunter2xyz"),
    ("password", "Password: {}", "hunter2xyz"),
    ("password", "the wifi password is now {} ok?", "hunter2xyz"),
    ("password", "password={}", "hunter2xyz"),
    ("password", "my PIN code is {}.", "4821"),
    ("password", "my pin number it's {} don't tell Peter", "4 7 1 1"),
    ("password", "my pin is {} if you need it", "four seven one one"),
    ("password", "my password's {}", "hunter2xyz"),
    ("password", "my passphrase is '{}'", "correct horse battery staple"),
    ("password", "the password I use is {}", "hunter2xyz"),
    ("password", "I changed my password to {}", "hunter2xyz"),
    ("card number", "my card is {}", "4111 1111 1111 1111"),
    ("card number", "card: {}.", "4111-1111-1111-1111"),
    ("card number", "({})", "378282246310005"),
    ("bank account", "IBAN {}", "GB82 WEST 1234 5698 7654 32"),
    ("bank account", "send it to {}!", "DE89370400440532013000"),
    ("national id", "my SSN is {}", "123-45-6789"),
    ("access token", "use {}", "sk-proj-abcdefghijklmnopqrstuvwx"),
    ("access token", "key {}", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
    ("access token", "aws {}", "AKIAIOSFODNN7EXAMPLE"),
    ("private key", "{}", "-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\nMIIEdef\n-----END RSA PRIVATE KEY-----"),
    ("private key", "{}", "-----BEGIN PRIVATE KEY-----\nMIIEabc cut off"),
]


@pytest.mark.parametrize(("kind", "sentence", "secret"), SECRETS)
def test_a_secret_is_masked_and_named(kind: str, sentence: str, secret: str) -> None:
    found = masked(sentence.format(secret))
    assert secret not in found.text
    assert found.text == sentence.format(f"[{kind} removed]").replace("'[", "[").replace("]'", "]")
    assert found.kinds == (kind,)


@pytest.mark.parametrize(
    "text",
    [
        "I forgot my password again",
        "my password is wrong",
        "my password is too weak",
        "what is your password policy?",
        "call me at 4111 1111 1111 1112",
        "the score was 0000 0000 0000 0000",
        "order 1234567890123456 arrived",
        "my number is 555-12-34567",
        "I passed my exam",
        "pin the note to the wall",
        "pin 3 or 4 notes to the wall",
        "the dress code is one for each and two for the hall",
        "GB82 is a road",
        "1.4111111111111111",
        "We met 2026-03-01 12:00 and 2026-03-02 13:00",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert masked(text).text == text
    assert masked(text).kinds == ()


def test_several_secrets_in_one_text() -> None:
    found = masked("my password is hunter2xyz, my card 4111 1111 1111 1111, again 4111111111111111")
    assert found.kinds == ("password", "card number")
    assert "4111" not in found.text


KEY = "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEabcdefgh/+=\n" * 220 + "-----END RSA PRIVATE KEY-----"
LONG = [
    ("my password is hunter2xyz", "hunter2xyz"),
    ("my card is 4111 1111 1111 1111", "4111"),
    (KEY, "MIIE"),
    ("eyJhbGciOiJIUzI1NiJ9." + "Q" * 3000 + "." + "S" * 43, "QQQ"),
]


@pytest.mark.parametrize(("text", "secret"), LONG)
@settings(max_examples=60)
@given(before=st.one_of(st.integers(READ - 4100, READ + 10), st.integers(0, 3 * READ)))
def test_a_secret_is_found_wherever_it_stands(text: str, secret: str, before: int) -> None:
    assert secret not in masked("a" * before + " " + text + " " + "z" * 200).text


@pytest.mark.parametrize(
    "unit", ["-----BEGIN RSA PRIVATE KEY-----\n", "password for ", "password is ", "4 ", "GB82 ", "eyJ", "sk-", "a"]
)
def test_a_megabyte_that_looks_like_secrets_ends(unit: str) -> None:
    assert masked(unit * (300_000 // len(unit))).text is not None


@given(st.text(max_size=300))
def test_masking_twice_is_once(text: str) -> None:
    once = masked(text).text
    assert masked(once).text == once


@pytest.mark.parametrize(
    "text",
    [
        "ok?npm_abcdefghijklmnopqrstuvwxyz0123456789ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "login: bob hunter2 pass: t e r 2",
        "AIzaSyA1234567890abcdefghijklmnopqrstuvsort code 45 6789",
        "mot de passe tulipe9 pass: t e r 2",
    ],
)
def test_secrets_in_one_breath_are_all_masked(text: str) -> None:
    once = masked(text)
    assert masked(once.text).text == once.text
    assert once.text.count("removed]") == 2


def test_very_many_changed_passwords_are_read_to_their_end() -> None:
    """Followed from each to the last, they would be found by the billion."""
    once = masked("i changed my gmail password from tulip1 to tulip2" * 2_000)
    assert "tulip" not in once.text


def test_check_digits() -> None:
    assert luhn("4111 1111 1111 1111")
    assert not luhn("4111 1111 1111 1112")
    assert not luhn("0000 0000 0000 0000")
    assert iban("GB82 WEST 1234 5698 7654 32")
    assert not iban("GB83 WEST 1234 5698 7654 32")


@pytest.mark.parametrize("id", ["01a22163-6559-76ed-be32-85d2fdb1cf52", "web 01A22163-6559-76ED-BE32-85D2FDB1CF52"])
def test_an_id_as_programs_make_them_is_no_bank_account(id: str) -> None:
    assert masked(id).kinds
    no_secret(id, "an id")
    with pytest.raises(Refused, match="bank account"):
        no_secret(f"{id} BE68 5390 0754 7034", "an id")
