"""Panels and tables: marks of Observable Plot over a figure's rows, and columns of their fields."""

from collections.abc import Iterable
from typing import Any

from figures.define.touch import check_colour
from models.units import factor


def mark(
    kind: str, where: dict[str, Any] | None = None, data: list[Any] | None = None, **options: Any
) -> dict[str, Any]:
    """Return a mark of Observable Plot by its name (`dot`, `lineY`, ...), over the rows whose
    columns equal `where`, or over `data`."""
    return {"mark": kind, "where": where, "data": data, "options": options}


def axis(options: dict[str, Any]) -> dict[str, Any]:
    """Return Plot's options for a scale, with the SI factor of its unit."""
    return {**options, "factor": factor(options["unit"])} if "unit" in options else dict(options)


def frame(
    field: str, label: str, unit: str, rate: float, stills: Iterable[float]
) -> dict[str, Any]:
    """Return an animation: rows with `field` are shown one value at a time, `rate` values a second.
    In print, the values nearest to `stills` are shown, from first to last; the film opens at the one that is given last."""
    return {
        "field": field,
        "label": label,
        "unit": unit,
        "factor": factor(unit),
        "rate": rate,
        "stills": list(stills),
    }


def panel(
    marks: list[dict[str, Any]],
    axes: dict[str, dict[str, Any]],
    height: int = 260,
    frame: dict[str, Any] | None = None,
    aspect: float | None = None,
    when: dict[str, Any] | None = None,
    probe: dict[str, Any] | None = None,
    pick: dict[str, Any] | None = None,
    handle: dict[str, Any] | None = None,
    move: dict[str, Any] | None = None,
    tab: str = "",
) -> dict[str, Any]:
    """Return a panel: marks that share axes.

    aspect: the length of a unit of y relative to that of a unit of x (the domain of x then grows to
    fit). tab: the name of the picture to which the panel belongs; panels of one picture stand below
    each other. when: parameter -> the value, or list of values, with which the panel is shown.
    probe, pick, handle, move: what the functions of these names return. The colour axis has two
    more options: type "rank" gives each distinct value a step of its own, so that faint details
    show; palette "false" is false colour, and "alarm" has five steps from quiet to alarming.
    """
    check_colour(axes.get("color", {}))
    return {
        "tab": tab,
        "height": height,
        "axes": {name: axis(options) for name, options in axes.items()},
        "marks": marks,
        "frame": frame,
        "aspect": aspect,
        "when": when,
        "probe": probe,
        "pick": pick,
        "handle": handle,
        "move": move,
    }


def column(name: str, label: str, unit: str = "", digits: int = 0) -> dict[str, Any]:
    """Return a column of a table: the rows' field `name`, shown in `unit` with `digits` decimals."""
    return {"name": name, "label": label, "unit": unit, "factor": factor(unit), "digits": digits}


def table(where: dict[str, Any], columns: list[dict[str, Any]], tab: str = "") -> dict[str, Any]:
    """Return a table of the rows whose columns equal `where`. It stands among the figure's data or,
    with `tab`, is a picture of its own."""
    return {"where": where, "columns": columns, "tab": tab}
