"""Vectors of pictures, beside the memories that they are of, in the geometries of image models.

A scene may have one of each space: given by whoever perceived it, and made by the present model. They go where their
memory goes; a deleted memory takes them along.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, insert, literal_column, select

from reverie.records.memories import Kind
from reverie.store import row_mapping
from reverie.store.row_mapping import Row
from reverie.store.schema import memories, pictures
from reverie.store.tables.gateway import Gateway

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureVector:
    """A picture's vector as it is stored: int8, and the scale that makes it unit length again."""

    item_id: str
    space: str
    vector: bytes
    scale: float


_OF_ITEMS = select(pictures).where(
    pictures.c.owner == bindparam("owner"), pictures.c.item_id.in_(bindparam("ids", expanding=True))
)
_IN_SPACE = (
    select(pictures.c.item_id, pictures.c.vector, pictures.c.scale)
    .where(pictures.c.owner == bindparam("owner"), pictures.c.space == bindparam("space"))
    .order_by(pictures.c.item_id)
)
# By the beginning of the key, which is indexed: by kind, every memory of the owner would be read. And the status is
# written out: only then does the planner know that a partial index holds all it needs.
_SCENES = select(memories.c.id).where(
    memories.c.owner == bindparam("owner"),
    memories.c.key >= "scene:",
    memories.c.key < "scene;",
    memories.c.kind == Kind.SCENE,
    memories.c.status == literal_column("'active'"),
)
_ANY_SCENE = _SCENES.limit(1)


class Pictures(Gateway):
    """An owner's picture vectors."""

    def put(self, owner: str, vector: PictureVector) -> None:
        """Write a vector; one of the same item and space is replaced."""
        there = (pictures.c.owner == owner, pictures.c.item_id == vector.item_id, pictures.c.space == vector.space)
        self._connection.execute(delete(pictures).where(*there))
        row = row_mapping.columns(vector)
        self._connection.execute(insert(pictures).values(owner=owner, **row))

    def all(self, owner: str) -> list[PictureVector]:
        """Every vector of an owner's pictures, whatever its space, by item."""
        query = select(pictures).where(pictures.c.owner == owner).order_by(pictures.c.item_id, pictures.c.space)
        return [_vector(row) for row in self._connection.execute(query).mappings()]

    def in_space(self, owner: str, space: str, dimensions: int) -> tuple[list[str], NDArray[np.float32]]:
        """Ids and vectors, shape (n, dimensions), of an owner's pictures in a space, forgotten ones among them."""
        import numpy as np

        asked = {"owner": owner, "space": space}
        rows = [row for row in map(tuple, self._connection.execute(_IN_SPACE, asked)) if len(row[1]) == dimensions]
        ids, vectors, scales = zip(*rows, strict=True) if rows else ((), (), ())
        codes = np.frombuffer(b"".join(vectors), dtype=np.int8).reshape(len(rows), dimensions)
        return list(ids), codes * np.array(scales, dtype=np.float32)[:, None]

    def spaces(self, owner: str) -> list[str]:
        """The spaces in which an owner's pictures have vectors."""
        query = select(pictures.c.space).where(pictures.c.owner == owner).distinct().order_by(pictures.c.space)
        return list(self._connection.execute(query).scalars())

    def dimensions(self, owner: str, space: str) -> int | None:
        """How many numbers an owner's vectors of a space have; None where there are none."""
        there = (pictures.c.owner == owner, pictures.c.space == space)
        query = select(func.length(pictures.c.vector)).where(*there).limit(1)
        return self._connection.execute(query).scalar_one_or_none()

    def any_scene(self, owner: str) -> bool:
        """Whether an owner has an active scene."""
        return self._connection.execute(_ANY_SCENE, {"owner": owner}).first() is not None

    def without(self, owner: str, space: str) -> list[str]:
        """Ids of the active scenes that have no vector in a space, the oldest first."""
        has = select(pictures.c.item_id).where(pictures.c.owner == owner, pictures.c.space == space)
        query = _SCENES.where(memories.c.id.not_in(has)).order_by(memories.c.id)
        return list(self._connection.execute(query, {"owner": owner}).scalars())

    def copy(self, owner: str, to: str, became: Mapping[str, str]) -> None:
        """Give another owner's memories, by what these items ``became`` there, the vectors that they lack."""
        theirs = {(one.item_id, one.space) for one in self.all(to)}
        for one in map(_vector, self._these(_OF_ITEMS, owner, became)):
            item_id = became[one.item_id]
            if (item_id, one.space) not in theirs:
                self.put(to, PictureVector(item_id=item_id, space=one.space, vector=one.vector, scale=one.scale))


def _vector(row: Row) -> PictureVector:
    return PictureVector(item_id=row["item_id"], space=row["space"], vector=row["vector"], scale=row["scale"])
