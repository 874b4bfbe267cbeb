"""First in line and still last: a read's way through two queues."""

from collections.abc import Iterator

from figures.define.figure import Figure, Number, Preset, Rows, cite
from figures.queues_resilvering.experiments.film import describe, drawn, film, values
from models.units import ms

SPAN, SLOW_AT = 220 * ms, 10
"""The length of the film, and the depth at which the read that it follows is slow."""


def run(depth: int, seed: int) -> Iterator[Rows]:
    """Yield the rows of the film."""
    yield from film("metadata", int(depth), SLOW_AT, SPAN, seed)


FIGURE = Figure(
    id="first-in-line",
    title="First in line",
    caption="A disk that programs read and that is resilvered. Above, ZFS's queue: programs go first. Below, the drive's: each command stands where its data lies, and the arm goes to the nearest in time. A thin line: one has just gone down. The ringed read is one of the slow ones at a depth of ten; the others are the same at every depth.",
    params={
        "depth": Number(
            "Queue depth",
            10,
            2,
            10,
            whole=True,
            stops=(2, 6, 10),
            help="The most commands in the drive (zfs_vdev_max_pending and zfs_vdev_min_pending). Others wait in ZFS's queue.",
        )
    },
    presets={
        "depth 10": Preset(),
        "depth 2": Preset({"depth": 2}),
        "depth 6": Preset({"depth": 6}),
    },
    run=run,
    panels=[drawn(SPAN)],
    describe=describe,
    values=values,
    source=cite("elling2014zio", "ZIO scheduling and resilver workloads"),
)
