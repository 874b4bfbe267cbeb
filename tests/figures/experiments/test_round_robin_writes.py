"""The flat loop of one thread on many disks is the machine, write by write, and its lines are those
of a closed form."""

from dataclasses import replace
from itertools import pairwise
from math import fsum
from random import Random

import pytest

from figures.allocation.experiments.destaging import Destaging
from figures.kit.icy_lake import icy_lake
from figures.kit.round_robin_writes import SETTLED
from models.catalogue.machines import values
from models.devices.hdd import HardDisk
from models.devices.platter import Platter
from models.machine import SUN_7410, Machine, Nfs
from models.sim.stats import mean, percentile
from models.units import KiB, hour, ms, rpm, us

SUN = values("7410")
TURN = 1 / SUN["pool.disks.speed"]


def by_the_machine(pool, size, seconds, seed, spread=0.0, **ordered):
    """Start, latency, vdev, disk and share of a turn of all writes in so many seconds: who decided
    is whose platter was free last."""
    found = []

    def seen(t, latency):
        disk = max(machine.disks, key=lambda disk: disk.platter_free)
        found.append(
            (
                t - latency,
                latency,
                *divmod(machine.disks.index(disk), len(machine.disks) // pool[1]),
                (disk.last[2] - disk.last[1]) / disk.turn,
            )
        )

    machine = Machine(
        SUN_7410.order(
            pool={"layout": pool[0], "vdevs": pool[1]}, groups={"interval": 1 * hour}, **ordered
        ).bare(),
        seed,
        seen=seen,
    )
    machine.start(Nfs(1, 1, size, spread=spread))
    machine.loop.run(until=seconds)
    return found[SETTLED:]


@pytest.mark.alike("the flat loop is the machine write by write")
@pytest.mark.parametrize(
    ("pool", "size", "ordered"),
    [
        (("stripe", 1), 8 * KiB, {}),
        (("stripe", 7), 8 * KiB, {"speed_error": 5e-3}),
        (("mirror", 22), 8 * KiB, {}),
        (("mirror", 5), 8 * KiB, {"spread": 0.4, "jbods": 0}),
        (("mirror", 3), 512, {"speed_error": 5e-3}),
        (("mirror", 2), 8 * KiB, {"width": 3, "jbods": 1}),
        (("stripe", 2), 120 * KiB, {}),
        (("raidz1", 3), 8 * KiB, {}),
        (("raidz1", 2), 24 * KiB, {"speed_error": 5e-3, "jbods": 0}),
        (("raidz2", 2), 64 * KiB, {}),
        (("mirror", 4), 128 * KiB, {}),
        (("stripe", 1), 128 * KiB, {}),
        (("raidz1", 1), 128 * KiB, {}),  # two log blocks each
    ],
)
def test_the_flat_loop_is_the_machine_write_by_write(pool, size, ordered):
    lake = icy_lake(pool, size, seed=3, **ordered)
    writes = lake.writes(9.0)
    slow = by_the_machine(pool, size, 9.0, 3, **ordered)
    assert len(slow) > 700
    for flat, true in zip(writes, slow, strict=False):
        assert flat[:2] == pytest.approx(true[:2], abs=1e-9)
        if not lake.many > pool[1]:  # where one disk gets two blocks, the second has no way to go
            assert flat[2:4] == true[2:4] and flat[4] == pytest.approx(true[4], abs=1e-5)


def test_tracks_are_crossed_on_the_way():
    lake = icy_lake(("stripe", 1), 8 * KiB)
    begun = lake.places[0]
    lake.writes(30.0)
    assert lake.places[0] - begun > 20 * lake.vdevs[0][0].geometry.zones[0][2]


def test_it_goes_on_where_it_stopped_and_all_chance_comes_from_the_seed():
    whole, parts, other = (
        icy_lake(("mirror", 4), 8 * KiB, spread=0.1, seed=seed) for seed in (1, 1, 2)
    )
    writes = whole.writes(9.0)
    assert writes == parts.writes(2.0) + parts.writes(2.0) + parts.writes(9.0)
    assert writes != other.writes(9.0)


def test_disks_turn_as_unlike_as_is_asked_for():
    lake = icy_lake(("stripe", 40), 8 * KiB, speed_error=1e-3)
    errors = [TURN / disk.turn - 1 for (disk,) in lake.vdevs]
    assert max(map(abs, errors)) < 1e-3 < 1.3 * max(map(abs, errors))
    given = icy_lake(("stripe", 2), 8 * KiB, speed_errors=(0.0, -2e-4))
    assert [TURN / disk.turn - 1 for (disk,) in given.vdevs] == pytest.approx([0.0, -2e-4])


def test_a_write_of_8_kib_is_12_on_a_disk_and_is_shared_out_in_whole_sectors():
    assert [
        icy_lake(pool, 8 * KiB).column
        for pool in (("stripe", 1), ("mirror", 1), ("raidz2", 1), ("raidz1", 1))
    ] == [
        12 * KiB,
        12 * KiB,
        12 * KiB // 8,
        5 * 512,
    ]  # the last: 24 sectors over five disks, five each and one to spare


def test_one_disk_draws_a_flat_line_at_a_turn_and_the_write_less_what_passes_between():
    lake = icy_lake(("stripe", 1), 8 * KiB, cpu_network=0.0)
    latencies = [latency for _, latency, *_ in lake.writes(20.0)][1:]
    share = 12 * KiB / lake.vdevs[0][0].geometry.zones[0][2]
    assert percentile(latencies, 0.5) == pytest.approx(
        lake.vdevs[0][0].turn * (1 + share) - SUN["network.turnaround"], abs=1e-9
    )


def test_writes_that_cross_a_track_lie_a_skew_higher_and_are_as_many_as_tracks_end():
    lake = icy_lake(("stripe", 1), 8 * KiB)
    latencies = [latency for _, latency, *_ in lake.writes(120.0)][1:]
    usual = percentile(latencies, 0.5)
    faint = [latency for latency in latencies if latency > usual + 0.1 * ms]
    assert all(latency == pytest.approx(usual + lake.spec.skew, abs=1e-6) for latency in faint)
    assert len(faint) / len(latencies) == pytest.approx(
        lake.column / lake.vdevs[0][0].geometry.zones[0][2], rel=0.1
    )


def test_without_a_speed_error_every_line_is_flat():
    writes = icy_lake(("stripe", 5), 8 * KiB, speed_error=0.0, cpu_write=0.0).writes(20.0)[5:]
    for v in range(5):
        mine = [latency for _, latency, vdev, *_ in writes if vdev == v]
        assert percentile(mine, 0.9) - percentile(mine, 0.1) < 1e-9


WORK = SUN["head.cpu_write"] + 8 * KiB * SUN["head.cpu_byte"]


def two_disks():
    """With nothing that varies."""
    return icy_lake(
        ("stripe", 2), 8 * KiB, speed_errors=(-1e-4, -3e-4), cpu_write=0.0, cpu_network=0.0
    )


def lines(writes, vdevs):
    """For each vdev its (start, latency) as far as it neither jumps a turn nor crosses a track."""
    for v in range(vdevs):
        mine = [(start, latency) for start, latency, vdev, *_ in writes if vdev == v]
        runs, run = [], mine[:1]
        for last, this in pairwise(mine):
            if abs(this[1] - last[1]) > 0.4 * ms:
                runs.append(run)
                run = []
            run.append(this)
        yield max([*runs, run], key=len)


def slope(points):
    """Seconds of latency a second, by least squares."""
    t, y = mean([a for a, _ in points]), mean([b for _, b in points])
    return fsum((a - t) * (b - y) for a, b in points) / fsum((a - t) ** 2 for a, _ in points)


def test_two_disks_draw_lines_of_opposite_slope_as_steep_as_they_differ_in_speed():
    one, two = (slope(line) for line in lines(two_disks().writes(60.0), 2))
    assert one == pytest.approx(-two, rel=0.02)
    assert abs(one) == pytest.approx(2e-4, rel=0.02)  # 1e-4 apart would be 6 ms a minute


def test_the_sum_of_both_is_locked_to_whole_turns():
    lake = two_disks()
    writes = lake.writes(60.0)
    first = next(n for n, write in enumerate(writes) if write[2] == 0)
    disk = lake.vdevs[0][0]
    share, crossing = lake.column / disk.geometry.zones[0][2], lake.spec.skew / disk.turn
    for (_, one, v, *_), (_, two, *_) in zip(
        writes[first + 2 :: 2], writes[first + 3 :: 2], strict=False
    ):
        assert v == 0
        laps = (one + two + 2 * SUN["network.turnaround"]) / disk.turn - share
        assert (
            min(abs(laps - n - more) for n in (1, 2, 3) for more in (0, crossing, -crossing)) < 2e-3
        )


def test_a_mirror_is_the_maximum_of_two_uniform_waits_and_a_stripe_one():
    for layout, wait in (("stripe", 1 / 2), ("mirror", 2 / 3)):
        lake = icy_lake((layout, 40), 8 * KiB, speed_error=1e-3, seed=5)
        latencies = [latency for _, latency, *_ in lake.writes(600.0)]
        used = lake.spent()
        fixed = (used.server + used.drive + used.transfer) / lake.count
        assert mean(latencies) == pytest.approx(fixed + TURN * wait, rel=0.02)
        assert fixed == pytest.approx(
            WORK
            + SUN["pool.disks.command"]
            + SUN["pool.disks.flush"]
            + 12
            * KiB
            * (
                1 / SUN["pool.cable_rate"]
                + 1 / SUN["pool.disks.interface_rate"]
                + (TURN + SUN["pool.disks.skew"]) / lake.vdevs[0][0].geometry.zones[0][2]
            ),
            rel=0.01,
        )


@pytest.mark.parametrize("disks", [1, 2, 5])
def test_the_last_of_n_disks_at_any_angle_is_n_of_n_plus_1_turns_away(disks):
    lake = icy_lake(
        ("mirror" if disks > 1 else "stripe", 40), 8 * KiB, width=disks, speed_error=1e-3, seed=3
    )
    lake.writes(20.0)
    assert lake.rotation / lake.count == pytest.approx(disks / (disks + 1) * TURN, rel=0.08)


def test_watching_a_disk_sees_it_at_every_write_of_its_vdev():
    lake = icy_lake(("mirror", 3), 8 * KiB)
    lake.watch(1, 0)
    writes = lake.writes(10.0)
    assert [start for start, _ in lake.seen] == [start for start, _, v, *_ in writes if v == 1]
    decided = {start: away for start, _, v, column, away in writes if (v, column) == (1, 0)}
    assert decided
    assert {start: away for start, away in lake.seen if start in decided} == decided


def test_the_threads_time_is_all_accounted_for():
    lake = icy_lake(("mirror", 22), 8 * KiB)
    writes = lake.writes(60.0)
    spent = lake.spent()
    assert spent.client == pytest.approx(len(writes) * SUN["network.turnaround"])
    assert spent.server == pytest.approx(len(writes) * WORK, rel=0.01)
    assert fsum(spent) == pytest.approx(lake.time)


def test_a_log_at_other_places_crosses_tracks_at_other_times():
    same, apart = (
        icy_lake(("stripe", 9), 8 * KiB, scattered=scattered) for scattered in (False, True)
    )
    assert len(set(same.places)) <= 3 < len(set(apart.places))


@pytest.mark.parametrize("speed", [5400 * rpm, 7200 * rpm, 15000 * rpm])
def test_another_speed_turns_the_same_tracks(speed):
    assert icy_lake(("stripe", 1), 512, speed=speed, speed_error=0.0).vdevs[0][
        0
    ].geometry.zones == (icy_lake(("stripe", 1), 512, speed_error=0.0).vdevs[0][0].geometry.zones)


def test_a_slow_client_loses_no_turn_that_a_quick_one_would_not():
    quick, slow = (
        icy_lake(("stripe", 1), 8 * KiB, turnaround=turnaround) for turnaround in (100 * us, 7 * ms)
    )
    assert len(quick.writes(5.0)) == pytest.approx(len(slow.writes(5.0)), rel=0.02)


# The flat loop of writes does what the drive does.


SPEC = SUN_7410.drive


def readable(spec, writes):
    """All are put into the drive's memory; it then destages, and what it has done after the first
    is timed."""
    disk = HardDisk(spec)
    for offset, size in writes:
        disk.keep(0.0, offset, size)
    disk.destage()
    begun, whole = disk.platter_free, disk.dirty_bytes
    while disk.later:
        disk.destage()
    if disk.dirty_bytes == whole:
        disk.drain(0.0)
    return disk.platter_free - begun, whole - disk.dirty_bytes


def drawn(gap, longest, count, begin, seed):
    """Writes of 8 to 8 x longest KiB, up to `gap` blocks apart."""
    random, writes = Random(seed), []
    for _ in range(count):
        size = (1 + int(random.random() * longest)) * 8 * KiB
        writes.append((begin, size))
        begin += size + int(random.random() * (gap + 1)) * 8 * KiB
    return writes


@pytest.mark.parametrize("gap", [0, 3, 200, 5000])
@pytest.mark.parametrize("longest", [1, 16])
@pytest.mark.parametrize(
    "spec",
    [SPEC, replace(SPEC, destage_set=5), replace(SPEC, write_settle=0.0)],
    ids=["drive", "small set", "no settling"],
)
def test_it_takes_the_writes_in_the_same_order(gap, longest, spec):
    for count, begin, seed in (
        (2 if gap else 80, 0, 1),
        (39, 0, 2),
        (42, 0, 3),
        (200, 0, 4),
        (200, spec.capacity // 2, 5),
    ):
        writes = drawn(gap, longest, count, begin // 512 * 512, seed)
        seconds, size = readable(spec, writes)
        found = Destaging(Platter(spec)).write(writes)
        assert found == (pytest.approx(seconds, rel=1e-6), size)


def test_a_write_may_be_longer_than_a_track():
    spec = replace(SPEC, extent_limit=4096 * KiB)
    writes = drawn(3, 500, 60, 0, 1)
    assert Destaging(Platter(spec)).write(writes)[0] == pytest.approx(
        readable(spec, writes)[0], rel=1e-6
    )
