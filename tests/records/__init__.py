"""Tests of log files, the log store and the archive."""
