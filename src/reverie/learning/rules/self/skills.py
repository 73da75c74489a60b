"""Rules for what someone can do, speaks, and is learning."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape

_ABLE = (
    r"(?:juggle|whistle|yodel|moonwalk|beatbox|knit|crochet|sew|weld|swim|surf|ski|skate|ice skate|skateboard|"
    r"snowboard|sing|rap|dance|breakdance|tap dance|salsa|draw|paint|cook|bake|drive|fly|sail|ride|rope|code|"
    r"program|type|touch[- ]type|read (?:music|palms|tarot|lips|minds|braille|sheet music|hieroglyphs|\d+)|lip[- ]"
    r"read|write (?:code|music|songs|with both|in|backwards|calligraphy)|sign|knot|fold|carve|fix|repair|build|"
    r"make (?!it|you|this|that|sure|the|time|a (?:real difference|big difference|difference|list|plan|note|few|"
    r"decision|reservation))|solve|"
    r"recite|hold my breath|wiggle|wink|roll my tongue|touch my|do (?:a |an |the |\d+ )?(?:handstand|backflip|back"
    r" flip|cartwheel|split|splits|push-?ups|pull-?ups|magic|card tricks|impressions|impersonations|sign language|"
    r"calculus|math in my head|accents|karate|cartwheels|backflips|flips)|run (?:a|an|\d+|five|ten|for)|bench(?: "
    r"press)?|deadlift|squat \d|lift \d|jump|climb|throw|shoot|fence|hunt|fish|bowl|play|speak|understand|identify"
    r"|recognize|name (?:all|every)|count (?:to|cards)|tie|pick locks|hot ?wire|forge|milk|shear|mimic|impersonate"
    r"|imitate|crack|open|eat \d|sleep anywhere|unicycle|ventriloquize|navigate|sharpen|tune|beat|swear in|count "
    r"in|curse in|read (?:upside|backwards)|say the alphabet|knock out|whip up|cobble together|plaster|wire|rewire"
    r"|plumb|lay bricks|change a (?:tyre|tire)|drive a (?:stick|manual|lorry|truck|tractor)|parallel park|hold a "
    r"(?:tune|note)|carry a tune|ride a|fell|chop wood|light a fire|start a fire|ice cakes|do (?:a )?(?:the splits"
    r"|makeup|hair|voices|taxes|sums)|name that tune|sleep (?:through|on)|remember (?:faces|names|numbers)|burp "
    r"the|whittle|splice|skin|gut|pluck|shuck|preserve|pickle|cut hair|braid|plait)"
)
_NOT_ABILITY = (
    r"(?!(?:code|program) in |play (?:later|now|tomorrow|tonight|it|this|that|with|around|along|the (?:role|part))|"
    r"speak (?:to|with|for|about"
    r"|up|from|on|more|now)|(?:open|make|build|fix|run|drive|eat|draw|write|name|recognize|understand|identify"
    r"|throw|shoot|do|beat|climb|tie|jump|count|touch|repair|fold|solve|ride|fly|cook|crack) (?:it|this|that|you"
    r"|them|him|her|these|those|your|on|to|in|into|with|why|how|what|if|out|up|some|something|for|from|out)\b)"
)


SKILLS: tuple[Rule, ...] = (
    Rule(
        name="bad at",
        pattern=r"(?:(?:I am|I have always been|I was always) )?(?:(?:a bit|very|so|quite|pretty|really|absolutely"
        r"|totally|completely|just|always|still|utterly|truly|kind of|also) )*(?:(?:hopeless|terrible|awful|"
        r"useless|rubbish|bad|horrible|no good|not (?:very |too |so |that |any |really |much )*good|crap|shit|"
        r"pants|clueless|the worst|dreadful|atrocious|lousy|not great|abysmal|inept|a disaster|weak) (?:at|with)|I"
        r" (?:suck|stink|am failing) at) (?P<value>(?!(?:it|this|that|the moment|what|my|me|least|being|you|all|"
        r"explaining|first|people|words|remembering|the)\b).+)",
        key="cannot:{value}",
        text="Is bad at {value}.",
        importance=0.6,
        many=True,
    ),
    Rule(
        name="can",
        pattern=rf"I speak (?P<value2>(?:two|three|four|five|six|seven|several|many|multiple|\d) (?:different "
        rf")?languages)\b"
        rf"(?![,:]).*|(?:(?:I|we) |(?=can (?!you|we|he|she|they|it|this|i\b)))(?:can(?! not)|know how to|am able to|"
        rf"have learned (?:how )?to|learned (?:how )?to|was taught (?:how )?to|grew up learning to|taught myself "
        rf"(?:how )?to|can (?:also |actually |really |almost |finally |now |even |still )+) ?(?P<value>"
        rf"{_NOT_ABILITY}{_ABLE}\b(?! (?:it|this|that|you|me)\b).*)",
        key="skill:{value}",
        text="Can {value}.",
        importance=0.65,
        shape=Shape.DEED,
        many=True,
    ),
    Rule(
        name="good at",
        pattern=r"(?:(?:I am|I have always been|I have been told I am) (?:(?:a bit|also|very|so|quite|pretty|"
        r"fairly|really|extremely|surprisingly|kind of|incredibly|not (?:too |that |so )?bad|known to be|naturally"
        r"|exceptionally|weirdly|damn|always) )*|(?:pretty|very|really|quite|surprisingly|weirdly) )(?:good|great|"
        r"amazing|excellent|decent|skilled|talented|brilliant|awesome|handy|gifted|fantastic|experienced|"
        r"proficient|adept|unbeatable|the best|well versed|an expert|a pro|a wizard|a genius|a natural|a beast|not"
        r" bad|bad ass|killer|a master|a dab hand|a whizz?|a demon|unbeatable|expert|ace|lethal) (?:at|in|with|on)"
        r" (?P<value>(?!(?:the moment|all|it|this|that|what|my|least|being|the same|remembering|talking|you)\b).+)",
        key="skill:{value}",
        text="Is good at {value}.",
        importance=0.65,
        many=True,
    ),
    Rule(
        name="has a knack",
        pattern=r"I (?:(?:have|got) (?:an? |the )?(?:real |natural |special |great |good |bit of a )*(?:knack|gift"
        r"|talent|flair|ear|eye|nose|way|head|hand|touch|aptitude) (?:for|with)|(?:really )?excel (?:at|in)|know "
        r"my way around|was born to|specialize in|specialise in|(?:make|cook|bake|do|mix|brew|play) a mean|(?:have"
        r" )?mastered|can hold my own (?:at|in)|am known for) (?P<value>(?!(?:it|this|that|you|my|the fact|here|"
        r"words)\b).+)|(?P<value2>[a-z]+ing(?: [\w'-]+){0,2}|maths?|languages|music|numbers|science) (?:comes?|"
        r"came) (?:easy|easily|naturally|natural) to me.*",
        key="skill:{value}",
        text="Is good at {value}.",
        importance=0.65,
        many=True,
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
    ),
    Rule(
        name="learning",
        pattern=r"(?:I|we) (?:am|have been|started|have started|have just started|am currently|am trying|trying"
        r"|began|am slowly|am now)? ?(?:learning|teaching myself|taking (?:[a-z]+ )?lessons in|(?:taking|take|have|am "
        r"in|go to)(?= [a-z]+ "
        r"(?:lessons|classes)\b)|taking (?:a |an )?(?:class(?:es)?|course|lessons) (?:in|on)|to learn"
        r"|self-studying)(?: about)?(?: how)?(?: to (?:speak|play|do|use|be an?))? (?P<value>(?!(?:a lot|a ton|a "
        r"bunch|about|from|that|more|new things|so much|curve|as|by|to (?:be|love|live|accept|cope|deal|trust|let"
        r"|say|appreciate)|something|everything|things|the hard|it|this|how|what|in|on|is|care|some|place|notes"
        r"|advantage|off|over|part|it)\b).+?)(?: (?:from|at|on|in|with|since) .*)?",
        key="learning:{value}",
        text="Is learning {value}.",
        many=True,
    ),
)
