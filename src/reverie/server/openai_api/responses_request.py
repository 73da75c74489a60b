"""Requests of OpenAI's Responses protocol, translated into requests for chat completions.

What a server of chat completions can't do is refused with a remedy: nothing of a request is left out silently that
would change its answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field, JsonValue

from reverie.server.openai_api.openai_relay import Extensible, Spoken
from reverie.server.problem_details import HttpProblem

Sent = dict[str, Any]
"""A message as servers of chat completions take it."""


class ResponseInputPart(Extensible):
    """A part of a message: a text, a picture or a file."""

    type: str
    text: str | None = None
    refusal: str | None = None
    image_url: str | None = None
    detail: str | None = None
    file_data: str | None = None
    filename: str | None = None


class ResponseInputItem(Extensible):
    """A message, a call of a function, or what a function gave."""

    type: str = "message"
    role: Annotated[str, Field(min_length=1, max_length=50)] | None = None
    content: str | list[ResponseInputPart] | None = None
    call_id: str | None = None
    name: str | None = None
    arguments: str | None = None
    output: str | list[ResponseInputPart] | None = None


class ResponseTool(Extensible):
    """A tool of the client's: a function."""

    type: str
    name: str | None = None


class ResponseTextFormat(Extensible):
    """What form an answer has: ``text``, ``json_object``, or ``json_schema`` with its name and schema."""

    type: str


class ResponseText(Extensible):
    """How an answer is written."""

    format: ResponseTextFormat | None = None
    verbosity: str | None = None


class ResponseReasoning(Extensible):
    """How much a model thinks before it answers."""

    effort: str | None = None


class ResponseRequest(Spoken):
    """A request for a response. What is not named here is passed on to the model's server as it is."""

    input: Annotated[str, Field(min_length=1)] | Annotated[list[ResponseInputItem], Field(min_length=1)]
    instructions: str | None = None
    tools: list[ResponseTool] | None = None
    tool_choice: str | ResponseTool | None = None
    text: ResponseText | None = None
    reasoning: ResponseReasoning | None = None
    max_output_tokens: Annotated[int, Field(ge=1)] | None = None
    metadata: dict[str, str] | None = Field(default=None, description="It comes back, and is not passed on.")
    store: bool | None = Field(default=None, description="No response is kept to be asked for by its id.")
    background: bool | None = Field(default=None, description="Not offered here.")
    previous_response_id: str | None = Field(default=None, description="Not offered here: send the history.")
    conversation: JsonValue = Field(default=None, description="Not offered here: send the history.")
    prompt: JsonValue = Field(default=None, description="Not offered here: send `instructions`.")


_SEND_HISTORY = "send the history in `input`, or only what is new: memory goes with each request"
_REMEDIES = {
    "previous_response_id": f"no response is kept here by its id: {_SEND_HISTORY}",
    "conversation": f"no conversation is kept here for a model's server: {_SEND_HISTORY}",
    "prompt": "no prompts are kept here: send `instructions`",
    "background": "responses are not made in the background here: leave it out, or set `stream`",
}
_IGNORED = {"include", "truncation", "max_tool_calls", "stream_options", "context_management", "top_logprobs", "store"}
"""What servers of chat completions don't know, and what an answer is good without."""

_TEXTS = {"input_text": "text", "output_text": "text", "text": "text", "refusal": "refusal"}
_CHOICES = ("auto", "none", "required")


def chat_request(body: ResponseRequest) -> dict[str, Any]:
    """The request for chat completions, without its model and without who speaks.

    Raises:
        HttpProblem: it asks for what is not offered here.
    """
    for name, remedy in _REMEDIES.items():
        if getattr(body, name):
            raise _unsupported(f"`{name}`: {remedy}")
    named = set(ResponseRequest.model_fields) - {"stream"}
    passed = body.model_dump(exclude_none=True, exclude=named | _IGNORED)
    return {**passed, **_options(body), "messages": _messages(body)}


def _options(body: ResponseRequest) -> dict[str, Any]:
    text, reasoning = body.text or ResponseText(), body.reasoning or ResponseReasoning()
    options = {
        "tools": [_tool(one) for one in body.tools or ()] or None,
        "tool_choice": _choice(body.tool_choice),
        "response_format": None if text.format is None else _format(text.format),
        "verbosity": text.verbosity,
        "reasoning_effort": reasoning.effort,
        "max_tokens": body.max_output_tokens,  # many servers know no other name for it
        "stream_options": {"include_usage": True} if body.stream else None,
    }
    return {name: value for name, value in options.items() if value is not None}


def _unsupported(told: str) -> HttpProblem:
    return HttpProblem(400, "unsupported", told)


# -- messages ------------------------------------------------------------------------------------


def _messages(body: ResponseRequest) -> list[Sent]:
    """The instructions and what is said; a system message stands first, calls with the words before them."""
    items = [ResponseInputItem(role="user", content=body.input)] if isinstance(body.input, str) else body.input
    made = [{"role": "system", "content": body.instructions}] if body.instructions else []
    for item in items:
        if item.type == "reasoning":  # a server of chat completions takes none back
            continue
        message = _message(item)
        if made and (joined := _joined(made[-1], message)) is not None:
            made[-1] = joined
        else:
            made.append(message)
    return made


def _message(item: ResponseInputItem) -> Sent:
    if item.type == "message" and item.role is not None:
        # Chat templates know no developers; to a model both are to be obeyed.
        return {"role": "system" if item.role == "developer" else item.role, "content": _content(item.content)}
    if item.type == "function_call" and item.call_id and item.name:
        called = {"name": item.name, "arguments": item.arguments or "{}"}
        calls = [{"id": item.call_id, "type": "function", "function": called}]
        return {"role": "assistant", "content": None, "tool_calls": calls}
    if item.type == "function_call_output" and item.call_id:
        return {"role": "tool", "tool_call_id": item.call_id, "content": _content(item.output)}
    raise _unsupported(
        f"an item of the type {item.type!r} in `input`: it has to be a message with its role, a function_call with its "
        "call_id and name, or a function_call_output with its call_id"
    )


def _joined(before: Sent, message: Sent) -> Sent | None:
    """Two messages as one, where that is how chat completions have them."""
    if message.get("tool_calls") and before["role"] == "assistant":
        return {**before, "tool_calls": [*before.get("tool_calls", ()), *message["tool_calls"]]}
    texts = (before["content"], message["content"])
    if before["role"] == message["role"] == "system" and all(isinstance(one, str) for one in texts):
        return {**before, "content": "\n\n".join(texts)}
    return None


def _content(content: str | Iterable[ResponseInputPart] | None) -> str | list[Sent]:
    """A content: a text, unless something else is in it."""
    if content is None or isinstance(content, str):
        return content or ""
    parts = [_part(one) for one in content]
    return parts if any(one["type"] != "text" for one in parts) else "\n".join(one["text"] for one in parts)


def _part(part: ResponseInputPart) -> Sent:
    if part.type in _TEXTS:
        return {"type": "text", "text": getattr(part, _TEXTS[part.type]) or ""}
    if part.type == "input_image" and part.image_url:
        return {"type": "image_url", "image_url": _only(url=part.image_url, detail=part.detail)}
    if part.type == "input_file" and part.file_data:
        return {"type": "file", "file": _only(file_data=part.file_data, filename=part.filename)}
    if part.type == "input_audio":
        return part.model_dump(exclude_none=True)
    raise _unsupported(
        f"a part of the type {part.type!r} in `input`: send texts, an `input_image` with its image_url, or an "
        "`input_file` with its file_data. Files are not kept here"
    )


# -- tools and forms -----------------------------------------------------------------------------


def _tool(tool: ResponseTool) -> Sent:
    if tool.type != "function" or not tool.name:
        raise _unsupported(f"the tool {tool.type!r}: tools are run by whoever asks, so send functions with a name")
    return {"type": "function", "function": _without_type(tool)}


def _choice(choice: str | ResponseTool | None) -> str | Sent | None:
    if isinstance(choice, ResponseTool) and choice.type == "function" and choice.name:
        return {"type": "function", "function": {"name": choice.name}}
    if choice is None or choice in _CHOICES:
        return choice
    raise _unsupported("this `tool_choice`: it is auto, none, required, or a function with its name")


def _format(form: ResponseTextFormat) -> Sent | None:
    if form.type == "json_schema":
        return {"type": form.type, "json_schema": _without_type(form)}
    return None if form.type == "text" else {"type": form.type}


def _without_type(told: BaseModel) -> Mapping[str, Any]:
    return told.model_dump(exclude={"type"}, exclude_none=True)


def _only(**told: str | None) -> dict[str, str]:
    return {name: value for name, value in told.items() if value is not None}
