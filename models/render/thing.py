"""A solid with its skin and its outline, not yet placed."""

from __future__ import annotations

from dataclasses import dataclass

from models.render import Array
from models.render.skin import Tile
from models.render.solid import Mesh


@dataclass(frozen=True, slots=True)
class Thing:
    """A solid about its own origin, not yet placed: lengths in cm."""

    kind: str
    mesh: Mesh
    tile: Tile
    hull: Array  # (N, 3) corners for physics and for its outline in the picture
    lies: bool  # lies flat where it is put (True), or is thrown like a die
