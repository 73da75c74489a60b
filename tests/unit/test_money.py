"""What tells of somebody's money, and what only sounds like it."""

from __future__ import annotations

import pytest

from reverie.records.memories import About, Candidate, Category, Kind
from reverie.text.private_matters import of_money

TELLS = """
Makes fifty thousand a year.
Makes fifty-two thousand dollars a year.
Makes six figures.
Makes 45 thousand.
Makes 20 lakhs per annum.
Makes 12 LPA.
Has twelve grand on their credit card.
Has a 401k.
Has an IRA with 30.
Owns 3 bitcoin.
Has a trust fund.
Has a negative balance.
Wants to pay off their credit card.
Won 5,000 in the lottery.
Lost 2000 gambling.
Got a raise.
Is wealthy.
Earns 52,000
Makes 52000 a year
Makes fifty grand
Earns fifty-two thousand
I owe 300
Owes Sam five hundred
Borrowed five hundred from Sam
Has 20,000 in the bank
Bank balance 300
Pays 900 rent
Rent is nine hundred euros
Is rich
I make fifty thousand a year.
Lives on welfare.
My rent is 900.
I owe the bank a lot.
I'm skint
My Visa is maxed.
earns 52k a year
owes 3000 dollars
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
I run 52k a week
I drink 2 pounds a week
I was in the red corner
My favorite game is Payday 2
The museum has a painting on loan
I maxed out my deadlift
I live in room 402.
I scored 52k points in Tetris.
I made 12 pancakes.
I earned 3 gold medals.
I saved 3 kittens.
I lost 5 pounds this month.
I won 3 games.
I lost 2000 calories.
I make 30 pounds of jam every year.
I owe you an apology.
My coffee costs 3 euros.
I bought a bike for 200 euros.
I can't pay attention in class.
I am rich in friends
My rich aunt bakes
I have two thousand books
Ran 1000 miles
Makes 300 cakes a week
Has a hundred sheep
I broke my arm.
He made a hundred pancakes
I made fifteen hundred cakes
I am in the bank choir
Ira is my son
I read a hundred pages an hour
I was paid a visit
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


def test_letters_that_are_not_seen_hide_nothing() -> None:
    assert of_money("my sal\u200bary is good")
    assert of_money("I earn ５２,000")
