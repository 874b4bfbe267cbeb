"""Do slabs weigh what they weigh in the book's allocator, and is the same one next?"""

import math

import pytest

from exercises.kit.expect import Advised, asked, digits, expect, number, value
from models.zfs.allocator.metaslabs import Metaslabs, Rules

UNITS = 1000  # blocks of a slab
FOR_ALL = "Who gets the bonus? A slab that should have none weighs too much here, by just that."


def told(case, percent):
    """A bonus as the question tells it."""
    return round(percent * case["bonus"]["one"] / 100)


def allocator(case, free, used, bonus):
    """The book's slabs with so many free blocks in each."""
    space = Metaslabs(len(free), UNITS, Rules(bonus=bonus / case["bonus"]["one"]))
    for slab, (here, left) in enumerate(zip(space.slabs, free, strict=True)):
        here.map[left:] = b"\1" * (UNITS - left)
        here.free, space.begun[slab] = left, used[slab]
    return space


def as_asked(case, free, slab, slabs, used, bonus):
    """One slab as the question has it."""
    apart = free % 3
    furthest = min(slab + apart, slabs - 1) if used else max(slab - 1 - apart, -1)
    return {
        "free": free,
        "slab": slab,
        "slabs": slabs,
        case["used"]["name"]: used if case["used"]["own"] else furthest,
        "bonus": bonus,
    }


def same_next(answer, case, free, used, bonus):
    """Raises Advised unless the slab that weighs most in the book's allocator is next, of the rest
    again, and so on.

    used: where the question knows the furthest slab alone, none that is used lies behind one that
    is not.
    """
    function, one = case["function"]["choose"], case["result"]["kind"] == "next"
    inputs = {
        "free": free,
        case["used"]["name"]: used if case["used"]["own"] else used.count(True) - 1,
        "bonus": bonus,
    }
    got = [number(answer, function, **inputs)] if one else value(answer, function, list, **inputs)
    call, slabs = f"{asked(function, inputs)} gave {got[0] if one else got}", range(len(free))
    if any(slab not in slabs for slab in got):
        raise Advised(
            f"{call}, and there is no such slab",
            "Asked is the number of a slab, from 0 on, and not what it weighs.",
        )
    if not one and sorted(got) != list(slabs):
        raise Advised(call, "The number of each slab belongs into the list, once.")
    space, rest = allocator(case, free, used, bonus), set(slabs)
    for slab in map(int, got):
        most = max(rest, key=space.weight)
        if space.weight(slab) < 0.999999 * space.weight(most):
            if not free[slab]:
                raise Advised(
                    f"{call}, and slab {slab} has no free space",
                    "The slab that weighs most comes first. What does one weigh that has no free space?",
                )
            raise AssertionError(
                f"{call}; slab {slab} comes too early: one {'with' if used[most] else 'without'} the bonus "
                "weighs more"
            )
        rest.remove(slab)


def weighs(answer, case, wanted, **slab):
    """Raises Advised unless the slab weighs what is wanted."""
    inputs, function = as_asked(case, **slab), case["function"]["weigh"]
    try:
        expect(answer, function, wanted, **inputs)
    except Advised as error:
        extra = wanted * slab["bonus"] / case["bonus"]["one"]
        for_all = not slab["used"] and math.isclose(
            number(answer, function, **inputs), extra, rel_tol=1e-6
        )
        raise Advised(str(error), FOR_ALL if for_all else error.advice) from None


def outweighs(answer, case, rng, percent, least=1, advice=None):
    """Raises Advised unless a slab with the bonus weighs just so much more than one without it that
    is as free, at the same place.

    advice: where the two differ, but not as was asked.
    """
    function, name, bonus = case["function"]["weigh"], case["used"]["name"], told(case, percent)
    slab, free, times = rng.randint(1, 99), rng.randint(least, UNITS), bonus / case["bonus"]["one"]
    without, inputs = (as_asked(case, free, slab, 100, used, bonus) for used in (False, True))
    plain, got = (number(answer, function, **given) for given in (without, inputs))
    if math.isclose(got, times * plain, rel_tol=1e-6):
        return
    unused = allocator(case, [free] * 100, [False] * 100, bonus).weight(slab)
    if math.isclose(got, plain, rel_tol=1e-6):
        advice = FOR_ALL if math.isclose(plain, times * unused, rel_tol=1e-6) else None
    raise Advised(
        f"{asked(function, inputs)} gave {digits(got)}, and with {name}={without[name]} {digits(plain)}",
        advice,
    )


@pytest.mark.points(1)
@pytest.mark.advice(
    "Slab 0 lies at the outer edge, where the disk is fastest, and its free space counts twice. By which number does your "
    "model multiply it? And is that number largest for slab 0?"
)
def test_the_outermost_slab_weighs_twice_its_free_space(answer, case, rng):
    for _ in range(3):
        free, slabs = rng.randint(1, UNITS), rng.randint(20, 200)
        bonus = told(case, rng.choice([150, 200]))
        weighs(answer, case, 2.0 * free, free=free, slab=0, slabs=slabs, used=False, bonus=bonus)


@pytest.mark.points(1)
@pytest.mark.advice(
    "From the outer edge to the inner the number falls evenly: half-way it is one and a half, and one slab after the last "
    "it would be 1. Print it for the first slab, the middle one and the last."
)
def test_a_slab_further_in_weighs_less(answer, case, rng):
    for _ in range(4):
        slabs = rng.randint(20, 200)
        slab, free = rng.randint(1, slabs - 1), rng.randint(1, UNITS)
        bonus = told(case, 150)
        space = allocator(case, [free] * slabs, [False] * slabs, bonus)
        weighs(
            answer,
            case,
            space.weight(slab),
            free=free,
            slab=slab,
            slabs=slabs,
            used=False,
            bonus=bonus,
        )


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "With a bonus of {{bonus.twice}} a slab weighs twice what one without it weighs that has as much free space at the same "
    "place. {{bonus.one}} is no bonus."
)
def test_a_bonus_of_twice_the_weight_doubles_it(answer, case, rng):
    for percent in (200, 100):
        outweighs(answer, case, rng, percent)


@pytest.mark.points(2)
@pytest.mark.advice(
    "A bonus of {{bonus.half}} is one and a half times as much. Follow the bonus through the line in which it is used, with "
    "{{bonus.half}} and with {{bonus.twice}}. What is lost on the way?"
)
@pytest.mark.guard
def test_a_bonus_of_one_and_a_half_counts_half_as_much_again(answer, case, rng):
    half, twice = case["bonus"]["half"], case["bonus"]["twice"]
    advice = (
        f"A bonus of {half} is one and a half times as much. By which number does your model multiply, with {half} and "
        f"with {twice}?"
    )
    for percent in (150, rng.randrange(110, 140), rng.randrange(160, 190)):
        outweighs(answer, case, rng, percent, least=100, advice=advice)


@pytest.mark.points(2)
@pytest.mark.advice(
    "With a bonus of one and a half, an empty slab that was never used wins as soon as a used one beside it is more than a "
    "third full, and not before. Weigh two slabs side by side."
)
def test_a_used_slab_is_taken_until_it_is_a_third_full(answer, case, rng):
    for full in (rng.uniform(0.1, 0.25), rng.uniform(0.44, 0.48)):
        free, used = [0] * 12, [True] * 6 + [False] * 6
        free[5], free[6] = round((1 - full) * UNITS), UNITS
        same_next(answer, case, free, used, told(case, 150))


@pytest.mark.points(2)
@pytest.mark.advice(
    "The slabs are of all kinds here. Compare factor by factor: free space, place, bonus."
)
def test_it_agrees_with_the_allocator_of_the_book(answer, case, rng):
    for _ in range(6):
        free, furthest = [rng.randint(200, UNITS) for _ in range(8)], rng.randint(2, 6)
        used = [
            slab == 2 or rng.random() < 0.5 if case["used"]["own"] else slab <= furthest
            for slab in range(8)
        ]
        bonus = told(case, rng.choice([120, 150, 170, 180]))
        space = allocator(case, free, used, bonus)
        for slab in range(8):
            weighs(
                answer,
                case,
                space.weight(slab),
                free=free[slab],
                slab=slab,
                slabs=8,
                used=used[slab],
                bonus=bonus,
            )
        same_next(answer, case, free, used, bonus)
