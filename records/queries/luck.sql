-- title: Luck: what the cards dealt to each person were worth, against what was made of them
-- param game: only this game
-- param player: only this person; what cards are worth is told by all hands
-- param log: only the hands of this session; what cards are worth is told by all hands
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game
-- column player: the person; empty where the game has no measure
-- column hands: hands of which all cards dealt and all points are known; in games that won_rate ranks, a hand won is a point
-- column unknown: other hands of the person that count: their cards or points are not known
-- column dealt: how much more the cards dealt to the own side were worth than those of who played against, by the mean of a hand, in the measure of the game
-- column luck: points per hand that cards like these bring, above 0 if they are good; dealt times the slope of points by worth over all hands of the game; empty for fewer than 30 hands
-- column made: points per hand of the person
-- column better: how much better these points are than the average with such cards
-- column says: the measure and its limits; why there is none
-- chart: bars of luck by player
SELECT r.game, g.best, r.log, r.hand, r.player_id, r.player,
       CASE WHEN g.measure = 'won_rate' THEN r.won::INTEGER ELSE r.points END AS points, r.side, d.cards
FROM results r JOIN games g USING (game) LEFT JOIN dealt d USING (log, hand, seat)
WHERE ($game IS NULL OR r.game = $game) AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
ORDER BY r.game, r.time_order, r.seat
-- hands
SELECT r.game, r.day, r.log, r.hand, r.player, r.points, r.won, d.cards AS dealt
FROM results r LEFT JOIN dealt d USING (log, hand, seat)
WHERE ($game IS NULL OR r.game = $game) AND ($log IS NULL OR r.log = $log) AND ($player IS NULL OR r.player_id = $player)
  AND ($since IS NULL OR r.day >= $since::DATE) AND ($until IS NULL OR r.day <= $until::DATE)
ORDER BY r.game, r.time_order, r.seat
