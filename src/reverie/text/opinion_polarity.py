"""Which way an opinion leans: for what it is about, or against it, by its words of value.

"Jazz is honest music" and "I love jazz" share no stance word for word, and lean the same way. A comparison ("tea is
better than coffee") leans nowhere, since that depends on which of the two is asked about.
"""

from __future__ import annotations

from reverie.text.patterns import lazy_pattern

FOR = frozenset(
    "admirable admire adore amazing art beautiful beauty best brave brilliant calming charming cherish comforting "
    "delicious delightful deserve deserves dignity elegant enchanting enjoy enjoyed essential ethical exquisite fair "
    "fan fascinating favorite favourite fine fond freedom freeing fun gentle glorious good gorgeous graceful great "
    "greatest finest healthy honest human humane important inspiring interesting joy joyful kind liberating like liked "
    "love loved lovely loveliest magical matter matters meaningful mesmerising mesmerizing moral moving nice noble "
    "nourishing partial perfect pleasant poetic poetry powerful precious priceless profound pure reassuring relaxing "
    "restful rewarding right romantic sacred sincere soothing stunning sublime superior tasty thrilling timeless "
    "treasure underrated undervalued useful vital weakness wise wonderful worth worthwhile worthy belong "
    "belongs".split()
)
AGAINST = frozenset(
    "abhor addictive appalling avoid awful bad boring cruel cruelty dangerous depressing despise detest dishonest "
    "dislike disliked disgusting dread dreadful dull evil exhausting foolish gross harmful hate hated hollow hopeless "
    "horrible hypocrisy immoral inferior lazy loathe mediocre meaningless miserable nasty nonsense overhyped overrated "
    "pointless pretentious rude ruin ruins shallow silly sterile stifling stupid suspicious tasteless tedious terrible "
    "tiresome tragic ugly unbearable unethical unfair unjust unkind useless vulgar wary waste wasteful worse worst "
    "worthless wrong".split()
)
_NOT = lazy_pattern(r"\b(?:not|never|no longer|hardly|isn't|aren't|wasn't|don't|doesn't|do not|cannot|can't|nothing)\b")
_STAND = lazy_pattern(r"\b(?:can't|cannot|can not) (?:stand|bear|abide)\b")
_COMPARES = lazy_pattern(r"\b(?:than|over|prefer\w*|versus|vs|nothing|unless|if|but|though|although|except|only)\b")
_WORD = lazy_pattern(r"[a-z'-]+")


def leaning(opinion: str) -> int:
    """1 for, -1 against, 0 where its words of value say nothing, disagree, compare, or hang on a condition.

    >>> leaning("Jazz is honest music"), leaning("I can't stand jazz"), leaning("Tea is better than coffee")
    (1, -1, 0)
    """
    said = opinion.casefold().replace("’", "'")
    if _COMPARES.search(said):
        return 0
    words = set(_WORD.findall(_STAND.sub("hate", said)))
    good, bad = bool(words & FOR), bool(words & AGAINST)
    if good == bad:
        return 0
    denied = len(_NOT.findall(_STAND.sub("hate", said)))
    if denied > 1 or (denied and bad):  # "not bad" is hardly praise
        return 0
    return -1 if bad or denied else 1
