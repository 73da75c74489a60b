"""The language model's work in the background: what is asked, what failures do, what it costs, and that it stops."""

from __future__ import annotations

import json
import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from tests.service.scene import START, Scene, texts

import reverie
from reverie import Person, Reverie
from reverie.background.tasks.task import Report, Stop, Tally
from reverie.config import Config
from reverie.errors import ConfigError, ModelReplyInvalid, ModelUnavailable
from reverie.ports import Usage
from reverie.settings_sections import ModelSettings
from reverie.testing import Answer, FrozenClock, HashEmbedder, Messages, ScriptedModel

SAID = ("Quokkas always cheer me up a bit.", "Brutalist architecture does me good.", "Kimchi every day for me.")
PAUSE = timedelta(minutes=1)

Answering = Callable[[Messages], Any]


def asked_about(messages: Messages) -> dict[int, str]:
    """The numbered messages of a question."""
    lines = [json.loads(line) for line in str(messages[1]["content"]).splitlines()]
    return {line["message"]: line["text"] for line in lines if "message" in line}


def learned(messages: Messages) -> dict[str, Any]:
    """A model that takes each message for a fact, word for word."""
    facts = [
        {
            "message": number,
            "quote": text,
            "text": f"Said: {text.casefold().replace(' me', ' them')}",
            "category": "preference",
            "slot": "none",
            "value": "",
            "importance": 6,
            "confidence": 80,
        }
        for number, text in asked_about(messages).items()
    ]
    return {"facts": facts, "endings": []}


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for to be quiet."""
    monkeypatch.setattr("reverie.app.companion_work.QUIET", timedelta(0))


def companion(
    path: Path, clock: FrozenClock, model: ScriptedModel | None, tasks: tuple[str, ...] = ("facts",), **terms: int
) -> Reverie:
    config = Config(embedder="none", model=ModelSettings(tasks=tasks))
    luna = reverie.open(path, companion="Luna", embedder=HashEmbedder(), clock=clock, config=config, model=model)
    vars(luna)["_terms"] = partial(luna._terms, **terms)
    return luna


@pytest.fixture
def path(scene: Scene) -> Path:
    """A store in which Ada has said three things that no rule learns from."""
    scene.say(*SAID)
    assert scene.known() == []
    return scene.path


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel(learned)


@pytest.fixture
def luna(path: Path, clock: FrozenClock, model: ScriptedModel) -> Iterator[Reverie]:
    with companion(path, clock, model) as opened:
        yield opened


def only(report: Report) -> Tally:
    (tally,) = report.tasks
    return tally


def failing(luna: Reverie) -> dict[str, str]:
    """What the doctor finds wrong: what it sees, by part."""
    return {check.name: check.seen for check in luna.doctor() if not check.ok}


def test_what_is_due_is_asked_once_and_learned(luna: Reverie, model: ScriptedModel) -> None:
    tally = only(luna.work())
    assert (tally.done, tally.kept, tally.refused, tally.failed, tally.parked) == (3, 3, {}, 0, 0)
    assert tally.usage.prompt > 0 < tally.usage.completion
    assert list(asked_about(model.asked[0]).values()) == list(SAID)
    assert sorted(texts(luna.find("Ada").memories())) == [
        "Said: brutalist architecture does them good.",
        "Said: kimchi every day for them.",
        "Said: quokkas always cheer them up a bit.",
    ]
    assert only(luna.work()).done == 0
    assert len(model.asked) == 1


def test_nobody_is_asked_of_who_paused_or_is_unknown(luna: Reverie, model: ScriptedModel) -> None:
    luna.find("Ada").pause()
    luna.guest().say("Sardines are the best.")
    assert only(luna.work()).done == 0
    luna.find("Ada").resume()
    assert only(luna.work()).done == 3
    assert len(model.asked) == 1


def test_a_batch_has_as_many_items_as_the_setting_and_the_window_allow(path: Path, clock: FrozenClock) -> None:
    narrow = ScriptedModel(learned)
    with companion(path, clock, narrow, batch=2) as luna:
        assert only(luna.work()).done == 3
    assert [len(asked_about(asked)) for asked in narrow.asked] == [2, 1]
    bob = "bob.db"
    small = ScriptedModel(learned, window=2400)
    with companion(path.with_name(bob), clock, small) as luna:
        ada = luna.meet("Ada")
        for word in ("red", "blue", "green"):
            ada.say(f"Let me tell you of {word} things. " + f"The {word} door. " * 40)
        assert only(luna.work()).done == 3
    assert max(len(asked_about(asked)) for asked in small.asked) < 3


def test_what_does_not_fit_in_the_window_is_parked(path: Path, clock: FrozenClock) -> None:
    with companion(path, clock, ScriptedModel(learned, window=300)) as luna:
        assert only(luna.work()).parked == 3
        assert failing(luna)["facts, parked"] == "3 items: it does not fit in the model's window of 300"


def test_the_limits_of_a_run_end_it_and_say_so(path: Path, clock: FrozenClock, model: ScriptedModel) -> None:
    with companion(path, clock, model, batch=1) as luna:
        cost = luna.ahead()[0]
        assert (cost.items, cost.calls) == (3, 3)
        report = luna.work(limit=1)
        assert (only(report).done, report.stopped) == (1, Stop.LIMIT)
        report = luna.work(tokens=10)
        assert (only(report).done, report.stopped, len(model.asked)) == (0, Stop.TOKENS, 1)
        report = luna.work(tokens=2 * cost.tokens)
        assert (only(report).done, report.stopped) == (2, None)


def test_a_dry_run_counts_and_sends_nothing(luna: Reverie, model: ScriptedModel) -> None:
    (ahead,) = luna.ahead()
    assert (ahead.task, ahead.items, ahead.calls) == ("facts", 3, 1)
    assert model.asked == []
    assert [one.items for one in luna.ahead(limit=2)] == [2]
    assert [one.items for one in luna.ahead(tokens=ahead.tokens - 1)] == [0]
    assert ahead.tokens >= only(luna.work()).usage.prompt  # at most: words are fewer than tokens
    assert [one.items for one in luna.ahead()] == [0]


def test_progress_counts_to_the_end(luna: Reverie) -> None:
    seen: list[tuple[int, int]] = []
    luna.work(progress=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 3), (3, 3)]


FAILURES: dict[str, Answer] = {
    "unavailable": ModelUnavailable("the model at http://localhost:1/v1 is not there: start it"),
    "invalid": "{]",
    "cut off": ModelReplyInvalid("the answer was cut off at 1500 tokens: " + SAID[0], reply=SAID[0]),
    "refused": ModelReplyInvalid("the server's filter refused: " + SAID[1], reply=""),
    "wrong model": ConfigError("there is no model 'qwen' at http://localhost:1/v1: pull it"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failure_is_seen_by_the_doctor_and_in_the_report(path: Path, clock: FrozenClock, failure: str) -> None:
    model = ScriptedModel([FAILURES[failure], *[{"facts": [], "endings": []}] * 4])
    with companion(path, clock, model) as luna:
        assert failing(luna) == {}
        if failure == "wrong model":
            with pytest.raises(ConfigError, match="qwen"):
                luna.work()
        else:
            report = luna.work()
            assert only(report).failed == 3
            assert report.stopped == (Stop.UNAVAILABLE if failure == "unavailable" else None)
            assert luna.find("Ada").memories() == []
        seen = failing(luna)["facts, failed"]
        assert seen.startswith("3 items, again from 2026-03-01 12:0")
        told = {"unavailable": "is not there", "invalid": "that is no Facts", "cut off": "cut off at 1500 tokens"}
        assert {**told, "refused": "filter refused", "wrong model": "no model 'qwen'"}[failure] in seen
        assert not any(word in seen for word in ("Quokkas", "Brutalist"))
        clock.advance(PAUSE)
        # One by one where the answer was no good, or the model was away: what spoils one question spoils no other.
        assert only(luna.work()).done == 3
        assert [len(asked_about(asked)) for asked in model.asked[1:]] == ([3] if failure == "wrong model" else [1] * 3)
        assert failing(luna) == {}


def test_a_model_that_is_away_is_not_hammered_and_costs_no_item_its_place(path: Path, clock: FrozenClock) -> None:
    model = ScriptedModel(lambda _asked: ModelUnavailable("nobody is there: start the server"))
    with companion(path, clock, model, batch=1, tries=2) as luna:
        for _day in range(6):
            report = luna.work()
            assert report.stopped is Stop.UNAVAILABLE
            assert only(report).parked == 0
            clock.advance(timedelta(days=1))
        assert len(model.asked) == 6


def test_a_model_that_only_answers_nonsense_ends_the_run(path: Path, clock: FrozenClock, scene: Scene) -> None:
    scene.say(*(f"Locker {number} has always been good to me." for number in range(9)))
    model = ScriptedModel(lambda _asked: "hi!")
    with companion(path, clock, model, batch=1) as luna:
        report = luna.work()
        assert (only(report).failed, report.stopped, len(model.asked)) == (5, Stop.INVALID, 5)
        assert report.why == "5 answers in a row can't be used: that is no Facts"


def test_pauses_grow_and_what_fails_too_often_is_parked_until_it_is_let_go(path: Path, clock: FrozenClock) -> None:
    answers: list[Any] = ["nonsense"]
    model = ScriptedModel(lambda asked: answers[0] if SAID[1] in asked_about(asked).values() else learned(asked))
    with companion(path, clock, model, tries=3, batch=1) as luna:
        report = only(luna.work())
        assert (report.done, report.failed) == (2, 1)
        assert only(luna.work()).failed == 0
        clock.advance(PAUSE)
        assert only(luna.work()).failed == 1
        clock.advance(PAUSE)
        assert only(luna.work()).failed == 0  # the second pause is twice the first
        clock.advance(PAUSE)
        assert only(luna.work()).parked == 1
        clock.advance(timedelta(days=9))
        assert (only(luna.work()).failed, len(model.asked)) == (0, 5)
        assert failing(luna) == {"facts, parked": "1 items: that is no Facts"}
        (parked,) = [check for check in luna.doctor() if not check.ok]
        assert "--retry-parked" in parked.remedy
        answers[0] = {"facts": [], "endings": []}
        assert only(luna.work(retry_parked=True)).done == 1
        assert failing(luna) == {}


def test_what_times_out_while_others_are_answered_is_parked_too(path: Path, clock: FrozenClock) -> None:
    slow = ModelUnavailable("no answer within 60 seconds: give it more time")
    model = ScriptedModel(lambda asked: slow if SAID[1] in asked_about(asked).values() else learned(asked))
    with companion(path, clock, model, tries=2, batch=1) as luna:
        luna.work()
        clock.advance(1)
        luna.work()
        clock.advance(PAUSE)
        assert only(luna.work()).parked == 1
        assert "facts, parked" in failing(luna)


def test_what_a_person_does_while_the_model_thinks_counts(path: Path, clock: FrozenClock) -> None:
    model: ScriptedModel
    ada: Person

    def thinking(asked: Messages) -> dict[str, Any]:
        if len(model.asked) == 1:
            ada.unsay(ada.messages()[0].id)
            ada.forget("architecture")
        return learned(asked)

    model = ScriptedModel(thinking)
    with companion(path, clock, model) as luna:
        ada = luna.find("Ada")
        tally = only(luna.work())
        # The edited one is due again, and has no words left to ask about.
        assert (tally.done, tally.kept, len(model.asked)) == (4, 1, 1)
        assert tally.refused == {
            "its quote is not in the person's own words of that message": 1,
            "it names a message that was not asked about": 1,
        }
        assert texts(ada.memories()) == ["Said: kimchi every day for them."]
        assert [one.items for one in luna.ahead()] == [0]


def test_nothing_is_kept_of_who_paused_while_the_model_thought(path: Path, clock: FrozenClock) -> None:
    luna: Reverie

    def thinking(asked: Messages) -> dict[str, Any]:
        luna.find("Ada").pause()
        return learned(asked)

    with companion(path, clock, ScriptedModel(thinking)) as luna:
        tally = only(luna.work())
        assert (tally.done, tally.kept, tally.refused) == (0, 0, {"memory is paused": 3})
        assert luna.find("Ada").memories() == []
        luna.find("Ada").resume()
        assert [one.items for one in luna.ahead()] == [3]
        assert failing(luna) == {}


def test_nothing_is_kept_of_who_was_erased_while_the_model_thought(path: Path, clock: FrozenClock) -> None:
    luna: Reverie

    def thinking(asked: Messages) -> dict[str, Any]:
        luna.erase(luna.find("Ada"))
        return learned(asked)

    with companion(path, clock, ScriptedModel(thinking)) as luna:
        assert only(luna.work()).kept == 0
        assert luna.people() == []
        assert not any(word.encode() in _bytes(path) for word in ("Quokkas", "brutalist", "Kimchi"))


def _bytes(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))


def test_a_run_that_is_interrupted_lets_go_of_what_it_holds(path: Path, clock: FrozenClock) -> None:
    def interrupted(_asked: Messages) -> Any:
        raise KeyboardInterrupt

    with companion(path, clock, ScriptedModel(interrupted)) as luna:
        with pytest.raises(KeyboardInterrupt):
            luna.work()
        assert [one.items for one in luna.ahead()] == [3]


def test_an_answer_that_comes_after_its_lease_is_not_kept(path: Path, clock: FrozenClock) -> None:
    second = ScriptedModel(learned)

    def slow(_asked: Messages) -> dict[str, Any]:
        clock.advance(timedelta(hours=1))
        with companion(path, clock, second) as other:
            assert only(other.work()).done == 3
        return {"facts": [], "endings": []}

    with companion(path, clock, ScriptedModel(slow)) as luna:
        assert only(luna.work()).done == 0
        assert len(luna.find("Ada").memories()) == 3


def stumbling(asked: Messages) -> Any:
    """A model that a mistake of the program meets whenever it is asked about the second thing."""
    if SAID[1] in asked_about(asked).values():
        raise KeyError(SAID[1])
    return learned(asked)


def test_a_mistake_of_the_program_costs_one_item_and_not_every_run(path: Path, clock: FrozenClock) -> None:
    with companion(path, clock, ScriptedModel(stumbling), tries=2) as luna:
        with pytest.raises(KeyError):
            luna.work()
        assert failing(luna) == {
            "facts, failed": "3 items, again from 2026-03-01 12:04 UTC: a mistake in Reverie (KeyError)"
        }
        assert only(luna.work()).done == 0
        clock.advance(PAUSE)
        with pytest.raises(KeyError):
            luna.work()
        assert only(luna.work()).done == 1
        assert failing(luna) == {"facts, parked": "1 items: a mistake in Reverie (KeyError)"}


def test_without_a_model_there_is_nothing_to_do_and_nothing_wrong(scene: Scene) -> None:
    scene.say(*SAID)
    assert failing(scene.luna) == {}
    assert "rules alone, which hear little" in str(scene.luna.doctor())
    with pytest.raises(ModelUnavailable, match="no language model"):
        scene.luna.work()
    with pytest.raises(ModelUnavailable, match="no language model"):
        scene.luna.working()
    assert sum(one.items for one in scene.luna.ahead()) == 3


def test_tasks_are_switched_off_by_name(path: Path, clock: FrozenClock, model: ScriptedModel) -> None:
    with companion(path, clock, model, tasks=()) as luna:
        assert luna.work().tasks == ()
    with companion(path, clock, model, tasks=("fatcs",)) as luna, pytest.raises(ConfigError, match=r"'fatcs'.*facts"):
        luna.work()


def test_what_it_took_is_seen(luna: Reverie) -> None:
    usage = only(luna.work()).usage
    (seen,) = [check.seen for check in luna.doctor() if check.name == "background work"]
    assert seen == f"scripted:model; nothing waits; {usage.prompt} tokens read and {usage.completion} written so far"


def test_answers_that_can_not_be_used_take_tokens_too(path: Path, clock: FrozenClock) -> None:
    with companion(path, clock, ScriptedModel(lambda _asked: "no record"), tries=2) as luna:
        first = only(luna.work())
        assert (first.failed, first.error, first.usage.completion) == (3, "that is no Facts", 2)
        clock.advance(PAUSE)
        then = luna.work(tokens=first.usage.prompt)  # they count for what a run may take
        assert (then.stopped, only(then).usage) == (Stop.TOKENS, Usage())
        parked = only(luna.work())
        assert (parked.parked, parked.error, parked.usage.completion) == (3, "that is no Facts", 6)
        (seen,) = [check.seen for check in luna.doctor() if check.name == "background work"]
        assert seen.endswith("tokens read and 8 written so far")


# -- the thread ----------------------------------------------------------------------------------


def test_a_thread_works_while_the_program_goes_on(path: Path, clock: FrozenClock) -> None:
    busy = Event()

    def answering(asked: Messages) -> dict[str, Any]:
        busy.set()
        return learned(asked)

    with companion(path, clock, ScriptedModel(answering)) as luna, luna.working(every=0.01) as worker:
        assert busy.wait(20)
        worker.stop()
        assert not worker.alive
        assert len(luna.find("Ada").memories()) == 3
        assert (worker.failures, worker.trouble) == (0, None)


@pytest.mark.parametrize(
    ("more", "passes", "ends", "asked"),
    [(0, 0, False, []), (0, 0, True, [3]), (0, 240, False, [3]), (6, 0, False, [8])],
    ids=["speaking", "took leave", "quiet", "a whole batch"],
)
def test_a_thread_asks_whole_questions_while_somebody_speaks(
    path: Path,
    clock: FrozenClock,
    monkeypatch: pytest.MonkeyPatch,
    more: int,
    passes: int,
    ends: bool,
    asked: list[int],
) -> None:
    monkeypatch.setattr("reverie.app.companion_work.QUIET", timedelta(minutes=3))
    model = ScriptedModel(learned)
    with companion(path, clock, model) as luna:
        ada = luna.find("Ada")
        for number in range(more):
            ada.say(f"Locker {number} has always been good to me.")
        if ends:
            ada.conversations.end()
        clock.advance(passes)
        with luna.working(every=0.01) as worker:
            while worker.runs < 2 and worker.alive:
                worker._thread.join(0.01)
        assert worker.trouble is None
        assert [len(asked_about(messages)) for messages in model.asked] == asked


def test_a_thread_outlives_a_model_that_fails(path: Path, clock: FrozenClock) -> None:
    answers = iter([ModelUnavailable("away"), ModelUnavailable("away"), {"facts": [], "endings": []}])
    done = Event()

    def answering(_asked: Messages) -> Any:
        answer = next(answers)
        if isinstance(answer, dict):
            done.set()
        return answer

    with companion(path, clock, ScriptedModel(answering), batch=1) as luna, luna.working(every=0.01) as worker:
        assert done.wait(20)
        worker.stop()
        assert worker.failures == 2


def test_a_thread_ends_at_a_wrong_setting(path: Path, clock: FrozenClock) -> None:
    with companion(path, clock, ScriptedModel([ConfigError("the key is wrong: give another")])) as luna:
        worker = luna.working(every=0.01)
        with worker:
            worker._thread.join(20)
            assert not worker.alive
        assert (worker.failures, worker.trouble) == (1, "the key is wrong: give another")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_a_mistake_ends_says_so(path: Path, clock: FrozenClock) -> None:
    with companion(path, clock, ScriptedModel(stumbling)) as luna, luna.working(every=0.01) as worker:
        worker._thread.join(20)
        assert not worker.alive
        assert (worker.failures, worker.trouble) == (1, "a mistake in Reverie ended it (KeyError): report it")
        assert [one.items for one in luna.ahead()] == [0]  # they rest


def test_a_thread_whose_answer_does_not_come_is_left_behind(
    path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reverie.background.worker.GRACE_S", 0.05)
    asked, answer = Event(), Event()

    def hanging(messages: Messages) -> dict[str, Any]:
        asked.set()
        assert answer.wait(20)
        return learned(messages)

    with companion(path, clock, ScriptedModel(hanging)) as luna:
        with luna.working(every=0.01) as worker:
            assert asked.wait(20)
        assert worker._thread.is_alive()
        answer.set()
        worker._thread.join(20)
        assert not worker.alive
        assert luna.find("Ada").memories() == []
        assert [one.items for one in luna.ahead()] == [3]  # its lease was let go


# -- two processes -------------------------------------------------------------------------------


def _work_off(path: str, asked: Any) -> None:
    """Work until nothing is left; put what was asked about where the test can see it, and None before and after."""

    def answering(messages: Messages) -> dict[str, Any]:
        for text in asked_about(messages).values():
            asked.put(text)
        return learned(messages)

    with companion(Path(path), FrozenClock(START + timedelta(days=1)), ScriptedModel(answering), batch=1) as luna:
        asked.put(None)
        while only(luna.work()).done:
            pass
    asked.put(None)


def test_two_processes_do_nothing_twice(scene: Scene) -> None:
    said = [f"Locker {number} has always been good to me." for number in range(20)]
    scene.say(*said)
    spawn = multiprocessing.get_context("spawn")
    asked: Any = spawn.Queue()
    other = spawn.Process(target=_work_off, args=(str(scene.path), asked))
    other.start()
    assert asked.get(timeout=120) is None
    _work_off(str(scene.path), asked)
    other.join(60)
    assert other.exitcode == 0
    found = Counter(asked.get(timeout=20) for _text in (*said, "ours begins", "ours ends", "theirs ends"))
    assert found == Counter([*said, None, None, None])
    assert len(scene.ada.memories()) == len(said)
