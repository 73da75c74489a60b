"""What people decide about their memory: settings, and export, which is everything that is kept and can be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from reverie import pages
from reverie.errors import InvalidInput
from reverie.memory.runtime import Runtime, surviving
from reverie.records.memories import OFF, Category, Status
from reverie.records.read_access import ALL
from reverie.records.users import User
from reverie.store import row_mapping
from reverie.store.search.vectors import unpacked
from reverie.store.tables.people import CONFIRMATION, RULES, TOLD_IN_COMPANY
from reverie.store.tables.pictures import PictureVector


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a person has decided. ``retention_days`` None keeps what its category keeps.

    ``told_in_company`` are the categories of which what they told alone may be told in front of others in a group; all
    of it with ``all``.
    """

    paused: bool = False
    categories_off: tuple[str, ...] = OFF
    retention_days: float | None = None
    told_in_company: tuple[str, ...] = ()


@surviving
def settings(runtime: Runtime, owner: str) -> Settings:
    """A person's settings."""
    with runtime.store.reading() as session:
        kept = session.people.settings(owner)
    return Settings(
        paused=bool(kept.get("paused", False)),
        categories_off=tuple(kept.get("categories_off", ())),
        retention_days=kept.get("retention_days"),
        told_in_company=tuple(kept.get(TOLD_IN_COMPANY, ())),
    )


def configure(runtime: Runtime, owner: str, changed: Mapping[str, object]) -> Settings:
    """Change some settings.

    Raises:
        InvalidInput: there is no such setting or category, or a retention is not above 0 days.
    """
    now = asdict(Settings())
    unknown = set(changed) - set(now)
    if unknown:
        raise InvalidInput(f"there is no setting {sorted(unknown)[0]!r}: there are {', '.join(now)}")
    made = _checked_settings({**now, **changed})
    kept = {
        "paused": made.paused or None,
        "categories_off": list(made.categories_off),
        "retention_days": made.retention_days,
        TOLD_IN_COMPANY: list(made.told_in_company) or None,
    }
    with runtime.store.writing(owner) as session:
        for name in changed:
            session.people.set(owner, name, kept[name])
    return settings(runtime, owner)


def see_setting(name: str, value: object) -> None:
    """See that a setting is one that a person may have: a rule, or the page that they wrote.

    Raises:
        InvalidInput: there is no such setting, or it has no such value.
    """
    if name in RULES:
        _checked_settings({**asdict(Settings()), name: value})
    elif name != pages.KEPT or not isinstance(value, str):
        raise InvalidInput(f"there is no setting {name!r} of this kind")


def _checked_settings(named: Mapping[str, Any]) -> Settings:
    paused, off, days = named["paused"], named["categories_off"], named["retention_days"]
    told = named[TOLD_IN_COMPANY]
    if not isinstance(paused, bool):
        raise InvalidInput(f"paused is true or false, not {paused!r}")
    known = [c.value for c in Category]
    if not isinstance(off, (list, tuple, set, frozenset)) or any(c not in known for c in off):
        raise InvalidInput(f"categories_off is a list of categories, not {off!r}: there are {', '.join(known)}")
    if not isinstance(told, (list, tuple, set, frozenset)) or any(c not in (ALL, *known) for c in told):
        raise InvalidInput(f"told_in_company is a list of categories, not {told!r}: there are all, {', '.join(known)}")
    if days is not None and (isinstance(days, bool) or not isinstance(days, (int, float)) or not 0 < days <= 36_500):
        raise InvalidInput("a retention is a number of days above 0, up to 36,500; none keeps things for good")
    return Settings(
        paused=paused,
        categories_off=tuple(sorted(set(off))),
        retention_days=days,
        told_in_company=tuple(sorted(map(str, set(told)))),
    )


# -- export --------------------------------------------------------------------------------------


def export(runtime: Runtime, person: User) -> dict[str, Any]:
    """Everything that is kept of a person, as one JSON document that can be read without Reverie."""
    owner = person.id
    with runtime.store.reading() as session:
        conversations = session.dialogue.conversations(owner)
        messages = session.dialogue.messages(owner)
        # What was forgotten is kept only so that it can be undone: it is in no export.
        memories = [m for m in session.memories.all(owner) if m.status is not Status.RETRACTED]
        kept = {memory.id for memory in memories}
        by_conversation: dict[str, list[dict[str, Any]]] = {c.id: [] for c in conversations}
        beside: dict[str, list[dict[str, Any]]] = {c.id: [] for c in conversations}
        for message in messages:
            by_conversation[message.conversation_id].append(_plain(row_mapping.columns(message)))
        for sheet in session.sheets.all(owner):
            beside[sheet.conversation_id].append(_plain(row_mapping.columns(sheet)))
        return {
            "format": "reverie-export/1",
            "exported_at": runtime.clock().isoformat(),
            "person": _plain(asdict(person)),
            "accounts": [_plain(asdict(account)) for account in session.people.accounts(owner)],
            "merged": [_plain(asdict(user)) for user in session.people.merged(owner)],
            "settings": _own(session.people.settings(owner)),
            "memories": [_plain(row_mapping.columns(m)) for m in memories],
            "items": [_plain(asdict(item)) for item in session.items.under(owner)],
            "pictures": [_picture(one) for one in session.pictures.all(owner) if one.item_id in kept],
            "links": [_plain(row_mapping.columns(k)) for k in session.links.find(owner) if k.from_id in kept],
            "conversations": [
                _plain(row_mapping.columns(c)) | {"messages": by_conversation[c.id], "sheets": beside[c.id]}
                for c in conversations
            ],
            "changes": [_plain(asdict(change)) for change in reversed(session.changes.recent(owner))],
        }


def _own(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings without whom a guest may be: others' names and ids are not theirs."""
    asked = settings.get(CONFIRMATION)
    kept = {} if asked is None else {CONFIRMATION: {"given_name": asked["given_name"], "asked": asked["asked"]}}
    return {**settings, **kept}


def _picture(one: PictureVector) -> dict[str, Any]:
    """A picture's vector, readable; the picture file is its owner's, and its path stands with its memory."""
    numbers = [round(float(n), 5) for n in unpacked(one.vector, one.scale)]
    return {"memory_id": one.item_id, "space": one.space, "vector": numbers}


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row_mapping.as_json(row).items() if name != "owner"}
