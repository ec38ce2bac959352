"""Lifelike pictures of dice on tables, made by physics and path tracing, with exact labels.

Lengths are centimetres, the table top is the plane z = 0 and z points up. Colours are linear
RGB in 0..1 unless a name says otherwise; finished photographs are uint8 BGR as in OpenCV.
"""

from typing import Any

import numpy.typing as npt

Array = npt.NDArray[Any]
