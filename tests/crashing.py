"""Processes that are killed while they write, at random moments and at every single one, and what is found afterwards.

A verb is a generator that works on a store and yields when something was acknowledged. It is run once to the end, and
what the store holds is noted at every yield. Then it is run again and again on copies, each time in a process that is
killed (SIGKILL); the copy is opened as anybody would open it, and has to hold one of two things: what was last
acknowledged, or the step after it, whole. A verb that is ``resumed`` does its work in parts and may be found in
between: run again, it has to come to the same end.

It runs as a program, so that each process that dies is a fork of one in which everything is loaded and compiled.
"""

from __future__ import annotations

import json
import os
import random
import select
import shutil
import signal
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, text

import reverie
from reverie import Reverie, safekeeping
from reverie.config import Config
from reverie.records.memories import Kind
from reverie.testing import FrozenClock, HashEmbedder
from tests.first_version import make as make_first
from tests.service.scene import DAY, START

SITTINGS = 4
WORD = "zanzibarian"
STATEMENT_EVENTS = ("before_cursor_execute", "commit")
FILE_EVENTS = frozenset({"os.rename", "os.link", "os.remove", "os.truncate", "shutil.copyfile", "sqlite3.connect"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Which verbs die where: at ``random_kills`` random moments each, or at every moment (each ``stride``-th)."""

    folder: str
    verbs: tuple[str, ...]
    random_kills: int = 0
    stride: int = 0
    seed: int = 0


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What became of a verb: how often it was killed, how often it had got to its end, and what was wrong after."""

    killed: int = 0
    ended: int = 0
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """Something that is done to a store in a folder."""

    work: Callable[[Path], Iterator[None]]
    prepare: Callable[[Path], None]
    resumed: bool = False


def opened(path: Path, *, later: timedelta = timedelta(0), dimensions: int = 16) -> Reverie:
    """The store of a folder."""
    clock = FrozenClock(START + later)
    return reverie.open(
        path / "luna.db",
        companion="Luna",
        embedder=HashEmbedder(dimensions),
        clock=clock,
        config=Config(embedder="none"),
    )


# -- the verbs -----------------------------------------------------------------------------------


def known(path: Path) -> None:
    """Two people of whom something of every sort is known."""
    with opened(path) as luna:
        ada, bob = luna.meet("Ada"), luna.meet("Bob")
        for words in ("I live in Lyon.", "I like jazz and ramen.", "My favorite food is pizza.", "I feel sad today."):
            ada.say(words)
            bob.say(words)
        ada.say("My favorite food is ramen.")
        ada.user_model.record("Likes maps", category="interest")
        history(path)
        luna.import_history(path / "before.jsonl", ada)


def history(path: Path) -> None:
    """Write two files of history into a folder."""
    for name, sittings in (("before", 1), ("history", SITTINGS)):
        sessions = [
            {
                "id": f"{name}-{n}",
                "datetime": (START - DAY * (n + 1)).isoformat(),
                "turns": [{"role": "user", "text": f"I own a {name} lamp{n}{t}. I like {name} tea."} for t in "abc"],
            }
            for n in range(sittings)
        ]
        (path / f"{name}.jsonl").write_text(json.dumps({"id": name, "sessions": sessions}) + "\n", "utf-8")


def say(path: Path) -> Iterator[None]:
    with opened(path) as luna:
        ada = luna.meet("Ada")
        for n, food in enumerate(("sushi", "soup", "bread")):
            ada.say(f"My favorite food is {food}. I like {food} with friends.", id=f"say-{n}")
            yield


def import_history(path: Path) -> Iterator[None]:
    with opened(path) as luna:
        luna.import_history(path / "history.jsonl", luna.meet("Ada"))
        yield


def undo(path: Path) -> Iterator[None]:
    with opened(path) as luna:
        ada = luna.meet("Ada")
        brought = [c for c in luna.export(ada)["changes"] if c["batch"]]
        (batch,) = {str(c["batch"]) for c in brought}
        for change in brought[:-3:-1]:
            ada.undo(str(change["id"]))
            yield
        ada.undo(batch=batch)
        yield


def forget(path: Path) -> Iterator[None]:
    with opened(path) as luna:
        ada = luna.meet("Ada")
        ada.forget("ramen")
        yield
        ada.unsay(ada.messages()[0].id)
        yield
        ada.user_model.update("interests", "chess", action="append")
        yield


def erase(path: Path) -> Iterator[None]:
    with opened(path) as luna:
        for person in luna.people():
            if person.name == "Ada":
                luna.erase(luna.find(person.id))
        yield


def with_word(path: Path) -> None:
    """What `known` makes, and a word of Ada's alone: in a message, what it taught, and the log of one taken back."""
    known(path)
    with opened(path) as luna:
        ada = luna.find("Ada")
        ada.say(f"I collect {WORD} stamps.")
        ada.say(f"What are {WORD} stamps?")
        ada.unsay(ada.messages()[-1].id)


def erase_message(path: Path) -> Iterator[None]:
    with opened(path) as luna:
        ada = luna.find("Ada")
        for message in ada.messages():
            if WORD in message.text:
                luna.erase(ada, message=message.id)
        yield


def merge(path: Path) -> Iterator[None]:
    with opened(path) as luna:
        luna.directory.merge(luna.find("Bob"), into=luna.find("Ada"))
        yield
        luna.find("Ada").say("I play chess.", id="chess")
        yield


def upkeep(path: Path) -> Iterator[None]:
    with opened(path, later=timedelta(days=2)) as luna:
        luna.find("Bob").settings(retention_days=1)
        yield
        luna.upkeep()
        yield


def reindex(path: Path) -> Iterator[None]:
    with opened(path, dimensions=24) as luna:
        luna.reindex()
        yield


def backup(path: Path) -> Iterator[None]:
    safekeeping.backup(path / "copy.db", path / "luna.db", force=True)
    yield


def with_backup(path: Path) -> None:
    known(path)
    safekeeping.backup(path / "copy.db", path / "luna.db")
    with opened(path) as luna:
        luna.find("Ada").say("I play chess.")


def restore(path: Path) -> Iterator[None]:
    safekeeping.restore(path / "copy.db", path / "luna.db", force=True)
    yield


def archived(path: Path) -> None:
    known(path)
    with opened(path) as luna:
        luna.archives.pack(path / "ada.zip", luna.find("Ada"))
    for end in ("", "-wal", "-shm"):
        (path / f"luna.db{end}").unlink(missing_ok=True)
    with opened(path) as luna:
        luna.meet("Grace").say("I live in Paris.")


def unpack(path: Path, into: str | None = None) -> Iterator[None]:
    with opened(path) as luna:
        luna.archives.unpack(path / "ada.zip", into=into)
        yield


def first_version(path: Path) -> None:
    """A store of the first version, in which somebody has said something."""
    engine = create_engine(f"sqlite:///{path / 'luna.db'}")
    at = int(START.timestamp() * 1_000_000)
    with engine.begin() as connection:
        make_first(connection)
        for statement in (
            "INSERT INTO users (id, kind, handle, folded, name, guest, created_at, revision) "
            "VALUES ('ada', 'person', 'ada', 'ada', 'Ada', 0, :at, 1)",
            "INSERT INTO heads (owner, seq, generation, at) VALUES ('ada', 0, 0, :at)",
            "INSERT INTO conversations (owner, id, started_at) VALUES ('ada', 'talk', :at)",
            "INSERT INTO messages (owner, id, conversation_id, role, speaker, text, sent_at, learnable, revision) "
            "VALUES ('ada', 'one', 'talk', 'user', 'Ada', 'I like jazz.', :at, 1, 1)",
            "INSERT INTO entries (owner, item_id, item, tokens, words, question_share, temporal, scale) "
            "VALUES ('ada', 'one', 'message', x'', 3, 0, 0, 0)",
        ):
            connection.execute(text(statement), {"at": at})
    engine.dispose()
    if "REVERIE_ENCRYPTION__KEY" in os.environ:
        safekeeping.encrypt(path / "luna.db")


def migrate(path: Path) -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", reverie.ReverieWarning)
        with opened(path) as luna:
            luna.find("Ada").say("I play chess.", id="chess")
            yield


VERBS = {
    "say": Verb(work=say, prepare=known),
    "import": Verb(work=import_history, prepare=known, resumed=True),
    "undo": Verb(work=undo, prepare=known),
    "forget": Verb(work=forget, prepare=known),
    "erase": Verb(work=erase, prepare=known, resumed=True),
    "erase a message": Verb(work=erase_message, prepare=with_word, resumed=True),
    "merge": Verb(work=merge, prepare=known),
    "upkeep": Verb(work=upkeep, prepare=known, resumed=True),
    "reindex": Verb(work=reindex, prepare=known, resumed=True),
    "backup": Verb(work=backup, prepare=with_backup),
    "restore": Verb(work=restore, prepare=with_backup),
    "unpack": Verb(work=unpack, prepare=archived, resumed=True),
    "join": Verb(work=partial(unpack, into="Grace"), prepare=archived, resumed=True),
    "migrate": Verb(work=migrate, prepare=first_version),
}


# -- looking -------------------------------------------------------------------------------------


def seen(path: Path) -> dict[str, Any]:
    """What a store holds, without its ids: the people, what they said, what is known of them; and of a copy beside."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", reverie.ReverieWarning)
        with opened(path) as luna:
            found = {user.name: _person(luna, user.id) for user in luna.people()}
            with luna._runtime.store.reading() as session:
                spaces = {u.name: {str(k): n for k, n in session.entries.spaces(u.id).items()} for u in luna.people()}
    there: dict[str, Any] = {"people": found, "spaces": spaces, WORD: WORD.encode() in (path / "luna.db").read_bytes()}
    if (path / "copy.db").exists():
        there["copy"] = [one.seen for one in safekeeping.check(path / "copy.db") if not one.ok]
    return there


def _person(luna: Reverie, user_id: str) -> dict[str, Any]:
    with luna._runtime.store.reading() as session:
        # An episode is drawn from what was said, at any time after it.
        memories = [m for m in session.memories.all(user_id) if m.kind is not Kind.EPISODE]
        voices = Counter(link.from_id for link in session.links.find(user_id))
        return {
            "messages": sorted(m.text for m in session.dialogue.messages(user_id)),
            "memories": sorted([m.text, m.status, m.confidence, m.validations, voices[m.id]] for m in memories),
            "settings": session.people.settings(user_id),
        }


def _found(verb: Verb, path: Path, acknowledged: int, states: list[dict[str, Any]]) -> Iterator[str]:
    """What is wrong with a store in which a process died after so many acknowledgements."""
    try:
        now = seen(path)
        yield from (f"db check: {c.name}: {c.seen}" for c in safekeeping.check(path / "luna.db") if not c.ok)
        if not verb.resumed:
            whole = states[acknowledged : acknowledged + 2]
            if now not in whole:
                yield f"after {acknowledged} of {len(states) - 1} steps: {_unlike(now, whole)}"
            return
        for _step in verb.work(path):
            pass
        then = seen(path)
        if then != states[-1]:
            yield f"taken up after {acknowledged} steps it ended otherwise: {_unlike(then, states[-1:])}"
    except (reverie.ReverieError, LookupError, ValueError) as error:
        yield f"{type(error).__name__}: {error}\n{traceback.format_exc(limit=-4)}"


def _unlike(now: dict[str, Any], states: list[dict[str, Any]]) -> str:
    """In what something differs from the nearest of some states."""
    told = json.dumps(now, sort_keys=True, indent=0).splitlines()
    unlike = [set(told) ^ set(json.dumps(state, sort_keys=True, indent=0).splitlines()) for state in states]
    _size, nearest = min((len(lines), sorted(lines)) for lines in unlike)
    return "; ".join(nearest[:12]) or "the same lines in another number"


# -- dying ---------------------------------------------------------------------------------------


def _die_at(moment: int, tell: Callable[[bytes], object]) -> Callable[[], None]:
    """Let this process die at the ``moment``-th thing that it does to a database, a file, or who waits for it."""
    left = [moment]

    def count(*_told: object, **_more: object) -> None:
        left[0] -= 1
        if left[0] == 0:
            tell(b"!")
            os.kill(os.getpid(), signal.SIGKILL)

    for name in STATEMENT_EVENTS:
        event.listen(Engine, name, count)
    sys.addaudithook(lambda name, _given: count() if name in FILE_EVENTS else None)
    return count


def _fork(verb: Verb, path: Path, moment: int | None) -> tuple[int, int]:
    """Let a verb work in a process of its own; its id, and the pipe through which it says what was acknowledged."""
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.close(writer)
        return child, reader
    os.close(reader)
    status = 1
    with suppress(BaseException):
        os.write(writer, b"(")
        at = _die_at(moment, partial(os.write, writer)) if moment else (lambda: None)
        for _step in verb.work(path):
            at()
            os.write(writer, b"+")
        at()
        os.write(writer, b")")
        status = 0
    os._exit(status)


def _told(reader: int, child: int, kill_after: float | None) -> tuple[str, bool]:
    """Everything that a process told until it died, and whether it died by our hand; killed after so many seconds."""
    told = ""
    until: float | None = None
    while True:
        left = None if until is None else max(0.0, until - time.monotonic())
        if select.select([reader], [], [], left)[0]:
            read = os.read(reader, 64).decode()
            if not read:
                break
            told += read
            if until is None and kill_after is not None:
                until = time.monotonic() + kill_after
        else:
            os.kill(child, signal.SIGKILL)
            until = None
            kill_after = None
    os.close(reader)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status not in (0, -signal.SIGKILL):
        told += "?"
    return told, status == -signal.SIGKILL


def _run(verb: Verb, name: str, plan: Plan) -> Outcome:
    folder = Path(plan.folder) / name
    template, clean = folder / "template", folder / "clean"
    template.mkdir(parents=True)
    verb.prepare(template)
    shutil.copytree(template, clean)
    states, outcome = [seen(shutil.copytree(template, folder / "begin"))], Outcome()
    for _step in verb.work(clean):
        states.append(seen(shutil.copytree(clean, folder / f"state-{len(states)}")))
    began = time.monotonic()
    child, reader = _fork(verb, shutil.copytree(template, folder / "whole"), None)
    _told(reader, child, None)
    lasted = time.monotonic() - began
    lots = random.Random(f"{plan.seed} {name}")
    moments: list[tuple[int | None, float | None]] = []
    moments += [(None, lots.uniform(0.0, lasted)) for _ in range(plan.random_kills)]
    moments += [(n, None) for n in range(1, 100_000, plan.stride)] if plan.stride else []
    for number, (moment, kill_after) in enumerate(moments):
        path = shutil.copytree(template, folder / f"trial-{number}")
        child, reader = _fork(verb, path, moment)
        told, killed = _told(reader, child, kill_after)
        outcome.killed += killed
        outcome.ended += told.endswith(")")
        where = f"{name}, killed " + (f"after {kill_after:.4f} s" if moment is None else f"at moment {moment}")
        if "?" in told:
            outcome.problems.append(f"{where}: it failed before it was killed: {told}")
        outcome.problems += [f"{where}: {one}" for one in _found(verb, path, told.count("+"), states)]
        shutil.rmtree(path)
        if moment is not None and not killed:
            break
    return outcome


def main(plan: Plan) -> None:
    """Let every verb of a plan die, and write what was found, a line for each."""
    for name in plan.verbs:
        began = time.monotonic()
        outcome = _run(VERBS[name], name, plan)
        outcome.seconds = round(time.monotonic() - began, 2)
        sys.stdout.write(json.dumps([name, asdict(outcome)]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Plan(**json.load(sys.stdin)))
