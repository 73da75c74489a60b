"""What needs a store to be tried: tools, questions, messages, edited profiles, histories and archives from outside.

Each is tried on one companion who knows Ada. What may be refused is refused with an error of Reverie, and Bob, who is
never spoken for, is the same afterwards.
"""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.inputs import NASTY
from tests.fuzz.readers import TARGETS, Target
from tests.service.scene import MINUTE, START

import reverie
from reverie.app.tools import TOOLS, Toolbox
from reverie.config import Config
from reverie.errors import ReverieError
from reverie.records.conversations import cleaned
from reverie.testing import FrozenClock

_SIGNS = ("~", "=", ":", "|", "/", "\\", "#", "%", "{", "}", "$1", "_", "'", '"', "\n", "\x1f", "\u0301", "ß", "İ")
KNOWN = {target.name: target for target in TARGETS}


class House:
    """A companion, Ada who is tried with, and Bob who is not."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock = folder, FrozenClock(START)
        self.luna = reverie.open(folder / "luna.db", clock=self.clock, config=Config(embedder="none"))
        self.ada, self.bob = self.luna.meet("Ada"), self.luna.meet("Bob")
        self.bob.say("My favorite food is herring. I live in Bergen.")
        self.box = Toolbox(self.luna, self.ada)
        self.archive = folder / "bob.zip"
        self.luna.archives.pack(self.archive, self.bob)
        self.before = self.bobs()
        self.steps = 0

    def bobs(self) -> str:
        """All that is kept of Bob."""
        return json.dumps({**self.luna.export(self.bob), "exported_at": ""}, sort_keys=True)

    def step(self) -> None:
        """Time goes by; Ada begins anew now and then, for what is looked through grows with what is kept."""
        self.clock.advance(MINUTE)
        self.steps += 1
        if self.steps % 300 == 0:
            self.luna.erase(self.ada)
            self.ada = self.luna.meet("Ada")
            self.box = Toolbox(self.luna, self.ada)
        if self.steps % 100 == 0:
            assert self.bobs() == self.before, "Bob changed"

    def tool(self, text: str, dice: Random) -> None:
        """Call a tool, with JSON that is none or with arguments that may be none."""
        name = dice.choice((*TOOLS, text[:20]))
        fields = [*TOOLS[name].model_fields, "x"] if name in TOOLS else ["x"]
        told = {field: _value(dice, text) for field in dice.sample(fields, dice.randint(0, len(fields)))}
        outcome = self.box.run(name, text if dice.random() < 0.3 else told)
        assert isinstance(json.loads(outcome.content), dict), "no answer"

    def question(self, text: str, dice: Random) -> None:
        """Ask, and make a context."""
        with suppress(ReverieError):
            self.ada.recall(text)
            self.ada.context(text, budget=dice.choice((0, 50, 400)))

    def message(self, text: str, dice: Random) -> None:
        """Say it; what is kept is what was said, or less."""
        role = dice.choice(("user", "user", "assistant", "peer"))
        with suppress(ReverieError):
            said = self.ada.say(text, role=role)
            if said.message is not None and role == "peer" and "removed]" not in said.message.text:
                assert said.message.text == cleaned(text), "another message is kept"
        with suppress(ReverieError):
            self.ada.forget(text[:40])

    def told(self, text: str, dice: Random) -> None:
        """Say a sentence that teaches something, with one word of it changed: a sign in it is no grammar of ours."""
        words = dice.choice(KNOWN["rules"].wholes).split(" ")
        at = dice.randrange(len(words))
        words[at] = dice.choice((f"{words[at]}{dice.choice(_SIGNS)}x", f"x{dice.choice(_SIGNS)}", text[:12]))
        with suppress(ReverieError):
            self.ada.say(" ".join(words))

    def page(self, text: str, dice: Random) -> None:
        """Edit the profile."""
        with suppress(ReverieError):
            self.ada.user_model.edit(text if dice.random() < 0.5 else self.ada.user_model.yaml() + text)
            self.ada.user_model.yaml()

    def history(self, text: str, dice: Random) -> None:
        """Bring a file, twice."""
        path = self.folder / "chat.jsonl"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        with suppress(ReverieError):
            self.luna.import_history(path, self.ada, speaker=dice.choice((None, None, "Ada")))
            again = self.luna.import_history(path, self.ada, speaker=None)
            assert again.messages == 0 or again.known > 0, "the second time brings it again"

    def unpacked(self, text: str, dice: Random) -> None:
        """Bring an archive in which something was changed."""
        path = self.folder / "changed.zip"
        path.write_bytes(_changed(self.archive.read_bytes(), text, dice))
        with suppress(ReverieError):
            self.luna.archives.unpack(path, into="Ada")


def _value(dice: Random, text: str) -> object:
    value: object = dice.choice(
        (text, text[:30], dice.choice(NASTY), 7, -1, 10**30, 1e308, True, None, [text], {"a": text})
    )
    return value


def _changed(archive: bytes, text: str, dice: Random) -> bytes:
    if dice.random() < 0.4:
        at = dice.randrange(len(archive))
        return archive[:at] + text.encode("utf-8", "surrogatepass")[:40] + archive[at + dice.randint(0, 40) :]
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            content = old.read(name).decode()
            if dice.random() < 0.4:
                at = dice.randint(0, len(content))
                content = content[:at] + text[:200] + content[at + dice.randint(0, 3) :]
            if dice.random() > 0.05:
                new.writestr(name, content.encode("utf-8", "surrogatepass"))
    return made.getvalue()


_SHARES: Sequence[tuple[str, str, int]] = (
    ("tool", "answers", 12),
    ("question", "rules", 8),
    ("message", "commands", 8),
    ("told", "rules", 8),
    ("page", "yaml", 2),
    ("history", "histories", 4),
    ("unpacked", "folders", 4),
)
"""What is tried, with the texts of which reader, and its share."""


@contextmanager
def targets() -> Iterator[list[Target]]:
    """Targets on a store of their own."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        with house.luna:
            yield [_target(house, verb, KNOWN[like], weight) for verb, like, weight in _SHARES]


def _target(house: House, verb: str, like: Target, weight: int) -> Target:
    def check(text: str, dice: Random) -> Any:
        house.step()
        getattr(house, verb)(text, dice)

    return Target(name=verb, check=check, pieces=like.pieces, wholes=like.wholes, weight=weight)
