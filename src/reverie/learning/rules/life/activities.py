"""Words for what people do for pleasure: closed classes that the rules for hobbies, skills and habits share."""

from __future__ import annotations

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
