"""Evenings to step through: whole in themselves, and nothing in them that the viewer may not know."""

import json
import re
from functools import cache
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.pages.reading import Page, page_of, whole_in_itself
from upcard.cli.frames import frames_of
from upcard.engine.audit import audit
from upcard.engine.effective import effective
from upcard.engine.game import keys
from upcard.engine.scene import Scene
from upcard.engine.session import session
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact, redact_log
from upcard.pages import replay, table
from upcard.pages.hindsight import with_hindsight
from upcard.pages.replay import Evening, Step
from upcard.pages.table import cards_in
from upcard.pages.templating import Markup
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import Read, read_bytes, read_log
from upcard.records.redacted import redacted_copy
from upcard.schemas.cards import Card
from upcard.schemas.wording import with_names

SAMPLES = Path(__file__).parents[2] / "sample_logs"
GLYPHS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


@cache
def played(game: str, hands: int = 2) -> Read:
    """Some hands of random play, as a file has them."""
    log = simulate(Setup(game=game, seed=7), hands=hands)
    return read_bytes(sealed_bytes(log.header, [event for _, event in log.events]), game)


def data(text: str, name: str) -> object:
    """What stands in a block of data."""
    return json.loads(re.findall(rf'<script type="application/json" id="{name}">(.*?)</script>', text, re.DOTALL)[0])


def courses(text: str) -> list[list[list[int]]]:
    """Of each hand the pieces that change at each step."""
    return [
        json.loads(one)
        for one in re.findall(r'<script type="application/json" class="changes">(.*?)</script>', text, re.DOTALL)
    ]


def tables(text: str) -> list[list[str]]:
    """The pieces that are shown at each step, in their places."""
    pieces = data(text, "pieces")
    assert isinstance(pieces, list)
    shown = []
    for hand in courses(text):
        now: dict[int, str] = {}
        for change in hand:
            now.update(zip(change[::2], (pieces[number] for number in change[1::2]), strict=True))
            shown.append([now[place] for place in sorted(now)])
    return shown


def cards_told(text: str) -> set[str]:
    """Every card that a page shows or tells of anywhere: by its symbol, in its pieces, and in words."""
    body = unescape(text[text.index("<body>") :])
    symbols = {name.replace("_", "?") for name in re.findall(r'id="card-(\w\w)"', body)}
    pieces = set(re.findall(r"<([A-Z0-9?][a-z?])>", body))
    named = set(re.findall(r'"([A-Z0-9?][a-z?])":', body))
    written = {
        ("T" if rank == "10" else rank) + GLYPHS[suit] for rank, suit in re.findall(r"(10|[A2-9JQK?])([♣♦♥♠])", body)
    }
    jokers = {f"X{colour[0]}" for colour in re.findall(r">[^<]*(black|red) joker", body)}
    return {card for card in symbols | pieces | named | written | jokers if Card(card).known}


# ---- What the page is ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", keys())
def test_an_evening_of_each_game_is_one_whole_page_with_a_table_at_each_line(game: str) -> None:
    text = page_of(played(game))
    page = Page(text)
    whole_in_itself(page)
    frames = list(frames_of(effective(played(game).log)))
    ids = page.ids()
    assert [name for name in ids if "-line-" in name] == [f"hand-{one.hand}-line-{one.line}" for one in frames]
    shown = tables(text)
    assert len(shown) == len(frames)
    for frame, pieces in zip(frames, shown, strict=True):
        drawn = re.findall(r"<([A-Z0-9?][a-z?])>", "".join(pieces))
        cards = [card for place in (*frame.scene.hands, *frame.scene.rows) for card in place.cards]
        assert sorted(drawn) == sorted(map(str, cards))


def test_a_long_evening_keeps_of_each_step_what_changes() -> None:
    few, many = (len(page_of(played("court_piece", hands))) for hands in (4, 24))
    assert (many - few) / 20 < 35_000


def test_a_hand_is_drawn_when_its_piece_of_the_page_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a page of a long evening is never held whole."""
    drawn: list[str] = []

    def drawing(scene: Scene, *args: Any, **given: Any) -> list[Markup]:
        drawn.append(scene.title)
        return table.pieces(scene, *args, **given)

    monkeypatch.setattr(replay, "pieces", drawing)
    steps = [Step(number, number // 9, "x", Scene(title=f"hand {number // 9}")) for number in range(9, 900)]
    evening = Evening(
        "Game", "", ("Ann",), "all", 0, "points", 1, steps, session(simulate(Setup(game="court_piece"), hands=0))
    )
    pieces = replay.replay(evening)
    assert next(piece for piece in pieces if "hand 1" in piece)
    assert len(set(drawn)) < 20
    assert sum(1 for _ in pieces) > 9
    assert len(set(drawn)) == 99


def as_read(text: str) -> str:
    """A text without its tags and spaces: where a page breaks lines is no matter."""
    return re.sub(r"<[^>]*>|\s", "", unescape(text))


def test_findings_tell_players_and_cards_as_people_do() -> None:
    text = page_of(read_log(SAMPLES / "dou_dizhu" / "wrong_first_bidder_found_later.jsonl"))
    (told, *_) = re.findall(r'<p class="finding.*?</p>', text, re.DOTALL)
    assert "bob passes" in told
    assert "A♦</span> on line 3" in told
    assert ' <span class="soft">DZ-8.1, of ' in told


# ---- What it hides -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("viewer", [PUBLIC, 1])
def test_what_a_viewer_may_not_know_is_not_in_the_page(game: str, viewer: int) -> None:
    read = played(game, 1)
    copy = redacted_copy(read, viewer)
    written = " ".join(str(redact(event, viewer)) for _, event in read.log.events)
    may = set(re.findall(r"[A2-9TJQKX][cdhsbr](?=')", written))
    for frame in frames_of(effective(copy.log)):
        may |= {str(card) for place in (*frame.scene.hands, *frame.scene.rows) for card in place.cards if card.known}
        may |= set(re.findall(r"[A2-9TJQKX][cdhsbr]", f"{frame.scene.facts} {frame.scene.says}"))
    for hindsight in (False, True):
        assert cards_told(page_of(copy, hindsight=hindsight)) <= may


# ---- Hindsight -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", keys())
def test_hindsight_tells_no_card_that_a_hand_did_not_have(game: str) -> None:
    log = effective(played(game, 1).log)
    truth = [frame.scene for frame in frames_of(log)]
    public = redact_log(log, PUBLIC, "public")
    then = [frame.scene for frame in frames_of(public)]
    after = with_hindsight([(event, scene) for (_, event), scene in zip(public.events, then, strict=True)])
    more = 0
    for true, seen, told in zip(truth, then, after, strict=True):
        for hand, before, held in zip(true.hands, seen.hands, told.hands, strict=True):
            assert set(held.cards) <= set(hand.cards)
            assert len(held.cards) + held.unknown == len(before.cards) + before.unknown
            more += len(held.cards) - len(before.cards)
    if game in {"court_piece", "pluck", "tresette", "big_two", "spinado"}:
        assert more > len(truth)  # most cards are played in the end


def test_a_view_with_hindsight_shows_what_came_to_light_and_says_so() -> None:
    copy = redacted_copy(played("court_piece", 1), PUBLIC)
    then, after = page_of(copy), page_of(copy, hindsight=True)
    assert "Shown is what everybody at the table saw." in then
    assert "each hand with the cards of it that came to light later" in after
    faces = [
        sum(len(re.findall("<[A-Z0-9][a-z]>", "".join(pieces))) for pieces in tables(text)) for text in (then, after)
    ]
    assert faces[1] > 2 * faces[0]


# ---- Findings ------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize(
    "sample",
    [
        "court_piece/revoke_found_later",
        "court_piece/contradictory_cards",
        "big_two/wrong_opener_found_later",
        "calabrasella/named_card_kept_found_later",
        "last_one/missed_call_found_at_the_next_act",
        "dou_dizhu/wrong_first_bidder_found_later",
    ],
)
def test_each_finding_is_marked_where_it_was_done_and_where_it_is_proven(sample: str) -> None:
    read = read_log(SAMPLES / f"{sample}.jsonl")
    page = Page(page_of(read))
    whole_in_itself(page)
    marked = {one["id"].rpartition("-")[2]: one.get("data-about", "") for one in page.all("li")}
    findings = audit(effective(read.log)).findings
    assert findings
    for found in findings:
        for line in {found.at, found.found_at} & {line for line, _ in read.log.events}:
            assert found.kind in marked[str(line)].split()
    told = as_read(page_of(read))
    for found in findings:
        players = dict(enumerate(read.log.header.seats))
        assert as_read(cards_in(with_names(found.says, players.get))) in told
        assert found.clause in told


# ---- Who is named in it --------------------------------------------------------------------------------------------------

NASTY = "</script><script>alert(1)</script><img src=x onerror=alert(2)>'\"&<Qs>`\u202e\x1b]0;x\x07\n<!--"


@pytest.mark.parametrize("game", ["court_piece", "pop", "calabrasella", "trente_et_quarante"])
def test_no_name_breaks_out_of_the_page(game: str) -> None:
    log = simulate(Setup(game=game, seed=7), hands=1)
    seats = tuple(f"{NASTY}{seat}" for seat in range(len(log.header.seats)))
    data = sealed_bytes(
        type(log.header)(
            **{**{name: getattr(log.header, name) for name in log.header.__struct_fields__}, "seats": seats}
        ),
        [event for _, event in log.events],
    )
    text = page_of(read_bytes(data, game))
    page = Page(text)
    whole_in_itself(page)
    usual = Page(page_of(played(game, 1)))
    assert len(page.all("script")) == len(usual.all("script"))
    assert not page.all("img")
    assert not {"\u202e", "\x1b", "\x07"} & set(text)
    plain = [[re.findall(r"<([A-Z0-9?#][a-z?#])>", piece) for piece in pieces] for pieces in tables(text)]
    assert plain == [
        [re.findall(r"<([A-Z0-9?#][a-z?#])>", piece) for piece in pieces] for pieces in tables(page_of(played(game, 1)))
    ]


def test_steps_of_one_hand_stand_in_one_part() -> None:
    text = page_of(played("court_piece"))
    titles = [one["data-title"] for tag, one in Page(text).elements if tag == "section" and "data-title" in one]
    assert all(one != other for one, other in pairwise(titles))
    assert len(titles) == len(courses(text))


def test_a_date_that_is_no_day_is_left_out() -> None:
    header, *rest = (SAMPLES / "court_piece" / "full_hand.jsonl").read_text().splitlines()
    for at in ("2013-02-28", "2013-99-01"):
        lines = [json.dumps({**json.loads(header), "at": at}), *(line for line in rest if '"sealed"' not in line), ""]
        page = page_of(read_bytes("\n".join(lines).encode()))
        assert ("28 February 2013" in page) == (at == "2013-02-28")
