"""Findings that are taken back."""

from collections.abc import Callable

from upcard.engine.game import Matching
from upcard.schemas.findings import Finding


def without(findings: list[Finding], start: int, is_gone: Callable[[Finding], bool]) -> tuple[list[Finding], int]:
    """The findings but for some, and where among them a hand begins that began at the place `start`."""
    stay = [not is_gone(one) for one in findings]
    return [one for one, stays in zip(findings, stay, strict=True) if stays], sum(stay[:start])


def without_shown(findings: list[Finding], start: int, line: int, matching: Matching | None) -> list[Finding]:
    """The findings of a hand, from `start` on, without what a line showed that was written wrongly: what had been done
    before it, and that cards fitted nowhere.
    """
    unfit = matching.name if matching else None
    kept = [one for one in findings[start:] if one.found_at != line or one.at >= line or one.kind != "breach"]
    return [*findings[:start], *(one for one in kept if one.name != unfit)]
