"""What was put into a prompt and comes back in the reply is not learned again, over the whole of a turn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from tests.service.scene import Scene

import reverie
from reverie.config import Config
from reverie.ports import Call, Reply
from reverie.settings_sections import ModelSettings
from reverie.testing import FrozenClock, HashEmbedder, ScriptedModel

Messages = Sequence[Mapping[str, object]]
EXAMPLES = """\
For example:
Person: My name is Zoe, I live in Oslo and I love chess.
You: I love chess too! <record_user_observation category="interest">Loves chess.</record_user_observation>"""
REFLECT = Reply(calls=(Call(id="1", name="reflect_on_user", arguments="{}"),), finish="tool_calls")


def everything(messages: Messages) -> str:
    return "\n".join(str(message["content"]) for message in messages)


def system(messages: Messages) -> str:
    return str(messages[0]["content"])


def recalled(messages: Messages) -> str:
    return str(messages[-1]["content"])


def as_notes(messages: Messages) -> str:
    """Every line that was put into the prompt, written as an observation."""
    lines = [line.strip("- ") for line in everything(messages).splitlines() if line.strip("- ") and "<" not in line]
    return " ".join(f"<record_user_observation>{line}</record_user_observation>" for line in lines)


def of_tools(messages: Messages) -> str | Reply:
    told = [message for message in messages if message["role"] == "tool"]
    if not told:
        return REFLECT
    reflection = str(json.loads(str(told[0]["content"]))["reflection"])
    lines = [line.strip("- ") for line in reflection.splitlines()]
    return reflection + " ".join(f"<record_user_observation>{line}</record_user_observation>" for line in lines)


def anothers(messages: Messages) -> str:
    assert "Bob: My name is Bob" in everything(messages)
    return "My name is Bob and I live in Rome. I adore opera."


def parroting(messages: Messages) -> str:
    return recalled(messages).rpartition("\n\n")[2]


ECHOES: list[Callable[[Messages], str | Reply]] = [
    everything,
    system,
    recalled,
    as_notes,
    of_tools,
    anothers,
    parroting,
]


@pytest.fixture
def scene(tmp_path: Path, clock: FrozenClock) -> Iterator[tuple[Scene, ScriptedModel]]:
    model = ScriptedModel(window=16_000)
    chosen = Config(embedder="none", model=ModelSettings(instructions=EXAMPLES))
    with reverie.open(
        tmp_path / "luna.db", companion="Luna", embedder=HashEmbedder(), model=model, clock=clock, config=chosen
    ) as luna:
        yield Scene(luna=luna, ada=luna.meet("Ada"), clock=clock, path=tmp_path / "luna.db"), model


def learned(scene: Scene) -> tuple[object, ...]:
    """What is known of everybody: facts, observations and opinions, with how sure they are."""
    observed = [(one.memory.text, one.memory.confidence) for one in scene.ada.user_model.review()]
    itself = [one.memory.text for one in scene.luna.self_model.observations()]
    opinions = [(one.opinion, one.strength) for one in scene.luna.opinions.list()]
    return [(m.text, m.confidence, m.validations) for m in scene.ada.memories()], observed, itself, opinions


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("echo", ECHOES, ids=lambda echo: echo.__name__)
def test_an_echo_teaches_nothing(
    scene: tuple[Scene, ScriptedModel], echo: Callable[[Messages], str | Reply], streamed: bool
) -> None:
    there, model = scene
    there.say(
        "My name is Ada. I live in Lyon.", "My favorite food is ramen, and I love jazz.", "I prefer tea to coffee."
    )
    there.ada.user_model.record("Asks before assuming", category="communication_style")
    there.luna.opinions.add("jazz", "Jazz is best live.")
    there.luna.opinions.add("tea", "I prefer tea to coffee.")
    there.ada.say("My name is Bob and I live in Rome. I adore opera.", role="peer", speaker="Bob")
    before = learned(there)
    model.__init__(echo, window=16_000)  # type: ignore[misc] # the same model, with another script
    message = "Should we listen to jazz and drink tea?"
    if streamed:
        streaming = there.ada.turn.stream(message)
        list(streaming)
        turn = streaming.turn
    else:
        turn = there.ada.turn(message)
    assert turn.replied is not None
    assert learned(there) == before
    # Nor is it when the conversation goes on, with the echo in its history.
    model.__init__(["I see."], window=16_000)  # type: ignore[misc] # the same model, with another script
    there.ada.turn("Well then.")
    assert learned(there) == before


def test_what_the_model_notes_itself_is_learned(scene: tuple[Scene, ScriptedModel]) -> None:
    there, model = scene
    note = "<record_user_observation>Decides quickly.</record_user_observation>"
    model.__init__([f"I find rain soothing. {note}"], window=16_000)  # type: ignore[misc] # another script
    there.ada.turn("Let us go out, now!")
    assert [one.memory.text for one in there.ada.user_model.review()] == ["Decides quickly."]
    assert [one.opinion for one in there.luna.opinions.list()] == ["I find rain soothing"]
