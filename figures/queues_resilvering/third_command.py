"""Why the third command ruins it: the arm between a stream and other reads."""

from collections.abc import Iterator

from figures.define.figure import Figure, Number, Preset, Rows, cite
from figures.queues_resilvering.experiments.film import describe, drawn, film, values
from models.units import ms

SPAN, SLOW_AT = 150 * ms, 3
"""The length of the film, and the depth at which the read that it follows is slow."""


def run(depth: int, seed: int) -> Iterator[Rows]:
    """Yield the rows of the film."""
    yield from film("disk", int(depth), SLOW_AT, SPAN, seed)


FIGURE = Figure(
    id="third-command",
    title="The third command",
    caption="The same disk, resilvered from rim to hub. Each command of the resilver lies just behind the last. The ringed read is one of the slow ones at a depth of three; at ten others wait longer.",
    params={
        "depth": Number(
            "Queue depth",
            2,
            1,
            10,
            whole=True,
            stops=(1, 2, 3, 4, 6, 10),
            help="The most commands in the drive (zfs_vdev_max_pending and zfs_vdev_min_pending). Others wait in ZFS's queue.",
        )
    },
    presets={
        "depth 2": Preset(),
        "depth 3": Preset({"depth": 3}),
        "depth 10": Preset({"depth": 10}),
    },
    run=run,
    panels=[drawn(SPAN)],
    describe=describe,
    values=values,
    source=cite("elling2014zio", "ZIO scheduling and resilver workloads"),
    seed=3,
)
