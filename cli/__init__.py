"""The command line: thin commands over the records."""


def main() -> None:
    """What `upcard` runs."""
    import os
    import sys

    _hold_standard_files()
    os.environ.setdefault(
        "OPENBLAS_NUM_THREADS", "1"
    )  # numpy's threads are of no use here, and where none may begin it ends the process
    try:
        from upcard.cli.app import run
    except KeyboardInterrupt:  # while all this is loaded
        print("interrupted", file=sys.stderr)  # noqa: T201 - rich may not be loaded yet
        sys.exit(130)
    sys.exit(run(sys.argv[1:]))


def _hold_standard_files() -> None:
    """Where standard input or output is closed, what is opened next would take its place, and be written to: nothing is read
    from there, and nobody reads what is written.
    """
    import os
    import sys

    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115 - open to the end
