"""Pop!: its clauses, one by one: the deal, the trick, pops, jokers, and what cannot be."""

from typing import Any

import pytest

from tests.builders import cards, fold, found, judged
from tests.games.pop_tables import (
    PX_2_DISPLAYS,
    PX_2_HANDS,
    PX_2_STOCK,
    PX_2_TRICKS,
    begun,
    deal,
    play,
    pop_log,
    px_2,
    raised,
    trick,
    turned,
    up,
)
from upcard.engine.audit import audit
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN, Card, mask_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Accepted,
    Base,
    Closed,
    Corrected,
    Dealt,
    Folded,
    Gap,
    HandStarted,
    Joined,
    Left,
    Played,
    Popped,
    Scored,
    Shown,
    TakenBack,
    TurnedUp,
    Voided,
)


def rows(events: list[Base], **options: Any) -> list[tuple[str, str, str, int, int, int | None]]:
    """What is found: kind, clause, name, the line it is about, the line that proves it, seat."""
    return [
        (one.kind, one.clause, one.name, one.at, one.found_at, one.seat)
        for one in judged(pop_log(events, **options)).findings
    ]


def last(events: list[Base], **options: Any) -> tuple[str, str, str, int | None]:
    """The one thing that is found, on the last line, from every record: kind, clause, name, seat."""
    log = pop_log(events, **options)
    line = len(events) + 1
    for record in (log, *(redact_log(log, viewer, "copy") for viewer in (PUBLIC, 0, 1))):
        told = [(one.kind, one.clause, one.name, one.seat, one.at, one.found_at) for one in audit(record).findings]
        assert len(told) == 1, told
        assert told[0][4:] == (line, line), told
    kind, clause, name, seat, *_ = told[0]
    return kind, clause, name, seat


# ---- P-1, P-7 Deck and options -------------------------------------------------------------------------------------


def test_p_1_2_two_players() -> None:
    assert find("pop").seats == (2, 2)


def test_p_1_5_what_a_card_counts_as() -> None:
    state: Any = fold(pop_log([HandStarted(dealer=0), up("8s"), *play("s1H:Jc", areas=True)]))
    assert state.led == mask_of(cards("7s 8s 9s Ts Qs Ks As Js Jc Xb Xr"))
    state = fold(pop_log([HandStarted(dealer=0), up("8s"), *play("s1H:9c", areas=True)]))
    assert state.led == mask_of(cards("7c 8c 9c Tc Qc Kc Ac"))


@pytest.mark.parametrize("joker", ["Xr", "Xb"])
def test_p_1_6_a_joker_turned_up_makes_no_trump(joker: str) -> None:
    events = [HandStarted(dealer=0), up(joker), *play("s1H:Jd", areas=True)]
    assert fold(pop_log(events)).led == mask_of(cards("7d 8d 9d Td Jd Qd Kd Ad"))


@pytest.mark.parametrize(
    ("name", "values", "default"),
    [
        ("target", [7, 11], 7),
        ("cube_start", ["one", "round_number"], "one"),
        ("no_trump_joker", ["next_card_sets_suit", "leader_wins", "may_not_lead"], "next_card_sets_suit"),
        ("pop_repeat", ["alternate", "card_between"], "alternate"),
        ("pop_window", ["any_time", "own_turn", "between_tricks"], "any_time"),
        ("pop_memory", ["round", "match"], "round"),
        ("both_reach_target", ["round_winner", "play_on_if_equal"], "round_winner"),
        ("same_trick_correction", [True, False], False),
    ],
)
def test_p_7_options(name: str, values: list[Any], default: Any) -> None:
    options = find("pop").options
    assert options.model_fields[name].default == default
    for value in values:
        assert getattr(options.read({name: value}), name) == value
    with pytest.raises(OptionError):
        options.read({name: "nonsense"})


# ---- P-2 Start -----------------------------------------------------------------------------------------------------


def test_p_2_2_the_cube_is_reset_every_round() -> None:
    events = [*begun(), *raised(0, 1), Popped(seat=0), Folded(seat=1), HandStarted()]
    assert fold(pop_log(events)).cube == 1


def test_p_2_3_sizes() -> None:
    short = deal(["Qs Js 8s Th 8h Ac", PX_2_HANDS[1]], PX_2_DISPLAYS)
    assert rows([HandStarted(dealer=0), short]) == [("breach", "P-9.3", "wrong_deal", 3, 3, 0)]
    short = deal(PX_2_HANDS, [PX_2_DISPLAYS[0][:-3], PX_2_DISPLAYS[1]])
    assert rows([HandStarted(dealer=0), short]) == [("breach", "P-9.3", "wrong_deal", 3, 3, None)]
    assert rows([HandStarted(dealer=0), Dealt(each=7)]) == []
    assert rows([HandStarted(dealer=0), Dealt(each=8)])[0][1] == "P-9.3"


def test_p_2_3_the_stock_may_be_listed_with_the_card_turned_up() -> None:
    whole = deal(PX_2_HANDS, PX_2_DISPLAYS, "Xb " + PX_2_STOCK)
    assert rows([HandStarted(dealer=0), whole, up("Xb"), *turned(0, "9h Jh")]) == []


def test_p_2_3_the_displays_may_be_turned_before_or_after_the_trump_card() -> None:
    first = [HandStarted(dealer=0), deal(PX_2_HANDS, PX_2_DISPLAYS)]
    shown = [*turned(0, "9h"), *turned(1, "Xr Jc"), *turned(0, "Jh")]
    for order in ([*shown, up("Xb")], [up("Xb"), *shown]):
        assert last([*first, *order, *play("s0H:Qs")])[1] == "G-13"


def test_p_2_3_a_deal_where_none_is_due() -> None:
    assert last([*begun(), deal(PX_2_HANDS, PX_2_DISPLAYS)])[:2] == ("contradiction", "P-2.3")


def test_p_2_3_one_trump_card() -> None:
    assert last([*begun(), up("Td")])[:2] == ("contradiction", "P-2.3")


def test_p_2_4_nobody_knows_the_piles() -> None:
    state: Any = fold(redact_log(pop_log(begun()), 0, "seat"))
    assert state.places.known[4:6] == [0, 0]
    assert state.places.most[4:6] == [5, 5]
    assert state.piles == [-1] * 14


def test_p_3_1_the_non_dealer_leads() -> None:
    assert last([*begun(0), *play("s0H:Qs")]) == ("breach", "G-13", "out_of_turn", 0)
    assert rows([*begun(1), *play("s0H:Qs")]) == []


def test_p_3_1_who_won_the_trick_leads() -> None:
    first = trick(PX_2_TRICKS[0])
    assert last([*begun(), *first, *play("s0D:Tc")]) == ("breach", "G-13", "out_of_turn", 0)


def test_p_3_1_the_first_leader_shows_who_dealt() -> None:
    state: Any = fold(pop_log([HandStarted(), *begun()[1:], *play("s1D:Xr")]))
    assert state.dealer == 0


# ---- P-3 Trick -----------------------------------------------------------------------------------------------------


def test_p_3_2_a_wrong_area_is_impossible_where_the_display_is_known() -> None:
    first = [*begun(trump="Xb"), *play("s1H:9c")]
    assert last([*first, *play("s0D:9h")]) == ("contradiction", "P-9.2", "wrong_area", 0)
    assert last([*first, *play("s0H:7c s1H:8c")]) == ("contradiction", "P-9.2", "wrong_area", 1)


def test_p_3_2_a_wrong_area_is_a_breach_where_the_display_is_not_known() -> None:
    events = [HandStarted(dealer=0), up("8h"), *play("s1H:9c s0D:7c", areas=True)]
    assert last(events) == ("breach", "P-3.2", "wrong_area", 0)
    events = [HandStarted(dealer=0), up("8h"), *play("s1H:9c s0H:7c s1D:Kc s0D:9h", areas=True)]
    assert rows(events) == []


def test_p_3_2_a_card_of_which_the_suit_was_seen_comes_from_where_one_lies() -> None:
    """Seat 0 has no spade up, and no diamond."""
    first = [*begun(), *play("s1D:Jc")]
    assert last([*first, *play("s0D:?s")]) == ("contradiction", "P-9.2", "wrong_area", 0)
    assert rows([*first, *play("s0D:?h s1H:Qd s0H:Qs")])[0][2] == "revoke", "of seat 1, which holds clubs"
    assert fold(pop_log([*first, *play("s0D:?h")])).sources == [3, 2]
    assert fold(pop_log([*begun(), *play("s1D:?d")])).sources == [1]
    assert fold(pop_log([*begun(), *play("s1D:?c")])).sources == [-1]


def test_p_3_2_where_the_lead_was_not_seen_nobody_knows_whose_card_came_from_the_wrong_area() -> None:
    led = [*begun(), *play("s1H:?c s0H:7c")]
    assert rows([*led, *play("s1D:Jc s0D:9h")]) == []
    assert rows([*led, *play("s1H:Kh")]) == [("contradiction", "P-9.2", "wrong_area", 11, 11, None)]
    assert rows([*led, *play("s1D:Jc s0H:Qs")]) == [("contradiction", "P-9.2", "wrong_area", 12, 12, 0)]


def test_p_3_5_a_card_turned_that_was_not_seen_is_the_next_of_a_listed_pile() -> None:
    events = [*begun(), *play("s1D:Xr s0D:Jh s1H:Qh s0H:8h"), *turned(0, "??"), *turned(1, "7?")]
    assert rows([*events, *play("s1D:7s s0D:Tc s1H:Ts s0H:8s")]) == []
    public = redact_log(pop_log([*events, *play("s1D:7s s0D:Tc s1H:Ts s0H:8s")]), PUBLIC, "copy")
    assert found(public) == []


def test_p_3_5_a_card_turned_after_a_gap_was_not_there_before() -> None:
    """It proves no revoke of a trick before the gap."""
    trick_one = play("s1D:Jc s0D:9s s1H:9c s0H:7c", areas=True)
    events = [HandStarted(dealer=0), up("8h"), *trick_one, Gap()]
    assert rows([*events, *turned(0, "Tc")]) == []


def test_g_14_a_jack_may_follow_where_nobody_saw_the_trump_card() -> None:
    """The jack of spades is a club if clubs are trump."""
    events = [*begun(trump="??"), *play("s1H:Ts s0H:7c"), Corrected(seat=0, card=Card("Js"))]
    assert rows(events, same_trick_correction=True) == []


def test_g_14_a_closed_trick_that_is_changed_is_won_by_who_then_has_the_best_card() -> None:
    first = [*begun(), *play("s1H:9c s0H:7c s1D:Xr s0D:9h")]
    changed = [*first, Corrected(seat=1, card=Card("Jc")), *turned(0, "Tc"), *turned(1, "7s")]
    told = rows([*changed, *play("s1D:Xr")], same_trick_correction=True)
    assert [row[2] for row in told] == ["revoke", "wrong_change"], (
        "kept a club back, and changed it when the trick was closed"
    )
    before, after = (fold(pop_log(events, same_trick_correction=True)) for events in (first, changed))
    assert (before.taken, after.taken, after.turn) == ([0, 1], [0, 1], 1)


def test_p_3_2_an_area_that_is_not_where_the_card_lay() -> None:
    said = Played(seat=1, card=Card("Xr"), area="hand")
    assert last([*begun(), said]) == ("contradiction", "P-9.2", "wrong_area", 1)
    said = Played(seat=1, card=Card("9c"), area="display")
    assert last([*begun(), said]) == ("contradiction", "P-9.2", "wrong_area", 1)


def test_p_3_2_the_areas_follow_from_the_lead_where_the_display_is_not_known() -> None:
    state: Any = fold(pop_log([HandStarted(dealer=0), up("8h"), *play("s1H:9c"), *play("s0H:7c s1H:Kc s0H:9h")]))
    assert state.sources == [-1, -1, -1, -1]
    lead = play("s1H:9c", areas=True)
    state = fold(pop_log([HandStarted(dealer=0), up("8h"), *lead, *play("s0H:7c s1H:Kc s0H:9h")]))
    assert state.sources == [1, 0, 3, 2]


def test_p_3_3_a_revoke_from_the_hand_shows_with_the_next_card_of_the_suit() -> None:
    first = [*begun(), *play("s1D:Jc s0D:9h s1H:9c s0H:Qs")]
    assert rows(first) == [("breach", "P-3.3", "revoke", 12, 12, 0)]
    assert found(redact_log(pop_log(first), 0, "copy")) == [("P-3.3", 12, 12, 0)]
    later = [*first, *turned(0, "Tc"), *turned(1, "7s"), *play("s1D:7s s0D:Jh s1H:Ts s0H:Ac")]
    for viewer in (PUBLIC, 1):
        assert found(redact_log(pop_log(later[:-1]), viewer, "copy")) == []
        assert ("P-3.3", 12, 18, 0) in found(redact_log(pop_log(later), viewer, "copy"))


def test_p_3_3_cards_face_down_do_not_matter() -> None:
    """Tc lies face down in the display of seat 0."""
    assert rows([*begun(), *play("s1D:Jc s0D:9h")]) == []


def test_p_3_3_a_revoke_from_the_display_shows_at_once() -> None:
    events = [*begun(), *trick(PX_2_TRICKS[0]), *play("s1D:Jc s0D:9h")]
    assert last(events) == ("breach", "P-3.3", "revoke", 0)


def test_p_3_4_the_own_cards_may_beat_each_other() -> None:
    state: Any = fold(pop_log([HandStarted(dealer=0), up("9s"), *play("s1D:Ts s0D:Qs s1H:Ks s0H:7h", areas=True)]))
    assert (state.winners, state.turn) == ([1], 1)


def test_p_3_5_turned_too_late() -> None:
    first = [*begun(first=False), *play("s1D:Xr")]
    assert rows([*first, *turned(0, "9h")]) == [("breach", "P-3.5", "turned_wrongly", 6, 6, 0)]
    public = redact_log(pop_log([*first, *turned(0, "9h")]), PUBLIC, "copy")
    assert found(public) == [("P-3.5", 6, 6, 0)]


def test_p_3_5_turned_too_early() -> None:
    events = [*begun(), *play("s1D:Xr s0D:Jh"), *turned(0, "Tc")]
    assert last(events) == ("breach", "P-3.5", "turned_wrongly", 0)


def test_p_3_5_turned_where_the_last_card_of_the_trick_may_have_been_left_out_accuses_nobody() -> None:
    events = [*begun(), *play("s1D:Xr s0D:Jh s1H:Qh"), *turned(0, "Tc"), *turned(1, "7s")]
    assert [(row[0], row[1], row[5]) for row in rows(events)] == [("contradiction", "P-3.5", None)]


def test_p_9_2_a_third_card_face_up() -> None:
    assert last([*begun(), *turned(0, "Tc")]) == ("contradiction", "P-9.2", "third_face_up", 0)


def test_g_7_a_card_turned_that_is_not_next_in_the_pile() -> None:
    events = [*begun(), *play("s1D:Xr s0D:Jh s1H:Qh s0H:8h"), *turned(0, "Kd")]
    assert rows(events) == [("contradiction", "G-7", "wrong_turn", 13, 13, 0)]
    whole = [*begun(), *trick(PX_2_TRICKS[0].replace("Tc", "Kd")), *(e for t in PX_2_TRICKS[1:] for e in trick(t))]
    names = {row[2] for row in rows(whole)}
    assert rows(whole)[0][:3] == ("contradiction", "G-7", "wrong_turn")
    assert "revoke" not in names


def test_p_9_1_a_display_that_nobody_wrote_down() -> None:
    """Kh was never turned after the first trick, so it lay face up when its player did not follow."""
    events = [
        HandStarted(dealer=0),
        up("8c"),
        *play("s1D:Qh s0D:9s s1H:7h s0H:8h", areas=True),
        *turned(0, "9d"),
        *play("s1D:Ah s0D:Kh", areas=True),
    ]
    assert rows(events) == [("breach", "P-3.3", "revoke", 5, 10, 0)]
    events[-3] = TurnedUp(seat=0, card=Card("Kh"))
    assert rows(events) == []


def test_p_9_1_a_display_whose_turns_were_not_written_down_proves_nothing() -> None:
    """Kh may have been turned after the first trick."""
    events = [
        HandStarted(dealer=0),
        up("8c"),
        *play("s1D:Qh s0D:9s s1H:7h s0H:8h", areas=True),
        *play("s1D:Ah s0D:Kh", areas=True),
    ]
    assert rows(events) == []


def test_p_3_5_who_played_no_card_from_the_display_turns_none() -> None:
    events = [*begun(), *play("s1H:9c s0H:7c s1D:Jc s0H:Ac")]
    assert last(events) == ("contradiction", "P-9.2", "wrong_area", 0)
    assert fold(pop_log(events)).owed == [0, 1]


# ---- P-4 Pop -------------------------------------------------------------------------------------------------------


def test_p_4_1_any_time_also_in_a_trick_by_either() -> None:
    for seat in (0, 1):
        assert rows([*begun(), *play("s1D:Xr"), *raised(seat)]) == []
        assert rows([*begun(), *raised(seat)]) == []


def test_p_4_1_not_before_the_trump_card() -> None:
    first = [HandStarted(dealer=0), deal(PX_2_HANDS, PX_2_DISPLAYS), Popped(seat=0)]
    assert rows([*first, Accepted(seat=1), up("Xb")]) == [("breach", "P-4.1", "untimely_pop", 4, 6, 0)]
    unseen = [HandStarted(dealer=0), Popped(seat=1)]
    assert rows(unseen) == []
    assert rows([*unseen, Accepted(seat=0), up("8c")]) == [("breach", "P-4.1", "untimely_pop", 3, 5, 1)]


def test_p_4_1_not_after_the_last_card() -> None:
    assert last([*px_2(), Popped(seat=0)]) == ("breach", "P-4.1", "untimely_pop", 0)


def test_p_4_1_own_turn() -> None:
    amid = [*begun(), *play("s1D:Xr")]
    assert rows([*amid, Popped(seat=0)], pop_window="own_turn") == []
    assert last([*amid, Popped(seat=1)], pop_window="own_turn") == ("breach", "P-4.1", "untimely_pop", 1)
    assert rows([*begun(), Popped(seat=1)], pop_window="own_turn") == []


def test_p_4_1_between_tricks() -> None:
    amid = [*begun(), *play("s1D:Xr")]
    assert last([*amid, Popped(seat=0)], pop_window="between_tricks") == ("breach", "P-4.1", "untimely_pop", 0)
    for seat in (0, 1):
        assert rows([*begun(), *trick(PX_2_TRICKS[0]), Popped(seat=seat)], pop_window="between_tricks") == []


def test_p_4_2_no_pop_while_one_is_open() -> None:
    events = [*begun(), Popped(seat=0), Popped(seat=1)]
    assert last(events) == ("breach", "P-4.2", "pop_not_allowed", 1)
    state: Any = fold(pop_log([*events, Accepted(seat=1)]))
    assert (state.cube, state.popper) == (2, 0)


def test_p_4_2_card_between_holds_for_both() -> None:
    events = [*begun(), *raised(0), Popped(seat=1)]
    assert last(events, pop_repeat="card_between") == ("breach", "P-4.2", "pop_not_allowed", 1)
    assert rows(events) == []


@pytest.mark.parametrize(("memory", "clauses"), [("round", []), ("match", ["P-4.2"])])
def test_p_4_2_the_last_pop_may_count_in_the_next_round(memory: str, clauses: list[str]) -> None:
    events = [*begun(), *raised(0), Popped(seat=1), Folded(seat=0), *begun(None), Popped(seat=0)]
    assert [row[1] for row in rows(events, pop_memory=memory)] == clauses
    assert rows([*events[:-1], Popped(seat=1)], pop_memory=memory) == []


def test_p_4_3_an_accepted_pop_raises_the_cube_and_play_goes_on_where_it_was() -> None:
    state: Any = fold(pop_log([*begun(), *play("s1D:Xr"), *raised(1)]))
    assert (state.cube, state.turn, state.led) == (2, 0, 0)


def test_p_4_3_a_fold_ends_the_round_and_raises_nothing() -> None:
    state: Any = fold(pop_log([*begun(), *raised(0), Popped(seat=1), Folded(seat=0)]))
    assert (state.phase, state.cube, state.gained, state.totals) == ("between", 2, [0, 2], [0, 2])


def test_p_4_3_nothing_comes_before_the_answer() -> None:
    events = [*begun(), Popped(seat=0), *play("s1D:Xr")]
    assert last(events) == ("breach", "P-4.3", "pop_not_answered", 1)
    assert len(rows([*events, *play("s0D:Jh s1H:Qh")])) == 1
    assert fold(pop_log([*events, Accepted(seat=1)])).cube == 2


def test_p_4_3_wrong_answers() -> None:
    assert last([*begun(), Popped(seat=0), Accepted(seat=0)]) == ("contradiction", "P-4.3", "wrong_answer", 0)
    assert last([*begun(), Accepted(seat=0)]) == ("contradiction", "P-4.3", "wrong_answer", 0)
    assert last([*begun(), Folded(seat=0)]) == ("contradiction", "P-4.3", "wrong_answer", 0)
    assert fold(pop_log([*begun(), Folded(seat=0)])).phase == "play"
    assert last([*px_2(), Folded(seat=0)])[1] == "P-4.3"


def test_p_4_3_no_card_after_a_fold() -> None:
    events = [*begun(), Popped(seat=1), Folded(seat=0), *play("s1D:Xr")]
    assert last(events) == ("breach", "P-4.3", "after_the_round", 1)


@pytest.mark.parametrize(("start", "pops"), [(1, 5), (3, 3), (6, 0)])
def test_p_4_4_so_many_pops_from_a_start(start: int, pops: int) -> None:
    folds = [
        event for n in range(1, start) for event in (HandStarted(dealer=0 if n == 1 else None), Scored(seat=n % 2))
    ]
    seats = [n % 2 for n in range(pops)]
    events = [*folds, *begun(0 if start == 1 else None), *raised(*seats)]
    options = {"cube_start": "round_number", "target": 11}
    assert fold(pop_log(events, **options)).cube == 6
    assert rows(events, **options) == []
    assert rows([*events, Popped(seat=pops % 2)], **options)[-1][1:3] == ("P-4.2", "cube_at_six")


def test_a_pop_that_was_forbidden_may_still_be_answered() -> None:
    events = [*begun(), *raised(0), Popped(seat=0), Folded(seat=1)]
    assert [row[1] for row in rows(events)] == ["P-4.2"]
    assert fold(pop_log(events)).totals == [2, 0]
    six = [*begun(), *raised(0, 1, 0, 1, 0), Popped(seat=1), Accepted(seat=0)]
    assert fold(pop_log(six)).cube == 6


# ---- P-5 Jacks and jokers ------------------------------------------------------------------------------------------


def test_p_5_1_a_joker_or_the_little_jack_leads_trump() -> None:
    for card in ("Xr", "Xb", "Jd"):
        state: Any = fold(pop_log([HandStarted(dealer=0), up("9h"), *play(f"s1H:{card}", areas=True)]))
        assert state.led & Card("7h").bit


def test_p_5_2_a_joker_must_follow_trump() -> None:
    events = [HandStarted(dealer=0), up("9h"), *turned(0, "Xr 8c"), *turned(1, "7h 7c")]
    assert rows([*events, *play("s1D:7h s0D:8c")])[0][1:3] == ("P-3.3", "revoke")
    assert rows([*events, *play("s1D:7h s0D:Xr")]) == []


def test_p_5_3_the_little_jack_does_not_follow_its_printed_suit() -> None:
    events = [HandStarted(dealer=0), up("9h"), *turned(0, "Jd 8d"), *turned(1, "7d 7c")]
    assert rows([*events, *play("s1D:7d s0D:Jd")])[0][1:3] == ("P-3.3", "revoke")


def test_p_5_4_the_big_jack_turned_up_is_not_in_play() -> None:
    events = [HandStarted(dealer=0), up("Jh"), *play("s1H:Jh", areas=True)]
    assert last(events) == ("contradiction", "P-9.2", "turn_up_played", 1)


def joker_trick(rest: str) -> list[Base]:
    """No trump; s1 leads the joker."""
    return [HandStarted(dealer=0), up("Xb"), *play(f"s1H:Xr {rest}", areas=True)]


def test_p_5_5_the_card_after_the_joker_sets_the_suit() -> None:
    state: Any = fold(pop_log(joker_trick("s0H:7d s1D:Ac s0D:8c")))
    assert state.winners == [0]
    state = fold(pop_log(joker_trick("s0H:7d s1D:8d s0D:8c")))
    assert state.winners == [1]


def test_p_5_5_the_joker_follows_no_suit() -> None:
    events = [HandStarted(dealer=0), up("Xb"), *turned(0, "Xr 8c"), *turned(1, "7c 7d")]
    assert rows([*events, *play("s1D:7c s0D:Xr")])[0][1:3] == ("P-3.3", "revoke")
    assert rows([*events, *play("s1D:7d s0D:Xr")]) == []


def test_p_5_5_leader_wins() -> None:
    state: Any = fold(pop_log(joker_trick("s0H:7d s1D:8d s0D:Ad"), no_trump_joker="leader_wins"))
    assert state.winners == [1]
    events = [HandStarted(dealer=0), up("Xb"), *turned(0, "7c 8d"), *turned(1, "Xr 7d")]
    plays = [*events, *play("s1D:Xr s0D:7c s1H:8c s0H:Ah", areas=True)]
    assert rows(plays, no_trump_joker="leader_wins") == []
    assert judged(pop_log(plays, no_trump_joker="leader_wins")).doubts == []


def test_p_5_5_may_not_lead_and_p_8_7_the_trick_goes_on_by_the_default() -> None:
    events = joker_trick("s0H:7d s1D:Ac s0D:8c")
    assert [row[:3] for row in rows(events, no_trump_joker="may_not_lead")] == [("breach", "P-5.5", "joker_led")]
    assert fold(pop_log(events, no_trump_joker="may_not_lead")).winners == [0]
    assert rows(joker_trick("")) == []
    trump = [HandStarted(dealer=0), up("9h"), *play("s1H:Xr", areas=True)]
    assert rows(trump, no_trump_joker="may_not_lead") == []


# ---- P-9.2 What cannot be ------------------------------------------------------------------------------------------


def test_p_9_2_a_29th_card() -> None:
    assert last([*px_2(), *play("s0D:Kd")]) == ("contradiction", "P-9.2", "card_29", 0)


def test_g_5_a_card_seen_twice_names_the_line_it_was_seen_on() -> None:
    events = [*begun(), *trick(PX_2_TRICKS[0]), *play("s1D:Xr")]
    assert last(events) == ("contradiction", "G-5", "seen_twice", 1)
    assert judged(pop_log(events)).findings[0].against == 9


def test_g_5_a_card_that_is_not_in_the_pack() -> None:
    assert last([*begun(), *play("s1H:2h")]) == ("contradiction", "G-5", "impossible_card", 1)


def test_g_5_a_card_of_the_other_hand() -> None:
    events = [*begun(), *play("s1H:Qs")]
    assert rows(events) == [("contradiction", "G-5", "impossible_card", 9, 9, 1)]


def test_g_5_a_wrong_list_is_one_finding() -> None:
    """Seat 1 was listed with Kh in the place of the ace: all the rest of the round is judged without the list."""
    wrong = deal([PX_2_HANDS[0], PX_2_HANDS[1].replace("Kh", "Ah")], PX_2_DISPLAYS, PX_2_STOCK.replace("Ah", "Kh"))
    events = [HandStarted(dealer=0), wrong, *px_2()[2:]]
    assert [row[:2] for row in rows(events)] == [("contradiction", "G-5")]
    assert fold(pop_log(events)).totals == [1, 1]


def test_g_5_cards_dealt_twice() -> None:
    twice = deal(PX_2_HANDS, PX_2_DISPLAYS, "Td Qc Ad 7h Qs")
    assert rows([HandStarted(dealer=0), twice]) == [("contradiction", "G-5", "impossible_card", 3, 3, None)]
    foreign = deal(PX_2_HANDS, PX_2_DISPLAYS, "Td Qc Ad 7h 2s")
    assert rows([HandStarted(dealer=0), foreign])[0][1] == "G-5"
    strange = Dealt(places={"widow": cards("Td")})
    assert rows([HandStarted(dealer=0), strange])[0][1] == "P-9.3"


def test_g_5_seats_that_are_not_there() -> None:
    for event in (
        Played(seat=2, card=Card("Qs")),
        Popped(seat=2),
        Accepted(seat=5),
        Folded(seat=2),
        TurnedUp(seat=3, card=Card("Qs")),
    ):
        told = rows([*begun(), event])
        assert [row[:2] for row in told] == [("contradiction", "G-5")], event
    assert rows([HandStarted(dealer=2)])[0][1] == "G-5"


def test_a_card_nobody_told_us() -> None:
    state: Any = fold(pop_log([*begun(), Played(seat=1, card=UNKNOWN, area="hand")]))
    assert state.places.most[1] == 6
    assert rows([*begun(), Played(seat=1, card=UNKNOWN)]) == []


# ---- G-14 Correction -----------------------------------------------------------------------------------------------


def corrected(card: str = "Jh") -> list[Base]:
    """Seat 0 plays 9h to Jc from a display that holds no club; then Tc is up: a revoke put right."""
    first = [*begun(), *trick(PX_2_TRICKS[0]), *play("s1D:Jc s0D:9h")]
    return [*first, Corrected(seat=0, card=Card(card))]


def test_g_14_a_revoke_put_right() -> None:
    assert rows(corrected("Tc"), same_trick_correction=True) == []
    state: Any = fold(pop_log(corrected("Tc"), same_trick_correction=True))
    assert state.places.known[2] == Card("9h").bit
    assert state.cards[-1] == "Tc"
    assert fold(redact_log(pop_log(corrected("Tc"), same_trick_correction=True), PUBLIC, "x")).places.known[2]


def test_g_14_not_without_the_option() -> None:
    assert [row[1] for row in rows(corrected("Tc"))] == ["P-3.3", "G-14"]


def test_g_14_a_card_that_does_not_follow_either() -> None:
    events = [*begun(trump="Xb"), *play("s1H:9c s0H:8s"), Corrected(seat=0, card=Card("Js"))]
    assert [row[1:3] for row in rows(events, same_trick_correction=True)] == [("P-3.3", "revoke"), ("G-14", "revoke")]


def test_g_14_only_a_revoke_may_be_changed_and_only_while_the_trick_is_open() -> None:
    followed = [*begun(), *play("s1H:9c s0H:7c"), Corrected(seat=0, card=Card("Ac"))]
    assert [row[1] for row in rows(followed, same_trick_correction=True)] == ["G-14"]
    led = [*begun(), *play("s1H:9c"), Corrected(seat=1, card=Card("8c"))]
    assert [row[1] for row in rows(led, same_trick_correction=True)] == ["G-14"]
    closed = [*begun(), *trick(PX_2_TRICKS[0]), Corrected(seat=0, card=Card("Th"))]
    assert [row[1] for row in rows(closed, same_trick_correction=True)] == ["G-14"]
    assert [row[1] for row in rows([*begun(), Corrected(seat=7, card=Card("8c"))], same_trick_correction=True)] == [
        "G-14"
    ]


def test_g_9_a_card_taken_back_is_known_to_be_in_the_hand() -> None:
    """Qs goes back to the hand of seat 0; when spades are led from hands and it does not follow, that shows at once."""
    events = [
        *begun(),
        *play("s1H:9c s0H:Qs"),
        Corrected(seat=0, card=Card("7c")),
        *trick("s1D:Jc s0D:9h / s0 Tc s1 7s"),
        *play("s1H:Ts s0H:8h"),
    ]
    log = redact_log(pop_log(events, same_trick_correction=True), PUBLIC, "copy")
    assert found(log) == [("P-3.3", len(events) + 1, len(events) + 1, 0)]


# ---- What was missed, thrown in, shown -----------------------------------------------------------------------------


def test_a_gap_proves_less() -> None:
    events = [*begun(), *trick(PX_2_TRICKS[0]), Gap(), *play("s0H:Qs s0H:Js"), *turned(1, "Kc"), *play("s1H:Ts")]
    assert rows(events) == []
    state: Any = fold(pop_log(events))
    assert (state.turn, state.cube) == (-1, -1)
    assert rows([*events, HandStarted(dealer=1)]) == []
    assert fold(pop_log([*events, HandStarted(dealer=1)])).totals == [-1, -1]


def test_after_a_gap_a_fold_scores_what_nobody_knows() -> None:
    events = [*begun(), Gap(), Popped(seat=0), Folded(seat=1)]
    assert rows(events) == []
    assert judged(pop_log(events)).results[0].result.points == (None, 0)
    told = [*events, Scored(points=(3, 0), totals=(3, 0))]
    assert rows(told) == []
    assert fold(pop_log(told)).totals == [3, 0]
    assert judged(pop_log(told)).results[0].result.points == (3, 0)


def test_a_gap_between_rounds() -> None:
    events = [*px_2(), Gap(hands=2), HandStarted(dealer=1)]
    assert rows(events) == []
    state: Any = fold(pop_log(events, cube_start="round_number"))
    assert (state.rounds, state.cube, state.totals) == (4, 4, [-1, -1])
    unknown: Any = fold(pop_log([*px_2(), Gap(), HandStarted(dealer=1)], cube_start="round_number"))
    assert unknown.cube == -1


def test_after_a_gap_between_rounds_nobody_knows_who_popped_last() -> None:
    events = [*begun(), *raised(0), Popped(seat=1), Folded(seat=0), Gap(), *begun(1), Popped(seat=0)]
    assert rows(events, pop_memory="match") == []


def test_a_round_thrown_in_counts_for_nothing() -> None:
    events = [*begun(), *raised(0), Voided(), HandStarted()]
    state: Any = fold(pop_log(events, cube_start="round_number"))
    assert (state.rounds, state.cube, state.dealer, state.totals) == (1, 1, 0, [0, 0])
    assert not judged(pop_log(events)).results[0].result.counts
    assert last([*px_2(), Voided()]) == ("contradiction", "G-5", "no_round", None)


def test_p_9_3_a_round_that_was_not_finished() -> None:
    events = [*begun(), *play("s1D:Xr"), HandStarted(dealer=0)]
    assert last(events) == ("breach", "P-9.3", "round_not_finished", None)
    assert fold(pop_log(events)).totals == [-1, -1]


def test_cards_shown_after_a_fold_prove_a_revoke() -> None:
    """Seat 0 keeps Ac under the club led from the hand."""
    events = [*begun(), *play("s1H:9c s0H:Qs"), Popped(seat=1), Folded(seat=0)]
    public = redact_log(pop_log([*events, Shown(seat=0, cards=cards("Ac"))]), PUBLIC, "copy")
    assert found(public) == [("P-3.3", 10, 13, 0)]
    later = [*events, HandStarted(), Shown(seat=0, cards=cards("Ac"), hand=1)]
    assert found(redact_log(pop_log(later), PUBLIC, "copy")) == [("P-3.3", 10, 14, 0)]


def test_cards_of_the_display_shown_after_a_fold_prove_nothing() -> None:
    events = [*begun(), *play("s1H:9c s0H:Th"), Popped(seat=1), Folded(seat=0)]
    for shown in (
        Shown(seat=0, place="display", cards=cards("Tc")),
        Shown(place="display_0", cards=cards("Tc")),
        Shown(place="stock", cards=cards("Qc")),
    ):
        for after in ([], [HandStarted()]):
            hand = 1 if after else None
            told = Shown(seat=shown.seat, place=shown.place, cards=shown.cards, hand=hand)
            assert found(redact_log(pop_log([*events, *after, told]), PUBLIC, "copy")) == []


def test_cards_shown_that_were_seen_elsewhere() -> None:
    events = [*begun(), Popped(seat=1), Folded(seat=0)]
    assert rows([*events, Shown(seat=0, cards=cards("Xr"))])[0][:2] == ("contradiction", "G-5")
    assert rows([*events, Shown(seat=0, place="display", cards=cards("9h Tc"))]) == []
    assert rows([*events, Shown(place="stock", cards=cards("Qs"))])[0][:2] == ("contradiction", "G-5")


def test_players_may_change() -> None:
    state: Any = fold(pop_log([Left(seat=0), Joined(seat=0, player="zoe"), *px_2(), Closed()]))
    assert state.players[0] == "zoe"
    assert state.closed


def test_an_act_of_another_game() -> None:
    assert [row[:2] for row in rows([*begun(), TakenBack(seat=0)])] == [("contradiction", "G-5")]


# ---- What may come next --------------------------------------------------------------------------------------------


def test_due_asks_for_what_the_record_lacks() -> None:
    game = find("pop")
    state = begin(pop_log([]))
    assert [act.event for act in game.due(state)] == [HandStarted, Closed]
    public = redact_log(pop_log([HandStarted(dealer=0), deal(PX_2_HANDS, PX_2_DISPLAYS)]), PUBLIC, "x")
    acts = [(act.seat, act.optional) for act in game.due(fold(public)) if act.event is TurnedUp]
    assert acts == [(1, False), (0, True)]
    unknown: Any = fold(pop_log([HandStarted(dealer=0), up("8c")]))
    unknown.owed = [0, 0]
    unknown.places.most[3], unknown.places.most[5] = 2, 5
    plays = next(act for act in game.due(unknown) if act.event is Played)
    assert {choice.area for choice in plays.choices or () if isinstance(choice, Played)} == {"hand", "display"}


def test_due_after_a_gap_and_at_the_end() -> None:
    game = find("pop")
    kinds = {act.event for act in game.due(fold(pop_log([*begun(), Gap()])))}
    assert {Played, Popped, Accepted, Folded, Scored, Voided} <= kinds
    over = [HandStarted(dealer=0), Scored(tricks=(0, 7), amount=6), HandStarted(), Scored(seat=0, amount=1)]
    assert [act.event for act in game.due(fold(pop_log(over)))] == [Closed]
    assert game.due(fold(pop_log([*over, Closed()]))) == ()
