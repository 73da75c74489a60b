"""A model on a small local server: it calls the tools that its script says, then answers in words.

It speaks as OpenAI's chat completions and as Anthropic's messages do, so that the official clients talk to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from reverie.app.tools import Toolbox

Calls = Sequence[tuple[str, object]]
Turn = Calls | Callable[[list[Any]], Calls]
"""The calls of one answer: (tool, arguments), as a text where it is to be sent as it is; or what the results give."""

WORDS = "I see."


@dataclass(slots=True)
class ScriptedModel:
    """What the model does, turn by turn; ``asked`` are the requests that reached it."""

    script: Sequence[Turn]
    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)

    def calls(self) -> Calls:
        """What is called in answer to the newest request; nothing is when it answers in words."""
        turn = len(self.asked) - 1
        if turn >= len(self.script):
            return ()
        chosen = self.script[turn]
        return chosen(self.results()) if callable(chosen) else chosen

    def results(self) -> list[Any]:
        """What the tools answered, as the newest request brought it, for the last calls."""
        found: list[Any] = []
        for message in self.asked[-1]["messages"]:
            if message["role"] == "tool":
                found.append(json.loads(message["content"]))
        return found + [json.loads(block["content"]) for block in self._blocks()]

    def failures(self) -> list[bool]:
        """Which results Anthropic's form calls errors, in the newest request."""
        return [block["is_error"] for block in self._blocks()]

    def _blocks(self) -> list[dict[str, Any]]:
        """The results in Anthropic's form."""
        contents = [message.get("content") for message in self.asked[-1]["messages"]]
        blocks = [block for content in contents if isinstance(content, list) for block in content]
        return [block for block in blocks if block["type"] == "tool_result"]


@contextmanager
def served(model: ScriptedModel) -> Iterator[None]:
    """Serve a model on a port of its own."""

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            model.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            form = _completion if self.path.endswith("/chat/completions") else _message
            body = json.dumps(form(model.calls(), len(model.asked))).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        model.url = f"http://127.0.0.1:{server.server_address[1]}"
        running = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        running.start()
        try:
            yield
        finally:
            server.shutdown()
            running.join()


def _completion(calls: Calls, turn: int) -> dict[str, Any]:
    made = [
        {
            "id": f"call_{turn}_{place}",
            "type": "function",
            "function": {"name": name, "arguments": given if isinstance(given, str) else json.dumps(given)},
        }
        for place, (name, given) in enumerate(calls)
    ]
    message = {"role": "assistant", "content": None if made else WORDS, **({"tool_calls": made} if made else {})}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if made else "stop", "logprobs": None}
    return {"id": f"chat_{turn}", "object": "chat.completion", "created": 0, "model": "scripted", "choices": [choice]}


def _message(calls: Calls, turn: int) -> dict[str, Any]:
    made = [
        {"type": "tool_use", "id": f"call_{turn}_{place}", "name": name, "input": given}
        for place, (name, given) in enumerate(calls)
    ]
    return {
        "id": f"message_{turn}",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": made or [{"type": "text", "text": WORDS}],
        "stop_reason": "tool_use" if made else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def through_openai(model: ScriptedModel, box: Toolbox, question: str) -> str:
    """Have the model answer through OpenAI's client, doing what it calls."""
    from openai import OpenAI

    messages: list[Any] = [{"role": "user", "content": question}]
    tools: Any = box.openai()
    with served(model), OpenAI(base_url=f"{model.url}/v1", api_key="none", max_retries=0) as client:
        while True:
            answer = client.chat.completions.create(model="scripted", messages=messages, tools=tools)
            message = answer.choices[0].message
            if not message.tool_calls:
                return message.content or ""
            messages.append(message.model_dump(exclude_none=True))
            for call in message.tool_calls:
                assert call.type == "function"
                outcome = box.run(call.function.name, call.function.arguments)
                messages.append({"role": "tool", "tool_call_id": call.id, "content": outcome.content})


def through_anthropic(model: ScriptedModel, box: Toolbox, question: str) -> str:
    """Have the model answer through Anthropic's client, doing what it calls."""
    from anthropic import Anthropic

    messages: list[Any] = [{"role": "user", "content": question}]
    tools: Any = box.anthropic()
    with served(model), Anthropic(base_url=model.url, api_key="none", max_retries=0) as client:
        while True:
            answer = client.messages.create(model="scripted", max_tokens=500, messages=messages, tools=tools)
            if answer.stop_reason != "tool_use":
                return "".join(block.text for block in answer.content if block.type == "text")
            messages.append({"role": "assistant", "content": [b.model_dump(exclude_none=True) for b in answer.content]})
            outcomes = [(b.id, box.run(b.name, b.input)) for b in answer.content if b.type == "tool_use"]
            results = [
                {"type": "tool_result", "tool_use_id": called, "content": one.content, "is_error": not one.ok}
                for called, one in outcomes
            ]
            messages.append({"role": "user", "content": results})
