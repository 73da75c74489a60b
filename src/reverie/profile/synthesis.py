"""From observations that repeat to what might go into a profile: proposals, each with what it rests on.

Nothing goes into a profile by itself. A proposal waits until it is accepted or declined, and what was decided about its
observations is decided: neither another run nor one observation more proposes it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reverie.decisions.proposals import APPENDS
from reverie.errors import InvalidInput, Refused
from reverie.learning.message_learning import admitted, see_admitted
from reverie.learning.rules import extract
from reverie.memory.judgement import Verdict, judge
from reverie.memory.opposites import same_stance, stances
from reverie.memory.runtime import Runtime
from reverie.memory.writing import Writing
from reverie.profile import observations
from reverie.records.memories import (
    About,
    Candidate,
    Category,
    Kind,
    Link,
    Memory,
    Relation,
    Source,
    SourceKind,
    Status,
)
from reverie.records.observation_categories import SelfCategory, UserCategory, in_first_person, plain
from reverie.store.database import Session
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import alike, normal, slot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VOICES = 3
"""How often something has to have been noticed before it is proposed: two may be one mood, or one conversation.

An observation is one voice, and each time it was confirmed another; several of one message are one together.
"""

NEAR = 0.8
"""Cosine from which two observations say nearly the same.

Of thirteen pairs that do not ("interested in astronomy", "… in astrology": 0.78), all but one stay below it with the
default embedder, and that one is opposed ("concise", "detailed": 0.89), which is looked at first.
"""

SHARED = 0.6
"""Share of their words from which two observations say nearly the same, where there are no vectors."""

IMPORTANCE = 0.6
"""Of what is proposed: between something noticed (0.5) and something stated outright (0.8)."""

LONGEST_VALUE = 120
"""Characters of what goes into a slot; what is longer is a note."""

NOTES = "notes"
SYNTHESIZED = "synthesized"
"""The detail that marks what was proposed here; it holds the category of the observations."""

_OTHER_SLOTS = frozenset({"name", "nickname", "pronouns", "relationship", "communication_style", NOTES, "face_image"})
"""Single-valued slots that an observation of somebody's background doesn't fill."""

_VERY = r"(?:(?:deeply|strongly|really|truly|highly|greatly|very|clearly|always|often|usually|generally) )*"


def _leading(verbs: str, after: str = r"(?!)") -> re.Pattern[str]:
    """What is cut from an observation: verbs at its beginning, and what may stand ``after`` all."""
    begun = rf"^{_VERY}(?:(?:seems|appears|tends) to (?:be )?)?{_VERY}(?:{verbs}) "
    return lazy_pattern(f"{begun}|(?:{after})$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where observations of a category lead: the slot, the sentence, and the verbs that are cut from what is drawn.

    ``{}`` in a slot or a sentence is the value drawn. What begins with another verb is drawn whole, and is its own
    sentence, unless the sentence only names the slot (``named``). What says no has no place where only a yes has one
    (``affirming``).
    """

    key: str
    sentence: str
    verbs: re.Pattern[str]
    named: bool = False
    affirming: bool = False
    category: Category = Category.FACT


_WHOLE = lazy_pattern(r"(?!)")
TARGETS: Mapping[About, Mapping[str, Target]] = {
    About.USER: {
        UserCategory.VALUE: Target(
            key="value:{}",
            sentence="Values {}.",
            verbs=_leading(
                r"values?|cares? (?:(?:deeply|strongly|a lot) )?about|believes? in|appreciates?|prizes|cherish(?:es)?|"
                r"treasures?|prioriti[sz]es|(?:is )?committed to"
            ),
            affirming=True,
        ),
        UserCategory.INTEREST: Target(
            key="interest:{}",
            sentence="Is interested in {}.",
            verbs=_leading(
                r"(?:is )?(?:very )?(?:interested in|(?:curious|passionate) about|fascinated by|into|keen on|fond of)|"
                r"(?:has )?an interest in|likes?|loves?|enjoys?|follows"
            ),
            affirming=True,
            category=Category.PREFERENCE,
        ),
        UserCategory.COMMUNICATION_STYLE: Target(
            key="communication_style",
            sentence="Communication style is {}.",
            verbs=_leading(
                r"(?:communicates?|writes?|speaks?|talks?|is)(?: in)?(?: an?)?|prefers?|has an?|uses an?",
                after=r" (?:way|manner|style|tone)",
            ),
            named=True,
        ),
        UserCategory.PREFERENCE: Target(
            key="communication:{}",
            sentence="Communication preference: {}.",
            verbs=_leading(r"prefers?|likes?|wants?|favou?rs|enjoys?"),
            named=True,
            category=Category.PREFERENCE,
        ),
    },
    About.SELF: {
        SelfCategory.CAPABILITY: Target(
            key="capability:{}", sentence="Can {}.", verbs=_leading(r"can|is able to|am able to|knows? how to")
        ),
        SelfCategory.LIMITATION: Target(key="limitation:{}", sentence="", verbs=_WHOLE),
        SelfCategory.GROWTH: Target(
            key="growth_edge:{}",
            sentence="Is growing in {}.",
            verbs=_leading(r"(?:is |am )?(?:growing in|getting better at|improving at|working on|learning)"),
        ),
        SelfCategory.PATTERN: Target(key="identity:{}", sentence="", verbs=_WHOLE),
        SelfCategory.CONTRADICTION: Target(key="open_question:{}", sentence="", verbs=_WHOLE),
    },
}
"""Where each category leads. Background goes by the rules, and relationship dynamics into the notes: the slot
``relationship`` says what two are to each other, and a pattern between them is no such word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A change of a profile that waits for a decision, with the observations it rests on.

    ``replaces`` is what stands in its slot now.
    """

    memory: Memory
    evidence: tuple[observations.Observation, ...]
    voices: int
    replaces: Memory | None = None

    @property
    def text(self) -> str:
        """The text of what is proposed."""
        return self.memory.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What was proposed before: the observations each rests on, as (slot family, id), and what the profile holds."""

    decided: frozenset[tuple[str, str]]
    standing: tuple[Memory, ...]


def proposals(runtime: Runtime, owner: str, about: About) -> list[Proposal]:
    """Propose what repeated observations say, and give every proposal that waits, the best founded first.

    What contradicts an observation that stands is not proposed, nor what is in the profile already, nor what was
    declined. Run twice, it proposes once.
    """
    with runtime.store.reading() as session:
        if session.people.settings(owner).get("paused"):
            raise Refused("memory is paused for this person: resume it first", reason="paused")
        noticed = observations.standing(runtime, session, owner, about)
        against = observations.contradictions(session, owner, noticed, {m.id: m for m in noticed})
        names = observations.names_of(session, owner)
        vectors = runtime.search.index(owner, session).vectors([m.id for m in noticed])
        known = _known(session, owner, about)
    groups = [g for g in grouped(noticed, vectors, names) if not any(against[m.id] for m in g) and voices(g) >= VOICES]
    drafts = [(candidate, group) for group in groups for candidate in _drawn(runtime, group, names)]
    _propose(runtime, owner, about, [one for one in drafts if _new(known, *one)], actor="rules")
    return waiting(runtime, owner, about)


def propose(
    runtime: Runtime,
    owner: str,
    about: About,
    text: str,
    *,
    category: str,
    rests_on: Sequence[str],
    by: Mapping[str, str],
) -> list[Memory]:
    """Propose for the profile what observations (ids) say together, in words of a model's own; what is new of it.

    ``category`` says where it leads. It takes as many voices, and goes by the same decisions, as what the rules find.

    Raises:
        InvalidInput: an observation does not stand, is contradicted, or they have too few voices.
        Refused: memory is paused, it holds a secret, or its category is switched off.
    """
    with runtime.store.reading() as session:
        noticed = {m.id: m for m in observations.standing(runtime, session, owner, about)}
        group = [noticed[one] for one in dict.fromkeys(rests_on) if one in noticed]
        against = observations.contradictions(session, owner, group, noticed)
        names = observations.names_of(session, owner)
        known = _known(session, owner, about)
    if len(group) < len({*rests_on}) or any(against.values()) or voices(group) < VOICES:
        raise InvalidInput(f"a proposal needs current, uncontradicted observations, noticed {VOICES} times or more")
    lead, *others = sorted(group, key=lambda m: (-m.validations, -m.confidence, m.id))
    found = _drawn(runtime, [replace(lead, text=text, category=category), *others], names)
    drafts = [(replace(one, details={**one.details, **by}), group) for one in found if _new(known, one, group)]
    return _propose(runtime, owner, about, drafts, actor="model")


def _propose(
    runtime: Runtime, owner: str, about: About, drafts: Sequence[tuple[Candidate, Sequence[Memory]]], *, actor: str
) -> list[Memory]:
    """Let drafts wait for a decision, each linked to the observations that it rests on."""
    ready = [
        (telling, group)
        for candidate, group in drafts
        for telling in admitted(runtime, owner, candidate, source=Source(kind=SourceKind.MODEL))
    ]
    if not ready:
        return []
    made: list[Memory] = []
    with runtime.store.writing(owner) as session:
        see_admitted(session, owner, [telling for telling, _group in ready])
        now = _known(session, owner, about)  # another may have proposed the same at the same moment
        with session.act(runtime.change(owner, "synthesize", actor=actor)) as act:
            writing = Writing(runtime, session, act)
            for telling, group in [one for one in ready if _new(now, one[0].candidate, one[1])]:
                made.append(writing.propose(telling))
                for memory in group:
                    act.write(None, _derived(made[-1], memory))
    return made


def _derived(proposal: Memory, observation: Memory) -> Link:
    return Link(owner=proposal.owner, from_id=proposal.id, to_id=observation.id, relation=Relation.DERIVED_FROM)


def waiting(runtime: Runtime, owner: str, about: About) -> list[Proposal]:
    """The proposals that wait for a decision, the best founded first."""
    with runtime.store.reading() as session:
        proposed = session.memories.all(owner, [Status.PROPOSED])
        found = {m.id: m for m in proposed if m.about is about and m.kind is Kind.FACT}
        links = session.links.related(owner, Relation.DERIVED_FROM, list(found))
        noticed = session.memories.by_ids(owner, [link.to_id for link in links])
        rests = {name: m for name, m in noticed.items() if m.status is Status.ACTIVE}
        told = observations.sources(session, owner, rests)
        slots = session.memories.keyed(owner, [m.key for m in found.values() if m.key], [Status.ACTIVE])
    stands = {m.key: m for m in slots if m.about is about and m.kind is Kind.FACT}
    made = []
    for memory in found.values():
        evidence = [rests[link.to_id] for link in links if link.from_id == memory.id and link.to_id in rests]
        if evidence:
            shown = tuple(observations.Observation(memory=m, told=told[m.id]) for m in evidence)
            replaces = stands.get(memory.key)
            made.append(Proposal(memory=memory, evidence=shown, voices=voices(evidence), replaces=replaces))
    return sorted(made, key=lambda p: (-p.voices, -p.memory.confidence, p.memory.id))


def _known(session: Session, owner: str, about: About) -> Known:
    facts = [m for m in session.memories.of_kind(owner, Kind.FACT, list(Status)) if m.about is about]
    links = session.links.related(owner, Relation.DERIVED_FROM, [m.id for m in facts if SYNTHESIZED in m.details])
    families = {m.id: slot(m.key or "") for m in facts}
    rested = {link.from_id for link in links}
    return Known(
        decided=frozenset((families[link.from_id], link.to_id) for link in links if link.from_id in families),
        standing=tuple(m for m in facts if m.status is Status.ACTIVE or m.id in rested),
    )


def _new(known: Known, candidate: Candidate, group: Sequence[Memory]) -> bool:
    """Whether something is neither in the profile nor was it ever proposed."""
    family = slot(candidate.key or "")
    if any((family, memory.id) in known.decided for memory in group):
        return False
    same = [m for m in known.standing if slot(m.key or "") == family]
    if family == NOTES:
        return not any(candidate.text in m.text for m in same)
    return not any(alike(m.value or m.text, candidate.value or candidate.text) for m in same)


# -- what says nearly the same -------------------------------------------------------------------


def grouped(
    noticed: Iterable[Memory], vectors: Mapping[str, NDArray[np.float32]], names: Sequence[str] = ()
) -> list[list[Memory]]:
    """Observations of one category that say nearly the same; the one with the most voices leads its group."""
    groups: list[list[Memory]] = []
    noticed = list(noticed)
    said = {memory.id: plain(memory.text, names) for memory in noticed}
    for memory in sorted(noticed, key=lambda m: (-m.validations, -m.confidence, m.id)):
        for group in groups:
            if group[0].category == memory.category and _near(group[0], memory, said, vectors):
                group.append(memory)
                break
        else:
            groups.append([memory])
    return groups


def _near(a: Memory, b: Memory, said: Mapping[str, str], vectors: Mapping[str, NDArray[np.float32]]) -> bool:
    first, second = said[a.id], said[b.id]
    verdict = judge(first, second)
    if verdict is Verdict.OPPOSITE:
        return False
    if verdict is Verdict.SAME or same_stance(first, second, anywhere=True):
        return True
    if a.id in vectors and b.id in vectors:
        near = float(vectors[a.id] @ vectors[b.id]) >= NEAR
    else:
        mine, theirs = ({*normal(text).split()} for text in (first, second))
        near = len(mine & theirs) >= SHARED * len(mine | theirs) > 0
    return near


def voices(group: Sequence[Memory]) -> int:
    """How often something was noticed."""
    alone = sum(1 for m in group if m.source.message_id is None)
    return alone + len({m.source.message_id for m in group} - {None}) + sum(m.validations for m in group)


# -- what they say for a profile -----------------------------------------------------------------


def _drawn(runtime: Runtime, group: Sequence[Memory], names: Sequence[str]) -> list[Candidate]:
    """What a group says for a profile, in the words of the one that leads it."""
    lead = group[0]
    target = TARGETS[lead.about].get(lead.category)
    denied = any(not stance.positive for stance in stances(plain(lead.text, names)))
    found = [] if target is None or (target.affirming and denied) else [_in_slot(lead, target, names)]
    if lead.category == UserCategory.BACKGROUND:
        found = [c for c in extract(in_first_person(lead.text, names), sent_at=runtime.clock()) if _of_background(c)]
    short = [c for c in found if len(c.value or "") <= LONGEST_VALUE]
    if not short and lead.about is About.USER:
        short = [Candidate(text=sentence(lead.text, names), key=NOTES, details={APPENDS: True})]
    return [
        replace(
            candidate,
            about=lead.about,
            importance=IMPORTANCE,
            confidence=max(m.confidence for m in group),
            details={**candidate.details, SYNTHESIZED: lead.category},
        )
        for candidate in short
    ]


def _in_slot(lead: Memory, target: Target, names: Sequence[str]) -> Candidate:
    value, whole = drawn(lead.text, target, names), sentence(lead.text, names)
    named = target.named or len(value) < len(plain(lead.text, names))
    text = target.sentence.format(value) if named else whole
    return Candidate(text=text, key=target.key.format(value.casefold()), value=value, category=target.category)


def _of_background(candidate: Candidate) -> bool:
    """Whether what the rules read is a line of somebody's background: a single-valued slot that has no other place."""
    key = candidate.key or ""
    elsewhere = key in _OTHER_SLOTS or ":" in key or key.startswith("favorite_")
    return bool(key and candidate.text) and not elsewhere and candidate.category == Category.FACT


def drawn(text: str, target: Target, names: Sequence[str] = ()) -> str:
    """What an observation says of its thing: "Values clarity and precision." is "clarity and precision".

    The subject, the verbs of its category and the full stop are cut; what stands whole begins with a small letter.
    """
    kept = target.verbs.sub("", said := plain(text, names))
    return kept[:1].lower() + kept[1:] if kept == said and kept[1:2].islower() else kept


def sentence(text: str, names: Sequence[str] = ()) -> str:
    """An observation as a sentence without its subject: "Ada likes jazz" is "Likes jazz."."""
    said = plain(text, names)
    return f"{said[:1].upper()}{said[1:]}{'' if said.endswith(('!', '?')) else '.'}"
