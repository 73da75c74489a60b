"""What the companion says in its replies, heard: the opinions that it voices are formed, made stronger or changed."""

from __future__ import annotations

from dataclasses import replace

from reverie.learning import evidence
from reverie.learning.rules.life.opinions import Voiced, voiced
from reverie.memory.runtime import Runtime, surviving
from reverie.persona import opinion_changes
from reverie.persona import opinion_search as looking
from reverie.records.categories import speaks_of
from reverie.records.conversations import Role
from reverie.records.memories import Status
from reverie.records.opinions import Forming, Occasion
from reverie.secrets import masked
from reverie.store.database import Session

RECENT = 12
"""Messages of a conversation that a reply may repeat."""


@surviving
def heard(
    runtime: Runtime, owner: str, text: str, occasion: Occasion, *, given: str = ""
) -> list[opinion_changes.Opined]:
    """Learn from what the companion said: opinions it voiced are added, reinforced, held or changed.

    What it only repeats is none of its own: the words of ``occasion.user`` in this conversation, and what its language
    model was ``given`` to read. Nothing is learned where they have paused memory.
    """
    free = [said for said in voiced(text) if not masked(f"{said.name}: {said.opinion}").kinds]
    if free and occasion.user is not None:
        with runtime.store.reading() as session:
            settings = session.people.settings(occasion.user)
            if settings.get("paused"):
                return []
            off = settings.get("categories_off", ())
            read = [given, *_said_to_it(session, occasion.user, occasion.conversation)]
        free = [said for said in free if not speaks_of(f"{said.name}. {said.opinion}", off)]
        free = [said for said in free if not any(evidence.repeats(said.opinion, one) for one in read)]
    return [_learned(runtime, owner, said, occasion) for said in free]


def _said_to_it(session: Session, person: str, conversation: str | None) -> list[str]:
    """What others than the companion said lately in a conversation."""
    recent = session.dialogue.messages(person, conversation_id=conversation, newest=RECENT)
    return [message.text for message in recent if message.role is not Role.ASSISTANT]


@surviving
def _learned(runtime: Runtime, owner: str, said: Voiced, occasion: Occasion) -> opinion_changes.Opined:
    """What becomes of a voiced opinion: a change of mind changes the one it is about, if that says something else."""
    forming = Forming(name=said.name, opinion=said.opinion, category=said.category, occasion=occasion, span=said.span)
    if said.changed:
        with runtime.store.reading() as session:
            there = opinion_changes.present(session, occasion)
            standing = looking.of_name(session, owner, said.name, there, [Status.ACTIVE])
            known = next(iter(looking.views(session, owner, standing)), None)
        if known is None:
            near = [one for one in looking.find_conflicts(runtime, owner, said.opinion) if one.told_to(there)]
            of_it = (o for o in near if opinion_changes.share_a_topic(o.name, o.opinion, said.name, said.opinion))
            known = next(of_it, None)
        if known is not None and not opinion_changes.agree(known.opinion, said.opinion, of_one_thing=True):
            changed = replace(forming, reason="changed their mind in conversation")
            return opinion_changes.evolve(runtime, owner, known.id, changed, actor="rules")
    return opinion_changes.add(runtime, owner, forming, actor="rules")
