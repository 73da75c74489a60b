"""The companion's own opinions: formed, made stronger, changed, taken back, and learned from its replies.

What stands against an opinion is never written over it: it is held as a proposal, beside what it contradicts, until
somebody decides.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from reverie.argument_checks import checked
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.learning import evidence
from reverie.learning.rules.life.opinions import Voiced, voiced
from reverie.memory import history
from reverie.memory.history import Event, Last
from reverie.memory.lifecycle import reinforced
from reverie.memory.retraction import Retraction
from reverie.memory.runtime import Runtime, new_id, surviving
from reverie.memory.writing import Learned, Step, Telling, Writing
from reverie.persona import opinion_search as looking
from reverie.persona.opinion_matching import agree, met, present, share_a_topic
from reverie.records import opinions
from reverie.records.conversations import Role, cleaned
from reverie.records.memories import About, Candidate, Kind, Memory, Relation, Source, SourceKind, Status
from reverie.records.opinions import STRENGTH, Forming, Occasion, Opinion, OpinionCategory
from reverie.records.read_access import speaks_of
from reverie.removal import undo
from reverie.removal.message_deletion import Undone
from reverie.secrets import masked
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.text.value_matching import normal

RECENT = 12
"""Messages of a conversation that a reply may repeat."""


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


@checked
class Opinions(looking.OpinionSearch):
    """What a companion thinks, likes and prefers: ``luna.opinions``."""

    def add(
        self,
        name: str,
        opinion: str,
        category: OpinionCategory | str | None = None,
        *,
        strength: float = STRENGTH,
        reason: str | None = None,
        occasion: Occasion | None = None,
    ) -> Opined:
        """Form an opinion; the ``step`` of the result says what became of it.

        What is thought already, under this name or near in meaning, becomes stronger (reinforced). What stands against
        an opinion is held (proposed) until ``decide``, and ``against`` shows both. What is formed with a person
        (``occasion.user``) is between them: it meets what is thought with them and what is told to everybody, and
        nothing that is between the companion and another. Names are cut at 256 characters and opinions at 4,096: see
        ``cut``. A category that there isn't is taken as philosophical.

        Raises:
            InvalidInput: it has no name or no words, or its strength is not from 0 to 1.
            Refused: it holds a secret.
        """
        forming = Forming(
            name=name,
            opinion=opinion,
            category=category,
            strength=strength,
            reason=reason,
            occasion=occasion or Occasion(),
        )
        return self.form(forming)

    def form(self, forming: Forming, *, actor: str = "person") -> Opined:
        """Do the same with an opinion as a record, by whoever is the ``actor``. Raises what ``add`` raises."""
        runtime, owner = self._runtime, self._owner
        given, cut = _checked(forming)
        looking.see_allowed(runtime, given.occasion, f"{given.name} {given.opinion} {given.reason or ''}")
        known = met(runtime, owner, given)
        candidate = replace(_candidate(given), key=known.slot, category=known.category)
        telling = _telling(runtime, candidate, given.occasion, given.span, actor=actor)
        telling = replace(telling, same=known.same)
        with runtime.store.writing(owner) as session:
            with session.act(runtime.change(owner, "remember", actor=actor)) as act:
                learned = _written(Writing(runtime, session, act), session, telling, known.rival)
                memory = learned.memory
                if memory is not None and learned.step is Step.REINFORCED:
                    memory = _joined(act, memory, given.occasion)
            contested = [learned.previous] if learned.step is Step.PROPOSED and learned.previous is not None else []
            views = looking.views(session, owner, [*([memory] if memory else []), *contested])
        return Opined(step=learned.step, opinion=views[0], against=tuple(views[1:]), cut=cut, degraded=known.degraded)

    def reinforce(self, opinion: str) -> Opinion:
        """Make an opinion stronger: s becomes s + 0.3 (1 - s), so each time adds less and 1 is never passed.

        Raises:
            NotFound: there is no such opinion.
            Conflict: it is retracted, or held.
        """
        runtime, owner = self._runtime, self._owner
        with runtime.store.writing(owner) as session:
            memory = _active(session, owner, opinion)
            with session.act(runtime.change(owner, "reinforce", actor="person")) as act:
                surer = reinforced(
                    memory, confidence=memory.confidence, importance=memory.importance, at=act.change.at, expires=None
                )
                act.write(memory, surer)
            return looking.views(session, owner, [surer])[0]

    def evolve(
        self,
        opinion: str,
        new_opinion: str,
        reason: str,
        *,
        occasion: Occasion | None = None,
        actor: str = "person",
        span: tuple[int, int] | None = None,
    ) -> Opined:
        """Change one's mind: strength is 0.6 again, and the history keeps what was thought, when it changed and why.

        With a person (``occasion.user``) an opinion that is told to everybody stays, and what is thought now is theirs.
        What was held against it and says what is thought now is settled by that. ``span`` is where the new words stand
        in the occasion's message.

        Raises:
            InvalidInput: there is no reason, or nothing new.
            NotFound: there is no such opinion.
            Conflict: it is retracted, or held.
        """
        runtime, owner, on = self._runtime, self._owner, occasion or Occasion()
        with runtime.store.reading() as session:
            there = present(session, on)
            old = _active(session, owner, opinion, None if on.user is None else there)
        why, name = _reason(reason), looking.name_of(old)
        given, cut = _checked(
            Forming(name=name, opinion=new_opinion, strength=opinions.EVOLVED, reason=why, occasion=on, span=span)
        )
        looking.see_allowed(runtime, on, f"{given.opinion} {why}")
        if normal(given.opinion) == normal(old.text):
            raise InvalidInput(f"that is what is thought of {name!r} already: reinforce it")
        apart = bool(there) and not opinions.between_them(old)
        known = {} if apart else old.details
        key = looking.slot(given.name, on.user) if apart else old.key
        details = {**known, **given.details, **opinions.joined(known, on), "reason": why}
        candidate = replace(_candidate(given), key=key, category=old.category, details=details)
        telling = _telling(runtime, candidate, on, span, actor=actor)
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

    def retract(self, opinion: str, reason: str = "") -> Opinion:
        """Take an opinion back: never told again, and still to be looked into with ``include_retracted``.

        Raises:
            NotFound: there is no such opinion.
            Conflict: it was retracted already.
        """
        runtime, owner = self._runtime, self._owner
        why = _reason(reason) if reason.strip() else None
        with runtime.store.writing(owner) as session:
            memory = looking.current(session, owner, opinion)
            if memory.status is Status.RETRACTED:
                raise Conflict(
                    f"{looking.name_of(memory)!r} was retracted already: add it again to hold it", existing=memory.id
                )
            with session.act(runtime.change(owner, "retract", actor="person")) as act:
                gone = Retraction(runtime, session, act).retract(memory, why)
            return looking.views(session, owner, [gone])[0]

    def decide(self, opinion: str, *, accept: bool) -> Opinion:
        """Decide on one that is held: accepted, it takes the place of what it stands against, at strength 0.6.

        Raises:
            NotFound: no opinion that is held has this id.
        """
        runtime, owner = self._runtime, self._owner
        with runtime.store.writing(owner) as session:
            found = [m for m in session.memories.by_prefix(owner, opinion) if looking.waiting(m)]
            if len(found) != 1:
                raise NotFound(f"not exactly one opinion that waits has the id {opinion!r}: list those that wait")
            with session.act(runtime.change(owner, "accept" if accept else "decline", actor="person")) as act:
                if accept:
                    decided = Writing(runtime, session, act).accept(found[0])
                else:
                    decided = Retraction(runtime, session, act).retract(found[0], "declined")
            return looking.views(session, owner, [decided])[0]

    @surviving
    def heard(self, text: str, occasion: Occasion | None = None, *, given: str = "") -> list[Opined]:
        """Learn from a reply of the companion: the opinions it voices, and what became of each.

        What it only repeats is none of its own: the words of ``occasion.user`` in this conversation, and what its
        language model was ``given`` to read. Nothing is learned where they have paused memory.
        """
        on = occasion or Occasion()
        free = [said for said in voiced(text) if not masked(f"{said.name}: {said.opinion}").kinds]
        if free and on.user is not None:
            with self._runtime.store.reading() as session:
                settings = session.people.settings(on.user)
                if settings.get("paused"):
                    return []
                off = settings.get("categories_off", ())
                read = [given, *_said_to_it(session, on.user, on.conversation)]
            free = [said for said in free if not speaks_of(f"{said.name}. {said.opinion}", off)]
            free = [said for said in free if not any(evidence.repeats(said.opinion, one) for one in read)]
        return [self._learned(said, on) for said in free]

    @surviving
    def _learned(self, said: Voiced, on: Occasion) -> Opined:
        """What becomes of a voiced opinion: a change of mind changes the one it is about, if that says else."""
        if said.changed:
            with self._runtime.store.reading() as session:
                there = present(session, on)
                standing = looking.of_name(session, self._owner, said.name, there, [Status.ACTIVE])
                known = next(iter(looking.views(session, self._owner, standing)), None)
            if known is None:
                near = [one for one in self.find_conflicts(said.opinion) if one.told_to(there)]
                of_it = (o for o in near if share_a_topic(o.name, o.opinion, said.name, said.opinion))
                known = next(of_it, None)
            if known is not None and not agree(known.opinion, said.opinion, of_one_thing=True):
                why = "changed their mind in conversation"
                return self.evolve(known.id, said.opinion, why, occasion=on, actor="rules", span=said.span)
        forming = Forming(name=said.name, opinion=said.opinion, category=said.category, occasion=on, span=said.span)
        return self.form(forming, actor="rules")

    def changes(self, last: Last | None = None) -> Sequence[Event]:
        """What happened in the companion's own memory, in order, with the changes that ``undo`` takes."""
        return history.events(self._runtime, self._owner, last=last)

    def undo(self, change: str | None = None) -> Undone:
        """Take back a change of the companion's own memory; or else the last that can be undone.

        Raises:
            NotFound: there is no such change.
            Conflict: it was undone already, or later changes stand in the way.
        """
        named = change or undo.last_undoable(self._runtime, self._owner).id
        return undo.undo(self._runtime, self._owner, named)


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


def _reason(text: str) -> str:
    kept = plain(text, "reason")
    if len(kept) > opinions.LONGEST_OPINION:
        raise InvalidInput(f"a reason has at most {opinions.LONGEST_OPINION:,} characters: this has {len(kept):,}")
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
    reason = _reason(forming.reason) if forming.reason else None
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
    act.write(memory, more)
    return more


def _held_against(session: Session, memory: Memory) -> list[Memory]:
    """The opinions that wait because they stand against one."""
    links = session.links.find(memory.owner, to=memory.id)
    ids = [link.from_id for link in links if link.relation is Relation.CONTRADICTS]
    return [m for m in session.memories.by_ids(memory.owner, ids).values() if looking.waiting(m)]


def _said_to_it(session: Session, person: str, conversation: str | None) -> list[str]:
    """What others than the companion said lately in a conversation."""
    recent = session.dialogue.messages(person, conversation_id=conversation, newest=RECENT)
    return [message.text for message in recent if message.role is not Role.ASSISTANT]
