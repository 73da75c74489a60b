"""Rules for what someone studies and teaches, where, and whom they give their time to."""

from __future__ import annotations

from reverie.domain.rules.rule import Rule, Shape
from reverie.domain.rules.words import FIELDS

_DEGREE = (
    r"(?:(?:bachelor|master|associate)s?'?s?(?: degree)?|ph\.?d|doctorate|degree|mba|ba|bs|bsc|ma|msc|minor|major|"
    r"double major|diploma|"
    r"certificate|a-levels?|masters degree)"
)
_NO_FIELD = (
    r"(?!(?:for|to|the|right|all|hard|in|at|abroad|with|a lot|every|until|late|too|my|it|this|that|like|how|and|the "
    r"bible|tonight|"
    r"today|now|online|overthinking|procrastination|sarcasm|napping|bullshit|life|you|people|again|here|there|alone|"
    r"together|under|about|"
    r"from|on|so|really|as|well|better|best|when|while|because|but|math homework|harder|more|less|\d)\b)"
)

STUDY: tuple[Rule, ...] = (
    Rule(
        name="studies",
        pattern=r"(?:I|we) (?:study|am studying|am currently studying|am in (?:college|uni|university|grad school|"
        r"school)(?: and)? (?:studying|for)|go to "
        r"(?:college|uni|university|school|grad school) for|major in|am (?:double )?majoring in|majored in|studied|"
        r"am minoring in|"
        r"am (?:an? )?(?:student|major) (?:in|of)|am going to (?:school|college|university) for|(?:have|got|hold|am "
        r"doing|am "
        r"getting|am working on|am "
        rf"pursuing|am finishing|did|earned|completed|finished) (?:an?|my|two|our) (?:[\w-]+ )?{_DEGREE} (?:in|on|"
        rf"of(?= (?:arts?|science|engineering|law|fine|business)))|"
        rf"am studying to (?:be|become)(?: an?)?|am (?:"
        rf"going to school|in school|in college|attending [a-z]+|in \w+ school) to (?:be|become)(?: an?)?|am taking "
        rf"(?:a )?(?:classes|courses?|"
        rf"degree) in|switched my major to|"
        rf"am changing my major to|(?:attend|go to) [\w' ]+?,? (?:and|to) study|(?:have )?graduated .*?with an? "
        rf"(?:\w+ )?{_DEGREE} in) (?P<value>{_NO_FIELD}.+?)(?: (?:at|"
        rf"in|from) [a-z].*)?",
        key="studies",
        text="Field of study is {value}.",
        importance=0.75,
        confidence=0.8,
        examples={
            "I study marine biology": {"studies": "marine biology"},
            "im majoring in philosophy": {"studies": "philosophy"},
            "i am studying to be a vet tech .": {"studies": "vet tech"},
            "doing my masters in data science rn": {"studies": "data science"},
            "phd in glaciology": {"studies": "glaciology"},
        },
        silent=(
            "I'm studying for my exam",
            "I study hard",
            "my cousin studies law",
            "i have a phd in overthinking lol",
        ),
    ),
    Rule(
        name="field of study",
        pattern=r"my (?:(?:field of study|major|minor|degree|course|subject|specialty|speciali[sz]ation|field)(?: of "
        r"study)?|phd|thesis) (?:is|was)(?: in| on)? "
        rf"(?P<value>{_NO_FIELD}(?!(?:due|done|hard|not|going|almost|finished|useless|boring|killing|worthless|fun|a|"
        rf"an|the)\b).+)",
        key="studies",
        text="Field of study is {value}.",
        importance=0.75,
        confidence=0.8,
        examples={
            "My field of study was theology": {"studies": "theology"},
            "my degree is in art history so i serve drinks": {"studies": "art history"},
        },
        silent=("my major is killing me", "my thesis is due", "her major is law"),
    ),
    Rule(
        name="studies as a student",
        pattern=rf"I am (?:an? |currently an? |in )?(?:(?:\w+[- ]year|first|second|third|fourth|final|grad|graduate|"
        rf"college|full[- ]time|part[- ]time|phd|doctoral|senior|"
        rf"junior) )*(?P<value>{FIELDS}) (?:student|major|undergrad|phd student|freshman|sophomore)\b.*",
        key="studies",
        text="Field of study is {value}.",
        importance=0.75,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "I'm a law student": {"studies": "law"},
            "I'm a second-year law student at Coimbra.": {"studies": "law", "school": "coimbra"},
        },
        silent=("I'm a good student of life", "my sister is a law student"),
    ),
    Rule(
        name="school",
        pattern=r"(?:I|we) (?:go to|attend|am (?:an? (?:[\w-]+ ){0,3}(?:student|freshman|sophomore|junior|senior)|"
        r"studying|enrolled)(?: [\w-]+){0,3} at|study"
        r"(?: [\w-]+){0,4} at|(?:have )?graduated from|got into|got accepted (?:to|into|at)|am at|started at|went to|"
        r"am in (?:\w+ (?:grade|year) at)|teach at) "
        r"(?P<value>(?:the )?(?:(?:[A-Z][\w'.&-]*|of|and|the|at|st|saint) ){0,5}?(?:University|College|School|"
        r"Academy|Institute|High|MIT|ETH|UCLA|NYU|"
        r"Harvard|Yale|Stanford|Oxford|Cambridge|Princeton|Cornell|Polytechnic|Lyc[ée]e|Gymnasium)(?: of (?:the )"
        r"?[A-Za-z]\w+(?: [A-Z]\w+)?| High School|"
        r" (?-i:[A-Z])\w+)?)\b(?! for (?:lunch|dinner|coffee|an? |the )).*",
        key="school",
        text="School is {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PLACE,
        examples={
            "I go to Lincoln High School": {"school": "lincoln high school"},
            "I study physics at the University of Oslo": {"school": "university of oslo", "studies": "physics"},
        },
        silent=("my son goes to Lincoln High School", "I go to school"),
    ),
    Rule(
        name="school by its name",
        pattern=r"I (?:am (?:an? (?:[\w-]+ ){0,4}(?:student|freshman|sophomore|undergrad|grad student)|in (?:the )"
        r"?\w+ grade) at|graduated from|attend an? (?:[\w-]+ ){1,3}(?:college|university|school),|study "
        r"(?:[\w-]+ ){1,4}at|am enrolled at|am studying (?:[\w-]+ ){0,4}at) (?:a (?:[\w-]+ ){1,3}(?:college|"
        r"university|school), )?(?P<value>(?!(?:the|a|an|my|home|"
        r"night|school|college|university|high|church|law|med|medical|it|that|this)\b).+?)(?: in (?:\d.*|(?:january|"
        r"february|march|april|may|june|july|august|september|"
        r"october|november|december).*))?",
        key="school",
        text="School is {value}.",
        importance=0.7,
        confidence=0.7,
        shape=Shape.PLACE,
        examples={
            "I graduated from Wageningen in 2011": {
                "school": "wageningen",
                "event:graduated from wageningen": "graduated from wageningen",
            },
            "im in 9th grade at st brigids": {"school": "st brigids"},
            "i attend a community college, De Anza": {"school": "de anza"},
        },
        silent=("I attend a lot of weddings", "I attend Zumba classes"),
    ),
    Rule(
        name="school, in lower case",
        pattern=r"I (?:go to|attend|am (?:an? )?(?:[\w-]+ )?(?:at|student at|freshman at|sophomore at|junior at|"
        r"senior at)) "
        r"(?P<value>(?!(?:an?|the|my|high|night|law|med|art|public|private|community|middle|state|school|"
        r"college)\b)[a-z]+"
        r"(?: [a-z]+)? (?:state|high|tech|uni|university|college|academy|prep))(?:$|[,.!].*| (?:and|but|for|in|"
        r"so)\b.*)",
        key="school",
        text="School is {value}.",
        importance=0.7,
        confidence=0.7,
        shape=Shape.EXACT,
        examples={"i'm a senior at maple grove high": {"school": "maple grove high"}},
        silent=("my cousin goes to georgia tech",),
    ),
    Rule(
        name="level of school",
        pattern=r"(?:I|we) (?:am|go|am still|am going|am currently|am enrolled|was accepted) (?:in|to|at) (?:my (?:\w+ "
        r"year (?:of|in|at) )?)"
        r"?(?:an? )?(?P<value>(?:middle school|high ?school|college|"
        r"community college|university|uni|grad(?:uate)? school|law school|med(?:ical)? school|nursing school|vet "
        r"school|culinary school|art school|"
        r"beauty school|trade school|(?:the )?(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|"
        r"seventh|eighth|ninth|tenth|eleventh|"
        r"twelfth) grade|year \d{1,2}|"
        r"boarding school|night school|primary school))(?:$|[,.!].*| (?:and|right|now|for|but|so|in|at|still|to|this|"
        r"part|full)\b.*)|"
        r"I am an? (?P<value2>(?:high ?school|middle school|college) (?:student|freshman|sophomore|junior|senior|"
        r"kid))\b.*|"
        r"I am an? (?:\w+ )?(?P<value1>(?:freshman|sophomore|junior|senior) (?:in|at) (?:high ?school|college|"
        r"university|uni))\b.*",
        key="school",
        text="Is in {value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "i am in high school .": {"school": "high school"},
            "I'm in my second year of law school": {"school": "law school"},
            "i'm a junior in college": {"school": "junior in college"},
        },
        silent=("I went to college with him", "my son is in high school", "I'm at university hospital"),
    ),
    Rule(
        name="school not finished",
        pattern=r"(?:I )?(?:have )?(?P<value>never (?:finished|graduated(?: from)?|went to|attended|completed) (?:high "
        r"?school|"
        r"college|university|school))\b.*|I (?:have|hold|got|earned) (?:an?|my|two) (?P<value1>(?:[\w']+ )?(?:ph\.?d|"
        r"degree|"
        r"masters?(?: degree)?|bachelors?(?: degree)?|mba|ged|law degree|doctorate|diploma))(?:$|[,.!].*| (?:and|but|"
        r"from|so|"
        r"that|which)\b.*)",
        key="education:{value}",
        text="{value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "i never finished high school .": {"education:never finished high school": "never finished high school"}
        },
        silent=("he never finished high school", "I never finished my tea"),
    ),
    Rule(
        name="teaches",
        pattern=r"I (?:teach|have been teaching|have taught)(?: at .+?)? (?P<value>(?!(?:you|him|her|them|my|people|"
        r"a lesson|it|at|in|myself|for|and|"
        r"how|that|kids how|others)\b).+)",
        key="teaches:{value}",
        text="Teaches {value}.",
        importance=0.7,
        confidence=0.8,
        many=True,
        examples={"I teach third grade": {"teaches:third grade": "third grade"}},
        silent=("I teach him tricks", "my cousin teaches maths", "I teach myself patience"),
    ),
    Rule(
        name="volunteers",
        pattern=r"(?:I|we) (?:volunteer|have been volunteering|am volunteering|do (?:some )?volunteer(?:ing| work)?|"
        r"help out|give (?:my|up) "
        r"(?:my )?[\w ]+|lend a hand)(?: [\w]+){0,3}? (?:at|for|with|in|to) (?P<value>.+)",
        key="volunteers:{value}",
        text="Volunteers at {value}.",
        importance=0.65,
        confidence=0.8,
        examples={"I volunteer at the animal shelter on weekends": {"volunteers:animal shelter": "animal shelter"}},
        silent=("I volunteer as tribute",),
    ),
)
