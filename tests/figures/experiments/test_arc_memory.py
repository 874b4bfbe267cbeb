"""The cache's size under pressure: what it may never do, and the closed forms of its saw's teeth."""

from dataclasses import replace
from itertools import pairwise

import pytest

from figures.memory.experiments.arc_memory import AFTER, BEFORE, WAKES, ArcHost, sizes, trapezoids
from models.units import GB, GiB, KiB

HOST = ArcHost()
FLOOR = HOST.floor * HOST.memory
LOADS = {
    "steady": lambda t: 16 * GiB,
    "small swings": trapezoids(16 * GiB, 17 * GiB, 150, 10),
    "large swings": trapezoids(12 * GiB, 28 * GiB, 200, 20),
    "at once": trapezoids(12 * GiB, 28 * GiB, 200, 0),
}


@pytest.mark.parametrize("rule", [BEFORE, AFTER])
@pytest.mark.parametrize("load", LOADS.values(), ids=LOADS)
def test_memory_is_neither_lost_nor_made(rule, load):
    found = sizes(HOST, rule, load, 1_000)
    for second in found:
        assert second.cache + second.programs + second.free == pytest.approx(HOST.memory)
        assert second.free > -1
        assert second.cache >= HOST.least * HOST.memory
        assert second.hits <= second.cache / HOST.working_set + 0.05
    for before, after in pairwise(found):
        assert (
            after.cache - before.cache <= HOST.reads * HOST.block + 1
        )  # no faster than reads bring blocks
        assert (
            before.cache - after.cache <= after.given_up + 1e-3
        )  # and it shrinks for want of memory only


def test_the_old_cache_is_a_saw_whose_teeth_have_a_closed_form():
    """It gives up 1/32, waits a minute, and grows with what misses until memory is short once more."""
    found = sizes(HOST, BEFORE, LOADS["steady"], 4_000)
    shrinks = [second for second in found if second.given_up]
    top = HOST.memory - FLOOR - 16 * GiB
    for second in shrinks:
        assert second.given_up == pytest.approx(top / 32, rel=1e-3)
    misses = 1 - top * (1 - 1 / 64) / HOST.working_set
    period = HOST.retry + top / 32 / (HOST.reads * HOST.block * misses)
    apart = [after.t - before.t for before, after in pairwise(shrinks)]
    assert sum(apart) / len(apart) == pytest.approx(period, abs=1.5)


def test_the_new_cache_comes_to_rest_with_a_margin():
    found = sizes(HOST, AFTER, LOADS["steady"], 1_000)
    assert not any(second.given_up for second in found)
    assert found[-1].cache == pytest.approx((HOST.memory - FLOOR - 16 * GiB) / (1 + 1 / 32))
    assert found[-1].free - FLOOR == pytest.approx(found[-1].cache / 32)


def test_swings_below_the_margin_do_not_touch_the_new_cache():
    assert not any(second.given_up for second in sizes(HOST, AFTER, LOADS["small swings"], 2_000))
    assert any(second.given_up for second in sizes(HOST, BEFORE, LOADS["small swings"], 2_000))
    assert any(second.given_up for second in sizes(HOST, AFTER, LOADS["large swings"], 2_000))


def test_programs_get_what_they_want_in_a_few_seconds():
    for rule, seconds in ((BEFORE, 12), (AFTER, 3)):
        found = sizes(HOST, rule, LOADS["at once"], 200)
        short = [second for second in found if second.t >= 100 and second.programs < 28 * GiB]
        assert len(short) <= seconds


def test_a_cache_that_holds_all_that_is_asked_for_stays_as_it_is():
    host = replace(HOST, working_set=20 * GB)
    for rule in (BEFORE, AFTER):
        found = sizes(host, rule, LOADS["steady"], 300)
        assert {second.cache for second in found} == {20 * GB}
        assert {second.hits for second in found} == {1.0}


def test_growth_is_what_misses_bring():
    host = ArcHost(working_set=400 * GB, reads=1_000, block=8 * KiB, memory=64 * GiB)
    programs = trapezoids(10 * GiB, 40 * GiB, 400, 0)
    found = sizes(host, AFTER, programs, 460)
    late = [second for second in found if second.t > 401 + 2]
    for before, after in pairwise(late):
        if after.t > 400 + 2 and before.cache < after.cache:
            assert after.cache - before.cache == pytest.approx(
                1_000 * 8 * KiB * (1 - after.hits), rel=1e-3
            )


@pytest.mark.parametrize("swing", [4, 8, 12, 16])
def test_where_reads_wake_it_each_step_is_a_share_of_the_cache_however_fast_programs_take(swing):
    """Closed form: 1/32 before; 1/128 after, and what programs took since the last look."""
    for rule in (BEFORE, AFTER):
        for second in sizes(HOST, rule, trapezoids(16 * GiB, (16 + swing) * GiB, 150, 10), 600):
            for _, much, left in second.steps:
                share, since = rule.shrink * (left + much), swing * GiB / 10 / WAKES + HOST.block
                assert share - 1 <= much <= share + (since if rule.short else 0) + 1


def test_without_reads_memory_is_looked_at_once_a_second():
    found = sizes(replace(HOST, reads=0), AFTER, trapezoids(16 * GiB, 28 * GiB, 150, 10), 150)
    assert all(t == int(t) for second in found for t, *_ in second.steps)
    woken = sizes(HOST, AFTER, trapezoids(16 * GiB, 28 * GiB, 150, 10), 150)
    assert max(len(second.steps) for second in woken) > 1


def test_after_a_shrink_the_old_cache_misses_what_programs_give_back():
    """The new one, which does not run into the floor, grows sooner, and answers more reads."""
    load = trapezoids(16 * GiB, 24 * GiB, 150, 10)
    old, new = (
        [second.hits for second in sizes(HOST, rule, load, 600)] for rule in (BEFORE, AFTER)
    )
    assert sum(new) > 1.03 * sum(old)
