"""What a core waits for a line: unloaded as the datasheets have it, and the queue's closed form
when links are busy."""

from itertools import pairwise, product
from math import inf

import pytest

from models.head.coherence import Packets
from models.head.hypertransport import square
from models.head.memory_wait import LineTimes, queues
from models.units import ns

WAITS = {"memory": 85 * ns, "hop": 15 * ns, "look": 30 * ns, "burst": 100.0}


def board(sockets=4, rate=4e9, doubled=False):
    return square(sockets, rate=rate, bridge_rate=4e9, cards={}, doubled=doubled)


def times(made, waits=WAITS, **packets):
    return LineTimes(made, Packets(**packets), **waits)


def level(made, used):
    """Every link with this share of its capacity in use."""
    return {link: used * rate for link, rate in made.capacity.items()}


def even(sockets=4):
    return dict.fromkeys(product(range(sockets), repeat=2), 1 / sockets**2)


def test_one_socket_waits_for_its_memory_alone():
    made = board(1)
    assert times(made).mean({(0, 0): 1.0}, level(made, 0.9)) == 85 * ns


def test_a_filter_leaves_a_socket_its_own_memory():
    made = board()
    assert times(made, filtered=True).mean({(2, 2): 1.0}, level(made, 0.9)) == 85 * ns


def test_four_sockets_wait_longer_for_their_own_memory_because_others_must_answer():
    """McCalpin 2010: 100 to 130 ns at four sockets of 2.3 GHz; by hand two hops there, a look, two
    hops back."""
    made = board()
    local = times(made).mean({(0, 0): 1.0}, level(made, 0.0))
    assert local == pytest.approx(4 * 15 * ns + 30 * ns + 2 * 8 / 4e9 + 2 * 4 / 4e9)
    assert 85 * ns < local < 130 * ns


def test_two_sockets_do_not():
    """Two hops and a look take less than the memory itself."""
    made = board(2)
    assert times(made).mean({(0, 0): 1.0}, level(made, 0.0)) == 85 * ns


def test_a_remote_line_takes_two_hops_and_the_time_on_the_wire_longer():
    made = board(2)
    far = times(made).mean({(0, 1): 1.0}, level(made, 0.0))
    assert far == pytest.approx(85 * ns + 2 * 15 * ns + (8 + 68) / 4e9)


def test_wires_that_are_faster_shorten_only_what_is_on_the_wire():
    slow, fast = (
        times(board(2, rate)).mean({(0, 1): 1.0}, level(board(2, rate), 0.0))
        for rate in (4e9, 9.6e9)
    )
    assert slow - fast == pytest.approx(76 / 4e9 - 76 / 9.6e9)


@pytest.mark.parametrize("used", [0.0, 0.2, 0.5, 0.8, 0.99])
def test_a_link_makes_wait_as_a_queue_with_one_server_does(used):
    """rho / (1 - rho) times a burst's own time, on each link by itself."""
    made = board(doubled=True)
    for link, wait in queues(made, level(made, used), 100.0).items():
        assert wait == pytest.approx(used / (1 - used) * 100.0 / made.capacity[link])


def test_a_full_link_is_waited_for_for_ever():
    made = board()
    assert set(queues(made, level(made, 1.0), 100.0).values()) == {inf}
    assert times(made).mean(even(), level(made, 1.2)) == inf


def test_a_queue_stands_at_each_link_of_the_way():
    made = board(2)
    busy = times(made).mean({(0, 1): 1.0}, level(made, 0.75)) - times(made).mean(
        {(0, 1): 1.0}, level(made, 0.0)
    )
    assert busy == pytest.approx(2 * 3 * 100 / 4e9)


def test_load_never_shortens_a_wait_and_bends_it_upwards():
    """More and more for each further tenth: this is why the last tenth of a link is so dear."""
    made = board()
    found = [times(made).mean(even(), level(made, step / 10)) for step in range(10)]
    steps = [b - a for a, b in pairwise(found)]
    assert all(step > 0 for step in steps)
    assert all(b > a for a, b in pairwise(steps))


def test_one_busy_link_slows_only_those_who_need_it():
    made = board()
    loads = level(made, 0.0) | {(0, 1): 0.9 * 4e9}
    quiet, busy = level(made, 0.0), times(made, filtered=True)
    longer = {
        pair
        for pair in product(range(4), repeat=2)
        if busy.mean({pair: 1.0}, loads) > busy.mean({pair: 1.0}, quiet)
    }
    assert longer == {
        (reader, home)
        for reader, home in product(range(4), repeat=2)
        if (0, 1) in (*made.paths[reader, home], *made.paths[home, reader])
    }


def test_the_mean_is_weighted_by_shares():
    made = board()
    one = times(made)
    near, far = (one.mean({pair: 1.0}, level(made, 0.3)) for pair in ((0, 0), (0, 3)))
    assert one.mean({(0, 0): 0.7, (0, 3): 0.3}, level(made, 0.3)) == pytest.approx(
        0.7 * near + 0.3 * far
    )


def test_a_filter_never_makes_a_line_later():
    made = board()
    for pair in product(range(4), repeat=2):
        loads = level(made, 0.5)
        assert times(made, filtered=True).mean({pair: 1.0}, loads) <= times(made).mean(
            {pair: 1.0}, loads
        )
