"""Secrets that are told in passing, in many voices, beside what only looks like one."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.secrets import masked
from reverie_bench.sensitive import measured

GOLD = Path(__file__).parents[2] / "benchmarks" / "gold"


@pytest.mark.parametrize("half", ["dev", "test"])
def test_secrets_in_passing_are_found_and_what_looks_alike_is_left(half: str) -> None:
    share = measured(GOLD / f"sensitive-{half}.jsonl")["metrics"]
    assert share["found"] >= 0.9
    assert share["touched_clean"] <= 0.01


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        ("the code for the safe is 77 12 09", "77 12 09"),
        ("the house code's 4412", "4412"),
        ("my address is 3 Elm Road, pin 4821", "4821"),
        ("my nif is 245123987", "245123987"),
        ("my tax id is 12-3456789", "12-3456789"),
        ("my license number is D1234567", "D1234567"),
        ("I use the same password everywhere: Blue_Falcon7", "Blue_Falcon7"),
        ("it's p4ssw0rd-Xy, that's my gmail password", "p4ssw0rd-Xy"),
        ("mypassword:Xk29dkeP", "Xk29dkeP"),
        ("remember my password please: Venus-Transit-88", "Venus-Transit-88"),
        ("The otp they sent was 493021", "493021"),
        ("the code of the shed its 7719 no wait yes 7719", "7719"),
        ("the wifi password is tulip, tulip like the flower", "tulip"),
        ("acc 73920184 at lloyds", "73920184"),
        ("my citizen card number is 12345678 9 ZZ0", "12345678 9 ZZ0"),
        ("my pin is forty-eight fifteen", "fifteen"),
        ("pin number forty-eight, fifteen", "forty-eight"),
        ("p.i.n. 4815", "4815"),
        ("4815, that's my pin", "4815"),
        ("My PIN (4921) never works", "4921"),
        ("My bank PIN, 4921, is hard", "4921"),
        ("my pin is um 4921", "4921"),
        ("phone passcode 492100", "492100"),
        ("my password is\n```\nBiscuit77\n```", "Biscuit77"),
        ("my passwords:\n- Biscuit77\n- Rex88xx", "Rex88xx"),
        ("my passowrd is hunter2x", "hunter2x"),
        ("PGPASSWORD=sekrit9 psql", "sekrit9"),
        ("mysql -uroot -pHunter22 db", "Hunter22"),
        ("curl -u ana:Hunter22 https://x.y", "Hunter22"),
        ("create user a identified by 'Hunter22'", "Hunter22"),
        ("ana@mail.com:Biscuit77", "Biscuit77"),
        ("mot de passe c'est Biscuit77", "Biscuit77"),
        ("Passwort hei\u00dft Biscuit77", "Biscuit77"),
        ("iban GB82,WEST,1234,5698,7654,32", "WEST,1234"),
        ("username is bob and my password tulip", "tulip"),
        ("It's hunter2, my password.", "hunter2"),
        ("the three digits on the back are 123", "123"),
        ("my visa, expires 09/27, 123 on the back", "123"),
        ("my passwrod is hunter2", "hunter2"),
        ("my paswrd: hunter2", "hunter2"),
        ("passphrase: correct horse battery", "correct horse battery"),
        ("our wifi is called tulip and the key is garden99", "garden99"),
        ("hunter2 - thats the wifi password btw", "hunter2"),
        ("my password is spelled h u n t e r 2", "u n t"),
        ("my password's h u n t e r 2, capital h", " 2,"),
        ("my passcode: h u n t e r two", "two"),
        ("my password is h  u  n  t  e  r  2", "u  n"),
        ("my p\u200bassword is hun\u200bter2", "ter2"),
        ("ghp_abcdefghij\u200bklmnopqrstuvwxyz0123456789", "klmnop"),
        ("\uff49\uff42\uff41\uff4e GB82 \uff37\uff25\uff33\uff34 1234 5698 7654 32", "5698"),
    ],
)
def test_a_secret_told_in_passing_is_masked(said: str, secret: str) -> None:
    assert secret not in masked(said).text


@pytest.mark.parametrize(
    "said",
    [
        "the code was ten twelve years ago",
        "The alarm is 0630 every morning",
        "The gate is 4021 meters away",
        "The number of my house is 1842",
        "I will pass: 2023 was hard. Pass = 60%",
        "The score to pass is 7/10, and my bus pass is 2024-2025",
        "I use Bitwarden for my passwords",
        "the pin, 1984 edition, is rare",
        "the flight AB1234, my password is fine",
        "I sat in seat14c, my pass was checked",
        "it was 2024, that's my pin-up year",
        "username is bob and my password is wrong",
        "my username is bob and my password keeps failing",
        "the pin is bent in two places",
        "It's great, my password manager.",
        "there are 120 seats on the back row, and the number on the back of his shirt is 723",
        "my wifi is slow, and the key is patience",
        "he passed a wad of word puzzles round",
        "\uff28\uff45\uff4c\uff4c\uff4f, my soft\u00adly wo\u200bven \U0001d504\U0001d51f",
    ],
)
def test_what_is_said_of_secrets_stays_to_the_letter(said: str) -> None:
    assert masked(said).text == said
