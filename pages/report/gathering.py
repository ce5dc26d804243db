"""What a report tells, as plain data: asked of the archive's questions, each figure with the hands that it leads to."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

import msgspec

from upcard.engine.game import find
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.listing import rules_of
from upcard.engine.session import session
from upcard.engine.sitting import Sitting as Seated
from upcard.pages.report.figures import Drawn, Figures
from upcard.pages.report.judging import Judging
from upcard.pages.report.numbers import day_in_words, hundredths, in_figures, off, with_minus_signs
from upcard.records.archive.archive import Archive
from upcard.records.archive.played import Part, Played, PlayedHand, Sitting, played
from upcard.records.queries import question
from upcard.records.questions import ask
from upcard.records.unforeseen import unforeseen
from upcard.schemas.cards import Card
from upcard.schemas.errors import UpcardError
from upcard.schemas.findings import COUNTED
from upcard.schemas.wording import counted, with_names

MOST_WIDE: Final = 3
MOST_WRONG: Final = 3
"""So many hands are drawn for what they brought, and for what was found in them."""
MOST_RIVALS: Final = 12
"""So many people meet in the table of who beats whom: those who played most."""
LEAST_RUN: Final = 3
"""A run of so many hands won is notable."""
MUCH_LONGER: Final = 1.25
"""The longest hand is told of if it has so many times the lines of a usual one."""
FEW: Final = 10
"""Of fewer hands a share or an average says little."""
LEVELS: Final[Mapping[str, str]] = {
    "sheet": "a row of a score sheet: who held and played what is not known",
    "public": "written down as all at the table saw it: what was held and never shown is not known",
    "partial": "written down with some of the hands: the others are not known",
    "full": "written down with all cards",
}
"""What a record of a hand does not hold, by its level."""


class Link(NamedTuple):
    """A text that leads to a place in the page, if it has one."""

    text: str
    to: str = ""


class Hands(NamedTuple):
    """Hands of one session that something is true of, such as that somebody won them: each number, or run of numbers, leads there."""

    word: str
    numbers: tuple[Link, ...]


class Behind(NamedTuple):
    """What one session gave to a figure."""

    sitting: Link
    hands: tuple[Hands, ...]
    says: str = ""


class Basis(NamedTuple):
    """The hands behind figures, session by session. place: where it stands in the page."""

    place: str
    title: str
    sittings: tuple[Behind, ...]


class Cell(NamedTuple):
    """A figure in a table. best: whether it is the best of its row, as the score of who won a hand."""

    text: str
    to: str = ""
    best: bool = False


class Ranked(NamedTuple):
    """A row of the ranked table."""

    player: Link
    cells: tuple[Cell, ...]


class Duel(NamedTuple):
    """How often one beat another: a square of the table of who beats whom. shade: from 0 (never) to 8 (always); None: they never met,
    or neither won; few: whether that is told of few hands.
    """

    text: str
    to: str = ""
    says: str = ""
    shade: int | None = None
    few: bool = False


class Row(NamedTuple):
    """A hand in the sheet of its session. note: why it has no result, or ended otherwise than by play; found: findings in it."""

    place: str
    number: int
    cells: tuple[Cell, ...]
    note: str
    found: tuple[Link, ...]


class Sheet(NamedTuple):
    """A session with its hands."""

    place: str
    title: str
    says: str
    log: str
    players: tuple[str, ...]
    rows: tuple[Row, ...]
    sums: tuple[Cell, ...]
    missed: str


class InHand(NamedTuple):
    """A hand in words, and where it stands in the page. number: 0 for what belongs to no hand of it."""

    text: str
    to: str
    log: str
    number: int


class Found(NamedTuple):
    """A finding where it was. says: what was wrong, where that is not what its rule says."""

    place: str
    who: str
    hand: InHand
    says: str
    cards: tuple[Card, ...]
    proof: str


class Breach(NamedTuple):
    """What was found of one rule. says: the rule; follows: what the rules have follow; found: each time."""

    kind: str
    title: str
    clause: str
    says: str
    follows: str
    found: tuple[Found, ...]


class Untold(NamedTuple):
    """Something that the record cannot tell, with the hands that it is about."""

    says: str
    sittings: tuple[Behind, ...] = ()


class Point(NamedTuple):
    """A point of a curve. at: the number of the hand, a day, or what a question of one's own goes along, in order; spread: how far it may be off, either way."""

    series: str
    at: Any
    value: float
    says: str
    to: str
    spread: float | None = None


class Notable(NamedTuple):
    """A hand that is worth a drawing, and why. names: who sat where."""

    log: str
    hand: int
    title: str
    to: str
    names: tuple[str, ...]
    why: tuple[str, ...]


class Bar(NamedTuple):
    """A bar of a figure. start, length: where it begins and how long it is, in hundredths of the room for bars."""

    name: str
    figure: Cell
    start: float
    length: float


class Figure(NamedTuple):
    """The answer to a question, drawn: bars, or the points of curves. says: what is asked; shows: what the figure is; more: how many
    bars are not shown.
    """

    title: str
    says: str
    shows: str
    bars: tuple[Bar, ...]
    points: tuple[Point, ...]
    more: int


class OfGame(msgspec.Struct, frozen=True, kw_only=True):
    """All that is told of one game. people: who played most first; along: what each point of the curves is of: a day, session or hand; measured: what they show;
    coins: how many units a coin has, where scores are money; striking: what stands out of an evening; waiting: what is still open after it.
    """

    game: Game
    place: str
    says: str
    people: tuple[str, ...]
    columns: tuple[str, ...]
    coins: str
    unranked: tuple[Link, ...]
    standings: tuple[Ranked, ...]
    striking: tuple[Link, ...]
    curves: tuple[Point, ...]
    measured: str
    along: str
    rivals: tuple[str, ...]
    duels: tuple[tuple[str, tuple[Duel, ...]], ...]
    ratings: tuple[Point, ...]
    rating_curves: tuple[Point, ...]
    figures: tuple[Figure, ...]
    notable: tuple[Notable, ...]
    breaches: tuple[Breach, ...]
    waiting: tuple[InHand, ...]
    untold: tuple[Untold, ...]
    sheets: tuple[Sheet, ...]
    bases: tuple[Basis, ...]


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """What a report is about. asked: the parameters of questions; player: the name, where it is about a person."""

    kind: str
    title: str
    asked: Mapping[str, str]
    player: str = ""


class Gathered(msgspec.Struct, frozen=True, kw_only=True):
    """What a report tells. figures: those that are of no one game, with the hands behind them; failed: what is wrong with questions of one's
    own; judging: has the logs that were judged for it.
    """

    scope: Scope
    says: str
    judging: Judging
    games: tuple[OfGame, ...]
    figures: tuple[Figure, ...] = ()
    bases: tuple[Basis, ...] = ()
    failed: tuple[UpcardError, ...] = ()


# ---- Asking ------------------------------------------------------------------------------------------------------------


def gathered(archive: Archive, scope: Scope, folder: Path | None = None) -> Gathered:
    """All that a report of this scope tells. folder: where questions of one's own lie, besides those of the archive."""
    with archive.reading() as connection:  # DuckDB opens the file once
        everything = played(connection, scope.asked)
        games = Counter(sitting.game for sitting in everything.sittings)
        asking = Figures(archive, scope.asked, folder, evening=scope.kind == "evening")
        judging = Judging(archive)
        of_games = [
            _OfGame(archive, scope, everything, key, f"g{number}", asking, judging)
            for number, (key, _) in enumerate(games.most_common(), start=1)
        ]
        told = tuple(one.told() for one in of_games)
        titles = {log: f"{one.game.title}, {title}" for one in of_games for log, title in one.titles.items()}
        places = {log: place for one in of_games for log, place in one.places.items()}
        all_games = _Places(titles, places, frozenset().union(*(one.numbered for one in of_games)))
        figures = all_games.figures(asking.of_all(), "q")
    return Gathered(
        scope=scope,
        says=_span(everything),
        judging=judging,
        games=told,
        figures=figures,
        bases=tuple(all_games.bases),
        failed=tuple(asking.failed),
    )


def answered(archive: Archive, name: str, asked: Mapping[str, str], *, hands: bool = False) -> list[dict[str, Any]]:
    """The rows of a named question. asked: of these the parameters that it has."""
    given = {param: value for param, value in asked.items() if param in question(name).params}
    told = ask(archive, name, given, hands=hands)
    return [dict(zip(told.columns, row, strict=True)) for row in told.rows]


def _span(everything: Played) -> str:
    """How much there is, and from when to when."""
    days = sorted({sitting.day for sitting in everything.sittings if sitting.day is not None})
    people = {part.person for part in everything.parts}
    counts = [
        counted(len(everything.sittings), "session"),
        counted(len(everything.hands), "hand"),
        f"{len(people):,} {'person' if len(people) == 1 else 'people'}",
    ]
    when = (
        ""
        if not days
        else day_in_words(days[0])
        if days[0] == days[-1]
        else f"{day_in_words(days[0])} to {day_in_words(days[-1])}"
    )
    return ", ".join([*([when] if when else []), *counts])


class _Places:
    """Where sessions and their hands stand in the page. titles, places: by their logs; numbered: the hands that are there, each by its
    log and number; bases: the hands behind figures, as they are asked for.
    """

    def __init__(
        self, titles: Mapping[str, str], places: Mapping[str, str], numbered: Collection[tuple[str, int]]
    ) -> None:
        self.titles, self.places, self.numbered = titles, places, numbered
        self.bases: list[Basis] = []
        self._known: dict[tuple[tuple[str, int], ...], str] = {}

    def hand_place(self, log: str, hand: int) -> str:
        """Where a hand stands in the page; its session, if it has no such hand."""
        return f"{self.places[log]}h{hand}" if (log, hand) in self.numbered else self.places[log]

    def listed(
        self, hands: Iterable[tuple[str, int, str]], says: Mapping[str, str] | None = None
    ) -> tuple[Behind, ...]:
        """Hands session by session: the log, the number, and what is true of each."""
        behind = []
        for log, some in groupby(hands, key=lambda one: one[0]):
            of_word: dict[str, list[int]] = {}
            for _, number, word in some:
                of_word.setdefault(word, []).extend([number] if number else [])
            groups = tuple(Hands(word, tuple(self._runs(log, numbers))) for word, numbers in of_word.items() if numbers)
            behind.append(Behind(Link(self.titles[log], self.places[log]), groups, (says or {}).get(log, "")))
        return tuple(behind)

    def _runs(self, log: str, numbers: Sequence[int]) -> Iterator[Link]:
        """Numbers of hands, those in a row together."""
        for _, run in groupby(enumerate(numbers), key=lambda one: one[1] - one[0]):
            first, *rest = (number for _, number in run)
            yield Link(f"{first}\N{EN DASH}{rest[-1]}" if rest else str(first), self.hand_place(log, first))

    def figures(self, drawn: Iterable[Drawn], place: str) -> tuple[Figure, ...]:
        """Answers that are drawn, each bar and point leading to its hands. place: how the places of these begin."""
        return tuple(self._figure(one, f"{place}{number}") for number, one in enumerate(drawn, start=1))

    def _figure(self, one: Drawn, place: str) -> Figure:
        bars = tuple(
            Bar(
                bar.name,
                Cell(bar.figure, self._behind(bar.hands, f"{place}b{number}", f"{one.title}: {bar.name}")),
                round(bar.start, 1),
                round(bar.length, 1),
            )
            for number, bar in enumerate(one.bars, start=1)
        )
        points = tuple(
            Point(
                dot.series,
                dot.at,
                dot.value,
                dot.says,
                self._behind(dot.hands, f"{place}b{number}", f"{one.title}: {dot.says}"),
            )
            for number, dot in enumerate(one.dots, start=1)
        )
        return Figure(one.title, one.says, one.figure, bars, points, one.more)

    def _behind(self, hands: Sequence[tuple[str, int]], place: str, title: str) -> str:
        """Where the hands behind a figure stand: one in its sheet, several in a list, which is there once."""
        there = tuple(dict.fromkeys(self._named(log, hand) for log, hand in hands if log in self.places))
        if len(there) < 2:
            return self.hand_place(*there[0]) if there else ""
        if there not in self._known:
            self.known_as(there, place)
            self.bases.append(Basis(place, title, self.listed((log, hand, "") for log, hand in there)))
        return self._known[there]

    def _named(self, log: str, hand: int) -> tuple[str, int]:
        """A hand by its log and its number, 0 where there is no such hand: its session is meant."""
        return log, hand if (log, hand) in self.numbered else 0

    def known_as(self, hands: tuple[tuple[str, int], ...], place: str) -> None:
        """Remember that these hands are listed at a place."""
        self._known[hands] = place


class _OfGame(_Places):
    """One game of a report, while it is put together."""

    def __init__(
        self,
        archive: Archive,
        scope: Scope,
        everything: Played,
        key: str,
        place: str,
        asking: Figures,
        judging: Judging,
    ) -> None:
        self.archive, self.scope, self.place, self.asking, self.judging = archive, scope, place, asking, judging
        self.game = find(key)
        self.asked = {**scope.asked, "game": key}
        self.sittings = [sitting for sitting in everything.sittings if sitting.game == key]
        logs = {sitting.log for sitting in self.sittings}
        self.hands = [hand for hand in everything.hands if hand.log in logs]
        self.parts = [part for part in everything.parts if part.log in logs]
        places = {sitting.log: f"{place}s{number}" for number, sitting in enumerate(self.sittings, start=1)}
        numbered = {(hand.log, hand.hand) for hand in self.hands}
        super().__init__(dict(zip(places, _titles(self.sittings), strict=True)), places, numbered)
        self.parts_of: dict[tuple[str, int], list[Part]] = defaultdict(list)
        for part in self.parts:
            self.parts_of[part.log, part.hand].append(part)
        counted_hands = {(hand.log, hand.hand) for hand in self.hands if hand.counts}
        self.counted = [part for part in self.parts if (part.log, part.hand) in counted_hands]
        order = Counter(part.player for part in self.counted)
        self.people = [player for player, _ in order.most_common()]
        self.people_at = {player: f"{place}p{number}" for number, player in enumerate(self.people, start=1)}

    @property
    def unit(self) -> str:
        """What its scores count, in the plural."""
        return self.game.score.partition("/")[2]

    @property
    def shown(self) -> list[Part]:
        """The parts that curves are made of: all, or those of the person whom the report is about."""
        return [part for part in self.counted if self.scope.player in {"", part.player}]

    def told(self) -> OfGame:
        """All of it."""
        rivals, duels, met = self._duels()
        columns, standings = self._standings()
        breaches = tuple(self._breaches())
        measured, along, curves = self._curves()
        of_people = tuple(self._of_people())
        figures = self.figures(self.asking.of_game(self.game.key), f"{self.place}q")
        return OfGame(
            game=self.game,
            place=self.place,
            says=_span(Played(self.sittings, self.hands, self.parts)),
            people=tuple(self.people),
            columns=columns,
            coins=self._coins(),
            unranked=self._unranked(standings),
            standings=standings,
            striking=tuple(self._striking()) if self.scope.kind == "evening" else (),
            curves=curves,
            measured=measured,
            along=along,
            rivals=rivals,
            duels=duels,
            ratings=tuple(self._ratings()),
            rating_curves=tuple(self._rating_curves()),
            figures=figures,
            notable=tuple(self._notable(breaches)),
            breaches=breaches,
            waiting=tuple(self._waiting()) if self.scope.kind == "evening" else (),
            untold=tuple(self._untold()),
            sheets=tuple(self._sheets(breaches)),
            bases=(*of_people, *met, *self.bases),
        )

    # ---- Tables ----------------------------------------------------------------------------------------------------

    def _standings(self) -> tuple[tuple[str, ...], tuple[Ranked, ...]]:
        """The ranked table, each figure with its hands."""
        shown: list[tuple[str, str, Callable[[Any], str]]] = [
            ("rank", "", in_figures),
            ("hands", "hands", in_figures),
            ("won", "won", in_figures),
            ("won_rate", "won, %", hundredths),
            ("points", self.unit, in_figures),
            ("points_per_hand", f"{self.unit} a hand", in_figures),
            ("unknown", "not told", in_figures),
        ]
        rows = answered(self.archive, "standings", self.asked)
        if not any(row["unknown"] for row in rows):
            shown.pop()
        ranked = []
        for row in rows:
            to = self.people_at.get(row["player"], "")
            cells = [Cell(words(row[name]), "" if name == "rank" else to) for name, _, words in shown]
            if row["plus_minus"] is not None:
                at = [name for name, _, _ in shown].index("points_per_hand")
                cells[at] = cells[at]._replace(text=f"{cells[at].text} {off(row['plus_minus'])}")
            ranked.append(Ranked(Link(row["player"], to), tuple(cells)))
        return tuple(title for _, title, _ in shown), tuple(ranked)

    def _coins(self) -> str:
        """How many units a coin has, in words, where the scores are money: of each of its sessions, if it is not the same in all."""
        there = {self._units_of_coin(one) for one in self.sittings} if self.game.coin else set()
        return f"A coin has {' or '.join(f'{units:,}' for units in sorted(there))} units." if there - {1} else ""

    def _units_of_coin(self, sitting: Sitting) -> int:
        given = msgspec.json.decode(sitting.options) if sitting.options else {}
        return self.game.units_of_coin(self.game.house_rules(given, sitting.preset))

    def _unranked(self, standings: Iterable[Ranked]) -> tuple[Link, ...]:
        """Who played too few hands to be ranked."""
        there = {row.player.text for row in standings}
        missing = [] if self.scope.player else [player for player in self.people if player not in there]
        return tuple(Link(player, self.people_at[player]) for player in missing)

    def _duels(self) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[Duel, ...]], ...], tuple[Basis, ...]]:
        """Who beats whom among those who played most, and the hands in which they met."""
        rows = [] if self.game.contest == "bank" else answered(self.archive, "head-to-head", self.asked)
        met: dict[tuple[str, str], dict[str, Any]] = {}
        for row in rows:
            turned = {**row, "player": row["against"], "against": row["player"], "won": row["lost"], "lost": row["won"]}
            met[row["player"], row["against"]] = row
            met[row["against"], row["player"]] = turned
        there = {player for pair in met for player in pair}
        rivals = tuple(player for player in self.people if player in there)[:MOST_RIVALS]
        rows_of = [player for player in rivals if self.scope.player in {"", player}]
        table = tuple((one, tuple(self._duel(met.get((one, other)), rivals) for other in rivals)) for one in rows_of)
        return rivals, table, tuple(self._meetings(rivals, met))

    def _duel(self, row: dict[str, Any] | None, rivals: Sequence[str]) -> Duel:
        if row is None:
            return Duel("")
        to = self._pair_at(row["player"], row["against"], rivals)
        decided = row["won"] + row["lost"]
        says = (
            f"{row['player']} won {row['won']:,}, {row['against']} {row['lost']:,}, of {counted(row['hands'], 'hand')}"
            " in which they met"
        )
        if not decided:
            return Duel("\N{EN DASH}", to, says)
        share = row["won"] / decided
        return Duel(f"{100 * share:.0f}", to, says, shade=round(8 * share), few=decided < FEW)

    def _pair_at(self, one: str, other: str, rivals: Sequence[str]) -> str:
        """Where the hands of two stand: once, whoever is named first."""
        first, second = sorted((rivals.index(one), rivals.index(other)))
        return f"{self.place}v{first + 1}-{second + 1}"

    # ---- The hands behind figures ----------------------------------------------------------------------------------

    def _of_people(self) -> Iterator[Basis]:
        """The hands of each person."""
        mine: dict[str, list[Part]] = defaultdict(list)
        for part in self.counted:
            mine[part.player].append(part)
        for player in self.people:
            if self.scope.player and player != self.scope.player:
                continue
            points = defaultdict(list)
            for part in mine[player]:
                points[part.log].append(part.points)
            says = {log: f"{_summed(some)} {self._unit(some)}" for log, some in points.items()}
            hands = ((part.log, part.hand, _outcome(part.won)) for part in mine[player])
            self.known_as(tuple((part.log, part.hand) for part in mine[player]), self.people_at[player])
            yield Basis(self.people_at[player], player, self.listed(hands, says))

    def _unit(self, points: Sequence[int | None]) -> str:
        one, _, many = self.game.score.partition("/")
        return one if points == [1] else many or one

    def _meetings(self, rivals: Sequence[str], met: Mapping[tuple[str, str], Any]) -> Iterator[Basis]:
        """The hands in which two of those met who played most."""
        sides = answered(self.archive, "head-to-head", self.asked, hands=True)
        order = {log: nth for nth, log in enumerate(self.places)}
        between: dict[frozenset[str], list[dict[str, Any]]] = defaultdict(list)
        for row in sides:
            if row["log"] in order:
                between[frozenset((row["player"], row["against"]))].append(row)
        for at, one in enumerate(rivals):
            for other in rivals[at + 1 :]:
                rows = between.get(frozenset((one, other)), [])
                if (one, other) not in met or not rows:
                    continue
                rows.sort(key=lambda row: (order[row["log"]], row["hand"]))
                hands = [(row["log"], row["hand"], _winner(row, one, other)) for row in rows]
                yield Basis(self._pair_at(one, other, rivals), f"{one} and {other}", self.listed(hands))

    # ---- Curves ----------------------------------------------------------------------------------------------------

    def _curves(self) -> tuple[str, str, tuple[Point, ...]]:
        """The scores of an evening, hand by hand; over more than a day what a hand brought each on the average so far."""
        days = {sitting.day for sitting in self.sittings}
        of_wins = self.game.measure == "won_rate"
        if len(days) < 2:
            return "hands won" if of_wins else self.unit, "hand", tuple(self._added_up(of_wins=of_wins))
        by_day = None not in days
        return (
            f"{'hands won, %,' if of_wins else f'{self.unit} a hand'} so far",
            "day" if by_day else "session",
            tuple(self._averaged(by_day=by_day, of_wins=of_wins)),
        )

    def _added_up(self, *, of_wins: bool) -> Iterator[Point]:
        totals: Counter[str] = Counter()
        unit = "hands won" if of_wins else self.unit
        hands = groupby(self.shown, key=lambda part: (part.log, part.hand))
        for nth, ((log, hand), parts) in enumerate(hands, start=1):
            for part in parts:
                value = part.won if of_wins else part.points
                if value is not None:
                    totals[part.player] += int(value)
                    says = f"{part.player} after hand {hand}: {in_figures(totals[part.player])} {unit}"
                    yield Point(part.player, nth, totals[part.player], says, self.hand_place(log, hand))

    def _averaged(self, *, by_day: bool, of_wins: bool) -> Iterator[Point]:
        """What counts, as it stood after each day of play or session; the first hands of each, of which it says little, are left out."""
        day_of = {sitting.log: sitting.day for sitting in self.sittings}
        nth = {sitting.log: number for number, sitting in enumerate(self.sittings, start=1)}
        known = [(part, _measured(part, of_wins=of_wins)) for part in self.shown]
        told = [(part, value) for part, value in known if value is not None]
        early = {player: min(FEW, hands // 4) for player, hands in Counter(part.player for part, _ in told).items()}
        sums: dict[str, float] = defaultdict(float)
        hands: Counter[str] = Counter()
        for at, some in groupby(told, key=lambda one: day_of[one[0].log] if by_day else nth[one[0].log]):
            last = {}
            for part, value in some:
                sums[part.player] += value
                hands[part.player] += 1
                last[part.player] = part.log
            when = day_in_words(at) if isinstance(at, date) else f"session {at}"
            for player, log in last.items():
                if hands[player] > early[player]:
                    mean = sums[player] / hands[player]
                    figure = f"{in_figures(mean, 1)} % won" if of_wins else f"{in_figures(mean)} {self.unit} a hand"
                    says = f"{player} up to {when}: {figure}, {counted(hands[player], 'hand')}"
                    yield Point(player, at, mean, says, self.places[log])

    # ---- Ratings ---------------------------------------------------------------------------------------------------

    def _asked_of_ratings(self) -> dict[str, str] | None:
        """The days of which ratings are asked: of an evening all up to that day, as one evening rates nobody; None if no day is known."""
        last = max((sitting.day for sitting in self.sittings if sitting.day is not None), default=None)
        if last is None or not rated():
            return None
        days = {} if self.scope.kind == "evening" else {key: self.asked[key] for key in ("since",) if key in self.asked}
        return {"game": self.game.key, "until": last.isoformat(), **days}

    def _ratings(self) -> Iterator[Point]:
        """How strong each of those who played is, the strongest first."""
        asked = self._asked_of_ratings()
        for row in answered(self.archive, "ratings", asked) if asked is not None else ():
            if row["player"] in self.people_at and row["rating"] is not None:
                spread = 2 * row["uncertainty"]
                says = (
                    f"{row['player']}: {in_figures(row['rating'], 1)} {off(spread, 1)}, {counted(row['hands'], 'hand')}"
                )
                to = self.people_at[row["player"]] if self.scope.player in {"", row["player"]} else ""
                yield Point(row["player"], row["rank"], row["rating"], says, to or self.place, spread)

    def _rating_curves(self) -> Iterator[Point]:
        """How the ratings went, where there is more than a day."""
        asked = self._asked_of_ratings()
        of_day = {sitting.day: self.places[sitting.log] for sitting in reversed(self.sittings)}
        if asked is None or self.scope.kind == "evening" or len(of_day) < 2:
            return
        for row in answered(self.archive, "rating-history", asked):
            if row["day"] in of_day and row["player"] in self.people_at and self.scope.player in {"", row["player"]}:
                says = f"{row['player']} on {day_in_words(row['day'])}: {in_figures(row['rating'], 1)}"
                yield Point(row["player"], row["day"], row["rating"], says, of_day[row["day"]])

    # ---- Notable hands ---------------------------------------------------------------------------------------------

    def _notable(self, breaches: Iterable[Breach]) -> Iterator[Notable]:
        """The hands that hold records, those of an evening that are the widest and the longest, and those in which rules were broken."""
        why: dict[tuple[str, int], list[str]] = {}
        counted_hands = [hand for hand in self.hands if hand.counts]
        evening = self.scope.kind == "evening"
        for row in answered(self.archive, "records", self.asked):
            few = row["record"] == "longest run" and row["value"] < LEAST_RUN
            if row["hand"] is not None and row["log"] in self.places and not few:
                says = f"{row['record']}: {row['player']}, {with_minus_signs(row['says'])}"
                why.setdefault((row["log"], row["hand"]), []).append(says)
        wide = sorted(((*self._width(hand), hand) for hand in counted_hands), key=lambda one: -one[0])
        for width, says, hand in wide[:1] if evening else [] if why else wide[:MOST_WIDE]:
            if width:
                why.setdefault((hand.log, hand.hand), [f"{says}: {width:,} {self.unit} apart"])
        if evening and (longest := self._longest(counted_hands)) is not None:
            lines = f"the longest: {longest.lines:,} lines of the log"
            why.setdefault((longest.log, longest.hand), []).append(lines)
        if not why and counted_hands:
            why[counted_hands[-1].log, counted_hands[-1].hand] = ["the last hand"]
        broken = [(one, found) for one in breaches if one.kind == "breach" for found in one.found if found.hand.number]
        for one, found in broken[:MOST_WRONG]:
            says = f"{one.title.lower()}{f' of {found.who}' if found.who else ''} ({one.clause})"
            why.setdefault((found.hand.log, found.hand.number), []).append(says)
        for (log, number), reasons in why.items():
            names = {part.seat: part.player for part in self.parts_of[log, number]}
            title = f"{self.titles[log]}, hand {number}"
            seated = tuple(names.get(seat, "") for seat in range(max(names, default=-1) + 1))
            yield Notable(log, number, title, self.hand_place(log, number), seated, tuple(reasons))

    def _longest(self, hands: Sequence[PlayedHand]) -> PlayedHand | None:
        """The hand that took the most lines, if it is much longer than they usually are."""
        played_out = [hand for hand in hands if hand.level != "sheet"]
        longest = max(played_out, key=lambda hand: hand.lines, default=None)
        usual = median(hand.lines for hand in played_out) if played_out else 0
        return longest if longest is not None and longest.lines >= MUCH_LONGER * usual else None

    def _width(self, hand: PlayedHand) -> tuple[int, str]:
        """How far the best and the worst of a hand are apart, and who they were."""
        known = [(part.points, part.player) for part in self.parts_of[hand.log, hand.hand] if part.points is not None]
        if not known:
            return 0, ""
        worst, best = sorted([min(known), max(known)], reverse=self.game.best == "least")
        return abs(best[0] - worst[0]), f"{best[1]} {in_figures(best[0])}, {worst[1]} {in_figures(worst[0])}"

    # ---- An evening ------------------------------------------------------------------------------------------------

    def _striking(self) -> Iterator[Link]:
        """What stands out of an evening: the records of the archive that it holds, and who won against the odds."""
        last = max((sitting.day for sitting in self.sittings if sitting.day is not None), default=None)
        mine = {row["record"]: row["hands"] for row in answered(self.archive, "records", self.asked)}
        before = {**self._of_person, "game": self.game.key, "until": last.isoformat()} if last is not None else None
        for row in answered(self.archive, "records", before) if before is not None else ():
            if row["log"] in self.places and row["hands"] > mine.get(row["record"], 0):
                says = (
                    f"{row['record']} of all {row['hands']:,} so far: {row['player']}, {with_minus_signs(row['says'])}"
                )
                yield Link(says[0].upper() + says[1:], self.hand_place(row["log"], row["hand"]))
        if self.game.contest == "bank" or not rated():
            return
        for row in answered(self.archive, "upsets", self.asked):
            session = f"{self.titles[row['log']]}: " if len(self.sittings) > 1 else ""
            ratings = f"rated {in_figures(row['against_rating'], 1)} against {in_figures(row['rating'], 1)}"
            odds = f"a chance of {100 * row['chance']:.0f} in 100 by OpenSkill"
            says = f"{session}{row['player']} won before {row['against']}, {ratings}: {odds}"
            yield Link(says, self.places[row["log"]])

    @property
    def _of_person(self) -> dict[str, str]:
        return {name: value for name, value in self.asked.items() if name == "player"}

    def _waiting(self) -> Iterator[InHand]:
        """What is still open: the hand that is on, what waits to be paid, and what may yet turn out to have been wrong."""
        for sitting in self.sittings:
            one = self.judging(sitting.log)
            with unforeseen(one.place, one.log):
                left = session(one.log, one.done).open
                seats = Seated(one.log)
            if left.hand is not None:
                waits = f"; the record waits for: {', '.join(left.next)}" if left.next else ""
                yield self._left(sitting, left.hand, f"the hand is not over{waits}")
            for debt in left.debts:
                yield self._left(sitting, debt.hand, debt.says)
            for doubt in left.doubts:
                who = seats.player(doubt.seat, doubt.at)
                cards = " or ".join(map(str, doubt.cards))
                held = f", if {'it' if who is None else who} held {cards}" if cards else ""
                says = f"{f'{who}: ' if who else ''}{doubt.says}{held} (line {doubt.at}, {doubt.clause})"
                yield self._left(sitting, doubt.hand, f"not known yet: {says}")

    def _left(self, sitting: Sitting, hand: int, says: str) -> InHand:
        """What is open of a hand."""
        title = f"{self.titles[sitting.log]}, hand {hand}" if hand else self.titles[sitting.log]
        return InHand(f"{title}: {says}", self.hand_place(sitting.log, hand), sitting.log, hand)

    # ---- Findings, and what is not known ---------------------------------------------------------------------------

    def _breaches(self) -> Iterator[Breach]:
        """Findings by their rule, the gravest kind first, then the most frequent."""
        rows = [row for row in answered(self.archive, "findings", self.asked, hands=True) if row["log"] in self.places]
        rules: dict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
        for row in rows:
            rules[row["kind"], row["clause"], row["name"]].append(row)
        order = ["breach", "contradiction", "testimony", "note"]
        stated = {(one.rule.clause, one.rule.name): one.rule.says for one in rules_of(self.game)}
        number = 0
        for (kind, clause, name), some in sorted(
            rules.items(), key=lambda one: (order.index(one[0][0]), -len(one[1]), one[0])
        ):
            says = stated.get((clause, name)) or Counter(row["says"] for row in some).most_common(1)[0][0]
            found = []
            for row in some:
                number += 1
                found.append(self._found(row, says, f"{self.place}f{number}"))
            yield Breach(
                kind, name.replace("_", " ").capitalize(), clause, says, follows(self.game, kind, name), tuple(found)
            )

    def _found(self, row: dict[str, Any], rule: str, place: str) -> Found:
        hand = int(row["hand"])
        where = InHand(
            f"{self.titles[row['log']]}, hand {hand}" if hand else self.titles[row["log"]],
            self.hand_place(row["log"], hand),
            *self._named(row["log"], hand),
        )
        later = row["found_at"] != row["at_line"]
        proof = f"line {row['at_line']}" + (f", proven by line {row['found_at']}" if later else "")
        cards = tuple(Card(card) for card in (row["cards"] or "").split())
        seats = {part.seat: part.player for part in self.parts_of.get((row["log"], hand), ())}
        says = "" if row["says"] == rule else with_names(row["says"], seats.get)
        return Found(place, row["player"] or "", where, says, cards, proof)

    def _untold(self) -> Iterator[Untold]:
        """What the record cannot tell."""
        levels: dict[str, list[PlayedHand]] = defaultdict(list)
        for hand in self.hands:
            levels[hand.level].append(hand)
        for level, says in LEVELS.items():
            some = levels.get(level, [])
            if some and level != "full":
                each = "" if len(some) == len(self.hands) else f"{len(some):,} of "
                verb = "is" if len(self.hands) == 1 or len(some) == 1 else "are each"
                yield Untold(
                    f"{each}{counted(len(self.hands), 'hand')} {verb} {says}.", () if not each else self._of(some)
                )
        without: dict[str, list[PlayedHand]] = defaultdict(list)
        for hand in self.hands:
            if not hand.ended:
                without[f"has no end: {hand.says}"].append(hand)
            elif hand.counts and any(part.won is None for part in self.parts_of[hand.log, hand.hand]):
                without["ended, but who won it is not known"].append(hand)
            elif hand.counts and any(part.points is None for part in self.parts_of[hand.log, hand.hand]):
                without["ended, but not all of its points are known"].append(hand)
        for says, some in without.items():
            yield Untold(f"{counted(len(some), 'hand')} {says if len(some) == 1 else _many(says)}.", self._of(some))
        missed = {log: numbers for log, numbers in self._missed().items() if numbers}
        if missed:
            number = sum(map(len, missed.values()))
            verb = "was played and is" if number == 1 else "were played and are"
            behind = tuple(
                Behind(Link(self.titles[log], self.places[log]), (Hands("", tuple(Link(str(one)) for one in some)),))
                for log, some in missed.items()
            )
            yield Untold(f"{counted(number, 'hand')} {verb} not in the record.", behind)

    def _of(self, hands: Iterable[PlayedHand]) -> tuple[Behind, ...]:
        return self.listed((hand.log, hand.hand, "") for hand in hands)

    def _missed(self) -> dict[str, list[int]]:
        there: dict[str, set[int]] = defaultdict(set)
        for hand in self.hands:
            there[hand.log].add(hand.hand)
        return {
            sitting.log: [number for number in range(1, sitting.numbered + 1) if number not in there[sitting.log]]
            for sitting in self.sittings
        }

    # ---- Sheets ----------------------------------------------------------------------------------------------------

    def _sheets(self, breaches: Iterable[Breach]) -> Iterator[Sheet]:
        """Each session with its hands."""
        found: dict[str, list[Link]] = defaultdict(list)
        for breach in breaches:
            for one in breach.found:
                found[one.hand.to].append(Link(breach.title.lower(), one.place))
        hands: dict[str, list[PlayedHand]] = defaultdict(list)
        for hand in self.hands:
            hands[hand.log].append(hand)
        missed = self._missed()
        for sitting in self.sittings:
            some = hands[sitting.log]
            parts = [part for hand in some for part in self.parts_of[sitting.log, hand.hand]]
            players = tuple(dict.fromkeys(part.player for part in sorted(parts, key=lambda part: part.seat)))
            counts = {hand.hand for hand in some if hand.counts}
            sums = [
                Cell(_summed([part.points for part in parts if part.player == player and part.hand in counts]))
                for player in players
            ]
            gone = missed[sitting.log]
            says = f"missed: {', '.join(map(str, gone))}" if gone else ""
            rows = tuple(self._row(hand, players, found) for hand in some)
            yield Sheet(
                self.places[sitting.log],
                self.titles[sitting.log],
                _rules(sitting),
                sitting.log,
                players,
                rows,
                tuple(sums),
                says,
            )

    def _row(self, hand: PlayedHand, players: Sequence[str], found: Mapping[str, Sequence[Link]]) -> Row:
        place = self.hand_place(hand.log, hand.hand)
        told = {part.player: part for part in self.parts_of[hand.log, hand.hand]}
        cells = tuple(
            Cell(_points(told[player].points), best=told[player].won is True) if player in told else Cell("")
            for player in players
        )
        note = "" if hand.how in {"played", "sheet"} else hand.says
        return Row(
            place,
            hand.hand,
            cells if hand.counts else tuple(Cell("") for _ in players),
            note,
            tuple(found.get(place, ())),
        )


def rated() -> bool:
    """Whether the library that rates is installed."""
    return find_spec("openskill") is not None


# ---- Words -------------------------------------------------------------------------------------------------------------


def follows(game: Game, kind: str, name: str) -> str:
    """What the rules have follow on a finding."""
    if name in game.remedies:
        return game.remedies[name]
    return {
        "breach": "The rules name no penalty: what was done stands.",
        "contradiction": "Both cannot be so: one of them was written down wrongly, and can be put right with upcard amend.",
        "testimony": "What was played counts, not what was said or written of it.",
    }.get(kind, "")


def wrong(breaches: Iterable[Breach]) -> int:
    """How many findings tell that something was wrong."""
    return sum(len(one.found) for one in breaches if one.kind in COUNTED)


def _titles(sittings: Sequence[Sitting]) -> Iterator[str]:
    """A session by its day; those of one day are counted."""
    of_day = Counter(sitting.day for sitting in sittings)
    seen: Counter[date | None] = Counter()
    for sitting in sittings:
        seen[sitting.day] += 1
        nth = f"session {seen[sitting.day]}"
        if sitting.day is None:
            yield f"Undated {nth}" if of_day[None] > 1 else "Undated session"
        else:
            yield f"{day_in_words(sitting.day)}, {nth}" if of_day[sitting.day] > 1 else day_in_words(sitting.day)


def _rules(sitting: Sitting) -> str:
    """Where it was played, and the house rules that are not the usual."""
    options = msgspec.json.decode(sitting.options) if sitting.options else {}
    told = [f"{name.replace('_', ' ')} {_value(value)}" for name, value in options.items()]
    return "; ".join([one for one in (sitting.place, sitting.preset) if one] + told)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return in_figures(value)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _measured(part: Part, *, of_wins: bool) -> float | None:
    if of_wins:
        return None if part.won is None else 100.0 * part.won
    return part.points


def _outcome(won: bool | None) -> str:
    return {True: "won", False: "not won", None: "not told"}[won]


def _winner(row: Mapping[str, Any], one: str, other: str) -> str:
    """Who of two won a hand in which they met."""
    if row["won"] is None or row["lost"] is None:
        return "not told"
    won, lost = (row["won"], row["lost"]) if row["player"] == one else (row["lost"], row["won"])
    return f"{one} won" if won else f"{other} won" if lost else "neither won"


def _many(says: str) -> str:
    """The same of several hands."""
    return (
        says.replace("has no end: it is ", "have no end: they are ")
        .replace("has no end: it was ", "have no end: they were ")
        .replace("has no end", "have no end")
        .replace("won it ", "won them ")
        .replace("of its points", "of their points")
    )


def _points(points: int | None) -> str:
    return "?" if points is None else in_figures(points)


def _summed(points: Sequence[int | None]) -> str:
    known = [one for one in points if one is not None]
    return f"{in_figures(sum(known))}{' + ?' if len(known) < len(points) else ''}" if known else "?"
