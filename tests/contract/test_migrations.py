"""The chain of migrations and the schema say the same, on both databases."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, MetaData, create_engine, inspect, text
from tests import first_version
from tests.service.scene import START, opened

import reverie
from reverie.errors import SchemaOutOfDate
from reverie.store import migrations
from reverie.store.database import upgrade_store
from reverie.store.engine.receipts import receipts
from reverie.store.schema import metadata
from reverie.testing import FrozenClock


def test_the_versions_are_the_scripts() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    assert tuple(s.revision for s in scripts.walk_revisions())[::-1] == migrations.VERSIONS
    assert scripts.get_heads() == [migrations.HEAD]


# SQLAlchemy can't read an index over an expression back from SQLite: there the SQL of every index is compared.
@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection:sqlalchemy.exc.SAWarning")
@pytest.mark.filterwarnings("ignore:autogenerate skipping metadata-specified expression-based index")
def test_an_upgraded_database_is_a_new_one(store_url: str) -> None:
    engine = create_engine(store_url)
    try:
        _make_first(engine)
        assert migrations.upgrade(engine) == migrations.HEAD
        with engine.connect() as connection:
            assert migrations.current(connection) == migrations.HEAD
            context = MigrationContext.configure(
                connection,
                opts={"compare_type": True, "compare_server_default": True, "version_table": "reverie_version"},
            )
            whole = MetaData()
            of_a_server = [receipts] if engine.dialect.name == "postgresql" else []
            for table in (*metadata.sorted_tables, *of_a_server):
                table.to_metadata(whole)
            found = compare_metadata(context, whole)
            # SQLite does not give an index's order back; there its very SQL is compared below.
            indexes = ("add_index", "remove_index") if engine.dialect.name == "sqlite" else ()
            assert [one for one in found if one[0] not in indexes] == []
            upgraded = _shape(engine)
            whole.drop_all(connection)
            connection.execute(text("DROP TABLE reverie_version"))
            connection.commit()
        migrations.ensure(engine, None)
        assert _shape(engine) == upgraded
    finally:
        engine.dispose()


def _make_first(engine: Engine, found: str = first_version.FIRST) -> None:
    with engine.begin() as connection:
        first_version.make(connection, found)


def _shape(engine: Engine) -> dict[str, object]:
    seen = inspect(engine)
    of_sqlite = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name <> 'reverie_version'"
    of_postgres = "SELECT indexname, indexdef FROM pg_indexes WHERE tablename <> 'reverie_version'"
    with engine.connect() as connection:
        named = connection.execute(text(of_sqlite if engine.dialect.name == "sqlite" else of_postgres))
        every = sorted(tuple(row) for row in named)
    return {"": every} | {
        table: (
            [(c["name"], str(c["type"]), c["nullable"]) for c in seen.get_columns(table)],
            seen.get_pk_constraint(table)["constrained_columns"],
            sorted((i["name"], tuple(i["column_names"]), bool(i["unique"])) for i in seen.get_indexes(table)),
            sorted(tuple(u["column_names"]) for u in seen.get_unique_constraints(table)),
            sorted((tuple(f["constrained_columns"]), f["referred_table"]) for f in seen.get_foreign_keys(table)),
        )
        for table in seen.get_table_names()
    }


def test_an_upgraded_database_works(store_url: str) -> None:
    engine = create_engine(store_url)
    _make_first(engine)
    migrations.upgrade(engine)
    engine.dispose()
    with opened(store_url, FrozenClock(START)) as luna:
        luna.meet("Ada").say("I like jazz.")
        assert [m.text for m in luna.meet("Ada").memories()] == ["Likes jazz."]


def test_a_database_of_the_first_version_is_upgraded(store_url: str) -> None:
    engine = create_engine(store_url)
    _make_first(engine)
    engine.dispose()
    if engine.dialect.name == "postgresql":
        with pytest.raises(SchemaOutOfDate, match="reverie db upgrade"):
            reverie.open(store_url, embedder="none")
        assert upgrade_store(store_url) == migrations.HEAD
        luna = opened(store_url, FrozenClock(START))
    else:
        with pytest.warns(reverie.ReverieWarning, match="upgraded from 0010"):
            luna = opened(store_url, FrozenClock(START))
    with luna:
        luna.meet("Ada").say("I like jazz.")
        assert "Likes jazz." in str(luna.meet("Ada").context("Hello!"))


def test_a_version_from_the_future_is_refused(store_url: str) -> None:
    with opened(store_url, FrozenClock(START)) as luna, luna._runtime.store.writing() as session:
        session.connection.execute(text("UPDATE reverie_version SET version_num = '9999'"))
    with pytest.raises(SchemaOutOfDate, match="install a newer one"):
        reverie.open(store_url, embedder="none")


@pytest.mark.parametrize("found", ["0001", "0009", "0011", "0013"])
def test_a_version_of_a_build_long_before_the_release_is_refused_with_what_to_do(store_url: str, found: str) -> None:
    engine = create_engine(store_url)
    _make_first(engine, found)
    for use in (lambda: reverie.open(store_url, embedder="none"), lambda: upgrade_store(store_url)):
        with pytest.raises(SchemaOutOfDate, match="reverie export --to"):
            use()
    with engine.connect() as connection:
        assert migrations.current(connection) == found
    engine.dispose()


def test_tables_of_another_program_are_refused(store_url: str) -> None:
    engine = create_engine(store_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    with pytest.raises(reverie.StoreError, match="recipes"):
        reverie.open(store_url, embedder="none")
    assert inspect(engine).get_table_names() == ["recipes"]
    engine.dispose()


def test_a_version_table_without_a_version_is_an_error_and_not_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "luna.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE reverie_version (version_num TEXT)")
        other.commit()
    with pytest.raises(reverie.StoreError):
        reverie.open(path, embedder="none")
