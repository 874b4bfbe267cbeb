"""The exercises in reading order."""

from pathlib import Path

from exercises.define import Exercise, read

HERE = Path(__file__).parent

EXERCISES = [
    read(HERE / "missed_revolution", chapter="synchronous-writes"),
]


def get(id: str) -> Exercise:
    """The exercise of that id. Raises KeyError with one line that names the ids there are."""
    for exercise in EXERCISES:
        if exercise.id == id:
            return exercise
    raise KeyError(f"there is no exercise {id!r}; there are: {', '.join(exercise.id for exercise in EXERCISES)}")
