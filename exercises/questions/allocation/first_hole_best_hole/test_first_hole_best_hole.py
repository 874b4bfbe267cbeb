"""Do both rules find the places that the book's space map finds?"""

import pytest

from exercises.questions.allocation.first_hole_best_hole.question import written
from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, asked, number
from models.zfs.allocator.space_map import SpaceMap

FROM_CURSOR = "You count from the cursor. A place is counted from the start of the slab."
NOWHERE = "Here it fits nowhere. What should the function return then?"
AT_CURSOR = (
    "The cursor is the place directly behind the last data, so the block there may itself be free. Look there, "
    "too."
)
EXACT = "A run of just as many free blocks as are needed is large enough."
AT_THE_END = (
    "A run of just as many free blocks as are needed lies at the end of the slab. Is it too short for your "
    "program, or does it not see that run?"
)
EITHER = f"{EXACT} And the block at the cursor may itself be free. Do you look there, too?"
SMALLER = "Another run has less left over, and it is large enough. Did you compare all of them?"


def slab_of(rng, runs):
    """A slab with free runs of these lengths, in this order, a few used blocks between them; and
    where they begin."""
    text, places = "#" * rng.randint(1, 3), []
    for run in runs:
        places.append(len(text))
        text += "." * run + "#" * rng.randint(1, 3)
    return text, places


def broken_up(rng):
    """Slabs that are broken up at random, and in each a size and a cursor, three times."""
    some = []
    for _ in range(12):
        slab = "".join(rng.choice("#..") for _ in range(32))
        cursors = [0, *(place + 1 for place, letter in enumerate(slab) if letter == "#")]
        some += [(slab, size, rng.choice(cursors)) for size in (1, 2, 4)]
    return some


def comes_round(some):
    """Whether first fit once finds room only before the cursor."""
    return any(
        "." * size in slab and "." * size not in slab[cursor:] for slab, size, cursor in some
    )


def mapped(slab):
    """The book's map of this slab."""
    here = SpaceMap(len(slab))
    here.map[:] = bytes(letter == "#" for letter in slab)
    here.free = slab.count(".")
    return here


def same_first(answer, case, slab, size, cursor, known=True):
    """Raises Advised unless first fit takes the place that the book's map takes; known: with advice
    for known mistakes."""
    here = mapped(slab)
    here.cursors[size & -size] = cursor
    wanted = place_of(here.first_fit(size))
    function, inputs = case["function"]["first"], as_asked(case, slab, size) | {"cursor": cursor}
    got, said = placed(answer, case, function, wanted, inputs)
    advice = misplaced(case, slab, size, got)
    if advice is None and got != from_place(slab, size, 0):
        if cursor and 0 <= got == (wanted - cursor) % len(slab):
            advice = FROM_CURSOR
        elif got in (
            from_place(slab, size, cursor + 1),
            from_place(slab, size, cursor + length(slab, cursor) + 1),
        ):
            if wanted == cursor:
                advice = EITHER if length(slab, cursor) == size else AT_CURSOR
        elif got == from_place(slab, size + 1, cursor):
            advice = EXACT
    compare(said, slab, size, got, wanted, advice if known else None)


def same_best(answer, case, slab, size, known=True, smaller=True):
    """The same for best fit; smaller: also for who takes a run that is not one of the smallest."""
    wanted = best(case, slab, size)
    got, said = placed(answer, case, case["function"]["best"], wanted, as_asked(case, slab, size))
    advice = misplaced(case, slab, size, got)
    if advice is None and wanted >= 0:
        if got == (best(case, slab, size + 1) if length(slab, wanted) == size else None):
            advice = AT_THE_END if wanted + size == len(slab) else EXACT
        elif smaller and got >= 0 and length(slab, int(got)) > length(slab, wanted):
            advice = SMALLER
    compare(said, slab, size, got, wanted, advice if known else None)


def as_asked(case, slab, size):
    """A slab of # and . as the question has it, and data that needs `size` blocks: if it is told in
    bytes, not always whole blocks."""
    unit = case["size"]["unit"]
    return {
        "slab": written(slab, case["slab"]),
        case["size"]["name"]: size * unit - len(slab) % 3 * (unit // 4),
    }


def best(case, slab, size):
    """The place that best fit takes; -1: none. The book's map takes the lowest of equal runs, in a
    mirror the highest."""
    if not case["tie"]["highest"]:
        return place_of(mapped(slab).best_fit(size))
    mirror = slab[::-1]
    place = place_of(mapped(mirror).best_fit(size))
    return place if place < 0 else len(slab) - place - length(mirror, place)


def placed(answer, case, function, wanted, inputs):
    """The place that the answer gives, -1: nowhere, and how that is told. Who returns nothing where
    nothing fits has not forgotten a `return`."""
    try:
        got = number(answer, function, **inputs)
    except Advised as error:
        raise Advised(
            str(error), error.advice and (NOWHERE if wanted < 0 else error.advice)
        ) from None
    end = len(inputs["slab"])
    place = -1 if got == (-1 if case["nowhere"]["minus"] else end) else got if got >= 0 else end
    return place, f"{asked(function, inputs)} gave {got:g}"


def compare(said, slab, size, got, wanted, advice):
    """Raises Advised unless the answer got the place that is wanted."""
    if got == wanted:
        return
    if got < 0:
        raise Advised(f"{said}, and it would fit somewhere", advice)
    if not fits(slab, size, got):
        raise Advised(f"{said}, where it does not fit", advice)
    raise Advised(f"{said}, where it would fit; but this rule takes another place", advice)


def misplaced(case, slab, size, got):
    """Advice for a place that is none, or within a run; None for another."""
    if got != int(got) or got >= len(slab):
        return (
            f"That is no place in the slab. Places are whole numbers, from 0 on; {case['nowhere']['code']} says that it "
            "fits nowhere."
        )
    if fits(slab, size, got) and slab[: int(got)].endswith("."):
        return "It fits there, but the run begins before that place. Put the data at the beginning of its run."
    return None


def fits(slab, size, place):
    """Whether so many blocks are free from this place on."""
    return place == int(place) and slab.startswith("." * size, int(place))


def place_of(taken):
    """Where the data begins that the book's map has placed; -1: nowhere."""
    return taken[0][0] if taken else -1


def from_place(slab, size, start):
    """What first fit finds that begins to look at this place, and comes round."""
    place = slab.find("." * size, start)
    return place if place >= 0 else slab.find("." * size)


def length(slab, place):
    """Free blocks from this place on."""
    return len(slab) - place - len(slab[place:].lstrip("."))


@pytest.mark.points(1)
@pytest.mark.advice(
    "A run that is too short is passed over, even if it is the next one. Look for as many free blocks side by side as are "
    "needed."
)
def test_first_fit_passes_over_runs_that_are_too_short(answer, case, rng):
    for size in (2, 3, 4):
        slab, _ = slab_of(rng, [size - 1, 1, size, size + 3])
        same_first(answer, case, slab, size, 0)


@pytest.mark.points(2)
@pytest.mark.advice(
    "This first fit does not begin at the start of the slab each time. It goes on from the cursor, where the last data was "
    "placed; holes that have become free further down wait for the next round."
)
@pytest.mark.guard
def test_first_fit_goes_on_behind_the_last_block(answer, case, rng):
    for size in (1, 2, 3):
        slab, places = slab_of(rng, [size + 1, size, size + 2, size, size + 1])
        for n in (2, 3, 4):
            same_first(answer, case, slab, size, places[n])


@pytest.mark.points(1)
@pytest.mark.advice(
    "Between the cursor and the end of the slab there is no run that is large enough, but there is one before the cursor. "
    "Where does first fit go on when it comes to the end?"
)
def test_first_fit_comes_round_to_the_start(answer, case, rng):
    for size in (2, 3):
        slab, places = slab_of(rng, [1, size + 1, size, size - 1, 1])
        for cursor in (places[3], places[4], len(slab)):
            same_first(answer, case, slab, size, cursor)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Write down all free runs with their lengths. Cross out those that are too short. Of the others best fit wants the one "
    "with the least left over, even if it lies at the other end of the slab."
)
def test_best_fit_takes_the_smallest_run_that_is_large_enough(answer, case, rng):
    for size in (2, 3):
        rest = rng.sample([1, size - 1, size + 4, size + 1], 4)
        slab, _ = slab_of(rng, [size + 3, *rest])
        same_best(answer, case, slab, size, smaller=False)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Several runs are equally small and large enough. Best fit takes the one that {{tie.takes}}."
)
def test_of_equal_runs_best_fit_takes_the_right_one(answer, case, rng):
    for size in (1, 2, 3):
        slab, _ = slab_of(rng, [size + 3, size + 1, size + 2, size + 1, size + 1])
        same_best(answer, case, slab, size)


@pytest.mark.points(1)
@pytest.mark.advice(
    "There are free blocks enough in this slab, but nowhere enough of them side by side. Look in the question for what both "
    "functions return then."
)
def test_where_nothing_fits_both_say_so(answer, case, rng):
    for size in (2, 3):
        slab, places = slab_of(rng, [size - 1] * 4)
        same_first(answer, case, slab, size, 0)
        same_first(answer, case, slab, size, places[2])
        same_best(answer, case, slab, size)


@pytest.mark.points(2)
@pytest.mark.advice(
    "What about a run that touches the end of the slab? It is a run like any other. And it ends there: it does not go on at "
    "the start."
)
def test_a_run_ends_at_the_end_of_the_slab(answer, case, rng):
    for size in (2, 3):
        wall = "#" * rng.randint(1, 3)
        slab = wall + "." * (size + 2) + wall + "." * size
        same_best(answer, case, slab, size, known=False)
        same_first(answer, case, slab, size, len(slab) - size, known=False)
        slab = "." * (size - 1) + wall + "." * (size + 2) + wall + "." * (size - 1)
        same_best(answer, case, slab, size, known=False)
        same_first(answer, case, slab, size, len(slab) - size + 1, known=False)


@pytest.mark.points(2)
@pytest.mark.advice(
    "These slabs were broken up at random. Make a slab of a dozen blocks, mark the cursor under it, and do by hand what each "
    "rule says."
)
def test_both_agree_with_the_space_map_of_the_book(answer, case, rng):
    for slab, size, cursor in until_sound(lambda: broken_up(rng), comes_round):
        same_first(answer, case, slab, size, cursor)
        same_best(answer, case, slab, size)
    same_best(answer, case, slab_of(rng, [7, 2, 6, 4, 5])[0], 3)
    same_best(answer, case, slab_of(rng, [7, 2, 6])[0] + "....", 3)
