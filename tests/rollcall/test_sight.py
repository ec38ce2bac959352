"""What becomes of a roll that is seen: played, offered, put in place of the last one, or passed over."""

from __future__ import annotations

import pytest

from engine.dice import Roll
from engine.match import Match
from engine.moves import Rolled
from rollcall.lookout import Sighting
from rollcall.sight import Offer, Sight
from vision.event import RollSeen, TableCleared

EARLY, OTHER = Roll.parse("W1 W1 R1 Y1 G1 B1"), Roll.parse("W2 W2 R2 Y2 G2 B2")


@pytest.mark.parametrize(
    ("made", "seen", "was_due", "taken", "offered"),
    [
        ([], RollSeen(EARLY, (), 1, 3.0, 2.9), True, "roll", None),
        ([], RollSeen(EARLY, (), 1, 3.0, 2.9, lay_there=True), True, None, EARLY),
        ([EARLY], RollSeen(OTHER, (), 2, 3.0, 2.9), False, None, OTHER),  # the next player is in a hurry
        ([EARLY], RollSeen(EARLY, (), 2, 3.0, 2.9), False, None, None),  # somebody was quicker to type it
        ([EARLY], RollSeen(OTHER, (), 1, 3.0, 2.9, corrects=True), False, "fix", None),
    ],
)
def test_what_becomes_of_a_roll_that_is_seen(
    made: list[Roll], seen: RollSeen, was_due: bool, taken: str | None, offered: Roll | None
) -> None:
    match, sight = Match("qwixx", ["Ann"]), Sight()
    for roll in made:
        match.play(Rolled(roll))
        sight.played(1)
    told = Offer(seen.roll, seen.number)
    assert sight.judge(Sighting(seen, was_due), match) == (told if taken == "roll" else None)
    assert sight.late == (told if taken == "fix" else None)
    assert sight.offer == (None if offered is None else Offer(offered, seen.number))


def test_a_roll_that_somebody_has_fixed_is_not_corrected_by_the_camera() -> None:
    match, sight = Match("qwixx", ["Ann"]), Sight()
    match.play(Rolled(EARLY))
    sight.played(1)
    sight.fixed()
    assert sight.judge(Sighting(RollSeen(OTHER, (), 1, 2.0, 1.9, corrects=True), False), match) is None
    assert sight.late is None


def test_an_offered_roll_is_corrected_and_gone_with_its_dice() -> None:
    match, sight = Match("qwixx", ["Ann"]), Sight()
    seen = RollSeen(EARLY, (), 1, 1.0, 0.9)
    assert sight.judge(Sighting(seen, True), match) == Offer(EARLY, 1)
    sight.played(1)
    sight.taken_back(EARLY)
    late = RollSeen(OTHER, (), 1, 2.0, 1.9, corrects=True)
    assert sight.judge(Sighting(late, True), match) is None
    assert sight.offer == Offer(OTHER, 1)
    sight.played(1)
    sight.judge(Sighting(TableCleared(3.0), False), match)
    sight.taken_back(OTHER)
    assert sight.offer is None


@pytest.mark.parametrize("is_put", [False, True])
def test_a_roll_whose_dice_are_gone_before_it_could_be_offered_is_not(is_put: bool) -> None:
    match, sight = Match("qwixx", ["Ann"]), Sight()
    match.play(Rolled(EARLY))
    sight.rolled()
    sight.judge(Sighting(RollSeen(OTHER, (), 1, 1.0, 0.9), False), match)  # of the same dice, perhaps: one was mistyped
    match.enter("p1 pass")
    match.enter("p1 pass")
    sight.judge(Sighting(TableCleared(3.0), was_due=is_put), match)
    assert sight.offer == (Offer(OTHER, 1) if is_put else None)
