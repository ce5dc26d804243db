-- title: Bombs: hands of Dou Dizhu by the number of bombs and rockets laid, and who won them
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: dou_dizhu
-- column bombs: bombs and rockets laid in the hand
-- column hands: hands that count with so many
-- column share: hands divided by those of which the number is known
-- column unknown: hands of which it is not
-- column landlord_won: of these hands, those the landlord won, and it is known who that was
-- column landlord_rate: landlord_won divided by those of these hands of which both are known
-- chart: bars of hands by bombs
WITH chosen AS (
  SELECT m.log, m.hand, h.game, m.amount AS bombs FROM marks m JOIN hands h USING (log, hand)
  WHERE m.name = 'bombs' AND log NOT IN (SELECT log FROM copies) AND ($log IS NULL OR log = $log) AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
), totals AS (
  SELECT count(bombs) AS known, count(*) - count(bombs) AS unknown FROM chosen
), called AS (
  SELECT log, hand, won FROM counts WHERE name = 'declarer' AND told
)
SELECT b.game, b.bombs, count(*) AS hands, round(count(*) / any_value(t.known), 4) AS share, any_value(t.unknown) AS unknown,
       count(*) FILTER (c.won) AS landlord_won, round(count(*) FILTER (c.won) / nullif(count(c.won), 0), 4) AS landlord_rate
FROM chosen b LEFT JOIN called c USING (log, hand), totals t
WHERE b.bombs IS NOT NULL
GROUP BY b.game, b.bombs
ORDER BY b.bombs
-- hands
SELECT h.game, h.day, m.log, m.hand, m.amount AS bombs
FROM marks m JOIN hands h USING (log, hand)
WHERE m.name = 'bombs' AND log NOT IN (SELECT log FROM copies) AND ($log IS NULL OR log = $log) AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY h.day NULLS FIRST, m.log, m.hand
