"""Rules for what someone loves best, of a kind or of all, and for what they like, prefer and cannot stand."""

from __future__ import annotations

from reverie.learning.rules.phrases import THING_FIRST, VERY
from reverie.learning.rules.rule import Rule, Shape
from reverie.records.memories import Category

_PREFERENCE = Category.PREFERENCE

_BIG = r"(?:big|huge|massive|giant|enormous|total|complete|real|true|die-?hard|lifelong|long-?time|avid)"
# "the" before a common word points at something nearby ("the yellow leaves"); before these it does not.
_THE_KIND = (
    r"(?! (?:sea|ocean|outdoors|beach|mountains|rain|snow|sun|cold|heat|winter|summer|spring|fall|autumn|theat(?:er"
    r"|re)|opera|piano|guitar|violin|cello|drums|night|forest|woods|countryside|country|city|gym|news|water"
    r"|wilderness|arts|library|mall|zoo|park|circus|movies|cinema|holidays|weekends?|suburbs|desert|lake|river|pool"
    r"|simpsons|beatles|rolling stones|eagles|doors|lakers|yankees|mets|red sox|cubs|dodgers|giants|packers|cowboys"
    r"|steelers|bears|patriots|office|walking dead|hunger games|lord of the rings|hobbit|godfather|voice|bachelor"
    r"|(?:tv )?(?:band|singer|show|series|movie|film|game|book|sport|song) (?!too\b|that\b|so\b|because\b|when\b|and\b|"
    r"as\b|more\b|you\b|is\b)[a-z]+|smell|taste|sound|feel|feeling|"
    r"colou?r|number|\d0s|(?:nineteen )?(?:sixties|seventies|eighties|nineties))\b)"
)
_NO_CLAIM = (
    rf"(?!(?<!fan of )(?<!about )(?<!obsessed with )(?:the|both|half)\b(?! (?-i:[A-Z])){_THE_KIND}|all (?!animals|"
    rf"kinds|types|sorts|genres|things|sports"
    rf"|music|my)|to (?:think|believe|know|say|tell|call|ask|hear|see|add|make sure|keep|point|have|imagine|share"
    rf"|remind|admit|help|consider|start|try(?! (?:new|out|different)\b)|use|get|find|learn more|note|mention|"
    rf"discuss)\b|(?:being|hearing"
    rf"|seeing|how|when|having|getting|knowing|thinking|everything|anything|working with you|talking (?:to|with) "
    rf"you)\b(?! (?:outside|outdoors|alone|around|near|by the|active|in nature|in the|a (?:mom|mum|dad|parent"
    rf"|mother|father))\b)|(?:another|every|each|such|one of|each|seeing) |(?:about|at|in|so|for|from|of|by)\b"
    rf"|(?:new|other) (?:idea|one|version)|life\b)"
)
_KEEN = (
    rf"(?:fond of|in love with|(?:obsessed|besotted|enamou?red|smitten|infatuated|hooked|sold) (?:with|over|by|on|"
    rf"of)|(?:crazy|mad|nuts|wild|bonkers|bananas|gaga|daft|potty|passionate|enthusiastic|fanatical) (?:about|for|"
    rf"over|on)|addicted to|devoted to|keen on|partial to|big on|fascinated (?:by|with)|head over heels for|loving"
    rf"|hot on|here for|a (?:real |total |huge |massive )?sucker for|a slave to|powered by|fuel+ed by|obsessive "
    rf"about|(?:an? )?(?:{_BIG} )*believer in|(?:an? )?(?:{_BIG} )*(?:fan|lover|fanatic|devotee|admirer|connoisseur|"
    rf"enthusiast|supporter|follower) "
    rf"(?:of|for))"
)

LIKING = (
    rf"(?:like|love|adore|enjoy|care (?:a lot |deeply )?about(?! (?:\w+ing|you|your|this|that|what|how|it|him|her|them|"
    rf"people)\b)|grew up (?:listening to|watching|reading|playing|eating)|"
    rf"dig|worship|treasure|cherish|luv|lurve|looove|heart|relish|live for|get a kick out"
    rf" of|geek out (?:over|about)|nerd out (?:over|about)|swear by|have (?:always |long |come to )?(?:loved|liked"
    rf"|enjoyed|adored)|have been (?:loving|enjoying|obsessed with|into|hooked on|addicted to|a (?:big |huge )?fan"
    rf" of)|(?:(?:am|have (?:always |recently |)been|have become|became) {VERY}(?:into|all about|{_KEEN})|(?:fell|"
    rf"have fallen) in love with|(?:can not|could never|could not) (?:even )?(?:get enough(?: of)?|resist|say no "
    rf"to|(?:live|go|do|survive|function|cope|start (?:my|the) day|get (?:going|through \w+(?: \w+)?)|face \w+(?: "
    rf"\w+)?|be (?:human|happy)) without|pass up)|(?:never|could never|will never) (?:say no to|get (?:tired|bored"
    rf"|sick) of|turn down|tire of|go anywhere without|leave (?:home|the house) without)|rave about|run on|live on"
    rf"|have (?:a |an )?(?:real |huge |big |great |deep |serious |special |lifelong |secret |massive |slight |bit "
    rf"of a )*(?:thing|soft spot|passion|weakness|love|obsession|fondness|fascination|addiction|crush|sweet tooth|"
    rf"appetite) (?:for|with|to|on)))"
)
"""Verbs after "I" that say that somebody likes what follows."""

_HATING = (
    r"(?:hate|dislike|detest|despise|loathe|abhor|dread|resent|h8|(?:can not|could never) (?:stand|bear|tolerate|"
    r"abide|stomach|handle)|do not (?:even )?(?:like|enjoy|love|care (?:much )?for|dig|get the hype (?:about|"
    r"around))|(?:could )?never (?:liked|cared for|enjoyed|g[eo]t(?:ten)? into|warm(?:ed)? to|t(?:ake|ook) to)|"
    r"have never (?:liked|cared for|enjoyed|been into|been (?:a )?(?:big )?fan of|got(?:ten)? into|understood the "
    r"appeal of)|have always (?:hated|disliked)|(?:am|have) (?:not|never)(?: been)? (?:that |so |very |too |much |"
    r"all that )*(?:a (?:(?:big|huge|massive) )?fan of|(?:big |huge )?fan of|into|fond of|keen on|crazy about|big "
    r"on|much for|one for|interested in)|have (?:no|zero) (?:interest in|patience for|time for|love for)|am (?:"
    r"turned off|grossed out|disgusted|bored|put off) by|do not (?:really )?(?:see|get|understand) the (?:point|"
    r"appeal|hype) (?:of|about|around|in|with)|have never (?:seen|understood|got) the (?:point|appeal|hype) (?:of|"
    r"about|around|in)|(?:could|can) (?:happily )?do without|can not be (?:doing|bothered|dealing) with|want "
    r"nothing to do with|steer clear of|have a (?:real |deep )?(?:dislike|hatred|loathing) (?:of|for)|refuse to "
    r"(?:eat|drink|wear|watch|touch|listen to)|would not (?:touch|eat|watch|wear)|am sick (?:to death |and tired )"
    r"?of (?!you|this|it\b|being|feeling|having)|(?:have a|am) (?:strong |deep |)(?:hatred|dislike|distaste|"
    r"aversion|averse) (?:of|for|to)|would rather die than)"
)

LIKES: tuple[Rule, ...] = (
    Rule(
        name="like",
        pattern=rf"(?:(?:I|we|my (?:partner|wife|husband|family|girlfriend|boyfriend|friends) and I)(?: (?:both|do|all"
        rf"|will always|have always|am one of those people who))? {LIKING}|{VERY}(?:(?<= )into|{_KEEN})) "
        rf"(?P<value>{_NO_CLAIM}.+)",
        key="likes:{value}",
        text="Likes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        many=True,
        ends=("dislikes:{value}",),
    ),
    Rule(
        name="like most of all",
        pattern=r"(?:I (?:could|can|would) (?:eat|drink|watch|read|listen to|play|live on|survive on|dance to) "
        r"(?P<value>.+?) (?:every (?:single )?day|all day(?: long)?|all night|forever|for the rest of my life|for "
        r"hours|non-?stop|anytime|any day|daily|24/7|alone)\b.*|(?:there(?: is|'s) )?nothing (?:beats|(?:is )?"
        r"better than|compares to|like|tops|hits like|hits the spot like) (?P<value2>.+)|you can not (?:beat|go "
        r"wrong with) (?P<value3>.+)|give me (?P<value4>.+?) (?:any ?day|over)\b.*|I (?:will|would) never (?:say "
        r"no to|turn down|get tired of|pass up) (?P<value5>.+)|(?!\w+ (?:of|to|in)\b)(?P<value6>(?:[a-z'-]+ ){0,2}"
        r"[a-z'-]+) (?:is|are) (?:simply |just |hands down |by far |definitely |seriously |honestly |literally )*"
        r"(?:the (?:best|greatest|bomb|goat|shit)(?: (?:thing|food|music|animals?|pets?|drink|show|game|sport|"
        r"season|movie|book|band|snack|breakfast|dessert|team|feeling|hobby|way to (?:relax|unwind))s?)?(?: ever| "
        r"of all time| in the world| hands down| on earth| in my opinion| imo| to me| for me| of the year)*|life))|if "
        r"I had to (?:pick|choose|name) (?:just )?(?:"
        r"an?|one|only one)(?: [\w-]+)?,? (?:it|that) (?:is|has to be|would be|would have to be|must be) "
        r"(?P<value7>.+)|(?:I|we) (?:always|usually) (?:order|go for|pick|choose) (?:the )?(?P<value8>(?!(?:to|it|"
        r"that|a walk|walks)\b).+)",
        key="likes:{value}",
        text="Likes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.6,
        many=True,
    ),
    Rule(
        name="never misses",
        pattern=r"I (?:never|hardly ever|rarely) miss (?P<value>(?!(?:an? |the |any |my )?(?:chance|opportunity"
        r"|beat|deadline|thing)\b)(?!(?:you|him|her|them|it|this|that|(?:an? )?(?:chance|opportunity|beat|deadline"
        r"|thing))\b).+)",
        key="likes:{value}",
        text="Never misses {value}.",
        category=_PREFERENCE,
        importance=0.7,
        confidence=0.6,
    ),
    Rule(
        name="fan",
        pattern=rf"I am (?:(?:such |quite |kind of )?an? )(?:{_BIG} )*(?P<value>(?!(?:not|{_BIG}|no|ceiling|only"
        rf"|number|nice|good|great|attic|hopeless)\b)[^,;:]+?) (?:fan|lover|nerd|geek|buff|fanatic|enthusiast"
        rf"|addict|junkie|freak|aficionado|nut|snob|connoisseur|fiend|devotee|superfan|stan|maniac)(?: (?:and"
        rf"|through|myself|at heart|but|so|since|because|too|for|here)\b.*|,.*)?",
        key="likes:{value}",
        text="Is a fan of {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        many=True,
    ),
    Rule(
        name="fan of a kind",
        pattern=r"I am (?:definitely |more of |such |totally )*an? (?:big |huge |total )?(?P<value>dog|cat|animal"
        r"|horse|bird|plant|coffee|tea|wine|beer|whisk(?:e)?y|cocktail|chocolate|beach|mountain|ocean|summer|winter"
        r"|autumn|fall|outdoors|book|cheese|pizza|bread|dessert|cake|pie|music|film|movie|football|baseball"
        r"|basketball|hockey|soccer|city|country|nature|sports|science|history|math|car|truck|motorcycle|bike|train|"
        r"puzzle|board game|sci-fi|fantasy) (?:person|guy"
        r"|gal|girl|lady|man|woman|dude|mom|dad)\b.*",
        key="likes:{value}",
        text="Is a {value} person.",
        category=_PREFERENCE,
        importance=0.7,
        confidence=0.7,
        shape=Shape.EXACT,
    ),
    Rule(
        name="listens",
        pattern=r"I (?:(?:listen|am listening|dance|jam|rock out|sing along) to|follow(?!ed)|(?:have )?(?:spend|"
        r"waste|sink|lose|pour)(?: way| far)? (?:too (?:much|many)|most of my|so much|hours|half my) (?:time|hours"
        r"|money|life|savings|evenings|nights)?(?: of time)? ?(?:on|in|into|playing|watching|reading)) (?:a lot of"
        r" |lots of |mostly |mainly |a ton of |tons of |some )?(?P<value>(?!(?:you|your|this|my|him|her|up|along|"
        r"it|a|instructions|directions|recipes|it|music|the|what|how|when)\b(?! (?:beatles|radio|news|rolling "
        r"stones|eagles|\d0s))).+)",
        key="likes:{value}",
        text="Listens to {value}.",
        category=_PREFERENCE,
        many=True,
    ),
    Rule(
        name="watches and reads",
        pattern=r"I (?:(?P<verb>watch|read|binge|follow|eat|drink|cook|bake|wear) (?:a lot of|lots of|tons of|a ton of|"
        r"way too "
        r"(?:much|many)|too (?:much|many)|so (?:much|many)|mostly|mainly|plenty of) |(?:support|root for|cheer for) "
        r")(?P<value>(?!(?:time|things|stuff|it)\b).+)",
        key="likes:{value}",
        text="Goes for {value}.",
        category=_PREFERENCE,
        importance=0.7,
        many=True,
    ),
    Rule(
        name="prefer",
        pattern=r"I (?:(?:would )?prefer|favor|would choose|would take|would rather have|would rather|id rather|"
        r"would pick|will take|lean towards?) (?P<value>(?!not\b|if\b|that\b|the\b(?! (?:mountains?|beach|ocean|"
        r"sea|country|city|suburbs|outdoors|indoors|night|mornings?|evenings?|winter|summer|fall|spring|heat|cold|rain|"
        r"sun|"
        r"snow|woods|lake|north|south|book|books|movie|original|old|quiet)\b)|(?:die|eat (?:my|glass|dirt|"
        r"nails)|be\b|stick|poke|stab|gouge|chew|you|he|she|we|have (?:root|teeth))|to (?:have|keep|use|see|get|"
        r"stick)\b).+?)(?: (?:to|over|rather than|instead of|than|any ?day|more than) (?P<rest>.+))?",
        key="prefers:{value}",
        text="Prefers {value}.",
        category=_PREFERENCE,
        importance=0.7,
        confidence=0.7,
    ),
)

_DOES_ME_GOOD = (
    r"(?:keeps? me (?:sane|going|young|happy|grounded|busy|fit|calm|alive|warm|company|smiling|out of trouble)|"
    r"makes? (?:me|my (?:day|heart)) (?:so |really |very |feel )*(?:happy|smile|alive|calm|melt|laugh|free|sing|"
    r"proud)|makes? my (?:day|week)|cheers? me up|calms? me(?: down)?|relax(?:es)? me|lifts? my (?:mood|spirits)|"
    r"gets? me (?:through|going|every time|moving|out of bed)|(?:never|does not|do not) gets? old|hits? (?:"
    r"different|the spot)|(?:is|are) (?:my|the) (?:[\w-]+ )?(?:way to my heart|therapy|meditation|medicine|happy "
    r"place|comfort|salvation|one true love|first love|fuel|lifeblood|bread and butter|thing in life|poison|soft "
    r"spot|kind of (?:party|fun|night))|(?:is|are) (?:sacred|to die for|where it is at|half my personality|my "
    r"whole personality|everything to me|underrated)|(?:has|have|stole) my heart|runs? in my (?:blood|veins)|warms"
    r"? my heart|melts? my heart|means? (?:the world|everything|a lot) to me|(?:rocks?|rules?|slaps?|for the win|"
    r"ftw|all the way|on repeat|(?:till|until) I die|every time|for life|forever|all day every day))"
)
"""What something does to somebody who likes it."""

GOOD_FOR_ME: tuple[Rule, ...] = (
    Rule(
        name="does me good",
        pattern=rf"(?!\w+(?:ed|n't)\b|(?:see|love|thank|bless|wish|go|come|it)\b)(?P<value>{THING_FIRST}) (?:"
        rf"really |always |just |also |still )*{_DOES_ME_GOOD}\b(?:,.*| (?:and|so|when|in|after|on|at|because|"
        rf"these)\b.*)?",
        key="likes:{value}",
        text="Likes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.6,
        many=True,
    ),
)

DISLIKES: tuple[Rule, ...] = (
    Rule(
        name="dislike",
        pattern=rf"(?!.* (?:any ?more|now|no more|any longer)$)(?:I|we) (?:also |both )?{_HATING} "
        rf"(?P<value>(?!the\b(?! (?-i:[A-Z])){_THE_KIND}|to (?:say|be|break|bother|ask|admit|think|see|disappoint"
        rf"|complain|interrupt|tell|sound|lose|leave|hear|do|have|let|burst|brag|bring|use|go|miss)\b|about\b|being "
        rf"(?:that|the)\b|doing\b|having\b|feeling\b|how\b|when\b|anything\b|much\b|without\b|well\b"
        rf"|math\b(?=.*\bhead)).+)",
        key="dislikes:{value}",
        text="Dislikes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        many=True,
        ends=("likes:{value}",),
    ),
    Rule(
        name="dislike, turned round",
        pattern=rf"(?:(?P<value>{THING_FIRST}) (?:(?:is|are) (?:just |really |so |definitely )*(?:not (?:really )?"
        rf"(?:my (?:thing|cup of tea|jam|favorite|style)|for me)|my (?:least favorite|biggest pet peeve|pet peeve|"
        rf"nemesis))|(?:really |totally |always |just )*(?:gross(?:es)? me out|puts? me off|turns? my stomach|"
        rf"turns? me off|makes? my (?:ears bleed|eyes bleed|skin crawl|blood boil|teeth hurt)|drains? me|(?:is|are"
        rf") (?:the (?:devil(?:'s \w+)?|bane of my (?:life|existence))|not for me|my idea of (?:hell|torture)|pure"
        rf" evil|evil|vile|disgusting|revolting|overrated|gross|nasty|rank|minging|grim|an abomination|a crime)(?="
        rf"$|,| (?:imo|to me|if|and|sorry|tbh|change)\b)|make[s]? me (?:sick|gag|nauseous|want to (?:puke|vomit|"
        rf"throw up))|drives? me (?:crazy|nuts|mad|insane|up the wall)|freaks? me out|creeps? me out|bores? me(?: "
        rf"to (?:death|tears))?|get[s]? on my nerves|do(?:es)? nothing for me|is not for me|(?:annoy|disgust|"
        rf"irritate)s? me|(?:is|are) the worst))(?: (?:imo|to me|if you ask me|tbh|and|sorry)\b.*)?|(?:the )?"
        rf"(?P<value6>beach|sea|ocean|cold|gym|city|countryside|theatre|opera|snow|rain|heat) (?:(?:is|are) (?:"
        rf"just |really |so )*not (?:really )?(?:my (?:thing|cup of tea|jam)|for me))(?:,.*)?|(?:keep |get )(?:"
        rf"your |the |any |all )?(?P<value2>{THING_FIRST}) (?:away from me|off my (?:plate|pizza|food))|no "
        rf"(?P<value3>{THING_FIRST}) for me|(?:you(?:'ll| will| would|'d) (?:never|not) (?:catch|see|find) me (?:"
        rf"eating|drinking|doing|watching|wearing|near)|you could not pay me to(?: eat| drink| watch| wear| do)?|"
        rf"life is too short for) (?P<value4>.+)|(?P<value5>{THING_FIRST}),? (?:no thank you|no thanks|hard pass|"
        rf"yuck|ew+|never again|count me out|not on your life)(?:,.*)?)",
        key="dislikes:{value}",
        text="Dislikes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        many=True,
        ends=("likes:{value}",),
    ),
)

TASTES: tuple[Rule, ...] = (*LIKES, *GOOD_FOR_ME, *DISLIKES)


_MINE = r"my (?:own )?(?:personal )?(?:all[- ]time |absolute |current |new |number one |no\.? ?1 |#1 |very )*"

FAVORITE: tuple[Rule, ...] = (
    Rule(
        name="favorite",
        pattern=rf"(?:(?:{_MINE})?(?:favorite|go[- ]to|top) (?P<slot>[^,;:.]+?)|{_MINE}(?P<slot2>\w+(?: \w+)?) of "
        rf"choice)(?:'s| is| are|, hands down,? is| has to be| have to be| must be| would have to be| would be| is "
        rf"called| has always been| will always be|:| =)(?: now| still| definitely| probably| by far| hands "
        rf"down)?,? (?P<value>(?!called\b).+)",
        key="favorite_{slot}",
        text="Favorite {slot} is {value}.",
        category=_PREFERENCE,
        importance=0.8,
        confidence=0.8,
    ),
    Rule(
        name="favorite, turned round",
        pattern=rf"(?P<value1>[^,;:]{{2,60}}?) (?:is|are) my (?P<slot1>drink|food|snack|poison|weapon|instrument|genre|"
        rf"sport|meal) of "
        rf"choice|(?P<value>[^,;:]{{2,60}}?)(?:'s|,? (?:is|are|has to be|will always be|has always been)) "
        rf"(?:definitely |still |by far |easily |probably |hands down |now )?{_MINE}(?:favorite|go[- ]to) "
        rf"(?P<slot>[^,;:.]+)",
        key="favorite_{slot}",
        text="Favorite {slot} is {value}.",
        category=_PREFERENCE,
        importance=0.8,
        confidence=0.8,
    ),
    Rule(
        name="my colour",
        pattern=rf"(?P<value>(?:[\w'-]+ ){{0,2}}[\w'-]+) (?:is|are|has been|will always be) (?:always |still |so )"
        rf"?(?:my|our) (?P<slot>colou?r|season|month|poison|drink|sport|lucky number|flower|holiday|animal|time of"
        rf" (?:day|year)|band|team|show|genre|number one)(?:,.*| (?:always|and|for|since|through)\b.*)?|(?:(?:the "
        rf")?best|{_MINE}(?:number one|top|no 1|lucky)|number one|lucky) (?P<slot2>[a-z]+(?: [a-z]+)?)(?: (?:ever"
        rf"(?: made| written)?|of all time|in the world|on earth|for me))?(?: (?:is|are|has to be|would be|will "
        rf"always be)|'s|:) (?P<value2>(?!(?:to|that|when|not|yet|by|if|the)\b).+)",
        key="favorite_{slot}",
        text="Favorite {slot} is {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
    ),
    Rule(
        name="favorite named in passing",
        pattern=rf".*\b{_MINE}favorite (?P<slot>band|singer|artist|author|writer|book|movie|film|show|team|player"
        rf"|restaurant|cafe|bar|game|song|album|actor|actress|painter|composer|poet|podcast|comedian),? "
        rf"(?P<value>(?!is\b|are\b|was\b)(?-i:[A-Z]).+)",
        key="favorite_{slot}",
        text="Favorite {slot} is {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        shape=Shape.PROPER,
    ),
    Rule(
        name="one of the favorites",
        pattern=rf"(?:(?:one|some|two|three|a few|a couple) of {_MINE}favorite(?:s|(?: [a-z]+){{1,3}})"
        rf"|{_MINE}(?:favorites|faves|guilty pleasures?|go[- ]tos?|comfort (?:food|movie|show)|weakness|kryptonite"
        rf"|happy place|obsession|addiction|vice|hyperfixation|cup of tea))(?: right now| lately| at the moment| "
        rf"these days)? (?:is|are|include|includes|have to be|has to be|would be) (?P<value>.+)",
        key="likes:{value}",
        text="Likes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        many=True,
    ),
    Rule(
        name="favorite among others",
        pattern=rf"(?P<value>[^,;:]{{2,50}}?) (?:is|are) (?:definitely |totally |still |always |probably |just "
        rf")*(?:(?:one|some|two) of {_MINE}favorites?(?: .*)?|{_MINE}(?:favorites?|jam|thing|passion|obsession"
        rf"|everything|weakness|guilty pleasure|happy place|life|addiction|cup of tea|kryptonite|comfort (?:food"
        rf"|movie|show)|vibe|drug|religion|go[- ]to|escape|world|love language)|life)",
        key="likes:{value}",
        text="Likes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        many=True,
    ),
    Rule(
        name="least favorite",
        pattern=rf"(?:{_MINE}least favorite (?:[a-z]+(?: [a-z]+)?|thing to (?:do|eat)) is|my (?:biggest |main "
        rf"|number one )?(?:pet peeve|pet hate) (?:is|are)|the (?:food|thing) I hate (?:the )?most is) "
        rf"(?P<value>(?!when\b).+)",
        key="dislikes:{value}",
        text="Dislikes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        ends=("likes:{value}",),
    ),
)
