"""From pictures to readings: where the dice are, which colour they have, which number lies on top."""
