"""Which variant of an exercise a student of a class is given."""

import hashlib

from exercises.kit.exercise import MOST_VARIANTS


def variant_of(seed: str, student: str, exercise: str) -> int:
    """Return the variant, 1 to 999,999, that a class of this seed gives a student (an id) in an
    exercise (an id).

    It is one more than the remainder of the SHA-256 hash of the three lines "seed", "student",
    "exercise" (UTF-8, a line feed between them, none at the end), divided by 999,999, so anyone with
    the class file can compute it.
    """
    text = "\n".join((seed, student, exercise))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()) % MOST_VARIANTS + 1
