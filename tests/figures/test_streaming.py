"""The figures of streaming say what their rows do, and wrong pictures fail their patterns."""

from itertools import pairwise
from math import fsum, inf

import pytest

from figures.contents import get
from figures.kit.pipeline import Stage
from figures.kit.pipeline_bars import one_limit, runner_up, slowest
from figures.streaming.bucket_line import BUCKETS, FLOOR, LINE, Stop, picture, stops
from figures.streaming.experiments.shared_transfer import shares, transfer
from models.machine import Stream
from models.machine.loads.streams import a_byte
from tests.figures.runs import rows_of

BARS = ("read-stages", "write-stages", "cards-and-ports")
PRESETS = [(id, preset) for id in BARS for preset in get(id).presets]


def of(id, claim):
    return next(t.of for t in get(id).targets if t.id == claim)


def changed(rows, where, **fields):
    """The rows with fields of some of them changed: name -> function of the row."""
    return [
        {**row, **{name: change(row) for name, change in fields.items()}} if where(row) else row
        for row in rows
    ]


# ---- a bar a stage


@pytest.mark.parametrize(("id", "preset"), PRESETS)
def test_one_stage_is_marked_and_it_is_the_slowest(id, preset):
    rows = rows_of(id, preset)
    assert one_limit(rows)
    assert slowest(rows)["capacity"] <= runner_up(rows)["capacity"]
    assert slowest(rows)["stage"] in get(id).describe(rows)
    assert all(
        row["label"].endswith("→") == (row["to"] < row["capacity"])
        for row in rows
        if row["row"] == "stage"
    )


def test_another_mark_or_rate_is_noticed():
    rows = rows_of("read-stages")
    for wrong in (
        changed(rows, lambda row: row["row"] == "stage", what=lambda row: "the limit"),
        changed(rows, lambda row: row["row"] == "stage", what=lambda row: "has room"),
        changed(rows, lambda row: row["row"] == "sum", rate=lambda row: 2 * row["rate"]),
    ):
        assert not one_limit(wrong)


def test_presets_have_different_limits():
    found = {
        slowest(rows_of("read-stages", preset))["stage"] for preset in get("read-stages").presets
    }
    assert {"cores", "clients' requests", "clients' ports"} <= found
    assert slowest(rows_of("read-stages", jbods=1, each=12))["stage"] == "disks"
    assert {
        slowest(rows_of("cards-and-ports", preset))["stage"]
        for preset in get("cards-and-ports").presets
    } == {"network cards' slots", "cores"}


def test_the_clients_get_the_less_of_disks_and_all_else():
    points = [row for row in rows_of("read-stages") if row["row"] == "point"]
    for n in {row["x"] for row in points}:
        here = {row["what"]: row["rate"] for row in points if row["x"] == n}
        assert here["clients get"] == min(here["the disks"], here["all else"])


def test_a_second_card_adds_more_than_a_second_port():
    v = get("cards-and-ports").values(rows_of("cards-and-ports"))
    assert v["second_card"] > 3 * v["second_port"]


@pytest.mark.parametrize(
    "settings", [{"cards": 4, "ports": 4}, {"generation": "3", "lanes": "16"}, {"lanes": "1"}]
)
def test_the_last_port_is_where_the_bars_end(settings):
    rows = rows_of("cards-and-ports", **settings)
    both = next(row["both"] for row in rows if row["row"] == "sum")
    ends = [
        row["rate"]
        for row in rows
        if row["row"] == "port"
        and row["ports"] == settings.get("cards", 2) * settings.get("ports", 2)
    ]
    assert ends == pytest.approx([both] * 2, rel=1e-6)


# ---- the bucket line


def test_each_purchase_moves_the_limit_or_changes_nothing():
    found = {name: rows_of("bucket-line", name) for name in get("bucket-line").presets}
    assert [slowest(rows)["stage"] for rows in found.values()] == [
        *["cores"] * 3,
        "network cards' slots",
        "clients' ports",
    ]
    rates = [get("bucket-line").values(rows)["rate"] for rows in found.values()]
    assert rates[0] == rates[1] == rates[2] < rates[3] < rates[4]


def test_buckets_come_as_fast_as_the_slowest_stage_passes_them_and_wait_before_it():
    line = [Stage(name, 3e9) for name in LINE]
    line[2] = Stage("cores", 1e9)
    found = stops(line, 0.1)
    out = [stop.ended for stop in found if stop.stage == 5 and stop.ended > 0.05]
    took = next(stop.ended - stop.began for stop in found if stop.stage == 2)
    assert all(b - a == pytest.approx(took) for a, b in pairwise(out))
    heap = [row for row in picture(found, 0.05) if row["y"] > FLOOR]
    assert len(heap) > BUCKETS / 3 and all(1 < row["x"] < 3 for row in heap)


def test_a_bucket_that_leaves_a_heap_lowers_the_others():
    waits = [Stop(0, 0.0, 1.0, 3.0 + n, 4.0 + n) for n in range(3)]
    assert [row["y"] for row in picture(waits, 2.0)] == [FLOOR, FLOOR, FLOOR + 0.18]
    assert [row["y"] for row in picture(waits, 3.5)] == [FLOOR] * 3


@pytest.mark.parametrize("preset", get("bucket-line").presets)
def test_every_bucket_is_somewhere_in_each_picture(preset):
    rows = [row for row in rows_of("bucket-line", preset) if row["row"] in ("full", "empty")]
    end = max(row["frame"] for row in rows)
    assert sum(row["frame"] == end for row in rows) == BUCKETS


# ---- what the page says of reads


def test_requests_in_flight_are_rate_times_time_and_a_cable_is_full_with_few():
    for preset in ("two threads", "flash, eight threads"):
        v = get("requests-in-flight").values(rows_of("requests-in-flight", preset))
        assert v["rate"] * v["took"] == pytest.approx(v["flight"] * 2**20)
        assert v["rate"] <= v["most"] * 1.02
    full = get("requests-in-flight").values(rows_of("requests-in-flight", "flash, eight threads"))
    assert full["rate"] == pytest.approx(12.5e9, rel=0.03) and full["drives"] < 0.4


def test_what_reaches_the_disks_is_that_of_the_writes():
    for preset in ("64 KiB writes", "with log devices"):
        assert get("disk-bytes").values(rows_of("disk-bytes", preset))["per_byte"] == 2
    here = get("disk-bytes").values(rows_of("disk-bytes"))
    writes = get("write-stages").values(rows_of("write-stages"))
    assert here["per_byte"] == writes["per_byte"]
    assert here["per_byte"] == pytest.approx(2 * (1 + here["at_risk"] * here["blocks"]))


def test_two_boxes_were_written_to_over_one_port():
    writes = get("write-stages")
    one, two = (
        writes.values(rows_of("write-stages", "two JBODs", **ports))["most_ports"]
        for ports in ({}, {"ports": 2})
    )
    assert one == two / 2


def test_a_disk_with_many_files_is_on_its_way_for_more_than_half_of_its_time():
    v = get("read-stages").values(rows_of("read-stages"))
    way, run = v["arm_seek"] + v["arm_turn"], v["arm_passing"]
    assert way > run and v["each_disk"] == pytest.approx(2**19 / (way + run))
    strips = [row for row in rows_of("read-stages") if row["row"] == "arm"]
    read = {
        files: fsum(
            row["finish"] - row["start"]
            for row in strips
            if row["files"] == files and row["what"] == "data is read"
        )
        for files in ("one file", "many files")
    }
    assert read["one file"] > 1.5 * read["many files"]


def test_what_the_page_says_of_clients_that_wait():
    read = get("read-stages")
    assert slowest(rows_of("read-stages", ahead=False))["stage"] == "clients' requests"
    assert slowest(rows_of("read-stages", "HyperTransport 3"))["stage"] == "clients' requests"
    assert (
        read.values(rows_of("read-stages", "HyperTransport 3, ten threads"))["rate"] > 2.7 * 2**30
    )
    load = Stream()
    assert load.size / load.link == pytest.approx(8.5e-3, abs=0.1e-3)
    assert load.size * a_byte() / 1.6e9 == pytest.approx(5.2e-3, abs=0.3e-3)


def test_a_second_cable_a_second_card_and_more_disks_change_nothing():
    rate = get("read-stages").values(rows_of("read-stages"))["rate"]
    for settings in ({"ports": 1}, {"cards": 2}, {"jbods": 7}):
        assert get("read-stages").values(rows_of("read-stages", **settings))[
            "rate"
        ] == pytest.approx(rate, rel=0.04)


def test_a_terabyte_lies_further_apart():
    near, far = (
        get("read-stages").values(rows_of("read-stages", "two JBODs", data=n))["most_disks"]
        for n in (400e9, 1e12)
    )
    assert far / near == pytest.approx(0.94, abs=0.02)
    more = rows_of("read-stages", "two JBODs", each=24, capacity=1e12)
    assert get("read-stages").values(more)["most_disks"] / near == pytest.approx(8 / 7, abs=0.02)


def test_what_the_page_says_of_the_thread():
    v = {
        preset: get("write-stages").values(rows_of("write-stages", preset))
        for preset in get("write-stages").presets
    }
    assert v["mirrored"]["rate"] < 563 * 2**20 and v["double parity"]["rate"] > 514 * 2**20
    assert 1 < v["with log devices"]["rate"] / v["mirrored"]["rate"] < 1.04
    assert v["with log devices"]["disk"] / v["mirrored"]["disk"] == pytest.approx(0.8, abs=0.04)
    gain, measured = v["HyperTransport 3"]["both"] / v["mirrored"]["both"] - 1, 932 / 577 - 1
    assert 0.3 < gain / measured < 0.5 and measured == pytest.approx(0.6, abs=0.02)
    assert slowest(rows_of("write-stages", "two JBODs"))["stage"] == "the group's thread"


# ---- writes


def test_half_the_bytes_for_double_parity_is_read_off_what_is_drawn():
    rows, pattern = (
        rows_of("write-stages", "double parity"),
        of("write-stages", "stream-write-raidz2-pattern"),
    )
    assert pattern(rows) is True
    swap = {"mirrored": "double parity", "double parity": "mirrored"}
    assert (
        pattern(
            [
                {**row, "layout": swap.get(row["layout"], row["layout"])}
                if "layout" in row
                else row
                for row in rows
            ]
        )
        is False
    )
    assert pattern([row for row in rows if row["row"] != "piece"]) is False
    assert pattern([]) is False
    for factor in (0.5, 2.0):
        for field in ("disk", "come"):
            assert (
                pattern(
                    changed(
                        rows,
                        lambda row: row["row"] == "layout" and row["layout"] == "double parity",
                        **{field: lambda row, f=factor, name=field: f * row[name]},
                    )
                )
                is False
            )
    assert (
        pattern(rows_of("write-stages", "double parity", width=4)) is False
    )  # as much as a mirror


def test_what_reaches_the_disks_is_data_copies_and_the_log():
    v = get("write-stages").values(rows_of("write-stages"))
    assert v["disk"] == pytest.approx(v["rate"] * v["once"] + v["log"])
    assert v["per_byte"] == pytest.approx(v["once"] * (1 + v["extra"]))
    assert (
        slowest(rows_of("write-stages"))["stage"]
        == "the group's thread"
        == slowest(rows_of("write-stages", "HyperTransport 3"))["stage"]
    )
    assert slowest(rows_of("write-stages", jbods=2, hbas=1, chains=1))["stage"] == "disk cables"
    for preset in ("64 KiB writes", "with log devices"):
        assert get("write-stages").values(rows_of("write-stages", preset))[
            "extra"
        ] == pytest.approx(0, abs=1e-9)


# ---- a terabyte

STEP, DECAY, DAY = ("stream-read-step-pattern", "stream-decay-pattern", "stream-24h-pattern")


def test_all_bytes_arrive_and_all_clients_are_drawn():
    rows = rows_of("one-terabyte")
    v = get("one-terabyte").values(rows)
    assert v["bytes"] == pytest.approx(2**40)
    drawn = sum((row["t2"] - row["t"]) * row["rate"] for row in rows if row["row"] == "part")
    assert drawn == pytest.approx(2**40)
    assert v["end"] * v["all"] == pytest.approx(2**40)


def test_a_step_is_one_level_at_the_end():
    rows, step = rows_of("one-terabyte"), of("one-terabyte", STEP)
    end = max(row["t2"] for row in rows if row["row"] == "bin")
    assert step(rows) is True
    together = rows_of("one-terabyte", slow=1.0)
    assert step(together) is False and get("one-terabyte").values(together)["step"] == 0
    assert "All end at the same time" in get("one-terabyte").describe(together)
    assert step(rows_of("one-terabyte", "a client at half speed")) is False  # not a little step
    assert step(rows_of("one-terabyte", "24 hours")) is False
    late = lambda row: row["row"] == "bin" and row["t"] > 0.9 * end  # noqa: E731
    assert step(changed(rows, late, rate=lambda row: 0.0)) is False  # nothing is left of it
    assert (
        step(
            changed(
                rows, lambda row: row["row"] == "bin" and 100 < row["t"] < 130, rate=lambda row: 1e7
            )
        )
        is False
    )
    assert (
        step(
            changed(
                rows,
                lambda row: row["row"] == "bin" and row["what"] == "disks",
                rate=lambda row: 1e9,
            )
        )
        is False
    )
    assert step([]) is False


def test_a_decay_is_slight_and_steady():
    rows, decay = rows_of("one-terabyte"), of("one-terabyte", DECAY)
    assert decay(rows) is True
    assert decay(rows_of("one-terabyte", decay=0.0)) is False
    assert decay(rows_of("one-terabyte", decay=0.6)) is False  # not slight
    assert (
        decay(
            changed(
                rows, lambda row: row["row"] == "bin" and row["t"] > 400, rate=lambda row: 1.2e9
            )
        )
        is False
    )
    assert decay([]) is False


def test_a_day_is_steady_only_if_it_is_a_day_and_nothing_falls():
    rows, day = rows_of("one-terabyte", "24 hours"), of("one-terabyte", DAY)
    assert day(rows) is True
    assert day(rows_of("one-terabyte", "24 hours, old switches")) is False
    assert day(rows_of("one-terabyte")) is False
    assert day(rows_of("one-terabyte", "24 hours", length=12 * 3600.0)) is False
    assert (
        day(
            changed(
                rows,
                lambda row: row["row"] == "bin" and row["t"] > 80_000,
                rate=lambda row: 0.9 * row["rate"],
            )
        )
        is False
    )
    assert day([]) is False
    assert max(row["t2"] for row in rows if row["row"] == "bin") < inf


# How clients share what a server can carry.


def test_who_wants_less_gets_it_and_the_others_share_the_rest():
    assert shares(10, [1, 100, 100]) == [1, 4.5, 4.5]
    assert shares(10, [1, 2]) == [1, 2]
    assert shares(9, [5, 5, 5]) == [3, 3, 3]
    assert shares(9, [100, 100], [2, 1]) == [6, 3]
    assert shares(9, [1, 100, 100], [2, 2, 1]) == pytest.approx([1, 16 / 3, 8 / 3])


def test_all_bytes_arrive_and_a_slow_client_ends_last_and_alone():
    steps = list(transfer([100.0] * 3, [50.0, 50.0, 20.0], lambda t: 90.0, 0.3))
    assert fsum(fsum(step.moved) for step in steps) == pytest.approx(300)
    assert steps[-1].end == pytest.approx(5.0)  # 100 at 20 a second
    assert steps[-1].moved[0] == 0 < steps[-1].moved[2]
    assert all(a.end == pytest.approx(b.start) for a, b in pairwise(steps))


def test_the_length_of_a_step_changes_no_end():
    ends = [
        list(transfer([70.0, 30.0], [1e9, 1e9], lambda t: 10.0, step))[-1].end
        for step in (0.1, 1.0, 100.0)
    ]
    assert ends == pytest.approx([10.0] * 3)


def test_what_never_ends_goes_on_until_it_is_stopped():
    steps = list(transfer([float("inf")] * 2, [1e9] * 2, lambda t: 10.0, 1.0, until=7.5))
    assert steps[-1].end == 7.5 and fsum(fsum(step.moved) for step in steps) == pytest.approx(75)
