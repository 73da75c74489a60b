"""Learning by rules: what a person plainly says of themselves, found without a model in about a millisecond.

The rules are data, a module for each part of a life (``identity``, ``work``, ``health``, ``feelings``, ``favorites``,
``tastes``, ``hobbies``, ``habits``, ``skills``, ``belongings``, ``plans``, ``events``, ``endings``). ``reading``
decides which words count, with ``spelling`` for how they are typed, ``guards`` for what is not asserted and
``statements`` for what one clause states; ``values`` tells what a value is, ``dates`` when it was, ``cues`` which rules
are worth trying, ``corrections`` what "actually it's ramen" is about, and ``extraction`` puts them together.
"""

from __future__ import annotations

from reverie.learning.rules.extraction import READ_AT_MOST, RULES, categories, extract
from reverie.learning.rules.rule import Rule, Shape
from reverie.learning.rules.sentences.reading import own_words

__all__ = ["READ_AT_MOST", "RULES", "Rule", "Shape", "categories", "extract", "own_words"]
