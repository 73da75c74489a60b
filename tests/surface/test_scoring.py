"""The quality measures as commands: what they print, on files made here, and what they say of files that are wrong."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from reverie_bench.commands import bench_app


def bench(*arguments: str) -> Result:
    return CliRunner().invoke(bench_app, list(arguments))


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(*lines: dict[str, Any]) -> str:
        path = tmp_path / "lines.jsonl"
        path.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
        return str(path)

    return written


def fact(key: str, value: str, **more: str) -> dict[str, str]:
    return {"key": key, "value": value, **more}


def test_extraction_counts_what_is_found_and_what_is_made_up(write: Any) -> None:
    path = write(
        {"id": "a", "text": "My favorite food is ramen.", "gold": [fact("like_food", "ramen")]},
        {"id": "b", "text": "I live in Bern", "gold": [fact("nickname", "bern"), fact("has_pet", "two cats")]},
        {"id": "c", "text": "I like jazz", "gold": []},
        {"id": "d", "text": "what time is it?", "gold": []},
        {
            "id": "e",
            "text": "I passed my exam yesterday",
            "sent_at": "2026-03-02T10:00",
            "gold": [fact("event", "passed exam", when="2026-03-01")],
        },
        {"id": "f", "text": "I don't like jazz anymore", "gold": []},
    )
    result = bench("extraction", "--file", path, "--json", "--show")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["metrics"] == {
        "value_recall": 0.75, "key_recall": 0.5, "precision": 0.75, "false_alarms": 0.3333, "when_accuracy": 1.0,
        "f1": 0.75,
    }  # fmt: skip
    assert report["n"] == {"value_recall": 4, "key_recall": 4, "precision": 4, "false_alarms": 3, "when_accuracy": 1}
    assert report["intervals"].keys() == report["n"].keys()
    assert report["by_family"]["taste"] == {"gold": 1, "found": 1, "key_right": 1, "false": 1}
    assert report["latency_ms"].keys() == {"p50", "p95", "p99"}
    assert report["environment"].keys() >= {"cpu", "cores", "python"}
    assert [one["id"] for one in report["shown"]] == ["b", "c"]
    assert report["shown"][0]["other_key"] == ["nickname: bern, learned as home"]

    table = bench("extraction", "--file", path, "--show").stdout
    assert "value recall" in table
    assert "missed: has_pet: two cats" in table


def test_extraction_reads_what_the_gate_leaves(write: Any) -> None:
    path = write({"id": "a", "text": "my favorite number is 4111 1111 1111 1111", "gold": []})
    shown = bench("extraction", "--file", path, "--json", "--show").stdout
    assert "4111" not in json.dumps(json.loads(shown)["metrics"])
    assert all("4111" not in false for one in json.loads(shown)["shown"] for false in one["false"])


def known(gold_op: str, utterance: str, *existing: dict[str, str], **more: Any) -> dict[str, Any]:
    return {"existing": list(existing), "utterance": utterance, "gold_op": gold_op, **more}


def test_updates_counts_what_utterances_do_to_what_is_known(write: Any) -> None:
    path = write(
        known("update", "I moved to Bern", fact("home", "Oslo"), key="home", new_value="Bern"),
        known("update", "I work at Globex now", {"text": "I work at Acme"}, key="work", new_value="Acme"),
        known("update", "My favorite color is green", fact("favourite_color", "blue"), new_value="green"),
        known("delete", "I don't like jazz anymore", fact("like_music", "Jazz"), key="like_music"),
        known("delete", "I quit my job", fact("has_profession", "nurse"), key="has_profession", new_value=None),
        known("append", "I like ramen", {"value": "I like pizza"}, key="likes", new_value="ramen"),
        known("pass", "I like jazz", fact("likes", "jazz"), new_value=None),
        known("pass", "what time is it?", fact("xyzzy", "plugh")),
        known("pass", "I like hiking"),
    )
    result = bench("updates", "--file", path, "--json", "--show")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["metrics"] == {"accuracy": 0.8889, "value_accuracy": 0.75, "macro_f1": 0.8667}
    assert report["n"] == {"accuracy": 9, "value_accuracy": 4}
    assert report["confusion"]["pass"] == {"pass": 2, "update": 0, "append": 1, "delete": 0}
    assert report["by_op"]["append"] == {"gold": 1, "said": 2, "precision": 0.5, "recall": 1.0, "f1": 0.6667}
    assert report["latency_ms"]["total"].keys() == {"p50", "p95", "p99"}
    assert [(one["line"], one["did"], one["began"]) for one in report["shown"]] == [(9, ["append"], ["Likes hiking."])]

    table = bench("updates", "--file", path, "--show").stdout
    assert "value accuracy" in table
    assert "began: Likes hiking." in table


@pytest.mark.parametrize(
    "line", [known("replace", "hi"), known("pass", "hi", {"key": "likes"}), {"existing": [], "utterance": "hi"}]
)
def test_a_wrong_update_is_named_with_its_line(write: Any, line: dict[str, Any]) -> None:
    result = bench("updates", "--file", write(line))
    assert result.exit_code == 2
    assert "line 1" in " ".join(result.stderr.split())


@pytest.mark.parametrize("command", ["extraction", "updates", "sensitive", "pairs", "names"])
@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("", "holds no line"),
        ("{", "line 1 is no JSON"),
        ("[]", "line 1 needs"),
        ('\n{"id": "a"}', "line 2 needs"),
    ],
)
def test_a_wrong_file_is_named_with_its_line(tmp_path: Path, command: str, content: str, named: str) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text(content, encoding="utf-8")
    result = bench(command, "--file", str(path))
    assert result.exit_code == 2
    assert named in " ".join(result.stderr.replace("│", " ").split())


@pytest.mark.parametrize("gold", [[{"key": "likes"}], [{"key": "likes", "value": 3}], [{"key": "", "value": "x"}], [7]])
def test_a_wrong_gold_fact_is_named_with_its_line(write: Any, gold: list[Any]) -> None:
    result = bench("extraction", "--file", write({"id": "a", "text": "hi", "gold": gold}))
    assert result.exit_code == 2
    assert "line 1" in " ".join(result.stderr.split())


def test_a_wrong_time_is_named_with_its_line(write: Any) -> None:
    result = bench("extraction", "--file", write({"text": "hi", "gold": [], "sent_at": "soon"}))
    assert result.exit_code == 2
    assert "'soon' is no time" in " ".join(result.stderr.replace("│", " ").split())


def test_sensitive_counts_what_is_found_and_what_is_touched(write: Any) -> None:
    def span(key: str, text: str, value: str) -> dict[str, Any]:
        return {"key": key, "start": text.index(value), "end": text.index(value) + len(value)}

    card, iban = "my card is 4111 1111 1111 1111", "my IBAN is DE89 3704 0044 0532 0130 00 and I'm Ada"
    path = write(
        {"id": "a", "text": card, "gold": [span("CREDIT_CARD", card, "4111 1111 1111 1111")]},
        {
            "id": "b",
            "text": iban,
            "gold": [span("IBAN_CODE", iban, "DE89 3704 0044 0532 0130 00"), span("PERSON", iban, "Ada")],
        },
        {"id": "c", "text": card, "gold": [span("US_SSN", card, "card is 4111 1111 1111 1111")]},
        {"id": "d", "text": "my password is tulip99", "gold": []},
        {"id": "e", "text": "I'm Ada", "gold": [{"key": "PERSON", "start": 4, "end": 7}]},
    )
    result = bench("sensitive", "--file", path, "--json", "--show")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["metrics"] == {"found": 0.6667, "touched_clean": 0.5}
    assert report["n"] == {"found": 3, "touched_clean": 2}
    assert report["intervals"].keys() == {"found", "touched_clean"}
    assert report["by_class"]["card"] == {"found": 1.0, "interval": [0.2065, 1.0], "n": 1}
    assert report["by_class"]["national id"]["found"] == 0.0
    assert report["by_class"]["key"] == {"found": None, "interval": None, "n": 0}
    assert [one["id"] for one in report["shown"]] == ["c", "d"]
    assert report["shown"][1]["touched"] == ["password: tulip99"]
    assert "touched clean" in bench("sensitive", "--file", path).stdout


@pytest.mark.parametrize(
    "span",
    [
        {"key": "PERSON"},
        {"start": 0, "end": 1},
        {"key": "X", "start": 2, "end": 1},
        {"key": "X", "start": 0, "end": 9},
        7,
    ],
)
def test_a_wrong_span_is_named_with_its_line(write: Any, span: Any) -> None:
    result = bench("sensitive", "--file", write({"text": "hi", "gold": [span]}))
    assert result.exit_code == 2
    assert "line 1" in " ".join(result.stderr.split())


def test_lives_are_lived_and_what_stands_at_their_end_is_held_against_the_notes(tmp_path: Path) -> None:
    life = tmp_path / "ada"
    life.mkdir()
    said = [
        ("u1", "user", "My favorite food is pizza. I have a sister named Emma."),
        ("a1", "assistant", "Pizza it is."),
        ("u2", "user", "Actually, my favorite food is ramen."),
    ]
    turns = [{"id": i, "speaker": "Ada" if role == "user" else "Pip", "role": role, "text": t} for i, role, t in said]
    session = {"id": "s1", "datetime": "2026-01-05T10:00:00+00:00", "turns": turns}
    (life / "conversation.jsonl").write_text(json.dumps({"id": "ada", "sessions": [session]}))

    def wanted(text: str, *groups: list[str], **more: Any) -> dict[str, Any]:
        return {"text": text, "match": [list(group) for group in groups], **more}

    ramen, pizza = wanted("Likes ramen best.", ["ramen"], ["favorite"]), wanted("Pizza.", ["pizza"], ["favorite"])
    facts = [
        wanted("Likes pizza best.", ["pizza"], turn="u1", op="add", about="me", until=None),
        wanted("Emma is her sister.", ["emma"], ["sister"], turn="u1", op="add", about="Emma (sister)", until=None),
        wanted("Is 40.", ["40"], turn="u1", op="add", about="me", until=None),
    ]
    gold = {
        "facts": facts,
        "true_at_end": [ramen, wanted("Is 40.", ["40"])],
        "false_at_end": [pizza],
        "questions": [{"q": "what is my favorite food?", "turns": ["u2"], "match": [["ramen"]]}],
        "contexts": [{"message": "what shall I eat?", "needs": [ramen], "not": [wanted("Pizza.", ["is pizza"])]}],
    }
    (life / "gold.json").write_text(json.dumps(gold))
    result = bench("lives", "--lives", str(tmp_path), "--embedder", "none", "--json", "--show")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["metrics"] == {
        "found": 0.6667,
        "found about them": 0.5,
        "found about others": 1.0,
        "true at the end": 0.5,
        "false at the end": 0.0,
        "precision": 0.5,
        "recall@3": 1.0,
        "needs met": 1.0,
        "faults": 0.0,
    }
    assert report["shown"]["ada"]["missed"] == ["u1: Is 40."]
    assert "true at the end" in bench("lives", "--lives", str(tmp_path), "--embedder", "none").stdout
    (life / "gold.json").write_text("{")
    assert bench("lives", "--lives", str(tmp_path)).exit_code == 2


def test_lives_with_a_recorded_model_are_lived_once_every_prompt_has_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REVERIE_MODEL__TASKS", '["facts"]')
    life, recording = tmp_path / "lives" / "ada", tmp_path / "answers.jsonl"
    life.mkdir(parents=True)
    said = ["Mog woke me at five again, the scamp", "Kimchi every day for me, as ever."]
    sessions = [
        {
            "id": f"s{day}",
            "datetime": f"2026-01-0{day}T10:00:00+00:00",
            "turns": [{"id": f"u{day}", "speaker": "Ada", "role": "user", "text": text}],
        }
        for day, text in enumerate(said, 5)
    ]
    (life / "conversation.jsonl").write_text(json.dumps({"id": "ada", "sessions": sessions}))
    mog = {"text": "Mog is her cat.", "match": [["mog"]], "turn": "u5", "about": "Mog (cat)"}
    (life / "gold.json").write_text(
        json.dumps({"facts": [mog], "true_at_end": [mog], "false_at_end": [], "questions": [], "contexts": []})
    )
    arguments = ("lives", "--lives", str(life.parent), "--embedder", "none", "--with-model", str(recording), "--json")
    fact = {"message": 1, "category": "fact", "slot": "none", "value": "", "importance": 5, "confidence": 90}
    answers = [
        [fact | {"quote": "Mog woke me", "text": "Is woken at five by Mog."}],
        [fact | {"quote": "Kimchi every day", "text": "Eats kimchi with Boris every day."}],
    ]
    for facts in answers:  # the second session is reached when the first is answered
        result = bench(*arguments)
        assert result.exit_code == 2
        assert "1 prompts have no answer" in " ".join(result.output.replace("│", " ").split())
        (line,) = (tmp_path / "answers.open.jsonl").read_text().splitlines()
        answered = json.loads(line) | {"answer": {"facts": facts, "endings": []}}
        with recording.open("a") as file:
            file.write(json.dumps(answered) + "\n")

    result = bench(*arguments)
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert (report["metrics"]["found"], report["metrics"]["precision"]) == (1.0, 1.0)
    assert list(report["model"]["refused"].values()) == [1]
    alone = json.loads(bench(*arguments[:5], "--json").stdout)
    assert (alone["metrics"]["found"], "model" in alone) == (0.0, False)


def test_pairs_counts_what_is_joined_and_what_is_told_apart(write: Any) -> None:
    path = write(
        {"id": "1", "a": "Prefers cats over dogs", "b": "Prefers dogs over cats", "gold": "opposite", "half": "x"},
        {"id": "2", "a": "Likes pizza", "b": "Likes pizzas", "gold": "same", "half": "x"},
        {"id": "3", "a": "Plays chess", "b": "Bakes bread", "gold": "different", "half": "x"},
        {"id": "4", "a": "Is dead beat", "b": "Is worn out", "gold": "same", "half": "x"},
        {"id": "5", "a": "Plays chess", "b": "Plays go", "gold": "same", "half": "y"},
    )
    report = json.loads(bench("pairs", "--file", path, "--half", "x", "--embedder", "none", "--json", "--show").stdout)
    assert report["metrics"] == {
        "opposites_taken_as_same": 0.0,
        "opposites_named": 1.0,
        "others_called_opposite": 0.0,
        "paraphrases_joined": 0.5,
        "different_joined": 0.0,
    }
    assert report["n"]["others_called_opposite"] == 3
    assert [(one["id"], one["judged"]) for one in report["shown"]] == [("4", ["different, and is same"])]
    shown = bench("pairs", "--file", path, "--embedder", "tuned", "--show").stdout
    assert "cosine 0." in shown
    for more, named in ((["--half", "z"], "no line is of the half 'z'"), (["--embedder", "nonsense"], "nonsense")):
        refused = bench("pairs", "--file", path, *more)
        assert refused.exit_code == 2
        assert named in " ".join(refused.stderr.replace("│", " ").split())
    refused = bench("pairs", "--file", write({"a": "x", "b": "y", "gold": "unlike"}))
    assert "line 1: gold is one of" in " ".join(refused.stderr.replace("│", " ").split())


def pair(a: str, b: str, label: str, kind: str) -> dict[str, str]:
    return {"id": f"{a}/{b}", "a": a, "b": b, "label": label, "kind": kind}


def test_names_counts_who_is_taken_for_whom(write: Any) -> None:
    path = write(
        pair("Bob", "Robert", "match", "nickname"),
        pair("Ada Lovelace", "lovelace, ada", "match", "order"),
        pair("Nora Quill", "Peter Marsh", "match", "typo"),
        pair("Sam Porter", "Samuel Porter", "non-match", "hard"),
        pair("Maria", "Mario", "non-match", "hard"),
        pair("Ann Lee", "ann lee", "non-match", "hard"),
    )
    result = bench("names", "--file", path, "--json", "--show")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["metrics"] == {
        "precision": 0.5, "recall": 0.6667, "linked_without_asking": 0.3333, "merged_without_asking": 0.3333,
        "asked_needlessly": 0.3333, "f1": 0.5714,
    }  # fmt: skip
    assert report["intervals"].keys() == report["metrics"].keys()
    low, high = report["intervals"]["f1"]
    assert low < report["metrics"]["f1"] < high
    assert report["merged"] == 1
    assert report["by_kind"]["hard"] == {
        "n": 3, "matches": 0, "right": 0.3333, "interval": [0.0615, 0.7923], "merged": 1, "highest_non_match": 1.0,
    }  # fmt: skip
    assert report["by_kind"]["typo"]["highest_non_match"] is None
    assert [(one["line"], one["text"]) for one in report["shown"]] == [
        (3, "Nora Quill / Peter Marsh"),
        (4, "Sam Porter / Samuel Porter"),
        (6, "Ann Lee / ann lee"),
    ]

    table = bench("names", "--file", path, "--show").stdout
    assert "merged without asking" in table
    assert "mistaken: 1.000 hard" in table


def test_names_are_judged_by_a_likeness_of_ones_own(write: Any) -> None:
    path = write(pair("Bob", "Robert", "match", "nickname"))
    report = json.loads(bench("names", "--file", path, "--low", "0.95", "--json").stdout)
    assert report["thresholds"] == {"high": 0.97, "low": 0.95}
    assert report["metrics"]["recall"] == 0


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ({"a": "Ada", "b": "Bob", "label": "perhaps"}, "the label is match or non-match, not 'perhaps'"),
        ({"a": "Ada", "b": " ", "label": "match"}, "one of them is empty"),
        ({"a": "Ada", "b": "Bob", "label": "match", "kind": 7}, "'kind' is text"),
    ],
)
def test_a_wrong_pair_is_named_with_its_line(write: Any, line: dict[str, Any], named: str) -> None:
    result = bench("names", "--file", write(line))
    assert result.exit_code == 2
    told = " ".join(result.stderr.replace("│", " ").split())
    assert "line 1" in told
    assert named in told


def facts_of(messages: Any) -> Any:
    """A model that finds who Mog is, and makes up where the other one lives."""
    empty: dict[str, Any] = {"facts": [], "endings": []}
    found = {"message": 1, "category": "fact", "importance": 5, "confidence": 90}
    text = str(messages[-1]["content"])
    if "Mog" in text:
        mog = {"quote": "Mog woke me", "text": "Mog woke.", "slot": "cat", "value": "Mog"}
        return {**empty, "facts": [{**found, **mog}]}
    made_up = {"quote": "I live in Oslo", "text": "Lives in Oslo.", "slot": "home", "value": "Oslo"}
    return {**empty, "facts": [{**found, **made_up}]} if "shift" in text else empty


def test_extraction_stands_beside_that_with_a_model(
    write: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reverie.testing import ScriptedModel

    (tmp_path / "facts_model.py").write_text("MODELS = {}\ndef made(name): return MODELS[name]\n")
    metadata = tmp_path / "facts_model-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: facts-model\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[reverie.language_models]\nscripted = facts_model:made\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module("facts_model").MODELS["x"] = ScriptedModel(facts_of)
    path = write(
        {"id": "a", "text": "My favorite food is ramen.", "gold": [fact("like_food", "ramen")]},
        {"id": "b", "text": "Mog woke me at five again, the scamp", "gold": [fact("cat", "Mog")]},
        {"id": "c", "text": "Off to bed, the shift was long", "gold": []},
    )
    given = ["extraction", "--file", path, "--with-model", "--model", "scripted:x"]
    result = bench(*given, "--json")
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["rules"]["metrics"]["value_recall"] == 0.5
    assert report["rules_and_model"]["metrics"]["value_recall"] == 1.0
    assert report["rules_and_model"]["metrics"]["precision"] == 1.0
    assert report["changed"] == {"found_more": 1, "found_less": 0, "false_more": 0, "false_less": 0}
    assert (report["model"]["task"], report["model"]["calls"], report["model"]["kept"]) == ("facts", 3, 1)
    assert list(report["model"]["refused"].values()) == [1]

    table = bench(*given, "--limit", "3")
    assert "rules and model" in table.stdout
    assert "refused 1: " in table.stdout


def test_extraction_with_a_model_needs_one(write: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from reverie.cli.commands import app

    (tmp_path / "empty.toml").touch()
    monkeypatch.setenv("REVERIE_CONFIG", str(tmp_path / "empty.toml"))
    path = write({"id": "a", "text": "I like jazz", "gold": []})
    result = CliRunner().invoke(app, ["bench", "extraction", "--file", path, "--with-model"])
    assert (result.exit_code, "name one with --model, as openai:MODEL" in result.stderr) == (2, True)
    result = CliRunner().invoke(app, ["bench", "extraction", "--file", path, "--limit", "3"])
    assert (result.exit_code, "add --with-model" in result.stderr) == (2, True)
