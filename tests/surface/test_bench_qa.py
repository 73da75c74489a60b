"""`reverie bench qa`: an invented history is lived, asked about and judged by models that follow a script."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.llm import RealModel
from typer.testing import CliRunner, Result

from reverie.cli.commands import app
from reverie.errors import ModelReplyInvalid, ModelUnavailable
from reverie.testing import Answer, Messages, ScriptedModel

Run = Callable[..., Result]


def turn(name: str, text: str, role: str = "user") -> dict[str, str]:
    return {"id": name, "speaker": role, "role": role, "text": text}


CHAT = {
    "id": "chat",
    "language": "en",
    "sessions": [  # in an order that time does not have
        {"id": "2", "datetime": "2024-06-01T18:00:00", "turns": [turn("b", "I moved from Bergen to Narvik in May.")]},
        {
            "id": "1",
            "datetime": "2024-03-01T18:00:00",
            "turns": [turn("a", "I bought a red kayak in Bergen."), turn("a2", "Lovely, a kayak!", "assistant")],
        },
    ],
}


def question(name: str, text: str, answer: object, category: str = "plain", **more: Any) -> dict[str, Any]:
    return {
        "id": name, "conversation_id": "chat", "question": text, "answer": answer, "category": category,
        "evidence": [], **more,
    }  # fmt: skip


EARLY, LATE = "2024-04-01T12:00:00", "2024-07-01T12:00:00"
QUESTIONS = [
    question("late", "Which town did I move to from Bergen?", "Narvik", "place", question_datetime=LATE),
    question("early", "Which town was the kayak bought in?", "Bergen", "place", question_datetime=EARLY),
    question("colour", "Which colour has the kayak?", ["red"], question_datetime=EARLY),
    question("year", "In which year was the kayak bought?", 2024),
    question("none", "What is the name of my hamster?", None, "abstention", unanswerable=True),
    question("no key", "What did I say about the kayak?", None),
]
READER = {"move": "Narvik", "town was": "Bergen", "colour": "a warm one", "year": "2024", "hamster": "Nobody told me."}
ALL = 5


class Named(ScriptedModel):
    """A scripted model with a name of its own."""

    def __init__(self, name: str, answers: Callable[[Messages], Answer]) -> None:
        super().__init__(answers)
        self._name = name

    @property
    def name(self) -> str:
        """Which model it is."""
        return self._name


def reading(messages: Messages) -> Answer:
    asked = str(messages[-1]["content"])
    return next(answer for word, answer in READER.items() if word in asked)


def case(messages: Messages) -> Mapping[str, str]:
    shown: dict[str, str] = json.loads(str(messages[-1]["content"]))
    return shown


def judging(messages: Messages) -> Answer:
    """Strict: the same words. Lenient: anything that answers. Without an answer: that nobody told."""
    shown, rule = case(messages), str(messages[0]["content"])
    given = shown["answer to judge"]
    if "reference answer" not in shown:
        return {"reason": "it says so", "right": "Nobody" in given}
    right = "generous" in rule or given == shown["reference answer"]
    return {"reason": "by the words", "right": right}


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Named]:
    """The models that the command finds as scripted:NAME."""
    (tmp_path / "qa_models.py").write_text("MODELS = {}\ndef made(name): return MODELS[name]\n")
    metadata = tmp_path / "qa_models-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: qa-models\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[reverie.language_models]\nscripted = qa_models:made\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(importlib.import_module("sys").modules, "qa_models", raising=False)
    found: dict[str, Named] = importlib.import_module("qa_models").MODELS
    found |= {"reader": Named("scripted:reader", reading), "judge": Named("scripted:judge", judging)}
    return found


@pytest.fixture
def run(tmp_path: Path, models: dict[str, Named], monkeypatch: pytest.MonkeyPatch) -> Run:
    (tmp_path / "reverie.toml").write_text('companion = "Luna"\n')
    monkeypatch.setenv("REVERIE_CONFIG", str(tmp_path / "reverie.toml"))
    monkeypatch.chdir(tmp_path)

    def ran(*arguments: str, chats: Any = (CHAT,), asked: Any = QUESTIONS, name: str = "ours") -> Result:
        folder = tmp_path / "sets" / name
        folder.mkdir(parents=True, exist_ok=True)
        for file, records in {"conversations.jsonl": chats, "queries.jsonl": asked}.items():
            (folder / file).write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
        given = ["--data", "sets", "--sets", name, "--out", "out", "--embedder", "none", "--reader", "scripted:reader"]
        return CliRunner().invoke(app, ["bench", "qa", *given, "--judge", "scripted:judge", *arguments])

    return ran


def answered(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def kept(place: Path) -> dict[str, dict[str, Any]]:
    lines = (place / "out" / "answers.jsonl").read_text().splitlines()
    return {row["key"].split("/")[1]: row for row in map(json.loads, lines)}


def test_every_answer_is_judged_by_each_rule(run: Run, models: dict[str, Named], tmp_path: Path) -> None:
    report = answered(run("--json"))

    ours = report["sets"]["ours"]
    assert ours["metrics"] == {"strict": 0.75, "lenient": 1.0}
    assert ours["n"] == {"strict": 4, "lenient": 4}
    assert ours["intervals"] == {"strict": [0.3006, 0.9544], "lenient": [0.5101, 1.0]}
    assert {name: one["metrics"] for name, one in ours["by_category"].items()} == {
        "place": {"strict": 1.0, "lenient": 1.0},
        "plain": {"strict": 0.5, "lenient": 1.0},
    }
    assert (ours["apart"]["metrics"], ours["apart"]["n"]) == ({"abstained": 1.0}, {"abstained": 1})
    assert (ours["questions"], ours["left_out"]) == (6, {"no right answer in the file": 1})
    gap = ours["lenient_over_strict"]
    assert (gap["value"], gap["lenient_only"], gap["strict_only"]) == (0.25, 1, 0)

    asked = {
        role: sum(len(str(m["content"]).split()) for one in model.asked for m in one) for role, model in models.items()
    }
    assert report["reader"]["prompt_tokens"] == asked["reader"]
    assert report["judge"]["prompt_tokens"] == asked["judge"]
    assert (report["reader"]["model"], report["reader"]["answers"]) == ("scripted:reader", ALL)
    assert (report["judge"]["model"], report["judge"]["verdicts"], report["judge"]["fresh"]) == ("scripted:judge", 9, 9)
    assert report["prompts"].keys() == {"qa_reader", "qa_judge_strict", "qa_judge_lenient", "qa_judge_unanswerable"}
    assert report["context"]["from"] == "context"
    assert 0 < report["context"]["tokens"]["mean"] <= report["context"]["tokens"]["most"] <= report["context"]["budget"]
    assert report["files"].keys() == {"ours/conversations.jsonl", "ours/queries.jsonl"}
    assert json.loads((tmp_path / "out" / "result.json").read_text()) == report
    assert not (tmp_path / "out" / "answers.jsonl").stat().st_mode & 0o077


def test_nothing_that_was_said_later_is_in_a_context(run: Run, models: dict[str, Named], tmp_path: Path) -> None:
    answered(run("--json", "--from", "everything"))
    rows = kept(tmp_path)
    assert "Narvik" not in rows["early"]["context"]
    assert "Lovely, a kayak!" in rows["early"]["context"]
    assert "Narvik" in rows["late"]["context"]
    assert rows["year"]["asked_at"] == "2024-06-02T18:00:00+00:00"  # a day after the last session
    told = str(models["reader"].asked[0][0]["content"])
    assert "You are Luna" in told
    assert "Now is Monday, 2024-04-01 12:00." in told


@pytest.mark.parametrize(("source", "there"), [("context", True), ("recall", True), ("nothing", False)])
def test_a_reader_gets_what_was_chosen(run: Run, tmp_path: Path, source: str, there: bool) -> None:
    report = answered(run("--json", "--from", source))
    row = kept(tmp_path)["late"]
    assert ("to Narvik" in row["context"]) is there
    assert (row["context_tokens"] > 0) is there
    assert report["context"]["from"] == source


def test_hits_fill_the_budget_and_no_more(run: Run, tmp_path: Path) -> None:
    answered(run("--json", "--from", "recall", "--budget", "50"))
    assert all(row["context_tokens"] <= 50 for row in kept(tmp_path).values())


def test_a_run_that_was_stopped_goes_on(run: Run, models: dict[str, Named], tmp_path: Path) -> None:
    def failing(messages: Messages) -> Answer:
        return ModelUnavailable("nobody is there; start it") if "colour" in str(messages[-1]) else reading(messages)

    models["reader"] = Named("scripted:reader", failing)
    stopped = run("--json")
    assert (stopped.exit_code, "nobody is there; start it" in stopped.stderr) == (6, True)
    assert kept(tmp_path).keys() == {"early"}
    with (tmp_path / "out" / "answers.jsonl").open("a") as file:
        file.write('{"key": "ours/hal')  # as a crash leaves it

    models["reader"] = Named("scripted:reader", reading)
    report = answered(run("--json"))
    assert len(models["reader"].asked) == ALL - 1
    assert (report["reader"]["answers"], report["sets"]["ours"]["metrics"]["strict"]) == (ALL, 0.75)

    again = answered(run("--json"))
    assert (len(models["reader"].asked), again["judge"]["fresh"]) == (ALL - 1, 0)
    assert again["sets"] == report["sets"]
    assert (again["reader"], again["judge"]["prompt_tokens"]) == (report["reader"], report["judge"]["prompt_tokens"])


def test_another_judge_judges_the_same_answers(run: Run, models: dict[str, Named]) -> None:
    answered(run("--json"))
    models["harsh"] = Named("scripted:harsh", lambda _messages: {"reason": "no", "right": False})
    report = answered(run("--json", "--judge", "scripted:harsh"))
    assert len(models["reader"].asked) == ALL
    assert report["judge"]["model"] == "scripted:harsh"
    assert report["sets"]["ours"]["metrics"] == {"strict": 0.0, "lenient": 0.0}
    assert answered(run("--json"))["sets"]["ours"]["metrics"]["strict"] == 0.75  # the first judge's are still there


def test_a_judge_that_gives_no_verdict_is_counted_apart_and_loudly(run: Run, models: dict[str, Named]) -> None:
    def muddled(messages: Messages) -> Answer:
        return "Forty-two!" if "colour" in str(messages[-1]) else judging(messages)

    models["judge"] = Named("scripted:judge", muddled)
    result = run("--json")
    report = answered(result)
    ours = report["sets"]["ours"]
    assert (ours["metrics"], ours["n"]) == ({"strict": 1.0, "lenient": 1.0}, {"strict": 3, "lenient": 3})
    assert ours["unjudged"] == {"strict": 1, "lenient": 1}
    assert [(one["rule"], "Forty-two!" in one["reason"]) for one in report["unjudged"]] == [
        ("strict", True),
        ("lenient", True),
    ]
    assert "no verdict in 2 of 9 cases" in result.stderr
    models["judge"] = Named("scripted:judge", judging)
    assert answered(run("--json"))["judge"]["fresh"] == 2  # asked again, and only these


def test_an_answer_without_a_word_is_wrong_and_not_judged(run: Run, models: dict[str, Named]) -> None:
    def mute(messages: Messages) -> Answer:
        if "colour" in str(messages[-1]):
            return ModelReplyInvalid("no words", reply="")
        return " " if "hamster" in str(messages[-1]) else reading(messages)

    models["reader"] = Named("scripted:reader", mute)
    result = run("--json")
    report = answered(result)
    assert report["sets"]["ours"]["metrics"] == {"strict": 0.75, "lenient": 0.75}
    assert report["sets"]["ours"]["apart"]["metrics"] == {"abstained": 0.0}
    assert (report["reader"]["empty"], report["reader"]["unusable"], len(models["judge"].asked)) == (2, 1, 6)
    assert "1 answers could not be had, and count as wrong; the first: no words" in result.stderr


def test_answers_that_were_made_otherwise_are_not_mixed(run: Run, models: dict[str, Named], tmp_path: Path) -> None:
    answered(run("--json"))
    models["other"] = Named("scripted:other", reading)
    for arguments in (["--budget", "300"], ["--reader", "scripted:other"], ["--from", "recall"]):
        result = run(*arguments)
        assert result.exit_code == 2
        assert "was made otherwise" in result.stderr
        assert "--out" in result.stderr
    assert len(models["other"].asked) == 0


def test_a_limit_draws_the_same_questions_and_more(run: Run, models: dict[str, Named]) -> None:
    two = answered(run("--json", "--limit", "2"))
    assert (two["reader"]["answers"], two["sets"]["ours"]["left_out"]["over the limit"]) == (2, 3)
    answered(run("--json", "--limit", "4"))
    assert len(models["reader"].asked) == 4


def test_somebody_of_two_is_the_person(run: Run, tmp_path: Path) -> None:
    turns = [
        {"id": "1", "speaker": "Ben", "role": "peer", "text": "My submarine is yellow."},
        {"id": "2", "speaker": "Ada", "role": "peer", "text": "And I have a violin."},
        {"id": "3", "speaker": "Ada", "role": "peer", "text": "It is old."},
    ]
    sessions = [
        {"id": "s1", "datetime": "2024-01-01T10:00:00", "turns": turns[:1]},
        {"id": "s2", "datetime": "2024-01-02T10:00:00", "turns": turns[1:]},
    ]
    asked = [
        question("first", "Which colour has it?", "yellow", question_datetime="2024-01-01T12:00:00"),
        question("last", "Which colour has it?", "yellow"),
    ]
    answered(run("--json", "--from", "everything", chats=[{"id": "chat", "sessions": sessions}], asked=asked))
    rows = kept(tmp_path)
    assert rows["first"]["context"] == ""  # Ada, who says the most, has not spoken yet
    assert rows["last"]["context"].splitlines()[0].endswith("Ben said on 2024-01-01: “My submarine is yellow.”")
    assert rows["last"]["made_with"]["as"] == "as the roles say"


def test_people_get_a_table(run: Run) -> None:
    shown = run()
    assert shown.exit_code == 0, shown.output
    for told in (
        "strict",
        "lenient",
        "place",
        "apart, without an answer: 100.0",
        "+25.0 points",
        "qa_judge_strict",
        "kept in",
    ):
        assert told in shown.stdout


def test_a_reader_that_judges_itself_is_told(run: Run, models: dict[str, Named]) -> None:
    models["both"] = Named("scripted:both", lambda m: judging(m) if "You judge" in str(m[0]["content"]) else reading(m))
    result = run("--reader", "scripted:both", "--judge", "scripted:both")
    assert result.exit_code == 0, result.output
    assert "judges itself" in result.stderr


def test_the_prompts_are_shown() -> None:
    result = CliRunner().invoke(app, ["bench", "qa", "--prompts"])
    assert result.exit_code == 0
    for told in (
        "# qa_reader (",
        "# qa_judge_strict (",
        "# qa_judge_lenient (",
        "# qa_judge_unanswerable (",
        "Be generous.",
    ):
        assert told in result.stdout


@pytest.mark.parametrize(
    ("changed", "arguments", "told"),
    [
        ({}, ["--reader", "none"], "no language model: name one with --reader, as openai:MODEL"),
        ({}, ["--judge", "nonsense:x"], "no language model is called 'nonsense'"),
        ({}, ["--sets", "nowhere"], "conversations.jsonl can't be read"),
        ({"asked": [QUESTIONS[-1]]}, [], "a question needs an 'answer' to be judged"),
        ({}, ["--as", "Zoe"], "'Zoe' does not speak in conversation 'chat'"),
    ],
)
def test_what_can_not_be_used_is_named(run: Run, changed: dict[str, Any], arguments: list[str], told: str) -> None:
    result = run(*arguments, **changed)
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.split())


def test_without_a_model_it_says_what_to_do(run: Run, tmp_path: Path) -> None:
    run()
    result = CliRunner().invoke(app, ["bench", "qa", "--data", "sets"])
    assert result.exit_code == 2
    assert "--reader" in result.stderr


def test_sets_that_are_not_there_are_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "sets").mkdir()
    models = ["--reader", "scripted:reader", "--judge", "scripted:judge"]
    result = CliRunner().invoke(app, ["bench", "qa", "--data", "sets", *models])
    assert (result.exit_code, "none of longmemeval_pool, locomo is in sets" in result.stderr) == (2, True)


@pytest.mark.llm
def test_a_real_model_answers_and_judges(run: Run, real_model: RealModel, tmp_path: Path) -> None:
    """What so small a model says proves nothing; that it was asked, and what it took, is counted."""
    (tmp_path / "reverie.toml").write_text(
        f'[model]\nbase_url = "{real_model.base_url}"\nwindow = 2048\nreply = 40\ntimeout_seconds = 120\n'
    )
    named = f"openai:{real_model.model}"
    report = answered(run("--json", "--reader", named, "--judge", named, "--from", "recall", asked=QUESTIONS[4:5]))
    row = kept(tmp_path)["none"]
    assert row["answer"]
    assert report["reader"]["prompt_tokens"] == row["prompt_tokens"] > 200
    assert 0 < row["completion_tokens"] <= 40
    assert report["judge"]["verdicts"] + len(report["unjudged"]) == 1
    assert report["judge"]["model"] == named
