"""A path of stages. The slowest stage limits the rate of the path."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Stage:
    """One stage that data or requests pass through."""

    name: str
    capacity: float  # bytes or requests per second; the same unit for all stages of a path
    why: str = ""  # how the capacity is known


class Limit(NamedTuple):
    """The capacity of a path, and the stages that limit it."""

    stage: Stage  # the slowest; if several are equally slow, the first
    alike: tuple[Stage, ...]  # all stages that are as slow as `stage`, in path order
    stages: tuple[Stage, ...]  # all stages of the path

    @property
    def rate(self) -> float:
        """Return the capacity of the path, in the unit of its stages."""
        return self.stage.capacity

    @property
    def next(self) -> Stage:
        """Return the stage that would limit the path if the slowest stages were removed, or the
        slowest stage if there is no other."""
        return min(
            (stage for stage in self.stages if stage not in self.alike),
            key=lambda stage: stage.capacity,
            default=self.stage,
        )

    def used(self, stage: Stage) -> float:
        """Return the share (0-1) of a stage's capacity that is in use at the rate of the path."""
        return self.rate / stage.capacity


def limit(stages: Iterable[Stage]) -> Limit:
    """Return the limit of a path of one or more stages."""
    path = tuple(stages)
    slowest = min(path, key=lambda stage: stage.capacity)
    return Limit(
        slowest, tuple(stage for stage in path if stage.capacity == slowest.capacity), path
    )
