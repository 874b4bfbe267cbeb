"""Does each flow load every link of its way, and only in its direction? Does the fullest direction
decide?"""

import math

import pytest

from exercises.kit.expect import Advised, asked, digits, number, value
from models.head.hypertransport import Board, Flow
from models.head.memory_wait import queues
from models.head.hypertransport import DOUBLED, SPREAD

GB = 1e9
ROW = {
    "0-1": ["0-1"],
    "1-0": ["1-0"],
    "1-2": ["1-2"],
    "2-1": ["2-1"],
    "0-2": ["0-1", "1-2"],
    "2-0": ["2-1", "1-0"],
}
SHARED = (
    "A link on the way carries all of the flow, not a share of it: a packet goes whole along the first link, and then "
    "whole along the second."
)
LAST_WINS = (
    "Where two flows share a link, it carries both. Do you add to what is there already, or put the new number in "
    "its place?"
)
OWN_SENDING = (
    "You have counted the packet's own sending as well. An empty link has no queue, so nobody waits there; in "
    "one that is half full a packet waits as long as one takes to be sent. Its own sending comes after that."
)
MEAN = (
    "You have taken the mean of all directions. Whoever is sent where it is fullest waits there, however empty the "
    "others are. A mean over all hides it."
)
HALF = (
    "You let a packet wait half as long. It would be right if all packets were of one size; here sizes vary at random, "
    "and the formula stands in the question."
)
IN_PROPORTION = (
    "You let the wait grow in proportion to the load. In a queue it grows faster: it is "
    "divided by what is left, 1 - u."
)
IN_PACKETS = "That is how many packets' time it takes. How long does one of them take to be sent?"
ONLY_WAIT = "That is how long it waits for its turn. Its own sending comes after that, and is asked for as well."
EACH_WAY = "How much can one direction carry? Each direction has a queue of its own. Do you count both together?"
OWN_CAPACITY = (
    "That would be right if the links carried 4 GB a second each way. Do you use what is given?"
)


def square(first=SPREAD, capacity=4 * GB):
    """The book's board with four sockets."""
    return Board(4, rate=capacity, first=first)


def ways(board):
    """What is on the way between each pair of its sockets."""
    return {
        f"{a}-{b}": [f"{x}-{y}" for x, y in way] for (a, b), way in board.paths.items() if a != b
    }


def loads_of(answer, case, flows, ways, wanted):
    """What came, with a number for each direction, and the call as a reader sees it."""
    told = (
        flows
        if case["flows"]["pairs"]
        else [[*map(int, pair.split("-")), rate] for pair, rate in flows.items()]
    )
    function = case["function"]["loads"]
    got = value(answer, function, dict, flows=told, ways=ways)
    call = f"{asked(function, {'flows': told})[:-1]}, ways=...)"
    for link in wanted:
        if link not in got:
            raise Advised(
                f"{call} gave nothing for {link}",
                f"`{link}` is on some way, so it must be in the dict, with 0 if nobody uses it.",
            )
        if isinstance(got[link], bool) or not isinstance(got[link], int | float):
            raise Advised(
                f"{call} gave no number for {link}",
                "Each direction has one number, its bytes a second.",
            )
    if more := sorted(set(got) - set(wanted), key=str):
        raise Advised(
            f"{call} gave a load for {more[0]}, which is no direction of a link",
            "The directions are those in the lists of `ways`. Two sockets without a link between them have none.",
        )
    return got, call


def same(came, load):
    return math.isclose(came, load, rel_tol=1e-6, abs_tol=1e-3)


def loads_are(answer, case, wanted, flows, ways):
    """Compares the load of each direction."""
    got, call = loads_of(answer, case, flows, ways, wanted)
    shared = {
        link: sum(rate / len(ways[pair]) for pair, rate in flows.items() if link in ways[pair])
        for link in wanted
    }
    for link, load in wanted.items():
        if not same(got[link], load):
            size = "large" if got[link] > load else "small"
            split = load and all(same(got[each], shared[each]) for each in wanted)
            raise Advised(
                f"{call} gave {digits(got[link])} for {link}, which is too {size}",
                SHARED if split else None,
            )


def wait_is(answer, case, wait, loads, capacity, packet):
    """Compares the time, of which the `wait` (s) is a part or all; knows what people take for it."""
    function, unit, waits = (
        case["function"]["wait"],
        case["unit"],
        case["result"]["kind"] == "waits",
    )
    inputs = {
        "loads": loads,
        case["capacity"]["name"]: capacity * case["capacity"]["for_one"],
        "packet": packet,
    }
    came = number(answer, function, **inputs)
    got, send, used = came / unit["a_second"], packet / capacity, max(loads.values()) / capacity
    wanted = wait if waits else wait + send
    if math.isclose(got, wanted, rel_tol=1e-6, abs_tol=1e-15):
        return

    def time(u, s, part=1.0):
        return (u / (1 - u) * part + (0 if waits else 1)) * s

    mean, fixed = sum(loads.values()) / len(loads) / capacity, max(loads.values()) / (4 * GB)
    both = max(load + loads[link[::-1]] for link, load in loads.items()) / capacity
    slips = [
        (OWN_SENDING, send / (1 - used)) if waits else (ONLY_WAIT, wait),
        (MEAN, time(mean, send)),
        (MEAN, send / (1 - mean)),
        (HALF, time(used, send, 0.5)),
        (IN_PROPORTION, (used + (0 if waits else 1)) * send),
        (IN_PACKETS, time(used, 1)),
    ]
    slips += [
        (EACH_WAY, time(u, s))
        for u in (both, both / 2, used / 2)
        for s in (send, send / 2)
        if u not in (used, 1)
    ]
    if fixed != 1 and capacity != 4 * GB:
        slips += [(OWN_CAPACITY, time(fixed, each)) for each in (send, packet / (4 * GB))]
    slips += [
        (
            f"The number is right in {other}; {unit['name']} are asked for.",
            wanted * by / unit["a_second"],
        )
        for other, by in (
            ("seconds", 1),
            ("nanoseconds", 1e9),
            ("microseconds", 1e6),
            ("milliseconds", 1e3),
        )
    ]
    known = [advice for advice, slip in slips if math.isclose(got, slip, rel_tol=1e-6)]
    size = "large" if got > wanted else "small"
    raise Advised(
        f"{asked(function, inputs)} gave {came:.6g}, which is too {size}",
        known[0] if known else None,
    )


@pytest.mark.points(1)
@pytest.mark.advice(
    "A flow from a socket to its neighbour loads one direction of one link, the one that leads there, with all of its "
    "rate. All others have 0, the way back too."
)
def test_a_flow_between_neighbours_loads_one_direction(answer, case, rng):
    for board in (square(), square(DOUBLED)):
        pair = rng.choice(["0-1", "0-2", "1-0", "1-3", "2-0", "2-3", "3-1", "3-2"])
        rate = rng.uniform(0.1, 3) * GB
        wanted = {f"{a}-{b}": 0.0 for a, b in board.capacity} | {pair: rate}
        loads_are(answer, case, wanted, {pair: rate}, ways(board))


@pytest.mark.points(2)
@pytest.mark.advice(
    "What goes from 0 to 1 does not take any room from what goes from 1 to 0, so the two directions of a link need "
    "accounts of their own."
)
def test_the_two_directions_of_a_link_do_not_disturb_each_other(answer, case, rng):
    for pair, back in (("0-1", "1-0"), ("3-2", "2-3")):
        flows = {pair: rng.uniform(0.5, 3) * GB, back: rng.uniform(0.1, 0.4) * GB}
        board = square()
        loads_are(
            answer, case, {f"{a}-{b}": 0.0 for a, b in board.capacity} | flows, flows, ways(board)
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Follow a packet that goes through a third socket: it leaves on one link and goes on along another. Both have "
    "carried it, each in the direction of the way, and no other link has."
)
def test_two_hops_load_two_links(answer, case, rng):
    for first in (SPREAD, DOUBLED):
        board = square(first)
        for pair in ("0-3", "3-0", "1-2", "2-1"):
            rate = rng.uniform(0.1, 3) * GB
            wanted = {f"{a}-{b}": 0.0 for a, b in board.capacity} | dict.fromkeys(
                ways(board)[pair], rate
            )
            loads_are(answer, case, wanted, {pair: rate}, ways(board))


@pytest.mark.points(1)
@pytest.mark.advice(
    "Here two flows go along the same link, one of them to a socket that lies behind. Follow each flow to its end, and "
    "ask whether it is on this link too, with all of its rate."
)
def test_flows_that_share_a_link_add_up(answer, case, rng):
    near, far = rng.uniform(0.1, 0.4) * GB, rng.uniform(0.6, 1) * GB
    orders = {"0-1": near, "0-2": far}, {"0-2": far, "0-1": near}
    came = [loads_of(answer, case, flows, ROW, ("0-1", "1-0", "1-2", "2-1")) for flows in orders]
    replaced = all(same(got["0-1"], last) for (got, _), last in zip(came, (far, near), strict=True))
    for got, call in came:
        if not same(got["0-1"], near + far):
            size = "large" if got["0-1"] > near + far else "small"
            raise Advised(
                f"{call} gave {digits(got['0-1'])} for 0-1, which is too {size}",
                LAST_WINS if replaced else None,
            )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Here each of the four sockets talks to all others. Take the direction in the line above, and list by hand all pairs of "
    "sockets whose way it is on."
)
def test_it_agrees_with_the_board_of_the_book(answer, case, rng):
    board = square(rng.choice([SPREAD, DOUBLED]))
    pairs = [(a, b) for a, b in board.paths if a != b]
    flows = [Flow(a, b, rng.uniform(0.05, 0.8) * GB) for a, b in pairs]
    wanted = {f"{a}-{b}": load for (a, b), load in board.loads(flows).items()}
    loads_are(answer, case, wanted, {f"{f.source}-{f.target}": f.rate for f in flows}, ways(board))


@pytest.mark.points(2)
@pytest.mark.advice(
    "By the formula nobody waits at an empty link, and at one that is half full a packet waits as long as one takes to be "
    "sent. Here all directions are equally full. Take u and s from the line above, and work it out by hand."
)
def test_half_full_costs_one_packet_and_nine_tenths_nine(answer, case, rng):
    for used, packets in ((0.0, 0.0), (0.5, 1.0), (0.8, 4.0), (0.9, 9.0)):
        capacity, packet = rng.choice([4, 7.2, 9.6]) * GB, rng.choice([64, 72, 107])
        loads = {"0-1": used * capacity, "1-0": used * capacity}
        wait_is(answer, case, packets * packet / capacity, loads, capacity, packet)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Here only one direction is nearly full, and that one is asked for. If you have taken the largest load, work out "
    "u and s from the line above by hand, and round neither."
)
def test_the_fullest_direction_decides(answer, case, rng):
    board = square()
    for _ in range(4):
        by_link = {
            link: rng.uniform(0, 0.4) * capacity for link, capacity in board.capacity.items()
        }
        by_link[rng.choice(list(by_link))] = rng.uniform(0.6, 0.95) * 4 * GB
        wait = max(queues(board, by_link, 68).values())
        wait_is(
            answer, case, wait, {f"{a}-{b}": load for (a, b), load in by_link.items()}, 4 * GB, 68
        )
