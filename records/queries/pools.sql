-- title: Pools: what each person took from the pools and pots of the stops games
-- param game: only this game
-- param player: only this person
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game
-- column player: the person
-- column pool: the pool or pot
-- column times: hands in which the person took it, or a part of it
-- column counters: counters taken from it
-- column hands: hands of the game that the person played and that count
-- column rate: times divided by the hands of which it is known what was paid
-- column unknown: of these hands, those whose payments the record cannot tell
-- chart: bars of counters by pool and player
WITH chosen AS (
  SELECT * FROM results r WHERE ($game IS NULL OR game = $game) AND ($player IS NULL OR r.player_id = $player) AND ($log IS NULL OR r.log = $log)
  AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
), played AS (
  SELECT game, player_id, count(*) AS hands, count(*) - count(points) AS unknown FROM chosen GROUP BY ALL
), taken AS (
  SELECT r.game, r.player_id, r.player, r.log, r.hand, r.points, substr(t.source, 6) AS pool, sum(t.amount) AS counters
  FROM transfers t JOIN chosen r ON t.log = r.log AND t.hand = r.hand AND t.target = 'seat:' || r.seat
  WHERE starts_with(t.source, 'pool:') GROUP BY ALL
)
SELECT t.game, t.player, t.pool, count(*) AS times, sum(t.counters)::BIGINT AS counters, any_value(p.hands) AS hands,
       round(count(*) FILTER (t.points IS NOT NULL) / nullif(any_value(p.hands - p.unknown), 0), 4) AS rate, any_value(p.unknown) AS unknown
FROM taken t JOIN played p USING (game, player_id)
GROUP BY t.game, t.player, t.player_id, t.pool
ORDER BY t.game, t.pool, times DESC, counters DESC, t.player, t.player_id
-- hands
SELECT r.game, r.day, r.log, r.hand, r.player, substr(t.source, 6) AS pool, t.amount AS counters, t.why
FROM transfers t JOIN results r ON t.log = r.log AND t.hand = r.hand AND t.target = 'seat:' || r.seat
WHERE starts_with(t.source, 'pool:') AND ($game IS NULL OR r.game = $game) AND ($player IS NULL OR r.player_id = $player) AND ($log IS NULL OR r.log = $log)
  AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
ORDER BY r.time_order, r.seat, pool, t.why, t.amount
