-- title: Player: one person month by month
-- param player: the person, by name or id (needed)
-- param game: only this game
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game
-- column month: the month; empty where the day is not known
-- column hands: hands played that count
-- column won: hands won
-- column unknown: hands whose points or winner the record cannot tell
-- column points: points of all hands that are known
-- column won_rate: won divided by the hands whose winner is known
-- column points_per_hand: points divided by the hands whose points are known
-- chart: curve of points_per_hand by month
SELECT t.game, strftime(t.day, '%Y-%m') AS month, sum(t.hands)::BIGINT AS hands, sum(t.won)::BIGINT AS won,
       sum(t.unknown)::BIGINT AS unknown, sum(t.points)::BIGINT AS points,
       round(sum(t.won) / nullif(sum(t.decided), 0), 4) AS won_rate,
       round(sum(t.points) / nullif(sum(t.priced), 0), 4) AS points_per_hand
FROM tallies t JOIN players p USING (player)
WHERE p.person = $player AND ($game IS NULL OR t.game = $game)
  AND ($since IS NULL OR t.day >= $since::DATE) AND ($until IS NULL OR t.day <= $until::DATE)
  AND t.log NOT IN (SELECT log FROM copies)
GROUP BY t.game, month HAVING sum(t.hands) > 0
ORDER BY game, month NULLS FIRST
-- hands
SELECT game, day, log, hand, player, points, won
FROM results
WHERE player_id = $player AND ($game IS NULL OR game = $game)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY game, time_order, seat
