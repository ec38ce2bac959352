"""The rules of every game: pure functions over frozen values, standard library only."""
