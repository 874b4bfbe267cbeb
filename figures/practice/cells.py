"""The published measurements: each row of `cells.json` has one cell, or a series of them."""

import json
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class MeasuredRow:
    """A measurement, with what was measured and what had to be guessed about it."""

    id: str
    kind: str
    year: int
    source: str
    setup: str  # the machine and the load
    unit: str  # of the cells
    guessed: str  # what the publication leaves open, and what is taken instead
    cells: dict[str, float]  # the published numbers by key; the key of a single one is ""
    like: str = ""  # a claim of the texts with such a machine and load; "": there is none
    absent: dict[str, str] = field(default_factory=dict)  # what the machine lacks for a cell
    used: dict[str, str] = field(default_factory=dict)  # the constant that was taken from a cell
    at_least: bool = False  # whether the numbers are lower bounds, which a larger one meets
    sample: str = ""  # the claim of the texts that is the same number


@dataclass(frozen=True)
class Cell:
    """A published number."""

    row: MeasuredRow
    key: str

    @property
    def id(self) -> str:
        """Return ROW, or ROW/KEY in a series."""
        return f"{self.row.id}/{self.key}" if self.key else self.row.id

    @property
    def published(self) -> float:
        """Return the published number, in the row's unit."""
        return self.row.cells[self.key]

    @property
    def absent(self) -> str:
        """Return what the machine lacks for this cell, or ""."""
        return self.row.absent.get(self.key, "")

    @property
    def known(self) -> str:
        """Return the constant or claim of the texts through which the machine knows the number, or
        ""."""
        return self.row.used.get(self.key, self.row.sample)


@cache
def rows() -> tuple[MeasuredRow, ...]:
    """Return all rows of `cells.json`."""
    text = files("figures.practice").joinpath("cells.json").read_text(encoding="utf-8")
    return tuple(MeasuredRow(**row) for row in json.loads(text))


def cells() -> list[Cell]:
    """Return all cells, in the order of the rows."""
    return [Cell(row, key) for row in rows() for key in row.cells]


def chosen(ids: list[str]) -> list[Cell]:
    """Return the cells whose own id, row or kind is one of `ids`, or all cells if there are no ids.
    Raise ValueError for an unknown id."""
    found = cells()
    for id in ids:
        if not any(id in (each.id, each.row.id, each.row.kind) for each in found):
            kinds = ", ".join(dict.fromkeys(each.row.kind for each in found))
            raise ValueError(
                f"unknown measurement '{id:.60}': it must be a kind ({kinds}), or a row or a cell of "
                "figures/practice/cells.json"
            )
    return [each for each in found if not ids or {each.id, each.row.id, each.row.kind} & set(ids)]
