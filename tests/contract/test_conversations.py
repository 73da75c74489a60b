"""Summaries, notes, words and folders are the same on both databases."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from tests.service.scene import MINUTE, START, opened

import reverie
from reverie.config import Config
from reverie.records.conversations import Rolling
from reverie.settings_sections import ConversationSettings
from reverie.testing import FrozenClock, ScriptedModel


def test_what_was_said_is_summed_up_found_written_and_read_back(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FrozenClock(START + timedelta(microseconds=7))
    monkeypatch.setattr("reverie.app.companion.Rolling", partial(Rolling, every=1, length=300))
    config = Config(embedder="none", conversations=ConversationSettings(window=2))
    with opened(store_url, clock, config) as luna:
        ada = luna.meet("Ada")
        for text in ("I work at Acme.", "I adopted a dog named Biscuit.", "I love jazz.", "I can't stand jazz.", "Hi!"):
            ada.say(text)
            clock.advance(MINUTE)
        ada.conversations.note("Ask about Biscuit. Ask about jazz.")
        window = ada.conversations.window()
        assert window.summary.text == "2026-03-01: I work at Acme. I adopted a dog named Biscuit. I love jazz."
        assert [message.text for message in window.messages] == ["I can't stand jazz.", "Hi!"]
        assert ada.conversations.said("jazz", over_time=True)[-1].turn is not None
        (written,) = ada.conversations.export(tmp_path)
        ada.forget("Biscuit")
        assert "Biscuit" not in ada.conversations.summary().text
        assert ada.conversations.notes() == "Ask about jazz."
        assert not ada.conversations.bring(tmp_path)[0].changed
        file = written.folder / "conversation.md"
        file.write_text(file.read_text("utf-8").replace("at Acme", "at Initech"), "utf-8")
        assert len(ada.conversations.bring(tmp_path)[0].edited) == 1
        assert "I work at Initech." in ada.conversations.summary().text
        receipt = luna.erase(ada)
        assert (receipt.rows["sheets"], receipt.rows["gists"]) == (1, 1)
    with opened(store_url, clock, config) as luna:
        (brought,) = luna.meet("Ada").conversations.bring(tmp_path)
        assert (brought.begun, brought.added) == (True, 5)


def test_a_turn_is_said_and_answered_once(store_url: str) -> None:
    model = ScriptedModel(["Hello!", "Later."])
    with reverie.open(store_url, model=model, config=Config(embedder="none")) as luna:
        ada, bob = luna.meet("Ada"), luna.meet("Bob")
        for _time in range(2):
            assert ada.turn("I live in Lyon.", id="turn-1").reply == "Hello!"
        ada.conversations.end()
        assert ada.turn("I live in Lyon.", id="turn-1").reply == "Hello!"
        assert bob.turn("I live in Lyon.", id="turn-1").reply == "Later."  # an id is one person's
        assert len(ada.messages()) == len(bob.messages()) == 2
        assert ada.turn("Forget that.", id="turn-2").reply != ada.turn("Forget that.", id="turn-2").reply
        assert ada.messages() == []
