"""What the companion says: kept like any message, with what it wrote and voiced in it recorded where it belongs.

A reply may hold observations in tags, which are taken out before it is kept, and opinions of the companion's own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from reverie.conversations import message_store
from reverie.conversations.message_store import Saying
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.learning import message_learning
from reverie.learning.message_learning import Notice, Said
from reverie.learning.prior_state import Prior
from reverie.memory.runtime import Runtime
from reverie.persona.opinion_changes import Opined, Opinions
from reverie.persona.tag_syntax import Observed
from reverie.persona.tags import TagReader
from reverie.privacy import privacy_settings
from reverie.profile import observations
from reverie.records.memories import About, Source, SourceKind
from reverie.records.observation_categories import DEFAULT_CATEGORIES, DEFAULT_CONFIDENCE, Noticed, SourceType
from reverie.records.opinions import Occasion
from reverie.records.users import User, folded
from reverie.secrets import masked
from reverie.text.patterns import lazy_pattern

_WORDS = lazy_pattern(r"\w+")

MARKS = {About.USER: "👤", About.SELF: "🪞"}
"""What stands before a notice: of a person, or of the companion itself (seed 000)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """Where a reply was said: to whom, and in which message or in answer to which, where it is kept."""

    person: User
    message: str | None
    conversation: str | None


def say(
    runtime: Runtime,
    companion: User,
    person: User,
    saying: Saying,
    *,
    recorded: bool = True,
    given: str = "",
    known: Prior | None = None,
) -> Said:
    """Keep what the companion said, without its tags; record what it observed, and learn the opinions it voiced.

    What a tag gets wrong is told in its notice, and the observation is recorded with defaults. Off the record and
    while memory is paused tags are taken out too, and nothing is kept. ``given`` is what its language model was given
    to read: what comes back of that, word for word, is no observation and no opinion of its own. Nor is an opinion
    that repeats the person.

    Raises:
        InvalidInput: nothing is said and nothing observed, or it is too long.
    """
    reader = TagReader()
    shown = reader.feed(saying.text) + reader.close()
    written = [*reader.observed, *reader.dropped]
    said = Said(message=None)
    if shown.strip() or not written:
        said = message_learning.say(runtime, person.id, replace(saying, text=shown), recorded=recorded, known=known)
    if not recorded or said.again or (said.message is None and privacy_settings.settings(runtime, person.id).paused):
        return said
    message, read = said.message, _plain(given)
    # Tags alone are no message: what they say came from what they answer.
    source = message or message_store.unanswered(
        runtime, person.id, saying.at or runtime.clock(), saying.conversation_id
    )
    where = _Told(
        person=person,
        message=None if source is None else source.id,
        conversation=saying.conversation_id if source is None else source.conversation_id,
    )
    own = [one for one in written if not (one.text and _plain(one.text) in read)]
    notices = [_observed(runtime, companion, where, one) for one in own]
    if message is not None:
        occasion = Occasion(user=person.id, message=message.id, conversation=message.conversation_id)
        heard = Opinions(runtime, companion.id).heard(message.text, occasion, given=given)
        notices += [_opined(one, person.id) for one in heard]
    return replace(said, notices=tuple(notices))


def _plain(text: str) -> str:
    """Words alone, so that marks and line breaks around them make no difference."""
    return f" {' '.join(_WORDS.findall(text.casefold()))} " if text else ""


def _observed(runtime: Runtime, companion: User, told: _Told, one: Observed) -> Notice:
    """Record what a tag says; what can't be recorded is told with the reason, and its words."""
    mark = MARKS[one.about]
    troubles = tuple(masked(trouble).text for trouble in (*one.troubles, *_arose_otherwise(one)))
    if not one.text:
        return Notice(mark=mark, text="", troubles=troubles)
    try:
        owner = _owner(companion, told, one)
        recorded = observations.record(runtime, owner.id, _noticed(told, one))
    except (Conflict, InvalidInput, NotFound, Refused) as error:
        why = f"It was not recorded: {error}."
        return Notice(mark=mark, text=masked(one.text).text, troubles=(*troubles, why))
    return Notice(mark=mark, text=recorded.memory.text, memory=recorded.memory, troubles=troubles)


def _owner(companion: User, told: _Told, one: Observed) -> User:
    """Whose memory a tag speaks to: the person's who is there, or the companion's own.

    Raises:
        Refused: it names somebody else, whether they are known or not: whoever talks to a model can make it say so.
    """
    there = told.person
    if one.about is About.SELF:
        return companion
    if one.user is None or folded(one.user) in {folded(known) for known in (there.id, there.name, there.called)}:
        return there
    raise Refused("a reply records nothing of anybody but the one it answers: leave user out", reason="other")


def _arose_otherwise(one: Observed) -> list[str]:
    written = one.attributes.get("source_type", SourceType.CONVERSATION)
    known = ", ".join(SourceType)
    return [] if written in tuple(SourceType) else [f'There is no source type "{written}": there are {known}.']


def _noticed(told: _Told, one: Observed) -> Noticed:
    source_type = one.attributes.get("source_type", "")
    heard_here = told.message is not None
    return Noticed(
        text=one.text,
        about=one.about,
        category=one.category or DEFAULT_CATEGORIES[one.about],
        confidence=DEFAULT_CONFIDENCE if one.confidence is None else one.confidence,
        source_type=source_type if source_type in tuple(SourceType) else SourceType.CONVERSATION,
        source=Source(
            kind=SourceKind.MESSAGE if heard_here else SourceKind.MODEL,
            message_id=told.message if heard_here else None,
            conversation_id=told.conversation if heard_here else None,
        ),
        user=told.person.id if one.about is About.SELF else None,
    )


def _opined(one: Opined, person: str) -> Notice:
    told = [opinion for opinion in one.against if opinion.told_to([person])]
    against = f" (it stands against “{told[0].opinion}”: decide which holds)" if told else ""
    return Notice(mark=MARKS[About.SELF], text=f"{one.opinion.opinion}{against}", troubles=one.degraded)
