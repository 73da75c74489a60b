"""What is answered with no language model: the person's own words, quoted with their dates, and nothing more.

Pure functions of records. Nothing here makes a sentence about the person that memory does not hold; where
memory holds nothing near enough, it says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from reverie.context.intents import Intent
from reverie.learning.message_learning import Said
from reverie.memory import lifecycle
from reverie.memory.writing import Learned
from reverie.recall.search import Hit
from reverie.records.memories import About, Kind, Memory, Status
from reverie.records.users import is_id
from reverie.store.search.ranking import question_share
from reverie.text.patterns import lazy_pattern
from reverie.text.said_queries import asks_outright, without_asking
from reverie.text.second_person import in_own_words, on_day, to_you, with_dates
from reverie.text.value_matching import mentions, slot, topic_words

NEAR_BY_WORDS = 1.5
NEAR_BY_MEANING = 3.6
"""What words alone, and words and meaning together, must add to a hit's score before it is an answer.

Measured with 17 questions on the demo's conversation: what answers one has 2.7 to 5.1 by words alone and 3.7 to 8.1
with meaning. What does not stays below 1.2 and 3.6, but for turns of phrase ("do you love me?": 4.2 and 4.9).
"""

LIKELY, NEARLY_AS_LIKELY, MOST_LIKELY = 0.22, 0.6, 2
"""How likely a hit has to be to answer where the extractor reads them, the share of the best one's from which another
is given with it, and how many are given.

On the questions that it was fitted on, each file's by the others alone: of 132 about short histories 0.64 are answered
rightly and 0.11 wrongly, of 205 about whole lives 0.53 and 0.33. A sum of score and agreement with one bar, as it was
chosen on the first alone, had 0.57 and 0.18, and 0.38 and 0.51.
"""

NEARLY = 0.8
"""Share of the best answer's closeness from which another is given with it."""

MOST = 3
"""Answers given to one question."""

LOOKED_AT, READ = 24, 12
"""Hits that are looked for, and how many of those that are no questions are read for an answer."""

LONGEST_QUOTE = 300
"""Characters of one quotation."""

_DIED = lazy_pattern(r"\b(?:died|passed away|put (?:down|to sleep))\b", re.IGNORECASE)
_OF_COMPANION = lazy_pattern(
    r"\W*(?:(?:so|and|but|hey|hi|hello|ok|okay|well),?\s+)*(?:are|r|can|could|will|would|do|did|have)\s+(?:you|u|ya)\b"
    r"(?!.*\b(?:remember|recall|know|tell|told|my|i|we|our)\b)",
    re.IGNORECASE,
)

_WHO_IT_IS = lazy_pattern(
    r"\W*(?:(?:so|and|but|hey|hi|hello|ok|okay|well),? )*(?:who (?:are|r) (?:you|u)|what are you called|"
    r"what(?:['’]?s| is) (?:your|ur) name)(?: again)?\W*",
    re.IGNORECASE,
)
_ASKED_OF = lazy_pattern(
    r"(?:(?:so|and|but|hey|ok|okay|well),? )*(?:who(?:'?s| is| was| are| were)|what (?:does|did)|what about|"
    r"(?:do|did) (?:you|u|ya) know) (?P<topic>(?:my |our )?[\w'-]+(?: [\w'-]+)?)(?: do| again)?",
    re.IGNORECASE,
)
_LONGEST_TOPIC = 2

_OWN_SLOTS: Mapping[str, str] = {
    r"where (?:do|am) i (?:work|working)|who do i work for|who(?:'?s| is) my employer": "employer",
    r"what do i do for (?:a living|work)"
    r"|what(?:'?s| is) my (?:job|work|occupation|profession)": "occupation note_occupation",
    r"(?:where|which (?:town|city)|what (?:town|city)) (?:do|am) i (?:live|living)(?: in)?": "home",
    r"where (?:do i come|am i) from": "origin",
    r"what (?:do|am) i (?:study|studying)": "studies note_study",
    r"what am i allergic to|what are my allergies|am i allergic to (?:anything|owt|something)": "allergy note_allergy",
}
"""The slots and notes of the person that whole questions of theirs ask for, and no others: a trade is no workplace. An
age is not among them: it moves."""

NOTHING = "I don't know that yet. If you tell me, I'll remember it."
SORRY = "I'm so sorry."
NO_WORDS = "I have no words for that just now"


def of_companion(text: str) -> bool:
    """Whether a message asks something of the companion, which no memory answers: "are you there?"."""
    return _OF_COMPANION.match(text) is not None


def asks_for_name(text: str) -> bool:
    """Whether somebody asks who the companion is."""
    return _WHO_IT_IS.fullmatch(text) is not None


def in_slots(text: str, hits: Sequence[Hit]) -> list[Hit]:
    """The hits that are now in the slot of their own that somebody asks for; none where they ask for anything else."""
    plain = re.sub(r"\bwot", "what", " ".join(text.casefold().replace("’", "'").strip(" ?!.").split()))
    for asks, wanted in _OWN_SLOTS.items():
        if re.fullmatch(rf"(?:{asks})(?: now| again| these days| at the moment)?", plain):
            now = [hit for hit in hits if hit.memory.about is About.USER and _is_so(hit.memory)]
            own = [hit for hit in now if hit.memory.details.get("about", "me") == "me"]
            return [hit for hit in own if slot(hit.memory.key or "") in wanted.split()][:MOST]
    return []


def about(text: str, hits: Sequence[Hit]) -> list[Hit]:
    """The hits that name whom or what somebody asks for anything of: "tell me about sam", "who is sam?"."""
    plain = " ".join(text.replace("’", "'").strip(" ?!.").split())
    asked_of, left = _ASKED_OF.fullmatch(plain), without_asking(plain)
    topic = topic_words(asked_of["topic"] if asked_of else left if left != plain else "")
    if not topic or len(topic) > _LONGEST_TOPIC:
        return []
    found = [hit for hit in hits if mentions(f"{hit.text} {hit.memory.source.quote or ''}", topic)]
    return sorted(found, key=lambda hit: not _is_so(hit.memory))[:MOST]


def _is_so(memory: Memory) -> bool:
    return memory.status is Status.ACTIVE and not lifecycle.ended(memory)


def telling(hits: Sequence[Hit], *, but: str | None = None) -> list[Hit]:
    """The hits in which an answer is looked for: no questions, and not the message ``but``."""
    return [hit for hit in hits if hit.message is None or not (hit.message.id == but or _asks(hit))][:READ]


def relevant(hits: Sequence[Hit], likely: Sequence[float] | None = None) -> list[Hit]:
    """The hits that answer, best first.

    ``likely`` tells how likely each is to, from 0 to 1; without it what is near enough does.
    """
    if likely is None:
        worth, enough, nearly, most = [(_closeness(hit), hit) for hit in hits], 0.0, NEARLY, MOST
    else:
        worth, enough, nearly, most = [*zip(likely, hits, strict=True)], LIKELY, NEARLY_AS_LIKELY, MOST_LIKELY
    near = sorted(((one, hit) for one, hit in worth if one > enough), key=lambda each: -each[0])
    return [hit for one, hit in near if one >= nearly * near[0][0]][:most]


def _closeness(hit: Hit) -> float:
    """How near a hit is, by words and meaning; 0 where that is not near enough."""
    words, meaning = hit.features.get("lex", 0.0), hit.features.get("dense")
    near = words if meaning is None else words + meaning
    return near if near >= (NEAR_BY_WORDS if meaning is None else NEAR_BY_MEANING) else 0.0


def _asks(hit: Hit) -> bool:
    return hit.memory.kind is Kind.MESSAGE and (question_share(hit.text) > 0.5 or asks_outright(hit.text))


def ended(memories: Sequence[Memory]) -> dict[str, list[Memory]]:
    """Memories that are no longer so, by the message whose words they were."""
    found: dict[str, list[Memory]] = {}
    for memory in memories:
        over = memory.status is Status.SUPERSEDED or lifecycle.ended(memory)
        if over and memory.source.message_id:
            found.setdefault(memory.source.message_id, []).append(memory)
    return found


def answer(hits: Sequence[Hit], no_longer: Mapping[str, Sequence[Memory]], now: datetime) -> str:
    """The answer that these hits give, each on a line; ``no_longer`` is what ``ended`` gives."""
    if not hits:
        return NOTHING
    return "\n".join(_cited(hit, no_longer, now) for hit in hits)


def _cited(hit: Hit, no_longer: Mapping[str, Sequence[Memory]], now: datetime) -> str:
    memory, message = hit.memory, hit.message
    over = _over([memory] if memory.status is not Status.ACTIVE else [], now)
    if memory.kind is Kind.MESSAGE:
        over = _over(no_longer.get(memory.id, ()), now)
        return f"You told me {on_day(hit.said_at, now)}: {_quoted(memory.text)}{over}"
    if memory.source.quote and message is not None:
        told = f"You told me {on_day(message.sent_at, now)}:"
        if in_own_words(memory.text):
            return f"{told} {with_dates(memory.text)}{over}"
        return f"{to_you(memory.text)} {told} {_quoted(memory.source.quote)}{over}"
    return f"{to_you(memory.text)} You told me {on_day(memory.created_at, now)}.{over}"


def _over(memories: Sequence[Memory], now: datetime) -> str:
    return f" ({'; '.join(_no_longer(one, now) for one in memories)}.)" if memories else ""


def _no_longer(memory: Memory, now: datetime) -> str:
    named = f"“{memory.source.quote if in_own_words(memory.text) and memory.source.quote else memory.text.rstrip('.')}”"
    since = f", since {_since(memory.valid_to, now)}" if memory.valid_to else ""
    return f"{named} is no longer so{since}"


def _since(moment: datetime, now: datetime) -> str:
    return on_day(moment, now).removeprefix("on ")


def noted(said: Said) -> list[str]:
    """What was made of a message, a line each, and last what is to be asked about it."""
    asked_of = {each.proposal.id for each in said.question.contested} if said.question else set[str]()
    lines = [f"👤 {settled}" for settled in said.settled]
    lines += [promise(one) for one in said.learned if one.memory is None or one.memory.id not in asked_of]
    if said.masked:
        lines.append(f"I left something out ({', '.join(said.masked)}): secrets are never kept.")
    if said.question is not None:
        lines.append(said.question.text)
    return lines


def step(one: Learned) -> str:
    """What became of one thing told, as a line for whoever looks after the memory."""
    return _line(one, lambda memory: memory.text, ("noted", "noted again", "noted: no longer so"))


def promise(one: Learned) -> str:
    """The same, as it is said to the one who told it."""
    return _line(one, _to_you, ("I'll remember", "I remember", "I'll remember that this is no longer so"))


def _line(one: Learned, said: Callable[[Memory], str], words: tuple[str, str, str]) -> str:
    new, again, over = words
    text = "" if one.memory is None else said(one.memory)
    match one.step.value:
        case "superseded" if one.previous is not None:
            return f"👤 {new}: {text} (Until now: {said(one.previous)})"
        case "reinforced":
            return f"👤 {again}: {text}"
        case "ended":
            return f"👤 {over}: {text}"
        case "proposed":
            return f"👤 I am not sure, and keep it as a proposal: {text}"
        case "refused":
            return f"👤 not kept: {one.reason or text}"
        case _:
            return f"👤 {new}: {text}"


def _to_you(memory: Memory) -> str:
    """A memory told to the one whose it is, behind a colon."""
    told = with_dates(memory.text) if in_own_words(memory.text) else to_you(memory.text)
    return told[:1].lower() + told[1:] if told.startswith("You") else told


def listened(said: Said, intent: Intent, called: str, *, recorded: bool) -> str:
    """The answer to what is no question: what was noted of it, or a word that fits; to a death, first of all sorrow."""
    lines = [SORRY] if any(map(_of_death, said.learned)) else []
    lines += noted(said)
    if said.message is None:
        why = "memory is paused" if recorded else "we are off the record"
        lines.append(f"I'm listening, and keep nothing of it: {why}.")
    return "\n".join(lines) or _word(intent, called)


def _of_death(one: Learned) -> bool:
    if one.memory is None:
        return False
    key = one.memory.key or ""
    return (
        one.memory.details.get("rule") == "loss"
        or key.startswith("note_death:")
        or (key.startswith("note_pet:") and _DIED.search(one.memory.text) is not None)
    )


def _word(intent: Intent, called: str) -> str:
    """What is said where nothing was learned."""
    named = "" if is_id(called) else f" {called[:1].upper()}{called[1:]}"
    match intent:
        case Intent.GREETING:
            return f"Hello{named}. How are you?"
        case Intent.ENDING:
            return f"Take care{named and f',{named}'}. I'll be here."
        case Intent.TELLING:
            return "I hear you. Go on."
        case _:
            return "I'm listening."


def untagged(reply: str) -> str:
    """An answer in which no tag is read: those it quotes are the person's words, and none of the companion's."""
    return _TAG.sub("< ", reply)


_TAG = lazy_pattern(r"<(?=/?record_)", re.IGNORECASE)


def wordless(said: Said) -> str:
    """What is said where the language model gave no words, and memory has no answer either."""
    kept = "." if said.message is None else ": what you said is kept, so ask me again."
    return "\n".join([*noted(said), f"{NO_WORDS}{kept}"])


def _quoted(text: str) -> str:
    words = " ".join(text.split())
    return f"“{words if len(words) <= LONGEST_QUOTE else words[: LONGEST_QUOTE - 1] + '…'}”"
