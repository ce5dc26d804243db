-- title: Sessions: a row for each log in the archive
-- param game: only this game
-- param player: only sessions this person sat down at
-- param since: from this day on
-- param until: up to and with this day
-- column log: its id
-- column game: the key of the game
-- column day: the day it was played
-- column players: who sat down, in table order
-- column hands: hands that began
-- column unknown: hands that ended without a result that can be told
-- column findings: breaches, contradictions and testimony in it
-- column closed: whether the session was closed
-- column lines: lines of the log
SELECT l.log, l.game, l.day,
       (SELECT string_agg(coalesce(p.name, s.player), ' ' ORDER BY s.seat) FROM seats s LEFT JOIN players p USING (player) WHERE s.log = l.log) AS players,
       l.hands,
       (SELECT count(DISTINCT s.hand) FROM scores s WHERE s.log = l.log AND s.points IS NULL) AS unknown,
       coalesce(f.findings, 0) AS findings,
       l.closed, l.lines
FROM logs l LEFT JOIN (SELECT log, count(*) AS findings FROM findings WHERE kind <> 'note' GROUP BY ALL) f USING (log)
WHERE ($game IS NULL OR l.game = $game) AND ($since IS NULL OR l.day >= $since::DATE) AND ($until IS NULL OR l.day <= $until::DATE)
  AND ($player IS NULL OR l.log IN (SELECT s.log FROM seats s LEFT JOIN players p USING (player) WHERE $player IN (s.player, p.name, p.person)))
ORDER BY l.day NULLS FIRST, l.began, l.src, l.game, l.log
-- hands
SELECT game, day, log, hand, player, points, won
FROM results
WHERE ($game IS NULL OR game = $game) AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
  AND ($player IS NULL OR player = $player OR player_id = $player)
ORDER BY time_order, seat
