"""What is to be exported, and where to."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from exercises.kit.exercise import Exercise

if TYPE_CHECKING:
    from exercises.grading.class_file import ClassFile


@dataclass(frozen=True)
class Order:
    """Exercises for a grader; `class_file` says who is asked which variant, else all are asked the same,
    one of `variants`."""

    out: Path
    exercises: list[Exercise]
    variants: list[int]
    class_file: "ClassFile | None" = None

    @property
    def ids(self) -> list[str]:
        """The exercises' ids."""
        return [exercise.id for exercise in self.exercises]
