"""Rules for what someone does for pleasure."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape
from reverie.records.memories import Category

HOBBYISTS = {
    "reader": "reading", "bookworm": "reading", "book worm": "reading", "gardener": "gardening", "runner": "running",
    "jogger": "jogging", "marathoner": "running", "cyclist": "cycling", "biker": "biking", "hiker": "hiking",
    "swimmer": "swimming", "gamer": "gaming", "birdwatcher": "birdwatching", "birder": "birding",
    "photographer": "photography", "painter": "painting", "cook": "cooking", "baker": "baking", "knitter": "knitting",
    "skier": "skiing", "surfer": "surfing", "climber": "climbing", "rock climber": "rock climbing",
    "golfer": "golf", "traveler": "traveling", "traveller": "travelling", "dancer": "dancing", "singer": "singing",
    "skater": "skating", "skateboarder": "skateboarding", "snowboarder": "snowboarding", "sailor": "sailing",
    "camper": "camping", "fisherman": "fishing", "angler": "fishing", "hunter": "hunting", "collector": "collecting",
    "crafter": "crafting", "quilter": "quilting", "sewist": "sewing", "crocheter": "crocheting", "writer": "writing",
    "poet": "poetry", "musician": "music", "guitarist": "guitar", "pianist": "piano", "drummer": "drums",
    "violinist": "violin", "bassist": "bass", "astronomer": "astronomy", "stargazer": "stargazing",
    "beekeeper": "beekeeping", "brewer": "brewing", "homebrewer": "home brewing", "woodworker": "woodworking",
    "potter": "pottery", "genealogist": "genealogy", "chess player": "chess", "tennis player": "tennis",
    "poker player": "poker", "cosplayer": "cosplay", "blogger": "blogging", "vlogger": "vlogging",
    "streamer": "streaming", "weightlifter": "weightlifting", "powerlifter": "powerlifting",
    "bodybuilder": "bodybuilding", "boxer": "boxing", "wrestler": "wrestling", "rower": "rowing",
    "kayaker": "kayaking", "diver": "diving", "scuba diver": "scuba diving", "outdoorsman": "the outdoors",
    "foodie": "food", "cinephile": "films", "oenophile": "wine", "bibliophile": "books", "dj": "djing",
    "magician": "magic", "stamp collector": "collecting stamps", "coin collector": "collecting coins",
    "metalhead": "metal music", "yogi": "yoga", "swiftie": "taylor swift", "trekkie": "star trek", "potterhead":
    "harry potter", "weeb": "anime", "gym rat": "going to the gym", "adrenaline junkie": "extreme sports",
}  # fmt: skip
"""What someone is called for what they do, to what it is that they do."""

SPORTS = (
    r"(?:football|soccer|basketball|baseball|softball|tennis|table tennis|ping pong|badminton|squash|racquetball"
    r"|pickleball|padel|volleyball|hockey|field hockey|ice hockey|golf|disc golf|mini golf|cricket|rugby|lacrosse"
    r"|handball|netball|water polo|chess|go|poker|bridge|backgammon|checkers|scrabble|mahjong|darts|pool|billiards"
    r"|snooker|yoga|pilates|karate|judo|jiu[- ]jitsu|bjj|taekwondo|muay thai|kickboxing|boxing|mma|martial arts"
    r"|aikido|kung fu|tai chi|krav maga|capoeira|fencing|archery|gymnastics|ballet|crossfit|zumba|parkour|ceramics"
    r"|pottery|calligraphy|origami|embroidery|cross[- ]stitch|needlepoint|macrame|photography|improv|stand[- "
    r"]?up(?: comedy)?|theat(?:er|re)|community theat(?:er|re)|drama|magic(?: tricks)?|woodwork|carpentry|jigsaw "
    r"puzzles|jigsaws|puzzles|crosswords|crossword puzzles|sudoku|cosplay|genealogy|astronomy|triathlons?"
    r"|marathons?|track|cross[- ]country|track and field|cheerleading|roller derby|crew|ultimate frisbee|frisbee"
    r"|paintball|laser tag|dance|art|crafts|arts and crafts|cardio|cosmetology)"
)
"""What one does or plays as a hobby, as nouns."""

DOING = (
    r"(?:(?:rock|ice|mountain|tree|wall) climbing|(?:mountain|dirt|road) biking|(?:horse|horseback|bike|motorcycle) "
    r"riding|(?:scuba|sky|cliff|free|deep sea) ?diving|(?:fly|ice|deep sea) fishing|(?:ice|roller|figure|inline) "
    r"skating|(?:line|swing|salsa|tap|belly|ballroom|break|folk|pole|square) ?dancing|(?:bird|whale|people|star) "
    r"?watching|(?:home)[- ]?brewing|(?:weight|power) ?lifting|(?:body) ?building|(?:wood) ?(?:working|carving"
    r"|turning)|(?:glass|leather|metal) ?(?:blowing|working)|(?:bee) ?keeping|(?:candle|soap|jewelry|jewellery"
    r"|cheese|model|dress|card) ?making|(?:water|cross[- ]country|downhill) skiing|(?:wind|kite) ?surfing"
    r"|(?:paddle) ?boarding|(?:stand up )paddling|(?:creative|song|script) ?writing|(?:scrap) ?booking|(?:geo) "
    r"?caching|(?:star) ?gazing|(?:bird|bull|dog) ?riding|(?:thrift|antique) ?shopping|thrifting|(?:video )?gaming"
    r"|hiking|running|jogging|swimming|climbing|camping|fishing|dancing|skiing|surfing|cycling|biking|sailing"
    r"|kayaking|canoeing|rowing|bouldering|snowboarding|birding|skating|skateboarding|rollerblading|longboarding"
    r"|hunting|backpacking|trekking|caving|spelunking|rafting|snorkeling|snorkelling|bowling|boxing|wrestling"
    r"|fencing|gardening|knitting|crocheting|sewing|quilting|weaving|embroidering|painting|drawing|sketching"
    r"|sculpting|doodling|carving|whittling|baking|cooking|grilling|barbecuing|brewing|canning|foraging|reading"
    r"|writing|journaling|blogging|vlogging|streaming|singing|rapping|djing|drumming|composing|songwriting|acting"
    r"|juggling|meditating|stretching|golfing|bodybuilding|weightlifting|powerlifting|metal detecting|ghost hunting"
    r"|magnet fishing|coding|programming|volunteering|traveling|travelling|karaoke|crafting|upcycling|woodworking"
    r"|metalworking|blacksmithing|welding|lockpicking|skydiving|bungee jumping|hang gliding|paragliding|parasailing"
    r"|road ?tripping|sightseeing|window shopping|clubbing|photographing|beekeeping|birdwatching|stargazing"
    r"|geocaching|scrapbooking|horseback)"
)
"""What one does or goes doing as a hobby, ending in -ing."""


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

_POSITION = (
    r"(?:goalie|goalkeeper|keeper|striker|midfielder|defender|winger|forward|quarterback|linebacker|pitcher|"
    r"catcher|shortstop|point guard|center|setter|libero|prop|fly-?half|hooker|bowler|batsman|captain|drummer|"
    r"bassist|guitarist|singer|lead singer|vocalist|frontman|keyboardist|cox|coxswain|soprano|alto|tenor|bass|"
    r"baritone|treasurer|chair|secretary|president|organist)"
)

HOBBIES: tuple[Rule, ...] = (
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
    ),
    Rule(
        name="collection",
        pattern=r"(?:I (?:have|own) (?:a|an) (?:(?:big|huge|small|large|growing|massive|extensive|little|nice) )*"
        r"|my )(?P<value>(?!(?:huge|big|large|small|massive|growing|extensive|nice|whole|entire|first|data|debt|"
        r"garbage)\b)[\w-]+(?: [\w-]+)?) collection\b.*",
        key="hobby:collecting {value}",
        text="Collects {value}.",
        category=_PREFERENCE,
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
    ),
)

CRAFTS: tuple[Rule, ...] = ()
"""What is a hobby where nothing says that it is a habit."""
