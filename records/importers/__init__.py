"""Readers of what people kept before: score sheets to logs, each row with its line."""

from upcard.records.importers.sheets import SheetRules, begins_like_sheet, is_sheet, read_sheet

__all__ = ["SheetRules", "begins_like_sheet", "is_sheet", "read_sheet"]
