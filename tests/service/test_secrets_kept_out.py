"""No secret reaches the disk, a log or an error message, whichever door it comes through."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.service.scene import Scene, opened, readable

import reverie
from reverie import Occasion
from reverie.testing import FrozenClock

KINDS = {
    "password": ("my wifi password is {}", "hunter2xyz"),
    "passphrase": ("my passphrase is {}", "violet tulips bloom quietly"),
    "pin": ("my pin is {}", "839274"),
    "card": ("my card is {}", "4111 1111 1111 1111"),
    "account": ("my IBAN is {}", "DE89 3704 0044 0532 0130 00"),
    "national id": ("my SSN is {}", "123-45-6789"),
    "passport": ("my passport number is {}", "C01X00T47"),
    "token": ("use {} for it", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
    "url": ("the store is postgresql://ada:{}@db/luna", "s3cretword"),
    "key": ("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----", "MIIEvQIBADANBgkqhkiG9w0"),
    "seed phrase": (
        "my seed phrase is {}",
        "abandon ability able about above absent absorb abstract absurd abuse access accident",
    ),
}

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""A picture of one pixel."""

Told = Callable[[Scene, str, Path], object]


def _thought(**on: Any) -> Told:
    """An opinion that is formed on an occasion; what is said stands for every place that is to be filled."""

    def told(scene: Scene, said: str, _folder: Path) -> object:
        places: dict[str, Any] = {name: (said,) if value == () else said for name, value in on.items()}
        return scene.luna.opinions.add("tea", "Tea is good.", occasion=Occasion(**places)).opinion

    return told


def _imported(scene: Scene, said: str, folder: Path) -> object:
    turns = [
        {"id": said, "speaker": "Ada", "role": "user", "text": said, "image_caption": said},
        {"id": said, "speaker": said, "role": "peer", "text": "hi"},
        {"speaker": "Luna", "role": "assistant", "text": said, "datetime": said},
    ]
    sessions = [{"id": said, "turns": turns}, {"id": said, "turns": turns[:2]}]
    path = folder / "history.jsonl"
    path.write_text(json.dumps({"id": said, "sessions": sessions}) + f"\n{{{said}\n", encoding="utf-8")
    report = scene.luna.import_history(path, scene.ada)
    assert (report.conversations, report.messages) == (2, 4)
    return report.broken


def _transcript(scene: Scene, said: str, folder: Path) -> object:
    path = folder / "history.txt"
    path.write_text(f"2026-01-01\nAda: {said}\nLuna: {said}\n", encoding="utf-8")
    return scene.luna.import_history(path, scene.ada).broken


DOORS: dict[str, Told] = {
    "say": lambda scene, said, _: scene.ada.say(f"I like jazz, and {said}").learned,
    "say as another": lambda scene, said, _: scene.ada.say(said, role="peer", speaker=said),
    "say as the companion": lambda scene, said, _: scene.ada.say(said, role="assistant"),
    "say somewhere": lambda scene, said, _: scene.ada.say("hi", conversation=said),
    "off the record": lambda scene, said, _: scene.ada.off_record().say(said),
    "remember": lambda scene, said, _: scene.ada.remember(said),
    "remember a value": lambda scene, said, _: scene.ada.remember("It is so.", key="note", value=said),
    "remember a key": lambda scene, said, _: scene.ada.remember("It is so.", key=said, value="x"),
    "recall": lambda scene, said, _: list(scene.ada.recall(said)),
    "context": lambda scene, said, _: scene.ada.context("hi", summary=said).tokens,
    "forget": lambda scene, said, _: scene.ada.forget(said).memories,
    "settings": lambda scene, said, _: scene.ada.settings(categories_off=["event"]),
    "meet": lambda scene, said, _: scene.luna.meet(said),
    "find": lambda scene, said, _: scene.luna.find(said),
    "nickname": lambda scene, said, _: scene.luna.directory.describe(scene.ada, nickname=said),
    "pronouns": lambda scene, said, _: scene.luna.directory.describe(scene.ada, pronouns=said),
    "account": lambda scene, said, _: scene.luna.directory.link(scene.ada, "chat", said),
    "a scene's space": lambda scene, said, _: scene.ada.pictures.add(PICTURE, "a wall", vector=[1.0, 0.0], space=said),
    "a scene's id": lambda scene, said, _: scene.ada.pictures.add(PICTURE, "a wall", scene_id=said),
    "find a scene": lambda scene, said, _: scene.ada.pictures.scene(said),
    "an entry of the profile": lambda scene, said, _: scene.ada.user_model.update("background", {said: "x"}),
    "an item": lambda scene, said, _: scene.ada.items.put(("a",), "b", {said: said, "in": [{said: 1}]}),
    "an item's namespace": lambda scene, said, _: scene.ada.items.put((said,), "b", {}),
    **{
        f"an occasion's {name}": _thought(**{name: empty})
        for name, empty in {
            **dict.fromkeys(("user", "message", "conversation", "platform", "channel"), ""),
            **dict.fromkeys(("related_users", "related_entities"), ()),
        }.items()
    },
    "companion": lambda scene, said, _: opened(scene.path, scene.clock),
    "import": _imported,
    "transcript": _transcript,
}


@readable
@pytest.mark.parametrize("kind", KINDS)
def test_no_door_lets_a_secret_through(
    kind: str, scene: Scene, tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    sentence, secret = KINDS[kind]
    said = sentence.format(secret)
    caplog.set_level(logging.DEBUG)
    answers = []
    for door, told in DOORS.items():
        try:
            answers.append(f"{door}: {told(scene, said, tmp_path_factory.mktemp('files'))}")
        except (reverie.Refused, reverie.NotFound, reverie.InvalidInput) as error:
            answers.append(f"{door}: {error}")
    shown = "\n".join([*answers, caplog.text, str(scene.luna.doctor()), json.dumps(scene.luna.export(scene.ada))])
    kept = scene.bytes_on_disk()
    assert b"jazz" in kept
    assert scene.path.with_name(f"{scene.path.name}-wal").exists()
    for form in {secret, secret.replace(" ", ""), secret.replace("-", ""), secret.lower(), secret.upper()}:
        assert form not in shown
        assert form.encode() not in kept


@pytest.mark.parametrize(("key", "value"), [("wifi password", "tulip"), ("door_code", "4821"), ("pin", "839274")])
def test_a_slot_that_is_for_a_secret_takes_none(scene: Scene, key: str, value: str) -> None:
    with pytest.raises(reverie.Refused) as refused:
        scene.ada.remember("It is so.", key=key, value=value)
    assert refused.value.reason == "sensitive"


def test_a_companion_is_not_named_by_a_secret(tmp_path: Path, clock: FrozenClock) -> None:
    with pytest.raises(reverie.Refused):
        reverie.open(tmp_path / "new.db", companion="my card is 4111 1111 1111 1111", embedder="none", clock=clock)


def test_an_account_may_have_a_number_that_looks_like_a_card(scene: Scene) -> None:
    scene.luna.directory.link(scene.ada, "chat", "4111111111111111")
    assert scene.luna.find("chat:4111111111111111").id == scene.ada.id


def test_a_history_with_secrets_comes_in_once(scene: Scene, tmp_path_factory: pytest.TempPathFactory) -> None:
    said = "my card is 4111 1111 1111 1111"
    _imported(scene, said, tmp_path_factory.mktemp("files"))
    before = len(scene.ada.messages())
    path = tmp_path_factory.mktemp("files") / "again.txt"
    for _ in range(2):
        path.write_text(f"2026-01-01\nAda: {said}\nAda: {said}\n", encoding="utf-8")
        scene.luna.import_history(path, scene.ada)
    assert len(scene.ada.messages()) == before + 2


def test_what_a_host_names_by_a_number_may_look_like_a_card(scene: Scene) -> None:
    scene.luna.opinions.add("tea", "Tea is good.", occasion=Occasion(platform="chat", channel="4111111111111111"))
    assert scene.luna.opinions.get("tea").channel == "4111111111111111"
