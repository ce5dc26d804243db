"""What a report is asked for, as the parameters of questions, with a title."""

from datetime import date
from typing import Final, NamedTuple

from upcard.engine.game import find
from upcard.pages.report.gathering import Scope
from upcard.pages.report.numbers import day_in_words
from upcard.records.archive.archive import Archive
from upcard.records.archive.connecting import Connection
from upcard.records.archive.fetching import find_log
from upcard.records.archive.played import is_day_of_play, known_of, latest_day
from upcard.records.archive.who import whose
from upcard.records.questions import season, the_day
from upcard.schemas.errors import UsageError

LEAST: Final = 10
"""So many hands somebody has to have played to be ranked in a season, if nothing else is asked for."""


class Asked(NamedTuple):
    """What was asked for: at most one of a session (its id, the beginning of it, or a day) and a season; a person; a game."""

    session: str | None = None
    player: str | None = None
    game: str | None = None
    since: str | None = None
    until: str | None = None
    season: str | None = None
    begins: int | None = None
    least: int | None = None


def scope_of(archive: Archive, asked: Asked) -> Scope:
    """The scope that is asked for; with nothing asked for the last evening of the archive. Raises `UsageError` where it has nothing."""
    with archive.reading() as connection:
        params: dict[str, str] = {} if asked.game is None else {"game": find(asked.game).key}
        titles = [] if asked.game is None else [find(asked.game).title]
        name = ""
        if asked.player is not None:
            someone = whose(connection, asked.player)
            params["player"] = someone.person
            name = someone.name
            titles.insert(0, someone.name)
        if asked.season is not None:
            if asked.session is not None or asked.since is not None or asked.until is not None:
                raise UsageError(
                    "wanted one of a session, --season, and --since or --until", hint="each says which days"
                )
            params |= dict(zip(("since", "until"), season(asked.season, asked.begins), strict=True))
            kind = "season"
            titles.append(f"season {asked.season}")
        elif asked.since is not None or asked.until is not None:
            first, last = (None if text is None else the_day(text) for text in (asked.since, asked.until))
            params |= {key: day.isoformat() for key, day in (("since", first), ("until", last)) if day is not None}
            kind = "season"
            titles.append(_between(first, last))
        elif asked.session is not None or asked.player is None:
            kind = "evening"
            found, title = _evening(connection, asked.session, params.get("game"))
            params |= found
            titles.append(title)
        else:
            kind = "season"
        if asked.least is not None or (kind == "season" and not name):
            params["least"] = str(asked.least or LEAST)
        title = ", ".join(titles)
        title = title if name else title[:1].upper() + title[1:]
        return Scope(kind="player" if name and kind == "season" else kind, title=title, asked=params, player=name)


def _between(since: date | None, until: date | None) -> str:
    first, last = (None if day is None else day_in_words(day) for day in (since, until))
    return f"{first} to {last}" if first and last else f"from {first}" if first else f"until {last}"


def _evening(connection: Connection, text: str | None, game: str | None) -> tuple[dict[str, str], str]:
    """The parameters and the title of a session or a day; of the last day, if none is named."""
    if text is None:
        day = latest_day(connection, game)
        if day is None:
            raise UsageError("of which session?", hint="upcard sessions lists them; --season or --player tell of many")
        return {"since": day.isoformat(), "until": day.isoformat()}, day_in_words(day)
    if _is_day(text) and is_day_of_play(connection, text):
        return {"since": text, "until": text}, day_in_words(date.fromisoformat(text))
    log = find_log(connection, text)
    key, day, original = known_of(connection, log)
    if original is not None:
        raise UsageError(f"session {log} is a redacted copy", hint=f"its hands count once: upcard report {original}")
    title = find(key).title if game is None else ""
    return {"log": log}, ", ".join(one for one in (title, day_in_words(day) if day else f"session {log[:8]}") if one)


def _is_day(text: str) -> bool:
    try:
        return len(text) == len("2026-11-20") and bool(date.fromisoformat(text))
    except ValueError:
        return False
