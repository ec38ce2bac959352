"""Real dice on a real table, where such a video is at hand: ROLLCALL_CLIPS names a folder with timeline.json."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from rollcall.clip import load_rests, score_rolls
from vision.camera import frames
from vision.event import RollSeen
from vision.model import shipped
from vision.reader import Reader
from vision.source import find_source
from vision.table import watch
from vision.tracking import Tracker

FOLDER = Path(os.environ.get("ROLLCALL_CLIPS", "no folder named"))
TIMELINE = FOLDER / "timeline.json"
CLIPS = sorted(json.loads(TIMELINE.read_text())) if TIMELINE.is_file() else []


@pytest.mark.skipif(not CLIPS, reason="no videos: ROLLCALL_CLIPS names no folder with timeline.json")
@pytest.mark.skipif(not shipped("finder.onnx").is_file(), reason="no networks in this checkout")
@pytest.mark.parametrize("clip", CLIPS)
def test_most_throws_of_a_real_video_are_found_and_none_is_invented(clip: str) -> None:
    rests = load_rests(TIMELINE, clip)
    looks = watch(frames(find_source(str(FOLDER / clip))), Reader.load().read, Tracker(), lambda: {None: 2})
    score = score_rolls([event for look in looks for event in look.events if isinstance(event, RollSeen)], rests)
    assert not score.invented
    assert len(score.missed) <= len(rests) // 3
    assert all(delay_s <= 0.5 for delay_s in score.delays_s)
