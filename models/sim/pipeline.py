"""A path of stages, each of which can carry so much: together they carry what the slowest can."""
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from models.check import a_number, shown
from models.units import DIMENSIONS


@dataclass(frozen=True)
class Stage:
    """Something that data or requests pass. capacity: of it, in `unit` (B/s or 1/s); why: where the number comes from."""

    name: str
    capacity: float
    unit: str = "B/s"
    why: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise ValueError(f"name must be a word that a reader knows the stage by, got {shown(self.name)}")
        known = ("B/s", "1/s")
        if self.unit not in known:
            near = next((k for k, same in zip(known, ("bytes a second", "rate"), strict=True)
                         if isinstance(self.unit, str) and self.unit in DIMENSIONS[same]), None)
            raise ValueError(f"unit must be B/s or 1/s, got {shown(self.unit)}" + (f": give {near}" if near else ""))
        a_number(f"capacity of '{self.name}'", self.capacity, above=0)


class Limit(NamedTuple):
    """What a path carries: the slowest stage and, if others are exactly as slow, all of them in the path's order."""

    stage: Stage
    alike: tuple[Stage, ...]
    stages: tuple[Stage, ...]

    @property
    def rate(self) -> float:
        """Of the whole path."""
        return self.stage.capacity

    @property
    def next(self) -> Stage:
        """Who would be the limit if the slowest were no limit (itself, if it is alone)."""
        return min((stage for stage in self.stages if stage not in self.alike), key=lambda stage: stage.capacity,
                   default=self.stage)

    def used(self, stage: Stage) -> float:
        """The share of a stage's capacity that the path's rate takes."""
        return self.rate / stage.capacity


def limit(stages: Iterable[Stage]) -> Limit:
    """The slowest of these; the first of them, where several are alike. Raises ValueError for none, for two of one name,
    and for capacities in different units."""
    path = tuple(stages)
    if not path:
        raise ValueError("stages must be 1 or more, got 0")
    for i, stage in enumerate(path):
        if not isinstance(stage, Stage):
            raise ValueError(f"stages must be of the kind Stage, got {shown(stage)}")
        if stage.name in (earlier.name for earlier in path[:i]):
            raise ValueError(f"stages must have names of their own, got {shown(stage.name)} twice")
        if stage.unit != path[0].unit:
            raise ValueError(f"stages must be in one unit, got {path[0].unit} for '{path[0].name}' and {stage.unit} "
                             f"for '{stage.name}'")
    slowest = min(path, key=lambda stage: stage.capacity)
    return Limit(slowest, tuple(stage for stage in path if stage.capacity == slowest.capacity), path)
