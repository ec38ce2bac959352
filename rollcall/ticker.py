"""What the camera sees as lines: for people, and as JSON for programs such as stream overlays."""

from __future__ import annotations

import json
from typing import Any

from rollcall.announce import Announcer
from vision.event import CameraMoved, Event, OtherShape, PictureFrozen, Question, RollSeen, SeenDie, TableCleared

_NAMES = {
    RollSeen: "roll",
    Question: "question",
    TableCleared: "cleared",
    CameraMoved: "camera moved",
    OtherShape: "other shape",
    PictureFrozen: "picture frozen",
}


def roll_line(event: RollSeen) -> str:
    """The roll for people, its time as minutes and seconds.

    >>> from engine.dice import Roll
    >>> roll_line(RollSeen(Roll.parse("W3 W5"), (), 2, 75.25, 75.0, corrects=True))
    ' 1:15.2  roll 2  W3 W5  (corrected)'
    """
    minutes, seconds = divmod(event.time_s, 60)
    note = "  (corrected)" if event.corrects else "  (lay there)" if event.lay_there else ""
    return f"{minutes:2.0f}:{seconds:04.1f}  roll {event.number}  {event.roll}{note}"


def json_line(event: Event, announcer: Announcer) -> str:
    """One JSON object, without a line break; `text` is there where a sentence belongs to it.

    >>> print(json_line(CameraMoved(2.5), Announcer("de")))
    {"event": "camera moved", "time_s": 2.5, "text": "Die Kamera wurde bewegt."}
    """
    fields: dict[str, Any] = {"event": _NAMES[type(event)], "time_s": round(event.time_s, 3)}
    match event:
        case RollSeen():
            fields |= {
                "number": event.number,
                "roll": str(event.roll),
                "corrects": event.corrects,
                "lay_there": event.lay_there,
                "rested_s": round(event.rested_s, 3),
                "dice": [die_fields(die) for die in event.dice],
            }
        case Question():
            fields |= {"reason": event.reason.value, "colour": event.colour, "pips": list(event.pips)}
            fields["dice"] = [die_fields(die) for die in event.dice]
    text = announcer.seen(event)
    return json.dumps(fields if text is None else fields | {"text": text}, ensure_ascii=False)


def die_fields(die: SeenDie) -> dict[str, Any]:
    """A die as JSON knows it; the box is left, top, width and height in pixels."""
    box = die.box
    return {
        "colour": die.colour,
        "value": die.pips,
        "confidence": round(die.confidence, 4),
        "box": [round(float(edge), 1) for edge in (box.x, box.y, box.width, box.height)],
    }
