"""Commands that look after the memory itself: ``doctor``, ``upkeep``, ``reindex``, ``db``, ``config``, ``bench``."""

from __future__ import annotations

import contextlib
import io
import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import reduce
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reverie.cli import record_lines, terminal
from reverie.cli.invocation import Call
from reverie.cli.terminal import styled
from reverie.errors import ModelUnavailable, NotFound

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import RenderableType

    from reverie.background.maintenance import Check
    from reverie.background.tasks.task import Report
    from reverie.background.work_status import Ahead
    from reverie.config import Config
    from reverie.ports import Usage
    from reverie.privacy.retention import Kept

_PASSWORD = re.compile(r"(?<=://)([^/@:]*):.*(?=@)")
_SECRET_FIELD = re.compile(r"(?<=[?&])([^=&#]*(?:pass|secret|token|key)[^=&#]*)=[^&#]*", re.IGNORECASE)


def masked_url(text: str) -> str:
    """A URL that can be shown: its passwords are stars.

    >>> masked_url("postgresql://ada:s3cret@db/luna?sslpassword=x&sslmode=require")
    'postgresql://ada:***@db/luna?sslpassword=***&sslmode=require'
    """
    return _SECRET_FIELD.sub(r"\1=***", _PASSWORD.sub(r"\1:***", text))


def doctor(call: Call) -> None:
    """Check every part; say what does not work, and how to fix it."""
    with call.looking() as companion:
        checks = companion.doctor()
    if (path := call.missing()) is not None:
        none = f"none yet at {path}"
        checks = [replace(c, seen=none, remedy="say something to make it") if c.name == "store" else c for c in checks]
    told_checks(call, checks)


def told_checks(call: Call, checks: Sequence[Check], **of: str) -> None:
    """Answer with what was looked at, ``of`` what; fail where a part is not well."""
    well = all(one.ok for one in checks)
    rows = [["ok" if one.ok else "NOT OK", one.name, one.seen, one.remedy] for one in checks]
    record = {**of, "ok": well, "checks": [asdict(one) for one in checks]}
    call.answer(record, terminal.table(["", "part", "seen", "how to fix it"], rows))
    if not well:
        raise typer.Exit(1)


def reindex(call: Call) -> None:
    """Make the missing search vectors, after a change of embedder. You can stop and rerun it."""
    with call.there() as companion, terminal.progress("Embedding") as moved:
        made = companion.reindex(moved)
    call.answer({"embedded": made}, styled(f"{record_lines.count(made, 'item')} embedded."))


def upkeep(
    call: Call,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what the language model would be asked.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, metavar="N", help="The most items in this run.")] = None,
    tokens: Annotated[int | None, typer.Option(min=1, metavar="N", help="The most tokens in this run.")] = None,
    no_model: Annotated[bool, typer.Option("--no-model", help="Ask no language model.")] = False,
    retry_parked: Annotated[bool, typer.Option("--retry-parked", help="Try again what was given up.")] = False,
) -> None:
    """Do what is due: delete what has expired, sum up finished conversations, learn with the model."""
    with call.there() as companion:
        if dry_run:
            _told_ahead(call, companion.ahead(limit=limit, tokens=tokens))
            return
        kept = companion.upkeep()
        report = None
        if companion.model is not None and not no_model:
            with terminal.progress("Learning") as moved:
                report = companion.work(limit=limit, tokens=tokens, retry_parked=retry_parked, progress=moved)
    _told_upkeep(call, kept, report)
    if report is not None and _gave_up(report):
        raise ModelUnavailable(report.why)


def _gave_up(report: Report) -> bool:
    """Whether the run ended for want of a usable answer, which is told as an error."""
    return report.stopped in ("unavailable", "invalid")


def _told_ahead(call: Call, ahead: Sequence[Ahead]) -> None:
    rows = [[one.task, str(one.items), str(one.calls), f"{one.tokens:,}"] for one in ahead]
    call.answer(
        {"ahead": [asdict(one) for one in ahead]},
        terminal.table(["task", "items", "questions", "tokens, at most"], rows),
    )


def _told_upkeep(call: Call, kept: Kept, report: Report | None) -> None:
    record: dict[str, Any] = {**asdict(kept), "work": None}
    lines: list[RenderableType] = [
        styled(f"{kept.expired} expired, {kept.deleted} deleted, {record_lines.count(kept.episodes, 'episode')} made.")
    ]
    if report is None:
        call.answer(record, *lines)
        return
    record["work"] = {"tasks": [asdict(one) for one in report.tasks], "stopped": report.stopped, "why": report.why}
    rows = [
        [one.task, *map(str, (one.done, one.kept, sum(one.refused.values()), one.failed, one.parked)), _took(one.usage)]
        for one in report.tasks
    ]
    lines.append(terminal.table(["task", "done", "kept", "refused", "failed", "parked", "tokens"], rows))
    reasons = [f"{one.task}: {times} x {why}" for one in report.tasks for why, times in one.refused.items()]
    reasons += [f"{one.task}, not done: {one.error}" for one in report.tasks if one.error and not _gave_up(report)]
    lines += [styled(reason, "dim") for reason in reasons]
    if report.why and not _gave_up(report):
        lines.append(styled(f"Stopped: {report.why}"))
    call.answer(record, *lines)


def _took(usage: Usage) -> str:
    cached = f" ({usage.cached:,} cached)" if usage.cached else ""
    return f"{usage.prompt:,}{cached} + {usage.completion:,}"


# -- the database --------------------------------------------------------------------------------


def where_of(call: Call) -> str:
    """The store that a call means, as ``open`` chooses it."""
    from reverie import config

    return call.store or config.load(call.config).store or str(config.home() / "reverie.db")


def db_info(call: Call) -> None:
    """Say where the database is, how large, and what is in it."""
    where = where_of(call)
    with call.there(embedder="none") as companion:
        seen = {check.name: check.seen for check in companion.doctor()}
        people = len(companion.people())
    kind = "postgresql" if where.startswith("postgres") else "sqlite"
    path = where.removeprefix("sqlite:///")
    size = sum(f.stat().st_size for f in map(Path, (path, f"{path}-wal")) if f.is_file()) if kind == "sqlite" else None
    rows = [["store", masked_url(where)], ["kind", kind], ["state", seen["store"]], ["holds", seen["people"]]]
    call.answer(
        {"store": masked_url(where), "kind": kind, "bytes": size, "state": seen["store"], "people": people},
        terminal.table(["", ""], [*rows, *([["bytes", f"{size:,}"]] if size is not None else [])]),
    )


def db_upgrade(call: Call) -> None:
    """Upgrade a PostgreSQL database to this version. SQLite files upgrade when opened."""
    from reverie import config
    from reverie.app.companion import upgrade
    from reverie.store.engine.encryption_keys import chosen

    where = where_of(call)
    version = upgrade(where, chosen(None, config.load(call.config).encryption))
    call.answer({"store": masked_url(where), "version": version}, styled(f"The database is at version {version}."))


# -- settings ------------------------------------------------------------------------------------


def config(
    call: Call,
    part: Annotated[
        str, typer.Argument(metavar="[PART]", help="Only settings with this in their name: model, say.")
    ] = "",
) -> None:
    """List the settings: each with its value, where that comes from, and what it is for."""
    from reverie import config as settings_file

    chosen = settings_file.load(call.config)
    path = call.config or settings_file.config_file()
    told = tomllib.loads(files("reverie.cli.operations").joinpath("settings.toml").read_text(encoding="utf-8"))
    found = [one for one in _settings(chosen, call, told) if part in one["name"]]
    if not found:
        raise NotFound(f"no setting has {part!r} in its name: `reverie config` lists them all")
    unset = told["unset"]
    rows = [[s["name"], _spelt(s["value"], unset.get(s["name"], "none")), s["from"], s["description"]] for s in found]
    example = next((one for one in found if one["name"].startswith(part)), found[0])
    call.answer(
        {
            "file": None if path is None else str(path),
            "home": str(settings_file.home()),
            "settings": found,
        },
        styled(f"Settings file: {path or 'none yet; `reverie init` makes one'}"),
        styled(f"Data folder: {settings_file.home()}"),
        terminal.table(["setting", "value", "from", "what it is for"], rows),
        styled(
            f"Change one in the file ({_in_file(example['name'])}) or in the environment ({example['variable']}=…).",
            "dim",
        ),
    )


def _told(value: object) -> object:
    """A setting's value as it may be shown: a secret is stars."""
    from pydantic import SecretStr

    return str(value) if isinstance(value, SecretStr) else masked_url(value) if isinstance(value, str) else value


def _spelt(value: object, unset: str) -> str:
    """A value as it is written in the file, or what holds where nothing is set."""
    if isinstance(value, bool):
        return str(value).lower()
    return unset if value in (None, "", (), {}) else f"{value:g}" if isinstance(value, float) else str(value)


def _in_file(name: str) -> str:
    group, _, own = name.rpartition(".")
    return f"[{group}] {own} = …" if group else f"{own} = …"


def _settings(chosen: Config, call: Call, told: dict[str, Any]) -> Iterator[dict[str, Any]]:
    from pydantic import SecretStr

    from reverie.config import PREFIX

    set_there = {name.upper() for name in os.environ}
    options = {"store": call.store, "companion": call.companion}
    for path, value, default in _fields(chosen):
        variable = PREFIX + "__".join(part.upper() for part in path)
        option = options.get(path[-1]) if len(path) == 1 else None
        origin = "option" if option else "environment" if variable in set_there else "file"
        if origin == "file" and value == default:
            origin = "default"
        now = option or ("***" if isinstance(value, SecretStr) else value)
        yield {
            "name": ".".join(path),
            "value": _told(now),
            "from": origin,
            "variable": variable,
            "description": reduce(lambda group, part: group[part], path, told),
        }


def _fields(model: BaseModel, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Every setting below a model: its path, value and default."""
    from pydantic import BaseModel

    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            yield from _fields(value, (*above, name))
        else:
            yield (*above, name), value, field.get_default(call_default_factory=True)


# -- programs of their own -----------------------------------------------------------------------


def bench(call: Call) -> None:
    """Measure Reverie on this machine: reverie bench speed --memories 10000."""
    from importlib.metadata import entry_points

    from typer.main import get_command

    from reverie.errors import ConfigError

    found = [one.load() for one in entry_points(group="reverie.commands", name="bench")]
    if not found:
        raise ConfigError(
            "benchmarks are a package of their own: pip install ./bench in the folder of Reverie's source"
        )
    shared = [*(["--store", call.store] if call.store else []), *(["--json"] if call.as_json else [])]
    asked = [*call.rest, *shared] if call.rest and call.rest != ("--help",) else list(call.rest)
    code = get_command(found[0]).main(asked, prog_name="reverie bench", standalone_mode=False)
    raise typer.Exit(code if isinstance(code, int) else 0)


def demo(
    call: Call,
    long: Annotated[bool, typer.Option("--long", help="Then eight months of another life, with everything.")] = False,
) -> None:
    """See it listen, change its mind, answer, forget and undo, in under forty lines. Nothing is kept."""
    from reverie.cli.operations import demo as story
    from reverie.cli.operations import demo_history

    parts = (story, demo_history) if long else (story,)
    with contextlib.redirect_stdout(io.StringIO()) if call.as_json else contextlib.nullcontext() as told:
        for part in parts:
            part.run()
    if told is not None:
        call.answer({"output": told.getvalue()})
