"""Rules for body and mood: diet, allergies, conditions, fears, and how someone feels now."""

from __future__ import annotations

from reverie.domain.memories import Category
from reverie.domain.rules.rule import Rule, Shape
from reverie.domain.rules.words import FEELINGS

_PREFERENCE = Category.PREFERENCE
_HEALTH = Category.HEALTH
_VERY = (
    r"(?:so |very |really |pretty |super |too |quite |extremely |a bit |a little |incredibly |totally |just |"
    r"absolutely |rather |all )*"
)

HEALTH: tuple[Rule, ...] = (
    Rule(
        name="diet",
        pattern=r"I (?:am|went|became|have been|turned|have gone|have become|am now|eat)(?: an?| strictly)? "
        r"(?P<value>vegan|vegetarian|pescatarian|gluten[- ]free|dairy[- ]free|halal|kosher|keto|flexitarian)\b(?! "
        r"(?:restaurant|food|recipe|place|option|cheese|burger)).*",
        key="diet",
        text="Diet is {value}.",
        category=_PREFERENCE,
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"im vegan": {"diet": "vegan"}, "I've been a vegetarian since 2015": {"diet": "vegetarian"}},
        silent=("I'm not vegan", "my roommate is vegan", "should I go vegan?"),
    ),
    Rule(
        name="avoids",
        pattern=r"I (?:do not|can not|no longer|never) (?:eat|drink) (?P<value>(?:red |cow's |any )?(?:meat|pork|"
        r"beef|fish|seafood|shellfish|dairy|gluten|"
        r"eggs|sugar|alcohol|coffee|caffeine|milk|soda|wheat|bread|chicken|lamb|peanuts|nuts|wine|beer))\b.*",
        key="avoids:{value}",
        text="Does not eat or drink {value}.",
        category=_PREFERENCE,
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"I don't eat pork": {"avoids:pork": "pork"}, "I don't drink alcohol": {"avoids:alcohol": "alcohol"}},
        silent=("I don't eat breakfast", "I didn't eat meat today"),
    ),
    Rule(
        name="allergy",
        pattern=r"I am (?:(?:very|deathly|severely|super|highly|mildly|badly|so|a bit|a little) )?allergic to "
        r"(?P<value>.+)",
        key="allergy:{value}",
        text="Is allergic to {value}.",
        category=_HEALTH,
        importance=0.9,
        confidence=0.9,
        many=True,
        examples={
            "I'm allergic to peanuts": {"allergy:peanuts": "peanuts"},
            "im deathly allergic to bees and cats": {"allergy:bees": "bees", "allergy:cats": "cats"},
        },
        silent=("I'm not allergic to anything", "my son is allergic to nuts", "I'm allergic to your nonsense"),
    ),
    Rule(
        name="intolerance",
        pattern=r"I (?:have an?|suffer from an?|am) (?:(?:severe|bad|mild|serious|slight|deadly) "
        r")?(?P<value>[\w-]+(?: [\w-]+)?)"
        r" (?:allergy|intolerance|intolerant)\b.*",
        key="allergy:{value}",
        text="Has a {value} allergy or intolerance.",
        category=_HEALTH,
        importance=0.9,
        confidence=0.9,
        examples={
            "I have a severe peanut allergy": {"allergy:peanut": "peanut"},
            "im lactose intolerant": {"allergy:lactose": "lactose"},
        },
        silent=("my kid has a peanut allergy",),
    ),
    Rule(
        name="condition",
        pattern=r"I (?:have|was diagnosed with|suffer from)(?: really| bad| severe| mild| chronic)* "
        r"(?P<value>(?:type \d )?diabetes|asthma|adhd|migraines?|"
        r"celiac disease|insomnia|epilepsy|arthritis|anxiety|depression|ocd|ptsd|dyslexia|autism|tinnitus|chronic "
        r"pain)\b.*",
        key="condition:{value}",
        text="Has {value}.",
        category=_HEALTH,
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "I have asthma": {"condition:asthma": "asthma"},
            "i was diagnosed with adhd": {"condition:adhd": "adhd"},
        },
        silent=("I don't have asthma", "my brother has diabetes"),
    ),
    Rule(
        name="fear",
        pattern=r"I (?:am (?:so |really |very |super )?(?:terrified|scared|afraid|frightened) of|have a (?:fear|"
        r"phobia) of) (?P<value>.+)",
        key="fears:{value}",
        text="Is afraid of {value}.",
        importance=0.7,
        confidence=0.7,
        many=True,
        examples={"I'm terrified of spiders and heights": {"fears:spiders": "spiders", "fears:heights": "heights"}},
        silent=("I'm not scared of you", "I'm afraid of what he'll say", "my son is afraid of dogs"),
    ),
    Rule(
        name="feeling",
        pattern=rf"(?:I (?:am|feel|am feeling|have been feeling|have been)|feeling) {_VERY}"
        r"(?!(?:happy|down|content|thrilled|great|better) to\b|down (?:for|with)\b|(?:great|terrible|awful|"
        r"amazing|better|worse) (?:at|in|than|with)\b)"
        rf"(?P<value>{FEELINGS})\b"
        r"(?! (?:of|that|if|for (?:you|him|her|them)|with (?:you|him|her)|at (?:you|math|it)|off|enough|in "
        r"(?:love|math)|to (?:hear|help|see that|say|know|be of|meet|have you|announce|report)|than)\b).*",
        key="feeling",
        text="Feels {value}.",
        category=Category.FEELING,
        importance=0.7,
        confidence=0.5,
        shape=Shape.EXACT,
        examples={
            "I'm so tired": {"feeling": "tired"},
            "i feel anxious about tomorrow": {"feeling": "anxious"},
            "feeling a bit homesick today": {"feeling": "homesick"},
            "I've been really stressed out lately": {"feeling": "stressed out"},
        },
        silent=(
            "I'm not sad",
            "I was tired yesterday",
            "I'm happy to help",
            "I'm tired of waiting",
            "I'm down to join",
            "I'm great at math",
            "I'm afraid that's wrong",
            "she is sad",
        ),
    ),
)
