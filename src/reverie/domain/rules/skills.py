"""Rules for what someone can do, speaks, and is learning."""

from __future__ import annotations

from reverie.domain.rules.rule import Rule, Shape

_ABLE = (
    r"(?:juggle|whistle|yodel|moonwalk|beatbox|knit|crochet|sew|weld|swim|surf|ski|skate|ice skate|skateboard"
    r"|snowboard|sing|rap|dance|breakdance|tap dance|salsa|draw|paint|cook|bake|drive|fly|sail|ride|rope|code"
    r"|program|type|touch[- ]type|read (?:music|palms|tarot|lips|minds|braille|sheet music|hieroglyphs|\d+)|lip[- "
    r"]read|write (?:code|music|songs|with both|in|backwards|calligraphy)|sign|knot|fold|carve|fix|repair|build"
    r"|make (?!it|you|this|that|sure|the|time|a (?:difference|list|plan|note|few|decision|reservation))|solve"
    r"|recite|hold my breath|wiggle|wink|roll my tongue|touch my|do (?:a |an |the |\d+ )?(?:handstand|backflip|back "
    r"flip|cartwheel|split|splits|push-?ups|pull-?ups|magic|card tricks|impressions|impersonations|sign language"
    r"|calculus|math in my head|accents|karate|cartwheels|backflips|flips)|run (?:a|an|\d+|five|ten|for)|bench(?: "
    r"press)?|deadlift|squat \d|lift \d|jump|climb|throw|shoot|fence|hunt|fish|bowl|play|speak|understand|identify"
    r"|recognize|name (?:all|every)|count (?:to|cards)|tie|pick locks|hot ?wire|forge|milk|shear|mimic|impersonate"
    r"|imitate|crack|open|eat \d|sleep anywhere|unicycle|ventriloquize|navigate|sharpen|tune|beat)"
)
_NOT_ABILITY = (
    r"(?!(?:code|program) in |play (?:it|this|that|with|around|along|the (?:role|part))|speak (?:to|with|for|about"
    r"|up|from|on|more|now)|(?:open|make|build|fix|run|drive|eat|draw|write|name|recognize|understand|identify"
    r"|throw|shoot|do|beat|climb|tie|jump|count|touch|repair|fold|solve|ride|fly|cook|crack) (?:it|this|that|you"
    r"|them|him|her|these|those|your|on|to|in|into|with|why|how|what|if|out|up|some|something|for|from|out)\b)"
)

SKILLS: tuple[Rule, ...] = (
    Rule(
        name="can",
        pattern=rf"(?:I|we) (?:can(?! not)|know how to|am able to|have learned (?:how )?to|learned (?:how )?to"
        rf"|taught myself (?:how )?to|can (?:also |actually |really |almost |finally |now |even |still )+) "
        rf"?(?P<value>{_NOT_ABILITY}{_ABLE}\b(?! (?:it|this|that|you|me)\b).*)",
        key="skill:{value}",
        text="Can {value}.",
        importance=0.65,
        shape=Shape.DEED,
        examples={
            "I can juggle five oranges": {"skill:juggle five oranges": "juggle five oranges"},
            "i can solve a rubiks cube": {"skill:solve rubiks cube": "solve rubiks cube"},
            "I know how to pick locks": {"skill:pick locks": "pick locks"},
            "i can speak three languages": {"skill:speak three languages": "speak three languages"},
        },
        silent=(
            "I can see it",
            "I can help you",
            "I can make it",
            "I can not swim",
            "she can juggle",
            "I can draw on that",
        ),
    ),
    Rule(
        name="can code in",
        pattern=r"I (?:can |know how to )?(?:code|program|write code|develop) in (?P<value>.+)",
        key="skill:{value}",
        text="Can code in {value}.",
        importance=0.65,
        many=True,
        examples={"i can code in rust and haskell": {"skill:rust": "rust", "skill:haskell": "haskell"}},
    ),
    Rule(
        name="good at",
        pattern=r"I am (?:(?:a bit|also|very|so|quite|pretty|fairly|really|extremely|surprisingly|kind of"
        r"|incredibly|not (?:too |that |so )?bad|known to be|naturally|exceptionally|weirdly) )*(?:good|great"
        r"|amazing|excellent|decent|skilled|talented|brilliant|awesome|handy|gifted|fantastic|experienced"
        r"|proficient|adept|unbeatable|the best|well versed|an expert|a pro|a wizard|a genius|a natural|a beast|not "
        r"bad|bad ass|killer|a master) (?:at|in|with|on) (?P<value>(?!(?:the moment|all|it|this|that|what|my|least"
        r"|being|the same|remembering|talking|you)\b).+)",
        key="skill:{value}",
        text="Is good at {value}.",
        importance=0.65,
        many=True,
        examples={
            "I'm good at fixing sewing machines.": {"skill:fixing sewing machines": "fixing sewing machines"},
            "I'm quite good at chess": {"skill:chess": "chess"},
        },
        silent=("I'm good at this", "I'm not good at maths", "I'm good with that", "I'm great at the moment"),
    ),
    Rule(
        name="strong suit",
        pattern=r"(?P<value>[^,;:]{2,40}) (?:is|are) my (?:(?:strong|strongest) suit|superpower|super power|forte"
        r"|specialty|speciality|biggest strength|hidden talent|secret talent|greatest talent)|my (?:(?:strong"
        r"|strongest) suit|superpower|forte|speciality|specialty|hidden talent|secret talent|greatest talent"
        r"|special talent|party trick|talent|best skill) is (?P<value2>.+)",
        key="skill:{value}",
        text="Is good at {value}.",
        importance=0.65,
        examples={"parallel parking is my superpower": {"skill:parallel parking": "parallel parking"}},
        silent=("that is my specialty", "cooking is not my forte"),
    ),
    Rule(
        name="good cook",
        pattern=r"I am (?:(?:also|quite|such|actually) )*an? (?:(?:very|really|pretty|fairly) )?(?:good|great"
        r"|amazing|excellent|decent|talented|fantastic|skilled|fast|quick|strong|expert|certified|licensed|trained"
        r"|natural|accomplished|gifted) (?P<value>cook|baker|dancer|singer|swimmer|driver|artist|painter|writer"
        r"|typist|runner|skier|chess player|poker player|drummer|guitarist|pianist|musician|carpenter|mechanic"
        r"|athlete|seamstress|scuba diver|diver|lifeguard|yoga instructor|pilot|sommelier|juggler|climber"
        r"|photographer|speller|shot|gardener|liar|storyteller|public speaker|negotiator)\b(?! (?:for|at|in)\b).*",
        key="skill:{value}",
        text="Is a good {value}.",
        importance=0.65,
        shape=Shape.EXACT,
        examples={"I'm a pretty good cook": {"skill:cook": "cook"}},
        silent=("I'm a terrible cook", "my dad is a great cook"),
    ),
    Rule(
        name="belt",
        pattern=r"I (?:have|hold|got|earned|am) an? (?P<value>(?:white|yellow|orange|green|blue|purple|brown|red"
        r"|black|(?:\w+ )?degree black) belt in [\w' -]+|(?:scuba|diving|skydiving|pilot's|pilots|commercial "
        r"driver's|forklift|hunting|fishing|sailing|motorcycle|teaching|real estate|amateur radio) (?:license"
        r"|licence|certificate|certification))\b.*",
        key="skill:{value}",
        text="Has a {value}.",
        importance=0.65,
        shape=Shape.EXACT,
        examples={"I have a black belt in karate": {"skill:black belt in karate": "black belt in karate"}},
        silent=("I have a belt in my drawer",),
    ),
    Rule(
        name="certified",
        pattern=r"I am (?:(?:a )?certified|qualified|licensed|trained|skilled) (?:in|to) (?P<value>(?!(?:the|say"
        r"|english|spanish|french)\b).+)",
        key="skill:{value}",
        text="Is trained in {value}.",
        importance=0.65,
        many=True,
        examples={"I'm certified in first aid": {"skill:first aid": "first aid"}},
        silent=("I'm qualified to say that",),
    ),
    Rule(
        name="knows",
        pattern=r"I (?:know|learned|picked up) (?:some |a little |a bit of |basic )?(?P<value>sign language|asl|bsl"
        r"|karate|judo|kung fu|taekwondo|cpr|first aid|python|java|javascript|html|css|sql|rust|haskell|c\+\+"
        r"|calculus|morse code|braille|shorthand|photoshop|excel|blender|calligraphy|self[- ]defen[cs]e|latin dance"
        r"|martial arts|jiu[- ]jitsu|krav maga)\b(?! (?:is|exists|very)\b).*",
        key="skill:{value}",
        text="Knows {value}.",
        importance=0.65,
        shape=Shape.EXACT,
        examples={
            "i know cpr": {"skill:cpr": "cpr"},
            "I know some sign language": {"skill:sign language": "sign language"},
        },
        silent=("I know python is a snake", "I don't know karate"),
    ),
    Rule(
        name="learning",
        pattern=r"(?:I|we) (?:am|have been|started|have started|have just started|am currently|am trying|trying"
        r"|began|am slowly|am now)? ?(?:learning|teaching myself|taking (?:[a-z]+ )?lessons in|taking(?= [a-z]+ "
        r"(?:lessons|classes)\b)|taking (?:a |an )?(?:class(?:es)?|course|lessons) (?:in|on)|to learn"
        r"|self-studying)(?: about)?(?: how)?(?: to (?:speak|play|do|use|be an?))? (?P<value>(?!(?:a lot|a ton|a "
        r"bunch|about|from|that|more|new things|so much|curve|as|by|to (?:be|love|live|accept|cope|deal|trust|let"
        r"|say|appreciate)|something|everything|things|the hard|it|this|how|what|in|on|is|care|some|place|notes"
        r"|advantage|off|over|part|it)\b).+?)(?: (?:from|at|on|in|with|since) .*)?",
        key="learning:{value}",
        text="Is learning {value}.",
        many=True,
        examples={
            "I'm learning to play the cello": {"learning:cello": "cello"},
            "been busy, I have been learning Italian": {"learning:italian": "italian"},
            "i am learning how to sail .": {"learning:sail": "sail"},
            "trying to learn finnish": {"learning:finnish": "finnish"},
            "im teaching myself blender": {"learning:blender": "blender"},
        },
        silent=("I'm learning a lot from you", "I'm learning that the hard way", "learning is fun"),
    ),
)
