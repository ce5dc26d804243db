-- title: Records: the largest win and loss, the longest run and the rarest hand of each game, each with the command that replays it
-- param game: only this game
-- param player: only records of this person
-- param log: only this session
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game
-- column record: largest win, largest loss, longest run, or rarest hand
-- column value: of a win or loss, how far the points lay from the mean of those who played against, or from nothing where each plays against the bank; of a run, hands won in a row; of a hand dealt, one in how many is like it in suits or in ranks
-- column says: the same in words
-- column player: whose it is; of several alike the first in time
-- column day: the day; of a run that of its first hand
-- column log: the log
-- column hand: its hand; of a run the first
-- column hands: hands, counted by person, of which it is the record: of wins and losses those in which all points are known; of runs those whose winner is; of hands dealt those of which all cards are, from one pack
-- column unknown: all other hands, counted by person, which it can not be told of
-- column replay: the command that replays it
WITH named AS ( -- UUIDs as short as they can be typed
  SELECT log, CASE WHEN log SIMILAR TO '[0-9a-f]{8}-[0-9a-f]{4}-.*' AND count(*) OVER (PARTITION BY left(log, 13)) = 1
    THEN left(log, 13) ELSE log END AS called
  FROM logs
)
SELECT r.game, g.best, g.contest, r.log, r.hand, r.day, r.player_id, r.player, r.points, r.won, r.side, d.cards, n.called
FROM results r JOIN games g USING (game) JOIN named n USING (log) LEFT JOIN dealt d USING (log, hand, seat)
WHERE ($game IS NULL OR r.game = $game) AND ($log IS NULL OR r.log = $log) AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
ORDER BY r.game, r.time_order, r.seat
-- hands
SELECT r.game, r.day, r.log, r.hand, r.player, r.points, r.won, d.cards AS dealt
FROM results r LEFT JOIN dealt d USING (log, hand, seat)
WHERE ($game IS NULL OR r.game = $game) AND ($log IS NULL OR r.log = $log) AND ($player IS NULL OR r.player_id = $player)
  AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
ORDER BY r.game, r.time_order, r.seat
