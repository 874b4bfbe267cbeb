"""A head node: laws that hold for any constants, and the published numbers that these were taken
from or foretell."""

from itertools import pairwise

import pytest

from figures.head_node.experiments.boards import board_of
from models.catalogue.machines import values
from models.head.cpu import Work
from models.head.head import FIRST_CARDS, Head, Operation
from models.protocols.nfs.wire import on_the_wire
from models.units import GHz, GiB, KiB, MiB, ns


def solve(of, start, steps=20, close=1e-9):
    """Where every number of `of` is 0; unknowns are above 0, and a step changes none by more than 3
    in 10."""
    x = list(start)
    for _ in range(steps):
        now = of(x)
        if max(map(abs, now)) < close:
            break
        slopes = []  # of each unknown, for a part of itself
        for i in range(len(x)):
            moved = of([value * (1.0001 if i == j else 1) for j, value in enumerate(x)])
            slopes.append([(b - a) / 1e-4 for a, b in zip(now, moved, strict=True)])
        step = eliminate(
            [[column[k] for column in slopes] + [-value] for k, value in enumerate(now)]
        )
        shorter = min(1.0, 0.3 / max(map(abs, step)))
        x = [value * (1 + shorter * part) for value, part in zip(x, step, strict=True)]
    return x


def eliminate(rows):
    """The solution of linear equations, each a row of coefficients with the right side at its end."""
    for c in range(len(rows)):
        best = max(range(c, len(rows)), key=lambda r: abs(rows[r][c]))
        rows[c], rows[best] = rows[best], rows[c]
        for r in range(len(rows)):
            if r != c:
                share = rows[r][c] / rows[c][c]
                rows[r] = [a - share * b for a, b in zip(rows[r], rows[c], strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


HEADS = ("head-7310", "head-7410", "head-7410-istanbul")
LAUNCH = {"cards": FIRST_CARDS, "zero_copy": False, "bound": False}
OLD_BOARD = board_of("head-7410")
AT_ONCE = {"link_clock": 1e9 * GHz, "bridge_clock": 1e9 * GHz, "hop": 0.0, "look": 0.0}


def read(head, size):
    """A cached NFS read with its headers, over jumbo frames."""
    wire = on_the_wire("READ", int(size), transfer=1 * MiB, mtu=9000)
    return head.cached_read(size, wire.out, wire.come)


def most(size, machine="head-7410", **settings):
    head = Head(machine, **settings)
    return head.most(read(head, size))


# ---- Laws


def test_one_socket_asks_nobody_so_that_a_line_takes_what_memory_takes():
    c = values("head-7310")
    work = c["op_instructions"], c["op_lines"]
    cpi = c["base"] + work[1] / work[0] * c["memory"] * c["clock"] / c["overlap"]
    found = Head("head-7310").most(Operation(0, Work(*work)))
    assert found.wait == pytest.approx(c["memory"])
    assert found.cpi == pytest.approx(cpi)
    assert found.rate == pytest.approx(4 * c["clock"] / (work[0] * cpi))


@pytest.mark.parametrize("machine", HEADS)
@pytest.mark.parametrize("size", [1, 8 * KiB, 1 * MiB])
def test_at_the_most_as_much_of_the_cores_time_is_in_use_as_can_be(machine, size):
    head = Head(machine)
    found = head.most(read(head, size))
    assert found.busy == pytest.approx(head.constants["busy"], rel=1e-9)
    assert found.used < 1
    assert head.at(read(head, size), found.rate) == found
    instructions = head.cost(read(head, size)).instructions
    assert found.rate * instructions * found.cpi == pytest.approx(found.busy * head.cycles)


@pytest.mark.parametrize("machine", HEADS)
def test_the_parts_of_an_instruction_add_up_and_at_rest_nothing_queues(machine):
    head = Head(machine)
    operation = read(head, 8 * KiB)
    for rate in (0.0, 50_000.0, head.most(operation).rate):
        state = head.at(operation, rate)
        parts = head.parts(operation, state)
        assert sum(parts) == pytest.approx(state.cpi)
        assert parts.working == head.constants["base"]
        assert min(parts) >= -1e-12
        assert (parts.queues > 1e-9) == (rate > 0 and len(head.board.paths) > 1)


@pytest.mark.parametrize("machine", HEADS)
def test_more_load_never_makes_a_line_quicker_and_fills_links_in_proportion(machine):
    head = Head(machine)
    operation = read(head, 8 * KiB)
    states = [head.at(operation, rate) for rate in range(0, 100_000, 10_000)]
    assert all(a.wait <= b.wait and a.cpi <= b.cpi and a.busy < b.busy for a, b in pairwise(states))
    for link, load in states[1].loads.items():
        assert states[4].loads[link] == pytest.approx(4 * load)


def test_without_hops_and_queues_four_sockets_do_four_times_as_much_as_one():
    one, four = (most(8 * KiB, sockets=sockets, **AT_ONCE) for sockets in (1, 4))
    assert four.rate == pytest.approx(4 * one.rate, rel=1e-6)
    assert four.cpi == pytest.approx(one.cpi, rel=1e-6)


@pytest.mark.parametrize(
    "better",
    [
        {"link_clock": 2 * GHz},
        {"memory": 60 * ns},
        {"hop": 5 * ns},
        {"burst": 68.0},
        {"filtered": 1},
        {"lines": 0.9},
        {"doubled": 1},
        {"overlap": 5.0},
        {"base": 1.5},
    ],
)
def test_what_shortens_the_wait_or_the_work_never_costs_reads(better):
    for size in (1, 8 * KiB, 1 * MiB):
        assert most(size, **better).rate > most(size).rate


def test_a_link_that_is_full_makes_lines_take_for_ever():
    head = Head()
    operation = read(head, 8 * KiB)
    state = head.at(operation, 1e6)
    assert state.used > 1 and state.cpi == state.wait == state.busy == float("inf")


def test_cards_alone_are_limited_by_the_links():
    head = Head()
    found = head.most(Operation(1 * MiB, Work(1000, 0), sent=1 * MiB))
    assert found.used == pytest.approx(1)
    assert found.rate * 1 * MiB * 68 / 64 / 2 < 4e9 * (1 + 1e-9)


def test_a_byte_that_is_sent_takes_its_line_and_header_over_the_bridges():
    head = Head()
    loads = head.cost(Operation(0, Work(1000, 0), sent=64 * KiB)).loads
    for socket, bridge in ((0, "MCP55"), (1, "IO55")):
        assert loads[socket, bridge] == pytest.approx(64 * KiB / 2 * (68 + 4 - 4) / 64)
        assert loads[bridge, socket] == pytest.approx(64 * KiB / 2 * 8 / 64)


def test_what_goes_to_disks_uses_their_cards_and_not_the_network_cards():
    first = Head(cards=FIRST_CARDS)
    loads = first.cost(Operation(0, Work(1000, 0), to_disk=8192)).loads
    assert loads[1, "IO55"] == 0 and loads[0, "MCP55"] == pytest.approx(8192 * 68 / 64)


@pytest.mark.parametrize("machine", [*HEADS, "head-7210", "head-7410-unfiltered"])
@pytest.mark.parametrize("size", [1, 4 * KiB, 8 * KiB, 128 * KiB])
def test_more_sockets_never_serve_fewer_reads_from_memory(machine, size):
    """Four in a square of old links serve up to 11 % fewer than three that are all neighbours."""
    one, two, three, four = (most(size, machine, sockets=n).rate for n in (1, 2, 3, 4))
    assert one < two < min(three, four)
    assert 0.88 * three < four < 4 * one


def test_the_same_head_gives_the_same_numbers():
    assert most(8 * KiB) == most(8 * KiB)


# ---- Six constants from six published numbers

FITTED = ("op_instructions", "op_lines", "byte_instructions", "byte_lines", "overlap", "burst")


def six(constants):
    """Each as a share of what was published, with the load matrix's 1,163 lines a read, less 1."""
    overrides = dict(zip(FITTED, constants, strict=True))
    eight = most(8 * KiB, **overrides)
    return [
        most(1, "head-7310", **overrides).rate / 182_282 - 1,
        most(4 * KiB, "head-7310", **overrides).rate / 110_724 - 1,
        eight.rate / 127_143 - 1,
        eight.cpi / 10 - 1,
        most(1 * MiB, **overrides).rate * MiB / 2.2e9 - 1,
        (overrides["op_lines"] + 8 * KiB * overrides["byte_lines"]) / 1163 - 1,
    ]


def test_the_constants_meet_the_six_numbers():
    c = values("head-7410")
    assert six([c[name] for name in FITTED]) == pytest.approx([0] * 6, abs=0.005)


def test_from_elsewhere_the_six_equations_lead_to_the_same_constants():
    c = values("head-7410")
    found = solve(six, [9000.0, 500.0, 3.0, 0.05, 3.0, 80.0])
    assert six(found) == pytest.approx([0] * 6, abs=1e-6)
    assert found == pytest.approx([c[name] for name in FITTED], rel=0.02)


# ---- What follows


def test_the_new_head_does_more_and_not_just_by_its_cores():
    old, new = most(8 * KiB), most(8 * KiB, "head-7410-istanbul")
    assert new.rate == pytest.approx(223_969, rel=0.10)
    assert new.cpi < old.cpi


def test_new_processors_on_the_old_links_gain_nothing():
    small, long = (
        most(size, "head-7410-istanbul", **OLD_BOARD).rate / most(size).rate
        for size in (8 * KiB, 1 * MiB)
    )
    assert 0.9 < small < 1.0
    assert long == pytest.approx(1.0, abs=0.05)


def test_new_links_alone_gain_most_of_what_all_that_is_new_gains():
    old, new = (most(8 * KiB, machine).rate for machine in ("head-7410", "head-7410-istanbul"))
    links = most(8 * KiB, **board_of("head-7410-istanbul")).rate
    assert links - old > 0.7 * (new - old)


def test_the_7310_streams_more_than_a_gigabyte():
    assert most(1 * MiB, "head-7310").rate * 1 * MiB == pytest.approx(1.08 * GiB, rel=0.05)


def test_a_faster_clock_or_more_cores_give_less_than_they_promise():
    now = most(8 * KiB).rate
    assert most(8 * KiB, clock=3.0 * GHz).rate / now - 1 < (3.0 / 2.3 - 1) / 5
    assert most(8 * KiB, cores=6).rate / now - 1 < 0.5 / 3
    assert most(8 * KiB, link_clock=2.4 * GHz).rate / now - 1 > 0.5


def test_two_of_the_three_fixes_help_alone_and_all_three_bring_the_cpi_from_nearly_12_to_10():
    before, after = most(8 * KiB, **LAUNCH), most(8 * KiB)
    assert before.cpi == pytest.approx(11.7, rel=0.03)
    assert after.cpi == pytest.approx(10, rel=0.03)
    for name in ("zero_copy", "bound"):
        assert 1.05 * before.rate < most(8 * KiB, **{**LAUNCH, name: True}).rate < after.rate


def test_moved_cards_relieve_the_link_from_socket_0_to_1_and_help_long_reads_more():
    """Data lies in all memories, so half of it crosses the board wherever cards are; but no longer
    all in one direction."""
    for size, gain in ((8 * KiB, 0.03), (1 * MiB, 0.1)):
        first, after = most(size, cards=FIRST_CARDS), most(size)
        assert first.link == after.link == (0, 1) and first.used > after.used + 0.04
        assert after.rate == pytest.approx((1 + gain) * first.rate, rel=0.02)
