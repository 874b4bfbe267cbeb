"""What a miss puts on the links, counted by hand and by laws: what is asked is answered, and nobody
is asked twice."""

from itertools import product
from math import fsum

import pytest

from models.head.coherence import LINE, Packets, broadcast, fetch
from models.head.hypertransport import square

PLAIN, FILTERED = Packets(), Packets(filtered=True, crc=4)
PAIRS = list(product(range(4), repeat=2))


def board(sockets=4, doubled=False):
    return square(sockets, rate=4e9, bridge_rate=4e9, cards={}, doubled=doubled)


def loads(packets, pairs, made=None, lines=1.0, writes=False):
    """Bytes on links for so many lines of each (reader, home); links without any left out."""
    made = made or board()
    found = dict.fromkeys(made.capacity, 0.0)
    for reader, home in pairs:
        fetch(made, packets, reader, home, lines, found, writes)
    return {link: size for link, size in found.items() if size}


def test_with_two_sockets_and_no_filter_a_remote_line_is_asked_for_and_sent():
    """Socket 0 reads a line of socket 1: the only other socket is the home, whose probe goes to the
    reader itself."""
    assert loads(PLAIN, [(0, 1)], board(2)) == {(0, 1): 8 + 4, (1, 0): 68 + 8}


def test_with_two_sockets_a_line_of_ones_own_is_asked_for_at_the_other():
    assert loads(PLAIN, [(0, 0)], board(2)) == {(0, 1): 8, (1, 0): 4}


def test_a_line_of_ones_own_costs_the_links_three_probes_and_three_answers():
    """By hand: 0 asks 1 and 2, and 3 through 2; 1 and 2 answer at once, 3 through 1."""
    assert loads(PLAIN, [(0, 0)]) == {
        (0, 1): 8,
        (0, 2): 8,
        (2, 3): 8,
        (1, 0): 4 + 4,
        (2, 0): 4,
        (3, 1): 4,
    }


def test_a_filter_spares_the_links_what_is_ones_own():
    assert loads(FILTERED, [(n, n) for n in range(4)]) == {}


def test_a_filter_leaves_of_a_remote_line_the_request_the_line_and_the_last_word():
    """HyperTransport 3: each of the three packets has 4 bytes of checksum."""
    made = board(doubled=True)
    assert loads(FILTERED, [(0, 1)], made) == {(0, 1): 12 + 8, (1, 0): 72}
    assert loads(FILTERED, [(0, 3)], made) == {(0, 2): 20, (2, 3): 20, (3, 2): 72, (2, 0): 72}


def test_one_socket_has_nobody_to_ask():
    assert loads(PLAIN, [(0, 0)], board(1)) == {}


def test_each_socket_is_probed_once_and_no_link_carries_a_probe_twice():
    for sockets, doubled in product(range(1, 5), (False, True)):
        made = board(sockets, doubled)
        for home in range(sockets):
            tree = broadcast(made, home)
            assert len(tree) == len(set(tree)) == sockets - 1
            assert sorted(link[1] for link in tree) == [n for n in range(sockets) if n != home]


def test_probes_and_answers_are_all_that_a_filter_saves():
    """Without checksums: 8 bytes on each of three links, and 4 for each hop of who is neither home
    nor reader."""
    made = board()
    for reader, home in PAIRS:
        saved = fsum(loads(PLAIN, [(reader, home)]).values()) - fsum(
            loads(Packets(filtered=True), [(reader, home)]).values()
        )
        answers = sum(
            len(made.paths[other, reader]) for other in range(4) if other not in (reader, home)
        )
        assert saved == 3 * 8 + 4 * answers


def test_a_square_whose_lines_lie_anywhere_looks_the_same_from_the_opposite_corner():
    """The measured links do not: 0-1 carries 3.2 GB/s and 3-2 2.2. So memory or work cannot be
    spread evenly."""
    for packets in (PLAIN, FILTERED):
        found = loads(packets, PAIRS)
        assert {(3 - a, 3 - b): size for (a, b), size in found.items()} == found


def test_where_all_two_hops_go_the_same_way_left_and_right_still_look_the_same():
    found, other = loads(FILTERED, PAIRS, board(doubled=True)), (1, 0, 3, 2)
    assert {(other[a], other[b]): size for (a, b), size in found.items()} == found
    assert found[2, 3] > 1.5 * found[0, 1]


def test_twice_the_lines_are_twice_the_bytes():
    once, thrice = loads(PLAIN, PAIRS), loads(PLAIN, PAIRS, lines=3.0)
    assert thrice == pytest.approx({link: 3 * size for link, size in once.items()})


def test_checksums_are_four_bytes_a_packet():
    """A remote line one hop away with a filter: two packets there, one back."""
    bare, checked = (loads(Packets(filtered=True, crc=crc), [(0, 1)]) for crc in (0, 4))
    assert (checked[0, 1] - bare[0, 1], checked[1, 0] - bare[1, 0]) == (8, 4)


def test_a_line_that_a_card_writes_goes_towards_its_home():
    read, written = loads(PLAIN, [(0, 1)], board(2)), loads(PLAIN, [(0, 1)], board(2), writes=True)
    assert written[0, 1] == read[0, 1] + LINE
    assert written[1, 0] == read[1, 0] - (68 - 4)


def test_the_way_there_is_not_the_way_back():
    """What makes the links' two directions differ: lines go from their home, requests to it."""
    one_way = loads(PLAIN, [(reader, 0) for reader in range(4)])
    assert one_way[0, 1] > 2 * one_way[1, 0]
