"""For whoever runs the server: whether it lives, whether it is ready, and its figures."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from typing_extensions import TypedDict

from reverie.background.worker import Background
from reverie.server.access.authorization import Changing, Looking, Opened
from reverie.server.metrics import MEDIA_TYPE

router = APIRouter(tags=["operations"])


class TaskAhead(TypedDict):
    """What there is to do of a task: ``items``, in so many ``calls``, whose questions have ``tokens`` together."""

    task: str
    items: int
    calls: int
    tokens: int


class Work(TypedDict):
    """The language model's work: who does it, how it went here so far, and what there is to do.

    ``trouble`` is what went wrong last, null once a run went well.
    """

    model: str | None
    running: bool
    runs: int
    failures: int
    trouble: str | None
    tasks: list[TaskAhead]


class Health(TypedDict):
    """That all is well; what is not is an error."""

    status: Literal["ok"]


@router.head("/healthz", include_in_schema=False)
@router.get("/healthz")
async def get_health() -> Health:
    """Say that the process lives; it waits for no thread, however much is asked of the store and the model."""
    return {"status": "ok"}


@router.head("/readyz", include_in_schema=False)
@router.get("/readyz")
def get_readiness(luna: Opened) -> Health:
    """Say that the store can be read; 503 while it can't."""
    luna.keys.all()
    return {"status": "ok"}


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def get_metrics(request: Request, luna: Looking) -> Response:  # noqa: ARG001 - asked for what it demands of callers
    """Show the figures in Prometheus's text format."""
    return Response(request.app.state.figures.text(), media_type=MEDIA_TYPE)


@router.get("/v1/work")
def get_work(request: Request, luna: Changing) -> Work:
    """Show what the language model does in the background, and what waits for it; nothing is asked."""
    work: Background | None = request.app.state.work
    ahead = [] if luna.model is None else luna.ahead()
    return {
        "model": None if luna.model is None else luna.model.name,
        "running": work is not None and work.alive,
        "runs": 0 if work is None else work.runs,
        "failures": 0 if work is None else work.failures,
        "trouble": None if work is None else work.trouble,
        "tasks": [{"task": one.task, "items": one.items, "calls": one.calls, "tokens": one.tokens} for one in ahead],
    }
