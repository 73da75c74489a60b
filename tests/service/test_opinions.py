"""What a companion thinks: formed once, stronger when said again, held where it contradicts, never overwritten."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from tests.service.scene import DAY, START, Scene, opened

import reverie
from reverie import Conflict, InvalidInput, NotFound, Refused, Reverie
from reverie.memory.writing import Step
from reverie.persona.opinion_changes import Opinions
from reverie.records.memories import Kind, Relation, Status
from reverie.records.opinions import Occasion, OpinionCategory
from reverie.testing import FrozenClock, HashEmbedder

RAIN = "I love long walks in the rain at night"
NO_RAIN = "I hate long walks in the rain at night"


@pytest.fixture
def thinks(scene: Scene) -> Opinions:
    return scene.luna.opinions


@pytest.fixture
def wordless() -> Iterator[Reverie]:
    """A companion without an embedder."""
    with reverie.open(":memory:", companion="Luna", embedder="none", clock=FrozenClock(START)) as luna:
        yield luna


def test_an_opinion_keeps_on_what_occasion_it_was_formed(scene: Scene, thinks: Opinions) -> None:
    said = scene.ada.say("Do you like remakes?")
    assert said.message is not None
    on = Occasion(
        user=scene.ada.id,
        message=said.message.id,
        conversation=said.message.conversation_id,
        platform="discord",
        channel="films",
        related_users=(scene.ada.id,),
        related_entities=("film:dune",),
    )
    made = thinks.add("Remakes", "Remakes are worth it", "aesthetic", strength=0.4, reason="Dune", occasion=on)
    known = thinks.get("remakes")
    assert (made.step, made.against, made.cut, known) == (Step.ADDED, (), (), made.opinion)
    assert (known.name, known.opinion, known.category) == (
        "Remakes",
        "Remakes are worth it",
        OpinionCategory.AESTHETIC,
    )
    assert (known.strength, known.status, known.formed_at, known.reason) == (0.4, Status.ACTIVE, START, "Dune")
    assert (known.triggering_user, known.triggering_message) == (scene.ada.id, said.message.id)
    assert (known.platform, known.channel) == ("discord", "films")
    assert (known.related_users, known.related_entities) == ((scene.ada.id,), ("film:dune",))
    assert scene.ada.memories() == []  # it is the companion's, and not the person's


@pytest.mark.parametrize(
    ("category", "kept"), [("technical", "technical"), (" Social ", "social"), ("gossip", "philosophical")]
)
def test_an_unknown_category_becomes_philosophical(thinks: Opinions, category: str, kept: str) -> None:
    assert thinks.add("tabs", "I prefer tabs to spaces", category).opinion.category == kept


def test_what_is_too_long_is_cut_and_said_to_be(thinks: Opinions) -> None:
    made = thinks.add("n" * 300, "words " * 1000)
    assert (len(made.opinion.name), len(made.opinion.opinion)) == (256, 4096)
    assert made.cut == (
        "the name was cut from 300 to 256 characters",
        "the opinion was cut from 5,999 to 4,096 characters",
    )
    assert thinks.get("n" * 256).id == made.opinion.id


@pytest.mark.parametrize("strength", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_strength_is_from_0_to_1(thinks: Opinions, strength: float) -> None:
    with pytest.raises(InvalidInput, match="from 0 to 1"):
        thinks.add("jazz", "I love jazz", strength=strength)
    assert thinks.stats().total == 0


def test_nothing_empty_or_secret_is_kept(scene: Scene, thinks: Opinions) -> None:
    for name, opinion in [("", "I love jazz"), ("jazz", " \n ")]:
        with pytest.raises(InvalidInput, match="needs words"):
            thinks.add(name, opinion)
    with pytest.raises(Refused):
        thinks.add("passwords", "my password is hunter22")
    thinks.add("jazz", "I love jazz")
    with pytest.raises(Refused):
        thinks.evolve("jazz", "Jazz is dull", "my password is hunter22")
    assert b"hunter22" not in scene.bytes_on_disk()


@pytest.mark.parametrize("again", ["I love jazz", "i LOVE jazz!", "I really love jazz", "Jazz is honest music"])
def test_the_same_stance_again_reinforces(scene: Scene, thinks: Opinions, again: str) -> None:
    thinks.add("jazz", "I love jazz", strength=0.5, occasion=Occasion(related_users=("bob",)))
    scene.clock.advance(DAY)
    made = thinks.add("Jazz", again, strength=0.5, occasion=Occasion(related_users=("cleo",)))
    assert (made.step, made.opinion.strength) == (Step.REINFORCED, 0.65)
    assert (made.opinion.reinforced, made.opinion.reinforced_at) == (1, START + DAY)
    assert made.opinion.related_users == ("bob", "cleo")
    assert (made.opinion.opinion, thinks.stats().total) == ("I love jazz", 1)


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I love jazz", "I can't stand jazz"),
        ("Remakes are worth it", "Remakes aren't worth it"),
        ("I prefer tea to coffee", "I prefer coffee to tea"),
        ("Small talk is underrated", "Small talk is overrated"),
        ("Cats are better than dogs", "Dogs are better than cats"),
        ("Opera is best heard live", "Opera needs a translation on a screen"),
    ],
)
def test_another_stance_is_held_and_overwrites_nothing(thinks: Opinions, stands: str, told: str) -> None:
    first = thinks.add("it", stands).opinion
    made = thinks.add("it", told)
    assert (made.step, made.opinion.status, made.opinion.opinion) == (Step.PROPOSED, Status.PROPOSED, told)
    assert made.against == (first,)
    assert made.opinion.held_against == (first.id,)
    assert thinks.list() == [first]
    assert [one.opinion for one in thinks.held()] == [told]
    again = thinks.add("it", told)
    assert (again.opinion.id, again.opinion.reinforced) == (made.opinion.id, 1)
    assert thinks.stats().held == 1


def test_a_conflict_is_a_link_from_the_newer_to_the_older(scene: Scene, thinks: Opinions) -> None:
    first = thinks.add("jazz", "I love jazz").opinion
    held = thinks.add("jazz", "I can't stand jazz").opinion
    runtime = scene.luna._runtime
    with runtime.store.reading() as session:
        (link,) = session.links.find(scene.luna.companion.id, of=held.id)
    assert (link.relation, link.from_id, link.to_id) == (Relation.CONTRADICTS, held.id, first.id)


def test_what_is_held_is_decided(thinks: Opinions) -> None:
    first = thinks.add("jazz", "I love jazz", "aesthetic", strength=0.9).opinion
    declined = thinks.decide(thinks.add("jazz", "Jazz is boring").opinion.id, accept=False)
    assert (declined.status, thinks.list(), thinks.held()) == (Status.RETRACTED, [first], [])
    accepted = thinks.decide(thinks.add("jazz", "I can't stand jazz").opinion.id, accept=True)
    assert (accepted.status, accepted.strength, accepted.category) == (Status.ACTIVE, 0.6, OpinionCategory.AESTHETIC)
    assert [(turn.old, turn.new) for turn in accepted.history] == [("I love jazz", "I can't stand jazz")]
    assert thinks.list() == [accepted]
    with pytest.raises(NotFound):
        thinks.decide(accepted.id, accept=True)
    thinks.undo()
    assert (thinks.list(), len(thinks.held())) == ([first], 1)


def test_another_name_that_is_near_in_meaning(thinks: Opinions) -> None:
    walks = thinks.add("rain", RAIN).opinion
    same = thinks.add("night walks", RAIN + "!")
    assert (same.step, same.opinion.id) == (Step.REINFORCED, walks.id)
    held = thinks.add("wet walks", NO_RAIN)
    assert (held.step, held.against[0].id) == (Step.PROPOSED, walks.id)
    added = thinks.add("fog", "I love long walks in the fog at night")
    assert (added.step, thinks.stats().active) == (Step.ADDED, 2)
    accepted = thinks.decide(held.opinion.id, accept=True)
    assert {one.id for one in thinks.list()} == {accepted.id, added.opinion.id}
    assert thinks.get(walks.id).id == accepted.id


def test_what_is_only_framed_alike_is_another_topic(thinks: Opinions) -> None:
    thinks.add("jazz", "If I am honest with myself, then jazz is lovely")
    added = thinks.add("opera", "If I am honest with myself, then opera is boring")
    assert len(thinks.find_conflicts("If I am honest with myself, then opera is boring", threshold=0.7)) == 2
    assert added.step is Step.ADDED


def test_what_is_held_against_one_that_evolved_replaces_what_it_is_now(thinks: Opinions) -> None:
    thinks.add("rain", RAIN)
    held = thinks.add("wet walks", NO_RAIN).opinion
    now = thinks.evolve("rain", "I love long walks in the rain, by day", "I slipped").opinion
    thinks.decide(held.id, accept=True)
    assert thinks.get(now.id).id == held.id
    assert thinks.stats().active == 1


def test_a_change_of_mind_keeps_what_was_thought_and_is_found_by_its_new_meaning(
    scene: Scene, thinks: Opinions
) -> None:
    first = thinks.add("remakes", "A second film is always a pointless copy", "aesthetic", strength=0.9).opinion
    scene.clock.advance(DAY)
    second = thinks.evolve("remakes", "New eyes find fresh gold there", "saw one that was better").opinion
    scene.clock.advance(DAY)
    third = thinks.evolve(first.id, "Most disappoint me, few shine", "saw ten more").opinion
    assert (third.strength, third.reinforced, third.category) == (0.6, 0, OpinionCategory.AESTHETIC)
    assert [(turn.at, turn.old, turn.new, turn.reason) for turn in third.history] == [
        (START + DAY, first.opinion, second.opinion, "saw one that was better"),
        (START + 2 * DAY, second.opinion, third.opinion, "saw ten more"),
    ]
    assert third.formed_at == START
    assert thinks.get(first.id) == thinks.get(second.id) == thinks.get("Remakes") == third
    (found,) = thinks.search("few shine", limit=1)
    assert found.id == third.id
    assert thinks.find_conflicts(first.opinion) == thinks.find_conflicts("nothing alike")
    assert [one.id for one in thinks.list(include_retracted=True)] == [third.id]


def test_a_change_of_mind_needs_a_reason_and_something_new(thinks: Opinions) -> None:
    thinks.add("jazz", "I love jazz")
    with pytest.raises(InvalidInput, match="reason"):
        thinks.evolve("jazz", "Jazz is dull", "  ")
    with pytest.raises(InvalidInput, match="already"):
        thinks.evolve("jazz", "i love JAZZ", "no reason")
    with pytest.raises(NotFound):
        thinks.evolve("opera", "Opera is dull", "slept")
    assert thinks.get("jazz").history == ()


def test_what_is_retracted_is_never_told_and_still_looked_into(scene: Scene, thinks: Opinions) -> None:
    jazz = thinks.add("jazz", "I love jazz", occasion=Occasion(related_users=(scene.ada.id,))).opinion
    scene.clock.advance(DAY)
    gone = thinks.retract("jazz", "it was a pose")
    assert (gone.status, gone.history[-1].at, gone.history[-1].new) == (Status.RETRACTED, START + DAY, None)
    assert gone.history[-1].reason == "it was a pose"
    assert list(thinks.list()) == list(thinks.search("jazz")) == list(thinks.find_conflicts("I love jazz")) == []
    assert len(thinks.for_injection("I love jazz", present=[scene.ada.id])) == 0
    assert thinks.list(include_retracted=True) == [gone] == [thinks.get(jazz.id)]
    (found,) = thinks.search("jazz", include_retracted=True)
    assert (found.id, found.similarity is not None) == (jazz.id, True)
    assert thinks.get(" Jazz ") == gone
    for verb in (thinks.reinforce, thinks.retract):
        for named in (jazz.id, "jazz"):
            with pytest.raises(Conflict) as refused:
                verb(named)
            assert refused.value.existing == jazz.id
    again = thinks.add("jazz", "I can't stand jazz")
    assert (again.step, again.opinion.history) == (Step.ADDED, ())
    assert thinks.get("jazz").id == again.opinion.id  # the active one goes first
    scene.clock.advance(DAY)
    thinks.retract("jazz", "a pose too")
    assert thinks.get("jazz").opinion == "I can't stand jazz"  # and else the one that was retracted last


def test_reinforcing_counts_and_dates(scene: Scene, thinks: Opinions) -> None:
    thinks.add("jazz", "I love jazz")
    seen = []
    for _ in range(3):
        scene.clock.advance(DAY)
        seen.append(thinks.reinforce("jazz"))
    assert [one.strength for one in seen] == [0.65, 0.755, 0.8285]
    assert [(one.reinforced, one.reinforced_at) for one in seen] == [(n, START + n * DAY) for n in (1, 2, 3)]
    held = thinks.add("jazz", "Jazz is boring").opinion
    with pytest.raises(Conflict, match="decide it first"):
        thinks.reinforce(held.id)


def test_the_list_is_strongest_first_by_category_and_limited(thinks: Opinions) -> None:
    for n, (name, category) in enumerate([("jazz", "aesthetic"), ("lying", "ethical"), ("opera", "aesthetic")]):
        thinks.add(name, f"{name} matters", category, strength=0.2 + n / 4)
    thinks.add("jazz", "jazz is boring")
    thinks.retract("lying")
    assert [one.name for one in thinks.list()] == ["opera", "jazz"]
    assert [one.name for one in thinks.list("aesthetic", limit=1)] == ["opera"]
    assert [one.name for one in thinks.list("ethical")] == []
    assert [one.name for one in thinks.list("ethical", include_retracted=True)] == ["lying"]
    told = thinks.stats()
    assert (told.total, told.active, told.retracted, told.held) == (4, 2, 1, 1)
    assert told.by_category == {"aesthetic": 2}
    with pytest.raises(InvalidInput, match="aesthetic, ethical"):
        thinks.list("gossip")
    with pytest.raises(InvalidInput, match="1 or more"):
        thinks.list(limit=0)


def test_conflicts_are_those_from_the_threshold_with_their_similarity(thinks: Opinions) -> None:
    thinks.add("rain", RAIN)
    thinks.add("jazz", "I adore old jazz records")
    (found,) = thinks.find_conflicts(NO_RAIN)
    assert found.name == "rain"
    assert found.similarity is not None
    assert 0.8 <= found.similarity < 1.0
    assert len(thinks.find_conflicts(NO_RAIN, threshold=found.similarity)) == 1
    assert len(thinks.find_conflicts(NO_RAIN, threshold=min(1.0, found.similarity + 0.01))) == 0
    for n in range(7):
        thinks.add(f"r{n}", f"{RAIN} in month number {n}{n}")
    assert len(thinks.find_conflicts(RAIN, threshold=0.3)) == 5
    with pytest.raises(InvalidInput):
        thinks.find_conflicts(RAIN, threshold=1.5)


def test_words_find_where_there_is_no_embedder_and_say_so(wordless: Reverie) -> None:
    thinks = wordless.opinions
    made = thinks.add("jazz", "It breathes like nothing else")
    thinks.add("opera", "I love opera")
    assert "no embedder" in made.degraded[0]
    found = thinks.search("what about jazz?")
    assert ([one.name for one in found], [one.similarity for one in found]) == (["jazz"], [None])
    assert "no embedder" in found.degraded[0]
    told = thinks.for_injection("shall we go to the opera?")
    assert ([one.name for one in told], "no embedder" in told.degraded[0]) == (["opera"], True)
    conflicts = thinks.find_conflicts("I hate opera")
    assert (len(conflicts), "no embedder" in conflicts.degraded[0]) == (0, True)
    assert thinks.add("opera", "I hate opera").step is Step.PROPOSED


def test_what_is_not_embedded_yet_is_said_and_mended(scene: Scene, clock: FrozenClock) -> None:
    with reverie.open(scene.path, companion="Luna", embedder="none", clock=clock) as blind:
        blind.opinions.add("jazz", "I adore old jazz records")
    thinks = scene.luna.opinions
    for found in (thinks.search("old records"), thinks.for_injection("old records"), thinks.find_conflicts("jazz")):
        assert list(found) == []
        assert "reverie reindex" in found.degraded[0]
    assert scene.luna.reindex() == 1
    assert [one.name for one in thinks.search("old records")] == ["jazz"]
    assert thinks.search("old records").degraded == ()


def test_injection_takes_the_topic_and_the_people_present(scene: Scene, thinks: Opinions) -> None:
    about_ada = Occasion(related_users=(scene.ada.id,))
    thinks.add("jazz", "Old jazz records are honest", strength=0.5)
    thinks.add("opera", "Opera is honest about grief", strength=0.9)
    thinks.add("ada", "She would make a fine judge", strength=0.8, occasion=about_ada)
    thinks.add("bob", "He talks too much", occasion=Occasion(related_users=("bob",)))
    names = [one.name for one in thinks.for_injection("my old jazz records", present=[scene.ada.id])]
    assert names == ["ada", "jazz"]  # 0.5 x 0.8 against a cosine x 0.5
    assert [one.name for one in thinks.for_injection("my old jazz records")] == ["jazz"]
    assert [one.name for one in thinks.for_injection("", present=["bob"])] == ["bob"]
    assert len(thinks.for_injection("xyzzy plugh")) == 0
    both = thinks.for_injection("a fine judge she would make", present=[scene.ada.id])
    assert [one.name for one in both] == ["ada"]


def test_injection_keeps_to_its_limits(thinks: Opinions) -> None:
    for n in range(12):
        thinks.add(f"jazz {n}", f"jazz number {n} " + "x" * (10 * n), strength=(n + 1) / 20)
    told = thinks.for_injection("jazz number")
    assert len(told) == 8
    vectors = HashEmbedder().embed(["jazz number", *(one.opinion for one in told)])
    scores = [float(v @ vectors[0]) * one.strength for v, one in zip(vectors[1:], told, strict=True)]
    assert scores == pytest.approx(sorted(scores, reverse=True), abs=0.01)  # vectors are kept in 8 bits
    small = thinks.for_injection("jazz number", max_chars=60)
    assert 0 < sum(len(one.opinion) for one in small) <= 60
    assert len(thinks.for_injection("jazz number", max_count=0)) == 0
    with pytest.raises(InvalidInput):
        thinks.for_injection("jazz", max_count=-1)


def test_companions_of_one_store_keep_their_opinions_apart(scene: Scene, clock: FrozenClock) -> None:
    scene.luna.opinions.add("jazz", "I love jazz", occasion=Occasion(related_users=(scene.ada.id,)))
    with reverie.open(scene.path, companion="Sol", embedder=scene.luna._runtime.embedder, clock=clock) as sol:
        assert sol.companion.id != scene.luna.companion.id
        thinks = sol.opinions
        assert (thinks.list(), list(thinks.search("jazz")), thinks.stats().total) == ([], [], 0)
        assert len(thinks.for_injection("jazz", present=[scene.ada.id])) == 0
        assert len(thinks.find_conflicts("I love jazz")) == 0
        luna = scene.luna.opinions.get("jazz")
        for verb in (thinks.get, thinks.reinforce, thinks.retract):
            with pytest.raises(NotFound):
                verb(luna.id)
        mine = thinks.add("jazz", "I can't stand jazz")
        assert mine.step is Step.ADDED
    assert scene.luna.opinions.list() == [luna]


def test_every_change_has_its_log_and_is_undone(scene: Scene, thinks: Opinions) -> None:
    thinks.add("jazz", "I love jazz")
    reinforced = thinks.reinforce("jazz")
    thinks.evolve("jazz", "Jazz is fine in small doses", "heard too much")
    thinks.undo()
    assert thinks.get("jazz") == reinforced
    thinks.retract("jazz", "a pose")
    thinks.undo()
    assert thinks.get("jazz").status is Status.ACTIVE
    with scene.luna._runtime.store.reading() as session:
        causes = [change.cause for change in session.changes.recent(scene.luna.companion.id)]
    assert causes[::-1] == ["remember", "reinforce", "evolve", "undo", "retract", "undo"]


# -- what the companion says ---------------------------------------------------------------------


def test_a_reply_adds_reinforces_contradicts_and_changes(scene: Scene, thinks: Opinions) -> None:
    def heard(text: str) -> list[tuple[str, str]]:
        scene.clock.advance(DAY)
        on = Occasion(user=scene.ada.id, message=f"of {scene.clock()}")
        return [(one.step.value, one.opinion.name) for one in thinks.heard(text, on)]

    assert heard("I love jazz. Shall we go?") == [("added", "jazz")]
    assert heard("Oh, I adore jazz!") == [("reinforced", "jazz")]
    assert heard("Honestly, I can't stand jazz.") == [("proposed", "jazz")]
    assert heard("I've changed my mind about jazz: it is too restless.") == [("superseded", "jazz")]
    assert heard("I've changed my mind about jazz: it is too restless.") == [("reinforced", "jazz")]
    assert heard("You said you love jazz. I think you should rest.") == []
    assert heard("I've changed my mind about opera: it is too loud.") == [("added", "opera")]
    assert heard("I love my password hunter22.") == []
    now = thinks.get("jazz")
    assert [(turn.old, turn.new) for turn in now.history] == [("I love jazz", now.opinion)]
    assert (now.strength, now.triggering_user) == (0.72, scene.ada.id)
    assert "too restless" in now.opinion


def test_saying_it_as_the_companion_is_enough(scene: Scene, thinks: Opinions) -> None:
    said = scene.ada.say("I love jazz.", role="assistant")
    assert said.message is not None
    known = thinks.get("jazz")
    assert (known.triggering_user, known.triggering_message) == (scene.ada.id, said.message.id)


def test_the_same_reply_twice_is_one_voice(scene: Scene, thinks: Opinions) -> None:
    on = Occasion(message="m1")
    thinks.heard("I love jazz.", on)
    (again,) = thinks.heard("I love jazz.", on)
    assert (again.step, again.opinion.reinforced) == (Step.REINFORCED, 0)
    with scene.luna._runtime.store.reading() as session:
        (memory,) = session.memories.of_kind(scene.luna.companion.id, Kind.OPINION, list(Status))
    assert memory.source.span is not None
    assert "I love jazz."[slice(*memory.source.span)] == "I love jazz"


def test_nothing_is_learned_from_a_reply_to_somebody_who_paused(scene: Scene, thinks: Opinions) -> None:
    scene.ada.pause()
    assert thinks.heard("I love jazz.", Occasion(user=scene.ada.id)) == []
    assert thinks.stats().total == 0


def test_opinions_outlive_the_program(scene: Scene, clock: FrozenClock) -> None:
    before = scene.luna.opinions.add("jazz", "I love jazz").opinion
    scene.luna.close()
    with opened(scene.path, clock) as luna:
        assert luna.opinions.get("jazz") == before
        assert json.dumps(luna.opinions.stats().by_category)  # plain records
