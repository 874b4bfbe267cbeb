"""Compute the variant of an exercise that a student is assigned."""

import hashlib

from exercises.kit.exercise import MOST_VARIANTS


def variant_of(seed: str, student: str, exercise: str) -> int:
    """Return the variant (1 to 999,999) assigned to a student in an exercise (both ids) in a class
    with this seed.

    The SHA-256 hash of the three lines "seed", "student", "exercise" (UTF-8, separated by line
    feeds, none at the end) is divided by 999,999; the variant is the remainder plus one. Anyone
    with the class file can compute it.
    """
    text = "\n".join((seed, student, exercise))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()) % MOST_VARIANTS + 1
