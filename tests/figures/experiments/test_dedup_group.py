"""What a group costs with dedup: the averages are those of a table, a cache and a flash that are
played through."""

from collections import OrderedDict
from dataclasses import replace
from functools import cache
from itertools import product, repeat
from math import exp
from random import Random

import pytest

from figures.deduplication.dedup_group import reads
from figures.deduplication.experiments.group import (
    DiskTimes,
    group,
    measured,
    order_of,
    read_times,
    run_group,
    shared,
    sustained,
)
from figures.deduplication.experiments.lookups import GroupSpec, lookups
from models.machine import FREEBSD_BOX, SERVER_TODAY, SUN_7410, Local, Machine
from models.sim.answer import until
from models.sim.loop import Event
from models.units import GiB, KiB, TiB
from models.zfs.dedup import live_table
from models.zfs.dedup.live_table import LiveTable
from models.zfs.dedup.lookups import untouched
from models.zfs.l2arc.store import Ring
from tests.conftest import sample
from tests.models.split_table import BITS, SplitTable

BLOCK = 16 * KiB
PLAIN = DiskTimes(read=10e-3, read_rate=4000.0, flash=0.25e-3, piece=6.5e-3)


def of(times, **more):
    """A pool whose table is so many times its memory."""
    spec = GroupSpec(**more)
    return replace(spec, memory=spec.memory_for(times))


class Played:
    """The exact table, memory that keeps `room` table blocks by age, and flash that is fed with
    what memory gives up."""

    def __init__(self, entries, room, flash=0, feed=0, popular=0):
        self.random = Random(5)
        self.table = SplitTable(most=20)
        self.keys = [self.random.getrandbits(BITS) for _ in range(entries)]
        for key in self.keys:
            self.table.write(key, BLOCK)
        self.popular = [self.random.getrandbits(BITS) for _ in range(popular)]
        for key in self.popular:
            for _ in range(10**4 // popular):
                self.table.write(key, BLOCK)
        self.memory, self.room = OrderedDict(), room
        self.flash, self.feed = Ring(flash * BLOCK) if flash else None, feed

    def group(self, writes, found=0.0):
        """One group of so many overwrites; a share of them `found` writes popular blocks over
        popular blocks. Returns the table blocks that it looked at, that came from disk and from
        flash."""
        self.table.looked.clear()
        looks = []
        for _ in range(writes):
            if self.random.random() < found:
                for call in (self.table.write, self.table.free):
                    key = self.popular[int(self.random.random() * len(self.popular))]
                    call(key, BLOCK)
                    looks.append(key)
            else:
                at, new = int(self.random.random() * len(self.keys)), self.random.getrandbits(BITS)
                self.table.write(new, BLOCK)
                self.table.free(self.keys[at], BLOCK)
                looks += [new, self.keys[at]]
                self.keys[at] = new
        disk = flash = 0
        given_up = []
        for number in (self.table.leaf(key).number for key in looks):
            if number not in self.memory:
                here = self.flash is not None and number in self.flash
                flash, disk = flash + here, disk + (not here)
            if self.flash is not None:
                self.flash.bytes -= self.flash.found.pop(number, 0)  # it changes
            self.memory[number] = None
            self.memory.move_to_end(number)
            if len(self.memory) > self.room:
                given_up.append(self.memory.popitem(False)[0])
        for number in given_up[: self.feed]:
            self.flash.put(number, BLOCK)
        return len(self.table.looked), disk, flash

    def steady(self, writes, groups=60, **more):
        """The means of so many groups after as many before."""
        seen = [self.group(writes, **more) for _ in range(2 * groups)][groups:]
        return [sum(each[i] for each in seen) / groups for i in range(3)]


def spec_of(played, **more):
    table, entries = played.table, len(played.table.references)
    feed = played.feed * BLOCK / 5.0
    return GroupSpec(
        record=16 * KiB,
        unique=entries * 16 * KiB,
        entry=table.blocks * BLOCK / entries,
        memory=played.room * BLOCK,
        block=BLOCK,
        feed=feed,
        flash=played.flash.capacity if played.flash else 0.0,
        **more,
    )


@pytest.mark.parametrize(("room", "writes"), [(300, 40), (700, 400)])
def test_lookups_that_miss_are_those_of_a_table_that_is_played_through(room, writes):
    played = Played(20_000, room)
    blocks, disk, _ = played.steady(writes)
    found = lookups(spec_of(played), writes, writes)
    assert found.blocks == pytest.approx(blocks, rel=0.04)
    assert found.disk == pytest.approx(
        disk, rel=0.06
    )  # a block that has not split yet is looked at more than its half


@pytest.mark.parametrize("feed", [10, 30, 1000])
def test_flash_answers_what_it_was_fed_since(feed):
    played = Played(20_000, 300, flash=4000, feed=feed)
    _, disk, flash = played.steady(40, groups=100)
    found = lookups(spec_of(played), 40, 40)
    assert found.flash == pytest.approx(flash, rel=0.08)
    assert found.disk + found.flash == pytest.approx(disk + flash, rel=0.06)


def test_a_flash_that_goes_round_too_soon_has_little():
    played = Played(20_000, 300, flash=300, feed=1000)
    _, disk, flash = played.steady(40, groups=100)
    found = lookups(spec_of(played), 40, 40)
    assert flash < 0.5 * (disk + flash)
    assert found.flash == pytest.approx(flash, rel=0.15)


def test_blocks_that_are_found_again_and_again_keep_their_table_blocks_in_memory():
    played = Played(20_000, 300, popular=100)
    blocks, disk, _ = played.steady(80, found=0.5)
    found = lookups(spec_of(played, popular=100.0, ratio=2.0), 80, 80)
    assert found.blocks == pytest.approx(blocks, rel=0.04)
    assert found.disk == pytest.approx(disk, rel=0.05)
    all_over = lookups(spec_of(played, ratio=2.0), 80, 80)
    assert found.disk < 0.7 * all_over.disk


@pytest.mark.parametrize("looks", [0.0, 1e-9, 0.01, 1 / 32, 0.5, 1.0, 7.3, 100.0, 699.0, 1e6])
def test_the_blocks_that_no_look_falls_on_are_a_power_of_e(looks):
    assert untouched(looks) == pytest.approx(exp(-looks), rel=1e-10)


# ---- a group


def test_without_dedup_only_data_and_pointers_are_written():
    cost = group(of(10), PLAIN, 1000, dedup=False)
    assert (cost.reads, cost.frees, cost.table) == (0, 0, 0)
    assert cost.data > 0


def test_a_table_in_memory_is_never_read():
    cost = group(of(0.5), PLAIN, 1000)
    assert cost.reads == cost.frees == 0
    assert cost.table > 0


def test_a_write_over_a_block_looks_up_twice_and_with_a_snapshot_once():
    both, kept = (group(of(5, overwrites=way), PLAIN, 100).looked for way in (True, False))
    assert both.blocks == pytest.approx(2 * kept.blocks, rel=1e-3)


def test_blocks_that_are_found_are_not_written():
    alone, thrice = (
        group(of(0.5, ratio=ratio, unique=1 * TiB), PLAIN, 100) for ratio in (1.0, 3.0)
    )
    data = 100 * 128 * KiB / 128 / KiB * PLAIN.piece / 22
    assert alone.data - thrice.data == pytest.approx(data * 2 / 3)


def test_a_table_larger_than_memory_makes_few_threads_wait():
    """Twelve threads that wait 10 ms for nine of ten blocks look up 1,330 a second, whatever the
    disks could do."""
    spec = of(10, hash_rate=1e12)
    cost = group(spec, PLAIN, 1000)
    assert cost.threads == pytest.approx(1000 * 0.9 * 10e-3 / 12, rel=1e-3)
    assert sustained(spec, PLAIN) < 1330


@pytest.mark.parametrize(
    ("busy", "others", "waits", "seconds"),
    [
        (2.0, 3.0, 0.0, 3.0),
        (3.0, 2.0, 0.0, 3.0),
        (0.0, 2.0, 1.5, 3.5),
        (2.0, 0.0, 1.5, 3.5),
        (0.0, 0.0, 0.0, 0.0),
    ],
)
def test_threads_that_wait_share_the_disks_and_others_need_not(busy, others, waits, seconds):
    assert shared(busy, others, waits) == pytest.approx(seconds)


def test_a_wait_takes_as_much_longer_as_others_leave_less_of_the_disks():
    for busy, others, waits in ((1.0, 2.0, 0.5), (3.0, 1.0, 2.0), (0.1, 5.0, 0.01)):
        took = shared(busy, others, waits)
        assert took == pytest.approx(busy + waits / (1 - others / took))
        assert max(busy + waits, others + waits) <= took <= busy + others + waits


def test_the_sustained_rate_is_that_of_a_group_that_takes_its_interval():
    for times in (0.1, 2, 10):
        spec = of(times)
        rate = sustained(spec, PLAIN)
        assert group(spec, PLAIN, rate * spec.interval).commit == pytest.approx(
            spec.interval, rel=1e-5
        )


@pytest.mark.parametrize("record", [8 * KiB, 128 * KiB])
def test_the_larger_the_table_the_slower(record):
    rates = [sustained(of(times, record=record), PLAIN) for times in (0.1, 0.9, 1.1, 2, 5, 10)]
    assert rates[0] == pytest.approx(rates[1])
    assert rates[1:] == sorted(rates[1:], reverse=True)
    assert rates[-1] < 0.6 * rates[0]


def test_what_is_removed_is_taken_from_what_can_be_written():
    large, small = of(10), of(0.5)
    assert sustained(replace(large, removal=1500.0), PLAIN) < 0.8 * sustained(large, PLAIN)
    assert sustained(replace(small, removal=1500.0), PLAIN) > 0.7 * sustained(small, PLAIN)
    assert sustained(replace(large, removal=1e5), PLAIN) == 0
    assert sustained(replace(large, removal=1e5), PLAIN, dedup=False) > 0


@pytest.mark.parametrize("removal", [500.0, 2000.0])
def test_each_block_that_is_freed_besides_costs_the_same_and_more_where_its_entry_is_on_disk(
    removal,
):
    def lost(times):
        return 1 - sustained(of(times, ratio=2.0, removal=removal), PLAIN) / sustained(
            of(times, ratio=2.0), PLAIN
        )

    assert 2.5 * lost(0.5) < lost(10) < 6 * lost(0.5)
    half = 1 - sustained(of(10, ratio=2.0, removal=removal / 2), PLAIN) / sustained(
        of(10, ratio=2.0), PLAIN
    )
    assert half == pytest.approx(lost(10) / 2, rel=0.05)


def test_old_flash_helps_by_what_it_is_fed_and_no_more():
    spec = of(10)
    old, fast = replace(spec, flash=100 * GiB), replace(spec, flash=100 * GiB, feed=1e9)
    rate = sustained(old, PLAIN)
    found = group(old, PLAIN, rate * 5).looked
    assert found.flash <= old.feed * 5 / BLOCK
    assert sustained(spec, PLAIN) < rate < sustained(fast, PLAIN)


def test_smaller_table_blocks_cost_less_to_write():
    assert sustained(of(0.5, block=4 * KiB), PLAIN) > 1.2 * sustained(of(0.5), PLAIN)


def test_one_table_block_stands_for_tens_of_writes_where_the_same_blocks_come_again():
    spec = of(5, ratio=10.0, popular=500.0)
    assert 5000 * 0.9 / group(spec, PLAIN, 5000).looked.blocks < 10
    spec = replace(spec, overwrites=False, ratio=100.0, popular=100.0)
    assert 5000 * 0.99 / group(spec, PLAIN, 5000).looked.blocks > 10


# ---- the devices, and reads


def test_the_devices_give_what_their_data_sheets_say():
    times = measured(GroupSpec())
    turn = 1 / 120
    assert times.read == pytest.approx(
        turn / 2 + 6e-3, rel=0.15
    )  # half a turn, a seek over a half of the disk
    assert 12 / times.read < times.read_rate < 44 / (turn / 2)
    assert 122e-6 < times.flash < 350e-6
    assert 1.2e-3 < times.piece < times.read


def test_a_sample_of_the_pool_is_a_few_percent_off():
    order = order_of(GroupSpec(), False)
    reads = [read_times(order, 11 * KiB, 12, 200, 500e9, seed)[0] for seed in range(5)]
    assert max(reads) < 1.15 * min(reads)


def test_copies_share_their_place_in_memory():
    with_, without = (
        reads(300 * GiB, 100 * GiB, 2, disk=10e-3, copy=5e-6, dedup=way) for way in (True, False)
    )
    assert without.disk == pytest.approx(2 / 3, abs=0.04)
    assert with_.disk == pytest.approx(1 / 3, abs=0.04)
    assert with_.latency < without.latency
    assert reads(300 * GiB, 100 * GiB, 10, disk=10e-3, copy=5e-6).disk == 0


def test_data_without_copies_is_read_alike():
    one, other = (
        reads(300 * GiB, 100 * GiB, 1, disk=10e-3, copy=5e-6, dedup=way) for way in (True, False)
    )
    assert one == other


# ---- the same group as it runs

FEW = GroupSpec(pairs=4, threads=2, frees=17, unique=1.6 * TiB, cable=0.2e9, interval=2.5)
"""As much of everything for a pair as in the whole pool, but for threads, which are whole."""


@cache
def times_of(seed):
    """What parts of that machine take, measured on it."""
    return measured(FEW, seed)


def apart(spec):
    """How far runs and averages are apart, as shares of the averages: looks, table blocks written
    and read, and time."""
    seen, meant = [0.0] * 4, [0.0] * 4
    for seed in (1, 2):
        times = times_of(seed)
        writes = int(sustained(spec, times) * spec.interval)
        cost, (took, machine) = group(spec, times, writes), run_group(spec, writes, seed=seed)
        table = machine.table
        for n, (run, mean) in enumerate(
            (
                (table.looks, cost.looked.looks),
                (table.written, cost.looked.blocks),
                (table.read, cost.looked.disk),
                (took, cost.commit),
            )
        ):
            seen[n], meant[n] = seen[n] + run, meant[n] + mean
    return [abs(run / mean - 1) if mean else run for run, mean in zip(seen, meant, strict=True)]


def agree(spec, time=0.08):
    """Whether they agree: the looks that miss are a sample, and so are places on disks."""
    looks, written, read, took = apart(spec)
    return looks < 0.001 and written < 0.01 and read < 0.07 and took < time


GROUPS = [
    {},
    {"ratio": 2.0},
    {"ratio": 10.0},
    {"ratio": 2.0, "record": 8 * KiB},
    {"ratio": 2.0, "overwrites": False},
    {"ratio": 2.0, "popular": 200.0},
]
OF_MEMORY = [0.5, 1.25, 2, 10]


@pytest.mark.alike("a group that runs is the one that is reckoned")
@pytest.mark.parametrize(
    ("more", "times"), sample([*product(GROUPS, OF_MEMORY)], 1, lambda one: str(one[0])), ids=str
)
def test_a_group_that_runs_is_the_one_that_is_reckoned(times, more):
    """Within 8 % of the time. The averages let all requests share the disks alike; in ZFS's queue
    reads that a thread waits for go first."""
    spec = replace(FEW, **more)
    assert agree(replace(spec, memory=spec.memory_for(times)))


@pytest.mark.parametrize("times", [0.5, 2, 10])
def test_what_is_removed_is_reckoned_within_a_sixth(times):
    """A run is faster where many reads for what is freed wait: ZFS's queue and the drive's choose
    among them."""
    spec = replace(FEW, ratio=2.0, removal=300.0)
    assert agree(replace(spec, memory=spec.memory_for(times)), 0.17)


def broken(monkeypatch, how):
    """The table with a fault."""
    if how == "nothing is found":
        monkeypatch.setattr(live_table, "spread", lambda count, share: repeat(False, count))
    elif how == "copies are left out":
        group = LiveTable.group
        monkeypatch.setattr(LiveTable, "group", lambda *of: (yield from group(*of)) // 3)
    elif how == "memory keeps all":
        monkeypatch.setattr(LiveTable, "look", lambda table, found, kind: None)
    elif how == "looks go to one half":
        look = LiveTable.look

        def half(table, found, kind):
            blocks, table.blocks = table.blocks, table.blocks // 2
            answer = look(table, found, kind)
            table.blocks = blocks
            return answer

        monkeypatch.setattr(LiveTable, "look", half)
    else:
        wait = until
        monkeypatch.setattr(
            live_table, "until", lambda loop, to: 0.0 if isinstance(to, Event) else wait(loop, to)
        )


@pytest.mark.alike("a table with a fault is noticed")
@pytest.mark.parametrize(
    ("how", "times"),
    [
        ("nothing is found", 0.5),
        ("copies are left out", 0.5),
        ("memory keeps all", 2),
        ("looks go to one half", 2),
        ("nobody waits", 10),
    ],
)
def test_a_table_with_a_fault_is_noticed(monkeypatch, how, times):
    spec = replace(FEW, ratio=2.0)
    spec = replace(spec, memory=spec.memory_for(times))
    assert agree(spec)
    broken(monkeypatch, how)
    assert not agree(spec)


@pytest.mark.parametrize("record", [8 * KiB, 128 * KiB])
@pytest.mark.parametrize("ratio", [1.0, 3.0])
def test_a_table_that_fits_costs_no_reads_and_dedup_never_writes_more_data(record, ratio):
    spec = replace(FEW, record=record, ratio=ratio)
    spec = replace(spec, memory=spec.memory_for(0.9))
    (_, plain), (_, with_) = (run_group(spec, 600, way) for way in (False, True))
    reads, _, _, written = with_.boxes.moved("disks")
    data = written / 2 - with_.table.written * spec.copies * spec.on_disk
    assert reads == 0
    assert data <= plain.boxes.moved("disks")[3] / 2 + 4 * KiB
    if ratio > 1:
        assert data < plain.boxes.moved("disks")[3] / 2 - 0.6 * 600 * record


def test_the_same_seed_is_the_same_group():
    spec = replace(FEW, memory=FEW.memory_for(2))
    (took, one), (again, other), (else_, _) = (
        run_group(spec, 200, seed=seed) for seed in (3, 3, 4)
    )
    assert (took, one.table.read, one.boxes.moved("disks")) == (
        again,
        other.table.read,
        other.boxes.moved("disks"),
    )
    assert took != else_


def test_memory_is_steady_from_the_first_group_to_the_last():
    """Group after group as many looks miss, though at first none of the table's blocks was ever
    looked at."""
    spec = replace(
        FEW, unique=4e9, record=8 * KiB
    )  # few table blocks, each looked at again and again
    spec = replace(spec, memory=spec.memory_for(2))
    machine = Machine(order_of(spec), 5)
    table, missed = machine.table, []

    def groups():
        for _ in range(6):
            looks, read = table.looks, table.read
            yield from table.group(1000, 1000, 0.0, lambda found: None)
            missed.append((table.read - read) / (table.looks - looks))
        machine.loop.stop()

    machine.loop.spawn(groups())
    machine.loop.run()
    assert missed == pytest.approx([0.5] * 6, abs=0.03)


@pytest.mark.parametrize(
    "order", [FREEBSD_BOX, SUN_7410, SERVER_TODAY], ids=lambda order: order.machine
)
def test_any_machine_may_have_a_dedup_table(order):
    machine = Machine(order.order(dedup={"on": True, "ratio": 2.0}, groups={"interval": 0.2}))
    ran = machine.run(Local(o_sync=False, size=128 * KiB, think=0.01), seconds=2.0)
    assert ran.table["written"] > 0
    assert ran.table["found"] == pytest.approx(ran.table["looks"] / 2, abs=8)
    assert machine.zfs.groups.history


def test_a_write_that_is_traced_takes_as_long_with_dedup_as_without():
    paths = [
        Machine(SUN_7410.order(log={"devices": 1}, dedup=way)).trace() for way in (False, True)
    ]
    assert paths[0].end == paths[1].end
