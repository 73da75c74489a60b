"""Who a person is, and for whom their memory is read: a language model, an API key, an assistant, or themselves.

Who they are is read from the directory wherever it is used: a name or a merge of now counts for whoever holds them. A
reader gets the same ``Person``, which reads through a store that leaves out what that may not see.
What is said is kept and learned as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Self

from reverie.argument_checks import checked
from reverie.config import Config
from reverie.errors import Conflict, NotFound, Refused
from reverie.memory.runtime import Runtime, surviving
from reverie.people import identity
from reverie.ports import Placed
from reverie.records.identity_question import Confirmation
from reverie.records.read_access import WHOLE, ReadAccess, access_of
from reverie.records.users import User

if TYPE_CHECKING:
    from reverie.app.tools.permissions import Herself
    from reverie.learning.message_learning import Said
    from reverie.memory.history import Imported
    from reverie.memory.writing import Learned
    from reverie.privacy.privacy_settings import Settings
    from reverie.removal.message_deletion import Undone

_PARTS = ("user_model", "conversations", "pictures", "items", "turn")
"""The parts of a person that are made when they are first used, and anew where they are to be others."""


def model_access(settings: Config, runtime: Runtime, reader: str | None = None) -> ReadAccess:
    """What a reader may see, by default the language model that is set up.

    A model of the same provider as that one is asked of the same server, and so on this machine where that is.
    """
    model = runtime.model
    if model is None:
        return access_of(settings.may_read, [() if reader is None else (reader,)])
    name = reader or model.name
    same = name.partition(":")[0] == model.name.partition(":")[0]
    return access_of(settings.may_read, [(name,)], local=same and isinstance(model, Placed) and model.local)


@checked
class PersonReaders:
    """Somebody of the directory, as they are called now and where they are found now, and who reads of them.

    Once the store is closed they are who they were last.
    """

    def __init__(self, runtime: Runtime, settings: Config, companion: User, user: User) -> None:
        self._runtime = runtime
        self._user = user
        self._confirmation = identity.confirmation(runtime, user)
        self._settings = settings
        self._companion = companion
        self._access, self._for_reader = WHOLE, False
        self.reads = runtime

    @property
    def user(self) -> User:
        """Who they are; whoever was merged is the one in whom they are found."""
        if not self._runtime.store.closed:
            self._user = identity.present(self._runtime, self._user)
        return self._user

    @property
    def id(self) -> str:
        """The id of the one they are."""
        return self.user.id

    @property
    def name(self) -> str:
        """Their name."""
        return self.user.name

    @property
    def confirmation(self) -> Confirmation | None:
        """The question whether they are somebody known, while that is open."""
        if not self._runtime.store.closed:
            self._confirmation = identity.confirmation(self._runtime, self.user)
        return self._confirmation

    @surviving
    def settings(self, **changed: object) -> Settings:
        """The person's settings; named ones are changed.

        They are ``paused``, ``categories_off``, ``retention_days`` and ``told_in_company``. Of a category that is off
        nothing new is learned. What is kept of it already, or comes with a merged person or an archive, is in the lists
        of memories, where it can be forgotten, and is used nowhere else: in no context, recall, profile, answer,
        reflection, question or tool of a model. ``told_in_company`` names categories, or ``all``, of which what was
        told alone may be told in a group in front of others; without it nothing is.

        Raises:
            Refused: whoever reads here may not see all that would be deleted, or told.
        """
        from reverie.privacy import privacy_settings

        owner = self.id
        if self.reads.access != WHOLE and not changed.keys() <= {"paused"}:
            raise Refused("not all that this is about may be seen here: set it where it is", reason="access")
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
        from reverie.memory import history

        return history.imported(self._runtime, self.id)

    @property
    def access(self) -> ReadAccess:
        """What whoever reads here may see."""
        return self._access

    @property
    def herself(self) -> Herself:
        """The companion, as far as whoever reads here may see it."""
        from reverie.app.tools.permissions import Herself
        from reverie.memory import reading
        from reverie.persona.opinion_changes import Opinions
        from reverie.persona.self_model import SelfModel

        reads, own = self._runtime.read_by(self._access), self._companion.id  # with whomever it noted something
        return Herself(
            id=own,
            opinions=Opinions(reads, own),
            self_model=SelfModel(reads, own),
            seen=partial(reading.seen, reads),
        )

    def read_by(self, reader: str | None = None) -> Self:
        """The same person for a reader: a model by its name ("openai:gpt-5"), "key:NAME", or "mcp".

        What that reader may not see by the setting ``may_read`` is not there: memories of other categories with the
        messages that taught them, and conversations that stay on this machine, unless the reader is on it. Without a
        name it is for whom it was made already, or else the language model that is set up, or whoever comes. What is
        said is kept and learned whole.
        """
        if reader is None and self._for_reader:
            return self
        return self.read_with(self._access & model_access(self._settings, self._runtime, reader))

    def read_with(self, access: ReadAccess) -> Self:
        """The same person for whoever may see no more than that."""
        seen = self._another()
        seen._access, seen._for_reader = access, True
        between = (self._user.id, self._companion.id)
        seen.reads = self._runtime.read_by(access if access == WHOLE else replace(access, between=between))
        return seen

    def _another(self) -> Self:
        another = copy(self)
        for part in _PARTS:
            vars(another).pop(part, None)
        return another

    def limited(self, access: ReadAccess) -> Self:
        """The same person, through a key that may see no more than that; whoever reads then may see less."""
        limited = self.read_with(access)
        limited._for_reader = False
        return limited

    def _shown(self, learned: Sequence[Learned], *, stated: bool = False) -> list[Learned]:
        """What was learned, as far as it may be seen, and what was just ``stated`` in so many words."""
        from reverie.memory import reading

        return reading.learned(self.reads, self.user.id, learned, stated=stated)

    def _answered(self, said: Said, text: str) -> Said:
        """What became of a message, as whoever reads here may see it.

        Raises:
            Conflict: under its id something else was said, which may not be seen here.
        """
        if self.reads.access == WHOLE:
            return said
        from reverie.conversations import message_store

        before = said.message if said.again else None
        if before is not None and before.text != message_store.kept_words(text) and not self._readable(before.id):
            raise Conflict("another message has this id: give each message its own")
        return replace(said, learned=tuple(self._shown(said.learned)), notices=(), question=None, settled=())

    def _readable(self, message: str) -> bool:
        from reverie.conversations import message_store

        return self.reads.access == WHOLE or bool(message_store.by_ids(self.reads, self.user.id, [message]))

    def see_whole(self, doing: str) -> None:
        """See that all of this person may be seen here.

        Raises:
            Refused: it may not; the message says what to be ``doing`` otherwise.
        """
        if self.access != WHOLE:
            raise Refused(f"not all of it may be seen here: {doing} with a key that may read all", reason="access")

    def see_readable(self, message: str) -> None:
        """See that a message may be seen here.

        Raises:
            NotFound: it may not, or there is none.
        """
        if not self._readable(message):
            raise NotFound(f"there is no message {message!r} of this person: list them to see their ids")

    def _brought_back(self, undone: Undone) -> Undone:
        """What was undone, with the memories of it that may be seen here."""
        if self.reads.access == WHOLE:
            return undone
        from reverie.memory import reading

        seen = reading.seen(self.reads, self.user.id, [one.id for one in undone.memories])
        return replace(undone, memories=tuple(one for one in undone.memories if one.id in seen))
