"""What the pictures of the intent log say is what the run of the machine says."""

from itertools import pairwise

import pytest

from figures.contents import get
from figures.intent_log.experiments.chain import GROUP, HIDDEN, LOG, PROMISED, shown
from figures.intent_log.experiments.ladder import CLIENT, NEAR, SERVER
from figures.intent_log.experiments.ladder import LOG as LOG_LINE
from figures.kit.rows import of, one

CHAINED = [
    "as it should be",
    "flush ignored",
    "flush ignored, two disks",
    "one of two logs fails too",
    "a mirrored log, one side fails",
    "a RAM disk for a log",
]


def ran(id, preset):
    """A figure, and its rows under a preset."""
    figure = get(id)
    settings, seed = figure.preset_settings(preset)
    return figure, figure.rows(seed, **settings)


@pytest.mark.parametrize("preset", CHAINED)
def test_a_replay_reads_all_before_the_gap_and_nothing_behind(preset):
    _, rows = ran("pull-the-plug", preset)
    end = one(rows, "end")["at"]
    for block in of(rows, "block"):
        if block["at"] < end:
            assert block["fate"] in (GROUP, LOG)
        else:
            assert block["fate"] not in (GROUP, LOG)
    assert all(pointer["x2"] < end for pointer in of(rows, "pointer", read="yes"))
    assert len(of(rows, "pointer", read="yes")) >= len(of(rows, "block", fate=LOG)) - 1


@pytest.mark.parametrize("preset", CHAINED)
def test_a_gap_is_what_strands_blocks(preset):
    figure, rows = ran("pull-the-plug", preset)
    stranded = [block["at"] for block in of(rows, "block") if block["fate"] == HIDDEN]
    missing = [block["at"] for block in of(rows, "block") if block["fate"] == PROMISED]
    assert not stranded or min(missing) < min(stranded)
    v = figure.values(rows)
    assert (
        v["chain_missing"] + v["chain_stranded"] == v["writes"]
    )  # each write has a block of its own


def test_two_devices_that_take_turns_hold_every_other_block():
    _, rows = ran("pull-the-plug", "one of two logs fails too")
    blocks = of(rows, "block")
    assert len({block["lane"] for block in blocks}) == 2
    behind = [block for block in blocks if block["at"] > one(rows, "end")["at"]]
    assert {block["fate"] for block in behind} == {PROMISED, HIDDEN}
    assert len({block["lane"] for block in behind if block["fate"] == HIDDEN}) == 1


@pytest.mark.parametrize(
    ("count", "read"), [(0, 0), (3, 1), (14, 14), (15, 1), (400, 0), (400, 399), (400, 380)]
)
def test_the_blocks_around_the_end_of_the_replay_are_drawn(count, read):
    numbers, skipped = shown(count, read)
    assert numbers == sorted(set(numbers)) and all(0 <= number < count for number in numbers)
    assert not count or count - 1 in numbers
    assert read == count or read in numbers
    assert bool(skipped) == any(b - a > 1 for a, b in pairwise(numbers))


@pytest.mark.parametrize("preset", ["both loads", "a file near the rim", "a file near the hub"])
def test_an_arm_goes_less_far_where_the_log_is_apart(preset):
    figure, rows = ran("head-travel", preset)
    v = figure.values(rows)
    assert v["ratio"] > 2 and v["travel_apart"] < v["travel_pool"]
    assert (
        v["crossings_apart"] < v["crossings_pool"] / 5
    )  # only a group takes the arm away from the file
    assert v["seeking_apart"] < v["seeking_pool"] and v["read_apart"] < v["read_pool"]


def test_a_log_block_and_a_group_are_neighbours():
    figure, rows = ran("head-travel", "no reads")
    assert figure.values(rows)["travel_pool"] < 0.001


def test_the_same_is_asked_of_the_disk_but_for_the_log():
    figure, rows = ran("head-travel", "both loads")
    v = figure.values(rows)
    assert (
        v["reads_pool"] == pytest.approx(v["reads_apart"], rel=0.05) == pytest.approx(30, rel=0.2)
    )
    assert v["transfers_pool"] - v["transfers_apart"] == pytest.approx(
        30, rel=0.1
    )  # a log block for each safe write
    assert not any(
        row["log"] == "apart" and row["what"] == "log blocks" for row in of(rows, "visit")
    )


def test_an_arm_is_in_one_place_at_a_time():
    _, rows = ran("head-travel", "both loads")
    for log in ("pool", "apart"):
        line = of(rows, "arm", log=log)
        assert all(a["t"] <= b["t"] + 1e-9 for a, b in pairwise(line)) and all(
            0 <= row["at"] <= 1 for row in line
        )


LADDERS = [
    "as measured",
    "sync=disabled",
    "a client that fetches attributes",
    "a client that sets nothing",
    "128 KiB files",
]


@pytest.mark.parametrize("preset", LADDERS)
def test_requests_and_answers_alternate_on_a_ladder(preset):
    figure, rows = ran("tar-unpack", preset)
    for run in (figure.panels[-2]["axes"]["fx"]["domain"][0], NEAR):
        rungs = [row for row in of(rows, "rung", run=run) if row["kind"] != "store"]
        assert [row["kind"] for row in rungs] == ["request", "answer"] * (len(rungs) // 2)
        assert all(a["t2"] <= b["t1"] + 1e-9 for a, b in pairwise(rungs))  # one after the other
        assert all(row["t1"] <= row["t2"] for row in rungs)
        assert all({row["x1"], row["x2"]} == {CLIENT, SERVER} for row in rungs)
        names = [word["name"] for word in of(rows, "word", run=run)]
        assert names == [row["name"] for row in rungs if row["kind"] == "request"]
        assert (names[0], names[-1]) == ("LOOKUP", "COMMIT") and names.count("CREATE") == 1


@pytest.mark.parametrize("preset", LADDERS)
def test_a_server_waits_for_its_log_whenever_it_must_promise(preset):
    figure, rows = ran("tar-unpack", preset)
    settings, _ = figure.preset_settings(preset)
    run = figure.panels[-2]["axes"]["fx"]["domain"][0]
    promised = [
        word["name"]
        for word in of(rows, "word", run=run)
        if word["name"] in ("CREATE", "SETATTR", "COMMIT")
    ]
    waits, stores = (
        of(rows, "wait", run=run),
        [row for row in of(rows, "rung", run=run) if row["kind"] == "store"],
    )
    assert len(promised) == settings["changes"] + 1
    assert len(waits) == (0 if settings["sync"] == "disabled" else len(promised)) and len(
        stores
    ) == 2 * len(waits)
    assert all({row["x1"], row["x2"]} == {SERVER, LOG_LINE} for row in stores)
    v = figure.values(rows)
    assert v["without_waits"] * v["without_file"] == pytest.approx(
        sum(row["t2"] - row["t1"] for row in waits)
    )


@pytest.mark.parametrize("preset", LADDERS)
def test_the_file_that_is_drawn_takes_as_long_as_others(preset):
    figure, rows = ran("tar-unpack", preset)
    v = figure.values(rows)
    for run in ("without", "with"):
        assert v[f"{run}_file"] == pytest.approx(1 / v[f"{run}_rate"], rel=0.25)
    assert v["with_meanwhile"] == pytest.approx(v["gain"], rel=0.25)
