"""Profiles on every database: what is written, what the directory says with it, undo, and forgetting."""

from __future__ import annotations

from datetime import UTC, datetime

import reverie
from reverie.testing import FrozenClock


def test_an_edit_is_applied_undone_and_forgotten(store_url: str) -> None:
    clock = FrozenClock(datetime(2026, 3, 1, tzinfo=UTC))
    with reverie.open(store_url, companion="Luna", embedder="none", clock=clock) as luna:
        ada = luna.meet("Ada")
        ada.say("I live in Lyon.")
        page = ada.user_model.yaml()
        clock.advance(60)
        ada.say("I moved to Bern.")
        clock.advance(60)
        page = page.replace("nickname:", "nickname: Bo").replace("hobbies:", "hobbies: [jazz, go]  # jazz")
        done = ada.user_model.edit(page.replace("notes:", "notes: 🎸"))
        assert (done.profile.nickname, done.profile.background, done.profile.notes) == ("Bo", {"home": "Bern"}, "🎸")
        assert luna.find("Bo").id == ada.id
        assert ada.forget("jazz").page
        assert "jazz" not in ada.user_model.yaml()
        ada.undo()
        assert ada.user_model.profile().hobbies == ("go", "jazz")
        ada.undo(done.change_id)
        assert ada.user_model.profile().hobbies == ()
        assert luna.find("Ada").user.nickname is None
