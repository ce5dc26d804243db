"""Putting right what a scribe wrote wrongly: where it is, what would change, and how it is stored."""
