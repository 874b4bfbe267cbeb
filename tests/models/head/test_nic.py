"""A network link: bytes, headers, and one message at a time."""

import pytest

from models.head.nic import (
    GIGABIT,
    TEN_GIGABIT,
    Blanking,
    Interrupt,
    Nic,
    countable,
    exchange,
    train,
)
from models.sim.path import RequestPath
from models.units import GiB, KiB, MiB, us


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


# When a card interrupts.


CARD = Blanking(8, 128 * us)
TRAIN = train(8288, 1448, 90, 1.25e8)


def test_a_packet_alone_waits_for_the_whole_time():
    assert CARD.interrupts([1.0]) == [Interrupt(1.0 + 128 * us, 1)]
    assert CARD.wait([1.0]) == pytest.approx(128 * us)


def test_eight_packets_wait_for_none():
    arrivals = [n * us for n in range(8)]
    assert CARD.interrupts(arrivals) == [Interrupt(7 * us, 8)]
    assert CARD.wait(arrivals) == 0


def test_the_ninth_waits_again():
    told = CARD.interrupts([n * us for n in range(9)])
    assert told == [Interrupt(7 * us, 8), Interrupt(8 * us + 128 * us, 1)]


def test_the_time_counts_from_the_first_packet_that_was_not_told_of():
    told = CARD.interrupts([0.0, 100 * us, 200 * us])
    assert [each.packets for each in told] == [2, 1]
    assert [each.time for each in told] == pytest.approx([128 * us, 328 * us])


@pytest.mark.parametrize("card", [Blanking(8, 0.0), Blanking(1, 128 * us)])
def test_without_time_or_with_one_packet_each_is_told_of_at_once(card):
    arrivals = [0.0, 10 * us, 11 * us]
    assert [(each.time, each.packets) for each in card.interrupts(arrivals)] == [
        (now, 1) for now in arrivals
    ]
    assert card.rate(1000.0) == 1000.0


@pytest.mark.parametrize("time", [0.0, 16 * us, 128 * us, 1000 * us])
@pytest.mark.parametrize("packets", [1, 4, 32])
def test_every_packet_is_told_of_once_and_never_late(time, packets):
    arrivals = [n * 7 * us + (n % 3) * us for n in range(100)]
    told = Blanking(packets, time).interrupts(arrivals)
    assert sum(each.packets for each in told) == 100
    first = 0
    for each in told:
        assert arrivals[first + each.packets - 1] <= each.time <= arrivals[first] + time + 1e-12
        assert each.packets <= packets
        first += each.packets


@pytest.mark.parametrize("rate", [1_000, 9_999, 50_000, 81_000])
def test_the_rate_of_interrupts_is_what_a_long_train_of_packets_gives(rate):
    arrivals = [n / rate for n in range(8000)]
    count = len(CARD.interrupts(arrivals))
    assert count == pytest.approx(CARD.rate(rate) * 8000 / rate, rel=0.01)


def test_an_answer_of_six_packets_waits_for_the_rest_of_the_time():
    assert len(TRAIN) == 6 and TRAIN[-1] == pytest.approx((8288 + 6 * 90) / 1.25e8)
    assert CARD.wait(TRAIN) == pytest.approx(128 * us - (TRAIN[-1] - TRAIN[0]))
    assert Blanking(8, 0.0).wait(TRAIN) == 0


def test_a_longer_wait_can_be_the_shorter_one():
    """A time that ends just behind the last packet tells of all at once; a shorter one begins to
    wait again."""
    assert Blanking(8, 64 * us).wait(TRAIN) < Blanking(8, 32 * us).wait(TRAIN)
