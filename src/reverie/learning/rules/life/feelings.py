"""Rules for how someone feels now."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape
from reverie.records.memories import Category
from reverie.text.word_lists import FEELINGS

_VERY = (
    r"(?:so+ |very |really |pretty |super |too |quite |extremely |a bit |a little |a tad |incredibly |totally |"
    r"just |absolutely |rather |all |kinda |bit |completely |dead |bored (?=bored)|kind of |sort of |sorta |mega |"
    r"hella |beyond |completely |feeling |utterly |awfully |terribly |still |right now |such |a lot |way |insanely"
    r" |unbelievably )*"
)
_MORE = (
    r"buzzing|chuffed|made up|gleeful|rough|ropey|poorly|peaky|wrecked|zonked|pissed|skint|smug|antsy|wired|"
    r"frazzled|sore|achy|groggy|queasy|flustered|frantic|giggly|wistful|pensive|sluggish|deflated|disheartened|"
    r"dejected|despondent|distressed|enraged|exasperated|helpless|hyper|impatient|lousy|blissful|jubilant|tearful|"
    r"teary|weepy|shaky|shook|stuck|torn up|uneasy|unsettled|vulnerable|devastated|crushed|gutted|shattered|"
    r"distraught|blue|low|gloomy|melancholy|bummed(?: out)?|bummed|meh|blah|drained|wiped out|worn out|knackered|"
    r"beat|fried|spent|pooped|dead tired|panicky|panicked|on edge|jittery|tense|uneasy|apprehensive|petrified|"
    r"pissed(?: off)?|livid|fuming|irritated|irritable|fed up|bitter|resentful|heartsick|desperate|discouraged|"
    r"defeated|demotivated|unmotivated|worthless|useless|alone|isolated|left out|rejected|betrayed|humiliated|"
    r"mortified|regretful|remorseful|delighted|elated|joyful|cheerful|stoked|pumped|hyped|psyched|giddy|blessed|"
    r"thankful|touched|moved|at peace|serene|confident|determined|nostalgic|sentimental|lovesick|heavy[- ]hearted|"
    r"torn|conflicted|overworked|under the weather|dizzy|nauseous|weak|rested|refreshed|awake|alive|accomplished|"
    r"satisfied|pleased|surprised|shocked|stunned|amused|chill|mellow|cozy|cosy|loved|appreciated"
)
_NOT_NOW = (
    r"(?! (?:that|if|for (?:you|him|her|them)|with (?:you|him|her)|at (?:you|math|it)|off|enough|in (?:love|math)|"
    r"to (?:hear|help|see that|say|know|be of|meet|have you|announce|report|join|assist|share)|than|of (?!myself|"
    r"my|being|how|it all|work|this all)|spot|about (?:your|the (?:idea|price|code))|by (?:your|the (?:idea))|on "
    r"(?:the|this) (?:point|subject)|person|at (?:night|heart)|sure|excited|(?:\w+ )?(?:owner|mother|father|mom|"
    r"mum|dad|parent|member)|we|I|that)\b)"
)

FEELING: tuple[Rule, ...] = (
    Rule(
        name="feeling",
        pattern=rf"(?:I (?:am|feel|am feeling|have been feeling|have been|am still|am getting|am starting to feel|"
        rf"woke up feeling) (?:today |tonight |)?|(?=so+ |super |feeling |kinda |really |pretty |very |too )(?:"
        rf"feeling )?){_VERY}(?!(?:happy|down|content|thrilled|great|better|excited|stoked|pumped|psyched|hyped|"
        rf"proud|grateful|thankful|determined|motivated|inspired|eager|lucky|blessed|curious|relieved|pleased|"
        rf"delighted|honored) (?:to|by|with|of (?!myself|my))\b|down (?:for|with)\b|(?:mad|hopeless|useless|nuts) "
        rf"(?:about|for|at|with)\b|(?:great|terrible|awful|amazing|better|worse|confident|useless|weak|awesome) "
        rf"(?:at|in|than|with|on)\b|(?:great|better|alive|curious|surprised|pleased|sick|moved|touched|low|spent|"
        rf"beat|determined|lost|hurt|better|chill|hooked|sorry) (?:to|on|of|by|for|with|my|the|in|a|when|about)\b|"
        rf"(?<!feel )(?<!feeling )great\b(?=$|,? (?:thanks|thank|how|and you|about|just)\b)|moved\b|beat\b(?! (?:today|"
        rf"tonight)?$)|spent\b(?! "
        rf"today$|$)|weak\b (?=in|at|on))(?P<value>{FEELINGS}|"
        rf"{_MORE})\b{_NOT_NOW}(?!.* (?:yesterday|last (?:night|week|month|year)|when I was)\b).*",
        key="feeling",
        text="Feels {value}.",
        category=Category.FEELING,
        importance=0.7,
        confidence=0.5,
        shape=Shape.EXACT,
    ),
    Rule(
        name="a day felt",
        pattern=r"(?:I (?:am having|have had|had|have)|(?:had|having)|today was|it has been|it was) (?:such |just "
        r"|kind of |literally |honestly )*(?:an?|the) (?:really |very |super |pretty )?(?P<value>(?:worst|best|bad"
        r"|terrible|awful|horrible|rough|hard|tough|stressful|shitty|crappy|long|exhausting|great|good|wonderful"
        r"|amazing|lovely|fantastic|perfect|lousy|miserable|crazy|hectic|draining) (?:day|week))(?: ever| at work| "
        r"today| so far| lately| of my life| at school)*(?:,.*| (?:and|because|but|my|so)\b.*)?",
        key="feeling",
        text="Has had a {value}.",
        category=Category.FEELING,
        importance=0.7,
        confidence=0.5,
        shape=Shape.EXACT,
    ),
)
