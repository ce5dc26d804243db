"""The games, one file each beside its rules page, found by their name: the key of the page."""
