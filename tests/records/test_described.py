"""What an archive says of its own tables, which docs/tables.md is made of."""

from upcard.records.archive.described import described
from upcard.records.archive.schema import TABLES, VIEWS


def test_every_table_view_and_column_says_what_it_holds() -> None:
    found = list(described())
    assert [one.name for one in found] == [*TABLES, *VIEWS]
    assert [one.name for one in found if one.is_view] == list(VIEWS)
    assert [one.name for one in found if not one.says] == []
    assert [(one.name, column.name) for one in found for column in one.columns if not column.says] == []
    assert [column.name for column in found[0].columns] == ["key", "value"]
