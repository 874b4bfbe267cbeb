"""When a card interrupts."""

import pytest

from models.head.nic import Blanking, Interrupt, train
from models.units import us

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
