"""The report of an evening, a season or a person: one file with tables, charts, notable hands, findings, and what is not known.

`gathering` asks the archive and says what is told, as plain data; `drawing` has one hand as it was played; `charts` draws; `page` makes the
file of them.
"""
