"""What the chapter on flash says without a number is so."""

from random import Random

import pytest

from figures.contents import get
from figures.flash import what_may_enter
from figures.flash.experiments.tier_times import idle_times, moments
from models.machine import Machine
from models.units import KiB
from tests.figures.runs import rows_of, values_of

INSTEAD = {
    "flash": {},
    "memory": {"devices": 0, "memory": 2 * get("hybrid-pool").params["memory"].default},
    "disks": {"devices": 0, "disks": 3 * get("hybrid-pool").params["disks"].default},
}


def values(id, **changes):
    return values_of(id, **changes)


@pytest.mark.parametrize(("data", "best"), [(0.2e12, "memory"), (1e12, "flash"), (5e12, "disks")])
def test_what_to_buy_depends_on_how_much_is_asked_for(data, best):
    rates = {
        what: values("hybrid-pool", working_set=data, **changes)["iops"]
        for what, changes in INSTEAD.items()
    }
    assert max(rates, key=rates.__getitem__) == best, rates


def test_the_shares_of_the_offers_are_as_the_page_says_in_words():
    one, five = values("hybrid-pool"), values("hybrid-pool", working_set=5e12)
    assert one["disk"] / one["disk_without"] == pytest.approx(1 / 3, abs=0.02)
    assert 1 - five["disk"] == pytest.approx(1 / 4, abs=0.03)


def test_only_more_disks_help_the_slowest_reads():
    late = {what: values("hybrid-pool", **changes)["late"] for what, changes in INSTEAD.items()}
    assert late["disks"] < 0.8 * min(late["flash"], late["memory"])
    none = values("hybrid-pool")["late_without"]
    assert late["disks"] < 0.5 * none and 0.6 * none < late["flash"] < late["memory"] < none


def test_the_last_fifth_of_the_reads_goes_to_disk_before_the_data_is_compressed():
    assert values("hybrid-pool")["disk"] == pytest.approx(0.21, abs=0.02)


def test_about_thirty_percent_of_what_memory_gives_up_is_on_flash_at_first():
    rows = rows_of("flash-feeding")
    start = next(row["start"] for row in rows if row["row"] == "sum")
    first = [
        row["captured"] for row in rows if row["row"] == "span" and start <= row["t"] < start + 3600
    ]
    assert sum(first) / len(first) == pytest.approx(0.3, abs=0.05), first


def test_with_data_that_compresses_to_a_half_nothing_is_left_for_the_disks():
    assert values("hybrid-pool", compression=2.0)["disk"] < 0.001


def test_clients_are_twice_as_fast_when_flash_answers_half_of_what_memory_cannot():
    spans = [row for row in rows_of("flash-feeding") if row["row"] == "span"]
    before = spans[0]
    half = next(row for row in spans if row["disk"] <= before["disk"] / 2)
    assert half["iops"] == pytest.approx(2 * before["iops"], rel=0.3)


def test_with_flash_the_disks_are_as_busy_as_before():
    v = values("hybrid-pool")
    assert v["iops"] * v["disk"] == pytest.approx(v["iops_without"] * v["disk_without"], rel=0.1)


@pytest.mark.parametrize("way", ["memory", "disks"])
def test_an_offer_makes_as_many_reads_as_a_server_that_has_it(way):
    has_it = values("hybrid-pool", **INSTEAD[way])["iops"]
    assert values("hybrid-pool")[f"iops_{way}"] == pytest.approx(has_it, rel=1e-6)


@pytest.mark.parametrize("data", [1e12, 5e12])
def test_three_times_the_disks_make_up_to_twice_the_reads(data):
    v = values("hybrid-pool", working_set=data)
    assert 1.5 < v["iops_disks"] / v["iops_without"] < 2


@pytest.mark.parametrize("seed", [2, 3])
def test_other_seeds_give_about_as_much(seed):
    one, other = (values_of("hybrid-pool", seed=n) for n in (1, seed))
    assert 0.97 < other["iops"] / one["iops"] < 1.065 and other["disk"] == pytest.approx(
        one["disk"], abs=0.015
    )


def test_the_slowest_reads_are_gone_when_flash_holds_all():
    assert values("hybrid-pool", compression=2.0)["late"] < 2e-3


def test_clients_pause_for_three_tenths_of_a_millisecond_between_reads():
    v = values("hybrid-pool")
    assert 64 / v["iops_without"] - v["mean_without"] == pytest.approx(
        0.0003 + 48e-6, rel=0.03
    )  # and cards and cores


def test_compressed_data_fits_on_flash_alone():
    v = values("hybrid-pool", compression=2.0)
    assert v["on"] * 2 >= v["data"]
    assert v["disk"] == 0


@pytest.mark.parametrize("preset", get("hybrid-pool").presets)
def test_a_short_run_of_the_machine_gives_what_mean_values_say_of_it(preset):
    rows = rows_of("hybrid-pool", preset)
    (ran,) = (row for row in rows if row["row"] == "ran")
    (said,) = (
        row for row in rows if row["row"] == "way" and row["own"] and row["way"] == ran["way"]
    )
    assert ran["iops"] == pytest.approx(said["iops"], rel=0.12)
    assert ran["mean"] == pytest.approx(said["mean"], rel=0.2)


@pytest.mark.parametrize("preset", get("flash-feeding").presets)
def test_a_feeder_keeps_up_with_as_much_on_a_machine_in_its_time(preset):
    rows = rows_of("flash-feeding", preset)
    (ran,) = (row for row in rows if row["row"] == "ran")
    (fast,) = (row for row in rows if row["row"] == "pace" and row["own"])
    assert [ran[name] for name in ("captured", "fed", "fill")] == pytest.approx(
        [fast[name] for name in ("captured", "fed", "fill")], rel=0.01
    )


@pytest.mark.parametrize("size", [8 * KiB, 128 * KiB])
def test_a_program_that_reads_alone_waits_for_a_disk_or_for_flash(size, monkeypatch):
    monkeypatch.setattr(what_may_enter, "ONE_BY_ONE", 600)
    lent = idle_times(
        Machine(what_may_enter.LOCAL.order(flash={"devices": 1})), size, 100e9, 600, Random(1)
    )
    flash, disk = (moments(times)[0] for times in lent)
    assert what_may_enter.alone(size, 100e9) == pytest.approx((disk, flash), rel=0.05)


@pytest.mark.parametrize("devices", [1, 6])
def test_the_film_of_the_feeder_copies_as_much_to_one_device_as_to_six(devices):
    v = values("feeder-at-work", devices=devices)
    assert v["copied"] == pytest.approx(8 / 27, abs=0.02)
    assert v["fed"] == pytest.approx(v["pace"], rel=0.1)
