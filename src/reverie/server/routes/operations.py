"""For whoever runs the server: whether it lives, whether it is ready, and its figures."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from typing_extensions import TypedDict

from reverie.server.figures import MEDIA_TYPE
from reverie.server.reach import Looking, Opened

router = APIRouter(tags=["operations"])


class Health(TypedDict):
    """That all is well; what is not is an error."""

    status: Literal["ok"]


@router.get("/healthz", operation_id="get_health")
def get_health() -> Health:
    """Say that the process lives."""
    return {"status": "ok"}


@router.get("/readyz", operation_id="get_readiness")
def get_readiness(luna: Opened) -> Health:
    """Say that the store can be read; 503 while it can't."""
    luna.keys.all()
    return {"status": "ok"}


@router.get(
    "/metrics",
    operation_id="get_metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def get_metrics(request: Request, luna: Looking) -> Response:  # noqa: ARG001 - asked for what it demands of callers
    """Show the figures in Prometheus's text format."""
    return Response(request.app.state.figures.text(), media_type=MEDIA_TYPE)
