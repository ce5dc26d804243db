"""Hasenpfeffer: a card written wrongly contradicts the record, and proves nothing against anybody."""

import random
from collections.abc import Iterator
from typing import Final

import pytest

from tests.builders import cards, fold, found, trick
from tests.experiments import session, sessions
from tests.games.hasenpfeffer_tables import HPX_8_TRICKS, begun, bids, dealt, hpx_8, table, tricks
from tests.games.test_hasenpfeffer_experiments import careless, passing
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.simulate import Setup
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Discarded, HandStarted, Played, Shown, TrumpNamed

PACK: Final = [Card("Xr"), *(Card(rank + suit) for rank in "AKQJT9" for suit in "cdhs")]
PLAYS: Final = tricks(HPX_8_TRICKS)


def written(at: int, card: str, **deal: bool) -> list[Base]:
    """HPX-8 with another card written for one of its plays, counted from 0."""
    play = PLAYS[at]
    assert isinstance(play, Played)
    wrong = Played(seat=play.seat, card=Card(card))
    return [*hpx_8(**deal)[: (8 if deal.get("hands", True) else 7) + at], wrong, *PLAYS[at + 1 :]]


# ---- G-5 Clause by clause ------------------------------------------------------------------------------------------


def test_g_5_a_card_written_for_another_is_one_contradiction_in_every_record() -> None:
    """s3 plays Qh to the first trick; Kd is written, which it plays to the fourth."""
    for record in (table(written(2, "Kd")), table(written(2, "Kd", hands=False))):
        assert [row[0] for row in found(record)] == ["G-5"]


def test_g_5_a_card_of_another_hand_accuses_neither() -> None:
    """s0 plays Ah; Kh is written, which s3 has listed and plays later."""
    for at, card in ((3, "Kh"), (3, "Jd"), (5, "Jc"), (9, "Js"), (13, "As")):
        for record in (table(written(at, card)), table(written(at, card, hands=False))):
            assert {row[0] for row in found(record)} <= {"G-5", "G-13"}, (at, card, found(record))


def test_g_5_a_wrong_card_led_asks_for_no_suit() -> None:
    """s1 leads Th; Ks is written, which s3 has. Nobody follows spades."""
    events = written(0, "Ks")[:12]
    assert [row[:2] for row in found(table(events))] == [("G-5", 10)]
    assert fold(table(begun(*trick(0, "Ah 9h Th Kh"), *trick(0, "Ah 9c")))).led == 0


def test_g_5_a_discard_written_as_another_card_accuses_nobody() -> None:
    """s1 put Tc away; Jd is written, which it plays to the fifth trick. It follows no clubs in the third."""
    events = [Discarded(seat=1, cards=cards("Jd")) if isinstance(event, Discarded) else event for event in hpx_8()]
    assert found(table(events[:20])) == [("HP-3.1", 21, 21, 1)]
    assert found(table(events)) == [("G-5", 26, 26, 1)]


def test_g_5_a_card_that_its_seat_leads_later_out_of_turn_was_no_revoke() -> None:
    """s2 plays As and wins; Ac is written, which it leads next."""
    for hands in (True, False):
        assert "HP-3.1" not in {row[0] for row in found(table(written(6, "Ac", hands=hands)))}


def test_g_5_what_a_card_showed_is_withdrawn_when_it_turns_out_to_be_written_wrongly() -> None:
    """s3 does not follow spades, and shows Ks later, or so it is written; s2 has it."""
    events = begun(*trick(0, "As 9s Ts 9h"), *trick(0, "Ah Th Kh Ks"), trump="d")
    assert found(table(events)) == [("HP-3.1", 12, 16, 3)]
    assert found(table([*events, *trick(0, "Qh Jh Ks")])) == [("G-5", 19, 19, 2)]


def test_g_5_the_winner_of_a_trick_is_who_led_next_where_its_highest_card_was_written_wrongly() -> None:
    """s1 has won with Kh; for s3 Ah is written, which s0 has."""
    start = begun(*trick(0, "9h Kh Th Ah"), *trick(1, "9c Tc Kc Qc"), trump="s")
    assert [row[0] for row in found(table(start))] == ["G-13"]
    state = fold(table([*start, *trick(3, "9d Ah")]))
    assert (state.winners, state.taken) == ([1, 3], [0, 2])


def test_hp_2_2_the_joker_shown_by_another_than_its_holder_is_one_contradiction() -> None:
    """The scribe wrote s2, where s3 shows it and goes on."""
    start = [HandStarted(dealer=0), dealt(), *bids(1, 0, 0, 0, 0), Shown(seat=2, cards=cards("Xr"))]
    assert found(table([*start, TrumpNamed(seat=3, suit="h"), *trick(3, "Kh 9c Th 9h")[:1]])) == [("G-5", 8, 8, 2)]


# ---- Many sessions -------------------------------------------------------------------------------------------------


def wrong_cards(count: int) -> Iterator[tuple[Log, set[tuple[int | None, ...]]]]:
    """Sessions with one card written wrongly, as three scribes wrote them, and the points that they brought."""
    for number in range(count):
        rng = random.Random(number)
        log = session(Setup(game="hasenpfeffer", seed=71), hands=1, ordinal=number, player=rng.choice((None, passing)))
        events = [event for _, event in log.events]
        plays = [at for at, event in enumerate(events) if isinstance(event, Played)]
        for at in rng.sample(plays, min(3, len(plays))):
            play, card = events[at], rng.choice(PACK)
            if isinstance(play, Played) and card != play.card:
                wrong = [*events[:at], Played(seat=play.seat, card=card), *events[at + 1 :]]
                record = Log.of(log.header, wrong)
                points = {one.result.points for one in audit(log).results}
                yield from (
                    (one, points) for one in (record, redact_log(record, PUBLIC, "copy"), careless(record, rng))
                )


def nobody_accused(count: int) -> None:
    """A record that shows the mistake accuses nobody but of turns, and tells no points that were not made."""
    shown = 0
    for record, points in wrong_cards(count):
        done = audit(record)
        clauses = {one.clause for one in done.findings if one.kind != "note"}
        if "G-5" in clauses:
            assert clauses <= {"G-5", "G-13"}, (record.events, done.findings)
            assert all(None in one.result.points or one.result.points in points for one in done.results)
            shown += 1
    assert shown > 4 * count


def test_cards_written_wrongly_accuse_nobody() -> None:
    nobody_accused(16)


@pytest.mark.check
def test_cards_written_wrongly_accuse_nobody_150() -> None:
    nobody_accused(sessions(150))
