"""Pictures as plain facts: what a file is by its content, how scenes are judged, and picture files of every kind."""

from __future__ import annotations

import base64
import io
import struct
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageOps
from PIL.PngImagePlugin import PngInfo

from reverie.errors import ConfigError, InvalidInput, NotFound
from reverie.images import image_files
from reverie.images.image_formats import Sized, anthropic_part, bytes_sent, likeness, media_type, openai_part

ROOMY = Sized()
COSINES = st.floats(min_value=-1, max_value=1)


def drawing(mode: str = "RGB", size: tuple[int, int] = (40, 30)) -> Image.Image:
    """Red on the left, blue on the right."""
    made = Image.new("RGB", size, "red")
    ImageDraw.Draw(made).rectangle((size[0] // 2, 0, size[0], size[1]), fill="blue")
    return made.convert(mode)


def saved(image: Image.Image, kind: str, **how: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, format=kind, **how)
    return out.getvalue()


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def looks_red(pixel: Any) -> bool:
    return bool(pixel[0] > 180 and pixel[1] < 80 and pixel[2] < 80)


@pytest.mark.parametrize(
    ("kind", "media"), [("JPEG", "image/jpeg"), ("PNG", "image/png"), ("GIF", "image/gif"), ("WEBP", "image/webp")]
)
def test_what_models_read_is_known_by_its_content_and_goes_as_it_is(kind: str, media: str) -> None:
    content = saved(drawing(), kind)
    found = image_files.facts(content, "a.txt")  # whatever it is called
    assert (found.media_type, found.width, found.height) == (media, 40, 30)
    assert image_files.sendable(content, "a.txt", ROOMY) == (media, content)
    assert image_files.pixels(content, "a.txt").shape == (30, 40, 3)


@given(st.binary(max_size=64))
@example(b"\xff\xd8\xff")
@example(b"\x89PNG\r\n\x1a\n")
@example(b"GIF89a")
@example(b"RIFF....WEBP")
def test_any_bytes_are_a_picture_or_a_clear_error(content: bytes) -> None:
    with pytest.raises(InvalidInput, match=r"no picture|models don't read|damaged"):
        image_files.facts(content, "noise")


@pytest.mark.parametrize("kind", ["BMP", "TIFF", "ICO"])
def test_a_picture_of_another_type_is_named(kind: str) -> None:
    with pytest.raises(InvalidInput, match=r"type image/.*: save it as JPEG or PNG"):
        image_files.facts(saved(drawing(size=(32, 32)), kind), "scan")


def test_text_is_no_picture() -> None:
    assert media_type(b"hello") is None
    assert media_type(b"RIFF1234WEBPVP8 ") == "image/webp"
    with pytest.raises(InvalidInput, match="no picture, whatever it is called"):
        image_files.facts(b"hello there, I am a text", "photo.png")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "WEBP"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_what_is_cut_off_is_found_although_its_head_looks_well(kind: str, share: float) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), dtype=np.uint8)
    content = saved(Image.fromarray(noise), kind)
    cut = content[: int(len(content) * share)]
    for read in (image_files.facts, image_files.pixels):
        with pytest.raises(InvalidInput, match="damaged or cut off"):
            read(cut, "cut")
    with pytest.raises(InvalidInput, match="damaged or cut off"):
        image_files.sendable(cut, "cut", ROOMY)


def test_a_bomb_is_not_decoded() -> None:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    for side in (8_100, 9_800, 60_000):  # above our limit; where Pillow warns; where it refuses
        head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
        bomb = (
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(9))) + chunk(b"IEND", b"")
        )
        with pytest.raises(InvalidInput, match="more than 64,000,000 pixels"):
            image_files.facts(bomb, "bomb")


def test_files_that_are_not_there_empty_too_large_or_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotFound, match="is not there"):
        image_files.content_of(tmp_path / "nowhere.png")
    with pytest.raises(InvalidInput, match="not a file"):
        image_files.content_of(tmp_path)
    with pytest.raises(InvalidInput, match="can't be read"):
        image_files.content_of(Path("a\0b"))
    empty = tmp_path / "empty.png"
    empty.touch()
    with pytest.raises(InvalidInput, match="is empty"):
        image_files.content_of(empty)
    monkeypatch.setattr(image_files, "LARGEST_FILE", 10)
    empty.write_bytes(bytes(11))
    with pytest.raises(InvalidInput, match="11 bytes"):
        image_files.content_of(empty)


def test_a_turned_photo_is_seen_upright_and_sent_without_where_it_was_taken() -> None:
    notes = Image.Exif()
    notes[0x0112] = 6  # the camera was turned by a quarter
    notes[0x8825] = {1: "N", 2: (60.0, 10.0, 0.0)}
    content = saved(drawing(), "JPEG", exif=notes, quality=95)
    assert (image_files.facts(content, "p").width, image_files.facts(content, "p").height) == (30, 40)
    seen = image_files.pixels(content, "p")
    assert seen.shape == (40, 30, 3)
    assert looks_red(seen[2, 15])
    media, sent = image_files.sendable(content, "p", ROOMY)
    assert (media, opened(sent).size, len(opened(sent).getexif())) == ("image/jpeg", (30, 40), 0)


@pytest.mark.parametrize("kind", ["JPEG", "GIF", "PNG"])
def test_what_is_noted_in_a_picture_is_not_sent(kind: str) -> None:
    noted = PngInfo()
    noted.add_text("Comment", "Zanzibar")
    more = {"pnginfo": noted} if kind == "PNG" else {"comment": b"Zanzibar"}
    content = saved(drawing(), kind, **more)
    assert b"Zanzibar" in content
    assert b"Zanzibar" not in image_files.sendable(content, "p", ROOMY)[1]
    plain = saved(drawing(), kind)
    assert image_files.sendable(plain, "p", ROOMY)[1] == plain


@pytest.mark.parametrize("held", range(1, 9))
def test_however_a_camera_was_held_the_picture_is_upright(held: int) -> None:
    notes = Image.Exif()
    notes[0x0112] = held
    content = saved(drawing(), "PNG", exif=notes)
    expected = np.asarray(ImageOps.exif_transpose(opened(content)))
    assert np.array_equal(image_files.pixels(content, "p"), expected)
    found = image_files.facts(content, "p")
    assert (found.height, found.width) == expected.shape[:2]
    assert len(opened(image_files.sendable(content, "p", ROOMY)[1]).getexif()) == 0


def test_printers_colours_and_16_bits_are_made_plain() -> None:
    printed = saved(drawing("CMYK"), "JPEG", quality=95)
    assert looks_red(image_files.pixels(printed, "p")[15, 5])
    media, sent = image_files.sendable(printed, "p", ROOMY)
    assert (media, opened(sent).mode) == ("image/jpeg", "RGB")
    deep = saved(Image.fromarray(np.full((8, 8), 32_768, dtype=np.uint16)), "PNG")
    assert image_files.pixels(deep, "p")[0, 0].tolist() == [128, 128, 128]
    assert opened(image_files.sendable(deep, "p", ROOMY)[1]).mode == "RGB"


def test_what_is_transparent_is_white() -> None:
    clear = saved(Image.new("RGBA", (4, 4), (255, 0, 0, 0)), "PNG")
    assert image_files.pixels(clear, "p")[0, 0].tolist() == [255, 255, 255]
    palette = saved(Image.new("P", (4, 4), 0), "GIF", transparency=0)
    assert image_files.pixels(palette, "p")[0, 0].tolist() == [255, 255, 255]


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
def test_of_an_animation_the_first_frame_counts(kind: str) -> None:
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    moving = saved(frames[0], kind, save_all=True, append_images=frames[1:])
    assert looks_red(image_files.pixels(moving, "p")[10, 10])
    _media, sent = image_files.sendable(moving, "p", ROOMY)
    assert getattr(opened(sent), "n_frames", 1) == 1


def test_what_is_too_large_is_made_smaller_unless_that_is_unwanted() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 600, 3), dtype=np.uint8)
    content = saved(Image.fromarray(noise), "PNG")
    with pytest.raises(InvalidInput, match=r"600 x 300 pixels, above .*let it be downscaled"):
        image_files.sendable(content, "p", Sized(longest_side=200), downscale=False)
    media, sent = image_files.sendable(content, "p", Sized(longest_side=200))
    assert (media, opened(sent).size) == ("image/png", (200, 100))
    media, sent = image_files.sendable(content, "p", Sized(most_bytes=50_000))
    assert media == "image/jpeg"
    assert len(base64.b64encode(sent)) == bytes_sent(sent) <= 50_000
    with pytest.raises(InvalidInput, match="can't be made smaller"):
        image_files.sendable(content, "p", Sized(most_bytes=100))


def test_several_pictures_in_one_jpeg_are_the_first() -> None:
    both = saved(drawing(), "MPO", save_all=True, append_images=[Image.new("RGB", (40, 30), "green")])
    assert image_files.facts(both, "p").media_type == "image/jpeg"
    assert looks_red(image_files.pixels(both, "p")[15, 5])
    assert opened(image_files.sendable(both, "p", ROOMY)[1]).format == "JPEG"


def test_without_pillow_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ConfigError, match=r"pip install .*pillow"):
        image_files.facts(b"\xff\xd8\xff", "p")


def test_parts_are_what_the_providers_take() -> None:
    assert openai_part("image/png", b"abc") == {
        "type": "image_url",
        "image_url": {"url": "data:image/png;base64,YWJj"},
    }
    assert anthropic_part("image/webp", b"abc") == {
        "type": "image",
        "source": {"type": "base64", "media_type": "image/webp", "data": "YWJj"},
    }


@given(COSINES, COSINES, st.floats(min_value=0, max_value=1))
def test_likeness_is_between_its_two_parts(image: float, description: float, alpha: float) -> None:
    both = likeness(image, description, alpha)
    assert min(image, description) - 1e-9 <= both <= max(image, description) + 1e-9
    assert likeness(image, None, alpha) == image
    assert likeness(None, description, alpha) == description


def test_likeness_is_the_seeds() -> None:
    assert likeness(0.5, 0.9, 0.7) == pytest.approx(0.62)
    assert likeness(None, None, 0.7) == 0.0
