"""What a person asks of their memory in chat: "what do you know about me?", "forget that", "don't save this".

A command is recognised only where a whole message (or, for what takes nothing away, a whole sentence of it)
is one of a few plain forms. A request not understood can be said again; a memory wiped by an idiom ("forget
it", "forget about her") is not forgiven.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import topic_words


class Verb(StrEnum):
    """What is asked."""

    LIST = "list"
    FORGET_THAT = "forget_that"
    FORGET = "forget"
    FORGET_ALL = "forget_all"
    UNLEARN = "unlearn"
    PAUSE = "pause"
    RESUME = "resume"
    UNDO = "undo"
    WHY = "why"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A request to the memory. ``topic`` is in the person's words ("my job", "I like ramen").

    ``off_record`` says that the same message also carries what must not be remembered.
    """

    verb: Verb
    topic: str | None = None
    off_record: bool = False
    in_company: bool = field(default=False, compare=False)


_LONGEST = 2000
"""Characters; a longer message is no command."""

_MINE = r"(?P<topic>my [^,;:.!?]{2,60})"
_STATED = r"(?P<topic>(?:i|i'm|im|i've|ive|my) [^,;:.!?]{2,80})"
_NOTE = r"(?:remember|keep|save|store|record|memorize|memorise|note|log|learn)"

_FORMS: tuple[tuple[Verb, str], ...] = (
    (
        Verb.LIST,
        r"what (?:do|did|else do|all do) you (?:remember|know|have stored|have saved) (?:about|of|on) me(?: so "
        r"far| now| already)?",
    ),
    (Verb.LIST, r"what (?:do|else do|all do) you (?:remember|know) about " + _MINE),
    (
        Verb.LIST,
        r"what (?:have|'ve) you (?:learned|learnt|remembered|saved|stored|noted) about (?:me|"
        + _MINE
        + r")(?: so far)?",
    ),
    (
        Verb.LIST,
        r"(?:tell|show) me (?:what|everything|all(?: that)?) you (?:know|remember|have saved|have stored) about (?:me|"
        + _MINE
        + r")",
    ),
    (Verb.LIST, r"(?:show|list|display)(?: me)? (?:all )?(?:of )?(?:my|your) memories(?: of me| about me)?"),
    (Verb.LIST, r"list (?:what|everything|all) you (?:know|remember) about (?:me|" + _MINE + r")"),
    (
        Verb.LIST,
        r"(?:what do you remember|what's in your memory|what is in your memory|do you (?:remember|know) anything "
        r"about me)",
    ),
    (Verb.FORGET_ALL, r"forget (?:about )?(?:me|everything|it all)(?: completely| entirely)?"),
    (
        Verb.FORGET_ALL,
        r"(?:forget|delete|erase|wipe|remove|clear) (?:everything|all|anything)(?: (?:that )?you (?:know|remember|"
        r"have|have stored|saved))? (?:about|on|of) me",
    ),
    (
        Verb.FORGET_ALL,
        r"(?:forget|delete|erase) everything (?:that )?(?:i (?:have |'ve )?(?:ever )?(?:said|told you)|i've "
        r"(?:ever )?(?:said|told you)|you know|you remember)",
    ),
    (
        Verb.FORGET_ALL,
        r"(?:delete|erase|wipe|remove|clear) (?:all |all of )?(?:my|your) (?:data|memories|memory)(?: of me| "
        r"about me| on me)?",
    ),
    (Verb.FORGET_ALL, r"(?:delete|erase|remove|close) my (?:account|profile|history|conversations|chats|everything)"),
    (
        Verb.FORGET_ALL,
        r"how (?:do|can|could) i (?:delete|erase|wipe|remove|clear) (?:everything|it all|all (?:of it|my data|you "
        r"know)|my (?:account|data|profile|history|memories|memory))(?: here| of mine)?",
    ),
    (
        Verb.FORGET_THAT,
        r"(?:forget|delete|erase) (?:that|this|that one|that memory|this memory)(?: (?:last )?(?:message|one))?",
    ),
    (
        Verb.FORGET_THAT,
        r"forget (?:what|the thing|everything) i (?:just |last )?(?:said|told you|wrote|mentioned)(?: just now)?",
    ),
    (
        Verb.FORGET_THAT,
        r"(?:forget|delete|erase) (?:the last thing i (?:said|told you|wrote)|my last message|the last message)",
    ),
    (Verb.FORGET_THAT, r"forget (?:that )?i (?:just |ever )?(?:said|told you|mentioned) (?:that|this|it)"),
    (
        Verb.FORGET,
        r"(?:forget|delete|erase|remove) (?:everything|anything|all|whatever|what)(?: (?:that )?(?:you (?:know|"
        r"remember)|i (?:said|told you|have told you|'ve told you)|i've (?:said|told you)))?"
        r" about (?P<topic>[^,;:.!?]{2,60})",
    ),
    (Verb.FORGET, r"forget (?:all )?about (?P<topic>[^,;:.!?]{2,60})"),
    (Verb.FORGET, r"forget " + _MINE),
    # One thing by its name alone; "forget it" and "forget me" are said otherwise.
    (
        Verb.FORGET,
        r"forget (?P<topic>(?!(?:it|this|that|him|her|them|you|me|us|about|everything|anything|all|nothing|yourself|"
        r"everyone|everybody|what|how|why|when|where|who|who's|the|a|an|i|we|to|your|our|his|their|not|never)\b)"
        r"[\w'’-]{3,30}(?: [\w'’-]{2,30})?)",
    ),
    (Verb.FORGET, r"forget (?P<topic>(?:the|our)(?: [\w'’-]{2,30}){1,4})"),
    (Verb.FORGET, r"forget (?:that |the fact that )" + _STATED),
    (
        Verb.FORGET,
        r"(?:delete|erase|remove) (?:the memory (?:of|about) |the memories (?:of|about) |memories (?:of|about) "
        r")(?P<topic>[^,;:.!?]{2,60})",
    ),
    (Verb.FORGET, r"(?:delete|erase|remove) (?P<topic>[^,;:.!?]{2,60}) from (?:your|my) memory"),
    (
        Verb.UNLEARN,
        r"(?:don't|do not|dont) " + _NOTE + r" (?:this|that|what i (?:just )?(?:said|told you|wrote)|any of "
        r"(?:this|that))"
        r"(?: one| message| part| in (?:your )?memory| to (?:your )?memory)?",
    ),
    (Verb.UNLEARN, r"(?:don't|do not|dont) (?:add|put|commit) (?:this|that) (?:to|in|into) (?:your )?memory"),
    (
        Verb.UNLEARN,
        r"(?:this (?:is|stays|one is)|that (?:is|was)|that's|keep (?:this|that)|let's keep (?:this|that)|"
        r"strictly) off the record|off the record",
    ),
    (
        Verb.PAUSE,
        r"(?:stop|pause) (?:remembering|memorizing|memorising|learning about me|saving what i say|saving things|"
        r"saving my messages|recording)(?: (?:things|everything|anything|me|what i say|this conversation|for now|"
        r"from now on))*",
    ),
    (
        Verb.PAUSE,
        r"(?:pause|disable|turn off|switch off|stop) (?:your |my |the )?memory(?: for now)?|(?:turn|switch) "
        r"(?:your |my |the )?memory off",
    ),
    (
        Verb.PAUSE,
        r"(?:don't|do not|dont) (?:remember|save|store|record) (?:anything|any of what i say)(?: from now on| i "
        r"say| from here on| for now| anymore)*",
    ),
    (Verb.PAUSE, r"(?:don't|do not|dont) " + _NOTE + r" what (?:i'm|i am) about to (?:say|tell you)"),
    (
        Verb.RESUME,
        r"(?:start|resume|continue) (?:remembering|memorizing|learning about me|saving things)(?: (?:things|"
        r"everything|me|what i say|again|now))*",
    ),
    (
        Verb.RESUME,
        r"(?:resume|enable|unpause|turn on|switch on|turn back on) (?:your |my |the )?memory(?: again)?|(?:turn|"
        r"switch) (?:your |my |the )?memory (?:back )?on(?: again)?",
    ),
    (Verb.RESUME, r"(?:remember|save) (?:things |everything |stuff )?again"),
    (Verb.UNDO, r"undo(?: (?:that|this|it|the last (?:change|one|thing)|the forgetting|your last change))?"),
    (
        Verb.UNDO,
        r"(?:bring|get) (?:it|that|that memory|those) back|restore (?:it|that|that memory)|(?:un-?forget|revert) "
        r"(?:that|it)",
    ),
    (Verb.WHY, r"how (?:do|did|would) you know (?:that|this|all (?:that|this)|it)(?: about me)?"),
    (Verb.WHY, r"how (?:do|did) you know (?:that |about )?" + _STATED),
    (
        Verb.WHY,
        r"(?:why do you (?:think|believe|say)|what makes you (?:think|say|believe)) (?:that )?(?P<topic>i (?:like|"
        r"love|hate|dislike|live|work|enjoy|prefer|own|play|speak|study) [^,;:.!?]{2,60})",
    ),
    (
        Verb.WHY,
        r"(?:where (?:did|do) you (?:get|have) (?:that|this)(?: from)?|where(?:'s| is| does) that(?: come)? from|"
        r"who told you (?:that|this)|when did i (?:say|tell you) (?:that|this)|did i (?:say|tell you) that)",
    ),
)
"""The plain forms, in the order they are tried."""

_ASKED_ONLY = frozenset({Verb.LIST, Verb.WHY, Verb.FORGET_ALL})
"""What takes nothing away, and may end with a question mark: how all is erased is only told."""
_IN_COMPANY = frozenset({Verb.LIST, Verb.WHY, Verb.UNLEARN, Verb.PAUSE, Verb.RESUME})
"""What may be one sentence of a longer message; what takes memories away must be the whole message."""

_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
_BEFORE = lazy_pattern(
    r"(?:(?:(?:hey|hi|ok|okay|so|well|oh|yes|no|and|but|also|now|wait|actually|sorry|right|alright|um|uh|hm+|pls|"
    r"please|just|kindly|you can|you should|you may|can you|could you|would you|will you|can you please|could you "
    r"please|i want you to|i need you to|i'd like you to|i would like you to|let's)\b[\s,.!-]*)|(?:\w{2,20}, )){1,5}",
    re.IGNORECASE,
)
_AFTER = lazy_pattern(
    r"(?:[\s,]+(?:please|pls|thanks|thank you|(?<!for )now|ok|okay|for me|right now|then|anyway|again please)){1,2}$",
    re.IGNORECASE,
)
_REASON = lazy_pattern(
    r"[\s,]+(?:(?:please|pls)(?= (?:i|he|she|we|they|it|as|so|or)\b)|because|cos|cuz|or else)\s.*$", re.IGNORECASE
)
"""Why somebody asks, which is no part of what they ask for: "forget the fall please I don't want Peter fretting"."""
_VAGUE = lazy_pattern(
    r"(?:it|that|this|them|him|her|us|you|me|what|how|who|everything|anything|everyone|all (?:that|this)|your .*|"
    r"the (?:past|rest|time|day|world|thing|idea|question|rules|haters|consequences|noise|pain)|"
    r"the (?:fact|way|whole|last|other|next|time|day|idea|thing) .*|tomorrow|today|yesterday|"
    r".* for (?:a (?:while|moment|minute|second|bit)|now|once|tonight|today))$|"
    r"my (?:ex|way|manners|troubles|problems|worries|keys|keys .*|umbrella|wallet)$|(?:he|she|they|we|you) .*",
    re.IGNORECASE,
)
_QUOTED = lazy_pattern(r'"[^"]*"[,;]?')
_EVERYTHING = lazy_pattern(
    r"(?:forget|delete|erase) (?:everything|all)(?: (?:that )?(?:you know|you remember|i told you|i said))? about "
    r"(?P<topic>[^,;:.!?]{2,60})(?:[,;:].*)?",
    re.IGNORECASE,
)
"""The one form that takes away and may end a longer message: nothing else is meant by it."""
_SENTENCE = lazy_pattern(r"[^.!?\n]+[.!?]*")
_AHEAD = lazy_pattern(
    r"(?:please )?(?P<form>(?:don't|do not|dont) (?:remember|save|store|record|memorize|note|log) (?:this|that)|"
    r"(?:this is |strictly )?off the record)(?:\s*[:,;\u2014-]\s*(?:but )?|\s+but\s+)(?P<rest>\S.+)",
    re.IGNORECASE | re.DOTALL,
)
_BEHIND = lazy_pattern(
    r".*\S\s*(?:(?:[,;:(\u2014-]\s*(?:but |so |and )?(?:please )?|\s(?:but|so|and) please )(?:don't|do not|dont) "
    r"(?:remember|save|store|record|memorize|note|log) (?:this|that)|\s(?:but|so) (?:don't|do not|dont) (?:save|store|"
    r"record|memorize|log) (?:this|that)|[,;:(\u2014-]\s*(?:but |and )?(?:this is |that's |strictly )?off the "
    r"record)(?: please| ok(?:ay)?)?[\s.!)]*",
    re.IGNORECASE | re.DOTALL,
)


_REMEMBER = lazy_pattern(
    r"(?:(?:please|pls|ok|okay|hey|oh|and|also|so),? )*(?P<asks>(?:can|could|will|would) you (?:please )?)?"
    r"(?:remember|note(?: down)?|make a note|keep in mind|(?:don't|dont|do not) forget)(?: this)?(?: that|:|,)? "
    r"(?P<told>(?:i|i'm|im|i've|ive|i'll|we|we're|we've) .+?|(?:my|our) .+? (?:is|are|was|were|has|have|had|does|can|"
    r"[a-z]+s) .+?)(?P<mark>[.!?]*)",
    re.IGNORECASE,
)


def told_to_remember(text: str) -> str | None:
    """What somebody asks outright to remember of themselves, as they say it; None where a message is anything else.

    >>> told_to_remember("please remember that my locker is number 12"), told_to_remember("Remember my sister?")
    ('my locker is number 12', None)
    """
    found = _REMEMBER.fullmatch(text.translate(_STRAIGHT).strip()) if len(text) <= _LONGEST else None
    return None if found is None or ("?" in found["mark"] and not found["asks"]) else found["told"]


@cache
def _forms() -> tuple[tuple[Verb, re.Pattern[str]], ...]:
    return tuple((verb, re.compile(form, re.IGNORECASE)) for verb, form in _FORMS)


def asked_of_memory(text: str) -> Command | None:
    """Understand a message as a request to the memory; None where it is anything else.

    What takes memories away counts only as a whole message. With ``UNLEARN``, ``off_record`` is True where
    the message itself carries what is not to be kept.
    """
    said = text.translate(_STRAIGHT).strip()
    if not said or len(said) > _LONGEST:
        return None
    said = _QUOTED.sub("", said)
    if '"' in said:
        return None
    if command := _command(said):
        return command
    sentences = [s.strip() for s in _SENTENCE.findall(said) if s.strip()]
    if (match := _EVERYTHING.fullmatch(_bare(sentences[-1] if sentences else ""))) and not _VAGUE.match(match["topic"]):
        return Command(verb=Verb.FORGET, topic=match["topic"])
    if len(sentences) > 1:
        for sentence in (sentences[-1], sentences[0]):
            command = _command(sentence)
            if command and command.verb in _IN_COMPANY:
                return Command(
                    verb=command.verb, topic=command.topic, off_record=command.verb is Verb.UNLEARN, in_company=True
                )
    if _AHEAD.fullmatch(_bare(said)) or _BEHIND.fullmatch(said):
        return Command(verb=Verb.UNLEARN, off_record=True)
    return None


def _bare(said: str) -> str:
    """The sentence without courtesies around it and marks at its end."""
    bare = " ".join(said.split()).rstrip(" .!?)")
    opener = _BEFORE.match(bare)
    bare = bare[opener.end() :] if opener else bare
    return _AFTER.sub("", bare).rstrip(" ,.!?")


def _command(said: str) -> Command | None:
    if "\n" in said:
        return None
    bare, asks = _bare(said), said.rstrip(" )").endswith("?")
    for verb, form in _forms():
        match = form.fullmatch(bare)
        if match is None:
            continue
        topic = match.groupdict().get("topic")
        if topic and verb is Verb.FORGET:
            topic = _REASON.sub("", topic)
        if topic and (_VAGUE.match(topic.strip()) or not topic_words(topic)):
            return None
        if (
            asks
            and verb not in _ASKED_ONLY
            and not re.match(r"\W*(?:\w+, )?(?:can|could|would|will) you\b", said, re.IGNORECASE)
        ):
            return None
        return Command(verb=verb, topic=topic.strip() if topic else None)
    return None
