"""What is new in a profile against the last one, in words."""

from __future__ import annotations

import numpy as np

from calibration.distance import distance
from calibration.profile import Profile
from vision.face import lab

SEEN = 5.0  # CIEDE2000 from which on a change of colour is worth a word
SIZE = 0.15  # part by which a die must have grown or shrunk
STOPS = 0.3  # of brightness


def changes(before: Profile, now: Profile) -> list[str]:
    """A few words for everything that has changed; nothing if it is the same table."""
    said = []
    grown = now.die_share / before.die_share - 1
    if abs(grown) > SIZE:
        said.append(f"dice look {abs(grown):.0%} {'larger' if grown > 0 else 'smaller'}: the camera has moved")
    stops = float(np.log2(sum(now.white) / sum(before.white)))
    if abs(stops) > STOPS:
        said.append(f"{2**stops:.2g} times as bright")
    warmth = _warmth(now) - _warmth(before)
    if abs(warmth) > SEEN:
        said.append(f"the light is {'warmer' if warmth > 0 else 'cooler'}")
    return [*said, *_dice(before, now)]


def _warmth(profile: Profile) -> float:
    """How yellow (Lab b) the white dice look."""
    white = np.array(profile.white)
    return float(lab(white / white.max())[2])


def _dice(before: Profile, now: Profile) -> list[str]:
    old, new = {die.name: die for die in before.dice}, {die.name: die for die in now.dice}
    said = [f"{name} dice are new" for name in new if name not in old]
    said += [f"{name} dice are gone" for name in old if name not in new]
    for name in new:
        if name in old and old[name].count != new[name].count:
            said.append(f"{new[name].count} {name} dice instead of {old[name].count}")
        if name in old and (far := distance(old[name].light, new[name].light)) > SEEN:
            said.append(f"{name} looks different (by {far:.0f} of 100)")
    return said
