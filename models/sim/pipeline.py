"""A path of stages, each with a capacity. Together they carry as much as the slowest."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Stage:
    """One stage that data or requests pass through."""

    name: str
    capacity: float  # bytes or requests per second; the same unit for all stages of a path
    why: str = ""  # source of the number


class Limit(NamedTuple):
    """The capacity of a path."""

    stage: Stage  # the slowest
    alike: tuple[Stage, ...]  # all stages that are equally slow, in path order
    stages: tuple[Stage, ...]

    @property
    def rate(self) -> float:
        """Return the capacity of the path."""
        return self.stage.capacity

    @property
    def next(self) -> Stage:
        """Return the stage that would be the limit if the slowest stages were removed, or the
        slowest if there is no other."""
        return min(
            (stage for stage in self.stages if stage not in self.alike),
            key=lambda stage: stage.capacity,
            default=self.stage,
        )

    def used(self, stage: Stage) -> float:
        """Return the share of a stage's capacity that is in use at the path's rate."""
        return self.rate / stage.capacity


def limit(stages: Iterable[Stage]) -> Limit:
    """Return the limit of a path. If several stages are equally slow, the first one counts."""
    path = tuple(stages)
    slowest = min(path, key=lambda stage: stage.capacity)
    return Limit(
        slowest, tuple(stage for stage in path if stage.capacity == slowest.capacity), path
    )
