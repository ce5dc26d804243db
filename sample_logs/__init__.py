"""Sample logs of every game, read by `importlib.resources.files("upcard.sample_logs")`."""
