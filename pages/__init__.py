"""Files that a browser shows: each one whole in itself, to be mailed, kept and printed. Needs the extra `html`."""
