"""The board as it is drawn, and what a reader finds out by changing it."""

from math import inf

import pytest

from figures.contents import get
from figures.define.claims import claims
from figures.head_node.experiments.boards import read
from figures.head_node.experiments.counters import PORTS
from figures.head_node.experiments.link_counters import BOARDS, means
from figures.head_node.experiments.link_fit import NAMES, constants_of, residuals, rms
from figures.head_node.experiments.plan import BRIDGES, ROOM, SOCKETS, USE
from models.head.head import Head
from models.units import KiB
from tests.figures.link_search import EVEN, search
from tests.figures.runs import rows_of


def rows(preset=None, kind=None, **changes):
    found = rows_of("link-load", preset) if not changes else get("link-load").rows(**changes)
    return [row for row in found if kind in (None, row["row"])]


def value(name, preset=None, **changes):
    return get("link-load").values(rows(preset, **changes))[name]


def words(text):
    """An end of a link, as the published map writes it: CPU2-3 at socket 2 leads to 3."""
    return f"socket {text.removeprefix('CPU')[2:]}" if text.startswith("CPU") else text


@pytest.mark.parametrize("preset", ["as tuned", "the new 7410"])
def test_the_drawn_map_is_the_published_one(preset):
    """Each port of each socket that leads somewhere is drawn, to where the table says, and no
    other."""
    drawn = {
        tuple(row["what"].removesuffix(", two links").split(" to ")) for row in rows(preset, "link")
    }
    published = set()
    for socket in range(4):
        for port in range(4):
            text = claims()[f"ht-map-s{socket}-p{port}"].written[0]
            assert (socket, port) in PORTS or text == "0.00"
            if text != "0.00":
                published.add((f"socket {socket}", words(text)))
                assert str(PORTS[socket, port]) == words(text).removeprefix("socket ")
    assert drawn == published | {(b, a) for a, b in published}


def test_two_links_join_sockets_2_and_3_on_the_new_board_alone():
    def lines(preset):
        return [row["what"] for row in rows(preset, "link")]

    assert len(lines("as tuned")) == len(set(lines("as tuned"))) == 12
    new = lines("the new 7410")
    assert sorted(what for what in set(new) if new.count(what) == 2) == [
        "socket 2 to socket 3, two links",
        "socket 3 to socket 2, two links",
    ]


@pytest.mark.parametrize("preset", get("link-load").presets)
def test_all_that_is_drawn_is_on_the_plan_and_in_its_place(preset):
    found = rows(preset)
    for row in found:
        if row["row"] in ("bridge", "socket", "memory", "core", "works", "card", "link"):
            assert all(0 <= row[end] <= ROOM for end in ("x1", "x2", "y1", "y2"))
    inside = {"card": "bridge", "memory": "socket", "core": "socket", "works": "socket"}
    for row in found:
        if outer := inside.get(row["row"]):
            assert any(
                box["x1"] < row["x1"] < row["x2"] < box["x2"]
                and box["y1"] < row["y1"] <= row["y2"] < box["y2"]
                for box in found
                if box["row"] == outer
            )
    there = sum(box["there"] for box in found if box["row"] == "socket")
    assert len([row for row in found if row["row"] == "memory"]) == there


def test_traffic_drives_on_the_right_and_arrows_point_where_it_goes():
    for row in rows("as tuned", "link"):
        across, up = row["x2"] - row["x1"], row["y2"] - row["y1"]
        assert row["turn"] == (90 if across > 1 else 270 if across < -1 else 0 if up > 0 else 180)
        middle = (row["x1"] + row["x2"]) / 2, (row["y1"] + row["y2"]) / 2
        centres = [*SOCKETS.values(), *BRIDGES.values()]
        if abs(across) > 1:
            level = min((y for _, y in centres), key=lambda y: abs(y - middle[1]))
            assert (middle[1] < level) == (across > 0)
        else:
            line = min((x for x, _ in centres), key=lambda x: abs(x - middle[0]))
            assert (middle[0] > line) == (up > 0)


def test_bars_and_table_keep_their_places_whatever_is_set():
    bars = USE["axes"]["y"]["domain"]
    for preset in get("link-load").presets:
        assert {row["what"] for row in rows(preset, "use")} <= set(bars)
        assert [row["who"] for row in rows(preset, "done")] == ["yours", "as tuned"]
    assert {row["what"] for row in rows("as tuned", "use")} == set(bars)
    ticks = {
        preset: {row["what"]: row["tuned"] for row in rows(preset, "use")}
        for preset in ("as tuned", "one socket")
    }
    assert ticks["one socket"].items() <= ticks["as tuned"].items()


def test_the_sentence_does_not_name_the_link_that_a_reader_is_to_find():
    for preset in get("link-load").presets:
        assert "socket 0" not in get("link-load").describe(rows(preset))


def test_each_card_can_be_moved_to_either_bridge():
    figure = get("link-load")
    places = {row["place"] for row in rows("as tuned", "bridge")}
    assert places == set(BRIDGES)
    for row in rows("as tuned", "card"):
        assert set(figure.params[row["moves"]].options) == places


@pytest.mark.parametrize("bridge", list(BRIDGES))
def test_all_cards_fit_on_one_bridge(bridge):
    cards = [
        row
        for row in rows(net1=bridge, net2=bridge, disk1=bridge, disk2=bridge)
        if row["row"] == "card"
    ]
    assert len({(card["x"], card["y"]) for card in cards}) == 4
    assert {abs(card["x"] - BRIDGES[bridge][0]) < 24 for card in cards} == {True}


def test_why_more_processors_did_not_help():
    """What a reader finds: half as many cores again bring an eighth; a faster clock, next to
    nothing; links, seven tenths."""
    now = value("reads", "as tuned")
    assert 1.05 * now < value("reads", "six cores") < 1.2 * now
    assert now < value("reads", clock=3e9) < 1.05 * now
    assert 0.6 * now < value("reads", cores=2) < 0.8 * now
    assert 0.7 * now < value("reads", "new processors, old board") < now
    assert value("reads", "links of HyperTransport 3") > 1.5 * now
    assert value("reads", board="HyperTransport 3", cores=6) > 1.25 * value(
        "reads", "links of HyperTransport 3"
    )


def test_each_socket_brings_less_than_the_one_before_and_the_square_of_four_less_than_three():
    one, two, three, four = (value("reads", sockets=n) for n in (1, 2, 3, 4))
    assert one > two - one > three - two > 0
    assert two < 0.88 * three < four < three


def test_the_cores_are_as_busy_whatever_is_changed_and_this_says_nothing():
    for preset in get("link-load").presets:
        assert value("busy", preset) == pytest.approx(0.954, abs=0.002)
    assert value("stalled", "as tuned") > 0.75


def test_moved_cards_make_the_hot_link_carry_less():
    first, after = rows("cards as at first", "link"), rows("as tuned", "link")
    hot = [
        next(row["load"] for row in found if row["what"] == "socket 0 to socket 1")
        for found in (first, after)
    ]
    assert hot[0] > hot[1] + 0.04
    assert value("reads", "cards as at first") < value("reads", "as tuned")


def test_the_new_head_is_held_up_by_the_slots_of_its_cards_in_long_reads():
    found = rows(
        kind="use", **{**get("link-load").presets["the new 7410"].params, "load": "stream"}
    )
    assert next(
        row["to"] for row in found if row["what"] == "slots of network cards"
    ) == pytest.approx(1)
    assert max(row["to"] for row in found if row["what"] == "cores") < 0.8


# ---- link-matrix


@pytest.mark.parametrize(
    ("preset", "most"), [("HyperTransport 1", 0.13), ("HyperTransport 3", 0.07)]
)
def test_the_links_are_met(preset, most):
    figure = get("link-matrix")
    assert figure.values(rows_of("link-matrix", preset))["rms"] <= most


def test_no_other_numbers_are_as_good():
    figure = get("link-matrix")
    off = {
        preset: figure.values(rows_of("link-matrix", preset))["rms"] for preset in figure.presets
    }
    best = {"HyperTransport 1", "HyperTransport 3"}
    assert min(off[preset] for preset in off if preset not in best) > 1.7 * max(
        off[preset] for preset in best
    )


def test_the_presets_are_the_catalogues_numbers():
    figure = get("link-matrix")
    for preset, board in (("HyperTransport 1", "rms_ht1"), ("HyperTransport 3", "rms_ht3")):
        found = figure.values(rows_of("link-matrix", preset))
        assert found["rms"] == pytest.approx(found[board], rel=1e-6)


def test_without_a_filter_a_search_needs_hardly_more_lines_than_on_the_old_board_but_fits_half_as_well():
    """The other reading of the new board's counters: the program's lines are nearly the same, and
    nobody keeps a list."""
    found = get("link-matrix").preset_settings("no filter, fewer lines")[0]
    board, old = "HyperTransport 3", get("link-matrix").params["lines"].default
    _, machine, reads = BOARDS[board]
    start = {name: EVEN[name] for name in NAMES[machine]}

    def off(tried):
        head = Head(machine, **constants_of(machine, tried), filtered=0)
        return rms(residuals(head.at(read(head, 8 * KiB), reads).loads, means(board)))

    def error(tried):
        shares = 2 * tried["memory_1"], 2 * tried["threads_0"], tried["drivers"]
        return off(tried) if max(shares) < 1 and min(tried.values()) >= 0 else inf

    best, best_at = search(error, start)
    assert best == pytest.approx(
        get("link-matrix").values(rows_of("link-matrix", "no filter, fewer lines"))["rms"], rel=0.01
    )
    assert best_at["lines"] == pytest.approx(found["lines"] / old, rel=0.01)
    assert 1.0 < best_at["lines"] < 1.2 and 0.07 < best < 0.13


def test_samples_are_the_published_ones():
    found = [row for row in rows_of("link-matrix", "HyperTransport 3") if row["row"] == "sample"]
    assert len(found) == 30
    assert [row["measured"] for row in found if row["link"] == "1 to 0"] == [
        6432.35e6,
        6443.95e6,
        6301.69e6,
    ]
    assert [row["measured"] for row in found if row["link"] == "2 to 3"] == pytest.approx(
        [9408.96e6, 9429.78e6, 9131.75e6]
    )
