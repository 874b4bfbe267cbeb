"""What the chapter on transaction groups says of its figures is what they show."""

import pytest

from figures.contents import get
from figures.kit.rows import of
from figures.transaction_groups.group_and_reads import DiskUse
from models.devices.flash_drive import SSDS
from models.devices.hdd import HardDisk
from models.machine import FREEBSD_BOX, SERVER_TODAY
from models.units import KiB, MiB, ms, us
from tests.figures.runs import rows_of, values_of


@pytest.mark.parametrize("preset", get("group-timeline").presets)
def test_the_log_holds_at_least_what_was_promised_and_is_not_on_disk(preset):
    most = (
        2.0 if preset == "the log on the disk" else 1.3
    )  # commits share blocks whose size was chosen before
    for row in of(rows_of("group-timeline", preset), "bin"):
        assert row["safe"] <= row["log"] <= most * row["safe"] + 64 * KiB
        assert row["safe"] <= row["dirty"]


@pytest.mark.parametrize("preset", ["every 5 s", "every 30 s", "nobody asks for safety"])
def test_most_is_dirty_when_a_group_is_about_to_be_on_disk(preset):
    params, _ = get("group-timeline").preset_settings(preset)
    v = values_of("group-timeline", preset)
    expected = params["rate"] * 32 * KiB * (params["interval"] + v["going_out"])
    assert v["most"] == pytest.approx(expected, rel=0.06)


def test_who_asks_for_nothing_has_nothing_in_the_log_and_who_always_asks_nothing_beside_it():
    nobody, everybody = (
        values_of("group-timeline", "nobody asks for safety"),
        values_of("group-timeline", "everybody does"),
    )
    assert (nobody["most_log"], nobody["records"], nobody["safe"]) == (0, 0, 0)
    assert everybody["plain"] == 0
    said = get("group-timeline").describe(rows_of("group-timeline", "everybody does"))
    assert said.endswith("Nothing is only in memory.") and "0 B" not in said
    assert nobody["dirty"] == pytest.approx(everybody["dirty"], rel=0.02)


def test_before_the_first_group_is_on_disk_the_log_holds_everything_promised():
    rows = rows_of("group-timeline", moment=3.0)
    v = get("group-timeline").values(rows)
    assert v["group"] == 0
    assert v["safe"] == pytest.approx(200 * 32 * KiB * 3.0 / 2, rel=0.1)
    assert "no group is on disk yet" in get("group-timeline").describe(rows)


def test_records_are_needed_until_their_group_is_on_disk():
    rows = rows_of("group-timeline", "while a group goes out")
    kept = of(rows, "kept")
    assert {row["number"] for row in kept if row["state"] == "needed no longer"} == {1}
    assert {row["number"] for row in kept if row["state"] == "log entries needed then"} <= {2, 3}


def test_the_parts_of_a_group_add_up_to_it():
    rows = rows_of("burst-size")
    for group in of(rows, "group"):
        parts = [row["bytes"] for row in of(rows, "part") if row["record"] == group["record"]]
        assert min(parts) >= 0
        assert sum(parts) == pytest.approx(group["bytes"])


@pytest.mark.parametrize("preset", get("burst-size").presets)
def test_the_disk_writes_what_the_group_has_gathered_its_root_and_its_space_maps(preset):
    rows = rows_of("burst-size", preset)
    written, groups = of(rows, "written"), {row["record"]: row for row in of(rows, "group")}
    assert [row["record"] for row in written] == ["8 KiB", "128 KiB"]
    for row in written:
        group = groups[row["record"]]
        assert group["bytes"] < row["bytes"] < 1.03 * group["bytes"]
        assert (
            row["share"] == row["bytes"] / group["asked"] and row["interval"] == group["interval"]
        )


def test_the_marks_of_what_was_written_lie_on_the_curves():
    rows = rows_of("burst-size")
    curve = {(row["record"], row["interval"]): row["share"] for row in of(rows, "curve")}
    for row in of(rows, "written"):
        assert row["share"] == pytest.approx(curve[row["record"], row["interval"]], rel=0.02)


def test_a_longer_interval_is_never_dearer():
    curve = of(rows_of("burst-size", "a small file"), "curve")
    for record in {row["record"] for row in curve}:
        shares = [row["share"] for row in curve if row["record"] == record]
        assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("preset", get("write-throttle").presets)
def test_the_later_the_throttle_the_shorter_the_longest_write(preset):
    v = values_of("write-throttle", preset)
    assert v["limit_longest"] > v["tick_longest"] > v["curve_longest"]
    assert min(v[f"{name}_busy"] for name in ("limit", "tick", "curve")) > 0.85
    assert v["limit_typical"] <= v["curve_typical"]


def test_ticks_hold_one_program_and_not_eight():
    assert values_of("write-throttle")["tick_longest"] == pytest.approx(10 * ms, rel=0.02)
    assert values_of("write-throttle", "eight programs")["tick_longest"] > 1.0


def test_nobody_reaches_the_limit_on_the_curve():
    v = values_of("write-throttle")
    assert v["curve_still"] == 0
    assert 0.6 * 128 * MiB < v["curve_peak"] < 128 * MiB


def test_a_deep_queue_delays_reads_and_does_not_hasten_the_group():
    one, many = (values_of("group-and-reads", seed=1, pending=n, log=False) for n in (1, 35))
    assert many["longest"] > 1.5 * one["longest"]
    assert many["late"] > 1.5 * one["late"]
    assert many["group_time"] > 0.9 * one["group_time"]


def test_without_writers_there_is_no_fence():
    v = values_of("group-and-reads", "nobody writes")
    assert v["groups"] == 0
    assert v["slow"] < 0.01


def test_a_fence_has_a_picket_every_interval():
    for preset, interval in (("with a log device", 30.0), ("every 5 s", 5.0)):
        starts = [row["t1"] for row in of(rows_of("group-and-reads", preset), "group")]
        assert starts == pytest.approx([interval * (n + 1) for n in range(len(starts))], abs=0.05)
        assert len(starts) == 72 // interval


def test_slow_reads_come_while_a_group_goes_out():
    rows = rows_of("group-and-reads", "with a log device")
    groups = [(row["t1"], row["t2"]) for row in of(rows, "group")]
    slow = [row for row in of(rows, "cell") if row["low"] >= 0.1]
    near = [row for row in slow if any(a - 1 < row["t1"] < b + 1 for a, b in groups)]
    assert sum(row["n"] for row in near) > 0.95 * sum(row["n"] for row in slow) > 0


def test_a_log_device_takes_safe_writes_out_of_the_fence():
    assert values_of("group-and-reads", "log on the disks")["safe_longest"] > 0.1
    assert values_of("group-and-reads", "with a log device")["safe_longest"] < 1 * ms


def test_what_the_chapter_says_of_settings_is_what_they_are():
    assert get("group-timeline").params["interval"].default == 5.0
    small = get("burst-size").preset_settings("a small file")[0]
    assert (small["file"], small["interval"]) == (256 * MiB, 60.0)
    v = values_of("burst-size")
    assert 4700 < v["large_reads"] < 5000 == v["asked"] / (8 * KiB)


def test_of_a_hundred_writes_ticks_hold_back_a_few_and_the_plain_limit_hardly_one():
    v = values_of("write-throttle")
    assert v["limit_late"] < 1 * ms < v["tick_late"]
    assert v["tick_typical"] < 1 * ms
    assert v["curve_typical"] < 32 * KiB / (40 * MiB) < 1.15 * v["curve_typical"]


def test_without_a_log_device_the_slowest_reads_tell_what_a_deep_queue_does():
    deep, usual = (
        values_of("group-and-reads", preset) for preset in ("35 at a time", "log on the disks")
    )
    assert deep["late"] > 1.5 * usual["late"]
    assert deep["slow"] < 1.2 * usual["slow"]


def test_the_use_of_disks_is_split_where_a_second_ends_and_adds_up():
    disk = HardDisk(FREEBSD_BOX.drive)
    disk.read(1 - 1 * ms, disk.capacity // 2, 64 * KiB)
    end = disk.trace[0].finish
    use = DiskUse([disk], 3)
    assert use.in_second(0) == pytest.approx({"read": 1 * ms, "write": 0.0, "flush": 0.0})
    assert use.in_second(1)["read"] == pytest.approx(end - 1)
    assert use.in_second(2)["read"] == 0


@pytest.mark.parametrize("preset", ["100 MiB a second", "half as much"])
def test_beside_a_group_a_read_of_flash_waits_for_one_program_and_a_read_of_a_disk_for_a_flush(
    preset,
):
    alone, beside = values_of("fence-today", "nobody writes"), values_of("fence-today", preset)
    assert alone["flash_longest"] == pytest.approx(alone["flash_typical"])
    wait = beside["flash_longest"] - alone["flash_typical"]
    program = SSDS["nvme-server"].program_time
    assert 0.7 * program < wait <= program + 50 * us  # and, rarely, for another read of the chip
    group = get("fence-today").preset_settings(preset)[0]["load"] * SERVER_TODAY.groups.interval
    assert beside["disk_longest"] < group / SERVER_TODAY.drive.media_rate
    assert beside["disk_longest"] > 10 * alone["disk_longest"]
