"""Machines of one pair of disks under the block allocator, of each slab of which a sample is kept."""

from dataclasses import replace

from figures.allocation.experiments.overwrites import Overwrites
from figures.allocation.experiments.rewrites import RewriteLoad, pair
from models.catalogue.machines import values

GROUP = values("allocator")["group"]


def load_on(fill, rules, kept, *, slabs=200, group=GROUP, seed=1, sync=None, age=0.0, **given):
    """What times a pool that is so full, and so old."""
    machine = pair(replace(rules, kept=kept, slabs=slabs), seed=seed, **given)
    return RewriteLoad(
        machine,
        Overwrites(machine.pool.contents, fill, group=group, seed=seed).until(age),
        sync=sync,
    )


def overwritten(fill, rules, kept, **given):
    """The pool alone."""
    return load_on(fill, rules, kept, **given).pool
