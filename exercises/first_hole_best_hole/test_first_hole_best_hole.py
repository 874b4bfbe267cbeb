"""Do both rules find the places that the book's space map finds?"""

import pytest

from exercises.expect import asked, number
from models.pool.space_map import SpaceMap


def slab_of(rng, runs):
    """A slab with free runs of these lengths, in this order, a few used blocks between them; and where they begin."""
    text, places = "#" * rng.randint(1, 3), []
    for run in runs:
        places.append(len(text))
        text += "." * run + "#" * rng.randint(1, 3)
    return text, places


def mapped(slab):
    """The book's map of this slab."""
    here = SpaceMap(len(slab))
    here.map[:] = bytes(letter == "#" for letter in slab)
    here.free = slab.count(".")
    return here


def same_first(answer, slab, size, cursor):
    """Raises AssertionError unless first fit takes the place that the book's map takes."""
    here = mapped(slab)
    here.cursors[size & -size] = cursor
    same(answer, "first_fit", here.first_fit(size), slab=slab, size=size, cursor=cursor)


def same_best(answer, slab, size):
    """The same for best fit."""
    same(answer, "best_fit", mapped(slab).best_fit(size), slab=slab, size=size)


def same(answer, function, taken, **inputs):
    """Raises AssertionError unless the answer's place is the one that was taken."""
    got, wanted = number(answer, function, **inputs), taken[0][0] if taken else -1
    if got == wanted:
        return
    place = f"{asked(function, inputs)} gave {got:g}"
    if got < 0:
        raise AssertionError(f"{place}, and it would fit somewhere")
    if not inputs["slab"].startswith("." * inputs["size"], int(got)):
        raise AssertionError(f"{place}, where it does not fit")
    raise AssertionError(f"{place}, where it would fit; but this rule takes another place")


@pytest.mark.points(1)
@pytest.mark.advice(
    "A run that is too short is passed over, even if it is the next one. Look for as many free blocks side by side as are "
    "needed."
)
def test_first_fit_passes_over_runs_that_are_too_short(answer, rng):
    for size in (2, 3, 4):
        slab, _ = slab_of(rng, [size - 1, 1, size + rng.randint(0, 2), size + 3])
        same_first(answer, slab, size, 0)


@pytest.mark.points(2)
@pytest.mark.advice(
    "This first fit does not begin at the start of the slab each time. It goes on from the cursor, where the last data was "
    "placed; holes that have become free further down wait for the next round."
)
def test_first_fit_goes_on_behind_the_last_block(answer, rng):
    for size in (1, 2, 3):
        slab, places = slab_of(rng, [size + 1, size, size + 2, size, size + 1])
        for n in (2, 3, 4):
            same_first(answer, slab, size, places[n])


@pytest.mark.points(1)
@pytest.mark.advice(
    "Between the cursor and the end of the slab there is no run that is large enough, but there is one before the cursor. "
    "Where does first fit go on when it comes to the end?"
)
def test_first_fit_comes_round_to_the_start(answer, rng):
    for size in (2, 3):
        slab, places = slab_of(rng, [1, size + 1, size, size - 1, 1])
        for cursor in (places[3], places[4], len(slab)):
            same_first(answer, slab, size, cursor)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Write down all free runs with their lengths. Cross out those that are too short. Of the others best fit wants the one "
    "with the least left over, even if it lies at the other end of the slab."
)
def test_best_fit_takes_the_smallest_run_that_is_large_enough(answer, rng):
    for size in (2, 3):
        rest = rng.sample([1, size - 1, size + 4, size + 1], 4)
        slab, _ = slab_of(rng, [size + 3, *rest])
        same_best(answer, slab, size)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Several runs are equally small and large enough. Best fit takes the lowest of them, so it begins at the start of the "
    "slab whenever it goes on to the next larger size."
)
def test_of_equal_runs_best_fit_takes_the_lowest(answer, rng):
    for size in (1, 2, 3):
        slab, _ = slab_of(rng, [size + 3, size + 1, size + 2, size + 1, size + 1])
        same_best(answer, slab, size)


@pytest.mark.points(1)
@pytest.mark.advice(
    "There are free blocks enough in this slab, but nowhere enough of them side by side. Both functions should then return "
    "-1."
)
def test_where_nothing_fits_both_say_so(answer, rng):
    for size in (2, 3):
        slab, places = slab_of(rng, [size - 1] * 4)
        same_first(answer, slab, size, 0)
        same_first(answer, slab, size, places[2])
        same_best(answer, slab, size)


@pytest.mark.points(2)
@pytest.mark.advice(
    "In slabs that were broken up at random the book's own space map takes other places. Make a slab of a dozen blocks, "
    "mark the cursor under it, and do by hand what each rule says."
)
def test_both_agree_with_the_space_map_of_the_book(answer, rng):
    for _ in range(12):
        slab = "".join(rng.choice("#..") for _ in range(32))
        cursors = [0, *(place + 1 for place, letter in enumerate(slab) if letter == "#")]
        for size in (1, 2, 4):
            same_first(answer, slab, size, rng.choice(cursors))
            same_best(answer, slab, size)
    same_best(answer, slab_of(rng, [7, 2, 6, 4, 5])[0], 3)
