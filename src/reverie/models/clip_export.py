"""What an export of a CLIP-type model says of itself: its files, how pictures are made ready, how text is cut.

Everything is read from the folder, as Hugging Face's tools write it; nothing is assumed that a file there could say.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reverie.errors import ConfigError, why

TOKENS = 77
"""How much text CLIP reads, where nothing else is said."""
_UNLIMITED = 100_000
"""Some tokenizers say 1e30 where they set no limit."""
_EDGE = 65_536

_PICTURES = ("vision", "visual", "image")
_TEXT = ("text",)
_BICUBIC = 3
_BOX_AND_OTHERS = 5
"""Pillow numbers its ways to resample from 0 (nearest) to 5 (Hamming)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """How pictures are made ready.

    ``shortest`` is the length that the shorter edge is resized to, ``resized`` (height, width) where both are; None
    for neither leaves the size. ``crop`` is (height, width) around the middle. ``resample`` is Pillow's number.
    """

    shortest: int | None
    resized: tuple[int, int] | None
    crop: tuple[int, int] | None
    resample: int
    rescale: float
    mean: tuple[float, float, float]
    std: tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A folder that holds a model. ``space`` names its geometry: the model's name, and a fingerprint of its weights."""

    vision: Path
    text: Path
    tokenizer: Path
    ready: Ready
    tokens: int
    pad_to_length: bool
    pad_id: int | None
    space: str


def found(folder: Path) -> Export:
    """Read what a folder says.

    Raises:
        ConfigError: a file is missing or says nothing that can be used; the message names it.
    """
    if not folder.is_dir():
        raise ConfigError(f"there is no folder {folder} with an image model: check the setting pictures.model")
    vision, text = _graph(folder, _PICTURES, "vision_model.onnx"), _graph(folder, _TEXT, "text_model.onnx")
    tokenizer = folder / "tokenizer.json"
    if not tokenizer.is_file():
        raise ConfigError(f"{folder} has no tokenizer.json: export the model with its tokenizer")
    config = _json(folder / "config.json")
    of_text, of_tokens = _part(config, "text_config"), _json(folder / "tokenizer_config.json")
    said = (of_text.get("max_position_embeddings"), of_tokens.get("model_max_length"), TOKENS)
    tokens = next(int(n) for n in said if isinstance(n, int | float) and 0 < n < _UNLIMITED)
    pad_id = of_text.get("pad_token_id", config.get("pad_token_id"))
    return Export(
        vision=vision,
        text=text,
        tokenizer=tokenizer,
        ready=_ready(folder, _part(config, "vision_config")),
        tokens=tokens,
        # SigLIP reads its answer off the last place, so that place has to be there.
        pad_to_length=str(config.get("model_type", "")).startswith("siglip"),
        pad_id=pad_id if isinstance(pad_id, int) else None,
        space=_space(folder, config, (vision, text)),
    )


def _graph(folder: Path, marks: Sequence[str], usual: str) -> Path:
    """The graph of one tower: by its usual name, else the shortest name that has a mark ("visual.onnx")."""
    every = sorted(p for at in ("", "onnx", "*") for p in folder.glob(f"{at}/*.onnx" if at else "*.onnx"))
    there = [p for p in every if any(mark in p.relative_to(folder).as_posix().casefold() for mark in marks)]
    if not there:
        names = ", ".join(p.relative_to(folder).as_posix() for p in dict.fromkeys(every)) or "none"
        raise ConfigError(
            f"{folder} has no {usual} (ONNX files there: {names}): export the model as two files, one for pictures "
            "and one for text"
        )
    return min(there, key=lambda p: (p.name != usual, len(p.relative_to(folder).as_posix()), str(p)))


def _ready(folder: Path, of_vision: Mapping[str, Any]) -> Ready:
    path = folder / "preprocessor_config.json"
    said = _json(path)
    if not said:
        raise ConfigError(f"{folder} has no preprocessor_config.json: export the model with its preprocessor")
    image_size = of_vision.get("image_size")
    size = said.get("size", image_size) if said.get("do_resize", True) else None
    crop = said.get("crop_size", image_size) if said.get("do_center_crop", "crop_size" in said) else None
    shortest = size.get("shortest_edge") if isinstance(size, dict) else size
    both = isinstance(size, dict) and "shortest_edge" not in size
    normal = said.get("do_normalize", True)
    try:
        return Ready(
            shortest=None if both or shortest is None else _edge(shortest),
            resized=_edges(size) if both else None,
            crop=None if crop is None else _edges(crop),
            resample=_resample(said.get("resample", _BICUBIC)),
            rescale=float(said.get("rescale_factor", 1 / 255)) if said.get("do_rescale", True) else 1.0,
            mean=_three(said.get("image_mean") if normal else 0.0),
            std=_three(said.get("image_std") if normal else 1.0),
        )
    except (TypeError, ValueError, KeyError) as error:
        raise ConfigError(f"{path} can't be used ({error!r}): export the model again") from error


def _resample(said: object) -> int:
    if not isinstance(said, int) or not 0 <= said <= _BOX_AND_OTHERS:
        raise ValueError(f"{said!r} is no way to resample")
    return said


def _edge(said: object) -> int:
    edge = int(said) if isinstance(said, int | float | str) else 0
    if not 0 < edge <= _EDGE:
        raise ValueError(f"{said!r} is no size")
    return edge


def _edges(said: object) -> tuple[int, int]:
    return (_edge(said["height"]), _edge(said["width"])) if isinstance(said, dict) else (_edge(said), _edge(said))


def _three(said: object) -> tuple[float, float, float]:
    if isinstance(said, int | float):
        return (float(said),) * 3
    if not isinstance(said, list) or len(said) not in (1, 3):
        raise ValueError(f"{said!r} is no mean or deviation of three colours")
    one, two, three = (float(n) for n in (said if len(said) == 3 else said * 3))
    return one, two, three


def _space(folder: Path, config: Mapping[str, Any], weights: Sequence[Path]) -> str:
    """The model's name and eight digits of its weights: the same name with other weights is another geometry.

    The digits are of each file's size, first and last megabyte: whole models have hundreds of them.
    """
    name = str(config.get("_name_or_path") or "").replace("\\", "/").rstrip("/").rpartition("/")[2]
    mark = hashlib.sha256()
    for path in weights:
        with path.open("rb") as file:
            size = path.stat().st_size
            mark.update(f"{size} ".encode() + file.read(1 << 20))
            file.seek(max(0, size - (1 << 20)))
            mark.update(file.read(1 << 20))
    return f"{name or folder.resolve().name}@{mark.hexdigest()[:8]}"


def _part(config: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = config.get(name)
    return part if isinstance(part, dict) else {}


def _json(path: Path) -> dict[str, Any]:
    """A file of settings; empty where it isn't there."""
    if not path.is_file():
        return {}
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path} can't be read ({why(error)}): export the model again") from error
    if not isinstance(read, dict):
        raise ConfigError(f"{path} holds no settings: export the model again")
    return read
