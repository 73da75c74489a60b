"""Every command, in the order in which help lists them: the table of contents of the command line."""

from __future__ import annotations

import inspect
from typing import Annotated

import typer

import reverie
from reverie.cli import (
    conversing,
    deciding,
    keeping,
    knowing,
    looking,
    moving,
    observing,
    people,
    persona,
    picturing,
    profiling,
    talking,
    terminal,
)
from reverie.cli.calls import Program, command, options_before

TALK, LOOK, DECIDE, KNOW = "Talk", "Look", "Decide", "Understand"
MOVE, KEEP = "Move", "Look after it"


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

command(app, "chat", panel=TALK)(talking.chat)
command(app, "say", panel=TALK)(talking.say)

command(app, "recall", panel=LOOK, past=True)(looking.recall)
command(app, "said", panel=LOOK)(conversing.said)
command(app, "discussed", panel=LOOK)(conversing.discussed)
command(app, "episodes", panel=LOOK)(conversing.episodes)
command(app, "context", panel=LOOK)(looking.context)
command(app, "memories", panel=LOOK, past=True)(looking.memories)
command(app, "history", panel=LOOK)(looking.history)

_people = typer.Typer(help="List who is known; look after their names and accounts; merge and split.")
options_before(_people, otherwise=people.list_)
command(_people, "list")(people.list_)
command(_people, "show")(people.show)
command(_people, "add")(people.add)
command(_people, "rename")(people.rename)
command(_people, "link")(people.link)
command(_people, "unlink")(people.unlink)
command(_people, "merge")(people.merge)
command(_people, "split")(people.split)
command(_people, "history")(people.history)
app.add_typer(_people, name="people", rich_help_panel=LOOK)

_pictures = typer.Typer(no_args_is_help=True, help="Pictures that are remembered, with what they show.")
options_before(_pictures)
command(_pictures, "add")(picturing.add)
command(_pictures, "find")(picturing.find)
command(_pictures, "list")(picturing.list_)
command(_pictures, "remove")(picturing.remove)
app.add_typer(_pictures, name="pictures", rich_help_panel=LOOK)

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

_profile = typer.Typer(no_args_is_help=True, help="Show and edit what is known of a person, as one page.")
options_before(_profile)
command(_profile, "show")(profiling.show)
command(_profile, "edit")(profiling.edit)
command(_profile, "update")(profiling.update)
command(_profile, "import")(profiling.import_)
command(_profile, "export")(profiling.export)
app.add_typer(_profile, name="profile", rich_help_panel=DECIDE)

command(app, "import", panel=MOVE)(moving.import_)
command(app, "export", panel=MOVE)(moving.export)

command(app, "doctor", panel=KEEP)(keeping.doctor)
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

_conversations = typer.Typer(no_args_is_help=True, help="Conversations: their summaries, notes and folders.")
options_before(_conversations)
command(_conversations, "list")(conversing.listed)
command(_conversations, "show")(conversing.show)
command(_conversations, "summary")(conversing.summary)
command(_conversations, "end")(conversing.end)
command(_conversations, "notes")(conversing.notes)
command(_conversations, "export")(conversing.export)
command(_conversations, "import")(conversing.import_)
command(_conversations, "watch")(conversing.watch)
app.add_typer(_conversations, name="conversations", rich_help_panel=LOOK)

_db = typer.Typer(no_args_is_help=True, help="Look at the database, check it, upgrade it.")
options_before(_db)
command(_db, "info")(keeping.db_info)
command(_db, "check")(keeping.db_check)
command(_db, "upgrade")(keeping.db_upgrade)
app.add_typer(_db, name="db", rich_help_panel=KEEP)

_persona = typer.Typer(no_args_is_help=True, help="The companion's own opinions, and who it is to itself.")
options_before(_persona)
for _name, _verb in persona.COMMANDS.items():
    command(_persona, _name)(_verb)
app.add_typer(_persona, name="persona", rich_help_panel=KNOW)

_know = typer.Typer(no_args_is_help=True, help="Give the companion documents to know, and search them.")
options_before(_know)
command(_know, "add")(knowing.add)
command(_know, "search")(knowing.search)
command(_know, "list")(knowing.list_)
command(_know, "remove")(knowing.remove)
app.add_typer(_know, name="know", rich_help_panel=MOVE)
