"""Days as people write them: `5 Jan 2024`, `5.1.24`, `2024-01-05`, `Friday 5th January 2024`, and `05/01/2024`, which may be two."""

import re
from collections.abc import Iterable
from datetime import date
from typing import Final, Literal, get_args

Order = Literal["dmy", "mdy", "ymd"]
"""Which part of a day written in numbers comes first."""
ORDERS: Final[tuple[Order, ...]] = get_args(Order)

_MONTHS: Final = (
    "jan gen ene januar january gennaio enero janvier januari janeiro",
    "feb fev fév februar february febbraio febrero février fevrier februari fevereiro",
    "mar mär mrz mrt märz march marzo mars maart março marco maerz",
    "apr avr abr april aprile avril abril",
    "may mai mag mei maj maggio mayo maio",
    "jun giu june juni juin junio junho giugno",
    "jul lug july juli juillet julio julho luglio",
    "aug ago aoû aou august agosto août aout augustus",
    "sep set sept september settembre septembre septiembre setembro",
    "oct okt ott out october oktober ottobre octobre octubre outubro",
    "nov november novembre noviembre novembro",
    "dec dez dic déc december dezember dicembre décembre decembre diciembre dezembro",
)
_MONTH_OF: Final = {name: month for month, names in enumerate(_MONTHS, 1) for name in names.split()}
_WEEKDAYS: Final = (
    "mon monday montag lundi lunedì lunedi lunes maandag",
    "tue tues tuesday dienstag mardi martedì martedi martes dinsdag",
    "wed wednesday mittwoch mercredi mercoledì mercoledi miércoles miercoles woensdag",
    "thu thur thurs thursday donnerstag jeudi giovedì giovedi jueves donderdag",
    "fri friday freitag vendredi venerdì venerdi viernes vrijdag",
    "sat saturday samstag sonnabend samedi sabato sábado sabado zaterdag",
    "sun sunday sonntag dimanche domenica domingo zondag",
)
_WEEKDAY_OF: Final = {name: day for day, names in enumerate(_WEEKDAYS) for name in names.split()}
_YEAR: Final = r"(?:[0-9]{4}|'?[0-9]{2})"
_WORD: Final = r"[^\W\d_]+"
_NUMBERS: Final = re.compile(
    r"(?<![0-9])([0-9]{1,4})(?:\s(?!-[0-9]))?([-/.])\s?([0-9]{1,2})(?:\s(?!-[0-9]))?\2\s?('?[0-9]{1,4})(?![0-9])"
)
_SPACED: Final = re.compile(
    r"[0-9]{1,2} ?- ?[0-9]{1,2} ?- ?(?:19|20)[0-9]{2}|(?:19|20)[0-9]{2} ?- ?[0-9]{1,2} ?- ?[0-9]{1,2}"
)
"""A day with its year in full, and blanks on either side of its dashes: no row of numbers."""
_RUN: Final = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})([01][0-9])([0-3][0-9])(?![0-9])")
_DAY_FIRST: Final = re.compile(
    rf"(?<![0-9])([0-9]{{1,2}})(?:st|nd|rd|th|º|\.|er)?[\s\-/]*(?:de |of )?({_WORD})\.?,?[\s\-/]*(?:de |del )?({_YEAR})?(?![0-9])"
)
_MONTH_FIRST: Final = re.compile(
    rf"({_WORD})\.?[\s\-]*([0-9]{{1,2}})(?:st|nd|rd|th)?(?![0-9])(?:(?:,\s*|\s+|-)({_YEAR}))?(?![0-9])"
)
_TIME: Final = re.compile(
    r"[T\s]+[0-9]{1,2}[:.h][0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?\s*(?:[AaPp][Mm])?(?:Z|[+-][0-9]{2}:?[0-9]{2})?$"
)
_CHINESE: Final = re.compile(r"(?:([0-9]{4})\s*年\s*)?([0-9]{1,2})\s*月\s*([0-9]{1,2})\s*[日号號]?")
_PIVOT: Final = 70
"""Years of two digits from here on are of the last century."""


class Dates:
    """How the days of one sheet are read. order: what was told, or what another day of the sheet shows (shown_by); year: for
    days without.
    """

    def __init__(self, order: Order | None = None, year: int | None = None, shown_by: str = "") -> None:
        self.order = order
        self.year = year
        self.shown_by = shown_by

    def learn(self, texts: Iterable[str]) -> None:
        """Take the order from days that can be read in one way alone: `25/01/2024`, `Fri 05/01/2024`. Where two of them
        disagree, none is taken.
        """
        if self.order is not None:
            return
        shown: dict[Order, str] = {}
        for text in texts:
            readings = _numeric(text)
            if len(readings) == 1:
                shown.setdefault(next(iter(readings)), text)
        if len(shown) == 1:
            ((self.order, self.shown_by),) = shown.items()

    def read(self, text: str) -> list[date]:
        """The days that a text may be: none if it is no day, two if it can be read in two ways."""
        bare = _TIME.sub("", _from_chinese(text.strip()))
        if _SPACED.fullmatch(bare):
            bare = "".join(bare.split())
        if _is_all(bare):
            return self.found(bare)
        return []

    def found(self, text: str) -> list[date]:
        """The same of the first day that stands anywhere in a text."""
        text = _from_chinese(text)
        if run := _RUN.search(text):
            return _listed(_day(int(run[1]), int(run[2]), int(run[3])))
        readings = _numeric(text, self.order)
        if len(readings) > 1 and self.order is not None:
            readings = {order: day for order, day in readings.items() if order == self.order}
        return list(dict.fromkeys(readings.values())) or _listed(self._in_words(text))

    def _in_words(self, text: str) -> date | None:
        for pattern, day_at, month_at in ((_DAY_FIRST, 1, 2), (_MONTH_FIRST, 2, 1)):
            for match in pattern.finditer(text.casefold()):
                month = _MONTH_OF.get(match[month_at])
                year = _year(match[3]) if match[3] else self.year
                if month is not None and year is not None and (day := _day(year, month, int(match[day_at]))):
                    return day
        return None


def _from_chinese(text: str) -> str:
    """A day as the Chinese write it in the words of the West: `2026年6月5日`, or `6月5日`."""
    return _CHINESE.sub(_in_english, text)


def _in_english(match: re.Match[str]) -> str:
    month = int(match[2])
    name = _MONTHS[month - 1].partition(" ")[0] if 0 < month <= len(_MONTHS) else match[2]
    return f" {match[3]} {name} {match[1] or ''} "


def lacks_year(text: str) -> bool:
    """Whether a text is a day and a month, without a year."""
    return not Dates().found(text) and bool(Dates(year=2024).read(text))


def year_in(text: str) -> int | None:
    """The year that a text names, if it names one."""
    years = {int(year) for year in re.findall(r"(?<![0-9])((?:19|20)[0-9]{2})(?![0-9])", text)}
    return years.pop() if len(years) == 1 else None


def _is_all(text: str) -> bool:
    """Whether nothing stands in a text but a day, with the name of its weekday perhaps."""
    words = [
        word
        for word in re.findall(_WORD, text.casefold())
        if word not in {"st", "nd", "rd", "th", "de", "del", "of", "er", "the"}
    ]
    if any(word not in _MONTH_OF and word not in _WEEKDAY_OF for word in words):
        return False
    rest = re.sub(_WORD, "", text)
    return bool(re.search(r"[0-9]", rest)) and not re.search(r"[^0-9\s.,/'º()\-:]", rest)


def _numeric(text: str, order: Order | None = None) -> dict[Order, date]:
    """The days that numbers may be, by the order they are read in; one that the weekday beside it speaks against is none."""
    match = _NUMBERS.search(text)
    if match is None:
        return {}
    first, mark, second, third = match[1], match[2], int(match[3]), match[4].lstrip("'")
    begins_with_year = (
        len(first) == 4 or len(first) == len(match[3]) == len(third) == 2
    )  # `12-4-4` are numbers of three
    year_first = _day(_year(first), second, int(third)) if begins_with_year and len(third) <= 2 else None
    readings: dict[Order, date | None] = {}
    if len(first) <= 2 and len(third) in {2, 4}:
        readings = {"dmy": _day(_year(third), second, int(first)), "mdy": _day(_year(third), int(first), second)}
    if mark == ".":  # nobody writes the month first with dots
        readings.pop("mdy", None)
    if order == "ymd" or not any(readings.values()):
        readings = {"ymd": year_first}
    found = _that_weekday(text, readings)
    return dict([next(iter(found.items()))]) if len(set(found.values())) == 1 else found


def _that_weekday(text: str, readings: dict[Order, date | None]) -> dict[Order, date]:
    days = {order: day for order, day in readings.items() if day is not None}
    told = next((_WEEKDAY_OF[word] for word in re.findall(_WORD, text.casefold()) if word in _WEEKDAY_OF), None)
    agreeing = {order: day for order, day in days.items() if told is None or day.weekday() == told}
    return agreeing or days


def _year(text: str) -> int:
    number = int(text.lstrip("'"))
    if len(text.lstrip("'")) > 2:
        return number
    return number + (1900 if number >= _PIVOT else 2000)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _listed(day: date | None) -> list[date]:
    return [] if day is None else [day]
