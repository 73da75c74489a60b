"""What was said, as memory holds it."""

from __future__ import annotations

from reverie import Person


def spoken(person: Person) -> list[tuple[str, str]]:
    return [(one.role.value, one.text) for one in person.messages()]
