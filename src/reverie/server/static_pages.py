"""What a browser loads: the page that was built from ``web/`` at ``/``, and an explorer of the HTTP API at ``/docs``.

They say nothing of anybody, so whoever comes may load them; what they show they ask for under ``/v1``, with a key.
Nothing in them comes from another server.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

BUILT = Path(__file__).parent / "built"
"""Where `make page` writes it; a wheel has it."""

_ASSETS = "/assets"
_EXPLORER = "/docs"

_PAGE_HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}

_EXPLORER_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reverie: the HTTP API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<main id="explorer">This needs a browser with JavaScript; the same is at /v1/openapi.json.</main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/explorer.js"></script>
</html>
"""
_EXPLORER_SCRIPT = """SwaggerUIBundle({
  url: "/v1/openapi.json",
  dom_id: "#explorer",
  docExpansion: "list",
  filter: true,
  requestInterceptor: (request) => {
    request.headers["X-Reverie-Csrf"] = "1";
    return request;
  },
});
"""


def is_built() -> bool:
    """Whether there is a page to serve."""
    return (BUILT / "index.html").is_file()


def is_open(path: str) -> bool:
    """Whether a path is the page's own."""
    return path in ("/", _EXPLORER) or path.startswith((f"{_ASSETS}/", f"{_EXPLORER}/"))


def routes() -> list[BaseRoute]:
    """The page at ``/``, where it was built, and the explorer at ``/docs``, with their assets."""
    return [
        Route("/", _page),
        Mount(_ASSETS, _Assets(directory=BUILT / "assets", check_dir=False)),
        Route(_EXPLORER, _explorer),
        Route(f"{_EXPLORER}/explorer.js", _explorer_script),
        Mount(_EXPLORER, StaticFiles(packages=[("fastapi_offline", "static")])),
    ]


def _page(_request: Request) -> Response:
    if not is_built():
        return PlainTextResponse("The page was not built here: `make page` builds it. The API is under /v1.\n", 404)
    return FileResponse(BUILT / "index.html", headers=_PAGE_HEADERS)


def _explorer(_request: Request) -> Response:
    return HTMLResponse(_EXPLORER_PAGE, headers=_PAGE_HEADERS)


def _explorer_script(_request: Request) -> Response:
    return Response(_EXPLORER_SCRIPT, media_type="text/javascript", headers=_PAGE_HEADERS)


class _Assets(StaticFiles):
    """Their names change with what they hold, so a browser may keep them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with a file."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response
