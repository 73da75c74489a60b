"""What the stores of a process share, and what the search cache keeps of many people."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy.sql.compiler import SQLCompiler
from tests.service.scene import on_file

import reverie
from reverie.config import Config
from reverie.settings_sections import EncryptionSettings
from reverie.store.search.search_cache import IndexCache


def lived_in(path: Path, config: Config | None = None) -> None:
    """Open a new store, and use it a little."""
    with reverie.open(path, companion="Luna", embedder="none", config=config) as luna:
        ada = luna.meet("Ada")
        ada.say("My favorite food is ramen.")
        assert ada.recall("ramen").hits
        assert "ramen" in str(ada.context("Any dinner ideas?"))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that are compiled from now on."""
    seen: list[str] = []
    compile_one = SQLCompiler.__init__

    def watched(compiler: SQLCompiler, *arguments: object, **more: object) -> None:
        compile_one(compiler, *arguments, **more)  # type: ignore[arg-type] # passed on as they came
        seen.append(str(compiler))

    monkeypatch.setattr(SQLCompiler, "__init__", watched)
    return seen


@on_file
def test_a_second_store_finds_its_statements_compiled(tmp_path: Path, compiled: list[str]) -> None:
    lived_in(tmp_path / "first.db")
    before = len(compiled)
    lived_in(tmp_path / "second.db")
    again = [one for one in compiled[before:] if one.startswith(("SELECT", "INSERT", "UPDATE", "DELETE"))]
    assert again == []


@on_file
def test_stores_with_a_key_and_without_work_side_by_side(tmp_path: Path) -> None:
    sealed = Config(embedder="none", encryption=EncryptionSettings(key=SecretStr("x'" + "5a" * 32 + "'")))
    for turn in range(2):
        lived_in(tmp_path / f"plain-{turn}.db", Config(embedder="none"))
        lived_in(tmp_path / f"sealed-{turn}.db", sealed)


def test_the_cache_keeps_what_fits_and_gives_up_what_was_used_least(tmp_path: Path) -> None:
    with reverie.open(tmp_path / "luna.db", companion="Luna", embedder="none") as luna:
        people = [luna.meet(name) for name in ("Ada", "Ben", "Cleo")]
        for one in people:
            one.say("I like jazz.")
        store = luna._runtime.store
        ada, ben, cleo = (one.id for one in people)

        def used(cache: IndexCache, *owners: str) -> int:
            for owner in owners:
                with store.reading() as session:
                    cache.index(owner, session)
            return len(cache)

        whole = IndexCache(space=None, dimensions=None)
        assert used(whole, ada, ben, cleo) == 3
        size = max(held.index.nbytes for held in whole._held.values())

        assert used(IndexCache(space=None, dimensions=None, capacity=1), ada, ben, cleo) == 1, "the last stays"
        two = IndexCache(space=None, dimensions=None, capacity=2 * size)
        assert used(two, ada, ben, ada, cleo) == 2
        assert list(two._held) == [ada, cleo]
        two.drop(ada)
        assert used(two, ben) == 2, "what was dropped takes no room any more"
        for number in range(60):
            people[1].say(f"I saw heron {number} by the river.")
        assert used(two, ben) == 1, "it grew"
        assert list(two._held) == [ben]
