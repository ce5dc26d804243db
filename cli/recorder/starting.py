"""A recording from its beginning to its end: set up or resumed, run, and left with its log in good order."""

import shlex
from pathlib import Path
from typing import NamedTuple

import msgspec

from upcard.cli.logs import in_header
from upcard.cli.recorder import setup
from upcard.cli.recorder.archiving import Known, known_in, take_in
from upcard.cli.recorder.helping import summary
from upcard.cli.recorder.offer import FULL
from upcard.cli.recorder.session import Session
from upcard.cli.recorder.terminal import Terminal, broken_off, resume_with, standard_input
from upcard.engine.effective import effective
from upcard.engine.game import find
from upcard.engine.kernel.game import Game
from upcard.engine.sitting import Sitting
from upcard.engine.view import PUBLIC
from upcard.records.ids import new_id
from upcard.records.logfile import LogWriter
from upcard.records.names import named
from upcard.records.unforeseen import unforeseen
from upcard.schemas.errors import UpcardError, UsageError
from upcard.schemas.events import Opened
from upcard.schemas.wording import in_coins


class Wishes(NamedTuple):
    """What the command line asks for. levels: --full, --public, --seat; importing: whether a closed log goes into the archive."""

    game: str | None
    players: str | None
    options: tuple[str, ...]
    preset: str | None
    buy_in: int | None
    out: str | None
    resume: Path | None
    sheet: bool
    levels: tuple[bool, bool, int | None]
    sure: bool
    drawing: bool
    day: str | None
    place: str | None
    archive: Path
    importing: bool


def start(wishes: Wishes) -> int:
    """Record a session, and of a sheet all that follow it. The exit code."""
    level = level_wished(wishes)
    terminal = Terminal(standard_input(), sure=wishes.sure, drawing=wishes.drawing)
    terminal.known = known_in(wishes.archive)
    try:
        writer = _resumed(wishes) or _begun(wishes, terminal)
    except (EOFError, KeyboardInterrupt):
        terminal.say("nothing was begun")
        return 130
    code = 0
    while True:
        done, header = _recorded(writer, wishes, terminal, level)
        code = max(code, done)
        sitting, terminal.sitting = terminal.sitting, None
        if sitting is None:
            return code
        game = find(header.game)
        header = msgspec.structs.replace(header, log=new_id(), at=sitting.day or header.at)
        if sitting.players is not None:
            header = _by_id(msgspec.structs.replace(header, seats=sitting.players), terminal.known)
        game.table(header)
        writer = LogWriter.create(setup.place_for(_beside(writer.path), game, header.at), header)


def _beside(path: Path) -> str:
    """The folder of a log, as a path that can only be a folder."""
    return f"{path.parent}/"


def _recorded(writer: LogWriter, wishes: Wishes, terminal: Terminal, level: int | None) -> tuple[int, Opened]:
    """One session, and its log in the archive if it was closed. The exit code, and the header with those who sat there last."""
    with writer:
        try:
            with unforeseen(str(writer.path), writer.read.log):
                of_a_day = "T" not in (effective(writer.read.log).header.at or "T")  # of the past: no moments are known
                clock = None if of_a_day else setup.now
                session = Session(writer, level=level, sheet=wishes.sheet, clock=clock, known=terminal.known)
        except UsageError as error:
            raise in_header(error, f"{writer.path}:1") from None
        _check_seat(level, len(session.seats.names))
        _greet(session, terminal)
        try:
            code = terminal.run(session)
        except KeyboardInterrupt:
            terminal.say("")
            terminal.say(f"{broken_off(session)}; go on with: {resume_with(session)}", whole=True)
            return 130, writer.header
        closed = session.book.state.closed
        header = effective(session.book.log).header
        header = msgspec.structs.replace(header, seats=tuple(session.book.state.players))
    again = f"upcard import {shlex.quote(str(writer.path))}"
    if closed and wishes.importing:
        code = max(code, take_in(writer.path, wishes.archive, lambda text: terminal.say(text, whole=True), again))
    elif closed:
        terminal.say(f"into the archive with: {again}", whole=True)
    return code, header


def level_wished(wishes: Wishes) -> int | None:
    """Whose hands are written down, if it was said. Raises `UsageError` if it was said twice."""
    full, public, seat = wishes.levels
    if full + public + (seat is not None) > 1:
        raise UsageError(
            "wanted one of --full, --public and --seat", hint="whose hands do you see: all, nobody's, or one?"
        )
    game = find(wishes.game) if wishes.sheet and wishes.game is not None else None
    if game is not None and not game.sheet:
        raise UsageError(f"{game.title} has no rows of a score sheet", hint="without --sheet; ? says what is typed")
    if wishes.sheet and (full or seat is not None):
        raise UsageError("a score sheet has no hands", hint="--sheet without --full and --seat")
    return FULL if full else PUBLIC if public else seat


def _check_seat(level: int | None, seats: int) -> None:
    """Raises `UsageError` if the seat whose hand is to be written down is not at this table."""
    if level is not None and level >= seats:
        raise UsageError(f"no seat {level}", hint=f"seats are 0 to {seats - 1}")


def _resumed(wishes: Wishes) -> LogWriter | None:
    """The log to go on with, if there is one."""
    path = wishes.resume
    if path is not None and wishes.out is not None:
        raise UsageError("wanted one of --resume and --out", hint="--resume FILE goes on with a log in its file")
    out = Path(wishes.out) if wishes.out is not None and not setup.names_folder(wishes.out) else None
    if path is None and out is not None and out.is_file() and out.stat().st_size:
        path = out
    if path is None:
        return None
    writer = LogWriter.open(path)
    try:
        _check_same(wishes, writer)
    except UpcardError:
        writer.close()
        raise
    return writer


def _check_same(wishes: Wishes, writer: LogWriter) -> None:
    """Raises `UsageError` if the log is not what the command line asks for: what is recorded of other people, or by other
    house rules, would stand under those of its header.
    """
    log, key = effective(writer.read.log), writer.header.game
    if wishes.game not in {None, key}:
        raise _other(writer, key, str(wishes.game))
    day = None if wishes.day is None else setup.read_day(wishes.day)
    of_day = None if log.header.at is None else log.header.at[:10]
    for name, wanted, there in (("date", day, of_day), ("place", wishes.place, log.header.place)):
        if wanted not in {None, there}:
            raise _other(writer, f"{name} {there or 'not told'}", f"{name} {wanted}")
    if (wishes.players, wishes.options, wishes.preset, wishes.buy_in) == (None, (), None, None):
        return
    game = find(key)
    _check_players(wishes, writer, game)
    preset = log.header.preset or next(iter(game.presets), None)
    if wishes.preset is not None and game.preset(wishes.preset) is not game.preset(preset):
        raise _other(writer, f"preset {preset}", f"preset {wishes.preset}")
    coin = game.coin_of(log.header)
    if wishes.buy_in is not None and wishes.buy_in * coin != log.header.buy_in:
        there = "no buy-in" if log.header.buy_in is None else f"buy-in {in_coins(log.header.buy_in, coin)}"
        raise _other(writer, there, f"buy-in {wishes.buy_in}")
    rules = game.house_rules(log.header.options, log.header.preset)
    for name, value in setup.read_options(wishes.options, game).items():
        game.options.read({name: value})
        if getattr(rules, name) != value:
            raise _other(writer, f"{name}={getattr(rules, name)}", f"{name}={value}")


def _check_players(wishes: Wishes, writer: LogWriter, game: Game) -> None:
    """They may be told as the log was begun, by their names, as a header put right has them, or as they sit now."""
    if wishes.players is None:
        return
    log = named(effective(writer.read.log), {})
    now = tuple(Sitting(log).at(writer.next_line))
    asked = setup.read_players(wishes.players, game)
    if asked not in {now, log.header.seats, effective(writer.read.log).header.seats, writer.header.seats}:
        raise _other(writer, ", ".join(now), ", ".join(asked))


def _other(writer: LogWriter, there: str, asked: str) -> UsageError:
    hint = "without it this log goes on; a new one is begun under another name"
    return UsageError(f"this is a log of {there}, not of {asked}", place=str(writer.path), hint=hint)


def _begun(wishes: Wishes, terminal: Terminal) -> LogWriter:
    """A new log."""
    if wishes.game is None:
        raise UsageError("which game?", hint="upcard record court_piece; `upcard games` lists them")
    game = find(wishes.game)
    day = None if wishes.day is None else setup.read_day(wishes.day)
    header = _header(wishes, game, terminal)
    _check_seat(level_wished(wishes), len(header.seats))
    for warning in terminal.known.warnings(header.seats):
        terminal.say(f"note: {warning}", "yellow")
    header = msgspec.structs.replace(_by_id(header, terminal.known), at=day or header.at, place=wishes.place)
    return LogWriter.create(setup.place_for(wishes.out, game, day), header)


def _by_id(header: Opened, known: Known) -> Opened:
    """The header with the ids that the archive has for these names, and the names beside them."""
    ids = known.ids_of(header.seats)
    names = {player: name for player, name in zip(ids, header.seats, strict=True) if player != name}
    return msgspec.structs.replace(header, seats=ids, names=names or None)


def _header(wishes: Wishes, game: Game, terminal: Terminal) -> Opened:
    """The header, what is missing asked for if somebody sits there. Raises `EOFError` if he leaves."""

    def ask(question: str) -> str:
        given = terminal.ask(question)
        if given.strip().casefold() in {"quit", "exit"}:
            raise EOFError
        return given

    options = setup.read_options(wishes.options, game)
    preset = wishes.preset
    if wishes.players is not None:
        return setup.opened(game, setup.read_players(wishes.players, game), preset, options, wishes.buy_in)
    if not terminal.talks:
        raise UsageError("who plays?", hint="--players Ann,Bob,Cid,Dee")
    with terminal.completing(lambda: terminal.known.people):
        players = setup.asked_players(game, ask, terminal.say)
    if preset is None:
        preset = setup.asked_preset(game, ask, terminal.say)
    if not options:
        options = setup.asked_options(game, len(players), preset, ask, terminal.say)
    return setup.opened(game, players, preset, options, wishes.buy_in)


def _greet(session: Session, terminal: Terminal) -> None:
    """Say where the log is, and where it stands."""
    book = session.book
    torn = book.writer.recovered
    if torn is not None:
        terminal.say(torn.says, "yellow")
    if not terminal.talks:
        return
    names = ", ".join(f"{seat} {name}" for seat, name in enumerate(session.seats.names))
    terminal.say(f"{session.game.title}: {names}", "bold")
    terminal.say(f"log: {book.writer.path}   (? for help, quit to stop; every line is stored at once)", whole=True)
    if book.raw:
        terminal.say(f"goes on after line {book.raw[-1][0]}: {summary(book.audit, book.raw)}")
    if book.state.closed:
        terminal.say("the session was closed; `undo` opens it again", "yellow")
