"""Every command, in the order in which help lists them: the table of contents of the command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated

import typer

import reverie
from reverie.cli import terminal
from reverie.cli.invocation import Program, command, options_before
from reverie.cli.operations import databases, servers, start, upkeep
from reverie.cli.verbs import (
    conversations,
    decisions,
    import_export,
    knowledge,
    observations,
    people,
    persona,
    pictures,
    profiles,
    recall,
    say,
)

TALK, LOOK, DECIDE, KNOW = "Start and talk", "Look", "Correct and forget", "Understand"
MOVE, SERVE, KEEP = "Bring in and take out", "Serve", "Maintain"


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
    pretty_exceptions_enable=False,
    help="Memory and identity for AI companions, on one SQLite file.",
)
options_before(app, _VERSION, otherwise=start.start)


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


command(app, "init", panel=TALK)(start.init)
command(app, "chat", panel=TALK)(say.chat)
command(app, "say", panel=TALK)(say.say)

command(app, "recall", panel=LOOK, past=True)(recall.recall)
command(app, "said", panel=LOOK)(conversations.said)
command(app, "discussed", panel=LOOK)(conversations.discussed)
command(app, "episodes", panel=LOOK)(conversations.episodes)
command(app, "context", panel=LOOK)(recall.context)
command(app, "memories", panel=LOOK, past=True)(recall.memories)
command(app, "history", panel=LOOK)(recall.history)

_group(
    "people",
    LOOK,
    "List people; change names and accounts; merge and split.",
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
    "Remember pictures, and find them by what they show.",
    {
        "add": pictures.add,
        "find": pictures.find,
        "list": pictures.list_,
        "remove": pictures.remove,
    },
)

command(app, "remember", panel=DECIDE)(decisions.remember)
command(app, "correct", panel=DECIDE)(decisions.correct)
command(app, "pin", panel=DECIDE)(decisions.pin)
command(app, "forget", panel=DECIDE)(decisions.forget)
command(app, "undo", panel=DECIDE)(decisions.undo)
command(app, "settings", panel=DECIDE)(decisions.settings)
command(app, "erase", panel=DECIDE)(decisions.erase)

command(app, "observe", panel=KNOW)(observations.observe)
command(app, "reflect", panel=KNOW)(observations.reflect)
command(app, "relationship", panel=KNOW)(observations.relationship)
command(app, "synthesize", panel=KNOW)(observations.synthesize)
command(app, "patterns", panel=KNOW)(observations.patterns)

_group(
    "profile",
    DECIDE,
    "Show and edit a person's profile, as one page.",
    {
        "show": profiles.show,
        "edit": profiles.edit,
        "update": profiles.update,
        "import": profiles.import_,
        "export": profiles.export,
    },
)

command(app, "import", panel=MOVE)(import_export.import_)
command(app, "export", panel=MOVE)(import_export.export)

command(app, "serve", panel=SERVE)(servers.serve)

_group(
    "keys",
    SERVE,
    "Make, list and revoke API keys for the server.",
    {
        "create": servers.create,
        "list": servers.list_,
        "revoke": servers.revoke,
    },
)
command(app, "mcp", panel=TALK)(servers.mcp)

command(app, "doctor", panel=KEEP)(upkeep.doctor)
command(app, "upkeep", panel=KEEP)(upkeep.upkeep)
command(app, "reindex", panel=KEEP)(upkeep.reindex)
command(app, "config", panel=KEEP)(upkeep.config)
command(app, "demo", panel=KEEP)(upkeep.demo)
# What stands behind `bench` is read by the benchmark's own commands, which are loaded only then.
command(
    app,
    "bench",
    panel=KEEP,
    add_help_option=False,
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)(upkeep.bench)

_group(
    "conversations",
    LOOK,
    "List conversations; their summaries, notes and folders.",
    {
        "list": conversations.listed,
        "show": conversations.show,
        "summary": conversations.summary,
        "begin": conversations.begin,
        "end": conversations.end,
        "local": conversations.local,
        "notes": conversations.notes,
        "export": conversations.export,
        "import": conversations.import_,
        "watch": conversations.watch,
    },
)

_group(
    "db",
    KEEP,
    "Check, back up, copy, repair or encrypt the database.",
    {
        "info": upkeep.db_info,
        "check": databases.check,
        "backup": databases.backup,
        "copy": databases.copy,
        "restore": databases.restore,
        "repair": databases.repair,
        "upgrade": upkeep.db_upgrade,
        "distribute": databases.distribute,
        "key": databases.key,
        "encrypt": databases.encrypt,
        "decrypt": databases.decrypt,
        "rekey": databases.rekey,
    },
)

_group(
    "persona",
    KNOW,
    "The companion's own opinions, and what it says of itself.",
    {**persona.COMMANDS, "export": import_export.export_own, "import": import_export.import_own},
)

_group(
    "know",
    MOVE,
    "Add documents for the companion to know, and search them.",
    {
        "add": knowledge.add,
        "search": knowledge.search,
        "list": knowledge.list_,
        "remove": knowledge.remove,
    },
)
