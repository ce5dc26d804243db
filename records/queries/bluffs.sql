-- title: Bluffs: lays and calls of each person in Popcorn
-- param player: only this person
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: popcorn
-- column player: the person
-- column hands: hands played that count and of which the record tells lays
-- column unknown: hands played that count and of which it does not
-- column lays: lays of which it is known whether they were true; of the others the record cannot tell
-- column bluffs: those of them that were not
-- column bluff_rate: bluffs divided by lays
-- column calls: how often the person called the lay of another a bluff
-- column right_calls: calls of lays that were one
-- column right_rate: right_calls divided by calls
-- column sure_bluffs: lays of others that the person could tell for bluffs by the cards it had seen, and might call, as far as is known
-- column missed_sure_calls: those of them that nobody called
-- chart: bars of bluff_rate by player
SELECT game, player, count(*) FILTER (told AND name = 'lays') AS hands, count(*) FILTER (NOT told AND name = 'lays') AS unknown,
       coalesce(sum(amount) FILTER (name = 'lays'), 0)::BIGINT AS lays, coalesce(sum(amount) FILTER (name = 'bluffs'), 0)::BIGINT AS bluffs, round(coalesce(sum(amount) FILTER (name = 'bluffs'), 0)::BIGINT / nullif(coalesce(sum(amount) FILTER (name = 'lays'), 0)::BIGINT, 0), 4) AS bluff_rate,
       coalesce(sum(amount) FILTER (name = 'calls'), 0)::BIGINT AS calls, coalesce(sum(amount) FILTER (name = 'right_calls'), 0)::BIGINT AS right_calls, round(coalesce(sum(amount) FILTER (name = 'right_calls'), 0)::BIGINT / nullif(coalesce(sum(amount) FILTER (name = 'calls'), 0)::BIGINT, 0), 4) AS right_rate,
       coalesce(sum(amount) FILTER (name = 'sure_bluffs'), 0)::BIGINT AS sure_bluffs, coalesce(sum(amount) FILTER (name = 'missed_sure_calls'), 0)::BIGINT AS missed_sure_calls
FROM counts
WHERE name IN ('lays', 'bluffs', 'calls', 'right_calls', 'sure_bluffs', 'missed_sure_calls') AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
GROUP BY game, player, player_id
ORDER BY right_rate DESC NULLS LAST, hands DESC, player, player_id
-- hands
SELECT game, day, log, hand, player, name, told, amount
FROM counts
WHERE name IN ('lays', 'bluffs', 'calls', 'right_calls', 'sure_bluffs', 'missed_sure_calls') AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY time_order, seat, name
