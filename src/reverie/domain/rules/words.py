"""Word lists that rules and guards share: closed classes of English, where a pattern would guess.

A list is preferred to a clever pattern wherever the class is small enough to write down: "I'm a nurse" is
an occupation because nurse is on the list, "I'm a mess" is not.
"""

from __future__ import annotations


def _set(words: str) -> frozenset[str]:
    return frozenset(words.replace("_", " ").split("|")) if "|" in words else frozenset(words.split())


PARTNERS = frozenset({"wife", "husband", "partner", "girlfriend", "boyfriend", "fiancé", "fiancée", "fiance", "spouse"})
"""Relations of which a person has one: they share the key ``partner``."""

KIN = {
    "mom": "mother", "mum": "mother", "mother": "mother", "dad": "father", "father": "father",
    "grandma": "grandmother", "grandmother": "grandmother", "nana": "grandmother", "grandpa": "grandfather",
    "grandfather": "grandfather", "sister": "sister", "sisters": "sister", "brother": "brother",
    "brothers": "brother", "son": "son", "sons": "son", "daughter": "daughter", "daughters": "daughter",
    "kid": "child", "kids": "child", "child": "child", "children": "child", "baby": "child", "cousin": "cousin",
    "cousins": "cousin", "aunt": "aunt", "uncle": "uncle", "niece": "niece", "nephew": "nephew",
    "mother-in-law": "mother-in-law", "father-in-law": "father-in-law", "sister-in-law": "sister-in-law",
    "brother-in-law": "brother-in-law", "stepmom": "stepmother", "stepdad": "stepfather", "friend": "friend",
    "best friend": "friend", "boss": "boss", "roommate": "roommate", "flatmate": "roommate",
    "coworker": "colleague", "colleague": "colleague", "neighbor": "neighbor", "neighbour": "neighbor",
    "therapist": "therapist", "teacher": "teacher",
}  # fmt: skip
"""Words for people, singular and plural, to the relation they are kept under."""

SPECIES = {
    "dog": "dog", "dogs": "dog", "puppy": "dog", "puppies": "dog", "cat": "cat", "cats": "cat", "kitten": "cat",
    "kittens": "cat", "rabbit": "rabbit", "rabbits": "rabbit", "bunny": "rabbit", "hamster": "hamster",
    "hamsters": "hamster", "parrot": "parrot", "parrots": "parrot", "horse": "horse", "horses": "horse",
    "turtle": "turtle", "tortoise": "tortoise", "goldfish": "goldfish", "snake": "snake", "gecko": "gecko",
    "ferret": "ferret", "ferrets": "ferret", "chicken": "chicken", "chickens": "chicken", "goat": "goat",
    "goats": "goat", "guinea pig": "guinea pig", "guinea pigs": "guinea pig", "bird": "bird", "budgie": "bird",
    "lizard": "lizard", "retriever": "dog", "labrador": "dog", "poodle": "dog", "corgi": "dog", "beagle": "dog",
}  # fmt: skip
"""Words for pets to the kind of animal they are kept under."""

ROLES = _set(
    "accountant actor actress actuary analyst animator archaeologist architect artist assistant astronomer "
    "astronaut attorney auditor author baker banker barber barista bartender biologist blacksmith bookkeeper "
    "botanist builder butcher butler captain cardiologist caretaker caregiver carpenter cashier ceo cfo chef "
    "chemist cleaner clerk coach coder composer conductor consultant contractor cook copywriter counselor "
    "courier cto curator dancer dealer dentist designer detective developer dietitian director diver doctor "
    "driver economist editor electrician engineer entrepreneur estimator farmer filmmaker firefighter fisherman "
    "florist founder freelancer gardener geologist guard guide hairdresser handyman historian housekeeper "
    "illustrator instructor interpreter inspector intern investor janitor jeweler journalist judge lawyer "
    "lecturer librarian lifeguard lineman machinist manager marketer mathematician mechanic meteorologist "
    "midwife miner model musician nanny neurologist novelist nurse nutritionist officer operator optician "
    "optometrist painter paralegal paramedic pastor pediatrician pharmacist philosopher photographer physicist "
    "physician physiotherapist pianist pilot planner plumber poet policeman politician postdoc potter priest "
    "principal producer professor programmer psychiatrist psychologist publisher radiologist ranger realtor "
    "receptionist recruiter reporter researcher sailor salesman salesperson saleswoman scientist sculptor "
    "seamstress secretary server singer soldier specialist statistician stylist surgeon surveyor tailor teacher "
    "technician teller therapist tiler trader trainer translator tutor undergrad veterinarian vet videographer "
    "violinist waiter waitress warden watchmaker welder woodworker writer zookeeper zoologist student freshman "
    "sophomore apprentice trainee supervisor administrator strategist tester lead"
)
"""Heads of occupations: "freelance graphic designer" counts by its last word."""

LANGUAGES = _set(
    "afrikaans albanian arabic armenian basque bengali bosnian bulgarian cantonese catalan chinese croatian czech "
    "danish dutch english esperanto estonian farsi finnish flemish french gaelic galician georgian german greek "
    "gujarati hausa hebrew hindi hungarian icelandic igbo indonesian irish italian japanese kannada kazakh khmer "
    "korean kurdish lao latin latvian lithuanian luxembourgish macedonian malay malayalam maltese mandarin marathi "
    "mongolian nepali norwegian pashto persian polish portuguese punjabi quechua romanian romansh russian serbian "
    "sinhala slovak slovene slovenian somali spanish swahili swedish tagalog tamil telugu thai tibetan turkish "
    "ukrainian urdu uzbek vietnamese welsh yiddish yoruba zulu asl"
)

DEMONYMS = (
    "American|Argentinian|Australian|Austrian|Belgian|Brazilian|British|Bulgarian|Canadian|Chilean|Chinese|Colombian|"
    "Croatian|Cuban|Czech|Danish|Dutch|Egyptian|English|Estonian|Ethiopian|Filipino|Finnish|French|German|Ghanaian|"
    "Greek|Hungarian|Icelandic|Indian|Indonesian|Iranian|Iraqi|Irish|Israeli|Italian|Jamaican|Japanese|Kenyan|Korean|"
    "Latvian|Lebanese|Lithuanian|Malaysian|Mexican|Moroccan|Nigerian|Norwegian|Pakistani|Peruvian|Polish|Portuguese|"
    "Romanian|Russian|Scottish|Serbian|Singaporean|Slovak|Slovenian|Spanish|Swedish|Swiss|Syrian|Taiwanese|Thai|"
    "Tunisian|Turkish|Ukrainian|Venezuelan|Vietnamese|Welsh"
)

FEELINGS = (
    "tired|exhausted|sleepy|drained|burnt out|burned out|sad|down|depressed|miserable|heartbroken|lonely|homesick|"
    "anxious|nervous|worried|stressed out|stressed|overwhelmed|scared|terrified|afraid|angry|furious|mad|annoyed|"
    "frustrated|upset|disappointed|hurt|jealous|embarrassed|ashamed|guilty|bored|restless|confused|lost|empty|numb|"
    "happy|thrilled|excited|ecstatic|overjoyed|proud|relieved|grateful|hopeful|content|calm|peaceful|relaxed|"
    "energized|motivated|inspired|optimistic|sick|hungover|cranky|grumpy|moody|emotional|insecure|hopeless|great|"
    "amazing|terrible|awful|unwell|better|worse"
)

NOT_NAMES = _set(
    "a about actually afraid after again all alone already also always am an and annoyed anxious any anymore anytime "
    "april as asap at august available away back bad batman because been before better boring bored both busy but by "
    "calling christmas crazy cool confused curious dad daddy december depressed done down dr dude dumb easter even "
    "ever everyone everything excited famous february feeling fine for free friday from fun getting glad god going "
    "gone good great guilty happy hard he hello her here hey hi him his home hope how hungry hurt i if in insane "
    "interested into is it its january january july june just kidding kind late later like lol looking lost lucky "
    "mad maybe me mom monday mr mrs ms mud my never new next no nobody none not nothing november now october odd of "
    "off ok okay old older on one only or our out over pathetic please pretty proud ready really right sad saturday "
    "scared secret september she sick silly single sir so some someone something sometime somewhere soon sorry still "
    "stressed strange stupid sunday sure thanks that the their them then there they thinking this thursday tired to "
    "today tomorrow tonight too trying tuesday unless unwell up upset us very wait was we wednesday weird well what "
    "when whenever where while who whatever why will with wondering working worried wrong yeah yes yesterday yet you "
    "your younger youngest oldest old-fashioned picky paranoid lazy cynical biased short long tricky difficult "
    "common unusual spelled pronounced bus train car foot bike plane instinct feel ear name many may having"
)
"""Words that stand where a name could and are none."""

COMPOUNDS = _set(
    "mac and cheese|rock and roll|rock n roll|fish and chips|drum and bass|dungeons and dragons|arts and crafts|"
    "peanut butter and jelly|salt and pepper|black and white|rhythm and blues|bed and breakfast|bacon and eggs|"
    "rice and beans|ben and jerry's|biscuits and gravy|cookies and cream|gin and tonic|chips and salsa|"
    "track and field|pride and prejudice|war and peace|crime and punishment|rick and morty|sweet and sour|"
    "tom and jerry|country and western|hide and seek|ham and cheese|spaghetti and meatballs|simon and garfunkel|"
    "the good, the bad and the ugly|earth, wind and fire|crosby, stills and nash"
)
"""Single things with "and" in the middle, never read as a list of two."""
