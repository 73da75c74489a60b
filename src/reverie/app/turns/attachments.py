"""The picture that goes to a model with a message: the best scene that its context tells of.

A picture is an extra. Where it can't be sent, the turn goes on without it and says so; and it stands beside the text
of a request rather than in it, so that what is counted, kept and compared as words has no picture among them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from reverie.context.prompt_layout import Sent
from reverie.context.rendering import Context
from reverie.errors import ConfigError, Conflict, InvalidInput, NotFound, ReverieWarning, UpstreamError
from reverie.images.image_formats import image_tokens, side_within
from reverie.images.scenes import Scene
from reverie.prompts import prompt
from reverie.scenes.scene_keeping import Pictures

Answer = TypeVar("Answer")

SMALLEST_SIDE = 256
"""Pixels on the longer side below which a picture shows too little to be worth its tokens."""

BLIND = "a picture that comes to mind was not sent: set model.images = true where the model reads images"
REFUSED = "the model's server refuses the picture that came to mind: it was asked without; set model.images = false"
_NOT_THE_PICTURE = (401, 402, 403, 408, 429)
"""What a server says to the caller, and not to what is in the request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A picture as it is sent: its scene, the parts of a message that show it, and the tokens that it takes.

    Where there is none, ``left_out`` or ``degraded`` say why, unless nothing came to mind.
    """

    scene: Scene | None = None
    parts: tuple[Sent, ...] = ()
    tokens: int = 0
    left_out: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()

    def shown(self, messages: Sequence[Sent]) -> tuple[Sent, ...]:
        """The messages with the picture before the words of the user's newest one."""
        last = max((i for i, one in enumerate(messages) if one.get("role") == "user"), default=None)
        if last is None or not self.parts:
            return tuple(messages)
        content = messages[last].get("content")
        words = content if isinstance(content, list) else [{"type": "text", "text": content}] if content else []
        return (*messages[:last], {**messages[last], "content": [*self.parts, *words]}, *messages[last + 1 :])


def attach(pictures: Pictures, context: Context, *, reads_images: bool, room: int) -> Attachment:
    """Make the best scene of a context ready to be sent, within the settings' size and so many tokens of ``room``."""
    line = next((one for one in context.lines if one.source == "scenes" and one.memory_id), None)
    if line is None or line.memory_id is None:
        return Attachment()
    if not reads_images:
        return Attachment(left_out=(BLIND,))
    try:
        scene = replace(pictures.scene(line.memory_id), similarity=line.score, why=line.why)
        longest = min(scene.sized.longest_side, side_within(scene.width, scene.height, room))
        if longest < min(SMALLEST_SIDE, scene.width, scene.height):
            return Attachment(left_out=("the picture that comes to mind has no room in the window",))
        shown = replace(scene, sized=replace(scene.sized, longest_side=longest)).part_openai()
    except (NotFound, Conflict, InvalidInput, ConfigError) as error:
        return Attachment(degraded=(f"the picture that comes to mind was not sent: {error}",))
    return Attachment(
        scene=scene,
        parts=({"type": "text", "text": prompt("picture").filled()}, shown),
        tokens=image_tokens(scene.width, scene.height, longest),
    )


def asked_with(ask: Callable[[Sequence[Sent]], Answer], messages: Sequence[Sent], picture: Attachment) -> Answer:
    """Pass messages on with a picture, and without it where the server refuses it: the client did not ask for one.

    Raises:
        UpstreamError: the server answered with an error that is none of the picture's, or did not answer.
    """
    for note in picture.degraded:
        warnings.warn(note, ReverieWarning, stacklevel=2)
    if picture.parts:
        try:
            return ask(picture.shown(messages))
        except UpstreamError as error:
            if error.status in _NOT_THE_PICTURE or error.status > 501:
                raise
            warnings.warn(REFUSED, ReverieWarning, stacklevel=2)
    return ask(messages)
