"""Runs of fio: all that was done, each job, and each interval of --status-interval."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from models.measured.forms.fio_job import say_loads
from models.measured.forms.fio_ways import Run, Way
from models.measured.kit.measured import Measured

ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
MOST_JOBS = 1000
"""Jobs that are shown one by one; of more than these only all together."""
SLACK = 1.5
"""What the clock may have gone on between two documents of a run beyond twice what its jobs ran (s)."""


def say_runs(found: Measured, runs: Sequence[Run]) -> None:
    """Say what one or more runs in a file did. The last one is all if each counts on from the one before."""
    if len(runs) > 1 and all(follows(*both) for both in pairwise(runs)):
        say_of_run(found, runs[-1])
        say_intervals(found, runs)
        return
    if len(runs) > 1:
        found.note(f"{len(runs)} runs in one file: their latencies are added up")
    say_of_run(found, Run([job for run in runs for job in run.jobs]) if len(runs) > 1 else runs[0])


def follows(before: Run, after: Run) -> bool:
    """Return whether a document counts on from another one: of the same jobs, and the clock went on with them."""
    if [job.name for job in before.jobs] != [job.name for job in after.jobs]:
        return False
    for first, second in zip(before.jobs, after.jobs, strict=True):
        for name, way in first.ways.items():
            if name not in second.ways or second.ways[name].ios < way.ios:
                return False
    ran = (after.whole().runtime or 0.0) - (before.whole().runtime or 0.0)
    passed = after.ended - before.ended
    return ran >= 0 and 0 <= passed <= 2 * ran + SLACK


def say_of_run(found: Measured, run: Run) -> None:
    """Say what a run did: all its jobs, and each."""
    whole = run.whole()
    for name, way in run.ways().items():
        part = found.part(name)
        part.values, part.latencies = way.values(), way.bins()
    if len(run.jobs) > 1 or run.total:
        found.values["total"] = whole.values()
        found.values["jobs"] = [job.values() for job in run.jobs[:MOST_JOBS]]
        if len(run.jobs) > MOST_JOBS:
            found.note(f"of {len(run.jobs):,} jobs the first {MOST_JOBS:,} are shown one by one")
    elif name := run.jobs[0].name:
        found.values["job"] = name
    if not run.at_once:
        found.note("groups of jobs may have run one after the other: their rates are not added up")
    copies = Counter(job.name for job in run.jobs)
    for job in run.jobs:
        many = str(job.options.get("numjobs", ""))
        if many.isdecimal() and len(many) < 9 and int(many) > copies[job.name]:
            found.note(
                f"{many} copies of {job.name} are added up (group_reporting): one may have been slow"
            )
    if any(str(job.options.get("ramp_time", "0")) != "0" for job in run.jobs):
        found.note("bytes hold those of requests under way when ramp_time ended, which n does not")
    if not whole.busy:
        found.note("no request was answered")
    say_loads(found, [(job.name, job.options) for job in run.jobs], run.at_once)


def say_intervals(found: Measured, runs: Sequence[Run]) -> None:
    """Say what was done in each interval of documents that count on."""
    found.note(
        f"{len(runs)} documents that count from the start (--status-interval): the last is shown"
    )
    found.values["last"] = runs[-1].whole().values()
    wholes, ways = [run.whole() for run in runs], [run.ways() for run in runs]
    for place, (before, after) in enumerate(pairwise([Way(), *wholes])):
        if place < len(ORDINALS):
            found.values[f"{ORDINALS[place]}_interval"] = after.since(before).values()
    for name in ways[-1]:
        part, rates = found.part(name), list[tuple[float, float]]()
        part.rates = rates
        states = [each.get(name, Way()) for each in ways]
        for before, after in pairwise([Way(), *states]):
            its, time = after.since(before), after.runtime or 0.0
            if its.iops is not None:
                rates.append((time, its.iops))
