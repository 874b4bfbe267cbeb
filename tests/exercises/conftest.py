"""Fixtures: a small exercise in a folder of its own."""

import pytest

from exercises.kit.exercise import Exercise
from tests.exercises.small import small_exercise


@pytest.fixture
def double(tmp_path) -> Exercise:
    return small_exercise(tmp_path)
