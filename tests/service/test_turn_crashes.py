"""A process that is killed in the middle of a turn: what was said is there, and the same turn again doubles nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.service.scene import on_file, opened

import reverie
from reverie.config import Config
from reverie.ports import Call, Reply
from reverie.testing import FrozenClock, ScriptedModel

OBSERVE = '{"observation": "Likes maps", "category": "interest"}'
PROGRAM = rf"""
import os, signal, sys
import reverie
from reverie.app import saying
from reverie.config import Config
from reverie.ports import Call, Reply
from reverie.testing import ScriptedModel


class Dying(ScriptedModel):
    def stream(self, messages, *, tools=(), limit=None):
        at("asked")
        if messages[-1]["role"] != "tool":
            yield Reply(calls=(Call(id="1", name="record_user_observation", arguments='{OBSERVE}'),))
            return
        at("tools")
        yield from ("That ", "is ", "it.")
        yield Reply(text="That is it.")


def said(*given, **named):
    kept = say(*given, **named)
    at("said")
    return kept


say, saying.say = saying.say, said


def at(here):
    if here == stage:
        os.kill(os.getpid(), signal.SIGKILL)


def take(store):
    with reverie.open(store, companion="Luna", model=Dying(window=16_000), config=Config(embedder="none")) as luna:
        for piece in luna.meet("Ada").turn.stream("I live in Lyon.", id="turn-1"):
            at("streaming")
            if piece.endswith("it."):
                at("over")


stage = ""
with reverie.open(":memory:", model=ScriptedModel(["I see."]), config=Config(embedder="none")) as luna:
    luna.meet("Ada").turn("I live in Lyon.")  # everything is loaded, once for all
for stage in sys.argv[2:]:
    child = os.fork()
    if not child:
        take(f"{{sys.argv[1]}}/{{stage}}.db")
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL, stage
"""
NOTHING = [("user", "I live in Lyon.")]
WHOLE = [*NOTHING, ("assistant", "That is it.")]
STAGES = {"said": NOTHING, "asked": NOTHING, "tools": NOTHING, "streaming": NOTHING, "over": WHOLE}

pytestmark = [on_file, pytest.mark.skipif(os.name != "posix", reason="only POSIX forks, and kills at once")]


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the store of each process that was killed, named for when."""
    folder = tmp_path_factory.mktemp("killed")
    died = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder), *STAGES], capture_output=True, text=True, check=False
    )
    assert died.returncode == 0, died.stderr
    return folder


@pytest.mark.parametrize("stage", STAGES)
def test_a_killed_turn_is_taken_up_again(stores: Path, stage: str, clock: FrozenClock) -> None:
    store = stores / f"{stage}.db"
    with opened(store, clock) as luna:
        ada = luna.find("Ada")
        assert [(m.role.value, m.text) for m in ada.messages()] == STAGES[stage]
        assert [m.text for m in ada.memories()].count("Lives in Lyon.") == 1

    again = Reply(calls=(Call(id="1", name="record_user_observation", arguments=OBSERVE),), finish="tool_calls")
    model = ScriptedModel([again, "That is it."], window=16_000)
    with reverie.open(store, model=model, config=Config(embedder="none")) as luna:
        ada = luna.find("Ada")
        turn = ada.turn("I live in Lyon.", id="turn-1")
        assert (turn.reply, turn.said.again) == ("That is it.", True)
        assert [(m.role.value, m.text) for m in ada.messages()] == WHOLE
        assert [m.text for m in ada.memories()].count("Lives in Lyon.") == 1
        assert [one.memory.text for one in ada.user_model.review()] == ["Likes maps"]
        assert len(model.asked) == (0 if stage == "over" else 2)
