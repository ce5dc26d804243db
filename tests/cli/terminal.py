"""Commands at a terminal, where a question is asked."""

import os
import pty
import subprocess
import sys


def at_terminal(answer: str, *arguments: str) -> tuple[int, str]:
    """What is on the screen when somebody answers so, and the exit code."""
    parent, child = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-m", "upcard.cli", *arguments],
        stdin=child,
        stdout=child,
        stderr=child,
        env={**os.environ, "TERM": "dumb", "COLUMNS": "200"},
    )
    os.close(child)
    seen = b""
    while b"[y/N]" not in seen:
        seen += os.read(parent, 4096)
    os.write(parent, answer.encode())
    try:
        while more := os.read(parent, 4096):
            seen += more
    except OSError:  # all that had it open have ended
        pass
    os.close(parent)
    return done.wait(), seen.decode().replace("\r\n", "\n")
