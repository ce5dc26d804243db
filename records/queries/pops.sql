-- title: Pops: how often each raised the stake of Pop!, and what became of it
-- param player: only this person
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: pop
-- column player: the person
-- column hands: hands played that count and of which the record tells taken
-- column unknown: hands played that count and of which it does not
-- column taken: pops that the other accepted, where the record names them
-- column folded: pops to which the other folded
-- column fold_rate: folded divided by taken and folded together
-- chart: bars of fold_rate by player
SELECT game, player, count(*) FILTER (told AND name = 'pops_taken') AS hands, count(*) FILTER (NOT told AND name = 'pops_taken') AS unknown,
       coalesce(sum(amount) FILTER (name = 'pops_taken'), 0)::BIGINT AS taken, coalesce(sum(amount) FILTER (name = 'pops_folded'), 0)::BIGINT AS folded,
       round(coalesce(sum(amount) FILTER (name = 'pops_folded'), 0)::BIGINT / nullif(coalesce(sum(amount) FILTER (name = 'pops_taken'), 0)::BIGINT + coalesce(sum(amount) FILTER (name = 'pops_folded'), 0)::BIGINT, 0), 4) AS fold_rate
FROM counts
WHERE name IN ('pops_taken', 'pops_folded') AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
GROUP BY game, player, player_id
ORDER BY fold_rate DESC NULLS LAST, hands DESC, player, player_id
-- hands
SELECT game, day, log, hand, player, name, told, amount
FROM counts
WHERE name IN ('pops_taken', 'pops_folded') AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY time_order, seat, name
