"""Which language a text is in, and words as they are searched in it."""

from __future__ import annotations

import pytest

from reverie.store.search.tokens import searched_tokens, spellings, tokens
from reverie.text.languages import NAMES, is_learned_from, language_of, small_words

FORMS = [
    ("meine Schwestern wohnen jetzt alle in Hamburg", "Wo ist die Wohnung meiner Schwester?"),
    ("mes deux chiennes dorment toujours sur le canapé", "où dort ma chienne ?"),
    ("моя сестра живёт в Казани с двумя кошками", "где живут мои сёстры и кошка?"),
    ("mam dwa koty i oba śpią na mojej kanapie", "gdzie jest kanapa i jaki kot na niej śpi?"),
    ("kız kardeşim artık İzmir'de bir okulda çalışıyor", "kardeşim nerede ve ne çalışıyor"),
    ("minun siskoni asuvat nyt Tampereella", "missä kaupungissa siskon koti nyt on"),
]


@pytest.mark.parametrize(("said", "asked"), FORMS)
def test_words_are_found_in_another_form(said: str, asked: str) -> None:
    known = set(tokens(said))
    assert known & set(tokens(asked))
    assert language_of(said) == language_of(asked) != "en"


def test_a_word_alone_is_found_in_a_text_whose_language_shows() -> None:
    known = set(tokens("meine Schwestern wohnen jetzt in Hamburg"))
    (own, *more), others = tokens("Schwestern"), spellings("Schwestern")
    assert not more
    assert own not in known
    assert known & others[own]


def test_a_text_that_was_cut_as_english_is_found_in_its_own_language() -> None:
    own = tokens("Wo wohnt meine Schwester?")
    others = spellings("Wo wohnt meine Schwester?")
    (alone,) = tokens("Schwester")
    assert alone not in own
    assert any(alone in found for found in others.values())


def test_english_has_one_spelling() -> None:
    assert spellings("where does my sister live?") == {}
    assert tokens("two sisters are living here") == tokens("TWO sister living")


def test_accents_and_wide_letters_are_folded() -> None:
    assert tokens("Café") == tokens("cafe") == tokens("ｃａｆｅ")
    assert set(tokens("le café est fermé")) == set(tokens("le cafe est ferme"))


@pytest.mark.parametrize("said", ["Mia likes jazz", "Ben works nights", "Ada moved house", "I am at home", "Leeds"])
def test_names_make_no_other_language(said: str) -> None:
    assert language_of(said) in ("en", None)


def test_scripts_tell_a_language_and_have_a_name() -> None:
    said = {
        "ja": "妹はリーズに",
        "zh": "我的妹妹住在北京",
        "ko": "여동생은 서울에",
        "th": "น้องสาวอยู่ที่",
        "el": "Η αδελφή μου",
    }
    said |= {"ar": "أختي في لندن", "fa": "خواهرم در پاریس", "hi": "मेरी बहन", "hy": "Իմ քույրը", "ta": "என் சகோதரி"}
    said |= {"tr": "kız kardeşim", "pl": "śpię", "de": "größer"}
    assert {language: language_of(text) for language, text in said.items()} == {one: one for one in said}
    assert {*said} <= {*NAMES}
    assert small_words("ja") == frozenset()


def test_a_name_is_found_by_a_question_in_another_language() -> None:
    for said, asked in (
        ("María vive en Sevilla y trabaja", "Who lives in Sevilla?"),
        ("Peter ist nicht da", "is Peter there?"),
    ):
        assert {*searched_tokens(said)} & {*tokens(asked)}


def test_a_turn_of_few_small_words_is_in_the_language_of_the_turn_before() -> None:
    said = "tutor, lists, screaming. also quit kickboxing it clashes w maths"
    assert is_learned_from(said, "guess who is on the waiting list for adhd")
    assert not is_learned_from(said)
    assert not is_learned_from(
        "Kahapon bumili ako ng bagong sapatos para kay nanay", "guess who is on the waiting list"
    )
