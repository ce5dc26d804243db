"""The tables of the archive, with a comment on each, and the views that people query."""

from typing import Final

ARCHIVE_VERSION: Final = 26
"""An archive of another version is made anew from its log store by `upcard rebuild`."""

TABLES: Final[dict[str, tuple[str, dict[str, tuple[str, str]]]]] = {
    "meta": ("What the archive is.", {"key": ("VARCHAR", "a name"), "value": ("VARCHAR", "its value")}),
    "words": (
        "What the blobs of a game are compressed with.",
        {"game": ("VARCHAR", "the key of the game"), "words": ("BLOB", "the words")},
    ),
    "games": (
        "A row a game of which there are logs: what its points are, and what ranks players.",
        {
            "game": ("VARCHAR", "the key of the game"),
            "title": ("VARCHAR", "its name"),
            "unit": ("VARCHAR", "what a score counts, in the plural: points, chips, courts"),
            "best": ("VARCHAR", "which score is the best: most or least"),
            "measure": ("VARCHAR", "what ranks players: points_per_hand or won_rate"),
            "contest": ("VARCHAR", "who plays against whom: each against all others, sides, or each against the bank"),
        },
    ),
    "logs": (
        "A row a log: one session of one game at one table.",
        {
            "log": ("VARCHAR", "its id"),
            "game": ("VARCHAR", "the key of the game"),
            "day": ("DATE", "the day it was played on, if it is known"),
            "began": ("VARCHAR", "the time in its header, as written"),
            "moment": ("TIMESTAMP", "the same in UTC, if it is a time of the day"),
            "place": ("VARCHAR", "where it was played"),
            "preset": ("VARCHAR", "the preset of house rules"),
            "options": ("VARCHAR", "the options of the header, as JSON"),
            "source": ("VARCHAR", "what it was made from"),
            "derived_from": ("VARCHAR", "the log it is a redacted copy of"),
            "viewer": ("INTEGER", "for which seat it was redacted; -1 is the public"),
            "src": ("BIGINT", "the first line of the paper or file that its events were taken from"),
            "lines": ("INTEGER", "lines of the log, header and seals included"),
            "sha256": ("VARCHAR", "digest that a seal on the next line would hold"),
            "hands": ("INTEGER", "hands that began"),
            "numbered": ("INTEGER", "the number of its last hand; larger where hands were missed"),
            "events": ("INTEGER", "events in force"),
            "closed": ("BOOLEAN", "whether the session was closed"),
        },
    ),
    "seats": (
        "Who sat where when the log opened, and who joined later.",
        {
            "log": ("VARCHAR", "the log"),
            "line": ("INTEGER", "the line it is told on; 1: the header"),
            "seat": ("UTINYINT", "the seat, from 0"),
            "player": ("VARCHAR", "player id; empty where nobody sat"),
            "name": ("VARCHAR", "the name in the header, if there is one"),
        },
    ),
    "hands": (
        "A row a hand. first_line, last_line: its lines in the log.",
        {
            "log": ("VARCHAR", "the log"),
            "hand": ("INTEGER", "its number in the session, from 1"),
            "game": ("VARCHAR", "the key of the game"),
            "day": ("DATE", "the day, if it is known"),
            "first_line": ("INTEGER", "the line after the hand before"),
            "last_line": ("INTEGER", "the line that ended it"),
            "dealer": ("UTINYINT", "the seat that dealt, if known"),
            "trump": ("VARCHAR", "the trump suit, if there is one"),
            "level": ("VARCHAR", "how much is known: full, partial, public, or sheet"),
            "counts": ("BOOLEAN", "false: void or not finished"),
            "ended": ("BOOLEAN", "whether it has an end"),
            "how": (
                "VARCHAR",
                "why it ended, or has no end, as a key: played, void, sheet, cut_off, missed, and those of its game",
            ),
            "says": ("VARCHAR", "the same in words"),
            "blob": ("BLOB", "its lines, and in some the header or the state they are folded on from, compressed"),
        },
    ),
    "scores": (
        "A row a hand and seat that had a part in it. Points and wins are NULL where the record cannot tell.",
        {
            "log": ("VARCHAR", "the log"),
            "hand": ("INTEGER", "the hand"),
            "seat": ("UTINYINT", "the seat"),
            "player": ("VARCHAR", "who sat there then"),
            "game": ("VARCHAR", "the key of the game"),
            "day": ("DATE", "the day, if it is known"),
            "moment": ("TIMESTAMP", "the time in the log's header, in UTC"),
            "src": ("BIGINT", "the first line of the paper or file that the log was taken from"),
            "level": ("VARCHAR", "how much of the hand is known: full, partial, public, or sheet"),
            "counts": ("BOOLEAN", "false: void"),
            "points": ("BIGINT", "points of this hand, in the game's own unit and direction"),
            "won": ("BOOLEAN", "whether the seat, or its side, won the hand"),
            "side": ("TINYINT", "the side it played on; NULL: for itself, or the record cannot tell"),
        },
    ),
    "tricks": (
        "A row a trick.",
        {
            "log": ("VARCHAR", "the log"),
            "hand": ("INTEGER", "the hand"),
            "trick": ("SMALLINT", "its number in the hand"),
            "leader": ("UTINYINT", "the seat that led"),
            "winner": ("UTINYINT", "the seat that won it, if it can be told"),
            "led": ("VARCHAR", "the suit of its first card, if it has one"),
            "cards": ("VARCHAR", "its cards in the order played"),
        },
    ),
    "transfers": (
        "Counters that passed between accounts, as derived from the play.",
        {
            "log": ("VARCHAR", "the log"),
            "hand": ("INTEGER", "the hand"),
            "source": ("VARCHAR", "the account that paid: seat:0, pool:pope, bank"),
            "target": ("VARCHAR", "the account that got it"),
            "amount": ("BIGINT", "how many counters"),
            "why": ("VARCHAR", "for what"),
        },
    ),
    "findings": (
        "What the audit found.",
        {
            "log": ("VARCHAR", "the log"),
            "hand": ("INTEGER", "the hand; 0 if it belongs to none"),
            "kind": ("VARCHAR", "breach, contradiction, testimony, or note"),
            "name": ("VARCHAR", "its short name"),
            "clause": ("VARCHAR", "the clause of the rules page"),
            "says": ("VARCHAR", "in words"),
            "seat": ("UTINYINT", "whose act, if it is known"),
            "player": ("VARCHAR", "who sat there then"),
            "cards": ("VARCHAR", "the cards it is about"),
            "at_line": ("INTEGER", "the line it is about"),
            "found_at": ("INTEGER", "the line that proves it"),
        },
    ),
    "dealt": (
        "A row a hand and seat of which all cards that were dealt to it were written down.",
        {
            "log": ("VARCHAR", "the log"),
            "hand": ("INTEGER", "the hand"),
            "seat": ("UTINYINT", "the seat"),
            "cards": ("VARCHAR", "the cards, with blanks between"),
        },
    ),
    "marks": (
        "What a game counts besides points: who declared, what was bid, pops, bombs, melds. The page of each game names its marks.",
        {
            "log": ("VARCHAR", "the log"),
            "hand": ("INTEGER", "the hand"),
            "seat": ("UTINYINT", "the seat; NULL where it belongs to none, or the record cannot tell"),
            "name": ("VARCHAR", "what is counted"),
            "amount": ("BIGINT", "how much; NULL where there is nothing to count, or the record cannot tell"),
        },
    ),
    "plays": (
        "A row a play: one card, or a set of cards laid in one act. Passes too, with no cards.",
        {
            "log": ("VARCHAR", "the log"),
            "hand": ("INTEGER", "the hand"),
            "line": ("INTEGER", "the line"),
            "seat": ("UTINYINT", "the seat"),
            "act": ("ENUM('played', 'laid', 'claimed', 'passed')", "the event: played, laid, claimed, passed"),
            "cards": ("VARCHAR", "the cards, with blanks between"),
        },
    ),
    "tallies": (
        "Scores summed: a row a log and player. Void hands are left out, so that hands may be 0.",
        {
            "log": ("VARCHAR", "the log"),
            "game": ("VARCHAR", "the key of the game"),
            "day": ("DATE", "the day, if it is known"),
            "player": ("VARCHAR", "who played"),
            "hands": ("INTEGER", "hands played that count"),
            "won": ("INTEGER", "hands won"),
            "decided": ("INTEGER", "hands whose winner is known"),
            "priced": ("INTEGER", "hands whose points are known"),
            "unknown": ("INTEGER", "hands whose points or winner the record cannot tell"),
            "points": ("BIGINT", "points of all hands that are known"),
            "squares": ("HUGEINT", "the sum of the squares of these points"),
        },
    ),
    "meetings": (
        "A row a log and two who played against each other, each way; void hands are left out, and where sides are not told those that both won.",
        {
            "log": ("VARCHAR", "the log"),
            "game": ("VARCHAR", "the key of the game"),
            "day": ("DATE", "the day, if it is known"),
            "player": ("VARCHAR", "one of the two"),
            "against": ("VARCHAR", "the other"),
            "hands": ("INTEGER", "hands both played"),
            "won": ("INTEGER", "hands the first won"),
            "lost": ("INTEGER", "hands the other won"),
            "unknown": ("INTEGER", "hands in which who won cannot be told of one of them"),
            "points": ("BIGINT", "points of the first in hands whose points are known for both"),
            "points_against": ("BIGINT", "points of the other in the same hands"),
        },
    ),
    "runs": (
        "Runs of hands won in a row, over sessions: of those within a day each person's longest a game and day, of those over several days the part of each day. Made anew when rows change; empty if that did not come to its end.",
        {
            "game": ("VARCHAR", "the key of the game"),
            "person": ("VARCHAR", "id of the person"),
            "player": ("VARCHAR", "the name"),
            "run": ("BIGINT", "a number that the parts of a run over several days have in common; 0: within the day"),
            "day": ("DATE", "the day, if it is known; hands without one come before all others"),
            "hands": ("BIGINT", "hands won in a row on that day"),
            "first_log": ("VARCHAR", "the log of the first of them"),
            "first_hand": ("INTEGER", "its hand"),
            "place": ("BIGINT", "sorts runs and their parts by time"),
        },
    ),
    "people": (
        "Which person a player id is. Kept in people.json beside the archive; can be erased there.",
        {
            "player": ("VARCHAR", "player id"),
            "person": ("VARCHAR", "id of the person"),
            "name": ("VARCHAR", "the name"),
        },
    ),
}

FACTS: Final = tuple(name for name in TABLES if name not in {"meta", "words", "games", "people", "runs"})
"""The tables filled from logs, all with a column `log`."""

SUMS: Final = {
    "tallies": """
        SELECT log, game, day, player, count(*) FILTER (counts), count(*) FILTER (counts AND won),
               count(won) FILTER (counts), count(points) FILTER (counts),
               count(*) FILTER (counts AND (points IS NULL OR won IS NULL)), sum(points) FILTER (counts),
               sum(points::HUGEINT * points) FILTER (counts)
        FROM laid_scores GROUP BY ALL""",
    "meetings": """
        SELECT a.log, a.game, a.day, a.player, b.player, count(*), count(*) FILTER (a.won), count(*) FILTER (b.won),
               count(*) FILTER (a.won IS NULL OR b.won IS NULL),
               sum(a.points) FILTER (b.points IS NOT NULL), sum(b.points) FILTER (a.points IS NOT NULL)
        FROM laid_scores a JOIN laid_scores b ON a.log = b.log AND a.hand = b.hand AND a.player <> b.player
        WHERE a.counts AND coalesce(a.side <> b.side, NOT (a.won AND b.won), true) GROUP BY ALL""",
}
"""The tables made of sums over the scores of some logs, which are laid out."""

_RUNS: Final = """
    WITH sessions AS (
      SELECT log, game, day, numbered, row_number() OVER (
        ORDER BY coalesce(day, DATE '0001-01-01'), coalesce(moment, TIMESTAMP '0001-01-01'), coalesce(src, 0), log
      ) << 40 AS session
      FROM logs WHERE {which}
    ), whose AS ( -- numbers for people and games, and for hands in the order of time: cheaper to sort by than names
      SELECT player, game, person, name, dense_rank() OVER (ORDER BY game, person) AS who
      FROM players, (SELECT DISTINCT game FROM logs)
    ), untold AS ( -- hands that were missed, or came to no end: nobody knows who won them
      SELECT log, hand::BIGINT * 256 - ended::INTEGER AS place
      FROM (SELECT log, hand, ended, lag(hand, 1, 0) OVER (PARTITION BY log ORDER BY hand) AS before FROM hands)
      WHERE NOT ended OR hand > before + 1
      UNION ALL
      SELECT log, numbered::BIGINT * 256 + 255
      FROM logs LEFT JOIN (SELECT log, max(hand) AS latest FROM hands GROUP BY log) USING (log)
      WHERE numbered > coalesce(latest, 0)
    ), played AS (
      SELECT who, won, day, place, sum((won IS NOT TRUE)::INTEGER) OVER (PARTITION BY who ORDER BY place) AS run
      FROM (
        SELECT w.who, s.won, l.day, l.session + s.hand::BIGINT * 256 + s.seat AS place
        FROM scores s JOIN sessions l USING (log) JOIN whose w ON w.player = s.player AND w.game = l.game
        WHERE s.counts
        UNION ALL
        SELECT w.who, NULL, NULL, l.session + u.place
        FROM untold u JOIN sessions l USING (log) JOIN seats s USING (log) JOIN whose w ON w.player = s.player AND w.game = l.game
      )
    ), parts AS (
      SELECT *, count(*) OVER (PARTITION BY who, run) > 1 AS parted
      FROM (SELECT who, run, day, count(*) AS hands, min(place) AS place FROM played WHERE won GROUP BY ALL)
    ), longest AS (
      SELECT * FROM parts
      QUALIFY parted OR row_number() OVER (PARTITION BY who, day, parted ORDER BY hands DESC, place) = 1
    )
    SELECT w.game, w.person, w.name, CASE WHEN parted THEN r.run + 1 ELSE 0 END, r.day, r.hands,
           l.log, ((r.place >> 8) & 4294967295)::INTEGER, r.place
    FROM longest r JOIN (SELECT DISTINCT who, game, person, name FROM whose) w USING (who)
         JOIN sessions l ON l.session = r.place >> 40 << 40"""
RUNS: Final = _RUNS.format(which="log NOT IN (SELECT log FROM copies)")
"""The rows of `runs`, made of the hands of all logs. A longest run of some days is the longest of one of them, or goes over
several: shorter ones within a day are never asked for.
"""
RUNS_OF_ONE: Final = _RUNS.format(which="log = $log AND log NOT IN (SELECT log FROM copies)")
"""The same of the hands of one log."""

VIEWS: Final[dict[str, tuple[str, dict[str, str], str]]] = {
    "copies": (
        """Logs that are redacted copies of a log which is here as well, or of which another copy is here, that of a seat before
        that of the public: their hands are not counted twice. Of logs that are said to be copies of one another one counts.""",
        {"log": "the copy", "derived_from": "the log it is a copy of"},
        """WITH RECURSIVE derived AS (
          SELECT log, derived_from, row_number() OVER (PARTITION BY derived_from ORDER BY coalesce(viewer, -1) < 0, log) AS nth
          FROM logs WHERE derived_from <> log
        ), jumps AS (
          SELECT log, derived_from AS origin, log AS least, 1::BIGINT AS steps FROM derived UNION ALL
          SELECT a.log, b.origin, least(a.least, b.least), a.steps * 2 FROM jumps a JOIN jumps b ON b.log = a.origin
          WHERE a.steps < (SELECT count(*) FROM derived)
        ), rings AS (
          SELECT log, origin, least FROM jumps WHERE steps >= (SELECT count(*) FROM derived)
        )
        SELECT log, derived_from FROM derived WHERE (nth > 1 OR derived_from IN (SELECT log FROM logs))
        AND log NOT IN (SELECT log FROM rings WHERE least = log AND log IN (SELECT origin FROM rings))""",
    ),
    "players": (
        "Every player id with the person it stands for: itself, unless it was merged.",
        {
            "player": "player id",
            "person": "id of the person",
            "name": "the name, with the id of the person behind it where others are called so too, or have it for an id",
            "called": "the name given here, else the last that a header gives, else the id of the person",
        },
        """WITH ids AS (
          SELECT player, person, coalesce(given, max(called) FILTER (player = person) OVER whose, max(called) OVER whose, person) AS called
          FROM (
            SELECT player, coalesce(any_value(p.person), player) AS person, any_value(p.name) AS given, any_value(c.name) AS called
            FROM (SELECT DISTINCT player FROM tallies UNION SELECT DISTINCT player FROM seats)
            LEFT JOIN people p USING (player)
            LEFT JOIN (
              SELECT s.player, max_by(s.name, row(coalesce(l.day, DATE '0001-01-01'), coalesce(l.moment, TIMESTAMP '0001-01-01'), s.log)) AS name
              FROM seats s JOIN logs l USING (log) WHERE s.name <> '' GROUP BY s.player
            ) c USING (player) WHERE player <> '' GROUP BY player
          ) WINDOW whose AS (PARTITION BY person)
        )
        SELECT player, person, CASE WHEN called <> person AND (
            min(person) OVER alike <> max(person) OVER alike OR other IS NOT NULL
            OR regexp_extract(called, ' \\(([^()]+)\\)$', 1) IN (SELECT person FROM ids)
          ) THEN called || ' (' || person || ')' ELSE called END AS name, called
        FROM ids LEFT JOIN (SELECT player AS id, person AS other FROM ids) ON id = called AND other <> person
        WINDOW alike AS (PARTITION BY called)""",
    ),
    "results": (
        "A row a hand and player: who, what, when, points and won. Void hands are left out, and copies.",
        {
            "game": "the key of the game",
            "day": "the day, if it is known",
            "log": "the log",
            "hand": "the hand",
            "seat": "the seat",
            "player_id": "id of the person",
            "player": "the name, as the view players has it",
            "points": "points of this hand, in the game's own unit and direction; NULL where the record cannot tell",
            "won": "whether the seat, or its side, won the hand; NULL where the record cannot tell",
            "side": "the side it played on; NULL: for itself, or the record cannot tell",
            "level": "how much of the hand is known: full, partial, public, or sheet",
            "time_order": "sorts by time: day, moment, line of the sheet, log, hand",
        },
        """SELECT s.game, s.day, s.log, s.hand, s.seat, p.person AS player_id, p.name AS player, s.points, s.won, s.side, s.level,
        row(coalesce(s.day, DATE '0001-01-01'), coalesce(s.moment, TIMESTAMP '0001-01-01'), coalesce(s.src, 0), s.log, s.hand) AS time_order
        FROM scores s JOIN players p USING (player) WHERE s.counts AND s.log NOT IN (SELECT log FROM copies)""",
    ),
    "counts": (
        "What a game counts of a hand besides points, with the person it belongs to: a row a hand, player and mark of its `marks`. Void hands are left out, and copies.",
        {
            "game": "the key of the game",
            "day": "the day, if it is known",
            "log": "the log",
            "hand": "the hand",
            "player_id": "id of the person",
            "player": "the name, as the view players has it",
            "points": "points of this hand; NULL where the record cannot tell",
            "won": "whether the seat, or its side, won the hand; NULL where the record cannot tell",
            "time_order": "sorts by time, as in the view results",
            "seat": "the seat",
            "name": "what is counted",
            "told": "whether the record tells it: false for each at the table where it does not",
            "amount": "how much, where there is anything to count",
        },
        """SELECT r.game, r.day, r.log, r.hand, r.player_id, r.player, r.points, r.won, r.time_order, r.seat, m.name,
               m.seat IS NOT NULL AS told, m.amount
        FROM marks m JOIN results r ON m.log = r.log AND m.hand = r.hand
             AND (m.seat = r.seat OR (m.seat IS NULL AND m.amount IS NULL))""",
    ),
    "breaches": (
        "Findings with the game, the day, and the player by name; those of `copies` are left out.",
        {
            "game": "the key of the game",
            "day": "the day, if it is known",
            **{name: says for name, (_, says) in TABLES["findings"][1].items() if name != "player"},
            "player_id": "id of the person who sat there then",
            "player": "the name, as the view players has it",
        },
        """SELECT h.game, h.day, f.* EXCLUDE (player), p.person AS player_id, p.name AS player
        FROM findings f JOIN logs h USING (log) LEFT JOIN players p USING (player)
        WHERE f.log NOT IN (SELECT log FROM copies)""",
    ),
}

_AS_IT_IS: Final = {"BLOB": " USING COMPRESSION uncompressed"}
"""What is compressed already is not tried again: that took half the time of a checkpoint, and saved nothing."""


def statements() -> list[str]:
    """All that makes an empty archive."""
    made = []
    for table, (says, columns) in TABLES.items():
        listed = ", ".join(f"{name} {kind}{_AS_IT_IS.get(kind, '')}" for name, (kind, _) in columns.items())
        made.append(f"CREATE TABLE {table} ({listed})")
        made.append(f"COMMENT ON TABLE {table} IS '{quoted(says)}'")
        made += [f"COMMENT ON COLUMN {table}.{name} IS '{quoted(text)}'" for name, (_, text) in columns.items()]
    for view, (says, meanings, query) in VIEWS.items():
        made.append(f"CREATE VIEW {view} AS {query}")
        made.append(f"COMMENT ON VIEW {view} IS '{quoted(says)}'")
        made += [f"COMMENT ON COLUMN {view}.{name} IS '{quoted(text)}'" for name, text in meanings.items()]
    made.append(f"INSERT INTO meta VALUES ('version', '{ARCHIVE_VERSION}')")  # noqa: S608 - names and texts of ours
    return made


def quoted(text: str) -> str:
    """A text inside single quotes."""
    return text.replace("'", "''")
