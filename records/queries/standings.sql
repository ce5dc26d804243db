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
SELECT game, player, count(*) AS hands, count(*) FILTER (won) AS won,
       count(*) FILTER (points IS NULL OR won IS NULL) AS unknown,
       sum(points)::BIGINT AS points,
       round(count(*) FILTER (won) / nullif(count(won), 0), 4) AS won_rate,
       round(sum(points) / nullif(count(points), 0), 4) AS points_per_hand
FROM results
WHERE ($game IS NULL OR game = $game) AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
GROUP BY game, player_id, player
ORDER BY game, won_rate DESC NULLS LAST, player
-- hands
SELECT game, day, log, hand, player, points, won
FROM results
WHERE ($game IS NULL OR game = $game) AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY game, player, time_order
