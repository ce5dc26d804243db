"""Processes of other machines: a Dask cluster, asked as the processes of this machine are (`several`)."""

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final, NamedTuple

from upcard.records.several import Processes
from upcard.schemas.errors import UsageError

ANSWER_SECONDS: Final = 10
"""How long a cluster has to answer at first."""
ALONE_SECONDS: Final = 20.0
"""A cluster that has no worker for so long is given up, and its work done here."""


@contextmanager
def cluster(address: str) -> Iterator[Processes]:
    """The workers of a cluster. Raises `UsageError` if it does not answer, has no workers, or these have another Upcard.

    A worker that is lost has its parts done again by others; what none of them can do is done here, as `in_order` does it.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UsageError("distributed is not installed", hint="pip install 'upcard[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is lost is done again, and told by nobody else
    try:
        client = distributed.Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        says = f"no cluster answers: {str(error).splitlines()[0]}"
        raise UsageError(says, place=address, hint="an address is such as tcp://10.0.0.1:8786") from None
    try:
        yield Processes(_Workers(client), _checked(client, address))
    finally:
        client.close(timeout=ANSWER_SECONDS)


def _checked(client: Any, address: str) -> int:
    """How many parts the workers work on at a time."""
    theirs: dict[str, str] = client.run(_upcard, on_error="return")
    here = _upcard()
    for worker, there in theirs.items():
        if there != here:
            hint = "install the same on all machines"
            raise UsageError(f"worker {worker} has {_named(there)}; here is {here}", place=address, hint=hint)
    threads = sum(int(worker["nthreads"]) for worker in client.scheduler_info(n_workers=-1)["workers"].values())
    if not threads:
        raise UsageError("the cluster has no workers", place=address, hint=f"dask worker {address}")
    return threads


def _named(there: object) -> str:
    return there if isinstance(there, str) else "no Upcard that runs"


def _upcard() -> str:
    """Which Upcard this process has."""
    from importlib.metadata import version

    return f"upcard {version('upcard')}"


class _Workers:
    """Takes work as a pool of processes does. client: of `distributed`."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, work: Callable[..., Any], /, *given: Any) -> "_Waiting":
        """Have it done by some worker, and by another if that is lost."""
        try:
            future = self._client.get_executor(pure=False).submit(work, *given)
        except Exception as error:
            raise BrokenExecutor(str(error)) from error
        return _Waiting(self._client, future)


class _Waiting(NamedTuple):
    """What a worker is at."""

    client: Any
    future: "Future[Any]"

    def result(self) -> Any:
        """What came of it. Raises `BrokenExecutor` if nobody is left to do it."""
        last = time.monotonic()
        while True:
            try:
                return self.future.result(timeout=1.0)
            except NotYet:
                if self.future.done():
                    raise
            if self._has_workers():
                last = time.monotonic()
            elif time.monotonic() - last > ALONE_SECONDS:
                raise BrokenExecutor("the cluster has no workers any more")

    def _has_workers(self) -> bool:
        return self.client.status == "running" and bool(self.client.scheduler_info(n_workers=-1)["workers"])
