"""The games, one file or package each, found by their name: the key of the rules page."""
