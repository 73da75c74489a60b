"""Rules for what someone does again and again: the deed with how often, or a deed that is a habit by itself."""

from __future__ import annotations

from reverie.learning.rules.phrases import NO_THING
from reverie.learning.rules.rule import Rule, Shape
from reverie.records.memories import Category

_PREFERENCE = Category.PREFERENCE

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_COUNT = r"(?:a|two|three|four|five|six|seven|\d+|a couple of|a few|several|many|one|once or twice|twice)"
_OFTEN = (
    rf"(?:every (?:single |other |second |few )?(?:day|morning|night|evening|afternoon|week|weekend|month|year"
    rf"|summer|winter|spring|fall|autumn|christmas|hour|{_DAY}|\w+ (?:weeks|days|months|hours))(?: (?:morning|night"
    rf"|evening|afternoon))?|each (?:day|morning|night|evening|week|weekend|month|year)|(?:once|twice|thrice"
    rf"|{_COUNT} (?:times|x|days|nights|mornings|hours|cups|miles|evenings|pages))(?: or \w+)? (?:a|per|each|every"
    rf"|in a) (?:day|night|week|month|year)|\dx (?:a|per) (?:week|day)|on (?:{_DAY}(?<=s)(?: (?:morning|night"
    rf"|evening|afternoon)s?)?(?: and {_DAY})?|the (?:first|last|second) {_DAY} of (?:every|each|the) month)|most "
    rf"(?:days|mornings|nights|evenings|weekends|{_DAY})|daily|weekly|nightly|religiously|(?:before|after) (?:bed"
    rf"|work|school|breakfast|lunch|dinner|class)|in the (?:mornings?|evenings?|afternoons?)|at night|all (?:day"
    rf"|night)(?: long| every day)?|(?:all the time|24/7|constantly|regularly|from time to time|on (?:the "
    rf")?weekends|at weekends|for breakfast|for lunch|first thing in the morning|year[- ]round|around the clock)"
    rf"|{_DAY}(?<=s))"
)
_NOT_HABIT = (
    r"(?!(?:am|are|was|were|be|been|have (?!(?:a|an|my|coffee|tea|breakfast|lunch|dinner|pizza|cereal|toast|oatmeal"
    r"|eggs|family|two|three|one|the same)\b)|had|has|will|would|can|could|should|must|might|may|shall|need|want"
    r"|think|thought|feel|felt|know|knew|hope|wish|guess|like|love|hate|enjoy|prefer|mean|work (?!out)|volunteer"
    r"|believe|see (?!my\b|a\b)|saw|hear|heard|notice|wonder|remember|forget|did|do not|never|not|just|only|even"
    r"|and|or|but|went|got|came|made|took|ate|drank|ran|swam|wrote|spent|bought|brought|caught|found|told|said|gave"
    r"|met|left|lost|slept|woke|rode|drove|kept|began|did|sat|stood|stayed|fell|felt|sold|paid|put|let|said|fight"
    r"|try|miss|learn|struggle|wonder|worry|cry|die|find|seem|look forward|regret|missed|used|to|a|the|in|on|at|is"
    r"|live|leave for|fly|travel to|meet with|promise|thank|pray for you|suffer|moved|graduate|turn|start|finish"
    r"|owe|deserve|go (?:a|an|once|twice|several|two|three|\d+) (?!for)|am|understand|agree|appreciate|dream of you"
    r"|think of|hang)\b|(?!feed|breed|need)\w+ed\b)"
)
_WORD = (
    r"(?!(?:it|this|that|you|him|her|them|something|nothing|what|which|i|we|because|but|so|if|when|these"
    r"|those|your)\b)[\w'-]+"
)
_REPEATED = (
    r"(?:sleep (?:about |only |like |around |maybe |roughly |barely |less than |more than )*(?:\d+|four|five|six|"
    r"seven|eight|nine|ten) hours|drink my (?:coffee|tea) \w+|eat (?:breakfast|dinner|lunch) (?:at|in)[\w ]+|"
    r"shower at night|wear (?:black|makeup|sandals|earplugs|headphones)|floss|cook from scratch|smoke like a "
    r"chimney|vape|read in bed|smoke(?: (?:weed|cigarettes|cigars|a pipe|pot))?|meditate|journal|work out|(?:wake|"
    r"get|am) up (?:at|before|around|by) (?:\d|five|six|four|dawn|sunrise|noon)[\w:]*(?: ?[ap]\.?m\.?)?|(?:wake up"
    r"|get up|rise) (?:very |super |really )?(?:early|late)|stay up (?:very |too |way too )?late|sleep in(?: late)"
    r"?|(?:go|get) to (?:bed|sleep) (?:at|around|before|after|by|past|very|really|early|late)[\w: ]*|(?:bike|walk|"
    r"cycle|run|drive|commute|carpool|ride my (?:bike|bicycle)|take the (?:bus|train|tram|metro|subway|tube|ferry)"
    r") (?:[\w ]+ )?(?:to|into|from) (?:work|school|the office|campus|uni|class)|bite my nails|pick my (?:nails|"
    r"nose|skin)|crack my knuckles|snore|sleepwalk|talk in my sleep|sleep with [\w ]+|skip (?:breakfast|lunch|"
    r"dinner)|nap|(?:take|have) (?:naps|a nap)|procrastinate|overthink \w+|go to (?:church|mass|temple|the mosque|"
    r"the gym|synagogue|therapy|confession|aa meetings|concerts|yoga)|attend (?:church|mass)|pray|eat (?:out a lot"
    r"|out|dessert first|meat|clean|healthy|late at night)|take (?:cold showers|vitamins|long baths|ice baths)|"
    r"keep (?:a|an) (?:\w+ )?(?:diary|journal|dream journal|planner)|recycle|compost|donate (?:blood|plasma|to "
    r"charity)|meal prep|listen to \w+ (?:while|when) [\w ]+|fall asleep (?:to|with|listening|watching) [\w ]+|"
    r"wear [\w' ]+ (?:every day|all the time)|talk to my (?:plants|cat|dog|mom|mum|dad|mother|father|sister|"
    r"brother) [\w ]+)"
)

_NO_ADJECTIVE = r"(?:need|want|have|love|like|hate|get|go|went|had|miss|see|in|at|on|for|with|no|[\w'-]+(?:'s|n't))"
_REGULAR = (
    r"(?:showers?|baths?|gym|run|walk|jog|swim|workouts?|yoga|pilates|coffees?|espresso(?:s|es)?|teas?|naps?|"
    r"church|mass|prayers?|therapy|choir|practice|training|rehearsals?|glass of (?:red|white|wine|milk|water)|wine"
    r"|beers?|whisky|cigarettes?|cigars?|smoothies?|porridge|oatmeal|cereal|toast|eggs|pizza|tacos|takeout|"
    r"takeaway|curry|soup|salad|movie night|game night|poker night|date night|pub quiz|quiz night|bingo|pack|packs"
    r"|crossword|sudoku|podcasts?|push-?ups|squats|laps|miles|pages|journaling|meditation|market|flea market|"
    r"farmers market|video calls?|phone calls?)"
)
"""What people have or do again and again, where no verb says it."""

HABITS: tuple[Rule, ...] = (
    Rule(
        name="habit",
        pattern=rf"(?:(?:I|we) |(?:always|usually|mostly|normally|typically) )(?P<value>{_NOT_HABIT}[a-z]+(?: "
        rf"{_WORD}){{0,7}}? {_OFTEN})(?:$|[,.!;].*| (?:{_OFTEN}"
        rf"|before|after|with|for|to|at|because|when|while|since|and|but|in|from|on|if|or|as|by|so|no matter"
        rf"|usually|until|except|now|around)\b.*)",
        key="habit:{value}",
        text="{does}.",
        category=_PREFERENCE,
        importance=0.65,
        shape=Shape.EXACT,
    ),
    Rule(
        name="habit by itself",
        pattern=rf"(?:(?:I|we) (?:(?:also|always|usually|still|mostly|normally|often|tend to|typically|rarely|only"
        rf"|like to) )*|(?:(?:always|usually|still|mostly|normally|often|typically|rarely) )+|(?=never ))"
        rf"(?P<value>(?:never )?{_REPEATED}(?: {_OFTEN})?)(?:$|[,!;].*|\.(?!\w).*| (?!today\b|tonight\b|this "
        r"(?:morning|week)\b).*)",
        key="habit:{value}",
        text="{does}.",
        category=_PREFERENCE,
        importance=0.65,
        shape=Shape.EXACT,
    ),
    Rule(
        name="so many a day",
        pattern=rf"(?:I|we) (?:eat|drink|smoke|have|read|take|get|sleep|watch|run|walk|need|bike|practi[cs]e) "
        rf"(?:about |around |like |roughly |at least |up to |only |almost )*(?P<value>{_COUNT} (?:[\w-]+ "
        rf"){{0,2}}?[\w-]+ (?:a|per|each|every) (?:day|night|week|morning|month|year))\b.*",
        key="habit:{value}",
        text="Habit: {value}.",
        category=_PREFERENCE,
        importance=0.65,
        shape=Shape.EXACT,
    ),
    Rule(
        name="regular thing",
        pattern=rf"(?P<value>(?:(?:{_COUNT}|an?|some) )?(?:(?!{NO_THING}\b|{_NO_ADJECTIVE}\b)[\w'-]+ ){{0,2}}?"
        rf"{_REGULAR}(?: (?:with|without|after|before|at|in|and) [\w ]+?)??(?: {_OFTEN}|,? (?:(?:(?:before|after|"
        rf"with|at|without|by) \w+|{_OFTEN}))))(?:$|[,.;].*| (?:at|without|for|because|no matter|since|and|so|or|"
        rf"with|in|before|after)\b.*)",
        key="habit:{value}",
        text="Regularly: {value}.",
        category=_PREFERENCE,
        importance=0.65,
        shape=Shape.EXACT,
    ),
    Rule(
        name="routine",
        pattern=r"my (?:morning|evening|night|nightly|daily|bedtime|weekly|sunday|weekend) (?:routine|ritual|habit"
        r"|tradition) (?:is|includes|involves|starts with|consists of) (?P<value>(?!(?:not|so|very|too|a mess|off|"
        r"pretty)\b).+)|(?P<value4>[^;:]{3,50}?),? (?:that |it )?is (?:just |still )?my (?:\w+ )?(?:ritual|routine"
        r"|bedtime snack|vice)(?: .*|,.*)?|I (?:am|have gotten) (?:used to|in the habit of) (?P<value2>[a-z]+ing ."
        r"+)|I have a habit of (?P<value3>.+)",
        key="habit:{value}",
        text="Habit: {value}.",
        category=_PREFERENCE,
        importance=0.65,
        many=True,
    ),
)
