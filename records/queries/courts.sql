-- title: Courts: courts made by each person's side in Court Piece, and by the other
-- param player: only this person
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: court_piece
-- column player: the person
-- column hands: hands played that count and whose courts are known
-- column unknown: hands whose courts the record cannot tell
-- column made: hands in which the own side made a court or more
-- column courts: courts of the own side
-- column against: courts of the other side
-- column per_hundred: made, per hundred hands whose courts are known
-- chart: bars of per_hundred by player
WITH chosen AS (
  SELECT r.*, (SELECT max(o.points) FROM results o WHERE o.log = r.log AND o.hand = r.hand AND o.side <> r.side) AS other
  FROM results r WHERE r.game = 'court_piece' AND ($player IS NULL OR r.player_id = $player) AND ($log IS NULL OR r.log = $log)
  AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
)
SELECT game, player, count(points) AS hands, count(*) - count(points) AS unknown, count(*) FILTER (points > 0) AS made,
       coalesce(sum(points), 0)::BIGINT AS courts, coalesce(sum(other), 0)::BIGINT AS against,
       round(100 * count(*) FILTER (points > 0) / nullif(count(points), 0), 4) AS per_hundred
FROM chosen GROUP BY game, player, player_id
ORDER BY per_hundred DESC NULLS LAST, hands DESC, player, player_id
-- hands
SELECT r.game, r.day, r.log, r.hand, r.player, r.points AS courts, r.won
FROM results r WHERE r.game = 'court_piece' AND ($player IS NULL OR r.player_id = $player) AND ($log IS NULL OR r.log = $log)
  AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
ORDER BY r.time_order, r.seat
