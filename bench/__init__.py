"""Benchmarks that print ratios, both sides measured in one run."""
