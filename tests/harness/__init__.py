"""Machinery for the tests of what must hold when things go wrong."""
