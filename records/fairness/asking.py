"""Whether the deals of an archive are fair: what is asked, and the answer as a table, or as the hands behind it."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from upcard.engine.audit import audit
from upcard.engine.effective import effective
from upcard.engine.game import check_key, find
from upcard.records.archive.archive import Archive
from upcard.records.archive.blob import others, parted
from upcard.records.archive.connecting import Connection
from upcard.records.archive.fetching import find_log
from upcard.records.archive.who import person_of
from upcard.records.fairness.dealing import Tested, held_against_chance
from upcard.records.fairness.deals import CONTRADICTED, NOBODY, UNWRITTEN, Deal, Hand, Pack, deal_of
from upcard.records.fairness.evenings import SAME_MOVES, Evening, Impossible, copied, crowded, same_rows
from upcard.records.fairness.laws import holm
from upcard.records.fairness.shoes import Drawn, drawn_in, followed, held_against_shoe, held_against_theory
from upcard.records.logfile import Read
from upcard.records.questions import Answer, the_day
from upcard.schemas.cards import Card
from upcard.schemas.codec import decode_line
from upcard.schemas.errors import UpcardError, UsageError
from upcard.schemas.events import FORMAT, Event, Opened
from upcard.schemas.wording import counted

COLUMNS: Final = {
    "game": "the key of the game",
    "test": "what was tested",
    "of": "whom or what it is about, if it is about one",
    "hands": "how many hands it is of",
    "seen": "what stands out most",
    "fair": "what fair deals bring there",
    "chance": "how likely fair deals look so, or worse",
    "counted": "the same when it is told how many tests were made (Holm)",
    "verdict": "as chance has it, worth watching, beyond chance, cannot be, too few hands, or not counted",
    "says": "the same in words",
    "needs": "how many hands it takes to see, nine times in ten, that one card in so many hands was put where it is wanted",
}
HANDS: Final = ("game", "day", "log", "hand", "dealer", "test", "of", "left_out")
WATCHED: Final = 0.01
"""What fair records look like more seldom than this is worth watching."""
BEYOND, CANNOT, WATCH, FAIR, FEW, OUT = (
    "beyond chance",
    "cannot be",
    "worth watching",
    "as chance has it",
    "too few hands",
    "not counted",
)
LEFT_OUT: Final = "left out"
_ORDER: Final = (CANNOT, BEYOND, WATCH, FAIR, FEW, OUT)
_DEALT: Final = b'{"do":"dealt"'
_AT: Final = re.compile(rb'"at":"([^"]+)"')
_HANDS: Final = """
SELECT h.game, h.day, h.log, h.hand, h.dealer, h.level, h.first_line, h.last_line, h.blob, f.log IS NOT NULL
FROM hands h LEFT JOIN (SELECT DISTINCT log, hand FROM findings WHERE kind = 'contradiction') f USING (log, hand)
WHERE h.log NOT IN (SELECT log FROM copies) AND ($game IS NULL OR h.game = $game) AND ($log IS NULL OR h.log = $log)
  AND ($since IS NULL OR h.day >= $since::DATE) AND ($until IS NULL OR h.day <= $until::DATE)
ORDER BY h.log, h.hand
"""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked. dealer: only hands that this person dealt; rate: how seldom fair records are to be called out; every: the bias of
    which it is told how many hands show it, one card in so many hands; pace: seconds that an act takes at least; test: only tests
    whose name has this in it.
    """

    game: str | None = None
    dealer: str | None = None
    log: str | None = None
    since: str | None = None
    until: str | None = None
    rate: float = 0.001
    every: int = 10
    pace: float = 1.0
    test: str | None = None


class Found(NamedTuple):
    """What an archive has to be tested. deals, drawn: by game; left: hands that are left out, with the reason; impossible: evenings
    that cannot have been; names: of people.
    """

    deals: Mapping[str, Sequence[Deal]]
    drawn: Mapping[str, Sequence[Drawn]]
    left: Sequence[tuple[Hand, str]]
    impossible: Sequence[Impossible]
    names: Mapping[str, str]
    tricks: Mapping[tuple[str, int], Sequence[Sequence[int]]]
    days: Mapping[str, tuple[str, str | None]]


def fairness(archive: Archive, asked: Asked) -> Answer:
    """Every test, with the number of them accounted for; the least fair first."""
    found, tests, names = _tested(archive, asked)
    rows = [*_told(tests, asked), *_told_impossible(found.impossible), *_told_left(found.left)]
    rows = [row for row in rows if asked.test is None or _is_meant(asked.test, row[1], names)]
    return Answer(tuple(COLUMNS), sorted(rows, key=lambda row: (_ORDER.index(row[8]), row[6] is None, row[6] or 0.0)))


def in_short(answer: Answer) -> str:
    """What the tests of `fairness` come to, in a sentence."""
    verdicts = [row[8] for row in answer.rows]
    made = [one for one in verdicts if one in {BEYOND, WATCH, FAIR}]
    cannot = f"; {verdicts.count(CANNOT)} told of cannot be" if CANNOT in verdicts else ""
    if not made:
        why = "no deal, or too few, were written down when they were dealt" if verdicts else "there are no hands"
        return f"nothing can be held against chance: {why}{cannot}"
    beyond, watch = made.count(BEYOND), made.count(WATCH)
    odd = f", {watch} worth watching" if watch else ""
    return f"{counted(len(made), 'test')}: {beyond or 'none'} beyond chance{odd}{cannot}"


def fairness_hands(archive: Archive, asked: Asked) -> Answer:
    """The hands behind the tests: of those that are named all, else every hand once, with why it is left out."""
    found, tests, there = _tested(archive, asked)
    names = found.names

    def row(hand: Hand, test: str = "", of: str = "", why: str = "") -> tuple[Any, ...]:
        dealer = names.get(hand.players[hand.dealer]) if hand.dealer != NOBODY else None
        return hand.game, hand.day, hand.log, hand.hand, dealer, test, of, why

    if asked.test is not None:
        rows = [
            row(hand, one.name, one.of)
            for one in tests
            if _is_meant(asked.test, one.name, there)
            for hand in one.behind or one.hands
        ]
        for one in found.impossible:
            if _is_meant(asked.test, one.name, there):
                rows += [(*found.days[log], log, hand, None, one.name, one.of, "") for log, hand in one.where]
        rows += [row(hand, LEFT_OUT, "", why) for hand, why in found.left if _is_meant(asked.test, LEFT_OUT, there)]
    else:
        counted = {hand: "" for one in tests for hand in one.hands}
        rows = [row(hand, why=why) for hand, why in {**dict(found.left), **counted}.items()]
    return Answer(HANDS, rows)


def _tested(archive: Archive, asked: Asked) -> tuple[Found, list[Tested], set[str]]:
    """What there is, all tests of it, and their names."""
    with archive.reading() as connection:
        asked = _checked(connection, asked)
        found = _Gathering(archive, connection, asked).found()
    tests: list[Tested] = []
    for deals in found.deals.values():
        tests += held_against_chance(
            deals,
            lambda person: found.names.get(person, person),
            lambda hand: found.tricks.get((hand.log, hand.hand), ()),
        )
    for game, drawn in found.drawn.items():
        theory = find(game).theory
        assert theory is not None
        tests += [*held_against_theory(game, theory, drawn), *held_against_shoe(game, drawn)]
    names = {one.name for one in tests} | {one.name for one in found.impossible} | {LEFT_OUT}
    if asked.test is not None and not any(asked.test in name for name in names):
        raise UsageError(f"no test here is called {asked.test!r}", hint=f"there are: {'; '.join(sorted(names))}")
    return found, tests, names


def _is_meant(asked: str, name: str, there: Collection[str]) -> bool:
    """Whether a test is asked for: by its name, or by a part of it that is no whole name."""
    return name == asked if asked in there else asked in name


def _checked(connection: Connection, asked: Asked) -> Asked:
    """What is asked, ids in full. Raises `UsageError` for what cannot be asked."""
    if asked.game is not None:
        check_key(asked.game)
    days = {name: getattr(asked, name) for name in ("since", "until")}
    return msgspec.structs.replace(
        asked,
        **{name: None if text is None else the_day(text, name).isoformat() for name, text in days.items()},
        log=None if asked.log is None else find_log(connection, asked.log),
        dealer=None if asked.dealer is None else person_of(connection, asked.dealer),
    )


# ---- What was found, in words ------------------------------------------------------------------------------------------


def _told(tests: Sequence[Tested], asked: Asked) -> Iterator[tuple[Any, ...]]:
    """A row a test."""
    made = [one for one in tests if one.chance is not None]
    counted = dict(zip(map(id, made), holm([one.chance for one in made if one.chance is not None]), strict=True))
    rate = asked.rate / max(len(made), 1)
    for one in tests:
        adjusted = counted.get(id(one))
        verdict = _verdict(one.chance, adjusted, asked.rate)
        about = (one.game, one.name, one.of or None, len(one.hands), one.seen or None, one.fair or None)
        yield (
            *about,
            _short(one.chance),
            _short(adjusted),
            verdict,
            _says(one.chance, verdict, len(made)),
            one.to_see(rate, asked.every),
        )


def _short(chance: float | None) -> float | None:
    """A chance with as many figures as it has."""
    return None if chance is None else float(f"{chance:.3g}")


def _verdict(chance: float | None, adjusted: float | None, rate: float) -> str:
    if chance is None or adjusted is None:
        return FEW
    return BEYOND if adjusted <= rate else WATCH if chance < WATCHED else FAIR


def _says(chance: float | None, verdict: str, made: int) -> str:
    """How seldom chance brings that, as a card player would say it."""
    if chance is None:
        return "there are too few of these hands to tell"
    if verdict == BEYOND:
        return f"{_one_in(chance)}; with {made} tests made, that is no chance any more"
    if verdict == WATCH:
        return f"{_one_in(chance)}; among {made} tests one may look so"
    return _one_in(chance)


def _one_in(chance: float) -> str:
    if chance > 2 / 3:
        return "most fair records look like this"
    if chance < 1e-12:
        return "fewer than one fair record in a million million looks like this"
    number = 1 / chance
    rounded = round(number) if number < 100 else int(float(f"{number:.1e}"))
    return f"about one fair record in {rounded:,} looks like this"


def _told_impossible(some: Sequence[Impossible]) -> Iterator[tuple[Any, ...]]:
    for one in some:
        hands = len(one.where)
        yield one.game, one.name, one.of, hands, None, None, None, None, CANNOT, one.says, None


def _told_left(left: Sequence[tuple[Hand, str]]) -> Iterator[tuple[Any, ...]]:
    for (game, why), hands in Counter((hand.game, why) for hand, why in left).items():
        yield game, LEFT_OUT, None, hands, None, None, None, None, OUT, why, None


# ---- What the archive has ----------------------------------------------------------------------------------------------


class _Log(NamedTuple):
    """A log. sat: line, seat and person of everybody who sat down; partners: by seat."""

    header: Opened
    day: str | None
    began: datetime | None
    sat: Sequence[tuple[int, int, str]]
    partners: Mapping[int, tuple[int, ...]]

    def players(self, line: int) -> tuple[str, ...]:
        """Who sits where after a line."""
        there = [""] * len(self.header.seats)
        for at, seat, person in self.sat:
            if at <= line and seat < len(there):
                there[seat] = person
        return tuple(there)


class _Gathering:
    """What is read of an archive."""

    def __init__(self, archive: Archive, connection: Connection, asked: Asked) -> None:
        self._archive, self._connection, self._asked = archive, connection, asked
        rows = connection.execute("SELECT player, person, name FROM players").fetchall()
        self._persons = {player: person for player, person, _ in rows}
        self._names = {person: name for _, person, name in rows}
        self._words = dict(connection.execute("SELECT game, words FROM words").fetchall())
        self._logs = self._all_logs()
        self._deals: dict[str, list[Deal]] = defaultdict(list)
        self._left: list[tuple[Hand, str]] = []
        self._same: dict[bytes, list[tuple[str, int]]] = defaultdict(list)
        self._open: dict[str, list[Hand]] = defaultdict(list)
        self._hands: Counter[str] = Counter()
        self._acts: Counter[str] = Counter()
        self._rows: Counter[str] = Counter()
        self._ended: dict[str, datetime] = {}

    def found(self) -> Found:
        """All of it."""
        done = self._connection.execute(
            _HANDS, {key: getattr(self._asked, key) for key in ("game", "log", "since", "until")}
        )
        rows = []
        while some := done.fetchmany(2000):
            rows += some
        for row in rows:
            self._take(*row)
        drawn: dict[str, list[Drawn]] = defaultdict(list)
        for log, hands in self._open.items():
            drawn[hands[0].game] += self._drawn(log, hands)
        asked_all = self._asked.dealer is None
        days = {log: (one.header.game, one.day) for log, one in self._logs.items()}
        impossible = list(self._impossible()) if asked_all else []
        return Found(self._deals, drawn, self._left, impossible, self._names, self._tricks(), days)

    def _all_logs(self) -> dict[str, _Log]:
        sat: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
        for log, line, seat, player in self._connection.execute(
            "SELECT log, line, seat, player FROM seats ORDER BY ALL"
        ).fetchall():
            sat[log].append((line, seat, self._persons.get(player, player)))
        sides = _partners(self._connection)
        logs = {}
        for log, game, preset, options, day, moment in self._connection.execute(
            "SELECT log, game, preset, options, day, moment FROM logs"
        ).fetchall():
            seats = tuple(person for line, _, person in sat[log] if line == 1)
            header = Opened(
                format=FORMAT,
                log=log,
                game=game,
                seats=seats,
                preset=preset,
                options=msgspec.json.decode(options) if options else None,
            )
            began = None if moment is None else moment.replace(tzinfo=UTC)
            logs[log] = _Log(header, None if day is None else day.isoformat(), began, sat[log], sides.get(log, {}))
        return logs

    def _take(
        self,
        game: str,
        day: date | None,
        log: str,
        number: int,
        dealer: int | None,
        level: str,
        first: int,
        last: int,
        blob: bytes,
        wrong: bool,
    ) -> None:
        """A hand of the archive."""
        of = self._logs[log]
        moves, lines, events = self._lines(log, game, first, last, blob)
        seat = NOBODY if dealer is None or dealer >= len(of.header.seats) else dealer
        players = of.players(last)
        hand = Hand(
            game, None if day is None else day.isoformat(), log, number, players, seat, of.partners.get(seat, ()), moves
        )
        self._hands[log] += 1
        self._acts[log] += max(1, last - first + 1)
        self._rows[log] += level == "sheet"
        self._note_times(log, lines)
        if self._asked.dealer is not None and (seat == NOBODY or players[seat] != self._asked.dealer):
            return
        if _theory(game):
            self._open[log].append(hand)
            return
        deal = CONTRADICTED if wrong else self._deal(of, hand, events)
        if isinstance(deal, str):
            self._left.append((hand, deal))
        else:
            self._deals[game].append(deal)
        if isinstance(deal, Deal) and deal.listed == (1 << len(players)) - 1:
            self._same[game.encode() + bytes(deal.places) + str(hash(deal.pack)).encode()].append((log, number))
        elif len(moves) >= SAME_MOVES:
            self._same[game.encode() + b"\0" + moves].append((log, number))

    def _deal(self, of: _Log, hand: Hand, events: Sequence[Event]) -> Deal | str:
        try:
            pack = _pack(of.header.game, of.header.preset, msgspec.json.encode(of.header.options), len(of.header.seats))
        except UpcardError:
            return UNWRITTEN
        return deal_of(hand, pack, events)

    def _lines(self, log: str, game: str, first: int, last: int, blob: bytes) -> tuple[bytes, list[bytes], list[Event]]:
        """The plays of a hand, its other lines, and its deals."""
        one = parted(blob, self._words.get(game, b"")) if blob else None
        if one is not None and (one.rest or one.plays):
            lines = others(one)
            return one.plays, lines, [decode_line(line) for line in lines if line.startswith(_DEALT)]
        read = self._read(log)
        if read is None:
            return b"", [], []
        return b"", [], [event for line, event in effective(read.log).events if first <= line <= last]

    def _read(self, log: str) -> Read | None:
        """A log from the store; None if it cannot be read."""
        with suppress(UpcardError):
            read = self._archive.store.read(log, held=True)
            return read if isinstance(read, Read) else None
        return None

    def _note_times(self, log: str, lines: Sequence[bytes]) -> None:
        """When the last line that tells a time was written."""
        for line in lines:
            told = _AT.search(line)
            moment = None if told is None else _moment(told[1].decode())
            if moment is not None:
                self._ended[log] = max(moment, self._ended.get(log, moment))

    def _drawn(self, log: str, hands: Sequence[Hand]) -> list[Drawn]:
        """The hands of a log that were dealt in the open; the others are left out."""
        read, theory = self._read(log), find(hands[0].game).theory
        assert theory is not None
        found: list[Drawn] = []
        if read is not None:
            with suppress(UpcardError):
                done = audit(read.log)
                known = followed(done, effective(read.log).events)
                found = [
                    one if one.hand.hand in known else one._replace(cards=()) for one in drawn_in(done, theory, hands)
                ]
        counted = {one.hand for one in found if one.counts or one.cards}
        self._left += [
            (hand, "the hand was not dealt as the rules have it, or not written down")
            for hand in hands
            if hand not in counted
        ]
        return [one for one in found if one.hand in counted]

    def _tricks(self) -> dict[tuple[str, int], list[list[int]]]:
        """The cards of each trick, by log and hand."""
        found: dict[tuple[str, int], list[list[int]]] = defaultdict(list)
        logs = sorted({one.hand.log for deals in self._deals.values() for one in deals})
        sql = "SELECT log, hand, cards FROM tricks WHERE list_contains($logs, log) ORDER BY log, hand, trick"
        for log, hand, cards in self._connection.execute(sql, {"logs": logs}).fetchall():
            found[log, hand].append([Card(card).index for card in cards.split()])
        return found

    def _impossible(self) -> Iterator[Impossible]:
        games = {log: one.header.game for log, one in self._logs.items()}
        yield from copied(self._same, games)
        yield from same_rows(self._sheets())
        evenings = [
            Evening(
                one.header.game,
                log,
                one.day,
                one.began,
                self._ended.get(log),
                frozenset(person for _, _, person in one.sat if person),
                hands,
                self._acts[log],
                self._rows[log],
            )
            for log, one in self._logs.items()
            if (hands := self._hands[log])
        ]
        yield from crowded(evenings, self._asked.pace, self._names)

    def _sheets(self) -> dict[str, tuple[str, tuple[object, ...]]]:
        """By log the points of its rows, where all of it is rows."""
        sql = """
            SELECT log, any_value(game), list(points ORDER BY hand, seat), count(DISTINCT hand) FROM scores
            WHERE log NOT IN (SELECT log FROM copies) GROUP BY log HAVING bool_and(level = 'sheet')
        """
        found: dict[str, tuple[str, tuple[object, ...]]] = {}
        for log, game, points, hands in self._connection.execute(sql).fetchall():
            if log in self._acts:
                each = len(points) // max(hands, 1)
                found[log] = game, tuple(tuple(points[at : at + each]) for at in range(0, len(points), each))
        return found


def _partners(connection: Connection) -> dict[str, dict[int, tuple[int, ...]]]:
    """By log and seat the partners, where the sides are the same in all hands, and as many play on each."""
    sql = """
        SELECT log, seat, min(side) FROM scores WHERE side IS NOT NULL
        GROUP BY log, seat HAVING min(side) = max(side) ORDER BY log, seat
    """
    logs: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for log, seat, side in connection.execute(sql).fetchall():
        logs[log][side].append(seat)
    found: dict[str, dict[int, tuple[int, ...]]] = {}
    for log, sides in logs.items():
        sizes = {len(seats) for seats in sides.values()}
        if len(sides) > 1 and len(sizes) == 1 and sizes.pop() > 1:
            found[log] = {
                seat: tuple(one for one in seats if one != seat) for seats in sides.values() for seat in seats
            }
    return found


def _moment(text: str) -> datetime | None:
    """A time that has its offset, in UTC."""
    with suppress(ValueError, OverflowError):
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else None
    return None


@cache
def _theory(game: str) -> bool:
    with suppress(UpcardError):
        return find(game).theory is not None
    return False


@cache
def _pack(game: str, preset: str | None, options: bytes, seats: int) -> Pack:
    players = tuple(f"p{seat}" for seat in range(seats))
    header = Opened(
        format=FORMAT, log="-", game=game, seats=players, preset=preset, options=msgspec.json.decode(options)
    )
    return Pack.of(header)
