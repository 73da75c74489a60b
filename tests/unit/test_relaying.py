"""A request on its way to a model's server and back, with the server's pieces as a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from reverie.app.turns import BROKEN_OFF, Relaying
from reverie.app.turns.relay import asked, given, relayed, room
from reverie.errors import InvalidInput, UpstreamError
from reverie.learning.message_learning import Said

USER = {"role": "user", "content": "Hi!"}


class Sent:
    """What a server sends; an error is raised in its place."""

    def __init__(self, *pieces: dict[str, Any] | UpstreamError) -> None:
        self._pieces = iter(pieces)
        self.closed = 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self

    def __next__(self) -> dict[str, Any]:
        piece = next(self._pieces)
        if isinstance(piece, UpstreamError):
            raise piece
        return piece

    def close(self) -> None:
        self.closed += 1


class Kept(list[str]):
    """Replies that were kept."""

    def keep(self, reply: str) -> Said:
        self.append(reply)
        return Said(message=None)


def piece(content: str | None = None, finish: str | None = None) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": finish}]}


def words(chunks: list[dict[str, Any]]) -> str:
    return "".join(chunk["choices"][0]["delta"].get("content") or "" for chunk in chunks if chunk["choices"])


def test_the_reply_is_kept_before_the_piece_that_ends_it() -> None:
    kept = Kept()
    relaying = Relaying(Sent(piece("Hel"), piece("lo."), piece(finish="stop"), {"choices": []}), kept.keep)
    assert words([next(relaying), next(relaying)]) == "Hello."
    assert kept == []
    next(relaying)
    assert kept == ["Hello."]
    assert list(relaying) == [{"choices": []}]
    relaying.close()
    assert kept == ["Hello."]


@pytest.mark.parametrize("finish", ["length", "content_filter"])
def test_what_is_cut_off_is_marked_where_it_is_kept(finish: str) -> None:
    kept = Kept()
    assert words(list(Relaying(Sent(piece("Once upon"), piece(" a", finish)), kept.keep))) == "Once upon a"
    assert kept == [f"Once upon a {BROKEN_OFF}"]
    whole = {"choices": [{"message": {"content": "Once"}, "finish_reason": finish}]}
    assert relayed(whole, kept.keep)["choices"][0]["message"]["content"] == "Once"
    assert kept[1:] == [f"Once {BROKEN_OFF}"]


def test_what_looks_like_the_beginning_of_a_tag_is_shown_at_the_end() -> None:
    kept = Kept()
    assert words(list(Relaying(Sent(piece("2 <rec"), piece(finish="stop")), kept.keep))) == "2 <rec"
    assert kept == ["2 <rec"]


def test_of_a_stream_that_fails_or_is_closed_the_shown_is_kept_and_it_is_closed() -> None:
    failed = UpstreamError("x", status=500, error={})
    kept, sent = Kept(), Sent(piece("Once"), failed)
    relaying = Relaying(sent, kept.keep)
    next(relaying)
    with pytest.raises(UpstreamError):
        next(relaying)
    assert (kept, sent.closed) == ([f"Once {BROKEN_OFF}"], 1)
    nothing, unread = Kept(), Sent(piece("Once"))
    Relaying(unread, nothing.keep).close()
    assert (nothing, unread.closed) == ([], 1)


def test_calls_of_tools_alone_are_no_reply() -> None:
    kept = Kept()
    calls = {"choices": [{"message": {"content": None, "tool_calls": [1]}, "finish_reason": "tool_calls"}]}
    assert relayed(calls, kept.keep) == calls
    assert kept == []


def test_what_is_asked_is_the_last_of_the_persons_words() -> None:
    picture = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:"}}]}
    assert asked([USER]).text == "Hi!"
    assert not asked([USER]).answered
    assert asked([USER, {"role": "tool", "content": "x"}]).answered
    assert asked([USER, picture]).text == "Hi!"
    assert asked([picture]).text == ""
    with pytest.raises(InvalidInput, match="role user"):
        asked([{"role": "assistant", "content": "x"}])


def test_what_the_model_reads_is_all_but_its_own_words() -> None:
    assert given([USER, {"role": "assistant", "content": "x"}, {"role": "tool", "content": "y"}]) == "Hi!\ny"


def test_memory_has_the_room_that_a_request_leaves() -> None:
    assert room([{"role": "user", "content": "word " * 5000}], None, 2048) == 0
    assert room([USER], [], 2048) > room([USER], [{"type": "function", "function": {"name": "x" * 50}}], 2048) > 1000
