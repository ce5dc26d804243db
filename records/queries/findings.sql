-- title: Findings: how often each rule was broken, and by whom
-- param game: only this game
-- param player: only findings about this person
-- param log: only this session
-- param kind: breach, contradiction, testimony, or note
-- param since: from this day on
-- param until: up to and with this day
-- column game: the key of the game
-- column kind: breach, contradiction, testimony, or note
-- column clause: the clause of the rules page
-- column name: the short name of the finding
-- column player: whose act, if it is known
-- column times: how often
-- column logs: in how many sessions
-- chart: bars of times by name and player
SELECT game, kind, clause, name, player, count(*) AS times, count(DISTINCT log) AS logs
FROM breaches
WHERE ($game IS NULL OR game = $game) AND ($log IS NULL OR log = $log) AND ($player IS NULL OR player_id = $player) AND ($kind IS NULL OR kind = $kind)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
GROUP BY game, kind, clause, name, player, player_id
ORDER BY times DESC, game, clause, player, kind, name, player_id
-- hands
SELECT game, day, log, hand, kind, clause, name, player, says, cards, at_line, found_at
FROM breaches
WHERE ($game IS NULL OR game = $game) AND ($log IS NULL OR log = $log) AND ($player IS NULL OR player_id = $player) AND ($kind IS NULL OR kind = $kind)
  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)
ORDER BY day NULLS FIRST, log, hand, found_at, at_line, name, seat, cards, says
