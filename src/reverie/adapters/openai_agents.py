"""Memory for the OpenAI Agents SDK: a session that is kept with its person, and a filter that tells what is known.

- On add it keeps each item as it is, but for secrets, which are masked. The person's messages are said, and learned
  from, and the agent's words are kept as replies. While memory is paused, and off the record, it keeps nothing: the
  session then goes on in the object alone.
- On recall ``get_items`` gives the items back, and ``remembering`` puts what memory holds into the request alone.
- On delete ``pop_item`` takes back what was said there too; ``clear_session`` empties the session, and what was said
  stays remembered. Erasing the person takes all of it.
- It can't keep an item of more than 2,000,000 characters, and ``forget`` and ``unsay`` do not look into items.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from reverie import aio
from reverie.adapters.prompt_parts import Content, placed, text_of
from reverie.app.person import Person
from reverie.errors import ConfigError, NotFound, Refused
from reverie.extras import install

try:
    from agents.memory.session_settings import SessionSettings, resolve_session_limit
    from agents.run_config import CallModelData, ModelInputData
except ImportError as error:
    raise ConfigError(f"the OpenAI Agents SDK is not installed: {install('openai-agents')}") from error

if TYPE_CHECKING:
    from agents import TResponseInputItem
    from agents.run_config import CallModelInputFilter

_SESSIONS = "openai_agents"

_PASSING = ("paused", "off_record")
"""Why nothing is kept, where that is what the person wants."""

Raw = Mapping[str, Any]


class ReverieSession:
    """A session of the Agents SDK in a person's memory: ``Runner.run(agent, "Hi!", session=ReverieSession(ada, "7"))``.

    Sessions of the same id of one person are the same one, in every process and after every restart.
    """

    def __init__(self, person: Person, session_id: str, *, settings: SessionSettings | None = None) -> None:
        self.session_id = session_id
        self.session_settings: SessionSettings | None = settings
        self._person = person
        self._place = (_SESSIONS, session_id)
        self._passing: list[dict[str, Any]] = []

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items of the session in their order: all, or the newest ``limit``."""
        return await aio.call(self._get, resolve_session_limit(limit, self.session_settings))

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Put items behind those of the session, and say the messages among them.

        Raises:
            InvalidInput: an item can't be kept as JSON.
            Refused: there is a secret in the id of the session.
        """
        await aio.call(self._add, cast("list[dict[str, Any]]", items))

    async def pop_item(self) -> TResponseInputItem | None:
        """Take the last item out of the session and give it. What was said with it is taken back."""
        return await aio.call(self._pop)

    async def clear_session(self) -> None:
        """Take everything out of the session. What was said in it stays remembered."""
        await aio.call(self._clear)

    def _get(self, limit: int | None) -> list[TResponseInputItem]:
        if limit is not None and limit <= 0:
            return []
        kept = [one.value["item"] for one in self._person.items.listed(self._place, newest=limit)]
        every = [*kept, *self._passing]
        return every if limit is None else every[-limit:]

    def _add(self, items: list[dict[str, Any]]) -> None:
        values = [{"item": dict(one), "message": self._said(one)} for one in items]
        try:
            self._person.items.append(self._place, values)
        except Refused as error:
            if error.reason not in _PASSING:
                raise
            self._passing += [dict(one) for one in items]

    def _said(self, item: Raw) -> str | None:
        """Say a message; give its id, or None where it is none or nothing is kept."""
        role, text = item.get("role"), text_of(item.get("content"))
        if role not in ("user", "assistant") or not text.strip():
            return None
        message = self._person.say(text, role=str(role)).message
        return None if message is None else message.id

    def _pop(self) -> TResponseInputItem | None:
        if self._passing:
            return cast("TResponseInputItem", self._passing.pop())
        last = self._person.items.pop(self._place)
        if last is None:
            return None
        if last.value["message"] is not None:
            with suppress(NotFound):  # it was deleted already
                self._person.unsay(last.value["message"])
        return cast("TResponseInputItem", last.value["item"])

    def _clear(self) -> None:
        self._passing.clear()
        self._person.items.clear(self._place)


def remembering(person: Person, *, budget: int | None = None) -> CallModelInputFilter:
    """A filter that lets the model know what memory holds: ``RunConfig(call_model_input_filter=remembering(ada))``.

    What is known of the person stands behind the instructions, and what bears on their newest message before that
    message. ``budget`` is the number of tokens that it may take; by default it is the one of the settings.
    """

    def filled(asked: ModelInputData) -> ModelInputData:
        newest = next((p for p in reversed(range(len(asked.input))) if _is_said(asked.input[p])), None)
        if newest is None:
            return asked
        message = cast("dict[str, Any]", asked.input[newest])
        context = person.context(text_of(message["content"]), budget=budget)
        content = cast("Content", message["content"])
        told = placed(context, asked.instructions, content, part=_text_part)
        shown = cast("TResponseInputItem", {**message, "content": told.content})
        return ModelInputData(
            input=[*asked.input[:newest], shown, *asked.input[newest + 1 :]], instructions=told.instructions
        )

    async def remember(call: CallModelData[Any]) -> ModelInputData:
        return await aio.call(filled, call.model_data)

    return remember


def _text_part(text: str) -> dict[str, str]:
    return {"type": "input_text", "text": text}


def _is_said(item: TResponseInputItem) -> bool:
    return item.get("role") == "user" and "content" in item
