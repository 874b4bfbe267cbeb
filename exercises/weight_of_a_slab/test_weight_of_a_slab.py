"""Do slabs weigh what they weigh in the book's allocator, and is the same one next?"""

import math

import pytest

from exercises.kit.expect import Advised, asked, digits, expect, number
from models.zfs.allocator.metaslabs import Metaslabs, Rules

UNITS = 1000  # blocks of a slab
FOR_ALL = "Who gets the bonus? A slab that was never used weighs too much here, by just that."


def allocator(free, used, bonus):
    """The book's slabs with so many free blocks in each."""
    space = Metaslabs(len(free), UNITS, Rules(bonus=bonus / 100))
    for slab, (here, left) in enumerate(zip(space.slabs, free, strict=True)):
        here.map[left:] = b"\1" * (UNITS - left)
        here.free, space.begun[slab] = left, used[slab]
    return space


def same_next(answer, free, used, bonus):
    """Raises Advised unless the slab that the book's allocator takes is next."""
    inputs = {"free": free, "used": used, "bonus": bonus}
    got, wanted = number(answer, "next_slab", **inputs), allocator(free, used, bonus).choose(1)
    if got == wanted:
        return
    call = f"{asked('next_slab', inputs)} gave {got:g}"
    if got not in range(len(free)):
        raise Advised(f"{call}, and there is no such slab",
                      "Asked is the number of a slab, from 0 on, and not what it weighs.")
    if not free[int(got)]:
        raise Advised(f"{call}, and that slab has no free space",
                      "The slab that weighs most is next. What does one weigh that has no free space?")
    before = "used before" if used[wanted] else "never used"
    raise AssertionError(f"{call}; a slab that was {before} weighs more")


def weighs(answer, wanted, **inputs):
    """Raises Advised unless the slab weighs what is wanted."""
    try:
        expect(answer, "weight", wanted, **inputs)
    except Advised as error:
        extra = wanted * inputs["bonus"] / 100
        for_all = not inputs["used"] and math.isclose(number(answer, "weight", **inputs), extra, rel_tol=1e-6)
        raise Advised(str(error), FOR_ALL if for_all else error.advice) from None


def outweighs(answer, rng, bonus, least=1, advice=None):
    """Raises Advised unless a used slab weighs just so much more than an unused one that is as free and at the same place.

    advice: where the two differ, but not as was asked.
    """
    slab, free = rng.randint(0, 99), rng.randint(least, UNITS)
    inputs = {"free": free, "slab": slab, "slabs": 100, "used": True, "bonus": bonus}
    plain, got = (number(answer, "weight", **{**inputs, "used": used}) for used in (False, True))
    if math.isclose(got, bonus / 100 * plain, rel_tol=1e-6):
        return
    unused = allocator([free] * 100, [False] * 100, bonus).weight(slab)
    if math.isclose(got, plain, rel_tol=1e-6):
        advice = FOR_ALL if math.isclose(plain, bonus / 100 * unused, rel_tol=1e-6) else None
    raise Advised(f"{asked('weight', inputs)} gave {digits(got)}, and with used=False {digits(plain)}", advice)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Slab 0 lies at the outer edge, where the disk is fastest, and its free space counts twice. By which number does your "
    "model multiply it? And is that number largest for slab 0?"
)
def test_the_outermost_slab_weighs_twice_its_free_space(answer, rng):
    for _ in range(3):
        free, slabs = rng.randint(1, UNITS), rng.randint(20, 200)
        weighs(answer, 2.0 * free, free=free, slab=0, slabs=slabs, used=False, bonus=rng.choice([150, 200]))


@pytest.mark.points(1)
@pytest.mark.advice(
    "From the outer edge to the inner the number falls evenly: half-way it is one and a half, and one slab after the last "
    "it would be 1. Print it for the first slab, the middle one and the last."
)
def test_a_slab_further_in_weighs_less(answer, rng):
    for _ in range(4):
        slabs = rng.randint(20, 200)
        slab, free = rng.randint(1, slabs - 1), rng.randint(1, UNITS)
        space = allocator([free] * slabs, [False] * slabs, 150)
        weighs(answer, space.weight(slab), free=free, slab=slab, slabs=slabs, used=False, bonus=150)


@pytest.mark.points(1)
@pytest.mark.advice(
    "A bonus of 200 % means that a used slab weighs twice what an unused one with as much free space weighs at the same "
    "place. 100 % is no bonus."
)
def test_a_bonus_of_200_percent_doubles_the_weight(answer, rng):
    for bonus in (200, 100):
        outweighs(answer, rng, bonus)


@pytest.mark.points(2)
@pytest.mark.advice(
    "150 % is one and a half times as much. Follow the bonus through the line in which it is used, with 150 and with 200. "
    "What is lost on the way?"
)
def test_a_bonus_of_150_percent_counts_half_as_much_again(answer, rng):
    for bonus in (150, rng.randrange(110, 140), rng.randrange(160, 190)):
        outweighs(answer, rng, bonus, least=100, advice="150 % is one and a half times as much. By which number does your "
                                                        "model multiply, with 150 and with 200?")


@pytest.mark.points(2)
@pytest.mark.advice(
    "With a bonus of one and a half, an empty slab that was never used wins as soon as a used one beside it is more than a "
    "third full, and not before. Weigh two slabs side by side."
)
def test_a_used_slab_is_taken_until_it_is_a_third_full(answer, rng):
    for full in (rng.uniform(0.1, 0.25), rng.uniform(0.44, 0.48)):
        free, used = [0] * 12, [True] * 12
        free[5], used[6], free[6] = round((1 - full) * UNITS), False, UNITS
        same_next(answer, free, used, 150)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The slabs are of all kinds here. Compare factor by factor: free space, place, bonus."
)
def test_it_agrees_with_the_allocator_of_the_book(answer, rng):
    for _ in range(6):
        free, used = [rng.randint(200, UNITS) for _ in range(8)], [rng.random() < 0.5 for _ in range(8)]
        used[2], bonus = True, rng.choice([120, 150, 170, 180])
        space = allocator(free, used, bonus)
        for slab in range(8):
            weighs(answer, space.weight(slab), free=free[slab], slab=slab, slabs=8, used=used[slab], bonus=bonus)
        same_next(answer, free, used, bonus)
