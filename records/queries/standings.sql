-- title: Standings: a row for each game and player
-- param game: only this game
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game
-- column player: the person, by name
-- column hands: hands played that count
-- column won: hands won, by the seat or its side
-- column unknown: hands whose points or winner the record cannot tell
-- column points: points of all hands that are known, in the game's own unit (penalty points in big_two)
-- column won_rate: won divided by the hands whose winner is known
-- column points_per_hand: points divided by the hands whose points are known
SELECT t.game, p.name AS player, sum(t.hands)::BIGINT AS hands, sum(t.won)::BIGINT AS won,
       sum(t.unknown)::BIGINT AS unknown, sum(t.points)::BIGINT AS points,
       round(sum(t.won) / nullif(sum(t.decided), 0), 4) AS won_rate,
       round(sum(t.points) / nullif(sum(t.priced), 0), 4) AS points_per_hand
FROM tallies t JOIN players p USING (player)
WHERE ($game IS NULL OR t.game = $game) AND ($since IS NULL OR t.day >= $since::DATE) AND ($until IS NULL OR t.day <= $until::DATE)
  AND t.log NOT IN (SELECT log FROM copies)
GROUP BY t.game, p.person, p.name HAVING sum(t.hands) > 0
ORDER BY game, won_rate DESC NULLS LAST, player, p.person
-- hands
SELECT game, day, log, hand, player, points, won
FROM results
WHERE ($game IS NULL OR game = $game) AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY game, player, time_order, seat
