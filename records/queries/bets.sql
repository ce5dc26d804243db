-- title: Bets: what each person staked on each chance of Trente et Quarante, and what came of it
-- param player: only this person
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: trente_et_quarante
-- column player: the person
-- column chance: noir, rouge, couleur or inverse
-- column hands: hands in which the person had such a bet that was decided, imprisoned or released
-- column staked: units staked on it, each bet counted once; a tie that gave it back is no bet
-- column net: units won or lost on it, without insurance; a bet still in prison has brought nothing yet
-- column edge: net divided by staked; by the rules it comes to -0.0120 in the long run, as bets that a tie gives back are left out
-- column unknown: hands of the person of which the record cannot tell what was won or lost
-- chart: bars of net by player and chance
WITH chosen AS (
  SELECT * FROM counts WHERE (name LIKE 'staked\_%' ESCAPE '\' OR name LIKE 'net\_%' ESCAPE '\') AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
), untold AS (
  SELECT player_id, count(*) AS unknown FROM results WHERE game = 'trente_et_quarante' AND points IS NULL AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
  GROUP BY player_id
)
SELECT c.game, c.player, split_part(c.name, '_', 2) AS chance, count(DISTINCT (c.log, c.hand)) AS hands,
       coalesce(sum(c.amount) FILTER (starts_with(c.name, 'staked')), 0)::BIGINT AS staked,
       coalesce(sum(c.amount) FILTER (starts_with(c.name, 'net')), 0)::BIGINT AS net,
       round(coalesce(sum(c.amount) FILTER (starts_with(c.name, 'net')), 0) / nullif(sum(c.amount) FILTER (starts_with(c.name, 'staked')), 0), 4) AS edge,
       coalesce(any_value(u.unknown), 0) AS unknown
FROM chosen c LEFT JOIN untold u USING (player_id)
GROUP BY c.game, c.player, c.player_id, chance
ORDER BY c.player, c.player_id, chance
-- hands
SELECT game, day, log, hand, player, split_part(name, '_', 2) AS chance, name, amount
FROM counts
WHERE (name LIKE 'staked\_%' ESCAPE '\' OR name LIKE 'net\_%' ESCAPE '\') AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY time_order, seat, name
