"""Pictures that are drawn by lot, with captions that are true of them: what the tiny image-text model learns from.

A ``Look`` is what a caption can say of a picture. Centre, turn, shade, background and noise are drawn anew for each
picture, so no two are alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

COLOURS = {
    "red": (215, 45, 45),
    "green": (45, 170, 65),
    "blue": (50, 85, 220),
    "yellow": (235, 215, 55),
    "purple": (150, 60, 190),
    "orange": (240, 140, 35),
    "cyan": (60, 210, 220),
    "white": (245, 245, 245),
}
SHAPES = ("circle", "square", "triangle", "cross", "ring")
SIZES = {"small": (0.15, 0.18), "large": (0.25, 0.31)}
PLACES = {"left": (0.30, 0.5), "right": (0.70, 0.5), "top": (0.5, 0.30), "bottom": (0.5, 0.70), "middle": (0.5, 0.5)}

HELD_OUT = (
    ("red", "ring"), ("red", "triangle"), ("green", "cross"), ("blue", "square"), ("yellow", "circle"),
    ("purple", "triangle"), ("orange", "ring"), ("cyan", "cross"), ("white", "square"), ("cyan", "circle"),
)  # fmt: skip
"""Colours with shapes that the model never sees together: it has to put together what it learned of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a caption can say of a picture."""

    colour: str
    shape: str
    size: str
    place: str


def every_pair() -> list[tuple[str, str]]:
    """Every colour with every shape."""
    return [(colour, shape) for colour in COLOURS for shape in SHAPES]


def look(rng: np.random.Generator, pair: tuple[str, str]) -> Look:
    """A colour and a shape, of any size, anywhere."""
    return Look(colour=pair[0], shape=pair[1], size=str(rng.choice([*SIZES])), place=str(rng.choice([*PLACES])))


def caption(rng: np.random.Generator, of: Look) -> tuple[str, dict[str, str]]:
    """A caption, and what it says: always colour and shape, sometimes size and place."""
    said = {"colour": of.colour, "shape": of.shape}
    words = [of.colour, of.shape]
    if rng.random() < 0.4:
        said["size"] = of.size
        words.insert(0, of.size)
    text = "a " + " ".join(words)
    if rng.random() < 0.4:
        said["place"] = of.place
        text += f" {rng.choice(['on', 'at', 'in'])} the {of.place}"
    return text, said


def drawn(rng: np.random.Generator, looks: Sequence[Look], side: int) -> NDArray[np.uint8]:
    """Draw a picture of each look, shape (len(looks), side, side, 3)."""
    count = len(looks)
    across = (np.arange(side) + 0.5) / side
    x, y = np.meshgrid(across, across)
    radius = np.array([rng.uniform(*SIZES[one.size]) for one in looks])[:, None, None]
    centre = np.array([PLACES[one.place] for one in looks]) + rng.uniform(-0.05, 0.05, (count, 2))
    turn = rng.uniform(-0.2, 0.2, count)[:, None, None]
    dx, dy = x - centre[:, 0, None, None], y - centre[:, 1, None, None]
    u = (dx * np.cos(turn) + dy * np.sin(turn)) / radius
    v = (dy * np.cos(turn) - dx * np.sin(turn)) / radius
    far = np.hypot(u, v)
    inside = {
        "circle": far < 1,
        "square": np.maximum(abs(u), abs(v)) < 0.88,
        "triangle": (v < 0.75) & (v > 1.9 * abs(u) - 1.05),
        "cross": (np.minimum(abs(u), abs(v)) < 0.3) & (np.maximum(abs(u), abs(v)) < 1),
        "ring": (far < 1) & (far > 0.6),
    }
    mask = np.stack([inside[one.shape][place] for place, one in enumerate(looks)])[..., None]
    ink = np.array([COLOURS[one.colour] for one in looks])[:, None, None, :] * rng.uniform(0.88, 1.0, (count, 1, 1, 1))
    ground = rng.uniform(15, 95, (count, 1, 1, 3)) * 0.5 + rng.uniform(15, 95, (count, 1, 1, 1)) * 0.5
    slope = rng.uniform(-35, 35, (count, 2))
    ground = ground + (slope[:, 0, None, None] * (x - 0.5) + slope[:, 1, None, None] * (y - 0.5))[..., None]
    picture = np.where(mask, ink, ground) + rng.normal(0, 9, (count, side, side, 3))
    return np.clip(picture, 0, 255).astype(np.uint8)
