-- title: Head to head: two people in the hands they both played, on different sides
-- param player: one of the two; all, if none is named
-- param game: only this game
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game
-- column player: one of the two
-- column against: the other
-- column hands: hands both played that count, and not won by both
-- column won: hands the first won
-- column lost: hands the other won
-- column unknown: hands in which who won cannot be told of one of them
-- column points: points of the first in hands whose points are known for both
-- column points_against: points of the other in the same hands
SELECT a.game, a.player, b.player AS against, count(*) AS hands,
       count(*) FILTER (a.won) AS won, count(*) FILTER (b.won) AS lost,
       count(*) FILTER (a.won IS NULL OR b.won IS NULL) AS unknown,
       (sum(a.points) FILTER (b.points IS NOT NULL))::BIGINT AS points,
       (sum(b.points) FILTER (a.points IS NOT NULL))::BIGINT AS points_against
FROM results a JOIN results b USING (log, hand)
WHERE a.player_id <> b.player_id AND coalesce(NOT (a.won AND b.won), true) AND ($game IS NULL OR a.game = $game)
  AND (CASE WHEN $player IS NULL THEN a.player < b.player ELSE $player IN (a.player, a.player_id) END)
  AND ($since IS NULL OR a.day >= $since::DATE) AND ($until IS NULL OR a.day <= $until::DATE)
GROUP BY a.game, a.player, b.player
ORDER BY a.game, hands DESC, a.player, against
-- hands
SELECT a.game, a.day, a.log, a.hand, a.player, b.player AS against, a.points, b.points AS points_against, a.won, b.won AS lost
FROM results a JOIN results b USING (log, hand)
WHERE a.player_id <> b.player_id AND coalesce(NOT (a.won AND b.won), true) AND ($game IS NULL OR a.game = $game)
  AND (CASE WHEN $player IS NULL THEN a.player < b.player ELSE $player IN (a.player, a.player_id) END)
  AND ($since IS NULL OR a.day >= $since::DATE) AND ($until IS NULL OR a.day <= $until::DATE)
ORDER BY a.time_order, a.player, against
