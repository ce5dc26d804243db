"""Boards of bridge notation: what they hold is what the log holds, and what they do not hold is told."""

import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builders import log_of, trick
from tests.cli.test_commands import SAMPLES, upcard
from tests.records.boards import read
from tests.records.partial import spoiled
from upcard.cli.telling import describe, told
from upcard.engine.audit import audit
from upcard.engine.effective import effective
from upcard.engine.game import find, keys
from upcard.engine.log import Log
from upcard.engine.session import hands_of
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.records.chain import sealed_bytes
from upcard.records.exporters.pbn import Boards, Words, boards_of, why_not
from upcard.records.logfile import read_log
from upcard.schemas.cards import PACK
from upcard.schemas.events import Dealt, Gap, HandStarted, Scored, TrumpNamed
from upcard.schemas.safe import safe_text

COURT = SAMPLES / "court_piece"
PLACES = {1: "NESW", -1: "NWSE"}
"""Who sits where, seat by seat, where play goes to the left and to the right."""


def written(log: Log) -> Boards:
    log = effective(log)
    return boards_of(log, audit(log), Words(describe, told))


def holdings(log: Log) -> list[list[set[str]]]:
    """Of each hand the cards dealt to each seat, as a full record has them."""
    hands: list[list[set[str]]] = []
    for _, event in log.events:
        if isinstance(event, HandStarted):
            hands.append([set(), set(), set(), set()])
        if isinstance(event, Dealt):
            for seat, some in enumerate(event.hands or ()):
                hands[-1][seat] |= {f"{card.suit.upper()}{card.rank}" for card in some or ()}
    return hands


def in_deal(value: str) -> dict[str, set[str]]:
    """The cards of a tag `Deal`, by place; of those that are known."""
    first, _, rest = value.partition(":")
    order = "NESW" * 2
    places = order[order.index(first) :][:4]
    told = {}
    for place, holding in zip(places, rest.split(" "), strict=True):
        if holding != "-":
            told[place] = {
                f"{suit}{rank}" for suit, ranks in zip("SHDC", holding.split("."), strict=True) for rank in ranks
            }
    return told


@pytest.mark.parametrize("direction", ["left", "right"])
def test_the_boards_of_a_session_have_its_deals_dealers_tricks_and_results(direction: str) -> None:
    log = simulate(Setup(game="court_piece", seed=3, options={"direction": direction}), hands=8)
    way = -1 if direction == "right" else 1
    same_as(log, written(log).text, way)


def same_as(log: Log, text: str, way: int) -> None:
    """The boards hold what the record of all hands holds."""
    done = audit(log)
    places, (_, boards) = PLACES[way], read(text)
    assert len(boards) == len(done.results)
    for board, one, dealt in zip(boards, done.results, holdings(log), strict=True):
        result = one.result
        assert in_deal(board.tags["Deal"]) == dict(zip(places, dealt, strict=True))
        assert board.tags["Dealer"] == places[result.dealer or 0]
        assert board.tags["Contract"] == f"1{(result.trump or '').upper()}"
        declarer = places.index(board.tags["Declarer"])
        taken = sum(trick.winner is not None and trick.winner % 2 == declarer % 2 for trick in result.tricks)
        whole = len(result.tricks) == 13
        assert board.tags["Result"] == (str(taken) if whole else "?")
        assert board.complete == whole
        turned = "NESW" * 2
        columns = turned[turned.index(board.tags["Play"]) :][:4]
        rows = [dict(zip(columns, row, strict=True)) for row in board.play]
        wanted = [
            {
                places[(trick.leader + way * place) % 4]: f"{card.suit.upper()}{card.rank}"
                for place, card in enumerate(trick.cards)
            }
            for trick in result.tricks
        ]
        assert rows == wanted
        assert [board.tags[name] for name in ("North", "South")] == [one.players[0], one.players[2]]


def test_endplay_reads_the_same_deals_dealers_plays_and_results() -> None:
    pbn = pytest.importorskip("endplay.parsers.pbn")
    for seed in range(4):
        log = simulate(Setup(game="court_piece", seed=seed), hands=6)
        done = audit(log)
        boards = pbn.loads(written(log).text)
        assert len(boards) == len(done.results)
        for board, one, dealt in zip(boards, done.results, holdings(log), strict=True):
            result = one.result
            found = {player.abbr: hand.to_pbn() for player, hand in board.deal}
            told_deal = in_deal(f"N:{' '.join(found[place] for place in 'NESW')}")
            assert told_deal == dict(zip("NESW", dealt, strict=True))
            assert board.dealer.abbr == "NESW"[result.dealer or 0]
            assert board.contract.denom.name[0] == result.trump
            declarer = "NESW".index(board.contract.declarer.abbr)
            played = [f"{card.rank.abbr}{card.suit.name[0]}" for card in board.play]
            assert played == [str(card) for trick in result.tricks for card in trick.cards]
            if len(result.tricks) == 13:
                taken = sum((trick.winner or 0) % 2 == declarer % 2 for trick in result.tricks)
                assert board.contract.result == taken - 7
            assert board.claimed == (len(result.tricks) < 13)


@pytest.mark.parametrize("path", sorted(COURT.glob("*.jsonl")), ids=lambda path: path.stem)
def test_endplay_reads_the_boards_of_every_sample(path: Path) -> None:
    pbn = pytest.importorskip("endplay.parsers.pbn")
    log = read_log(path).log
    boards = pbn.loads(written(log).text)
    assert [board.board_num for board in boards] == [
        one.hand for one in hands_of(effective(log), audit(effective(log)))
    ]


# ---- What is not known -------------------------------------------------------------------------------------------------


def test_hands_that_nobody_wrote_down_are_known_by_what_was_played_or_are_dashes() -> None:
    log = simulate(Setup(game="court_piece", seed=3), hands=8)
    _, full = read(written(log).text)
    _, public = read(written(redact_log(log, PUBLIC, "public")).text)
    for board, seen in zip(full, public, strict=True):
        assert seen.play == board.play
        assert in_deal(seen.tags["Deal"]) == (in_deal(board.tags["Deal"]) if seen.complete else {})
        assert {name: seen.tags[name] for name in ("Dealer", "Declarer", "Contract", "Result")} == {
            name: board.tags[name] for name in ("Dealer", "Declarer", "Contract", "Result")
        }


def test_three_hands_that_are_known_tell_the_fourth() -> None:
    whole = [PACK[seat * 13 : seat * 13 + 13] for seat in range(3)]
    log = log_of("court_piece", [HandStarted(dealer=0), Dealt(hands=(*whole, None)), TrumpNamed(seat=1, suit="h")])
    (board,) = read(written(log).text)[1]
    assert in_deal(board.tags["Deal"])["W"] == {f"S{rank}" for rank in "AKQJT98765432"}
    log = log_of("court_piece", [HandStarted(dealer=0), Dealt(hands=(whole[0], None, None, None))])
    (board,) = read(written(log).text)[1]
    assert set(in_deal(board.tags["Deal"])) == {"N"}


def test_a_hand_without_an_end_has_its_play_so_far_and_no_result() -> None:
    events = [HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), *trick(1, "Ac 2c 3c 4c"), *trick(1, "Kc ?? 5c 6c")]
    for end in ([], [Gap()], [HandStarted(dealer=1)]):
        boards = written(log_of("court_piece", [*events, *end]))
        board = read(boards.text)[1][0]
        assert board.play == [["CA", "C2", "C3", "C4"], ["CK", "-", "C5", "C6"]]
        assert (board.complete, board.tags["Result"], board.tags["Contract"]) == (False, "?", "1H")
        assert "1 card played that nobody wrote down, a dash each" in boards.lost


def test_a_hand_whose_trump_suit_nobody_wrote_down_is_told_in_words() -> None:
    log = log_of("court_piece", [HandStarted(dealer=0), *trick(1, "Ac 2c 3c 4c")])
    boards = written(log)
    (board,) = read(boards.text)[1]
    assert (board.tags["Contract"], board.play) == ("?", [])
    assert "p2 plays Ac" in boards.text
    assert any(one.startswith("acts told in comments") and "played 4" in one for one in boards.lost)


def test_a_row_of_a_sheet_has_its_result_and_no_play() -> None:
    log = log_of("court_piece", [HandStarted(dealer=0), Scored(tricks=(4, 9), trump="s")])
    (board,) = read(written(log).text)[1]
    told = [board.tags[name] for name in ("Deal", "Declarer", "Contract", "Result", "UpcardTricks")]
    assert told == ["N:- - - -", "E", "1S", "9", "NS 4 EW 9"]


def test_a_play_that_is_read_as_a_slip_of_the_pen_is_told_in_words() -> None:
    plays = [*trick(1, "Ac 2c 3c 4c"), *trick(1, "Kc 5c 6c 7c"), *trick(1, "Qd 2d 3d 4d"), *trick(1, "As Ks Qs Js")]
    twice = [*plays[:11], plays[10], *plays[11:]]
    boards = written(log_of("court_piece", [HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), *twice]))
    (board,) = read(boards.text)[1]
    assert [len(row) for row in board.play] == [4, 4, 4, 4]
    assert "line 15: seat 3 p4 plays 3d" in boards.text
    assert "line 15: contradiction G-5 impossible_card" in boards.text
    assert any(one.endswith("played 1") for one in boards.lost)


def test_what_is_found_stands_as_a_note_on_its_card() -> None:
    (board,) = read(written(read_log(COURT / "revoke_found_later.jsonl").log).text)[1]
    assert board.noted == [1]
    assert "CP-3.1 revoke" in board.notes[1]


def test_what_is_too_long_for_a_note_stands_whole_in_a_comment() -> None:
    log = read_log(COURT / "revoke_found_later.jsonl").log
    header = msgspec.structs.replace(log.header, seats=tuple(f"{name * 130}{name}" for name in "abcd"), place="x")
    boards = written(Log(header, log.events))
    (board,) = read(boards.text)[1]
    (finding,) = audit(effective(Log(header, log.events))).findings
    assert " letters) ... " in board.notes[1]
    assert "the middle of notes longer than 200 letters, which stand whole in comments" in boards.lost
    whole = "".join(told(finding, list(header.seats)).split())
    assert len(whole) > 200
    assert whole in "".join(boards.text.split())


@pytest.mark.parametrize("sign", ['"', "\\", chr(27), "n"])
def test_a_value_is_shortened_as_it_is_written_and_no_sign_is_cut_in_two(sign: str) -> None:
    log = log_of("court_piece", [HandStarted(dealer=0)])
    boards = written(Log(msgspec.structs.replace(log.header, place=sign * 199 + "z"), log.events))
    (board,) = read(boards.text)[1]
    assert "the middle of values longer than 200 letters" in boards.lost or sign == "n"
    site = board.tags["Site"]
    shown = safe_text(sign)
    first, _, rest = site.removesuffix("z").partition(" ... (")
    assert not (first + rest.partition(" letters) ... ")[2]).replace(shown, "")


# ---- Any record --------------------------------------------------------------------------------------------------------

NAMES = (
    'q"]',
    "back\\",
    "line\nend",
    "{brace}",
    "#",
    "%",
    "?",
    "-",
    "Žofie 李",
    "\x1b[2J",
    "",
    "n" * 600,
    '[Event "x"]',
)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), hands=st.integers(0, 3), names=st.permutations(NAMES), data=st.data())
def test_any_record_makes_boards_that_are_read(seed: int, hands: int, names: list[str], data: st.DataObject) -> None:
    setup = Setup(game="court_piece", seed=seed, options={"direction": data.draw(st.sampled_from(["left", "right"]))})
    log = spoiled(random.Random(seed), simulate(setup, hands=max(1, hands)), data.draw(st.integers(0, 11)))
    log = Log(msgspec.structs.replace(log.header, seats=tuple(names[:4]), place=names[4]), log.events if hands else [])
    log = Log(log.header, log.events[: data.draw(st.integers(0, len(log.events)))])
    done = audit(log)
    boards = written(log)
    comment, told_boards = read(boards.text)
    assert [board.tags["Board"] for board in told_boards] == [str(one.hand) for one in hands_of(log, done)]
    for board in told_boards:
        assert [name for name in board.tags if not name.startswith("Upcard")] == [
            *MANDATORY,
            *["Play"] * bool(board.play),
        ]
        assert sorted(board.noted) == sorted(board.notes) == list(range(1, len(board.notes) + 1))
    assert comment.startswith("Court Piece")
    found = [one for one in boards.lost if "finding" in one]
    assert bool(found) == bool(done.findings)
    try:
        from endplay.parsers import pbn
    except ImportError:
        return
    assert len(pbn.loads(boards.text)) == len(told_boards)


MANDATORY = [
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
]


# ---- The command line --------------------------------------------------------------------------------------------------


def test_a_game_that_does_not_fit_is_refused_with_the_reason() -> None:
    assert [key for key in keys() if not why_not(find(key))] == ["court_piece"]
    err = upcard("export", str(SAMPLES / "pluck" / "full_hands.jsonl"), "--to", "pbn", code=2)[1]
    assert "not Pluck: it has 3 players, and a pack of 51 cards with jokers" in err
    assert "hint: it takes Court Piece" in err


def test_boards_go_to_files_and_what_they_lack_is_told_on_stderr(tmp_path: Path) -> None:
    log = simulate(Setup(game="court_piece", seed=3), hands=2)
    path = tmp_path / "log.jsonl"
    path.write_bytes(sealed_bytes(log.header, [event for _, event in log.events]))
    err = upcard("export", str(path), "--to", "pbn", "--public", "-o", str(tmp_path / "out.pbn"))[1]
    assert "not in its boards: lines, times and who wrote them" in err
    text = (tmp_path / "out.pbn").read_text(encoding="utf-8")
    assert read(text)[1]
    assert upcard("export", str(path), "--to", "pbn", "--public")[0] == text
    upcard("export", str(COURT), "--to", "pbn", "-o", f"{tmp_path}/all/")
    assert len(list((tmp_path / "all").glob("*.pbn"))) == len(list(COURT.glob("*.jsonl")))
