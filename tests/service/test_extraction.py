"""What an extractor finds becomes notes beside what the rules learn: cited, taken back, and never without a word."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from tests.service.scene import MINUTE, START, texts

import reverie
from reverie import Reverie, ReverieWarning
from reverie.context.answers import NOTHING
from reverie.errors import ConfigError, ModelUnavailable
from reverie.learning.extraction import Extraction
from reverie.learning.notes import NOTE
from reverie.models import extractor as resolved
from reverie.models.tuned_extractor import PAIRS, Reader, TunedExtractor
from reverie.ports import Clause
from reverie.records.memories import Candidate
from reverie.testing import FrozenClock


class Scripted:
    """Finds the words that it is told to find, and remembers what it was given."""

    def __init__(self) -> None:
        self.lasting: list[str] = []
        self.given: list[tuple[str, str, str]] = []
        self.broken = False
        self.ends: dict[str, str] = {}
        self.theirs = ""
        self.doubted: list[str] = []
        self.sorts: dict[str, tuple[str, str]] = {}
        self.answers: dict[str, str] = {}
        self.others: list[str] = []

    def ending(self, known: Sequence[str], said: str, *, companion: str = "") -> Sequence[float]:
        words = self.ends.get(said.partition(": ")[2], "-")
        return [0.99 if one.endswith(f": {words}") else 0.1 for one in known]

    def whose(self, named: Sequence[str], said: str, *, before: str = "") -> Sequence[float]:
        return [0.9 if one == self.theirs else 0.1 for one in named]

    def answering(self, told: Sequence[str], question: str) -> Sequence[float]:
        return [0.9 if self.answers.get(question, "-") in one else 0.1 for one in told]

    def extract(self, text: str, *, own: str = "", companion: str = "") -> Sequence[Clause]:
        self.given.append((text, own, companion))
        if self.broken:
            raise ModelUnavailable("the extractor is away.")
        there = [(text.index(words), words) for words in self.lasting if words in text]
        there += [(text.index(words), words) for words in self.doubted if words in text]
        return [
            Clause(
                start=at,
                end=at + len(words),
                confidence=0.01 if words in self.doubted else 0.9,
                about="other" if self.theirs or words in self.others else "me",
                of_other=0.9 if words in self.others else 0.0,
                attributes={self.sorts.get(words, ("other", "is"))[0]: 0.9},
                attribute=self.sorts.get(words, ("other", "is"))[0],
                state=self.sorts.get(words, ("other", "is"))[1],
                ends=0.9 if words in self.ends else 0.0,
            )
            for at, words in sorted(there)
        ]


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    made = Scripted()
    monkeypatch.setattr("reverie.app.companion.resolved_extractor", lambda _name: made)
    return made


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def luna(scripted: Scripted, clock: FrozenClock) -> Iterator[Reverie]:
    assert scripted is not None
    with reverie.open(":memory:", companion="Luna", embedder="none", model="none", clock=clock) as opened:
        yield opened


def test_what_it_finds_is_a_memory_that_cites_the_words(luna: Reverie, scripted: Scripted, clock: FrozenClock) -> None:
    scripted.lasting = ["callum does sound for bands"]
    ada = luna.meet("Ada")
    said = ada.say("nite! callum does sound for bands", id="m1")
    (learned,) = said.learned
    assert learned.text == "“callum does sound for bands”"
    assert learned.memory is not None
    assert learned.memory.source.quote == "callum does sound for bands"
    clock.advance(MINUTE)
    assert next(hit.text for hit in ada.recall("sound for bands")).startswith("“callum")
    ada.say("did i say. callum does sound for bands")
    assert texts(ada.memories()) == ["“callum does sound for bands”"]
    assert ada.memories()[0].validations == 1
    ada.undo()
    assert ada.memories()[0].validations == 0
    assert said.message is not None
    ada.unsay(said.message.id)
    assert ada.memories() == []


def test_it_is_given_the_turns_before_where_they_are_near(
    luna: Reverie, scripted: Scripted, clock: FrozenClock
) -> None:
    ada = luna.meet("Ada")
    for role, text in (("user", "hey"), ("assistant", "Hi! Who waits up for you?"), ("user", "callum")):
        ada.say(text, role=role)
        clock.advance(MINUTE)
    assert scripted.given == [("hey", "", ""), ("callum", "hey", "Hi! Who waits up for you?")]
    clock.advance(timedelta(days=2))
    ada.say("morning")
    assert scripted.given[-1] == ("morning", "", "")


def test_a_chat_that_a_program_names_is_read_with_its_own_turns(
    luna: Reverie, scripted: Scripted, clock: FrozenClock
) -> None:
    ada = luna.meet("Ada")
    ada.say("hey", conversation="webui:1")
    ada.say("How old is Callum?", role="assistant", conversation="webui:1")
    for number in range(10):  # more than are looked at
        clock.advance(MINUTE)
        ada.say(f"something else {number}", conversation="webui:2")
    clock.advance(MINUTE)
    said = ada.say("34", conversation="webui:1")
    assert scripted.given[-1] == ("34", "hey", "How old is Callum?")
    assert said.message is not None
    clock.advance(MINUTE)
    ada.say("and tall", conversation=said.message.conversation_id)
    assert scripted.given[-1] == ("and tall", "34", "")
    ada.say("34", conversation="webui:3")
    assert scripted.given[-1] == ("34", "", "")


def test_what_the_rules_read_is_no_note_and_what_is_off_is_not_kept(luna: Reverie, scripted: Scripted) -> None:
    scripted.lasting = ["My favorite food is ramen.", "i owe the bank 300", "my sister bex is here"]
    ada = luna.meet("Ada")
    assert texts([one.memory for one in ada.say("My favorite food is ramen.").learned if one.memory]) == [
        "Favorite food is ramen."
    ]
    assert not any(one.memory for one in ada.say("ugh i owe the bank 300").learned)
    ada.pause()
    ada.say("my sister bex is here")
    ada.off_record().say("my sister bex is here")
    ada.resume()
    assert texts(ada.memories()) == ["Favorite food is ramen."]


def test_an_import_is_read_with_its_own_turns(luna: Reverie, scripted: Scripted, tmp_path: Path) -> None:
    scripted.lasting = ["callum, bf"]
    turns = [
        '{"role": "assistant", "text": "Who waits up?", "datetime": "2026-01-05T10:00:00+00:00"}',
        '{"role": "user", "text": "callum, bf", "datetime": "2026-01-05T10:01:00+00:00"}',
    ]
    file = tmp_path / "chat.jsonl"
    file.write_text('{"id": "c", "sessions": [{"turns": [' + ", ".join(turns) + "]}]}")
    ada = luna.meet("Ada")
    luna.import_history(file, ada)
    assert scripted.given == [("callum, bf", "", "Who waits up?")]
    assert texts(ada.memories()) == ["“callum, bf” (asked “Who waits up?”)"]


def test_where_it_fails_the_rules_stand_and_a_warning_says_so(luna: Reverie, scripted: Scripted) -> None:
    scripted.broken = True
    ada = luna.meet("Ada")
    with pytest.warns(ReverieWarning, match="the extractor is away. Until then only rules learn."):
        ada.say("My favorite food is ramen.")
    assert texts(ada.memories()) == ["Favorite food is ramen."]


COLUMNS: dict[str, list[object]] = {
    "lasting": [False, True],
    "attribute": ["other", "home"],
    "person": ["me", "other"],
    "state": ["is"],
    "effect": ["states", "ends"],
    "leans": [False, True],
}


def made_extractor(folder: Path, words: Sequence[str]) -> TunedExtractor:
    """A model of one table: clauses with these words last, are of a home and lean on a question; they are values."""
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    many = sum(len(labels) for labels in COLUMNS.values())
    table = np.zeros((30_522, 3 + 2 * many + sum(map(len, PAIRS.values()))), dtype=np.float32)
    table[:, 0] = table[:, 3] = 4.0  # no value, nothing that lasts
    for piece in Reader().encoded(" ".join(words)):
        for token in piece.tokens[piece.first : -1]:
            table[token, :3] = 0, 0, 9
            table[token, 3 : 3 + many] = [0, 99, 0, 99, 0, 0, 0, 0, 0, 0, 99]
    ids, logits = (
        helper.make_tensor_value_info(name, kind, [1, "tokens", *more])
        for name, kind, more in (("input_ids", TensorProto.INT64, []), ("logits", TensorProto.FLOAT, [table.shape[1]]))
    )
    others = [
        helper.make_tensor_value_info(name, TensorProto.INT64, [1, "tokens"])
        for name in ("token_type_ids", "attention_mask")
    ]
    node = helper.make_node("Gather", ["table", "input_ids"], ["logits"], axis=0)
    graph = helper.make_graph([node], "g", [ids, *others], [logits], [numpy_helper.from_array(table, "table")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(folder / "extractor.onnx"))
    columns = [{"name": name, "labels": labels} for name, labels in COLUMNS.items()]
    (folder / "extractor.json").write_text(json.dumps({"columns": columns}))
    return TunedExtractor(folder)


def test_a_model_is_read_clause_by_clause(tmp_path: Path) -> None:
    tuned = made_extractor(tmp_path, ["kirkstall"])
    text = "GOT ONE!! kirkstall, top floor. and toast. Kirkstall again"
    found = tuned.extract(text, companion="And the flat?")
    assert "".join(text[one.start : one.end] for one in found) == text
    lasting = [one for one in found if one.confidence > 0.9]
    assert [text[one.start : one.end] for one in lasting] == ["kirkstall, ", "Kirkstall again"]
    first = lasting[0]
    assert [text[slice(*span)] for span in first.values] == ["kirkstall"]
    assert (first.attribute, first.about, first.effect, first.leans) == ("home", "me", "states", True)
    assert first.attributes["home"] > 0.9
    assert first.of_other == pytest.approx(0.5)
    assert first.ends == pytest.approx(0.5)
    assert max(one.confidence for one in found if one not in lasting) < 0.1
    long = "We walked a long way on and on today. " * 60 + "kirkstall is home."
    sure = [long[one.start : one.end] for one in tuned.extract(long) if one.confidence > 0.9]
    assert sure == ["kirkstall is home."]
    assert tuned.extract("") == []


def test_one_that_is_not_there_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nonesuch"):
        resolved("nonesuch:x")
    assert resolved("none") is None
    with pytest.raises(ModelUnavailable, match=r"can't load .*extractor.onnx.*pip install"):
        TunedExtractor(tmp_path).extract("hello")
    (tmp_path / "extractor.onnx").write_bytes(b"no model")
    with pytest.raises(ModelUnavailable, match=r"can't load .*extractor.onnx.*pip install"):
        TunedExtractor(tmp_path).extract("hello")
    undescribed = made_extractor(tmp_path, ["hello"])
    (tmp_path / "extractor.json").write_text("{}")
    with pytest.raises(ModelUnavailable, match="holds no extractor that can be used"):
        undescribed.extract("hello")


def test_what_a_note_ends_is_so_no_longer_until_the_note_is_taken_back(
    luna: Reverie, scripted: Scripted, clock: FrozenClock
) -> None:
    scripted.lasting = ["callum does sound for bands", "callum packed that in"]
    scripted.ends = {"callum packed that in": "“callum does sound for bands”"}
    ada = luna.meet("Ada")
    ada.say("callum does sound for bands")
    clock.advance(MINUTE)
    said = ada.say("callum packed that in").message
    assert said is not None
    assert texts(ada.memories()) == ["“callum packed that in”"]
    ada.unsay(said.id)
    assert texts(ada.memories()) == ["“callum does sound for bands”"]


def test_what_is_said_of_somebody_else_ends_only_what_is_of_both(
    luna: Reverie, scripted: Scripted, clock: FrozenClock
) -> None:
    scripted.lasting = ["nights til the end of october", "she's on gabapentin nights now"]
    scripted.sorts = {"nights til the end of october": ("occupation", "is")}
    scripted.ends = {"she's on gabapentin nights now": "“nights til the end of october”"}
    ada = luna.meet("Ada")
    ada.say("nights til the end of october")
    clock.advance(MINUTE)
    scripted.theirs = "nobody"
    ada.say("she's on gabapentin nights now")
    assert "“nights til the end of october”" in texts(ada.memories())
    scripted.theirs = ""
    scripted.lasting = ["my mother lives with me", "mother moved out"]
    scripted.sorts = {"my mother lives with me": ("living_with", "is")}
    scripted.ends = {"mother moved out": "“my mother lives with me”"}
    ada.say("my mother lives with me")
    clock.advance(MINUTE)
    scripted.theirs = "nobody"
    ada.say("mother moved out")
    assert "“my mother lives with me”" not in texts(ada.memories())


def test_anothers_diet_takes_nobodys_place_and_a_note_has_its_date(
    luna: Reverie, scripted: Scripted, clock: FrozenClock
) -> None:
    scripted.lasting = ["off bread since tuesday", "eats no meat", "hates mushrooms", "lentils are fine"]
    scripted.sorts = dict.fromkeys(scripted.lasting, ("diet", "is"))
    ada = luna.meet("Ada")
    ada.say("off bread since tuesday")
    scripted.theirs = "nobody"
    for said in scripted.lasting[1:]:
        clock.advance(MINUTE)
        ada.say(said)
    assert f"- “off bread since tuesday” ({START:%Y-%m-%d})" in str(ada.context("hey"))


def test_of_whom_something_is_said_is_told_with_it(luna: Reverie, scripted: Scripted, clock: FrozenClock) -> None:
    scripted.lasting = ["drives for dpd"]
    scripted.theirs = "their bro Nico"
    ada = luna.meet("Ada")
    ada.say("off to Hunslet with my bro Nico")
    clock.advance(MINUTE)
    ada.say("he drives for dpd")
    assert texts(ada.memories()) == ["Has a brother named Nico.", "“he drives for dpd” (of their bro Nico)"]


def test_what_rules_took_for_lasting_teaches_nothing_where_the_extractor_doubts_it(
    luna: Reverie, scripted: Scripted
) -> None:
    scripted.doubted = ["I love mondays.", "I live in Bern."]
    ada = luna.meet("Ada")
    ada.say("I love mondays. I live in Bern. My favorite food is ramen.")
    assert texts(ada.memories()) == ["Favorite food is ramen."]
    scripted.doubted = []
    ada.say("I live in Bern.")
    assert texts(ada.memories()) == ["Favorite food is ramen.", "Lives in Bern."]


def test_what_a_note_ends_ends_also_where_a_rule_reads_the_note(
    luna: Reverie, scripted: Scripted, clock: FrozenClock
) -> None:
    scripted.lasting = ["its a flat in Bern above a chippy", "I live in Bern."]
    scripted.ends = {"I live in Bern.": "“its a flat in Bern above a chippy”"}
    ada = luna.meet("Ada")
    ada.say("its a flat in Bern above a chippy")
    clock.advance(MINUTE)
    ada.say("I live in Bern.")
    assert texts(ada.memories()) == ["Lives in Bern."]


def test_what_a_note_ends_in_its_own_slot_is_superseded(luna: Reverie, scripted: Scripted, clock: FrozenClock) -> None:
    scripted.lasting = ["my favorite food is pizza, cold, at 4am", "my favorite food is ramen."]
    scripted.sorts = dict.fromkeys(scripted.lasting, ("favorite", "is"))
    scripted.ends = {scripted.lasting[1]: f"“{scripted.lasting[0]}”"}
    ada = luna.meet("Ada")
    ada.say(scripted.lasting[0])
    clock.advance(MINUTE)
    (learned,) = ada.say(scripted.lasting[1]).learned
    assert learned.previous is not None
    assert learned.memory is not None
    assert (learned.previous.text, learned.memory.text) == (f"“{scripted.lasting[0]}”", "Favorite food is ramen.")


@pytest.mark.parametrize(
    "said",
    [
        "Ich wohne seit März in Hamburg und arbeite als Köchin.",
        "J'habite à Lyon depuis mars et je suis cuisinière.",
        "Abito a Torino da marzo e sono una cuoca.",
        "Moro em Lisboa desde março e sou cozinheira.",
        "Ik woon sinds maart in Gent en ik ben kok.",
        "Mieszkam w Krakowie od marca i jestem kucharką.",
        "Bor i Malmö sedan mars och jobbar som kock.",
        "Mart ayından beri İzmir'de yaşıyorum ve aşçıyım.",
        "Я живу в Одессе с марта и работаю поваром.",
        "三月から札幌に住んでいて、料理人をしています。",
        "أعيش في القاهرة منذ مارس وأعمل طباخة.",
    ],
)
def test_nothing_is_learned_from_a_language_that_it_does_not_know(luna: Reverie, scripted: Scripted, said: str) -> None:
    scripted.lasting = [said]
    ada = luna.meet("Ada")
    assert ada.say(said).learned == ()
    assert ada.memories() == []


def test_what_lies_ahead_is_held_until_its_day_is_over(luna: Reverie, clock: FrozenClock) -> None:
    ada = luna.meet("Ada")
    ada.say("My wedding is on 5 June.")
    clock.advance(timedelta(days=30))
    luna.upkeep()
    assert any("wedding" in one.text.casefold() for one in ada.memories())
    clock.advance(timedelta(days=365))
    luna.upkeep()
    assert not any("wedding" in one.text.casefold() for one in ada.memories())


def test_what_tells_words_of_another_message_goes_with_it(
    scripted: Scripted, clock: FrozenClock, tmp_path: Path
) -> None:
    scripted.lasting = ["the 2nd"]
    with reverie.open(tmp_path / "l.db", companion="Luna", embedder="none", model="none", clock=clock) as luna:
        ada = luna.meet("Ada")
        ada.say("yiayia zanzibara died in her sleep")
        clock.advance(MINUTE)
        asked = ada.say("Oh no. When?", role="assistant").message
        clock.advance(MINUTE)
        ada.say("the 2nd")
        (note,) = ada.memories()
        assert note.text == "“the 2nd” (asked “When?”)"
        assert asked is not None
        assert luna.erase(ada, message=asked.id).left == 0
        assert ada.memories() == []


def test_notes_travel_with_their_person(scripted: Scripted, clock: FrozenClock, tmp_path: Path) -> None:
    scripted.lasting = ["the 2nd"]
    with reverie.open(tmp_path / "l.db", companion="Luna", embedder="none", model="none", clock=clock) as luna:
        ada = luna.meet("Ada")
        asked = ada.say("Oh no. When?", role="assistant").message
        clock.advance(MINUTE)
        ada.say("the 2nd")
        luna.archives.pack(tmp_path / "ada.zip", ada)
    with reverie.open(tmp_path / "other.db", companion="Luna", embedder="none", model="none", clock=clock) as luna:
        luna.archives.unpack(tmp_path / "ada.zip")
        ada = luna.meet("Ada")
        assert texts(ada.memories()) == ["“the 2nd” (asked “When?”)"]
        assert asked is not None
        ada.unsay(asked.id)
        assert ada.memories() == []


def test_what_tells_words_that_are_forgotten_is_forgotten_with_them(
    luna: Reverie, scripted: Scripted, clock: FrozenClock
) -> None:
    scripted.lasting = ["yiayia died in her sleep", "the 2nd"]
    ada = luna.meet("Ada")
    for role, text in (
        ("user", "yiayia died in her sleep"),
        ("assistant", "When was it with yiayia?"),
        ("user", "the 2nd"),
    ):
        ada.say(text, role=role)
        clock.advance(MINUTE)
    assert texts(ada.memories()) == ["“yiayia died in her sleep”", "“the 2nd” (asked “When was it with yiayia?”)"]
    ada.forget("yiayia")
    assert ada.memories() == []
    assert "yiayia" not in str(ada.context("the 2nd"))


def test_a_secret_is_no_note_with_the_question_that_tells_what_it_is(
    luna: Reverie, scripted: Scripted, clock: FrozenClock
) -> None:
    scripted.lasting = ["its tulip22", "its 4 lamps"]
    ada = luna.meet("Ada")
    for asked, answer in (("What's the wifi password?", "its tulip22"), ("How bright is it?", "its 4 lamps")):
        ada.say(asked, role="assistant")
        clock.advance(MINUTE)
        ada.say(answer)
        clock.advance(MINUTE)
    assert texts(ada.memories()) == ["“its 4 lamps” (asked “How bright is it?”)"]


def test_a_note_that_tells_of_a_category_that_is_off_beside_another_is_not_kept(
    luna: Reverie, scripted: Scripted
) -> None:
    said = "I live in Leeds and I take metformin"
    scripted.lasting = [said]
    ada = luna.meet("Ada")
    ada.settings(categories_off=["health", "money"])
    ada.say(said)
    assert not any("metformin" in one.text for one in ada.memories())


def test_a_slot_is_kept_where_the_words_around_it_are_switched_off(luna: Reverie, scripted: Scripted) -> None:
    said = "I live in Leeds and I take metformin"
    scripted.lasting = [said]
    ada = luna.meet("Ada")
    ada.settings(categories_off=["health", "money"])
    ada.say(said)
    assert texts(ada.memories()) == ["Lives in Leeds."]


def test_two_notes_on_one_slot_are_both_kept() -> None:
    words = ("rent in Leeds with damp walls", "over a noisy chippy since spring")
    notes = tuple(
        Candidate(text=f"“{told}”", quote=told, span=(40 * at, 40 * at + len(told)), key=f"note_home:{at}", rule=NOTE)
        for at, told in enumerate(words)
    )
    clauses = tuple(Clause(start=40 * at, end=40 * at + len(told), confidence=0.9) for at, told in enumerate(words))
    home = Candidate(text="Lives in Leeds.", key="home", value="leeds", span=(0, 72))
    made = Extraction(notes=notes, clauses=clauses).beside([home])
    assert [(one.key, one.text) for one in made] == [("home", f"“{words[0]}”"), ("note_home:1", f"“{words[1]}”")]


def test_notes_of_who_somebody_is_and_of_what_is_ahead_are_in_every_context(
    luna: Reverie, scripted: Scripted, clock: FrozenClock
) -> None:
    scripted.lasting = ["mepo jabs every fortnight", "a one bed in kirkstall", "court again on 18 june"]
    scripted.sorts = {
        "mepo jabs every fortnight": ("medication", "is"),
        "a one bed in kirkstall": ("home", "is"),
        "court again on 18 june": ("plan", "will_be"),
    }
    ada = luna.meet("Ada")
    for said in scripted.lasting:
        ada.say(said)
        clock.advance(timedelta(days=1))
    block = str(ada.context("hey"))
    for said in scripted.lasting:
        assert said in block
    assert ada.context("hey").volatile.count("Ada said") == 0
    clock.advance(timedelta(days=400))
    luna.upkeep()
    assert "court again" not in str(ada.context("hey"))


def test_what_a_profile_has_a_field_for_stands_once(luna: Reverie, scripted: Scripted, clock: FrozenClock) -> None:
    scripted.lasting = ["im in yr 11", "no meat"]
    scripted.sorts = {"im in yr 11": ("study", "is"), "no meat": ("diet", "is")}
    ada = luna.meet("Ada")
    ada.say("im in yr 11")
    clock.advance(timedelta(days=1))
    ada.say("no meat")
    clock.advance(MINUTE)
    assert sorted(line.text for line in ada.context("hey").lines) == ["“im in yr 11”", "“no meat”"]


def test_a_loose_rule_yields_to_a_note_and_what_is_of_another_to_nobodys_slot(
    luna: Reverie, scripted: Scripted, clock: FrozenClock
) -> None:
    scripted.lasting = ["I drink my coffee now black, after fifty years", "born on 2 May in Montreal"]
    ada = luna.meet("Ada")
    ada.say("So I drink my coffee now black, after fifty years with two lumps.")
    assert texts(ada.memories()) == ["“I drink my coffee now black, after fifty years”"]
    clock.advance(MINUTE)
    scripted.theirs = "nobody"
    ada.say("Theo is there, born on 2 May in Montreal")
    assert not any("irthday" in one.text for one in ada.memories())


def test_the_same_answer_to_two_questions_is_two_notes(luna: Reverie, scripted: Scripted, clock: FrozenClock) -> None:
    scripted.lasting = ["yes"]
    ada = luna.meet("Ada")
    for asked in ("Do you swim?", "Do you smoke?", "Do you swim?"):
        ada.say(asked, role="assistant")
        clock.advance(MINUTE)
        ada.say("yes")
        clock.advance(MINUTE)
    assert texts(ada.memories()) == ["“yes” (asked “Do you swim?”)", "“yes” (asked “Do you smoke?”)"]


def test_a_question_is_answered_by_what_is_of_the_sort_that_it_asks_for(luna: Reverie, scripted: Scripted) -> None:
    scripted.doubted = ["nae lumps for me", "what brings me out in lumps", "lumps of coal", "any lumps in it"]
    scripted.sorts = dict.fromkeys(scripted.doubted[:2], ("allergy", "is"))
    scripted.answers = dict.fromkeys(("what brings me out in lumps?", "any lumps in it?"), "lumps")
    ada = luna.meet("Ada")
    for said in ("nae lumps for me", "lumps of coal"):
        ada.say(said)
    assert ada.turn("what brings me out in lumps?").reply == "You told me today: “nae lumps for me”"
    scripted.doubted.remove("lumps of coal")
    scripted.doubted.remove("nae lumps for me")
    assert ada.turn("any lumps in it?").reply == NOTHING
    scripted.broken = True
    with pytest.warns(ReverieWarning) as warned:
        assert "coal" in ada.turn("what of the lumps of coal?").reply
    assert "Until then answers are chosen by words and meaning" in str(warned[-1].message)


def test_a_question_for_ones_own_job_is_answered_by_a_note_of_that_sort(luna: Reverie, scripted: Scripted) -> None:
    scripted.lasting = ["job, driving the 14", "her job, the 22"]
    scripted.sorts = dict.fromkeys(scripted.lasting, ("occupation", "is"))
    ada = luna.meet("Ada")
    ada.say("the job, driving the 14")
    assert "driving the 14" in ada.turn("wots my job again").reply
    scripted.others = [scripted.lasting[1]]
    scripted.theirs = "their sister"
    luna.meet("Ben").say("her job, the 22")
    assert luna.meet("Ben").turn("wots my job again").reply == NOTHING


def test_what_is_of_somebody_else_answers_no_question(luna: Reverie, scripted: Scripted) -> None:
    toby, mine = "toby's birthday is in june", "i had mine, my birthday, in may"
    scripted.others = [toby, "when is toby's birthday", "when is maureen's birthday", "when is mum's birthday"]
    scripted.doubted = [*scripted.others, mine, "when is my birthday"]
    scripted.sorts = dict.fromkeys(scripted.doubted, ("birthday", "is"))
    scripted.answers = {f"when is {whose} birthday?": "birthday" for whose in ("my", "toby's", "maureen's", "mum's")}
    ada = luna.meet("Ada")
    ada.say(toby)
    assert ada.turn("when is toby's birthday?").reply == f"You told me today: “{toby}”"
    for asked in ("when is my birthday?", "when is maureen's birthday?", "when is mum's birthday?"):
        assert ada.turn(asked).reply == NOTHING, asked
    ada.say(mine)
    assert ada.turn("when is my birthday?").reply == f"You told me today: “{mine}”"
    assert ada.turn("when is mum's birthday?").reply == NOTHING


def test_a_plain_sentence_on_who_they_are_is_learned_by_rules_whatever_the_extractor_thinks(
    luna: Reverie, scripted: Scripted
) -> None:
    scripted.doubted = ["I moved to Nice.", "I moved to Rome.", "so much for that, and what a day it was. "]
    ada = luna.meet("Ada")
    ada.say("so much for that, and what a day it was. I moved to Rome.")
    assert texts(ada.memories()) == []
    ada.say("I moved to Nice.")
    assert texts(ada.memories()) == ["Lives in Nice."]


def test_what_harms_when_overlooked_is_learned_where_it_is_all_that_is_said_and_is_in_every_context(
    luna: Reverie, scripted: Scripted
) -> None:
    scripted.doubted = ["allergic to nuts btw", "coeliac here"]
    ada = luna.meet("Ada")
    for said in scripted.doubted:
        ada.say(said)
    block = str(ada.context("hey"))
    assert "Is allergic to nuts." in block
    assert "Is coeliac." in block


def test_of_what_is_found_for_a_question_that_comes_first_which_answers_it(luna: Reverie, scripted: Scripted) -> None:
    ada = luna.meet("Ada")
    for said in ("the flat in bern is tiny", "the flat in bern has a red door", "what colour is the flat in bern?"):
        ada.say(said)
    asked = "what is the flat in bern like?"
    assert not any("answers" in hit.features for hit in ada.recall(asked))
    judging = reverie.Looking(rerank=True)
    scripted.answers[asked] = "tiny"
    first = ada.recall(asked, limit=1, looking=judging)[0]
    assert first.text == "the flat in bern is tiny"
    assert "it answers the question" in first.why
    assert sum(first.features.values()) == pytest.approx(first.score)
    scripted.answers[asked] = "flat in bern"
    judged = {hit.text: hit.features["answers"] for hit in ada.recall(asked, looking=judging)}
    assert judged["the flat in bern is tiny"] > 0 >= judged["what colour is the flat in bern?"]
    assert not any("answers" in hit.features for hit in ada.recall("the flat in bern", looking=judging))
