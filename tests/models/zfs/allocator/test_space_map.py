"""A slab's free space: first fit and best fit against a block-by-block description of what
OpenSolaris did."""

from random import Random

import pytest

from models.units import GiB, KiB
from models.zfs.allocator.allocator import Holes, NextHole
from models.zfs.allocator.space_map import NOT_IN_USE, SpaceMap


class Naive:
    """The same, a unit at a time: free runs are looked up anew for every block."""

    def __init__(self, units):
        self.units, self.used, self.cursors = units, [False] * units, {}

    def runs(self):
        found, begin = [], None
        for at in range(self.units + 1):
            free = at < self.units and not self.used[at]
            if free and begin is None:
                begin = at
            elif not free and begin is not None:
                found.append((begin, at - begin))
                begin = None
        return found

    def put(self, start, size):
        assert not any(self.used[start : start + size])
        self.used[start : start + size] = [True] * size
        self.cursors[size & -size] = start + size
        return start

    def first_fit(self, size):
        cursor = self.cursors.get(size & -size, 0)
        ordered = [run for run in self.runs() if run[0] + run[1] > cursor] + self.runs()
        return next((self.put(start, size) for start, length in ordered if length >= size), None)

    def best_fit(self, size):
        fitting = [(length, start) for start, length in self.runs() if length >= size]
        return self.put(min(fitting)[1], size) if fitting else None


def each(found, size):
    return [at for start, units in found for at in range(start, start + units, size)]


@pytest.mark.parametrize("seed", range(12))
def test_many_blocks_at_once_lie_where_one_after_the_other_does(seed):
    random, here, naive, held = Random(seed), SpaceMap(90), Naive(90), []
    for _ in range(120):
        size, count = random.choice((1, 1, 1, 2, 3, 4)), random.randint(1, 6)
        way = random.choice(("first_fit", "best_fit"))
        placed = each(getattr(here, way)(size, count), size)
        expected = [
            at for at in (getattr(naive, way)(size) for _ in range(count)) if at is not None
        ]
        assert placed == expected
        held += [(at, size) for at in placed]
        random.shuffle(held)
        while held and (random.random() < 0.5 or here.free < 20):
            at, size = held.pop()
            here.release(at, size)
            naive.used[at : at + size] = [False] * size
        assert list(here.runs()) == naive.runs()
        assert here.free == sum(length for _, length in naive.runs())
        assert here.largest() == max((length for _, length in naive.runs()), default=0)
        assert [here.holds(n) for n in range(1, 9)] == [here.largest() >= n for n in range(1, 9)]


@pytest.mark.parametrize("seed", range(8))
def test_first_fit_stops_when_the_last_long_run_is_broken(seed):
    random, least = Random(seed), 5
    here, naive = SpaceMap(80), Naive(80)
    for _ in range(10):
        start = random.randrange(80)
        if not naive.used[start]:
            naive.used[start], here.map[start], here.free = True, 1, here.free - 1
    placed = each(here.first_fit(2, 100, least), 2)
    expected = []
    while max((length for _, length in naive.runs()), default=0) >= least:
        expected.append(naive.first_fit(2))
    assert placed == expected
    assert here.largest() < least


def chequered(free):
    """Runs of these lengths, a used unit behind each."""
    here = SpaceMap(sum(free) + len(free))
    here.first_fit(1, here.units)
    at = 0
    for length in free:
        here.release(at, length)
        at += length + 1
    here.cursors.clear()
    return here


def test_best_fit_takes_the_smallest_run_that_holds_it_and_first_fit_the_next():
    assert chequered([5, 2, 3, 2]).best_fit(2) == [(6, 2)]
    assert chequered([5, 2, 3, 2]).best_fit(3) == [(9, 3)]
    assert chequered([5, 2, 3, 2]).first_fit(2) == [(0, 2)]
    assert chequered([1, 2, 3, 2]).first_fit(3) == [(5, 3)]
    here = chequered([3, 3, 3])
    assert here.first_fit(2) == [(0, 2)]
    assert here.first_fit(2) == [(4, 2)], "the rest of a run is too small: on to the next"
    assert here.first_fit(1) == [(2, 1)], "sizes of another alignment have a cursor of their own"
    assert here.first_fit(4) == []


def test_a_record_of_128_kib_needs_a_run_of_16_blocks():
    here = chequered([15] * 20 + [16])
    assert here.best_fit(16) == [(320, 16)]
    assert here.best_fit(16) == [] and here.first_fit(16) == []
    assert here.free == 300


def test_what_is_given_back_was_in_use():
    here = SpaceMap(4)
    here.first_fit(1, 2)
    for start, size in ((2, 1), (1, 2), (0, 5)):
        with pytest.raises(ValueError, match=f"^{NOT_IN_USE}, got {size} units from {start}$"):
            here.release(start, size)
    here.release(0, 2)
    assert here.free == 4 and list(here.runs()) == [(0, 4)]


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_runs_of_space_that_is_freed_at_random_are_geometric(share):
    """Mean length 1 / (1 - p), and n (1 - p) p^k of them have k units or more."""
    random, units = Random(1), 200_000
    here = SpaceMap(units)
    here.first_fit(1, units)
    for at in range(units):
        if random.random() < share:
            here.release(at)
    lengths = [length for _, length in here.runs()]
    assert sum(lengths) / len(lengths) == pytest.approx(1 / (1 - share), rel=0.01)
    for k in (2, 4):
        assert sum(length >= k for length in lengths) == pytest.approx(
            units * (1 - share) * share**k, rel=0.05
        )


# Free space in holes: blocks fill one after the other, and holes lie anywhere on their part of
# a vdev.


def test_blocks_touch_within_a_hole_and_holes_lie_anywhere_on_their_share():
    space = NextHole(GiB, 4096, Holes(128 * KiB, 0.5), Random(1))
    places = [space.take(32 * KiB) for _ in range(4000)]
    holes = [places[n : n + 4] for n in range(0, 4000, 4)]
    assert all(
        [place - hole[0] for place in hole] == [0, 32 * KiB, 64 * KiB, 96 * KiB] for hole in holes
    )
    assert (
        4096 <= min(places) < 0.01 * GiB and 0.49 * GiB < max(places) <= 4096 + 0.5 * GiB - 32 * KiB
    )
    assert space.take(512 * KiB) % (512 * KiB) == 4096  # what no hole holds
