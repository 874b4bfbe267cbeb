"""What no allocator can do is refused in one lower-case line."""

from math import inf, nan

import pytest

from models.experiments.allocation.gains import Scene, rate, switched_rules, variation, watched
from models.experiments.allocation.rewrites import RewriteLoad, aggregated, summary, with_reads, write_time
from models.units import KiB, MiB
from models.zfs.allocator.metaslabs import RULES, Metaslabs, Rules
from models.zfs.allocator.overwrites import Overwrites
from models.zfs.allocator.space_map import SpaceMap
from tests.models.test_bad_input import LINE

NO_NUMBERS = (nan, "x", None, True)
NO_TIMES = (*NO_NUMBERS, inf, -1)
NO_COUNTS = (*NO_TIMES, 0, 1.5, 10**30)
NEW = RULES["2010"]


def pool(**options):
    return Overwrites(**{"fill": 0.5, "rules": NEW, "slabs": 10, "blocks": 50, "group": MiB, **options})


def full():
    space = Metaslabs(2, 32, NEW)
    space.take(1, 10)
    return space


def freed(**given):
    space = full()
    space.give(**{"addresses": [0], **given})
    space.sync()


REFUSED = {
    "a map": (lambda **x: SpaceMap(**x), {"units": (*NO_COUNTS, 10**8)}),
    "first fit": (lambda **x: SpaceMap(10).first_fit(**{"size": 1, **x}), {
        "size": (*NO_COUNTS, 11), "count": (*NO_TIMES, 1.5)}),
    "best fit": (lambda **x: SpaceMap(10).best_fit(**{"size": 1, **x}), {
        "size": (*NO_COUNTS, 11), "count": (*NO_TIMES, 1.5)}),
    "space given back": (lambda **x: SpaceMap(10).give(**{"start": 0, **x}), {
        "start": (*NO_TIMES, 1.5, 0, 10), "size": (*NO_COUNTS, 11)}),
    "rules": (lambda **x: Rules(**x), {
        "free": (*NO_TIMES, 1.1), "bonus": (*NO_TIMES, 0.5), "least": (*NO_TIMES, 1.5), "give_up": (1, "x", None, nan),
        "prefetch": (1, "x"), "low": (1, "x")}),
    "slabs": (lambda **x: Metaslabs(**{"slabs": 2, "units": 32, "rules": NEW, **x}), {
        "slabs": NO_COUNTS, "units": NO_COUNTS, "rules": (None, "2010", 1), "unit": NO_COUNTS,
        "real": (nan, "x", True, inf, -1, 0, 1.5, 31)}),
    "room": (lambda **x: full().take(**x), {"size": (*NO_COUNTS, 33), "count": (*NO_TIMES, 1.5, 10**30)}),
    "too much room": (lambda count: full().take(1, count), {"count": (55, 10**6)}),
    "what is freed": (freed, {
        "addresses": (None, nan, 1, [-1], [64], [11], [0, 0], [0.5], [None], ["x"]), "size": (*NO_COUNTS, 33)}),
    "a pool": (pool, {
        "fill": (*NO_TIMES, 0, 1, 1.1), "rules": (None, "2010"), "slabs": NO_COUNTS, "blocks": (*NO_COUNTS, 15),
        "block": NO_COUNTS, "capacity": (*NO_COUNTS, 10 * 49 * 8 * KiB), "group": (*NO_COUNTS, 4 * KiB, 10**13),
        "seed": (nan, inf, "x", None, True, 1.5)}),
    "a larger pool": (lambda blocks: pool().grow(blocks), {"blocks": (*NO_TIMES, 1.5, 249, 501, 10**30)}),
    "a load": (lambda **x: RewriteLoad(**{"pool": pool(), **x}), {
        "pool": (None, "x", NEW), "sync": (nan, inf, "x", True, 0, -1, 10**6)}),
    "a stretch": (lambda groups: RewriteLoad(pool()).stretch(groups), {"groups": NO_COUNTS}),
    "an age": (lambda age: next(RewriteLoad(pool()).until(age)), {"age": NO_TIMES}),
    "a group's I/Os": (lambda most: aggregated([], most), {"most": NO_COUNTS[:-1]}),
    "a tape": (lambda tape: write_time(tape, 8 * KiB, 0, RewriteLoad(pool()).spec), {"tape": ([], [(0, 1)])}),
    "reads": (lambda **x: with_reads(**{"rate": 1, "reads": 1, "read": 1, **x}), {
        "rate": (*NO_TIMES, 0, 10**400), "reads": (*NO_TIMES, 10**400), "read": (*NO_TIMES, 10**400)}),
    "a summary": (summary, {"stretches": ([], *NO_TIMES, [1])}),
    "a mean": (rate, {"stretches": ([], *NO_TIMES, [1])}),
    "a slab's weight": (lambda slab: full().weight(slab), {"slab": (*NO_TIMES, 1.5, 2, 10**400)}),
    "a map that is read": (lambda runs: RewriteLoad(pool()).load_time(runs), {"runs": (*NO_TIMES, 1.5, 10**400)}),
    "a run that is long": (lambda least: SpaceMap(10).first_fit(1, 1, least), {"least": (*NO_TIMES, 1.5, 11, 10**400)}),
    "a variation": (lambda **x: variation(**{"stretches": [], "runs": 2, **x}), {
        "stretches": ([], None, [1, 2]), "runs": (*NO_COUNTS, 1)}),
    "changes": (switched_rules, {"names": (["x"], ["free", "low"], "free", None, nan, [1])}),
    "no scene": (lambda scene: watched(scene, NEW), {"scene": (None, "OLTP", nan, (0.5, 0, 1))}),
    "a scene": (lambda **x: watched(Scene(**{"fill": 0.5, "start": 0.0, "stop": 0.1, **x}), NEW, slabs=10, blocks=50), {
        "fill": (*NO_TIMES, 0, 1), "start": (*NO_TIMES, 0.2), "stop": (*NO_TIMES, 0)}),
    "what is watched": (lambda **x: watched(Scene(0.5, 0.0, 0.1), NEW, **{"slabs": 10, "blocks": 50, **x}), {
        "samples": NO_COUNTS, "share": (*NO_TIMES, 0, 1.1), "slabs": NO_COUNTS, "blocks": (*NO_COUNTS, 15),
        "before": (*NO_TIMES, 1.5)}),
}


@pytest.mark.timeout(10)
@pytest.mark.parametrize(("make", "name", "value"), [
    pytest.param(make, name, value, id=f"{what}, {name}={value!r:.20}")
    for what, (make, wrong) in REFUSED.items() for name, values in wrong.items() for value in values])
def test_it_is_refused_in_one_line(make, name, value):
    with pytest.raises(ValueError, match=LINE):
        make(**{name: value})


@pytest.mark.parametrize(("wrong", "line"), [
    ({"fill": 1.5}, "fill must be above 0 and below 1, got 1.5"),
    ({"slabs": 0}, "slabs must be 1 or more, got 0"),
    ({"capacity": 10**6},
     "a slab must hold 50 blocks of 8192 bytes or more, at most a trillion, got 1000000 bytes in 10 slabs"),
])
def test_the_line_says_what_would_be_right(wrong, line):
    with pytest.raises(ValueError) as refused:
        pool(**wrong)
    assert str(refused.value) == line


def test_what_was_wrongly_freed_is_forgotten():
    space = full()
    space.give([40])
    with pytest.raises(ValueError, match="units given back must be in use"):
        space.sync()
    space.give([0])
    space.sync()
    assert space.free == 55


def test_a_pool_with_one_block_can_be_overwritten():
    tiny = pool(fill=1e-6)
    assert len(tiny.places) == 1 and tiny.group().blocks == 1
