"""Every command, in the order in which help lists them: the table of contents of the command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated

import typer

import reverie
from reverie.cli import (
    conversing,
    deciding,
    keeping,
    knowing,
    looking,
    mending,
    moving,
    observing,
    people,
    persona,
    picturing,
    profiling,
    sealing,
    serving,
    serving_mcp,
    talking,
    terminal,
)
from reverie.cli.calls import Program, command, options_before

TALK, LOOK, DECIDE, KNOW = "Talk", "Look", "Decide", "Understand"
MOVE, SERVE, KEEP = "Move", "Serve", "Look after it"


def _version(wanted: bool) -> None:
    if wanted:
        terminal.show(f"reverie {reverie.__version__}")
        raise typer.Exit


_VERSION = inspect.Parameter(
    "version",
    inspect.Parameter.KEYWORD_ONLY,
    default=False,
    annotation=Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version, and end.")
    ],
)

app = typer.Typer(
    cls=Program,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Memory and identity for AI companions, on one SQLite file.",
)
options_before(app, _VERSION)


def _group(
    name: str,
    panel: str,
    told: str,
    verbs: Mapping[str, Callable[..., None]],
    otherwise: Callable[..., None] | None = None,
) -> None:
    """Register commands that stand behind one name; ``otherwise`` is what that name alone does, else it helps."""
    group = typer.Typer(no_args_is_help=otherwise is None, help=told)
    options_before(group, otherwise=otherwise)
    for verb, does in verbs.items():
        command(group, verb)(does)
    app.add_typer(group, name=name, rich_help_panel=panel)


command(app, "chat", panel=TALK)(talking.chat)
command(app, "say", panel=TALK)(talking.say)

command(app, "recall", panel=LOOK, past=True)(looking.recall)
command(app, "said", panel=LOOK)(conversing.said)
command(app, "discussed", panel=LOOK)(conversing.discussed)
command(app, "episodes", panel=LOOK)(conversing.episodes)
command(app, "context", panel=LOOK)(looking.context)
command(app, "memories", panel=LOOK, past=True)(looking.memories)
command(app, "history", panel=LOOK)(looking.history)

_group(
    "people",
    LOOK,
    "List who is known; look after their names and accounts; merge and split.",
    {
        "list": people.list_,
        "show": people.show,
        "add": people.add,
        "rename": people.rename,
        "link": people.link,
        "unlink": people.unlink,
        "confirm": people.confirm,
        "merge": people.merge,
        "split": people.split,
        "history": people.history,
    },
    otherwise=people.list_,
)

_group(
    "pictures",
    LOOK,
    "Pictures that are remembered, with what they show.",
    {
        "add": picturing.add,
        "find": picturing.find,
        "list": picturing.list_,
        "remove": picturing.remove,
    },
)

command(app, "remember", panel=DECIDE)(deciding.remember)
command(app, "forget", panel=DECIDE)(deciding.forget)
command(app, "undo", panel=DECIDE)(deciding.undo)
command(app, "settings", panel=DECIDE)(deciding.settings)
command(app, "erase", panel=DECIDE)(deciding.erase)

command(app, "observe", panel=KNOW)(observing.observe)
command(app, "reflect", panel=KNOW)(observing.reflect)
command(app, "relationship", panel=KNOW)(observing.relationship)
command(app, "synthesize", panel=KNOW)(observing.synthesize)
command(app, "patterns", panel=KNOW)(observing.patterns)

_group(
    "profile",
    DECIDE,
    "Show and edit what is known of a person, as one page.",
    {
        "show": profiling.show,
        "edit": profiling.edit,
        "update": profiling.update,
        "import": profiling.import_,
        "export": profiling.export,
    },
)

command(app, "import", panel=MOVE)(moving.import_)
command(app, "export", panel=MOVE)(moving.export)

command(app, "serve", panel=SERVE)(serving.serve)

_group(
    "keys",
    SERVE,
    "Keys with which applications reach the server.",
    {
        "create": serving.create,
        "list": serving.list_,
        "revoke": serving.revoke,
    },
)
command(app, "mcp", panel=TALK)(serving_mcp.mcp)

command(app, "doctor", panel=KEEP)(keeping.doctor)
command(app, "upkeep", panel=KEEP)(keeping.upkeep)
command(app, "reindex", panel=KEEP)(keeping.reindex)
command(app, "config", panel=KEEP)(keeping.config)
command(app, "demo", panel=KEEP)(keeping.demo)
# What stands behind `bench` is read by the benchmark's own commands, which are loaded only then.
command(
    app,
    "bench",
    panel=KEEP,
    add_help_option=False,
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)(keeping.bench)

_group(
    "conversations",
    LOOK,
    "Conversations: their summaries, notes and folders.",
    {
        "list": conversing.listed,
        "show": conversing.show,
        "summary": conversing.summary,
        "end": conversing.end,
        "notes": conversing.notes,
        "export": conversing.export,
        "import": conversing.import_,
        "watch": conversing.watch,
    },
)

_group(
    "db",
    KEEP,
    "Look at the database, check it, back it up, copy it, mend it, encrypt it.",
    {
        "info": keeping.db_info,
        "check": mending.check,
        "backup": mending.backup,
        "copy": mending.copy,
        "restore": mending.restore,
        "repair": mending.repair,
        "upgrade": keeping.db_upgrade,
        "key": sealing.key,
        "encrypt": sealing.encrypt,
        "decrypt": sealing.decrypt,
        "rekey": sealing.rekey,
    },
)

_group(
    "persona",
    KNOW,
    "The companion's own opinions, and who it is to itself.",
    {**persona.COMMANDS, "export": moving.export_own, "import": moving.import_own},
)

_group(
    "know",
    MOVE,
    "Give the companion documents to know, and search them.",
    {
        "add": knowing.add,
        "search": knowing.search,
        "list": knowing.list_,
        "remove": knowing.remove,
    },
)
