"""Exports of assistants and chat programs in their shapes, with words of our own."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime
from typing import Any

SENT = datetime(2025, 5, 4, 18, 30, tzinfo=UTC)
EPOCH = SENT.timestamp()


def zipped(**files: str | bytes) -> bytes:
    """A zip of files; a double underscore in a name stands for a dot."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return held.getvalue()


# -- assistants ----------------------------------------------------------------------------------


def chatgpt_message(role: str, *parts: object, at: float | None = EPOCH, **more: Any) -> dict[str, Any]:
    content = {"content_type": more.pop("content_type", "text"), "parts": list(parts)}
    return {
        "id": None,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at,
        "content": content,
        "recipient": "all",
        "metadata": {},
        **more,
    }


def chatgpt(*messages: dict[str, Any] | None, id: str = "conv-1", title: str = "A boat", **more: Any) -> dict[str, Any]:
    """A conversation whose messages follow each other; the first of all is an empty root."""
    mapping: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    before = "root"
    for number, message in enumerate(messages):
        name = f"n{number}"
        mapping[name] = {"id": name, "message": message, "parent": before, "children": []}
        mapping[before]["children"].append(name)
        before = name
    return {
        "title": title,
        "create_time": EPOCH,
        "update_time": EPOCH + 60,
        "mapping": mapping,
        "current_node": before,
        "conversation_id": id,
        "id": id,
        **more,
    }


def chatgpt_talk(id: str = "conv-1", *words: str) -> dict[str, Any]:
    said = words or ("I live in Porto.", "I like jazz.")
    messages = [chatgpt_message("system", "", metadata={"is_visually_hidden_from_conversation": True})]
    for number, text in enumerate(said):
        messages.append(chatgpt_message("user", text, id=f"{id}-u{number}", at=EPOCH + 60 * number))
        reply = f"Noted, number {number}.\ue200cite\ue202turn0search{number}\ue201"
        messages.append(chatgpt_message("assistant", reply, id=f"{id}-a{number}", at=EPOCH + 60 * number + 5))
    return chatgpt(*messages, id=id)


def claude(*texts: str, id: str = "c-1") -> dict[str, Any]:
    """A conversation of the person's words, each answered."""
    said = []
    for number, text in enumerate(texts or ("I live in Porto.", "I like jazz.")):
        for sender, words in (("human", text), ("assistant", "Good to know.")):
            said.append(
                {
                    "uuid": f"{id}-{number}-{sender}",
                    "sender": sender,
                    "text": words,
                    "content": [{"type": "text", "text": words}, {"type": "tool_use", "name": "search", "input": {}}],
                    "created_at": f"2025-05-04T18:{30 + number}:00.123456Z",
                    "attachments": [],
                    "files": [],
                }
            )
    return {"uuid": id, "name": "Moving house", "created_at": "2025-05-04T18:30:00Z", "chat_messages": said}


CLAUDE_MEMORIES = [
    {
        "conversations_memory": "**Work context**\n\nMaria restores old boats.\n\n**Personal**\n- Has two cats.\n",
        "project_memories": {"p-1": "Plans a trip to Norway."},
        "account_uuid": "a-1",
    }
]


def gemini(prompt: str, answer: str, at: str) -> dict[str, Any]:
    return {
        "header": "Gemini Apps",
        "title": f"Prompted {prompt}",
        "time": at,
        "products": ["Gemini Apps"],
        "safeHtmlItem": [{"html": f"<p>{answer} &amp; so on.</p><ul><li>one</li></ul>"}],
    }


GEMINI = [
    gemini("I like jazz.", "Fine", "2025-05-04T18:40:00.000Z"),
    {"header": "Gemini Apps", "title": "Used an Assistant feature", "time": "2025-05-04T18:35:00Z", "products": []},
    gemini("I live in Porto.", "Lovely", "2025-05-04T18:30:00.000Z"),
]


# -- role play -----------------------------------------------------------------------------------

SILLY_TAVERN = [
    {"user_name": "Maria", "character_name": "Captain Vex", "create_date": "2025-05-04@18h30m00s", "chat_metadata": {}},
    {"name": "Captain Vex", "is_user": False, "is_system": False, "send_date": "2025-05-04@18h30m05s", "mes": "Ahoy!"},
    {
        "name": "Maria",
        "is_user": True,
        "send_date": "May 4, 2025 6:31pm",
        "mes": "I am a pirate queen. I live on Mars.",
    },
    {"name": "System", "is_user": False, "is_system": True, "send_date": 1746383500000, "mes": "The chat was saved."},
    {
        "name": "Captain Vex",
        "is_user": False,
        "send_date": 1746383520000,
        "mes": "",
        "swipes": ["No.", "Then take the helm."],
        "swipe_id": 1,
    },
]

CHARACTER_AI = {
    "info": {"character": {"name": "Captain Vex"}},
    "histories": {
        "histories": [
            {
                "external_id": "h-1",
                "created": "2025-05-04T18:30:00Z",
                "msgs": [
                    {"src": {"name": "Captain Vex", "is_human": False}, "text": "Ahoy!", "id": 1},
                    {"src": {"name": "Maria", "is_human": True}, "text": "I live on Mars.", "id": 2},
                ],
            }
        ]
    },
}


def lines(found: list[Any]) -> str:
    return "".join(json.dumps(one) + "\n" for one in found)


# -- chat programs -------------------------------------------------------------------------------

WHATSAPP_IOS = (
    "[04/05/2025, 18:30:05] Maria: \u200eMessages and calls are end-to-end encrypted.\r\n"
    "[04/05/2025, 18:30:10] Maria: I live in Porto.\r\n"
    "[04/05/2025, 18:31:00] Tom Okafor: Nice!\r\nHow long already?\r\n"
    "\u200e[04/05/2025, 18:32:00] Tom Okafor: \u200eimage omitted\r\n"
    "[17/05/2025, 09:00:00] Maria: I like jazz. \u200e<This message was edited>\r\n"
)

WHATSAPP_ANDROID = (
    "5/4/25, 6:30\u202fPM - Messages and calls are end-to-end encrypted. Tap to learn more.\n"
    "5/4/25, 6:30\u202fPM - Maria: I live in Porto.\n"
    "5/4/25, 6:31\u202fPM - Tom Okafor: Nice!\nHow long already?\n"
    "5/4/25, 6:32\u202fPM - Tom Okafor: <Media omitted>\n"
    "5/4/25, 6:32\u202fPM - Tom Okafor: IMG-20250504-WA0001.jpg (file attached)\n"
    "5/17/25, 9:00\u202fAM - Maria: I like jazz.\n"
)

TELEGRAM = {
    "name": "Tom Okafor",
    "type": "personal_chat",
    "id": 4711,
    "messages": [
        {"id": 1, "type": "service", "date_unixtime": "1746383400", "actor": "Tom Okafor", "action": "phone_call"},
        {"id": 2, "type": "message", "date_unixtime": "1746383410", "from": "Maria", "text": "I live in Porto."},
        {
            "id": 3,
            "type": "message",
            "date_unixtime": "1746383420",
            "from": "Tom Okafor",
            "text": ["See ", {"type": "link", "text": "example.org"}, "!"],
        },
        {"id": 4, "type": "message", "date_unixtime": "1746383430", "from": "Tom Okafor", "photo": "x.jpg", "text": ""},
        {"id": 5, "type": "message", "date_unixtime": "1747472400", "from": "Maria", "text": "I like jazz."},
    ],
}

DISCORD = {
    "guild": {"id": "0", "name": "Direct Messages"},
    "channel": {"id": "900", "type": "DirectTextChat", "name": "tom"},
    "messages": [
        {
            "id": "1001",
            "type": "Default",
            "timestamp": "2025-05-04T18:30:00.5+00:00",
            "content": "I live in Porto.",
            "author": {"id": "1", "name": "maria77", "nickname": "Maria", "isBot": False},
        },
        {
            "id": "1002",
            "type": "Call",
            "timestamp": "2025-05-04T18:31:00+00:00",
            "content": "Started a call that lasted 3 minutes.",
            "author": {"id": "1", "name": "maria77", "nickname": "Maria"},
        },
        {
            "id": "1003",
            "type": "Reply",
            "timestamp": "2025-05-04T18:32:00+00:00",
            "content": "Nice!",
            "author": {"id": "2", "name": "tom", "nickname": "Tom Okafor"},
        },
    ],
}

# -- lists and text ------------------------------------------------------------------------------

MEM0 = {
    "results": [
        {"id": "1", "memory": "Restores old boats", "created_at": "2025-05-04T18:30:00-07:00", "updated_at": None},
        {"id": "2", "memory": "Has two cats", "created_at": "2025-06-01T00:00:00Z"},
    ]
}
ZEP = [
    {"uuid": "1", "fact": "Maria restores old boats.", "valid_at": "2025-05-04T00:00:00Z", "invalid_at": None},
    {"uuid": "2", "fact": "Maria has a dog.", "valid_at": "2024-01-01T00:00:00Z", "invalid_at": "2025-01-01T00:00:00Z"},
]
OPENAI_MESSAGES = [
    {"role": "system", "content": "You are kind."},
    {"role": "user", "content": [{"type": "text", "text": "I live in Porto."}, {"type": "image_url", "image_url": {}}]},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "t", "type": "function"}]},
    {"role": "tool", "tool_call_id": "t", "content": "12 degrees"},
    {"role": "assistant", "content": "It is mild there."},
]
COPIED = (
    "ChatGPT\nSkip to content\nYou said:\nI live in Porto.\nSince when? No idea.\n\nChatGPT said:\nLovely.\n\n"
    "You said:\nI like jazz.\n"
)

EVERY = {
    "chatgpt": json.dumps([chatgpt_talk()]),
    "claude": json.dumps([claude()]),
    "gemini": json.dumps(GEMINI),
    "discord": json.dumps(DISCORD),
    "telegram": json.dumps(TELEGRAM),
    "characterai": json.dumps(CHARACTER_AI),
    "sillytavern": lines(SILLY_TAVERN),
    "messages": json.dumps(OPENAI_MESSAGES),
    "memory-list": json.dumps(MEM0),
    "jsonl": lines(OPENAI_MESSAGES),
    "whatsapp": WHATSAPP_IOS,
    "copied": COPIED,
    "transcript": "2 March 2026\nMaria: I live in Porto.\n",
}
"""An export of each format, by the format's id."""
