"""Run jobs in processes on this machine or on a Dask cluster, and yield each outcome when it is
there."""

import logging
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, InvalidStateError, wait
from contextlib import contextmanager, suppress
from itertools import chain, islice
from typing import Any, Protocol

from models.cli.command_line import WrongUse, one_line
from models.jobs.here import no_warnings_if_killed

TRIES = 3  # attempts at a job if the worker fails
AHEAD = 3
"""Jobs for each process or thread that are under way or wait for it, so that none is idle."""
LOOK = 1.0
"""Interval at which processes are looked at while none is done (s)."""
LEAST_AHEAD = 64
"""The least number of such jobs on a cluster, which may grow."""

Job = dict[str, Any]
"""What a job needs, as JSON values."""
Outcome = dict[str, Any]
"""What a job gave, as JSON values; {"failure": the reason} if its worker failed."""
Work = Callable[[Job], Outcome]
Check = Callable[[], str]
"""A function that returns why a worker cannot run jobs; an empty string if it can."""


class Workers(Protocol):
    """A place where jobs can run."""

    def ready(self) -> str:
        """Return why jobs cannot be run in this place; an empty string if they can."""

    def outcomes(self, jobs: Iterable[Job], work: Work) -> Iterator[tuple[Job, Outcome]]:
        """Yield each job once with the outcome that `work` returns for it, in any order."""


class Processes:
    """Processes on this machine. One that hangs is killed, and one that dies is replaced.

    check: says why this machine cannot run jobs. longest: time for a job (s); None: any time. end:
    a handler of SIGTERM in each process, for what it must end first."""

    def __init__(
        self,
        count: int,
        check: Check = str,
        longest: float | None = None,
        end: Callable[..., object] | signal.Handlers = signal.SIG_DFL,
    ) -> None:
        self._count, self.ready, self._longest, self._end = count, check, longest, end

    def outcomes(self, jobs: Iterable[Job], work: Work) -> Iterator[tuple[Job, Outcome]]:
        """Yield each job once with the outcome that `work` returns for it, in any order."""
        left = iter(jobs)
        if not (first := list(islice(left, self._count))):
            return
        pool, own = self._pool(len(first)), list[Any]()  # and its futures that are not done

        def broken() -> bool:
            """Return whether no process takes jobs; those that were under way have failed then."""
            if pool.active:
                return False
            pool.stop()
            pool.join()
            for future in own:
                with suppress(InvalidStateError):
                    future.set_exception(BrokenExecutor("all processes broke"))
            return True

        def submit(job: Job) -> Any:
            nonlocal pool
            if broken():
                pool = self._pool(len(first))
            own[:] = [future for future in own if not future.done()]
            own.append(pool.schedule(work, args=(job,), timeout=self._longest))
            return own[-1]

        def some_done(running: list[Any]) -> Iterable[Any]:
            while not (found := wait(running, LOOK, FIRST_COMPLETED).done):
                broken()
            return found

        try:
            yield from _completed(chain(first, left), submit, some_done, self._ahead)
        finally:
            pool.stop()
            pool.join()

    def _pool(self, count: int) -> Any:
        """Return new processes. All break if one is killed while it takes a job."""
        from pebble import ProcessPool

        no_warnings_if_killed()
        pools: Callable[..., Any] = ProcessPool
        fresh = multiprocessing.get_context("spawn")
        return pools(count, 500, signal.signal, (signal.SIGTERM, self._end), fresh)

    def _ahead(self) -> int:
        return AHEAD * self._count


class Cluster:
    """The workers of the Dask cluster whose scheduler is at `address`. This book must be installed
    on each of them.

    check: says why a worker cannot run jobs. longest: time without any outcome after which all that
    are left fail (s). patience: time for the scheduler to answer (s)."""

    def __init__(
        self, address: str, check: Check = str, longest: float = 3600.0, patience: float = 5.0
    ) -> None:
        self._address, self._check, self._longest, self._patience = (
            address,
            check,
            longest,
            patience,
        )

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
        """Return why jobs cannot be run on one of the workers; an empty string if all workers can
        run them."""
        with self._client() as client:
            said = client.run(self._check, on_error="return")
        if not said:
            return f"the cluster at {self._address} has no workers"
        return next((f"{worker}: {_words(why)}" for worker, why in said.items() if why), "")

    def outcomes(self, jobs: Iterable[Job], work: Work) -> Iterator[tuple[Job, Outcome]]:
        """Yield each job once with the outcome that `work` returns for it, in any order."""
        from distributed import wait

        until: Callable[..., Any] = wait
        with self._client() as client:
            yield from _completed(
                jobs,
                lambda job: client.submit(work, job, pure=False),
                lambda running: (
                    until(running, timeout=self._longest, return_when=FIRST_COMPLETED).done
                ),
                lambda: max(LEAST_AHEAD, AHEAD * sum(client.nthreads().values())),
                f"the cluster gave no result in {self._longest:g} s",
            )


def _words(why: str | Exception) -> str:
    """Return one line that says why a worker is not ready."""
    return why if isinstance(why, str) else one_line(f"{type(why).__name__} {why}")


def _silence(*names: str) -> None:
    """Turn off the loggers of some libraries. Our own messages report their errors."""
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] in names:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _completed(
    jobs: Iterable[Job],
    submit: Callable[[Job], Any],
    some_done: Callable[[list[Any]], Iterable[Any]],
    ahead: Callable[[], int],
    late: str = "",
) -> Iterator[tuple[Job, Outcome]]:
    """Yield each job with its outcome, while `ahead()` jobs at most are submitted and not done.

    some_done: returns some of the futures that it is given, when they are done, or raises
    TimeoutError. late: the failure of all jobs that are left then."""
    left, running = iter(jobs), dict[Any, Job]()
    while True:
        running |= {submit(job): job for job in islice(left, max(0, ahead() - len(running)))}
        if not running:
            return
        try:
            done = some_done(list(running))
        except TimeoutError:
            for future in running:
                future.cancel()
            yield from ((job, {"failure": late}) for job in chain(running.values(), left))
            return
        for future in done:
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
        return {
            "failure": one_line(f"the process that ran it ended: {type(error).__name__} {error}")
        }


def done(workers: Workers, jobs: Iterable[Job], work: Work) -> Iterator[tuple[Job, Outcome]]:
    """Yield each job with its outcome. If the worker failed, the job is tried again, up to `TRIES`
    times in all; after that its outcome is the failure."""
    left = jobs
    for tries_left in reversed(range(TRIES)):
        failed = []
        for job, outcome in workers.outcomes(left, work):
            if "failure" in outcome and tries_left:
                failed.append(job)
            else:
                yield job, outcome
        left = failed
        if not left:
            return
