"""Rules for how someone feels now."""

from __future__ import annotations

from reverie.domain.memories import Category
from reverie.domain.rules.rule import Rule, Shape
from reverie.domain.rules.words import FEELINGS

_VERY = (
    r"(?:so+ |very |really |pretty |super |too |quite |extremely |a bit |a little |a tad |incredibly |totally |just "
    r"|absolutely |rather |all |kinda |bit |completely |dead |bored (?=bored)|kind of |sort of |sorta |mega |hella |beyond |completely |feeling |utterly "
    r"|awfully |terribly |still |right now |such |a lot |way |insanely |unbelievably )*"
)
_MORE = (
    r"buzzing|chuffed|made up|gleeful|rough|ropey|poorly|peaky|wrecked|zonked|pissed|skint|smug|antsy|wired|frazzled|sore"
    r"|achy|groggy|queasy|flustered|frantic|giggly|wistful|pensive|sluggish|deflated|disheartened|dejected|despondent|distressed"
    r"|enraged|exasperated|helpless|hyper|impatient|lousy|blissful|jubilant|tearful|teary|weepy|shaky|shook|stuck|torn up|uneasy"
    r"|unsettled|vulnerable|devastated|crushed|gutted|shattered|distraught|blue|low|gloomy|melancholy|bummed(?: out)?|bummed|meh|blah"
    r"|drained|wiped out|worn out|knackered|beat|fried|spent|pooped|dead tired|panicky|panicked|on edge|jittery"
    r"|tense|uneasy|apprehensive|petrified|pissed(?: off)?|livid|fuming|irritated|irritable|fed up|bitter|resentful"
    r"|heartsick|desperate|discouraged|defeated|demotivated|unmotivated|worthless|useless|alone|isolated|left out"
    r"|rejected|betrayed|humiliated|mortified|regretful|remorseful|delighted|elated|joyful|cheerful|stoked|pumped"
    r"|hyped|psyched|giddy|blessed|thankful|touched|moved|at peace|serene|confident|determined|nostalgic"
    r"|sentimental|lovesick|heavy[- ]hearted|torn|conflicted|overworked|under the weather|dizzy|nauseous|weak"
    r"|rested|refreshed|awake|alive|accomplished|satisfied|pleased|surprised|shocked|stunned|amused|chill|mellow"
    r"|cozy|cosy|loved|appreciated"
)
_NOT_NOW = (
    r"(?! (?:that|if|for (?:you|him|her|them)|with (?:you|him|her)|at (?:you|math|it)|off|enough|in (?:love|math)"
    r"|to (?:hear|help|see that|say|know|be of|meet|have you|announce|report|join|assist|share)|than|of (?!myself"
    r"|my|being|how|it all|work|this all)|spot|about (?:your|the (?:idea|price|code))|by (?:your|the (?:idea))|on "
    r"(?:the|this) (?:point|subject)|person|at (?:night|heart)|sure|excited|(?:\w+ )?(?:owner|mother|father|mom|mum|dad|parent|member)|we|I|that)\b)"
)

FEELING: tuple[Rule, ...] = (
    Rule(
        name="feeling",
        pattern=rf"(?:I (?:am|feel|am feeling|have been feeling|have been|am still|am getting|am starting to feel"
        rf"|woke up feeling) (?:today |tonight |)?|(?=so+ |super |feeling |kinda |really |pretty |very |too "
        rf")(?:feeling )?){_VERY}(?!(?:happy|down|content|thrilled|great|better|excited|stoked|pumped|psyched|hyped"
        rf"|proud|grateful|thankful|determined|motivated|inspired|eager|lucky|blessed|curious|relieved|pleased"
        rf"|delighted|honored) (?:to|by|with|of (?!myself|my))\b|down (?:for|with)\b|(?:mad|hopeless|useless|nuts) (?:about|for|at|with)\b|(?:great|terrible|awful"
        rf"|amazing|better|worse|confident|useless|weak|awesome) (?:at|in|than|with|on)\b|(?:great|better|alive"
        rf"|curious|surprised|pleased|sick|moved|touched|low|spent|beat|determined|lost|hurt|better|chill|hooked"
        rf"|sorry) (?:to|on|of|by|for|with|my|the|in|a|when|about)\b|moved\b|beat\b(?! (?:today|tonight)?$)"
        rf"|spent\b(?! today$|$)|weak\b (?=in|at|on))(?P<value>{FEELINGS}|{_MORE})\b{_NOT_NOW}(?!.* (?:yesterday"
        rf"|last (?:night|week|month|year)|when I was)\b).*",
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
            "feeling kinda low": {"feeling": "low"},
            "I feel proud of myself today, for once": {"feeling": "proud"},
            "so stressed about finals": {"feeling": "stressed"},
            "kinda down today ngl": {"feeling": "down"},
        },
        silent=(
            "I'm not sad",
            "I was tired yesterday",
            "I'm happy to help",
            "I'm tired of waiting",
            "I'm down to join",
            "I'm afraid that's wrong",
            "she is sad",
            "I'm curious about the price",
        ),
    ),
    Rule(
        name="feeling in a phrase",
        pattern=rf"(?:I (?:am|feel|am feeling|have been|am still)|feeling) {_VERY}(?:in (?:a|an|such a) "
        rf")?(?P<value>on cloud nine|over the moon|on top of the world|on fire today|down in the dumps|at the end "
        rf"of my rope|at my wit'?s'? end|at my limit|falling apart|a (?:nervous |total |emotional )?wreck|a "
        rf"(?:total )?mess right now|in tears|on edge|in heaven|losing my mind|going crazy|not okay|not doing "
        rf"(?:well|great|so well|so good)|not myself|sick to my stomach|burning out|panicking|freaking out"
        rf"|stressing out|grieving|hurting|heartbroken|(?:good|great|bad|terrible|foul|weird|awful|happy) (?:mood"
        rf"|place|headspace)|in (?:agony|pain|shock|despair|high spirits|good spirits|low spirits))\b(?! (?:with "
        rf"the|on the exam)).*",
        key="feeling",
        text="Feels {value}.",
        category=Category.FEELING,
        importance=0.7,
        confidence=0.5,
        shape=Shape.EXACT,
        examples={
            "I'm on cloud nine": {"feeling": "on cloud nine"},
            "I'm in a good mood, the sun is out!": {"feeling": "good mood"},
        },
        silent=("she is on cloud nine", "I'm not on edge"),
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
        examples={"had the worst day": {"feeling": "worst day"}, "I had a rough week": {"feeling": "rough week"}},
        silent=("have a great day", "I had a great day planned"),
    ),
)
