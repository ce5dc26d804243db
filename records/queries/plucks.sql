-- title: Plucks: cards plucked by each person in Pluck, and from them
-- param player: only this person
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: pluck
-- column player: the person
-- column hands: hands played that count and of which the record tells plucks
-- column unknown: hands played that count and of which it does not
-- column plucks: cards given for better ones
-- column plucked: cards given by others, where the record tells them
-- column plucks_per_hand: plucks divided by the hands of which they are told
-- chart: bars of plucks_per_hand by player
SELECT game, player, count(*) FILTER (told AND name = 'plucks') AS hands, count(*) FILTER (NOT told AND name = 'plucks') AS unknown,
       coalesce(sum(amount) FILTER (name = 'plucks'), 0)::BIGINT AS plucks, coalesce(sum(amount) FILTER (name = 'plucked'), 0)::BIGINT AS plucked, round(coalesce(sum(amount) FILTER (name = 'plucks'), 0)::BIGINT / nullif(count(*) FILTER (told AND name = 'plucks'), 0), 4) AS plucks_per_hand
FROM counts
WHERE name IN ('plucks', 'plucked') AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
GROUP BY game, player, player_id
ORDER BY plucks_per_hand DESC NULLS LAST, hands DESC, player, player_id
-- hands
SELECT game, day, log, hand, player, name, told, amount
FROM counts
WHERE name IN ('plucks', 'plucked') AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY time_order, seat, name
