"""Rules for the animals that someone keeps, by name or by number."""

from __future__ import annotations

from reverie.learning.rules.names import COUNTS, UNNAMED
from reverie.learning.rules.rule import Rule, Shape
from reverie.text.word_lists import SPECIES

_SPECIES = "|".join(sorted(SPECIES, key=lambda word: (-len(word), word)))
_KIND = (
    r"(?:(?!(?:has|have|had|an?|the|is|was|and|or|with|got|of|in|on|to|who|that|named|called|(?:mom|mum|dad|sister|"
    r"brother|"
    r"friend|aunt|uncle|neighbou?r|boss|roommate|cousin|grandma|grandpa|parent|wife|husband|girlfriend|boyfriend|"
    r"partner|"
    r"ex|son|daughter|kid)s?)\b|[\w-]+'s )[\w'-]+ ){0,3}?"
)
_IS_NAMED = r"(?:(?:'s|s|s')? names? (?:is|are|was)|(?:s|'s)? (?:is |are )?(?:called|named)| goes by|)"
_NO_NAME = (
    r"(?!(?:\w+(?:ly|ing|ed)|is|was|has|who|that|and|never|always|just|also|still|only|even|often|sometimes|now|then|"
    r"once|"
    r"peeve|food|litter|toy|toys|plant|skin|fur|breed|treat|treats|video|shelter|tree|walker|sitter|show|house|bed|"
    r"hair|or|"
    r"of|in|on|at|from|here|there|too|could|would|can|"
    r"will|"
    r"does|did|had|one|currently|usually|kinda|he|she|it|they|i|collar|leash|park|cage|tank|people|person|owner|"
    r"moms?|dads?)\b)"
)
_DOES = (
    r"(?:is|was|has|does|says|lives|loves|likes|hates|wants|got|just|turned|swears|bit|keeps|always|never|thinks|"
    r"knocked|ate|"
    r"barks|sleeps|slept|snores|died|jumped|ran|peed|pooped|chewed|broke)"
)
_KEPT = (
    r"(?:also |now |just |recently )?(?:have|own|share (?:a|my) (?:\w+) with|am owned by|look after|care for|took in|"
    r"inherited|am (?:the |an? )?(?:proud |happy |new |doting )*(?:owner|parent|mom|mum|dad|mother|father|servant|"
    r"slave) ("
    r"?:of|to)|got|adopted|bought|rescued|raise|keep|foster|am the (?:proud )?(?:owner|parent|mom|dad) of|"
    r"live with|have had|did get|will always have)"
)

PETS: tuple[Rule, ...] = (
    Rule(
        name="pet",
        pattern=rf"(?:my|our) {_KIND}(?P<species>{_SPECIES})(?:{_IS_NAMED}|,(?= [\w-]+,)|,(?= (?-i:[A-Z])\w+$)) "
        rf"\(?(?P<value>[^,;]+)",
        key="{species}:{value}",
        text="Has a {species} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
        anywhere=True,
    ),
    Rule(
        name="pet, in lower case",
        pattern=rf"\b(?:my|our) {_KIND}(?P<species>{_SPECIES})(?:(?:'s|s)? names? is (?P<value>[a-z].*)|(?:s|"
        rf"'s)? (?:is )?(?:called|named) "
        rf"(?P<value1>[a-z].*)|, (?P<value2>[a-z-]+),.*| {_NO_NAME}(?P<value3>[a-z]{{3,}}) {_DOES}\b.*)",
        key="{species}:{value}",
        text="Has a {species} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.NAME,
        anywhere=True,
    ),
    Rule(
        name="pet, turned round",
        pattern=rf"(?P<value>[^ ,;]+)(?: is|,) (?:my|our) {_KIND}(?P<species>{_SPECIES})(?:'s name)?(?:[ ,].*)?|"
        rf"my {_KIND}(?P<species1>{_SPECIES}), (?P<value1>(?-i:[A-Z])[\w-]+)",
        key="{species}:{value}",
        text="Has a {species} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.PROPER,
    ),
    Rule(
        name="pets named",
        pattern=rf"(?:my|our) (?:(?:{COUNTS}) )?{_KIND}(?P<species>{_SPECIES})(?:'s?)?(?: names are| are (?:named|"
        rf"called)|:|,) (?P<value>[\w-]+(?:, [\w-]+)*,? and [\w-]+)(?:[ ,].*)?",
        key="{species}:{value}",
        text="Has a {species} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.NAME,
        many=True,
    ),
    Rule(
        name="pets that do",
        pattern=rf"(?:my |our )?(?P<value>(?:two|three|four|five|six|\d{{1,2}}) (?:[\w-]+ )?(?:{_SPECIES})) "
        rf"(?!(?:in|at|on|of|"
        rf"from|were|was|that|per)\b)\w+\b.* (?:my|me|us|our|I|we)\b.*",
        key="pet:{value}",
        text="Has {value}.",
        importance=0.6,
        confidence=0.7,
        shape=Shape.EXACT,
    ),
    Rule(
        name="pet had",
        pattern=rf"(?:I|we) {_KEPT} (?:.*(?:,| and) )??(?:{COUNTS}|the cutest|my) {_KIND}(?P<species>{_SPECIES})"
        r"(?:,? (?:named|called|whose names? (?:is|are)|and (?:his|her|its|their) names? (?:is|are)),? |[,:]? "
        r"(?=(?-i:[A-Z])\w+(?:, \w+)* and )|"
        r", (?=(?-i:[A-Z])\w+(?:$|,| who))| ?\((?=\w+\)))(?P<value>.+)",
        key="{species}:{value}",
        text="Has a {species} named {value}.",
        importance=0.7,
        confidence=0.8,
        shape=Shape.NAME,
        many=True,
    ),
    Rule(
        name="pets kept",
        pattern=r"(?:I|we) (?:(?:keep|raise|breed|foster|look after) (?:some |pet |backyard )?(?P<value>(?:cats|dogs|"
        r"kittens|puppies|chickens|hens|bees|horses|goats|pigs|ducks|"
        r"geese|rabbits|sheep|alpacas|pigeons|parrots|fish|reptiles|snakes|lizards|guinea pigs|rats)(?: and \w+)?)|"
        r"have (?:some |pet |backyard )?(?P<value1>(?:cats|dogs|"
        r"chickens|hens|bees|horses|goats|alpacas|ducks|parrots|pets)(?: and (?:cats|dogs|goats|ducks|sheep|fish|"
        r"birds))?))(?:$|[,.!].*| (?:at|in the|on|that|who|but|so|now|too)\b.*)",
        key="pet:{value}",
        text="Has {value}.",
        importance=0.6,
        confidence=0.7,
        shape=Shape.EXACT,
        many=True,
    ),
    Rule(
        name="pet mentioned",
        pattern=r"(?!.*\b(?:died|dead|passed|lost|used to|had|was|were|sold|gave|ran away|rainbow|childhood|late|put "
        r"down|"
        r"if|old dog|gone)\b)(?:.* )?(?:my|our) (?:own |little |big |old |new |two |three |poor |sweet "
        r")*(?P<value>dogs?|"
        r"cats?|pupp(?:y|ies)|kittens?|bunny|parrot|horses?|hamster|german shepherd|golden retriever|beagle|pug|poodle|"
        r"husky|chihuahua|pit ?bull|labrador)(?:$|[,.!?;].*| (?:is(?! (?:called|named))|are(?! (?:called|named))|has|"
        r"have|and|"
        r"so|but|because|when|who|that|to|in|on|at|for|with|all|every|a lot|too|now|this|today|just|always|never|"
        r"likes?|"
        r"loves?|hates?|sleeps?|barks?|eats?|plays?|runs?|keeps?|gets?|snores?|thinks?|goes|walked|jumps?|chases?|bit|"
        r"ate|"
        r"chewed|knocked)\b.*)",
        key="pet:{value}",
        text="Has a pet: {value}.",
        importance=0.5,
        confidence=0.6,
        shape=Shape.EXACT,
    ),
    Rule(
        name="pet kept",
        pattern=rf"(?:I|we) {_KEPT}(?: .+?(?: and| with|,))?? (?P<value>{UNNAMED}{COUNTS} .*)",
        key="pet:{value}",
        text="Has {value}.",
        importance=0.6,
        confidence=0.8,
        shape=Shape.ANIMAL,
        many=True,
    ),
)
