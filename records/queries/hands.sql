-- title: Hands: a row for each hand that counts, with its scores
-- param game: only this game
-- param player: only hands of this person
-- param log: only this log, by its id or the beginning of it
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game
-- column day: the day it was played
-- column log: the log
-- column hand: its number in the log
-- column players: who played, in table order
-- column points: their points, `?` where the record cannot tell
-- column winners: who won
-- column level: how much is known: full, partial, public, sheet
-- column findings: breaches, contradictions and testimony in it
SELECT h.game, h.day, h.log, h.hand,
       string_agg(r.player, ' ' ORDER BY r.seat) AS players,
       string_agg(coalesce(r.points::VARCHAR, '?'), ' ' ORDER BY r.seat) AS points,
       string_agg(r.player, ' ' ORDER BY r.seat) FILTER (r.won) AS winners,
       h.level,
       coalesce(any_value(f.findings), 0) AS findings
FROM hands h JOIN results r USING (log, hand)
     LEFT JOIN (SELECT log, hand, count(*) AS findings FROM findings WHERE kind <> 'note' GROUP BY ALL) f USING (log, hand)
WHERE ($game IS NULL OR h.game = $game) AND ($log IS NULL OR h.log = $log)
  AND ($game IS NULL OR r.game = $game) AND ($log IS NULL OR r.log = $log)
  AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
  AND ($since IS NULL OR h.day >= $since::DATE) AND ($until IS NULL OR h.day <= $until::DATE)
GROUP BY h.game, h.day, h.log, h.hand, h.level
HAVING $player IS NULL OR bool_or(r.player_id = $player)
ORDER BY min(r.time_order)
-- hands
SELECT h.game, h.day, h.log, h.hand, r.player, r.points, r.won
FROM hands h JOIN results r USING (log, hand)
WHERE ($game IS NULL OR h.game = $game) AND ($log IS NULL OR h.log = $log)
  AND ($game IS NULL OR r.game = $game) AND ($log IS NULL OR r.log = $log)
  AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
  AND ($since IS NULL OR h.day >= $since::DATE) AND ($until IS NULL OR h.day <= $until::DATE)
  AND ($player IS NULL OR r.player_id = $player)
ORDER BY r.time_order, r.seat
