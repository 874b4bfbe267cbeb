"""What the page on iSCSI says of its figures."""

from itertools import pairwise

import pytest

from figures.contents import get
from figures.iscsi.experiments.two_workers import PUTS, TAKES, watch
from figures.iscsi.one_lock import DESKS, SPAN, under_way
from models.protocols.iscsi.daemon import COSTS
from models.units import KiB, us
from tests.figures.runs import rows_of

KINDS = ("desk", "read")
PRESET_LOADS = {"128 KiB, eight by two": 16, "512 bytes, eight by ten": 80, "one reader": 1}


def values(id, preset=None):
    return get(id).values(rows_of(id, preset))


def test_one_thread_for_both_ends_of_the_queue_serves_more_than_two_that_fight():
    two, one, spin = (
        values("daemon-queue", name) for name in (None, "one thread for both", "a lock that spins")
    )
    assert one["rate_old"] > 1.8 * two["rate_old"]
    assert spin["rate_old"] == pytest.approx(one["rate_old"], rel=0.03)
    assert spin["cpus_old"] > one["cpus_old"] + 0.5


def test_a_queue_for_each_lun_fills_the_cores():
    rows = rows_of("daemon-queue", "a queue for each LUN")
    daemon = next(row for row in rows if row["row"] == "own" and row["target"] == "daemon")
    assert daemon["limit"] == "the cores"
    assert daemon["cpus"] > 15


def test_with_one_reader_both_targets_are_equally_fast():
    one = values("daemon-queue", "one reader")
    assert one["gain"] == pytest.approx(1.0, abs=0.1)


def test_the_two_threads_never_work_at_once():
    spells = [
        row
        for row in rows_of("daemon-queue")
        if row["row"] == "spell" and row["what"] == "has the lock"
    ]
    spells.sort(key=lambda row: row["start"])
    assert len({row["thread"] for row in spells}) == 2
    for before, after in pairwise(spells):
        assert before["finish"] <= after["start"] + 1e-12


@pytest.mark.parametrize("preset", list(get("one-lock").presets))
def test_in_no_frame_do_both_workers_work_or_does_a_read_jump_from_desk_to_desk(preset):
    rows = rows_of("one-lock", preset)
    frames = sorted({row["frame"] for row in rows if "frame" in row})
    at = {
        t: {
            kind: [row for row in rows if row.get("frame") == t and row["row"] == kind]
            for kind in KINDS
        }
        for t in frames
    }
    for t in frames:
        assert [row["what"] for row in at[t]["desk"]].count("works") <= 1
    for t, following in pairwise(frames):
        for seen, then in ((at[t], at[following]), (at[following], at[t])):
            for each in seen["read"]:
                near = (abs(each["x"] - x["x"]) + abs(each["y"] - x["y"]) for x in then["read"])
                assert min(near) < DESKS[TAKES] - DESKS[PUTS] or not 0.5 < each["x"] < 10


def test_the_longer_a_worker_takes_to_wake_the_fewer_messages_pass():
    passed = []
    for name in ("awake at once", "as in 2009", "slow to wake"):
        params, seed = get("one-lock").preset_settings(name)
        load = under_way(COSTS._replace(wake=params["wake"], hold=params["hold"]), seed)
        passed.append(sum(each.done <= 10 * SPAN for each in watch(load, 10 * SPAN).journeys))
    assert passed[0] > 1.5 * passed[1] > 1.5 * passed[2] > 0


def test_a_read_of_today_has_its_parts_and_no_cable_carries_more_than_it_can():
    rows = rows_of("read-today")
    for read in (row for row in rows if row["row"] == "read"):
        parts = [row for row in rows if row["row"] == "part" and row["read"] == read["read"]]
        assert sum(row["seconds"] for row in parts) == pytest.approx(read["total"])
        assert parts[-1]["to"] == pytest.approx(1.0)
    rates = [row for row in rows if row["row"] == "rate"]
    assert all(row["rate"] < row["link"] for row in rates)
    assert rates[1]["rate"] == pytest.approx(2 * rates[0]["rate"], rel=0.02)
    assert rates[-1]["rate"] > 0.95 * rates[-1]["link"]


def test_two_of_four_settings_damage_a_database_that_never_flushes_and_none_one_that_does():
    assert values("write-cache-enabled")["damaging"] == 2
    assert values("write-cache-enabled", "both on, and flushed")["damaging"] == 0


def test_rings_lie_on_their_lines():
    rows = rows_of("daemon-queue")
    for own in (row for row in rows if row["row"] == "own"):
        line = {
            row["threads"]: row["rate"]
            for row in rows
            if row["row"] == "threads" and row["target"] == own["target"]
        }
        assert own["rate"] == pytest.approx(line[own["threads"]], rel=0.02)
        sizes = {
            row["size"]: row["payload"]
            for row in rows
            if row["row"] == "size" and row["target"] == own["target"]
        }
        assert own["payload"] == pytest.approx(sizes[own["size"]], rel=0.05)


def test_new_processors_give_the_daemon_nothing_and_the_kernel_target_nearly_twice_as_much():
    v = values("kernel-target")
    for test in ("reads", "throughput"):
        assert v[f"{test}_processors_first"] < 1.05
        assert 1.5 < v[f"{test}_processors_second"] < 2.0
        assert v[f"{test}_code_first"] > 4
        for order in (("processors_first", "code_second"), ("code_first", "processors_second")):
            product = v[f"{test}_{order[0]}"] * v[f"{test}_{order[1]}"]
            assert product == pytest.approx(v[f"{test}_gain"])


def test_large_reads_are_stopped_by_the_cards_and_small_ones_by_the_cores():
    limits = {
        row["test"]: row["limit"]
        for row in rows_of("kernel-target")
        if row["row"] == "four" and row["name"] == "COMSTAR, new head"
    }
    assert limits == {"throughput": "the network cards", "reads": "the cores"}


def test_the_texts_advice_on_sizes_comes_out():
    """32 or 64 KiB without immediate data: both much better than with it, and than 8 or 128 KiB."""
    v = values("immediate-data")
    for size in (32, 64):
        assert v[f"no_{size}"] > 1.5 * v[f"yes_{size}"]
        assert v[f"no_{size}"] > 1.5 * max(v["no_8"], v["no_128"])
    assert v["yes_128"] == pytest.approx(v["no_128"], rel=0.1)


def test_a_log_block_holds_what_is_drawn_of_it():
    for preset in ("32 KiB, one thread each", "64 KiB", "128 KiB"):
        rows = [row for row in rows_of("immediate-data", preset) if row["row"] == "block"]
        size = next(row["size"] for row in rows_of("immediate-data", preset) if row["row"] == "own")
        for setting in ("immediatedata=yes", "immediatedata=no"):
            held = [
                row
                for row in rows
                if row["setting"] == setting and row["what"] != "header, and nothing"
            ]
            assert sum(row["to"] - row["from"] for row in held) == size
        assert all(row["to"] <= 128 * KiB for row in rows)


def test_the_line_of_waits_has_teeth():
    rates = {
        round(row["delay"] / us): row["rate"]
        for row in rows_of("interrupt-blanking")
        if row["row"] == "delay"
    }
    assert rates[60] > 1.1 * rates[56]
    assert rates[0] > rates[32] > rates[128] > rates[200]


def test_a_lost_page_is_drawn_otherwise_if_the_journal_has_it():
    """Half careful and flushed both lose pages; only one of them can make all of them again."""

    def seen(preset):
        return {
            row["fate"] for row in rows_of("write-cache-enabled", preset) if row["row"] == "write"
        }

    again = "lost, and made again from its record"
    assert again in seen("both on, and flushed") and "lost" not in seen("both on, and flushed")
    assert "lost" in seen("only the data's cache on")
    assert again not in seen("both caches on, never flushed")


@pytest.mark.parametrize("preset", list(get("daemon-queue").presets))
def test_no_more_cores_are_in_use_than_there_are_and_the_line_has_no_peak_before_its_plateau(
    preset,
):
    rows = rows_of("daemon-queue", preset)
    for own in (row for row in rows if row["row"] == "own"):
        assert 0 < own["cpus"] <= 16 and own["share"] <= 1
        assert own["rate"] * own["latency"] == pytest.approx(
            PRESET_LOADS.get(preset, 100), rel=0.01
        )
        rates = [
            row["rate"]
            for row in rows
            if row["row"] == "threads" and row["target"] == own["target"]
        ]
        if (
            preset != "a queue for each LUN"
        ):  # there all cores are in use, and who runs costs more the more there are
            assert max(rates) < 1.1 * rates[-1]


def test_half_careful_is_worse_than_careless():
    both = values("write-cache-enabled")
    assert both["gone"] > 400 and both["damaged"] == both["holes"] == 0
    for preset in ("only the data's cache on", "only the journal's cache on"):
        half = values("write-cache-enabled", preset)
        assert half["damaged"] > 400 and half["holes"] > 400
    for preset in ("caches off", "off, with two Logzillas", "both on, and flushed"):
        safe = values("write-cache-enabled", preset)
        assert safe["gone"] == safe["damaged"] == 0
