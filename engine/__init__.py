"""The pure engine: logs in, states, findings and facts out. No clock, no chance, no files."""
