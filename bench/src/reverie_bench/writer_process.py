"""One of many writers: a process that writes a person's memory for a while and notes what it was told is kept.

The one idea: a note is written, and on the disk, only after the call came back. So whatever stands in the notes was
acknowledged, and ``reverie_bench.durability`` can ask the store for all of it. The writers' clocks disagree by up to
minutes and jump, as those of several machines do.

Run as a program it is given an ``Errand`` as JSON on standard input, starts the processes, and waits for them.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.synchronize import Barrier

    from reverie.app.companion import Reverie
    from reverie.app.person import Person
    from reverie.config import Config

BASE = datetime(2026, 1, 1, tzinfo=UTC)
"""When what has a time of its own was said, and up to a year later."""

JUMP = 0.02
"""How often a writer's clock jumps, as a share of its acts."""

SLOTS = {"drink": "latest", "food": "latest", "color": "confident", "movie": "ask"}
"""Favorites that are written at once, and the rule of each when two values meet."""

_ONSETS, _VOWELS = "bdfgklmnprtvz", "aeiou"


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """What the writers do: whom they write of, where, how many, how long, and how far their clocks are off.

    ``owned`` says that nobody else's store is written, so that people are erased and upkeep is done too.
    """

    store: str
    person: str
    folder: str
    processes: int
    seconds: float
    seed: int
    skew_s: float = 180.0
    owned: bool = True
    acts: int | None = None
    """The most that each of them does; None is as much as there is time for."""
    only: tuple[str, ...] = ()
    """The acts that are done, by name; without any, all are."""


def settings() -> Config:
    """The settings under which they write: no embedder, and a rule of its own for some slots."""
    from reverie.config import Config

    rules = {f"favorite_{name}": rule for name, rule in SLOTS.items()}
    return Config.model_validate({"embedder": "none", "memory": {"conflicts": rules}})


def word(number: int) -> str:
    """A made-up word, another for each number, and unlike those of the numbers beside it."""
    scattered, letters = (number * 2_654_435_761 + 97) % 2**32, ""
    for _ in range(5):
        scattered, onset = divmod(scattered, len(_ONSETS))
        scattered, vowel = divmod(scattered, len(_VOWELS))
        letters += _ONSETS[onset] + _VOWELS[vowel]
    for _ in range(3):
        number, onset = divmod(number, len(_ONSETS))
        number, vowel = divmod(number, len(_VOWELS))
        letters += _ONSETS[onset] + _VOWELS[vowel]
    return letters


class Clock:
    """A clock that is wrong, and that somebody sets now and then."""

    def __init__(self, lots: random.Random, skew_s: float) -> None:
        self._lots, self._skew_s = lots, skew_s
        self.jump()

    def jump(self) -> None:
        """Be wrong by another amount."""
        self._off = timedelta(seconds=self._lots.uniform(-self._skew_s, self._skew_s))

    def __call__(self) -> datetime:
        """Tell a time."""
        return datetime.now(UTC) + self._off


@dataclass(slots=True)
class _Notes:
    """What was acknowledged: a line for each act, on the disk before the next one begins."""

    path: Path
    _file: Any = field(init=False)

    def __enter__(self) -> _Notes:
        self._file = self.path.open("a", encoding="utf-8")
        return self

    def __exit__(self, *_raised: object) -> None:
        self._file.close()

    def add(self, **told: object) -> None:
        self._file.write(json.dumps(told) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())


class Writer:
    """One writer: its companion, its person, and what it may do."""

    def __init__(self, errand: Errand, number: int, luna: Reverie, clock: Clock, lots: random.Random) -> None:
        self._errand, self._number, self._luna, self._clock, self._lots = errand, number, luna, clock, lots
        self._ada: Person = luna.meet(errand.person)
        self._made = 0
        self._shared = 0
        self._mine: list[str] = []
        self._acts: dict[str, tuple[int, Callable[[], dict[str, object]]]] = {
            "say": (30, partial(self._say, "drink")),
            "say at": (10, self._say_at),
            "say color": (6, partial(self._say, "color")),
            "say movie": (6, partial(self._say, "movie")),
            "say likes": (8, self._say_likes),
            "say shared": (8, self._say_shared),
            "remember": (4, self._remember),
            "correct": (4, self._correct),
            "forget": (4, self._forget),
            "undo": (4, self._undo),
            "unsay": (3, self._unsay),
            "import": (2, self._import),
            "observe": (4, self._observe),
            "update": (4, self._update),
            "edit": (2, self._edit),
            "recall": (4, self._recall),
        }
        if errand.owned:
            self._acts |= {"erase": (3, self._erase), "upkeep": (2, self._upkeep)}

    def write(self, notes: _Notes) -> None:
        """Do one thing after the other until the time is over, and note what came of each."""
        from reverie.errors import Conflict, NotFound, ReverieError

        names = list(self._errand.only or self._acts)
        weights = [self._acts[name][0] for name in names]
        ends = time.monotonic() + self._errand.seconds
        done = 0
        while time.monotonic() < ends and done != self._errand.acts:
            done += 1
            if self._lots.random() < JUMP:
                self._clock.jump()
            (name,) = self._lots.choices(names, weights)
            began = time.monotonic()
            try:
                told = self._acts[name][1]()
            except (Conflict, NotFound) as error:  # an answer, where somebody else was quicker
                told = {"refused": type(error).__name__, "why": str(error)}
            except ReverieError as error:
                told = {"error": type(error).__name__, "why": str(error)}
            notes.add(act=name, by=self._number, began=began, ended=time.monotonic(), **told)

    def try_everything(self) -> None:
        """Do each thing once."""
        for _often, act in self._acts.values():
            act()

    def _next(self) -> int:
        self._made += 1
        return self._made * self._errand.processes + self._number

    def _said(self, text: str, key: str | None = None, at: datetime | None = None, **more: object) -> dict[str, object]:
        said = self._ada.say(text, id=key, at=at)
        if said.message is None:
            return {"error": "Lost", "why": f"{text!r} was not kept"}
        steps = [one.step.value for one in said.learned]
        memories = [one.memory.id for one in said.learned if one.memory is not None]
        return {"message": said.message.id, "text": text, "key": key, "steps": steps, "memories": memories, **more}

    def _say(self, slot: str) -> dict[str, object]:
        number = self._next()
        said = self._said(f"My favorite {slot} is {word(number)}.", f"say-{number}", slot=slot, value=word(number))
        if slot == "drink":
            self._mine.append(str(said.get("message")))
        return said

    def _say_at(self) -> dict[str, object]:
        number = self._next()
        at = BASE + timedelta(microseconds=self._lots.randrange(365 * 86_400 * 1_000_000))
        said = self._said(f"My favorite food is {word(number)}.", f"at-{number}", at, slot="food", value=word(number))
        return {**said, "at": at.isoformat()}

    def _say_likes(self) -> dict[str, object]:
        return self._said("I like jazz.", likes=True)

    def _say_shared(self) -> dict[str, object]:
        """Say what every other writer says under the same id, at about the same time."""
        self._shared += 1
        return self._said(f"I like {word(self._shared)} tea.", f"shared-{self._shared}")

    def _remember(self) -> dict[str, object]:
        value = word(self._next())
        learned = self._ada.remember(f"Favorite color is {value}.", key="favorite_color", value=value)
        return {"slot": "color", "value": value, "sure": True, "steps": [one.step.value for one in learned]}

    def _correct(self) -> dict[str, object]:
        value = word(self._next())
        home = [memory for memory in self._ada.memories() if memory.key == "home"]
        if not home:
            return self._said(f"I live in {value}.", home=value)
        self._ada.user_model.correct(home[0].id, f"Lives in {value}.", value=value)
        return {"home": value, "of": home[0].id}

    def _forget(self) -> dict[str, object]:
        value = word(self._next())
        said = self._said(f"I own a {value}.")
        forgotten = self._ada.forget(str(said["memories"][0]))  # type: ignore[index] # a list, as _said made it
        return {"forgotten": value, "memory": [memory.id for memory in forgotten.memories], "emptied": said["message"]}

    def _undo(self) -> dict[str, object]:
        value = word(self._next())
        said = self._said(f"I am afraid of {value}.")
        self._ada.undo(message=str(said["message"]))
        return {**said, "undone": value}

    def _unsay(self) -> dict[str, object]:
        value = word(self._next())
        said = self._said(f"I work at {value}.")
        self._ada.unsay(str(said["message"]))
        return {"unsaid": said["message"], "value": value}

    def _import(self) -> dict[str, object]:
        """Bring in a history that the other writers bring in too."""
        batch = self._lots.randrange(6)
        sessions = [
            {
                "id": f"history-{batch}/{sitting}",
                "datetime": (BASE + timedelta(days=batch, hours=sitting)).isoformat(),
                "turns": [{"role": "user", "text": f"I visited {word(10**9 + t)} in {batch}."} for t in range(3)],
            }
            for sitting in range(2)
        ]
        path = Path(self._errand.folder) / f"history-{self._number}.jsonl"
        path.write_text(json.dumps({"id": f"history-{batch}", "sessions": sessions}) + "\n", "utf-8")
        report = self._luna.import_history(path, self._ada)
        return {"imported": batch, "turns": 6, "came": report.messages, "known": report.known}

    def _observe(self) -> dict[str, object]:
        value = word(self._next())
        recorded = self._ada.user_model.record(f"Speaks of {value} with care", category="interest")
        return {"observed": value, "memory": recorded.memory.id}

    def _update(self) -> dict[str, object]:
        value = word(self._next())
        self._ada.user_model.update("interests", value, action="append")
        return {"listed": "interests", "value": value}

    def _edit(self) -> dict[str, object]:
        """Add a line to the profile as YAML, as somebody does in an editor."""
        value = word(self._next())
        page = self._ada.user_model.yaml()
        head, named, rest = page.partition("\nhobbies:")
        self._ada.user_model.edit(f"{head}{named}\n  - {value}{rest}")
        return {"listed": "hobbies", "value": value}

    def _recall(self) -> dict[str, object]:
        """Look whether what was said is found at once."""
        number = self._next()
        said = self._said(f"The harbour smells of {word(number)}.", f"say-{number}")
        found = self._ada.recall(f"harbour {word(number)}", limit=3)
        if not any(word(number) in hit.text for hit in found):
            return {"error": "NotRecalled", "why": f"{said['text']} was said and not found"}
        return said

    def _erase(self) -> dict[str, object]:
        name = f"Stranger {word(self._next())}"
        stranger = self._luna.directory.add(name)
        stranger.say(f"My favorite food is {word(self._next())}.")
        receipt = self._luna.erase(stranger)
        return {"erased": name, "id": stranger.id, "left": receipt.left}

    def _upkeep(self) -> dict[str, object]:
        kept = self._luna.upkeep()
        return {"episodes": kept.episodes}


def write(errand: Errand, number: int, together: Barrier | None = None) -> None:
    """Be one writer, from opening the store to the end; all begin ``together``."""
    import reverie

    lots = random.Random(f"{errand.seed} {number}")  # noqa: S311 # made up to be repeated, not to be secret
    clock = Clock(lots, errand.skew_s)
    path = Path(errand.folder) / f"notes-{number}.jsonl"
    with (
        _Notes(path) as notes,
        _noting_what_ends_it(notes, number),
        reverie.open(errand.store, companion="Luna", clock=clock, config=settings()) as luna,
    ):
        writer = Writer(errand, number, luna, clock, lots)
        if together is not None:
            together.wait()
        writer.write(notes)


@contextmanager
def _noting_what_ends_it(notes: _Notes, number: int) -> Iterator[None]:
    """Note an error that is nobody's answer before it ends the process."""
    from reverie.errors import ReverieError

    now = time.monotonic()
    try:
        yield
    except (ReverieError, LookupError, ValueError, TypeError, OSError) as error:
        notes.add(
            act="end", by=number, began=now, ended=time.monotonic(), error=type(error).__name__, why=str(error)[:500]
        )
        raise


def _all(errand: Errand) -> int:
    """Start the writers and wait for them; give how many failed."""
    import reverie

    with reverie.open(":memory:", config=settings()) as luna:  # what is loaded and compiled now is there in every fork
        once = Writer(errand, 0, luna, Clock(random.Random(), 0.0), random.Random())  # noqa: S311 # as above
        once.try_everything()
    context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    together = context.Barrier(errand.processes)
    writers = [context.Process(target=write, args=(errand, n, together)) for n in range(errand.processes)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    return sum(writer.exitcode != 0 for writer in writers)


def given(errand: Errand) -> str:
    """An errand as the program reads it."""
    return json.dumps(asdict(errand))


if __name__ == "__main__":
    sys.exit(_all(Errand(**json.load(sys.stdin))))
