"""Histories from elsewhere: exports of other assistants and chat programs, read into conversations of turns.

A reader is pure: files in, a ``History`` out, and it decides nothing about whose it is or what it teaches. ``files``
opens what came (a zip too) within limits, ``formats`` knows every format and recognises one by its content; each
format has a module of its own.
"""

from __future__ import annotations

from reverie.histories.models import Broken, History, PastConversation, Remembered, Turn

__all__ = ["Broken", "History", "PastConversation", "Remembered", "Turn"]
