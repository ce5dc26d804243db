-- title: Streaks: the longest runs of hands won in a row by each person
-- param game: only this game
-- param player: only this person
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game
-- column player: the person
-- column streak: hands won in a row, over sessions; a hand whose winner is not known, or that was missed, breaks it
-- column since: the day of the first of them
-- column until: the day of the last of them
-- column first_log: the log of the first
-- column first_hand: its hand
-- chart: bars of streak by player
WITH parts AS (
  SELECT * FROM runs
  WHERE ($game IS NULL OR game = $game) AND ($player IS NULL OR person = $player)
    AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
), whole AS (
  SELECT game, person, sum(hands)::BIGINT AS streak, min(place) AS place, max(day) AS until
  FROM parts WHERE run > 0 GROUP BY game, person, run
  UNION ALL SELECT game, person, hands, place, day FROM parts WHERE run = 0
), longest AS (
  SELECT game, person, streak, min(place) AS place, arg_min_null(until, place) AS until
  FROM whole JOIN (SELECT game, person, max(streak) AS streak FROM whole GROUP BY game, person) USING (game, person, streak)
  GROUP BY game, person, streak
)
SELECT r.game, r.player, l.streak, r.day AS since, l.until, r.first_log, r.first_hand
FROM longest l JOIN parts r USING (game, person, place)
ORDER BY r.game, l.streak DESC, r.player, r.person
-- hands
SELECT game, day, log, hand, player, points, won
FROM results
WHERE ($game IS NULL OR game = $game) AND ($log IS NULL OR log = $log) AND ($player IS NULL OR player_id = $player)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY game, player, time_order, seat
