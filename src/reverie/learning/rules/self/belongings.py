"""Rules for what someone owns."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape

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
    ),
    Rule(
        name="owns outright",
        pattern=r"(?:I|we) (?:still |also )?own (?P<value>(?:an?|(?:my|our)(?= own\b| [\w-]+'s )|two|three|four|five"
        r"|six|seven|ten|\d+|a lot of|lots of|several|many|over \d+|too many) .+)",
        key="owns:{value}",
        text="Owns {value}.",
        importance=0.6,
        confidence=0.7,
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
    ),
)
