-- title: Streaks: the longest runs of hands won in a row by each person
-- param game: only this game
-- param player: only this person
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game
-- column player: the person
-- column streak: hands won in a row, over sessions; a hand whose winner is not known, or that was missed, breaks it
-- column since: the day of the first of them
-- column until: the day of the last of them
-- column first_log: the log of the first
-- column first_hand: its hand
WITH sessions AS (
  SELECT log, game, day, numbered, row_number() OVER (ORDER BY coalesce(day, DATE '0001-01-01'), coalesce(moment, TIMESTAMP '0001-01-01'), coalesce(src, 0), log) << 40 AS session
  FROM logs
  WHERE log NOT IN (SELECT log FROM copies) AND ($game IS NULL OR game = $game)
    AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
), whose AS ( -- numbers for people and games, and for hands in the order of time: cheaper to sort by than names
  SELECT player, game, person, name, dense_rank() OVER (ORDER BY game, person) AS who
  FROM players, (SELECT DISTINCT game FROM logs)
  WHERE $player IS NULL OR name = $player OR person = $player
), untold AS ( -- hands that were missed, or came to no end: nobody knows who won them
  SELECT log, hand::BIGINT * 256 - (says <> 'not finished')::INTEGER AS place
  FROM (SELECT log, hand, says, lag(hand, 1, 0) OVER (PARTITION BY log ORDER BY hand) AS before FROM hands)
  WHERE says = 'not finished' OR hand > before + 1
  UNION ALL SELECT log, numbered::BIGINT * 256 + 255 FROM logs WHERE numbered > hands
), played AS (
  SELECT who, won, place, sum((won IS NOT TRUE)::INTEGER) OVER (PARTITION BY who ORDER BY place) AS run
  FROM (
    SELECT w.who, s.won, l.session + s.hand::BIGINT * 256 + s.seat AS place
    FROM scores s JOIN sessions l USING (log) JOIN whose w ON w.player = s.player AND w.game = l.game
    WHERE s.counts
    UNION ALL
    SELECT w.who, NULL, l.session + u.place
    FROM untold u JOIN sessions l USING (log) JOIN seats s USING (log) JOIN whose w ON w.player = s.player AND w.game = l.game
  )
), runs AS (
  SELECT who, count(*) AS streak, min(place) AS first, max(place) AS last FROM played WHERE won GROUP BY who, run
  QUALIFY row_number() OVER (PARTITION BY who ORDER BY streak DESC, first) = 1
)
SELECT w.game, w.name AS player, r.streak, f.day AS since, l.day AS until, f.log AS first_log, ((r.first >> 8) & 4294967295)::INTEGER AS first_hand
FROM runs r JOIN (SELECT DISTINCT who, game, person, name FROM whose) w USING (who)
     JOIN sessions f ON f.session = r.first >> 40 << 40 JOIN sessions l ON l.session = r.last >> 40 << 40
ORDER BY w.game, r.streak DESC, player, w.person
-- hands
SELECT game, day, log, hand, player, points, won
FROM results
WHERE ($game IS NULL OR game = $game) AND ($player IS NULL OR player = $player OR player_id = $player)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY game, player, time_order, seat
-- kept
SELECT * FROM streaks WHERE ($game IS NULL OR game = $game) ORDER BY game, streak DESC, player
