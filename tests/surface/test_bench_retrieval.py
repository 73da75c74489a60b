"""`reverie bench retrieval` and `all`: invented conversations go in, and every figure is one that can be counted."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from reverie.cli.commands import app
from reverie_bench import public_sets, report
from reverie_bench.public_sets import PublicSet

Run = Callable[..., Result]
METRICS = {f"{name}@{k}" for name in ("recall", "recall_any", "recall_all") for k in (1, 5, 10, 20)} | {
    "ndcg@10",
    "mrr",
}


def turn(name: str, speaker: str, text: str, role: str = "peer", **more: str) -> dict[str, str]:
    return {"id": name, "speaker": speaker, "role": role, "text": text, **more}


FRIENDS = {
    "id": "friends",
    "participants": ["Ada", "Ben"],
    "language": "en",
    "sessions": [
        {
            "id": "f/1",
            "datetime": "2024-03-01T18:00:00",
            "turns": [
                turn("f/1:1", "Ada", "My violin teacher lives in Bergen."),
                turn("f/1:2", "Ben", "I bought a red kayak.", image_caption="a kayak on a pebble beach"),
            ],
        },
        {
            "id": "f/2",
            "datetime": "2024-04-01T18:00:00",
            "turns": [turn("f/2:1", "Ada", "The otter exhibition was lovely."), turn("f/2:2", "Ben", " ")],
        },
    ],
}
CHAT = {
    "id": "chat",
    "language": "de",
    "sessions": [
        {
            "id": "c/1",
            "datetime": None,
            "turns": [
                turn("c/1:1", "user", "I planted saffron crocuses.", "user"),
                turn("c/1:2", "assistant", "Try the lighthouse café in Narvik.", "assistant"),
            ],
        }
    ],
}


def question(name: str, chat: str, text: str, *evidence: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "conversation_id": chat, "question": text, "category": "plain", "evidence": evidence, **more}


QUESTIONS = [
    question("q1", "friends", "Who teaches Ada the violin?", "f/1:1"),
    question("q2", "friends", "What stands on the pebble beach?", "f/1:2", category="picture"),
    question("q3", "friends", "Which exhibition and which kayak?", "f/2:1", "f/1:2"),
    question("q4", "friends", "Where is Ben's submarine?", "f/1:1", category="adversarial"),
    question("q5", "friends", "What is nowhere?"),
    question("q6", "friends", "What is elsewhere?", "g/9:9"),
    question("q7", "chat", "What did you say about the lighthouse?", "c/1:2", question_datetime="2024-05-01T12:00:00"),
    question("q8", "chat", "What did I plant?", "c/1:1", unanswerable=False),
    question("q9", "chat", "When did I plant zucchini?", "c/1:1", unanswerable=True),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    empty = tmp_path / "reverie.toml"
    empty.touch()
    monkeypatch.setenv("REVERIE_CONFIG", str(empty))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(place: Path) -> Run:
    def ran(
        *arguments: str,
        chats: Any = (FRIENDS, CHAT),
        asked: Any = QUESTIONS,
    ) -> Result:
        files = {"chats.jsonl": chats, "questions.jsonl": asked}
        for name, records in files.items():
            lines = records if isinstance(records, str) else "\n".join(map(json.dumps, records))
            (place / name).write_text(lines, encoding="utf-8")
        given = ["--conversations", "chats.jsonl", "--queries", "questions.jsonl", "--embedder", "none"]
        return CliRunner().invoke(app, ["bench", "retrieval", *given, *arguments])

    return ran


def answered(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_what_can_be_found_is_found_and_the_rest_is_accounted_for(run: Run) -> None:
    report = answered(run("--json"))

    assert report["metrics"].keys() == report["intervals"].keys() == METRICS
    assert (report["n"], report["metrics"]["recall@10"], report["metrics"]["recall_all@10"]) == (5, 1.0, 1.0)
    assert (report["metrics"]["mrr"], report["metrics"]["recall@1"]) == (1.0, 0.9)  # q3 has two turns of evidence
    assert report["intervals"]["recall@10"] == [0.5655, 1.0]
    assert {name: one["n"] for name, one in report["by_category"].items()} == {"picture": 1, "plain": 4}
    assert {name: one["n"] for name, one in report["by_language"].items()} == {"de": 2, "en": 3}
    assert (report["apart"]["n"], report["apart"]["metrics"].keys()) == (2, METRICS)
    assert report["baselines"].keys() == {"lexical"}
    assert report["baselines"]["lexical"]["metrics"]["recall@10"] == 1.0
    assert report["margin"] == {"recall@10": {"over": "lexical", "value": 0.0, "interval": [0.0, 0.0]}}
    assert all(part.keys() == {"p50", "p95", "p99"} for part in report["latency_ms"].values())
    assert report["latency_ms"].keys() == {"embed", "rest", "total"}
    place = report["environment"]
    assert place["left_out"] == {"no evidence": 1, "evidence is not in its conversation": 1}
    assert place["viewpoints"] == {"friends": ["Ada", "Ben"], "chat": ["as the roles say"]}
    assert (place["turns"], place["turns_not_kept"]) == (10, 2)  # the empty turn, in both imports
    assert place["files"].keys() == {"chats.jsonl", "questions.jsonl"}
    assert report["degraded"]
    assert place["embedder"] == "none"


def test_own_words_bring_back_nobody_elses(run: Run) -> None:
    own = answered(run("--json", asked=QUESTIONS[6:8]))["own_words"]
    assert (own["hits"], own["hits_of_others"]) == (1, 0)
    assert own["evidence_of_the_user"] == {"n": 1, "everything": {"recall@10": 1.0}, "own_words": {"recall@10": 1.0}}
    assert own["evidence_of_others"] == {"n": 1, "everything": {"recall@10": 1.0}, "own_words": {"recall@10": 0.0}}


def test_a_session_is_where_its_best_turn_is(run: Run) -> None:
    report = answered(run("--json", "--level", "session", asked=QUESTIONS[:3]))
    assert report["level"] == "session"
    assert (report["metrics"]["recall@1"], report["metrics"]["recall@5"]) == (pytest.approx(2.5 / 3, abs=1e-4), 1.0)


def test_evidence_may_be_sessions(run: Run) -> None:
    asked = [question("s", "friends", "Where was the otter exhibition?", "f/2")]
    report = answered(run("--json", asked=asked))
    assert (report["level"], report["metrics"]["recall@1"]) == ("session", 1.0)
    mixed = answered(run("--json", "--level", "turn", asked=[*asked, QUESTIONS[0]]))
    assert mixed["environment"]["left_out"] == {"evidence is sessions: choose --level session": 1}


def test_one_speaker_is_the_user_or_each_in_turn(run: Run) -> None:
    one = answered(run("--json", "--as", "ben", chats=[FRIENDS], asked=QUESTIONS[:2]))
    assert one["environment"]["viewpoints"] == {"friends": ["Ben"]}
    assert one["own_words"]["evidence_of_the_user"]["n"] == 1
    each = answered(run("--json", "--as", "each", asked=QUESTIONS))
    assert each["environment"]["viewpoints"] == {"friends": ["Ada", "Ben"], "chat": ["user"]}


def test_turns_are_found_whatever_their_ids_are(run: Run) -> None:
    """Ids that are numbers, or too long for a key of the import and the same up to there, lead to their turns."""
    long = "x" * 300
    otter = {"id": 7, "speaker": "Ada", "text": "An otter."}
    sessions = [{"id": "1", "turns": [turn(long, "Ada", "A violin."), turn(long + "y", "Ada", "A kayak."), otter]}]
    texts = {"Which kayak?": long + "y", "Which violin?": long, "Which otter?": 7}
    asked = [question(text, "c", text) | {"evidence": [one]} for text, one in texts.items()]
    report = answered(run("--json", chats=[{"id": "c", "sessions": sessions}], asked=asked))
    assert report["metrics"]["recall@1"] == 1.0


def test_people_get_a_table_of_at_most_100_columns(run: Run) -> None:
    result = run(asked=[one | {"category": "single-session-preference"} for one in QUESTIONS])
    assert result.exit_code == 0, result.output
    words = ("reverie", "lexical", "R@10", "best baseline", "apart: no answer", "own words", "left out", "milliseconds")
    for told in words:
        assert told in result.stdout
    tables = result.stdout.split("level  turn")[0]
    assert max(map(len, tables.splitlines())) <= 100 - len(" rank fusion") + len(" lexical")


def test_vectors_are_kept_between_runs(run: Run, place: Path) -> None:
    with_model = ["--embedder", "tuned", "--cache", str(place / "vectors"), "--json"]
    first = answered(run(*with_model, chats=[CHAT], asked=QUESTIONS[6:8]))
    assert first["baselines"].keys() == {"lexical", "vector", "rank fusion"}
    assert first["latency_ms"]["embed"]["p50"] > 0
    (kept,) = (place / "vectors").iterdir()
    again = answered(run(*with_model, chats=[CHAT], asked=QUESTIONS[6:8]))
    assert (again["metrics"], again["baselines"]) == (first["metrics"], first["baselines"])
    assert again["latency_ms"]["embed"]["p50"] > 0  # what is timed is never taken from the folder
    assert kept.exists()


@pytest.mark.parametrize(
    ("changed", "arguments", "told"),
    [
        ({"chats": '{"id": "a", "sessions": []'}, [], "chats.jsonl, line 1 is not JSON"),
        ({"chats": "[]"}, [], "chats.jsonl, line 1 is no JSON object"),
        ({"chats": ""}, [], "holds no conversation"),
        ({"chats": [FRIENDS, FRIENDS]}, [], "line 2: a conversation with the id 'friends' came before"),
        ({"chats": [FRIENDS, {"id": "x"}]}, [], "line 2 has no list called 'sessions'"),
        (
            {"chats": [{"id": "x", "sessions": [{"turns": [{"id": "1", "speaker": "Ada"}]}]}]},
            [],
            "line 1, session 1, turn 1 has no text called 'text'",
        ),
        (
            {"chats": [{"id": "x", "sessions": [{"datetime": "soon", "turns": []}]}]},
            [],
            "line 1, session 1: the time 'soon' can't be read",
        ),
        ({"asked": ""}, [], "holds no question"),
        (
            {"asked": [QUESTIONS[0], question("x", "nowhere", "What?")]},
            [],
            "line 2: there is no conversation 'nowhere'",
        ),
        ({"asked": [question("x", "chat", " ")]}, [], "line 1 has no text called 'question'"),
        (
            {"chats": [{"id": "chat", "sessions": [{"turns": [turn("1", "Ada", " ")]}]}], "asked": [QUESTIONS[7]]},
            [],
            "line 1: nothing of it was kept",
        ),
        ({"asked": [QUESTIONS[4]]}, [], "no question can be judged: no evidence"),
        (
            {},
            ["--as", "Zoe"],
            "chats.jsonl, line 1: 'Zoe' does not speak in conversation 'friends'; name one of Ada, Ben",
        ),
        ({}, ["--queries", "missing.jsonl"], "missing.jsonl can't be read"),
        ({}, ["--level", "word"], "word"),
        ({}, ["--embedder", "nonsense"], "nonsense"),
    ],
)
def test_what_can_not_be_used_is_named(run: Run, changed: dict[str, Any], arguments: list[str], told: str) -> None:
    result = run(*arguments, **changed)
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_one_report_of_what_is_there(run: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run()  # writes the files
    ours = place / "sets" / "ours"
    ours.mkdir(parents=True)
    (place / "chats.jsonl").rename(ours / "conversations.jsonl")
    (place / "questions.jsonl").rename(ours / "queries.jsonl")
    (ours / public_sets.CORRECTIONS).write_text(json.dumps({"query_id": "q1", "correct_evidence": ["f/2:1"]}))
    files = {"conversations.jsonl": "of another file", "queries.jsonl": "", public_sets.CORRECTIONS: ""}
    known = PublicSet(
        name="ours",
        published="https://example.org/ours",
        licence="MIT",
        what="invented",
        files=files,
        levels=("turn", "session"),
    )
    monkeypatch.setattr(report, "SETS", (known, replace(known, name="absent")))
    monkeypatch.setattr(report, "SPEED", {"items": 30, "queries": 3})

    result = CliRunner().invoke(app, ["bench", "all", "--data", "sets", "--out", "out", "--embedder", "none"])

    assert result.exit_code == 0, result.output
    assert "absent is not in sets: it is at https://example.org/ours" in " ".join(result.stderr.split())
    found = json.loads((place / "out" / "report.json").read_text("utf-8"))
    assert found["retrieval"]["ours"].keys() == {"turn", "session"}
    of_turns = found["retrieval"]["ours"]["turn"]
    assert of_turns["corrected"]["metrics"]["recall@1"] < of_turns["metrics"]["recall@1"]
    assert found["sets"]["ours"]["files"]["queries.jsonl"]["known"] is False
    assert found["speed"]["metrics"]["recall_rest_p50_ms"] > 0
    assert "there is no" in found["sensitive"]["skipped"] or "has no" in found["sensitive"]["skipped"]
    told = (place / "out" / "report.md").read_text("utf-8")
    for part in (
        "### ours, session level",
        "keys corrected",
        "What this does not show",
        "Skipped:",
        "not the known file",
    ):
        assert part in told
    for plot in report.PLOTS:
        assert f"]({plot})" in told
        assert ET.parse(place / "out" / plot).getroot().tag.endswith("svg")  # noqa: S314 # written just now


def test_a_folder_that_is_not_there_is_named(place: Path) -> None:
    result = CliRunner().invoke(app, ["bench", "all", "--data", "nowhere"])
    assert (result.exit_code, "nowhere is no folder" in result.stderr) == (2, True)
