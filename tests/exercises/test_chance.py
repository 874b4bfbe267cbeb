"""Guessing earns less than a third of the points of each exercise, and the list says how much."""

import pytest

from exercises.cli.chance import chance
from exercises.cli.chances import CHANCES
from exercises.contents import exercises
from tests.conftest import sample

FIELDS = [exercise for exercise in exercises() if exercise.form is not None]
QUICK = [exercise for exercise in FIELDS if exercise.kind != "choose"]
"""Those whose answers no model has to judge; `make prove` looks at all."""


def test_each_exercise_of_fields_has_its_chance():
    assert list(CHANCES) == [exercise.id for exercise in FIELDS]


@pytest.mark.alike("guessing earns what the list says and less than a third")
@pytest.mark.parametrize(
    "exercise",
    sample(FIELDS, sample(QUICK, 1, lambda one: one.kind)),
    ids=lambda exercise: exercise.id,
)
def test_guessing_earns_what_the_list_says_and_less_than_a_third(exercise):
    earned = chance(exercise)
    assert earned == pytest.approx(CHANCES[exercise.id], abs=0.006)
    assert earned < 1 / 3
