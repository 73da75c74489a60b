"""Rules for what someone loves best, of a kind or of all."""

from __future__ import annotations

from reverie.domain.memories import Category
from reverie.domain.rules.rule import Rule, Shape

_PREFERENCE = Category.PREFERENCE

_MINE = r"my (?:own )?(?:personal )?(?:all[- ]time |absolute |current |new |number one |no\.? ?1 |#1 |very )*"

FAVORITE: tuple[Rule, ...] = (
    Rule(
        name="favorite",
        pattern=rf"(?:(?:{_MINE})?(?:favorite|go[- ]to|top) (?P<slot>[^,;:.]+?)|{_MINE}(?P<slot2>\w+(?: \w+)?) of "
        rf"choice)(?:'s| is| are|, hands down,? is| has to be| have to be| must be| would have to be| would be| is "
        rf"called| has always been| will always be|:| =)(?: now| still| definitely| probably| by far| hands "
        rf"down)?,? (?P<value>(?!called\b).+)",
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
            "my go-to karaoke song is Dancing Queen": {"favorite_karaoke_song": "dancing queen"},
            "my all time fave band has to be the cure": {"favorite_band": "cure"},
            "my drink of choice is ginger beer": {"favorite_drink": "ginger beer"},
            "my favorite thing to do is bake bread": {"favorite_activity": "bake bread"},
            "my favorite hobby is painting miniatures": {"favorite_hobby": "painting miniatures"},
        },
        silent=(
            "my favorite food is not ramen",
            "my favorite part is when they kiss",
            "my sister's favorite color is blue",
            "my favorite thing about you is your patience",
            "my favorite food was ramen",
        ),
    ),
    Rule(
        name="favorite, turned round",
        pattern=rf"(?P<value1>[^,;:]{{2,60}}?) (?:is|are) my (?P<slot1>drink|food|snack|poison|weapon|instrument|genre|"
        rf"sport|meal) of "
        rf"choice|(?P<value>[^,;:]{{2,60}}?)(?:'s|,? (?:is|are|has to be|will always be|has always been)) "
        rf"(?:definitely |still |by far |easily |probably |hands down |now )?{_MINE}(?:favorite|go[- ]to) "
        rf"(?P<slot>[^,;:.]+)",
        key="favorite_{slot}",
        text="Favorite {slot} is {value}.",
        category=_PREFERENCE,
        importance=0.8,
        confidence=0.8,
        examples={
            "Ramen is my favorite food": {"favorite_food": "ramen"},
            "dogs are my favourite animals": {"favorite_animal": "dogs"},
            "reading is my favorite thing to do": {"favorite_activity": "reading"},
            "swimming is my favourite pastime": {"favorite_pastime": "swimming"},
        },
        silent=(
            "that is my favorite movie",
            "what is my favorite food",
            "ramen is her favorite food",
            "you are my favorite person",
        ),
    ),
    Rule(
        name="my colour",
        pattern=rf"(?P<value>(?:[\w'-]+ ){{0,2}}[\w'-]+) (?:is|are|has been|will always be) (?:always |still |so )"
        rf"?(?:my|our) (?P<slot>colou?r|season|month|poison|drink|sport|lucky number|flower|holiday|animal|time of"
        rf" (?:day|year)|band|team|show|genre|number one)(?:,.*| (?:always|and|for|since|through)\b.*)?|(?:(?:the "
        rf")?best|{_MINE}(?:number one|top|no 1|lucky)|number one|lucky) (?P<slot2>[a-z]+(?: [a-z]+)?)(?: (?:ever"
        rf"(?: made| written)?|of all time|in the world|on earth|for me))?(?: (?:is|are|has to be|would be|will "
        rf"always be)|'s|:) (?P<value2>(?!(?:to|that|when|not|yet|by|if|the)\b).+)",
        key="favorite_{slot}",
        text="Favorite {slot} is {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        examples={
            "teal is my colour, always was": {"favorite_color": "teal"},
            "my number one singer is Nina Simone": {"favorite_singer": "nina simone"},
        },
        silent=("blue is not my colour", "it is my season", "the best way is to wait"),
    ),
    Rule(
        name="favorite of its own",
        pattern=rf"(?:{_MINE}favorite(?: one)?|the (?:food|drink|band|song|book|movie|show|game) (?:that )?I "
        rf"(?:like|love) (?:the )?(?:most|best)) is (?P<value>.+)",
        key="favorite",
        text="Favorite is {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        examples={"my favorite is pizza": {"favorite": "pizza"}},
        silent=("my favorite is when they kiss", "my favorite is not ramen", "what is my favorite"),
    ),
    Rule(
        name="favorite named in passing",
        pattern=rf".*\b{_MINE}favorite (?P<slot>band|singer|artist|author|writer|book|movie|film|show|team|player"
        rf"|restaurant|cafe|bar|game|song|album|actor|actress|painter|composer|poet|podcast|comedian),? "
        rf"(?P<value>(?!is\b|are\b|was\b)(?-i:[A-Z]).+)",
        key="favorite_{slot}",
        text="Favorite {slot} is {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        shape=Shape.PROPER,
        examples={"I saw my favorite band, Radiohead, last night": {"favorite_band": "radiohead"}},
        silent=("I read my favorite book again", "my favorite band is on tour"),
    ),
    Rule(
        name="one of the favorites",
        pattern=rf"(?:(?:one|some|two|three|a few|a couple) of {_MINE}favorite(?:s|(?: [a-z]+){{1,3}})"
        rf"|{_MINE}(?:favorites|faves|guilty pleasures?|go[- ]tos?|comfort (?:food|movie|show)|weakness|kryptonite"
        rf"|happy place|obsession|addiction|vice|hyperfixation|cup of tea))(?: right now| lately| at the moment| "
        rf"these days)? (?:is|are|include|includes|have to be|has to be|would be) (?P<value>.+)",
        key="likes:{value}",
        text="Likes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        many=True,
        examples={
            "one of my favorite movies is Alien": {"likes:alien": "alien"},
            "my favorites are mango and lychee": {"likes:mango": "mango", "likes:lychee": "lychee"},
            "my guilty pleasure is reality tv": {"likes:reality tv": "reality tv"},
            "my comfort food is congee": {"likes:congee": "congee"},
        },
        silent=("one of my favorite parts is when they kiss", "my weakness is that I care"),
    ),
    Rule(
        name="favorite among others",
        pattern=rf"(?P<value>[^,;:]{{2,50}}?) (?:is|are) (?:definitely |totally |still |always |probably |just "
        rf")*(?:(?:one|some|two) of {_MINE}favorites?(?: .*)?|{_MINE}(?:favorites?|jam|thing|passion|obsession"
        rf"|everything|weakness|guilty pleasure|happy place|life|addiction|cup of tea|kryptonite|comfort (?:food"
        rf"|movie|show)|vibe|drug|religion|go[- ]to|escape|world|love language)|life)",
        key="likes:{value}",
        text="Likes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        many=True,
        examples={
            "music is my life": {"likes:music": "music"},
            "karaoke is totally my jam": {"likes:karaoke": "karaoke"},
            "Alien is one of my favorite movies": {"likes:alien": "alien"},
        },
        silent=("that is my life", "this is my favorite", "you are my everything", "my kids are my life"),
    ),
    Rule(
        name="least favorite",
        pattern=rf"(?:{_MINE}least favorite (?:[a-z]+(?: [a-z]+)?|thing to (?:do|eat)) is|my (?:biggest |main "
        rf"|number one )?(?:pet peeve|pet hate) (?:is|are)|the (?:food|thing) I hate (?:the )?most is) "
        rf"(?P<value>(?!when\b).+)",
        key="dislikes:{value}",
        text="Dislikes {value}.",
        category=_PREFERENCE,
        importance=0.75,
        confidence=0.7,
        ends=("likes:{value}",),
        examples={
            "my least favorite vegetable is okra": {"dislikes:okra": "okra"},
            "my biggest pet peeve is loud chewing": {"dislikes:loud chewing": "loud chewing"},
        },
        silent=("my least favorite part is when they fight",),
    ),
)
