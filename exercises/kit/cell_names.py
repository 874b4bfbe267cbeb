"""The marks of a notebook cell with an answer: its first line, or the name of its fields."""

from exercises.kit.exercise import Exercise


def name_of(exercise: Exercise) -> str:
    """Return the variable name for the fields of an answer."""
    return exercise.test_file.parent.name


def head_of(exercise: Exercise) -> str:
    """Return the first line of the cell that holds a program."""
    return f"# {exercise.id}: your answer is what stands in this cell"
