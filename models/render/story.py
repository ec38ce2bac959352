"""What happens in the films of `models.render.film`: stories of dice on a table, told shot by shot.

A shot is a picture that stands for a while. Places are cm from the middle of what the camera sees, which is about
17 by 12 cm; dice are named by what they show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

QWIXX = "WWRYGB"  # the dice that are due, by their letters; a number is for games that do not look at colours
FPS = 15.0
LEFT = -12.0  # a place out of sight


@dataclass(frozen=True, slots=True)
class Put:
    """A die: its letter and number such as `W3`, where it is, and how it is turned and leans, degrees."""

    name: str
    x: float
    y: float
    lean: float = 0.0
    turn: float | None = None  # None: some turn that goes with the place
    height: float = 0.0  # above the table, cm


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture, for how long it stands, and what is to be said of it, if anything."""

    seconds: float
    dice: tuple[Put, ...]
    says: str = ""  # "roll", a question such as "green leaning", or "picture frozen"
    hand: tuple[float, float] | None = None  # where a hand reaches
    light: tuple[float, float, float] = (1.0, 1.0, 1.0)  # share of the blue, green and red light that is left
    camera: tuple[float, float] = (0.0, 0.0)  # how far the camera was moved, cm
    due: str = QWIXX
    is_frozen: bool = False  # every frame the same to the last bit


@dataclass(frozen=True, slots=True)
class Story:
    """A film: the seed chooses the table, the light and the make of the dice; some share it, and pictures."""

    seed: int
    shots: tuple[Shot, ...]
    has_tray: bool = False


def thrown(dice: tuple[Put, ...], kept: tuple[Put, ...] = (), due: str = QWIXX) -> tuple[Shot, ...]:
    """Dice that come rolling from the left; kept ones lie by."""
    return tuple(
        Shot(1 / FPS, (*kept, *(_rolling(die, k, share) for k, die in enumerate(dice))), due=due)
        for share in (0.5, 0.9)
    )


def told(dice: tuple[Put, ...], seconds: float = 1.4, due: str = QWIXX) -> Shot:
    """Dice that lie there and are to be called."""
    return Shot(seconds, dice, "roll", due=due)


def pushed(dice: tuple[Put, ...], which: int, x: float, y: float) -> tuple[Shot, ...]:
    """A finger pushes one die so far; nothing is to be said."""
    die = dice[which]
    moved = [replace(die, x=die.x + x * share, y=die.y + y * share, turn=20 * share) for share in (0.5, 1.0)]
    halfway, there = (_with(dice, which, one) for one in moved)
    finger = (die.x + 1.2, die.y - 2.6)
    return Shot(1 / FPS, halfway, hand=finger), Shot(2 / FPS, there, hand=finger), Shot(1.5, there)


def _rolling(die: Put, number: int, share: float) -> Put:
    shown = (int(die.name[1]) + number + round(10 * share)) % 6 + 1
    spin = 300 * (1 - share) + 50 * number
    height = 2.0 * (1 - share)
    return Put(f"{die.name[0]}{shown}", LEFT + (die.x - LEFT) * share, die.y, spin, spin, height)


def _with(dice: tuple[Put, ...], which: int, die: Put) -> tuple[Put, ...]:
    return (*dice[:which], die, *dice[which + 1 :])


NONE: tuple[Put, ...] = ()
SIX = (
    Put("W3", -4.8, 2.6),
    Put("W5", -1.0, 3.4),
    Put("R2", 3.6, 2.4),
    Put("Y6", -4.2, -2.3),
    Put("G1", 0.4, -0.9),
    Put("B4", 4.6, -2.6),
)
AGAIN = (
    Put("W3", 2.2, 3.2),
    Put("W5", -4.9, -2.6),
    Put("R2", -1.2, -3.0),
    Put("Y6", 4.9, 1.3),
    Put("G1", -3.6, 1.4),
    Put("B4", 2.8, -2.2),
)
OTHER = (  # a roll without the red die
    Put("W1", 2.2, 3.2),
    Put("W6", -4.9, -2.6),
    Put("Y2", 4.9, 1.3),
    Put("G5", -3.6, 1.4),
    Put("B3", 2.8, -2.2),
)
LEANING = _with(SIX, 4, replace(SIX[4], lean=42.0, turn=75.0))
STRAIGHT = _with(SIX, 4, Put("G5", 1.0, -2.2))
OUTSIDE = _with(SIX, 3, Put("Y6", -7.6, -0.6))
NO_RED, NO_RED_DUE = SIX[:2] + SIX[3:], "WWYGB"
FIVE = tuple(replace(die, name=f"W{n}") for die, n in zip(SIX[:5], (3, 3, 5, 6, 1), strict=True))
KEPT = FIVE[:2]
THREE = tuple(replace(die, name=f"W{n}") for die, n in zip((AGAIN[2], AGAIN[3], AGAIN[5]), (3, 2, 4), strict=True))
START = Shot(0.6, NONE)

STORIES: dict[str, Story] = {
    "hand over the tray": Story(
        1,
        (
            START,
            *thrown(SIX),
            told(SIX),
            Shot(0.4, SIX, hand=(3.5, 1.0)),
            Shot(0.8, SIX, hand=(-1.0, 1.5)),
            Shot(2.0, SIX),
        ),
        has_tray=True,
    ),
    "taken out one at a time": Story(
        2, (START, *(Shot(0.8, SIX[:n]) for n in range(1, 6)), told(SIX), *(Shot(0.8, SIX[n:]) for n in (2, 5)))
    ),
    "nudged": Story(3, (START, *thrown(SIX), told(SIX), *pushed(SIX, 2, 1.3, -0.9))),
    "fell off and thrown again": Story(
        4, (START, *thrown(SIX), Shot(3.0, SIX[:5], "blue missing"), *thrown(SIX[5:], SIX[:5]), told(SIX))
    ),
    "leaning": Story(
        4,
        (
            START,
            *thrown(SIX),
            Shot(2.2, LEANING, "green leaning"),
            Shot(0.5, SIX[:4] + SIX[5:], hand=(0.4, -2.0)),
            told(STRAIGHT),
        ),
    ),
    "outside the tray": Story(
        1,
        (START, *thrown(SIX), Shot(2.2, OUTSIDE, "yellow outside"), Shot(0.4, SIX[:3] + SIX[4:]), told(SIX)),
        True,
    ),
    "taken away after a lock": Story(
        5,
        (
            START,
            *thrown(SIX),
            told(SIX),
            Shot(2.0, NO_RED, due=NO_RED_DUE),
            Shot(0.6, NONE, due=NO_RED_DUE),
            *thrown(OTHER, due=NO_RED_DUE),
            told(OTHER, due=NO_RED_DUE),
        ),
    ),
    "same numbers again": Story(5, (START, *thrown(SIX), told(SIX), Shot(0.6, NONE), *thrown(AGAIN), told(AGAIN))),
    "frozen picture": Story(
        5,
        (START, *thrown(SIX), told(SIX), Shot(6.0, SIX, "picture frozen", is_frozen=True), *thrown(AGAIN), told(AGAIN)),
    ),
    "lights switched": Story(
        4,
        (
            START,
            *thrown(SIX),
            told(SIX),
            Shot(0.2, SIX, light=(0.2, 0.25, 0.3)),
            Shot(2.0, SIX, light=(0.02, 0.02, 0.02)),
            Shot(1.5, SIX, light=(0.5, 0.7, 0.85)),
            Shot(1.5, SIX),
        ),
    ),
    "camera moved": Story(
        4,
        (
            START,
            *thrown(SIX),
            told(SIX),
            Shot(1 / FPS, SIX, camera=(0.7, 0.4)),
            Shot(2.0, SIX, camera=(2.2, 1.2)),  # no farther than dice are pushed: nothing is to be said
        ),
    ),
    "kept dice": Story(
        4,
        (
            Shot(0.6, NONE, due="5"),
            *thrown(FIVE, due="5"),
            told(FIVE, due="5"),
            Shot(1.5, KEPT, due="5"),
            *thrown(THREE, KEPT, "5"),
            told((*KEPT, *THREE), due="5"),
        ),
    ),
}
