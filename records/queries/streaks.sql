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
WITH played AS (
  SELECT *, row_number() OVER w - row_number() OVER (PARTITION BY game, player_id, won IS TRUE ORDER BY time_order) AS run
  FROM results
  WHERE ($game IS NULL OR game = $game) AND ($player IS NULL OR player = $player OR player_id = $player)
    AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
  WINDOW w AS (PARTITION BY game, player_id ORDER BY time_order)
), runs AS (
  SELECT game, player_id, player, count(*) AS streak, min(day) AS since, max(day) AS until,
         arg_min(log, time_order) AS first_log,
         arg_min(hand, time_order) AS first_hand
  FROM played WHERE won GROUP BY game, player_id, player, run
)
SELECT game, player, streak, since, until, first_log, first_hand
FROM runs QUALIFY row_number() OVER (PARTITION BY game, player_id ORDER BY streak DESC, since, first_log, first_hand) = 1
ORDER BY game, streak DESC, player
-- hands
SELECT game, day, log, hand, player, points, won
FROM results
WHERE ($game IS NULL OR game = $game) AND ($player IS NULL OR player = $player OR player_id = $player)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY game, player, time_order
