"""Rules for what someone plans, wishes for and has coming."""

from __future__ import annotations

from reverie.learning.rules.dates import SAID
from reverie.learning.rules.phrases import WISHED
from reverie.learning.rules.rule import Rule, Shape
from reverie.records.memories import Category

_EVENT = Category.EVENT
_WHO = r"(?:I|we|my (?:wife|husband|partner|girlfriend|boyfriend|family|friends?|sister|brother|mom|mum|dad) and I)"

_DEEDS = (
    r"(?:become|be (?:an?|the) (?!(?:bit|little|good|better|great|part|burden|while|problem|jerk|pain|fan)\b)|"
    r"learn|visit|move|start|write|run|build|travel|study|get into|get (?:my (?!head|mind|hands|act|point)|an? (?!"
    r"(?:idea|sense|feel|better|grasp|good|job done|snack|drink|coffee|tea|glass|bite|sandwich|shower|haircut|"
    r"kitten|puppy|dog|cat)\b)|married|engaged|pregnant|promoted|fit|in shape|better at|back in|back into|"
    r"certified|sober)|open|publish|save|lose|quit|buy|adopt|retire|climb|read|finish|apply|teach|join|hike|own|"
    r"have (?:a|an|kids|children|\w+ (?:kids|children))|fly|drive|see the (?=(?-i:[A-Z])|northern|pyramids|ocean|"
    r"world|aurora|grand|eiffel|great)|go (?:to (?!(?:bed|sleep|home|work|the (?:store|bathroom|shop|shops|toilet|"
    r"gym|doctor|mall))\b)|back to (?:school|college|university)|on (?:a|an)|vegan|camping|skydiving|hiking|"
    r"backpacking|diving|abroad|into (?!details|more|this|that|depth))|make (?:a (?:movie|film|game|living)|an "
    r"album|my own|music|it to|films|movies|video games)|earn|pass|graduate|win|compete|perform|host|launch|found|"
    r"marry|propose|settle|live (?:in|on|by|near|abroad)|work (?:as|with (?:animals|kids|children)|in)|play (?:in|"
    r"for|professionally|the)|swim|sail|help (?:people|others|animals|kids|children)(?=$|[,.]| (?:in need|one day)\b)|"
    r"record|release|master|"
    r"volunteer|renovate|remodel|restore|grow|sell|meet "
    r"(?!(?:you|up|my (?:needs|goals)|the (?:deadline|needs|requirements))\b)|act|sing|dance|direct|design|paint|"
    r"photograph|cycle|bike|walk the|road ?trip|explore|tour|take (?:a (?:trip|vacation|class|course|gap year|"
    r"cruise|year off)|up|my|the (?:bar|exam|test)|lessons|part)|pay off|stop (?:smoking|drinking|vaping)|reach|"
    r"complete|attend|donate|raise|invest|redecorate|celebrate|spend (?:a|the|my|more|time|\w+ (?:days|weeks|"
    r"months))|cut (?:down|back|out)|give up|work out|exercise|eat (?:healthier|less|more|better)|stay at|camp|ski"
    r"|surf|relocate|transfer|major|train|try (?:out for|skydiving|surfing|scuba))"
)
_NOT_NOW = (
    r"(?! (?:it|this|that|you|more about|about (?:it|this|that)|how|what|if|why|whether|working on|by|with (?:a|the"
    r"|my) (?:question|introduction)|from scratch|something|some of|off|over|again|everything|up (?:the|a|my) "
    r"(?:car|room))\b)"
)

PLANS: tuple[Rule, ...] = (
    Rule(
        name="goal",
        pattern=rf"(?:{_WHO} (?:have (?:always |long )?(?:wanted|dreamed|dreamt|hoped|planned) (?:to|of)|want to"
        rf"|wanna|(?:still |do |)?(?:hope|plan|intend|aim|aspire|dream|wish|yearn|expect)(?: one day| some ?day| "
        rf"eventually| soon)? (?:to|of|on)|(?:am |are )?(?:hoping|determined|aspiring|aiming|striving|looking|eager"
        rf"|set|itching|dying) to|decided to|have decided to|am trying to(?! learn)|have been (?:wanting|meaning"
        rf"|planning|hoping|trying) to|can not wait to|would (?:really )?(?:like|love) to(?= {WISHED}\b)|wish to(?= "
        rf"(?:become|be an?|learn|visit|travel|own)\b)|made up my mind to|vowed to"
        rf"|have vowed to|resolved to|have (?:set )?(?:a )?(?:goal|plans?|dream) (?:to|of)|want (?:one day|some "
        rf"?day) to)|my (?:(?:big|main|biggest|life|ultimate|next|only|lifelong|one|current|greatest|long[- ]?term"
        rf"|short[- ]?term|career) )*(?:goal|dream|plan|new year's resolution|new years resolution|resolution|aim"
        rf"|ambition|wish|bucket list item|dream job|dream career)(?: in life)?(?: (?:for|in) (?:this|next|the) \w+| "
        rf"this \w+| next \w+| for {SAID}| "
        rf"right now| someday| one day)? is(?: still)? to) (?:(?:finally|eventually|one day|some ?day) "
        rf")?(?P<value>(?:{_DEEDS}|(?<= on )[a-z]+ing|(?<= of )[a-z]+ing)\b{_NOT_NOW}.*)",
        key="plan:{value}",
        text="Wants to {value}.",
        importance=0.65,
        confidence=0.7,
        shape=Shape.DEED,
    ),
    Rule(
        name="one day",
        pattern=rf"(?:one (?:of these days|day)|some ?day|before I (?:die|turn \w+|hit \w+)|eventually|when I (?:"
        rf"retire|grow up|graduate|finish \w+)),? {_WHO} (?:will|am going to|are going to|hope to|plan to|want to|"
        rf"would (?:really )?(?:love|like) to|am gonna) (?P<value>(?!be (?:sorry|back|dead|gone)\b|regret|miss|"
        rf"laugh|die\b|understand|know)[a-z]+\b{_NOT_NOW}.*)|{_WHO} (?:(?:(?:will|am going to|want to|hope to|"
        rf"would (?:really )?(?:love|like) to|plan to) (?P<value2>(?!regret|miss|laugh|die\b|understand|know|see "
        rf"you|talk)[a-z]+\b{_NOT_NOW}[^,]*?) (?:one (?:of these days|day)|some ?day|before I (?:die|turn \w+|hit "
        rf"\w+)|eventually|when I (?:retire|grow up|graduate))\b.*)|(?:have )?(?:always )?(?:dreamed|dreamt|"
        rf"fantasi[sz]ed) (?:of|about) (?P<value3>(?!you|him|her|this|that)\w.+)|(?:have )?always wanted "
        rf"(?P<value4>(?:to (?!know|ask|say|tell|be like)[a-z]+ .+|an? .+))|(?:am |have been )?(?:saving my \w+|"
        rf"putting money aside) (?:up )?(?:for|to buy|to get) (?P<value5>(?:an?|my|our|the) .+)|(?:would give (?:"
        rf"anything|my \w+ \w+)|would kill|am longing|long|yearn) for (?P<value6>an? .+)|want (?P<value8>an? (?:big|"
        rf"large|huge|small) family|(?:my|our) own (?!way\b|space\b)"
        rf"\w+(?: \w+)?|(?:a lot of|lots of|many|two|three|four|more) (?:kids|children)|(?:kids|children)(?= one day| "
        rf"some ?day"
        rf"|$))(?:$|[,.].*| (?:one day|some ?day|and|so|but|when)\b.*)|want (?P<value7>(?!.*\b"
        rf"(?:puppy|kitten|dog|cat|pet|snack|coffee|drink|break|nap|hug)\b)(?:an?|some|my own|our own) .+?) (?:for"
        rf" (?:my birthday|christmas|xmas|chanukah|hanukkah|eid)|so bad(?:ly)?|one day|some ?day|really bad(?:ly)?"
        rf"|more than anything)\b.*)",
        key="plan:{value}",
        text="Wants: {value}.",
        importance=0.65,
        confidence=0.65,
        shape=Shape.DEED,
    ),
    Rule(
        name="plan",
        pattern=rf"{_WHO} (?:(?:am|are|will be|have been)(?: currently| seriously| finally| both| all)? "
        rf")(?P<verb>planning (?:on|to)|going to|preparing to|getting ready to|about to|scheduled to|set to|due to) "
        rf"(?P<value>(?:(?:{_DEEDS})|[a-z]+ing)\b{_NOT_NOW}.*)",
        key="plan:{value}",
        text="Is {verb} {value}.",
        category=_EVENT,
        importance=0.65,
        confidence=0.7,
        shape=Shape.DEED,
    ),
    Rule(
        name="under way",
        pattern=rf"{_WHO} (?:am|are|will be|have been)(?: currently| finally| both| all)? (?P<value>(?:planning "
        rf"(?:a|an|my|our) (?!(?:meal|menu|day|lesson|schedule|budget|week)\b)(?:[\w-]+ ){{0,3}}(?:trip|wedding|"
        rf"vacation|holiday|party|move|road trip|honeymoon|cruise|visit|getaway|reunion|tour|shower|expedition)|"
        rf"going (?:on (?:a|an|vacation|holiday|tour|safari|maternity)|back to (?:school|college|university)|to "
        rf"(?!(?:the (?:store|shop|shops|gym|bathroom|doctor|dentist|mall|office|park|kitchen|toilet|supermarket|"
        rf"grocery)|bed|sleep|work|school|church|class|be|do|go|get|have|make|take|try|use|need|say|ask|tell|see|"
        rf"look|give|keep|let|put|find|think|eat|cook|kill|miss|die|stay|stop|watch|call|check|talk|come|leave|"
        rf"hell|home|lunch|dinner|pick|add|try|bring|show|change|end|focus|start|share|continue|send|wait|help|sit"
        rf"|like|love|want|read|write|play|work|run|buy|learn|move|follow|assume|need|test|turn|pass|order|ignore|"
        rf"hit|grab|drop|clean|pay|wear|set|hold|drink|walk|study|create|include|build)\b)(?=.*\b(?:{SAID})\b))|"
        rf"getting (?:married|hitched|divorced|a divorce)|moving (?:to|in with|out|back|away|house|into)|flying to|"
        rf"travell?"
        rf"ing to|driving to|visiting|seeing (?=my (?:doctor|dentist|therapist|gp|lawyer|parents|grandparents|"
        rf"sister|brother|mum|mom|dad))|off to (?=(?-i:[A-Z]))|heading (?:to|off to) (?!(?:bed|work|the (?:store|"
        rf"gym|shop|office)|home|sleep)\b)|adopting|starting (?:a|my|at|college|university|grad school|med school|"
        rf"law school|therapy|work|school)|leaving for|transferring to|applying (?:to|for)|retiring|graduating|"
        rf"buying (?:an?|our|my) (?:[\w-]+ ){{0,2}}(?:house|home|car|boat|condo|apartment|farm)|having (?:a baby|twins|"
        rf"surgery|an operation|my \w+ (?:out|removed))|hosting|training for|saving (?:up |"
        rf"money )?(?:for|to)|preparing for|auditioning for|expecting (?:twins|triplets|(?:an?|our|my) (?:baby|"
        rf"first|second|third|child|little|grand\w+|addition))|running (?:for|a|the|in)(?=.*(?:marathon|10k|5k|"
        rf"race|office|mayor|council))|looking (?:for|to (?:buy|rent|get)) (?:(?:an?|my|some) )?(?:(?:new|better|good|"
        rf"full[- ]time|"
        rf"part[- ]time|first|own|bigger) )*(?:job|work|apartment|house|place|home|flat|roommate|girlfriend|boyfriend|"
        rf"husband|"
        rf"wife|partner|internship|car)|interviewing (?:at|for|with)|seeing (?=.*\bconcert|.*\blive\b))\b.*)",
        key="plan:{value}",
        text="Is {value}.",
        category=_EVENT,
        importance=0.65,
        confidence=0.7,
        shape=Shape.DEED,
    ),
    Rule(
        name="project",
        pattern=r"(?:I|we) (?:am|are|have been)(?: currently| slowly| busy)? (?P<value>(?:(?:re)?(?:building|"
        r"modell?ing)|restoring|"
        r"renovating|writing|recording|making|directing|producing|designing|working on) (?:an?|my (?:own|first|second|"
        r"next|"
        r"debut)|our own|my) (?:[\w-]+ ){0,3}?(?:book|novel|memoir|album|movie|film|documentary|screenplay|script|play|"
        r"musical|car|truck|mustang|motorcycle|boat|house|cabin|treehouse|robot|app|game|video game|degree|ph\.?d|"
        r"thesis|"
        r"masters|cookbook|comic(?: book)?|painting|quilt|deck)(?: (?:about|on|with|for) [\w' -]+)?)(?:$|"
        r"[,.!].*| "
        r"(?:and|but|so|right|in|at|when|which|that)\b.*)",
        key="project:{value}",
        text="Is {value}.",
        category=_EVENT,
        importance=0.6,
        confidence=0.7,
        shape=Shape.EXACT,
    ),
    Rule(
        name="dated plan",
        pattern=rf"{_WHO} (?:(?:am|are|will be|will) )?(?P<value>(?!(?:feeling|thinking|wondering|being|looking|"
        rf"hoping|trying|working|doing|using|going|having|getting|saying|asking|seeing|wanting|trying|planning|"
        rf"sitting|writing|making|reading|learning|talking|waiting|bringing|putting|considering|experiencing|"
        rf"struggling|enjoying|noticing|turning|sing|bring|ring|spring|cling|swing)\b)(?:[a-z]{{2,}}ing|fly|move"
        rf"(?: house)?|leave|start|graduate|get married|marry|retire|travel|have (?:an?|my|our) (?:[\w-]+ ){{0,2}}"
        rf"(?:exam|interview|surgery|operation|appointment|flight|test|wedding|concert|recital)|open|close on|"
        rf"visit|meet|run|go on|go to (?!bed|sleep|work|school|church|class|the gym))\b(?: (?!it\b|this\b|that\b|"
        rf"you\b)[\w'-]+){{1,8}}?)(?: at \w+)? (?:{SAID})(?: .*|,.*)?",
        key="plan:{value}",
        text="Plans: {value}.",
        category=_EVENT,
        importance=0.65,
        confidence=0.65,
        shape=Shape.DEED,
    ),
    Rule(
        name="looking forward",
        pattern=r"(?:I|we) (?:am|are|can not) (?:so |very |super |really )?(?:looking forward to|wait (?:for|until)"
        r"|pumped for|stoked for|hyped for|thrilled about) (?P<value>(?:(?:my|our|the) )(?!(?:next|rest|weekend"
        r"|future|day|new year|week)\b)(?:[\w'-]+ ){0,3}(?:trip|wedding|vacation|holiday|concert|graduation|party"
        r"|move|honeymoon|cruise|visit|reunion|race|marathon|interview|game|match|festival|show|flight|baby|birth"
        r"|birthday|recital|tour|conference|camp|surgery|exam|date|exhibition|performance|tournament|audition)\b(?: "
        r"(?:to|in|with|at) .+)?)",
        key="plan:{value}",
        text="Looks forward to {value}.",
        category=_EVENT,
        importance=0.6,
        confidence=0.65,
        shape=Shape.DEED,
    ),
    Rule(
        name="appointment",
        pattern=r"(?:I|we) (?:have|got|have got|booked|scheduled|am having|have booked|made|am booked for|have "
        r"tickets (?:to|for)|bought tickets (?:to|for)|got tickets (?:to|for)|have (?:an? )?\w+ coming up:) "
        r"(?P<value>(?:an?|my|our|the|tickets) (?:(?!(?:from|of|for|with|about|that|in|on|at|to)\b)[\w'-]+ "
        r"){0,3}?(?:appointment|interview|exam|test|meeting|wedding|flight|date|recital|concert|surgery|deadline"
        r"|presentation|audition|race|game|operation|trip|vacation|match|checkup|check-up|reunion|final|midterm"
        r"|hearing|performance|show|festival|conference|tournament|lesson|dinner|gig|mri|scan|biopsy|viva|dentist"
        r"|doctor|therapist|therapy|vet|physio|optometrist|inspection|baby shower|graduation|marathon|tickets?)(?: "
        r"(?:at|with|on|in|for|tomorrow|today|tonight|next|this|coming|later|to|of)\b.*|,.*)?)",
        key="plan:{value}",
        text="Has {value}.",
        category=_EVENT,
        importance=0.65,
        confidence=0.7,
        shape=Shape.DEED,
    ),
    Rule(
        name="something of mine is on",
        pattern=rf"(?:my|our|the) (?P<value>(?:[\w-]+ ){{0,2}}?(?:appointment|interview|exam|test|wedding|flight|"
        rf"recital|concert|surgery|deadline|presentation|audition|race|operation|trip|vacation|match|checkup|"
        rf"check-up|reunion|final|finals|midterm|hearing|performance|baby shower|graduation|marathon|due date|move"
        rf"|retirement|viva|defense|scan|biopsy|honeymoon|anniversary)(?: (?:to|at|with|for) [\w' -]+?)?) (?:is|"
        rf"are|starts?|begins?|takes place)(?: (?:scheduled|booked|set|coming up|happening|planned))*(?: for)? (?:"
        rf"{SAID})(?:[ ,].*)?|(?P<value2>surgery|exam|driving test|interview|scan|biopsy|(?:finals|exams|midterms)"
        rf")(?:'s| is| are| starts?| begins?) (?:{SAID})(?:[ ,].*)?",
        key="plan:{value}",
        text="Has {a_value} coming.",
        category=_EVENT,
        importance=0.65,
        confidence=0.7,
        shape=Shape.EXACT,
    ),
)
