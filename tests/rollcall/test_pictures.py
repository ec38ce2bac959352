"""Which files are meant by what a person types."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollcall.batch import drawn_names
from rollcall.pictures import find_pictures
from vision.picture import PictureError


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of empty files; which are pictures is told by their names."""
    for name in ["b.jpg", "a.PNG", "notes.txt", ".hidden.jpg", "deep/er/c.webp", "deep/er/labels.toml"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("named", "meant"),
    [
        (["."], ["a.PNG", "b.jpg", "deep/er/c.webp"]),
        (["deep"], ["deep/er/c.webp"]),
        (["b.jpg", "a.PNG"], ["b.jpg", "a.PNG"]),  # in the order they were named
        (["b.jpg", ".", "b.jpg"], ["b.jpg", "a.PNG", "deep/er/c.webp"]),
        (["notes.txt"], ["notes.txt"]),  # named itself, so it is tried
        (["gone.jpg"], ["gone.jpg"]),  # reading it will say that it is not there
        (["*.jpg"], ["b.jpg"]),
        (["**/*.webp"], ["deep/er/c.webp"]),
        (["d*"], ["deep/er/c.webp"]),
    ],
)
@pytest.mark.usefixtures("table")
def test_what_is_meant(named: list[str], meant: list[str]) -> None:
    assert [path.as_posix() for path in find_pictures(map(Path, named))] == meant


def test_a_name_that_looks_like_a_pattern_is_a_name_if_it_is_there(table: Path) -> None:
    (table / "[1].jpg").touch()
    assert find_pictures([Path("[1].jpg")]) == [Path("[1].jpg")]


def test_paths_stay_as_they_were_typed(table: Path) -> None:
    assert find_pictures([table / "deep"]) == [table / "deep" / "er" / "c.webp"]


@pytest.mark.parametrize(("named", "said"), [("empty", "no pictures in empty"), ("x*.jpg", "no file matches")])
def test_a_folder_or_a_pattern_without_pictures_is_refused(table: Path, named: str, said: str) -> None:
    (table / "empty").mkdir()
    with pytest.raises(PictureError, match=said):
        find_pictures([Path(named)])


@pytest.mark.parametrize(
    ("read", "drawn"),
    [
        (["a/1.jpg", "b/1.jpg", "c/1.jpg"], ["1.jpg", "1-2.jpg", "1-3.jpg"]),
        (["a/1.jpg", "b/1.JPG"], ["1.jpg", "1-2.JPG"]),  # one file, where case does not count
        (["a/1.gif", "a/1.png"], ["1.png", "1-2.png"]),
        (["out/1.jpg"], ["1-2.jpg"]),  # the picture itself is never overwritten
    ],
)
def test_no_drawn_picture_overwrites_another(read: list[str], drawn: list[str]) -> None:
    names = drawn_names([Path(path) for path in read], Path("out"))
    assert [target.relative_to("out").as_posix() for target in names.values()] == drawn
