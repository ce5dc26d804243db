-- title: Missed calls: calls of the last card that each person missed in Last One
-- param player: only this person
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: last_one
-- column player: the person
-- column hands: hands played that count and of which the record tells missed
-- column unknown: hands played that count and of which it does not
-- column missed: how often the person played down to one card and did not call it in time
-- column per_hundred: missed, per hundred hands of which it is told
-- chart: bars of per_hundred by player
SELECT game, player, count(*) FILTER (told AND name = 'missed_calls') AS hands, count(*) FILTER (NOT told AND name = 'missed_calls') AS unknown,
       coalesce(sum(amount) FILTER (name = 'missed_calls'), 0)::BIGINT AS missed, round(100 * coalesce(sum(amount) FILTER (name = 'missed_calls'), 0)::BIGINT / nullif(count(*) FILTER (told AND name = 'missed_calls'), 0), 4) AS per_hundred
FROM counts
WHERE name IN ('missed_calls') AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
GROUP BY game, player, player_id
ORDER BY per_hundred DESC NULLS LAST, hands DESC, player, player_id
-- hands
SELECT game, day, log, hand, player, name, told, amount
FROM counts
WHERE name IN ('missed_calls') AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY time_order, seat, name
