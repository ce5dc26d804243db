-- title: Breaches: how often each person broke a rule, per hundred hands that could have shown it
-- param game: only this game
-- param player: only this person
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- param name [text]: only breaches of this short name, such as revoke
-- column game: the key of the game
-- column player: who broke it; empty for breaches of which nobody knows who it was, and then of all hands
-- column hands: hands played that count
-- column shown: hands of which there is play in the record, so that it could have shown a breach: all but those known by a row of a sheet alone
-- column full: hands of which all cards are known, so that every breach shows
-- column unknown: hands known by a row alone, which show none: hands less shown
-- column breaches: breaches in these hands; those in hands that do not count are in `findings`
-- column per_hundred: breaches per hundred hands of those that could have shown one
-- chart: bars of per_hundred by player
WITH seated AS (
  SELECT game, log, hand, player_id, player, level FROM results
  WHERE ($game IS NULL OR game = $game) AND ($log IS NULL OR log = $log) AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
), counted AS (
  SELECT game, player_id, player, count(*) AS hands, count(*) FILTER (level <> 'sheet') AS shown, count(*) FILTER (level = 'full') AS full
  FROM seated GROUP BY ALL
  UNION ALL
  SELECT game, NULL, NULL, count(*), count(*) FILTER (level <> 'sheet'), count(*) FILTER (level = 'full')
  FROM (SELECT DISTINCT game, log, hand, level FROM seated) GROUP BY ALL
), found AS (
  SELECT game, player_id, count(*) AS breaches FROM breaches
  WHERE kind = 'breach' AND ($name IS NULL OR name = $name) AND (log, hand) IN (SELECT (log, hand) FROM seated)
  GROUP BY ALL
)
SELECT c.game, c.player, c.hands, c.shown, c.full, c.hands - c.shown AS unknown, coalesce(f.breaches, 0) AS breaches,
       round(100 * coalesce(f.breaches, 0) / nullif(c.shown, 0), 4) AS per_hundred
FROM counted c LEFT JOIN found f ON f.game = c.game AND f.player_id IS NOT DISTINCT FROM c.player_id
WHERE (c.player_id IS NOT NULL OR f.breaches > 0) AND ($player IS NULL OR c.player_id = $player)
ORDER BY c.game, per_hundred DESC NULLS LAST, c.shown DESC, c.player, c.player_id
-- hands
SELECT b.game, b.day, b.log, b.hand, b.player, b.clause, b.name, b.says, b.at_line, b.found_at
FROM breaches b
WHERE b.kind = 'breach' AND ($name IS NULL OR b.name = $name) AND ($game IS NULL OR b.game = $game) AND ($log IS NULL OR b.log = $log) AND ($player IS NULL OR b.player_id = $player)
  AND ($since IS NULL OR b.day >= $since::DATE) AND ($until IS NULL OR b.day <= $until::DATE)
  AND (b.log, b.hand) IN (SELECT (log, hand) FROM results)
ORDER BY b.day NULLS FIRST, b.log, b.hand, b.found_at, b.at_line, b.name, b.seat, b.says
