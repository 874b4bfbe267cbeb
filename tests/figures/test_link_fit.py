"""The four parameters of each board are what a search finds in the published counters; and what
counters show."""

from functools import lru_cache
from math import fsum

import pytest

from figures.define.claims import claims
from figures.head_node.experiments.counters import PORTS, SECOND, beyond, counters
from figures.head_node.experiments.link_fit import NAMES, constants_of, residuals, rms
from models.catalogue.machines import values
from models.head.head import FIRST_CARDS, Head
from models.protocols.nfs.wire import on_the_wire
from tests.figures.link_search import EVEN, fit, of_machine, search

OLD, NEW = "head-7410", "head-7410-istanbul"
BOARD = {OLD: "ht1", NEW: "ht3"}
RATE = {OLD: 127143.0, NEW: 223969.0}
WIRE = on_the_wire("READ", 8192, mtu=9000)
BETTER_THAN = {OLD: 0.13, NEW: 0.07}
"""What the residuals may be at most, rms."""


@lru_cache(maxsize=4)
def measured(machine):
    """Link -> bytes a second, the mean of three samples; two links between the same sockets as one."""
    found = {}
    for (socket, port), other in PORTS.items():
        samples = [
            claims()[f"{BOARD[machine]}-link-t{t}-s{socket}-p{port}"].expected for t in (1, 2, 3)
        ]
        if isinstance(other, int) and samples[0] is not None:
            found[socket, other] = found.get((socket, other), 0.0) + fsum(samples) / 3
    return found


@lru_cache(maxsize=4)
def fitted(machine):
    return fit(machine, measured(machine), RATE[machine], WIRE.out, WIRE.come)


def error(machine, **changes):
    found = {name: values(machine)[name] for name in NAMES[machine]} | changes
    return of_machine(machine, measured(machine), RATE[machine], WIRE.out, WIRE.come)(found)


def test_eight_links_were_measured_on_either_board():
    assert len(measured(OLD)) == len(measured(NEW)) == 8
    assert measured(OLD)[0, 1] == pytest.approx(3.171e9, rel=1e-3)
    assert measured(NEW)[2, 3] == pytest.approx(9.323e9, rel=1e-3)


@pytest.mark.parametrize("machine", [OLD, NEW])
def test_the_catalogues_constants_are_what_the_search_finds(machine):
    """Four numbers a board, to 2 %."""
    _, found = fitted(machine)
    assert found == pytest.approx(
        {name: values(machine)[name] for name in NAMES[machine]}, rel=0.02
    )


@pytest.mark.parametrize("machine", [OLD, NEW])
def test_the_catalogue_has_the_shares_that_follow_from_the_four(machine):
    found = {name: values(machine)[name] for name in NAMES[machine]}
    constants = constants_of(machine, found)
    assert constants == pytest.approx({name: values(machine)[name] for name in constants})


@pytest.mark.parametrize("machine", [OLD, NEW])
def test_the_residuals_are_small_enough(machine):
    assert error(machine) <= BETTER_THAN[machine]
    assert fitted(machine)[0] <= error(machine) <= 1.01 * fitted(machine)[0]


@pytest.mark.parametrize("machine", [OLD, NEW])
def test_no_parameter_can_be_left_out(machine):
    """With memory and threads spread evenly, or without the drivers' share, the links fit worse:
    each one is needed."""
    assert error(machine, drivers=0.0) > 1.1 * error(machine)
    assert error(machine, memory_1=0.25) > 1.1 * error(machine)
    other = "memory_0" if machine == OLD else "threads_0"
    assert error(machine, **{other: 0.25}) > 1.1 * error(machine)


def test_one_set_of_parameters_does_not_explain_both_boards():
    """What the text owns up to: the newer board's lines, on the older one, miss by far."""
    wrong = Head(OLD, **constants_of(NEW, {name: values(NEW)[name] for name in NAMES[NEW]}))
    loads = wrong.at(wrong.cached_read(8192, WIRE.out, WIRE.come), RATE[OLD]).loads
    assert rms(residuals(loads, measured(OLD))) > 0.5


def test_without_its_filter_the_new_board_is_not_explained():
    """Probes and answers would load the links so much more that the lines would have to be fewer."""
    names = {name: EVEN[name] for name in NAMES[NEW]}

    def unfiltered(found):
        try:
            head = Head(NEW, **constants_of(NEW, found), filtered=0)
        except ValueError:
            return float("inf")
        loads = head.cost(head.cached_read(8192, WIRE.out, WIRE.come)).loads
        return rms(
            residuals({link: size * RATE[NEW] for link, size in loads.items()}, measured(NEW))
        )

    assert search(unfiltered, names)[0] > 1.5 * fitted(NEW)[0]


def test_without_a_filter_and_with_threads_moved_from_socket_1_to_3_the_new_board_fits_as_well():
    """The other reading: head-7410-unfiltered. 4.1 %, with four numbers."""

    def error_of(**changes):
        head = Head("head-7410-unfiltered", **changes)
        loads = head.cost(head.cached_read(8192, WIRE.out, WIRE.come)).loads
        return rms(
            residuals({link: size * RATE[NEW] for link, size in loads.items()}, measured(NEW))
        )

    found = error_of()
    assert found == pytest.approx(0.041, abs=0.001) and found < fitted(NEW)[0]
    for name, step in (("lines", 0.04), ("drivers", 0.02)):
        here = values("head-7410-unfiltered")[name]
        assert error_of(**{name: here + step}) > found < error_of(**{name: here - step})


def test_a_search_finds_the_bottom_of_a_valley():
    best, found = search(
        lambda x: (x["a"] - 3) ** 2 + 100 * (x["b"] - x["a"]) ** 2, {"a": 1.0, "b": 2.0}
    )
    assert best < 1e-4
    assert found == pytest.approx({"a": 3.0, "b": 3.0}, rel=0.01)


def test_a_search_finds_what_made_the_loads():
    """Made-up counters of known parameters give these parameters back."""
    known = {"lines": 1.3, "drivers": 0.08, "memory_0": 0.2, "memory_1": 0.3}
    head = Head(OLD, **constants_of(OLD, known))
    loads = head.at(head.cached_read(8192, WIRE.out, WIRE.come), 1e5).loads
    _, found = fit(OLD, {link: loads[link] for link in measured(OLD)}, 1e5, WIRE.out, WIRE.come)
    assert found == pytest.approx(known, rel=0.02)


@pytest.mark.parametrize("machine", [OLD, NEW])
def test_a_bridge_is_sent_what_its_cards_fetch_and_the_headers_of_lines(machine):
    """Half of the reads each: 68 bytes for 64 of data, and the last word for what the card puts
    into memory. Bridges of either board speak HyperTransport 1, without checksums."""
    head = Head(machine)
    seen = counters(head, head.cached_read(8192, WIRE.out, WIRE.come), 1000.0)
    each = 1000 / 2 * (WIRE.out * 68 + WIRE.come * 4) / 64
    assert seen[0, 1] == pytest.approx(each) and seen[1, 2] == pytest.approx(each)


@pytest.mark.parametrize("machine", [OLD, NEW])
def test_bridges_carry_what_was_measured_and_nothing_was_fitted_to_it(machine):
    """Both together within 10 %: the newer board's IO55 had a fifth more than its MCP55, which
    cards alike cannot say."""
    head = Head(machine)
    seen = counters(head, head.cached_read(8192, WIRE.out, WIRE.come), RATE[machine])
    for t in (1, 2, 3):
        shown = [
            claims()[f"{BOARD[machine]}-link-t{t}-s{s}-p{p}"].expected for s, p in ((0, 1), (1, 2))
        ]
        assert seen[0, 1] + seen[1, 2] == pytest.approx(fsum(shown), rel=0.1)
        assert seen[0, 1] == pytest.approx(shown[0], rel=0.1)


def test_two_links_between_the_same_sockets_share_what_one_would_carry():
    head = Head(NEW)
    read = head.cached_read(8192, WIRE.out, WIRE.come)
    seen, loads = counters(head, read, 1e5), head.at(read, 1e5).loads
    for socket, first, second in ((2, 0, 1), (3, 0, 2)):
        assert seen[socket, first] + seen[socket, second] == pytest.approx(
            loads[socket, 5 - socket]
        )


def test_the_first_of_two_links_carries_more():
    """Measured: 60 and 61 % of what goes between sockets 2 and 3 is on the first port. No number
    says so to the model."""
    head = Head(NEW)
    further = beyond(head, head.cached_read(8192, WIRE.out, WIRE.come))
    assert all(0.2 < share < 0.5 for share in further.values())


def test_on_the_old_board_the_second_link_is_silent():
    head = Head(OLD)
    seen = counters(head, head.cached_read(8192, WIRE.out, WIRE.come), 1e5)
    assert all(not seen[port] for port in SECOND)
    assert all(seen[port] for port in PORTS if port not in SECOND)


def test_counters_of_fewer_sockets_are_of_the_links_that_are_there():
    head = Head(OLD, sockets=2, cards=FIRST_CARDS)
    seen = counters(head, head.cached_read(8192, WIRE.out), 1e5)
    assert set(seen) == {(0, 0), (0, 1), (1, 0), (1, 2)}
    assert seen[1, 2] > 10 * seen[0, 1] == 0
