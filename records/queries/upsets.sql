-- title: Upsets: evenings and hands that were won by who was rated lower than another, the greatest first
-- param game: only this game
-- param player: only those that this person won, or should have won
-- param log: only this session
-- param since: from this day on; the hands before are rated all the same
-- param until: up to and with this day
-- param of [evening|hand]: what was won; else an evening, that is one session
-- param most [number]: so many of each game; else 10
-- column game: the key of the game; none of those in which each plays against the bank
-- column day: the day it was played
-- column log: the log
-- column hand: the hand; empty for an evening
-- column player: who won it, all of a side; an evening is won by the best in what ranks the standings of the game
-- column rating: their OpenSkill mu before it, the mean of a side
-- column against: who was rated highest
-- column against_rating: the same of these
-- column chance: how likely it was that the first came out before the others; by OpenSkill's predict_win; of an evening of n hands with its beta divided by the root of n
-- column hands: hands of it that were rated
-- column told: of so many evenings or hands it is known who won and who was rated highest
-- column unknown: of so many it is not: the record cannot tell sides, points or winners
-- chart: bars of chance by player and against and day
SELECT r.game, g.contest, g.best, r.log, r.hand, r.day, r.player_id, r.player, r.points, r.won, r.side, g.measure
FROM results r JOIN games g USING (game)
WHERE g.contest <> 'bank' AND ($game IS NULL OR r.game = $game)
ORDER BY r.game, r.time_order, r.seat
-- hands
SELECT r.game, r.day, r.log, r.hand, r.player, r.points, r.won, r.side
FROM results r JOIN games g USING (game)
WHERE g.contest <> 'bank' AND ($game IS NULL OR r.game = $game) AND ($player IS NULL OR r.player_id = $player)
  AND ($log IS NULL OR r.log = $log)
  AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
ORDER BY r.game, r.time_order, r.seat
