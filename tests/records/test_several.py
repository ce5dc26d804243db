"""Processes beside this one, and files named more than once."""

from functools import partial
from pathlib import Path

from tests.records.archives import simulated
from upcard.records.logfile import read_logs
from upcard.records.parts import Part, parts
from upcard.records.reading import Read
from upcard.records.several import in_order, processes
from upcard.schemas.errors import UpcardError


def names(part: Part) -> list[str] | None:
    """The logs of a part."""
    reads = part.reads()
    return None if reads is None else [name(read) for read in reads]


def name(read: Read) -> str:
    return read.log.header.log


def test_a_damaged_file_is_read_as_often_as_it_is_named(tmp_path: Path) -> None:
    logs = simulated(3, hands=1, games=["big_two", "pop", "spinado"])
    path = tmp_path / "damaged.jsonl"
    path.write_bytes(logs[0] + logs[1][:-9] + logs[2])
    errors: dict[str, list[UpcardError]] = {"alone": [], "several": []}

    def again(who: str, file: str) -> list[Read]:
        return list(read_logs([file], failed=errors[who].append))

    named = [str(path)] * 3
    with processes(2) as several:
        assert several is not None
        pieces = [piece for file in named for piece in parts(file)]
        found = list(in_order(pieces, several, names, name, partial(again, "several")))
    assert found == [name(read) for file in named for read in again("alone", file)]
    assert [str(error) for error in errors["several"]] == [str(error) for error in errors["alone"]]
    assert (len(found), len(errors["alone"])) == (6, 3)
