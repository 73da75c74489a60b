"""Rules for what someone does for pleasure."""

from __future__ import annotations

from reverie.domain.memories import Category
from reverie.domain.rules.activities import DO, DOING, HOBBYISTS, SPORTS
from reverie.domain.rules.phrases import FOR_LONG
from reverie.domain.rules.rule import Rule, Shape

_PREFERENCE = Category.PREFERENCE

_FREE = (
    r"(?:(?:in|during|on|with) (?:most of )?my (?:free|spare|down|leisure|off)[- ]?(?:time|hours|days)|(?:in|on) my "
    r"(?:days off|day off|time off)|for fun|for a hobby|as a hobby|as hobbies|to (?:relax|unwind|de-?stress|wind "
    r"down|stay sane|chill)|on (?:the )?weekends?|on my weekends|at weekends|when(?:ever)? I (?:am not (?:(?:busy |out "
    r")?[a-z]+ing(?: [\w-]+){0,2}?|"
    r"at (?:the |my )?\w+|in (?:the |my )?\w+|on duty|busy)|am (?:at )?home|have (?:free |some |spare )?time(?: off)?|"
    r"am (?:bored|free|off)|get (?:free |some |the )?time)|outside (?:of "
    r")?work)"
)
_LIKE_TO = r"(?:(?:do |)(?:like|love|enjoy|prefer)(?: to)?|do|can be found|am usually|will usually|tend to|try to)"
_NOT_OBJECT = (
    r"(?! (?:a(?! lot| bit| little)|an|the|it|this|that|these|those|you|your|him|her|them|us|out|attention|on|up"
    r"|down|myself) )"
)
_OBJECT = r"(?: (?!a|an|the|it|this|that|you|your|and|or|but|for|to|in|on|with|as|at|out|of)\b[\w'-]+){0,3}"
_AFTER = (
    r"(?:$|[,.!].*| (?:and|a lot|as|in|on|every|for|most|sometimes|all|whenever|when|with|at|or|to|because|since"
    r"|once|twice|two|three|four|five|\d|way too|regularly|daily|weekly|too|now|during|after|before|competitively"
    r"|professionally|religiously|often|like|by|from|a bit|a little|together|while|around|near|here|but|so|these"
    r"|almost|each|recreationally|occasionally|well|nobody|no one|about|that|which|where|of)\b.*)"
)
_INSTRUMENT = (
    r"(?:guitar|piano|drums?|violin|cello|viola|bass|bass guitar|flute|clarinet|saxophone|sax|trumpet|trombone|tuba"
    r"|harp|banjo|ukulele|mandolin|accordion|oboe|bassoon|keyboard|keyboards|organ|harmonica|sitar|oud|bagpipes"
    r"|french horn|recorder|fiddle|synth|bongos|percussion|marimba|xylophone)"
)

_POSITION = (
    r"(?:goalie|goalkeeper|keeper|striker|midfielder|defender|winger|forward|quarterback|linebacker|pitcher|"
    r"catcher|shortstop|point guard|center|setter|libero|prop|fly-?half|hooker|bowler|batsman|captain|drummer|"
    r"bassist|guitarist|singer|lead singer|vocalist|frontman|keyboardist|cox|coxswain|soprano|alto|tenor|bass|"
    r"baritone|treasurer|chair|secretary|president|organist)"
)

HOBBIES: tuple[Rule, ...] = (
    Rule(
        name="at it now",
        pattern=r"(?:I|we) (?:am|have been|started|am currently) (?P<verb>reading|watching|rewatching|rereading"
        r"|bingeing|binging|binge[- ]?watching|playing through|listening to) (?P<value>(?:the (?:book|show|series"
        r"|novel|podcast) )?(?-i:[A-Z\"]).+)",
        key="now:{value}",
        text="Is {verb} {value}.",
        category=Category.EVENT,
        importance=0.55,
        confidence=0.6,
        examples={"I'm reading Dune at the moment": {"now:dune": "dune"}},
        silent=("I'm reading your answer", "I'm reading I think the wrong page"),
    ),
    Rule(
        name="free time",
        pattern=rf"(?:{_FREE},? (?:I|we) (?:{_LIKE_TO} )?|(?:I|we) (?:spend (?:most of |all of |a lot of |all |much "
        rf"of |half )?(?:my |our )?(?:free |spare |)(?:time|weekends?|evenings|days|saturdays|sundays|summers"
        rf"|winters|afternoons|nights|days off)(?: off)?|waste my time|pass the time|fill my time)(?: by| on)? "
        rf"(?=\w+ing\b|in the\b|at the\b|with))(?P<value>(?!(?:am|was|were|have to|had|need|want|would|will|would"
        rf"|went|got|think|see|feel|know|guess|not|do not|it|that|this|like you|trying|thinking|working|waiting"
        rf"|looking|wondering|worrying)\b).+)",
        key="hobby:{value}",
        text="In free time: {value}.",
        category=_PREFERENCE,
        shape=Shape.DEED,
        many=True,
        examples={
            "in my free time i crochet little frogs": {"hobby:crochet little frogs": "crochet little frogs"},
            "for fun i like to hike and paint .": {"hobby:hike": "hike", "hobby:paint": "paint"},
            "I spend most of my weekends fishing": {"hobby:fishing": "fishing"},
            "on weekends i restore old motorbikes": {"hobby:restore old motorbikes": "restore old motorbikes"},
        },
        silent=("in my free time I have to clean", "I spend my time thinking about you"),
    ),
    Rule(
        name="hobby",
        pattern=r"(?:(?:some of |one of )?my (?:(?:main|favorite|biggest|new|other|only|current|greatest|real|true"
        r"|all time) )*(?:hobby|hobbies|pastimes?|passions?|interests?|pass-times?|past times?)(?: is| are| include"
        r"|:| right now is| these days is)|(?:I|we) (?:have )?(?:taken up|took up|got(?:ten)? (?:really )?into|been "
        r"getting into|picked up|have picked up|have been getting into|am getting into|(?:have )?started getting "
        r"into|am big into)) (?P<value>(?!(?:trouble|an?|the|my|it|this|that|bed|college|university|harvard|yale"
        r"|grad|med|law school|medical school|debt|fights?|robotics club|none|your|where|when|some|where|arguments?"
        r"|shape|character|therapy)\b).+)",
        key="hobby:{value}",
        text="Hobby is {value}.",
        category=_PREFERENCE,
        many=True,
        examples={
            "I've taken up pottery": {"hobby:pottery": "pottery"},
            "my hobbies are knitting and birdwatching": {
                "hobby:knitting": "knitting",
                "hobby:birdwatching": "birdwatching",
            },
            "I got into rock climbing last year": {"hobby:rock climbing": "rock climbing"},
            "my hobbies include birdwatching and home brewing": {
                "hobby:birdwatching": "birdwatching",
                "hobby:home brewing": "home brewing",
            },
        },
        silent=("I got into trouble", "I do my best", "I got into a fight", "my hobby is none of your business"),
    ),
    Rule(
        name="hobby, turned round",
        pattern=r"(?P<value>[^,;:]{2,50}?) (?:is|are) (?:(?:a|one of my|my) (?:(?:big|main|new|favorite|biggest"
        r"|only|other|real|true|greatest|huge) )*(?:hobby|hobbies|pastime|pastimes|passions?|interests?)(?: of "
        r"mine)?|what I do (?:for fun|to relax|in my (?:free|spare) time)|how I (?:relax|unwind|spend my (?:free"
        r"|spare) time))(?: .*)?",
        key="hobby:{value}",
        text="Hobby is {value}.",
        category=_PREFERENCE,
        many=True,
        examples={
            "Geocaching is what I do for fun.": {"hobby:geocaching": "geocaching"},
            "baking is a hobby of mine": {"hobby:baking": "baking"},
        },
        silent=("that is my hobby", "what is my hobby", "it is a hobby of mine"),
    ),
    Rule(
        name="hobbyist",
        pattern=rf"I am (?:also )?(?:an?|quite an?|such an?|something of an?) (?:(?P<keen>keen|avid|passionate"
        rf"|amateur|hobby|hobbyist|part[- ]time|weekend|enthusiastic|serious|competitive|recreational|lifelong"
        rf"|casual|voracious|huge|big|total|dedicated|obsessive|devoted|budding|aspiring|closet|fervent|hardcore"
        rf"|real|fellow|frequent|ardent) )+(?P<agent>{'|'.join(sorted(HOBBYISTS, key=len, reverse=True))})\b(?! "
        rf"(?:at|for|by)\b).*|I am (?:an?|such an?|quite an?) (?P<agent2>reader|bookworm|book worm|runner|jogger"
        rf"|cyclist|hiker|gamer|birdwatcher|birder|surfer|climber|rock climber|skateboarder|snowboarder|cosplayer"
        rf"|cinephile|bibliophile|metalhead|swiftie|trekkie|potterhead|weeb|gym rat|yogi|stamp collector"
        rf"|coin collector|weightlifter|powerlifter|homebrewer|stargazer|gardener|adrenaline junkie|chess player"
        rf"|tennis player|poker player|knitter|quilter)(?:$|,.*| (?:and|but|at heart|so|too|who|myself|since"
        rf"|because)\b.*)",
        key="hobby:{value}",
        text="Hobby is {value}.",
        category=_PREFERENCE,
        shape=Shape.EXACT,
        examples={
            "I'm a keen gardener": {"hobby:gardening": "gardening"},
            "im an avid reader": {"hobby:reading": "reading"},
            "I'm a gamer": {"hobby:gaming": "gaming"},
        },
        silent=("I'm a runner up", "I'm not a reader", "I'm a big baby"),
    ),
    Rule(
        name="plays",
        pattern=r"(?:I|we) (?:play|have been playing|have played|am playing|joined a \w+ to play|like to play|love "
        r"to play|love playing|like playing|enjoy playing)(?: some| a lot of| competitive| a bit of| a little| lots "
        r"of| the occasional| too much| way too much)? (?P<value>(?!(?:with|along|around|in|for|on|at|by|my|devil"
        r"|dumb|dead|fair|nice|safe|cool|games?|it|what|hard|a (?:role|part|game|character|big)|an? \w+ (?:role"
        r"|part|character)|the (?:role|part|game|long|victim|fool|villain|hero|lead|devil)|sports?$)\b).+?)(?: "
        r"(?:on|in|at|by|since|during|from|to|around|near|competitively|professionally|badly|poorly|well|decently"
        r"|almost|whenever|one|online)\b.*)?",
        key="hobby:{value}",
        text="Plays {value}.",
        category=_PREFERENCE,
        many=True,
        examples={
            "I play chess on weekends": {"hobby:chess": "chess"},
            "i play the guitar and piano": {"hobby:guitar": "guitar", "hobby:piano": "piano"},
        },
        silent=("I play with him", "I play it by ear", "my son plays chess", "I play a role in that"),
    ),
    Rule(
        name="team position",
        pattern=rf"I (?:am|play)(?: as)? (?:an? |the )?(?P<value>{_POSITION}) (?:for|in|of|on|with) (?:an? |the |"
        rf"my |our )(?:[\w'-]+ ){{0,4}}?(?:team|band|side|club|xi|choir|orchestra|act|squad|quartet|group|league|"
        rf"crew|eight|boat)\b.*",
        key="plays:{value}",
        text="Is {value} of a team or band.",
        category=_PREFERENCE,
        shape=Shape.EXACT,
        examples={
            "Goalkeeper for the village team": {
                "plays:goalkeeper": "goalkeeper",
                "member_of:village team": "village team",
            }
        },
        silent=("my cousin is goalkeeper for the village team",),
    ),
    Rule(
        name="found at",
        pattern=r"(?:(?:on|in|at|most|every) [\w ]{3,20}?,? )?you(?:'ll| will| can|'d)? (?:usually |often |always "
        r"|mostly |probably )?(?:find|catch|see|spot) me (?:usually |mostly |always )?(?P<value>(?:(?:at|in|on) "
        r"(?:the|my|an?) |[a-z]+ing\b)(?!.*\b(?:you|your|wrong|tree)\b).+)",
        key="habit:{value}",
        text="Is often found {value}.",
        category=_PREFERENCE,
        shape=Shape.EXACT,
        examples={
            "on Saturdays you'll find me at the flea market": {"habit:at the flea market": "at the flea market"},
        },
        silent=("you'll find me annoying", "you can find me in your contacts"),
    ),
    Rule(
        name="dabbles",
        pattern=r"(?:I|we) (?:also |like to |love to |sometimes |do )*(?:dabble|tinker|putter|potter|mess around|"
        r"mess about|fiddle|noodle|experiment|play around|geek out|nerd out|train|compete|specialise|specialize) "
        r"(?:around |about )?(?:in|with|on|over) (?P<value>(?!(?:it|this|that|the idea|you|these|those|different)"
        r"\b).+)",
        key="hobby:{value}",
        text="Dabbles in {value}.",
        category=_PREFERENCE,
        many=True,
        examples={"i dabble in watercolours": {"hobby:watercolours": "watercolours"}},
        silent=("I fiddle with it", "my uncle dabbles in stocks"),
    ),
    Rule(
        name="goes",
        pattern=rf"(?:I|we) (?:(?:like to |love to |enjoy |often )?(?:go|going)|have been going|have been(?= "
        rf"(?:[a-z]+ )?[a-z]+ (?:a lot|lots|for|since|every|on and off|way too))|go out|love|started|have started"
        rf"|began|have begun|used to hate|do (?:a lot of|some|lots of|a bit of|a ton of)|am getting back into"
        rf"|practi[cs]e|try|took up|do) (?:back )?(?P<value>{DOING})\b(?! (?:to|me|him|her|it|them|this|that|you"
        rf"|for (?:a|my|the) |off|my|your|the|an?(?! lot)|another|some|down|in my|from|up|out|about)\b).*",
        key="hobby:{value}",
        text="Goes {value}.",
        category=_PREFERENCE,
        shape=Shape.EXACT,
        examples={
            "I go hiking every sunday": {"hobby:hiking": "hiking"},
            "i do a lot of bouldering on weekends": {"hobby:bouldering": "bouldering"},
            "been gaming a lot": {"hobby:gaming": "gaming"},
        },
        silent=(
            "I go crazy sometimes",
            "I go shopping",
            "I have been reading your answer",
            "I started writing my essay",
        ),
    ),
    Rule(
        name="for years",
        pattern=rf"(?:I|we) (?:have been (?:into )?|still (?:go )?|am still )(?P<value>(?:{DOING}|(?!(?:doing|"
        rf"having|going|being|getting|feeling|waiting|working|living|trying|using|seeing|dating|thinking|looking|"
        rf"struggling|dealing|wanting|wondering|telling|saying|asking|making sense|taking care|talking|suffering|"
        rf"experiencing|planning|teaching|driving|meaning|hoping|searching|putting|losing|avoiding|noticing|"
        rf"sitting|staying|sleeping|crying|battling|recovering|considering|researching|following|ignoring|missing|"
        rf"texting|coming)\b)[a-z]+ing(?: (?!it\b|this\b|you\b|that\b|in\b|at\b|to\b|with\b|for\b|about\b)[\w'-]+)"
        rf"{{0,3}}?|doing {SPORTS}))(?: (?:a lot|seriously|regularly))?(?: (?:{FOR_LONG})\b.*| competitively.*)",
        key="hobby:{value}",
        text="Has long been {value}.",
        category=_PREFERENCE,
        shape=Shape.EXACT,
        examples={
            "I've been doing karate since college": {"hobby:doing karate": "doing karate"},
            "been restoring clocks for ten years": {"hobby:restoring clocks": "restoring clocks"},
        },
        silent=(
            "I've been waiting for years",
            "I've been working for hours",
            "I've been reading",
            "I've been seeing him for months",
        ),
    ),
    Rule(
        name="does a sport",
        pattern=rf"(?:I|we) (?:do|practi[cs]e|took up|have taken up|started(?: doing)?|train(?: in)?|am doing|have "
        rf"been doing|compete in|coach|like to do|love to do|enjoy doing|am in|run) (?:some |a lot of |a bit of "
        rf"|hot |competitive )?(?P<value>{SPORTS})(?:$|[,.!]| (?!is|are|was|homework|class (?:is|was)|team|club)\w).*",
        key="hobby:{value}",
        text="Hobby is {value}.",
        category=_PREFERENCE,
        shape=Shape.EXACT,
        examples={
            "i do yoga every morning": {"hobby:yoga": "yoga"},
            "I run marathons": {"hobby:marathons": "marathons"},
        },
        silent=("my sister does yoga",),
    ),
    Rule(
        name="out doing",
        pattern=rf"(?:.* )?(?:I am (?:usually |always |often |probably |mostly )?(?:out|off|busy) |I (?:get|go) "
        rf"out )(?P<value>{DOING})\b.*|(?:my )?(?:\w+days?|weekends?|summers?|winters?) (?:is|are|=|means?) (?:for"
        rf" |spent |all about )?(?P<value4>(?:{DOING}|{SPORTS}))\b.*|I (?P<value5>(?:roller ?skate|ice skate|row|"
        rf"train|race|spar|climb|swim|sail|dive|hike|jam|perform|busk)) (?:with|for) (?:the |my |a ).+",
        key="hobby:{value}",
        text="Hobby: {value}.",
        category=_PREFERENCE,
        shape=Shape.EXACT,
        examples={
            "on Sundays I'm usually out foraging": {"hobby:foraging": "foraging"},
            "my weekends are for bouldering, always": {"hobby:bouldering": "bouldering"},
            "I swim with the local seals": {"hobby:swim": "swim"},
        },
        silent=("he is out fishing", "I'm out shopping"),
    ),
    Rule(
        name="collects",
        pattern=r"(?:I|we) (?:collect|hoard|stockpile|amass|hunt for|have been collecting|started collecting|have "
        r"(?:a|an) (?:(?:big|huge|small|large|growing|massive|extensive|little|nice) )*collection of|am collecting"
        r"|love collecting|like collecting|love to collect|like to collect|enjoy collecting) (?P<value>(?!(?:my|"
        r"our|your|the|data|it|all the|information|again)\b).+)",
        key="hobby:collecting {value}",
        text="Collects {value}.",
        category=_PREFERENCE,
        many=True,
        examples={
            "i collect stamps and old coins": {
                "hobby:collecting stamps": "stamps",
                "hobby:collecting old coins": "old coins",
            },
            "i have a huge collection of snow globes": {"hobby:collecting snow globes": "snow globes"},
        },
        silent=("I collect my thoughts", "I collect my kids from school"),
    ),
    Rule(
        name="collection",
        pattern=r"(?:I (?:have|own) (?:a|an) (?:(?:big|huge|small|large|growing|massive|extensive|little|nice) )*"
        r"|my )(?P<value>(?!(?:huge|big|large|small|massive|growing|extensive|nice|whole|entire|first|data|debt|"
        r"garbage)\b)[\w-]+(?: [\w-]+)?) collection\b.*",
        key="hobby:collecting {value}",
        text="Collects {value}.",
        category=_PREFERENCE,
        examples={"I have a huge vinyl collection": {"hobby:collecting vinyl": "vinyl"}},
        silent=("my whole collection is gone", "I have a collection"),
    ),
    Rule(
        name="free time, said after",
        pattern=rf"(?:I|we) (?:like to |love to |enjoy )?(?P<value>(?!\w+ed\b|(?:even|also|am|was|were|like|love"
        rf"|enjoy|prefer|work(?! on)|volunteer|play|go|have|had|need|want|would|will|went|got|think|see|feel|know|do "
        rf"not"
        rf"|do|did|can|could|should|just)\b)[a-z]+(?: [\w'-]+){{0,5}}?) {_FREE}(?: .*)?",
        key="hobby:{value}",
        text="In free time: {value}.",
        category=_PREFERENCE,
        shape=Shape.DEED,
        many=True,
        examples={
            "i knit to stay sane": {"hobby:knit": "knit"},
            "I restore radios in my spare time": {"hobby:restore radios": "restore radios"},
        },
        silent=("I was home on the weekend", "I need it to relax", "I hate it for fun"),
    ),
)

CRAFTS: tuple[Rule, ...] = (
    Rule(
        name="makes",
        pattern=rf"(?:I|we) (?:also |both |sometimes |like to |love to )?(?!(?:sing|dance|rap|act|row) (?:[\w-]+ )"
        rf"?(?:in|with|for) (?:an?|the|my|our) )(?P<value>{DO}{_NOT_OBJECT}{_OBJECT}){_AFTER}",
        key="hobby:{value}",
        text="Hobby: {value}.",
        category=_PREFERENCE,
        shape=Shape.EXACT,
        examples={
            "I knit a lot in winter": {"hobby:knit": "knit"},
            "I write poetry and paint": {"hobby:write poetry": "write poetry", "hobby:paint": "paint"},
            "I grow dahlias": {"hobby:grow dahlias": "grow dahlias"},
            "I bake sourdough bread": {"hobby:bake sourdough bread": "bake sourdough bread"},
        },
        silent=("I paint a grim picture here", "I draw the line at that", "I box it up"),
    ),
)
"""What is a hobby where nothing says that it is a habit."""
