"""What a figure shows: marks of Observable Plot over its rows, and tables."""

from collections.abc import Iterable
from typing import Any

from figures.define.touch import check_colour
from models.units import factor


def mark(
    kind: str, where: dict[str, Any] | None = None, data: list[Any] | None = None, **options: Any
) -> dict:
    """Return a mark of Observable Plot by its name (`dot`, `lineY`, ...), over the rows whose
    columns equal `where`."""
    return {"mark": kind, "where": where, "data": data, "options": options}


def axis(options: dict[str, Any]) -> dict[str, Any]:
    """Return Plot's scale options, with the factor of `unit`."""
    return {**options, "factor": factor(options["unit"])} if "unit" in options else dict(options)


def frame(
    field: str, label: str, unit: str, rate: float, stills: Iterable[float]
) -> dict[str, Any]:
    """Return a frame: rows that have `field` are shown one value at a time, `rate` values a
    second; print shows the values `stills`."""
    return {
        "field": field,
        "label": label,
        "unit": unit,
        "factor": factor(unit),
        "rate": rate,
        "stills": list(stills),
    }


def panel(
    marks: list[dict],
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

    aspect: length of a unit of y over one of x (the domain of x then grows). tab: the name of the
    picture it belongs to; panels with one name stand below each other. when: parameter -> the
    value, or list of values, with which the panel is shown. probe, pick, handle, move: what the
    functions of these names return. The colour axis also takes type "rank" (each distinct value a
    step, so that faint details are seen), and palette "false", or "alarm": five steps from quiet to
    alarming.
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
    """Return a column of a table: the rows' field `name`, shown in `unit` with `digits`
    decimals."""
    return {"name": name, "label": label, "unit": unit, "factor": factor(unit), "digits": digits}


def table(where: dict[str, Any], columns: list[dict[str, Any]], tab: str = "") -> dict[str, Any]:
    """Return a table of rows: among the figure's data, or with `tab` as a picture of its own."""
    return {"where": where, "columns": columns, "tab": tab}
