"""Define the settings of an export."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from exercises.kit.exercise import Exercise

if TYPE_CHECKING:
    from exercises.grading.class_file import ClassFile


@dataclass(frozen=True)
class Order:
    """Exercises to export to the folder `out`. With `class_file` each student has the variants that
    it assigns; without it all students have the same `variants`."""

    out: Path
    exercises: list[Exercise]
    variants: list[int]
    class_file: "ClassFile | None" = None

    @property
    def ids(self) -> list[str]:
        """Return the ids of the exercises to export."""
        return [exercise.id for exercise in self.exercises]
