-- title: Declarers: how each person did who called trump, declared, or was landlord
-- param game: only this game
-- param player: only this person
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game: court_piece, hasenpfeffer, calabrasella or dou_dizhu
-- column player: the person
-- column hands: hands in which the person called, declared, or was landlord
-- column won: of these, hands won: by the caller's side, the contract made, the landlord out first
-- column unknown: of these, hands whose winner or points the record cannot tell
-- column untold: hands the person played in of which nobody knows who declared
-- column won_rate: won divided by those of the hands whose winner is known
-- column points_per_hand: points divided by those of the hands whose points are known
-- column bid: the mean of the bids, where there are bids and they are known
-- chart: bars of won_rate by player
SELECT game, player, count(*) FILTER (told) AS hands, count(*) FILTER (told AND won) AS won,
       count(*) FILTER (told AND (points IS NULL OR won IS NULL)) AS unknown, count(*) FILTER (NOT told) AS untold,
       round(count(*) FILTER (told AND won) / nullif(count(won) FILTER (told), 0), 4) AS won_rate,
       round(sum(points) FILTER (told) / nullif(count(points) FILTER (told), 0), 4) AS points_per_hand,
       round(avg(amount), 4) AS bid
FROM counts
WHERE name IN ('caller', 'declarer') AND ($game IS NULL OR game = $game) AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
GROUP BY game, player, player_id
ORDER BY game, won_rate DESC NULLS LAST, hands DESC, player, player_id
-- hands
SELECT game, day, log, hand, player, told, amount AS bid, points, won
FROM counts
WHERE name IN ('caller', 'declarer') AND ($game IS NULL OR game = $game) AND ($player IS NULL OR player_id = $player) AND ($log IS NULL OR log = $log)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY time_order, seat
