"""The measured figures as Markdown: for each set one table of what is found, and one of what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.peers.scoring import WITHIN, shown

NAMES = {
    "reverie": "**Reverie**", "mem0": "mem0, infer=False", "mem0_nlp": "mem0[nlp], infer=False", "chroma": "Chroma",
    "langgraph": "LangGraph InMemoryStore", "faiss": "FAISS IndexFlatIP", "exact": "numpy, exact cosine",
    "bm25s": "bm25s, words only",
}  # fmt: skip
FORMS = {"records": "turns as they are", "plain": "text", "named": "speaker: text"}


def markdown(report: dict[str, Any]) -> str:
    """The whole report."""
    where = report["environment"]
    versions = ", ".join(f"{name} {number}" for name, number in where["versions"].items())
    lines = [
        f"{where['date']}; {where['cpu']}, {where['cores']} cores, one thread each; Python {where['python']}; "
        f"load before: {where['load']}; network: {where['network']}; passes: {where['passes']}.",
        f"Versions: {versions}.",
    ]
    for name, found in report["sets"].items():
        lines += ["", f"### {name}", ""]
        lines += [
            f"{found['questions']} questions, {found['turns']} turns in {found['conversations']} conversations. "
            f"Percent, with 95 % intervals.",
            "",
            *_found(found["systems"]),
            "",
            f"Costs, turns as text. Embedding alone: {found['embed_turns_per_s']} turns/s. "
            f"Mean load while timing: {found['load']}, this run being one of it.",
            "",
            *_costs(found["systems"]),
        ]
    return "\n".join(lines) + "\n"


def _found(systems: dict[str, Any]) -> Iterator[str]:
    yield f"| system | given | {' | '.join(f'recall@{k}' for k in WITHIN)} | recall_any@10 | mrr |"
    yield "|---|---|" + "---|" * (len(WITHIN) + 2)
    for name, system in systems.items():
        for form, figures in system["metrics"].items():
            cells = [
                *(shown(figures, f"recall@{k}", with_interval=k == 10) for k in WITHIN),
                shown(figures, "recall_any@10", with_interval=True),
                shown(figures, "mrr", with_interval=True),
            ]
            yield f"| {NAMES[name]} | {FORMS[form]} | {' | '.join(cells)} |"


def _costs(systems: dict[str, Any]) -> Iterator[str]:
    yield (
        "| system | query: embedding, ms p50 / p95 | query: the rest, ms p50 / p95 | ingest, turns/s "
        "| with embedding | memory, MB | network |"
    )
    yield "|---|---|---|---|---|---|---|"
    for name, system in systems.items():
        embed, rest = system["latency_ms"]["embed"], system["latency_ms"]["rest"]
        embedding = f"{embed['p50']:.1f} / {embed['p95']:.1f}" if system["embedded_per_question"] else "none"
        speed, network = system["ingest_turns_per_s"], system["network"]
        hosts = ", ".join(network["looked_up"])
        tried = (
            f"tried: {hosts or 'an address'} ({network['refused']})" if network["refused"] or hosts else "nothing tried"
        )
        yield (
            f"| {NAMES[name]} | {embedding} | {rest['p50']:.2f} / {rest['p95']:.2f} | {speed['own']:,.0f} "
            f"| {speed['with_embedding'] if system['embedded_per_question'] else speed['own']:,.0f} "
            f"| {system['memory_mb']:.0f} | {tried} |"
        )
