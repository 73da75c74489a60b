"""Rules for what someone loves best, of a kind or of all."""

from __future__ import annotations

from reverie.learning.rules.rule import Rule, Shape
from reverie.records.memories import Category

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
    ),
)
