"""Rules for what someone is like: looks and build, character, belief, and the groups that they belong to."""

from __future__ import annotations

from reverie.domain.rules.rule import Rule, Shape
from reverie.domain.rules.words import ENDED, TRAITS

_HAIR = (
    r"(?:red|blonde?|brown|black|dark|gr[ae]y|white|ginger|auburn|strawberry blonde|curly|straight|wavy|frizzy|blue|"
    r"green|hazel|pink|purple|long|short|light|thick|thin|silver|mousy|brunette|big|bushy|full)"
)
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
        name="looks",
        pattern=rf"I (?:have|wear|got|am covered in)(?: got)?(?: (?:an?|very|really|super|natural(?:ly)?|some))* "
        rf"(?P<value>(?:{_HAIR}(?: and {_HAIR})?,? ){{1,3}}(?:hair|eyes|curls|beard|skin|mou?stache)|freckles|"
        rf"dimples|glasses|contacts|contact "
        r"lenses|braces|beard|mustache|moustache|scars?|nose ring|mohawk|afro|bangs|ponytail|six pack|big (?:nose|ears|"
        r"feet|muscles)|dreadlocks|dreads|birthmark|crooked (?:teeth|nose)|(?:(?:two|three|"
        r"four|"
        r"five|several|many|\d+|lots of|sleeve of) )?(?:(?!(?:six|seven|eight|nine|ten)\b)[\w]+ )?(?:tattoos?|"
        r"piercings?)|hazel eyes)"
        rf"(?! (?:appointment|dye|from|shop|parlou?r|artist))(?: (?:all|down|up)\b.*|{ENDED})",
        key="looks:{value}",
        text="Has {value}.",
        importance=0.5,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "i have blue eyes .": {"looks:blue eyes": "blue eyes"},
            "I have red hair and a dog": {"looks:red hair": "red hair", "pet:dog": "dog"},
            "i have two tattoos": {"looks:two tattoos": "two tattoos"},
            "my eyes are green .": {"looks:green eyes": "green eyes"},
            "i have long brown hair and blue eyes .": {
                "looks:long brown hair": "long brown hair",
                "looks:blue eyes": "blue eyes",
            },
        },
        silent=("I have red eyes from crying", "my sister has red hair", "I want red hair"),
    ),
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
        examples={"i am a devout catholic": {"religion": "catholic"}, "I'm Muslim": {"religion": "muslim"}},
        silent=("my mom is Catholic", "I'm not christian", "I'm reading about a buddhist monk"),
    ),
    Rule(
        name="no religion",
        pattern=r"I am (?P<value>not (?:at all |really |very |particularly )?religious)\b(?: .*|,.*|)",
        key="religion",
        text="Is {value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"not religious , but i like the songs": {"religion": "not religious"}},
        silent=("she is not religious", "I'm not religiously healthy"),
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
        examples={
            "i'm 6 feet tall": {"height:6 feet tall": "6 feet tall"},
            "I'm 5 foot 3 so top shelves are not for me": {"height:5 foot 3": "5 foot 3"},
        },
        silent=("I'm 6 feet away", "the wall is 6 feet tall", "I am 3 feet from the door"),
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
        examples={"i weigh 180 pounds .": {"looks:180 pounds": "180 pounds"}},
        silent=("her dog weighs 50 pounds", "the bags weigh 50 pounds"),
    ),
    Rule(
        name="politics",
        pattern=rf"(?:I|we) (?:am|are|have always been|vote|identify as)(?: (?:an?|very|pretty|really|staunch|proud|"
        rf"lifelong|"
        rf"registered|politically|fairly|super))* (?P<value>republican|democrat|liberal|conservative|libertarian|"
        rf"socialist|"
        rf"communist|anarchist|progressive|left[- ]wing|right[- ]wing|centrist)(?! (?:arts|with|estimate|"
        rf"amount)\b){ENDED}",
        key="politics:{value}",
        text="Is {value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"i am a democrat .": {"politics:democrat": "democrat"}},
        silent=("my dad is a republican", "I'm liberal with the salt"),
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
        examples={
            "im left handed": {"trait:left handed": "left handed"},
            "I'm an introvert": {"trait:introvert": "introvert"},
            "I've been told I'm stubborn": {"trait:stubborn": "stubborn"},
            "total night owl": {"trait:night owl": "night owl"},
            "I'm pretty clumsy, so no glasses for me": {"trait:clumsy": "clumsy"},
        },
        silent=("my dad is bald", "am I tall", "I'm not left-handed", "I'm sensitive about that", "my boss is bossy"),
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
        examples={
            "we go to church every Sunday": {"religion:go to church": "go to church"},
            "I don't believe in god": {"religion:do not believe in god": "do not believe in god"},
        },
        silent=("my gran goes to church", "I believe in you"),
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
        examples={
            "I'm in a barbershop quartet": {"member_of:barbershop quartet": "barbershop quartet"},
            "part of a gardening club here": {"member_of:gardening club": "gardening club"},
            "I'm on the rowing team at uni": {"member_of:rowing team": "rowing team"},
        },
        silent=("I'm in the middle of a team meeting", "my son plays in a band", "I work with the team"),
    ),
    Rule(
        name="service",
        pattern=r"(?:I|we) (?:served|have served|serve|enlisted|was|did (?:\w+ )?(?:years?|tours?|time|stint)|spent "
        r".+?)"
        r"(?: (?:\w+|\d+) years?)? in (?:the )?(?P<value>(?:royal |us |u\.s\. |british |merchant |indian |israeli )?"
        r"(?:navy|army|air force|marines?|marine corps|coast guard|military|national guard|peace corps|foreign legion|"
        r"armed forces|reserves|"
        r"infantry))"
        + ENDED
        + r"|I am an? (?:(?:disabled|retired|proud|combat) )*(?P<value2>(?:(?:army|navy|marine|air "
        r"force|military|war|vietnam|iraq|afghanistan|us|gulf war) )?veteran)(?:$|[,.!].*| (?:and|but|who|of|"
        r"from|so|with)\b.*)"
        r"|I was an? (?P<value1>(?:royal )?(?:marine|paratrooper|"
        r"soldier|sailor|navy seal|army ranger|medic in the army|"
        r"airman|gunner)) (?:for|in|until|from|before)\b.*",
        key="service:{value}",
        text="Served in {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"I served in the marines for four years": {"service:marines": "marines"}},
        silent=("my uncle served in the army", "I served dinner in the yard"),
    ),
)
"""Everything about looks, character, belief and belonging, in the order it is tried."""
