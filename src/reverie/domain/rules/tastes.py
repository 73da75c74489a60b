"""Rules for what someone likes, does and has: favourites, likes, dislikes, hobbies, languages, possessions."""

from __future__ import annotations

from reverie.domain.memories import Category
from reverie.domain.rules.rule import Rule, Shape

_PREFERENCE = Category.PREFERENCE

TASTES: tuple[Rule, ...] = (
    Rule(
        name="favorite",
        pattern=r"(?:my )?(?:all[- ]time |absolute |current |new )?favorite (?P<slot>[^,;:.]+?) (?:is|are|has to be|is "
        r"called)(?: now| still)? (?P<value>.+)",
        key="favorite_{slot}",
        text="Favorite {slot} is {value}.",
        category=_PREFERENCE,
        importance=0.8,
        confidence=0.8,
        examples={
            "my favorite color is blue": {"favorite_color": "blue"},
            "my favourite board games are Catan": {"favorite_board_game": "catan"},
            'my favorite movie is "Spirited Away"!': {"favorite_movie": "spirited away"},
            "favorite color is purple btw": {"favorite_color": "purple"},
            "tbh my fave kind of music is jazz": {"favorite_music": "jazz"},
        },
        silent=(
            "my favorite food is not ramen",
            "my favorite part is when they kiss",
            "my sister's favorite color is blue",
        ),
    ),
    Rule(
        name="favorite, turned round",
        pattern=r"(?P<value>[^,;:]{2,50}?) (?:is|are) (?:definitely )?my (?:all[- ]time |absolute )?favorite "
        r"(?P<slot>[^,;:.]+)",
        key="favorite_{slot}",
        text="Favorite {slot} is {value}.",
        category=_PREFERENCE,
        importance=0.8,
        confidence=0.8,
        examples={
            "Ramen is my favorite food": {"favorite_food": "ramen"},
            "dogs are my favourite animals": {"favorite_animal": "dogs"},
        },
        silent=("that is my favorite movie", "what is my favorite food", "ramen is her favorite food"),
    ),
    Rule(
        name="favorite of its own",
        pattern=r"my (?:all[- ]time |absolute )?favorite(?: one)? is (?P<value>.+)",
        key="favorite",
        text="Favorite is {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        examples={"my favorite is pizza": {"favorite": "pizza"}},
        silent=("my favorite is when they kiss", "my favorite is not ramen", "what is my favorite"),
    ),
    Rule(
        name="like",
        pattern=r"I (?:like|love|adore|enjoy|am (?:a )?(?:big |huge |massive )?(?:fan of|into|fond of|obsessed "
        r"with|crazy about|in love with|keen on|passionate about|addicted to)|have a (?:thing|soft spot|passion|"
        r"weakness) for) (?P<value>(?!(?:the|all|both|half)\b(?! (?-i:[A-Z])| (?:sea|ocean|outdoors|beach|mountains|"
        r"rain|snow|sun|cold|heat|winter|summer|theat(?:er|re)|opera|piano|guitar|violin|cello|night|forest|woods|"
        r"countryside|gym|news|smell|taste) ?)).+)",
        key="likes:{value}",
        text="Likes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        many=True,
        ends=("dislikes:{value}",),
        examples={
            "i like pizza": {"likes:pizza": "pizza"},
            "I like jazz, ramen and hiking": {"likes:jazz": "jazz", "likes:ramen": "ramen", "likes:hiking": "hiking"},
            "honestly I really love mac and cheese": {"likes:mac and cheese": "mac and cheese"},
            "im obsessed with crossword puzzles lately": {"likes:crossword puzzles": "crossword puzzles"},
            "I enjoy long walks very much": {"likes:long walks": "long walks"},
        },
        silent=(
            "I like it",
            "I love you",
            "I like how it looks",
            "I love that for you",
            "I'd like a coffee",
            "I like the idea",
            "I love the yellow leaves",
        ),
    ),
    Rule(
        name="fan",
        pattern=r"I am an? (?:huge |big |massive |die-?hard |lifelong )?(?P<value>(?-i:[A-Z]).+?) (?:fan|lover|"
        r"nerd|geek)\b.*",
        key="likes:{value}",
        text="Likes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        examples={"I'm a huge Harry Potter fan": {"likes:harry potter": "harry potter"}},
        silent=("I'm not a Packers fan", "he's a Packers fan"),
    ),
    Rule(
        name="listens",
        pattern=r"I listen to (?:a lot of |lots of |mostly |mainly )?(?P<value>(?!(?:music|the)\b).+)",
        key="likes:{value}",
        text="Listens to {value}.",
        category=_PREFERENCE,
        many=True,
        examples={"I listen to a lot of podcasts": {"likes:podcasts": "podcasts"}},
        silent=("I listen to you", "I listen to music"),
    ),
    Rule(
        name="dislike",
        pattern=r"(?!.* (?:any ?more|now)$)I (?:hate|dislike|detest|despise|loathe|(?:can not|could never) "
        r"(?:stand|bear)|do not (?:like|"
        r"enjoy|love|care for)|"
        r"am not (?:a (?:big |huge )?fan of|into|fond of|keen on)) (?P<value>(?!to\b).+)",
        key="dislikes:{value}",
        text="Dislikes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        many=True,
        ends=("likes:{value}",),
        examples={
            "I hate cilantro": {"dislikes:cilantro": "cilantro"},
            "i dont like olives or anchovies": {"dislikes:olives": "olives", "dislikes:anchovies": "anchovies"},
            "can't stand... I can't stand horror movies": {"dislikes:horror movies": "horror movies"},
            "I'm not a big fan of crowds": {"dislikes:crowds": "crowds"},
        },
        silent=(
            "I hate it when that happens",
            "I hate to say this",
            "I don't like you",
            "I hate myself",
            "I don't like what he did",
        ),
    ),
    Rule(
        name="prefer",
        pattern=r"I prefer (?P<value>.+?)(?: (?:to|over|rather than) (?P<rest>.+))?",
        key="prefers:{value}",
        text="Prefers {value}.",
        category=_PREFERENCE,
        importance=0.7,
        confidence=0.7,
        examples={
            "I prefer tea over coffee": {"prefers:tea": "tea"},
            "i prefer night shifts": {"prefers:night shifts": "night shifts"},
        },
        silent=("I prefer not to say", "I prefer it that way"),
    ),
    Rule(
        name="plays",
        pattern=r"I (?:play|have been playing|have played|play in)(?: some| a lot of)? (?P<value>(?!(?:with|a|"
        r"along|around|in|for|on|at|by|my|devil|dumb|dead|fair|nice|safe|cool)\b).+)",
        key="hobby:{value}",
        text="Plays {value}.",
        category=_PREFERENCE,
        many=True,
        examples={
            "I play chess on weekends": {"hobby:chess": "chess"},
            "i play the guitar and piano": {"hobby:guitar": "guitar", "hobby:piano": "piano"},
        },
        silent=("I play with my dog", "I play it by ear", "my son plays chess", "I play a role in that"),
    ),
    Rule(
        name="hobby",
        pattern=r"(?:my (?:main |favorite |biggest |new )?(?:hobby|hobbies|pastime|passion) (?:is|are|include)|"
        r"I (?:have |)(?:taken up|took up|got(?:ten)? into|been getting into|have been getting into)|in my "
        r"(?:free|spare) time I (?:like|love|enjoy|do)) (?P<value>(?!(?:trouble|an?|the|my|it|this|that|bed|"
        r"college|university)\b).+)",
        key="hobby:{value}",
        text="Hobby is {value}.",
        category=_PREFERENCE,
        many=True,
        examples={
            "I've taken up pottery": {"hobby:pottery": "pottery"},
            "my hobbies are knitting and birdwatching": {
                "hobby:knitting": "knitting",
                "hobby:birdwatching": "birdwatching",
            },
            "I got into rock climbing last year": {"hobby:rock climbing": "rock climbing"},
        },
        silent=("I got into trouble", "I do my best", "I got into a fight", "my hobby is none of your business"),
    ),
    Rule(
        name="goes",
        pattern=r"I (?:go|have been going|love to go|like to go) (?P<value>hiking|running|jogging|swimming|"
        r"climbing|rock climbing|camping|fishing|dancing|skiing|surfing|cycling|sailing|kayaking|bouldering|"
        r"snowboarding|birdwatching|skating|horse riding)\b.*",
        key="hobby:{value}",
        text="Goes {value}.",
        category=_PREFERENCE,
        shape=Shape.EXACT,
        examples={"I go hiking every sunday": {"hobby:hiking": "hiking"}},
        silent=("I go crazy sometimes", "I go shopping"),
    ),
    Rule(
        name="makes",
        pattern=r"I (?P<value>knit|crochet|paint|bake|sew|garden|draw|juggle|sculpt|skate|sketch|surf|ski|bird ?watch|"
        r"scuba dive|brew beer|do yoga|do karate|do judo|do pilates|do ballet|write poetry|write poems|"
        r"write short stories)(?:$|[,.!]| (?:and|a lot|as|in|on|every|for|most|sometimes|all|whenever|when|with|"
        r"at|or)\b).*",
        key="hobby:{value}",
        text="Hobby: {value}.",
        category=_PREFERENCE,
        shape=Shape.EXACT,
        examples={
            "I knit a lot in winter": {"hobby:knit": "knit"},
        },
        silent=("I paint a grim picture here", "I draw the line at that"),
    ),
    Rule(
        name="collects",
        pattern=r"I collect (?P<value>(?!(?:my|our|your|the)\b).+)",
        key="hobby:collecting {value}",
        text="Collects {value}.",
        category=_PREFERENCE,
        many=True,
        examples={
            "i collect stamps and old coins": {
                "hobby:collecting stamps": "stamps",
                "hobby:collecting old coins": "old coins",
            }
        },
        silent=("I collect my thoughts", "I collect my kids from school"),
    ),
    Rule(
        name="learning",
        pattern=r"I (?:am|have been|started|have started|am currently) (?:learning|teaching myself|taking lessons "
        r"in)(?: how)?(?: to (?:speak|play|do))? "
        r"(?P<value>(?!(?:a lot|a ton|a bunch|about|from|that|to|more|new things|so much)\b).+)",
        key="learning:{value}",
        text="Is learning {value}.",
        many=True,
        examples={
            "I'm learning to play the cello": {"learning:cello": "cello"},
            "been busy, I have been learning Italian": {"learning:italian": "italian"},
        },
        silent=("I'm learning a lot from you", "I'm learning that the hard way"),
    ),
    Rule(
        name="owns",
        pattern=r"(?:I|we) (?:own|drive|ride|have|bought|got) (?:a|an|our|my)(?: own)? (?:new |first |used |"
        r"second-hand |"
        r"old |little |small |brand new )*(?P<value>(?:[\w'-]+ ){0,3}?(?:car|bike|bicycle|motorcycle|motorbike|"
        r"scooter|van|truck|boat|house|apartment|condo|cabin|farm|piano|guitar|violin|drum kit|telescope|camera|drone|"
        r"laptop|greenhouse|garden|record player|sewing machine|playstation|xbox|nintendo switch|kayak|surfboard|3d "
        r"printer|tesla|toyota|honda|vespa|camper))(?:$|[,.!]| (?:with|that|from|in|for|to|and|last|yesterday|today|"
        r"this|now)\b).*",
        key="owns:{value}",
        text="Has {a_value}.",
        importance=0.6,
        confidence=0.7,
        shape=Shape.EXACT,
        examples={
            "I bought a new electric bike": {"owns:electric bike": "electric bike"},
            "I drive an old Toyota": {"owns:toyota": "toyota"},
        },
        silent=("I don't have a car", "I want a car", "I have a car accident story", "he bought a house"),
    ),
    Rule(
        name="owns outright",
        pattern=r"I own (?P<value>(?:an?|two|three|four|five|\d+) .+)",
        key="owns:{value}",
        text="Owns {value}.",
        importance=0.6,
        confidence=0.7,
        examples={
            "I own a small bakery": {"owns:small bakery": "small bakery"},
            "I own three typewriters": {"owns:three typewriters": "three typewriters"},
        },
        silent=("I own it",),
    ),
)
