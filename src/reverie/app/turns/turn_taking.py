"""Taking a turn: what is said is kept, what is known is looked up, and an answer is asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property, partial
from itertools import dropwhile
from typing import Any, cast

from reverie.app.tools import Toolbox
from reverie.app.turns import companion_replies
from reverie.app.turns.attachments import asked_with, attach
from reverie.app.turns.model_calls import Asking
from reverie.app.turns.record import PASSING, STAYS, Finish, Speaker, Turn
from reverie.app.turns.relay import Asked, Relaying, asked, given, relayed, room
from reverie.app.turns.streaming import Streaming
from reverie.argument_checks import checked
from reverie.config import Config
from reverie.context import answers
from reverie.context.intents import intent
from reverie.context.prompt_assembly import Budget, Parts, Rooms, rooms
from reverie.context.prompt_assembly import request as request_of
from reverie.context.prompt_layout import Sent, for_openai
from reverie.conversations import message_store
from reverie.conversations.message_store import Saying, going_on
from reverie.errors import ConfigError, InvalidInput, Refused
from reverie.learning.message_learning import Said
from reverie.memory.runtime import Runtime, new_id
from reverie.persona.tags import read
from reverie.ports import LanguageModel, Passing
from reverie.prompts import prompt
from reverie.recall.answering import answering
from reverie.recall.search import Hit, Looking, Recalled, searched
from reverie.records.conversations import Message, Role
from reverie.records.memories import Memory
from reverie.records.read_access import WHOLE
from reverie.records.users import User
from reverie.spans import Operation
from reverie.store.search.ranking import is_question

_RETRIED = timedelta(minutes=2)
"""Within which the same words again, still without an answer, are a client's next try."""

ROUNDS = 4
"""How often in a row a model may call tools before it has to answer; 0 offers none."""

_LOOKED_BACK = 100
"""Messages among which that is looked for which a request goes on with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spoken:
    """What was said: as it is kept, and the key of its reply."""

    text: str
    said: Said
    key: str | None
    at: datetime | None


@checked
class Turns:
    """Turns of a conversation with one person: ``ada.turn("…")`` takes one, ``ada.turn.stream("…")`` as it comes.

    With a language model it answers, and without one memory does, with the person's own words.
    """

    def __init__(
        self, runtime: Runtime, settings: Config, companion: User, person: Speaker, *, recorded: bool = True
    ) -> None:
        self._runtime = runtime
        self._settings = settings
        self._companion = companion
        self._person = person
        self._recorded = recorded
        self._passing: deque[Message] = deque(maxlen=PASSING)

    @property
    def _user(self) -> User:
        return self._person.user_model.user

    @property
    def model(self) -> str | None:
        """The name of the language model that answers, or None."""
        return None if self._runtime.model is None else self._runtime.model.name

    def unanswered(self) -> str | None:
        """The id of the person's message that waits for an answer in the conversation that is going on, if one does."""
        found = message_store.unanswered(self._runtime, self._user.id, self._runtime.clock())
        return None if found is None else found.id

    def __call__(
        self, text: str, *, id: str | None = None, conversation: str | None = None, at: datetime | None = None
    ) -> Turn:
        """Say something, and give the answer with all that led to it.

        ``id`` is your own for this turn: tried again under it, the message is said once and answered once.

        Raises:
            InvalidInput: what is said is empty, its time or id is impossible, or it has no room in the model's window.
            NotFound: there is no such conversation of this person.
            Conflict: another message has this id.
            Refused: the message of this id was deleted.
        """
        with self._begun(text, id, conversation, at, whole=True) as streaming:
            for _piece in streaming:
                pass
            return streaming.turn

    def stream(
        self, text: str, *, id: str | None = None, conversation: str | None = None, at: datetime | None = None
    ) -> Streaming:
        """Say something, and give the answer piece by piece: the pieces together are the ``reply`` of its ``turn``.

        What is said is kept before this returns. Raises what a whole turn raises.
        """
        return self._begun(text, id, conversation, at, whole=False)

    def _begun(
        self, text: str, id: str | None, conversation: str | None, at: datetime | None, *, whole: bool
    ) -> Streaming:
        operation, model, asking = Operation("turn"), self._runtime.model, None
        with operation.during():
            given = None if model is None else rooms(self._budget(model), self._system, self._tools, text)
            said = self._person.say(text, at=at, conversation=conversation, id=id)
            spoken = self._spoken(text, said, id, at)
            turn, answered = self._begin(spoken)
            if not answered and (model is None or given is None or self._stays(spoken, self._person.read_by())):
                turn = self._answered_from_memory(turn, spoken)
            elif not answered and model is not None and given is not None:
                turn, asking = self._asked(turn, spoken, model, given, whole=whole)
        return Streaming(turn, asking, partial(self._kept, spoken), partial(self._instead, spoken), operation)

    def _spoken(self, text: str, said: Said, id: str | None, at: datetime | None) -> _Spoken:
        return _Spoken(
            text=message_store.kept_words(text) if said.message is None else said.message.text,
            said=said,
            key=None if id is None else message_store.reply_key(message_store.key_of(id)),
            at=at,
        )

    def _begin(self, spoken: _Spoken) -> tuple[Turn, bool]:
        """The turn, and whether it is answered: by what memory did that was asked of it, or before."""
        said = spoken.said
        turn = Turn(said=said, intent=intent(spoken.text), reply=said.reply or "")
        if said.reply is not None:
            return turn, True
        if (before := self._before(spoken)) is None:
            return turn, False
        replied = Said(message=before, again=True)
        return replace(turn, reply=before.text, replied=replied, finish=Finish.AGAIN), True

    def _before(self, spoken: _Spoken) -> Message | None:
        """The reply that was given already; refused where it may not be seen here."""
        if not spoken.said.again or spoken.key is None:
            return None
        before = message_store.keyed(self._runtime, self._user.id, spoken.key)
        if before is not None and not self._person.messages(ids=[before.id]):
            raise Refused("what was answered to this may not be seen here: say it under another id", reason="access")
        return before

    # -- for clients of OpenAI's protocol ----------------------------------------------------------

    def relay(
        self, request: Sent, *, id: str | None = None, conversation: str | None = None
    ) -> Turn | dict[str, Any] | Relaying:
        """Say the last user message of a request for OpenAI's chat completions, and pass the request on.

        It goes to the model's server with what memory holds behind its system message and before its newest user
        message, and the answer comes back as the server gave it, in chunks where ``stream`` is true. Its words are kept
        as the reply. What is not the model's to answer, or has no model, gives a turn. What ends with a tool's result
        or a picture, or repeats what had no answer, goes on with that message.

        Raises:
            InvalidInput: there is nothing of a user's in it, or no words where memory answers.
            ConfigError: the model takes no such requests.
            UpstreamError: the server answered with an error, or did not; what was said is kept.
        """
        model = self._runtime.model
        if model is not None and not isinstance(model, Passing):
            raise ConfigError(f"{model.name} takes no requests of others: set model.name to openai:… or ollama:…")
        messages = cast("Sequence[Sent]", request["messages"])
        said_last = asked(messages)
        if model is None and not said_last.text:
            raise InvalidInput("there are no words in it, and there is no language model that could look at the rest")
        going_on = self._going_on(said_last)
        if going_on is not None or said_last.told:  # what is not found was forgotten, or never kept
            said = Said(message=going_on, again=going_on is not None)
        else:
            said = self._person.say(said_last.text, id=id, conversation=conversation)
        spoken = self._spoken(said_last.text, said, id, None)
        turn, answered = self._begin(spoken)
        if answered:
            return turn
        asks = request.get("model")
        reader = None if model is None or asks is None else f"{model.name.partition(':')[0]}:{asks}"
        person = self._person.read_by(reader)
        if model is None or self._stays(spoken, person):
            return self._answered_from_memory(turn, spoken)
        left = room(messages, request.get("tools"), model.window)
        context = person.context(spoken.text, budget=min(self._settings.context.budget, left))
        sent = for_openai(messages, f"{prompt('relay').filled()}\n\n{context.stable}", context.volatile)
        keep = partial(self._kept, spoken, given=given(sent))
        reads = self._settings.model.images and request.get("model") in (None, model.name.partition(":")[2])
        picture = attach(person.pictures, context, reads_images=reads, room=left - context.tokens)
        passed = model.passing if request.get("stream") else model.passed
        answer = asked_with(lambda shown: passed({**request, "messages": shown}), sent, picture)
        return relayed(answer, keep) if isinstance(answer, dict) else Relaying(answer, keep)

    def _going_on(self, asked: Asked) -> Message | None:
        """The message with which a request goes on: what was said last, where that is not said anew."""
        newest = self._person.messages(newest=_LOOKED_BACK)
        words = message_store.kept_words(asked.text)
        theirs = [one for one in reversed(newest) if one.role is Role.USER]
        if asked.told:
            return next((one for one in theirs if one.text == words), None)
        last = theirs[0] if theirs else None
        if last is None or last.text != words:
            return None
        tried_again = last is newest[-1] and self._runtime.clock() - last.sent_at <= _RETRIED
        return last if asked.answered or tried_again else None

    # -- with a model ------------------------------------------------------------------------------

    def _asked(
        self, turn: Turn, spoken: _Spoken, model: LanguageModel, given: Rooms, *, whole: bool
    ) -> tuple[Turn, Asking]:
        """What the model is asked, and the turn as far as it stands; it is asked once the answer is read."""
        person = self._person.read_by()
        context, history = self._runtime.one_moment(
            lambda: (person.context(spoken.text, budget=given.context), self._history(spoken.said.message, person)),
            about=lambda: self._likely_asked(spoken),
        )
        reads, half = self._settings.model.images, given.history // 2
        picture = attach(person.pictures, context, reads_images=reads, room=half)
        moment = self._runtime.clock() if spoken.said.message is None else spoken.said.message.sent_at
        parts = Parts(
            system=self._system,
            tools=self._tools,
            context=context,
            history=history,
            message=spoken.text,
            today=moment.date(),
        )
        budget = self._budget(model)
        request = request_of(parts, budget, replace(given, history=given.history - picture.tokens))
        asking = Asking(
            model=model,
            box=self._box(spoken.said.message),
            request=replace(request, room=request.room - picture.tokens),
            limit=budget.reply,
            rounds=ROUNDS,
            whole=whole,
            picture=picture,
        )
        return replace(
            turn,
            context=context,
            prompt=picture.shown(request.messages),
            left_out=(*request.left_out, *picture.left_out),
            picture=picture.scene,
            model=model.name,
            degraded=(*context.degraded, *picture.degraded),
        ), asking

    def _budget(self, model: LanguageModel) -> Budget:
        """A quarter of the window at most is for the reply."""
        reply = min(self._settings.model.reply, model.window // 4)
        return Budget(window=model.window, reply=reply, context=self._settings.context.budget)

    @cached_property
    def _system(self) -> str:
        told = prompt("turn").filled(companion=self._companion.name)
        return "\n\n".join(filter(None, (told, self._settings.model.instructions.strip())))

    @cached_property
    def _tools(self) -> Sequence[Sent]:
        return self._box().openai() if ROUNDS else ()

    def _box(self, answered: Message | None = None) -> Toolbox:
        return Toolbox(None, self._person.read_by(), message=None if answered is None else answered.id)

    def _stays(self, spoken: _Spoken, person: Speaker) -> bool:
        """Whether what is said may not go to the model: its conversation stays on this machine, and that does not."""
        if person.access.local_only:
            return False
        owner, said = self._user.id, spoken.said.message
        with self._runtime.store.reading() as session:
            if said is None:
                here = going_on(self._runtime, session, owner, self._runtime.clock())
            else:
                here = session.dialogue.conversation(owner, said.conversation_id)
        return here is not None and here.local_only

    def _history(self, message: Message | None, person: Speaker) -> Sequence[Message]:
        """What was said before a message in its conversation; off the record, in the one that is going on."""
        where = None if message is None else message.conversation_id
        if where is None:
            with self._runtime.store.reading() as session:
                here = going_on(self._runtime, session, self._user.id, self._runtime.clock())
            if here is None:
                return tuple(self._passing)
            where = here.id
        window = person.conversations.window(where)
        if message is None:
            return (*window.messages, *self._passing)
        self._passing.clear()
        told = [m for m in window.messages if m.place < message.place]
        if window.summary.covers is not None:  # some templates begin with the person
            told = list(dropwhile(lambda one: one.role is Role.ASSISTANT, told))
        return told

    # -- without a model ---------------------------------------------------------------------------

    def _answered_from_memory(self, turn: Turn, spoken: _Spoken) -> Turn:
        said = spoken.said
        reply, hits, notes = self._remembered(spoken)
        if not reply:
            reply = answers.listened(said, turn.intent, self._user.called, recorded=self._recorded)
        reply = answers.untagged(reply)
        replied = None if said.message is None else self._kept(spoken, reply, reply, learnable=False)
        if self._runtime.model is not None:
            notes = (STAYS.format(self._runtime.model.name), *notes)
        return replace(turn, reply=reply, replied=replied, hits=hits, degraded=notes)

    def _likely_asked(self, spoken: _Spoken) -> str:
        return self._runtime.likely_asked(self._user.id, searched(spoken.text))

    def _remembered(self, spoken: _Spoken) -> tuple[str, tuple[Hit, ...], tuple[str, ...]]:
        """What memory answers to a question, what that came from, and what the search had to do without."""
        said = spoken.said
        if (named := answers.asks_for_name(spoken.text)) or not is_question(spoken.text):
            return f"I'm {self._companion.name}." if named else "", (), ()
        but = None if said.message is None else said.message.id
        looking, owner = Looking(roles=frozenset({Role.USER.value})), self._user.id
        # What it answers is a message of the conversation, which the model is sent with the next one.
        shown = self._person.read_by()
        person = self._person if self._stays(spoken, shown) else shown

        def read() -> tuple[Recalled, dict[str, Memory]]:
            found = person.recall(spoken.text, limit=answers.LOOKED_AT, looking=looking)
            messages = {hit.message.id for hit in found if hit.message is not None}
            with person.reads.store.reading() as session:
                return found, session.memories.by_ids(owner, session.memories.quoting(owner, messages))

        found, taught = self._runtime.one_moment(read, about=lambda: self._likely_asked(spoken))
        told = answers.telling(found, but=but)
        likely = answering(self._runtime, spoken.text, told)
        hits = answers.in_slots(spoken.text, told) or answers.relevant(told, likely) or answers.about(spoken.text, told)
        lines = answers.noted(said)
        if hits or not (said.learned or answers.of_companion(spoken.text)):
            lines.append(answers.answer(hits, answers.ended([*taught.values()]), self._runtime.clock()))
        return "\n".join(lines), tuple(hits), found.degraded

    def _instead(self, spoken: _Spoken) -> tuple[str, tuple[Hit, ...]]:
        """What is said where the model has no words: memory's answer, where it has one."""
        reply, hits, _notes = self._remembered(spoken)
        return (answers.untagged(reply), hits) if hits else (answers.wordless(spoken.said), ())

    # -- the reply ---------------------------------------------------------------------------------

    def _kept(self, spoken: _Spoken, reply: str, given: str, *, learnable: bool = True) -> Said:
        """Keep a reply, and record what it notes; what was deleted meanwhile has none.

        What memory answered is not ``learnable``: "I hear you. Go on." is no talk that the next message leans on.
        """
        message = spoken.said.message
        saying = Saying(
            text=reply,
            role=Role.ASSISTANT,
            speaker=self._companion.name,
            at=spoken.at or self._after(message),
            conversation_id=None if message is None else message.conversation_id,
            external_id=spoken.key,
            learnable=learnable,
        )
        user = self._user
        there = message is not None and message_store.by_ids(self._runtime, user.id, [message.id])
        recorded = self._recorded and bool(there)
        if message is None:
            self._passing += [self._passed(Role.USER, spoken.text), self._passed(Role.ASSISTANT, read(reply)[0])]
        said = companion_replies.say(self._runtime, self._companion, user, saying, recorded=recorded, given=given)
        return said if self._person.access == WHOLE else replace(said, notices=())  # they tell what stands against

    def _after(self, message: Message | None) -> datetime | None:
        """When a reply is said: now, or, where the clock was put back meanwhile, with its message."""
        return None if message is None else max(message.sent_at, self._runtime.clock())

    def _passed(self, role: Role, text: str) -> Message:
        """Something that is held only while this object lives."""
        now, owner = self._runtime.clock(), self._user
        speaker = owner.called if role is Role.USER else self._companion.name
        return Message(
            id=new_id(), owner=owner.id, conversation_id="", role=role, speaker=speaker, text=text, sent_at=now
        )
