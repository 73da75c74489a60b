"""Any history of two people and a guest: after each step it is what a simple model says, and nobody else changed."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from tests.service.remembering import FACTS, FEELINGS, FOODS, HOME, LIKES, Fact, Saying, Somebody
from tests.service.scene import EVERY, MINUTE, ON_SERVER, START, opened, texts

import reverie
from reverie import Person
from reverie.config import Config
from reverie.conversations.episode_upkeep import DRAWING
from reverie.memory.lifecycle import expired
from reverie.records.memories import Memory, Status
from reverie.safekeeping import check
from reverie.testing import FrozenClock

WHO = st.sampled_from(["Ada", "Bob", "guest"])
FACT = st.sampled_from(FACTS)
PLACE = st.integers(0, 99)
ASKS = Config.model_validate({"embedder": "none", "memory": {"conflicts": {HOME: "ask"}}})


@dataclass(slots=True, eq=False)
class Act:
    """A change that can be undone: what that does in the model, and whether it was done."""

    who: str
    change: str
    turn: Callable[[int], None]
    standing: bool = True
    turned_by: str | None = None


class Histories(RuleBasedStateMachine):
    """Does one thing after the other, and looks."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "luna.db"
        self.clock = FrozenClock(START)
        self.luna = opened(self.path, self.clock, ASKS)
        self.people: dict[str, Person] = {"guest": self.luna.guest()}
        self.model: dict[str, Somebody] = {"guest": Somebody()}
        self.acts: list[Act] = []
        self.paused: set[str] = set()
        self.choosy: set[str] = set()
        self.apart: Somebody | None = None  # Bob, while he is one with Ada
        self.were_one = False
        self.erased: set[str] = set()
        self.files = 0
        self.pasts: dict[str, list[tuple[datetime, list[str]]]] = {}
        for name in ("Ada", "Bob"):
            self.met(name)
        self.exports = {name: self.export(name) for name in self.people}
        self.touched: set[str] = set()

    def met(self, name: str) -> None:
        self.people[name], self.model[name] = self.luna.meet(name), Somebody()
        self.pasts.pop(name, None)

    def begun(self, who: str) -> tuple[Person, Somebody, datetime]:
        """A step of somebody begins, a minute after the last one."""
        self.clock.advance(MINUTE)
        self.touched = {who} if self.apart is None or who == "guest" else {"Ada", "Bob"}
        return self.people[who], self.model[who], self.clock()

    def those_touched(self) -> list[tuple[str, Person]]:
        """Whose memory may have changed: the exports of the others are the same."""
        return [(name, self.people[name]) for name in sorted(self.touched)]

    def export(self, name: str) -> str:
        return json.dumps({**self.luna.export(self.people[name]), "exported_at": ""}, sort_keys=True)

    def changes(self, person: Person) -> list[dict[str, Any]]:
        """What was done; episodes are drawn beside it."""
        return [one for one in self.luna.export(person)["changes"] if one["cause"] != DRAWING]

    def acted(self, who: str, cause: str, turn: Callable[[int], None]) -> None:
        newest = self.changes(self.people[who])[-1]
        assert newest["cause"] == cause
        self.acts.append(Act(who, newest["id"], turn))

    def kept(self, who: str) -> bool:
        return not {who, "Ada" if self.apart and who == "Bob" else who} & self.paused

    # -- saying ------------------------------------------------------------------------------------

    def learned(self, who: str, fact: Fact, said: reverie.Said, at: datetime) -> None:
        model, now = self.model[who], self.clock()
        if not self.kept(who):
            assert said.message is None
            return
        assert said.message is not None
        model.messages.append(said.message.id)
        if who in self.choosy and fact.preference:
            return
        saying = Saying(at, now, fact.slot, fact.value, message=said.message.id)
        model.sayings.append(saying)
        self.acted(who, "learn", saying.turn)

    @rule(who=WHO, fact=FACT)
    def say(self, who: str, fact: Fact) -> None:
        person, _model, now = self.begun(who)
        self.learned(who, fact, person.say(fact.words), now)

    @rule(who=WHO, fact=st.sampled_from([*FOODS, *FEELINGS]), hours=st.sampled_from([1, 8, 10, 13, 17, 90, 200]))
    def say_late(self, who: str, fact: Fact, hours: int) -> None:
        person, _model, now = self.begun(who)
        at = now - timedelta(hours=hours, seconds=30)
        self.learned(who, fact, person.say(fact.words, at=at), at)

    @rule(who=WHO, fact=FACT)
    def say_off_the_record(self, who: str, fact: Fact) -> None:
        person, _model, _now = self.begun(who)
        assert person.off_record().say(fact.words).message is None

    @rule(who=WHO, fact=st.sampled_from(LIKES))
    def say_it_is_over(self, who: str, fact: Fact) -> None:
        person, model, now = self.begun(who)
        said = person.say(f"I no longer like {fact.value}.")
        if not self.kept(who):
            assert said.message is None
            return
        assert said.message is not None
        model.messages.append(said.message.id)
        if said.learned:
            saying = Saying(now, now, fact.slot, None, message=said.message.id)
            model.sayings.append(saying)
            self.acted(who, "learn", saying.turn)

    @rule(who=WHO, fact=FACT)
    def remember(self, who: str, fact: Fact) -> None:
        person, model, now = self.begun(who)
        if not self.kept(who) or (who in self.choosy and fact.preference):
            with pytest.raises(reverie.Refused):
                person.remember(fact.words)
            return
        person.remember(fact.words)
        saying = Saying(now, now, fact.slot, fact.value)
        model.sayings.append(saying)
        self.acted(who, "remember", saying.turn)

    @rule(who=WHO, some=st.lists(st.sampled_from([*FOODS, *LIKES]), min_size=1, max_size=3, unique=True))
    def import_twice(self, who: str, some: list[Fact]) -> None:
        person, model, now = self.begun(who)
        if not self.kept(who) or who in self.choosy:
            return
        self.files += 1
        began = START - timedelta(days=100 - self.files, minutes=self.files)
        turns = [
            {"role": "user", "text": one.words, "datetime": (began + place * MINUTE).isoformat()}
            for place, one in enumerate(some)
        ]
        chat = Path(self.folder.name) / "chat.jsonl"
        chat.write_text(json.dumps({"id": f"chat-{self.files}", "sessions": [{"turns": turns}]}), "utf-8")
        first, again = self.luna.import_history(chat, person), self.luna.import_history(chat, person)
        assert (first.messages, first.broken, again.messages, again.known) == (len(some), [], 0, len(some))
        new = [m.id for m in person.messages() if m.id not in model.messages]
        for place, (one, message) in enumerate(zip(some, new, strict=True)):
            model.sayings.append(Saying(began + place * MINUTE, now, one.slot, one.value, message=message))
        model.messages += new

    # -- taking back -------------------------------------------------------------------------------

    def some_memory(self, who: str, place: int) -> Memory | None:
        found = [m for m in self.people[who].memories(statuses=EVERY) if m.status is not Status.RETRACTED]
        return found[place % len(found)] if found else None

    @rule(who=WHO, place=PLACE)
    def forget_by_topic(self, who: str, place: int) -> None:
        person, model, now = self.begun(who)
        memory = self.some_memory(who, place)
        if memory is None:
            return
        fact = next(fact for fact in FACTS if fact.text == memory.text)
        assert person.forget(fact.value, preview=True)
        assert person.forget(fact.value)
        self.forgotten(who, fact, [s for s in model.sayings if (s.slot, s.value) == (fact.slot, fact.value)], now)

    @rule(who=WHO, place=PLACE)
    def forget_by_id(self, who: str, place: int) -> None:
        person, model, now = self.begun(who)
        memory = self.some_memory(who, place)
        if memory is None or memory.key == HOME:
            return
        fact = next(fact for fact in FACTS if fact.text == memory.text)
        meant = next(s for s in model.line(fact.slot, now) if (s.value, s.start) == (fact.value, memory.valid_from))
        assert person.forget(memory.id)
        self.forgotten(who, fact, meant.sayings, now)

    def forgotten(self, who: str, fact: Fact, gone: list[Saying], now: datetime) -> None:
        apart = self.apart if who != "guest" else None  # who is one with them forgets it too
        if fact.slot == HOME:
            told = [Saying(now, now, HOME, fact.value, verb="forget") for _one in (self.model[who], apart) if _one]
            for one, saying in zip((self.model[who], apart), told, strict=False):
                assert one is not None
                one.sayings.append(saying)

            def taken(by: int) -> None:
                for saying in told:
                    saying.turn(by)

            self.acted(who, "forget", taken)
            return
        first = {id(one.twin): one for one in (() if apart is None else apart.sayings) if one.twin is not None}
        fresh = [first.get(id(one), one) for one in gone if one.forgotten is None and not one.taken]

        def turn(by: int) -> None:
            for one in fresh:
                one.forget(now if by > 0 else None)

        turn(1)
        self.acted(who, "forget", turn)

    def settled(self, who: str, message: str) -> bool:
        """Whether a message taught nothing of the slot that asks, where what came later leans on it."""
        return all(s.slot != HOME for s in self.model[who].sayings if s.message == message)

    def those_who_said(self, who: str, message: str) -> list[Somebody]:
        """Whose message it is: also of the one who is one with somebody now."""
        found = [self.model[who]]
        if self.apart is not None and who != "guest" and message in self.apart.messages:
            found.append(self.apart)
        return found

    @rule(who=WHO, place=PLACE)
    def unsay(self, who: str, place: int) -> None:
        person, model, _now = self.begun(who)
        if not model.messages or not self.settled(who, message := model.messages[place % len(model.messages)]):
            return
        person.unsay(message)
        for one in self.those_who_said(who, message):
            one.messages.remove(message)
            one.unlearn(message)

    @rule(who=WHO, place=PLACE)
    def undo_a_message(self, who: str, place: int) -> None:
        person, model, _now = self.begun(who)
        if not model.messages or not self.settled(who, message := model.messages[place % len(model.messages)]):
            return
        person.undo(message=message)
        for one in self.those_who_said(who, message):
            one.unlearn(message)

    @rule()
    def undo_the_last(self) -> None:
        """What was done last is always undone, and done again, exactly."""
        if self.acts and self.newest(self.acts[-1]):
            act = self.acts[-1]
            person, _model, _now = self.begun(act.who)
            act.turned_by = person.undo(act.change).change.id
            act.turn(-1)
            act.standing = False

    @rule()
    def undo_the_undoing(self) -> None:
        if self.acts and not self.acts[-1].standing and self.acts[-1].turned_by is not None:
            act = self.acts[-1]
            if self.changes(self.people[act.who])[-1]["id"] != act.turned_by:
                return
            person, _model, _now = self.begun(act.who)
            person.undo(act.turned_by)
            act.turn(1)
            self.acts.pop()

    @rule(place=PLACE)
    def undo_a_forgetting(self, place: int) -> None:
        """Whatever came since is folded around, unless something stands in its slot or is forgotten too."""
        found = [act for act in self.acts if act.standing and self.cause(act) == "forget"]
        if not found:
            return
        act = found[place % len(found)]
        person, _model, _now = self.begun(act.who)
        try:
            act.turned_by = person.undo(act.change).change.id
        except reverie.Conflict:
            return
        act.turn(-1)
        act.standing = False

    def cause(self, act: Act) -> str:
        return next((str(one["cause"]) for one in self.changes(self.people[act.who]) if one["id"] == act.change), "")

    def newest(self, act: Act) -> bool:
        changes = self.changes(self.people[act.who])
        return act.standing and changes[-1]["id"] == act.change

    # -- deciding ----------------------------------------------------------------------------------

    @rule(who=WHO, place=PLACE, accept=st.booleans())
    def decide(self, who: str, place: int, accept: bool) -> None:
        person, model, now = self.begun(who)
        waiting = person.memories(statuses=frozenset({Status.PROPOSED}))
        if not waiting:
            return
        memory = waiting[place % len(waiting)]
        person.decide(memory.id, accept=accept)
        fact = next(fact for fact in FACTS if fact.text == memory.text)
        verb = "accept" if accept else "decline"
        saying = Saying(now, now, HOME, fact.value, verb=verb)
        model.sayings.append(saying)
        self.acted(who, verb, saying.turn)

    @rule(who=WHO, place=PLACE, fact=st.sampled_from(FOODS))
    def correct(self, who: str, place: int, fact: Fact) -> None:
        person, model, now = self.begun(who)
        food = next((m for m in person.memories() if m.key == fact.slot), None)
        if food is None or not self.kept(who) or who in self.choosy or food.text == fact.text:
            return
        person.user_model.correct(food.id, fact.text, value=fact.value)
        model.sayings.append(Saying(now, now, fact.slot, fact.value))

    @rule(who=WHO, pause=st.booleans())
    def pause(self, who: str, pause: bool) -> None:
        if self.apart is not None and who != "guest":
            return
        person, _model, _now = self.begun(who)
        person.settings(paused=pause)
        (self.paused.add if pause else self.paused.discard)(who)

    @rule(who=WHO, off=st.booleans())
    def choose(self, who: str, off: bool) -> None:
        if self.apart is not None and who != "guest":
            return
        person, _model, _now = self.begun(who)
        person.settings(categories_off=("preference",) if off else ())
        (self.choosy.add if off else self.choosy.discard)(who)

    # -- everybody ---------------------------------------------------------------------------------

    @rule(hours=st.integers(1, 9), upkeep=st.booleans())
    def time_goes_by(self, hours: int, upkeep: bool) -> None:
        self.clock.advance(timedelta(hours=hours))
        self.touched = set(self.people) if upkeep else set()
        if upkeep:
            self.luna.upkeep()

    @precondition(lambda self: self.apart is None and not {"Ada", "Bob"} & (self.paused | self.choosy))
    @rule()
    def merge(self) -> None:
        if all(HOME in self.model[name].slots() for name in ("Ada", "Bob")):
            return
        _person, ada, now = self.begun("Ada")
        self.luna.directory.merge(self.people["Bob"], into=self.people["Ada"])
        self.touched = {"Ada", "Bob"}
        self.apart = self.model["Bob"]
        brought = self.apart.told(now)
        ada.sayings += brought.sayings
        ada.messages += brought.messages
        self.model["Bob"] = ada
        self.were_one = True
        self.acts = [act for act in self.acts if act.who == "guest"]

    @precondition(lambda self: self.apart is not None)
    @rule()
    def split(self) -> None:
        assert self.apart is not None
        _person, ada, _now = self.begun("Ada")
        self.people["Bob"] = self.luna.directory.split("Bob")
        ada.without(self.apart)
        self.model["Bob"], self.apart = self.apart, None
        self.pasts.pop("Bob", None)
        self.acts = [act for act in self.acts if act.who == "guest"]

    @precondition(lambda self: self.apart is None)
    @rule(who=st.sampled_from(["Ada", "Bob"]))
    def erase(self, who: str) -> None:
        person, _model, _now = self.begun(who)
        assert self.luna.erase(person).proved is not ON_SERVER  # a server can tell no bytes
        with pytest.raises(reverie.NotFound):
            self.luna.find(who)
        if self.were_one:  # that they were is told no more
            self.touched, self.were_one = {"Ada", "Bob"}, False
        self.met(who)
        self.paused.discard(who)
        self.choosy.discard(who)
        self.acts = [act for act in self.acts if act.who != who]

    # -- looking -----------------------------------------------------------------------------------

    @invariant()
    def nobody_else_changed(self) -> None:
        now = {name: self.export(name) for name in self.people}
        for name in self.people:
            assert name in self.touched or now[name] == self.exports[name]
        self.exports = now

    @invariant()
    def it_is_as_the_model_says(self) -> None:
        now = self.clock()
        for name, person in self.those_touched():
            model, every = self.model[name], person.memories(statuses=EVERY)
            assert sorted(message.id for message in person.messages()) == sorted(model.messages)
            assert sorted(texts(person.memories())) == model.texts(now)
            assert sorted(_state(m, now) for m in every if m.status is not Status.RETRACTED) == model.states(now)
            _linked(every)
            past = self.pasts.setdefault(name, [])
            for moment, _known in past[-3:]:
                assert sorted(texts(person.memories(as_of=moment))) == model.texts(now, moment)
            past.append((now, texts(person.memories())))

    @invariant()
    def it_finds_what_is_so_and_nothing_that_is_gone(self) -> None:
        now = self.clock()
        for name, person in self.those_touched():
            model = self.model[name]
            held, ever = model.texts(now), {(one.slot, one.value) for one in model.stretches(now)}
            for fact in FACTS[int(now.timestamp() // 60) % 3 :: 3]:
                found = [hit.text for hit in person.recall(fact.text, limit=20)]
                if name in self.choosy and fact.preference:
                    assert fact.text not in found
                elif fact.text in held:
                    assert {fact.text, fact.words} & set(found)
                elif (fact.slot, fact.value) not in ever:
                    assert fact.text not in found

    @invariant()
    def its_history_ends_as_it_is(self) -> None:
        for _name, person in self.those_touched():
            last = {event.after.id: event.after for event in person.history() if event.after is not None}
            for memory in person.memories(statuses=EVERY):
                if memory.status is not Status.RETRACTED:
                    assert last[memory.id].status is memory.status
                    assert last[memory.id].text == memory.text

    def teardown(self) -> None:
        self.luna.close()
        wrong = [one for one in check(self.path) if not one.ok]
        self.folder.cleanup()
        assert wrong == []


def _state(memory: Memory, now: datetime) -> tuple[str, str, datetime, datetime | None]:
    over = memory.status is Status.ACTIVE and expired(memory, now)
    status, end = (Status.EXPIRED, memory.expires_at) if over else (memory.status, memory.valid_to)
    return memory.text, status.value, memory.valid_from, end


def _linked(every: list[Memory]) -> None:
    """One active value a slot, and what supersedes what stands on both."""
    active = [m.key for m in every if m.status is Status.ACTIVE]
    assert len(active) == len(set(active))
    there = {m.id: m for m in every if m.status is not Status.RETRACTED}
    for memory in there.values():
        if memory.supersedes in there:
            assert there[memory.supersedes].superseded_by == memory.id
        if memory.superseded_by in there:
            assert there[memory.superseded_by].supersedes == memory.id


HOW = settings(derandomize=True, database=None, suppress_health_check=list(HealthCheck))


def histories(many: int, steps: int) -> None:
    how = settings(HOW, max_examples=many, stateful_step_count=steps)
    run_state_machine_as_test(Histories, settings=how)


@pytest.mark.timeout(900)
def test_any_history_is_what_the_model_says() -> None:
    histories(4, 10)


@pytest.mark.nightly
@pytest.mark.timeout(4 * 3600)
def test_many_histories_are_what_the_model_says() -> None:
    histories(600, 25)
