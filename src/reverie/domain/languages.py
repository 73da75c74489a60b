"""What language somebody writes in, told by the small words that no sentence does without.

Only some languages are learned from; the others are listed so that they are not taken for those.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SMALL = {
    "en": "the and to of i a is it my you that for with on we at me but have are this not just be what she he they im "
    "dont its was do your so if or can about from had has her his as our all there out up get got know how like i'm "
    "don't it's that's thats u n ur yeah nah cos cuz bc been were will would who when then no in an by am",
    "es": "el la los las de que y en un una no es lo se con por para mi me te tu su al del pero más muy ya está estoy "
    "soy tengo cuando como si o yo porque le les nos hay fue esta este eso ese qué q bien "
    "ahora hoy voy era son vos a ha he han ido sido ella él nos fui mío",
    "pt": "o os as um uma não é eu do da em no na que de e com por para mais mas você meu minha tem foi está estou ele "
    "ela isso muito também já se me pra tá sou seu sua ao dos das",
    "it": "il lo gli un una non è di che e per con in mi ti ma più sono ho ha anche come questo della del al nel mio "
    "mia perché ci si le la molto quando cosa",
    "fr": "le la les un une je tu il elle nous vous ne pas est et de des du que qui en dans pour avec mon ma mes ce "
    "cette mais sur au aux j'ai c'est suis très plus on se sont",
    "ca": "el la els les un una no és de que i en amb per a meu meva però més molt ja estic sóc tinc quan com si jo ho",
    "de": "der die das und ich nicht ist ein eine in zu mit mir mein meine auch auf den dem von sie er wir hat habe "
    "bin war für aber noch so wie was es im am an",
    "pl": "nie jest to że na się w z i do jak mi mnie mam moja mój jestem był była po dla od ale już teraz tam co czy",
    "sv": "jag är och att det en ett inte på som med för har min mitt mina till av han hon vi du nu var men så om",
    "tr": "bir ve bu da de çok ben benim için ile ama var yok ne mi değil şimdi gibi daha sonra oldu kadar",
    "nl": "de het een en ik niet is van in met mijn ook op te dat die zij hij wij we heb heeft ben was voor maar nog "
    "zo als wat er naar aan",
}
_WORDS = {language: frozenset(words.split()) for language, words in _SMALL.items()}
LEARNED_FROM = frozenset({"en", "es"})
"""The languages that the extractor was trained on."""

_SHORT = 6
"""Words of a text that need not show its language."""

_ENOUGH = 0.14
"""The least share of small words in a text of a language."""


def language_of(text: str) -> str | None:
    """Tell the language of a text, as its two letters; None where it is none of those that are told apart.

    >>> language_of("my sister moved to Leeds and i miss her"), language_of("mi hermana se ha ido a vivir a Lugo")
    ('en', 'es')
    >>> language_of("meine Schwester ist nach Leeds gezogen"), language_of("妹はリーズに引っ越した")
    ('de', None)
    """
    words = [word.replace("’", "'") for word in _WORD.findall(text.casefold())]
    if not words:
        return None
    shares = {language: sum(word in small for word in words) / len(words) for language, small in _WORDS.items()}
    best = max(shares, key=shares.__getitem__)
    return best if shares[best] >= _ENOUGH else None


def is_learned_from(text: str, *before: str) -> bool:
    """Whether a turn is in a language that is learned from; where that does not show, the first before it that does.

    >>> is_learned_from("34, leeds born n bred", "", "And how old are you?")
    True
    >>> is_learned_from("Ich wohne jetzt in Hamburg"), is_learned_from("mieszkam teraz w Krakowie i tam pracuję")
    (False, False)
    """
    if sum(letter.isalpha() and not letter.isascii() for letter in text) > len(text) / 2:
        return False
    found, words = language_of(text), len(_WORD.findall(text))
    if found is None and words <= _SHORT:
        found = next(filter(None, (language_of(one) for one in before)), None)
    return found in LEARNED_FROM or (found is None and words <= _SHORT)
