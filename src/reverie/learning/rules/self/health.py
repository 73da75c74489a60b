"""Rules for the body: diet, allergies, conditions and fears. What tells of health is a category that can be off."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape
from reverie.records.memories import Category
from reverie.text.word_lists import CONDITIONS as _CONDITIONS
from reverie.text.word_lists import DIETS, ENDED

_DIETS = rf"(?:{DIETS})"

_PREFERENCE = Category.PREFERENCE
_HEALTH = Category.HEALTH

_FOODS = (
    r"(?:(?:red |cow's |any |processed |fast |raw |spicy |junk |much )?(?:meat|pork|beef|fish|seafood|shellfish|"
    r"dairy|gluten|eggs?|sugar|alcohol|"
    r"coffee|caffeine|milk|soda|pop|wheat|bread|chicken|lamb|veal|peanuts|nuts|wine|beer|carbs|fast food|spicy food|"
    r"junk food|animal products|cheese|tomatoes|onions|"
    r"mushrooms|honey|soy|corn|lactose|turkey|bacon|tuna|salmon|shrimp|sushi|candy|sweets|chocolate|tea|energy drinks))"
)
_TEMPORARY = r"(?!hay ?fever|a cold|the flu|covid|tonsillitis|bronchitis|pneumonia)"
_NO_ALLERGEN = (
    r"(?!(?:your|his|her|their|you|him|them|people|mornings?|mondays?|work|working|drama|nonsense|bullshit|stupid|"
    r"stupidity|idiots?|"
    r"commitment|exercise|exercising|fun|small talk|bad|adulting|anything|nothing|everything|something|most things|a "
    r"lot|that|this|it|"
    r"homework|sports|running|responsibilit|cardio|happiness|love|feelings|capitalism|being|waking|early|cleaning|"
    r"chores|math)\b)"
)

HEALTH: tuple[Rule, ...] = (
    Rule(
        name="diet",
        pattern=rf"(?:I|we) (?:am|are|went|became|have been|turned|have gone|have become|eat|am eating|only eat|"
        rf"follow|keep|keep to|do|am on|am trying|stick to)"
        rf"(?: now)?(?: an?| the| a strict| strictly| fully| mostly| only| completely| 100%| currently| a very| all)"
        rf"? (?:(?:strict|lifelong|committed|proud|ethical) )?"
        rf"(?P<value>{_DIETS})\b(?! (?:restaurant|food(?!s)|recipe|place|option|cheese|burger|chef|butcher|options|"
        rf"cafe|cook|version|one|curious|"
        rf"meal|cake|society|club)).*",
        key="diet",
        text="Diet is {value}.",
        category=_PREFERENCE,
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="avoids",
        pattern=rf"(?:I|we) (?:do not|can not|no longer|never|will not|try not to|refuse to|am not allowed to|"
        rf"avoid|(?:stay|steer|keep) (?:well |far )?(?:away|clear) (?:from|of)|am off|have (?:sworn off|cut out)|"
        rf"have not|have never|swore off|am (?:cutting|giving) (?:out|up|down on)|skip|pass on|"
        rf"have been off|cut out|do not touch)(?: eat(?:ing|en)?| drink(?:ing)?| drunk| have| had| touch(?:ing|ed)?| "
        rf"consumed?)?(?: any| all)? "
        rf"(?P<value>{_FOODS}(?:(?:,| or| and) {_FOODS})*)"
        rf"(?! (?:today|yesterday|tonight|with|for breakfast|right now|before|after|yet|much|often|until|every|"
        rf"anymore though|as much)\b)"
        rf"{ENDED}|no (?P<value1>{_FOODS}) for me\b.*|I (?:stay|steer|keep) (?:well |far )?(?:away|clear) "
        rf"(?:from|of) (?P<value3>(?!(?:you|him|her|them|it|me|that|this|people|my|the|social)\b)[\w-]+(?: (?!and\b|"
        rf"or\b)[\w-]+)?)(?:$|[,.].*)|"
        rf"(?P<value2>{_FOODS}) (?:is|are) (?:off the menu|a no[- ]go|"
        rf"not for me"
        rf"|off limits|out for me|banned)\b.*",
        key="avoids:{value}",
        text="Does not eat or drink {value}.",
        category=_PREFERENCE,
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
        many=True,
    ),
    Rule(
        name="allergy",
        pattern=rf"I am (?:(?:very|deathly|severely|super|highly|mildly|badly|so|a bit|a little|extremely|terribly|"
        rf"slightly|kinda|also|really|violently) )*allergic to "
        rf"(?P<value>{_NO_ALLERGEN}.+)|I have (?:an? )?(?:(?:severe|bad|mild|serious|slight|deadly|terrible|lots of|"
        rf"many|some|food) )*(?:allergy|allergies|an intolerance|intolerance) to "
        rf"(?P<value1>{_NO_ALLERGEN}.+)",
        key="allergy:{value}",
        text="Is allergic to {value}.",
        category=_HEALTH,
        importance=0.9,
        confidence=0.9,
        many=True,
    ),
    Rule(
        name="intolerance",
        pattern=r"I (?:have(?: an?| some| really bad| bad| seasonal)?|suffer from(?: an?)?|am|got|get|was born with "
        r"an?|had an?) (?:(?:severe|bad|mild|serious|slight|deadly|terrible|life[- ]threatening|huge|really|"
        r"very) )*"
        r"(?P<value>(?!(?:an?|no|my|the|this|that|many|some|any|food|lots|of|very|bad|severe|terrible|awful|seasonal|"
        r"horrible|several|multiple|weird|spring|really|zero|few)\b)[\w-]+(?: (?!and\b)[\w-]+)?) "
        r"(?:allergy|allergies|intolerance|intolerant|sensitivity)\b.*|I (?:have|get|got|suffer from) (?:(?:really|"
        r"bad|terrible|"
        r"severe|awful) )*(?P<value1>hay ?fever)\b.*|I can not (?:have|eat|touch|go near|be around|even "
        r"(?:look at|smell|touch)|do) (?P<value3>(?!(?:it|that|this|any|much)\b)[\w-]+(?: [\w-]+)?)(?:,| or| without|"
        r" because| since)+ ?(?:I|my)\b.* (?:swell|hives|rash|hospital|itch|throat|die|react|sick|ill|sneez\w+|"
        r"up)\b.*|(?P<value2>(?!(?:it|that|this|they|he|she|what|everything|which|"
        r"and|you|people|life|work|music)\b)"
        r"[\w-]+(?: [\w-]+)?) (?:makes? (?:me|my \w+) (?:swell|itch|sneeze|break out|sick|throw up|wheeze)\b"
        r"|gives? me (?:hives|a rash|an allergic)|sends? me into anaphyla).*",
        key="allergy:{value}",
        text="Has a {value} allergy or intolerance.",
        category=_HEALTH,
        importance=0.9,
        confidence=0.9,
    ),
    Rule(
        name="condition",
        pattern=r"I (?:have(?: had)?|got|was (?:just )?diagnosed with|have been diagnosed with|am diagnosed with|"
        r"suffer from|am suffering from|was born with|live with|am living with|struggle with|"
        r"deal with|battle|am battling|am fighting|survived|beat|am recovering from|have a history of|developed|get|"
        r"take (?:meds|medication|medicine|pills) for|am being treated for|am on "
        r"(?:meds|medication) for|have a mild case of|have a form of)(?: (?:really|bad|very|severe|mild|terrible|"
        r"awful|debilitating|crippling|pretty|an?|lifelong|frequent|some|undiagnosed|both|chronic))*? "
        rf"{_TEMPORARY}(?P<value>{_CONDITIONS}){ENDED}",
        key="condition:{value}",
        text="Has {value}.",
        category=_HEALTH,
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
        many=True,
    ),
    Rule(
        name="mending",
        pattern=r"I (?:am|have been) (?P<value>(?:recovering|healing|rehabbing|still recovering) (?:from )?(?:an? |my |"
        r"two )?(?:\w+ ){0,2}(?:surgery|operation|injury|accident|stroke|burnout|break|fracture|sprain|transplant|"
        r"fall))" + ENDED,
        key="condition:{value}",
        text="Is {value}.",
        category=_HEALTH,
        importance=0.7,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="condition of one's own",
        pattern=rf"(?<!\")\bmy (?:\w+ )?{_TEMPORARY}(?!aids\b|sad\b|add\b|ms\b|pots\b|a )(?P<value>{_CONDITIONS})(?! "
        rf"is gone| is over| went away| has gone)"
        rf"(?= "
        rf"(?:is|"
        rf"was|has|acts?|acted|flare|flares|flared|meds|medication|makes|made|kicked|came|kept|gets|"
        rf"got|comes|and)\b|,|$|\.)",
        key="condition:{value}",
        text="Has {value}.",
        category=_HEALTH,
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
        anywhere=True,
    ),
    Rule(
        name="condition as one is",
        pattern=r"I (?:am|was born|have been|went|am legally|am partially|am mildly|am severely|am completely|am "
        r"clinically|am profoundly)(?: (?:an?|also|very|slightly|severely|mildly|legally|half|partially|"
        r"completely|clinically|profoundly|quite|\d+ (?:weeks|months)|pre|red[- ]green|totally|on the))? "
        r"(?P<value>type [12] diabetic|type (?:one|two) diabetic|"
        r"diabetic|asthmatic|autistic|autism spectrum|(?:autism )?spectrum|dyslexic|epileptic|bipolar|schizophrenic|"
        r"an(?:a)?emic|"
        r"deaf(?: in (?:my |one |the )?(?:left |right )?ears?)?|hard of hearing|hearing impaired|(?:color|colour)[- "
        r"]?blind|blind(?: in (?:my |one )?(?:left |right )?eyes?)?|visually impaired|near[- ]?sighted|far[- ]?sighted|"
        r"short[- ]sighted|disabled|paraplegic|quadriplegic|an amputee|amputee|immunocompromised|h(?:a)?emophiliac|"
        r"hypoglycemic|coeliac|celiac|neurodivergent|insomniac|recovering (?:alcoholic|addict)|recovering "
        r"drug addict|cancer survivor|stroke survivor|in remission|in recovery|in a wheelchair|wheelchair[- ]bound|"
        r"hiv[- ]positive|pregnant|mute|paralyzed|hypermobile|overweight|obese|"
        r"underweight|infertile|menopausal|bulimic|anorexic|agoraphobic|claustrophobic|dyspraxic)"
        r"" + ENDED,
        key="condition:{value}",
        text="Is {value}.",
        category=_HEALTH,
        importance=0.8,
        confidence=0.8,
        shape=Shape.EXACT,
    ),
    Rule(
        name="fear",
        pattern=r"I (?:(?:am|have been) (?:so |really |very |super |deathly |absolutely |pretty |quite |a bit |a "
        r"little |mortally )"
        r"*(?:terrified|scared|afraid|frightened|petrified|phobic) of|am fearless (?:apart from|except(?: for)?)|"
        r"dread|panic (?:around|near|at)|have (?:an? )?(?:\w+ )?(?:fear|phobia) "
        r"of|fear) "
        r"(?P<value>(?!(?:that|for|it|the worst|no|nothing|not|you|so|what|losing you)\b).+)|"
        r"(?P<value1>(?!(?:it|that|this|they|he|she|you|what|which|everything|people|these|those|the way|and)\b)"
        r"[\w-]+(?: [\w-]+){0,2}?) (?:really |still |always |kinda |totally |absolutely )*"
        r"(?:scare|scares|frighten|frightens|terrify|terrifies|freak|freaks|creep|creeps|petrify|petrifies|spook|"
        r"spooks) me(?: out)?\b.*|"
        r"(?P<value2>(?!(?:it|that|this|they|he|she|you|what|which|everything|people|these|those|the way|and)\b)"
        r"[\w-]+(?: [\w-]+){0,2}?) (?:gives? me (?:the (?:creeps|heebie[- ]jeebies|willies|shivers|fear)|panic attacks|"
        r"nightmares|chills)|makes? me (?:scream|panic|shudder|freeze|run)|is what I (?:dread|fear)|is my "
        r"(?:biggest|worst|"
        r"greatest) (?:fear|nightmare))\b.*|my (?:biggest |worst |greatest |one |main )?(?:fear|phobia) is "
        r"(?P<value3>.+)",
        key="fears:{value}",
        text="Is afraid of {value}.",
        importance=0.7,
        confidence=0.7,
        many=True,
    ),
)
