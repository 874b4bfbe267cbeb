"""Compute the variant of an exercise that is assigned to a student."""

import hashlib

from exercises.kit.exercise import MOST_VARIANTS


def variant_of(seed: str, student: str, exercise: str) -> int:
    """Return the variant (1 to 999,999) of an exercise that is assigned to a student, both given by
    their ids, in a class with this seed.

    The three lines "seed", "student", "exercise" (UTF-8, separated by line feeds, none at the end)
    are hashed with SHA-256. The hash is divided by 999,999; the variant is the remainder plus one.
    Anyone with the class file can compute it.
    """
    text = "\n".join((seed, student, exercise))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()) % MOST_VARIANTS + 1
