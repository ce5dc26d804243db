-- title: Melds: points for melds in Tresette, and how often each said Good play
-- param player: only this person
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: tresette
-- column player: the person
-- column hands: hands played that count and of which the record tells points
-- column unknown: hands played that count and of which it does not
-- column points: points for melds of the person's side, in the hands of which they are told
-- column good_play: hands in which the person said Good play, where the play is in the record
-- column points_per_hand: points divided by the hands of which they are told
-- chart: bars of points_per_hand by player
SELECT game, player, count(*) FILTER (told AND name = 'melds') AS hands, count(*) FILTER (NOT told AND name = 'melds') AS unknown,
       coalesce(sum(amount) FILTER (name = 'melds'), 0)::BIGINT AS points, coalesce(sum(amount) FILTER (name = 'good_play'), 0)::BIGINT AS good_play, round(coalesce(sum(amount) FILTER (name = 'melds'), 0)::BIGINT / nullif(count(*) FILTER (told AND name = 'melds'), 0), 4) AS points_per_hand
FROM counts
WHERE name IN ('melds', 'good_play') AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
GROUP BY game, player, player_id
ORDER BY points_per_hand DESC NULLS LAST, hands DESC, player, player_id
-- hands
SELECT game, day, log, hand, player, name, told, amount
FROM counts
WHERE name IN ('melds', 'good_play') AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY time_order, seat, name
