"""How a PostgreSQL is spread over several nodes (Citus), empty or filled, and what of it does not lie as it should.

The one idea: what is to be sent follows from the schema and from what lies where, so it can be stopped and run again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, Select, inspect
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import AddConstraint, DropConstraint

from reverie.errors import ConfigError
from reverie.store.database import Store
from reverie.store.engine.placement import BY_OWNER, DIRECTORY, SHARDS, Lying, keys_of, lying, moved, put_back
from reverie.store.schema import heads

Step = Select[object] | DropConstraint | AddConstraint

_NO_CITUS = "this PostgreSQL has no Citus: CREATE EXTENSION citus on every node, and add the nodes to the first"


def plan(lying: Mapping[str, Lying], there: Collection[str], shards: int = SHARDS) -> list[Step]:
    """What has to be sent, in order, where tables lie as they do, and the keys ``there`` are (by name) between them.

    Keys between tables are taken away before one moves, and put back when both lie where they should.
    """
    moving = [one for one in (*DIRECTORY, *BY_OWNER) if one.name not in lying]
    every = {key: one for one in (*DIRECTORY, *BY_OWNER) for key in keys_of(one)}
    away = [key for key, one in every.items() if key.name in there and (one in moving or key.referred_table in moving)]
    back = [key for key in every if key in away or key.name not in there]
    moves: list[Step] = [moved(one, shards) for one in moving]
    return [*map(DropConstraint, away), *moves, *map(put_back, back)]


def written(step: Step) -> str:
    """A step as it is sent."""
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    compiled = step.compile(dialect=dialect, compile_kwargs={"literal_binds": True})
    return " ".join(str(compiled).split())


def wrong(lying: Mapping[str, Lying]) -> list[str]:
    """What does not lie as it should, in words."""
    first = lying.get(heads.name)
    found = []
    for one in (*DIRECTORY, *BY_OWNER):
        how = lying.get(one.name)
        if how is None:
            found.append(f"{one.name} is on one node alone")
        elif one in DIRECTORY and how.kind != "reference":
            found.append(f"{one.name} is not on every node")
        elif one in BY_OWNER and how.by != "owner":
            found.append(f"{one.name} is not distributed by its owner")
        elif one in BY_OWNER and first is not None and how.group != first.group:
            found.append(f"{one.name} does not lie beside {heads.name}")
    return found


def distribute(store: Store, shards: int = SHARDS, *, rehearsing: bool = False) -> list[str]:
    """Spread a database that is empty or filled over its nodes; give what was sent. What lies well stays as it is.

    Nobody may write meanwhile: for a moment nothing keeps rows of nobody out. ``rehearsing`` sends nothing.

    Raises:
        ConfigError: it is no PostgreSQL, or has no Citus.
        StoreError: a step failed; what was done before it stands, and running it again goes on.
    """
    if store.on_sqlite:
        raise ConfigError("a SQLite file is on one machine: copy it to a PostgreSQL first, with `reverie db copy`")
    with store.outside_transactions() as connection:
        now = lying(connection)
        if now is None and not rehearsing:
            raise ConfigError(_NO_CITUS)
        steps = plan(now or {}, _keys_there(connection), shards)
        for step in steps if not rehearsing else ():
            connection.execute(step)
    return [written(step) for step in steps]


def _keys_there(connection: Connection) -> set[str]:
    found = inspect(connection).get_multi_foreign_keys()
    return {str(key["name"]) for of_table in found.values() for key in of_table if key["name"] is not None}
