"""How the cell of a notebook that holds an answer is known: by its first line, or by the name of
its fields."""

from exercises.kit.exercise import Exercise


def name_of(exercise: Exercise) -> str:
    """Return what a notebook calls the fields of an answer."""
    return exercise.test_file.parent.name


def head_of(exercise: Exercise) -> str:
    """Return the first line of the cell that holds a program."""
    return f"# {exercise.id}: your answer is what stands in this cell"
