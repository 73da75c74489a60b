"""Secrets that are told in passing, in many voices, beside what only looks like one."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.bench.sensitive import measured
from reverie.domain.sensitivity import masked

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
    ],
)
def test_a_secret_told_in_passing_is_masked(said: str, secret: str) -> None:
    assert secret not in masked(said).text
