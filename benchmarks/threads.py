"""``python benchmarks/threads.py FILE``: how much of what was said about a topic ``said`` finds.

A line is a sitting, {"id", "turns": [{"id", "role", "text"}], "asks": [{"topic", "wanted": [ids]}]}: ``wanted`` are all
of the person's turns that say something of the topic, by its name, by a pronoun, or by neither.
"""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import reverie

LATER = timedelta(days=30)


def main() -> None:
    """Score a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--embedder", default="tuned")
    given = parser.parse_args()
    found = wanted = shown = 0
    for line in given.file.read_text("utf-8").splitlines():
        thread = json.loads(line)
        now = datetime(2025, 5, 1, 20, tzinfo=UTC)

        with reverie.open(":memory:", embedder=given.embedder, model="none", clock=lambda: now) as luna:  # noqa: B023
            ada = luna.meet("Ada")
            for turn in thread["turns"]:
                ada.say(turn["text"], role=turn["role"], id=turn["id"])
                now += timedelta(minutes=1)
            now += LATER
            for one in thread["asks"]:
                quoted = {quote.message.external_id for quote in ada.conversations.said(one["topic"], limit=20)}
                found += len(quoted.intersection(one["wanted"]))
                wanted, shown = wanted + len(one["wanted"]), shown + len(quoted)
    print(f"found {found / wanted:.3f} of {wanted}, right {found / max(1, shown):.3f} of {shown}")


if __name__ == "__main__":
    main()
