"""The archive: a log store, the DuckDB file that indexes it, and what can be asked of them."""
