"""The recorder: lines that a scribe types, into the events of a log.

fields: the fields of an event as words. rows: rows of a score sheet. words: a line into an event, where something is
due. offer: what is due, and how it is asked for. session: the core, without a terminal. helping: what can be typed.
setup: players and house rules. terminal: the loop that asks, takes and tells.
"""
