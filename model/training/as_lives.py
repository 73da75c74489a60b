"""``python -m training.as_lives``: write writers of the corpus as lives, for ``reverie bench lives``.

What the corpus marks becomes what is looked for: the words of a value, or its normal form. A fact that ended is false
at the end, and is looked for by the whole clause that told it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from training.corpus import Conversation, Fact, Turn, by_writer, conversations


def main() -> None:
    """Write a folder for each writer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--writers", required=True, help="which, with commas")
    parser.add_argument("--first", type=int, help="how many conversations of each; else all")
    parser.add_argument("--moments", type=Path, help="a folder of WRITER.json with questions and contexts")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    theirs = by_writer(conversations(asked.corpus))
    for writer in asked.writers.split(","):
        folder = asked.out / writer
        folder.mkdir(parents=True, exist_ok=True)
        line, gold = as_life(theirs[writer][: asked.first])
        asks = asked.moments and asked.moments / f"{writer}.json"
        gold |= json.loads(asks.read_text("utf-8")) if asks and asks.is_file() else {}
        (folder / "conversation.jsonl").write_text(json.dumps(line, ensure_ascii=False) + "\n", "utf-8")
        (folder / "gold.json").write_text(json.dumps(gold, indent=1, ensure_ascii=False) + "\n", "utf-8")


def as_life(told: Sequence[Conversation]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Give the conversations of a writer, and what is looked for at their end."""
    sessions = [
        {
            "id": one.id,
            "datetime": one.turns[0].at + "+00:00",
            "turns": [{"id": f"{one.id}#{t.id}", "speaker": t.role, "role": t.role, "text": t.text} for t in one.turns],
        }
        for one in told
    ]
    facts = list(_facts(told))
    said = {fact.says: _match(turn, fact) for _id, turn, fact in facts}
    whole = {fact.says: [[turn.text[slice(*fact.clause)].casefold()]] for _id, turn, fact in facts}
    gold = {
        "facts": [
            {
                "turn": name,
                "op": {"changes": "update", "ends": "end"}.get(fact.effect, "add"),
                "about": fact.about,
                "text": fact.says,
                "match": said[fact.says],
            }
            for name, _turn, fact in facts
            if fact.sure
        ],
        "true_at_end": [{"text": one, "match": said[one]} for one in told[-1].true if one in said],
        "also_true": [
            {"text": fact.says, "match": _match(turn, fact)}
            for _id, turn, fact in facts
            if not fact.sure or fact.effect == "ends"
        ],
        "false_at_end": [{"text": one, "match": whole[one]} for one in told[-1].false if one in whole],
        "questions": [],
        "contexts": [],
    }
    return {"id": told[0].writer, "sessions": sessions}, gold


def _facts(told: Sequence[Conversation]) -> Iterator[tuple[str, Turn, Fact]]:
    for one in told:
        for turn in one.turns:
            for fact in turn.facts:
                yield f"{one.id}#{turn.id}", turn, fact


def _match(turn: Turn, fact: Fact) -> list[list[str]]:
    return [list(dict.fromkeys((turn.text[slice(*span)].casefold(), fact.value.casefold()))) for span in fact.spans]


if __name__ == "__main__":
    main()
