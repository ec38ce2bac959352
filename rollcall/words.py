"""The words of one language: colours in the forms its sentences need, numbers, and lists of things.

Every text stands in English where it is said; the other languages are the catalogues in `locale`.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files

from engine.dice import Colour, with_holes
from vision.diceset import COLOUR_NAMES

ENGLISH = "en"
DOMAIN = "rollcall"
_Text = Callable[[str, str], str]
_LOCALE = files("rollcall") / "locale"


def languages() -> list[str]:
    """The languages there are, English first.

    >>> languages()
    ['en', 'de', 'sv', 'zh_Hant']
    """
    return [ENGLISH, *sorted(entry.name for entry in _LOCALE.iterdir() if entry.is_dir())]


def check_language(language: str) -> None:
    """Raise ValueError for a language that is not there."""
    if language not in languages():
        raise ValueError(f"no language {language!r}; there is {', '.join(languages())}")


class Words:
    """One language; opens its catalogue once."""

    def __init__(self, language: str = ENGLISH, names: Mapping[Colour, str] = COLOUR_NAMES) -> None:
        """`names` are what the dice of each colour are called. Raises ValueError for a language that is not there."""
        check_language(language)
        self.language, fallback = language, language == ENGLISH
        self.catalogue = gettext.translation(DOMAIN, str(_LOCALE), [language], fallback=fallback)
        own = {colour: name for colour, name in names.items() if name != COLOUR_NAMES[colour]}
        self._rows = _in_rows(self.catalogue.pgettext)
        self._the = _that_lie(self.catalogue.pgettext) | own
        self._away = _taken_away(self.catalogue.pgettext) | own
        self._a = _missing(self.catalogue.pgettext) | own
        self._numbers = _numbers(self.catalogue.gettext)

    def phrase(self, english: str, **holes: object) -> str:
        """The sentence in this language, its holes filled.

        >>> Words("de").phrase("{player} wins", player="Bo")
        'Bo gewinnt'
        """
        return with_holes(self.catalogue.gettext(english), holes)

    def counted(self, one: str, many: str, count: int, **holes: object) -> str:
        """The same where the number of things decides about the words; it fills the hole `count`."""
        return self.catalogue.ngettext(one, many, count).format(count=count, **holes)

    def row(self, colours: str) -> str:
        """The name of a row or cell, as `Mark.colour` writes it.

        >>> Words().row("red+yellow"), Words("de").row("green")
        ('red and yellow', 'Grün')
        """
        return self.all_of([self._rows[Colour(colour)] for colour in colours.split("+")])

    def the(self, colour: Colour) -> str:
        """The colour in `the ... die lies there`, or its owner's own word for it.

        >>> Words("de").the(Colour.RED), Words("de").away(Colour.RED), Words("de").a(Colour.RED)
        ('rote', 'roten', 'roter')
        >>> Words("de", {Colour.RED: "pink"}).the(Colour.RED)
        'pink'
        """
        return self._the[colour]

    def away(self, colour: Colour) -> str:
        """The colour in `take the ... die away`."""
        return self._away[colour]

    def a(self, colour: Colour) -> str:
        """The colour in `a ... die is missing`."""
        return self._a[colour]

    def number(self, number: int) -> str:
        """A number in words, as far as sums of dice go; digits beyond.

        >>> Words("sv").number(8), Words("zh_Hant").number(12), Words().number(40)
        ('åtta', '十二', '40')
        """
        return self._numbers[number] if 0 <= number < len(self._numbers) else str(number)

    def one_of(self, things: Sequence[str]) -> str:
        """A choice in words.

        >>> Words().one_of(["red", "green", "blue"]), Words("sv").one_of(["röd", "blå"])
        ('red, green or blue', 'röd eller blå')
        """
        return self._joined(things, self.catalogue.gettext("{things} or {last}"))

    def all_of(self, things: Sequence[str]) -> str:
        """All of them in words.

        >>> Words("de").all_of(["Anna", "Bo", "Cy"]), Words("zh_Hant").all_of(["Anna", "Bo"])
        ('Anna, Bo und Cy', 'Anna和Bo')
        """
        return self._joined(things, self.catalogue.gettext("{things} and {last}"))

    def _joined(self, things: Sequence[str], ending: str) -> str:
        comma = self.catalogue.pgettext("between things of a list", ", ")
        if len(things) < 2:
            return comma.join(things)
        return ending.format(things=comma.join(things[:-1]), last=things[-1])


def _in_rows(text: _Text) -> dict[Colour, str]:
    return {
        Colour.WHITE: text("row", "white"),
        Colour.RED: text("row", "red"),
        Colour.YELLOW: text("row", "yellow"),
        Colour.GREEN: text("row", "green"),
        Colour.BLUE: text("row", "blue"),
        Colour.BLACK: text("row", "black"),
    }


def _that_lie(text: _Text) -> dict[Colour, str]:
    return {
        Colour.WHITE: text("the ... die lies there", "white"),
        Colour.RED: text("the ... die lies there", "red"),
        Colour.YELLOW: text("the ... die lies there", "yellow"),
        Colour.GREEN: text("the ... die lies there", "green"),
        Colour.BLUE: text("the ... die lies there", "blue"),
        Colour.BLACK: text("the ... die lies there", "black"),
    }


def _taken_away(text: _Text) -> dict[Colour, str]:
    return {
        Colour.WHITE: text("take the ... die away", "white"),
        Colour.RED: text("take the ... die away", "red"),
        Colour.YELLOW: text("take the ... die away", "yellow"),
        Colour.GREEN: text("take the ... die away", "green"),
        Colour.BLUE: text("take the ... die away", "blue"),
        Colour.BLACK: text("take the ... die away", "black"),
    }


def _missing(text: _Text) -> dict[Colour, str]:
    return {
        Colour.WHITE: text("a ... die is missing", "white"),
        Colour.RED: text("a ... die is missing", "red"),
        Colour.YELLOW: text("a ... die is missing", "yellow"),
        Colour.GREEN: text("a ... die is missing", "green"),
        Colour.BLUE: text("a ... die is missing", "blue"),
        Colour.BLACK: text("a ... die is missing", "black"),
    }


def _numbers(_: Callable[[str], str]) -> tuple[str, ...]:
    return (
        _("zero"),
        _("one"),
        _("two"),
        _("three"),
        _("four"),
        _("five"),
        _("six"),
        _("seven"),
        _("eight"),
        _("nine"),
        _("ten"),
        _("eleven"),
        _("twelve"),
        _("thirteen"),
        _("fourteen"),
        _("fifteen"),
        _("sixteen"),
    )
