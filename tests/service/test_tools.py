"""A scripted model calls every tool through the official clients, and reads what it got wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from tests.service.scene import Scene, opened
from tests.service.scripted_model import WORDS, ScriptedModel, through_anthropic, through_openai

from reverie import Person
from reverie.app.tools import LONGEST_ARGUMENTS, TOOLS, Outcome, Toolbox
from reverie.records.memories import SourceKind

Exchange = Callable[[ScriptedModel, Toolbox, str], str]
EXCHANGES = [pytest.param(through_openai, id="openai"), pytest.param(through_anthropic, id="anthropic")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One tool: what a model sends, what it is told (a part of it), and what is in the store afterwards."""

    tool: str
    arguments: Mapping[str, object]
    told: Mapping[str, object]
    stored: Callable[[Scene], object]
    expected: object


def user_observations(scene: Scene) -> object:
    found = [one.memory for one in scene.ada.user_model.review()]
    return [(m.text, m.category, m.confidence, m.source.kind) for m in found]


def self_observations(scene: Scene) -> object:
    found = [one.memory for one in scene.luna.self_model.observations()]
    return [(m.text, m.category, m.details["user"] == scene.ada.id, m.details["source_type"]) for m in found]


def causes(scene: Scene) -> object:
    return [change["cause"] for change in scene.luna.export(scene.ada)["changes"]]


BEFORE = ["observe"]
NOTED = ("Asks before assuming", "pattern", True, "conversation")
CASES = [
    Case(
        tool="reflect_on_user",
        arguments={"user_id": None, "focus": "general"},
        told={
            "reflection": "What I understand of Ada\nNoticed lately:\n"
            "- Likes maps (70%, noticed in conversation on 2026-03-01)"
        },
        stored=causes,
        expected=BEFORE,
    ),
    Case(
        tool="record_user_observation",
        arguments={"user_id": None, "observation": "Rows at dawn", "category": "interest", "confidence": 0.9},
        told={"step": "added", "text": "Rows at dawn", "category": "interest", "confidence": 0.9, "against": []},
        stored=user_observations,
        expected=[
            ("Rows at dawn", "interest", 0.9, SourceKind.TOOL),
            ("Likes maps", "interest", 0.7, SourceKind.TOOL),
        ],
    ),
    Case(
        tool="update_user_profile",
        arguments={
            "user_id": None,
            "field": "background",
            "value": [{"key": "role", "value": "pilot"}],
            "action": None,
        },
        told={"changed": ["background role"]},
        stored=lambda scene: [(m.text, m.source.kind) for m in scene.ada.memories() if m.key],
        expected=[("Role is pilot.", SourceKind.TOOL)],
    ),
    Case(
        tool="review_user_observations",
        arguments={"user_id": None, "category": "interest", "limit": 1},
        told={},
        stored=causes,
        expected=BEFORE,
    ),
    Case(
        tool="reflect_on_self",
        arguments={"focus": "opinions"},
        told={"reflection": "What I think:\n- tea: I love tea (strength 0.50)"},
        stored=causes,
        expected=BEFORE,
    ),
    Case(
        tool="record_self_observation",
        arguments={"observation": "Asks before assuming", "category": "pattern", "confidence": None},
        told={"step": "added", "category": "pattern", "confidence": 0.7},
        stored=self_observations,
        expected=[NOTED],
    ),
    Case(
        tool="form_opinion",
        arguments={"topic": "jazz", "opinion": "Jazz is best live", "rationale": "a night out", "confidence": 0.4},
        told={"step": "added"},
        stored=lambda scene: (
            (one := scene.luna.opinions.get("jazz")).opinion,
            one.strength,
            one.reason,
            one.triggering_user == scene.ada.id,
        ),
        expected=("Jazz is best live", 0.4, "a night out", True),
    ),
    Case(
        tool="evolve_opinion",
        arguments={"opinion_id": "tea", "new_opinion": "Tea is for the ill", "reason": "too much of it"},
        told={"step": "added"},  # with her: what everybody is told stays
        stored=lambda scene: [(one.opinion, one.reason) for one in scene.luna.opinions.list()],
        expected=[("Tea is for the ill", "too much of it"), ("I love tea", None)],
    ),
    Case(
        tool="note_disagreement",
        arguments={"user_id": None, "topic": "remakes", "my_view": "They are worth it", "their_view": "They are dull"},
        told={"disagreement": "Disagrees with Ada about remakes: “They are worth it” against their “They are dull”"},
        stored=lambda scene: [(d.mine, d.theirs) for d in scene.luna.self_model.disagreements([scene.ada.id])],
        expected=[("They are worth it", "They are dull")],
    ),
    Case(
        tool="review_self_model",
        arguments={"section": None, "limit": 3},
        told={"observations": [], "disagreements": []},
        stored=causes,
        expected=BEFORE,
    ),
    Case(
        tool="add_growth_observation",
        arguments={"observation": "I ask one question at a time", "confidence": 0.8},
        told={"step": "added", "category": "growth", "confidence": 0.8},
        stored=self_observations,
        expected=[("I ask one question at a time", "growth", True, "explicit_reflection")],
    ),
]


def test_every_tool_has_a_case() -> None:
    assert [case.tool for case in CASES] == list(TOOLS)


@pytest.fixture
def known(scene: Scene) -> Scene:
    """A companion that has noticed something of Ada and has an opinion."""
    scene.ada.user_model.record("Likes maps", category="interest")
    scene.luna.opinions.add("tea", "I love tea")
    return scene


@pytest.mark.parametrize("exchange", EXCHANGES)
@pytest.mark.parametrize("case", [pytest.param(case, id=case.tool) for case in CASES])
def test_a_model_calls_a_tool_and_is_told_what_became_of_it(known: Scene, case: Case, exchange: Exchange) -> None:
    known.clock.advance(60)
    model = ScriptedModel([[(case.tool, case.arguments)]])
    assert exchange(model, Toolbox(known.luna, known.ada), "What do you think?") == WORDS
    (told,) = model.results()
    assert "error" not in told
    assert {name: told[name] for name in case.told} == case.told
    assert case.stored(known) == case.expected
    assert model.failures() in ([], [False])


@pytest.mark.parametrize("exchange", EXCHANGES)
def test_a_model_is_sent_every_schema(scene: Scene, exchange: Exchange) -> None:
    model = ScriptedModel([])
    assert exchange(model, Toolbox(scene.luna, scene.ada), "Hello") == WORDS
    sent = model.asked[0]["tools"]
    if exchange is through_openai:
        assert all(tool["type"] == "function" and tool["function"]["strict"] is True for tool in sent)
        sent = [tool["function"] | {"input_schema": tool["function"]["parameters"]} for tool in sent]
    assert [tool["name"] for tool in sent] == list(TOOLS)
    assert all(tool["description"] and tool["input_schema"]["additionalProperties"] is False for tool in sent)
    listed = Toolbox(scene.luna, scene.ada).mcp()
    assert [(t["name"], t["inputSchema"]) for t in listed] == [(t["name"], t["input_schema"]) for t in sent]


@pytest.mark.parametrize("exchange", EXCHANGES)
def test_a_held_opinion_is_settled_by_evolving_the_old_one(known: Scene, exchange: Exchange) -> None:
    def change_of_mind(results: list[Any]) -> list[tuple[str, object]]:
        assert results[0]["step"] == "proposed"
        assert "evolve_opinion" in results[0]["to_do"]
        (old,) = results[0]["held_against"]
        return [("evolve_opinion", {"opinion_id": old["id"], "new_opinion": "I hate tea", "reason": "a bad cup"})]

    held = {"topic": "tea", "opinion": "I hate tea", "rationale": None, "confidence": None}
    model = ScriptedModel([[("form_opinion", held)], change_of_mind])
    assert exchange(model, Toolbox(known.luna, known.ada), "Tea?") == WORDS
    assert model.results()[1]["step"] == "added"
    opinions = known.luna.opinions
    assert [(o.opinion, o.strength) for o in opinions.list()] == [("I hate tea", 0.6), ("I love tea", 0.5)]
    assert opinions.held() == []
    opinions.undo()
    assert [o.opinion for o in opinions.held()] == ["I hate tea"]


@pytest.mark.parametrize("exchange", EXCHANGES)
def test_a_model_mends_its_call(known: Scene, exchange: Exchange) -> None:
    wrong = {"observation": "Tells dry jokes", "category": "humour"}
    right = wrong | {"category": "communication_style"}
    model = ScriptedModel([[("record_user_observation", wrong)], [("record_user_observation", right)]])
    assert exchange(model, Toolbox(known.luna, known.ada), "Ha!") == WORDS
    refused, recorded = model.results()
    assert refused["error"].startswith("category: Input should be 'interest', 'preference'")
    assert recorded["step"] == "added"
    assert model.failures() in ([], [True, False])


def test_reviews_list_what_there_is_with_its_ids(known: Scene) -> None:
    box = Toolbox(known.luna, known.ada)
    known.ada.user_model.record("Doesn't like maps", category="interest")
    known.ada.user_model.record("Is direct", category="communication_style")
    reviewed = json.loads(box.run("review_user_observations", {"category": "interest"}).content)["observations"]
    assert [(one["text"], one["against"]) for one in reviewed] == [
        ("Doesn't like maps", ["Likes maps"]),
        ("Likes maps", ["Doesn't like maps"]),
    ]
    assert reviewed[1]["told"] == "noticed in conversation on 2026-03-01"
    assert known.ada.user_model.validate(reviewed[1]["id"]).text == "Likes maps"
    known.luna.self_model.append("limitations", "I can't see pictures")
    box.run("add_growth_observation", {"observation": "I listen more"})
    review = json.loads(box.run("review_self_model", {}).content)
    assert review["profile"]["limitations"] == ["I can't see pictures"]
    assert [one["text"] for one in review["observations"]] == ["I listen more"]
    assert known.luna.opinions.get(review["opinions"][0]["id"]).opinion == "I love tea"


# -- what a model gets wrong ---------------------------------------------------------------------


def refused(outcome: Outcome) -> str:
    assert not outcome.ok
    outcome.content.encode()  # it can be sent
    (error,) = json.loads(outcome.content).values()
    return str(error)


@pytest.fixture
def box(known: Scene) -> Toolbox:
    return Toolbox(known.luna, known.ada)


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("guess", "{}", "there is no tool 'guess': there are reflect_on_user, record_user_observation,"),
        ("g\ud800" * 100_000, "{}", "there is no tool 'g"),
        ("reflect_on_user", "{", "the arguments are no JSON"),
        ("reflect_on_user", "[" * 60_000, "the arguments are no JSON"),
        ("reflect_on_user", "[1]", "the arguments are one JSON object"),
        ("reflect_on_user", '{"\\ud800": 1}', "the arguments: "),
        ("reflect_on_user", "null", "the arguments are one JSON object"),
        ("reflect_on_user", {"focus": "mood"}, "focus: Input should be 'general', 'background'"),
        ("record_user_observation", {"category": "value"}, "observation: it is missing"),
        ("record_user_observation", {"observation": None, "category": "value"}, "observation: "),
        ("record_user_observation", {"observation": 7, "category": "value"}, "observation: Input should be a valid s"),
        ("record_user_observation", {"observation": "x", "category": "mood"}, "category: Input should be 'interest'"),
        ("record_user_observation", {"observation": " ", "category": "value"}, "a memory is a sentence of 1 to 4,000"),
        (
            "record_user_observation",
            {"observation": "x", "category": "value", "confidence": "high"},
            "confidence: it is a number, without quotation marks",
        ),
        (
            "record_user_observation",
            {"observation": "x", "category": "value", "confidence": 2},
            "confidence: Input should be less than or equal to 1",
        ),
        (
            "record_user_observation",
            {"observation": "x", "category": "value", "mood": "x"},
            "mood: there is no such argument; there are user_id, observation, category, confidence",
        ),
        (
            "record_user_observation",
            {"observation": "Her password is hunter22", "category": "value"},
            "a password is never stored",
        ),
        (
            "record_self_observation",
            {"observation": "x", "category": "value"},
            "category: Input should be 'capability'",
        ),
        ("form_opinion", {"topic": "keys", "opinion": "My password is hunter22"}, "a password is never stored"),
        ("form_opinion", {"topic": " ", "opinion": "x"}, "a name needs words"),
        (
            "evolve_opinion",
            {"opinion_id": "tea", "new_opinion": "I love tea", "reason": "x"},
            "that is what is thought",
        ),
        (
            "evolve_opinion",
            {"opinion_id": "0", "new_opinion": "x", "reason": "x"},
            "there is not exactly one opinion '0'",
        ),
        (
            "update_user_profile",
            {"field": "backgroud", "value": "pilot"},
            "there is no field 'backgroud': did you mean background?",
        ),
        (
            "update_user_profile",
            {"field": "relationship", "value": "friend", "action": "append"},
            "relationship is no list: it can be set or removed",
        ),
        (
            "update_user_profile",
            {"field": "values", "value": ["fairness", 1]},
            "value: Input should be a valid string; value: Input should be an object with key and value",
        ),
        (
            "update_user_profile",
            {"field": "display_name", "value": "Bob"},
            "people are found by their display_name: change the nickname instead",
        ),
        ("update_user_profile", {"field": "values", "value": "x", "action": "remove"}, "values does not have 'x'"),
        ("review_user_observations", {"limit": 0}, "limit: Input should be greater than or equal to 1"),
    ],
)
def test_a_mistake_is_told_with_what_would_be_right(
    known: Scene, box: Toolbox, name: str, arguments: str | dict[str, object], error: str
) -> None:
    before = known.written()
    told = refused(box.run(name, arguments))
    assert told.startswith(error)
    assert len(told) < 600
    assert "hunter22" not in told
    if not isinstance(arguments, str):
        assert refused(box.run(name, json.dumps(arguments))) == told
    assert known.written() == before


def test_arguments_of_100_kilobytes_are_refused_and_the_longest_are_read(known: Scene, box: Toolbox) -> None:
    observed = {"observation": "x" * 100_000, "category": "value"}
    for sent in (observed, json.dumps(observed)):
        assert refused(box.run("record_user_observation", sent)).startswith("arguments have at most 64,000 characters")
    # Within that, a tool's own limits hold.
    long = {"observation": "x" * (LONGEST_ARGUMENTS - 60), "category": "value"}
    assert "1 to 4,000 characters" in refused(box.run("record_user_observation", long))
    opined = box.run("form_opinion", {"topic": "t" * 300, "opinion": "o" * 5_000})
    assert json.loads(opined.content)["cut"] == [
        "the name was cut from 300 to 256 characters",
        "the opinion was cut from 5,000 to 4,096 characters",
    ]


def test_no_arguments_are_an_empty_text_or_null(box: Toolbox) -> None:
    for nothing in ("", "  ", "{}", '{"user_id": null, "focus": null}'):
        assert box.run("reflect_on_user", nothing).ok


# -- whose memory it is --------------------------------------------------------------------------

ABOUT_SOMEBODY = {
    "reflect_on_user": {},
    "record_user_observation": {"observation": "Sails alone", "category": "interest"},
    "update_user_profile": {"field": "notes", "value": "Sails alone"},
    "review_user_observations": {},
    "note_disagreement": {"topic": "sails", "my_view": "White is best", "their_view": "Red is best"},
}


@pytest.fixture
def bob(known: Scene) -> Person:
    bob = known.luna.meet("Robert Lin")
    bob.user_model.record("Collects stamps", category="interest")
    return bob


@pytest.mark.parametrize("name", ABOUT_SOMEBODY)
def test_somebody_elses_memory_is_out_of_reach_unless_it_is_allowed(known: Scene, bob: Person, name: str) -> None:
    arguments = {"user_id": "Robert Lin", **ABOUT_SOMEBODY[name]}
    before = known.luna.export(bob)["memories"]
    for named in ("Robert Lin", "robert lin", bob.id, "Nobody"):  # whether somebody is known is not told either
        told = refused(Toolbox(known.luna, known.ada).run(name, {**arguments, "user_id": named}))
        assert told == "only the person you are talking to can be looked at here: leave user_id null"
    assert known.luna.export(bob)["memories"] == before
    allowed = Toolbox(known.luna, known.ada, others=True)
    done = allowed.run(name, arguments)
    assert done.ok
    told = done.content + json.dumps([m["text"] for m in known.luna.export(bob)["memories"]])
    assert "Collects stamps" in told
    assert "Likes maps" not in done.content
    assert refused(allowed.run(name, {**arguments, "user_id": "Nobody"})).startswith("nobody here is called 'Nobody'")
    if name == "note_disagreement":
        assert [d.user for d in known.luna.self_model.disagreements()] == [bob.id]


def test_the_current_person_is_meant_when_nobody_is_named(known: Scene, bob: Person) -> None:
    hers, his = Toolbox(known.luna, known.ada), Toolbox(known.luna, bob)
    for named in (None, "", "ada", "ADA", known.ada.id):
        assert "Likes maps" in hers.run("reflect_on_user", {"user_id": named}).content
    assert "Collects stamps" in his.run("reflect_on_user", {}).content
    his.run("record_user_observation", {"observation": "Sails alone", "category": "interest"})
    assert [one.memory.text for one in bob.user_model.review()] == ["Sails alone", "Collects stamps"]
    assert [one.memory.text for one in known.ada.user_model.review()] == ["Likes maps"]


def test_a_merged_person_is_followed_though_another_process_merged_them(known: Scene, bob: Person) -> None:
    box = Toolbox(known.luna, known.ada)
    with opened(known.path, known.clock) as elsewhere:
        elsewhere.directory.merge(elsewhere.find("Ada"), into=elsewhere.find("Robert Lin"))
    assert box.run("record_user_observation", {"observation": "Sails alone", "category": "interest"}).ok
    assert box.run("reflect_on_user", {"user_id": "Robert Lin"}).ok
    assert box.run("note_disagreement", ABOUT_SOMEBODY["note_disagreement"]).ok
    assert box.run("record_self_observation", {"observation": "I get lost", "category": "limitation"}).ok
    assert "Sails alone" in [one.memory.text for one in bob.user_model.review()]
    assert [d.user for d in known.luna.self_model.disagreements()] == [bob.id]
    noticed = [one.memory.details["user"] for one in known.luna.self_model.observations()]
    assert set(noticed) == {bob.id}


# -- when nothing is kept ------------------------------------------------------------------------

WRITING = [case for case in CASES if case.expected is not BEFORE]


@pytest.mark.parametrize("name", [case.tool for case in WRITING])
def test_nothing_is_kept_off_the_record_or_while_memory_is_paused(known: Scene, name: str) -> None:
    (arguments,) = [case.arguments for case in CASES if case.tool == name]
    companion = known.luna.self_model

    def everything() -> object:
        opinions = known.luna.opinions.list(include_retracted=True)
        return known.written(), opinions, companion.observations(), companion.disagreements()

    before = everything()
    off = Toolbox(known.luna, known.ada.off_record(), others=True)
    assert "off the record" in refused(off.run(name, arguments))
    if "user_id" in arguments:  # naming the person who is there does not put it on the record
        assert "off the record" in refused(off.run(name, {**arguments, "user_id": "Ada"}))
    known.ada.pause()
    assert "memory is paused" in refused(Toolbox(known.luna, known.ada).run(name, arguments))
    known.ada.resume()
    assert everything() == before


@pytest.mark.parametrize("name", sorted({case.tool for case in CASES} - {case.tool for case in WRITING}))
def test_memory_is_still_read_then(known: Scene, name: str) -> None:
    assert Toolbox(known.luna, known.ada.off_record()).run(name, {}).ok
    known.ada.pause()
    assert Toolbox(known.luna, known.ada).run(name, {}).ok


def test_a_number_of_thousands_of_digits_is_the_models_mistake(scene: Scene) -> None:
    outcome = Toolbox(scene.luna, scene.ada).run("form_opinion", '{"strength": ' + "1" * 5_000 + "}")
    assert not outcome.ok
    assert "no JSON" in outcome.content


def test_a_nickname_that_a_model_writes_is_used_and_nobody_is_found_by_it(known: Scene, box: Toolbox) -> None:
    known.ada.user_model.update("nickname", "Countess")
    box.run("update_user_profile", {"field": "nickname", "value": "Bob"})
    assert known.ada.user_model.profile().nickname == "Bob"
    assert "talking to Bob (their name is Ada)" in known.ada.context("Hello").stable
    assert known.luna.meet("Bob").id != known.ada.id != known.luna.meet("Countess").id
