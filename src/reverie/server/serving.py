"""Running the server: who may come in is decided before the first request, and said.

Without a key and without tokens a server lets in whoever reaches it, so it listens on this machine's loopback alone.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import Any

import uvicorn

from reverie.app.companion import Reverie
from reverie.background.worker import Background
from reverie.errors import ConfigError
from reverie.http_listening import Discreet, DiscreetJson, Listener, ending_well
from reverie.server.application import application
from reverie.server.live.connections import ChatLimits
from reverie.settings_sections import McpSettings, ServerSettings

_GRACE_S = 10


def open_to_all(luna: Reverie, settings: ServerSettings) -> bool:
    """Whether whoever reaches the server is let in: nobody was given a key, tokens are not set up, it is on loopback.

    Raises:
        ConfigError: it would listen elsewhere with nobody asked who they are.
    """
    if luna.keys.given() or settings.jwt_secret or settings.jwt_jwks:
        return False
    if not _on_loopback(settings.host):
        raise ConfigError(
            f"anybody could come in on {settings.host}: make a key first with `reverie keys create NAME`, "
            "set server.jwt_secret or server.jwt_jwks, or listen on 127.0.0.1"
        )
    return True


def _on_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def serve(
    luna: Reverie,
    settings: ServerSettings,
    *,
    local: bool,
    started: Callable[[str], None],
    assistants: McpSettings | None = None,
    work: Background | None = None,
    log_json: bool = False,
) -> None:
    """Serve until the process is told to end (SIGTERM, SIGINT); requests in flight have ten seconds to finish.

    ``started`` is called with the URL once requests are taken. ``assistants`` are served over MCP, if it is given;
    ``work`` is as of ``application``. ``log_json`` makes a JSON object of each line of the log.

    Raises:
        ConfigError: the address can't be listened on.
    """
    config = uvicorn.Config(
        application(luna, settings, local=local, assistants=assistants, work=work),
        host=settings.host,
        port=settings.port,
        log_config=logging_to(DiscreetJson if log_json else Discreet),
        access_log=False,  # it has paths, with names and words in them: the envelope tells of routes
        server_header=False,
        timeout_graceful_shutdown=_GRACE_S,
        **websockets(ChatLimits()),
    )
    server = Listener(config, started)
    try:
        with ending_well():
            server.run()
    except SystemExit as error:  # uvicorn's, where it can't listen
        raise ConfigError(
            f"can't listen on {settings.host}:{settings.port}: see the line above, or choose another --port"
        ) from error


def websockets(chat: ChatLimits) -> dict[str, Any]:
    """How uvicorn serves live chat: bounded frames, and pings that find out who is gone.

    Frames are not compressed: that takes 40 kB of each connection, and a few bytes may unfold to many.
    """
    return {
        "ws": "websockets-sansio",
        "ws_max_size": chat.frame_bytes,
        "ws_ping_interval": chat.ping_s,
        "ws_ping_timeout": chat.ping_s,
        "ws_per_message_deflate": False,
    }


def logging_to(formatter: type[Discreet]) -> dict[str, Any]:
    """How ``reverie serve`` logs: to standard error, requests by route, and no path, query, name or word."""
    stderr = {"class": "logging.StreamHandler", "formatter": "discreet", "stream": "ext://sys.stderr"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"discreet": {"()": formatter, "format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
        "handlers": {"stderr": stderr},
        "loggers": {
            "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            "reverie": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            "reverie.server": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        },
    }
