"""One call of the program: the options that every command has, and how it ends.

Options that all commands share are added to each command's own, so they may stand before or behind its name; what
goes wrong anywhere below comes out here as one line and an exit code.
"""

from __future__ import annotations

import inspect
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Annotated, Any, TextIO, cast, get_type_hints

import typer
from typer.core import TyperGroup

from reverie.cli import terminal
from reverie.errors import (
    ConfigError,
    Conflict,
    InvalidInput,
    ModelError,
    NotFound,
    Refused,
    ReverieError,
    ReverieWarning,
)
from reverie.shapes import people

if TYPE_CHECKING:
    from rich.console import RenderableType

    from reverie.app.companion import Reverie
    from reverie.app.person import Person

EXIT_CODES: tuple[tuple[type[ReverieError], int], ...] = (
    (InvalidInput, 2),
    (ConfigError, 2),
    (NotFound, 3),
    (Refused, 4),
    (Conflict, 5),
    (ModelError, 6),
    (ReverieError, 1),
)
"""What a program is told about an error: the first that fits."""

INTERRUPTED = 130


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What the shared options said, and the ways to answer. ``rest`` is what a command leaves to be read elsewhere."""

    store: str | None = None
    companion: str | None = None
    config: Path | None = None
    as_json: bool = False
    as_of: str | None = None
    known_at: str | None = None
    rest: tuple[str, ...] = ()

    @contextmanager
    def opened(self, *, embedder: str | None = None, model: str | None = None) -> Iterator[Reverie]:
        """The memory that is meant, open."""
        from reverie.app.companion import open as opened

        def named(name: str | None) -> Reverie:
            return opened(self.store, companion=name, config=self.config, embedder=embedder, model=model)

        try:
            chosen = named(self.companion)
        except NotFound as error:
            if not error.alike or not sys.stdin.isatty():
                raise
            if not affirmed(f"There is no companion {self.companion} here. Did you mean {error.alike[0]}?"):
                raise
            chosen = named(error.alike[0])
        with chosen as companion:
            yield companion

    @contextmanager
    def there(self, *, first: str = "reverie chat", embedder: str | None = None) -> Iterator[Reverie]:
        """The memory that is meant, in a store that has to be there: looking makes no file."""
        if (path := self.missing()) is not None:
            raise NotFound(f"there is no store at {path} yet: check --store, or make it with `{first}`")
        with self.opened(embedder=embedder, model=None if embedder is None else "none") as companion:
            yield companion

    @contextmanager
    def looking(self) -> Iterator[Reverie]:
        """The memory that is meant, or one that is empty and kept nowhere: looking makes no file."""
        call = self if self.missing() is None else replace(self, store=":memory:")
        with call.opened() as companion:
            yield companion

    def missing(self) -> Path | None:
        """Where the store would be, if there is none yet."""
        from reverie.app.companion import located

        path = located(self.store, self.config)
        return None if path is None or path.exists() else path

    @contextmanager
    def person(self, name: str) -> Iterator[Person]:
        """A person who has to be known, in a store that has to be there."""
        with self.there() as companion:
            yield companion.find(name)

    @contextmanager
    def met(self, name: str) -> Iterator[Person]:
        """A person who is known, or is met now."""
        with self.opened() as companion:
            yield met(companion, name)

    def answer(self, record: Mapping[str, Any], *shown: RenderableType) -> None:
        """Answer a program with the record, or a person with what is shown."""
        if self.as_json:
            terminal.emit(record)
        else:
            terminal.show(*shown)

    def answer_of(self, person: Person, record: Mapping[str, Any], *shown: RenderableType) -> None:
        """Answer as ``answer`` does, with a record that says first whom it is of."""
        self.answer({"person": people.user(person.user), **record}, *shown)

    def degraded(self, notes: Sequence[str]) -> None:
        """Say what an answer had to do without; a program reads it in the answer itself."""
        for text in () if self.as_json else notes:
            terminal.aside("note", "Note", text, as_json=False)

    def agreed(self, question: str, *going: RenderableType, expected: str | None = None) -> None:
        """Show what is ``going`` and ask; go on only with a yes, or with the ``expected`` words typed.

        Raises:
            InvalidInput: nobody is there to be asked.
            typer.Exit: the answer was no.
        """
        asked = sys.stdin.isatty()
        if asked or not self.as_json:
            terminal.note(*going)
        if not asked:
            raise InvalidInput("nobody is at the terminal to be asked: add --yes to do it without asking")
        if terminal.asked(question) != expected if expected else not affirmed(question):
            terminal.note("Nothing was changed.")
            raise typer.Exit(1)


def affirmed(question: str) -> bool:
    """Whether a question is answered with yes."""
    return terminal.asked(f"{question} [y/N]").casefold() in ("y", "yes")


def met(companion: Reverie, name: str) -> Person:
    """The person who is called so, or a stranger of this name; at a terminal they say whether it is a slip.

    Raises:
        InvalidInput: nobody is, somebody has a name like it, and nobody is at the terminal to be asked.
        typer.Exit: it is nobody known, and nobody new.
    """
    try:
        return companion.find(name)
    except NotFound:
        likely = companion.directory.alike(name)[:3] if companion.directory.asks == "never" else ()
    if not likely:
        return companion.meet(name)
    known = " or ".join(one.name for one in likely)
    if not sys.stdin.isatty():
        adding = terminal.command("people", "add", name)
        raise InvalidInput(f"nobody is called {name!r}: did you mean {known}? For somebody new: {adding}")
    for one in likely:
        if affirmed(f"Nobody is called {name} yet. Did you mean {one.name}?"):
            return companion.find(one.id)
    if affirmed(f"Is {name} somebody other than {known}?"):
        return companion.directory.add(name)
    terminal.note("Nothing was changed.")
    raise typer.Exit(1)


def program() -> str:
    """How this program is typed: its path where it was run by one that the shell does not find by itself."""
    ran = Path(sys.argv[0])
    return os.path.relpath(ran) if ran.name == "reverie" and shutil.which("reverie") is None else "reverie"


def moment(text: str | None) -> datetime | None:
    """A time as it is typed: ISO 8601; without a zone it is UTC.

    Raises:
        InvalidInput: it is no time.
    """
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise InvalidInput(f"the time {text!r} can't be read: write it as 2026-03-01 or 2026-03-01T18:30") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def typed(text: str) -> str:
    """The text of an argument; ``-`` is what stands on standard input."""
    return sys.stdin.read().removesuffix("\n") if text == "-" else text


# -- commands ------------------------------------------------------------------------------------


def _option(name: str, kind: Any, default: object, shown: str, **said: Any) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, typer.Option(shown, **said)]
    )


EVERYWHERE = (
    _option("store", str | None, None, "--store", metavar="URL", help="The memory: a file, or a PostgreSQL URL."),
    _option(
        "companion", str | None, None, "--companion", metavar="NAME", help="The companion, where a store has several."
    ),
    _option("config", Path | None, None, "--config", metavar="FILE", help="The settings file."),
    _option("as_json", bool, False, "--json", help="Answer with one JSON object."),
)
_OF_A_STORE = frozenset({"store", "companion"})
PAST = (
    _option("as_of", str | None, None, "--as-of", metavar="TIME", help="What was true at this time, as 2026-03-01."),
    _option("known_at", str | None, None, "--known-at", metavar="TIME", help="What the companion knew at this time."),
)


def _with_options(function: Callable[..., None], own: Sequence[inspect.Parameter]) -> Callable[..., None]:
    """Give a function parameters that typer can read, with the context before them."""
    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    keyword = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in own]
    readable = cast("Any", function)
    readable.__signature__ = inspect.Signature([context, *keyword])
    readable.__annotations__ = {p.name: p.annotation for p in (context, *keyword)}
    return function


def _options_of(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(f.name, inspect.Parameter.KEYWORD_ONLY, default=f.default, annotation=hints[f.name])
        for f in fields(group)
    ]


def command(
    app: typer.Typer, name: str, *, panel: str | None = None, past: bool = False, stored: bool = True, **settings: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a command, whose first parameter is the ``Call``.

    ``past`` adds the options of time; one that works on no store of the person's (``stored``) has none to say which.
    A parameter that is a dataclass stands for the options that its fields are.
    """

    def registered(function: Callable[..., None]) -> Callable[..., None]:
        hints = get_type_hints(function, include_extras=True)
        taken = [p.replace(annotation=hints[p.name]) for p in list(inspect.signature(function).parameters.values())[1:]]
        groups: dict[str, Any] = {p.name: p.annotation for p in taken if is_dataclass(p.annotation)}
        own = [option for p in taken for option in (_options_of(p.annotation) if p.name in groups else [p])]
        shared = (*(PAST if past else ()), *(one for one in EVERYWHERE if stored or one.name not in _OF_A_STORE))

        def run(context: typer.Context, **given: Any) -> None:
            before = context.obj or {}
            chosen = {p.name: given.pop(p.name) or before.get(p.name, p.default) for p in shared}
            for among, group in groups.items():
                given[among] = group(**{field.name: given.pop(field.name) for field in fields(group)})
            function(Call(**chosen, rest=tuple(context.args)), **given)

        run.__doc__ = inspect.getdoc(function)
        app.command(name, rich_help_panel=panel, **settings)(_with_options(run, [*own, *shared]))
        return function

    return registered


def options_before(
    app: typer.Typer, *others: inspect.Parameter, otherwise: Callable[[Call], None] | None = None
) -> None:
    """Let the shared options stand before a command's name too; ``others`` stand only there.

    ``otherwise`` is what is done where no command is named.
    """

    def before(context: typer.Context, **given: Any) -> None:
        said = {p.name: given[p.name] for p in EVERYWHERE if given[p.name]}
        context.obj = {**(context.obj or {}), **said}
        if otherwise is not None and context.invoked_subcommand is None:
            otherwise(Call(**context.obj))

    app.callback(invoke_without_command=otherwise is not None)(_with_options(before, [*others, *EVERYWHERE]))


# -- how it ends ---------------------------------------------------------------------------------


class Program(TyperGroup):
    """The whole program: whatever happens inside, it ends with an exit code and at most one line of trouble."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **options: Any) -> Any:
        """Run one command line and end the process."""
        given = list(sys.argv[1:] if args is None else args)
        wants_json = "--json" in given[: given.index("--")] if "--" in given else "--json" in given
        terminal.prepare_streams()
        with _warnings_told(wants_json):
            code = self._ended(given, wants_json, *rest, **{**options, "standalone_mode": False})
        sys.exit(code)

    def _ended(self, args: list[str], wants_json: bool, *rest: Any, **options: Any) -> int:
        try:
            code = super().main(args, *rest, **options)
            sys.stdout.flush()
        except ReverieError as error:
            terminal.aside("error", type(error).__name__, str(error), as_json=wants_json)
            return next(code for kind, code in EXIT_CODES if isinstance(error, kind))
        except typer.TyperException as error:
            terminal.aside("error", type(error).__name__, _usage(error), as_json=wants_json)
            return error.exit_code
        except typer.Abort:
            return INTERRUPTED
        except OSError as error:
            where = f": {error.filename}" if error.filename else ""
            terminal.aside("error", type(error).__name__, f"{error.strerror or error}{where}", as_json=wants_json)
            return 1
        return code if isinstance(code, int) else 0


def _usage(error: typer.TyperException) -> str:
    message = error.format_message()
    where = getattr(error, "ctx", None)
    return f"{message} See `{where.command_path} --help`." if where is not None and message else message


@contextmanager
def _warnings_told(wants_json: bool) -> Iterator[None]:
    """Show each of Reverie's warnings once, as one line; leave other warnings to Python."""
    told: set[str] = set()
    with warnings.catch_warnings():
        others = warnings.showwarning

        def shown(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if not issubclass(category, ReverieWarning):
                others(message, category, filename, lineno, file, line)
            elif str(message) not in told:
                told.add(str(message))
                terminal.aside("warning", category.__name__, str(message), as_json=wants_json)

        warnings.filterwarnings("always", category=ReverieWarning)
        warnings.showwarning = shown
        yield


@contextmanager
def threads_hushed() -> Iterator[None]:
    """Let warnings of other threads wait for the end of a ``with`` block: somebody is reading an answer meanwhile."""
    shown: Any = warnings.showwarning
    later: list[tuple[Any, ...]] = []

    def here(*warning: Any) -> None:
        if current_thread() is main_thread():
            shown(*warning)
        else:
            later.append(warning)

    hushed: Any = here
    warnings.showwarning = hushed
    try:
        yield
    finally:
        warnings.showwarning = shown
        for warning in later:
            shown(*warning)
