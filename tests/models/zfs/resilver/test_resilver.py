"""Resilvering: what no order can beat, what the orders have in common, and where blocks lie."""

from itertools import islice, pairwise
from random import Random

import pytest

from figures.queues_resilvering.experiments.arrivals import even_arrivals, exponential
from figures.queues_resilvering.experiments.history import History, worn
from models.sim.stats import mean
from models.units import GB, MB, KiB, day
from models.zfs.resilver.job import Job, at_random, streaming
from models.zfs.resilver.order import (
    free_run,
    in_disk_order,
    in_metadata_order,
    piece,
    steps,
    used_run,
)


def test_either_order_visits_the_same_share_of_places_with_the_same_runs():
    job = Job(scattered=0.5, used=1200 * GB)
    chance = Random(1)
    used = mean([float(used_run(job, chance)) for _ in range(4000)])
    free = mean([float(free_run(job, chance)) for _ in range(4000)])
    assert used / (used + free) == pytest.approx(job.density, rel=0.05)
    walk = list(in_metadata_order(job, chance, 8000))
    blocks = [step.reads[0].offset for step in walk if step.blocks]
    near = sum(b == a + job.block for a, b in pairwise(blocks)) / len(blocks)
    assert near == pytest.approx(1 - job.scattered, abs=0.02)
    assert sum(not step.blocks for step in walk) == pytest.approx(8000 * job.metadata, abs=2)
    aggregates = [step.reads[0] for step in islice(in_disk_order(job, chance, 400), 90)]
    assert all(b.offset >= a.offset + a.size for a, b in pairwise(aggregates))
    assert max(a.size for a in aggregates) <= 128 * KiB


def test_raidz_reads_all_columns_that_are_left_and_writes_those_that_are_gone():
    job = Job(layout="raidz2", width=6, failed=2)
    for place in range(12):
        reads, writes = job.columns(place, job.block)
        assert sorted(c.device for c in reads) == [2, 3, 4, 5] and sorted(
            c.device for c in writes
        ) == [0, 1]
    small = Job(
        layout="raidz1", width=5, block=1 * KiB
    )  # three columns: two of five blocks have none on it
    found = [small.columns(place, small.block) for place in range(500)]
    assert 0.3 < sum(not writes for _, writes in found) / 500 < 0.5
    assert {len(reads) + len(writes) for reads, writes in found} == {3}  # and are read all the same
    assert Job().blocks == 10**12 // 8192
    assert Job(layout="raidz1", width=5).blocks == 4 * Job().blocks or Job(
        layout="raidz1", width=5
    ).blocks == pytest.approx(4 * Job().blocks, rel=1e-6)
    assert all(
        len(step.reads) == 4 and len(step.writes) == 2 for step in steps(job, "disk", Random(1), 5)
    )


@pytest.mark.parametrize("order", ["metadata", "disk"])
@pytest.mark.parametrize(
    "job", [Job(), Job(layout="raidz1", width=5), Job(layout="raidz2", width=6, failed=2)]
)
def test_the_new_disks_get_in_either_order_all_that_they_should_hold(job, order):
    """Each new disk gets its share of what the blocks take, parity and all (in disk order with the
    holes between), and as much as is read of each that is left."""
    written = read = blocks = 0
    for step in steps(job, order, Random(1), 400):
        blocks += step.blocks
        written += sum(column.size for column in step.writes)
        read += sum(column.size for column in step.reads if step.blocks)
    share = blocks * job.unit / job.disks
    assert written / job.failed == pytest.approx(read / (job.width - job.failed), rel=0.05)
    assert (
        written / job.failed == pytest.approx(share, rel=0.05)
        if order == "metadata"
        else written / job.failed > share
    )


def test_a_pool_that_is_overwritten_scatters_and_a_walk_finds_each_block_once():
    chance, pool = Random(2), History(4, 1000, 12_000)
    assert pool.scattered() == 0
    assert [block.place for block in pool.walk()] == list(range(4000))
    pool.overwrite(0.3, chance)  # a pair stays if both stayed or both went
    assert pool.scattered() == pytest.approx(2 * 0.3 * 0.7, abs=0.03)
    pool.overwrite(0.5, chance)
    pool.overwrite(0.5, chance)
    walk = pool.walk()
    assert len(walk) == len(set(walk)) == sum(pool.taken) == 4000
    assert {b.birth for b in pool.walk(3)} == {4}
    assert len(pool.walk(3)) == pytest.approx(2000, abs=120)
    assert pool.scattered() > 0.6
    shares = [worn(0.5, times, Random(1)) for times in (0, 0.3, 1, 3)]
    assert shares[0] == 0 and shares == sorted(shares) and shares[-1] > 0.95


def test_reads_that_come_by_chance_come_as_often_as_they_should():
    chance = Random(3)
    times = [exponential(chance.random) for _ in range(20_000)]
    assert mean(times) == pytest.approx(1, rel=0.03)
    assert mean([t * t for t in times]) == pytest.approx(2, rel=0.06)
    even = list(islice(even_arrivals(50, chance), 320))
    assert even == sorted(even) and even[-1] < 320 / 50
    assert sum(t < 0.64 for t in even) == 32


def test_the_text_s_bounds():
    assert at_random(Job().blocks, 200) / day == pytest.approx(7.06, abs=0.01)
    assert streaming(10**12, 100 * MB) / 3600 == pytest.approx(2.78, abs=0.01)


LAYOUTS = [("mirror", 2), ("mirror", 3)] + [
    (f"raidz{parity}", width) for parity in (1, 2, 3) for width in range(parity + 1, 16)
]


@pytest.mark.parametrize(("layout", "width"), LAYOUTS)
def test_pieces_in_disk_order_hold_each_column_and_touch_without_a_gap(layout, width):
    for block in (512, 5000, 8 * KiB, 128 * KiB):
        job = Job(layout=layout, width=width, block=block, used=GB, scattered=0.0)
        for device in range(width):
            pieces = [piece(job, device, place, place + 5) for place in range(0, 100, 5)]
            for here, there in pairwise(pieces):
                assert there.offset == here.offset + here.size
            # of all sectors, each disk has an equal part, but for one
            assert abs(sum(one.size for one in pieces) - 100 * job.unit / job.disks) < 512
        for place in range(100):
            for column in job.vdev.columns(place * job.unit, block):
                whole = piece(job, column.device, place, place + 1)
                assert whole.offset <= column.offset
                assert column.offset + column.size <= whole.offset + whole.size


@pytest.mark.parametrize(("layout", "width"), LAYOUTS)
def test_a_new_disk_of_any_layout_is_written_in_a_row(layout, width):
    job = Job(layout=layout, width=width, used=100 * GB, block=128 * KiB, scattered=0.0)
    walk = [column for step in in_disk_order(job, Random(1), 80) for column in step.writes]
    jumps = sum(b.offset != a.offset + a.size for a, b in pairwise(walk))
    assert jumps <= 3  # between the stretches of the sample
