"""What language somebody writes in, told by the small words that no sentence does without, or by its letters.

Words are searched by the stems of their language. Only some languages are learned from; the others are listed so that
they are not taken for those.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pkgutil import get_data

from reverie.text.patterns import lazy_pattern

_WORD = lazy_pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SMALL = {
    language: frozenset(words.split())
    for language, words in tomllib.loads((get_data("reverie.text", "small_words.toml") or b"").decode()).items()
}


def _languages_of_words() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for language, words in _SMALL.items():
        for word in words:
            found.setdefault(word, []).append(language)
    return found


_SPEAKS = _languages_of_words()
_PLACE = {language: place for place, language in enumerate(_SMALL)}
NAMES = {
    "en": "English", "es": "Spanish", "pt": "Portuguese", "it": "Italian", "fr": "French", "ca": "Catalan",
    "de": "German", "pl": "Polish", "sv": "Swedish", "tr": "Turkish", "nl": "Dutch", "da": "Danish", "no": "Norwegian",
    "fi": "Finnish", "hu": "Hungarian", "ro": "Romanian", "cs": "Czech", "id": "Indonesian", "ru": "Russian",
    "el": "Greek", "fa": "Persian", "ar": "Arabic", "hi": "Hindi", "ta": "Tamil", "hy": "Armenian", "ja": "Japanese",
    "zh": "Chinese", "ko": "Korean", "th": "Thai",
}  # fmt: skip
"""The languages that are told apart, by their two letters."""

_LETTERS = (
    ("ja", lazy_pattern("[\u3040-\u30ff]")),
    ("zh", lazy_pattern("[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("ko", lazy_pattern("[\uac00-\ud7af]")),
    ("th", lazy_pattern("[\u0e00-\u0e7f]")),
    ("ru", lazy_pattern("[\u0400-\u04ff]")),
    ("el", lazy_pattern("[\u0370-\u03ff]")),
    ("fa", lazy_pattern("[\u067e\u0686\u0698\u06a9\u06af\u06cc]")),
    ("ar", lazy_pattern("[\u0600-\u06ff]")),
    ("hi", lazy_pattern("[\u0900-\u097f]")),
    ("ta", lazy_pattern("[\u0b80-\u0bff]")),
    ("hy", lazy_pattern("[\u0530-\u058f]")),
    *(
        (language, lazy_pattern(rf"\b[^\W\dA-Z]\w*[{letters}]|\b[{letters}]"))
        for language, letters in (
            ("tr", "ığş"), ("pl", "łąęśźż"), ("cs", "řěů"), ("hu", "őű"), ("ro", "țșă"), ("pt", "ãõ"), ("es", "ñ"),
            ("de", "ß"),
        )
    ),
)  # fmt: skip
"""Letters by which a language is told, or that most write with them; Latin ones only in words that are no name."""

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
    ('de', 'ja')
    >>> language_of("моя сестра переехала в Лидс"), language_of("Leeds?")
    ('ru', None)
    """
    best, share = _likeliest(text)
    if best is not None and share >= _ENOUGH:
        return best
    if text.isascii():
        return None
    return next((language for language, letters in _LETTERS if letters.search(text)), None)


def _likeliest(text: str) -> tuple[str | None, float]:
    """The language with the most small words in a text, and their share of its words."""
    words = _WORD.findall(text.casefold().replace("’", "'"))
    counts = Counter(language for word in words for language in _SPEAKS.get(word, ()))
    best = max(counts, key=lambda language: (counts[language], -_PLACE[language]), default=None)
    return best, 0.0 if best is None else counts[best] / len(words)


def is_learned_from(text: str, *before: str) -> bool:
    """Whether a turn is in a language that is learned from; where that does not show, the first before it that does.

    >>> is_learned_from("34, leeds born n bred", "", "And how old are you?")
    True
    >>> is_learned_from("Ich wohne jetzt in Hamburg"), is_learned_from("mieszkam teraz w Krakowie i tam pracuję")
    (False, False)
    """
    if sum(letter.isalpha() and not letter.isascii() for letter in text) > len(text) / 2:
        return False
    found, short = language_of(text), len(_WORD.findall(text)) <= _SHORT
    if found is None:
        near = next(filter(None, (language_of(one) for one in before)), None)
        found = near if short or near == _likeliest(text)[0] else None  # "tutor, lists, screaming. also quit judo, its"
    return found in LEARNED_FROM or (found is None and short)


def small_words(language: str) -> frozenset[str]:
    """The small words of a language, which say nothing by themselves; none of one that is told by its letters.

    >>> "ich" in small_words("de"), small_words("ru")
    (True, frozenset())
    """
    return _SMALL.get(language, frozenset())
