"""The command line as people and programs meet it: answers, streams, exit codes, and text that can do no harm."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import typer
from tests.terminals import at_terminal
from typer.main import get_command
from typer.testing import CliRunner, Result

from reverie.cli import terminal
from reverie.cli.commands import app
from reverie.cli.invocation import Program, threads_hushed
from reverie.cli.operations.upkeep import masked_url
from reverie.config import Config
from reverie.errors import ReverieWarning
from reverie.shapes.memories import gone
from reverie.store import migrations

ROOT = Path(__file__).parents[2]
DOCUMENTED = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
ESCAPE = "\x1b[31mred\x9b31m\u202e"

MEMORY_FIELDS = set(
    "id kind about text to_you key value category status importance confidence valid_from valid_to created_at "
    "closed_at expires_at validations supersedes superseded_by source".split()
)

Run = Callable[..., Result]


@pytest.fixture
def run(place: Path) -> Run:
    def invoked(*arguments: str, **more: Any) -> Result:
        return CliRunner().invoke(app, list(arguments), catch_exceptions=False, **more)

    return invoked


def answered(result: Result) -> dict[str, Any]:
    """The one JSON object that a command answered."""
    assert result.exit_code == 0, result.output
    assert result.stdout.count("\n") == 1
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.fixture
def ada(run: Run) -> Run:
    """The command line, with somebody known."""
    run("say", "Ada", "My favorite food is pizza. I live in Lyon.", "--at", "2026-03-01")
    run("say", "Ada", "Actually my favorite food is ramen.", "--at", "2026-05-01")
    return run


def every_command() -> Iterator[tuple[str, Any]]:
    commands: dict[str, Any] = get_command(app).commands  # type: ignore[attr-defined] # the program is a group
    for name, command in commands.items():
        for inner, one in getattr(command, "commands", {"": command}).items():
            yield f"{name} {inner}".strip(), one


@pytest.mark.parametrize(("name", "command"), [pytest.param(n, c, id=n) for n, c in every_command()])
def test_every_command_has_json_and_help_and_is_documented(run: Run, name: str, command: Any) -> None:
    options = {option for param in command.params for option in param.opts if option.startswith("--")}
    assert {"--json", "--store", "--companion", "--config"} <= options
    helped = run(*name.split(), "--help")
    assert (helped.exit_code, "Usage: reverie" in helped.stdout or "Usage: root" in helped.stdout) == (0, True)
    section = re.search(rf"^### reverie {name}\b.*?(?=^##)", DOCUMENTED, re.MULTILINE | re.DOTALL)
    assert section is not None
    own = options - {"--json", "--store", "--companion", "--config"}
    assert [option for option in own if f"{option}" not in section[0]] == []


def test_every_setting_is_documented_and_listed(run: Run) -> None:
    listed = {s["name"]: s for s in answered(run("config", "--json"))["settings"]}
    row = re.compile(r"^\| `([a-z_.]+)` \| .* \| (.*) \|$", re.MULTILINE)
    documented = dict(row.findall(DOCUMENTED.partition("## Settings")[2]))
    said = {name: re.sub(r"\[([^]]*)\]\([^)]*\)|[`*]", r"\1", text) for name, text in documented.items()}
    assert {name: one["description"] for name, one in listed.items()} == said
    assert "how many tokens a context may have" in run("config").stdout
    some = run("config", "server.host").stdout
    assert ("where the server listens" in some, "how many tokens a context may have" in some) == (True, False)
    assert run("config", "nonsense").exit_code == 3
    assert {name.partition(".")[0] for name in listed} == set(Config.model_fields)
    assert (listed["embedder"]["value"], listed["embedder"]["from"]) == ("none", "environment")


def test_a_fact_is_told_superseded_and_listed_with_its_words(ada: Run) -> None:
    (home, food) = answered(ada("memories", "Ada", "--json"))["memories"]
    assert food.keys() == MEMORY_FIELDS | {"said_by", "said_at"}
    assert (food["text"], food["key"], food["value"]) == ("Favorite food is ramen.", "favorite_food", "ramen")
    assert food["to_you"] == "Your favorite food is ramen."
    assert (food["said_by"], food["said_at"]) == ("Ada", "2026-05-01T00:00:00Z")
    assert food["source"]["quote"] == "Actually my favorite food is ramen."
    assert home["text"] == "Lives in Lyon."
    (old,) = answered(ada("memories", "Ada", "--status", "superseded", "--json"))["memories"]
    assert (old["text"], old["superseded_by"], food["supersedes"]) == ("Favorite food is pizza.", food["id"], old["id"])
    shown = ada("memories", "Ada", "--category", "preference").stdout
    assert "Favorite food is ramen." in shown
    assert "Ada on 2026-05-01: “Actually my favorite food is ramen.”" in shown
    assert "Lyon" not in shown


def test_recall_looks_into_the_past_and_gives_its_reasons(ada: Run) -> None:
    now = answered(ada("recall", "Ada", "favorite food", "--json"))
    assert now["hits"][0].keys() >= MEMORY_FIELDS | {"score", "why", "features", "message", "said_at"}
    assert now["hits"][0]["value"] == "ramen"
    assert "no embedder" in now["degraded"][0]
    then = answered(ada("recall", "Ada", "favorite food", "--as-of", "2026-04-01", "--limit", "1", "--json"))
    assert [hit["value"] for hit in then["hits"]] == ["pizza"]
    said = answered(ada("recall", "Ada", "favorite food", "--said", "--json"))
    assert {hit["kind"] for hit in said["hits"]} == {"message"}
    shown = ada("recall", "Ada", "favorite food", "--why")
    assert shown.stdout.startswith("1. Favorite food is ramen.")
    assert "the words match (+" in shown.stdout
    assert "no embedder" in shown.stderr


def test_recall_shows_what_stands_beside_with_its_reason_once(run: Run) -> None:
    for words in ("I failed my driving test this morning.", "The parking was the worst of it."):
        run("say", "Ada", words, "--at", "2026-03-01T08:00")
    run("conversations", "end", "Ada")
    shown = run("recall", "Ada", "the driving test", "--beside", "--why").stdout
    excerpt = shown.partition("Said in one of them:\n")[2]
    assert "The parking was the worst of it." in excerpt
    assert excerpt.count("the words match") == 1
    assert "the words match" not in run("recall", "Ada", "the driving test", "--beside").stdout


def test_a_context_comes_in_three_forms(ada: Run) -> None:
    text = ada("context", "Ada", "dinner?", "--why")
    assert text.stdout.startswith("You are Reverie. You are talking to Ada.\n<memory")
    assert "why: Favorite food is ramen.: " in text.stderr
    system, said = json.loads(ada("context", "Ada", "dinner?", "--format", "openai").stdout)
    assert system["content"].startswith(
        text.stdout.strip()
    )  # the talk is over: all that is known is in the stable part
    assert said == {"role": "user", "content": "dinner?"}
    ada("say", "Ada", "I am allergic to peanuts.")
    parts = answered(ada("context", "Ada", "dinner?", "--json"))
    system, said = json.loads(ada("context", "Ada", "dinner?", "--format", "openai").stdout)
    assert system["content"].startswith(parts["stable"])
    assert "peanuts" in parts["volatile"]
    assert said["content"] == f"{parts['volatile']}\n\ndinner?"
    anthropic = json.loads(ada("context", "Ada", "dinner?", "--format", "anthropic").stdout)
    assert anthropic["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert anthropic["messages"] == [said]
    told = answered(ada("context", "Ada", "dinner?", "--format", "anthropic", "--json"))
    assert {name: told[name] for name in ("system", "messages")} == anthropic
    assert answered(ada("context", "Ada", "dinner?", "--budget", "0", "--json"))["text"] == ""
    past = answered(ada("context", "Ada", "dinner?", "--known-at", "2020-01-01", "--json"))
    assert "ramen" in text.stdout
    assert "ramen" not in past["text"]
    assert "of a past moment" in past["degraded"][0]


FAILURES: list[tuple[list[str], int, str]] = [
    (["recall", "Bob", "x"], 3, "NotFound"),
    (["context", "Bob", "x"], 3, "NotFound"),
    (["memories", "Bob"], 3, "NotFound"),
    (["history", "Bob"], 3, "NotFound"),
    (["export", "Bob"], 3, "NotFound"),
    (["forget", "Bob", "x", "--yes"], 3, "NotFound"),
    (["undo", "Bob"], 3, "NotFound"),
    (["settings", "Bob"], 3, "NotFound"),
    (["erase", "Bob", "--yes"], 3, "NotFound"),
    (["forget", "Ada", "opera", "--yes"], 3, "NotFound"),
    (["history", "Ada", "0123456789"], 3, "NotFound"),
    (["memories", "Ada", "--accept", "0123456789"], 3, "NotFound"),
    (["say", "Ada", "  "], 2, "InvalidInput"),
    (["say", "   ", "hello"], 2, "InvalidInput"),
    (["say", "Ada", "hello", "--at", "31/12/2026"], 2, "InvalidInput"),
    (["say", "Ada", "hello", "--role", "king"], 2, "InvalidInput"),
    (["settings", "Ada", "--retention", "soon"], 2, "InvalidInput"),
    (["forget", "Ada", "ramen"], 2, "InvalidInput"),
    (["erase", "Ada"], 2, "InvalidInput"),
    (["recall", "Ada"], 2, "MissingParameter"),
    (["people", "--nope"], 2, "NoSuchOption"),
    (["nope"], 2, "UsageError"),
    (["people", "--config", "nowhere.toml"], 2, "ConfigError"),
    (["remember", "Ada", "my password is hunter22"], 4, "Refused"),
    (["reindex"], 6, "ModelUnavailable"),
]


@pytest.mark.parametrize(("arguments", "code", "kind"), FAILURES, ids=[" ".join(f[0]) for f in FAILURES])
def test_failures_have_their_exit_code_and_one_line(ada: Run, arguments: Sequence[str], code: int, kind: str) -> None:
    told = ada(*arguments)
    assert (told.exit_code, told.stdout) == (code, "")
    assert told.stderr.splitlines()[-1].startswith("error: ")
    as_json = ada("--json", *arguments)
    assert (as_json.exit_code, as_json.stdout) == (code, "")
    error = json.loads(as_json.stderr)["error"]
    assert error.keys() == {"type", "message"}
    assert error["type"] == kind
    assert error["message"]


def test_a_stranger_is_met_by_the_commands_that_write(run: Run) -> None:
    run("say", "Bob", "hello")
    run("remember", "Cleo", "Plays the harp.", "--key", "instrument", "--value", "harp")
    names = [one["name"] for one in answered(run("people", "--json"))["people"]]
    assert names == ["Bob", "Cleo"]
    (harp,) = answered(run("memories", "Cleo", "--json"))["memories"]
    assert (harp["key"], harp["value"], harp["source"]["kind"]) == ("instrument", "harp", "person")


def test_shared_options_stand_before_or_behind(run: Run, place: Path) -> None:
    run("--store", "luna.db", "--companion", "Luna", "say", "Ada", "I live in Lyon.")
    before = answered(run("--store", "luna.db", "--json", "people"))
    assert before == answered(run("people", "--json", "--store", "luna.db"))
    assert (before["companion"]["name"], before["people"][0]["name"]) == ("Luna", "Ada")
    assert answered(run("db", "--json", "--store", "luna.db", "info"))["people"] == 1
    assert answered(run("--store", "other.db", "people", "--store", "luna.db", "--json")) == before
    assert not (place / "other.db").exists()
    (place / "mine.toml").write_text('store = "luna.db"\n')
    assert answered(run("people", "--config", "mine.toml", "--json")) == before


def test_a_memory_is_pinned_listed_and_unpinned(ada: Run) -> None:
    assert ada("pin", "Ada").stdout == "Nothing is pinned.\n"
    ramen = next(m for m in answered(ada("memories", "Ada", "--json"))["memories"] if "ramen" in m["text"])
    pinned = answered(ada("pin", "Ada", ramen["id"], "--json"))
    assert (pinned["memory"]["id"], [*pinned]) == (ramen["id"], ["memory", "change_id"])
    assert ada("pin", "Ada", ramen["id"]).stdout == f"It was pinned already: {ramen['text']}\n"
    assert [one["id"] for one in answered(ada("pin", "Ada", "--json"))["pinned"]] == [ramen["id"]]
    off = ada("pin", "Ada", ramen["id"], "--off").stdout
    assert off.startswith(f"Not pinned any more: {ramen['text']}\nTo take it back: reverie undo Ada ")
    assert ada("pin", "Ada", ramen["id"], "--off").stdout == f"It was not pinned: {ramen['text']}\n"
    assert ada("pin", "Ada", "--off").exit_code == 2


def test_forgetting_shows_what_goes_and_can_be_undone(ada: Run) -> None:
    dry = answered(ada("forget", "Ada", "ramen", "--dry-run", "--json"))
    assert (dry["change_id"], [m["text"] for m in dry["memories"]]) == (None, ["Favorite food is ramen."])
    assert [m["words"] for m in dry["messages"]] == [["Actually my favorite food is ramen."]]
    refused = ada("forget", "Ada", "ramen")
    assert refused.exit_code == 2
    assert "Favorite food is ramen." in refused.stderr
    assert "--yes" in refused.stderr
    shown = ada("forget", "Ada", "ramen", "--yes").stdout
    assert "1 memory, words in 1 message" in shown
    change = shown.rsplit(maxsplit=1)[-1]
    assert "ramen" not in ada("export", "Ada").stdout.partition('"memories"')[2].partition('"conversations"')[2]
    assert ada("forget", "Ada", "ramen", "--yes").exit_code == 3
    back = answered(ada("undo", "Ada", change, "--json"))
    assert [(m["text"], m["status"]) for m in back["memories"]] == [("Favorite food is ramen.", "active")]
    assert ada("undo", "Ada", change).exit_code == 5


def test_undo_alone_takes_back_the_last_change(ada: Run) -> None:
    undone = ada("undo", "Ada")
    assert undone.stdout.startswith("Undone: learn, of ")
    (home, food) = sorted(answered(ada("memories", "Ada", "--json"))["memories"], key=lambda m: m["key"], reverse=True)
    assert (home["value"], food["value"]) == ("lyon", "pizza")
    again = undone.stdout.rsplit(maxsplit=1)[-1]
    ada("undo", "Ada", again)
    assert "ramen" in ada("memories", "Ada").stdout
    message = answered(ada("memories", "Ada", "--category", "fact", "--json"))["memories"][0]["source"]["message_id"]
    ada("undo", "Ada", "--message", message)
    assert "Lyon" not in ada("memories", "Ada").stdout


def test_history_tells_what_changes_did(ada: Run) -> None:
    told = answered(ada("history", "Ada", "--json"))
    assert [(e["change"]["cause"], e["after"]["value"]) for e in told["events"]] == [
        ("learn", "pizza"),
        ("learn", "lyon"),
        ("learn", "pizza"),
        ("learn", "ramen"),
    ]
    assert "~ Favorite food is pizza. (active → superseded)" in ada("history", "Ada").stdout
    newest = ada("history", "Ada", "--limit", "1")
    assert newest.stdout.count("+ ") == 1
    assert "3 older events" in newest.stderr
    of_one = answered(ada("history", "Ada", told["events"][3]["after"]["id"], "--json"))
    assert of_one["all"] == 1


def test_settings_are_changed_and_obeyed(ada: Run) -> None:
    off = answered(ada("settings", "Ada", "--off", "feeling", "--off", "event", "--retention", "30", "--json"))
    closed: dict[str, object] = {"told_in_company": []}
    assert off["settings"] == closed | {
        "paused": False,
        "categories_off": ["event", "feeling", "money"],
        "retention_days": 30.0,
    }
    on = answered(ada("settings", "Ada", "--on", "event", "--retention", "none", "--pause", "--json"))
    assert on["settings"] == closed | {"paused": True, "categories_off": ["feeling", "money"], "retention_days": None}
    told = ada("settings", "Ada", "--in-company", "fact", "--in-company", "event")
    assert "Told in company: event, fact" in told.stdout
    assert answered(ada("settings", "Ada", "--in-company", "none", "--json"))["settings"]["told_in_company"] == []
    assert ada("settings", "Ada", "--in-company", "secrets").exit_code == 2
    assert ada("remember", "Ada", "Plays the harp.").exit_code == 4
    assert answered(ada("say", "Ada", "I like tea.", "--json"))["message"] is None
    assert "Memory: on" in ada("settings", "Ada", "--resume").stdout
    off_record = answered(ada("say", "Ada", "I like tea.", "--off-record", "--json"))
    assert (off_record["message"], off_record["learned"]) == (None, [])


def test_a_proposal_is_decided(ada: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_MEMORY__CONFLICT", "ask")
    ada("say", "Ada", "My favorite food is soup now.")
    (proposal,) = answered(ada("memories", "Ada", "--status", "proposed", "--json"))["memories"]
    assert proposal["value"] == "soup"
    assert ada("memories", "Ada", "--accept", proposal["id"]).stdout == "Accepted: Favorite food is soup.\n"
    assert "soup" in ada("memories", "Ada").stdout


@pytest.mark.parametrize(
    ("file", "written", "code"),
    [
        ("nowhere.txt", None, 3),
        ("list.txt", "\n".join(map(str, range(300))), 1),
        ("other.jsonl", '{"a": 1}\n{"b": 2}\n', 1),
        ("empty.txt", "", 1),
        ("photo.txt", "\0\1\2" * 400, 1),
        ("folder", "a folder", 1),
    ],
)
def test_a_file_that_is_no_history_is_named_once(
    run: Run, place: Path, file: str, written: str | None, code: int
) -> None:
    if written == "a folder":
        (place / file).mkdir()
    elif written is not None:
        (place / file).write_text(written, "utf-8")
    done = run("import", "Ada", file)
    assert (done.exit_code, done.stdout) == (code, "")
    assert (done.stderr.count(file), done.stderr.count("\n")) == (1, 1)


def test_of_many_lines_that_cant_be_read_a_few_are_named(run: Run, place: Path) -> None:
    lines = "\n".join(["no line of a chat"] * 20)
    (place / "chat.txt").write_text(f"{lines}\n[2026-03-01 18:30]\nAda: I live in Lyon.\n", "utf-8")
    done = run("import", "Ada", "chat.txt")
    assert (done.exit_code, done.stderr.count("\n")) == (0, 4)
    assert "17 lines more can't be read" in done.stderr


def test_nothing_is_made_by_a_file_that_is_not_there(run: Run, place: Path) -> None:
    before = sorted(place.iterdir())
    assert run("import", "Ada", "nowhere.txt", "neither.txt").exit_code == 3
    assert sorted(place.iterdir()) == before


LOOKING = [
    (("doctor",), (0, 1)),
    (("people",), (0,)),
    (("patterns",), (0,)),
    (("config",), (0,)),
    (("db", "info"), (3,)),
    (("reindex",), (3,)),
    (("export", "Ada"), (3,)),
    (("undo", "Ada"), (3,)),
    (("erase", "Ada", "--yes"), (3,)),
    (("know", "list"), (3,)),
]


@pytest.mark.parametrize(("words", "codes"), LOOKING, ids=lambda one: " ".join(map(str, one)))
def test_looking_makes_no_store(run: Run, place: Path, words: tuple[str, ...], codes: tuple[int, ...]) -> None:
    before = sorted(place.rglob("*"))
    assert run(*words).exit_code in codes
    assert sorted(place.rglob("*")) == before


def test_the_doctor_says_that_there_is_no_store_yet(run: Run) -> None:
    store = json.loads(run("doctor", "--json").stdout)["checks"][0]
    assert (store["name"], store["ok"], "none yet at" in store["seen"]) == ("store", True, True)


def test_a_dash_is_the_output_and_never_a_file(run: Run, place: Path) -> None:
    run("say", "Ada", "I live in Lyon.")
    before = sorted(place.iterdir())
    assert "Lyon" in run("profile", "export", "Ada", "-").stdout
    assert json.loads(run("export", "Ada", "--output", "-").stdout)["memories"]
    ways = "export Ada --to -", "db backup -", "db key -", "persona export -", "conversations export Ada -"
    for words in ways:
        done = run(*words.split())
        assert (done.exit_code, "name a file" in done.stderr) == (2, True), words
    assert sorted(place.iterdir()) == before


def test_an_import_is_counted_named_and_once(run: Run, place: Path) -> None:
    good, bad = place / "chat.txt", place / "broken.jsonl"
    good.write_text("[2026-03-01 18:30]\nAda: I live in Lyon.\nLuna: Nice!\n", encoding="utf-8")
    bad.write_text('{"no json\n', encoding="utf-8")
    done = run("import", "Ada", str(good), str(bad), "nowhere.txt", "--json")
    first, second, third = answered(done)["files"]
    assert (first["messages"], first["learned"], first["error"]) == (2, {"added": 1}, None)
    assert [broken["where"] for broken in second["broken"]] == ["line 1"]
    assert third["error"]["type"] == "InvalidInput"
    assert done.stderr == ""
    assert "broken.jsonl, line 1: " in run("import", "Ada", str(bad)).stderr
    again = run("import", "Ada", str(good))
    assert (again.exit_code, "2 known already" in again.stdout) == (0, True)
    assert run("import", "Ada", str(bad)).exit_code == 1
    assert run("import", "Ada", "nowhere.txt").exit_code == 3
    assert run("undo", "Ada", "--import", first["batch"]).exit_code == 0
    assert answered(run("memories", "Ada", "--json"))["memories"] == []


def test_an_export_never_overwrites_unasked(ada: Run, place: Path) -> None:
    file = place / "ada.json"
    assert ada("export", "Ada", "-o", str(file)).stdout == f"{file}: 3 memories, 2 conversations.\n"
    assert file.stat().st_mode & 0o777 == 0o600
    kept = file.read_bytes()
    assert ada("export", "Ada", "-o", str(file)).exit_code == 5
    assert file.read_bytes() == kept
    assert answered(ada("export", "Ada", "-o", str(file), "--force", "--json"))["memories"] == 3
    assert ada("export", "Ada", "-o", str(place / "no" / "where.json")).exit_code == 2
    assert answered(ada("export", "Ada", "--json"))["person"]["name"] == "Ada"


def test_an_erasure_gives_its_receipt(ada: Run, place: Path) -> None:
    receipt = answered(ada("erase", "Ada", "--yes", "--json"))
    assert (receipt["rows"]["messages"], receipt["left"], receipt["proved"]) == (2, 0, True)
    assert "ramen" not in json.dumps(receipt)
    assert answered(ada("people", "--json"))["people"] == []
    assert b"ramen" not in (place / "reverie.db").read_bytes()


def test_an_erasure_tells_where_it_looked_and_of_copies(ada: Run, place: Path) -> None:
    assert ada("db", "backup", str(place / "reverie.db.friday")).exit_code == 0
    assert ada("export", "Ada", "-o", str(place / "ada.json")).exit_code == 0
    done = ada("erase", "Ada", "--yes", "--scan", str(place / "ada.json"))
    assert done.exit_code == 1
    told = done.stdout.replace("\n", " ")
    assert "reverie.db.friday may be a copy, and was left as it is. It holds some of them" in told
    assert "delete it if it is" in told  # a store of its own beside this one is none
    assert "found: a word in" in done.stdout
    assert "ramen" not in done.stdout + done.stderr
    assert ada("erase", "Ada", "--yes", "--scan", str(place / "nowhere")).exit_code == 3


def test_one_message_is_erased(ada: Run, place: Path) -> None:
    said = answered(ada("say", "Ada", "My sister is Bartholomea.", "--json"))["message"]["id"]
    assert ada("erase", "Ada", "--message", said).exit_code == 2  # nobody is there to be asked
    receipt = answered(ada("erase", "Ada", "--message", said, "--yes", "--json"))
    assert (receipt["rows"]["messages"], receipt["left"], receipt["proved"]) == (1, 0, True)
    assert receipt["looked_for"] > 0
    assert b"Bartholomea" not in (place / "reverie.db").read_bytes()
    assert len(answered(ada("memories", "Ada", "--json"))["memories"]) > 0
    assert ada("erase", "Ada", "--message", said, "--yes").exit_code == 3


def test_accounts_are_linked(ada: Run) -> None:
    ada("people", "link", "Ada", "discord", "1234")
    assert answered(ada("memories", "discord:1234", "--json"))["person"]["name"] == "Ada"
    ada("say", "Bob", "hi")
    assert ada("people", "link", "Bob", "discord", "1234").exit_code == 5


def test_a_change_of_embedder_is_seen_and_mended(ada: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "hashing.py").write_text(
        "from reverie.testing import HashEmbedder\ndef made(size): return HashEmbedder(int(size))\n"
    )
    metadata = place / "hashing-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: hashing\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[reverie.embedders]\nhash = hashing:made\n")
    monkeypatch.syspath_prepend(str(place))
    monkeypatch.setenv("REVERIE_EMBEDDER", "hash:64")
    ill = ada("doctor", "--json")
    assert (ill.exit_code, json.loads(ill.stdout)["checks"][-1]["remedy"]) == (1, "run `reverie reindex`")
    assert "reverie reindex" in ada("recall", "Ada", "food").stderr
    assert answered(ada("reindex", "--json")) == {"embedded": 5}
    assert answered(ada("reindex", "--json")) == {"embedded": 0}
    assert ada("doctor").exit_code == 0
    assert answered(ada("recall", "Ada", "food", "--json"))["degraded"] == []


def test_the_database_is_looked_at(ada: Run, place: Path) -> None:
    told = answered(ada("db", "info", "--json"))
    assert (told["store"], told["kind"], told["people"]) == (str(place / "reverie.db"), "sqlite", 1)
    assert told["bytes"] >= (place / "reverie.db").stat().st_size
    assert answered(ada("db", "check", "--json"))["ok"] is True
    assert answered(ada("db", "upgrade", "--json"))["version"] == migrations.HEAD
    (place / "torn.db").write_bytes(b"no database at all " * 100)
    assert ada("db", "check", "--store", "torn.db").exit_code == 1


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ada:s3:cr@t@db/luna", "postgresql://ada:***@db/luna"),
        (
            "postgresql://ada@db/luna?password=x&sslmode=require",
            "postgresql://ada@db/luna?password=***&sslmode=require",
        ),
        ("/tmp/luna.db", "/tmp/luna.db"),
    ],
)
def test_passwords_are_never_shown(run: Run, url: str, shown: str) -> None:
    assert masked_url(url) == shown
    assert {s["name"]: s["value"] for s in answered(run("config", "--json", "--store", url))["settings"]}[
        "store"
    ] == shown


@pytest.mark.parametrize("as_json", [False, True])
def test_stored_text_never_reaches_the_terminal_raw(run: Run, as_json: bool) -> None:
    more = ["--json"] if as_json else []
    outputs = [
        run("say", "Ada", f"My favorite food is ramen {ESCAPE}", *more),
        run("remember", f"Bob {ESCAPE}", f"Plays the harp {ESCAPE}", *more),
        run("memories", "Ada", *more),
        run("recall", "Ada", "favorite food", "--why", *more),
        run("context", "Ada", "food", "--why", *more),
        run("context", "Ada", "food", "--format", "openai", *more),
        run("history", "Ada", *more),
        run("people", *more),
        run("export", "Ada", *more),
        run("recall", f"Nobody {ESCAPE}", "x", *more),
        run("chat", "Ada", *more, input="what is my favorite food?\n/memories\n"),
        run("undo", "Ada", *more),
        run("forget", "Ada", "ramen", "--yes", *more),
    ]
    assert [o.output for o in outputs if re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", o.output)] == []
    assert all("red" in o.output for o in outputs)


def test_words_lost_to_forgetting_are_found() -> None:
    assert gone("I like ramen.", "[forgotten]") == ["I like ramen."]
    assert gone("A. B. C. D.", "[forgotten] B. [forgotten]") == ["A.", "C. D."]
    assert gone("[forgotten] B. C.", "[forgotten] C.") == ["B."]


def test_text_is_read_from_standard_input(run: Run) -> None:
    said = answered(run("say", "Ada", "-", "--json", input=b"I live in Lyon.\n\xff\n"))
    assert said["message"]["text"] == "I live in Lyon.\n\ufffd"


def test_a_warning_is_one_line() -> None:
    warned = typer.Typer(cls=Program)

    @warned.callback()
    def group() -> None: ...

    @warned.command()
    def warn() -> None:
        for _ in range(2):
            warnings.warn("the cache can't be used", ReverieWarning, stacklevel=1)

    assert CliRunner().invoke(warned, ["warn"]).stderr == "warning: the cache can't be used\n"


def test_a_warning_of_another_thread_waits_for_the_end_of_a_chat() -> None:
    chatting = typer.Typer(cls=Program)

    @chatting.callback()
    def group() -> None: ...

    @chatting.command()
    def chat() -> None:
        with threads_hushed():
            thread = Thread(target=lambda: warnings.warn("the model is away", ReverieWarning, stacklevel=1))
            thread.start()
            thread.join()
            warnings.warn("the cache can't be used", ReverieWarning, stacklevel=1)

    told = CliRunner().invoke(chatting, ["chat"]).stderr
    assert told == "warning: the cache can't be used\nwarning: the model is away\n"


def test_what_a_terminal_lacks_becomes_plainer() -> None:
    shown = "“Ada” → 👤 naïve 🙈".encode("ascii", "reverie-plainer")
    assert shown == b'"Ada" -> * na?ve ?'
    assert terminal.as_json({"said": "é\x9b"}, ascii_only=True) == r'{"said": "\u00e9\u009b"}'


# -- as a process ------------------------------------------------------------------------------------


def program(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | more.pop("env", {})
    return subprocess.run(
        [sys.executable, "-m", "reverie", *arguments],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        **more,
    )


def test_it_runs_as_a_program(place: Path) -> None:
    assert program("--version").stdout.startswith("reverie ")
    assert program("say", "Ada", "-", input="I live in Genève.").returncode == 0
    plain = program("memories", "Ada", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert (plain.returncode, plain.stderr) == (0, "")
    assert "Ada on" in plain.stdout
    assert '"I live in Gen?ve."' in plain.stdout
    exact = program("memories", "Ada", "--json", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert json.loads(exact.stdout)["memories"][0]["source"]["quote"] == "I live in Genève."
    help_page = program("--help", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "COLUMNS": "30"})
    assert (help_page.returncode, help_page.stderr) == (0, "")


def test_a_broken_pipe_and_a_missing_command_leave_no_traceback(place: Path) -> None:
    program("import", "Ada", str(ROOT / "src" / "reverie" / "cli" / "operations" / "demo.jsonl"))
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        torn = subprocess.run(
            [sys.executable, "-m", "reverie", "export", "Ada"],
            check=False,
            stdout=closed,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )
    assert (torn.returncode, torn.stderr) == (1, b"")
    assert (program("nope").returncode, "Traceback" in program("nope").stderr) == (2, False)


def test_forgetting_and_erasing_ask_on_a_terminal(ada: Run) -> None:
    code, seen = at_terminal(["forget", "Ada", "ramen"], [("[y/N]", b"n\n")])
    assert (code, "Nothing was changed." in seen) == (1, True)
    assert "ramen" in ada("memories", "Ada").stdout
    code, seen = at_terminal(["forget", "Ada", "ramen"], [("[y/N]", b"y\n")])
    assert (code, "Forgotten." in seen) == (0, True)
    code, seen = at_terminal(["erase", "Ada"], [("to erase them:", b"Bob\n")])
    assert code == 1
    code, seen = at_terminal(["erase", "Ada"], [("to erase them:", b"Ada\n")])
    assert (code, "Erased." in seen) == (0, True)
    assert answered(ada("people", "--json"))["people"] == []


def test_an_interruption_is_quiet(ada: Run) -> None:
    code, seen = at_terminal(["erase", "Ada"], [("to erase them:", signal.SIGINT)])
    assert (code, "Traceback" in seen, "Erased." in seen) == (128 + signal.SIGINT, False, False)
    code, seen = at_terminal(["chat", "Ada"], [("Ada> ", signal.SIGINT), ("Ada> ", b"\x04")])
    assert (code, "\nCtrl-D ends." in seen.replace("\r", ""), "Traceback" in seen) == (0, True, False)
