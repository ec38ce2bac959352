"""Pictures come in many kinds of file and are shown in one way; Pillow, which wrote them, is the judge."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from vision.picture import PictureError, load_picture, open_picture, save_picture

STORED_BY_LOSS = 6  # grey levels that JPEG and WebP may be off on a smooth picture
ORIENTATION = 0x112  # EXIF tag


@pytest.fixture
def scene() -> Image.Image:
    """A smooth picture no two corners of which are alike."""
    y, x = np.mgrid[0:60, 0:80]
    return Image.fromarray(np.dstack([3 * x, 4 * y, 255 - 2 * x]).astype(np.uint8))


def bgr(picture: Image.Image) -> np.ndarray:
    return np.asarray(picture.convert("RGB"))[..., ::-1]


def assert_same(loaded: np.ndarray, shown: Image.Image) -> None:
    assert loaded.dtype == np.uint8
    assert loaded.shape == (shown.height, shown.width, 3)
    assert np.abs(loaded.astype(int) - bgr(shown)).max() <= STORED_BY_LOSS


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_is_turned_as_its_exif_data_says(tmp_path: Path, scene: Image.Image, orientation: int) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    path = tmp_path / "turned.jpg"
    scene.save(path, exif=exif, quality=98, subsampling=0)
    with Image.open(path) as stored:
        assert_same(load_picture(path), ImageOps.exif_transpose(stored))


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("size", [(160, 120), (163, 121), (133, 133)])
@pytest.mark.parametrize(("least_px", "times"), [(90, 1), (66, 2), (33, 4), (2, 8)])
def test_a_photo_is_decoded_smaller_and_knows_its_size(
    tmp_path: Path, scene: Image.Image, orientation: int, size: tuple[int, int], least_px: int, times: int
) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    path = tmp_path / "turned.jpg"
    scene.resize(size).save(path, exif=exif, quality=98, subsampling=0)
    with Image.open(path) as stored:
        shown = ImageOps.exif_transpose(stored)
    picture = open_picture(path, least_px)
    assert (picture.size, picture.times) == (shown.size, times)
    assert picture.bgr.shape[:2] == tuple(-(-side // picture.times) for side in shown.size[::-1])
    small = shown.resize(picture.bgr.shape[1::-1], Image.Resampling.BOX)
    assert np.abs(picture.bgr.astype(int) - bgr(small)).mean() <= STORED_BY_LOSS
    assert_same(picture.at(1).bgr, shown)


def test_of_a_nearly_square_photo_the_size_is_right_too(tmp_path: Path, scene: Image.Image) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    scene.resize((128, 127)).save(tmp_path / "turned.jpg", exif=exif)
    picture = open_picture(tmp_path / "turned.jpg", 32)
    assert (picture.size, picture.times) == ((127, 128), 1)


def test_only_jpegs_are_decoded_smaller(tmp_path: Path, scene: Image.Image) -> None:
    scene.save(tmp_path / "scene.png")
    picture = open_picture(tmp_path / "scene.png", 8)
    assert (picture.size, picture.times) == (scene.size, 1)
    assert np.array_equal(picture.bgr, bgr(scene))


@pytest.mark.parametrize(
    ("ending", "modes"),
    [
        ("jpg", ["RGB", "L", "CMYK"]),
        ("png", ["RGB", "L", "P", "1"]),
        ("webp", ["RGB", "L"]),
        ("tiff", ["RGB", "L", "P"]),
        ("bmp", ["RGB", "L", "P"]),
        ("gif", ["L", "P"]),
    ],
)
def test_every_kind_of_file_becomes_colour(tmp_path: Path, scene: Image.Image, ending: str, modes: list[str]) -> None:
    for mode in modes:
        path = tmp_path / f"{mode}.{ending}"
        scene.convert(mode).save(path)
        with Image.open(path) as shown:
            assert_same(load_picture(path), shown)


def test_16_bits_become_8(tmp_path: Path) -> None:
    steps = np.arange(0, 65536, 256, dtype=np.uint16).reshape(16, 16)
    path = tmp_path / "deep.png"
    Image.fromarray(steps).save(path)
    assert load_picture(path)[..., 1].tolist() == (steps // 256).tolist()


@pytest.mark.parametrize("ending", ["png", "webp"])
def test_what_is_see_through_becomes_white(tmp_path: Path, ending: str) -> None:
    clear, half, solid = (200, 0, 0, 0), (200, 0, 0, 128), (200, 0, 0, 255)
    path = tmp_path / f"clear.{ending}"
    picture = Image.new("RGBA", (3, 1))
    picture.putdata([clear, half, solid])
    picture.save(path, lossless=True)
    assert load_picture(path)[0].tolist() == [[255, 255, 255], [127, 127, 227], [0, 0, 200]]


def test_a_palette_with_a_see_through_colour_is_laid_on_white(tmp_path: Path) -> None:
    picture = Image.new("P", (2, 1))
    picture.putpalette([0, 0, 0, 10, 20, 30])
    picture.putdata([0, 1])
    picture.save(tmp_path / "clear.png", transparency=0)
    assert load_picture(tmp_path / "clear.png")[0].tolist() == [[255, 255, 255], [30, 20, 10]]


def test_an_animation_is_its_first_picture(tmp_path: Path) -> None:
    first, second = (Image.new("RGB", (4, 4), colour) for colour in ("red", "blue"))
    first.save(tmp_path / "two.gif", save_all=True, append_images=[second], duration=100)
    assert load_picture(tmp_path / "two.gif")[0, 0].tolist() == [0, 0, 255]


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("kept", [0.02, 0.5, 0.999])
def test_a_cut_photo_is_refused(tmp_path: Path, scene: Image.Image, progressive: bool, kept: float) -> None:
    exif = Image.Exif()
    exif[0x10E] = "\xff\xd9"  # a description that holds an end marker, as a thumbnail would
    path = tmp_path / "cut.jpg"
    scene.save(path, progressive=progressive, exif=exif)
    load_picture(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * kept)])
    with pytest.raises(PictureError, match=r"is cut off|not a whole picture"):
        load_picture(path)
    with pytest.raises(PictureError, match=r"is cut off|not a whole picture"):
        open_picture(path, 10)


def test_bytes_after_the_photo_do_no_harm(tmp_path: Path, scene: Image.Image) -> None:
    path = tmp_path / "motion.jpg"  # phones append a short film
    scene.save(path, quality=98, subsampling=0)
    path.write_bytes(path.read_bytes() + b"a film" * 100)
    assert_same(load_picture(path), scene)


@pytest.mark.parametrize("ending", ["png", "webp", "bmp", "gif"])
def test_any_other_file_cut_off_is_refused(tmp_path: Path, scene: Image.Image, ending: str) -> None:
    path = tmp_path / f"cut.{ending}"
    scene.save(path)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(PictureError, match="not a whole picture"):
        load_picture(path)


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "is empty"), (b"Dear Ann,", "not a whole picture"), (None, "cannot open .*: No such file")],
)
def test_what_is_no_picture_is_refused(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "letter.jpg"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PictureError, match=said):
        load_picture(path)


def test_a_name_in_any_script_is_read_and_written(tmp_path: Path, scene: Image.Image) -> None:
    path = tmp_path / "骰子 tärning.png"
    save_picture(path, bgr(scene))
    assert_same(load_picture(path), scene)


def test_a_picture_that_cannot_be_written_is_refused(tmp_path: Path, scene: Image.Image) -> None:
    with pytest.raises(PictureError, match="cannot write"):
        save_picture(tmp_path / "missing" / "scene.png", bgr(scene))
