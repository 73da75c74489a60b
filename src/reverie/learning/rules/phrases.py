"""Stretches of English that rules share where the value comes first: what may be a thing, and how strongly.

A value that stands before its verb ("gardening keeps me sane") has no fixed words ahead of it, so what it may be is
bounded here: a few words, none of which points at somebody or states something of its own.
"""

from __future__ import annotations

NO_THING = (
    r"(?:the|my|our|his|her|your|their|this|that|these|those|it|its|he|she|they|you|we|i|me|him|us|them|which|who|what"
    r"|there|here|and|but|or|so|if|when|because|nothing|everything|something|anything|someone|everyone|people|one|all"
    r"|some|any|no|not|is|are|was|were|am|be|been|has|have|had|do|does|did|will|would|can|could|should|may|might|must"
    r"|then|just|only|even|how|why|where|to|than|life|today|god|things?|stuff|mom|mum|dad)"
)
"""Words that are no part of a thing: pointers, subjects of another kind, and words that state something."""

THING_FIRST = rf"(?:(?!{NO_THING}\b)[\w'-]+ ){{0,4}}?(?!{NO_THING}\b)[\w'-]+"
"""A thing at the beginning of a clause: one to five words, none of which could be a subject of another kind."""

VERY = (
    r"(?:(?:so|very|really|pretty|super|quite|totally|completely|absolutely|utterly|hopelessly|madly|rather|big "
    r"time|big|way|such|still|always|kind of|kinda|a bit|a little|seriously|properly|well|dead|a tad|fairly|truly|"
    r"honestly|just|forever|too|hella|mega) )*"
)
"""Any words of degree, or none."""

WISHED = (
    r"(?:become|be an?|go [a-z]+ing|learn|visit|travel|own|go to (?!bed\b|sleep\b|the (?:bathroom|toilet|store))|open "
    r"(?:an?|my)|"
    r"write "
    r"(?:an?|my))"
)
"""What "I would love to" begins where it is a dream and no favour asked."""
