"""What the chapter on the head node says without a number, or with one that is written there, and
asks to find, is so."""

import pytest

from figures.contents import get
from figures.define.claims import claim
from figures.head_node.experiments.boards import board_of, read
from figures.head_node.experiments.read_limits import CORES, PORTS, SLOTS, most, ran
from models.head.catalogue_head import head_of
from models.head.head import CARDS, FIRST_CARDS, Head
from models.head.hypertransport import Board
from models.head.memory_wait import queues
from models.head.nic import GIGABIT, TEN_GIGABIT, countable
from models.head.pcie import Slot
from models.machine import SUN_7410, Card
from models.units import GiB, KiB, MiB

AS_FIRST = get("link-load").presets["cards as at first"].params
LAUNCHED = get("link-load").presets["as launched"].params


def values(id, preset=None, **changes):
    figure = get(id)
    return figure.values(
        figure.rows(**{**(figure.presets[preset].params if preset else {}), **changes})
    )


def reads(**changes):
    return values("link-load", **changes)["reads"]


def test_the_cores_stand_still_for_four_cycles_of_five():
    for id in ("link-load", "cycles-per-instruction"):
        assert values(id)["stalled"] == pytest.approx(4 / 5, abs=0.01)


def test_the_explanation_is_of_the_head_that_was_played_with():
    played, explained = values("link-load"), values("cycles-per-instruction")
    assert [explained[name] for name in ("rate", "cpi", "wait", "used")] == [
        played[name] for name in ("reads", "cpi", "wait", "used")
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"cores": 8},
        {"cores": 2},
        {"sockets": 1},
        {"clock": 3.4e9},
        {"speed": 2.5},
        {"net1": "IO55"},
        {"zero_copy": False},
    ],
)
def test_the_share_of_the_cores_time_is_given_whatever_is_changed(changes):
    assert values("link-load", **changes)["busy"] == pytest.approx(values("link-load")["busy"])


def test_a_faster_clock_is_nearly_worthless():
    assert 1.0 < reads(clock=3.0e9) / reads() < 1.05


def test_six_cores_bring_an_eighth_and_half_of_them_do_more_than_half():
    assert reads(cores=6) / reads() == pytest.approx(9 / 8, abs=0.02)
    found = values("cycles-per-instruction")
    assert [found["cores_2"], found["cores_6"], found["cores_8"]] == [
        reads(cores=n) for n in (2, 6, 8)
    ]
    assert reads(cores=2) / reads() == pytest.approx(0.7, abs=0.05)


def test_one_socket_fetches_less_than_its_memory_can_give():
    channels = 2 * 8 * 667e6
    for preset in ("as tuned", "one socket"):
        assert values("cycles-per-instruction", preset)["fetched"] < channels


# ---- what the films and the small figures say


def test_the_core_of_the_film_is_one_of_the_board():
    film, board = values("late-lines"), values("link-load")
    assert film["cpi"] == pytest.approx(board["cpi"], rel=0.002)
    assert film["wait"] == pytest.approx(board["wait"], rel=0.002)
    assert values("late-lines", "3 GHz")["gain"] == pytest.approx(1 / 20, abs=0.002)


@pytest.mark.parametrize("sockets", [1, 2, 3, 4])
@pytest.mark.parametrize("home", [0, 1, 2, 3])
def test_the_last_answer_of_the_film_is_when_the_model_lets_the_core_go_on(sockets, home):
    if home < sockets:
        head = Head(sockets=sockets)
        loads = head.most(read(head, 8 * KiB)).loads
        queue = queues(head.board, loads, head.times.burst)
        film = values("last-answer", sockets=sockets, home=str(home))
        assert film["last"] == pytest.approx(head.times.line(0, home, queue), rel=1e-9)


def test_one_socket_of_four_keeps_six_tenths_of_the_reads():
    one, four = reads(sockets=1), reads()
    assert one / four == pytest.approx(0.6, abs=0.01)
    faster = values("link-load")["cpi"] / values("link-load", "one socket")["cpi"]
    assert one / four == pytest.approx(faster / 4, rel=1e-6)


@pytest.mark.parametrize("preset", ["reads of 8 KiB", "filter off"])
def test_the_offers_have_one_order_in_both_readings_of_the_counters(preset):
    found = values("four-offers", preset)
    assert found["all"] > found["links"] > found["cores"] > found["clock"] > found["swapped"]
    assert found["swapped"] == pytest.approx(found["now"], rel=0.08)
    assert found["links"] / found["now"] == pytest.approx(1.7, abs=0.05)


def test_two_ports_of_100_gbe_need_the_fourth_generation():
    assert values("two-ports", "100 GbE, PCIe 3")["share"] < 0.6
    assert values("two-ports", "100 GbE, PCIe 4")["share"] == 1
    assert values("two-ports")["second"] == pytest.approx(values("two-ports")["port"] / 5, rel=0.15)


def test_fewer_crossings_move_the_limit_from_memory_to_the_cable():
    core, card = values("head-today"), values("head-today", "the card encrypts")
    assert core["rate"] == core["through"] < core["cables"]
    assert core["rate"] == pytest.approx(240e9 / 8)  # the share of memory was chosen for this
    assert card["rate"] == card["cables"] == pytest.approx(card["through"] / 1.2)
    cached, direct = (
        values("head-today", f"today, {way}") for way in ("through the cache", "direct")
    )
    assert direct["rate"] == pytest.approx(5 / 3 * cached["rate"])
    assert direct["through"] < direct["cables"] < 1.2 * direct["through"]
    assert values("head-today", "2009, with disks")["rate"] == pytest.approx(2 * Slot().rate)


def test_the_cpi_at_full_load_is_far_above_that_at_little_load_where_more_cores_bring_little():
    for id, more in (("as tuned", 0.2), ("new processors, old board", 0.1)):
        found = values("cycles-per-instruction", id)
        assert found["cpi"] > 1.6 * found["rest"] and found["more_cores"] < more
    for id in ("links of HyperTransport 3", "one socket"):
        found = values("cycles-per-instruction", id)
        assert found["cpi"] < 1.2 * found["rest"] and found["more_cores"] > 0.4


def test_each_socket_up_to_the_third_brings_less_than_the_one_before():
    one, two, three, four = (reads(sockets=n) for n in (1, 2, 3, 4))
    found = values("cycles-per-instruction")
    assert [found[f"sockets_{n}"] for n in (1, 2, 3)] == [one, two, three]
    assert one > two - one > three - two > 0 and 0.88 * three < four


def test_faster_links_bring_seven_tenths_and_make_six_cores_worth_their_money():
    assert reads(board="HyperTransport 3") / reads() == pytest.approx(1.7, abs=0.05)
    six = values("cycles-per-instruction")["ht3_cores_6"]
    assert six == reads(board="HyperTransport 3", cores=6) > 1.25 * reads(board="HyperTransport 3")
    assert six > values("link-load", "the new 7410")["reads"]


def test_most_of_the_new_heads_gain_is_the_links():
    new = values("link-load", "the new 7410")["reads"]
    assert reads(board="HyperTransport 3") - reads() > 0.7 * (new - reads())


def test_new_processors_on_the_old_board_make_as_many_long_reads_and_a_fourteenth_fewer_small_ones():
    assert values("link-load", "new processors, old board")["reads"] / reads() == pytest.approx(
        13 / 14, abs=0.01
    )
    new = {**get("link-load").presets["new processors, old board"].params, "load": "stream"}
    assert reads(**new) / reads(load="stream") == pytest.approx(1.0, abs=0.03)
    fewer = Head("head-7410-istanbul", **board_of("head-7410"), lines=1.4)
    old = Head()
    assert fewer.most(read(fewer, 8192)).rate / old.most(read(old, 8192)).rate == pytest.approx(
        1.25, abs=0.03
    )


def test_a_wait_at_a_link_grows_as_the_text_counts():
    board, each = Board(2, rate=4e9), 100 / 4e9
    waits = [
        queues(board, dict.fromkeys(board.capacity, used * 4e9), 100)[0, 1]
        for used in (0.5, 0.8, 0.9)
    ]
    assert [wait / each for wait in waits] == pytest.approx([1, 4, 9])


def test_moved_cards_make_little_in_small_reads_and_a_tenth_in_long_ones():
    assert 1.0 < reads() / reads(**AS_FIRST) < 1.06
    for load in ("stream", "disk"):
        assert reads(load=load) / reads(load=load, **AS_FIRST) == pytest.approx(1.1, abs=0.03), load


def test_it_helps_that_network_cards_leave_io55_and_a_hundredth_more_if_both_do():
    both = reads(net1="MCP55", net2="MCP55")
    assert both / reads() == pytest.approx(1.01, abs=0.005) and reads() > 1.03 * reads(
        net1="IO55", net2="IO55"
    )
    assert reads(**AS_FIRST) == reads(net1="IO55", net2="IO55")
    board = Head().board
    assert [(0, 1) in board.paths[socket, 1] for socket in range(4)] == [True, False, True, False]
    assert max(Head().memory.values()) == Head().memory[0]


def test_with_even_shares_of_memory_one_network_card_on_each_bridge_is_best():
    even = {f"memory_{socket}": 0.25 for socket in range(4)}
    found = []
    for places in (("MCP55", "IO55"), ("MCP55", "MCP55"), ("IO55", "IO55")):
        head = Head(cards={**CARDS, "network 1": places[0], "network 2": places[1]}, **even)
        found.append(head.most(read(head, 8192)).rate)
    assert found[0] > 1.01 * max(found[1:])


def test_disk_cards_have_nothing_to_do_while_data_comes_from_memory():
    for load in ("8k", "stream"):
        assert reads(load=load, disk1="IO55") == reads(load=load) == reads(load=load, disk2="MCP55")
    assert reads(load="disk", disk1="IO55") != reads(load="disk")


def test_the_7310_is_one_socket_that_may_use_all_of_its_time():
    share = values("head-limits")["small_8k"] / values("link-load", "one socket")["reads"]
    assert share == pytest.approx(1 / values("link-load")["busy"], rel=1e-6)


def test_zero_copy_does_more_in_long_reads():
    short, long = (
        reads(**{**LAUNCHED, "zero_copy": True}, load=load) / reads(**LAUNCHED, load=load)
        for load in ("8k", "stream")
    )
    assert long > short + 0.05


def test_long_reads_as_launched_with_and_without_the_copy():
    wire = [
        values("link-load", **{**LAUNCHED, "zero_copy": without}, load="stream")["wire"] / 2**30
        for without in (False, True)
    ]
    assert wire == pytest.approx([1.4, 1.7], abs=0.05)


def test_small_reads_as_launched():
    head = Head("head-7410", zero_copy=False, bound=False, cards=FIRST_CARDS)
    assert round(head.most(read(head, 1)).rate, -4) == 210_000


def test_four_processors_answer_not_even_a_third_more():
    assert 1.25 < values("head-limits")["old_1"] / claim("7310-1byte-peak").expected < 4 / 3


def test_with_the_old_number_of_lines_links_carry_half_of_what_was_counted():
    figure = get("link-matrix")
    rows = figure.rows(**figure.presets["new board, old lines"].params)
    links = [row for row in rows if row["row"] == "link" and row["kind"].startswith("between")]
    assert len(links) == 8
    assert sum(row["model"] / row["measured"] for row in links) / 8 == pytest.approx(0.5, abs=0.06)


def test_cycles_and_reads_of_the_text_do_not_go_together():
    new = 24 * 2.6e9 / claim("ht3-cpi").expected / claim("ht-8k-istanbul").expected
    old = 16 * 2.3e9 / claim("ht1-cpi-after-tuning").expected / claim("ht-8k-barcelona").expected
    assert [round(each, -3) for each in (new, old)] == [46000, 29000]


def test_links_for_which_six_cores_are_a_quarter_better_are_nearer_to_the_new_ones():
    def gain(speed):
        return reads(speed=speed, cores=6) / reads(speed=speed) - 1

    assert gain((1 + 2.4) / 2) < 0.25 < gain(2.4)


def test_a_bridge_nearer_to_more_memory_is_the_better_place_for_all_cards():
    first, second = (
        reads(load="disk", **dict.fromkeys(("net1", "net2", "disk1", "disk2"), bridge))
        for bridge in ("MCP55", "IO55")
    )
    assert first > 1.03 * second


def test_a_filter_alone_does_more_for_the_old_board_than_six_cores():
    assert reads(knows="yes") > 1.1 * reads(cores=6)


def test_without_a_probe_filter_the_new_head_comes_nearer_to_three_numbers_and_further_from_one():
    other = Head("head-7410-unfiltered")
    small, four, eight = (other.most(read(other, size)).rate for size in (1, 4096, 8192))
    assert (small, four) == (pytest.approx(506_000, abs=500), pytest.approx(354_000, abs=500))
    assert eight / 223_969 == pytest.approx(1.2, abs=0.03)
    assert other.at(read(other, 8192), 223_969).cpi == pytest.approx(6.8, abs=0.05)
    assert values("head-limits", "no probe filter")["rate"] == pytest.approx(eight)


# What a machine can do of reads from memory, by its slowest stage and in a run.


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
