"""What takes the place of something is worded as any other memory: no template, no slot shows through."""

from __future__ import annotations

import pytest

from reverie.domain.rules.corrections import correction
from reverie.domain.rules.extraction import RULES
from reverie.domain.rules.reading import clauses

KEYS = sorted({r.key.replace("{value}", "corolla").replace("{slot}", "car") for r in RULES if r.text and "{" in r.key})


@pytest.mark.parametrize("key", [key for key in KEYS if "{" not in key])
@pytest.mark.parametrize("said", ["I traded my Corolla for a Tesla.", "Not Corolla, Tesla."])
def test_no_template_shows_in_what_takes_a_place(key: str, said: str) -> None:
    for clause in clauses(said):
        mended = correction(clause, [(key, "corolla")], RULES)
        if mended is not None:
            assert "Tesla" in mended.text
            assert not set("{}") & set(f"{mended.text}{mended.key}")
            assert f"{key.partition(':')[0]}:" not in mended.text.casefold()


def test_a_car_that_was_traded_is_owned() -> None:
    (clause,) = clauses("I traded my Corolla for a Tesla.")
    mended = correction(clause, [("owns:corolla", "corolla")], RULES)
    assert mended is not None
    assert (mended.key, mended.text, mended.ends) == ("owns:tesla", "Owns Tesla.", ("owns:corolla",))
