"""Who the companion is to itself: its opinions, and what it says and notices of itself.

Like a ``Person`` these decide nothing: they hold whose memory is meant, the companion's own, and hand on to services.
"""

from __future__ import annotations

from collections.abc import Collection

from reverie.domain.opinions import THRESHOLD, Forming, Found, Occasion, Opinion, OpinionCategory, Tally
from reverie.domain.users import User
from reverie.services import history, opinions, persona
from reverie.services.history import Undone
from reverie.services.means import Means
from reverie.services.persona import Opined


class Opinions:
    """What a companion thinks, likes and prefers. An opinion is named by its id, the beginning of it, or its name."""

    def __init__(self, means: Means, companion: User) -> None:
        self._means = means
        self._owner = companion.id

    def add(
        self,
        name: str,
        opinion: str,
        category: OpinionCategory | str | None = None,
        *,
        strength: float = 0.5,
        reason: str | None = None,
        occasion: Occasion | None = None,
    ) -> Opined:
        """Form an opinion; the ``step`` of the result says what became of it.

        What is thought already becomes stronger (reinforced). What stands against an opinion is held (proposed) until
        ``decide``, and ``against`` shows both. Names are cut at 256 characters and opinions at 4,096: see ``cut``. A
        category that there isn't is taken as philosophical.

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
        return persona.add(self._means, self._owner, forming)

    def reinforce(self, opinion: str) -> Opinion:
        """Make an opinion stronger: s becomes s + 0.3 (1 - s).

        Raises:
            NotFound: there is no such opinion.
            Conflict: it is retracted, or held.
        """
        return persona.reinforce(self._means, self._owner, opinion)

    def evolve(self, opinion: str, new_opinion: str, reason: str) -> Opined:
        """Change one's mind: strength is 0.6 again, and the history keeps what was thought, when it changed and why.

        Raises:
            InvalidInput: there is no reason, or nothing new.
            NotFound: there is no such opinion.
            Conflict: it is retracted, or held.
        """
        changed = Forming(name=opinion, opinion=new_opinion, reason=reason)
        return persona.evolve(self._means, self._owner, opinion, changed)

    def retract(self, opinion: str, reason: str = "") -> Opinion:
        """Take an opinion back: never told again, and still to be looked into with ``include_retracted``.

        Raises:
            NotFound: there is no such opinion.
            Conflict: it was retracted already.
        """
        return persona.retract(self._means, self._owner, opinion, reason)

    def decide(self, opinion: str, *, accept: bool) -> Opinion:
        """Decide on one that is held: accepted, it takes the place of what it stands against, at strength 0.6.

        Raises:
            NotFound: no opinion that is held has this id.
        """
        return persona.decide(self._means, self._owner, opinion, accept=accept)

    def heard(self, text: str, occasion: Occasion | None = None) -> list[Opined]:
        """Learn from a reply of the companion: the opinions it voices, and what became of each."""
        return persona.heard(self._means, self._owner, text, occasion or Occasion())

    def get(self, opinion: str) -> Opinion:
        """One opinion as it is now, with its history, whatever was thought when it had the id that is given.

        Raises:
            NotFound: there is none.
        """
        return opinions.get(self._means, self._owner, opinion)

    def held(self) -> list[Opinion]:
        """Opinions that wait for a decision; ``held_against`` are the ids of what they stand against."""
        return opinions.held(self._means, self._owner)

    def list(
        self, category: OpinionCategory | str | None = None, *, include_retracted: bool = False, limit: int = 50
    ) -> list[Opinion]:
        """Opinions, the strongest first.

        Raises:
            InvalidInput: there is no such category, or the limit is below 1.
        """
        return opinions.strongest(
            self._means, self._owner, category=category, include_retracted=include_retracted, limit=limit
        )

    def stats(self) -> Tally:
        """How many opinions there are: in all, active, retracted, held, and the active ones by category."""
        return opinions.stats(self._means, self._owner)

    def search(self, query: str, *, limit: int = 10, include_retracted: bool = False) -> Found:
        """The opinions nearest in meaning, with their ``similarity``; by words without an embedder (``degraded``).

        Raises:
            InvalidInput: there is nothing to look for, or the limit is below 1.
        """
        return opinions.search(self._means, self._owner, query, limit=limit, include_retracted=include_retracted)

    def find_conflicts(self, opinion: str, threshold: float = THRESHOLD) -> Found:
        """The active opinions, at most five, that are as near to this one as ``threshold`` or nearer."""
        return opinions.find_conflicts(self._means, self._owner, opinion, threshold)

    def for_injection(
        self, message: str, *, present: Collection[str] = (), max_count: int = 8, max_chars: int = 2000
    ) -> Found:
        """The opinions for a context: on the topic of a message, and about people who are present (their ids).

        Ranked by relevance x strength, and at most ``max_count`` with ``max_chars`` characters together.
        """
        return opinions.for_injection(
            self._means, self._owner, message, present=present, max_count=max_count, max_chars=max_chars
        )

    def undo(self, change: str | None = None) -> Undone:
        """Take back a change of the companion's own memory; or else the last that can be undone.

        Raises:
            NotFound: there is no such change.
            Conflict: it was undone already, or later changes stand in the way.
        """
        named = change or history.last_undoable(self._means, self._owner).id
        return history.undo(self._means, self._owner, named)
