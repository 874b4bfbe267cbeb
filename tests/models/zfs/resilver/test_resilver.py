"""Resilvering: what no order can beat, what the orders have in common, and what comes out of the queues."""

from dataclasses import replace
from functools import cache
from itertools import islice, pairwise
from random import Random

import pytest

from models.sim.arrivals import evenly_many, exponential
from models.sim.stats import mean
from models.units import GB, MB, KiB, MiB, day
from models.zfs.resilver.bound import metadata_share, random, streaming, throttled
from models.zfs.resilver.history import History, worn
from models.zfs.resilver.order import ResilverStep, free_run, in_disk_order, in_metadata_order, steps, used_run
from models.zfs.resilver.resilver import LONGEST, WARM, ApplicationLoad, Disks, Job, alone, rebuild, sample

QUIET = ApplicationLoad(reads=0)
TWO = ApplicationLoad(depth=2)
JOBS = [Job(used=10 * GB, born=1e-4, scattered=0.0), Job(used=GB, scattered=0.0, layout="raidz1", width=5),
        Job(), Job(scattered=0.0), Job(used=1800 * GB), Job(block=128 * KiB), Job(layout="raidz1", width=5),
        Job(layout="raidz2", width=6, failed=2), Job(scattered=0.0, used=10 * GB),
        Job(block=1 * MiB, layout="raidz3", width=9)]


@cache
def done(job, order, seed=1):
    """As the text of 2014 advises; several tests look at the same ones."""
    return rebuild(job, order, TWO, seed=seed)


@pytest.mark.parametrize(("job", "order"), [(job, ("metadata", "disk")[n % 2]) for n, job in enumerate(JOBS)])
def test_a_resilver_is_never_faster_than_the_bytes_can_stream(job, order):
    drive = Disks(job, QUIET).queues[0].drive
    mean_rate = job.capacity / drive.geometry.cylinders / 5 * 120       # a track each turn, if none were lost
    least = streaming(job.bytes, mean_rate if job.scattered else drive.spec.media_rate)
    best = rebuild(job, order, replace(QUIET, depth=35), count=160)
    assert least < best.seconds
    assert best.rate == pytest.approx(job.bytes / best.seconds)
    assert 0 <= best.jumps <= 1


def test_in_disk_order_and_alone_a_new_pool_streams_and_half_a_disk_is_passed_over_at_the_same_speed():
    fresh = rebuild(Job(scattered=0.0, used=500 * GB), "disk", QUIET)
    assert 0.8 * 175 * MB < 500 * GB / (fresh.seconds - fresh.populate) < 175 * MB
    holes = rebuild(Job(), "disk", QUIET)
    passed = Job().capacity / (holes.seconds - holes.populate)      # the head sees used and free places alike
    assert 0.7 * 129 * MB < passed < 175 * MB


def test_one_block_at_a_time_costs_a_seek_and_half_a_turn():
    slow = rebuild(Job(), "metadata", ApplicationLoad(reads=0, depth=1, in_flight=1), count=1200)
    assert 1 / slow.blocks == pytest.approx(0.0082 + 0.5 / 120, rel=0.04)      # the write goes into the new disk's cache
    sorted_ones = rebuild(Job(), "metadata", ApplicationLoad(reads=0, depth=1), count=800)
    assert sorted_ones.blocks > 1.3 * 80                            # 32 in flight are sorted by place before they go down


def test_the_throttle_lets_fifty_blocks_a_second_go():
    job, few = Job(), ApplicationLoad(reads=20, delay=0.02)
    assert throttled(job.blocks) / day == pytest.approx(28.3, abs=0.05)
    held = rebuild(job, "metadata", few, count=900)
    assert held.blocks == pytest.approx(50, rel=0.02)
    for reads, depth in ((40, 10), (30, 2)):                        # short samples too: never faster than the throttle
        short = rebuild(job, "metadata", ApplicationLoad(reads=reads, depth=depth, delay=0.02))
        assert short.blocks < 50 * 1.02
    assert held.seconds == pytest.approx(throttled(job.blocks), rel=0.02)
    free = rebuild(job, "metadata", ApplicationLoad(reads=0, delay=0.02))      # nobody at work: nothing is held back
    assert free.blocks > 3 * held.blocks
    assert rebuild(job, "disk", replace(few, delay=0.0)) == rebuild(job, "disk", few)


def test_a_month_against_a_day_with_nothing_fitted():
    """8 KiB blocks, a terabyte, two commands in a disk's hands, an application that keeps the disk half busy."""
    held = [rebuild(Job(), "metadata", replace(TWO, delay=0.02, reads=reads), count=600).days for reads in (20, 40)]
    assert all(27 < days < 30 for days in held)                     # the throttle's month, whatever the load
    assert 22 < done(Job(), "metadata").days < 26    # and without it the disk's own, almost as long
    new = rebuild(Job(), "disk", TWO, count=2500)
    assert 0.8 < new.days_a_terabyte < 1.0
    assert 0.1 < new.populate / new.seconds < 0.3
    assert new.jumps < 0.15 < 0.95 < done(Job(), "metadata").jumps


def test_a_sample_stands_for_the_whole_disk():
    job = Job(used=250 * MB, capacity=500 * MB)
    all_of_it = job.capacity // (128 * KiB)                         # aggregates: each quarter from its middle round to there
    whole, part = (rebuild(job, "disk", QUIET, count=count).blocks for count in (all_of_it, sample("disk", job)))
    assert part == pytest.approx(whole, rel=0.06)


def test_a_sample_four_times_as_long_tells_the_same():
    order = "disk"
    short = [done(Job(), order, seed).seconds for seed in range(1, 4)]
    long = rebuild(Job(), order, TWO, seed=9, count=4 * sample(order, Job())).seconds
    assert mean(short) == pytest.approx(long, rel=0.06)
    assert max(abs(each / long - 1) for each in short) < 0.15       # any one of them: as far as chance takes it


def test_the_gain_is_larger_on_raidz_than_on_a_mirror():
    def gain(job):
        return done(job, "metadata").seconds / done(job, "disk").seconds

    assert gain(Job(layout="raidz1", width=5)) > 1.4 * gain(Job())
    assert gain(Job(scattered=0.0)) < 0.3 * gain(Job())             # and small in a pool that was written in order


def test_next_to_nothing_on_a_disk_is_resilvered_too():
    """Its blocks lie far apart, so that most of a sample is on its way at a time."""
    for layout, width in (("mirror", 2), ("raidz1", 5)):
        few = Job(used=10 * GB, layout=layout, width=width)
        assert 0 < rebuild(few, "disk", TWO).seconds < rebuild(few, "metadata", TWO).seconds
    with pytest.raises(ValueError, match="count must be more than 32 I/Os of full size"):
        rebuild(few, "disk", TWO, count=130)


def test_larger_blocks_are_as_many_fewer_movements():
    eight, large = (done(job, "metadata").seconds for job in (Job(), Job(block=128 * KiB)))
    assert 11 < eight / large < 17


def test_a_deeper_queue_costs_the_application_more_in_either_order():
    for order in ("metadata", "disk"):
        means = [rebuild(Job(), order, ApplicationLoad(reads=40, depth=depth), count=600).mean for depth in (1, 2, 10)]
        assert means == sorted(means)
        assert means[-1] > 2 * means[1]
    assert mean([a.latency for a in alone(Job(), ApplicationLoad(reads=40))]) < 0.025 < means[1]


def test_what_is_aggregated_beforehand_goes_as_fast_as_what_zfs_would_join_in_its_queue():
    job = Job(scattered=0.6)

    def block_by_block(count, seed):
        chance, place = Random(seed), 0
        while True:
            for _ in range(used_run(job, chance)):
                yield ResilverStep(*job.columns(place, job.block), "resilver", 1)
                place, count = place + 1, count - 1
                if not count:
                    return
            place += free_run(job, chance)

    disks = Disks(job, ApplicationLoad(reads=0, in_flight=512), 1)
    single = disks.run(block_by_block(6000, 1), LONGEST, 600)
    disks = Disks(job, QUIET, 1)
    ours = disks.run(in_disk_order(replace(job, born=0.01), Random(1), 500), LONGEST, WARM)
    assert single.blocks / single.seconds == pytest.approx(ours.blocks / ours.seconds, rel=0.15)


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
        assert sorted(c.device for c in reads) == [2, 3, 4, 5] and sorted(c.device for c in writes) == [0, 1]
    small = Job(layout="raidz1", width=5, sector=4096)              # three columns: two of five blocks have none on it
    found = [small.columns(place, small.block) for place in range(500)]
    assert 0.3 < sum(not writes for _, writes in found) / 500 < 0.5
    assert {len(reads) + len(writes) for reads, writes in found} == {3}              # and are read all the same
    assert Job().blocks == 10**12 // 8192
    assert Job(layout="raidz1", width=5).blocks == 4 * Job().blocks or Job(layout="raidz1", width=5).blocks \
        == pytest.approx(4 * Job().blocks, rel=1e-6)
    assert all(len(step.reads) == 4 and len(step.writes) == 2 for step in steps(job, "disk", Random(1), 5))


@pytest.mark.parametrize("order", ["metadata", "disk"])
@pytest.mark.parametrize("job", [Job(), Job(layout="raidz1", width=5), Job(layout="raidz2", width=6, failed=2)])
def test_the_new_disks_get_in_either_order_all_that_they_should_hold(job, order):
    """Each new disk gets its share of what the blocks take, parity and all (in disk order with the holes between), and as
    much as is read of each that is left."""
    written = read = blocks = 0
    for step in steps(job, order, Random(1), 400):
        blocks += step.blocks
        written += sum(column.size for column in step.writes)
        read += sum(column.size for column in step.reads if step.blocks)
    share = blocks * job.unit / job.disks
    assert written / job.failed == pytest.approx(read / (job.width - job.failed), rel=0.05)
    assert written / job.failed == pytest.approx(share, rel=0.05) if order == "metadata" else written / job.failed > share


def test_only_what_was_born_since_is_resilvered_and_little_of_the_metadata_is_read():
    whole, hour = (rebuild(Job(born=born), "metadata", replace(TWO, delay=0.02)) for born in (1.0, 0.001))
    assert hour.seconds < 0.004 * whole.seconds
    assert metadata_share() == pytest.approx(1 / 128)
    assert metadata_share(1e-6) == pytest.approx(1, rel=1e-3)
    assert metadata_share(1e-6, 0.0) == 1 / 128
    assert metadata_share(0.01) == pytest.approx((1 - 0.99**128) / 1.28)


def test_a_pool_that_is_overwritten_scatters_and_a_walk_finds_each_block_once():
    chance, pool = Random(2), History(4, 1000, 12_000)
    assert pool.scattered() == 0
    assert [block.place for block in pool.walk()] == list(range(4000))
    pool.overwrite(0.3, chance)                                     # a pair stays if both stayed or both went
    assert pool.scattered() == pytest.approx(2 * 0.3 * 0.7, abs=0.03)
    pool.snapshot()
    pool.overwrite(0.5, chance)
    pool.overwrite(0.5, chance)
    walk = pool.walk()
    assert len(walk) == len(set(walk)) == sum(pool.taken) > 5500    # what the snapshot holds comes too, and no block twice
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
    even = list(islice(evenly_many(50, chance), 320))
    assert even == sorted(even) and even[-1] < 320 / 50
    assert sum(t < 0.64 for t in even) == 32


def test_the_text_s_bounds():
    assert random(Job().blocks, 200) / day == pytest.approx(7.06, abs=0.01)
    assert streaming(10**12, 100 * MB) / 3600 == pytest.approx(2.78, abs=0.01)
