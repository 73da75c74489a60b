"""Every format that a history may come in: recognised by its content, or named, and read by its module."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from reverie.errors import InvalidInput
from reverie.histories import assistants, json_lines, memory_lists, messengers, role_play, transcripts
from reverie.histories.files import Document
from reverie.histories.models import History, PastConversation, Turn
from reverie.text.patterns import lazy_pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format: its id, what people call it, whether a text is of it, and how texts of it are read."""

    id: str
    name: str
    fits: Callable[[Document], bool]
    read: Callable[[Sequence[Document]], History]


_PAGE = lazy_pattern(r"\s*<(?:!doctype\s+html|html|head|\?xml|!--)", re.IGNORECASE)
"""How a page begins that a chat program or a browser wrote."""


def _never(_document: Document) -> bool:
    return False


_MEMORIES = Format(id="memories", name="a list of memories", fits=_never, read=memory_lists.read)
_TRANSCRIPT = Format(id="transcript", name="a transcript", fits=transcripts.fits, read=transcripts.read)

FORMATS = (
    Format(id="chatgpt", name="ChatGPT", fits=assistants.fits_chatgpt, read=assistants.read_chatgpt),
    Format(id="claude", name="Claude", fits=assistants.fits_claude, read=assistants.read_claude),
    Format(id="gemini", name="Gemini (Takeout)", fits=assistants.fits_gemini, read=assistants.read_gemini),
    Format(
        id="discord", name="Discord (DiscordChatExporter)", fits=messengers.fits_discord, read=messengers.read_discord
    ),
    Format(id="telegram", name="Telegram", fits=messengers.fits_telegram, read=messengers.read_telegram),
    Format(
        id="characterai",
        name="Character.AI (CAI Tools)",
        fits=role_play.fits_character_ai,
        read=role_play.read_character_ai,
    ),
    Format(id="sillytavern", name="SillyTavern", fits=role_play.fits_silly_tavern, read=role_play.read_silly_tavern),
    Format(id="messages", name="messages of a model", fits=json_lines.fits_messages, read=json_lines.read),
    Format(id="memory-list", name="memories of mem0 or Zep", fits=memory_lists.fits, read=memory_lists.read),
    Format(id="jsonl", name="JSON lines", fits=json_lines.fits, read=json_lines.read),
    Format(id="whatsapp", name="WhatsApp", fits=messengers.fits_whatsapp, read=messengers.read_whatsapp),
    Format(id="copied", name="text copied from a chat", fits=transcripts.fits_copied, read=transcripts.read_copied),
    _TRANSCRIPT,
    _MEMORIES,
)
"""In the order in which they are tried: what says most about itself comes first."""


def read(documents: Sequence[Document], *, format: str | None = None, memories: bool = False) -> History:
    """Read a history in the format of this id, or in the one that its content has.

    With ``memories``, a text that would be a transcript is a list of them.

    Raises:
        InvalidInput: there is no such format, none fits, or what was read breaks the rules of its format.
    """
    if not documents:
        raise InvalidInput("there is no text in it: a zip has to hold .json, .jsonl or .txt files")
    chosen = _recognised(documents) if format is None else _named(format)
    if chosen is _TRANSCRIPT and memories and format is None:
        chosen = _MEMORIES
    fitting = [one for one in documents if chosen.fits(one)] or list(documents)
    history = chosen.read(fitting)
    whole = tuple(replace(one, turns=_told_apart(one)) for one in history.conversations)
    return replace(history, conversations=whole, format=chosen.id, name=chosen.name)


def _named(format: str) -> Format:
    for one in FORMATS:
        if one.id == format:
            return one
    raise InvalidInput(f"there is no format {format[:40]!r}: there are {', '.join(one.id for one in FORMATS)}")


def _recognised(documents: Sequence[Document]) -> Format:
    where = documents[0].name if len(documents) == 1 else "what is in it"
    if all(_PAGE.match(one.text) for one in documents):
        raise InvalidInput(
            f"{where} is a web page (HTML), which is not read: export it again as JSON, as Telegram Desktop and Google "
            "Takeout offer beside HTML, or as text"
        )
    for one in FORMATS:
        if any(map(one.fits, documents)):
            return one
    raise InvalidInput(
        f"{where} is of no format that is known: name one with --format ({', '.join(one.id for one in FORMATS)})"
    )


def _told_apart(conversation: PastConversation) -> tuple[Turn, ...]:
    """The turns of a conversation, each with a key of its own: one that comes twice would lose the second."""
    turns: dict[str, Turn] = {}
    for number, turn in enumerate(conversation.turns, start=1):
        one = turn
        while one.key in turns:
            one = replace(one, key=f"{one.key}#{number}")
        turns[one.key] = one
    return tuple(turns.values())
