"""The companion's own opinions: formed, made stronger, changed, taken back, found, and chosen for a context.

What stands against an opinion is never written over it: it is held as a proposal, beside what it contradicts, until
somebody decides.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace

from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.memory.judgement import Verdict, judge
from reverie.memory.lifecycle import reinforced
from reverie.memory.opposites import same_stance
from reverie.memory.retraction import Retraction
from reverie.memory.runtime import Runtime, new_id
from reverie.memory.writing import Learned, Step, Telling, Writing
from reverie.persona import opinion_search as looking
from reverie.records import opinions
from reverie.records.conversations import cleaned
from reverie.records.memories import About, Candidate, Kind, Memory, Relation, Source, SourceKind, Status
from reverie.records.opinions import THRESHOLD, Forming, Occasion, Opinion
from reverie.secrets import masked
from reverie.store.database import Session
from reverie.store.search.tokens import tokens
from reverie.store.tables.change_log import Act
from reverie.text.opinion_polarity import leaning
from reverie.text.value_matching import normal

_LIVE = (Status.ACTIVE, Status.PROPOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opined:
    """What became of an opinion: added, reinforced, superseding another, or proposed, that is held for a decision.

    ``against`` are the opinions it stands against, as they are; ``cut`` names what was too long and cut;
    ``degraded`` what could not be looked at, with the remedy.
    """

    step: Step
    opinion: Opinion
    against: tuple[Opinion, ...] = ()
    cut: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()


# -- writing -------------------------------------------------------------------------------------


def add(runtime: Runtime, owner: str, forming: Forming, *, actor: str = "person") -> Opined:
    """Form an opinion.

    One that says what an opinion of the same name, or one near in meaning, says already makes that stronger. One that
    stands against it is held for a decision. What is formed with a person (``occasion.user``) is between them: it meets
    what is thought with them and what is told to everybody, and nothing that is between the companion and another.
    A category that there isn't becomes ``philosophical``.

    Raises:
        InvalidInput: it has no name or no words, or its strength is not from 0 to 1.
        Refused: it holds a secret.
    """
    given, cut = _checked(forming)
    looking.see_allowed(runtime, given.occasion, f"{given.name} {given.opinion} {given.reason or ''}")
    met = _met(runtime, owner, given)
    candidate = replace(_candidate(given), key=met.slot, category=met.category)
    telling = _telling(runtime, candidate, given.occasion, given.span, actor=actor)
    telling = replace(telling, same=met.same)
    with runtime.store.writing(owner) as session:
        with session.act(runtime.change(owner, "remember", actor=actor)) as act:
            learned = _written(Writing(runtime, session, act), session, telling, met.rival)
            memory = learned.memory
            if memory is not None and learned.step is Step.REINFORCED:
                memory = _joined(act, memory, given.occasion)
        contested = [learned.previous] if learned.step is Step.PROPOSED and learned.previous is not None else []
        views = looking.views(session, owner, [*([memory] if memory else []), *contested])
    return Opined(step=learned.step, opinion=views[0], against=tuple(views[1:]), cut=cut, degraded=met.degraded)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Met:
    """What a new opinion meets: those that say the same, and the one elsewhere that is agreed or contradicted."""

    slot: str
    category: str
    same: frozenset[str]
    rival: Memory | None
    degraded: tuple[str, ...]


def _met(runtime: Runtime, owner: str, given: Forming) -> _Met:
    vectors = runtime.vectors([given.opinion])
    with runtime.store.reading() as session:
        there = present(session, given.occasion)
        of_name = looking.of_name(session, owner, given.name, there, _LIVE)
        near = (
            {}
            if vectors is None
            else looking.nearest(runtime, session, owner, vectors[0], looking.CONFLICTS, THRESHOLD)
        )
        found = session.memories.by_ids(owner, list(near))
        degraded = looking.lacking(runtime, session, owner, embedded=vectors is not None)
    own = looking.slot(given.name, given.occasion.user)
    named = [m for m in of_name if bool(opinions.between_them(m)) is (given.occasion.user is not None)]
    general = [m for m in of_name if m not in named]
    near_by = [m for m in found.values() if m not in of_name and opinions.told_to(m, there)]
    others = [*general, *sorted(near_by, key=lambda m: -near[m.id])]
    agreed = [m for m in named if agree(m.text, given.opinion, of_one_thing=True)]
    alike = [m for m in others if agree(m.text, given.opinion, of_one_thing=False)]
    contrary = [m for m in others if _contrary(m, given)]
    return _Met(
        slot=(named[0].key if named else None) or own,
        category=named[0].category if named and given.category is None else opinions.category_of(given.category),
        same=frozenset(m.id for m in (*agreed, *alike)),
        rival=next(iter((*alike, *contrary)), None),
        degraded=degraded,
    )


def present(session: Session, on: Occasion) -> Collection[str]:
    """The person with whom an opinion is formed, and those who were merged into them; nobody for the host."""
    return looking.with_merged(session, () if on.user is None else (on.user,)) or ()


def agree(one: str, other: str, *, of_one_thing: bool) -> bool:
    """Whether two opinions say the same. Of one thing, it is enough that both are for it, or against it."""
    verdict = judge(one, other)
    if verdict is not Verdict.DIFFERENT:
        return verdict is Verdict.SAME
    return same_stance(one, other) or (of_one_thing and leaning(one) == leaning(other) != 0)


def _contrary(memory: Memory, given: Forming) -> bool:
    """Whether an opinion of another name, near in meaning, stands against one that is formed."""
    if judge(memory.text, given.opinion) is Verdict.OPPOSITE:
        return True
    one_topic = share_a_topic(looking.name_of(memory), memory.text, given.name, given.opinion)
    return one_topic and leaning(memory.text) * leaning(given.opinion) < 0


def share_a_topic(one: str, said: str, other: str, given: str) -> bool:
    """Whether one of two opinions speaks of what the other is named by.

    Sentences that are framed alike ("I've changed my mind about …") are near in meaning, whatever they are about.
    """
    return bool(set(tokens(one)) & set(tokens(f"{other} {given}")) or set(tokens(other)) & set(tokens(f"{one} {said}")))


def _written(writing: Writing, session: Session, telling: Telling, rival: Memory | None) -> Learned:
    """What becomes of an opinion: its own slot comes first, then one that is near in meaning."""
    key, owner = telling.candidate.key or "", rival.owner if rival else ""
    there = None
    if rival is not None and not session.memories.keyed(owner, [key], [Status.ACTIVE]):
        there = session.memories.by_id(owner, rival.id)
    if there is None or there.status is not Status.ACTIVE:
        return writing.tell(telling)[0]
    return writing.reinforce(there, telling) if there.id in telling.same else writing.hold(there, telling)


def _joined(act: Act, memory: Memory, occasion: Occasion) -> Memory:
    """A memory with whom and what another occasion concerns."""
    details = opinions.joined(memory.details, occasion)
    if details == memory.details:
        return memory
    more = replace(memory, details=details, revision=memory.revision + 1)
    act.memory(memory, more)
    return more


def reinforce(runtime: Runtime, owner: str, named: str, *, actor: str = "person") -> Opinion:
    """Make an opinion stronger: s becomes s + 0.3 (1 - s), so each time adds less and 1 is never passed.

    Raises:
        NotFound: there is no such opinion.
        Conflict: it is not active.
    """
    with runtime.store.writing(owner) as session:
        memory = _active(session, owner, named)
        with session.act(runtime.change(owner, "reinforce", actor=actor)) as act:
            surer = reinforced(
                memory, confidence=memory.confidence, importance=memory.importance, at=act.change.at, expires=None
            )
            act.memory(memory, surer)
        return looking.views(session, owner, [surer])[0]


def evolve(runtime: Runtime, owner: str, named: str, changed: Forming, *, actor: str = "person") -> Opined:
    """Change a mind: the opinion's words are new, its strength is 0.6 again, and its history keeps what was thought.

    With a person (``occasion.user``) an opinion that is told to everybody stays, and what is thought now is theirs.
    Opinions held against it that say what is thought now wait no longer.
    Of ``changed``, the opinion, the reason and the occasion count.

    Raises:
        InvalidInput: there is no reason, no words, or they are what is thought already.
        NotFound: there is no such opinion.
        Conflict: it is not active.
    """
    with runtime.store.reading() as session:
        there = present(session, changed.occasion)
        old = _active(session, owner, named, None if changed.occasion.user is None else there)
    reason = _sentence(changed.reason or "", "reason")
    given, cut = _checked(replace(changed, name=looking.name_of(old), strength=opinions.EVOLVED, reason=reason))
    looking.see_allowed(runtime, given.occasion, f"{given.opinion} {reason}")
    if normal(given.opinion) == normal(old.text):
        raise InvalidInput(f"that is what is thought of {looking.name_of(old)!r} already: reinforce it")
    apart = bool(there) and not opinions.between_them(old)
    known = {} if apart else old.details
    key = looking.slot(given.name, given.occasion.user) if apart else old.key
    details = {**known, **given.details, **opinions.joined(known, given.occasion), "reason": reason}
    candidate = replace(_candidate(given), key=key, category=old.category, details=details)
    telling = _telling(runtime, candidate, given.occasion, given.span, actor=actor)
    with runtime.store.writing(owner) as session:
        now = _active(session, owner, old.id)
        with session.act(runtime.change(owner, "evolve", actor=actor)) as act:
            for held in _held_against(session, now):
                theirs = not apart or not opinions.between_them(held).isdisjoint(there)
                if theirs and agree(held.text, given.opinion, of_one_thing=True):
                    Retraction(runtime, session, act).retract(held, "a change of mind came to the same")
            writing = Writing(runtime, session, act)
            learned = writing.tell(telling)[0] if apart else writing.supersede(now, telling)
        new = session.memories.by_ids(owner, [learned.memory.id] if learned.memory else [])
        return Opined(step=learned.step, opinion=looking.views(session, owner, new.values())[0], cut=cut)


def _held_against(session: Session, memory: Memory) -> list[Memory]:
    """The opinions that wait because they stand against one."""
    links = session.links.find(memory.owner, to=memory.id)
    ids = [link.from_id for link in links if link.relation is Relation.CONTRADICTS]
    return [m for m in session.memories.by_ids(memory.owner, ids).values() if looking.waiting(m)]


def retract(runtime: Runtime, owner: str, named: str, reason: str = "", *, actor: str = "person") -> Opinion:
    """Take an opinion back: it is no longer found nor told, and it can still be looked into.

    Raises:
        NotFound: there is no such opinion.
        Conflict: it was retracted already.
    """
    why = _sentence(reason, "reason") if reason.strip() else None
    with runtime.store.writing(owner) as session:
        memory = looking.current(session, owner, named)
        if memory.status is Status.RETRACTED:
            raise Conflict(
                f"{looking.name_of(memory)!r} was retracted already: add it again to hold it", existing=memory.id
            )
        with session.act(runtime.change(owner, "retract", actor=actor)) as act:
            gone = Retraction(runtime, session, act).retract(memory, why)
        return looking.views(session, owner, [gone])[0]


def decide(runtime: Runtime, owner: str, named: str, *, accept: bool, actor: str = "person") -> Opinion:
    """Decide on an opinion that is held: accepted, it takes the place of what it stands against, at strength 0.6.

    Raises:
        NotFound: no opinion that is held has this id.
    """
    with runtime.store.writing(owner) as session:
        found = [m for m in session.memories.by_prefix(owner, named) if looking.waiting(m)]
        if len(found) != 1:
            raise NotFound(f"no one opinion that is held has the id {named!r}: list those that are held")
        with session.act(runtime.change(owner, "accept" if accept else "decline", actor=actor)) as act:
            if accept:
                decided = Writing(runtime, session, act).accept(found[0])
            else:
                decided = Retraction(runtime, session, act).retract(found[0], "declined")
        return looking.views(session, owner, [decided])[0]


# -- what stands behind --------------------------------------------------------------------------


def plain(text: str, what: str) -> str:
    """Words as they are kept.

    Raises:
        InvalidInput: there are none.
        Refused: they hold a secret.
    """
    kept = " ".join(cleaned(text).split())
    if not kept:
        raise InvalidInput(f"{'an' if what[0] in 'aeiou' else 'a'} {what} needs words: this has none")
    if kinds := masked(kept).kinds:
        raise Refused(f"a {kinds[0]} is never stored: say it without one", reason="sensitive")
    return kept


def _sentence(text: str, what: str) -> str:
    kept = plain(text, what)
    if len(kept) > opinions.LONGEST_OPINION:
        raise InvalidInput(f"a {what} has at most {opinions.LONGEST_OPINION:,} characters: this has {len(kept):,}")
    return kept


def _checked(forming: Forming) -> tuple[Forming, tuple[str, ...]]:
    """What is formed, as it can be kept, with what was cut."""
    if not 0.0 <= forming.strength <= 1.0 or math.isnan(forming.strength):
        raise InvalidInput(f"a strength is from 0 to 1, not {forming.strength}")
    name, opinion = plain(forming.name, "name"), plain(forming.opinion, "opinion")
    cut = []
    if len(name) > opinions.LONGEST_NAME:
        cut.append(f"the name was cut from {len(name):,} to {opinions.LONGEST_NAME} characters")
    if len(opinion) > opinions.LONGEST_OPINION:
        cut.append(f"the opinion was cut from {len(opinion):,} to {opinions.LONGEST_OPINION:,} characters")
    reason = _sentence(forming.reason, "reason") if forming.reason else None
    plain(f"{name}: {opinion}. {name}: {reason or ''}", "opinion")  # "the pin", "4815": together they tell one
    kept = replace(
        forming,
        name=name[: opinions.LONGEST_NAME],
        opinion=opinion[: opinions.LONGEST_OPINION],
        strength=round(forming.strength, 6),
        reason=reason,
    )
    return kept, tuple(cut)


def _candidate(forming: Forming) -> Candidate:
    return Candidate(
        text=forming.opinion,
        key=looking.slot(forming.name),
        about=About.SELF,
        kind=Kind.OPINION,
        category=opinions.category_of(forming.category),
        confidence=forming.strength,
        quote=forming.quote,
        details=forming.details,
    )


def _telling(
    runtime: Runtime, candidate: Candidate, occasion: Occasion, span: tuple[int, int] | None, *, actor: str
) -> Telling:
    """A candidate with its source: for what a message brought about, that, and where in it the words stand."""
    outright = SourceKind.PERSON if actor == "person" else SourceKind.TOOL
    brought = occasion.message is not None and outright is SourceKind.TOOL
    source = Source(
        kind=SourceKind.MESSAGE if brought else outright,
        message_id=occasion.message,
        conversation_id=occasion.conversation,
        quote=None if brought and span is None else candidate.quote or candidate.text,
        span=span if brought else None,
    )
    (entry,) = runtime.entries("memory", [(new_id(), candidate.text)])
    return Telling(candidate=candidate, source=source, at=runtime.clock(), entry=entry)


def _active(session: Session, owner: str, named: str, people: Collection[str] | None = None) -> Memory:
    memory = looking.current(session, owner, named, people)
    if memory.status is not Status.ACTIVE:
        mend = "decide it first" if memory.status is Status.PROPOSED else "add it again to hold it"
        raise Conflict(f"the opinion {looking.name_of(memory)!r} is {memory.status.value}: {mend}", existing=memory.id)
    return memory
