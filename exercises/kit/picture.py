"""Build the picture of an exercise: panels that the front end draws, the rows of a run, and an
alternative text."""

from typing import Any

from figures import contents
from figures.define.figure import Row, Rows

Panel = dict[str, Any]
HANDS = ("probe", "pick", "handle", "move", "when")  # interactions that a picture lacks


def picture_of(panels: list[Panel], rows: Rows, alt: str) -> dict[str, Any]:
    """Return a picture {"panels", "rows", "alt"} of panels (`figures.define.figure.panel`) that
    show `rows`. `alt` describes it without explaining it."""
    return {"panels": [panel | dict.fromkeys(HANDS) for panel in panels], "rows": rows, "alt": alt}


def of_figure(
    id: str,
    *,
    panels: list[int],
    params: dict[str, Any] | None = None,
    seed: int | None = None,
    alt: str,
    rows: Rows | None = None,
) -> dict[str, Any]:
    """Return a picture of some panels of a live figure, without title and caption. `panels` are
    their indices. They show a run with `params` (in SI units), or `rows` if given.

    Only rows that these panels show are kept. Raise ParameterError if a parameter is not valid.
    """
    figure = contents.get(id)
    chosen = [figure.panels[index] for index in panels]
    all_rows = figure.rows(seed, **(params or {})) if rows is None else rows
    return picture_of(chosen, [row for row in all_rows if _shown(row, chosen)], alt)


def _shown(row: Row, panels: list[Panel]) -> bool:
    """Return whether a panel has a mark that shows the row."""
    return any(
        _fits(row, mark.get("where"))
        for panel in panels
        for mark in panel["marks"]
        if mark.get("data") is None
    )


def _fits(row: Row, where: dict[str, Any] | None) -> bool:
    return all(
        row.get(name) in wanted if isinstance(wanted, list) else row.get(name) == wanted
        for name, wanted in (where or {}).items()
    )
