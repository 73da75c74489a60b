"""The companion's opinions, looked at: by name, by strength, by meaning, and for a context.

An opinion that has evolved is looked up by whatever it was: every id on its line of time leads to what it is now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from reverie.argument_checks import checked
from reverie.errors import InvalidInput, NotFound, Refused
from reverie.memory.runtime import Runtime
from reverie.ports import View
from reverie.recall.search import searched
from reverie.records import opinions
from reverie.records.conversations import cleaned
from reverie.records.memories import Kind, Memory, Relation, Status
from reverie.records.opinions import THRESHOLD, Found, Occasion, Opinion, OpinionCategory, Tally
from reverie.records.read_access import speaks_of
from reverie.secrets import no_secret
from reverie.store.database import Session
from reverie.store.search.tokens import each_word, shared
from reverie.text.value_matching import normal

CONFLICTS = 5
"""How many of the nearest opinions are looked at for a conflict (seed 002)."""

LIVE = (Status.ACTIVE, Status.PROPOSED)
_KEPT = (Status.ACTIVE, Status.RETRACTED)


@checked
class OpinionSearch:
    """What a companion thinks, looked at. An opinion is named by its id, the beginning of it, or its name.

    A name means the active opinion, else one that is held, else the one that was retracted last: its ``status`` says.
    """

    def __init__(self, runtime: Runtime, owner: str) -> None:
        self._runtime = runtime
        self._owner = owner

    def get(self, opinion: str) -> Opinion:
        """One opinion as it is now, with its history, whatever was thought when it had the id that is given.

        Raises:
            NotFound: there is none.
        """
        with self._runtime.store.reading() as session:
            return views(session, self._owner, [current(session, self._owner, opinion)])[0]

    def held(self) -> list[Opinion]:
        """Opinions that wait for a decision, the oldest first; ``held_against`` has the ids they stand against."""
        with self._runtime.store.reading() as session:
            return views(session, self._owner, session.memories.of_kind(self._owner, Kind.OPINION, [Status.PROPOSED]))

    def list(
        self,
        category: OpinionCategory | str | None = None,
        *,
        include_retracted: bool = False,
        limit: int = 50,
        people: Collection[str] | None = None,
    ) -> list[Opinion]:
        """Opinions, the strongest first; where ``people`` are named (ids), what may be told where they are.

        Raises:
            InvalidInput: there is no such category, or the limit is below 1.
        """
        see_limit(limit)
        if category is not None and category not in tuple(OpinionCategory):
            raise InvalidInput(f"there is no category {category!r}: there are {', '.join(OpinionCategory)}")
        with self._runtime.store.reading() as session:
            found = kept(session, self._owner, include_retracted=include_retracted)
            there = with_merged(session, people)
            wanted = [m for m in usable(session, found, there) if category in (None, m.category)]
            return views(session, self._owner, sorted(wanted, key=lambda m: (-m.confidence, m.id))[:limit])

    def stats(self) -> Tally:
        """How many opinions there are: in all, active, retracted, held, and the active ones by category."""
        with self._runtime.store.reading() as session:
            found = session.memories.of_kind(self._owner, Kind.OPINION, [*LIVE, Status.RETRACTED])
        counts = Counter(m.status for m in found)
        active = Counter(m.category for m in found if m.status is Status.ACTIVE)
        return Tally(
            total=len(found),
            active=counts[Status.ACTIVE],
            retracted=counts[Status.RETRACTED],
            held=counts[Status.PROPOSED],
            by_category={c.value: active[c] for c in OpinionCategory if c in active},
        )

    def search(self, query: str, *, limit: int = 10, include_retracted: bool = False, threshold: float = 0.0) -> Found:
        """The opinions nearest in meaning, with their ``similarity``, a cosine of ``threshold`` or more.

        Without an embedder they are found by words (``degraded``), and have none.

        Raises:
            InvalidInput: there is nothing to look for, or the limit is below 1.
        """
        see_limit(limit)
        if not query.strip():
            raise InvalidInput("there is nothing to look for: name a topic")
        runtime, owner = self._runtime, self._owner
        vectors = runtime.vectors([cleaned(query)])
        with runtime.store.reading() as session:
            if vectors is None:
                there = kept(session, owner, include_retracted=include_retracted)
                scores = _shared_words(query, there)
            else:
                scores = nearest(runtime, session, owner, vectors[0], limit, threshold)
                if include_retracted:
                    gone = [m for m in kept(session, owner, include_retracted=True) if m.status is Status.RETRACTED]
                    known = runtime.search.index(owner, session).vectors([m.id for m in gone])
                    scores |= {i: c for i, v in known.items() if (c := float(v @ vectors[0])) >= threshold}
            best = sorted(scores, key=lambda one: (-scores[one], one))[:limit]
            found = session.memories.by_ids(owner, best)
            shown = {view.id: view for view in views(session, owner, found.values())}
            degraded = lacking(runtime, session, owner, embedded=vectors is not None)
        likeness = {} if vectors is None else scores
        ranked = tuple(replace(shown[one], similarity=likeness.get(one)) for one in best)
        return Found(opinions=ranked, degraded=degraded)

    def find_conflicts(self, opinion: str, threshold: float = THRESHOLD) -> Found:
        """The active opinions, at most five, whose ``similarity`` to this one is at or above ``threshold``.

        Without an embedder there is no similarity: none is found, and ``degraded`` says so.

        Raises:
            InvalidInput: there is nothing to look for, or the threshold is not from 0 to 1.
        """
        if not 0.0 <= threshold <= 1.0:
            raise InvalidInput(f"a threshold is from 0 to 1, not {threshold}")
        found = self.search(opinion, limit=CONFLICTS, threshold=threshold)
        return found if all(one.similarity is not None for one in found) else Found(degraded=found.degraded)

    def for_injection(
        self, message: str, *, present: Collection[str] = (), max_count: int = 8, max_chars: int = 2000
    ) -> Found:
        """The opinions for a context: on the topic of a message, and about people who are present (their ids).

        Ranked by relevance x strength, and at most ``max_count`` with ``max_chars`` characters together. Relevance is
        the cosine to the message, or the share of its words; for an opinion that concerns somebody present it is 0.5 at
        least.
        """
        if max_count < 0 or max_chars < 0:
            raise InvalidInput("max_count and max_chars are 0 or more")
        runtime, owner = self._runtime, self._owner
        vectors = runtime.vectors([searched(message)]) if message.strip() else None
        with runtime.store.reading() as session:
            about = session.kept(
                owner,
                ("opinions", *present),
                lambda: session.memories.of_kind(owner, Kind.OPINION, [Status.ACTIVE], naming=present),
            )
            there = {m.id: m for m in about if opinions.concerns(m, present)}
            if vectors is not None:
                relevance = nearest(runtime, session, owner, vectors[0], 2 * max_count, opinions.ON_TOPIC)
            else:
                active = session.memories.of_kind(owner, Kind.OPINION, [Status.ACTIVE]) if message.strip() else []
                relevance = _shared_words(message, active)
            relevance |= {one: max(opinions.PRESENT, relevance.get(one, 0.0)) for one in there}
            near = session.memories.by_ids(owner, [one for one in relevance if one not in there])
            chosen = fitting(session, relevance, [*there.values(), *near.values()], present, (max_count, max_chars))
            shown = views(session, owner, chosen)
            degraded = lacking(runtime, session, owner, embedded=vectors is not None) if message.strip() else ()
        return Found(opinions=tuple(shown), degraded=degraded)


def fitting(
    session: Session,
    relevance: Mapping[str, float],
    found: Iterable[Memory],
    present: Collection[str],
    most: tuple[int, int],
) -> list[Memory]:
    """Of these opinions, those that are told to people who are present and fit: ``most`` so many, and characters."""
    there = {m.id: m for m in usable(session, found, present)}
    between = {slot(name_of(m)) for m in there.values() if opinions.between_them(m)}  # it goes before the general
    there = {i: m for i, m in there.items() if opinions.between_them(m) or slot(name_of(m)) not in between}
    return opinions.fitting(relevance, there, max_count=most[0], max_chars=most[1])


# -- what stands behind --------------------------------------------------------------------------


def with_merged(session: Session, people: Collection[str] | None) -> Collection[str] | None:
    """These people, with those who are found in them."""
    return None if people is None else [one for p in people for one in (p, *(u.id for u in session.people.merged(p)))]


def usable(session: Session, found: Iterable[Memory], people: Collection[str] | None) -> list[Memory]:
    """What the companion may tell of its own memories where these people (ids) are; None is the host, who is told all.

    Of what is between it and somebody it is told what they have not switched off.
    """
    off = {one: session.people.settings(one).get("categories_off", ()) for one in people or ()}
    return [
        memory
        for memory in found
        if opinions.told_to(memory, people)
        and not any(speaks_of(memory.text, off.get(one, ())) for one in opinions.between_them(memory))
    ]


def see_allowed(runtime: Runtime, on: Occasion, text: str) -> None:
    """See that an occasion holds no secret, and that what is noted tells of nothing that its person has switched off.

    Ids of digits alone are taken for what they say they are, as those of accounts.

    Raises:
        Refused: it does.
    """
    named = (on.user, on.message, on.conversation, on.platform, on.channel, *on.related_users, *on.related_entities)
    for one in named:
        if one is not None and not one.isdecimal():
            no_secret(one, "an occasion")
    if on.user is None:
        return
    with runtime.store.reading() as session:
        off = session.people.settings(on.user).get("categories_off", ())
    if shut := speaks_of(text, off):
        raise Refused.switched_off(shut)


def slot(name: str, person: str | None = None) -> str:
    """The slot of the opinion of a name, in general or with a person: how it is written doesn't matter."""
    named = f"opinion:{normal(name) or name.casefold()}"
    return named if person is None else f"{named}@{person}"


def of_name(
    session: Session, owner: str, name: str, people: Collection[str], statuses: Sequence[Status]
) -> list[Memory]:
    """What is thought of a name with these people, and then what is told to everybody."""
    slots = [*(slot(name, person) for person in people), slot(name)]
    found = session.memories.keyed(owner, slots, statuses)
    there = [m for m in found if m.kind is Kind.OPINION and opinions.told_to(m, people)]
    return sorted(there, key=lambda m: (not opinions.between_them(m), m.id))


def kept(session: Session, owner: str, *, include_retracted: bool) -> list[Memory]:
    """The active opinions, and those that were taken back, but for what was forgotten."""
    found = session.memories.of_kind(owner, Kind.OPINION, _KEPT if include_retracted else [Status.ACTIVE])
    return _but_forgotten(session, owner, found)


def _but_forgotten(session: Session, owner: str, found: Sequence[Memory]) -> list[Memory]:
    if all(m.status is not Status.RETRACTED for m in found):
        return list(found)
    forgotten = session.changes.forgotten(owner)
    return [m for m in found if m.id not in forgotten]


def nearest(
    runtime: Runtime, session: Session, owner: str, vector: object, limit: int, threshold: float
) -> dict[str, float]:
    """Active opinions of this companion by id, with their cosines."""
    view = View(now=runtime.clock().timestamp(), items=frozenset({"memory"}), kinds=frozenset({Kind.OPINION.value}))
    near = runtime.search.index(owner, session).nearest(vector, view, limit)  # type: ignore[arg-type] # see Runtime.vectors
    return {one: cosine for one, cosine in near if cosine >= threshold}


def lacking(runtime: Runtime, session: Session, owner: str, *, embedded: bool) -> tuple[str, ...]:
    """What a search by meaning has to do without, with the remedy."""
    if not embedded:
        return (runtime.without_vectors(),)
    missing = runtime.search.index(owner, session).unembedded
    note = f"{missing} of the companion's memories are not embedded by the present model: run `reverie reindex`"
    return (note,) if missing else ()


def _shared_words(query: str, there: Sequence[Memory]) -> dict[str, float]:
    """The share of a text's words that an opinion has, in its name or its words; those that have none are left out."""
    words = each_word(query)
    shares = {m.id: shared(words, f"{name_of(m)} {m.text}") / max(1, len(words)) for m in there}
    return {one: share for one, share in shares.items() if share}


def waiting(memory: Memory) -> bool:
    """Whether it is an opinion that waits for a decision."""
    return memory.kind is Kind.OPINION and memory.status is Status.PROPOSED


def name_of(memory: Memory) -> str:
    """The name of an opinion."""
    return str(memory.details.get("name") or memory.text)


def current(session: Session, owner: str, named: str, people: Collection[str] | None = None) -> Memory:
    """The opinion of an id or a name, as it is now; where ``people`` are named (ids), of those that they are told."""
    wanted = named.strip()
    prefixed = session.memories.by_prefix(owner, wanted) if len(wanted) >= 6 else []
    found = [m for m in prefixed if m.kind is Kind.OPINION and opinions.told_to(m, people)]
    found = _but_forgotten(session, owner, found)
    if not found:
        found = _of_name(session, owner, wanted, people) if wanted else []
    if len(found) != 1:
        raise NotFound(f"there is not exactly one opinion {named!r}: list them to see their names and ids")
    memory = found[0]
    while memory.status is Status.SUPERSEDED and memory.superseded_by is not None:
        following = session.memories.by_id(owner, memory.superseded_by)
        if following is None:
            break
        memory = following
    return memory


def _of_name(session: Session, owner: str, name: str, people: Collection[str] | None) -> list[Memory]:
    """The opinions of a name: the active one, or else what is held, or else what was retracted last."""
    statuses = [*LIVE, Status.RETRACTED]
    kept = of_name(session, owner, name, people or (), statuses)
    if people is None and not kept:  # the host may name what is between the companion and somebody
        every = session.memories.of_kind(owner, Kind.OPINION, statuses)
        kept = [m for m in every if slot(name_of(m)) == slot(name)]
    there = _but_forgotten(session, owner, kept)
    for status in LIVE:
        if found := [m for m in there if m.status is status]:
            return found if people is None else found[:1]
    return sorted(there, key=lambda m: (m.closed_at or m.created_at, m.id))[-1:]


def views(session: Session, owner: str, memories: Collection[Memory]) -> list[Opinion]:
    """Memories as opinions, each with its past and what it is held against; one query a generation."""
    return [view for _root, view in with_roots(session, owner, memories)]


def with_roots(session: Session, owner: str, memories: Collection[Memory]) -> list[tuple[str, Opinion]]:
    """The same, each with the id of what its line of changes began with."""
    past: dict[str, Memory] = {}
    wanted = {m.supersedes for m in memories if m.supersedes}
    while wanted:
        older = session.memories.by_ids(owner, list(wanted))
        past |= {m.id: m for m in _but_forgotten(session, owner, list(older.values()))}
        wanted = {m.supersedes for m in older.values() if m.supersedes} - set(past)
    found = []
    for memory in memories:
        line = _line(memory, past)
        against = _against(session, owner, memory) if waiting(memory) else ()
        found.append((line[0].id if line else memory.id, opinions.opinion(memory, line, against)))
    return found


def _line(memory: Memory, past: Mapping[str, Memory]) -> list[Memory]:
    line: list[Memory] = []
    earlier = past.get(memory.supersedes or "")
    while earlier is not None:
        line.insert(0, earlier)
        earlier = past.get(earlier.supersedes or "")
    return line


def _against(session: Session, owner: str, memory: Memory) -> list[str]:
    links = session.links.find(owner, of=memory.id)
    return [link.to_id for link in links if link.relation is Relation.CONTRADICTS]


def see_limit(limit: int) -> None:
    """See that a limit lets something through.

    Raises:
        InvalidInput: it is below 1.
    """
    if limit < 1:
        raise InvalidInput(f"a limit is 1 or more, not {limit}")
