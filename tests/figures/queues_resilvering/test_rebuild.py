"""Whole resilvers on a machine: never faster than its disks, and what comes out of the queues."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from figures.queues_resilvering.experiments.rebuild import (
    LONGEST,
    WARM,
    ApplicationLoad,
    alone,
    order_of,
    rebuild,
    sample,
)
from models.machine import SUN_7410, DiskReads, Machine, Nfs, Reads, Resilver
from models.sim.stats import mean
from models.units import GB, MB, TB, KiB, MiB, day, ms
from models.zfs.resilver.job import Job, metadata_share, streaming, throttled
from models.zfs.resilver.order import ResilverStep, free_run, in_disk_order, steps, used_run

QUIET = ApplicationLoad(reads=0)
TWO = ApplicationLoad(depth=2)
JOBS = [
    Job(used=10 * GB, born=1e-4, scattered=0.0),
    Job(used=GB, scattered=0.0, layout="raidz1", width=5),
    Job(),
    Job(scattered=0.0),
    Job(used=1800 * GB),
    Job(block=128 * KiB),
    Job(layout="raidz1", width=5),
    Job(layout="raidz2", width=6, failed=2),
    Job(scattered=0.0, used=10 * GB),
    Job(block=1 * MiB, layout="raidz3", width=9),
]


@cache
def done(job, order, seed=1):
    """As the text of 2014 advises; several tests look at the same ones."""
    return rebuild(job, order, TWO, seed=seed)


@pytest.mark.parametrize(
    ("job", "order"), [(job, ("metadata", "disk")[n % 2]) for n, job in enumerate(JOBS)]
)
def test_a_resilver_is_never_faster_than_the_bytes_can_stream(job, order):
    drive = Machine(order_of(job, QUIET)).disk
    mean_rate = (
        job.capacity / drive.geometry.cylinders / 5 * 120
    )  # a track each turn, if none were lost
    least = streaming(job.bytes, mean_rate if job.scattered else drive.spec.media_rate)
    best = rebuild(job, order, replace(QUIET, depth=35), count=160)
    assert least < best.seconds
    assert best.rate == pytest.approx(job.bytes / best.seconds)
    assert 0 <= best.jumps <= 1


def test_in_disk_order_and_alone_a_new_pool_streams_and_half_a_disk_is_passed_over_at_the_same_speed():
    fresh = rebuild(Job(scattered=0.0, used=500 * GB), "disk", QUIET)
    assert 0.8 * 175 * MB < 500 * GB / (fresh.seconds - fresh.populate) < 175 * MB
    holes = rebuild(Job(), "disk", QUIET)
    passed = Job().capacity / (
        holes.seconds - holes.populate
    )  # the head sees used and free places alike
    assert 0.7 * 129 * MB < passed < 175 * MB


def test_one_block_at_a_time_costs_a_seek_and_half_a_turn():
    slow = rebuild(Job(), "metadata", ApplicationLoad(reads=0, depth=1, in_flight=1), count=1200)
    assert 1 / slow.blocks == pytest.approx(
        0.0082 + 0.5 / 120, rel=0.04
    )  # the write goes into the new disk's cache
    sorted_ones = rebuild(Job(), "metadata", ApplicationLoad(reads=0, depth=1), count=800)
    assert sorted_ones.blocks > 1.3 * 80  # 32 in flight are sorted by place before they go down


def test_the_throttle_lets_fifty_blocks_a_second_go():
    job, few = Job(), ApplicationLoad(reads=20, delay=0.02)
    assert throttled(job.blocks) / day == pytest.approx(28.3, abs=0.05)
    held = rebuild(job, "metadata", few, count=900)
    assert held.blocks == pytest.approx(50, rel=0.02)
    for reads, depth in ((40, 10), (30, 2)):  # short samples too: never faster than the throttle
        short = rebuild(job, "metadata", ApplicationLoad(reads=reads, depth=depth, delay=0.02))
        assert short.blocks < 50 * 1.02
    assert held.seconds == pytest.approx(throttled(job.blocks), rel=0.02)
    free = rebuild(
        job, "metadata", ApplicationLoad(reads=0, delay=0.02)
    )  # nobody at work: nothing is held back
    assert free.blocks > 3 * held.blocks
    assert rebuild(job, "disk", replace(few, delay=0.0)) == rebuild(job, "disk", few)


def test_a_month_against_a_day_with_nothing_fitted():
    """8 KiB blocks, a terabyte, two commands in a disk's hands, an application that keeps the disk
    half busy."""
    held = [
        rebuild(Job(), "metadata", replace(TWO, delay=0.02, reads=reads), count=600).seconds / day
        for reads in (20, 40)
    ]
    assert all(27 < days < 30 for days in held)  # the throttle's month, whatever the load
    assert (
        22 < done(Job(), "metadata").seconds / day < 26
    )  # and without it the disk's own, almost as long
    new = rebuild(Job(), "disk", TWO, count=2500)
    assert 0.8 < TB / new.rate / day < 1.0
    assert 0.1 < new.populate / new.seconds < 0.3
    assert new.jumps < 0.15 < 0.95 < done(Job(), "metadata").jumps


@pytest.mark.alike("a sample stands for all")
def test_a_sample_stands_for_the_whole_disk():
    job = Job(used=250 * MB, capacity=500 * MB)
    all_of_it = job.capacity // (
        128 * KiB
    )  # aggregates: each quarter from its middle round to there
    whole, part = (
        rebuild(job, "disk", QUIET, count=count).blocks
        for count in (all_of_it, sample("disk", job))
    )
    assert part == pytest.approx(whole, rel=0.06)


@pytest.mark.alike("a sample stands for all")
def test_a_sample_four_times_as_long_tells_the_same():
    order = "disk"
    short = [done(Job(), order, seed).seconds for seed in range(1, 4)]
    long = rebuild(Job(), order, TWO, seed=9, count=4 * sample(order, Job())).seconds
    assert mean(short) == pytest.approx(long, rel=0.06)
    assert (
        max(abs(each / long - 1) for each in short) < 0.15
    )  # any one of them: as far as chance takes it


def test_the_gain_is_larger_on_raidz_than_on_a_mirror():
    def gain(job):
        return done(job, "metadata").seconds / done(job, "disk").seconds

    assert gain(Job(layout="raidz1", width=5)) > 1.4 * gain(Job())
    assert gain(Job(scattered=0.0)) < 0.3 * gain(
        Job()
    )  # and small in a pool that was written in order


def test_next_to_nothing_on_a_disk_is_resilvered_too():
    """Its blocks lie far apart, so that most of a sample is on its way at a time."""
    for layout, width in (("mirror", 2), ("raidz1", 5)):
        few = Job(used=10 * GB, layout=layout, width=width)
        assert 0 < rebuild(few, "disk", TWO).seconds < rebuild(few, "metadata", TWO).seconds
    with pytest.raises(
        ValueError, match="count must leave steps to measure after the first 64, got"
    ):
        rebuild(few, "disk", TWO, count=130)


def test_larger_blocks_are_as_many_fewer_movements():
    eight, large = (done(job, "metadata").seconds for job in (Job(), Job(block=128 * KiB)))
    assert 11 < eight / large < 17


def test_a_deeper_queue_costs_the_application_more_in_either_order():
    for order in ("metadata", "disk"):
        means = [
            mean(rebuild(Job(), order, ApplicationLoad(depth=depth), count=600).answers)
            for depth in (1, 2, 10)
        ]
        assert means == sorted(means)
        assert means[-1] > 2 * means[1]
    assert mean(alone(Job(), ApplicationLoad(reads=40))) < 0.025 < means[1]


def test_what_is_aggregated_beforehand_goes_as_fast_as_what_zfs_would_join_in_its_queue():
    job = Job(scattered=0.6)

    def block_by_block(count, seed):
        chance, place = Random(seed), 0
        while True:
            for _ in range(used_run(job, chance)):
                yield ResilverStep(*job.columns(place, job.block), 1)
                place, count = place + 1, count - 1
                if not count:
                    return
            place += free_run(job, chance)

    def pace(work, in_flight, warm):
        machine, resilver = (
            Machine(order_of(job, QUIET)),
            Resilver(work, in_flight, warm=warm, ends=True),
        )
        machine.start(resilver)
        machine.loop.run(until=LONGEST)
        return resilver.blocks / (resilver.ended - resilver.began)

    ours = pace(in_disk_order(replace(job, born=0.01), Random(1), 500), QUIET.in_flight, WARM)
    assert pace(block_by_block(6000, 1), 512, 600) == pytest.approx(ours, rel=0.15)


def test_only_what_was_born_since_is_resilvered_and_little_of_the_metadata_is_read():
    whole, hour = (
        rebuild(Job(born=born), "metadata", replace(TWO, delay=0.02)) for born in (1.0, 0.001)
    )
    assert hour.seconds < 0.004 * whole.seconds
    assert metadata_share() == pytest.approx(1 / 128)
    assert metadata_share(1e-6) == pytest.approx(1, rel=1e-3)
    assert metadata_share(1e-6, 0.0) == 1 / 128
    assert metadata_share(0.01) == pytest.approx((1 - 0.99**128) / 1.28)


def test_a_scrub_reads_every_side_and_writes_nothing():
    job = Job(failed=0, used=4 * MB, capacity=8 * MB)
    machine = Machine(order_of(job, QUIET, joins=False), commands=True)
    scrub = Resilver(steps(job, "metadata", Random(1), 400), kind="scrub")
    ran = machine.run(scrub, seconds=60.0)
    assert scrub.sent_all and scrub.copied == 400 and scrub.flying == 0
    one, other = (disk.moved for disk in machine.disks)
    assert one == other == [scrub.done, 0, one[2], 0]
    assert ran.iostat["disks"] == pytest.approx((2 * scrub.done / 60, 0, 2 * one[2] / 60, 0))
    assert {zio.kind for zio in machine.pool.vdevs[0].devices[0].done} == {"scrub", "async read"}


def test_programs_reads_and_a_resilver_are_loads_beside_others():
    """Little's law in what a run of the machine says, and the programs' reads are those that were
    sent."""
    job = Job()
    machine = Machine(order_of(job, TWO), commands=True)
    reads = DiskReads([(n / 40, 1, n * 10**9) for n in range(400)])
    machine.start(Resilver(steps(job, "metadata", Random(1), 5000)))
    ran = machine.run(reads, seconds=10.0)
    assert ran.reads.number == reads.answered == pytest.approx(reads.sent, abs=12)
    queue = machine.pool.vdevs[0].devices[1].queue
    done = machine.pool.vdevs[0].devices[1].done
    assert queue.active_time == pytest.approx(sum(zio.held for zio in done), rel=0.02)
    assert ran.used["disks"] <= 1


def test_clients_of_a_server_wait_for_a_resilver_and_less_behind_a_queue_with_classes():
    """Their reads pass by the disk that has nothing yet, and each of its blocks is written once."""

    def reads(resilver, *left_out):
        order = SUN_7410.order(
            disks={"model": "enterprise-disk"},
            pool={"layout": "mirror", "vdevs": 1, "jbods": 1},
            queue={"pending": 2},
        )
        machine = Machine(order.without("cache", *left_out), 1)
        work = Resilver(steps(Job(), "metadata", Random(1), 10**5), new=1)
        clients = Nfs(threads=2, reads=1.0, blocks=Reads(1e11), turnaround=20 * ms)
        ran = machine.run(*([work] if resilver else []), clients, seconds=10.0)
        if resilver:
            assert machine.disks[0].moved[0] == 0 and machine.disks[0].moved[1] >= work.copied > 300
        return ran.reads.mean

    alone, beside, unsorted = reads(False), reads(True), reads(True, "queue")
    assert 1.2 * alone < beside < 0.5 * unsorted
