"""Rules for what someone owns."""

from __future__ import annotations

from reverie.domain.rules.rule import Rule, Shape

_CARS = (
    r"tesla|toyota|honda|ford|chevy|chevrolet|nissan|mazda|subaru|kia|hyundai|jeep|dodge|chrysler|bmw|audi|mercedes"
    r"|benz|porsche|ferrari|lamborghini|lexus|acura|infiniti|cadillac|buick|gmc|volvo|saab|vw|volkswagen|fiat|mini "
    r"cooper|prius|civic|corolla|camry|accord|mustang|camaro|corvette|f-?150|silverado|wrangler|bronco|outback"
    r"|miata|beetle|jetta|passat|peugeot|renault|citroen|skoda|opel|vauxhall|dacia|land rover|range rover|jaguar"
    r"|bentley|rolls royce|rav4|cr-?v|suv|sedan|coupe|hatchback|convertible|minivan|pickup|harley|harley davidson"
    r"|vespa|ducati|kawasaki|yamaha|suzuki|panda|punto|clio|twingo|lada|trabant"
)
_THINGS = (
    rf"car|bike|bicycle|e-?bike|motorcycle|motorbike|scooter|van|truck|boat|sailboat|yacht|canoe|jet ski|rv|camper"
    rf"|camper ?van|caravan|motorhome|trailer|snowmobile|atv|tractor|moped|skateboard|surfboard|kayak|paddle ?board"
    rf"|snowboard|skis|trampoline|{_CARS}|house|apartment|condo|flat|cottage|cabin|farm|ranch|villa|townhouse"
    rf"|duplex|houseboat|narrowboat|mansion|allotment|greenhouse|vegetable garden|garden|herb garden|treehouse|pool"
    rf"|swimming pool|hot tub|sauna|fireplace|workshop|home gym|wood stove|barn|vineyard|orchard|piano|guitar"
    rf"|violin|cello|drum kit|drum set|ukulele|banjo|saxophone|trumpet|keyboard|synthesizer|record player|turntable"
    rf"|jukebox|telescope|microscope|camera|dslr|polaroid|drone|laptop|macbook|computer|gaming pc|pc|desktop|tablet"
    rf"|ipad|iphone|smart ?phone|kindle|e-?reader|smart ?watch|apple watch|rolex|pocket watch|watch|vr headset"
    rf"|playstation|ps[345]|xbox(?: \w+)?|nintendo(?: switch)?|steam deck|game ?boy|projector|television|tv|robot "
    rf"vacuum|roomba|air fryer|espresso machine|coffee machine|stand mixer|sewing machine|loom|kiln|pottery wheel"
    rf"|3d printer|printing press|typewriter|gun|rifle|shotgun|sword|katana|telescope|aquarium|fish tank|terrarium"
    rf"|beehives?|chicken coop|bakery|restaurant|cafe|coffee shop|salon|bookstore|bookshop|business|store|shop|gym"
    rf"|bar|food truck|tattoos?|library card|motor home|timeshare|grill|smoker|wedding dress|leather jacket"
    rf"|treadmill|peloton|hammock|tent|bonsai(?: tree)?|plane|airplane|helicopter|hot air balloon"
)
_ADJECTIVES = r"(?:(?!(?:with|about|of|for|to|in|on|at|who|that|and|from|like|as|by|it|so|but)\b)[\w'-]+ ){0,3}?"
_END = (
    r"(?:$|[,.!].*| (?:with|that|which|where|from|in|for|to|and|last|yesterday|today|this|now|but|so|because|at|on|"
    r"since"
    r"|or|bigger|older|named|called|too|as|by|who|if|I|when|\w+ (?:weeks|months|years|days) ago)\b.*)"
)

BELONGINGS: tuple[Rule, ...] = (
    Rule(
        name="owns",
        pattern=rf"(?:I|we) (?:(?:still |also |both )?(?:drive|have|restored|inherited|built|purchased)|(?:just "
        rf"|finally |recently )?(?:bought|got|purchased|ordered|adopted|treated)(?: myself| ourselves| me)?) (?:a"
        rf"|an|our|my|the same|two|three|four|five|\d+)(?: own)? (?:new |first |used |second-hand |old |little "
        rf"|small |brand new |very own )*(?P<value>{_ADJECTIVES}(?:{_THINGS})s?(?: \d{{1,4}})?){_END}",
        key="owns:{value}",
        text="Has {a_value}.",
        importance=0.6,
        confidence=0.7,
        shape=Shape.EXACT,
        examples={
            "I bought a new electric bike": {"owns:electric bike": "electric bike"},
            "I drive an old Toyota": {"owns:toyota": "toyota"},
            "i have a red truck": {"owns:red truck": "red truck"},
            "just got a ps5": {"owns:ps5": "ps5"},
            "I drive a rusty Saab 900": {"owns:rusty saab 900": "rusty saab 900"},
        },
        silent=(
            "I don't have a car",
            "I want a car",
            "I have a car accident story",
            "he bought a house",
            "I have a friend with a boat",
            "I have a question about a car",
        ),
    ),
    Rule(
        name="owns outright",
        pattern=r"(?:I|we) (?:still |also )?own (?P<value>(?:an?|(?:my|our)(?= own\b| [\w-]+'s )|two|three|four"
        r"|five|six|seven|ten|\d+|a lot of|lots of|several|many|over \d+|too many) .+)",
        key="owns:{value}",
        text="Owns {value}.",
        importance=0.6,
        confidence=0.7,
        examples={
            "I own a small telescope": {"owns:small telescope": "small telescope"},
            "I own three typewriters": {"owns:three typewriters": "three typewriters"},
            "I still own my grandfather's pocket watch": {
                "owns:grandfather's pocket watch": "grandfather's pocket watch"
            },
        },
        silent=("I own it", "I own my mistakes"),
    ),
    Rule(
        name="proud owner",
        pattern=rf"(?:I am |we are |I have become |I became )?(?:the |a |an |now |officially |finally )*(?:(?:"
        rf"proud|happy|lucky|new|first-time|(?<=am )the|very proud|not so proud|reluctant) )*(?:owners?|co-owner|"
        rf"keeper|custodian) of (?P<value>.+)|my (?:pride and joy|baby|most prized possession|prized possession|"
        rf"most treasured possession|daily driver|ride|other car|trusty steed|first car) is (?:still )?(?P<value2>"
        rf"(?!(?:due|not|so|\d+ (?:weeks|months|years))\b).+)|(?:the |that )(?P<value3>(?:[\w-]+ ){{0,2}}(?:"
        rf"{_THINGS})) (?:is|are) (?:all )?mine\b.*",
        key="owns:{value}",
        text="Has {a_value}.",
        importance=0.6,
        confidence=0.7,
        examples={
            "proud owner of a leaky canoe": {"owns:leaky canoe": "leaky canoe"},
            "my pride and joy is a walnut harpsichord": {"owns:walnut harpsichord": "walnut harpsichord"},
        },
        silent=("the owner of the shop was rude", "my baby is due in May"),
    ),
    Rule(
        name="rides and runs",
        pattern=r"(?:I|we) (?:still |now |currently |usually )?(?:drive|ride|fly|sail|get around (?:in|on)|zip "
        r"around (?:in|on)) (?:an?|my|our|the) (?P<value>(?!(?:[\w-]+ ){0,2}(?:bus|cab|taxi|truck|lorry|"
        r"forklift|train|tram|uber|lyft|car|kids|children|family|friends?|wife|husband|mom|mum|dad|son|daughter|people|"
        r"hard|point|bike|bicycle|school|delivery|hour|wave|lot|little|long|"
        r"horse|motorcycle)\b(?! (?:called|named)))[^,;:]+?)(?: (?:to|from|every|because|and|but|so|that|which|"
        r"named|called|around|on|for|with)\b.*|,.*)?|(?:I|we) (?:(?:have |just |finally |recently )*(?:got|bought"
        r"|treated|built|made)(?: (?:my|our)sel(?:f|ves)| me)(?: to)?|(?:have |just |finally )*inherited|(?:have "
        r")?splurged on|hang on to|have(?: got)?(?=.* (?:in|on|under) (?:my|the|our) (?:garage|shed|attic|"
        r"basement|backyard|back yard|garden|driveway|wall|loft|study|balcony|closet)\b)) (?P<value2>(?:an?|my|"
        r"our|some|two|three|the|[\w]+'s) (?!(?:idea|question|problem|friend|lot|bit|favou?r|drink|coffee|break)"
        r"\b).+?)(?: (?:in|on|under) (?:my|the|our) .*)?",
        key="owns:{value}",
        text="Has {a_value}.",
        importance=0.6,
        confidence=0.65,
        examples={
            "I ride a battered Lambretta": {"owns:battered lambretta": "battered lambretta"},
            "we inherited my aunt's harmonium": {"owns:aunt's harmonium": "aunt's harmonium"},
            "got myself a kayak": {"owns:kayak": "kayak"},
            "we've a pinball machine in the basement": {"owns:pinball machine": "pinball machine"},
        },
        silent=("I drive a hard bargain", "I have a question in my garage", "he rides a battered Lambretta"),
    ),
    Rule(
        name="of mine",
        pattern=rf"my (?:old |new |trusty |beloved |little |poor |dear |first )*(?P<value>(?:\d{{4}} )?(?:{_CARS})"
        rf"(?! (?:dealer|dealership|mechanic|guy|salesman))(?: (?:\d{{1,4}}|(?-i:[A-Z])\w+))?|ukulele|telescope|"
        rf"motorbike|motorcycle|campervan|camper van|sailboat|kayak|banjo|cello|accordion|harp|kiln|loom|allotment"
        rf"|greenhouse|beehives|typewriter|record player|vinyl collection) (?:is|has|needs|keeps|won't|will|runs|"
        rf"makes|just|still|finally|and|are|have|in|outside|named|called)\b.*|(?P<value2>(?:two|three|four|five|"
        rf"six|seven|eight|ten|\d+) (?:[\w-]+ )?(?:guitars|cars|bikes|motorcycles|pianos|boats|typewriters|cameras"
        rf"|tattoos|surfboards|skateboards|records|plants|houseplants|bookcases))(?:,| and| but| in| at|$).*",
        key="owns:{value}",
        text="Has {a_value}.",
        importance=0.6,
        confidence=0.65,
        shape=Shape.EXACT,
        examples={
            "my trusty Volvo needs new tyres again": {"owns:volvo": "volvo"},
            "five typewriters in my hallway": {"owns:five typewriters": "five typewriters"},
        },
        silent=("my dad's Volvo broke down", "my car broke down"),
    ),
    Rule(
        name="what my car is",
        pattern=rf"my (?:car|truck|bike|motorcycle|van|vehicle|ride|motorbike|boat|phone|laptop|guitar|camera|first "
        rf"car|daily driver) is (?:an?|my) (?P<value>(?:{_ADJECTIVES}(?:19|20)\d\d [\w-]+|{_ADJECTIVES}(?:{_CARS}|"
        rf"iphone|pixel|samsung(?: \w+)?|macbook"
        rf"|thinkpad|fender(?: \w+)?|gibson(?: \w+)?|leica|nikon|canon|car|truck|van|motorcycle|bike|boat)(?: "
        rf"[\w-]*\d[\w-]*| \w+)?)){_END}",
        key="owns:{value}",
        text="Has {a_value}.",
        importance=0.6,
        confidence=0.7,
        shape=Shape.EXACT,
        examples={"my car is a green fiat panda": {"owns:green fiat panda": "green fiat panda"}},
        silent=("my car is a mess", "my dad's car is a Volvo"),
    ),
    Rule(
        name="has many",
        pattern=r"(?:I|we) (?:have|own|have got) (?P<value>(?:a lot of|lots of|a ton of|tons of|too many|so many"
        r"|several|many|over \d+|\d+|two|three|four|five|six|seven|a few|hundreds of|dozens of) (?:[\w-]+ "
        r")?(?:pairs of \w+|tattoos?|piercings?|books|shoes|plants|houseplants|cars|motorcycles|bikes|guitars|"
        r"instruments|board "
        r"games|video games|records|acres|houses|guns|hats|sneakers|watches|stuffed animals|computers|boats|trucks"
        r"|horses|typewriters|cameras|fish tanks|beehives|comic books|comics|dvds))\b.*",
        key="owns:{value}",
        text="Has {value}.",
        importance=0.6,
        confidence=0.7,
        shape=Shape.EXACT,
        examples={"i have six bikes": {"owns:six bikes": "six bikes"}},
        silent=("I have so many questions",),
    ),
)
