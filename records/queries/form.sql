-- title: Form: the latest hands of each person, or those of an evening, beside all hands before them
-- param game: only this game
-- param player: only this person
-- param since: from this day on
-- param until: up to and with this day
-- param last [number]: how many hands are the latest; else 20
-- param evening [day]: the hands of this day, however many, are the latest, and later ones are left out
-- column game: the key of the game
-- column player: the person
-- column hands: how many hands are meant, the latest that count
-- column won: hands won of these
-- column unknown: of these, hands whose points or winner the record cannot tell
-- column won_rate: won divided by those of these hands whose winner is known
-- column points_per_hand: points divided by those of these hands whose points are known
-- column before: points per hand of all hands before these, as far as they are known; empty if there are none
-- column better: by how many points per hand these are better than those before; above 0 is better, also where the least points win
-- column latest: the last ten of them, the latest at the end: W won, L not won, ? not known
-- column day: the day of the last
-- chart: bars of better by player
WITH placed AS (
  SELECT *, row_number() OVER (PARTITION BY game, player_id ORDER BY time_order DESC, seat DESC) AS back
  FROM results
  WHERE ($game IS NULL OR game = $game) AND ($player IS NULL OR player_id = $player)
    AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE) AND ($evening IS NULL OR day <= $evening::DATE)
), summed AS (
  SELECT p.game, p.player_id, p.player, g.best,
         count(*) FILTER (late) AS hands, count(*) FILTER (late AND won) AS won,
         count(*) FILTER (late AND (points IS NULL OR won IS NULL)) AS unknown,
         count(*) FILTER (late AND won) / nullif(count(won) FILTER (late), 0) AS won_rate,
         sum(points) FILTER (late) / nullif(count(points) FILTER (late), 0) AS points_per_hand,
         sum(points) FILTER (NOT late) / nullif(count(points) FILTER (NOT late), 0) AS before,
         string_agg(CASE WHEN won THEN 'W' WHEN NOT won THEN 'L' ELSE '?' END, '' ORDER BY back DESC) FILTER (late AND back <= 10) AS latest,
         any_value(day) FILTER (back = 1) AS day
  FROM (SELECT *, if($evening IS NULL, back <= greatest(1, coalesce($last, 20)), day = $evening::DATE) AS late FROM placed) p JOIN games g USING (game)
  GROUP BY p.game, p.player_id, p.player, g.best HAVING count(*) FILTER (late) > 0
)
SELECT game, player, hands, won, unknown, round(won_rate, 4) AS won_rate, round(points_per_hand, 4) AS points_per_hand,
       round(before, 4) AS before, round((points_per_hand - before) * CASE best WHEN 'least' THEN -1 ELSE 1 END, 4) AS better, latest, day
FROM summed
ORDER BY game, better DESC NULLS LAST, player, player_id
-- hands
SELECT game, day, log, hand, player, points, won
FROM results
WHERE ($game IS NULL OR game = $game) AND ($player IS NULL OR player_id = $player)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE) AND ($evening IS NULL OR day <= $evening::DATE)
QUALIFY if($evening IS NULL, row_number() OVER (PARTITION BY game, player_id ORDER BY time_order DESC, seat DESC) <= greatest(1, coalesce($last, 20)), day = $evening::DATE)
ORDER BY game, player, time_order, seat
