"""Run jobs in processes on this machine or on a Dask cluster, and yield each outcome when it is
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

LONGEST = 300.0  # seconds for a job; the limits of an answer end it much earlier
TRIES = 3  # attempts at a job if the grader fails

Judge = Callable[[Job], Outcome]


class Workers(Protocol):
    """A place where jobs can run."""

    def outcomes(self, jobs: list[Job], judge: Judge) -> Iterator[tuple[Job, Outcome]]:
        """Yield each job once with the outcome that `judge` returns for it, in any order."""

    def ready(self) -> str:
        """Return why answers cannot be run in this place; an empty string if they can."""


class Processes:
    """Processes on this machine. One that hangs is killed, and one that dies is replaced."""

    def __init__(self, count: int, longest: float = LONGEST) -> None:
        self._count, self._longest = count, longest

    def ready(self) -> str:
        """Return why answers cannot be run on this machine; an empty string if they can."""
        return ready()

    def outcomes(self, jobs: list[Job], judge: Judge) -> Iterator[tuple[Job, Outcome]]:
        """Yield each job once with the outcome that `judge` returns for it, in any order."""
        from pebble import ProcessPool

        if not jobs:
            return
        pools: Callable[..., Any] = ProcessPool
        fresh = multiprocessing.get_context("spawn")
        with pools(
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
    """The workers of the Dask cluster whose scheduler is at `address`. This book must be installed
    on each of them."""

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
            connect: Callable[..., Any] = Client
            client = connect(self._address, timeout=self._patience)
        except (OSError, ValueError) as error:
            raise WrongUse(
                f"no Dask scheduler answers at {self._address}: {one_line(str(error))}"
            ) from None
        try:
            yield client
        except WrongUse:
            raise
        except Exception as error:  # a lost connection raises other errors in each release
            raise WrongUse(
                f"the Dask scheduler at {self._address} was lost ({type(error).__name__}): results so far "
                "are kept; run the same command to continue"
            ) from None
        finally:
            with suppress(Exception):
                client.close(timeout=self._patience)

    def ready(self) -> str:
        """Return why answers cannot be run on one of the workers; an empty string if all workers
        can run them."""
        with self._client() as client:
            said = client.run(ready, on_error="return")
        if not said:
            return f"the cluster at {self._address} has no workers"
        return next((f"{worker}: {_words(why)}" for worker, why in said.items() if why), "")

    def outcomes(self, jobs: list[Job], judge: Judge) -> Iterator[tuple[Job, Outcome]]:
        """Yield each job once with the outcome that `judge` returns for it, in any order."""
        from distributed import wait

        until: Callable[..., Any] = wait

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
    """Return one line that says why a worker is not ready."""
    return why if isinstance(why, str) else one_line(f"{type(why).__name__} {why}")


def _silence(*names: str) -> None:
    """Turn off the loggers of some libraries. Our own messages report their errors."""
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] in names:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _completed(running: dict[Any, Job], timeout: float | None) -> Iterator[tuple[Job, Outcome]]:
    while running:
        for future in wait(running, timeout, FIRST_COMPLETED).done:
            yield running.pop(future), _outcome(future)


def _outcome(future: Any) -> Outcome:
    """Return the outcome of a job. It is a failure if the process of the job did not end
    normally."""
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
    """Yield each job with its outcome. If the grader failed, the job is tried again, up to `TRIES`
    times in all; after that its outcome is the failure."""
    left = list(jobs)
    for tries_left in reversed(range(TRIES)):
        failed = []
        for job, outcome in workers.outcomes(left, judge):
            if "failure" in outcome and tries_left:
                failed.append(job)
            else:
                yield job, outcome
        left = failed
        if not left:
            return
