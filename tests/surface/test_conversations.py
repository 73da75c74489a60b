"""What was said, on the command line: topics, summaries, notes, and folders there and back."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from reverie.cli.commands import app
from reverie.records.conversations import Rolling

Run = Callable[..., Result]


@pytest.fixture
def run(place: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("REVERIE_CONVERSATIONS__WINDOW", "1")
    monkeypatch.setattr("reverie.app.companion.Rolling", partial(Rolling, every=1))

    def invoked(*arguments: str, **more: Any) -> Result:
        return CliRunner().invoke(app, list(arguments), catch_exceptions=False, **more)

    invoked("say", "Ada", "I love pizza, and I ate pizza in Lyon.", "--at", "2026-03-01T12:00")
    invoked("say", "Ada", "Pizza is wonderful, you told me.", "--role", "assistant", "--at", "2026-03-01T12:01")
    invoked("say", "Ada", "I don't like pizza any more, I can't stand pizza.", "--at", "2026-03-01T12:02")
    return invoked


def answered(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_said_is_the_persons_words_and_discussed_is_everybodys(run: Run) -> None:
    own = answered(run("said", "Ada", "pizza", "--json"))
    assert {quote["message"]["role"] for quote in own["quotes"]} == {"user"}
    assert own["quotes"][0].keys() == {"message", "sentences", "score", "why", "turn"}
    assert "no embedder" in own["degraded"][0]
    both = answered(run("discussed", "Ada", "pizza", "--json"))
    assert {quote["message"]["speaker"] for quote in both["quotes"]} == {"Ada", "Reverie"}
    assert "Reverie on 2026-03-01: “Pizza is wonderful, you told me.”" in run("discussed", "Ada", "pizza").stdout
    assert len(answered(run("said", "Ada", "pizza", "--limit", "1", "--json"))["quotes"]) == 1


def test_over_time_shows_the_turns(run: Run) -> None:
    shown = run("said", "Ada", "pizza", "--over-time").stdout.splitlines()
    assert shown[0] == "Ada on 2026-03-01: “I love pizza, and I ate pizza in Lyon.”"
    assert shown[-1].startswith("    a turn: ")
    last = answered(run("said", "Ada", "pizza", "--over-time", "--json"))["quotes"][-1]
    assert last["turn"].keys() == {"change", "earlier", "why"}


def test_nothing_was_said_about_an_unknown_topic(run: Run) -> None:
    assert run("said", "Ada", "submarines").stdout == "They said nothing about that.\n"
    assert run("discussed", "Ada", "submarines").stdout == "That was not discussed.\n"
    assert (run("said", "Bob", "pizza").exit_code, run("discussed", "Ada", " ").exit_code) == (3, 2)


def test_conversations_are_listed_shown_and_summed_up(run: Run) -> None:
    (one,) = answered(run("conversations", "list", "Ada", "--json"))["conversations"]
    assert (one["messages"], one["started_at"]) == (3, "2026-03-01T12:00:00Z")
    assert one["id"] in run("conversations", "list", "Ada").stdout
    shown = answered(run("conversations", "show", "Ada", one["id"][:13], "--json"))["conversation"]
    assert [message["role"] for message in shown["messages"]] == ["user", "assistant", "user"]
    assert "12:01 Reverie: Pizza is wonderful" in run("conversations", "show", "Ada").stdout
    summed = answered(run("conversations", "summary", "Ada", "--window", "--json"))
    assert summed["summary"]["covers"]["count"] == 2
    assert summed["summary"]["text"] == "2026-03-01: I love pizza, and I ate pizza in Lyon."
    assert [message["text"][:7] for message in summed["messages"]] == ["I don't"]
    shown_lines = run("conversations", "summary", "Ada", "--window").stdout.splitlines()
    assert shown_lines[1].startswith("    2 messages, 2026-03-01 12:00 to 2026-03-01 12:01 · by rules")
    assert run("conversations", "show", "Ada", "nowhere").exit_code == 3


def test_notes_are_written_and_shown(run: Run) -> None:
    assert run("conversations", "notes", "Ada").stdout == "There are no notes.\n"
    run("conversations", "notes", "Ada", "--write", "-", input="Fond of Lyon.\nAsk again.\n")
    assert answered(run("conversations", "notes", "Ada", "--json"))["notes"] == "Fond of Lyon.\nAsk again."


def test_folders_go_out_and_come_back_with_edits(run: Run, tmp_path: Path) -> None:
    (one,) = answered(run("conversations", "export", "Ada", "out", "--json"))["folders"]
    file = tmp_path / one["folder"] / "conversation.md"
    file.write_text(file.read_text(encoding="utf-8").replace("in Lyon", "in Nice"), encoding="utf-8")
    blocked = run("conversations", "export", "Ada", "out", "--conversation", one["conversation_id"])
    assert (blocked.exit_code, "conversation.md" in blocked.stderr) == (5, True)
    brought = run("conversations", "import", "Ada", "out")
    assert brought.stdout == "conv_20260301_120000: 1 edited message.\n"
    (again,) = answered(run("conversations", "import", "Ada", "out", "--json"))["folders"]
    assert (again["edited"], again["added"], again["troubles"]) == ([], 0, [])
    assert run("conversations", "export", "Ada", "out", "--force").exit_code == 0
    assert run("conversations", "import", "Ada", "nowhere").exit_code == 2


def test_a_folder_that_cant_be_read_is_told_and_is_a_failure(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad" / "conv_1").mkdir(parents=True)
    told = run("conversations", "import", "Ada", "bad")
    assert (told.exit_code, told.stdout) == (1, "conv_1: nothing new.\n")
    assert "warning: conv_1: there is no conversation.md in it" in told.stderr


def test_a_stranger_is_met_by_an_import(run: Run) -> None:
    run("--store", "one.db", "say", "Cleo", "I love tea and my garden.")
    run("--store", "one.db", "conversations", "export", "Cleo", "theirs")
    brought = run("--store", "two.db", "conversations", "import", "Cleo", "theirs")
    assert "1 new message" in brought.stdout
    assert "reverie undo Cleo --import import-" in brought.stdout


def test_watch_looks_once(run: Run) -> None:
    run("conversations", "export", "Ada", "out")
    (one,) = answered(run("conversations", "watch", "Ada", "out", "--once", "--json"))["folders"]
    assert one["troubles"] == []
    assert run("conversations", "watch", "Ada", "nowhere", "--once").exit_code == 2


def test_watch_takes_what_is_saved_until_it_is_stopped(run: Run, tmp_path: Path) -> None:
    run("conversations", "export", "Ada", "out")
    arguments = ["conversations", "watch", "Ada", "out", "--interval", "0.1"]
    with subprocess.Popen([sys.executable, "-m", "reverie", *arguments], stdout=subprocess.PIPE, text=True) as watching:
        end = threading.Timer(90, watching.kill)
        end.start()
        assert watching.stdout is not None
        assert watching.stdout.readline() == "conv_20260301_120000: nothing new.\n"
        (file,) = tmp_path.glob("out/*/conversation.md")
        file.write_text(file.read_text(encoding="utf-8").replace("in Lyon", "in Nice"), encoding="utf-8")
        assert watching.stdout.readline() == "conv_20260301_120000: 1 edited message.\n"
        watching.send_signal(signal.SIGINT)
        assert watching.wait(timeout=60) == 0
        end.cancel()
    assert "in Nice" in run("conversations", "show", "Ada").stdout


def test_a_conversation_is_ended_and_its_episode_shown(run: Run) -> None:
    run("say", "Eve", "I failed my driving test this morning.", "--at", "2026-03-02T12:00")
    run("say", "Eve", "You could book a lesson first.", "--role", "assistant", "--at", "2026-03-02T12:01")
    run("say", "Eve", "Good idea, I'll do that tomorrow.", "--at", "2026-03-02T12:02")
    ended = answered(run("conversations", "end", "Eve", "--json"))
    assert ended["conversation"]["ended_at"].startswith("2026-03-02T12:02")
    episode = ended["episode"]
    assert episode["observation"] == "Eve: “I failed my driving test this morning.”"
    assert (episode["messages"], episode["author"], episode["score"], episode["why"]) == (3, "rules", None, None)
    assert "Reverie: “You could book a lesson first.”" in run("conversations", "end", "Eve").stdout
    assert answered(run("episodes", "Eve", "--json"))["episodes"] == [episode]
    shown = run("episodes", "Eve").stdout
    assert "2026-03-02 12:00, 3 messages" in shown
    assert "Eve: “Good idea, I'll do that tomorrow.”" in shown


def test_an_episode_is_found_for_a_message_or_none(run: Run) -> None:
    run("say", "Eve", "I failed my driving test this morning.", "--at", "2026-03-02T12:00")
    run("say", "Eve", "I practised for months with my uncle.", "--at", "2026-03-02T12:01")
    found = answered(run("episodes", "Eve", "--about", "the driving test", "--json"))
    assert len(found["episodes"]) == 1
    assert "words match" in found["episodes"][0]["why"]
    assert found["excerpt"].keys() == {"conversation_id", "best", "messages", "outdated", "score", "why"}
    assert "Eve: I practised for months with my uncle." in run("episodes", "Eve", "--about", "the driving test").stdout
    nothing = answered(run("episodes", "Eve", "--about", "Hi, how are you?", "--json"))
    assert (nothing["episodes"], nothing["excerpt"]) == ([], None)
    assert run("episodes", "Eve", "--about", "Hi!").stdout == "Nothing is remembered about that.\n"
    run("say", "Max", "Hi!")
    assert run("episodes", "Max").stdout == "There are no episodes yet.\n"
    assert "Too little was told" in run("conversations", "end", "Max").stdout


def test_a_conversation_stays_on_this_machine(run: Run) -> None:
    assert "pizza" in run("context", "Ada", "What about pizza?").stdout
    told = run("conversations", "local", "Ada").stdout
    [kept] = answered(run("conversations", "list", "Ada", "--json"))["conversations"]
    assert told.endswith(f"({kept['id']}) stays on this machine.\n")
    assert kept["local_only"] is True
    assert "pizza" not in run("context", "Ada", "What about it?").stdout
    assert "pizza" in run("recall", "Ada", "What about pizza?").stdout, "Ada reads all of it"
    told = run("conversations", "local", "Ada", "--off").stdout
    assert told.endswith("may be shown to models elsewhere again.\n")
    assert "pizza" in run("context", "Ada", "What about pizza?").stdout


def test_a_conversation_is_begun(run: Run) -> None:
    begun = answered(run("conversations", "begin", "Ada", "--local-only", "--json"))["conversation"]
    assert begun["local_only"] is True
    assert run("conversations", "begin", "Ada", "--local-only").stdout.strip() != begun["id"]
    assert run("say", "Ada", "My boat is called Zanzibar.").exit_code == 0
    assert "Zanzibar" not in run("context", "Ada", "What is my boat called?").stdout


def test_a_context_is_for_a_model(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_MAY_READ", '{"openai:big": ["fact"], "*": ["all"]}')
    assert "pizza" in run("context", "Ada", "What do I like?").stdout
    assert "pizza" not in run("context", "Ada", "What do I like?", "--model", "openai:big").stdout
