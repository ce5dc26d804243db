-- title: Standings: a row for each game and player, ranked
-- param game: only this game
-- param player: only this person, with the rank among all
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- param least [number]: only who played at least so many hands
-- param sort [points_per_hand|points|won_rate|won|hands]: what ranks; else points_per_hand, or won_rate in games of few points; low points come first where points are penalties
-- column game: the key of the game
-- column rank: from 1, shared by those who have the same; empty for whom the record cannot tell it
-- column player: the person, by name
-- column hands: hands played that count
-- column won: hands won, by the seat or its side
-- column unknown: hands whose points or winner the record cannot tell
-- column untold: unknown divided by hands: the part that could not be told
-- column points: points of all hands that are known, in the game's own unit (penalty points in big_two)
-- column won_rate: won divided by the hands whose winner is known
-- column points_per_hand: points divided by the hands whose points are known
-- column plus_minus: how far points_per_hand may be from the true mean, 19 times of 20: Student's bounds by the spread of the hands; empty for one hand
-- chart: bars of points_per_hand by player
WITH summed AS (
  SELECT t.game, p.person, p.name AS player, sum(t.hands)::BIGINT AS hands, sum(t.won)::BIGINT AS won,
         sum(t.decided)::BIGINT AS decided, sum(t.priced)::BIGINT AS priced, sum(t.unknown)::BIGINT AS unknown,
         sum(t.points)::BIGINT AS points, sum(t.squares)::DOUBLE AS squares
  FROM tallies t JOIN players p USING (player)
  WHERE ($game IS NULL OR t.game = $game) AND ($log IS NULL OR t.log = $log) AND ($since IS NULL OR t.day >= $since::DATE) AND ($until IS NULL OR t.day <= $until::DATE)
    AND t.log NOT IN (SELECT log FROM copies)
  GROUP BY t.game, p.person, p.name HAVING sum(t.hands) >= greatest(1, coalesce($least, 1))
), bounds AS ( -- Student's quantiles, by the number of hands less one; from 31 on by the first terms of their series
  SELECT [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
          2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042] AS few
), measured AS (
  SELECT *, won / nullif(decided, 0) AS won_rate, points / nullif(priced, 0) AS points_per_hand,
         coalesce(few[(priced - 1)::INTEGER], 1.95996 + 2.37227 / nullif(priced - 1, 0) + 2.8225 / nullif(priced - 1, 0) ** 2)
         * sqrt(greatest(0, (squares - points::DOUBLE * points / nullif(priced, 0)) / nullif(priced - 1, 0)) / nullif(priced, 0)) AS plus_minus
  FROM summed, bounds
), ordered AS (
  SELECT *, CASE measure
      WHEN 'hands' THEN hands WHEN 'won' THEN won WHEN 'won_rate' THEN won_rate
      ELSE CASE measure WHEN 'points' THEN points ELSE points_per_hand END * CASE best WHEN 'least' THEN -1 ELSE 1 END
    END AS height
  FROM (SELECT m.*, coalesce($sort, g.measure) AS measure, g.best FROM measured m JOIN games g USING (game))
), ranked AS (
  SELECT *, CASE WHEN height IS NOT NULL THEN rank() OVER (PARTITION BY game ORDER BY height DESC NULLS LAST) END AS rank FROM ordered
)
SELECT game, rank, player, hands, won, unknown, round(unknown / hands, 4) AS untold, points,
       round(won_rate, 4) AS won_rate, round(points_per_hand, 4) AS points_per_hand, round(plus_minus, 4) AS plus_minus
FROM ranked
WHERE $player IS NULL OR person = $player
ORDER BY game, rank NULLS LAST, player, person
-- hands
SELECT game, day, log, hand, player, points, won
FROM results
WHERE ($game IS NULL OR game = $game) AND ($log IS NULL OR log = $log) AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
  AND ($player IS NULL OR player_id = $player)
ORDER BY game, player, time_order, seat
