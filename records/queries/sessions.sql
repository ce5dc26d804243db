-- title: Sessions: a row for each log in the archive
-- param game: only this game
-- param player: only sessions this person sat down at
-- param since: from this day on
-- param until: up to and with this day
-- column log: its id
-- column game: the key of the game
-- column day: the day it was played
-- column players: who sat down, in table order, then who joined
-- column hands: hands that began
-- column unknown: hands that ended without a result that can be told
-- column findings: breaches, contradictions and testimony in it
-- column closed: whether the session was closed
-- column lines: lines of the log
-- chart: bars of hands by day and players
WITH chosen AS (
  SELECT * FROM logs
  WHERE ($game IS NULL OR game = $game) AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
    AND ($player IS NULL OR log IN (SELECT s.log FROM seats s JOIN players p USING (player) WHERE p.person = $player))
), seated AS (
  SELECT log, string_agg(name, ' ' ORDER BY first) AS players
  FROM (
    SELECT s.log, p.person, p.name, min(s.line::BIGINT * 256 + s.seat) AS first
    FROM chosen JOIN seats s USING (log) JOIN players p ON p.player = s.player GROUP BY ALL
  ) GROUP BY log
), untold AS (
  SELECT s.log, count(DISTINCT s.hand) AS hands FROM chosen JOIN scores s USING (log) WHERE s.points IS NULL GROUP BY s.log
), found AS (
  SELECT f.log, count(*) AS findings FROM chosen JOIN findings f USING (log) WHERE f.kind <> 'note' GROUP BY f.log
)
SELECT l.log, l.game, l.day, s.players, l.hands, coalesce(u.hands, 0) AS unknown, coalesce(f.findings, 0) AS findings, l.closed, l.lines
FROM chosen l LEFT JOIN seated s USING (log) LEFT JOIN untold u USING (log) LEFT JOIN found f USING (log)
ORDER BY l.day NULLS FIRST, l.moment NULLS FIRST, l.src, l.game, l.log
-- hands
SELECT game, day, log, hand, player, points, won
FROM results
WHERE ($game IS NULL OR game = $game) AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
  AND ($player IS NULL OR player_id = $player)
ORDER BY time_order, seat
