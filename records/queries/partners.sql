-- title: Partners: two people in the hands they played on one side
-- param game: only this game
-- param player: one of the two; all, if none is named
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- param least [number]: only pairs that played at least so many hands
-- column game: the key of the game
-- column player: one of the two
-- column partner: the other
-- column hands: hands that count and both played on one side, as far as sides are known
-- column won: hands they won
-- column unknown: hands whose points or winner the record cannot tell
-- column won_rate: won divided by the hands whose winner is known
-- column points_per_hand: points of the first divided by the hands whose points are known
-- chart: bars of won_rate by player and partner
WITH paired AS (
  SELECT a.*, b.player AS partner, b.player_id AS partner_id
  FROM results a JOIN results b ON a.log = b.log AND a.hand = b.hand AND a.side = b.side AND a.player_id <> b.player_id
  WHERE ($game IS NULL OR a.game = $game) AND ($log IS NULL OR a.log = $log)
    AND (CASE WHEN $player IS NULL THEN row(a.player, a.player_id) < row(b.player, b.player_id) ELSE a.player_id = $player END)
    AND ($since IS NULL OR a.day >= $since::DATE) AND ($until IS NULL OR a.day <= $until::DATE)
)
SELECT game, player, partner, count(*) AS hands, count(*) FILTER (won) AS won,
       count(*) FILTER (points IS NULL OR won IS NULL) AS unknown,
       round(count(*) FILTER (won) / nullif(count(won), 0), 4) AS won_rate, round(sum(points) / nullif(count(points), 0), 4) AS points_per_hand
FROM paired GROUP BY game, player, player_id, partner, partner_id HAVING count(*) >= coalesce($least, 1)
ORDER BY game, won_rate DESC NULLS LAST, hands DESC, player, partner, player_id, partner_id
-- hands
SELECT a.game, a.day, a.log, a.hand, a.player, b.player AS partner, a.points, a.won
FROM results a JOIN results b ON a.log = b.log AND a.hand = b.hand AND a.side = b.side AND a.player_id <> b.player_id
WHERE ($game IS NULL OR a.game = $game) AND ($log IS NULL OR a.log = $log)
  AND (CASE WHEN $player IS NULL THEN row(a.player, a.player_id) < row(b.player, b.player_id) ELSE a.player_id = $player END)
  AND ($since IS NULL OR a.day >= $since::DATE) AND ($until IS NULL OR a.day <= $until::DATE)
ORDER BY a.time_order, a.player, partner
