"""What the chapter on caches says without a number, and asks its readers to find, is so."""
import pytest

from figures.contents import get

INSTEAD = {"flash": {}, "memory": {"devices": 0, "memory": 2 * get("hybrid-pool").params["memory"].default},
           "disks": {"devices": 0, "disks": 3 * get("hybrid-pool").params["disks"].default}}


def values(id, **changes):
    figure = get(id)
    return figure.values(figure.rows(**changes))


@pytest.mark.parametrize(("data", "best"), [(0.2e12, "memory"), (0.5e12, "flash"), (1e12, "flash"), (2e12, "disks"),
                                            (5e12, "disks")])
def test_what_to_buy_depends_on_how_much_is_asked_for(data, best):
    rates = {what: values("hybrid-pool", working_set=data, **changes)["iops"] for what, changes in INSTEAD.items()}
    assert max(rates, key=rates.__getitem__) == best, rates


def test_only_more_disks_help_the_slowest_reads():
    late = {what: values("hybrid-pool", **changes)["late"] for what, changes in INSTEAD.items()}
    assert late["disks"] < 0.8 * min(late["flash"], late["memory"])


def test_with_data_that_compresses_to_a_half_nothing_is_left_for_the_disks():
    assert values("hybrid-pool", compression=2.0)["disk"] < 0.001


def test_clients_are_twice_as_fast_when_flash_answers_half_of_what_memory_cannot():
    spans = [row for row in get("flash-feeding").rows() if row["row"] == "span"]
    before = spans[0]
    half = next(row for row in spans if row["disk"] <= before["disk"] / 2)
    assert half["iops"] == pytest.approx(2 * before["iops"], rel=0.3)


def test_few_clients_give_the_old_feeder_time():
    assert values("flash-feeding", threads=4)["captured"] > 0.98 > values("flash-feeding")["captured"]


def test_eight_devices_take_eight_times_as_long_to_fill_as_one():
    fill = [values("flash-feeding", devices=n)["pace_fill"] for n in (1, 8)]
    assert fill[1] == pytest.approx(8 * fill[0], rel=0.01)


def test_in_the_film_a_larger_cache_finds_less_than_lru():
    found = [values("arc-lists", size=size) for size in (8, 14)]
    assert found[0]["hits"] > found[0]["lru"] and found[1]["hits"] < found[1]["lru"]


def test_no_limit_on_metadata_is_right_for_two_loads_and_each_best_one_beats_none():
    figure, best = get("metadata-limit"), []
    for name in ("many small files", "little metadata", "a walk, then data", "a walk, then a scan"):
        settings, seed = figure.preset_settings(name)
        found = figure.values(figure.rows(seed, **settings))
        best.append(found["best"])
        assert found["latency_best"] < found["latency_none"] or best == [1.0], name
    assert len(set(best)) == 4


def test_segments_keep_what_they_gain_until_they_are_a_tenth_of_the_device():
    usual, huge = values("flash-eviction"), values("flash-eviction", segment=0.125e12)
    assert usual["single"] > usual["segments"] > usual["ring"] + 0.02
    assert huge["segments"] - huge["ring"] < 0.6 * (usual["segments"] - usual["ring"])
