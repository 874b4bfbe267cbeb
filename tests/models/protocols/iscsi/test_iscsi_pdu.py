"""iSCSI on the wire."""

import pytest

from models.head.nic import IP_TCP, SEEN
from models.protocols.iscsi.pdu import HEADER, IscsiSession
from models.units import KiB


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
