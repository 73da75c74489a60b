"""SillyTavern's chats: JSON lines, of which the first says who talks and each other is a message. Role play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

from reverie.histories.files import Document, Layout
from reverie.histories.json_values import Value, checked_moment
from reverie.histories.models import History, PastConversation, Turn, digest_of
from reverie.text.patterns import lazy_pattern

_AT = lazy_pattern(r"(\d{4})-(\d{1,2})-(\d{1,2}) ?@(\d{1,2})h ?(\d{1,2})m ?(?:(\d{1,2})s)?(?: ?\d{1,3}ms)?")
_IN_WORDS = ("%B %d, %Y %I:%M%p", "%B %d, %Y %I:%M %p", "%B %d, %Y %H:%M", "%B %d, %Y")


def fits(document: Document) -> bool:
    """Whether a text is such a chat."""
    built = document.layout in (Layout.LINES, Layout.OBJECT)
    return built and ({"user_name", "character_name"} <= document.first.keys() or _is_message(document.first))


def _is_message(line: dict[str, object]) -> bool:
    return {"mes", "is_user"} <= line.keys()


def read(documents: Sequence[Document]) -> History:
    """Read chats, a conversation each: of several answers the one that was chosen, and nothing that was hidden.

    Raises:
        InvalidInput: a line is no JSON, or something in it is of another type than it has to be.
    """
    found = [_conversation(document) for document in documents]
    return History(conversations=tuple(one for one in found if one.turns), role_play=True)


def _conversation(document: Document) -> PastConversation:
    turns: list[Turn] = []
    seen: Counter[str] = Counter()
    header, begun = "", None
    for line in document.object_lines():
        if not _is_message(line.of(dict)):
            named = [line.get(name).text() for name in ("user_name", "character_name", "create_date")]
            header, begun = "\n".join(named), _moment(line.get("create_date"))
            continue
        words, mine = _chosen(line).strip(), line.get("is_user").raw is True
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
                at=_moment(line.get("send_date")),
                where=line.where,
            )
        )
    first = turns[0].key if turns else ""
    at = begun or next((turn.at for turn in turns if turn.at is not None), None)
    return PastConversation(key=f"sillytavern:{digest_of(header or first)}", at=at, turns=tuple(turns))


def _chosen(line: Value) -> str:
    """The words of a message: what is shown, or of several answers the chosen one."""
    shown = line.get("mes").text()
    swipes = [one.text() for one in line.get("swipes").items()]
    chosen = line.get("swipe_id").raw
    return shown or (swipes[chosen] if type(chosen) is int and 0 <= chosen < len(swipes) else "")


def _moment(given: Value) -> datetime | None:
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
