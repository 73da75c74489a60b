"""The directory of a companion: everyone it knows, and what they have in common.

It decides nothing itself: it hands on to the services.
"""

from __future__ import annotations

from reverie.config import Config
from reverie.domain.users import User
from reverie.services import patterns
from reverie.services.means import Means
from reverie.services.patterns import Pattern


class Directory:
    """Everyone a companion knows: ``luna.directory``."""

    def __init__(self, means: Means, settings: Config, companion: User) -> None:
        self._means = means
        self._settings = settings
        self._companion = companion

    def patterns(self, minimum: int = patterns.SMALLEST) -> list[Pattern]:
        """What at least ``minimum`` people share, the most common first.

        It is for whoever runs the companion, and not to be shown to a person.

        Raises:
            InvalidInput: the minimum is below five.
        """
        return patterns.patterns(self._means, minimum)
