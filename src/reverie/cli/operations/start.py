"""``reverie`` alone, which says where one is and what to type next, and ``reverie init``, which remembers two choices.

Both are for a first minute: they explain nothing that the next command does not need.
"""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

import reverie
from reverie.cli import record_lines, terminal
from reverie.cli.invocation import Call, program
from reverie.cli.operations.upkeep import masked_url, where_of
from reverie.cli.terminal import styled
from reverie.cli.verbs.import_export import written
from reverie.errors import Conflict
from reverie.text.second_person import on_day

if TYPE_CHECKING:
    from reverie.app.companion import Reverie
    from reverie.app.person import Person

WHAT = "a memory for AI companions. It keeps what people say, in their own words, and finds it at the right moment."
FEW = 20
"""People among whom the one who spoke last is looked for."""


@dataclass(frozen=True, slots=True)
class _Next:
    """A command to type, and what for."""

    command: str
    why: str


def start(call: Call) -> None:
    """Say what Reverie is, what is in the store, and the next three commands."""
    head = styled(f"Reverie {reverie.__version__}: {WHAT}", "bold")
    if (path := call.missing()) is not None:
        record: dict[str, Any] = {"store": str(path), "companion": None, "people": 0, "person": None}
        holds, following = f"Nothing is remembered yet. It will be kept in {path}.", _first(call)
    else:
        with call.there(embedder="none") as companion:
            record, holds = _held(companion, masked_url(where_of(call)))
        following = _further(call, record["person"]["name"]) if record["person"] else _first(call)
    record |= {"version": reverie.__version__, "next": [one.command for one in following]}
    call.answer(
        record,
        head,
        styled(holds),
        styled("Next:", "bold"),
        terminal.table(["", ""], [[f"  {one.command}", one.why] for one in following]),
        styled(f"`{program()} --help` lists everything.", "dim"),
    )


def _held(companion: Reverie, where: str) -> tuple[dict[str, Any], str]:
    """What a store holds, for a program and in words."""
    known = companion.people()
    record = {"store": where, "companion": companion.companion.name, "people": len(known), "person": None}
    if not known:
        return record, f"{companion.companion.name} knows nobody yet ({where})."
    person, last = _latest([companion.find(one.id) for one in known[:FEW]])
    kept = person.count()
    record["person"] = {"name": person.name, "memories": kept.memories, "messages": kept.messages}
    told = f"{record_lines.count(kept.memories, 'memory')} from {record_lines.count(kept.messages, 'message')}"
    spoken = "" if last is None else f", the last one {on_day(last, datetime.now(UTC))}"
    people = record_lines.count(known, "person")
    return record, f"{companion.companion.name} knows {people} ({where}). {person.name}: {told}{spoken}."


def _latest(people: list[Person]) -> tuple[Person, datetime | None]:
    """Who spoke last, and when."""
    last = {one.id: next((message.sent_at for message in one.messages(newest=1)), None) for one in people}
    latest = max(people, key=lambda one: last[one.id] or one.user.created_at)
    return latest, last[latest.id]


def _typed(call: Call, command: str) -> str:
    """A command as it is typed for the store and companion that were named here."""
    given = (("--store", call.store), ("--companion", call.companion), ("--config", call.config))
    return " ".join(
        [f"{program()} {command}", *(f"{name} {shlex.quote(str(value))}" for name, value in given if value)]
    )


def _first(call: Call) -> list[_Next]:
    from reverie.config import config_file

    init = _Next(_typed(call, "init"), "choose where memory is kept, and the companion's name")
    history = _Next(_typed(call, "import NAME FILE"), "bring a history")
    return [
        _Next(f"{program()} demo", "watch it learn, answer and forget; nothing is kept"),
        init if (call.config or config_file()) is None else history,
        _Next(_typed(call, "chat"), "talk"),
    ]


def _further(call: Call, name: str) -> list[_Next]:
    who = shlex.quote(name)
    return [
        _Next(_typed(call, f"chat {who}"), "talk"),
        _Next(_typed(call, f"memories {who}"), "see what is remembered, and from which words"),
        _Next(_typed(call, f'recall {who} "…"'), "find what answers a question"),
    ]


Everywhere = Annotated[
    bool, typer.Option("--everywhere", help="Write it to your settings folder, where it holds in every folder.")
]


def init(call: Call, everywhere: Everywhere = False) -> None:
    """Choose the store and the companion's name once: reverie.toml remembers them, and no option is needed any more.

    At a terminal it asks for what no option says. The file is read in the folder where it is.
    """
    from reverie import config
    from reverie.app.companion import located
    from reverie.people.identity import checked_name

    file = (call.config or config.new_file(everywhere=everywhere)).absolute()
    if file.exists():
        raise Conflict(f"{file} is there already: change `store` and `companion` in it", existing=str(file))
    before = config.load()
    store = call.store or _answer("Where is the memory kept?", before.store or str(config.home() / "reverie.db"))
    name = checked_name(call.companion or _answer("What is the companion called?", before.companion or "Reverie"))
    path = located(store)
    store = store if path is None else str(path.expanduser().absolute())
    file.parent.mkdir(parents=True, exist_ok=True)
    written(file, f"store = {json.dumps(store)}\ncompanion = {json.dumps(name)}\n", force=False)
    call.answer(
        {"file": str(file), "store": masked_url(store), "companion": name},
        styled(f"{file}: {name}'s memory is kept in {masked_url(store)}."),
        styled(f"Next: {program()} chat", "bold"),
    )


def _answer(question: str, default: str) -> str:
    """What is typed at the terminal, or the default, which holds too where nobody is there."""
    return (terminal.asked(f"{question} [{default}]") if sys.stdin.isatty() else "") or default
