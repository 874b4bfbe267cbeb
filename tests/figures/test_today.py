"""The set-ups of today, each beside the machine of its chapter: what stayed and what did not."""

import pytest

from tests.figures.runs import result_of


def both(id, then, today):
    return tuple(result_of(id, preset)["values"] for preset in (then, today))


def test_a_lonely_writer_pays_the_same_turn_on_a_disk_of_today():
    then, today = both("one-writer", "as measured", "a disk of today")
    assert today["turn"] == then["turn"]
    assert then["iops"] < today["iops"] < 120
    assert (today["gap"] - today["turn"]) / (then["gap"] - then["turn"]) == pytest.approx(
        131.5 / 291, rel=0.05
    )


def test_a_disk_of_today_reads_about_as_many_places_a_second_as_one_of_2014():
    then, today = both("disk-queue", "ten reads", "a disk of today")
    assert 1 < today["read1_iops"] / then["read1_iops"] < 1.2
    assert 1 < today["iops"] / then["iops"] < 1.2
    assert today["p90"] > 10 * today["read1_mean"]


def test_without_a_log_device_a_crowd_waits_for_platters_then_and_now_and_with_one_for_processors():
    then, today = both(
        "load-ramp", "no Logzillas, 13 threads a client", "server of today, 13 threads a client"
    )
    assert today["ops"] == pytest.approx(then["ops"], rel=0.15)
    assert today["median"] > today["turn"]
    then, today = both("load-ramp", "as measured, 8 Logzillas", "server of today")
    assert today["cpu"] > 0.9 < then["cpu"]
    assert 5 < today["ops"] / then["ops"] < 20


def test_the_faint_line_is_fainter_on_a_disk_of_today():
    then, today = both("one-and-two-disks", "as measured, one disk", "a disk of today")
    assert 0 < today["share"] < 0.6 * then["share"]
    assert today["turn"] == then["turn"]
