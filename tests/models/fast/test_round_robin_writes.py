"""The flat loop of the icy lake is the readable path of disks and mirrors, and its lines are those of a closed form."""

from itertools import pairwise
from math import fsum
from random import Random

import pytest

from models.devices.hdd import HardDisk
from models.fast.round_robin_writes import IcyLake
from models.machine.lone_writer import drive_spec, icy_lake
from models.sim.stats import mean, percentile
from models.units import KiB, ms, rpm, us
from models.zfs.pool.vdev import Mirror, Single

TURN = 1 / 120
HOST, PAUSE = 85 * us, 300 * us


def twins(lake):
    """The same disks once more, untouched."""
    return [[HardDisk(disk.spec, phase=disk.phase, speed_error=disk.spec.speed ** -1 / disk.turn - 1) for disk in vdev]
            for vdev in lake.vdevs]


def readable(lake, starts, count, jitter=0.0, random=None):
    """The start and latency of `count` writes through `Single`, `Mirror` or plain disks, with a flush after each."""
    vdevs = []
    for disks in twins(lake):
        vdevs.append(Single(disks[0]) if len(disks) == 1 else Mirror(disks) if len(disks) == 2 else disks)
    for disks, start in zip(twins_of(vdevs), starts, strict=True):
        for disk in disks:
            disk.recording, disk.cylinder, disk.after = False, disk.geometry.place(start).cylinder, start
    offsets, now = list(starts), 0.0
    for n in range(count):
        v = n % len(vdevs)
        members = vdevs[v] if isinstance(vdevs[v], list) else [vdevs[v]]
        asked = now + lake.host
        answered = max(one.write(asked, offsets[v], lake.size) for one in members)
        safe = max(one.flush(answered) for one in members)
        offsets[v] += lake.size
        yield now, safe - now
        now += safe - now
        now += lake.turnaround - jitter + 2 * jitter * random.random() if jitter else lake.turnaround


def twins_of(vdevs):
    return [vdev if isinstance(vdev, list) else vdev.devices for vdev in vdevs]


def starts_of(lake):
    return [vdev[0].end - vdev[0].state[1] for vdev in lake.heads]


def slope(points):
    """Seconds of latency a second, by least squares."""
    t, y = mean([a for a, _ in points]), mean([b for _, b in points])
    return fsum((a - t) * (b - y) for a, b in points) / fsum((a - t) ** 2 for a, _ in points)


@pytest.mark.parametrize(("layout", "vdevs", "size", "error"), [
    ("stripe", 1, 8 * KiB, 1e-4), ("stripe", 7, 8 * KiB, 5e-3), ("mirror", 22, 8 * KiB, 1e-4),
    ("raidz1", 3, 8 * KiB, 5e-3), ("raidz2", 2, 64 * KiB, 1e-4), ("mirror", 3, 512, 5e-3), ("stripe", 2, 120 * KiB, 1e-4),
])
def test_the_flat_loop_is_the_readable_path(layout, vdevs, size, error):
    lake = icy_lake(layout, vdevs, size=size, speed_error=error, seed=3)
    starts = starts_of(lake)
    writes = lake.writes(15.0)
    assert len(writes) > 1000
    for (start, latency, *_), (then, took) in zip(writes, readable(lake, starts, len(writes)), strict=True):
        assert abs(start - then) < 1e-9
        assert abs(latency - took) < 1e-9


def test_tracks_are_crossed_on_the_way():
    lake = icy_lake("stripe", 1)
    (head,), begun = lake.heads[0], lake.heads[0][0].end
    lake.writes(30.0)
    assert head.end - begun > 20 * head.disk.geometry.zones[0][2]


def test_with_jitter_too():
    lake = icy_lake("mirror", 5, jitter=100 * us, seed=2)
    starts, state = starts_of(lake), lake.random.getstate()
    writes = lake.writes(20.0)
    twin = Random()
    twin.setstate(state)
    slow = list(readable(lake, starts, len(writes), 100 * us, twin))
    assert max(abs(a - c) + abs(b - d) for (a, b, *_), (c, d) in zip(writes, slow, strict=True)) < 1e-9


def test_it_goes_on_where_it_stopped():
    whole, parts = icy_lake("mirror", 4), icy_lake("mirror", 4)
    assert whole.writes(9.0) == parts.writes(2.0) + parts.writes(2.0) + parts.writes(9.0)


def test_one_disk_draws_a_flat_line_at_a_turn_and_the_write_less_what_passes_between():
    lake = icy_lake("stripe", 1)
    latencies = [latency for _, latency, *_ in lake.writes(20.0)][1:]
    (disk,), (head,) = lake.vdevs[0], lake.heads[0]
    assert percentile(latencies, 0.5) == pytest.approx(disk.turn * (1 + head.state[2]) - lake.turnaround, abs=1e-9)


def test_writes_that_cross_a_track_lie_a_skew_higher_and_are_as_many_as_tracks_end():
    lake = icy_lake("stripe", 1)
    latencies = [latency for _, latency, *_ in lake.writes(120.0)][1:]
    usual = percentile(latencies, 0.5)
    faint = [latency for latency in latencies if latency > usual + 0.1 * ms]
    assert all(latency == pytest.approx(usual + lake.vdevs[0][0].spec.skew, abs=1e-6) for latency in faint)
    track = lake.vdevs[0][0].geometry.zones[0][2]
    assert len(faint) / len(latencies) == pytest.approx(lake.size / track, rel=0.1)


def test_without_a_speed_error_every_line_is_flat():
    lake = icy_lake("stripe", 5, speed_error=0.0)
    writes = lake.writes(20.0)[5:]
    for v in range(5):
        mine = [latency for _, latency, vdev, *_ in writes if vdev == v]
        assert percentile(mine, 0.9) - percentile(mine, 0.1) < 1e-9


def two_disks(first=-1e-4, second=-3e-4, turnaround=PAUSE):
    spec = drive_spec()
    disks = [[HardDisk(spec, phase=0.1, speed_error=first)], [HardDisk(spec, phase=0.6, speed_error=second)]]
    return IcyLake(disks, [4 << 20, 4 << 20], 12 * KiB, host=HOST, turnaround=turnaround)


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


def test_two_disks_draw_lines_of_opposite_slope_as_steep_as_they_differ_in_speed():
    lake = two_disks()
    one, two = (slope(line) for line in lines(lake.writes(60.0), 2))
    assert one == pytest.approx(-two, rel=0.02)
    assert abs(one) == pytest.approx(2e-4, rel=0.02)          # 1e-4 apart would be 6 ms a minute


def test_the_sum_of_both_is_locked_to_whole_turns():
    lake = two_disks()
    writes = lake.writes(60.0)[2:]
    (disk,), share = lake.vdevs[0], lake.heads[0][0].state[2]
    for (_, one, v, *_), (_, two, *_) in zip(writes[0::2], writes[1::2], strict=False):
        assert v == 0
        laps = (one + two + 2 * lake.turnaround) / disk.turn - share
        crossing = lake.vdevs[0][0].spec.skew / disk.turn
        assert min(abs(laps - n - more) for n in (1, 2, 3) for more in (0, crossing, -crossing)) < 2e-3


def test_of_a_mirror_the_slower_side_decides():
    spec = drive_spec()
    early, late = (HardDisk(spec, phase=phase) for phase in (0.10, 0.05))
    lake = IcyLake([[early, late]], [4 << 20], 12 * KiB, host=HOST, turnaround=PAUSE)
    first, *rest = lake.writes(0.5)
    assert first[3] == 1
    assert {column for _, _, _, column, _ in rest} == {1}


def test_a_mirror_is_the_maximum_of_two_uniform_waits_and_a_stripe_one():
    turn = TURN
    one = [latency for _, latency, *_ in icy_lake("stripe", 40, speed_error=1e-3, seed=5).writes(600.0)]
    two = [latency for _, latency, *_ in icy_lake("mirror", 40, speed_error=1e-3, seed=5).writes(600.0)]
    fixed = two_disks().arrive + two_disks().flush + 12 * KiB / (drive_spec().media_rate * (1 + 0.8 * ms / turn))
    assert mean(one) == pytest.approx(fixed + turn / 2, rel=0.02)
    assert mean(two) == pytest.approx(fixed + turn * 2 / 3, rel=0.02)


def test_watching_a_disk_sees_it_at_every_write_of_its_vdev():
    lake = icy_lake("mirror", 3)
    lake.watch(1, 0)
    writes = lake.writes(10.0)
    assert [start for start, _ in lake.seen] == [start for start, _, v, *_ in writes if v == 1]
    decided = {start: away for start, _, v, column, away in writes if (v, column) == (1, 0)}
    assert decided
    assert {start: away for start, away in lake.seen if start in decided} == decided


def test_the_threads_time_is_all_accounted_for():
    lake = icy_lake("mirror", 22)
    writes = lake.writes(60.0)
    spent = lake.spent()
    assert spent.client == pytest.approx(len(writes) * lake.turnaround)
    assert spent.server == pytest.approx(len(writes) * lake.host)
    parts = (spent.client, spent.server, spent.drive, spent.rotation, spent.transfer)
    assert fsum(parts) == pytest.approx(lake.now)


@pytest.mark.parametrize("speed", [5400 * rpm, 7200 * rpm, 15000 * rpm])
def test_another_speed_turns_the_same_tracks(speed):
    assert HardDisk(drive_spec(speed)).geometry.zones[0][2] == HardDisk(drive_spec()).geometry.zones[0][2]


def test_a_track_may_be_given_in_bytes():
    assert HardDisk(drive_spec(track=1000 * 512)).geometry.zones[0][2] == 1000 * 512
