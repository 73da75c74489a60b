"""The front door: ``open`` gives a companion's memory, and meeting somebody gives a ``Person`` to speak with.

What opening does not need is loaded by the verb that needs it, when it is first called.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from reverie import config as settings_file
from reverie.app.companion_work import CompanionWork
from reverie.app.person import Person
from reverie.argument_checks import checked
from reverie.config import Config
from reverie.memory.lifecycle import Conflict as ConflictRule
from reverie.memory.lifecycle import Policy
from reverie.memory.runtime import Runtime
from reverie.models import embedder as resolved_embedder
from reverie.models import extractor as resolved_extractor
from reverie.models import image_model as resolved_image_model
from reverie.models import language_model as resolved_language_model
from reverie.people import identity
from reverie.people.identity import Limits
from reverie.ports import Clock, Embedder, ImageModel, LanguageModel
from reverie.records.conversations import Rolling
from reverie.records.users import User
from reverie.store.database import Store, upgrade_store
from reverie.store.engine.encryption_keys import Given
from reverie.store.engine.encryption_keys import chosen as chosen_key
from reverie.store.engine.engines import database_url
from reverie.store.search.search_cache import IndexCache

if TYPE_CHECKING:
    from reverie.app.group import Group
    from reverie.background.maintenance import Progress
    from reverie.imports import Report
    from reverie.privacy.erasure import Receipt

DEFAULT_COMPANION = "Reverie"


def open(  # noqa: PLR0913 - a key is no tuning, and belongs beside the store
    store: str | Path | None = None,
    *,
    companion: str | None = None,
    embedder: str | Embedder | None = None,
    image_model: str | ImageModel | None = None,
    model: str | LanguageModel | None = None,
    clock: Clock | None = None,
    config: Config | Path | None = None,
    key: Given | None = None,
) -> Reverie:
    """Open a companion's memory: a path, ``:memory:`` or a PostgreSQL URL. It is made if it is not there.

    ``embedder`` is a name ("tuned", "multilingual", "none", "openai:MODEL", "ollama:MODEL", "provider:name") or has the
    port's methods; so are ``image_model`` ("clip:FOLDER", "none", "provider:name") and ``model``, the language model
    ("openai:MODEL", "ollama:MODEL", "none", "provider:name"). What is not given comes from the settings. No model is
    contacted before it is needed. ``key`` encrypts the file: a passphrase, ``x'64 hexadecimal digits'``, 32 bytes, or
    a callable that gives one.

    Raises:
        ConfigError: a setting has no sense.
        WrongKey: the file is encrypted with another key, or with none.
        StoreError: the store can't be opened; the message says why and what mends it.
    """
    settings = config if isinstance(config, Config) else settings_file.load(config)
    url = store or settings.store or settings_file.home() / "reverie.db"
    chosen = settings.embedder if embedder is None else embedder
    made = resolved_embedder(chosen, settings) if isinstance(chosen, str) else chosen
    seeing = settings.pictures.model if image_model is None else image_model
    images = resolved_image_model(seeing) if isinstance(seeing, str) else seeing
    speaking = settings.model.name if model is None else model
    speaker = resolved_language_model(speaking, settings) if isinstance(speaking, str) else speaking
    named = companion if companion is not None else settings.companion
    with ExitStack() as unless_opened:
        secret = chosen_key(key, settings.encryption)
        opened = Store(url, durable=settings.durable, key=secret, server=settings.postgres)
        unless_opened.callback(opened.close)
        luna = Reverie(
            opened,
            settings=settings,
            companion=named,
            embedder=made,
            images=images,
            model=speaker,
            clock=clock or partial(datetime.now, UTC),
        )
        unless_opened.pop_all()
        return luna


upgrade = upgrade_store


def located(store: str | Path | None = None, config: Path | None = None) -> Path | None:
    """The file that ``open`` would open; None for memory and for PostgreSQL."""
    url = database_url(store or settings_file.load(config).store or settings_file.home() / "reverie.db")
    on_disk = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if on_disk else None


@checked
class Reverie(CompanionWork):
    """A companion's memory of everyone it knows. Made by ``open``; close it, or use it in a ``with`` block."""

    def __init__(
        self,
        store: Store,
        *,
        settings: Config,
        companion: str | None,
        embedder: Embedder | None,
        clock: Clock,
        images: ImageModel | None = None,
        model: LanguageModel | None = None,
    ) -> None:
        memory = settings.memory
        policy = Policy(
            conflict=ConflictRule(memory.conflict),
            conflicts={key: ConflictRule(rule) for key, rule in memory.conflicts.items()},
        )
        cache = IndexCache(
            space=None if embedder is None else embedder.space,
            dimensions=None if embedder is None else embedder.dimensions,
            capacity=settings.cache_megabytes * 1024 * 1024,
        )
        runtime = Runtime(
            store=store,
            search=cache,
            embedder=embedder,
            extractor=resolved_extractor(settings.extractor),
            clock=clock,
            policy=policy,
            images=images,
            model=model,
            silence=timedelta(minutes=settings.conversations.silence_minutes),
            rolling=Rolling(window=settings.conversations.window),
        )
        super().__init__(runtime, settings, identity.companion(runtime, companion, DEFAULT_COMPANION))
        self.model = model

    @property
    def proposes(self) -> bool:
        """Whether what contradicts what is known may wait as a proposal, by the settings of memory."""
        return self._runtime.policy.proposes

    @property
    def learning(self) -> str:
        """How it learns from what is said, and what would make that better, to be told after "it learns"."""
        return self._runtime.learning

    def meet(self, name: str, *, account: tuple[str, str] | None = None, exact: bool = False) -> Person:
        """The person of this name (accents and case aside), or of this (platform, id) account; a stranger is added.

        An application that serves many people gives accounts, or ids as ``exact`` names: another id is another person.
        Where the setting ``identity`` says so, a name that is only like a known one makes a guest, whose
        ``confirmation`` is the question to ask; ``say`` reads the answer.

        Raises:
            InvalidInput: the name is empty or too long.
            Conflict: several people have this name.
        """
        return self._person(identity.meet(self._runtime, name, account, self._limits(), exact=exact))

    def guest(self) -> Person:
        """Somebody who has not said who they are; each guest is another."""
        return self._person(identity.guest(self._runtime))

    def find(self, who: str, *, exact: bool = False) -> Person:
        """The person with this name, nickname, id or account (``platform:id``), who has to be known.

        ``exact`` means the name to the letter, and no nickname.

        Raises:
            NotFound: nobody is called so.
        """
        return self._person(identity.find(self._runtime, who, exact=exact))

    def group(self, name: str, members: Sequence[Person] = ()) -> Group:
        """The group of this name, to the letter, with these people in it beside those who are there already.

        What is said in it teaches about whoever said it; see ``Group``.

        Raises:
            InvalidInput: the name is empty or too long.
        """
        from reverie.app.group import Group
        from reverie.people import groups

        made = Group(self._runtime, self._settings, self.companion, groups.group(self._runtime, name))
        if members:
            made.join(*members)
        return made

    def import_history(
        self,
        path: str | Path,
        person: Person,
        *,
        speaker: str | None = None,
        format: str | None = None,
        learning: bool | None = None,
        memories: bool = False,
        progress: Progress | None = None,
    ) -> Report:
        """Bring a history into a person's memory: the export of another assistant or chat program. Twice is once.

        ``speaker`` is who the person is in it, where it does not say so. ``format`` is the id of its format, else its
        content says so. Without ``learning`` nothing is learned; None learns unless it looks like role play.
        With ``memories``, what the other assistant remembered is proposed. ``archives.preview`` looks without writing.

        Raises:
            InvalidInput: the file can't be read, or does not say who the person is.
        """
        from reverie import imports

        options = imports.Options(speaker=speaker, format=format, learning=learning, memories=memories)
        return imports.bring(self._runtime, person.user, self.companion, Path(path), options, progress=progress)

    def export(self, person: Person) -> dict[str, Any]:
        """Everything that is kept of a person, as one JSON document.

        Raises:
            Refused: whoever reads here may not see all of it.
        """
        person.see_whole("export it")
        from reverie.privacy import privacy_settings

        return privacy_settings.export(self._runtime, person.user)

    def erase(self, person: Person, *, message: str | None = None, also: Sequence[str | Path] = ()) -> Receipt:
        """Erase a person for good, or one message with what came from it, and look for what is left in the files.

        There is no way back. ``also`` are further files and folders to look into, such as backups and exports; they are
        left as they are.

        Raises:
            NotFound: the person is not known any more, has no such message, or none that may be seen here; or a
                file is not there. Nothing was erased.
            Refused: whoever reads here may not see all that would go with the person.
        """
        from reverie.images.scenes import viewing
        from reverie.privacy import erasure

        files = [Path(file).expanduser() for file in also]
        if message is not None:
            person.see_readable(message)
            receipt = erasure.erase_message(self._runtime, person.user, message, also=files)
        else:
            person.see_whole("erase them")
            kept_in = viewing(self._settings.pictures, self._runtime).received
            receipt = erasure.erase(self._runtime, person.user, also=files, pictures=kept_in)
        self.preferences.refresh()
        return receipt

    def close(self) -> None:
        """Let go of the store."""
        self._runtime.store.close()

    def _limits(self) -> Limits:
        return Limits(asks=self._settings.identity)

    def _person(self, user: User) -> Person:
        if identity.limits_retention(self._runtime, user):
            from reverie.privacy import retention

            retention.sweep(self._runtime, user)
        return Person(self._runtime, self._settings, self.companion, user)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()
