"""A drive with a queue: who is served next, and what that does to the rate and to the waiting."""

from itertools import islice, pairwise
from random import Random

import pytest

from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.hdd import HardDisk
from models.devices.queued_disk import (
    DISCIPLINES,
    QueuedDisk,
    clook,
    fcfs,
    fscan,
    sptf,
    sstf,
)
from models.sim.stats import in_flight, mean
from models.sim.workload import uniform
from models.units import GB, KiB, MiB, ms
from tests.models.drives import closed_loop
from tests.models.reference_disk import ReferenceDisk

SIZE, SPAN = 4 * KiB, 2000 * GB
DEPTHS = (1, 4, 16, 64)
SPEC = drive_of("enterprise-disk", cache_size=1 * MiB)


def offsets(seed=1, size=SIZE):
    return uniform(size, SPAN, Random(seed))


def loop(
    outstanding, choose=None, op="read", count=1000, seed=1, warm=0, depth=64, spec=SPEC, **options
):
    """The last `count` commands of a closed loop."""
    disk = QueuedDisk(spec, choose, depth=depth, phase=0.4, **options)
    requests = ((op, offset, SIZE) for offset in offsets(seed))
    return list(islice(closed_loop(disk, requests, outstanding), warm, warm + count))


def latencies(commands):
    return [command.finish - command.issued for command in commands]


def rate(commands):
    return (len(commands) - 1) / (commands[-1].finish - commands[0].finish)


@pytest.fixture(scope="module")
def rates():
    return {
        (name, depth): rate(loop(depth, choose))
        for name, choose in DISCIPLINES.items()
        for depth in DEPTHS
    }


@pytest.mark.parametrize("name", DISCIPLINES)
def test_one_at_a_time_all_disciplines_are_the_plain_disk(name):
    plain, now = HardDisk(SPEC, phase=0.4), 0.0
    for command, offset in zip(loop(1, DISCIPLINES[name], count=200), offsets(), strict=False):
        assert command.offset == offset
        now = plain.read(now, offset, SIZE)
        assert command.finish == pytest.approx(now, abs=1e-9)


@pytest.mark.parametrize("name", ["clook", "fscan", "sstf", "sptf"])
def test_a_choice_is_never_slower_than_none(rates, name):
    for depth in DEPTHS:
        assert rates[name, depth] >= 0.995 * rates["fcfs", depth]


@pytest.mark.parametrize("name", ["clook", "fscan", "sstf", "sptf"])
def test_more_to_choose_from_is_never_slower(rates, name):
    for fewer, more in pairwise(DEPTHS):
        assert rates[name, more] >= 0.99 * rates[name, fewer]


def test_with_many_to_choose_from_the_angle_is_worth_more_than_the_distance(rates):
    for depth in DEPTHS[1:]:
        assert rates["sptf", depth] > rates["sstf", depth] > rates["fcfs", depth]
    assert rates["sptf", 64] > 2.5 * rates["fcfs", 64]


def test_first_come_first_served_gains_no_more_than_the_command_from_a_queue(rates):
    service = 1 / rates["fcfs", 1]
    for depth in DEPTHS[1:]:
        assert 1 / rates["fcfs", depth] == pytest.approx(service - SPEC.command, rel=0.002)


@pytest.mark.parametrize(
    ("name", "outstanding", "op"),
    [
        ("fcfs", 5, "read"),
        ("clook", 20, "read"),
        ("sptf", 20, "write"),
        ("sstf", 5, "write"),
        ("sptf", 1, "read"),
    ],
)
def test_littles_law_holds(name, outstanding, op):
    commands = loop(outstanding, DISCIPLINES[name], op, count=1200, warm=400)
    begun, ended = commands[0].finish, commands[-1].finish
    assert in_flight(commands, begun, ended - begun) <= outstanding + 1e-9
    assert rate(commands) * mean(latencies(commands)) == pytest.approx(outstanding, rel=0.06)


def test_first_come_first_served_answers_in_order_of_issue():
    issued = [command.issued for command in loop(10, fcfs, count=300)]
    assert issued == sorted(issued)


def test_the_lift_goes_up_and_comes_back_empty():
    geometry = HardDisk(SPEC).geometry
    places = [geometry.place(command.offset).cylinder for command in loop(16, clook, count=600)]
    sweeps = 1 + sum(after < before for before, after in pairwise(places))
    assert sweeps < 600 / 14  # all that waits, and all that comes ahead of it, in one sweep
    returns = [after for before, after in pairwise(places) if after < before]
    assert mean(returns) < 0.15 * max(places)


def test_shortest_seek_first_takes_the_nearest():
    disk = QueuedDisk(SPEC, sstf, cache=False)
    for offset in islice(offsets(), 30):
        disk.submit(0.0, "read", offset, SIZE)
    while disk.queue or disk.arriving or disk.current:
        commands = [spot.item for spot in disk.queue] or [one for _, _, one in disk.arriving]
        here, waiting = (
            disk.cylinder,
            [disk.geometry.place(one.offset).cylinder for one in commands],
        )
        disk.step()
        if disk.current is not None:
            nearest = min(abs(cylinder - here) for cylinder in waiting)
            assert abs(disk.geometry.place(disk.current.offset).cylinder - here) == nearest


def by_hand(spec, outstanding, count, ageing):
    """Shortest positioning time first, by trying every waiting read on the second disk: (issued,
    finish) of each."""
    disk = QueuedDisk(spec, cache=False, phase=0.4)
    arm, source, now, answered = ReferenceDisk(Second(disk)), offsets(), 0.0, []
    sent = [(0.0, next(source)) for _ in range(outstanding)]
    while len(answered) < count:
        begin = max(now, min(issued for issued, _ in sent) + spec.command)
        there = [one for one in sent if one[0] + spec.command <= begin]
        chosen = min(there, key=lambda one: arm.reach(begin, one[1], False)[1] + ageing * one[0])
        sent.remove(chosen)
        now = arm.media(begin, chosen[1], SIZE, False)
        answered.append((chosen[0], now))
        sent.append((now, next(source)))
    return answered


class Second:
    """What the second disk wants to know of the first."""

    def __init__(self, disk):
        self.spec, self.geometry, self.cache, self.phase = (
            disk.spec,
            disk.geometry,
            False,
            disk.phase,
        )


@pytest.mark.parametrize(("outstanding", "ageing"), [(1, 0.0), (3, 0.05), (10, 0.003), (32, 0.0)])
def test_every_single_choice_is_the_one_that_trying_all_would_give(outstanding, ageing):
    spec = drive_of("enterprise-disk", capacity=SPAN)
    expected = by_hand(spec, outstanding, 80, ageing)
    got = loop(outstanding, sptf(ageing), count=80, cache=False)
    for command, (issued, finish) in zip(got, expected, strict=True):
        assert command.issued == pytest.approx(issued, abs=1e-9)
        assert command.finish == pytest.approx(finish, abs=1e-9)


def test_no_request_starves_for_ever_if_waiting_counts():
    pure, fair = (max(latencies(loop(16, sptf(ageing), count=4000))) for ageing in (0.0, 0.05))
    assert fair < 0.6 * pure
    assert fair > 16 * 0.004


def test_ageing_that_outweighs_everything_is_first_come_first_served():
    issued = [command.issued for command in loop(8, sptf(1e6), count=300)]
    assert issued == sorted(issued)


def test_the_drive_sees_only_as_many_commands_as_its_queue_holds():
    shallow, deep = loop(32, sptf(), depth=4), loop(32, sptf(), depth=32)
    assert rate(shallow) == pytest.approx(rate(loop(5, sptf())), rel=0.04)
    assert rate(deep) > 1.4 * rate(shallow)


def test_writes_one_at_a_time_take_as_long_as_with_the_plain_disk():
    plain, now, count = HardDisk(SPEC), 0.0, 2500
    starts = []
    for offset in islice(offsets(), count):
        starts.append(now)
        now = plain.write(now, offset, SIZE)
    warm = 600
    with_queue = loop(1, sptf(), "write", count=count - warm, warm=warm)
    assert mean(latencies(with_queue)) == pytest.approx(
        (now - starts[warm]) / (count - warm), rel=0.03
    )


def test_the_size_of_a_full_cache_does_not_change_the_rate():
    small, large = (
        loop(
            10,
            sptf(0.003),
            "write",
            count=1500,
            warm=700,
            spec=drive_of("enterprise-disk", cache_size=memory),
        )
        for memory in (256 * KiB, 1 * MiB)
    )
    assert rate(large) == pytest.approx(rate(small), rel=0.03)
    assert mean(latencies(large)) == pytest.approx(mean(latencies(small)), rel=0.03)


def test_without_a_write_cache_a_write_is_answered_by_the_platter():
    for command in loop(1, fcfs, "write", count=50, cache=False):
        assert command.finish - command.issued > SPEC.write_settle
    cached = loop(1, fcfs, "write", count=50)
    assert max(latencies(cached)) < 1 * ms


def test_a_read_of_a_cached_write_is_served_from_memory():
    disk = QueuedDisk(SPEC)
    for n in range(20):
        disk.submit(0.0, "write", n * 10 * GB, SIZE)
    read = disk.submit(1 * ms, "read", 190 * GB, SIZE)
    disk.drain(0.0)
    assert read.finish - read.issued == pytest.approx(SPEC.command + SIZE / SPEC.interface_rate)


def test_what_is_safe_after_each_step():
    disk = QueuedDisk(SPEC)
    writes = [disk.submit(0.0, "write", n * 10 * GB, SIZE) for n in range(30)]
    while disk.due < 0.05:
        disk.step()
    safe = [disk.stable(0.05, write.offset, SIZE) for write in writes]
    assert 3 < sum(safe) < 15
    assert len(disk.at_risk(0.05)) == 30 - sum(safe)
    end = disk.drain(0.05)
    assert all(disk.stable(end, write.offset, SIZE) for write in writes)


def test_reads_and_writes_compete_for_the_arm():
    random = Random(5)
    requests = ((random.choice(["read", "write"]), offset, SIZE) for offset in offsets())
    mixed = list(islice(closed_loop(QueuedDisk(SPEC, sptf(0.003)), requests, 8), 1200))
    reads = [c.finish - c.issued for c in mixed if c.op == "read"]
    assert mean(reads) > 1.1 * mean(latencies(loop(4, sptf(0.003))))
    assert 500 < len(reads) < 700


def test_a_disk_whose_seeks_all_take_the_same_time_is_searched_in_full():
    flat = DriveSpec(seek_track=5 * ms, seek_average=5 * ms, seek_full=5 * ms)
    disk, random = HardDisk(flat), Random(1)
    spots = [disk.spot(random.randrange(400 * GB) // 512 * 512, False, 0.0) for _ in range(30)]
    best = disk.soonest(0.123, spots)
    times = [
        sum(disk.approach(0.123, s.offset, disk.geometry.place(s.offset), False)) for s in spots
    ]
    assert times[best] == min(times)


def test_fscan_serves_a_batch_in_one_sweep_before_all_that_arrived_later():
    disk = QueuedDisk(SPEC, phase=0.4)
    disk.cylinder = disk.geometry.place(SPAN // 2).cylinder
    batch = [disk.spot(int(SPAN * share), False, 0.0) for share in (0.1, 0.9, 0.6, 0.3)]
    late, served = disk.spot(int(SPAN * 0.51), False, 0.02), []
    while batch:
        spots = [*batch, late] if served else batch
        spot = spots[fscan(disk, 0.01 + 0.02 * len(served), spots)]
        disk.cylinder = spot.cylinder
        served.append(spot.offset / SPAN)
        batch.remove(spot)
    assert served == pytest.approx([0.6, 0.9, 0.1, 0.3])
    assert fscan(disk, 0.1, [late]) == 0 and disk.gathered == 0.1


@pytest.mark.parametrize(
    ("measured", "sheet"),
    [
        # gains of published runs of 4 KiB reads over a whole disk; data sheets, and the overhead of
        # such drives (0.4 ms with 10,000 rpm, 1 ms in a laptop, IBM's and Hitachi's specifications)
        (
            {2: 1.01, 4: 1.05, 8: 1.20, 16: 1.54, 32: 1.82},
            {"seek_track": 0.8, "seek_average": 8.9, "seek_full": 18, "overhead": 0.8},
        ),
        ({32: 1.40}, {"seek_track": 1, "seek_average": 10, "seek_full": 18, "overhead": 1}),
        (
            {32: 1.46},
            {
                "seek_track": 0.4,
                "seek_average": 4.5,
                "seek_full": 10.2,
                "overhead": 0.4,
                "speed": 10_000 / 60,
            },
        ),
    ],
    ids=["desktop", "laptop", "10,000 rpm"],
)
def test_fscan_gains_about_as_much_as_measured_drives(measured, sheet):
    times = {name: value * ms for name, value in sheet.items() if name != "speed"}
    spec = DriveSpec(
        capacity=SPAN, heads=4, read_ahead=0, **{**times, "speed": sheet.get("speed", 120)}
    )
    alone = rate(loop(1, fscan, spec=spec, count=1500))
    for depth, gain in measured.items():
        got = rate(loop(depth, fscan, spec=spec, count=2000, warm=100)) / alone
        assert got == pytest.approx(gain, rel=0.16), depth


@pytest.mark.parametrize("model", ["freebsd-box", "7410", "enterprise-disk", "server-today"])
def test_a_read_alone_takes_what_the_data_sheet_says(model):
    """Average seek, half a turn, the command and the bytes."""
    spec = drive_of(model, overhead=0.3 * ms)
    disk, now = HardDisk(spec, phase=0.4), 0.0
    for offset in islice(uniform(SIZE, spec.capacity, Random(2)), 6000):
        now = disk.read(now, offset, SIZE)
    sheet = spec.seek_average + 0.5 / spec.speed + spec.command + spec.overhead
    assert now / 6000 == pytest.approx(sheet, rel=0.04)
