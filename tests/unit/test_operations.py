"""How `reverie bench updates` reads an operation off what began and what ended, and how foreign keys become ours."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from reverie.records.memories import Memory, Source, SourceKind
from reverie_bench.updates import Op, operation, slotted


def memory(key: str | None, *, name: str = "m", supersedes: str | None = None) -> Memory:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    source = Source(kind=SourceKind.PERSON)
    return Memory(
        id=name, owner="ada", key=key, text="x", source=source, valid_from=at, created_at=at, supersedes=supersedes
    )


HOME, NEW_HOME = memory("home", name="old"), memory("home", supersedes="old")
JAZZ, RAMEN, LEFT, JOB = memory("likes:jazz"), memory("likes:ramen"), memory("event:left acme"), memory("employer")


@pytest.mark.parametrize(
    ("began", "ended", "gold_key", "op"),
    [
        ([], [], None, Op.PASS),
        ([JAZZ], [], None, Op.APPEND),
        ([], [JAZZ], None, Op.DELETE),
        ([NEW_HOME], [HOME], None, Op.UPDATE),
        ([RAMEN], [JAZZ], None, Op.UPDATE),
        ([LEFT], [JOB], None, Op.DELETE),
        ([memory(None, supersedes="old")], [HOME], None, Op.UPDATE),
        ([NEW_HOME, JAZZ], [HOME], "hobby", Op.APPEND),
        ([NEW_HOME, JAZZ], [HOME], "live_in_city", Op.UPDATE),
        ([NEW_HOME, JAZZ], [HOME], "pets", Op.UPDATE),
        ([JAZZ], [HOME], "home", Op.DELETE),
    ],
)
def test_an_operation_is_what_began_and_what_ended(
    began: list[Memory], ended: list[Memory], gold_key: str | None, op: Op
) -> None:
    assert operation(began, ended, gold_key=gold_key) is op


@pytest.mark.parametrize(
    ("key", "value", "slot"),
    [
        ("likes", "The Beatles", "likes:beatles"),
        ("like_food", "ramen", "likes:ramen"),
        ("favourite_color", "blue", "favorite_color"),
        ("employed_by_company", "Acme", "employer"),
        ("has_profession", "nurse", "occupation"),
        ("marital_status", "married", "relationship_status"),
        ("live_in_citystatecountry", "Oslo", "home"),
        ("fear", "heights", "fears:heights"),
        ("allergies", "nuts", "allergy:nuts"),
        ("language", "French", "speaks:french"),
        ("sister", "Mia", "sister:mia"),
        ("dog", "Rex", "dog:rex"),
        ("has_pet", "two cats", "pet:two cats"),
        ("have_sibling", "a brother", "family:brother"),
        ("home", "Oslo", "home"),
        ("xyzzy", "plugh", "xyzzy"),
    ],
)
def test_a_foreign_key_becomes_the_slot_that_the_rules_use(key: str, value: str, slot: str) -> None:
    assert slotted(key, value)[0] == slot
