"""What every service of one person is: bound to whoever they are now, and to whether anything may be kept."""

from __future__ import annotations

from collections.abc import Callable

from reverie.errors import Refused
from reverie.memory.runtime import Runtime
from reverie.records.users import User


class PersonService:
    """A service of one person. ``whose`` says who that is now: whoever was merged is followed to where they are found.

    What is not ``recorded`` is off the record: memory is read there, and nothing is kept.
    """

    def __init__(self, runtime: Runtime, whose: Callable[[], User], *, recorded: bool = True) -> None:
        self._runtime = runtime
        self._whose = whose
        self._recorded = recorded

    @property
    def _owner(self) -> str:
        return self._whose().id


def see_recorded(recorded: bool) -> None:
    """See that this conversation may write.

    Raises:
        Refused: it is off the record.
    """
    if not recorded:
        raise Refused("this conversation is off the record: nothing of it is kept", reason="off_record")
