"""Programs on LUNs: reads and the group's writes compete for the disks, and a write waits for the
blocks that it needs."""

import pytest

from figures.lun_alignment.experiments.lun_load import LunRun
from figures.lun_alignment.experiments.lun_volume import Volume
from models.machine import SUN_7410, Iscsi, Machine
from models.protocols.alignment import Partition, reads_of_disks
from models.sim.answer import then, until
from models.units import GiB, KiB, ms, sector
from models.zfs.txg.rewrites import ROOTS

LUN = 400 * GiB


def run(start=0, seconds=1.5, *, block=8 * KiB, interval=1.0, **how):
    return LunRun(Partition(start * sector, block, LUN), interval=interval, **how).measure(seconds)


def server(pairs, logs):
    return Machine(
        SUN_7410.order(
            pool={"layout": "mirror", "vdevs": pairs},
            log={"devices": logs},
            groups={"interval": 1e6},
        ).bare()
    )


def loss(seed=1, seconds=1.5, **how):
    return run(0, seconds, seed=seed, **how).rate / run(63, seconds, seed=seed, **how).rate


def test_a_misaligned_read_fetches_two_blocks_and_so_does_a_misaligned_write():
    good, bad = run(0), run(63)
    assert (good.fetched, good.first, good.dirtied) == (1, 0, 1)
    assert (bad.fetched, bad.first, bad.dirtied) == pytest.approx((2, 2, 2))
    assert good.ios == pytest.approx(0.7, abs=0.05) and bad.ios == pytest.approx(2)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_where_disks_are_the_limit_reads_lose_half(seed):
    assert loss(seed, reads=1.0) == pytest.approx(2.0, rel=0.05)


@pytest.mark.parametrize("reads", [0.8, 0.6])
def test_a_mix_loses_what_disks_have_to_read_more_or_a_little_less_as_groups_cost_something_on_either_side(
    reads,
):
    good, bad = Partition().share(8 * KiB), Partition(63 * sector).share(8 * KiB)
    most = reads_of_disks(bad, reads) / reads_of_disks(good, reads)
    assert 0.8 * most < loss(reads=reads, threads=32) < 1.05 * most


def test_one_thread_loses_little_by_reading_for_both_blocks_are_read_at_once():
    assert 1.1 < loss(reads=1.0, threads=1, seconds=6) < 1.6


def test_writes_that_would_only_wait_for_flash_wait_for_disks():
    good, bad = run(0, reads=0.0, threads=1), run(63, reads=0.0, threads=1)
    assert good.waited == 0 and good.committed < 0.5e-3
    assert bad.waited > 5e-3 and bad.committed == pytest.approx(good.committed, rel=0.3)
    assert good.rate / bad.rate > 10


def test_a_write_cache_does_not_help_as_the_blocks_are_read_before_the_write_is_taken():
    assert run(63, reads=0.0, cache=True).rate == pytest.approx(run(63, reads=0.0).rate, rel=0.1)


def test_what_is_in_memory_and_what_was_never_written_is_not_read():
    for how in ({"cached": 1.0}, {"laid": "never written"}):
        bad = run(63, reads=0.0, threads=1, seconds=0.2, **how)
        assert bad.first == bad.waited == bad.ios == 0
        assert bad.rate == pytest.approx(
            run(0, reads=0.0, threads=1, seconds=0.2, **how).rate, rel=0.02
        )


def test_neighbours_that_lie_side_by_side_are_one_read():
    assert run(63, reads=1.0, laid="in order").ios == pytest.approx(1, abs=0.02)
    assert loss(reads=1.0, laid="in order") == pytest.approx(1, abs=0.07)


def test_aligned_requests_get_what_the_disks_give_without_a_volume():
    made = server(2, 0)
    loop, vdevs, chance, done = made.loop, made.pool.vdevs, made.random.random, [0]

    def thread():
        while True:
            yield sum(Iscsi().clients(SUN_7410)[::2])
            vdev = vdevs[int(chance() * 2)]
            where = vdev.capacity // 4 + int(chance() * (vdev.capacity // 2 // (8 * KiB))) * 8 * KiB
            yield until(loop, vdev.read(loop.now, where, 8 * KiB))
            done[0] += 1

    for _ in range(16):
        loop.spawn(thread())
    loop.run(until=3.0)
    assert run(0, 3.0, reads=1.0, interval=1e6).rate == pytest.approx(done[0] / 3.0, rel=0.04)


def test_littles_law():
    for start in (0, 63):
        found = run(start, 3.0, reads=0.7, threads=8)
        assert found.rate * found.latency == pytest.approx(8, rel=0.03)


def test_a_stream_over_old_data_reads_one_block_for_each_write_and_waits_for_it():
    good, bad = (
        run(start, reads=0.0, threads=1, size=64 * KiB, in_order=True) for start in (0, 63)
    )
    assert good.first == good.waited == 0
    assert bad.first == pytest.approx(1, abs=0.02) and bad.dirtied == pytest.approx(9, abs=0.1)
    assert bad.waited > 5 * bad.committed


def test_a_stream_over_data_that_lies_in_order_waits_less_since_the_drive_reads_on():
    scattered, ordered = (
        run(63, reads=0.0, threads=1, size=64 * KiB, in_order=True, laid=laid).waited
        for laid in ("scattered", "in order")
    )
    assert ordered < scattered / 5


def test_a_stream_of_writes_smaller_than_a_block_reads_each_block_once_even_if_aligned():
    found = run(0, reads=0.0, threads=1, size=32 * KiB, block=128 * KiB, in_order=True)
    assert found.first == pytest.approx(1 / 4, abs=0.01)


def test_who_wants_a_block_that_is_on_its_way_waits_for_it_and_does_not_read_it_again():
    volume = Volume(server(1, 0), Partition(63 * sector, 8 * KiB, LUN))
    came = []
    for numbers in ([10, 11], [11, 10], [10]):
        then(volume.fetch(numbers), lambda: came.append(volume.loop.now))
    assert volume.counts.ios == 2 and not came
    volume.loop.run(until=1.0)
    one, *both = sorted(came)
    assert 1e-3 < one <= both[0] == both[1]
    assert volume.fetch([10, 11]).fired and volume.counts.ios == 2  # it is there


def test_a_group_takes_with_the_blocks_of_a_write_what_points_to_them_but_once():
    volume = Volume(server(1, 2), Partition(0, 8 * KiB, LUN))
    groups, block = volume.zfs.groups, 8 * KiB

    def written(number):
        before = groups.dirty + groups.above
        volume.loop.spawn(volume.write(number * block, block))
        volume.loop.run(until=volume.loop.now + 0.1)
        return groups.dirty + groups.above - before

    pointers = groups.spec.pointers
    assert written(0) == block + ROOTS and written(1) == block + 1  # a second record has a parent
    assert written(pointers - 1) == block
    assert written(pointers) == block + 2  # and a second parent has one above it


def test_equal_seeds_give_equal_runs_and_others_do_not():
    assert run(63, 0.5) == run(63, 0.5) != run(63, 0.5, seed=2)


def test_a_short_run_with_a_short_interval_between_groups_gives_what_a_long_one_gives():
    short, long = loss(seconds=0.8, interval=0.8), loss(seconds=6.0, interval=3.0)
    assert short == pytest.approx(long, rel=0.08)


@pytest.mark.parametrize("left_out", [(), ("cache", "flash", "queue", "drive queue")])
@pytest.mark.parametrize(("op", "start"), [("read", 0), ("read", 63), ("write", 63)])
def test_the_path_of_a_request_says_what_disks_did_for_its_blocks_and_adds_up(op, start, left_out):
    whole = LunRun(Partition(start * sector, 8 * KiB, LUN), 8, left_out=left_out)
    whole.measure(0.1)
    path = whole.machine.trace(op, 8 * KiB, 12345, Iscsi())
    assert path.total() == pytest.approx(path.end - path.begun, abs=1e-9)
    disk = [step for step in path.steps if step.component == "read from disk"]
    assert {step.what for step in disk if step.part == "disk"} >= {
        "moves the arm",
        "data passes the head",
    }
    assert {"cable", "disk"} <= {step.part for step in disk if step.kind == "service"}
    assert sum(step.length for step in disk) > 1 * ms
