"""The picture that comes to mind goes to the model with the message: the best one, small enough, nobody else's."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from tests.llm import RealModel
from tests.service.scripted_server import Script, completion, piece, playing, refusal, streamed

import reverie
from reverie import Person, Reverie
from reverie.app.turns import Finish, Relaying
from reverie.app.turns.attachments import BLIND, REFUSED
from reverie.config import Config
from reverie.errors import ModelReplyInvalid, ReverieWarning, UpstreamError
from reverie.images.image_formats import Sized
from reverie.images.scenes import Viewing
from reverie.settings_sections import ModelSettings
from reverie.testing import FrozenClock, HashEmbedder, ScriptedModel

ASKED = "do u remember our day at the lake"


def lake(folder: Path, name: str = "lake.png", size: tuple[int, int] = (1200, 900), colour: str = "steelblue") -> Path:
    path = folder / name
    Image.new("RGB", size, colour).save(path)
    return path


@pytest.fixture(autouse=True)
def _no_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reverie.app.turns.turn_taking.ROUNDS", 0)


def opened(folder: Path, clock: FrozenClock, model: Any, *, images: bool = True, **told: Any) -> Reverie:
    config = Config(model=ModelSettings(images=images, **told))
    return reverie.open(
        folder / "luna.db", companion="Luna", embedder=HashEmbedder(), model=model, clock=clock, config=config
    )


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel(lambda _messages: "The water was cold!", window=16_000)


@pytest.fixture
def luna(tmp_path: Path, clock: FrozenClock, model: ScriptedModel) -> Iterator[Reverie]:
    with opened(tmp_path, clock, model) as luna:
        yield luna


@pytest.fixture
def ada(luna: Reverie, tmp_path: Path) -> Person:
    ada = luna.meet("Ada")
    ada.pictures.add(lake(tmp_path), "our day at the lake with the dog")
    return ada


def parts(messages: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The parts of messages that are pictures."""
    return [
        part
        for one in messages
        if isinstance(one["content"], list)
        for part in one["content"]
        if part["type"] == "image_url"
    ]


def seen(messages: Sequence[Mapping[str, Any]]) -> Image.Image:
    """The one picture in messages, decoded."""
    (part,) = parts(messages)
    head, _, written = part["image_url"]["url"].partition(",")
    assert head.startswith("data:image/")
    assert head.endswith(";base64")
    return Image.open(io.BytesIO(base64.b64decode(written)))


# -- a turn ----------------------------------------------------------------------------------------


def test_the_best_picture_goes_with_the_newest_message(ada: Person, model: ScriptedModel, tmp_path: Path) -> None:
    ada.pictures.add(lake(tmp_path, "kitchen.png", colour="tomato"), "the new kitchen")
    turn = ada.turn(ASKED)
    assert (turn.finish, turn.degraded[1:]) == (Finish.STOP, ())  # the first says that there is no image model
    (asked,) = model.asked
    *before, last = asked
    assert parts(before) == []
    content: Any = last["content"]
    told, shown, words = content
    assert "you remember" in told["text"]
    assert shown["type"] == "image_url"
    assert words["text"].endswith(ASKED)
    assert seen(asked).getpixel((0, 0)) == (70, 130, 180)
    assert turn.picture is not None
    assert (turn.picture.path, turn.picture.description) == (tmp_path / "lake.png", "our day at the lake with the dog")
    assert turn.picture.similarity is not None
    assert turn.prompt == tuple(asked)


def test_what_is_about_something_else_is_sent_without(ada: Person, model: ScriptedModel) -> None:
    turn = ada.turn("ugh double shift again, feet are killing me")
    assert (turn.picture, parts(model.asked[0])) == (None, [])
    assert turn.prompt[-1]["content"] == model.asked[0][-1]["content"]


def test_a_stream_shows_it_too(ada: Person, model: ScriptedModel) -> None:
    with ada.turn.stream(ASKED) as streaming:
        assert "".join(streaming) == "The water was cold!"
    assert streaming.turn.picture is not None
    assert seen(model.asked[0]).size == (1200, 900)


def test_a_model_that_is_not_said_to_read_images_gets_none_and_the_turn_says_so(
    tmp_path: Path, clock: FrozenClock, model: ScriptedModel
) -> None:
    with opened(tmp_path, clock, model, images=False) as luna:
        ada = luna.meet("Ada")
        ada.pictures.add(lake(tmp_path), "our day at the lake with the dog")
        turn = ada.turn(ASKED)
    assert (turn.picture, parts(model.asked[0])) == (None, [])
    assert BLIND in turn.left_out


def test_a_large_picture_is_made_smaller_for_a_provider_and_for_the_window(
    tmp_path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = np.random.default_rng(7)
    noise = chance.integers(0, 256, (1500, 2000, 3), dtype=np.uint8)
    Image.fromarray(noise).save(tmp_path / "noise.png")
    sizes = []
    for window, side, most in ((32_000, 700, 5_000_000), (32_000, 1568, 100_000), (4000, 1568, 5_000_000)):
        monkeypatch.setattr(
            "reverie.images.scenes.Viewing", partial(Viewing, sized=Sized(most_bytes=most, longest_side=side))
        )
        model = ScriptedModel(lambda _messages: "Oh!", window=window)
        with opened(tmp_path, clock, model) as luna:
            ada = luna.meet("Ada")
            ada.pictures.add(tmp_path / "noise.png", "our day at the lake with the dog")
            turn = ada.turn(ASKED)
        assert turn.picture is not None
        sizes.append(max(seen(model.asked[0]).size))
        assert len(parts(model.asked[0])[0]["image_url"]["url"]) <= most + 30
    assert sizes[0] == 700
    assert sizes[1] < 700
    assert 256 <= sizes[2] < 1568


def test_a_picture_without_room_is_left_out_and_the_turn_says_so(tmp_path: Path, clock: FrozenClock) -> None:
    model = ScriptedModel(lambda _messages: "Oh!", window=1000)
    with opened(tmp_path, clock, model) as luna:
        ada = luna.meet("Ada")
        ada.pictures.add(lake(tmp_path), "the lake")
        turn = ada.turn("the lake?")
    assert turn.context is not None
    assert turn.context.scenes
    assert parts(model.asked[0]) == []
    assert "the picture that comes to mind has no room in the window" in turn.left_out


@pytest.mark.parametrize("harm", ["gone", "changed", "cut off", "no file"])
def test_a_picture_that_cant_be_read_fails_no_turn_and_is_told(
    ada: Person, model: ScriptedModel, tmp_path: Path, harm: str
) -> None:
    path = tmp_path / "lake.png"
    if harm == "changed":
        lake(tmp_path, colour="black")
    elif harm == "cut off":
        path.write_bytes(path.read_bytes()[:100])
    else:
        path.unlink()
    if harm == "no file":
        path.mkdir()
    turn = ada.turn(ASKED)
    assert (turn.reply, turn.finish) == ("The water was cold!", Finish.STOP)
    assert (turn.picture, parts(model.asked[0])) == (None, [])
    assert any("the picture that comes to mind was not sent: " in one for one in turn.degraded)


def test_a_server_that_refuses_pictures_is_asked_without(ada: Person, model: ScriptedModel) -> None:
    refused = ModelReplyInvalid("it does not take this request", reply="image_url is not supported by this model")
    model.__init__([refused, "I remember."])  # type: ignore[misc] # the same model, with another script
    turn = ada.turn(ASKED)
    assert (turn.reply, turn.finish, turn.picture) == ("I remember.", Finish.STOP, None)
    assert REFUSED in turn.degraded
    assert [len(parts(asked)) for asked in model.asked] == [1, 0]


def test_a_picture_is_never_taken_for_words(ada: Person, model: ScriptedModel) -> None:
    """It is none of the words that a reply is compared with, nor of those that are counted."""
    model.__init__(["a", "b"], window=16_000)  # type: ignore[misc] # the same model, with another script
    ada.turn(ASKED)
    turn = ada.turn("and the dog at the lake?")
    assert parts(model.asked[1][:-1]) == []
    assert "base64" not in json.dumps([m.text for m in ada.messages()])
    assert turn.left_out == ()


# -- whose ------------------------------------------------------------------------------------------


def test_a_persons_picture_goes_to_that_persons_turn_alone(ada: Person, luna: Reverie, model: ScriptedModel) -> None:
    ben = luna.meet("Ben")
    for person in (ben, ben.off_record(), luna.guest()):
        turn = person.turn(ASKED)
        assert turn.picture is None
    assert [parts(asked) for asked in model.asked] == [[], [], []]
    assert ada.off_record().turn(ASKED).picture is not None
    ada.pictures.forget(ada.pictures.list()[0].id)
    assert ada.turn(ASKED).picture is None


# -- a request that is passed on ----------------------------------------------------------------------


@pytest.fixture
def upstream() -> Iterator[Script]:
    with playing(completion("Cold water!")) as script:
        yield script


@pytest.fixture
def passing(upstream: Script, tmp_path: Path, clock: FrozenClock) -> Iterator[Person]:
    told: dict[str, Any] = {"name": "openai:small", "base_url": upstream.url, "api_key": "sk-x", "window": 16_000}
    with opened(tmp_path, clock, None, **told) as luna:
        ada = luna.meet("Ada")
        ada.pictures.add(lake(tmp_path), "our day at the lake with the dog")
        yield ada


def user(content: Any = ASKED) -> dict[str, Any]:
    return {"messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": content}]}


def test_a_request_that_is_passed_on_has_the_picture(passing: Person, upstream: Script) -> None:
    answer = passing.turn.relay(user())
    assert isinstance(answer, dict)
    assert answer["choices"][0]["message"]["content"] == "Cold water!"
    sent = upstream.asked[0].body["messages"]
    assert seen(sent).size == (1200, 900)
    assert sent[-1]["content"][-1]["text"].endswith(ASKED)
    assert "image_url" not in json.dumps(sent[:-1])


def test_a_stream_and_content_in_parts_have_it_too(passing: Person, upstream: Script) -> None:
    upstream.answers = (streamed(piece("Cold"), piece(" water!"), piece("", finish="stop")),)
    answer = passing.turn.relay({**user([{"type": "text", "text": ASKED}]), "stream": True})
    assert isinstance(answer, Relaying)
    list(answer)
    assert seen(upstream.asked[0].body["messages"]).size == (1200, 900)
    assert upstream.asked[0].body["messages"][-1]["content"][-1] == {"type": "text", "text": ASKED}


def test_another_model_than_the_one_that_is_set_up_gets_none(passing: Person, upstream: Script) -> None:
    passing.turn.relay({**user(), "model": "another"})
    assert parts(upstream.asked[0].body["messages"]) == []


@pytest.mark.parametrize("status", [400, 404, 422, 500])
def test_a_server_that_refuses_it_is_passed_the_request_without(passing: Person, upstream: Script, status: int) -> None:
    upstream.answers = (refusal(status, "image input is not supported"), completion("Nice."))
    with pytest.warns(ReverieWarning, match="refuses the picture"):
        answer = passing.turn.relay(user())
    assert isinstance(answer, dict)
    assert [len(parts(asked.body["messages"])) for asked in upstream.asked] == [1, 0]
    assert [m.text for m in passing.messages()] == [ASKED, "Nice."]


@pytest.mark.parametrize("status", [401, 429, 503])
def test_what_is_no_fault_of_the_picture_is_passed_on(passing: Person, upstream: Script, status: int) -> None:
    upstream.answers = (refusal(status, "no"),)
    with pytest.raises(UpstreamError):
        passing.turn.relay(user())
    assert len(upstream.asked) == 1


def test_a_file_that_is_gone_is_told_in_a_warning(passing: Person, upstream: Script, tmp_path: Path) -> None:
    (tmp_path / "lake.png").unlink()
    with pytest.warns(ReverieWarning, match="is not there"):
        passing.turn.relay(user())
    assert parts(upstream.asked[0].body["messages"]) == []


# -- a real server -------------------------------------------------------------------------------------


def test_a_real_model_of_words_refuses_it_and_answers_without(
    tmp_path: Path, clock: FrozenClock, real_model: RealModel
) -> None:
    told: dict[str, Any] = {
        "name": f"openai:{real_model.model}",
        "base_url": real_model.base_url,
        "api_key": "none",
        "reply": 16,
    }
    with opened(tmp_path, clock, None, window=2048, **told) as luna:
        ada = luna.meet("Ada")
        ada.pictures.add(lake(tmp_path, size=(64, 48)), "the lake")
        turn = ada.turn("the lake?")
        assert REFUSED in turn.degraded
        with pytest.warns(ReverieWarning, match="refuses the picture"):
            assert isinstance(ada.turn.relay({**user("the lake!"), "max_tokens": 8}), dict)
