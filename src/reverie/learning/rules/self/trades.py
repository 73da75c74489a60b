"""Rules for what someone does at work, said by the deed: "i cut hair", "i drive a bus", "i do marketing"."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape

TRADES: tuple[Rule, ...] = (
    Rule(
        name="has a trade",
        pattern=r"(?:for work )?I (?P<value>(?:sell (?!(?:my|our|out|it|them|this|that|myself|me|everything|all|off|"
        r"some|the|short)\b)[\w' -]+?|deal cards|stack shelves|"
        r"stock shelves|pick (?:fruit|apples|berries|grapes)|mow lawns|paint houses|write (?:[\w']+ )?(?:books|"
        r"novels|code|software"
        r"|articles|ads|copy|scripts)|wash (?:dishes|cars|windows)|drive for \w+|lay bricks|fly planes|test "
        r"software|make "
        r"furniture|draw comics|sell (?:cars|houses|homes|insurance|real estate|shoes|furniture|"
        r"jewelry|phones|software|used cars)|fix (?:cars|computers|"
        r"teeth|planes)|repair \w+|cut hair|style hair|groom dogs|walk dogs|train (?:dogs|horses)|clean (?:houses|"
        r"homes|pools|offices)|build houses|"
        r"deliver (?:pizzas?|mail|packages|newspapers|food)|wait tables|tend bar|bartend|babysit|nanny|design "
        r"(?:websites|clothes|games|video games)|"
        r"develop (?:software|games|apps)|tutor (?!my)\w+|design (?!it\b|this\b|that\b|my\b|the\b|a\b|an\b)[\w-]+|"
        r"install [\w-]+|bag groceries|train people|process \w+ claims|make (?:pizzas?|sandwiches|coffee) (?=at\b|"
        r"for\b)|"
        r"answer phones|flip burgers|clean (?:teeth|rooms)|work on (?:computers|cars|trucks|planes|engines)|homeschool "
        r"my \w+|"
        r"(?:give|teach) \w+ lessons|"
        r"tutor (?!my)\w+))(?:$|[,.!].*| (?:and|at|for|in|on|part|full|to|as|but|"
        r"so|when|while|all|every|with)\b.*)",
        key="occupation",
        text="Work: {value}.",
        importance=0.75,
        confidence=0.7,
        shape=Shape.TRADE,
    ),
    Rule(
        name="drives",
        pattern=r"I (?P<value>drive (?:an? |the |for )?(?:(?:school|city|tour|forklift|garbage|tow|delivery|dump|"
        r"fire|ice cream|semi|big rig|"
        r"eighteen|18|uber|lyft)[ -]?)?(?:bus|taxi|cab|lorry|semi|wheeler|ambulance|tram|train|forklift|truck|uber|"
        r"lyft|limo))"
        r"(?<!drive a truck)(?<!drive the truck)(?:$|[,.!]| (?:for|in|at|and|full|part|on)\b).*",
        key="occupation",
        text="Work: {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.TRADE,
    ),
    Rule(
        name="does at work",
        pattern=r"I (?P<value>do (?!my\b|the\b|some\b|our\b)(?:(?:\w+ )?(?:design|marketing|accounting|sales|hr|it "
        r"support|tech support|research|security|"
        r"landscaping|construction|plumbing|welding|carpentry|consulting|recruiting|bookkeeping|data entry|data "
        r"science|customer service|"
        r"web development|software development|nails|hair|makeup|taxes|payroll|woodworking as a job)))(?:$|[,.!]| "
        r"(?:for|at|and|in|as|mostly|"
        r"full|part)\b).*",
        key="occupation",
        text="Does {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.TRADE,
    ),
    Rule(
        name="works with",
        pattern=r"I (?:work|am working|have worked) (?:mostly |mainly )?(?P<value>with (?:(?:special needs|disabled|"
        r"autistic|sick|"
        r"troubled|young|small|wild|the) )?(?:kids|children|animals|horses|dogs|computers|elderly(?: people)?|"
        r"teenagers|"
        r"patients|veterans|wood|youth|students|plants|glass|leather|metal|people with disabilities))(?:$|[,.!].*| "
        r"(?:and|"
        r"but|all|every|at|in|for|so|who|as)\b.*)",
        key="occupation",
        text="Works {value}.",
        importance=0.7,
        confidence=0.7,
        shape=Shape.EXACT,
    ),
)
"""Work told by what one does there, in the order it is tried."""
