"""A process that restores, backs up or erases, on a disk that ends it, without a word, at its n-th call.

`python -m tests.harness.mover WORK ARCHIVE GIVEN NTH`; it tells how many calls there were if it comes to its end.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from upcard.records.archive.archive import Archive
from upcard.records.archive.erasing import Erasure
from upcard.records.backups.making import back_up
from upcard.records.backups.restoring import restore
from upcard.records.storage import Disk

DIED = 137


class EndingDisk(Disk):
    """The real one. The process ends just before the n-th call that changes something, as if it were killed."""

    def __init__(self, nth: int) -> None:
        self.nth, self.calls = nth, 0

    def counted(self) -> None:
        self.calls += 1
        if self.calls == self.nth:
            os._exit(DIED)

    def create(self, path: Path) -> int:
        self.counted()
        return super().create(path)

    def write(self, handle: int, data: bytes, offset: int) -> int:
        self.counted()
        return super().write(handle, data, offset)

    def sync_all(self, handles: Sequence[int]) -> None:
        self.counted()
        super().sync_all(handles)

    def rename(self, old: Path, new: Path) -> None:
        self.counted()
        super().rename(old, new)

    def remove(self, path: Path) -> None:
        self.counted()
        super().remove(path)

    def sync_folder(self, path: Path) -> None:
        self.counted()
        super().sync_folder(path)


def main(work: str, archive: str, given: str, nth: str) -> None:
    disk = EndingDisk(int(nth))
    place = Archive(archive, disk)
    if work == "restore":
        restore(place, Path(given), replace=True)
    elif work == "erase":
        Erasure(place, given, logs=True).do()
    else:
        back_up(place, Path(given), replace=True)
    print(disk.calls)


if __name__ == "__main__":
    main(*sys.argv[1:])
