"""Runs of fio: all that was done, each job, and each interval of --status-interval."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise, starmap
from operator import le
from typing import NamedTuple

from models.measured.forms.fio_job import say_loads
from models.measured.forms.fio_ways import IDLE, Job, Pair, Run, Way, joint, parts_of
from models.measured.kit.measured import Measured

ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
SLACK = 1.5
"""What the clock may have gone on between two documents of a run beyond twice what its jobs ran (s)."""
MOST_JOBS = 1000
"""Jobs that are shown one by one; of more than these only all together."""


class State(NamedTuple):
    """What must be known of each document. names: of its jobs. keys: their directions, each with the job's place. ios: the
    requests of each. ways: requests and runtime (s) by direction. runtime: of all (s). ended: when (s). said: returns all
    that it says, with what is to be said of it."""

    names: tuple[str, ...]
    keys: tuple[tuple[int, str], ...]
    ios: tuple[float, ...]
    ways: dict[str, Pair]
    runtime: float
    ended: float
    said: Callable[[], tuple[Run, Measured]]


class Runs:
    """Runs in a file, in order. states: of each. summed: return jobs of all of them, many together where they are alike."""

    def __init__(self) -> None:
        self.states: list[State] = []
        self.summed: list[Callable[[], list[Job]]] = []

    def add(self, run: Run, said: Measured) -> None:
        """Add a run. said: what is to be said of it."""
        ways = {
            (place, name): way
            for place, job in enumerate(run.jobs)
            for name, way in job.ways.items()
        }
        self.states.append(
            State(
                tuple(job.name for job in run.jobs),
                tuple(ways),
                tuple(way.ios for way in ways.values()),
                *pairs_of(run),
                run.ended,
                lambda: (run, said),
            )
        )
        self.summed.append(lambda: run.jobs)


def pairs_of(run: Run) -> tuple[dict[str, Pair], float]:
    """Return requests and runtime (s) of a run by direction, and the runtime (s) of all."""
    if run.total:
        ways = {name: pair_of(way) for name, way in run.ways(bins=False).items()}
        return ways, run.whole().runtime or 0.0
    jobs = [{name: pair_of(way) for name, way in job.ways.items()} for job in run.jobs]
    names = dict.fromkeys(name for job in jobs for name in job)
    ways = {name: joint([job[name] for job in jobs if name in job], run.at_once) for name in names}
    wholes = [joint([job[name] for name in parts_of(job) if name in job]) for job in jobs]
    return ways, joint(wholes, run.at_once)[1] or 0.0


def pair_of(way: Way) -> Pair:
    """Return requests and runtime (s) of a direction."""
    return (way.ios, way.runtime) if way.busy else IDLE


def shown(found: Measured, states: Iterable[State]) -> list[Run]:
    """Return some runs as a whole, and say what is to be said of them."""
    runs = list[Run]()
    for state in states:
        run, said = state.said()
        runs.append(run)
        found.values |= said.values
        found.form = max(found.form, said.form)  # fio json+ is fio json
        for note in said.notes:
            found.note(note)
    return runs


def say_runs(found: Measured, runs: Iterable[Run]) -> None:
    """Say what runs did that were read as a whole."""
    held = Runs()
    for run in runs:
        held.add(run, Measured(found.form))
    say_all(found, held)


def say_all(found: Measured, runs: Runs) -> None:
    """Say what one or more runs in a file did. The last one is all if each counts on from the one before."""
    states = runs.states
    if all(starmap(repeats, pairwise(states))):
        if len(states) > 1:
            found.note(f"the same document stands {len(states)} times in the file: taken once")
        [run] = shown(found, states[-1:])
        say_of_run(found, run, run.jobs, Counter(states[-1].names))
    elif all(starmap(follows, pairwise(states))):
        [run] = shown(found, states[-1:])
        say_of_run(found, run, run.jobs, Counter(states[-1].names))
        say_intervals(found, states, run)
    else:
        found.note(f"{len(states)} runs in one file: their latencies are added up")
        first = [job for run in shown(found, states[:MOST_JOBS]) for job in run.jobs]
        jobs = [job for summed in runs.summed for job in summed()]
        copies = Counter(name for state in states for name in state.names)
        say_of_run(found, Run(jobs, several=True), first, copies)


def repeats(before: State, after: State) -> bool:
    """Return whether a document says the same as another one that ended when it did."""
    is_known = after.ended > 0 and any(after.ios)
    return is_known and before._replace(said=after.said) == after


def follows(before: State, after: State) -> bool:
    """Return whether a document counts on from another one: of the same jobs, and the clock went on with them."""
    if before.names != after.names or (after.runtime and not any(after.ios)):
        return False
    if before.keys is after.keys:
        if not all(map(le, before.ios, after.ios)):
            return False
    else:
        ios = dict(zip(after.keys, after.ios, strict=True))
        if any(ios.get(key, -1) < many for key, many in zip(before.keys, before.ios, strict=True)):
            return False
    ran, passed = after.runtime - before.runtime, after.ended - before.ended
    return ran >= 0 and 0 <= passed <= 2 * ran + SLACK


def say_of_run(found: Measured, run: Run, first: list[Job], copies: Counter[str]) -> None:
    """Say what a run did: all its jobs, and the first ones one by one. copies: how many have a name."""
    whole, number = run.whole(), copies.total()
    for name, way in run.ways().items():
        part = found.part(name)
        part.values, part.latencies = way.values(), way.bins()
    if number > 1 or run.total:
        found.values["total"] = whole.values()
        found.values["jobs"] = [job.values() for job in first[:MOST_JOBS]]
        if number > MOST_JOBS:
            found.note(f"of {number:,} jobs the first {MOST_JOBS:,} are shown one by one")
    elif name := run.jobs[0].name:
        found.values["job"] = name
    if not run.at_once:
        found.note("groups of jobs may have run one after the other: their rates are not added up")
    for job in run.jobs:
        many = str(job.options.get("numjobs", ""))
        is_summed = "group_reporting" in job.options  # else copies that are missing were cut off
        if is_summed and many.isdecimal() and len(many) < 9 and int(many) > copies[job.name]:
            found.note(
                f"{many} copies of {job.name} are added up (group_reporting): one may have been slow"
            )
    if any(str(job.options.get("ramp_time", "0")) != "0" for job in run.jobs):
        found.note("bytes hold those of requests under way when ramp_time ended, which n does not")
    if not whole.busy and any(job.ways for job in run.jobs):
        found.note("no request was answered")
    say_loads(found, [(job.name, job.options) for job in run.jobs], run.at_once)


def say_intervals(found: Measured, states: list[State], last: Run) -> None:
    """Say what was done in each interval of documents that count on. last: what the last one says."""
    found.note(
        f"{len(states)} documents that count from the start (--status-interval): the last is shown"
    )
    found.values["last"] = last.whole().values()
    wholes = [state.said()[0].whole() for state in states[: len(ORDINALS)]]
    for ordinal, (before, after) in zip(ORDINALS, pairwise([Way(), *wholes]), strict=False):
        found.values[f"{ordinal}_interval"] = after.since(before).values()
    for name in last.ways():
        found.part(name).rates = rates_of(state.ways.get(name, IDLE) for state in states)


def rates_of(pairs: Iterable[Pair]) -> list[tuple[float, float]]:
    """Return the end (s) and the requests a second of each interval. pairs: requests and runtime (s) at its end."""
    rates, (done, ended) = list[tuple[float, float]](), (0.0, 0.0)
    for ios, time in pairs:
        if time is not None and time > ended:
            rates.append((time, (ios - done) / (time - ended)))
        done, ended = ios, time or 0.0
    return rates
