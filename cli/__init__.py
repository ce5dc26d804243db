"""The command line: thin commands over the records."""


def main() -> None:
    """What `upcard` runs."""
    import sys

    try:
        from upcard.cli.app import run
    except KeyboardInterrupt:  # while all this is loaded
        print("interrupted", file=sys.stderr)  # noqa: T201 - rich may not be loaded yet
        sys.exit(130)
    sys.exit(run(sys.argv[1:]))
