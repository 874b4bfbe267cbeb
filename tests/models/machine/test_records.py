"""One rule for the blocks of shares and LUNs: whoever reads or writes, the same requests touch the
same blocks."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.machine import SUN_7410, Iscsi, Machine, Nfs, Overwriting, Reads, Replay
from models.protocols.iscsi.pdu import IscsiSession
from models.units import KiB, MiB
from models.zfs.pool.records import block_of, touched

ORDER = SUN_7410.order(
    pool={"layout": "mirror", "vdevs": 2, "jbods": 0},
    log={"devices": 2},
    groups={"interval": 1000.0},
    cache={"pointers_held": True},
).without("queue")
"""ZFS's queue would read small gaps between blocks, too, and pointers would be read."""
DATA = Reads(256 * MiB)
LOADS = {
    "nfs": lambda size, op: Nfs(1, 1, size, reads=float(op == "read"), blocks=DATA, over=True),
    "iscsi": lambda size, op: Iscsi(
        1, 1, size, float(op == "read"), DATA, over=True, session=WHOLE
    ),
    "daemon": lambda size, op: Iscsi(
        1, 1, size, float(op == "read"), DATA, over=True, session=WHOLE, target="daemon"
    ),
}
WHOLE = IscsiSession(segment=MiB, first_burst=MiB)
"""What is written comes in one piece."""
NAMED = st.sampled_from([None, 512, 8 * KiB, 32 * KiB, 128 * KiB])
SIZES = st.sampled_from([8 * KiB, 12 * KiB, 64 * KiB, 256 * KiB])
PLACES = st.lists(st.integers(0, 200), min_size=1, max_size=6)


def read(load, places, size, op, record):
    """Blocks, and bytes of disks, that are read for requests at these places; then the last of them
    is asked for again."""
    machine, left = Machine(ORDER.order(recordsize=record)), list(places)
    if load == "replay":
        replay = Replay([(0.1 * n, op, place * size, size) for n, place in enumerate(places)])
        machine.start(replay)
        while replay.left:
            machine.pass_time(0.01)
    else:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Reads, "drawn", lambda *_: lambda: left.pop(0) if left else places[-1])
            machine.start(LOADS[load](size, op))
        while left or machine.reads.in_flight:
            machine.pass_time(0.01)
        machine.pass_time(0.05)
    return machine.reads.count["disk"], machine.boxes.moved("disks")[2]


@settings(max_examples=20)
@given(PLACES, SIZES, NAMED)
def test_the_same_reads_touch_the_same_blocks_over_any_protocol(places, size, record):
    block = record or min(size, 128 * KiB)
    blocks = {
        number
        for place in places
        for number in range(place * size // block, -(-(place + 1) * size // block))
    }
    for load in (*LOADS, "replay"):
        assert read(load, places, size, "read", record) == (len(blocks), len(blocks) * block), load


@settings(max_examples=20)
@given(PLACES, SIZES, NAMED)
def test_the_same_writes_read_the_blocks_first_that_they_cover_in_part(places, size, record):
    block = record or min(size, 128 * KiB)
    known, first = set(), 0
    for place in places:
        begin, end = place * size, (place + 1) * size
        for number in touched(begin, size, block):
            first += number not in known and (number * block < begin or (number + 1) * block > end)
            known.add(number)
    for load in ("nfs", "iscsi", "replay"):
        assert read(load, places, size, "write", record) == (first, first * block), load


def test_a_trace_of_many_sizes_has_records_of_128_kib_and_one_of_a_single_size_has_blocks_of_that():
    def moved(*sizes):
        machine = Machine(ORDER)
        machine.start(Replay([(0.1 * n, "read", n * MiB, size) for n, size in enumerate(sizes)]))
        machine.pass_time(1.0)
        return machine.boxes.moved("disks")[2]

    assert moved(8 * KiB, 8 * KiB) == 16 * KiB
    assert moved(8 * KiB, 4 * KiB) == 2 * 128 * KiB == moved(128 * KiB, 128 * KiB)
    assert moved(300 * KiB) == 3 * 128 * KiB


@pytest.mark.parametrize("record", [None, 8 * KiB, 128 * KiB])
def test_a_group_writes_whole_blocks_of_what_is_overwritten(record):
    machine = Machine(ORDER.order(recordsize=record, groups={"interval": 1000.0}))
    machine.start(Overwriting(data=1024 * MiB, size=8 * KiB, rate=500))
    machine.pass_time(0.5)
    written = sum(len(one.records) for one in machine.zfs.groups.rewritten.values())
    assert 200 < written <= 250 and machine.zfs.groups.dirty == written * (record or 8 * KiB)


def test_a_lun_has_no_larger_blocks_than_there_are():
    with pytest.raises(
        ValueError,
        match="volblocksize must be a power of two from 512 bytes to 128 KiB, got 1048576",
    ):
        Machine(ORDER.order(recordsize=MiB)).start(Iscsi())


@cache
def path(op, size, record, by):
    machine = Machine(ORDER.order(recordsize=record))
    machine.run(Nfs(4, 2, 8 * KiB, reads=0.5, blocks=DATA, over=True), seconds=0.05)
    return machine.trace(op, size, 777, by and Iscsi(target=by, over=True, session=WHOLE))


@pytest.mark.parametrize("by", [None, "kernel", "daemon"])
@pytest.mark.parametrize("record", [8 * KiB, 128 * KiB])
@pytest.mark.parametrize(
    ("op", "size"),
    [("read", 8 * KiB), ("read", 200 * KiB), ("write", 8 * KiB), ("write", 200 * KiB)],
)
def test_the_path_of_a_request_of_several_blocks_adds_up(op, size, record, by):
    told = path(op, size, record, by)
    assert told.total() == pytest.approx(told.end - told.begun, abs=1e-9)
    assert op == "write" or any(step.component == "read from disk" for step in told.steps)


def test_a_block_is_what_is_asked_for_up_to_128_kib_or_what_was_named():
    assert [block_of(size) for size in (512, 8 * KiB, 12 * KiB, MiB)] == [
        512,
        8 * KiB,
        12 * KiB,
        128 * KiB,
    ]
    assert block_of(8 * KiB, MiB) == MiB and list(touched(8191, 2, 8192)) == [0, 1]
