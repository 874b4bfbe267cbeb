"""The variants that a class gives its students."""

import hashlib

from exercises.kit.variant_of import variant_of


def test_it_is_the_hash_that_the_words_say():
    digest = hashlib.sha256(b"autumn\nada\nmissed-revolution").hexdigest()
    assert variant_of("autumn", "ada", "missed-revolution") == int(digest, 16) % 999_999 + 1


def test_seed_student_and_exercise_each_decide():
    given = {
        variant_of(seed, student, exercise)
        for seed in ("autumn", "spring")
        for student in ("ada", "bob")
        for exercise in ("one", "two")
    }
    assert len(given) == 8
    assert all(1 <= variant <= 999_999 for variant in given)


def test_the_variants_of_a_large_class_are_spread_over_all_there_are():
    drawn = sorted(variant_of("autumn", str(student), "one") for student in range(2000))
    tenths = [
        sum(99_999.9 * tenth < variant <= 99_999.9 * (tenth + 1) for variant in drawn)
        for tenth in range(10)
    ]
    assert all(150 < count < 250 for count in tenths)
    assert len(set(drawn)) > 1980
