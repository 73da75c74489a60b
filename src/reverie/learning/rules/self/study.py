"""Rules for what someone studies and teaches, where, and whom they give their time to."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape
from reverie.text.word_lists import FIELDS

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
    ),
)
