"""The Qwixx family once more, read straight from the rules and written the slow way.

Shares nothing with the engine: sheets are typed again, crosses are a dict, every question is a loop.
"""

from itertools import product

NAMES = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "K": "black", "W": "white"}
UP, DOWN = "2 3 4 5 6 7 8 9 10 11 12", "12 11 10 9 8 7 6 5 4 3 2"
BASIC = [("R", UP), ("Y", UP), ("G", DOWN), ("B", DOWN)]
LONG_UP = " ".join(map(str, range(2, 17)))
LONG_DOWN = " ".join(map(str, range(16, 1, -1)))
ROWS = {
    "mixx-a": [
        ("YYYBBBGGGRR", UP),
        ("RRGGGGBBYYY", UP),
        ("BBBYYYRRRGG", DOWN),
        ("GGRRRRYYBBB", DOWN),
    ],
    "mixx-b": [
        ("R", "10 6 2 8 3 4 12 5 9 7 11"),
        ("Y", "9 12 4 6 7 2 5 8 11 3 10"),
        ("G", "8 2 10 12 6 9 7 4 5 11 3"),
        ("B", "5 7 11 9 12 3 8 10 2 6 4"),
    ],
    "longo": [("R", LONG_UP), ("Y", LONG_UP), ("G", LONG_DOWN), ("B", LONG_DOWN)],
    "black-die": [*BASIC, ("K", "5 4 3 2 1")],
}
NEED = {"longo": 6, "double-a": 7, "double-b": 7}
MOST = {"longo": 15, "double-a": 16, "double-b": 16, "big-points": 15}
SWAPS = "8/5 9/7 11/3 7/4 10/3 8/6 10/5 11/9 6/4"
CHAINS = {
    "A": "R6-Y6 R11-Y11 Y3-G11 Y8-G6 G9-B9 G4-B4",
    "B": "R4-Y4 R9-Y9 Y6-G8 Y11-G3 G11-B11 G6-B6",
    "C": "R3-Y3 R8-Y8 Y6-G8 Y11-G3 G10-B10 G5-B5",
}
STEPS = {"A": "YGBGYRYGBGY", "B": "BGYRYGBGYRY", "C": "GBGYRYGBGYR"}
BOXED = ["R3", "R6", "R9", "Y5", "Y8", "Y11", "G11", "G7", "G4", "B10", "B8", "B5"]
BAR = "RYGBGRBYRYBG"
TWO_AT_ONCE = ["R3", "R5", "R9", "R11", "Y3", "Y5", "Y9", "Y11", "G10", "G8", "G6", "G4", "B10", "B8", "B6", "B4"]
LUCKY = [(5, 12), (6, 13), (7, 12)]  # the default of the game's option


class Table:
    """One game; `allowed` lists the moves a player may write, `do` makes one."""

    def __init__(self, game, players, finish_turn=False):
        self.finish_turn = finish_turn
        self.kind = game.removeprefix("qwixx").removeprefix("-")
        self.players = range(players)
        self.rows = [
            [((letters * 20)[c] if len(letters) == 1 else letters[c], int(n)) for c, n in enumerate(numbers.split())]
            for letters, numbers in ROWS.get(self.kind, BASIC)
        ]
        self.crosses = [{} for _ in self.players]  # (row, column) -> 1 or 2
        self.plus = [set() for _ in self.players]  # Big Points: (pair, column)
        self.used = [set() for _ in self.players]  # fields of the swap row or the bar
        self.fines = [0 for _ in self.players]
        self.owes_choice = set()
        self.shut, self.turn, self.step = set(), 0, "roll"

    # --- what may be crossed

    def rightmost(self, p, r):
        return max((c for row, c in self.crosses[p] if row == r), default=-1)

    def count(self, p, r):
        return sum(n for (row, _), n in self.crosses[p].items() if row == r)

    def closers(self, r):
        if self.rows[r][0][0] == "K":
            return []
        last = len(self.rows[r]) - 1
        return [last - 1, last] if self.kind == "longo" else [last]

    def free(self, p, r, c):
        right = self.rightmost(p, r)
        if r in self.shut or c < right:
            return False
        if c == right:
            return self.kind == "double-a" and self.crosses[p][r, c] == 1 and c not in self.closers(r)
        return c not in self.closers(r) or self.count(p, r) >= NEED.get(self.kind, 5)

    def plus_free(self, p, pair, c):
        beside = [r for r in (2 * pair, 2 * pair + 1) if (r, c) in self.crosses[p]]
        return beside if all(c > done for half, done in self.plus[p] if half == pair) else []

    def cell_text(self, r, c):
        letter, number = self.rows[r][c]
        return f"{NAMES[letter]} {number}"

    def plus_text(self, pair, c):
        return f"{('red+yellow', 'green+blue')[pair]} {self.rows[2 * pair][c][1]}"

    def each_cell(self):
        return [(r, c) for r, row in enumerate(self.rows) for c in range(len(row))]

    def white_marks(self, p):
        total = sum(self.dice["W"])
        found = set()
        for r, c in self.each_cell():
            letter, number = self.rows[r][c]
            if letter == "K" or not self.free(p, r, c):
                continue
            if number == total:
                found.add(self.cell_text(r, c))
            if self.kind == "x-change" and any({number, total} == pair for _, pair in self.swap_fields(p)):
                found.add(self.cell_text(r, c) + " swap")
            if self.kind == "longo" and total in LUCKY[p] and number != total and self.is_next_of_shortest(p, r, c):
                found.add(self.cell_text(r, c) + " lucky")
        if self.kind == "big-points":
            for pair, c in product(range(2), range(11)):
                if self.rows[2 * pair][c][1] == total and self.plus_free(p, pair, c):
                    found.add(self.plus_text(pair, c))
        return found

    def swap_fields(self, p):
        fields = [(i, set(map(int, field.split("/")))) for i, field in enumerate(SWAPS.split())]
        return [(i, pair) for i, pair in fields if all(i > done for done in self.used[p])]

    def shortest(self, p):
        rows = [r for r in range(4) if r not in self.shut and not self.has_lock(p, r)]
        return [r for r in rows if self.count(p, r) == min(self.count(p, other) for other in rows)]

    def is_next_of_shortest(self, p, r, c):
        return r in self.shortest(p) and c == self.rightmost(p, r) + 1

    def colour_marks(self, p):
        found = set()
        for white, (die, shown) in product(self.dice["W"], self.dice.items()):
            if die == "W" or die in [self.rows[r][-1][0] for r in self.shut]:
                continue
            total = shown[0] - white if die == "K" else shown[0] + white
            for r, c in self.each_cell():
                if self.rows[r][c] == (die, total) and self.free(p, r, c):
                    found.add(self.cell_text(r, c))
            if self.kind == "big-points":
                for pair, c in product(range(2), range(11)):
                    beside = [self.rows[r][c] for r in self.plus_free(p, pair, c)]
                    if (die, total) in beside:
                        found.add(self.plus_text(pair, c))
        return found

    def allowed(self):
        """Every move a player may write now."""
        found = set()
        for p in self.waiting if self.step in ("white", "colour") else ():
            if p in self.owes_choice:
                found |= {f"p{p + 1} choose {NAMES['RYGB'[r]]}" for r in self.shortest(p)}
                continue
            marks = self.white_marks(p) if self.step == "white" else self.colour_marks(p)
            found |= {f"p{p + 1} {mark}" for mark in marks} | {f"p{p + 1} pass"}
        return found

    # --- making a move

    def roll(self, dice):
        self.dice = dice  # letter -> pips
        self.step, self.waiting, self.has_crossed = "white", set(self.players), False

    def do(self, text):
        who, *words = text.split()
        p = int(who[1:]) - 1
        if words[0] == "choose":
            self.owes_choice.discard(p)
            row = "RYGB".index(words[1][0].upper())
            self.work_off(p, [row, row])
        elif words[0] != "pass":
            self.has_crossed |= p == self.turn
            self.write(p, *words)
        if p not in self.owes_choice:
            self.waiting.discard(p)
        if not self.waiting:
            self.end_step()

    def write(self, p, colour, number, how=""):
        if "+" in colour:
            pair = ["red+yellow", "green+blue"].index(colour)
            self.plus[p].add((pair, [n for _, n in self.rows[2 * pair]].index(int(number))))
            return
        if how == "swap":
            wanted = {int(number), sum(self.dice["W"])}
            self.used[p].add(next(i for i, pair in self.swap_fields(p) if pair == wanted))
        (cell,) = [rc for rc in self.each_cell() if self.cell_text(*rc) == f"{colour} {number}"]
        self.work_off(p, self.cross(p, *cell))

    def cross(self, p, r, c):
        """Cross the cell; returns the rows in which a cross is forced, "few" for the shortest twice."""
        mine, name = self.crosses[p], "".join(map(str, self.rows[r][c]))
        had = set(self.pairs(p))
        mine[r, c] = mine.get((r, c), 0) + (2 if self.kind == "double-b" and name in TWO_AT_ONCE else 1)
        if self.kind == "connected-b":
            for link in CHAINS["ABC"[p]].split():
                ends = link.split("-")
                if name in ends:
                    other = ends[1 - ends.index(name)]
                    partner = next(rc for rc in self.each_cell() if "".join(map(str, self.rows[rc[0]][rc[1]])) == other)
                    mine.setdefault(partner, 1)
        if self.kind == "bonus-a" and name in BOXED:
            usable = [i for i, x in enumerate(BAR) if i not in self.used[p] and "RYGB".index(x) not in self.shut]
            self.used[p] |= set(usable[:1])
            return ["RYGB".index(BAR[i]) for i in usable[:1]]
        new = set(self.pairs(p)) - had
        return (["few"] if "circle" in new else []) + ([0, 1, 2, 3] if "diamond" in new else [])

    def work_off(self, p, rows):
        rows = list(rows)
        while rows:
            r = rows.pop(0)
            if r == "few":
                shortest = self.shortest(p)
                if len(shortest) > 1:
                    self.owes_choice.add(p)
                rows = shortest * 2 + rows if len(shortest) == 1 else rows
                continue
            c = self.rightmost(p, r) + 1
            if c < len(self.rows[r]) and self.free(p, r, c):
                rows += self.cross(p, r, c)

    def pairs(self, p):
        cells = {"circle": "Y11 G9", "diamond": "Y7 B7", "square": "R8 B10", "octagon": "R6 B4", "star": "Y3 G5"}
        names = {"".join(map(str, self.rows[r][c])) for r, c in self.crosses[p]}
        return [symbol for symbol, two in cells.items() if self.kind == "bonus-b" and set(two.split()) <= names]

    def has_lock(self, p, r):
        return any((r, c) in self.crosses[p] for c in self.closers(r))

    def end_step(self):
        self.shut |= {r for p in self.players for r in range(4) if self.has_lock(p, r)}
        if len(self.shut) >= 2 and not self.finish_turn:
            self.step = "over"
        elif self.step == "white":
            self.step, self.waiting = "colour", {self.turn}
        else:
            self.fines[self.turn] += not self.has_crossed
            self.step = "over" if self.fines[self.turn] == 4 or len(self.shut) >= 2 else "roll"
            self.turn = (self.turn + 1) % len(self.players)

    # --- counting

    def scores(self):
        return tuple(self.score(p) for p in self.players)

    def score(self, p):
        table = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136]
        rows = []
        for r in range(4):
            beside = len([1 for pair, _ in self.plus[p] if pair == r // 2])
            rows.append(table[min(self.count(p, r) + self.has_lock(p, r) + beside, MOST.get(self.kind, 12))])
        total, pairs = sum(rows), self.pairs(p)
        if self.kind == "connected-a":
            total += table[sum(("RYGB".index(x), c) in self.crosses[p] for c, x in enumerate(STEPS["ABC"[p]]))]
        if self.kind == "black-die":
            total -= [32, 16, 8, 4, 2, 0][self.count(p, 4)]
        total += min(rows) * ("square" in pairs) + 13 * ("octagon" in pairs)
        return total - (0 if "star" in pairs else 5 * self.fines[p])
