"""A network link: bytes, headers, and one message at a time."""

import pytest

from models.head.nic import GIGABIT, TEN_GIGABIT, Nic, countable, exchange
from models.sim.path import RequestPath
from models.units import GiB, KiB, MiB


def test_a_long_message_gets_what_headers_leave_of_the_link():
    nic = Nic(GIGABIT, mtu=1500)
    assert (
        nic.wire(1448 * 1000) == 1538 * 1000
    )  # 1,500 bytes of IP and 38 of Ethernet, 1,448 of them data
    assert 10**6 / nic.send(0.0, 10**6) == pytest.approx(GIGABIT * 1448 / 1538, rel=1e-3)


def test_large_frames_waste_less():
    assert Nic(GIGABIT, mtu=9000).wire(10**6) < Nic(GIGABIT, mtu=1500).wire(10**6)


def test_messages_wait_for_each_other():
    nic = Nic(GIGABIT)
    first, second = nic.send(0.0, 8192), nic.send(0.0, 8192)
    assert second - first == pytest.approx(nic.wire(8192) / GIGABIT)
    assert first == pytest.approx(nic.wire(8192) / GIGABIT)
    assert nic.busy == pytest.approx(2 * nic.wire(8192) / GIGABIT)


def test_a_path_shows_the_wait_and_the_way():
    nic, path = Nic(GIGABIT), RequestPath()
    nic.send(0.0, 8192)
    finish = nic.send(0.0, 8192, path)
    assert [step.kind for step in path.steps] == ["waiting", "service"]
    assert path.end == pytest.approx(finish)


@pytest.mark.parametrize(("mtu", "share"), [(1500, 1448 / 1538), (9000, 8948 / 9038)])
def test_frames_leave_for_data_what_the_specifications_say(mtu, share):
    nic = Nic(GIGABIT, mtu)
    assert nic.wire(nic.payload * 1000) * share == pytest.approx(nic.payload * 1000)


def test_a_full_port_of_ten_gigabit_counts_1_16_gib_a_second():
    assert countable(TEN_GIGABIT, 9000) / GiB == pytest.approx(1.16, abs=0.005)  # Gregg 2009
    assert 8948 / 9038 * TEN_GIGABIT < countable(TEN_GIGABIT, 9000) < TEN_GIGABIT


def test_a_large_read_is_one_small_request_and_many_packets_half_as_many_of_them_acknowledged():
    seen = exchange(150, MiB + 130, MiB, 9000)
    packets = (MiB + 130) / 8948
    assert seen.out == pytest.approx(MiB + 130 + 66 * packets)
    assert seen.come == pytest.approx(150 + 66 * (1 + packets / 2))
    assert seen.both == seen.out + seen.come


def test_small_reads_cost_a_larger_share_and_a_small_answer_acknowledges_the_request():
    small, large = (exchange(150, size + 130, size, 9000) for size in (8 * KiB, MiB))
    assert small.both / small.payload - 1 > 3 * (large.both / large.payload - 1)
    assert exchange(150, 130, 1).out == 130 + 66


def test_what_a_read_counts_out_a_write_of_the_same_size_counts_in():
    read, write = exchange(150, 32 * KiB, 32 * KiB), exchange(32 * KiB, 150, 32 * KiB)
    assert (read.out, read.come) == (write.come, write.out)
