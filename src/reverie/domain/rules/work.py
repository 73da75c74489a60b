"""Rules for work and study: employers, occupations, fields, schools."""

from __future__ import annotations

from reverie.domain.rules.rule import Rule, Shape

_ORG = (
    r"(?P<value>(?!(?:home|night|nights|least|day|the moment|a living|it|free|money|hours|this|that|me|you|fun|hire|"
    r"all)\b).+?)"
)
_EMPLOYED = (
    r"I (?:work|am working|have worked|have been working|started working|got a (?:new )?(?:job|position|role|gig)|"
    r"have a (?:new )?job|started a (?:new )?job|started my new job|got hired|was hired|am employed|started|intern|am "
    r"interning)"
)

WORK: tuple[Rule, ...] = (
    Rule(
        name="employer",
        pattern=rf"{_EMPLOYED}(?: nights| days| part[- ]time| full[- ]time| remotely)? (?:at|for|with|by) "
        rf"{_ORG}(?: (?:as|in) (?:an?|the|head|chief) .+)?",
        key="employer",
        text="Works at {value}.",
        importance=0.8,
        confidence=0.8,
        examples={
            "I work at Acme": {"employer": "acme"},
            "i work for a small startup as a designer": {"employer": "small startup", "occupation": "designer"},
            "I got a job at the city library!": {"employer": "city library"},
            "I just started working for Siemens": {"employer": "siemens"},
        },
        silent=(
            "I work at night",
            "I work for a living",
            "my dad works at Acme",
            "I'd work at Acme",
            "I want to work at Acme",
        ),
    ),
    Rule(
        name="occupation at work",
        pattern=r"I (?:work|am working|have worked|have been working|started working|got (?:a job|hired)|start(?:ed)?|"
        r"was hired|trained|freelance)(?: (?:at|for|in|from) .+?| remotely| part[- ]time| full[- ]time)? as "
        r"(?:an?|the|head|chief) (?P<value>.+)",
        key="occupation",
        text="Works as {a_value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.ROLE,
        examples={
            "I work as a graphic designer": {"occupation": "graphic designer"},
            "I work at Acme as an engineer": {"employer": "acme", "occupation": "engineer"},
        },
        silent=("I work as a team with my wife", "she works as a nurse"),
    ),
    Rule(
        name="occupation",
        pattern=r"(?:I am an?|I became an?|I am working as an?|my job is (?:being )?an?|my (?:job|occupation|"
        r"profession) is|I am the|I got promoted to|I was promoted to|"
        r"by (?:trade|profession) I am an?|for a living I am an?) (?P<value>.+)",
        key="occupation",
        text="Is {a_value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.ROLE,
        examples={
            "I'm a nurse": {"occupation": "nurse"},
            "im a freelance software engineer in Lyon": {"occupation": "freelance software engineer"},
            "I'm a high school teacher and my dog is called Rex": {
                "occupation": "high school teacher",
                "dog:rex": "rex",
            },
        },
        silent=(
            "I'm a mess",
            "I'm a big fan of yours",
            "I'm a morning person",
            "my wife is a nurse",
            "I'm a terrible cook",
            "I'm not a doctor",
        ),
    ),
    Rule(
        name="employer of a role",
        pattern=r"I (?:am|work as|am working as|started as|got hired as) an? (?P<role>.{3,50}?) (?:at|for) "
        r"(?P<value>[^,;]+)",
        key="employer",
        text="Works at {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.PROPER,
        examples={
            "i work as a nurse at Sainte-Orlande hospital": {"occupation": "nurse", "employer": "sainte-orlande"},
            "I'm a data analyst at Spotify": {"employer": "spotify", "occupation": "data analyst"},
        },
        silent=("I'm a regular at Joe's", "I'm a sucker for Christmas"),
    ),
    Rule(
        name="not employed",
        pattern=r"I (?:am|got|have been|became|went|am currently) (?:now )?(?P<value>retired|unemployed|"
        r"self-employed|self employed|freelance|a stay[- ]at[- ]home (?:mom|mum|dad|parent))\b.*",
        key="occupation",
        text="Is {value}.",
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={
            "I'm retired": {"occupation": "retired"},
            "im a stay at home dad": {"occupation": "stay at home dad"},
        },
        silent=("I'm not retired", "my dad is retired"),
    ),
    Rule(
        name="industry",
        pattern=r"I (?:work|am working|have worked) in (?P<value>(?:\w+ )?(?:tech|finance|it|hr|marketing|sales|"
        r"healthcare|education|retail|construction|hospitality|banking|insurance|advertising|publishing|logistics|law|"
        r"real estate|software|customer service|human resources|accounting|agriculture|film|media|fashion|public "
        r"health|research|biotech|aerospace|tourism|consulting|engineering|a (?:hospital|bank|bakery|library|"
        r"restaurant|school|lab|warehouse|factory|cafe|bookstore|kitchen|pharmacy)))\b(?! meetings).*",
        key="industry",
        text="Works in {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"I work in finance": {"industry": "finance"}, "i work in a bakery": {"industry": "bakery"}},
        silent=("I work in the morning", "I work in silence"),
    ),
    Rule(
        name="teaches",
        pattern=r"I teach (?P<value>(?!(?:you|him|her|them|my|people|a lesson|it|at|in)\b).+)",
        key="teaches:{value}",
        text="Teaches {value}.",
        importance=0.7,
        confidence=0.8,
        many=True,
        examples={"I teach third grade": {"teaches:third grade": "third grade"}},
        silent=("I teach my dog tricks", "my mother teaches maths"),
    ),
    Rule(
        name="volunteers",
        pattern=r"I volunteer (?:at|for|with) (?P<value>.+)",
        key="volunteers:{value}",
        text="Volunteers at {value}.",
        importance=0.65,
        confidence=0.8,
        examples={"I volunteer at the animal shelter on weekends": {"volunteers:animal shelter": "animal shelter"}},
        silent=("I volunteer as tribute",),
    ),
    Rule(
        name="studies",
        pattern=r"I (?:study|am studying|am in (?:college|uni|university|grad school) studying|major in|am "
        r"majoring in|majored in|studied|have a (?:degree|phd|master's|"
        r"masters|bachelor's|doctorate) in|am doing a (?:phd|degree|master's) in) (?P<value>(?!(?:for|to|right|"
        r"all|hard|"
        r"in|at|abroad|with|a lot|every|until|late|too|my|it|this|that|like|how)\b).+?)(?: (?:at|in|from) [A-Z].*)?",
        key="studies",
        text="Field of study is {value}.",
        importance=0.75,
        confidence=0.8,
        examples={
            "I study marine biology": {"studies": "marine biology"},
            "im majoring in philosophy": {"studies": "philosophy"},
        },
        silent=("I'm studying for my exam", "I study hard", "my cousin studies law"),
    ),
    Rule(
        name="studies as a student",
        pattern=r"I am an? (?:\w+-year )?(?P<value>law|medical|nursing|art|music|engineering|physics|biology|"
        r"chemistry|history|philosophy|psychology|business|computer science|math|english|economics|"
        r"architecture|film|drama|design) (?:student|major)\b.*",
        key="studies",
        text="Field of study is {value}.",
        importance=0.75,
        confidence=0.8,
        shape=Shape.EXACT,
        examples={"I'm a law student": {"studies": "law", "occupation": "law student"}},
        silent=("I'm a good student of life",),
    ),
    Rule(
        name="school",
        pattern=r"I (?:go to|attend|am (?:a student|studying|enrolled)(?: \w+){0,2} at|study(?: \w+){0,3} at|"
        r"graduated from|got into|am at|started at) (?P<value>(?:the )?(?:[A-Z][\w'.&-]* (?:of |and |the |at "
        r")*){0,4}(?:University|College|School|Academy|Institute|High|MIT|ETH|UCLA|NYU|Harvard|Yale|Stanford|Oxford|"
        r"Cambridge|Princeton|Cornell)(?: of [A-Z]\w+| High School| [A-Z]\w+)?)\b.*",
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
)
