-- title: Head to head: two people in the hands they both played, on different sides
-- param player: one of the two; all, if none is named
-- param game: only this game
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game
-- column player: one of the two
-- column against: the other
-- column hands: hands that count and both played against each other: not on one side, nor won by both
-- column won: hands the first won
-- column lost: hands the other won
-- column unknown: hands in which who won cannot be told of one of them
-- column points: points of the first in hands whose points are known for both
-- column points_against: points of the other in the same hands
-- chart: bars of won by player and against
SELECT m.game, a.name AS player, b.name AS against, sum(m.hands)::BIGINT AS hands,
       sum(m.won)::BIGINT AS won, sum(m.lost)::BIGINT AS lost, sum(m.unknown)::BIGINT AS unknown,
       sum(m.points)::BIGINT AS points, sum(m.points_against)::BIGINT AS points_against
FROM (
  SELECT game, player, against, sum(hands) AS hands, sum(won) AS won, sum(lost) AS lost, sum(unknown) AS unknown,
         sum(points) AS points, sum(points_against) AS points_against
  FROM meetings
  WHERE ($game IS NULL OR game = $game) AND ($log IS NULL OR log = $log)
    AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
    AND log NOT IN (SELECT log FROM copies)
  GROUP BY ALL
) m JOIN players a USING (player) JOIN players b ON b.player = m.against
WHERE a.person <> b.person
  AND (CASE WHEN $player IS NULL THEN row(a.name, a.person) < row(b.name, b.person) ELSE a.person = $player END)
GROUP BY m.game, a.name, a.person, b.name, b.person
ORDER BY m.game, hands DESC, a.name, against, a.person, b.person
-- hands
SELECT a.game, a.day, a.log, a.hand, a.player, b.player AS against, a.points, b.points AS points_against, a.won, b.won AS lost
FROM results a JOIN results b USING (log, hand)
WHERE a.player_id <> b.player_id AND coalesce(a.side <> b.side, NOT (a.won AND b.won), true) AND ($game IS NULL OR a.game = $game) AND ($log IS NULL OR a.log = $log)
  AND (CASE WHEN $player IS NULL THEN row(a.player, a.player_id) < row(b.player, b.player_id) ELSE a.player_id = $player END)
  AND ($since IS NULL OR a.day >= $since::DATE) AND ($until IS NULL OR a.day <= $until::DATE)
ORDER BY a.time_order, a.player, against, a.seat, b.seat
