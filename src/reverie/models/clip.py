"""An image model of the CLIP type, from a folder with two ONNX files: pictures and text in one geometry.

It is loaded when it is first needed, runs on one thread of a CPU, and takes each picture and text alone, so that
a vector depends on nothing else.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from reverie.errors import ConfigError, ModelUnavailable
from reverie.extras import install
from reverie.models import clip_export, onnx
from reverie.models.clip_export import Export, Ready

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

CHARACTERS = 4096
"""Far more than any such model reads."""
_LONGEST_SHAPE = 100
"""How many times longer than wide a picture may be before it is cut: resizing a thin one would fill the memory."""

_EMBEDDINGS = ("image_embeds", "text_embeds", "image_features", "text_features", "embeddings", "embedding", "output")
_POOLED = ("pooler_output", "pooled_output")
"""Names of outputs that are one vector for each item; those that were projected go before those only pooled."""

_NUMBERS = {"tensor(float)": "float32", "tensor(float16)": "float16", "tensor(double)": "float64"}


@dataclass(frozen=True, slots=True)
class Tower:
    """One of the two graphs: its session, the names of what goes in, and the name of what comes out."""

    session: InferenceSession
    inputs: Mapping[str, Any]
    output: str

    def vector(self, given: Mapping[str, NDArray[Any]]) -> NDArray[np.float32]:
        """The unit vector of one item."""
        import numpy as np

        try:
            made = self.session.run([self.output], dict(given))[0]
        except onnx.runtime_errors() as error:
            raise ModelUnavailable(f"the image model can't compute ({error}): export it again") from error
        flat = np.asarray(made, dtype=np.float64).reshape(-1)
        length = float(np.linalg.norm(flat))
        if not np.isfinite(length) or length == 0:
            raise ModelUnavailable("the image model gave a vector without a direction: export it again")
        return np.asarray(flat / length, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model in memory."""

    export: Export
    vision: Tower
    text: Tower
    tokenizer: Tokenizer


class Clip:
    """A CLIP-type model in ``folder``; threads may share it.

    ``folder`` has two ONNX files (vision_model.onnx and text_model.onnx, or the like, also in a folder onnx),
    tokenizer.json, preprocessor_config.json and, as a rule, config.json.

    Raises:
        ConfigError: a file is missing or can't be used. The models themselves are loaded when they are first needed.
    """

    def __init__(self, folder: Path) -> None:
        self._export = clip_export.found(folder)
        self._loading = threading.Lock()
        self._model: Loaded | None = None
        self._dimensions = 0

    @property
    def space(self) -> str:
        """The name of the geometry: the model's name and a mark of its weights."""
        return self._export.space

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has; it is found by embedding a text."""
        if not self._dimensions:
            self._dimensions = self.embed_texts([""]).shape[1]
        return self._dimensions

    def embed_texts(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts as unit vectors, shape (len(texts), dimensions); what is too long is cut.

        Raises:
            ModelUnavailable: the model can't be loaded or run.
            ConfigError: a library is not installed.
        """
        model = self._loaded()
        return _stacked([model.text.vector(_written(model, text)) for text in texts])

    def embed_pictures(self, pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """Embed pictures as unit vectors, shape (len(pictures), dimensions).

        A picture is red, green and blue from 0 to 255, of shape (height, width, 3).

        Raises:
            ModelUnavailable: the model can't be loaded or run.
            ConfigError: a library is not installed.
        """
        model = self._loaded()
        ((name, of),) = model.vision.inputs.items()
        number = _NUMBERS.get(of.type, "float32")
        return _stacked(
            [model.vision.vector({name: ready(one, model.export.ready).astype(number)}) for one in pictures]
        )

    def _loaded(self) -> Loaded:
        with self._loading:
            if self._model is None:
                self._model = _load(self._export)
            return self._model


def ready(picture: NDArray[np.uint8], how: Ready) -> NDArray[np.float32]:
    """Make a picture ready as a model's configuration says: shape (1, 3, height, width)."""
    try:
        from PIL import Image
    except ImportError as error:
        raise ConfigError(f"pictures need Pillow, which is not installed: {install('pictures')}") from error
    import numpy as np

    image = Image.fromarray(picture)
    if how.crop is not None:
        image = _not_too_thin(image)
    resample = Image.Resampling(how.resample)
    if how.resized is not None:
        image = image.resize((how.resized[1], how.resized[0]), resample)
    elif how.shortest is not None:
        short, long = sorted(image.size)
        far = int(how.shortest * long / short)
        image = image.resize((how.shortest, far) if image.width <= image.height else (far, how.shortest), resample)
    if how.crop is not None:
        height, width = how.crop
        left, top = (image.width - width) // 2, (image.height - height) // 2
        image = image.crop((left, top, left + width, top + height))  # black beside a picture that is too small
    numbers = np.asarray(image, dtype=np.float32) * np.float32(how.rescale)
    normal = (numbers - np.array(how.mean, np.float32)) / np.array(how.std, np.float32)
    return np.ascontiguousarray(normal.transpose(2, 0, 1)[None], dtype=np.float32)


def _not_too_thin(image: Any) -> Any:
    """The middle of a very long picture: its ends would be cropped in any case."""
    width, height = (min(edge, min(image.size) * _LONGEST_SHAPE) for edge in image.size)
    left, top = (image.width - width) // 2, (image.height - height) // 2
    return image if (width, height) == image.size else image.crop((left, top, left + width, top + height))


def _written(model: Loaded, text: str) -> dict[str, NDArray[Any]]:
    """A text as the text tower takes it, with each input that it has."""
    import numpy as np

    clean = text[:CHARACTERS].encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    code = model.tokenizer.encode(clean)
    given: dict[str, NDArray[Any]] = {}
    for name, of in model.text.inputs.items():
        number = np.int32 if of.type == "tensor(int32)" else np.int64
        values = {"attention_mask": code.attention_mask, "token_type_ids": code.type_ids}.get(name)
        if name == "position_ids":
            values = list(range(len(code.ids)))
        given[name] = np.array([code.ids if values is None else values], dtype=number)
    return given


def _stacked(vectors: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    import numpy as np

    return np.stack(vectors) if vectors else np.empty((0, 0), dtype=np.float32)


def _load(export: Export) -> Loaded:
    try:
        from tokenizers import Tokenizer
    except ImportError as error:
        raise ConfigError(f"the image model can't be loaded: {error}; pip install onnxruntime tokenizers") from error
    vision, text = _tower(export.vision), _tower(export.text)
    if len(vision.inputs) != 1:
        raise ModelUnavailable(
            f"{export.vision} takes {', '.join(vision.inputs)}, and pictures are one input: export the towers apart"
        )
    _see_alike(export, vision, text)
    with _Bare(f"{export.tokenizer} can't be read"):
        tokenizer = Tokenizer.from_file(str(export.tokenizer))
    _set_length(tokenizer, export, text)
    return Loaded(export, vision, text, tokenizer)


class _Bare:
    """Translates what the tokenizer library raises: Exception itself, and nothing that could be caught by name."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is Exception:
            raise ModelUnavailable(f"{self._what} ({error}): export the model again") from error


def _tower(path: Path) -> Tower:
    session = onnx.session(path, remedy="Export the model again")
    shapes = {out.name: len(out.shape) for out in session.get_outputs()}
    flat = [name for name, count in shapes.items() if count in (0, 2)]
    named = [name for name in (*_EMBEDDINGS, *_POOLED) if name in flat]
    if not named and len(flat) != 1:
        raise ModelUnavailable(
            f"{path} gives {', '.join(shapes)}, and none of them is one vector for each item: export the model with "
            "its projection"
        )
    return Tower(session, {given.name: given for given in session.get_inputs()}, (named or flat)[0])


def _width(tower: Tower) -> int | None:
    """How many numbers a tower gives, where the graph says so."""
    (shape,) = (out.shape for out in tower.session.get_outputs() if out.name == tower.output)
    return shape[-1] if shape and isinstance(shape[-1], int) else None


def _see_alike(export: Export, vision: Tower, text: Tower) -> None:
    ours, theirs = _width(vision), _width(text)
    if ours is not None and theirs is not None and ours != theirs:
        raise ModelUnavailable(
            f"{export.vision.name} gives {ours} numbers ({vision.output}) and {export.text.name} {theirs} "
            f"({text.output}): export both with their projection into one space"
        )


def _set_length(tokenizer: Tokenizer, export: Export, text: Tower) -> None:
    """Cut and pad as the model was made: to the length that the graph fixes, or as its configuration says."""
    shape = next((of.shape for name, of in text.inputs.items() if name == "input_ids"), None)
    shape = shape or next(iter(text.inputs.values())).shape
    fixed = shape[-1] if shape and isinstance(shape[-1], int) and shape[-1] > 1 else None
    length = fixed or export.tokens
    tokenizer.enable_truncation(length)
    said = tokenizer.padding or {}
    whole = fixed is not None or export.pad_to_length or isinstance(said.get("length"), int)
    if not whole:
        tokenizer.no_padding()
        return
    pad_id = int(said.get("pad_id", export.pad_id if export.pad_id is not None else 0))
    token = said.get("pad_token") or tokenizer.id_to_token(pad_id) or "[PAD]"
    to = length if fixed is not None or export.pad_to_length else min(int(said["length"]), length)
    tokenizer.enable_padding(pad_id=pad_id, pad_token=token, length=to)
