"""The chat with a language model: streamed on a terminal, whole for programs; Ctrl-C ends only the answer."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from tests.service.scripted_server import completion, playing
from typer.testing import CliRunner

import reverie
from reverie.app.turns import BROKEN_OFF
from reverie.cli.commands import app
from reverie.cli.verbs.chat import Chat, typed_lines
from reverie.config import Config
from reverie.errors import ModelUnavailable
from reverie.ports import Reply, Usage
from reverie.testing import ScriptedModel

DOWN = ModelUnavailable("the server does not answer: start it")


class Terminal(io.StringIO):
    """A screen that remembers what was written at once."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []

    def isatty(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        self.written.append(text)
        return super().write(text)


class Interrupted(ScriptedModel):
    """Somebody presses Ctrl-C while it speaks of the sea."""

    def stream(
        self,
        messages: Sequence[Mapping[str, object]],
        *,
        tools: Sequence[Mapping[str, object]] = (),
        limit: int | None = None,
    ) -> Iterator[str | Reply]:
        for piece in super().stream(messages, tools=tools, limit=limit):
            if piece == "sea ":
                raise KeyboardInterrupt
            yield piece


Talk = Callable[..., tuple[Terminal, list[tuple[str, str]]]]


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Talk:
    """Type lines at a terminal; what was shown, and what was kept."""

    def typed(model: ScriptedModel, *lines: str) -> tuple[Terminal, list[tuple[str, str]]]:
        screen = Terminal()
        monkeypatch.setattr(sys, "stdout", screen)
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        with reverie.open(":memory:", companion="Luna", model=model, config=Config(embedder="none")) as luna:
            ada = luna.meet("Ada")
            Chat(ada).run()
            return screen, [(message.role.value, message.text) for message in ada.messages()]

    return typed


def test_an_answer_streams_without_its_tags(talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    note = "<record_user_observation>Decides quickly.</record_user_observation>"
    screen, kept = talk(ScriptedModel([f"Lyon is {note} lovely.\nReally."]), "I live in Lyon.", "/why")
    assert screen.getvalue().splitlines() == [
        "Lyon is lovely.",
        "Really.",
        "\x1b[2m👤 I'll remember: you live in Lyon · Decides quickly\x1b[0m",
        "“Lives in Lyon.” always known",
    ]
    assert screen.written[:3] == ["Lyon", " is", " lovely."]
    assert kept == [("user", "I live in Lyon."), ("assistant", "Lyon is lovely.\nReally.")]
    opening = capsys.readouterr().err
    assert "scripted:model answers, with what I remember; if it fails, memory does." in opening


def test_why_tells_what_the_model_had_in_its_cache(talk: Talk) -> None:
    reply = Reply(text="Hello.", usage=Usage(prompt=1200, completion=2, cached=1100))
    screen, _kept = talk(ScriptedModel([reply]), "Hi!", "/why")
    assert screen.getvalue().splitlines()[-1] == "scripted:model read 1,200 tokens, 1,100 of them from its cache."


def test_ctrl_c_ends_the_answer_and_not_the_chat(talk: Talk) -> None:
    screen, kept = talk(Interrupted(["By the sea it is cold.", "Yes?"]), "Tell me a story.", "Stop.")
    assert screen.getvalue().splitlines() == ["By …", "Yes?"]
    assert kept == [
        ("user", "Tell me a story."),
        ("assistant", f"By {BROKEN_OFF}"),
        ("user", "Stop."),
        ("assistant", "Yes?"),
    ]


def test_an_answer_that_is_cut_off_is_marked_every_time(talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    cut = Reply(text="Once upon a", finish="length")
    screen, _kept = talk(ScriptedModel([cut, cut]), "Tell me a story.", "Go on.")
    assert screen.getvalue().splitlines() == ["Once upon a …"] * 2
    assert capsys.readouterr().err.count("raise model.reply") == 1


def test_ctrl_c_at_the_prompt_does_not_end_the_chat(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typing: list[str | BaseException] = ["Hello", KeyboardInterrupt(), "/why", EOFError()]

    def typed(_prompt: str) -> str:
        line = typing.pop(0)
        if isinstance(line, BaseException):
            raise line
        return line

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("builtins.input", typed)
    assert list(typed_lines("Ada> ")) == ["Hello", "/why"]
    assert "Ctrl-D ends." in capsys.readouterr().err


def test_a_model_that_is_down_is_told_every_time(talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    screen, kept = talk(
        ScriptedModel(lambda _messages: DOWN), "My favorite food is ramen.", "What is my favorite food?"
    )
    assert screen.getvalue().splitlines()[0] == "👤 I'll remember: your favorite food is ramen."
    assert screen.getvalue().splitlines()[-1].startswith("Your favorite food is ramen. You told me ")
    assert capsys.readouterr().err.count("the language model did not answer") == 2
    assert [role for role, _text in kept] == ["user", "user"]


def test_harmful_characters_of_a_model_reach_no_terminal(talk: Talk) -> None:
    screen, _kept = talk(ScriptedModel(["red \x1b[31malert"]), "Hm.")
    assert screen.getvalue().splitlines() == ["red \\x1b[31malert"]


def test_the_command_uses_the_configured_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "REVERIE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    monkeypatch.chdir(tmp_path)
    with playing(completion("Hello Ada.")) as script:
        monkeypatch.setenv("REVERIE_MODEL__NAME", "openai:tiny")
        monkeypatch.setenv("REVERIE_MODEL__BASE_URL", script.url)
        result = CliRunner().invoke(app, ["chat", "Ada", "--json"], input="Hello!\n", catch_exceptions=False)
    (turn,) = [json.loads(line) for line in result.stdout.splitlines()]
    assert (turn["reply"], turn["model"], turn["intent"], turn["finish"]) == (
        "Hello Ada.",
        "openai:tiny",
        "greeting",
        "stop",
    )
    assert turn["usage"]["prompt"] > 0
    assert script.asked[0].body["messages"][-1]["content"].endswith("Hello!")
    assert len(script.asked[0].body["tools"]) == 11
