"""A LUN's write cache, and a database on two of them."""

import pytest

from figures.iscsi.experiments.database import (
    GONE,
    KEPT,
    MISSING,
    UNKNOWN,
    LunDatabase,
    after_failure,
)
from figures.iscsi.experiments.under_load import UnderLoad, server
from models.head.nic import IP_TCP, SEEN
from models.machine import SUN_7410, Iscsi, Machine
from models.protocols.iscsi.lun import Lun
from models.protocols.iscsi.pdu import HEADER, IscsiSession
from models.units import KiB, ms, us
from models.zfs.power_failure import PowerFailure


def database(journal, data, flushes, now=0.9, **how):
    made = LunDatabase(
        journal_cache=journal,
        data_cache=data,
        flushes=flushes,
        think=5 * ms,
        groups={"interval": 0.6},
        every=10,
        vdevs=1,
        **how,
    )
    return after_failure(made, now)


@pytest.mark.parametrize("logs", [0, 2])
def test_without_write_caches_nothing_that_was_told_is_lost(logs):
    found = database(False, False, False, log={"devices": logs})
    assert found.loss.lost == 0
    assert set(found.fates) <= {KEPT, "not told yet"}


def test_a_cache_that_is_never_flushed_loses_the_end_and_keeps_the_order():
    found = database(True, True, False)
    assert found.counts[GONE] > 20
    assert found.counts[MISSING] == found.counts[UNKNOWN] == 0
    first = found.fates.index(GONE)
    assert KEPT not in found.fates[first:]
    fates = [fate for _, fate in found.writes]
    assert "lost" not in fates[: fates.index("lost")] and set(fates[fates.index("lost") :]) == {
        "lost"
    }


def test_a_cache_on_one_of_two_luns_breaks_the_order():
    data = database(False, True, False)
    assert data.counts[MISSING] > 10 and data.counts[GONE] == 0
    journal = database(True, False, False)
    assert journal.counts[UNKNOWN] > 10
    fates = [fate for _, fate in data.writes]
    assert "log" in fates[fates.index("lost") :]


@pytest.mark.parametrize(("journal", "data"), [(True, True), (False, True), (True, False)])
def test_a_program_that_flushes_loses_nothing_that_it_told_its_users(journal, data):
    found = database(journal, data, True)
    assert found.counts[MISSING] == found.counts[GONE] == found.counts[UNKNOWN] == 0


def test_a_flush_makes_safe_what_was_answered_before_it_and_nothing_after():
    machine = Machine(
        SUN_7410.order(pool={"layout": "mirror", "vdevs": 1}, log={"devices": 2}).bare(),
        writes=True,
    )
    lun, loop = Lun(machine.zfs, machine.log, cache=True), machine.loop

    def program():
        for _ in range(3):
            yield from lun.write(0, 8 * KiB)
        yield from lun.flush()
        yield from lun.write(0, 8 * KiB)

    loop.spawn(program())
    loop.run(until=0.1)
    loss = PowerFailure(machine.zfs).at(0.1)
    assert (loss.acknowledged, loss.replayed, loss.lost) == (32 * KiB, 24 * KiB, 8 * KiB)
    assert [write.record for write in machine.zfs.acknowledged] == [0, 1, 2, None]


def test_a_flush_with_nothing_to_do_takes_no_time():
    machine = Machine(SUN_7410.order(pool={"layout": "mirror", "vdevs": 1}).bare())
    lun = Lun(machine.zfs, machine.log, cache=True)
    machine.loop.spawn(lun.flush())
    machine.loop.run(until=1 * us)
    assert machine.log.number == 0


def alone(writes, cache=False, logs=0, size=8 * KiB):
    order = server(pool={"layout": "mirror", "vdevs": 22}, log={"devices": logs})
    return UnderLoad(order, Iscsi(size=size, reads=0.0, cache=cache, spread=0.15)).writes(writes)


def test_from_disks_a_write_waits_for_the_platter_and_from_memory_for_nothing():
    turn = 60 / 7200
    disk, flash, memory = alone(150), alone(150, logs=2), alone(100, cache=True)
    assert 0.4 * turn < disk.commit < 1.1 * turn
    assert flash.commit < 0.25 * ms
    assert memory.commit == 0.0
    assert disk.rate < flash.rate < memory.rate


def test_immediate_data_makes_a_larger_write_wait_for_the_platter_twice():
    assert alone(150, size=16 * KiB).commit > 1.7 * alone(150).commit


# iSCSI on the wire.


def test_a_read_of_128_kib_comes_in_16_pdus_of_data_and_one_of_status():
    read = IscsiSession().read(128 * KiB)
    assert read.to_target.pdus == 1
    assert read.to_initiator.pdus == 17
    assert read.to_initiator.bytes == 128 * KiB + 17 * HEADER


def test_a_last_pdu_holds_what_is_left():
    assert IscsiSession().pdus(20 * KiB) == [8 * KiB, 8 * KiB, 4 * KiB]
    assert IscsiSession().pdus(0) == []


def test_a_small_write_comes_with_its_command_and_a_large_one_in_part():
    session = IscsiSession()
    assert session.with_command(4 * KiB) == 4 * KiB
    assert session.requested(4 * KiB) == []
    assert session.with_command(64 * KiB) == 8 * KiB
    assert session.requested(64 * KiB) == [56 * KiB]


def test_without_immediate_data_all_of_a_write_is_asked_for():
    session = IscsiSession(immediate=False)
    assert session.with_command(4 * KiB) == 0
    assert session.requested(4 * KiB) == [4 * KiB]
    assert session.write(4 * KiB).rounds == 2


def test_a_session_that_need_not_wait_sends_the_first_burst_unasked():
    session = IscsiSession(wait=False)
    assert session.unsolicited(128 * KiB) == 64 * KiB
    assert session.requested(128 * KiB) == [64 * KiB]


@pytest.mark.parametrize("size", [512, 8 * KiB, 100_000, 1024 * KiB])
@pytest.mark.parametrize("immediate", [True, False])
@pytest.mark.parametrize("wait", [True, False])
def test_every_byte_of_a_write_goes_over_the_wire_once(size, immediate, wait):
    session = IscsiSession(immediate=immediate, wait=wait)
    assert session.unsolicited(size) + sum(session.requested(size)) == size
    write = session.write(size)
    assert write.to_target.bytes == size + HEADER * write.to_target.pdus


def test_what_a_card_counts_is_payload_and_all_headers():
    read = IscsiSession(mtu=1500).read(8 * KiB)
    packets = -(-(8 * KiB + 2 * HEADER) // (1500 - IP_TCP))
    assert packets == 6
    assert read.to_initiator.counted == 8 * KiB + 2 * HEADER + packets * (SEEN + IP_TCP)
    assert read.to_target.counted == HEADER + (1 + packets // 2) * (SEEN + IP_TCP)


def test_jumbo_frames_cost_less_than_two_percent_of_a_large_read():
    size = 128 * KiB
    large, small = (
        IscsiSession().read(size).counted / size - 1,
        IscsiSession(mtu=1500).read(size).counted / size - 1,
    )
    assert large == pytest.approx(0.018, abs=0.001)
    assert small > 3 * large
