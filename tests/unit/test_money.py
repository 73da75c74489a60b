"""What tells of somebody's money, and what only sounds like it."""

from __future__ import annotations

import pytest

from reverie.domain.memories import About, Candidate, Category, Kind
from reverie.domain.money import of_money

TELLS = """
I make 60k a year
my salary went up to 4,200 euros
im 12 grand in debt lol
still paying off my student loans
we can't afford the dentist
I owe my sister 300 bucks
i'm so broke until friday
I'm behind on rent again
I've got about £20,000 in savings
we took out a second mortgage
I get paid 15 dollars an hour
my credit score is terrible
We filed for bankruptcy in 2019
I’m on 38k
money has been tight since the divorce
my ex stopped paying child support
lost a fortune on crypto
Owes 5,000 euros to the tax office
Lives paycheck to paycheck
i maxed out both cards
my pension is 900 euros
""".strip().splitlines()
SOUNDS = """
I'm a mortgage broker
Is a loan officer at a bank
The book cost 20 dollars
I bought a bike for 300 euros
We broke up in March
my laptop is broke
I love the song Money by Pink Floyd
I work at a savings bank
my uncle is a debt collector
I lost 10 pounds since January
I won the chess tournament
Can't pay attention in class
I inherited my grandmother's piano
I make 3 cakes a week
I owe Emma an apology
invested a lot of time in this
library loans are free
The war was waged for years
Room 1200, flight BA 2490, order 88-1200
""".strip().splitlines()


def test_what_they_earn_own_and_owe_is_money_and_a_price_or_a_trade_is_not() -> None:
    assert [text for text in TELLS if not of_money(text)] == []
    assert [text for text in SOUNDS if of_money(text)] == []


@pytest.mark.parametrize("category", [Category.FACT, Category.PREFERENCE, Category.OTHER])
def test_whatever_it_was_called_it_is_of_that_category(category: Category) -> None:
    assert Candidate(text="Earns 52k a year.", category=category).category == Category.MONEY
    assert (
        Candidate(text="Is behind.", value="on rent: 900 euros of debt", category=category).category == Category.MONEY
    )
    assert Candidate(text="Debt is a burden.", kind=Kind.OPINION, about=About.WORLD).category == Category.FACT
