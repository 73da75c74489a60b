"""Exports of role play: Character.AI's chats, as CAI Tools saves them, and SillyTavern's.

Character.AI's are histories of messages, each by a human or a character. SillyTavern's are JSON lines, of which the
first says who talks and each other is a message.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from reverie.histories.files import Document, Layout
from reverie.histories.json_values import Value, checked_moment
from reverie.histories.models import History, PastConversation, Turn, digest_of, stable_key
from reverie.text.patterns import lazy_pattern


def fits_character_ai(document: Document) -> bool:
    """Whether a text is such a file."""
    return document.layout is Layout.OBJECT and isinstance(document.first.get("histories"), dict | list)


def read_character_ai(documents: Sequence[Document]) -> History:
    """Read the file.

    Raises:
        InvalidInput: something in it is of another type than it has to be.
    """
    found = [one for document in documents for one in _character_ai_conversations(document)]
    return History(conversations=tuple(found), role_play=True)


def _character_ai_conversations(document: Document) -> Iterator[PastConversation]:
    for whole in document.elements():
        listed = whole.get("histories")
        listed = listed if isinstance(listed.raw, list) else listed.get("histories")
        for history in listed.items():
            turns = tuple(
                turn for one in history.get("msgs", "messages").items() if (turn := _character_ai_turn(one)) is not None
            )
            if turns:
                key = history.get("external_id", "id").key() or digest_of(f"{turns[0].speaker}\n{turns[0].text}")
                begun = history.get("created", "created_at").moment()
                yield PastConversation(key=f"characterai:{stable_key(key)}", at=begun or turns[0].at, turns=turns)


def _character_ai_turn(message: Value) -> Turn | None:
    source, words = message.get("src"), message.get("text").text().strip()
    if not words:
        return None
    mine = source.get("is_human").raw is True
    return Turn(
        speaker=source.get("name").text() or ("user" if mine else "assistant"),
        role="user" if mine else "assistant",
        text=words,
        key=stable_key(message.get("uuid", "id").key() or digest_of(words)),
        at=message.get("created", "created_at").moment(),
        where=message.where,
    )


_AT = lazy_pattern(r"(\d{4})-(\d{1,2})-(\d{1,2}) ?@(\d{1,2})h ?(\d{1,2})m ?(?:(\d{1,2})s)?(?: ?\d{1,3}ms)?")
_IN_WORDS = ("%B %d, %Y %I:%M%p", "%B %d, %Y %I:%M %p", "%B %d, %Y %H:%M", "%B %d, %Y")


def fits_silly_tavern(document: Document) -> bool:
    """Whether a text is such a chat."""
    built = document.layout in (Layout.LINES, Layout.OBJECT)
    return built and (
        {"user_name", "character_name"} <= document.first.keys() or _silly_tavern_is_message(document.first)
    )


def _silly_tavern_is_message(line: dict[str, object]) -> bool:
    return {"mes", "is_user"} <= line.keys()


def read_silly_tavern(documents: Sequence[Document]) -> History:
    """Read chats, a conversation each: of several answers the one that was chosen, and nothing that was hidden.

    Raises:
        InvalidInput: a line is no JSON, or something in it is of another type than it has to be.
    """
    found = [_silly_tavern_conversation(document) for document in documents]
    return History(conversations=tuple(one for one in found if one.turns), role_play=True)


def _silly_tavern_conversation(document: Document) -> PastConversation:
    turns: list[Turn] = []
    seen: Counter[str] = Counter()
    header, begun = "", None
    for line in document.object_lines():
        if not _silly_tavern_is_message(line.of(dict)):
            named = [line.get(name).text() for name in ("user_name", "character_name", "create_date")]
            header, begun = "\n".join(named), _silly_tavern_moment(line.get("create_date"))
            continue
        words, mine = _silly_tavern_chosen(line).strip(), line.get("is_user").raw is True
        if line.get("is_system").raw is True or not words:
            continue
        speaker = line.get("name").text() or ("user" if mine else "assistant")
        said = "s" + digest_of(f"{speaker}\n{line.get('send_date').raw}\n{words}")[:16]
        seen[said] += 1
        turns.append(
            Turn(
                speaker=speaker,
                role="user" if mine else "assistant",
                text=words,
                key=f"{said}:{seen[said]}",
                at=_silly_tavern_moment(line.get("send_date")),
                where=line.where,
            )
        )
    first = turns[0].key if turns else ""
    at = begun or next((turn.at for turn in turns if turn.at is not None), None)
    return PastConversation(key=f"sillytavern:{digest_of(header or first)}", at=at, turns=tuple(turns))


def _silly_tavern_chosen(line: Value) -> str:
    """The words of a message: what is shown, or of several answers the chosen one."""
    shown = line.get("mes").text()
    swipes = [one.text() for one in line.get("swipes").items()]
    chosen = line.get("swipe_id").raw
    return shown or (swipes[chosen] if type(chosen) is int and 0 <= chosen < len(swipes) else "")


def _silly_tavern_moment(given: Value) -> datetime | None:
    """A time in one of the layouts that SillyTavern has written."""
    if not isinstance(given.raw, str):
        return given.moment()
    written = " ".join(given.raw.split())
    numbers = _AT.match(written)
    try:
        if numbers is not None:
            return checked_moment(datetime(*(int(part or 0) for part in numbers.groups()), tzinfo=UTC), given.where)  # type: ignore[arg-type,misc]  # six numbers
    except ValueError as error:
        raise given.wrong("is no time that there is") from error
    for layout in _IN_WORDS:
        try:
            return checked_moment(datetime.strptime(written, layout).replace(tzinfo=UTC), given.where)
        except ValueError:
            continue
    return given.moment()
