"""A board's graph: its links' rates, the shortest ways, and loads that add up whatever way they
take."""

from itertools import pairwise, product
from math import fsum
from random import Random

import pytest

from models.head.hypertransport import (
    DOUBLED,
    SPREAD,
    SQUARE,
    Flow,
    hops,
    link_rate,
    routes,
    square,
)
from models.head.pcie import GENERATIONS, LANES, Slot
from models.units import GiB

CARDS = {"network 1": "MCP55", "network 2": "IO55"}


def board(sockets=4, doubled=False, **more):
    return square(
        sockets, **{"rate": 4e9, "bridge_rate": 4e9, "cards": CARDS, "doubled": doubled, **more}
    )


@pytest.mark.parametrize(
    ("clock", "width", "rate"),
    [
        (1.0e9, 16, 4.0e9),  # HyperTransport 1: 2.0 GT/s on 16 bits
        (2.4e9, 16, 9.6e9),  # HyperTransport 3 in an Istanbul: 4.8 GT/s
        (2.6e9, 16, 10.4e9),  # the highest of HyperTransport 3.0
        (3.2e9, 32, 25.6e9),  # the highest of HyperTransport 3.1, both halves of the link
        (0.2e9, 2, 0.1e9),  # the narrowest and slowest of HyperTransport 1
    ],
)
def test_a_links_rate_is_the_specifications(clock, width, rate):
    assert link_rate(clock, width) == pytest.approx(rate, rel=1e-12)


def test_a_square_has_four_links_between_sockets_and_two_bridges():
    capacity = board().capacity
    assert {frozenset(link) for link in capacity} == {
        *map(frozenset, [*SQUARE, (0, "MCP55"), (1, "IO55")])
    }
    assert all(capacity[a, b] == capacity[b, a] == 4e9 for a, b in capacity)


def test_no_socket_has_more_than_three_ports():
    for doubled, sockets in product((False, True), range(1, 5)):
        made = board(sockets, doubled)
        for socket in range(sockets):
            ports = [
                2 if doubled and {a, b} == {2, 3} else 1 for a, b in made.capacity if a == socket
            ]
            assert sum(ports) <= 3


def test_the_second_link_between_two_sockets_doubles_their_capacity_and_no_other():
    once, twice = board().capacity, board(doubled=True).capacity
    assert {link for link in once if twice[link] != once[link]} == {(2, 3), (3, 2)}
    assert twice[2, 3] == twice[3, 2] == 2 * once[2, 3]


def test_sockets_at_a_corner_are_two_hops_apart_and_neighbours_one():
    for doubled in (False, True):
        paths = board(doubled=doubled).paths
        assert len(paths[0, 3]) == len(paths[3, 0]) == len(paths[1, 2]) == len(paths[2, 1]) == 2
        assert all(len(paths[a, b]) == len(paths[b, a]) == 1 for a, b in SQUARE)
        assert all(paths[a, a] == () for a in range(4))


def test_each_way_is_a_chain_of_links_that_are_there():
    for sockets, doubled in product(range(1, 5), (False, True)):
        made = board(sockets, doubled)
        for (a, b), path in made.paths.items():
            assert all(link in made.capacity for link in path)
            ends = [a, *(link[1] for link in path)]
            assert ends[-1] == b and [link[0] for link in path] == ends[:-1]
            assert len(set(ends)) == len(ends)


def test_one_table_gives_each_link_one_way_of_two_hops():
    paths = board().paths
    used = [link for pair in SPREAD for link in paths[pair]]
    assert len(used) == len(set(used)) == 8
    assert [paths[a, b] for a, b in SPREAD] == [
        ((0, 2), (2, 3)),
        ((3, 1), (1, 0)),
        ((1, 3), (3, 2)),
        ((2, 0), (0, 1)),
    ]


def test_where_a_link_is_doubled_two_hops_all_use_it():
    paths = board(doubled=True).paths
    assert all((2, 3) in paths[pair] or (3, 2) in paths[pair] for pair in DOUBLED)


def test_without_a_table_the_lowest_number_is_next():
    assert routes(4, [(a, b) for pair in SQUARE for a, b in (pair, pair[::-1])], {})[0, 3] == (
        (0, 1),
        (1, 3),
    )


def test_a_table_never_leads_on_a_longer_way():
    around = board().capacity.keys() & {(a, b) for a in range(4) for b in range(4)}
    assert len(routes(4, sorted(around), {(0, 1): 2})[0, 1]) == 1


def test_ways_are_as_short_as_floyds():
    """On graphs drawn by chance the ways are as long as those of another algorithm."""
    random = Random(3)
    for sockets in range(2, 9):
        links = [(a, a - 1) for a in range(1, sockets)]
        links += [
            (a, b)
            for a in range(sockets)
            for b in range(a)
            if random.random() < 0.2 and (a, b) not in links
        ]
        both = [pair for a, b in links for pair in ((a, b), (b, a))]
        far = {
            (a, b): 0 if a == b else 1 if (a, b) in both else 99
            for a in range(sockets)
            for b in range(sockets)
        }
        for k, a, b in product(range(sockets), repeat=3):
            far[a, b] = min(far[a, b], far[a, k] + far[k, b])
        found = routes(sockets, both, {})
        assert {pair: len(path) for pair, path in found.items()} == far
        assert hops(sockets, both) == far


def test_what_enters_a_socket_and_does_not_end_there_leaves_it():
    made, random = board(doubled=True), Random(6)
    flows = [Flow(random.randrange(4), random.randrange(4), random.random()) for _ in range(40)]
    loads = made.loads(flows)
    for socket in range(4):
        into = fsum(rate for link, rate in loads.items() if link[1] == socket)
        out = fsum(rate for link, rate in loads.items() if link[0] == socket)
        starts = fsum(f.rate for f in flows if f.source == socket)
        ends = fsum(f.rate for f in flows if f.target == socket)
        assert into + starts == pytest.approx(out + ends)


def test_the_busiest_link_is_the_one_with_the_highest_share():
    made = board(doubled=True, rate=9.6e9)
    loads = dict.fromkeys(made.capacity, 0.0)
    loads |= {(2, 3): 9e9, (0, 1): 5e9}
    assert made.busiest(loads) == (0, 1)
    loads[0, "MCP55"] = 2.2e9
    assert made.busiest(loads) == (0, "MCP55")


def test_one_socket_has_its_bridges_and_no_other_link():
    assert set(board(1).capacity) == {(0, "MCP55"), ("MCP55", 0), (0, "IO55"), ("IO55", 0)}


# PCI Express equals the closed forms of its specification, and slots are what cards agree on
# with them.


@pytest.mark.parametrize(("generation", "rate"), [(1, 2.0e9), (2, 4.0e9), (3, 8e9 * 128 / 130)])
def test_eight_lanes_carry_what_the_line_code_leaves(generation, rate):
    assert Slot(generation).raw == pytest.approx(rate, rel=1e-12)


def test_packets_of_64_bytes_leave_three_quarters():
    assert Slot().rate == pytest.approx(2.0e9 * 64 / 84, rel=1e-12)
    assert 1.4 < Slot().rate / GiB < 1.5  # Gregg 2009: "between 1.4 to 1.5 Gbytes/sec"


def test_larger_packets_waste_less_and_none_waste_nothing():
    rates = [Slot(payload=64 * 2**n).rate for n in range(7)]
    assert rates == sorted(rates) and rates[-1] < Slot().raw


def test_twice_the_lanes_carry_twice_as_much():
    for generation in GENERATIONS:
        rates = [Slot(generation, lanes).rate for lanes in LANES]
        assert all(more == pytest.approx(2 * less, rel=1e-12) for less, more in pairwise(rates))


def test_writing_to_memory_takes_a_word_more_of_header():
    assert Slot(payload=128).to_memory == pytest.approx(2.0e9 * 128 / (128 + 24), rel=1e-12)
    assert Slot(payload=128).to_memory < Slot(payload=128).rate
