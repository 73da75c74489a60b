"""``reverie bench qa``: questions about conversations, answered by one language model and judged by another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reverie.cli import terminal
from reverie.cli.invocation import Call

if TYPE_CHECKING:
    from rich.table import Table

    from reverie.config import Config
    from reverie.ports import LanguageModel

RESULT = "result.json"


class Source(StrEnum):
    """What the reader answers from."""

    CONTEXT = "context"
    RECALL = "recall"
    EVERYTHING = "everything"
    NOTHING = "nothing"


def _show_prompts(wanted: bool) -> None:
    if wanted:
        from reverie_bench.qa import prompts

        terminal.show(prompts())
        raise typer.Exit


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """Options of which models answer and judge."""

    reader: Annotated[str | None, typer.Option(help="The model that answers; else the settings'.")] = None
    judge: Annotated[str | None, typer.Option(help="The model that judges; else the settings'.")] = None
    prompts: Annotated[
        bool, typer.Option("--prompts", callback=_show_prompts, is_eager=True, help="Show what models are told; end.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembering:
    """Options of what the reader answers from."""

    source: Annotated[Source, typer.Option("--from", help="What the reader answers from.")] = Source.CONTEXT
    budget: Annotated[int | None, typer.Option(min=50, help="Tokens of it; else the settings'.")] = None
    speaker: Annotated[str | None, typer.Option("--as", metavar="SPEAKER", help="Whose memory it is.")] = None
    embedder: Annotated[str | None, typer.Option(help="tuned, multilingual, none, or provider:name.")] = None
    cache: Annotated[Path | None, typer.Option(help="Keep vectors in this folder between runs.")] = None


def qa(
    call: Call,
    data: Annotated[Path, typer.Option(help="A folder that has a folder for each set.")],
    sets: Annotated[str | None, typer.Option(help="Names of its folders, with commas between.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Ask so many questions of a set, drawn by id.")] = None,
    out: Annotated[Path, typer.Option(help="Where answers, verdicts and the result are kept.")] = Path("reverie-qa"),
    *,
    models: Models,
    memory: Remembering,
) -> None:
    """Answer questions about conversations with a model, and have another judge the answers, strictly and leniently.

    A set is a folder with conversations.jsonl and queries.jsonl in the layout of `bench retrieval`; a question has an
    "answer" too. What was answered and judged is kept in --out: a run that was stopped goes on, and another --judge
    judges the same answers. --from everything (all that was said so far) and --from nothing show what memory can give.
    """
    from reverie import config
    from reverie import models as resolved
    from reverie.cli.verbs.import_export import written
    from reverie_bench import qa as bench

    settings = config.load(call.config)
    reader = language_model(models.reader, settings, "--reader")
    judge = language_model(models.judge, settings, "--judge")
    plan = bench.Plan(
        folder=data,
        out=out,
        begin=terminal.progress,
        sets=tuple(filter(None, (sets or "").split(","))),
        limit=limit,
        source=memory.source.value,
        budget=memory.budget,
        speaker=memory.speaker,
        cache=memory.cache,
    )
    embedder = resolved.embedder(memory.embedder or settings.embedder, settings)
    report = bench.measured(plan, reader, judge, embedder, settings)
    written(out / RESULT, terminal.as_json(report, indent=1) + "\n", force=True)
    call.answer(report, *_shown(report))
    _warn(report, as_json=call.as_json)


def language_model(name: str | None, settings: Config, option: str) -> LanguageModel:
    """The language model of that name, or else that of the settings, answering as surely as it can (temperature 0).

    Raises:
        ConfigError: there is none, or nothing provides it.
    """
    from reverie import models
    from reverie.errors import ConfigError

    sure = settings.model.model_copy(update={"temperature": 0.0})
    found = models.language_model(name or settings.model.name, settings.model_copy(update={"model": sure}))
    if found is None:
        raise ConfigError(f"no language model: name one with {option}, as openai:MODEL, or set model.name")
    return found


def _warn(report: Mapping[str, Any], *, as_json: bool) -> None:
    """Say loudly what makes a figure worth less than it looks."""
    lost, judge, reader = report["unjudged"], report["judge"], report["reader"]
    told = [
        f"the judge gave no verdict in {len(lost)} of {len(lost) + judge['verdicts']} cases, which count in no share; "
        f"the first: {lost[0]['question']}, {lost[0]['rule']}: {lost[0]['reason']}"
        if lost
        else "",
        f"{reader['cut_off']} answers were cut off: raise model.reply" if reader["cut_off"] else "",
        f"{reader['unusable']} answers could not be had, and count as wrong; the first: {reader['unusable_first']}"
        if reader["unusable"]
        else "",
        "the reader judges itself, which flatters it: name another model with --judge"
        if judge["is_the_reader"]
        else "",
        *report["degraded"],
    ]
    for message in filter(None, told):
        terminal.aside("warning", "Warning", message, as_json=as_json)


def _shown(report: Mapping[str, Any]) -> Iterator[Table | str]:
    for name, found in report["sets"].items():
        rows = [_row("all", found), *(_row(category, one) for category, one in found["by_category"].items())]
        yield terminal.table((name, "n", "strict", "95 %", "lenient", "95 %", "unjudged"), rows)
        apart, gap = found["apart"], found["lenient_over_strict"]
        if apart["n"]["abstained"] or apart["unjudged"]["abstained"]:
            share, interval = _percent(apart, "abstained")
            yield (
                f"apart, without an answer: {share} ({interval}) said so, of {apart['n']['abstained']}; "
                f"unjudged {apart['unjudged']['abstained']}"
            )
        if gap:
            low, high = (100 * bound for bound in gap["interval"])
            yield (
                f"lenient over strict: {100 * gap['value']:+.1f} points ({low:+.1f} to {high:+.1f}); "
                f"right by the strict rule alone: {gap['strict_only']}"
            )
        yield ""
    for role in ("reader", "judge"):
        told = ", ".join(
            f"{key.replace('_', ' ')} {value}" for key, value in report[role].items() if key != "model" and value != ""
        )
        yield f"{role:>8}  {report[role]['model']}: {told}"
    context, tokens = report["context"], report["context"]["tokens"]
    yield f" context  {context['from']}, budget {context['budget']}, estimated tokens: " + ", ".join(
        f"{name} {count}" for name, count in tokens.items()
    )
    yield f" prompts  {', '.join(f'{name} {digest}' for name, digest in report['prompts'].items())}"
    yield f" kept in  {report['kept_in']}"


def _row(name: str, found: Mapping[str, Any]) -> list[str]:
    unjudged = sum(found["unjudged"].values())
    return [name, str(found["n"]["strict"]), *_percent(found, "strict"), *_percent(found, "lenient"), str(unjudged)]


def _percent(found: Mapping[str, Any], rule: str) -> tuple[str, str]:
    """A share and its interval, as percent; empty where nothing was judged."""
    if found["metrics"][rule] is None:
        return "", ""
    low, high = found["intervals"][rule]
    return f"{100 * found['metrics'][rule]:.1f}", f"{100 * low:.1f}-{100 * high:.1f}"
