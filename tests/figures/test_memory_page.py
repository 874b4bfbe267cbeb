"""What the chapter on memory says without a number is so."""

import pytest

from figures.contents import get
from tests.figures.runs import rows_of, values_of


def values(id, **changes):
    return values_of(id, **changes)


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


def test_lru_needs_the_cache_that_the_figure_says_and_not_a_block_less():
    v = values_of("replacement-policies", "scans pass by")
    found = [
        values("replacement-policies", kind="scans", size=size)["lru"]
        for size in (v["lru_needs"] - 0.001, v["lru_needs"])
    ]
    assert found[0] < v["arc"] <= found[1]


def test_a_loop_fails_by_one_block_and_fits_with_it():
    assert values("replacement-policies", size=0.599)["lru"] == 0
    assert values("replacement-policies", size=0.6)["lru"] == 1


@pytest.mark.parametrize("preset", get("arc-lists").presets)
def test_the_strip_holds_each_block_once_and_memory_covers_those_that_it_has(preset):
    size = values_of("arc-lists", preset)["size"]
    frames = {}
    for row in rows_of("arc-lists", preset):
        if "frame" in row:
            frames.setdefault(row["frame"], []).append(row)
    for rows in frames.values():
        strip = [row for row in rows if row["row"] == "arc"]
        (window,) = (row for row in rows if row["row"] == "window")
        assert len({row["name"] for row in strip}) == len(strip)
        assert window["to"] - window["from"] == size
        for row in strip:
            ghost = row["look"].startswith("ghost")
            inside = window["from"] < row["x"] < window["to"]
            assert inside != ghost or row["look"] == "asked for now"


def test_a_mean_is_in_proportion_to_the_misses():
    means = {hits: values("last-hits", hits=hits)["mean"] for hits in (0.5, 0.9, 0.95)}
    assert means[0.9] == pytest.approx(2 * means[0.95], rel=0.02)
    assert means[0.5] == pytest.approx(10 * means[0.95], rel=0.02)


def test_where_programs_take_much_the_new_cache_gives_up_more_in_all_in_smaller_steps():
    found = values("arc-locks", swing=12 * 2.0**30)
    assert (
        found["given_after"] > found["given_before"] and found["hits_after"] > found["hits_before"]
    )
    assert found["step_after"] < 0.3 * found["step_before"]


def test_sixteen_processors_and_sixty_four_answer_alike_in_the_old_cache():
    few, many = values("arc-locks", cpus=16), values("arc-locks")
    assert many["cached_before"] == pytest.approx(few["cached_before"], rel=0.02)
    assert many["cached_before"] <= few["cached_before"]
