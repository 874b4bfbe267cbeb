"""Does each flow load every link of its way, and only in its direction? Does the fullest direction decide?"""

import math

import pytest

from exercises.expect import asked, expect, value
from models.host.hypertransport import Board, Flow
from models.host.memory_wait import queues
from models.host.routes import DOUBLED, SPREAD

GB = 1e9
ROW = {"0-1": ["0-1"], "1-0": ["1-0"], "1-2": ["1-2"], "2-1": ["2-1"], "0-2": ["0-1", "1-2"], "2-0": ["2-1", "1-0"]}


def square(first=SPREAD, capacity=4 * GB):
    """The book's board with four sockets."""
    return Board(4, rate=capacity, first=first)


def ways(board):
    """What is on the way between each pair of its sockets."""
    return {f"{a}-{b}": [f"{x}-{y}" for x, y in way] for (a, b), way in board.paths.items() if a != b}


def loads_are(answer, wanted, flows, ways):
    """Compares the load of each direction."""
    got = value(answer, "link_loads", dict, flows=flows, ways=ways)
    call = f"{asked('link_loads', {'flows': flows})[:-1]}, ways=...)"
    for link, load in wanted.items():
        came = got.get(link)
        if isinstance(came, bool) or not isinstance(came, int | float):
            raise AssertionError(f"{call} gave {'nothing' if came is None else 'no number'} for {link}")
        if not math.isclose(came, load, rel_tol=1e-6, abs_tol=1e-3):
            large = "large" if came > load else "small"
            raise AssertionError(f"{call} gave {came:.6g} for {link}, which is too {large}")
    if more := sorted(set(got) - set(wanted)):
        raise AssertionError(f"{call} gave a load for {more[0]}, which is no link")


@pytest.mark.points(1)
@pytest.mark.advice(
    "A flow from a socket to its neighbour loads one direction of one link, the one that leads there. All others have "
    "0, and they must be in the dict too."
)
def test_a_flow_between_neighbours_loads_one_direction(answer, rng):
    for board in (square(), square(DOUBLED)):
        pair = rng.choice(["0-1", "0-2", "1-0", "1-3", "2-0", "2-3", "3-1", "3-2"])
        rate = rng.uniform(0.1, 3) * GB
        wanted = {f"{a}-{b}": 0.0 for a, b in board.capacity} | {pair: rate}
        loads_are(answer, wanted, {pair: rate}, ways(board))


@pytest.mark.points(2)
@pytest.mark.advice(
    "What goes from 0 to 1 does not take any room from what goes from 1 to 0, so the two directions of a link need "
    "accounts of their own."
)
def test_the_two_directions_of_a_link_do_not_disturb_each_other(answer, rng):
    for pair, back in (("0-1", "1-0"), ("3-2", "2-3")):
        flows = {pair: rng.uniform(0.5, 3) * GB, back: rng.uniform(0.1, 0.4) * GB}
        board = square()
        loads_are(answer, {f"{a}-{b}": 0.0 for a, b in board.capacity} | flows, flows, ways(board))


@pytest.mark.points(2)
@pytest.mark.advice(
    "Follow a packet that goes through a third socket: it leaves on one link and goes on along another. Both have "
    "carried it."
)
def test_two_hops_load_two_links(answer, rng):
    for first in (SPREAD, DOUBLED):
        board = square(first)
        for pair in ("0-3", "3-0", "1-2", "2-1"):
            rate = rng.uniform(0.1, 3) * GB
            wanted = {f"{a}-{b}": 0.0 for a, b in board.capacity} | dict.fromkeys(ways(board)[pair], rate)
            loads_are(answer, wanted, {pair: rate}, ways(board))


@pytest.mark.points(1)
@pytest.mark.advice(
    "Where two flows share a link, it carries both. Do you add to what is there already, or put the new number in its place?"
)
def test_flows_that_share_a_link_add_up(answer, rng):
    near, far = rng.uniform(0.1, 1) * GB, rng.uniform(0.1, 1) * GB
    wanted = {"0-1": near + far, "1-2": far, "1-0": 0.0, "2-1": 0.0}
    loads_are(answer, wanted, {"0-1": near, "0-2": far}, ROW)
    loads_are(answer, wanted, {"0-2": far, "0-1": near}, ROW)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Try a link that is half full: there a packet waits exactly as long as it takes to send one, and its own sending "
    "comes after the wait. An empty link has no queue."
)
def test_half_full_costs_one_packet_and_nine_tenths_nine(answer, rng):
    for used, packets in ((0.0, 0.0), (0.5, 1.0), (0.8, 4.0), (0.9, 9.0)):
        capacity, packet = rng.choice([4, 8, 9.6]) * GB, rng.choice([64, 72, 107])
        loads = {"0-1": used * capacity, "1-0": used * capacity}
        expect(answer, "longest_wait", packets * packet / capacity, loads=loads, capacity=capacity, packet=packet)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Whoever is sent where it is fullest waits there, however empty the others are. A mean over all hides it."
)
def test_the_fullest_direction_decides(answer, rng):
    for _ in range(4):
        capacity = 4 * GB
        used = rng.uniform(0.6, 0.95)
        links = ["0-1", "1-0", "0-2", "2-0", "1-3", "3-1", "2-3", "3-2"]
        loads = {link: rng.uniform(0, 0.4) * capacity for link in links} | {rng.choice(links): used * capacity}
        expect(answer, "longest_wait", used / (1 - used) * 64 / capacity, loads=loads, capacity=capacity, packet=64)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The book's board of four sockets, with all sockets talking to all others, comes to other numbers. Take one "
    "direction of one link, and list by hand all pairs of sockets whose way it is on."
)
def test_it_agrees_with_the_board_of_the_book(answer, rng):
    board = square(rng.choice([SPREAD, DOUBLED]))
    pairs = [(a, b) for a, b in board.paths if a != b]
    flows = [Flow(a, b, rng.uniform(0.05, 0.8) * GB) for a, b in pairs]
    loads = board.loads(flows)
    wanted = {f"{a}-{b}": load for (a, b), load in loads.items()}
    loads_are(answer, wanted, {f"{f.source}-{f.target}": f.rate for f in flows}, ways(board))
    wait = max(queues(board, loads, 68).values())
    expect(answer, "longest_wait", wait, loads=wanted, capacity=4 * GB, packet=68)
