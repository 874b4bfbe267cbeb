"""Hands jobs to processes of this machine, or to a Dask cluster; the outcomes come back as they are
there."""

import logging
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from exercises.grading.judge import Job, Outcome, end, judge, ready
from models.cli.command_line import WrongUse, one_line

LONGEST = 300.0  # seconds for one job; an answer's own limits end it long before
TRIES = 3  # how often a job that failed on our side is handed out

Judge = Callable[[Job], Outcome]


class Workers(Protocol):
    """What jobs are handed to."""

    def outcomes(self, jobs: list[Job], judge: Judge) -> Iterator[tuple[Job, Outcome]]:
        """Each job once with its outcome, in any order."""

    def ready(self) -> str:
        """Why no answer can be run there; empty if one can."""


class Processes:
    """Processes of this machine. One that hangs is killed, one that dies is replaced, and the
    others go on."""

    def __init__(self, count: int, longest: float = LONGEST) -> None:
        self._count, self._longest = count, longest

    def ready(self) -> str:
        """Why no answer can be run here."""
        return ready()

    def outcomes(self, jobs: list[Job], judge: Judge) -> Iterator[tuple[Job, Outcome]]:
        """Each job once with its outcome, in any order."""
        from pebble import ProcessPool

        if not jobs:
            return
        fresh = multiprocessing.get_context("spawn")
        with ProcessPool(
            min(self._count, len(jobs)), 500, signal.signal, (signal.SIGTERM, end), fresh
        ) as pool:
            try:
                running = {
                    pool.schedule(judge, args=(job,), timeout=self._longest): job for job in jobs
                }
                yield from _completed(running, None)
            finally:
                pool.stop()


class Cluster:
    """The workers of a Dask cluster, each with this book installed. The address is its scheduler's."""

    def __init__(self, address: str, longest: float = LONGEST, patience: float = 10.0) -> None:
        self._address, self._longest, self._patience = address, longest, patience  # seconds

    @contextmanager
    def _client(self) -> Iterator[Any]:
        try:
            from distributed import Client
        except ImportError:
            raise WrongUse(
                "--dask needs the package distributed: pip install distributed"
            ) from None
        _silence("distributed", "tornado", "asyncio")
        try:
            client = Client(self._address, timeout=self._patience)
        except (OSError, ValueError) as error:
            raise WrongUse(
                f"no Dask scheduler answers at {self._address}: {one_line(str(error))}"
            ) from None
        try:
            yield client
        except WrongUse:
            raise
        except (
            Exception
        ) as error:  # all that a lost connection raises, which differs from release to release
            raise WrongUse(
                f"the Dask scheduler at {self._address} was lost ({type(error).__name__}): what is graded so far "
                "is kept, and the same command goes on from there"
            ) from None
        finally:
            with suppress(Exception):
                client.close(timeout=self._patience)

    def ready(self) -> str:
        """Why no answer can be run on one of its workers."""
        with self._client() as client:
            said = client.run(ready, on_error="return")
        if not said:
            return f"the cluster at {self._address} has no workers"
        return next((f"{worker}: {_words(why)}" for worker, why in said.items() if why), "")

    def outcomes(self, jobs: list[Job], judge: Judge) -> Iterator[tuple[Job, Outcome]]:
        """Each job once with its outcome, in any order."""
        from distributed import wait as until

        with self._client() as client:
            running = {client.submit(judge, job, pure=False): job for job in jobs}
            while running:
                try:
                    done = until(
                        list(running), timeout=self._longest, return_when=FIRST_COMPLETED
                    ).done
                except TimeoutError:
                    client.cancel(list(running))
                    for job in running.values():
                        yield job, {"failure": f"the cluster gave no result in {self._longest:g} s"}
                    return
                for future in done:
                    yield running.pop(future), _outcome(future)


def _words(why: str | Exception) -> str:
    """Why a worker is not ready, in one line."""
    return why if isinstance(why, str) else one_line(f"{type(why).__name__} {why}")


def _silence(*names: str) -> None:
    """Keep a library's log off standard error: what matters of it, we say in a line."""
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] in names:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _completed(running: dict[Any, Job], timeout: float | None) -> Iterator[tuple[Job, Outcome]]:
    while running:
        for future in wait(running, timeout, FIRST_COMPLETED).done:
            yield running.pop(future), _outcome(future)


def _outcome(future: Any) -> Outcome:
    """What came of a job; whatever kept it from an end is a failure of ours."""
    try:
        outcome: Outcome = future.result()
        return outcome
    except TimeoutError:
        return {"failure": "it took too long and was ended"}
    except Exception as error:
        return {"failure": f"the process that judged it ended: {type(error).__name__} {error}"}


def judged(
    workers: Workers, jobs: Iterable[Job], judge: Judge = judge
) -> Iterator[tuple[Job, Outcome]]:
    """Each job with its outcome. One that failed on our side is handed out again, twice at most;
    then the failure stands."""
    left = list(jobs)
    for left_tries in reversed(range(TRIES)):
        failed = []
        for job, outcome in workers.outcomes(left, judge):
            if "failure" in outcome and left_tries:
                failed.append(job)
            else:
                yield job, outcome
        left = failed
        if not left:
            return
