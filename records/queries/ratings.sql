-- title: Ratings: where each person stands in each game, by OpenSkill, hand by hand
-- param game: only this game
-- param since: from this day on, everybody anew
-- param until: up to and with this day
-- column game: the key of the game; none of those in which each plays against the bank
-- column rank: from 1, by floor; empty for whom no hand could be rated
-- column player: the person, by name
-- column hands: hands that were rated: those of which who came out before whom can be told (by sides who won, else by points, else who won)
-- column unknown: hands of this person that were not: the record cannot tell sides, points or winners
-- column rating: OpenSkill's mu; 25 is the average of whom nothing is known
-- column uncertainty: OpenSkill's sigma; the true rating lies within two of them 19 times of 20
-- column floor: the rating less three times its uncertainty, by which few hands do not rank high
-- column day: the day of the last hand rated
-- chart: bars of rating by player
SELECT r.game, g.contest, g.best, r.log, r.hand, r.day, r.player_id, r.player, r.points, r.won, r.side
FROM results r JOIN games g USING (game)
WHERE g.contest <> 'bank' AND ($game IS NULL OR r.game = $game)
  AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
ORDER BY r.game, r.time_order, r.seat
-- hands
SELECT r.game, r.day, r.log, r.hand, r.player, r.points, r.won, r.side
FROM results r JOIN games g USING (game)
WHERE g.contest <> 'bank' AND ($game IS NULL OR r.game = $game)
  AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
ORDER BY r.game, r.time_order, r.seat
