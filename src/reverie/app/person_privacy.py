"""What a person decides about their memory: their settings, whether anything is kept, and what was brought in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reverie.app.person_identity import PersonIdentity
from reverie.memory.runtime import surviving

if TYPE_CHECKING:
    from reverie.memory.reading.history import Imported
    from reverie.privacy.privacy_settings import Settings


class PersonPrivacy(PersonIdentity):
    """Somebody of the directory, with what they decided."""

    @surviving
    def settings(self, **changed: object) -> Settings:
        """The person's settings; named ones are changed: ``paused``, ``categories_off``, ``retention_days``.

        Of a category that is off nothing new is learned. What is kept of it already, or comes with a merged person or
        an archive, is in the lists of memories, where it can be forgotten, and is used nowhere else: in no context,
        recall, profile, answer, reflection, question or tool of a model.
        """
        from reverie.privacy import privacy_settings

        owner = self.id
        return (
            privacy_settings.configure(self._runtime, owner, changed)
            if changed
            else privacy_settings.settings(self._runtime, owner)
        )

    def pause(self) -> None:
        """Stop remembering: memory is read, and nothing is kept, until ``resume``."""
        self.settings(paused=True)

    def resume(self) -> None:
        """Remember again."""
        self.settings(paused=False)

    @surviving
    def imports(self) -> list[Imported]:
        """The histories that were brought in for this person, the newest first."""
        from reverie.memory.reading import history

        return history.imported(self._runtime, self.id)
