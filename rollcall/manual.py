"""What can be typed during a match, and how: the words of `help`."""

from __future__ import annotations

from rollcall.words import Words


def commands(words: Words) -> dict[str, str]:
    """Every command with what it does."""
    return {
        "undo": words.phrase("take the last move back; undo 3 takes three"),
        "fix": words.phrase("put the last roll right, such as fix red 4; what still fits stays"),
        "score": words.phrase("show the sheets"),
        "repeat": words.phrase("say the last call again"),
        "options": words.phrase("what everyone may do now, and why cells are closed"),
        "history": words.phrase("what has happened, turn by turn"),
        "hand": words.phrase("show your cards (card game)"),
        "help": words.phrase("this list, and how to type dice and moves"),
        "quit": words.phrase("leave; the match is saved"),
    }


def manual(words: Words) -> list[str]:
    """The commands, and how to type dice and moves."""
    lines = {
        "dice": words.phrase("with their letters (W3 W5 R2 Y6 G1 B4) or as digits in the order asked for (352614)"),
        "fix": words.phrase(
            "red 4 or r4, several as r4 y2; of two white dice w3=5 says which, w3 w5 both; 4=5 for Yahtzee"
        ),
        "marks": words.phrase(
            "red 8 or r8; red+yellow 5 or ry5; r3 swap or r3s; y6 lucky or y6l; choose blue; pass, p or -"
        ),
        "yahtzee": words.phrase("44 or keep 4 4 keeps dice, keep none throws all; full house or fh fills the box"),
        "cards": words.phrase("take 2 3 or 23; play g11 *7 x 11 7 plays two cards as green and crosses both"),
        "Enter": words.phrase("passes where nothing fits; takes dice that lie there, or reads the next picture"),
        "players": words.phrase("the answer is that of the player asked; Bo r8 or p2 r8 answers for another"),
    }
    head = [f"{name:<9} {what}" for name, what in commands(words).items()]
    return [*head, "", *(f"{name:<9} {what}" for name, what in lines.items())]
