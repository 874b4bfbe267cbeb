"""What a machine can do of reads from memory, by its slowest stage and in a run."""

import pytest

from figures.head_node.experiments.read_limits import CORES, PORTS, SLOTS, most, ran
from models.head.catalogue_head import head_of
from models.head.nic import GIGABIT, TEN_GIGABIT, countable
from models.head.pcie import Slot
from models.machine import SUN_7410, Card
from models.units import GiB, KiB, MiB

HEAD = head_of("head-7410-istanbul")
NEW = SUN_7410.order(
    head="head-7410-istanbul",
    cards=(Card(), Card()),
    pool={"layout": "stripe", "vdevs": 1, "jbods": 0},
)


def test_streams_of_the_new_head_fill_the_slots_and_nothing_else():
    found = most(NEW, MiB)
    assert found.limit.stage.name == SLOTS
    assert found.rate * found.seen.out == pytest.approx(2 * Slot().rate)
    assert found.wire == pytest.approx(2.87 * GiB, rel=0.02)  # Gregg 2009
    assert found.state.busy < HEAD.constants["busy"]


def test_two_gigabit_ports_of_the_board_add_what_they_can_count():
    with_two = most(NEW.order(cards=(*NEW.network.cards, Card(2, GIGABIT, None))), MiB)
    assert with_two.wire == pytest.approx(3.06 * GiB, rel=0.02)  # Gregg 2009


def test_small_reads_are_the_cores_affair_and_one_port_is_full_of_large_ones():
    assert most(NEW, 1).limit.stage.name == CORES
    assert most(NEW, 1).rate == HEAD.most(reads_of(1)).rate
    alone = most(NEW.order(cards=(Card(1),)), MiB)
    assert alone.limit.stage.name == PORTS
    assert alone.rate * alone.seen.out == pytest.approx(countable(TEN_GIGABIT, 9000))


def reads_of(size):
    found = most(NEW, size)
    return HEAD.cached_read(size, found.seen.out, found.seen.come)


def test_the_state_is_that_of_the_rate():
    for size in (1, 8 * KiB, MiB):
        found = most(NEW, size)
        assert found.state == HEAD.at(reads_of(size), found.rate)


def test_requests_can_fill_the_way_in():
    spec = {"cores": 64, "op_lines": 0.0}
    found = most(NEW.order(cards=(Card(1),), head={"spec": spec}, mtu=1500), 1)
    assert found.limit.stage.name == PORTS
    assert found.rate * max(found.seen.out, found.seen.come) == pytest.approx(
        countable(TEN_GIGABIT, 1500)
    )


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ("head-7310", 1),
        ("head-7410", 8 * KiB),
        ("head-7410", 32 * KiB),
        ("head-7410-istanbul", 8 * KiB),
        ("head-7410-istanbul", MiB),
    ],
)
def test_a_run_of_the_machine_comes_to_what_its_head_and_cards_can_do(head, size):
    order = NEW.order(head=head)
    wanted = most(order, size).rate
    assert ran(order, size, wanted, 1) == pytest.approx(wanted, rel=0.03)
