"""How much of each prompt a server's cache can hold from the request before, in a talk of one person.

The one idea: a model that only writes down what it is sent stands in the place of a server. What could be shared is all
that stood before the newest message of the request before: that message itself had what memory told beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import reverie
from reverie.errors import InvalidInput
from reverie.ports import Reply, Usage

if TYPE_CHECKING:
    from reverie.app.person import Person
    from reverie.config import Config
    from reverie.ports import Embedder, Pieces, Shape

Messages = Sequence[Mapping[str, object]]

TALK = (
    "hey, just got in from a night shift",
    "im ana by the way, nurse, 3rd floor, the one with the broken lift",
    "moved to porto in march so half my stuff is still in boxes",
    "its raining sideways and i forgot the umbrella on the ward again",
    "had to skip lunch, somebody brought prawn rissois and im allergic to shellfish",
    "so it was crackers and a yoghurt. living the dream",
    "do you think its weird to eat soup for breakfast",
    "my favorite soup is caldo verde, my avó made it every sunday",
    "she used to put way too much garlic in it, on purpose",
    "anyway. what should i do with four hours before i have to sleep",
    "nah not tv, my eyes are done",
    "i could call my sister but she talks for ever",
    "she's got a new boyfriend, rui, he collects stamps. STAMPS",
    "ok that was mean, he was actually sweet at the birthday thing",
    "i like people who are into something odd",
    "me its birds. dont laugh",
    "there's a heron that stands on the river wall like it pays rent there",
    "saw it this morning actually, grumpy as ever",
    "i might sketch it, i used to draw a lot",
    "is charcoal hard? asking for a friend. the friend is me",
    "right, where do i even get charcoal here",
    "ok bought some online, coming tuesday",
    "what did i say the soup was called, im writing a list",
    "yes that. adding kale and chouriço",
    "dr pinho shouted at me again btw",
    "in front of a patient. i just stood there",
    "i dont think i like working there anymore tbh",
    "but the team is lovely, so, ugh",
    "what would you do",
    "hm. maybe i talk to joana first, she's my boss's boss",
    "thursday then, we both have the early shift",
    "remind me how i wanted to start it? no idea",
    "ok: calm, facts, no crying. got it",
    "i hate confrontation so much",
    "my heart goes like a hummingbird just thinking about it",
    "distract me. tell me something about herons",
    "haha no way, they hunt with an umbrella made of wings??",
    "that is going to be my first drawing then",
    "im so tired the letters are moving",
    "goodnight heron person, talk tomorrow",
)
"""What a tired nurse says on one morning."""

REPLIES = (
    "That sounds like a long one. Sit down for a minute before you do anything else.",
    "Noted, and I am a little on your side already. What happened then?",
    "Ha! I would have paid to see that. It says more about the day than about you, I think.",
    "Let me think about it with you: what would make the next hour easier, something to do or something quiet?",
    "I remember. You could start small and see where it goes, and nobody has to see the first try.",
)

INSTRUCTIONS = "You are a warm and patient companion. Answer briefly."
BEGUN_AT = datetime(2026, 6, 1, 7, tzinfo=UTC)
PAUSE = timedelta(minutes=1)


class Server:
    """A model that answers the same things in turn, and writes down what it is sent."""

    name = "written:down"

    def __init__(self, window: int) -> None:
        self.window = window
        self.asked: list[str] = []
        """The messages of each request."""
        self.before: list[str] = []
        """Of each request what stands before its newest message."""

    def reply(
        self, messages: Messages, *, tools: Sequence[Mapping[str, object]] = (), limit: int | None = None
    ) -> Reply:
        """Answer with the next of the replies."""
        *before, _newest = messages
        self.before.append(_written(before))
        self.asked.append(_written(messages))
        return Reply(text=REPLIES[(len(self.asked) - 1) % len(REPLIES)])

    def stream(
        self, messages: Messages, *, tools: Sequence[Mapping[str, object]] = (), limit: int | None = None
    ) -> Iterator[str | Reply]:
        """Answer, all at once."""
        yield self.reply(messages)

    def structured(self, messages: Messages, shape: type[Shape], *, limit: int | None = None) -> tuple[Shape, Usage]:
        """Answer no records: nothing here asks for any."""
        raise InvalidInput("this model only writes down conversations")

    def passed(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Answer as OpenAI's servers do."""
        said = {"role": "assistant", "content": self.reply(request["messages"]).text}
        return {"choices": [{"message": said, "finish_reason": "stop"}]}

    def passing(self, request: Mapping[str, object]) -> Pieces:
        """Answer nothing in pieces: nothing here asks for any."""
        raise InvalidInput("this model only writes down whole answers")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """Characters of the requests after the first: of all, of what could be shared, and of what was.

    ``broken`` counts the requests that did not share all they could.
    """

    requests: int
    characters: int
    could: int
    shared: int
    broken: int

    @property
    def of_could(self) -> float:
        """The share of what could be shared."""
        return self.shared / max(1, self.could)

    @property
    def of_all(self) -> float:
        """The share of all that was sent."""
        return self.shared / max(1, self.characters)


def measured(turns: int, window: int, embedder: Embedder | str, settings: Config) -> dict[str, Shared]:
    """Hold the same talk twice, through the relay and by turns, and compare each request with the one before."""
    ways: dict[str, Callable[[Person, Iterator[str]], None]] = {"relay": _relayed, "turn": _taken}
    return {way: shared(_sent(hold, turns, window, embedder, settings)) for way, hold in ways.items()}


def shared(server: Server) -> Shared:
    """What consecutive requests have in common, from their first character on."""
    same = [_same(one, other) for one, other in pairwise(server.asked)]
    could = [len(before) for before in server.before[:-1]]
    return Shared(
        requests=len(server.asked),
        characters=sum(map(len, server.asked[1:])),
        could=sum(could),
        shared=sum(map(min, same, could)),
        broken=sum(one < most for one, most in zip(same, could, strict=True)),
    )


def _same(one: str, other: str) -> int:
    """How many characters two texts have in common from their beginning on."""
    unlike = (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(unlike, min(len(one), len(other)))


def said(turns: int) -> Iterator[str]:
    """What the person says, turn by turn; a talk that is over goes on with the same on the next day."""
    for turn in range(turns):
        day, place = divmod(turn, len(TALK))
        yield f"Day {day + 1}: {TALK[place]}" if day else TALK[place]


def _sent(
    hold: Callable[[Person, Iterator[str]], None], turns: int, window: int, embedder: Embedder | str, settings: Config
) -> Server:
    now = [BEGUN_AT]

    def each() -> Iterator[str]:
        for text in said(turns):
            now[0] += PAUSE
            yield text

    server = Server(window)
    with reverie.open(":memory:", embedder=embedder, model=server, clock=lambda: now[0], config=settings) as luna:
        hold(luna.meet("Ana"), each())
    return server


def _taken(person: Person, texts: Iterator[str]) -> None:
    for text in texts:
        person.turn(text)


def _relayed(person: Person, texts: Iterator[str]) -> None:
    history: list[dict[str, str]] = [{"role": "system", "content": INSTRUCTIONS}]
    for text in texts:
        history.append({"role": "user", "content": text})
        answer = person.turn.relay({"messages": history})
        if isinstance(answer, dict):
            history.append(answer["choices"][0]["message"])


def _written(messages: Messages) -> str:
    return "".join(f"[{one['role']}]\n{one['content']}\n" for one in messages)
