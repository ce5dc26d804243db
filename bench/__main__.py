"""Prints every figure with its floor, and writes them to bench/results.md with the machine and the commit."""

import platform
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from bench import archive, engine, million, plays, processes, reports, scale, size
from bench.measure import Row

RESULTS = Path(__file__).with_name("results.md")
COMPILED = (
    "- All in plain Python: compiled by mypyc (2.4), kernel, mechanisms and `audit.py` took 3 to 20 % off the time of an audit, by game,"
    " where half was asked for; so no compiled build is offered ([why](../docs/architecture.md#known-limits))"
)


def main() -> int:
    """Run all benchmarks; with `--million` and `--plays` those of long streams and large archives too, for minutes."""
    rows: list[Row] = []
    parts = [million] * ("--million" in sys.argv)  # first, as a child's peak memory counts what its parent had then
    parts += [size, processes, scale, engine, archive, reports] + [plays] * ("--plays" in sys.argv)
    # One folder for all, kept to the end: when files are deleted the system is busy for a minute.
    with tempfile.TemporaryDirectory() as folder:
        for part in parts:
            for row in part.rows(Path(folder)):
                rows.append(row)
                print(line(row), flush=True)
    RESULTS.write_text(page(rows), encoding="utf-8")
    print(f"written: {RESULTS.name}", file=sys.stderr)
    return 0


def line(row: Row) -> str:
    """A row of the table."""
    floor = "" if row.floor is None else f"{'at most' if row.most else 'at least'} {row.floor:g}"
    verdict = {None: "", True: "yes", False: "**no**"}[row.kept]
    return f"| {row.what} | {row.game} | {row.value:.3g} {row.unit} | {floor} | {verdict} |"


def page(rows: list[Row]) -> str:
    """The results as a page."""
    head = [
        "# What it costs",
        "",
        "Written by `make bench` (long streams and ten million plays: `python -m bench",
        "--million --plays`): both sides of a ratio in one run, turn by turn, medians. Times of this machine are for",
        "comparing rows with each other, not with other machines.",
        "",
        f"- {datetime.now(tz=UTC):%Y-%m-%d}, commit {commit()}",
        f"- {platform.machine()}, {cores()} cores, {platform.system()}, Python {platform.python_version()}",
        f"- msgspec {version('msgspec')}, DuckDB {version('duckdb')}",
        COMPILED,
        "",
        "| what | game | measured | floor | reached |",
        "|---|---|---|---|---|",
    ]
    return "\n".join([*head, *map(line, rows)]) + "\n"


def commit() -> str:
    """The commit measured, and whether something had changed since."""
    done = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def cores() -> int:
    """How many cores there are."""
    import os

    return os.cpu_count() or 1


if __name__ == "__main__":
    sys.exit(main())
