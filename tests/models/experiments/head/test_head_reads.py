"""What a head can do of reads from memory, by its slowest stage."""

import pytest

from models.experiments.head.read_limits import CORES, PORTS, SLOTS, Network, reads
from models.head.head import Head
from models.head.nic import TEN_GIGABIT, countable
from models.head.pcie import Slot
from models.units import GiB, KiB, MiB

NEW = Head("head-7410-istanbul")


def test_streams_of_the_new_head_fill_the_slots_and_nothing_else():
    found = reads(NEW, Network(), MiB)
    assert found.limit.stage.name == SLOTS
    assert found.rate * found.seen.out == pytest.approx(2 * Slot().rate)
    assert found.wire == pytest.approx(2.87 * GiB, rel=0.02)                      # Gregg 2009
    assert found.state.busy < NEW.constants["busy"]


def test_two_gigabit_ports_of_the_board_add_what_they_can_count():
    with_two = reads(NEW, Network(gigabit=2), MiB)
    assert with_two.wire == pytest.approx(3.06 * GiB, rel=0.02)                   # Gregg 2009


def test_small_reads_are_the_cores_affair_and_one_port_is_full_of_large_ones():
    assert reads(NEW, Network(), 1).limit.stage.name == CORES
    assert reads(NEW, Network(), 1).rate == NEW.most(reads_of(1)).rate
    alone = reads(NEW, Network(cards=1, ports=1), MiB)
    assert alone.limit.stage.name == PORTS
    assert alone.rate * alone.seen.out == pytest.approx(countable(TEN_GIGABIT, 9000))


def reads_of(size):
    found = reads(NEW, Network(), size)
    return NEW.cached_read(size, found.seen.out, found.seen.come)


def test_the_state_is_that_of_the_rate():
    for size in (1, 8 * KiB, MiB):
        found = reads(NEW, Network(), size)
        assert found.state == NEW.at(reads_of(size), found.rate)


def test_requests_can_fill_the_way_in():
    network = Network(cards=1, ports=1, mtu=1500)
    found = reads(Head("head-7410-istanbul", cores=64, op_lines=0.0), network, 1)
    assert found.limit.stage.name == PORTS
    assert found.rate * max(found.seen.out, found.seen.come) == pytest.approx(countable(TEN_GIGABIT, 1500))
