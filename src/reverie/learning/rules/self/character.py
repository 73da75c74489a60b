"""Rules for what someone is like and comes from: looks and build, character, belief, their groups, upbringing."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape
from reverie.text.word_lists import ENDED, TRAITS

_FEET = r"(?:[3-7]|four|five|six|seven)"
_INCHES = r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|nothing|nowt|foot nothing)"
_TRAIT_NOUNS = (
    r"(?:(?:total |real |huge |massive |complete |bit of a |serious |self-confessed |secret |natural |born |proper |"
    r"social |extreme |recovering |hopeless )*(?:introvert|extrovert|ambivert|perfectionist|workaholic|homebody|night "
    r"owl|(?:morning|night|evening|people|private|"
    r"glass half full|highly sensitive) person|early bird|early riser|late riser|bookworm|nerd|geek|foodie|neat freak|"
    r"clean freak|control freak|chatterbox|procrastinator|daydreamer|optimist|pessimist|realist|romantic|idealist|"
    r"worrier|worrywart|overthinker|pushover|tomboy|hoarder|minimalist|chocoholic|shopaholic|adrenaline junkie|thrill "
    r"seeker|party animal|couch potato|gym rat|(?:light|heavy|deep) sleeper|lefty|left-hander|redhead|brunette|blonde?|"
    r"feminist|environmentalist|activist|pacifist|people pleaser|drama queen|loner|wallflower|social butterfly|picky "
    r"eater|fussy eater|slow reader|fast learner|slow learner|klutz|softie|sore loser|night person|goth|emo|hippie|"
    r"tightwad|(?:non-?)?smoker|(?:army|military) brat|germaphobe|(?:college |high school )?dropout|hard worker|team "
    r"player|penny pincher|technophobe|luddite|"
    r"crybaby|space cadet|scatterbrain|free spirit|creature of habit|"
    r"goofball|dork|weirdo|softy|slob|wimp|scaredy cat|joker|quiet type|capricorn|aquarius|pisces|aries|taurus|"
    r"gemini|cancer|leo|virgo|libra|scorpio|sagittarius))"
)
_FAITHS = (
    r"(?:christian|catholic|protestant|baptist|lutheran|methodist|muslim|jewish|jew|hindu|buddhist|sikh|atheist|"
    r"agnostic|mormon|orthodox(?: christian| jew)?|quaker|pagan|wiccan|jain|taoist|anglican|presbyterian|pentecostal|"
    r"evangelical|jehovah'?s witness|baha'?i|church ?goer|secular humanist|humanist|spiritual|religious|unitarian|"
    r"zoroastrian|rastafarian|druid|shia|sunni|adventist)"
)
_GROUP = (
    r"(?:choir|band|orchestra|team|squad|club|group|circle|league|committee|council|society|union|troupe|quartet|"
    r"crew|board|guild|association|scouts|cadets|chess club|gang|community|cooperative|co-op|pta|reserves|brigade|"
    r"ensemble|gym|cast|lodge|fraternity|sorority|church|parish)"
)

CHARACTER: tuple[Rule, ...] = (
    Rule(
        name="religion",
        pattern=rf"(?:I|we) (?:am|are|was raised|was brought up|have been|became|turned|identify as|consider myself|"
        rf"grew "
        rf"up)(?: an?)? (?:(?:devout|proud|practi[cs]ing|born[- ]again|lapsed|strict|roman|secular|reform|raised|now|"
        rf"very|fairly|deeply|lifelong|non-practi[cs]ing|cultural|committed|converted|greek|russian) )*"
        rf"(?P<value>{_FAITHS})(?:, (?P<value1>{_FAITHS}) now)?(?! (?:school|church|community|family|music|food)\b)"
        rf"{ENDED}|my (?:faith|religion) is (?P<value2>\w+)",
        key="religion",
        text="Is {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="no religion",
        pattern=r"I am (?P<value>not (?:at all |really |very |particularly )?religious)\b(?: .*|,.*|)",
        key="religion",
        text="Is {value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="height",
        pattern=rf"(?:I (?:am|stand|measure)|my height is) (?:about |only |just |almost |nearly |around |over |a )*"
        rf"(?P<value>(?:{_FEET} ?(?:'|foot|feet|ft)(?: ?{_INCHES} ?(?:''|\"|inches|in\b)?)?(?: tall)?|"
        rf"five (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven)(?= and)|"
        rf"[12][.,]\d\d? ?m(?:eters?|etres?)?(?: tall)?|1\d\d ?cm(?: tall)?))(?! (?:away|from|deep|under|above|of|off))"
        rf"{ENDED}",
        key="height:{value}",
        text="Is {value}.",
        importance=0.5,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="weight",
        pattern=r"(?:I weigh|my weight is) (?:about |around |only |over |almost |nearly )*(?P<value>\d{2,3} ?(?:pounds|"
        r"lbs?|kg|"
        rf"kilos?|stone)){ENDED}",
        key="looks:{value}",
        text="Weighs {value}.",
        importance=0.5,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="trait",
        pattern=rf"I (?:am|can be|tend to be|have always been|was always|have been (?:told|called)|get (?:told|called)|"
        rf"am (?:known|described) as|would call myself)(?: that)?(?: I am)?(?: (?:an?|very|really|quite|pretty|so|"
        rf"rather|super|extremely|incredibly|too|always|a bit|a little|such an?|kind of an?|more of an?|a bit of an?|"
        rf"something of an?|the|generally|naturally|fairly|terribly|painfully|notoriously|hopelessly|definitely|very "
        rf"much an?|half|usually|born|totally|total|legally|easily))* (?P<value>{TRAITS}|{_TRAIT_NOUNS}|"
        rf"(?:very |really |quite |pretty )?(?:tall|short)|bald(?:ing)?|skinny|chubby|curvy|muscular|petite|lanky|"
        rf"stocky|slim|plump)(?: (?:person|guy|girl|gal|lady|man|woman|dude|kid|individual|soul|type|"
        r"people))?"
        r"(?! (?:today|tonight|right now|at the moment|about|because|that|right|now|this)\b)" + ENDED,
        key="trait:{value}",
        text="Is {value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="practice",
        pattern=rf"(?:I|we) (?P<value>(?:go to|attend|never miss) (?:church|mass|mosque|temple|synagogue|bible study|"
        rf"friday prayers|quaker meetings?)|celebrate (?:hanukkah|chanukah|kwanzaa|eid|"
        rf"diwali|passover|ramadan)|keep (?:shabbat|the sabbath|ramadan|lent)|observe (?:ramadan|"
        rf"shabbat|lent)|fast (?:for|during) ramadan|pray (?:every|five|daily|before|each)[\w ]*|do not believe in "
        rf"(?:god|any god|an afterlife|religion)|believe in (?:god|karma|reincarnation|ghosts|astrology|fate|aliens)|"
        rf"was (?:baptised|baptized|confirmed)|converted to \w+|left the church){ENDED}",
        key="religion:{value}",
        text="Religion: {value}.",
        importance=0.6,
        confidence=0.7,
        shape=Shape.EXACT,
    ),
    Rule(
        name="member",
        pattern=rf"(?:I|we) (?:also )?(?:(?:row|race|fence|sing (?:alto|tenor|bass|soprano|baritone)|am|am active|"
        rf"am involved|am now)(?: [\w-]+){{0,4}}? (?:in|for|with|on|of)|(?:sing|play|act|dance|perform) (?:in|with)|"
        rf"belong to|joined|am (?:an?"
        rf"|the)? ?(?:part|member|captain|president|treasurer|secretary|goalie|goalkeeper|striker|drummer|singer|"
        rf"founder|keeper) (?:of|for|in|on)|captain|coach|lead|conduct|run) (?P<value>(?:an?|the|our|my|this)(?: "
        rf"[\w'-]+"
        rf"){{0,3}} {_GROUP})(?:(?: (?:called|named) | ?, )(?P<named>(?-i:[A-Z])[\w ]+))?{ENDED}",
        key="member_of:{value}",
        text="Belongs to {a_value}.",
        importance=0.6,
        confidence=0.7,
        shape=Shape.EXACT,
    ),
)
"""Everything about looks, character, belief and belonging, in the order it is tried."""


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
