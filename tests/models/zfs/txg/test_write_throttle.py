"""The write throttle: whatever it does to writers, what comes in goes out, in order, at the disk's
rate."""

from itertools import pairwise

import pytest

from models.sim.loop import Loop
from models.units import GB, KiB, MiB, ms, us
from models.zfs.txg.transaction_group import TransactionGroups, WriteThrottle
from models.zfs.txg.txg_spec import TxgSpec
from tests.models.drives import alone, drive

THROTTLES = ("limit", "tick", "curve")
MEMORY = 2 * GB  # bytes a second that a program copies


class Run:
    """`programs` write `size` bytes each, as fast as memory takes them, for `seconds`; a second
    program looks on."""

    def __init__(
        self, throttle, seconds=12.0, programs=1, size=128 * KiB, calls=1, watch=5 * ms, **spec
    ):
        self.loop, self.disk = Loop(), drive(cache=True, media_rate=60 * MiB)
        self.spec = TxgSpec(throttle=throttle, **{"interval": 30.0, "limit": 96 * MiB, **spec})
        self.groups = TransactionGroups(self.loop, alone(self.disk), self.spec)
        self.added, self.stalls, self.latencies = 0, [], []
        self.seen, self.behind = [], 0
        for n in range(programs):
            self.loop.spawn(self.program(size, calls), at=n * ms)
        self.loop.spawn(self.watcher(watch))
        self.loop.run(until=seconds)

    def program(self, size, calls):
        loop, groups = self.loop, self.groups
        while True:
            yield size / MEMORY
            came = loop.now
            self.stalls.append((yield from groups.add(size, calls=calls)))
            self.latencies.append(loop.now - came)
            self.added += size

    def watcher(self, pause):
        groups = self.groups
        while True:
            yield pause
            self.behind = max(self.behind, (groups.waiting is not None) + (groups.out is not None))
            waiting = groups.waiting.bytes if groups.waiting else 0
            self.seen.append((self.loop.now, groups.dirty, waiting, groups.syncing))

    def data(self):
        """Bytes on disk, in the group on its way, waiting, and in the open one."""
        groups = self.groups
        return (
            sum(group.bytes for group in groups.history),
            groups.out.bytes if groups.out else 0,
            groups.waiting.bytes if groups.waiting else 0,
            groups.dirty,
        )


@pytest.fixture(scope="module")
def runs():
    return {throttle: Run(throttle) for throttle in THROTTLES}


@pytest.mark.parametrize("throttle", THROTTLES)
@pytest.mark.parametrize("programs", [5])
def test_what_came_in_is_on_disk_or_dirty(throttle, programs):
    run = Run(throttle, seconds=5.0, programs=programs)
    assert run.added == sum(run.data())
    assert len(run.groups.history) > 1


@pytest.mark.parametrize("throttle", THROTTLES)
def test_groups_are_numbered_and_go_out_one_after_the_other(runs, throttle):
    history = runs[throttle].groups.history
    assert [group.number for group in history] == list(range(1, len(history) + 1))
    for group in history:
        assert group.opened <= group.closed <= group.begun < group.synced
    for one, next in pairwise(history):
        assert next.opened == one.closed
        assert next.begun >= one.synced


@pytest.mark.parametrize("throttle", THROTTLES)
@pytest.mark.parametrize("interval", [0.5])
def test_a_group_begins_to_go_out_at_least_every_interval_unless_the_disk_is_busy_with_the_last(
    throttle, interval
):
    run = Run(throttle, interval=interval, size=256 * KiB)
    for one, next in pairwise(run.groups.history):
        assert next.begun - max(one.begun + interval, one.synced) < 1e-6


@pytest.mark.parametrize("throttle", THROTTLES)
def test_nothing_to_do_starts_a_group_at_every_interval_all_the_same(throttle):
    loop = Loop()
    groups = TransactionGroups(
        loop, alone(drive(cache=True)), TxgSpec(throttle=throttle, interval=2.0)
    )
    loop.run(until=9.0)
    assert [group.closed for group in groups.history] == pytest.approx([2.0, 4.0, 6.0, 8.0])
    assert all(group.bytes == 0 for group in groups.history)


@pytest.mark.parametrize("throttle", THROTTLES)
@pytest.mark.parametrize("programs", [7])
def test_no_more_is_dirty_than_the_limit_allows(throttle, programs):
    run = Run(throttle, seconds=4.0, programs=programs, synctime=1.0, least=8 * MiB)
    limit = run.spec.limit
    assert len(run.seen) > 700
    if throttle == "tick":
        assert max(max(row[1:3]) for row in run.seen) <= limit
        assert max(sum(row[1:]) for row in run.seen) <= 3 * limit
    else:
        assert max(sum(row[1:]) for row in run.seen) <= limit
        assert all(row[2] == 0 for row in run.seen)


@pytest.mark.parametrize(("throttle", "behind"), [("limit", 1), ("tick", 2), ("curve", 1)])
def test_at_most_three_groups_are_in_flight_and_a_third_only_with_ticks(runs, throttle, behind):
    assert runs[throttle].behind == behind


@pytest.mark.parametrize("throttle", THROTTLES)
@pytest.mark.parametrize("programs", [4])
def test_in_the_long_run_the_disk_sets_the_pace(throttle, programs):
    run = Run(throttle, seconds=14.0, programs=programs, synctime=1.0)
    history = run.groups.history
    first, last = history[1], history[-1]
    rate = sum(group.bytes for group in history[2:]) / (last.synced - first.synced)
    assert rate == pytest.approx(run.disk.spec.media_rate, rel=0.05)
    assert run.added / 14.0 < rate + 3 * run.spec.limit / 14.0


@pytest.mark.parametrize("throttle", THROTTLES)
def test_every_transfer_is_at_most_128_kib_and_most_are_just_that(runs, throttle):
    sizes = [request.size for request in runs[throttle].disk.trace if request.op == "write"]
    assert max(sizes) == 128 * KiB
    assert sizes.count(128 * KiB) > 0.98 * len(sizes)


def test_each_throttle_makes_writers_wait_less_at_a_time_than_the_one_before_it(runs):
    longest = {throttle: max(run.latencies) for throttle, run in runs.items()}
    assert longest["limit"] > 96 * MiB / (60 * MiB) * 0.9
    assert longest["limit"] > 2 * longest["tick"]
    assert longest["tick"] > 10 * longest["curve"]


def test_writers_who_make_few_calls_a_tick_never_reach_the_wall():
    small = Run("tick", size=128 * KiB, calls=16, synctime=1.0)
    assert max(small.stalls) == 0.0
    assert max(small.latencies) / 16 == pytest.approx(10 * ms)
    assert max(Run("tick", programs=8, synctime=1.0).stalls) > 0.2


def test_the_curve_stops_nobody_altogether(runs):
    assert max(runs["curve"].stalls) == 0.0


@pytest.mark.parametrize("size", [32 * KiB, 128 * KiB, 512 * KiB])
def test_on_the_curve_dirty_settles_where_the_delay_is_what_a_write_takes_the_disk(size):
    """size / rate = scale x (dirty - 60 %) / (limit - dirty)."""
    run = Run("curve", size=size, seconds=8.0, watch=20 * ms)
    ratio = size / run.disk.spec.media_rate / run.spec.delay_scale
    expected = (0.6 + ratio) / (1 + ratio)
    late = sorted(sum(row[1:]) / run.spec.limit for row in run.seen if row[0] > 3.0)
    assert late[len(late) // 2] == pytest.approx(expected, abs=0.04)


def test_calls_in_a_row_are_delayed_like_as_many_calls():
    together, single = (Run("curve", seconds=4.0, size=128 * KiB // n, calls=1) for n in (1, 4))
    lumped = Run("curve", seconds=4.0, size=128 * KiB, calls=4)
    assert lumped.added == pytest.approx(single.added, rel=0.02)
    late = (
        [row for row in together.seen if row[0] > 2.0],
        [row for row in lumped.seen if row[0] > 2.0],
    )
    assert max(sum(row[1:]) for row in late[1]) < max(sum(row[1:]) for row in late[0])


def test_below_sixty_percent_nobody_is_held_back_and_above_one_after_the_other():
    throttle = WriteThrottle(Loop(), TxgSpec(throttle="curve", limit=100 * MiB))
    throttle.dirty = 59 * MiB
    assert throttle.delay(1, behind=False) == 0.0
    throttle.dirty = 80 * MiB
    assert [throttle.delay(1, behind=False) for _ in range(3)] == pytest.approx(
        [0.5 * ms, 1.0 * ms, 1.5 * ms]
    )


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6])
def test_below_60_percent_the_curve_delays_nobody(share):
    spec = TxgSpec(throttle="curve", limit=1000 * MiB)
    assert spec.delay(share * spec.limit) == 0.0


@pytest.mark.parametrize(
    ("share", "delay"), [(0.7, 500 * us / 3), (0.8, 500 * us), (0.9, 1.5 * ms), (0.99, 19.5 * ms)]
)
def test_the_delay_is_the_hyperbola_of_2013(share, delay):
    spec = TxgSpec(throttle="curve", limit=1000 * MiB)
    assert spec.delay(share * spec.limit) == pytest.approx(delay)


@pytest.mark.parametrize("share", [0.999, 1.0, 1.5])
def test_no_delay_is_longer_than_a_tenth_of_a_second(share):
    spec = TxgSpec(throttle="curve", limit=1000 * MiB)
    assert spec.delay(share * spec.limit) == pytest.approx(100 * ms)


@pytest.mark.parametrize(
    ("share", "out"), [(0.0, 1), (0.3, 1), (0.39, 3), (0.45, 5), (0.6, 10), (1.2, 10)]
)
def test_the_more_is_dirty_the_more_transfers_a_vdev_has_out(share, out):
    spec = TxgSpec(throttle="curve", limit=100 * MiB)
    assert spec.outstanding(share * spec.limit) == out
    assert TxgSpec(pending=7).outstanding(share * spec.limit) == 7
    assert (
        TxgSpec(throttle="curve", pending=1, limit=100 * MiB).outstanding(share * spec.limit) == 1
    )


@pytest.mark.parametrize(("held", "out"), [(16, 1), (48, 6), (80, 10)])
def test_a_group_on_its_way_out_is_dirty_data_too(held, out):
    """Of 100 MiB; nobody writes any more while the group of `held` MiB goes out."""
    loop, disk = Loop(), drive(cache=False)
    groups = TransactionGroups(
        loop, alone(disk), TxgSpec(throttle="curve", interval=1.0, limit=100 * MiB)
    )
    vdev, spans = groups.pool.vdevs[0], []
    write = vdev.write

    def seen(now, *more):
        spans.append((now, write(now, *more)))
        return spans[-1][1]

    vdev.write = seen

    def program():
        yield from groups.add(held * MiB)

    loop.spawn(program())
    loop.run(until=1.05)
    assert max(sum(begun <= now < end for begun, end in spans) for now, _ in spans) == out


@pytest.mark.parametrize("synctime", [0.5, 1.0])
def test_with_ticks_a_group_is_what_the_disk_takes_in_the_time_it_is_meant_to(synctime):
    run = Run("tick", synctime=synctime, least=4 * MiB)
    for group in run.groups.history[4:]:
        assert group.synced - group.begun == pytest.approx(synctime, rel=0.15)


def test_with_ticks_a_group_is_never_smaller_than_its_least_nor_larger_than_the_limit():
    spec = TxgSpec(throttle="tick", limit=100 * MiB, least=32 * MiB)
    assert [spec.group_limit(rate) for rate in (0.0, 1 * MiB, 10 * MiB, 1000 * MiB)] == [
        32 * MiB,
        32 * MiB,
        50 * MiB,
        100 * MiB,
    ]


@pytest.mark.parametrize("interval", [1.0, 2.0, 4.0])
def test_a_group_holds_what_is_written_in_an_interval(interval):
    """Written slowly enough, a group is the rate times the interval: twice the interval, twice the
    group."""
    loop, rate = Loop(), 10 * MiB
    groups = TransactionGroups(loop, alone(drive(cache=True)), TxgSpec(interval=interval))

    def program():
        while True:
            yield 64 * KiB / rate
            yield from groups.add(64 * KiB)

    loop.spawn(program())
    loop.run(until=4.5 * interval)
    assert [group.bytes for group in groups.history] == pytest.approx(
        [rate * interval] * 4, rel=0.01
    )


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"throttle": "brake"}, "throttle must be one of limit, tick, curve, got 'brake'"),
        ({"tick_from": 1.0}, "tick_from must be 0 or more and below 1, got 1"),
        ({"delay_from": -0.1}, "delay_from must be 0 or more and below 1, got -0.1"),
        (
            {"pending_ramp": (0.6, 0.3)},
            "pending_ramp must be two ascending shares (0-1), got 0.6 and 0.3",
        ),
        ({"kick": 0}, "kick must be above 0, got 0"),
        ({"tick": -1.0}, "tick must be 0 or more, got -1"),
    ],
)
def test_an_impossible_throttle_is_refused_in_one_line(wrong, told):
    with pytest.raises(ValueError) as refused:
        TxgSpec(**wrong)
    assert str(refused.value) == told


@pytest.mark.parametrize("throttle", THROTTLES)
@pytest.mark.parametrize("others", [1, 3])
def test_a_write_beside_writers_that_never_pause_gets_its_turn(throttle, others):
    loop, disk = Loop(), drive(cache=True, media_rate=60 * MiB)
    spec = TxgSpec(throttle=throttle, limit=96 * MiB)
    groups, answered = TransactionGroups(loop, alone(disk), spec), []

    def writer():
        while True:
            yield from groups.add(128 * KiB)
            if groups.curved or groups.per_group:
                yield 10 * us

    def visitor():
        yield 1.0
        while True:
            began = loop.now
            yield from groups.add(8 * KiB)
            answered.append(loop.now - began)
            yield 0.1

    for _ in range(others):
        loop.spawn(writer())
    loop.spawn(visitor())
    loop.run(until=20.0)
    assert len(answered) > 3 and max(answered) < 8.0


@pytest.mark.parametrize("throttle", ["limit", "curve"])
def test_writes_that_wait_are_admitted_in_order_of_arrival(throttle):
    loop, order = Loop(), []
    groups = TransactionGroups(
        loop, alone(drive(cache=True)), TxgSpec(throttle=throttle, limit=MiB, delay_scale=0.0)
    )

    def write(number, size):
        yield from groups.add(size)
        order.append(number)

    for number, size in enumerate((MiB, MiB, 8 * KiB, 512 * KiB, 8 * KiB)):
        loop.spawn(write(number, size), at=number * us)
    loop.run(until=5.0)
    assert order == [0, 1, 2, 3, 4]
