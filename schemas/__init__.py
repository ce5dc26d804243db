"""The vocabulary: cards, events, findings and the base of options. Imports nothing else of ours."""
