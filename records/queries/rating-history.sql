-- title: Rating history: where each person stood after each day of play, by OpenSkill
-- param game: only this game
-- param since: from this day on, everybody anew
-- param until: up to and with this day
-- column game: the key of the game; none of those in which each plays against the bank
-- column player: the person, by name
-- column day: a day on which a hand of this person was rated; empty for hands of which the day is not known, which come first
-- column hands: hands of this person rated up to and with that day; of others the record cannot tell who came out before whom
-- column rating: OpenSkill's mu after that day
-- column uncertainty: OpenSkill's sigma after that day
-- column floor: the rating less three times its uncertainty
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
