"""The drawn table: everything of a scene stands in it, and nothing else."""

import re

import pytest

from tests.pages.reading import Page, whole_in_itself
from upcard.cli.frames import frames_of
from upcard.engine.game import keys
from upcard.engine.scene import Hand, Row, Scene
from upcard.engine.simulate import Setup, simulate
from upcard.pages.cards import card_name
from upcard.pages.document import document
from upcard.pages.table import cards_in, cards_of_scene, table
from upcard.schemas.cards import Card


@pytest.mark.parametrize("game", keys())
def test_what_a_scene_has_is_drawn(game: str) -> None:
    for step, frame in enumerate(frames_of(simulate(Setup(game=game, seed=5), hands=1))):
        if step % 17:
            continue
        scene = frame.scene
        page = Page("".join(document(scene.title, [table(scene, bottom=1)], styles=["table"])))
        whole_in_itself(page)
        shown = [one["aria-label"] for one in page.all("svg") if one.get("role") == "img"]
        faces = [name for name in shown if name != "face down"]
        assert sorted(faces) == sorted(map(card_name, cards_of_scene(scene)))
        text = " ".join(part for parts in page.texts.values() for part in parts)
        for hand in scene.hands:
            assert hand.player in text
            assert all(mark in text for mark in hand.marks)
            assert all(value in text for _, value in hand.scores)
        assert all(row.title in text for row in scene.rows if row.cards or row.unknown)
        assert all(name in text and value in text for name, value in scene.pots)
        assert scene.says in text


def test_cards_not_seen_are_backs_or_told_as_a_number() -> None:
    hands = (
        Hand(seat=0, player="ann", unknown=3),
        Hand(seat=1, player="bob", unknown=20),
        Hand(seat=2, player="", unknown=1, most=4),
    )
    drawn = table(Scene(title="Any", hands=hands, rows=(Row(title="Stock", unknown=5),)))
    assert drawn.count('aria-label="face down"') == 3 + 1 + 1 + 5
    assert "20 not seen" in drawn
    assert "1 to 4 not seen" in drawn
    assert "seat 2" in drawn


def test_a_set_on_the_table_says_whose_it_is() -> None:
    hands = tuple(Hand(seat=seat, player=name) for seat, name in enumerate(("ann", "bob")))
    pair = Row(title="On the table: pair of nines", cards=(Card("9s"), Card("9c")), seats=(1, 1))
    assert "pair of nines, of <bdi>bob</bdi></h3>" in table(Scene(title="Any", hands=hands, rows=(pair,)))


def test_names_stay_text() -> None:
    nasty = '<img src=x onerror="alert(1)">\u202e'
    scene = Scene(
        title="Any",
        facts=(("named by", nasty),),
        hands=(Hand(seat=0, player=nasty), Hand(seat=1, player="Qs")),
        rows=(Row(title=f"{nasty}'s display", cards=(Card("Qs"), Card("??")), seats=(0, 1)),),
        pots=((nasty, "1"),),
        says=nasty,
    )
    page = Page("".join(document("Any", [table(scene)], styles=["table"])))
    whole_in_itself(page)
    assert not page.all("img")


def test_cards_in_a_fact_are_told_as_people_write_them_but_for_names() -> None:
    assert (
        re.sub("<[^>]+>", "", cards_in("Ts, from Ac; Xr; 3 of 7s, As", {"Ac", "As"}))
        == "10♠, from Ac; red joker; 3 of 7♠, As"
    )
