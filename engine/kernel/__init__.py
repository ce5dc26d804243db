"""The kernel: how records of any card game are read, judged and explained. It knows tables, and no game.

`game` says what a game declares, `places` where cards are, `state` where a session stands, `reading` how one event is
judged, `obligations` what a choice of cards is held to, `frame` how hands begin and end, `sheet` how rows are compared,
`explain` which slip of the pen explains a fault as well, `telling` what is told of it, `audit` is what callers use.
"""
