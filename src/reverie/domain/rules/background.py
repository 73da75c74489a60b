"""Rules for what someone comes from: how they were brought up, whom they do not have, what they once were."""

from __future__ import annotations

from reverie.domain.rules.rule import Rule, Shape
from reverie.domain.rules.words import ENDED

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
        examples={
            "i was a cop for 30 years .": {"past_work:cop": "cop"},
            "before that i worked as a cashier": {"past_work:cashier": "cashier"},
            "I used to be a lawyer but now I bake": {"past_work:lawyer": "lawyer", "hobby:bake": "bake"},
        },
        silent=("he was a cop for years", "I was a great cook", "I was a mess", "if I was a doctor"),
    ),
    Rule(
        name="where one worked",
        pattern=r"I (?:used to work|(?:have )?(?:previously|once) worked)(?: \w+ly| part[- ]time| full[- ]time)? (?:at|"
        r"for|in|on) "
        r"(?P<value>(?!(?:home|night|nights|a living|it|this|that|me|you|him|her|them|the (?:morning|evening|past|"
        r"same)|my \w+"
        r"$)\b).+?)(?: (?:as|before|until|when|for|back)\b.*)?",
        key="past_work:{value}",
        text="Once worked at {value}.",
        importance=0.5,
        confidence=0.7,
        shape=Shape.ORGANISATION,
        examples={"i used to work in a coal mine .": {"past_work:coal mine": "coal mine"}},
        silent=("she used to work at a bank", "I used to work hard"),
    ),
    Rule(
        name="upbringing",
        pattern=r"(?:I|we) (?:was|were) (?:mostly |partly )?(?P<value>raised by (?:my |our |an? )?(?:[\w-]+ "
        r"){0,3}?[\w-]+)"
        rf"{ENDED}|(?:I|we) (?:come from|grew up in|was raised in|have) (?:an?|my) (?P<value1>(?:(?:very|really) "
        rf")?(?:big|"
        rf"large|huge|small|tiny|close|close-knit|tight-knit|poor|rich|wealthy|religious|musical|military|broken|"
        rf"single parent)"
        rf" (?:[\w-]+ )?family|family of (?!\w+$(?<=own))[\w-]+){ENDED}|I (?:am|was) (?:an? |the "
        rf")?(?P<value2>(?:identical |fraternal )?twin|(?:middle|"
        rf"youngest|oldest|eldest|foster) child|only (?:girl|boy)|orphan|adopted|homeschooled|home schooled|"
        rf"(?:youngest|oldest|eldest|baby)(?= "
        rf"in my family| in the family|$)){ENDED}",
        key="family:{value}",
        text="Background: {value}.",
        importance=0.6,
        confidence=0.7,
        shape=Shape.EXACT,
        examples={
            "i was raised by my grandparents .": {"family:raised by my grandparents": "raised by my grandparents"},
            "I come from a big family": {"family:big family": "big family"},
            "i was adopted .": {"family:adopted": "adopted"},
        },
        silent=("he was raised by wolves", "I come from a place of love", "I want a big family car"),
    ),
    Rule(
        name="how one grew up",
        pattern=r"(?:I|we) (?:mostly |basically |kind of )?grew up (?:(?:very|really|pretty|dirt|super) )?(?:in )?"
        r"(?P<value>poor|rich|wealthy|religious|amish|mormon|catholic|jewish|muslim|hindu|baptist|bilingual|sheltered|"
        r"(?:the )?foster (?:care|system|homes?)|an? (?:[\w-]+ ){0,2}(?:household|home|family|cult|trailer|commune))\b"
        r"(?! (?:of|called|named)\b).*",
        key="grew_up:{value}",
        text="Upbringing: {value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "I grew up Amish and left at nineteen": {"grew_up:amish": "amish"},
            "i grew up in foster care": {"grew_up:foster care": "foster care"},
        },
        silent=("he grew up poor", "I grew up on stories", "I grew up fast"),
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
        examples={"no siblings, just a loud house": {"family:no siblings": "no siblings"}},
        silent=("no kids allowed", "my aunt has no children"),
    ),
)
"""Everything about somebody's background, in the order it is tried."""
