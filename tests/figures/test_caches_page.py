"""What the chapter on caches says without a number, and asks its readers to find, is so."""

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


@pytest.mark.parametrize(("data", "best"), [(0.2e12, "memory"), (1e12, "flash"), (2e12, "disks")])
def test_what_to_buy_depends_on_how_much_is_asked_for(data, best):
    rates = {
        what: values("hybrid-pool", working_set=data, **changes)["iops"]
        for what, changes in INSTEAD.items()
    }
    assert max(rates, key=rates.__getitem__) == best, rates


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


def test_few_clients_give_the_old_feeder_time():
    assert (
        values("flash-feeding", threads=4)["captured"] > 0.98 > values("flash-feeding")["captured"]
    )


def test_eight_devices_take_eight_times_as_long_to_fill_as_one():
    fill = [values("flash-feeding", devices=n)["pace_fill"] for n in (1, 8)]
    assert fill[1] == pytest.approx(8 * fill[0], rel=0.01)


def test_in_the_film_a_larger_cache_finds_less_than_lru():
    found = [values("arc-lists", size=size) for size in (8, 14)]
    assert found[0]["hits"] > found[0]["lru"] and found[1]["hits"] < found[1]["lru"]


def limits_of(name, seed=None):
    """The mean time of a request under each limit tried, and without one; the best limits."""
    rows, v = rows_of("metadata-limit", name, seed), values_of("metadata-limit", name, seed)
    times = {
        row["limit"]: row["latency"]
        for row in rows
        if row["row"] == "mean" and row["rule"] == "limit"
    }
    return times, v, [limit for limit in times if v["best"] <= limit <= v["best_most"]]


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_best_for_a_walk_is_bad_for_small_files_and_the_other_way_round(seed):
    files, walk = (limits_of(name, seed) for name in ("many small files", "a walk, then data"))
    assert all(2 < files[0][limit] / files[1]["latency_best"] < 3.2 for limit in walk[2])
    assert all(2.7 < walk[0][limit] / walk[1]["latency_best"] < 4.5 for limit in files[2])


def test_the_best_limits_of_a_load_are_those_that_are_no_slower_than_the_best():
    for name in get("metadata-limit").presets:
        times, v, best = limits_of(name)
        assert min(times.values()) == v["latency_best"]
        assert all(
            (times[limit] <= 1.01 * v["latency_best"]) == (limit in best) for limit in times
        ), name


def test_little_metadata_feels_no_limit_of_a_tenth_or_more_and_a_limit_that_fits_beats_none():
    times, v, best = limits_of("little metadata")
    assert best == [limit for limit in times if limit >= 0.1]
    for name in ("a walk, then data", "a walk, then both"):
        _, v, _ = limits_of(name)
        assert v["latency_best"] < 0.9 * v["latency_none"]
    _, v, _ = limits_of("many small files")
    assert v["latency_best"] == pytest.approx(v["latency_none"], rel=0.02)


def test_there_is_a_load_for_which_the_best_limit_is_forty_percent():
    for metadata in (0.1, 0.3):
        v = values(
            "metadata-limit",
            metadata=metadata,
            metadata_set=1.0,
            data_set=0.5,
            skew=3,
            record=32 * KiB,
            walk=True,
        )
        assert v["best"] == v["best_most"] == 0.4


def test_lru_needs_the_cache_that_the_page_says_and_not_a_block_less():
    v = values("replacement-policies")
    found = [
        values("replacement-policies", size=size)["lru"]
        for size in (v["lru_needs"] - 0.001, v["lru_needs"])
    ]
    assert found[0] < v["arc"] <= found[1]


def test_segments_keep_what_they_gain_until_they_are_a_tenth_of_the_device():
    usual, huge = values("flash-eviction"), values("flash-eviction", segment=0.125e12)
    assert usual["single"] > usual["segments"] > usual["ring"] + 0.02
    assert huge["segments"] - huge["ring"] < 0.6 * (usual["segments"] - usual["ring"])


def test_where_programs_take_much_the_new_cache_gives_up_more_in_all_in_smaller_steps():
    found = values("arc-locks", swing=12 * 2.0**30)
    assert (
        found["given_after"] > found["given_before"] and found["hits_after"] > found["hits_before"]
    )
    assert found["step_after"] < 0.3 * found["step_before"]


def test_with_flash_the_disks_are_as_busy_as_before():
    v = values("hybrid-pool")
    assert v["iops"] * v["disk"] == pytest.approx(v["iops_without"] * v["disk_without"], rel=0.1)


def test_little_memory_cannot_know_of_flash_that_would_hold_the_data_nine_times():
    figure = get("hybrid-pool")
    settings, _ = figure.preset_settings("little memory, much flash")
    v = values_of("hybrid-pool", "little memory, much flash")
    assert 9 < settings["devices"] * settings["capacity"] / settings["working_set"] < 10
    assert 0.28 < v["headers_share"] <= 0.301 and v["disk"] > 0.2


def test_the_lines_of_what_to_buy_meet_what_the_presets_say():
    own = {row["way"]: row for row in rows_of("hybrid-pool") if row["row"] == "way" and row["own"]}
    for way, preset in (
        ("twice the memory", "twice the memory instead"),
        ("three times the disks", "three times the disks instead"),
    ):
        assert own[way]["iops"] == pytest.approx(values_of("hybrid-pool", preset)["iops"], rel=1e-6)


def test_sixteen_processors_and_sixty_four_answer_alike_in_the_old_cache():
    few, many = values("arc-locks", cpus=16), values("arc-locks")
    assert many["cached_before"] == pytest.approx(few["cached_before"], rel=0.02)
    assert many["cached_before"] <= few["cached_before"]


@pytest.mark.parametrize("seed", [1, 2])
def test_segments_of_a_quarter_of_the_device_keep_little_or_nothing_of_the_gain(seed):
    rows = rows_of("flash-eviction", seed=seed)
    gains = {row["segment"]: row["more"] for row in rows if row["row"] == "size"}
    usual = values("flash-eviction")
    assert gains[0.25e12] < 0.4 * (usual["segments"] - usual["ring"])


@pytest.mark.parametrize("seed", [2, 3])
def test_other_seeds_give_about_as_much(seed):
    one, other = (values_of("hybrid-pool", seed=n) for n in (1, seed))
    assert 0.97 < other["iops"] / one["iops"] < 1.065 and other["disk"] == pytest.approx(
        one["disk"], abs=0.015
    )


def test_lru_needs_about_a_third_of_the_data():
    for seed in (1, 3):
        assert values_of("replacement-policies", seed=seed)["lru_needs"] == pytest.approx(
            1 / 3, abs=0.04
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
