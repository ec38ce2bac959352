"""Yahtzee: up to three throws a turn with dice kept between them, then one box is filled.

Moves are `roll W4 W4 W2 W5 W6`, `p1 keep 4 4` (then the other dice are rolled) and `p1 score full house`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from engine.boxes import EMPTY, JOKERS, NAMES, Filled, JokerRule, Pips, box_refusal, earns_extra, placements, total
from engine.dice import Colour, Die, InvalidText, Roll, Sentence
from engine.game import IllegalMove, Option, Outcome, best, check_faces, check_seats, settled
from engine.moves import Rolled, parse_player

DICE, THROWS, FACES = 5, 3, 6


@dataclass(frozen=True, slots=True)
class Keep:
    """The active player keeps these dice and throws the others again; keeping none is allowed."""

    player: int
    pips: Pips  # lowest first

    def __str__(self) -> str:
        return " ".join((f"p{self.player + 1} keep", *map(str, self.pips)))


@dataclass(frozen=True, slots=True)
class Fill:
    """The active player ends the turn with a box."""

    player: int
    box: str

    def __str__(self) -> str:
        return f"p{self.player + 1} score {self.box}"


Move = Rolled | Keep | Fill


@dataclass(frozen=True, slots=True)
class Rules:
    """What was agreed before the start."""

    joker: JokerRule
    joker_needs_50: bool
    extra_points: int


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game. `hand` is empty while dice are thrown, `kept` while they lie."""

    rules: Rules
    filled: tuple[Filled, ...]  # per player
    extra: tuple[int, ...]  # extra yahtzees per player
    active: int = 0
    hand: Pips = ()
    kept: Pips = ()
    throws: int = 0  # made this turn

    @property
    def is_over(self) -> bool:
        """Whether every box of every player is filled."""
        return all(None not in filled for filled in self.filled)


@dataclass(frozen=True, slots=True)
class Yahtzee:
    """Yahtzee in one edition; the editions differ in their options' defaults."""

    name: str
    title: str
    note: str
    options: Mapping[str, Option]
    seats: range

    def start(self, players: int, options: Mapping[str, str]) -> State:
        """Empty sheets; the first player is to roll."""
        check_seats(self, players)
        chosen = settled(options, self.options)
        rules = Rules(JOKERS[chosen["joker"]], chosen["joker_needs_50"] == "yes", int(chosen["extra_yahtzee_points"]))
        return State(rules, (EMPTY,) * players, (0,) * players)

    def legal_moves(self, state: State) -> list[Move]:
        """Every different set of dice to keep, and every box the hand may fill."""
        if not state.hand:
            return []
        keeps = {pips for size in range(DICE) for pips in combinations(state.hand, size)}
        again = [Keep(state.active, pips) for pips in sorted(keeps)] if state.throws < THROWS else []
        return [*again, *(Fill(state.active, NAMES[box]) for box in _open_boxes(state))]

    def chance(self, state: State, random: Random) -> Move | None:
        """A fair throw of the dice not kept, if one is due."""
        if state.hand or state.is_over:
            return None
        thrown = [random.randint(1, FACES) for _ in range(DICE - len(state.kept))]
        return Rolled(Roll(tuple(Die(Colour.WHITE, pips) for pips in thrown)))

    def apply(self, state: State, move: Move) -> State:
        """The state after a throw, after keeping dice, or after filling a box; raises IllegalMove."""
        if state.is_over:
            raise IllegalMove(Sentence("the game is over"))
        if isinstance(move, Rolled):
            hand = _thrown_hand(state, move.roll)
            return replace(state, hand=hand, kept=(), throws=state.throws + 1)
        _check_turn(state, move)
        if isinstance(move, Keep):
            return replace(state, hand=(), kept=move.pips)
        return _filled(state, NAMES.index(move.box))

    def scores(self, state: State) -> tuple[int, ...]:
        """Points per player, bonuses included."""
        sheets = zip(state.filled, state.extra, strict=True)
        return tuple(total(filled, extra, state.rules.extra_points) for filled, extra in sheets)

    def outcome(self, state: State) -> Outcome | None:
        """Scores and winners once every box is filled."""
        scores = self.scores(state)
        return Outcome(scores, best(scores)) if state.is_over else None

    def parse_move(self, text: str) -> Move:
        """Read one line of a log; raises InvalidText."""
        match text.split():
            case ["roll", *dice]:
                return Rolled(Roll.parse(" ".join(dice)))
            case [who, "keep", *pips] if all(word in tuple("123456") for word in pips):
                return Keep(parse_player(who, text), tuple(sorted(map(int, pips))))
            case [who, "score", *box] if " ".join(box) in NAMES:
                return Fill(parse_player(who, text), " ".join(box))
        raise InvalidText(
            Sentence(
                "not a move: {text!r} (expected such as 'roll W4 W4 W2 W5 W6', 'p1 keep 4 4' or 'p1 score chance'; "
                "boxes are {names})",
                text=text,
                names=NAMES,
            )
        )

    def explain(self, state: State, move: Move) -> str:
        """One sentence: why the move is allowed now, or which rule forbids it."""
        try:
            self.apply(state, move)
        except IllegalMove as refused:
            return str(refused)
        if isinstance(move, Fill):
            points = _open_boxes(state)[NAMES.index(move.box)]
            return f"{move.box} is empty and {_text(state.hand)} scores {points} there"
        return f"throw {state.throws + 1 - isinstance(move, Keep)} of {THROWS}: any dice may be kept"


def _open_boxes(state: State) -> dict[int, int]:
    return placements(state.filled[state.active], state.hand, state.rules.joker, state.rules.joker_needs_50)


def _thrown_hand(state: State, roll: Roll) -> Pips:
    """The five dice as they lie; a roll names the thrown dice alone or all five."""
    if state.hand:
        who, hand = f"p{state.active + 1}", _text(state.hand)
        raise IllegalMove(Sentence("no roll now: {who} must keep dice or score {dice} first", who=who, dice=hand))
    check_faces(roll, FACES)
    pips, due = tuple(die.pips for die in roll.dice), DICE - len(state.kept)
    if len(pips) == due:
        return tuple(sorted(state.kept + pips))
    if len(pips) != DICE:
        raise IllegalMove(
            Sentence.numbered(
                "expected {count} die in the roll, got {seen}",
                "expected {count} dice in the roll, got {seen}",
                due,
                seen=len(pips),
            )
        )
    if not _includes(pips, state.kept):
        kept, dice = _text(state.kept), _text(pips)
        raise IllegalMove(Sentence("{kept} was kept, and is not among {dice}", kept=kept, dice=dice))
    return tuple(sorted(pips))


def _check_turn(state: State, move: Keep | Fill) -> None:
    who, active = f"p{move.player + 1}", f"p{state.active + 1}"
    if move.player != state.active:
        raise IllegalMove(Sentence("it is {active}'s turn, not {who}'s", active=active, who=who))
    if not state.hand:
        raise IllegalMove(Sentence("{who} has nothing to answer before the dice are rolled", who=who))
    if isinstance(move, Keep):
        _check_keep(state, move)
    elif (box := NAMES.index(move.box)) not in _open_boxes(state):
        raise IllegalMove(box_refusal(state.filled[state.active], box, _open_boxes(state)))


def _check_keep(state: State, move: Keep) -> None:
    if state.throws == THROWS:
        who = f"p{move.player + 1}"
        raise IllegalMove(Sentence("all {count} throws are made: {who} must fill a box", count=THROWS, who=who))
    if not _includes(state.hand, move.pips):
        raise IllegalMove(Sentence("{kept} is not among {dice}", kept=_text(move.pips), dice=_text(state.hand)))
    if len(move.pips) == DICE:
        raise IllegalMove(Sentence("keeping all five leaves nothing to throw: fill a box"))


def _filled(state: State, box: int) -> State:
    points, player = _open_boxes(state)[box], state.active
    mine = state.filled[player]
    extra = list(state.extra)
    extra[player] += earns_extra(mine, state.hand)
    filled = list(state.filled)
    filled[player] = (*mine[:box], points, *mine[box + 1 :])
    return State(state.rules, tuple(filled), tuple(extra), active=(player + 1) % len(filled))


def _includes(pips: Pips, part: Pips) -> bool:
    return Counter(part) <= Counter(pips)


def _text(pips: Pips) -> str:
    return " ".join(map(str, pips))


def _options(joker: str) -> dict[str, Option]:
    return {
        "joker": Option(
            joker,
            tuple(JOKERS),
            "forced: own upper box, then any lower box, then a zero above (E0950); c2406: three or four of a "
            "kind before the other lower boxes, an uncertain reading; free: any empty box; none: no Joker",
        ),
        "joker_needs_50": Option("no", ("no", "yes"), "yes: a zero in the yahtzee box gives no Joker"),
        "extra_yahtzee_points": Option("100", ("100", "0"), "points for each further yahtzee after a 50"),
    }


SEATS = range(1, 11)
EDITIONS = (
    Yahtzee("yahtzee", "Yahtzee (E0950, 1996)", "Forced Joker rule; also for one.", _options("forced"), SEATS),
    Yahtzee(
        "yahtzee-c2406",
        "Yahtzee (C2406, 2016)",
        "Its Joker order is uncertain: only a description of the printed rules could be read.",
        _options("c2406"),
        SEATS,
    ),
)
