"""`reverie bench isolation` on invented conversations: what the four ways can find, and what they can't."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from reverie.cli.commands import app

CHAT = [
    ("user", "I planted saffron crocuses."),
    ("assistant", "Try the lighthouse café in Narvik."),
    ("user", "My cello teacher lives in Bergen."),
    ("assistant", "Cello teachers are patient people."),
]
FRIENDS = [("Ada", "My violin teacher is called Edda."), ("Ben", "I bought a red kayak."), ("Ada", "How lovely.")]


def question(name: str, text: str, *evidence: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "conversation_id": "c", "question": text, "category": "plain", "evidence": evidence, **more}


def write(folder: Path, turns: list[dict[str, str]], questions: list[dict[str, Any]]) -> None:
    folder.mkdir(parents=True)
    chat = {"id": "c", "language": "en", "sessions": [{"id": "1", "datetime": "2026-03-01T12:00", "turns": turns}]}
    (folder / "conversations.jsonl").write_text(json.dumps(chat), encoding="utf-8")
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "reverie.toml").touch()
    monkeypatch.setenv("REVERIE_CONFIG", str(tmp_path / "reverie.toml"))
    place = tmp_path / "sets"
    chat = [{"id": str(n), "speaker": role, "role": role, "text": text} for n, (role, text) in enumerate(CHAT)]
    asked = [
        question("1", "Which crocuses?", "0"),
        question("2", "Which lighthouse café?", "1"),
        question("3", "What is nowhere?"),
        question("4", "Which zeppelin?", "0", unanswerable=True),
        question("5", "Whose cello teacher?", "2", "3"),
        question("6", "What is in another file?", "99"),
    ]
    write(place / "longmemeval_pool", chat, asked)
    friends = [{"id": str(n), "speaker": who, "role": "peer", "text": text} for n, (who, text) in enumerate(FRIENDS)]
    write(place / "locomo", friends, [question("1", "Which kayak?", "1")])
    return place


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["bench", "isolation", "--embedder", "none", *arguments])


def test_each_way_finds_what_it_can_reach(data: Path) -> None:
    result = run("--data", str(data), "--json")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert set(report["ways"]) == {"joined", "one pot", "apart", "own words"}
    chat = report["sets"]["longmemeval_pool"]
    assert (chat["questions"], chat["asked"], chat["hits_of_others_in_own_words"]) == (4, 3, 0)
    groups = chat["groups"]
    assert {name: one["n"] for name, one in groups.items()} == {
        "all": 3,
        "said by the person": 1,
        "said by the companion": 1,
        "said by both": 1,
    }
    own = {name: one["own words"]["metrics"]["recall@10"] for name, one in groups.items()}
    assert own == {"all": 0.5, "said by the person": 1.0, "said by the companion": 0.0, "said by both": 0.5}
    assert groups["said by the companion"]["apart"]["metrics"]["recall@10"] == 1.0
    assert groups["said by both"]["joined"]["metrics"]["recall@10"] == 1.0
    assert groups["all"]["own words"]["over_one_pot"]["recall@10"]["value"] == -0.5


def test_of_two_people_each_is_the_person_once(data: Path) -> None:
    friends = json.loads(run("--data", str(data), "--json").stdout)["sets"]["locomo"]
    assert (friends["questions"], friends["asked"]) == (1, 2)
    assert friends["groups"]["said by the person"]["own words"]["metrics"]["recall@10"] == 1.0
    assert friends["groups"]["said by the companion"]["own words"]["metrics"]["recall@10"] == 0.0


def test_people_get_tables(data: Path) -> None:
    shown = run("--data", str(data)).stdout
    assert "longmemeval_pool: 3 answers, 0 own words of others" in shown
    assert "R@10 over one pot" in shown
    assert "said by both" in shown


def test_a_folder_without_the_sets_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("--data", str(tmp_path))
    assert (result.exit_code, "none of longmemeval_pool, locomo is in" in result.stderr) == (2, True)
