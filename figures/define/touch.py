"""When a panel is shown, and what a reader can do with it besides looking: count, pick, drag, move."""

from collections.abc import Iterable
from typing import Any

from figures.define.params import Number, Param, ParameterError, Switch


def probe(
    x1: str = "t1",
    x2: str = "t2",
    low: str = "low",
    high: str = "high",
    count: str = "n",
    where: dict[str, Any] | None = None,
    noun: str = "",
    one: str | None = None,
) -> dict[str, Any]:
    """Return a cross-hair on a heat map that counts what is in a cell and in its column.

    x1, x2, low, high, count: the fields of a cell. Rows that have them all, and whose columns equal
    `where` or one of its lists (`where={"row": ["cell", "rest"]}`), are cells; each must be there
    only once. noun: what is counted ("writes"); `one`: its singular, if that is not the noun
    without its s.
    """
    return {
        "x1": x1,
        "x2": x2,
        "low": low,
        "high": high,
        "count": count,
        "where": where,
        "noun": [noun.removesuffix("s") if one is None else one, noun],
    }


def pick(param: str, field: str, where: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a pick: a click on a mark, or on the cell under the cross-hair, sets `param` to that
    row's `field` and runs again.

    where: which rows can be picked; lists as in `probe`.
    """
    return {"param": param, "field": field, "where": where}


def handle(param: str, axis: str = "x") -> dict[str, Any]:
    """Return a line across the panel at the value of a Number on its x axis, which the reader
    drags. Only the x axis has one."""
    return {"param": param, "axis": axis}


def move(
    param: str = "moves",
    value: str = "place",
    where: dict[str, Any] | None = None,
    swap: bool = False,
) -> dict[str, Any]:
    """Return a move: marks that the reader drags to other places. Each sets a Choice or a Number,
    as its control would, and runs again.

    Rows with the field `param` are things: the field names the parameter, whose label is the
    thing's name. Rows with the field `value` are places: the field is the parameter's value there,
    and its label names the place. A thing may stand on any place whose value its parameter allows;
    rows that name no parameter or value stay as they are. where: which rows; lists as in `probe`.
    swap: a thing put on another's place changes places with it if it can; otherwise several may
    share a place.
    """
    return {"param": param, "value": value, "where": where, "swap": swap}


def allowed(wanted: Any) -> list[Any]:
    """Return the values that a condition of `when` allows."""
    return list(wanted) if isinstance(wanted, list | tuple) else [wanted]


def shown(panel: dict[str, Any], params: dict[str, Any]) -> bool:
    """Return whether a panel is shown with these parameters."""
    return all(
        params[name] in allowed(wanted) for name, wanted in (panel.get("when") or {}).items()
    )


def check_colour(axis: dict[str, Any]) -> None:
    """Raise ValueError for an unknown palette or an unknown kind of colour scale."""
    kinds = ("linear", "log", "sqrt", "rank", "ordinal", "categorical")
    if axis.get("type", "linear") not in kinds:
        raise ValueError(f"a colour axis is one of {', '.join(kinds)}, got '{axis['type']}'")
    if axis.get("palette", "linear") not in ("linear", "false", "alarm"):
        raise ValueError(f"a palette is 'linear', 'false' or 'alarm', got '{axis['palette']}'")


def check_panel(panel: dict[str, Any], params: dict[str, Param]) -> None:
    """Raise ValueError, one line, if a panel names a parameter or value that the figure does not
    have."""

    def param(name: str, of: str) -> Param:
        if name not in params:
            raise ValueError(
                f"{of} names the unknown parameter '{name}'; there are {', '.join(params)}"
            )
        return params[name]

    if not panel["marks"] and "scene" not in panel:
        raise ValueError("a panel must have a mark or show the machine")
    for name, wanted in (panel.get("when") or {}).items():
        for value in allowed(wanted):
            try:
                param(name, "when").check(name, value)
            except ParameterError as error:
                raise ValueError(f"when: {error}") from None
        if not allowed(wanted):
            raise ValueError(f"when allows no value of '{name}'")
    if (picked := panel.get("pick")) and isinstance(param(picked["param"], "pick"), Switch):
        raise ValueError(f"pick sets a number or a choice; '{picked['param']}' is a switch")
    if dragged := panel.get("handle"):
        if not isinstance(param(dragged["param"], "handle"), Number):
            raise ValueError(f"a handle drags a number; '{dragged['param']}' is not a number")
        if dragged["axis"] != "x" or "x" not in panel["axes"]:
            raise ValueError(f"a handle moves along a panel's x axis, got '{dragged['axis']}'")
    if moved := panel.get("move"):
        if moved["param"] == moved["value"]:
            raise ValueError(
                f"move needs two fields, for things and for places, got '{moved['param']}' for both"
            )
        if all(isinstance(each, Switch) for each in params.values()):
            raise ValueError("move sets a number or a choice; the figure has neither")
    if panel["frame"] and (panel.get("probe") or picked or moved):
        raise ValueError("a panel with frames cannot have a probe, a pick or a move")


def check_panels(
    panels: list[dict[str, Any]],
    params: dict[str, Param],
    presets: Iterable[tuple[str, dict[str, Any]]],
) -> None:
    """Check each panel; at least one must be shown with every preset (its name and parameters)."""
    for each in panels:
        check_panel(each, params)
    for name, settings in presets:
        if not any(shown(each, settings) for each in panels):
            raise ValueError(f"no panel is shown with the preset '{name}'")
