"""`python -m upcard.cli` is `upcard`."""

from upcard.cli import main

main()
