"""Commands of what a companion understands of people: ``observe``, ``reflect``, ``synthesize`` and the like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from reverie.cli import record_lines
from reverie.cli.invocation import Call, moment, typed
from reverie.cli.shared_arguments import Name
from reverie.cli.terminal import command, styled
from reverie.cli.verbs.recall import styled_lines
from reverie.errors import InvalidInput
from reverie.records.observation_categories import DEFAULT_CONFIDENCE, Focus, Order, SourceType, UserCategory
from reverie.shapes import observations, people

if TYPE_CHECKING:
    from reverie.app.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """Options of what is recorded."""

    confidence: Annotated[float, typer.Option(min=0.0, max=1.0, help="How sure it is.")] = DEFAULT_CONFIDENCE
    source_type: Annotated[SourceType, typer.Option("--source", help="How it arose.")] = SourceType.CONVERSATION
    message: Annotated[str | None, typer.Option(metavar="ID", help="The message in which it was noticed.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewing:
    """Options of what is reviewed."""

    min_confidence: Annotated[
        float | None, typer.Option(min=0.0, max=1.0, help="Only those at least this sure, 0 to 1.")
    ] = None
    since: Annotated[str | None, typer.Option(metavar="TIME", help="Only those noticed or confirmed since then.")] = (
        None
    )
    limit: Annotated[int, typer.Option(min=1, help="How many, at most.")] = 10
    order: Annotated[Order, typer.Option(help="What comes first.")] = Order.NEWEST


def observe(
    call: Call,
    name: Name,
    text: Annotated[str | None, typer.Argument(metavar="TEXT", help="What was noticed; - reads input.")] = None,
    category: Annotated[UserCategory | None, typer.Option(help="What it is about; background, if left out.")] = None,
    validate: Annotated[str | None, typer.Option(metavar="ID", help="Confirm this observation.")] = None,
    *,
    how: Recording,
    which: Reviewing,
) -> None:
    """Record what was noticed about a person, confirm it, or list it."""
    if text is not None and validate is not None:
        raise InvalidInput("record an observation or confirm one, not both at once")
    if text is not None:
        _record(call, name, typed(text), category, how)
        return
    with call.person(name) as person:
        if validate is not None:
            surer = person.user_model.validate(validate)
            times = record_lines.count(surer.validations, "time")
            told = styled(f"Confirmed {times}, sure {surer.confidence:.0%}: {surer.text}")
            call.answer_of(person, {"validated": observations.observed(surer)}, told)
            return
        _review(call, person, category, which)


def _record(call: Call, name: str, text: str, category: str | None, how: Recording) -> None:
    with call.met(name) as person:
        made = person.user_model.record(
            text, category=category, confidence=how.confidence, source_type=how.source_type, message=how.message
        )
    call.answer_of(person, observations.recorded(made), *record_lines.recorded(made))


def _review(call: Call, person: Person, category: str | None, which: Reviewing) -> None:
    from reverie.profile.observations import Review

    least, since = which.min_confidence, moment(which.since)
    wanted = Review(category=category, minimum_confidence=least, since=since, limit=which.limit, order=which.order)
    found = person.user_model.review(wanted)
    call.answer_of(
        person,
        {"observations": [observations.observation(one) for one in found]},
        *([line for one in found for line in record_lines.observation(one)] or [styled("Nothing was noticed yet.")]),
    )


def synthesize(call: Call, name: Name) -> None:
    """Propose for the profile what was noticed several times, with the evidence."""
    with call.person(name) as person:
        waiting = person.user_model.synthesize()
    hint = styled(f"To decide: {command('memories', person.name)} --accept ID, or --decline ID", "dim")
    call.answer_of(
        person,
        {"proposals": [observations.proposal(one) for one in waiting]},
        *([line for one in waiting for line in record_lines.proposal(one)] or [styled("There is nothing to propose.")]),
        *([hint] if waiting else []),
    )


def reflect(
    call: Call, name: Name, focus: Annotated[Focus, typer.Option(help="What to reflect on.")] = Focus.GENERAL
) -> None:
    """Describe a person in words, from their profile and what was noticed."""
    with call.person(name) as person:
        told = person.user_model.reflect(focus)
    call.answer_of(person, {"focus": focus.value, "text": told}, *styled_lines(told))


def relationship(call: Call, name: Name) -> None:
    """Show how the relationship with a person changed over time."""
    with call.person(name) as person:
        found = person.user_model.relationship()
    call.answer_of(
        person,
        {"points": [observations.moment(one) for one in found]},
        *([line for one in found for line in record_lines.moment(one)] or [styled("Nothing is known of it yet.")]),
    )


def patterns(
    call: Call, minimum: Annotated[int, typer.Option(help="The fewest people a pattern is of: 5 or more.")] = 5
) -> None:
    """Show what at least five people have in common, without names."""
    with call.looking() as companion:
        found = companion.directory.patterns(minimum)
    lines = [styled(f"{one.people} people: {one.of.replace('_', ' ')} {', '.join(one.examples)}") for one in found]
    call.answer(
        {"minimum": minimum, "patterns": [people.pattern(one) for one in found]},
        *(lines or [styled(f"Nothing that {minimum} people share.")]),
    )
