"""From pictures to readings: where the dice are, which colour they have, which number lies on top."""

import os

# Matrices here are small: a second thread gains nothing, and beside other programs threads wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
