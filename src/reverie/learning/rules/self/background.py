"""Rules for what someone comes from: how they were brought up, whom they do not have, what they once were."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape

BACKGROUND: tuple[Rule, ...] = (
    Rule(
        name="what one was",
        pattern=r"I (?:(?:used to be|was (?:once |previously |formerly |originally )?|had been |started out as )(?:an? "
        r"|the )?|"
        r"(?:have )?(?:previously |also |once )?(?:worked|used to work)(?: \w+ly)? as an? )(?P<value>(?!(?:kid|child|"
        r"teen|girl|"
        r"boy|royal|marine|soldier|sailor|paratrooper|gunner|student)\b).+)|my (?:first|last|old|previous|former) job "
        r"was (?:being |as )?(?:an? )?(?P<value1>(?!(?:at|in|with)\b).+)",
        key="past_work:{value}",
        text="Was {a_value}.",
        importance=0.5,
        confidence=0.7,
        shape=Shape.ROLE,
    ),
    Rule(
        name="nobody",
        pattern=r"(?:(?:I|we) (?:do )?have |nope,? |no,? )?(?P<value>no (?:kids|children|siblings|grandkids|pets?|"
        r"family|(?:brothers|sisters)(?: ?(?:,|or|and) (?:no )?(?:brothers|sisters))?))(?: (?:yet|here|for me|of my "
        r"own|at all|and|but|so)\b.*|,.*|$)|"
        r"(?:I have|we have) (?P<value1>never been (?:married|in love|in a relationship))\b.*",
        key="family:{value}",
        text="Has {value}.",
        importance=0.6,
        confidence=0.7,
        shape=Shape.EXACT,
    ),
)
"""Everything about somebody's background, in the order it is tried."""
