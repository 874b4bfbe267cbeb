"""A path of stages, each of which can carry so much: together they carry what the slowest can."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Stage:
    """Something that data or requests pass."""

    name: str
    capacity: float  # bytes or requests a second, as the whole path counts
    why: str = ""  # where the number comes from


class Limit(NamedTuple):
    """What a path carries: the slowest stage and, if others are exactly as slow, all of them in the
    path's order."""

    stage: Stage
    alike: tuple[Stage, ...]
    stages: tuple[Stage, ...]

    @property
    def rate(self) -> float:
        return self.stage.capacity

    @property
    def next(self) -> Stage:
        """Who would be the limit if the slowest were no limit (itself, if it is alone)."""
        return min(
            (stage for stage in self.stages if stage not in self.alike),
            key=lambda stage: stage.capacity,
            default=self.stage,
        )

    def used(self, stage: Stage) -> float:
        """The share of a stage's capacity that the path's rate takes."""
        return self.rate / stage.capacity


def limit(stages: Iterable[Stage]) -> Limit:
    """The slowest of these; the first of them, where several are alike."""
    path = tuple(stages)
    slowest = min(path, key=lambda stage: stage.capacity)
    return Limit(
        slowest, tuple(stage for stage in path if stage.capacity == slowest.capacity), path
    )
