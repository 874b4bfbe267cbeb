"""What the chapter on queues and resilvering says without a number, or with one that is written
there, is so."""

import re
from functools import cache
from pathlib import Path

import pytest

from figures.contents import get
from figures.kit.rows import one
from figures.queues_resilvering.experiments.depths import by_the_machine, point
from figures.queues_resilvering.experiments.rebuild import ApplicationLoad, rebuild
from figures.queues_resilvering.experiments.trial import trial
from models.catalogue.machines import values as constants
from models.machine import DiskReads, Machine, Resilver
from models.units import KiB, day
from models.zfs.io.scheduler import PRIORITIES
from models.zfs.resilver.job import Job
from tests.figures.runs import rows_of, values_of

NOTES = (Path(__file__).parents[2] / "book" / "notes.md").read_text(encoding="utf-8")
QUEUE, RESILVER = constants("zfs-queue"), constants("zfs-resilver")


@cache
def values(id, preset=None, **changes):
    return values_of(id, preset, **changes)


@cache
def days(order, seed=1, **load):
    return (
        1e12
        / rebuild(Job(), order, ApplicationLoad(**{"depth": 2, **load}), seed=seed).rate
        / 86400
    )


def test_the_table_of_classes_is_that_of_the_queue():
    names = {
        "prefetch of the {term}`dedup table`": "ddt prefetch",
        "async read ({term}`prefetch`)": "async read",
        "scrub: reading everything to see that it can be read": "scrub",
    }
    told = {}
    for number, classes in re.findall(
        r"^  \| (\d+) \| ([^|]+?) \| (?:a|somebody|nobody|the)[^|]* \|$", NOTES, re.M
    ):
        for name in re.split(r"; |, ", classes) if classes not in names else [names[classes]]:
            told[name] = int(number)
    assert told == PRIORITIES


def test_a_class_is_a_delay_of_064_seconds_for_each_of_its_numbers():
    assert QUEUE["step"] == 0.64 and PRIORITIES["resilver"] * QUEUE["step"] == pytest.approx(6.4)
    assert (QUEUE["pending_first"], QUEUE["pending"], QUEUE["pending_start"]) == (35, 10, 4)


def test_forty_reads_a_second_keep_a_disk_half_busy_in_each_figure():
    for id in ("two-queues", "resilver-race", "resilver-time", "choose-depth"):
        assert get(id).params["reads"].default == RESILVER["reads"] == 40, id
    assert values("two-queues", "no resilver")["busy"] == pytest.approx(0.5, abs=0.05)


def test_none_of_the_resilvers_goes_before_a_read_in_the_queue_that_knows_it():
    found = values("two-queues", "depth 10")
    assert found["passed"] == 0 and found["most"] > 20 and found["held"] > 10 * found["waited"]
    assert found["actv"] == pytest.approx(10, rel=0.01)


def test_iostats_columns_are_tied_by_littles_law():
    for preset in ("depth 10", "depth 2", "16 disks, 35"):
        found = values("two-queues", preset)
        assert found["rs"] * found["asvc"] == pytest.approx(found["actv"])


def test_the_applications_commands_are_longer_in_the_drive_than_the_average_because_the_resilvers_are_sorted():
    held = {}
    for rule in ("deadline", "fcfs"):
        found = values("two-queues", depth=10, rule=rule)
        held[rule] = found["held"] / found["asvc"]
    assert held["deadline"] > 1.3 and held["fcfs"] == pytest.approx(1, abs=0.15)


def test_from_two_to_35_the_resilver_is_three_times_as_fast_and_the_users_wait_five_times_as_long():
    found = values("two-queues")
    assert found["days_2"] / found["days_35"] == pytest.approx(3, abs=0.4)
    assert found["mean_35"] / found["mean_2"] == pytest.approx(5, abs=0.6)


def test_a_short_queue_in_the_drive_is_worth_nothing_without_classes_before_it():
    assert values("two-queues", "no classes")["mean"] > 10 * values("two-queues", "depth 2")["mean"]


def test_with_the_old_codes_second_number_a_depth_of_two_is_nearly_four():
    both = values("two-queues", depth=2, start=True)
    assert 3.3 < both["actv"] < 4
    assert both["mean"] == pytest.approx(both["mean_4"], rel=0.15)
    assert both["mean"] > 1.3 * values("two-queues", depth=2)["mean"]


@pytest.mark.parametrize("depth", [4, 10, 35])
def test_from_a_depth_of_four_on_the_second_number_does_no_more_than_chance(depth):
    assert values("two-queues", depth=depth, start=True)["mean"] == pytest.approx(
        values("two-queues", depth=depth)["mean"], rel=0.06
    )


@pytest.mark.parametrize(
    "preset",
    [
        "depth 10",
        "depth 2",
        "depth 10, disk order",
        "OpenZFS 2013",
        "OpenZFS 2013, disk order",
        "OpenZFS 2020, disk order",
        "16 disks, 35",
    ],
)
def test_what_is_set_and_its_bar_and_its_dot_in_choose_depth_are_one_number(preset):
    params = get("two-queues").presets[preset].params
    found = values("two-queues", preset)
    name = {"per class": "2013", "with credit": "2020"}.get(
        params.get("rule"), params.get("depth", 2)
    )
    if "rule" not in params:  # the bars are of depths
        for each in ("mean", "p90", "days"):
            assert found[f"{each}_set"] == found[f"{each}_{name}"], each
    if "device" not in params:
        other = values("choose-depth", order=params.get("order", "metadata"))
        assert (found["p90_set"], found["days_set"]) == (
            other[f"latency_{name}"],
            other[f"days_{name}"],
        )


@pytest.mark.parametrize("preset", get("choose-depth").presets)
def test_the_ring_of_choose_depth_is_a_run_of_the_machine_around_the_dot_of_the_fast_form(preset):
    rows = rows_of("choose-depth", preset)
    ring, dot = one(rows, "run"), one(rows, "point", mine="yes")
    assert (ring["order"], ring["depth"]) == (dot["order"], dot["depth"])
    for place in ("drawn_latency", "drawn_days"):
        assert ring[place] == pytest.approx(dot[place], rel=1e-9)


def test_that_run_is_a_resilver_and_reads_on_the_disk_of_a_machine(monkeypatch):
    loads, start = [], Machine.start
    monkeypatch.setattr(
        Machine, "start", lambda machine, *more: loads.extend(more) or start(machine, *more)
    )
    seen = by_the_machine.__wrapped__("disk", 10, 40.0, 8 * KiB, 240, 3)
    assert [type(load) for load in loads] == [DiskReads, Resilver]
    assert loads[0].answered == len(seen.reads) and loads[1].done == seen.ios > 1000


def test_an_array_with_two_commands_falls_behind_for_as_long_as_reads_come():
    few, many = (trial("array", "metadata", 2, count=count).mean for count in (100, 300))
    assert many > 2 * few
    few, many = (trial("array", "metadata", 35, count=count).mean for count in (100, 300))
    assert many < 1.3 * few


def test_an_ssd_wants_sixteen_and_gains_little_beyond():
    found = values("two-queues", "an SSD, 16")
    assert found["rate_set"] > 10 * found["rate_1"] and found["rate_set"] > 1.4 * found["rate_4"]
    assert found["rate_35"] < 1.25 * found["rate_set"]


def test_order_costs_the_users_nothing():
    found = values("resilver-race")
    assert found["app_disk"] < 1.05 * found["app_metadata"] and found["gain"] > 20


def test_without_its_throttle_the_old_way_takes_as_long_as_the_first_figure_says():
    assert values("resilver-race")["days_metadata"] == pytest.approx(
        values("two-queues")["days_2"] / 86400, rel=0.1
    )


def test_one_command_instead_of_two_is_no_loss_in_the_model():
    two, one = values("resilver-race"), values("resilver-race", "depth 1")
    assert one["seconds_disk"] < 1.15 * two["seconds_disk"]
    assert days("metadata", depth=1) == pytest.approx(days("metadata"), rel=0.08)
    assert one["app_disk"] < two["app_disk"]
    assert values("resilver-race", "depth 1", ahead=False)["seconds_disk"] > 2 * one["seconds_disk"]
    assert values("resilver-race", "depth 1", ahead=False)["days_disk"] > 2
    assert values("resilver-race", ahead=False)["seconds_disk"] == pytest.approx(
        two["seconds_disk"], rel=0.03
    )
    chosen = values("choose-depth", "disk order")
    assert chosen["latency_1"] < chosen["latency_2"] and chosen["days_1"] < chosen["days_2"]


def test_two_is_the_largest_depth_at_which_the_drive_cannot_choose():
    overtaken = {
        depth: values("two-queues", depth=depth, order="disk")["most"] for depth in (1, 2, 3)
    }
    assert overtaken[1] == overtaken[2] == 0 and overtaken[3] > 10


def test_a_sweep_moves_the_arm_for_one_block_in_ten_and_at_ten_commands_its_reads_wait_twice_as_long():
    assert values("resilver-race")["jumps_disk"] == pytest.approx(0.1, abs=0.02)
    ten = values("resilver-race", "depth 10")
    assert 2 < ten["app_disk"] / ten["app_metadata"] < 3
    sweep, walk = (values("two-queues", preset) for preset in ("depth 10, disk order", "depth 10"))
    assert sweep["mean"] / walk["mean"] == pytest.approx(2, abs=0.3)


@pytest.mark.parametrize(("id", "depths"), [("first-in-line", (2, 10)), ("third-command", (2, 3))])
def test_the_film_follows_a_read_that_two_commands_let_pass_and_more_do_not(id, depths):
    few, many = (values(id, depth=depth) for depth in depths)
    assert few["passed"] == 0 and many["passed"] > 20
    assert many["latency"] > 3 * few["latency"]
    rows = rows_of(id)
    arm = [row["x"] for row in rows if row["row"] == "arm"]
    assert len(arm) == len({row["frame"] for row in rows if "frame" in row}) <= 60
    assert all(0 <= row["x"] <= 1 for row in rows if row["row"] in ("arm", "held"))
    for t in {row["frame"] for row in rows if "frame" in row}:
        held = [row for row in rows if row["row"] == "held" and row["frame"] == t]
        assert len(held) <= get(id).params["depth"].default


def test_flash_of_today_is_limited_by_one_command_at_a_time_and_no_third_one_harms_it():
    today, old = values("resilver-today"), values("resilver-today", "the queue of 2013")
    large, millions = values("resilver-today", "128 KiB"), values("resilver-time")["millions"]
    assert today["flash_walked_seconds"] == pytest.approx(
        millions * 1e6 * today["flash_alone"], rel=0.03
    )
    assert old["disk_swept_read"] > 3 * today["disk_swept_read"]
    assert old["flash_swept_read"] == pytest.approx(today["flash_swept_read"], rel=0.05)
    assert large["flash_gain"] == pytest.approx(1, abs=0.05) and large["disk_gain"] > 2
    for device, saved in (("disk", 0.2), ("flash", 0.015)):
        rest = today[f"{device}_rebuilt_seconds"] / today[f"{device}_swept_seconds"]
        assert rest == pytest.approx(1 - saved, abs=0.02)


def test_a_new_pool_and_one_written_in_order_go_at_the_same_pace():
    whole, little = (
        values("resilver-race", "written in order"),
        values("resilver-time", "a new pool"),
    )
    assert little["seconds_metadata"] * 50 == pytest.approx(whole["seconds_metadata"], rel=0.01)


def test_raid_z_takes_about_twice_the_day_a_wider_group_longer_and_large_blocks_just_make_it():
    five, wider = values("resilver-time", "RAID-Z"), values("resilver-time", layout="raidz2")
    assert 1.5 < five["days_disk"] < min(2.05, wider["days_disk"])
    assert 0.85 < values("resilver-time", "RAID-Z, large blocks")["days_disk"] < 1
    assert five["terabyte_throttle"] == pytest.approx(
        4 * values("resilver-time")["terabyte_throttle"], rel=0.01
    )


def test_on_a_busy_disk_two_take_two_days_and_a_few_more_take_one():
    found = values("choose-depth", "a busy disk")
    assert found["days_2"] / 86400 == pytest.approx(2, abs=0.2) and found["days_3"] < 86400
    assert found["latency_3"] > values("choose-depth", "disk order")["latency_2"]


def test_the_throttle_lets_fifty_blocks_a_second_go():
    assert RESILVER["delay"] == 0.02 and RESILVER["idle"] == 0.5
    assert values("resilver-race", "old throttle", depth=10)["blocks_metadata"] == pytest.approx(
        50, abs=1.5
    )


def test_with_the_throttle_the_depth_makes_little_difference_and_two_gains_nothing():
    two, ten, most = (values("resilver-race", depth=depth, throttle=True) for depth in (2, 10, 35))
    assert ten["app_metadata"] < two["app_metadata"] < 1.5 * ten["app_metadata"]
    assert most["app_metadata"] < 1.2 * ten["app_metadata"]
    assert two["days_metadata"] == pytest.approx(most["days_metadata"], rel=0.05)


def test_the_day_holds_up_to_some_43_reads_a_second_and_is_more_than_two_at_60():
    assert days("disk", reads=20) == pytest.approx(0.5, abs=0.13)
    for reads, kept in ((40, True), (46, False)):
        found = [days("disk", seed, reads=reads) for seed in (1, 2, 3)]
        assert (sum(found) / len(found) < 1) is kept, found
    assert 2 < sum(days("disk", seed, reads=60) for seed in (1, 2, 3)) / 3 < 2.6


def test_the_same_terabyte_on_a_larger_disk_takes_about_a_day_and_a_half():
    thin = [
        1e12
        / rebuild(Job(capacity=4 * 10**12), "disk", ApplicationLoad(depth=2), seed=seed).rate
        / 86400
        for seed in (1, 2)
    ]
    assert sum(thin) / 2 == pytest.approx(1.5, abs=0.2), thin


def test_at_60_reads_a_second_the_month_is_one_and_a_half_with_and_without_the_throttle():
    for delay in (0.0, RESILVER["delay"]):
        assert days("metadata", reads=60, delay=delay) == pytest.approx(45, abs=5)
    assert days("metadata", reads=20) == pytest.approx(14, abs=2.5)


def test_other_seeds_differ_by_up_to_an_eighth():
    for order in ("metadata", "disk"):
        found = [days(order, seed) for seed in range(1, 5)]
        middle = sum(found) / len(found)
        assert all(abs(one / middle - 1) < 0.13 for one in found), found


def test_what_nine_of_ten_reads_take_moves_by_up_to_a_fifth():
    for order in ("metadata", "disk"):
        for depth in (1, 2, 4):
            found = [point("disk", order, depth, seed=seed).p90 for seed in range(1, 5)]
            middle = sum(found) / len(found)
            assert all(abs(one / middle - 1) < 0.21 for one in found), (order, depth, found)


def test_in_metadata_order_no_depth_keeps_both_promises_and_in_disk_order_two_does():
    walk, found = values("choose-depth", "metadata order"), values("choose-depth")
    goal = found["goal"]
    assert walk["both"] == 0
    assert found["latency_2"] < goal and found["days_2"] < 86400
    assert found["latency_3"] > goal and found["both"] == 2
    assert walk["latency_2"] < goal < walk["latency_3"]


def test_two_of_the_stream_beside_a_read_are_one_too_many_and_counting_mends_it():
    found = values("choose-depth", "disk order")
    assert found["latency_2013"] > 5 * found["latency_2"]
    assert found["latency_2020"] < 1.3 * found["latency_2"]
    seeds = [
        point("disk", "disk", 10, "per class", count=120, seed=seed).p90 for seed in range(1, 9)
    ]
    assert (
        seeds[0] == found["latency_2013"]
        and 2 < max(seeds) / seeds[0] < 3.3
        and min(seeds) > 5 * found["latency_2"]
    )


def test_three_of_a_hundred_disks_a_year_are_one_of_400_in_a_month_and_one_of_12000_in_a_day():
    assert round(1 / (0.03 / 12)) == 400 and round(1 / (0.03 / 365), -3) == 12000


# The same words give the same number in each figure of the chapter on queues, within what they
# say of their samples.


NOISE = 0.13
"""What the chapter says that other seeds give more or less."""


@cache
def values_at(id, **settings):
    return values_of(id, seed=1, **settings)


@pytest.mark.parametrize(("order", "middle"), [("disk", 20.9 / 24), ("metadata", 23.9)])
def test_depth_two_is_one_number_of_days_in_four_figures(order, middle):
    trial = values_at("choose-depth", order="disk")
    found = {
        "choose-depth": trial["days_2" if order == "disk" else "other_days_2"],
        "two-queues, a bar": values_at("two-queues", order=order)["days_2"],
        "two-queues, as set": values_at("two-queues", order=order, depth=2)["days_set"],
        "resilver-race": values_at("resilver-race")[f"seconds_{order}"],
        "resilver-time": values_at("resilver-time", throttle=False)[f"seconds_{order}"],
    }
    for id, seconds in found.items():
        assert seconds == pytest.approx(middle * day, rel=NOISE), (id, found)


@pytest.mark.parametrize("order", ["disk", "metadata"])
def test_a_read_at_depth_two_takes_one_number_of_ms(order):
    found = [
        values_at("two-queues", order=order, depth=2)["mean"],
        values_at("two-queues", order=order)["mean_2"],
        values_at("resilver-race")[f"app_{order}"],
        values_at("choose-depth", order=order, share="mean")["latency_2"],
    ]
    assert found == pytest.approx([sum(found) / 4] * 4, rel=0.1)
