"""``reverie bench extraction``, ``updates``, ``sensitive``, ``pairs``, ``lives`` and ``names``: quality on own sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from reverie.cli import terminal
from reverie.cli.record_lines import inner

File = Annotated[Path, typer.Option("--file", help="A file of JSON lines.", exists=True, dir_okay=False)]
Show = Annotated[bool, typer.Option("--show", help="List by line what went wrong.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Embedder = Annotated[str | None, typer.Option(help="tuned, multilingual, none, or provider:name; else the settings'.")]


def extraction(
    file: File,
    with_model: Annotated[bool, typer.Option("--with-model", help="Score rules and a language model too.")] = False,
    model: Annotated[str | None, typer.Option(help="The language model; else the settings'.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="With a model: so many lines, drawn by text.")] = None,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """Score what the rules learn from a file of utterances: how much is found, and how much of it is so.

    A line is {"id", "text", "gold": [{"key", "value", "when"?}], "sent_at"?}. A prediction matches a gold value when
    their content words are the same (folded, stemmed, without articles and possessives), or the one's contain the
    other's and they share at least half of the longer one's; plans, events and habits match by half of their words.
    One prediction for one gold fact. key_recall asks for a key of the same family too (likes, favourites, hobbies,
    habits and skills of the same value are one). precision: predictions that match, of all.

    With --with-model, rules alone stand beside rules and model, both read off a store; the model is asked once a line.
    """
    if limit and not (with_model or model):
        raise typer.BadParameter("the rules read every line: add --with-model", param_hint="--limit")
    if with_model or model:
        report = _taught(file, model, limit, show=show)
        if as_json:
            terminal.emit(report)
        else:
            _show_taught(report)
        return
    from functools import partial

    from reverie import config
    from reverie.models import extractor
    from reverie_bench.extraction import measured

    report = _measured(partial(measured, extractor=extractor(config.load().extractor)), file, show=show)
    if as_json:
        terminal.emit(report)
        return
    _show_metrics(f"{report['lines']} lines, {report['gold']} facts, {report['predictions']} predictions", report)
    columns = ("gold", "found", "key_right", "false")
    _show_rows("by family", columns, ((n, [row[c] for c in columns]) for n, row in report["by_family"].items()))
    if report["keys_without_family"]:
        terminal.show(terminal.styled(f"keys of no known family: {', '.join(report['keys_without_family'])}"))
    _show_latency(report["latency_ms"], report["environment"])
    _show_wrong(report.get("shown", ()))


def _taught(file: Path, name: str | None, limit: int | None, *, show: bool) -> dict[str, Any]:
    from functools import partial

    from reverie import config
    from reverie.background.tasks.facts import FACTS
    from reverie_bench.commands.qa import language_model
    from reverie_bench.model_extraction import measured

    model = language_model(name, config.load(), "--model")
    with terminal.progress("asking") as progress:
        asking = partial(measured, model=model, task=FACTS, progress=progress, limit=limit)
        return _measured(asking, file, show=show)


def _show_taught(report: Mapping[str, Any]) -> None:
    rules, both, model = report["rules"], report["rules_and_model"], report["model"]
    rows = []
    for name in rules["metrics"]:
        cells = [
            cell
            for found in (rules, both)
            for cell in (_figure(found["metrics"][name]), _between(found["intervals"].get(name)))
        ]
        rows.append((name, [*cells, rules["n"].get(name, "")]))
    columns = ("rules", "95 % interval", "rules and model", "95 % interval", "n, of the rules")
    _show_rows(f"{report['lines']} of {report['lines_of_the_file']} lines", columns, rows)
    told = ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in report["changed"].items())
    terminal.show(terminal.styled(f"the model: {told}"))
    took = ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in model.items() if isinstance(n, int))
    terminal.show(terminal.styled(f"{model['name']}, {model['task']} ({model['prompt']}): {took}"))
    for reason, n in model["refused"].items():
        terminal.show(terminal.styled(f"  refused {n}: {reason}"))
    for reason in model["unusable_first"]:
        terminal.aside("warning", "Warning", f"an answer could not be used: {reason}", as_json=False)
    _show_wrong(report.get("shown", ()))


def updates(file: File, show: Show = False, as_json: AsJson = False) -> None:
    """Score what utterances do to what is known: pass, update, append or delete.

    A line is {"id", "existing": [{"key", "value"}], "utterance", "gold_op", "key"?, "new_value"?, "sent_at"?}; an
    existing fact may be a sentence, {"text"}. What is known is told to a fresh person, the utterance said, and the
    memories before and after compared. Something ended and something of the same family began: update. Something
    ended: delete. Something began: append. Nothing: pass. If any change is of the gold key's family, only those count.
    """
    from reverie_bench.updates import measured

    report = _measured(measured, file, show=show)
    if as_json:
        terminal.emit(report)
        return
    _show_metrics(f"{report['lines']} lines", report)
    columns = ("gold", "said", "precision", "recall", "f1")
    rows = ((op, [_figure(row[column]) for column in columns]) for op, row in report["by_op"].items())
    _show_rows("by operation", columns, rows)
    confusion = report["confusion"]
    _show_rows(
        "what it was, and what was done", list(confusion), ((op, list(confusion[op].values())) for op in confusion)
    )
    _show_latency(report["latency_ms"]["total"], report["environment"])
    _show_wrong(report.get("shown", ()))


def sensitive(file: File, show: Show = False, as_json: AsJson = False) -> None:
    """Score what the sensitivity gate finds of what must never be stored, and what it touches without need.

    A line is {"id", "text", "gold": [{"key", "start", "end"}]}. Keys that name a card, a bank account, a national id, a
    password or a key are of a class that is never stored. found: spans of which every letter and digit is masked.
    touched_clean: texts without such a span in which something is masked.
    """
    from reverie_bench.sensitive import measured

    report = _measured(measured, file, show=show)
    if as_json:
        terminal.emit(report)
        return
    _show_metrics(f"{report['lines']} texts", report)
    rows = (
        (name, [_figure(row["found"]), _between(row["interval"]), row["n"]]) for name, row in report["by_class"].items()
    )
    _show_rows("found, by class", ("share", "95 % interval", "n"), rows)
    _show_latency(report["latency_ms"], report["environment"])
    _show_wrong(report.get("shown", ()))


def pairs(
    file: File,
    embedder: Annotated[
        str | None, typer.Option(help="tuned, multilingual, none, or provider:name; else the settings'.")
    ] = None,
    half: Annotated[str | None, typer.Option(help="Only the lines of this half.")] = None,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """Score the judgement whether two statements say the same, the opposite, or something else.

    A line is {"id", "a", "b", "gold": "same|opposite|different", "half"?}. Without an embedder words alone decide.
    """
    from functools import partial

    from reverie import config, models
    from reverie.errors import ConfigError
    from reverie_bench.statement_pairs import measured

    settings = config.load()
    try:
        model = models.embedder(embedder or settings.embedder, settings)
    except ConfigError as error:
        raise typer.BadParameter(str(error), param_hint="--embedder") from error
    report = _measured(partial(measured, embedder=model, half=half), file, show=show)
    if as_json:
        terminal.emit(report)
        return
    _show_metrics(f"{report['lines']} pairs", report)
    _show_latency(report["latency_ms"], report["environment"])
    _show_wrong(report.get("shown", ()))


def lives(
    folder: Annotated[Path, typer.Option("--lives", help="A folder of lives.", exists=True, file_okay=False)],
    embedder: Annotated[
        str | None, typer.Option(help="tuned, multilingual, none, or provider:name; else the settings'.")
    ] = None,
    with_model: Annotated[
        Path | None, typer.Option("--with-model", help="A recording of a language model's answers.", dir_okay=False)
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="List by life what is held, missed and false.")] = False,
    as_json: AsJson = False,
) -> None:
    """Live whole conversations, and score what is held at their end against a careful listener's notes.

    A life is a folder with conversation.jsonl and gold.json; docs/benchmarks.md says what is in them. found: facts
    that stand in a memory of any status. true and false at the end: what current memories say. precision: current
    memories that say something true. recall@3: questions with an answer, or the turn it was told in, among three hits.
    needs met, faults: of contexts for new messages a day later.

    With --with-model a language model does its background work after each session, answering from the recording. A
    prompt that has no answer there is an error, and is kept beside it.
    """
    from reverie import config, models
    from reverie.errors import ConfigError, InvalidInput
    from reverie_bench.lives import measured
    from reverie_bench.recorded_model import RecordedModel

    settings = config.load()
    try:
        recorded = None if with_model is None else RecordedModel(with_model)
        told = models.embedder(embedder or settings.embedder, settings)
        report = measured(folder, settings, told, model=recorded, show=show)
    except (ConfigError, InvalidInput) as error:
        raise typer.BadParameter(str(error)) from error
    if as_json:
        terminal.emit(report)
        return
    _show_metrics(f"{len(report['lives'])} lives", report)
    for reason, n in report.get("model", {}).get("refused", {}).items():
        terminal.show(terminal.styled(f"refused {n}: {reason}"))
    for life, sorts in report.get("shown", {}).items():
        for sort, lines in sorts.items():
            terminal.show("", terminal.styled(f"{life}, {sort}:", "bold"), *map(inner, lines))


def names(
    file: File,
    low: Annotated[float | None, typer.Option(min=0, max=1, help="How alike names have to be; else as usual.")] = None,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """Score the likeness of names on a file of pairs: who would be taken for whom, and who would be asked.

    A line is {"id", "a", "b", "label": "match"|"non-match", "kind"?}. A pair is said to match from --low on,
    where the person is asked. merged_without_asking: non-matches so alike that nobody is asked.
    asked_needlessly: the other non-matches that are said to match.
    """
    from functools import partial

    from reverie.people.identity import Limits
    from reverie_bench.names import measured

    limits = Limits() if low is None else Limits(low=low)
    report = _measured(partial(measured, high=limits.high, low=limits.low), file, show=show)
    if as_json:
        terminal.emit(report)
        return
    _show_metrics(f"{report['lines']} pairs, asked from {limits.low:g}, not asked from {limits.high:g}", report)
    columns = ("pairs", "right", "interval", "highest", "merged_without_asking")
    rows = []
    for kind, row in report["by_kind"].items():
        highest = _figure(row["highest_non_match"])
        rows.append((kind, [row["n"], _figure(row["right"]), _between(row["interval"]), highest, row["merged"]]))
    _show_rows("by kind; the highest is that of a non-match", columns, rows)
    _show_latency(report["latency_ms"], report["environment"])
    _show_wrong(report.get("shown", ()))


def _between(interval: Sequence[float] | None) -> str:
    return "" if interval is None else f"{interval[0]:.3f} to {interval[1]:.3f}"


def _figure(value: float | None) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def _measured(measure: Callable[..., dict[str, Any]], file: Path, *, show: bool) -> dict[str, Any]:
    from reverie.errors import InvalidInput

    try:
        return measure(file, show=show)
    except InvalidInput as error:
        raise typer.BadParameter(str(error), param_hint="--file") from error


def _show_metrics(title: str, report: Mapping[str, Any]) -> None:
    rows = []
    for name, value in report["metrics"].items():
        rows.append((name, [_figure(value), _between(report["intervals"].get(name)), report["n"].get(name, "")]))
    _show_rows(title, ("share", "95 % interval", "n"), rows)


def _show_rows(title: str, columns: Sequence[str], rows: Iterable[tuple[str, Sequence[object]]]) -> None:
    plain = [column.replace("_", " ") for column in columns]
    cells = [[name.replace("_", " "), *map(str, cells)] for name, cells in rows]
    terminal.show(terminal.styled(title, "bold"), terminal.table(["", *plain], cells))


def _show_latency(latency: Mapping[str, float], environment: Mapping[str, Any]) -> None:
    spent = ", ".join(f"{share} {value:.3f} ms" for share, value in latency.items())
    machine = ", ".join(f"{name} {value}" for name, value in environment.items() if not isinstance(value, dict))
    terminal.show(terminal.styled(f"{spent}; {machine}"))


def _show_wrong(lines: Iterable[Mapping[str, Any]]) -> None:
    for one in lines:
        terminal.show("", terminal.styled(f"{one['line']} {one['id'] or ''}: {one['text']}"))
        for kind in [name for name in one if name not in ("line", "id", "text")]:
            for what in one[kind]:
                terminal.show(inner(f"{kind.replace('_', ' ')}: {what}"))
