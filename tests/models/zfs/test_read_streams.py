"""What ZFS reads ahead of the streams that it sees in a file."""

import pytest

from models.machine import FREEBSD_BOX, SERVER_TODAY, Local, Machine, Reads
from models.units import GB, KiB, MiB
from models.zfs.read_streams import CAP, FARTHEST, LEAST, MOST, OLD, ReadStreams

BLOCK = 128 * KiB


def ahead(streams, blocks, now=0.0, held=()):
    return [list(some) for some in streams.next(blocks, held.__contains__, now)]


def test_a_cold_request_of_eight_blocks_reads_143_by_the_rule_of_2008():
    found = ahead(ReadStreams("2008", BLOCK), range(100, 108))
    assert [block for some in found for block in some] == list(range(102, 243))


def test_a_block_that_was_not_on_its_way_ends_a_stream():
    streams = ReadStreams("2008", BLOCK)
    ahead(streams, range(3))
    (stream,) = streams.streams
    stream.ahead = stream.end
    assert ahead(streams, [3]) == [] and [one.begin for one in streams.streams] == [3]


def test_a_file_has_few_streams_and_old_ones_make_room():
    streams = ReadStreams("2008", BLOCK)
    for n in range(MOST + 1):
        ahead(streams, [1000 * n])
    assert 1000 * MOST not in [one.begin for one in streams.streams]
    ahead(streams, [5], now=OLD)
    assert len(streams.streams) == MOST and streams.streams[0].begin == 5


def test_long_streams_stay_within_the_reach_of_their_time():
    old, new = ReadStreams("2008", BLOCK), ReadStreams("today", BLOCK)
    for n in range(4000):
        ahead(old, [n]), ahead(new, [n])
    assert CAP <= old.streams[0].ahead - 4000 < 2 * CAP
    assert new.streams[0].ahead - 4000 == FARTHEST // BLOCK > LEAST // BLOCK


def test_today_reads_nothing_ahead_of_random_requests():
    streams = ReadStreams("today", BLOCK)
    assert not any(ahead(streams, range(n, n + 8)) for n in range(0, 100_000, 1000))


@pytest.mark.parametrize("order, share", [(FREEBSD_BOX, 0.2), (SERVER_TODAY, 0.9)])
def test_large_random_reads_waste_what_2008_reads_ahead(order, share):
    order = order.order(recordsize=BLOCK, cache={"pointers_held": True})
    ran = Machine(order).run(Local(4, 1 * MiB, reads=1.0, blocks=Reads(100 * GB)), seconds=0.3)
    used = ran.bytes / ran.iostat["disks"][2]
    assert used < share if order.cache.prefetch == "2008" else used > share


def test_what_is_read_is_written_back():
    machine = Machine(FREEBSD_BOX.order(recordsize=BLOCK))
    load = Local(1, 8 * KiB, False, reads=1.0, in_order=True, back=True, blocks=Reads(16 * GB))
    ran = machine.run(load, seconds=0.5)
    assert machine.zfs.groups.dirty == pytest.approx(ran.bytes * ran.seconds, rel=0.01) != 0
