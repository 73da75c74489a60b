"""A PostgreSQL spread over nodes: what is sent, that it can be stopped and run again, and what `db check` says.

Where ``TEST_CITUS`` names an empty database of a cluster, it is done there too. Elsewhere others stand in for its
functions, which note what they were asked and refuse what Citus refuses: keys that lead to a table of another kind, and
what is unique without the column a table is distributed by.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest
from sqlalchemy import Column, ForeignKeyConstraint, MetaData, String, Table, create_engine
from sqlalchemy.exc import DBAPIError
from tests import first_version
from tests.postgres import empty_database
from typer.testing import CliRunner

import reverie
from reverie import safekeeping
from reverie.cli.commands import app
from reverie.config import Config
from reverie.errors import ConfigError, InvalidInput
from reverie.store import distribution, migrations
from reverie.store.database import Store
from reverie.store.engine.placement import BY_OWNER, DIRECTORY, Lying, beside_owners, lying

pytestmark = pytest.mark.postgres

STAND_IN = """
CREATE SCHEMA stand_in;
CREATE TYPE public.distribution_type AS ENUM ('hash', 'range', 'append');
CREATE TABLE stand_in.tables (table_name regclass, citus_table_type text, distribution_column text,
    colocation_id int, shard_count int);
CREATE VIEW public.citus_tables AS SELECT * FROM stand_in.tables;
CREATE FUNCTION stand_in.see(moved regclass, by text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND (conrelid = moved OR confrelid = moved)) THEN
        RAISE EXCEPTION 'cannot distribute %: it has foreign keys', moved;
    END IF;
    IF by IS NOT NULL AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = moved AND i.indisunique AND NOT EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = moved AND a.attname = by AND a.attnum = ANY (i.indkey)))
    THEN RAISE EXCEPTION 'cannot distribute %: unique without %', moved, by; END IF;
END $$;
CREATE FUNCTION public.create_reference_table(table_name regclass) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    PERFORM stand_in.see(table_name, NULL);
    INSERT INTO stand_in.tables VALUES (table_name, 'reference', '<none>', 1, 1);
END $$;
CREATE FUNCTION public.create_distributed_table(table_name regclass, distribution_column text,
    distribution_type public.distribution_type DEFAULT 'hash', colocate_with text DEFAULT 'default',
    shard_count int DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE beside record; BEGIN
    PERFORM stand_in.see(table_name, distribution_column);
    IF colocate_with = 'none' THEN
        INSERT INTO stand_in.tables VALUES (table_name, 'distributed', distribution_column,
            (SELECT coalesce(max(colocation_id), 1) + 1 FROM stand_in.tables), shard_count);
        RETURN;
    END IF;
    SELECT * INTO STRICT beside FROM stand_in.tables t WHERE t.table_name = colocate_with::regclass;
    INSERT INTO stand_in.tables VALUES (table_name, 'distributed', distribution_column,
        beside.colocation_id, beside.shard_count);
END $$;
"""


@pytest.fixture
def plain(postgres_url: str) -> Iterator[str]:
    with empty_database(postgres_url) as made:
        yield made


@pytest.fixture
def url(plain: str) -> str:
    with psycopg.connect(plain.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(STAND_IN)
    return plain


def keys(url: str) -> set[tuple[str, ...]]:
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        asked = "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' AND conparentid = 0"
        return {(name, told) for name, told in connection.execute(asked)}


def test_a_filled_database_is_spread_with_its_keys_and_rows(url: str) -> None:
    with reverie.open(url, embedder="none", config=Config(embedder="none")) as luna:
        luna.meet("Ada").say("My favorite food is ramen.")
    before = keys(url)
    assert [one.name for one in safekeeping.check(url) if not one.ok] == ["nodes"]
    sent = safekeeping.distribute(url, shards=8)
    moved = [one for one in sent if one.startswith("SELECT")]
    assert len(moved) == len(DIRECTORY) + len(BY_OWNER)
    assert moved[len(DIRECTORY)].startswith("SELECT create_distributed_table('heads', 'owner', 'hash', 'none', 8)")
    assert keys(url) == before
    (nodes,) = [one for one in safekeeping.check(url) if one.name == "nodes"]
    assert (nodes.ok, nodes.seen) == (True, f"{len(BY_OWNER)} tables by their owner, in 8 shards")
    assert safekeeping.distribute(url) == []
    with reverie.open(url, embedder="none", config=Config(embedder="none")) as luna:
        assert luna.meet("Ada").recall("What is my favorite food?").hits


def test_wherever_it_is_stopped_it_goes_on(url: str) -> None:
    Store(url).close()
    before = keys(url)
    assert len(before) > len(BY_OWNER)
    whole = safekeeping.distribute(url, rehearsing=True)
    assert keys(url) == before, "a rehearsal sends nothing"
    with closing(Store(url)) as store:
        for stopped in (1, 5, len(whole) // 3, len(whole) // 2, len(whole) - 3):
            with store.outside_transactions() as connection:
                now = lying(connection)
                assert now is not None
                for step in distribution.plan(now, distribution._keys_there(connection), 8)[:stopped]:
                    connection.execute(step)
    safekeeping.distribute(url)
    assert keys(url) == before
    assert all(one.ok for one in safekeeping.check(url))


def test_a_plan_is_nothing_where_all_lies_well_and_names_what_does_not() -> None:
    well = {one.name: Lying(kind="reference") for one in DIRECTORY}
    well |= {one.name: Lying(kind="distributed", by="owner", group=2, shards=8) for one in BY_OWNER}
    names = {str(key.name) for one in (*DIRECTORY, *BY_OWNER) for key in one.foreign_key_constraints}
    assert distribution.plan(well, names) == []
    assert distribution.wrong(well) == []
    bad = well | {
        "users": Lying(kind="distributed", by="id", group=3, shards=8),
        "memories": Lying(kind="distributed", by="id", group=2, shards=8),
        "log": Lying(kind="distributed", by="owner", group=9, shards=8),
    }
    del bad["receipts"]
    assert distribution.wrong(bad) == [
        "users is not on every node",
        "memories is not distributed by its owner",
        "log does not lie beside heads",
        "receipts is on one node alone",
    ]
    (only,) = distribution.plan({n: one for n, one in well.items() if n != "receipts"}, names)
    assert distribution.written(only).startswith(
        "SELECT create_distributed_table('receipts', 'owner', 'hash', 'heads')"
    )


def test_the_keys_of_an_upgraded_database_have_the_names_of_the_schema(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        first_version.make(connection)
    migrations.upgrade(engine)
    engine.dispose()
    upgraded = {name for name, _told in keys(url)}
    assert upgraded == {str(key.name) for one in (*DIRECTORY, *BY_OWNER) for key in one.foreign_key_constraints}
    safekeeping.distribute(url)
    assert all(one.ok for one in safekeeping.check(url))


def test_a_table_that_an_upgrade_makes_lies_where_it_should(url: str) -> None:
    Store(url).close()
    safekeeping.distribute(url)
    asked = "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'"
    with closing(Store(url)) as store, store.engine.begin() as connection:
        connection.exec_driver_sql(asked)  # a name with a dot is any extension's
        new = MetaData()
        made = Table(
            "walks",
            new,
            Column("owner", String(36), primary_key=True),
            Column("message_id", String(36), primary_key=True),
            ForeignKeyConstraint(["owner", "message_id"], ["messages.owner", "messages.id"], name="fk_walks_message"),
        )
        DIRECTORY[0].to_metadata(new)
        next(one for one in BY_OWNER if one.name == "messages").to_metadata(new)
        next(one for one in BY_OWNER if one.name == "conversations").to_metadata(new)
        with beside_owners(connection):
            made.create(connection)
        now = lying(connection)
        assert now is not None
        assert now["walks"] == now["messages"]
    assert "fk_walks_message" in {name for name, _told in keys(url)}


def test_where_there_is_no_citus_it_says_so(plain: str, tmp_path: object) -> None:
    Store(plain).close()
    with pytest.raises(ConfigError, match="CREATE EXTENSION citus"):
        safekeeping.distribute(plain)
    assert len(safekeeping.distribute(plain, rehearsing=True)) > len(BY_OWNER)
    assert "nodes" not in [one.name for one in safekeeping.check(plain)]
    with pytest.raises(InvalidInput, match="1 shard or more"):
        safekeeping.distribute(plain, shards=0)
    Store(f"{tmp_path}/luna.db").close()
    with pytest.raises(ConfigError, match="reverie db copy"):
        safekeeping.distribute(f"{tmp_path}/luna.db")


def test_it_is_a_command(url: str) -> None:
    Store(url).close()

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(app, ["db", *arguments, "--store", url], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.stdout

    shown = run("distribute", "--dry-run", "--shards", "4")
    assert "SELECT create_reference_table('users')" in shown
    assert json.loads(run("distribute", "--json"))["sent"] is True
    assert run("distribute") == "Every table is already distributed.\n"
    assert "in 64 shards" in run("check")


# -- on a cluster --------------------------------------------------------------------------------


@pytest.fixture
def cluster() -> str:
    url = os.environ.get("TEST_CITUS")
    if url is None:
        pytest.skip("TEST_CITUS names no empty database of a cluster with Citus")
    return url


def test_on_a_cluster_every_statement_of_a_verb_is_one_task_on_one_node(cluster: str, tmp_path: object) -> None:
    from pathlib import Path

    from tests.contract.test_one_owner import SEVERAL, lived
    from tests.service.scene import START
    from tests.spread import tasks

    from reverie.testing import FrozenClock, HashEmbedder

    Store(cluster).close()
    safekeeping.distribute(cluster)
    assert all(one.ok for one in safekeeping.check(cluster))
    several: list[str] = []
    verb = ""

    def see(statement: str, count: int) -> None:
        if count > 1 and verb not in SEVERAL:
            several.append(f"{verb}: {count} tasks: {' '.join(statement.split())}")

    config = Config(embedder="none")
    with reverie.open(cluster, embedder=HashEmbedder(), clock=FrozenClock(START), config=config) as luna:
        for name, act in lived(luna, Path(str(tmp_path))).items():
            verb = name
            with tasks(see, luna._runtime.store.engine):
                act()
    assert several == []


def test_on_a_cluster_a_row_of_nobody_is_refused(cluster: str) -> None:
    engine = create_engine(cluster)
    with pytest.raises(DBAPIError), engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO heads VALUES ('nobody', 1, 1, 1)")
    engine.dispose()
