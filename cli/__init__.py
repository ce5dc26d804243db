"""The command line: thin commands over the records."""


def main() -> None:
    """What `upcard` runs."""
    import sys

    from upcard.cli.app import run

    sys.exit(run(sys.argv[1:]))
