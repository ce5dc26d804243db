-- title: Trumps: how often each suit was trump, and how whoever called it did
-- param game: only this game
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game, of those in which hands have a trump suit
-- column trump: the suit
-- column hands: hands that count with this trump
-- column share: hands divided by those whose trump is known
-- column unknown: hands of the game whose trump the record does not tell, or that had none
-- column called_won: of these hands, those won by who called trump or declared, and it is known who that was
-- column called_rate: called_won divided by those of these hands of which both are known
-- chart: bars of hands by trump
WITH chosen AS (
  SELECT * FROM hands WHERE counts AND ended AND log NOT IN (SELECT log FROM copies) AND ($log IS NULL OR log = $log) AND ($game IS NULL OR game = $game) AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
), called AS (
  SELECT log, hand, won FROM counts WHERE name IN ('caller', 'declarer') AND told
), totals AS (
  SELECT game, count(trump) AS known, count(*) - count(trump) AS unknown FROM chosen GROUP BY game
)
SELECT h.game, h.trump, count(*) AS hands, round(count(*) / any_value(t.known), 4) AS share, any_value(t.unknown) AS unknown,
       count(*) FILTER (c.won) AS called_won, round(count(*) FILTER (c.won) / nullif(count(c.won), 0), 4) AS called_rate
FROM chosen h JOIN totals t USING (game) LEFT JOIN called c USING (log, hand)
WHERE h.trump IS NOT NULL
GROUP BY h.game, h.trump
ORDER BY h.game, hands DESC, h.trump
-- hands
SELECT game, day, log, hand, trump
FROM hands
WHERE counts AND ended AND log NOT IN (SELECT log FROM copies) AND ($log IS NULL OR log = $log) AND ($game IS NULL OR game = $game) AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
QUALIFY count(trump) OVER (PARTITION BY game) > 0 -- else it is a game without a trump suit
ORDER BY game, day NULLS FIRST, log, hand
