"""Word lists that rules and guards share: closed classes of English, where a pattern would guess.

A list is preferred to a clever pattern wherever the class is small enough to write down: "I'm a nurse" is
an occupation because nurse is on the list, "I'm a mess" is not.
"""

from __future__ import annotations

from collections.abc import Mapping

from reverie.text.patterns import lazy_pattern


def _set(words: str) -> frozenset[str]:
    return frozenset(words.replace("_", " ").split("|")) if "|" in words else frozenset(words.split())


PARTNERS = frozenset(
    "wife|husband|partner|girlfriend|boyfriend|fiancé|fiancée|fiance|fiancee|spouse|other half|significant other|"
    "better half|life partner|lady friend|man friend".split("|")
)
"""Relations of which a person has one: they share the key ``partner``."""


def _plural(word: str) -> str:
    for single, several in (("child", "children"), ("mouse", "mice"), ("wife", "wives"), ("calf", "calves")):
        if word.endswith(single):
            return word.removesuffix(single) + several
    if word.endswith(("fish", "sheep", "koi")):
        return word
    if word.endswith("y") and word[-2] not in "aeo":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch")) else "s")


def _kinds(listed: Mapping[str, str]) -> dict[str, str]:
    """Each word and its plural to the kind it stands for; a kind's own word stands for itself."""
    found: dict[str, str] = {}
    for kind, others in listed.items():
        for word in [kind, *others.replace("_", " ").split("|")]:
            if word:
                found[word] = found[_plural(word)] = kind
    return found


KIN = _kinds({
    "mother": "mom|mum|mama|momma|mommy|mummy|mam|ma", "father": "dad|papa|daddy|pop|pops",
    "parent": "", "stepparent": "", "grandparent": "", "great-grandmother": "great_grandmother|great_grandma",
    "great-grandfather": "great_grandfather|great_grandpa",
    "grandmother": "grandma|nana|gran|granny|nan|abuela|oma|grandmom|grammy",
    "grandfather": "grandpa|grandad|granddad|opa|abuelo|gramps",
    "sister": "sis|lil_sis", "brother": "bro|lil_bro", "sibling": "", "half-sister": "half_sister",
    "half-brother": "half_brother", "stepsister": "step-sister|step_sister|stepsis",
    "stepbrother": "step-brother|step_brother", "twin": "",
    "son": "boy", "daughter": "girls", "child": "little_one|little_ones|kid|kiddo|toddler|teenager|teen|infant|"
    "newborn", "baby": "",
    "firstborn": "eldest|oldest|youngest",
    "stepson": "step-son|step_son", "stepdaughter": "step-daughter|step_daughter",
    "stepchild": "step-kid|stepkid",
    "grandson": "", "granddaughter": "", "grandchild": "grandkid|grandbaby", "cousin": "", "aunt": "auntie|aunty",
    "uncle": "", "niece": "", "nephew": "", "godson": "", "goddaughter": "", "godmother": "", "godfather": "",
    "mother-in-law": "mother_in_law|mil", "father-in-law": "father_in_law|fil", "sister-in-law": "sister_in_law",
    "brother-in-law": "brother_in_law", "son-in-law": "son_in_law", "daughter-in-law": "daughter_in_law",
    "stepmother": "stepmom|stepmum|step-mom|step_mom|step-mother|step_mother",
    "stepfather": "stepdad|step-dad|step_dad|step-father|step_father",
    "friend": "best_friend|bestie|bff|buddy|pal|mate|bestfriend|childhood_friend|girl_friend|penpal|pen_pal",
    "boss": "manager|supervisor", "roommate": "room_mate|flatmate|housemate",
    "colleague": "coworker|co-worker|workmate|work_mate", "neighbor": "neighbour", "therapist": "",
    "teacher": "", "coach": "", "mentor": "", "tutor": "", "professor": "", "ex-wife": "ex_wife",
    "ex-husband": "ex_husband",
})  # fmt: skip
"""Words for people, singular and plural, to the relation they are kept under."""

OFFSPRING = frozenset(
    "sister brother sibling half-sister half-brother stepsister stepbrother twin son daughter child baby stepson "
    "stepdaughter stepchild grandson granddaughter grandchild cousin aunt uncle niece nephew godson goddaughter".split()
)
"""Relations that are counted: "two sisters", "a son"."""

SPECIES = _kinds({
    "dog": "puppy|pup|doggo|doggy|doggie|pupper|retriever|golden_retriever|labrador|lab|poodle|corgi|beagle|husky|"
    "pug|chihuahua|bulldog|frenchie|terrier|yorkie|dachshund|dalmatian|german_shepherd|sheepdog|border_collie|collie|"
    "shepherd|rottweiler|doberman|boxer|greyhound|whippet|spaniel|mastiff|great_dane|labradoodle|goldendoodle|"
    "cockapoo|cavapoo|schnauzer|shih_tzu|shiba|shiba_inu|akita|malamute|samoyed|pomeranian|pitbull|pit_bull|pittie|"
    "rottie|basset_hound|bloodhound|hound|newfoundland|saint_bernard|st_bernard|weimaraner|mutt|maltese|"
    "papillon|havanese|bichon|australian_shepherd|aussie_shepherd|heeler|cattle_dog|wiener_dog|sausage_dog|lurcher",
    "cat": "kitten|kitty|tabby|tomcat|maine_coon|siamese|ragdoll|tuxedo_cat|calico|kitteh",
    "rabbit": "bunny|bunny_rabbit", "hamster": "", "gerbil": "", "guinea pig": "cavy", "rat": "", "mouse": "",
    "chinchilla": "", "hedgehog": "", "ferret": "", "sugar glider": "", "degu": "", "skunk": "", "raccoon": "",
    "parrot": "african_grey|conure|macaw|lovebird|cockatoo|parakeet",
    "bird": "budgie|cockatiel|canary|finch|budgerigar|pigeon|dove", "owl": "", "falcon": "", "crow": "",
    "horse": "pony|mare|stallion|gelding|foal|colt", "donkey": "mule", "alpaca": "", "llama": "", "cow": "calf|heifer",
    "pig": "piglet|pot-bellied_pig|potbelly_pig|mini_pig", "sheep": "lamb|ewe", "goat": "",
    "chicken": "hen|rooster|chick", "duck": "duckling", "goose": "", "peacock": "", "turkey": "",
    "fish": "goldfish|betta|betta_fish|koi|guppy|angelfish|clownfish", "axolotl": "", "newt": "salamander",
    "turtle": "terrapin", "tortoise": "",
    "lizard": "bearded_dragon|beardie|iguana|chameleon|skink|monitor_lizard", "gecko": "leopard_gecko",
    "snake": "python|ball_python|corn_snake|boa|king_snake|garter_snake", "frog": "tree_frog|toad",
    "tarantula": "pet_spider", "scorpion": "", "bee": "honeybee", "hermit crab": "", "snail": "", "stick insect": "",
    "mantis": "praying_mantis", "pet": "fur_baby|furbaby|pooch|furry_friend",
})  # fmt: skip
"""Words for pets to the kind of animal they are kept under."""

_WORD = lazy_pattern(r"\w+")


def by_kind(text: str) -> str:
    """A text with each relation and animal as the kind that it is kept under.

    >>> by_kind("Mum's kitten"), by_kind("my dad")
    ("mother's cat", 'my father')
    """
    return _WORD.sub(lambda word: KIN.get(word[0].casefold()) or SPECIES.get(word[0].casefold(), word[0]), text)


ROLES = _set(
    "accountant acrobat actor actress actuary acupuncturist adjuster administrator advisor adviser aide allergist "
    "analyst anchor anesthesiologist animator anthropologist apiarist appraiser apprentice arborist archaeologist "
    "archeologist architect archivist artist assessor assistant associate astrologer astronaut astronomer "
    "astrophysicist "
    "athlete attendant attorney auctioneer auditor author babysitter bailiff baker ballerina banker barber barista "
    "barrister bartender bassist beautician beekeeper biochemist biologist blacksmith blogger boatbuilder bodyguard "
    "boilermaker bookbinder bookkeeper bookseller botanist bouncer bricklayer broker builder busboy busker butcher "
    "butler dishwasher buyer cabbie cabinetmaker cameraman captain cardiologist caregiver carer caretaker carpenter "
    "cartographer cartoonist cheerleader gymnast cashier caterer cellist ceo ceramicist cfo chaplain chauffeur chef "
    "chemist chiropractor choreographer "
    "cinematographer cleaner clergyman clerk climatologist clown coach coder cobbler columnist comedian comic "
    "commander composer concierge conductor conservationist conservator constable consultant contractor controller "
    "cook "
    "cooper copywriter coroner cosmetologist councillor counselor counsellor courier cowboy craftsman critic "
    "croupier cryptographer cto curator custodian dancer dealer decorator dentist dermatologist designer "
    "detective developer dietician dietitian director diver dj doctor doula draftsman dramatist "
    "dressmaker driver drummer ecologist economist editor educator electrician embalmer endocrinologist engineer "
    "engraver entertainer entomologist entrepreneur epidemiologist esthetician estimator executive exterminator "
    "fabricator farmer farmhand farrier filmmaker financier firefighter fireman fisherman fishmonger fitter flautist "
    "florist footballer forester founder framer freelancer fundraiser gamekeeper gardener geneticist "
    "geographer geologist geophysicist glassblower glazier goldsmith governess grocer groomer groundskeeper "
    "guard guide guitarist gynecologist hairdresser hairstylist handyman harpist herbalist herpetologist historian "
    "homemaker horticulturist host hostess housekeeper housewife househusband hygienist hypnotherapist illustrator "
    "influencer "
    "innkeeper inspector installer instructor intern interpreter inventor investigator investor ironworker janitor "
    "jeweler jeweller jockey joiner journalist journeyman judge keeper labourer laborer "
    "landlord landscaper laundress lawyer lead lecturer liaison librarian lifeguard lineman linguist linesman "
    "locksmith logger logistician longshoreman machinist magician magistrate maid mailman manager manicurist marine "
    "marketer mason masseur masseuse mathematician matron mayor mechanic mediator medic medium merchandiser merchant "
    "metallurgist meteorologist microbiologist midwife miller milliner miner minister missionary mixologist model "
    "monk mortician musician musicologist nanny navigator neurologist neuroscientist neurosurgeon novelist nun nurse "
    "nurseryman nutritionist obstetrician oceanographer officer oncologist operator ophthalmologist optician "
    "optometrist orderly organist ornithologist orthodontist osteopath painter paleontologist paperhanger paralegal "
    "paramedic paratrooper pastor pathologist pediatrician percussionist performer pharmacist pharmacologist "
    "philosopher phlebotomist photographer photojournalist physician physicist physio physiotherapist pianist pilot "
    "pipefitter planner plasterer playwright plumber podcaster podiatrist poet policeman policewoman policymaker "
    "politician porter postdoc postman postwoman potter preacher priest principal printer processor "
    "producer prof professor programmer projectionist promoter proofreader prosecutor prosthetist psychiatrist "
    "psychic psychoanalyst psychologist psychotherapist publicist publisher rabbi radiographer radiologist rancher "
    "ranger rapper realtor receptionist recruiter referee registrar repairman reporter representative rep researcher "
    "restaurateur restorer retiree rigger roofer saddler sailor salesman salesperson saleswoman sawyer scaffolder "
    "scholar scientist scout screenwriter sculptor seamstress secretary seismologist seller senator server shepherd "
    "sheriff "
    "shoemaker shopkeeper silversmith singer sitter smith sociologist soldier solicitor songwriter sonographer "
    "specialist statistician steelworker stenographer steward stewardess stockbroker stonemason storyteller "
    "strategist streamer student stuntman stylist superintendent supervisor surgeon surveyor tailor tattooist "
    "taxidermist "
    "teacher technician technologist telemarketer teller tester therapist tiler toxicologist trader trainee trainer "
    "translator trapper trooper trucker tuner tutor typist umpire undergrad undergraduate undertaker underwriter "
    "upholsterer "
    "urologist usher valet vendor vet veterinarian vicar videographer vintner violinist virologist vlogger "
    "volcanologist "
    "waiter waitress warden watchmaker weaver welder winemaker woodcarver woodworker worker writer "
    "yoga_teacher youtuber zookeeper zoologist freshman sophomore cop tech techie ta sysadmin swe dba pm rn lpn cna "
    "emt head chief paraeducator para hacker postgrad "
    "postgraduate ph.d. phd".replace("", "")
    .replace("", "")
    .replace(" plc", "")
)
"""Heads of occupations: "freelance graphic designer" counts by its last word."""

ROLE_ENDINGS = (
    "ologist", "grapher", "therapist", "smith", "keeper", "maker", "monger", "wright", "worker", "salesman",
    "repairman", "technician", "ician",
)  # fmt: skip
"""Endings of words that name nothing but an occupation."""

NOT_ROLES = frozenset(
    "troublemaker peacemaker merrymaker noisemaker playmaker matchmaker timekeeper scorekeeper".split()
)
"""What ends like an occupation and is mostly said of a character."""

ROLES_IN_FULL = frozenset(
    "keeper medium head chief lead para ta rep smith cooper seller worker host guide critic scout associate comic "
    "joiner miller rigger trapper captain porter sitter anchor fitter tuner practitioner vendor printer processor "
    "operator executive".split()
)
"""Heads of occupations that say one only with a word before them: "tour guide", "bank officer"."""

FIELDS = (
    "law|medical|medicine|med|nursing|art|arts|fine arts?|music|engineering|(?:mechanical|electrical|civil|chemical|"
    "software|aerospace|biomedical) engineering|physics|biology|chemistry|biochemistry|history|art history|philosophy|"
    "psychology|psych|business|finance|accounting|marketing|computer science|cs|it|comp sci|math|maths|mathematics|"
    "statistics|english|english lit(?:erature)?|literature|economics|econ|architecture|film|drama|theat(?:er|re)|"
    "design|graphic design|fashion|journalism|communications?|political science|poli sci|politics|sociology|"
    "anthropology|archaeology|geology|geography|linguistics|theology|education|veterinary|vet|dental|dentistry|"
    "pharmacy|culinary|criminal justice|social work|environmental science|data science|premed|pre-med|pre-law|"
    "neuroscience|marine biology|astronomy|zoology|botany|nutrition|kinesiology|public health|agriculture"
)
"""Fields of study that come before "student" or "major"."""

LANGUAGES = _set(
    "afrikaans albanian amharic arabic armenian assamese azerbaijani basque belarusian bengali berber bosnian "
    "bulgarian cantonese catalan chinese croatian czech "
    "danish dutch english esperanto estonian farsi filipino finnish flemish french gaelic galician georgian german "
    "greek "
    "gujarati haitian hausa hebrew hindi hungarian icelandic igbo indonesian irish italian japanese kannada kazakh "
    "khmer "
    "korean kurdish kinyarwanda kyrgyz lao latin latvian lithuanian luxembourgish macedonian malay malayalam maltese "
    "mandarin maori marathi "
    "mongolian nepali norwegian pashto persian polish portuguese punjabi quechua romanian romansh russian samoan "
    "sanskrit sardinian serbian "
    "sinhala slovak slovene slovenian somali spanish swahili swedish tagalog tamil telugu thai tibetan tigrinya twi "
    "turkish "
    "ukrainian urdu uzbek vietnamese welsh wolof xhosa yiddish yoruba zulu asl"
)

DEMONYMS = (
    "Afghan|Albanian|Algerian|American|Argentinian|Argentine|Armenian|Australian|Aussie|Austrian|Azerbaijani|"
    "Bangladeshi|Basque|Belarusian|Belgian|Bolivian|Bosnian|Brazilian|British|Brit|Bulgarian|Burmese|Cambodian|"
    "Cameroonian|Canadian|Catalan|Chilean|Chinese|Colombian|Congolese|Costa Rican|Croatian|Cuban|Cypriot|Czech|Danish|"
    "Dane|Dominican|Dutch|Ecuadorian|Egyptian|English|Eritrean|Estonian|Ethiopian|Fijian|Filipino|Filipina|Finnish|"
    "Finn|French|Georgian|German|Ghanaian|Greek|Guatemalan|Haitian|Hawaiian|Honduran|Hungarian|Icelandic|Indian|"
    "Indonesian|Iranian|Iraqi|Irish|Israeli|Italian|Jamaican|Japanese|Jordanian|Kazakh|Kenyan|Korean|South Korean|"
    "Kurdish|Laotian|Latvian|Lebanese|Libyan|Lithuanian|Luxembourgish|Macedonian|Malaysian|Maltese|Mexican|Moldovan|"
    "Mongolian|Moroccan|Namibian|Native American|Nepali|Nepalese|New Zealander|Kiwi|Nicaraguan|Nigerian|Norwegian|"
    "Pakistani|Palestinian|Panamanian|Paraguayan|Persian|Peruvian|Polish|Portuguese|Puerto Rican|Romanian|Russian|"
    "Rwandan|Salvadoran|Samoan|Saudi|Scottish|Scot|Senegalese|Serbian|Singaporean|Slovak|Slovenian|Somali|"
    "South African|Spanish|Spaniard|Sri Lankan|Sudanese|Swede|Swedish|Swiss|Syrian|Taiwanese|Tanzanian|Thai|Tibetan|"
    "Trinidadian|Tunisian|Turkish|Turk|Ugandan|Ukrainian|Uruguayan|Uzbek|Venezuelan|Vietnamese|Welsh|Yemeni|"
    "Zambian|Zimbabwean"
)

FEELINGS = (
    "tired|exhausted|sleepy|drained|burnt out|burned out|sad|down|depressed|miserable|heartbroken|lonely|homesick|"
    "anxious|nervous|worried|stressed out|stressed|overwhelmed|scared|terrified|afraid|angry|furious|mad|annoyed|"
    "frustrated|upset|disappointed|hurt|jealous|embarrassed|ashamed|guilty|bored|restless|confused|lost|empty|numb|"
    "happy|thrilled|excited|ecstatic|overjoyed|proud|relieved|grateful|hopeful|content|calm|peaceful|relaxed|"
    "energized|motivated|inspired|optimistic|sick|hungover|cranky|grumpy|moody|emotional|insecure|hopeless|great|"
    "amazing|terrible|awful|unwell|better|worse"
)

DIETS = (
    "vegan|vegetarian|pescatarian|pescetarian|veggie|plant[- ]based|gluten[- ]free|dairy[- ]free|sugar[- ]free|halal|"
    "kosher|keto|flexitarian|paleo|carnivore|raw food|low[- ]carb|low[- ]fodmap|low[- ]sodium|fruitarian|"
    "vegetarian and gluten[- ]free|meat[- ]free|wheat[- ]free|nut[- ]free"
)

TRAITS = (
    "shy|introverted|extroverted|outgoing|bossy|clumsy|stubborn|impatient|messy|tidy|organi[sz]ed|disorgani[sz]ed|"
    "talkative|chatty|ambitious|competitive|easy[- ]?going|laid[- ]back|forgetful|impulsive|independent|indecisive|"
    "(?:bi|tri)lingual(?=$|[.!]| (?:and|so|but|because)\\b)|lazy|creative|crafty|artistic|loyal|caring|friendly|"
    "generous|compassionate|outdoorsy|wealthy|"
    "health conscious|nosy|"
    "optimistic|pessimistic|punctual|reserved|sarcastic|sensitive|sentimental|spontaneous|superstitious|frugal|"
    "thrifty|absent[- ]minded|adventurous|athletic|blunt|geeky|nerdy|gullible|hot[- ]headed|short[- ]tempered|"
    "ticklish|tone[- ]deaf|double[- ]jointed|soft[- ]spoken|quick[- ]tempered|old[- ]fashioned|down[- ]to[- ]earth|"
    "open[- ]minded|hard[- ]?working|perfectionistic|possessive|scatterbrained|accident[- ]prone|camera[- ]shy|"
    "left[- ]handed|right[- ]handed|ambidextrous|squeamish|bookish|artsy|tech[- ]savvy|house[- ]?proud|claustrophobic"
)
"""Words for a lasting character or make; what may be of the day only ("quiet", "moody") is none."""

CONDITIONS = (
    r"(?:(?:type (?:\d|one|two) |early[- ]onset |gestational )?diabetes|asthma|adhd|add|migraines?|c[o]?eliac(?: "
    r"disease)?|insomnia|epilepsy|"
    r"(?:rheumatoid |psoriatic |osteo)?arthritis|(?:social |severe |general(?:ised|ized)? )?anxiety(?: disorder)?|"
    r"(?:clinical |postpartum |severe )?"
    r"depression|ocd|c?-?ptsd|dyslexia|dyspraxia|dyscalculia|autism|aspergers?|asperger's|tourettes?|tourette's|"
    r"tinnitus|chronic (?:pain|fatigue"
    r"(?: syndrome)?|migraines|back pain|illness|kidney disease|lyme)|fibromyalgia|lupus|crohn'?s(?: disease)?|"
    r"colitis|ulcerative colitis|ibs|ibd|"
    r"gerd|acid reflux|endometriosis|endo|pcos|eczema|psoriasis|rosacea|vitiligo|alopecia|acne|hypothyroidism|"
    r"hyperthyroidism|hashimoto'?s|"
    r"graves disease|(?:high|low) blood pressure|hypertension|high cholesterol|heart (?:disease|failure|condition|"
    r"murmur)|an? (?:heart (?:condition|"
    r"murmur)|pacemaker|thyroid (?:problem|condition|disorder)|eating disorder|panic disorder|bleeding disorder|"
    r"learning disability|disability|"
    r"stutter|stammer|lisp|slipped disc|herniated disc|bad (?:back|knee|hip|shoulder|heart)|hearing loss|hearing aid|"
    r"prosthetic (?:leg|arm|hand)|"
    r"limp|cold sore|brain tumou?r|concussion|autoimmune disease|chronic illness)|bad (?:knees|eyesight|vision|hips|"
    r"back|knee|hip|shoulder|heart)|hay ?fever|"
    r"(?:lactose|gluten|fructose|histamine) intolerance|diverticulitis|interstitial cystitis|"
    r"arrhythmia|afib|tachycardia|"
    r"pots|ehlers[- ]danlos|eds|ms|multiple sclerosis|als|parkinson'?s(?: disease)?|alzheimer'?s|dementia|cerebral "
    r"palsy|muscular dystrophy|"
    r"cystic fibrosis|sickle cell(?: anemia| disease)?|h(?:a)?emophilia|an(?:a)?emia|leuk(?:a)?emia|lymphoma|"
    r"(?:breast |lung |skin |prostate |colon |"
    r"thyroid |ovarian |bone |stage \w+ )?cancer|melanoma|hiv|aids|hepatitis(?: [abc])?|herpes|hpv|tuberculosis|"
    r"lyme(?: disease)?|long covid|"
    r"covid|pneumonia|bronchitis|copd|emphysema|sleep apn(?:o)?ea|narcolepsy|vertigo|gout|sciatica|scoliosis|"
    r"osteoporosis|carpal tunnel|"
    r"tendonitis|raynaud'?s|plantar fasciitis|glaucoma|cataracts|astigmatism|macular degeneration|bipolar(?: "
    r"disorder)?|schizophrenia|bpd|"
    r"borderline personality disorder|panic attacks|anorexia|bulimia|seizures|neuropathy|kidney (?:stones|disease|"
    r"failure)|gallstones|"
    r"restless legs?(?: syndrome)?|synesthesia|seasonal depression|sad syndrome|menopause|pots syndrome|a cold|the "
    r"flu|tonsillitis)"
)

ENDED = (
    r"(?:$|[,.!;:()].*| (?:and|but|so|since|from|which|that|in|on|for|as|with|at|because|due|after|when|whenever|"
    r"while|by|until|unless|once|before|between|plus|apart|if|"
    r"like|though|too|now|around|at all|these|right|again|always|till|cause|i|my|it|we|lol|btw|tbh|haha|rn|atm|here|or|"
    r"of|who|where|"
    r"all|every|this|most|just|sometimes|never|even|ever|according|without|through|thanks|half|myself|these|real|"
    r"really|"
    r"pretty|bad|badly|af|today|everywhere|though)\b.*)"
)
"""What may follow a value that is a closed list: nothing, a mark, or a word that no longer belongs to it."""

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
    "often never rarely sometimes usually always really literally probably lost stuck bound supposed sure lonely "
    "sleepy "
    "hungover heartbroken stressed starving freezing exhausted overwhelmed sitting watching eating doing having making "
    "playing studying dying living looking trying taking using visiting moving leaving reading writing talking high "
    "drunk sober broke poor rich famous smart ugly fat short tall small big little young male female man woman girl "
    "boy "
    "guy human bot ai robot nurse teacher student mom mum hope honestly basically technically currently "
    "names unimportant common unusual spelled pronounced bus train car foot bike plane instinct feel ear name many "
    "may having"
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
