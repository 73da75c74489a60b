"""The demo: eight months of a real-looking conversation go in, and what Reverie makes of them is shown.

Nothing here knows the answers: everything printed is asked of the library, as any program would.
"""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from importlib.resources import as_file, files
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

import reverie
from reverie.recall.search import Hit

QUESTIONS = (
    "What is my favorite food?",
    "When did I adopt Biscuit?",
    "What am I allergic to?",
    "Where do I live?",
    "Who loves techno?",
)
"""What the demo asks: a changed fact, a date, a fact that matters, a move, and somebody else's taste."""

NEXT_MESSAGE = "Tom and Mia are coming for dinner on Friday. Any ideas what I could cook?"

BACK_THEN = datetime(2026, 2, 1, tzinfo=UTC)

FORGOTTEN = "opera"

IDENTITY = "I am Luna: curious, a little stubborn, and better at listening than at singing."

EXCHANGE = (
    ("what would you cook for them?", "I think slow food is the best welcome. I love a kitchen that smells of bread."),
    (
        "you sound like grandma. and what do i do wrong with my bread?",
        "You hurry, because everybody else comes first with you."
        '<record_user_observation category="value" confidence="0.8">Looks after others before herself.'
        "</record_user_observation>"
        '<record_self_observation category="growth">Learned to say the uncomfortable thing kindly.'
        "</record_self_observation>",
    ),
    (
        "ha! fair. they both work late though, they'll be starving",
        "Poor things. I've changed my mind about slow food: quick soup is kinder to hungry guests.",
    ),
)
"""A few turns more: what Ada says, and what a model that speaks as Luna answers, with its tags."""

NEXT_QUESTION = "What is a good welcome for hungry guests?"


def run() -> None:
    """Run the demo on the terminal, in a folder that goes away afterwards."""
    console = Console(highlight=False, soft_wrap=True)
    with (
        tempfile.TemporaryDirectory(prefix="reverie-demo-") as folder,
        reverie.open(Path(folder) / "luna.db", companion="Luna") as luna,
    ):
        _show(console, luna)


def _show(console: Console, luna: reverie.Reverie) -> None:
    ada = luna.meet("Ada")
    with as_file(files("reverie.cli.operations") / "demo.jsonl") as path:
        report = luna.import_history(path, ada)
    _head(console, "1. A history goes in")
    console.print(
        f"{report.conversations} conversations, {report.messages} messages; {report.masked} secrets masked before "
        f"anything was written; {report.private} messages she asked not to remember were not kept."
    )
    _learned(console, ada)
    _asked(console, ada)
    _head(console, "4. The context block for a new message")
    console.print(Text(f"{ada.name}: {NEXT_MESSAGE}\n", style="bold"))
    console.print(Text(str(ada.context(NEXT_MESSAGE))))
    _somebody(console, luna, ada)
    _controls(console, ada)


def _learned(console: Console, ada: reverie.Person) -> None:
    _head(console, "2. What was learned, and from which words")
    table = Table("remembered", "since", "her words", box=None, header_style="bold")
    for memory in ada.memories():
        table.add_row(Text(memory.text), f"{memory.valid_from:%Y-%m-%d}", Text(f"“{memory.source.quote}”"))
    console.print(table)
    changed = [event for event in ada.history() if event.before and event.after and event.after.status == "superseded"]
    for event in changed:
        old = event.after
        if old is not None and old.valid_to is not None:
            console.print(Text(f"no longer so since {old.valid_to:%Y-%m-%d}: {old.text}", style="dim"))


def _asked(console: Console, ada: reverie.Person) -> None:
    _head(console, "3. Five questions, answered with her own words")
    for question in QUESTIONS:
        _answer(console, question, ada.recall(question, limit=1, looking=reverie.Looking(roles=frozenset({"user"}))))
    past = ada.recall(QUESTIONS[0], limit=1, as_of=BACK_THEN, looking=reverie.Looking(messages=False))
    console.print("The first question again, as of February:", style="dim")
    _answer(console, QUESTIONS[0], past)


def _answer(console: Console, question: str, found: reverie.Recalled) -> None:
    console.print(Text(question, style="bold"))
    for note in found.degraded:
        console.print(Text(f"  ({note})", style="yellow"))
    for hit in found:
        console.print(Text(f"  {cited(hit)}"))
        console.print(Text(f"  why: {hit.why}", style="dim"))
    if not found:
        console.print("  nothing is remembered about that")


def cited(hit: Hit) -> str:
    """A hit with its source, as one line."""
    if hit.message is None:
        return hit.text
    said = f"{hit.message.speaker} on {hit.message.sent_at:%Y-%m-%d}: “{hit.memory.source.quote}”"
    return said if hit.memory.kind == "message" else f"{hit.text} — {said}"


def _somebody(console: Console, luna: reverie.Reverie, ada: reverie.Person) -> None:
    _head(console, "5. Luna is somebody too")
    luna.self_model.append("identity_statements", IDENTITY)
    for asked, answered in EXCHANGE:
        ada.say(asked)
        said = ada.say(answered, role="assistant")
        console.print(Text(f"Ada: {asked}", style="bold"))
        console.print(Text(f"Luna: {said.message.text if said.message else ''}"))
        for notice in said.notices:
            console.print(Text(f"  {notice}", style="dim"))
    console.print(Text("\nLuna on herself:", style="bold"))
    console.print(Text(luna.self_model.reflect_on_self()))
    for opinion in luna.opinions.list():
        for turn in opinion.history:
            console.print(Text(f"She used to think otherwise, until {turn.at:%Y-%m-%d}: “{turn.old}”", style="dim"))
    console.print(Text("\nWhat she has come to understand of Ada:", style="bold"))
    console.print(Text(ada.user_model.reflect()))
    console.print(Text(f"\nThe end of the context for “{NEXT_QUESTION}”:", style="bold"))
    console.print(Text(ada.context(NEXT_QUESTION).volatile))


def _controls(console: Console, ada: reverie.Person) -> None:
    _head(console, "6. Her memory is hers")
    for words in ("what do you remember about me?", f"forget everything about {FORGOTTEN}"):
        console.print(Text(f"Ada: {words}", style="bold"))
        console.print(Text(f"Luna: {ada.say(words).reply}"))
    left = [hit for hit in ada.recall(FORGOTTEN, limit=50) if FORGOTTEN in hit.text.casefold()]
    console.print(Text(f"What recall still finds of {FORGOTTEN}: {len(left)} memories or messages.", style="dim"))


def _head(console: Console, title: str) -> None:
    console.print()
    console.print(Text(title, style="bold cyan"))
