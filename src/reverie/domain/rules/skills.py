"""Rules for what someone can do, speaks, and is learning."""

from __future__ import annotations

from reverie.domain.rules.rule import Rule, Shape

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

_DEEDS_NOT_MASTERED = (
    r"(?:swim|drive|cook|sing|dance|whistle|ski|skate|skateboard|surf|draw|bake|juggle|type|knit|sew|spell|snap|"
    r"wink|burp|dive|float|snorkel|read (?:music|maps?|a map|sheet music|clocks?|an analog clock|cursive|hebrew|"
    r"arabic)|ride (?:a|bikes|horses?)|parallel park|roll my|do (?:maths?|a|the|cartwheels|push-?ups|pull-?ups|"
    r"mental arithmetic|algebra)|keep (?:a |any |my )?(?:plants?|house ?plants?|secrets?|a straight face)|(?:hold|"
    r"carry) a tune|play (?:an?|any|the|chess|cards|poker)|multitask|catch|throw|smell|taste|see (?:colou?rs?|far|"
    r"without|well|in 3d|out of)|hear (?:out of|well|in|high)|drive a|use chopsticks|tie (?:a|my)|touch my toes|"
    r"climb|jump|run|iron|shuffle|clap|bend|walk (?:far|in|long)|wear heels|have (?:kids|children)|tell (?:left|"
    r"jokes|a joke|my left)|speak (?:any|a|another|\w+)|handle|change a|light|cartwheel|backflip|code|barbecue|"
    r"make (?:rice|pancakes|small talk|pasta|eggs))"
)

SKILLS: tuple[Rule, ...] = (
    Rule(
        name="cannot",
        pattern=rf"(?:(?:I|we) )?(?:(?:can not|could not|can barely|can hardly|could never|do not know how to|do "
        rf"not(?= "
        rf"(?:drive|swim|dance|sing|ski)(?:$|[,.!]| (?:at all|so|because|but|and|yet|any)\b))|am "
        rf"(?:totally |completely |physically |)unable to|have never been able to)(?: even| really| actually| "
        rf"properly)? (?P<value>{_DEEDS_NOT_MASTERED}\b(?! (?:it|this|that|you|on|out|into|up|off|over|more|back|"
        rf"away|at(?! all)|home|to work|there|the (?:same|internet|new))\b)(?:(?! (?:to save|for the life|for toffee|"
        rf"for "
        rf"shit|at all|very well|well|properly|because|until|without|so|but|if|to))[ ][\w'-]+){{0,4}})|(?:have )?"
        rf"(?:still )?never (?:really |properly |actually )*(?:learned|learnt|figured out|worked out|managed|been "
        rf"taught|bothered to learn|mastered)(?: how)?(?: to)? (?P<value2>(?!(?:my|a|the|how|what|why|more|from|of"
        rf"|that|it|this|about|anything|lesson|be|trust|love|let|say|stop)\b(?! (?:violin|piano|guitar))).+)|(?:"
        rf"have )?never (?:got|gotten|had) the hang of (?P<value3>(?!(?:it|this|that)\b).+))(?: (?:to save (?:my|"
        rf"his) life|for the life of me|for toffee|at all|well|properly|very well)\b.*|,.*| (?:because|until|so|"
        rf"but|without|if)\b.*)?",
        key="cannot:{value}",
        text="Can't {value}.",
        importance=0.6,
        shape=Shape.DEED,
        ends=("skill:{value}",),
        examples={
            "I can't ride a bike": {"cannot:ride bike": "ride bike"},
            "I can not swim": {"cannot:swim": "swim"},
            "never learned to skate": {"cannot:skate": "skate"},
            "i can't carry a tune to save my life": {"cannot:carry tune": "carry tune"},
            "I never got the hang of juggling": {"cannot:juggling": "juggling"},
        },
        silent=(
            "I can't run this on my laptop",
            "she can't swim",
            "I can't throw it away",
            "I never learned my lesson",
            "I can't handle this",
        ),
    ),
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
        examples={
            "I'm useless at parking": {"cannot:parking": "parking"},
            "really terrible at chess, always was": {"cannot:chess": "chess"},
            "I'm not good at maths": {"cannot:maths": "maths"},
        },
        silent=("I'm not good at this", "my brother is bad at chess", "I feel bad at night"),
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
        examples={
            "pretty handy with a chainsaw": {"skill:chainsaw": "chainsaw"},
            "I'm good at fixing sewing machines.": {"skill:fixing sewing machines": "fixing sewing machines"},
            "I'm quite good at chess": {"skill:chess": "chess"},
        },
        silent=("I'm good at this", "I'm good with that", "I'm great at the moment"),
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
        examples={
            "I have a knack for fixing clocks": {"skill:fixing clocks": "fixing clocks"},
            "i make a mean lasagna": {"skill:lasagna": "lasagna"},
            "drawing comes easily to me": {"skill:drawing": "drawing"},
        },
        silent=("I have an eye for you", "she makes a mean lasagna"),
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
        pattern=r"I (?:have|hold|got|earned|am) (?:an?|my) (?P<value>(?:white|yellow|orange|green|blue|purple|brown|red"
        r"|black|(?:\w+ )?degree black) belt(?: in (?:[\w-]+ ){0,2}?(?:karate|judo|jiu[- ]jitsu|taekwondo|tae kwon do|"
        r"aikido|kung fu|bjj|"
        r"martial arts|kendo|kickboxing|krav maga))?(?! in\b)|(?:scuba|diving|skydiving|pilot's|pilots|commercial "
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
