"""The page in the browser: what was built from ``web/``, served as the files it is.

It says nothing of anybody, so whoever comes may load it; what it shows it asks for under ``/v1``, through the gate.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

BUILT = Path(__file__).parent / "built"
"""Where `make page` writes it; a wheel has it."""

_ASSETS = "/assets"

_PAGE_HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}


def is_built() -> bool:
    """Whether there is a page to serve."""
    return (BUILT / "index.html").is_file()


def is_open(path: str) -> bool:
    """Whether a path is the page's own."""
    return path == "/" or path.startswith(f"{_ASSETS}/")


def routes() -> list[BaseRoute]:
    """The page at ``/`` and its assets; where it was not built, ``/`` says how."""
    return [Route("/", _page), Mount(_ASSETS, _Assets(directory=BUILT / "assets", check_dir=False))]


def _page(_request: Request) -> Response:
    if not is_built():
        return PlainTextResponse("The page was not built here: `make page` builds it. The API is under /v1.\n", 404)
    return FileResponse(BUILT / "index.html", headers=_PAGE_HEADERS)


class _Assets(StaticFiles):
    """Their names change with what they hold, so a browser may keep them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with a file."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response
