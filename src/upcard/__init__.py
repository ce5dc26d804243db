"""Upcard records card games played at real tables, replays and audits the hands, and answers questions about them."""

from pathlib import Path

if not (Path(__file__).parent / "records").is_dir():
    # A checkout on a system without links: the folders are at its top.
    __path__.append(str(Path(__file__).resolve().parents[2]))
