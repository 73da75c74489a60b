"""``python benchmarks/answers.py FILE...``: everyday questions, answered from memory without a language model.

A file is {"name", "messages": [{"id", "at", "text"}], "questions": [{"q", "words", "not"}]}. An answer is right where
it has all of ``words`` and none of ``not``, or, where there are no words since it was never told, says that it does not
know; it is wrong where it says anything else but that.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import reverie
from reverie.context.answers import NOTHING

LATER = timedelta(days=60)


def main() -> None:
    """Score files, each alone and all together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--show", action="store_true", help="show what was not answered rightly")
    given = parser.parse_args()
    total: Counter[str] = Counter()
    for file in given.files:
        counts = scored(json.loads(file.read_text("utf-8")), show=given.show)
        print(file.stem, dict(counts))
        total += counts
    print(
        f"right {total['right'] / total['asked']:.3f}, wrong {total['wrong'] / total['asked']:.3f} of {total['asked']}"
    )


def scored(history: dict[str, object], *, show: bool) -> Counter[str]:
    """Tell a history, ask, and count."""
    counts: Counter[str] = Counter()
    now = datetime(2025, 1, 1, tzinfo=UTC)
    with reverie.open(":memory:", model="none", clock=lambda: now) as luna:
        person = luna.meet(str(history["name"]))
        for one in history["messages"]:  # type: ignore[attr-defined] # read from JSON
            now = max(now, datetime.fromisoformat(one["at"]).replace(tzinfo=UTC))
            person.say(one["text"], id=one["id"])
        now += LATER
        for one in history["questions"]:  # type: ignore[attr-defined] # read from JSON
            reply = person.turn(one["q"]).reply
            said, unknown = reply.casefold(), NOTHING in reply
            wrong = any(word.casefold() in said for word in one.get("not", ()))
            right = all(word.casefold() in said for word in one["words"]) and not wrong if one["words"] else unknown
            counts.update(asked=1, right=right, wrong=not right and not unknown)
            if show and not right:
                print("  ", one["q"], one["words"], "->", reply.replace("\n", " / "))
    return counts


if __name__ == "__main__":
    main()
