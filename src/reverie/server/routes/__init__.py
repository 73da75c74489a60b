"""The routes under ``/v1``, a module for each sort of thing, and the order in which the document lists them."""

from __future__ import annotations

from fastapi import APIRouter

from reverie.server.openai_api import openai_routes
from reverie.server.routes import (
    chat,
    companion,
    conversations,
    groups,
    imports,
    memories,
    messages,
    observations,
    operations,
    people,
    pictures,
    privacy,
    sessions,
)

ROUTERS: tuple[APIRouter, ...] = (
    people.router,
    messages.router,
    chat.router,
    memories.router,
    observations.router,
    conversations.router,
    pictures.router,
    groups.router,
    imports.router,
    privacy.router,
    companion.router,
    openai_routes.router,
    sessions.router,
    operations.router,
)
