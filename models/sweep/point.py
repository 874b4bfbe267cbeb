"""One point of a sweep: its settings as a job, the key of what it gives, and its run."""

import hashlib
from collections.abc import Sequence
from functools import cache, lru_cache, partial

from models.cli.command_line import one_line
from models.cli.whole_machine import NamedLoad, run_of_all
from models.jobs.workers import Check, Job, Outcome
from models.lab.run import ran
from models.machine.order import Order
from models.sources import ROOT, fingerprint

VERSION = 1
"""Changes when a point of the same settings and models gives something else."""
PARTS = ("pool", "log", "cache", "groups", "queue", "network", "head", "filesystem", "drive")


@cache
def edition() -> str:
    """Return the fingerprint of the models that run here."""
    return fingerprint(ROOT, ("models",))


def as_here(print: str) -> str:
    """Return why the models that run here are not those of a fingerprint; "" if they are."""
    here = edition()
    return (
        ""
        if here == print
        else f"the models there are others ({here[:8]}, not {print[:8]}): install the same edition"
    )


def same_models() -> Check:
    """Return a check that a worker has the models that are here."""
    return partial(as_here, edition())


@lru_cache(maxsize=8)
def built(
    machine: str, loads: tuple[str, ...], typed: tuple[str, ...]
) -> tuple[Order, list[NamedLoad]]:
    """Return the order and the loads of a point, which are the same for all its seeds. Raise
    ValueError if the machine refuses the settings."""
    return run_of_all(machine, loads, typed)


def job_of(
    machine: str,
    loads: Sequence[str],
    settings: dict[str, str],
    seconds: float,
    warm: float,
    seed: int,
) -> Job:
    """Return a job that runs one point. settings: as text, by dotted name. Raise ValueError if the
    machine refuses them."""
    typed = [f"{path}={text}" for path, text in settings.items()]
    order, ready = built(machine, tuple(loads), tuple(typed))
    return {
        "key": key_of(order, ready, seconds, warm, seed),
        "print": edition(),
        "machine": machine,
        "loads": list(loads),
        "set": typed,
        "seconds": seconds,
        "warm": warm,
        "seed": seed,
    }


def refused_key(*about: object) -> str:
    """Return a hash of a point whose settings the machine refuses. about: as for `job_of`."""
    return _hash("refused", *about)


def key_of(order: Order, loads: Sequence[NamedLoad], seconds: float, warm: float, seed: int) -> str:
    """Return a hash of all that a run depends on: the models, every setting of the order and of the
    loads after defaults, times and seed."""
    parts = [getattr(order, name) for name in PARTS]
    without = sorted(order.left_out)
    return _hash(order.machine, parts, without, list(loads), float(seconds), float(warm), seed)


def _hash(*content: object) -> str:
    return hashlib.sha256(repr((VERSION, edition(), *content)).encode()).hexdigest()[:32]


def works(job: Job) -> Outcome:
    """Return what a point gave: {"ran": `Ran` as JSON}, or {"refused": why it cannot run}."""
    if why := as_here(job["print"]):
        return {"failure": why}
    try:
        order, loads = built(job["machine"], tuple(job["loads"]), tuple(job["set"]))
        result = ran(order, loads, job["seconds"], job["warm"], job["seed"])
    except ValueError as error:
        return {"refused": one_line(str(error))}
    return {"ran": result.to_json()}
