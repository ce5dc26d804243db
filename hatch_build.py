"""Puts the top-level folders into the wheel, under the import name `upcard`."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("schemas", "engine", "records", "pages", "cli", "api", "sample_logs")


class FolderHook(BuildHookInterface[Any]):
    """An editable install follows the links in `src/upcard`; a wheel takes the folders themselves."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the folders for the wheel; `version` is "editable" for an editable install."""
        if version != "standard":
            return
        for folder in FOLDERS:
            # Without this a wheel that lacks a package would build as silently.
            if not Path(self.root, folder, "__init__.py").is_file():
                raise FileNotFoundError(f"{folder}/__init__.py is missing in {self.root}")
            build_data["force_include"][folder] = f"upcard/{folder}"
