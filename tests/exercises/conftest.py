"""Fixtures: a small exercise in a folder of its own."""

import pytest

from exercises.kit.exercise import Exercise
from tests.exercises.small import small_exercise


@pytest.fixture
def double(tmp_path) -> Exercise:
    return small_exercise(tmp_path)


def pytest_configure(config):
    """Know the marks of the exercises' own tests: some of ours import them."""
    for mark in ("points(n)", "advice(text)", "guard"):
        config.addinivalue_line("markers", f"{mark}: of an exercise's test")
