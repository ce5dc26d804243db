-- title: Streaks: the longest runs of hands won in a row by each person
-- param game: only this game
-- param player: only this person
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game
-- column player: the person
-- column streak: hands won in a row, over sessions; a hand whose winner is not known breaks it
-- column since: the day of the first of them
-- column until: the day of the last of them
-- column first_log: the log of the first
-- column first_hand: its hand
WITH sessions AS (
  SELECT log, row_number() OVER (ORDER BY coalesce(day, DATE '0001-01-01'), coalesce(began, ''), coalesce(src, 0), log) AS session
  FROM logs
), played AS (
  SELECT s.game, p.person, p.name, s.day, s.log, s.hand, s.won, l.session * 1099511627776 + s.hand * 256 + s.seat AS place,
         sum(CASE WHEN s.won THEN 0 ELSE 1 END) OVER (PARTITION BY s.game, p.person ORDER BY l.session * 1099511627776 + s.hand * 256 + s.seat
                                                      ROWS UNBOUNDED PRECEDING) AS run
  FROM scores s JOIN players p USING (player) JOIN sessions l USING (log)
  WHERE s.counts AND ($game IS NULL OR s.game = $game) AND ($player IS NULL OR p.name = $player OR p.person = $player)
    AND ($since IS NULL OR s.day >= $since::DATE) AND ($until IS NULL OR s.day <= $until::DATE)
), runs AS (
  SELECT game, person, name AS player, count(*) AS streak, min(day) AS since, max(day) AS until,
         arg_min(log, place) AS first_log, arg_min(hand, place) AS first_hand
  FROM played WHERE won GROUP BY game, person, name, run
)
SELECT game, player, streak, since, until, first_log, first_hand
FROM runs QUALIFY row_number() OVER (PARTITION BY game, person ORDER BY streak DESC, since, first_log, first_hand) = 1
ORDER BY game, streak DESC, player
-- hands
SELECT game, day, log, hand, player, points, won
FROM results
WHERE ($game IS NULL OR game = $game) AND ($player IS NULL OR player = $player OR player_id = $player)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY game, player, time_order
