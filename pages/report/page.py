"""The file of a report: what was gathered, filled into the templates, with its charts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from upcard.pages.cards import face, symbols
from upcard.pages.document import document
from upcard.pages.report import charts
from upcard.pages.report.drawing import Drawing, drawn
from upcard.pages.report.gathering import Figure, Gathered, OfGame
from upcard.pages.table import cards_in, table
from upcard.pages.templating import Markup, filled

MOST_CURVES: Final = len(charts.SERIES)
"""So many lines can be told apart in one chart: those of the people who played most."""

MOST_RATED: Final = 20
"""So many ratings are shown."""


def page(
    told: Gathered,
    drawings: Mapping[str, Sequence[Drawing]],
    *,
    with_charts: bool = True,
    replays: Mapping[str, str] | None = None,
) -> str:
    """The report as one HTML file. drawings: the notable hands, by the place of their game; with_charts: False where there is no library
    that draws curves; replays: the addresses of pages that replay a session, by its log.
    """
    cards = [card for some in drawings.values() for one in some for card in one.cards]
    cards += [card for game in told.games for breach in game.breaches for found in breach.found for card in found.cards]
    body = filled(
        "report.html",
        told=told,
        ratings={game.place: _ratings(game) for game in told.games} if with_charts else {},
        curves={game.place: _curves(game) for game in told.games} if with_charts else {},
        drawings=drawings,
        curved=partial(_figure_curves, with_charts=with_charts),
        replays=replays or {},
        face=face,
        table=partial(table, with_symbols=False),
        cards_in=cards_in,
        sentence=_sentence,
        symbols=symbols(cards) if cards else Markup(),
    )
    return "".join(document(told.scope.title, [body], styles=("table", "report")))


def _sentence(says: str, game: OfGame) -> Markup:
    """What a rule says as a sentence, with the cards as people write them."""
    whole = says.rstrip(".") + "."
    return cards_in(whole[0].upper() + whole[1:], game.people)


def drawings_of(told: Gathered) -> dict[str, list[Drawing]]:
    """The notable hands of each game, by its place."""
    return {
        game.place: [
            made
            for number, one in enumerate(game.notable, start=1)
            if (
                made := drawn(
                    told.judging(one.log),
                    one.hand,
                    one.names,
                    place=f"{game.place}n{number}",
                    title=one.title,
                    to=one.to,
                    why=one.why,
                )
            )
        ]
        for game in told.games
    }


def _curves(game: OfGame) -> Markup:
    """The scores of those who played most, if they are not all one and the same."""
    order = shown_in_curves(game)
    if len({point.value for point in game.curves if point.series in order}) < 2:
        return Markup()
    down = game.game.best == "least"
    return charts.drawn(
        f"{game.measured}, {game.along} by {game.along}",
        charts.curves,
        game.curves,
        order,
        down=down,
        title=game.measured,
        across=game.along,
    )


def _figure_curves(figure: Figure, *, with_charts: bool) -> Markup:
    """The curves of a question: of those that have most points."""
    if not figure.points or not with_charts:
        return Markup()
    dots = Counter(point.series for point in figure.points)
    order = [name for name, _ in dots.most_common(MOST_CURVES)]
    return charts.drawn(
        figure.title,
        charts.curves,
        figure.points,
        order,
        down=False,
        title=figure.shows.partition(":")[0],
        across="",
    )


def _ratings(game: OfGame) -> Markup:
    """How strong each is, and how that went."""
    if not game.ratings:
        return Markup()
    points = game.ratings[:MOST_RATED]
    made = charts.drawn(
        "ratings", charts.intervals, points, title="rating, and within which bounds it lies 19 times of 20"
    )
    if len({point.at for point in game.rating_curves}) > 1:
        there = Counter(point.series for point in game.rating_curves)
        most = {name for name, _ in there.most_common(MOST_CURVES)}
        order = [point.series for point in points if point.series in most]
        some = [point for point in game.rating_curves if point.series in order]
        if some:
            told = charts.drawn("ratings by day", charts.curves, some, order, down=False, title="rating")
            made += told
    return made


def shown_in_curves(game: OfGame) -> list[str]:
    """Whose curves are drawn: of those who are ranked the ones who played most, in the order of the standings."""
    ranked = [row.player.text for row in game.standings]
    dots = Counter(point.series for point in game.curves if point.series in ranked)
    most = {name for name, _ in dots.most_common(MOST_CURVES)}
    return [name for name in ranked if name in most]
