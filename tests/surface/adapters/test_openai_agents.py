"""A session and a filter for the OpenAI Agents SDK, run by its own runner on its own scripted model."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from agents import Agent, RunConfig, Runner, Session, SQLiteSession, function_tool, set_tracing_disabled
from agents.memory.session_settings import SessionSettings
from agents.testing import ScriptedModel
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText
from tests.spoken import spoken

import reverie
from reverie import InvalidInput, Person, Refused, Reverie
from reverie.adapters.openai_agents import ReverieSession, remembering
from reverie.config import Config

set_tracing_disabled(True)

ITEMS: list[Any] = [
    {"role": "user", "content": "My favorite food is ramen."},
    {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAA" + "Zx9" * 200},
    {"type": "function_call", "call_id": "call_9", "name": "menu", "arguments": '{"of":  "ramen"}', "id": "fc_1"},
    {"type": "function_call_output", "call_id": "call_9", "output": "shoyu, miso"},
    {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
     "content": [{"type": "output_text", "text": "Noted!", "annotations": []}]},
    {"role": "user", "content": [{"type": "input_text", "text": "And this?"},
                                 {"type": "input_image", "image_url": "data:image/png;base64," + "iVBOR" * 100}]},
]  # fmt: skip

Given = TypeVar("Given")


def run(what: Coroutine[Any, Any, Given]) -> Given:
    return asyncio.run(what)


@pytest.fixture(params=["the SDK's", "ours"])
def session(request: pytest.FixtureRequest, ada: Person) -> Iterator[Session]:
    """A session that has to behave so: the SDK's own one too, so that no case says anything of its own."""
    if request.param == "ours":
        yield ReverieSession(ada, "7")
        return
    own = SQLiteSession("7")
    yield own
    own.close()


def answer(text: str) -> list[Any]:
    part = ResponseOutputText(type="output_text", text=text, annotations=[])
    return [ResponseOutputMessage(id="msg", type="message", role="assistant", status="completed", content=[part])]


# -- as the SDK's own ----------------------------------------------------------------------------


def test_items_come_back_as_they_were_and_in_order(session: Session) -> None:
    async def main() -> None:
        assert await session.get_items() == []
        await session.add_items(ITEMS[:2])
        await session.add_items([])
        await session.add_items(ITEMS[2:])
        assert await session.get_items() == ITEMS
        assert await session.get_items(2) == ITEMS[-2:]
        assert await session.get_items(100) == ITEMS
        assert await session.get_items(0) == []

    run(main())


def test_the_last_item_is_popped(session: Session) -> None:
    async def main() -> None:
        assert await session.pop_item() is None
        await session.add_items(ITEMS)
        assert [await session.pop_item() for _ in range(2)] == [ITEMS[-1], ITEMS[-2]]
        await session.add_items(ITEMS[:1])
        assert await session.get_items() == [*ITEMS[:-2], ITEMS[0]]

    run(main())


def test_a_session_is_cleared(session: Session) -> None:
    async def main() -> None:
        await session.add_items(ITEMS)
        await session.clear_session()
        assert await session.get_items() == []
        await session.add_items(ITEMS[:1])
        assert await session.get_items() == ITEMS[:1]

    run(main())


def test_it_is_a_session(session: Session) -> None:
    assert isinstance(session, Session)
    assert session.session_id == "7"


# -- ours alone ----------------------------------------------------------------------------------


def test_it_outlives_restarts_and_is_its_person_s(tmp_path: Path) -> None:
    for opened in range(2):
        with reverie.open(tmp_path / "luna.db", config=Config(embedder="none")) as luna:
            mine, other = ReverieSession(luna.meet("Ada"), "7"), ReverieSession(luna.meet("Bo"), "7")
            if not opened:
                run(mine.add_items(ITEMS))
            assert run(mine.get_items()) == ITEMS
            assert run(other.get_items()) == []
            assert run(ReverieSession(luna.meet("Ada"), "8").get_items()) == []


def test_a_limit_of_the_settings_holds(ada: Person) -> None:
    session = ReverieSession(ada, "7", settings=SessionSettings(limit=1))
    run(session.add_items(ITEMS))
    assert run(session.get_items()) == ITEMS[-1:]
    assert run(session.get_items(3)) == ITEMS[-3:]


def test_what_was_said_is_learned_and_taken_back(ada: Person) -> None:
    session = ReverieSession(ada, "7")
    run(session.add_items(ITEMS))
    assert spoken(ada) == [("user", ITEMS[0]["content"]), ("assistant", "Noted!"), ("user", "And this?")]
    assert [one.text for one in ada.memories()] == ["Favorite food is ramen."]
    for _item in ITEMS[1:]:
        run(session.pop_item())
    assert spoken(ada) == [("user", ITEMS[0]["content"])]
    ada.unsay(ada.messages()[0].id)
    assert run(session.pop_item()) == ITEMS[0]  # although it was deleted already
    assert ada.memories() == []


def test_a_cleared_session_stays_remembered(ada: Person) -> None:
    session = ReverieSession(ada, "7")
    run(session.add_items(ITEMS))
    run(session.clear_session())
    assert [one.text for one in ada.memories()] == ["Favorite food is ramen."]


def test_secrets_are_masked_in_what_is_said_and_in_calls(ada: Person, luna: Reverie) -> None:
    arguments = '{"note": "my password is hunter2"}'
    told: list[Any] = [
        {"role": "user", "content": "my password is hunter2"},
        {"type": "function_call", "call_id": "c", "name": "log_in", "arguments": arguments},
    ]
    session = ReverieSession(ada, "7")
    run(session.add_items(told))
    assert "hunter2" not in str(run(session.get_items()))
    assert "hunter2" not in str(luna.export(ada))


@pytest.mark.parametrize("how", ["paused", "off the record"])
def test_where_nothing_is_kept_it_goes_on_in_the_object(ada: Person, luna: Reverie, how: str) -> None:
    if how == "paused":
        ada.pause()
    session = ReverieSession(ada if how == "paused" else ada.off_record(), "7")
    run(session.add_items(ITEMS))
    assert run(session.get_items()) == ITEMS
    assert run(session.get_items(1)) == ITEMS[-1:]
    assert run(session.pop_item()) == ITEMS[-1]
    assert (luna.export(ada)["items"], ada.messages()) == ([], [])
    assert run(ReverieSession(ada, "7").get_items()) == []


def test_an_item_that_is_no_json_is_refused(ada: Person) -> None:
    odd: list[Any] = [{"type": "function_call_output", "output": object()}]
    with pytest.raises(InvalidInput, match="JSON"):
        run(ReverieSession(ada, "7").add_items(odd))


def test_a_session_is_not_named_by_a_secret(ada: Person) -> None:
    with pytest.raises(Refused, match="secret"):
        run(ReverieSession(ada, "my password is hunter2").add_items(ITEMS))


def test_an_agent_remembers_between_runs_and_sessions(ada: Person) -> None:
    @function_tool
    def menu(of: str) -> str:
        """List what there is."""
        return f"shoyu {of}"

    call = ResponseFunctionToolCall(type="function_call", call_id="call_1", name="menu", arguments='{"of": "ramen"}')
    model = ScriptedModel([answer("Noted!"), [call], answer("Shoyu ramen."), answer("Ramen, I think.")])
    agent = Agent(name="Luna", instructions="Be brief.", model=model, tools=[menu])
    config = RunConfig(call_model_input_filter=remembering(ada))

    def ask(text: str, session_id: str) -> str:
        return str(
            run(Runner.run(agent, text, session=ReverieSession(ada, session_id), run_config=config)).final_output
        )

    assert ask("My favorite food is ramen.", "1") == "Noted!"
    assert ask("What is on the menu?", "1") == "Shoyu ramen."
    first, second, third = model.calls
    assert str(second.system_instructions).startswith("Be brief.\n\nYou are Luna. You are talking to Ada.")
    told: Any = second.input
    assert told[0] == {"role": "user", "content": "My favorite food is ramen."}  # the history is what it was
    assert told[-1]["content"].endswith("What is on the menu?")
    assert "Favorite food is ramen." in told[-1]["content"]
    assert third.input[: len(told)] == told  # the model goes on after its tool
    assert third.system_instructions == first.system_instructions
    kept = run(ReverieSession(ada, "1").get_items())
    assert "<memory" not in str(kept)
    assert [one.get("type", "message") for one in kept] == [
        "message", "message", "message", "function_call", "function_call_output", "message",
    ]  # fmt: skip
    assert ask("What do I like to eat?", "2") == "Ramen, I think."
    other: Any = model.calls[-1].input
    assert len(other) == 1
    assert "Favorite food is ramen." in other[0]["content"]
    model.assert_complete()


def test_a_message_of_parts_gets_a_part_more(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    model = ScriptedModel([answer("A cat.")])
    config = RunConfig(call_model_input_filter=remembering(ada))
    asked: list[Any] = [{"role": "user", "content": [{"type": "input_text", "text": "What is this ramen?"}]}]
    run(Runner.run(Agent(name="Luna", model=model), asked, run_config=config))
    told: Any = model.calls[0].input
    assert [part["type"] for part in told[0]["content"]] == ["input_text", "input_text"]
    assert told[0]["content"][1] == asked[0]["content"][0]


def test_erasing_takes_the_session(ada: Person, luna: Reverie, tmp_path: Path) -> None:
    told: list[Any] = [*ITEMS, {"type": "function_call_output", "call_id": "x", "output": "Quetzalcoatl of Zürichovia"}]
    run(ReverieSession(ada, "7").add_items(told))
    receipt = luna.erase(ada)
    assert (receipt.proved, receipt.rows["items"]) == (True, 7)
    left = b"".join(file.read_bytes() for file in tmp_path.glob("luna.db*"))
    assert [word for word in (b"Quetzalcoatl", b"richovia", b"shoyu, miso", b"gAAAAZx9") if word in left] == []
