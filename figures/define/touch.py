"""The conditions under which a panel is shown, and what a reader can do with it: count, pick, drag
and move."""

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
    """Return a cross-hair for a heat map, which shows the counts of a cell and of its column.

    x1, x2, low, high, count: the fields of a cell. A row with all these fields is a cell if its
    columns equal `where` or one of its lists (`where={"row": ["cell", "rest"]}`); no cell may occur
    twice. noun: the plural of what is counted ("writes"); one: its singular (default: the noun
    without its s).
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

    where: the rows that can be picked; lists as in `probe`.
    """
    return {"param": param, "field": field, "where": where}


def handle(param: str, axis: str = "x") -> dict[str, Any]:
    """Return a draggable line across the panel, at the value of a Number on the x axis."""
    return {"param": param, "axis": axis}


def move(
    param: str = "moves",
    value: str = "place",
    where: dict[str, Any] | None = None,
    swap: bool = False,
) -> dict[str, Any]:
    """Return a move: marks that the reader drags to other places. A drag sets a Choice or a Number,
    as its control would, and runs again.

    Rows with the field `param` are things: the field names a parameter, whose label is the thing's
    name. Rows with the field `value` are places: the field is the value that the parameter takes
    there, and the parameter's label for it names the place. A thing may stand on any place whose
    value its parameter allows; rows that name no known parameter or value do not move. where: the
    rows concerned; lists as in `probe`. swap: a thing dropped on another changes places with it if
    it can; otherwise several may share a place.
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
    """Raise ValueError for an unknown palette or type of colour scale."""
    kinds = ("linear", "log", "sqrt", "rank", "ordinal", "categorical")
    if axis.get("type", "linear") not in kinds:
        raise ValueError(
            f"the type of a colour axis must be one of {', '.join(kinds)}, got '{axis['type']}'"
        )
    if axis.get("palette", "linear") not in ("linear", "false", "alarm"):
        raise ValueError(f"palette must be linear, false or alarm, got '{axis['palette']}'")


def check_panel(panel: dict[str, Any], params: dict[str, Param]) -> None:
    """Raise ValueError with a one-line message if a panel names a parameter or value that the
    figure does not have, or combines options that exclude each other."""

    def param(name: str, option: str) -> Param:
        if name not in params:
            raise ValueError(
                f"the parameter of {option} must be one of {', '.join(params)}, got '{name}'"
            )
        return params[name]

    if not panel["marks"] and "scene" not in panel:
        raise ValueError(
            "a panel must have at least one mark, or be made by motion() or account(); got neither"
        )
    for name, wanted in (panel.get("when") or {}).items():
        for value in allowed(wanted):
            try:
                param(name, "when").check(name, value)
            except ParameterError as error:
                raise ValueError(f"when: {error}") from None
        if not allowed(wanted):
            raise ValueError(f"when must allow at least one value of '{name}'")
    if (picked := panel.get("pick")) and isinstance(param(picked["param"], "pick"), Switch):
        raise ValueError(f"pick must set a Number or a Choice; '{picked['param']}' is a Switch")
    if dragged := panel.get("handle"):
        if not isinstance(param(dragged["param"], "handle"), Number):
            raise ValueError(f"a handle must set a Number, got '{dragged['param']}'")
        if dragged["axis"] != "x" or "x" not in panel["axes"]:
            raise ValueError(f"a handle must lie on the panel's x axis, got '{dragged['axis']}'")
    if moved := panel.get("move"):
        if moved["param"] == moved["value"]:
            raise ValueError(
                f"move needs two different fields, param and value, got '{moved['param']}' for both"
            )
        if all(isinstance(each, Switch) for each in params.values()):
            raise ValueError("move must set a Number or a Choice; the figure has neither")
    if panel["frame"] and (panel.get("probe") or picked or moved):
        raise ValueError("a panel with frames cannot have a probe, a pick or a move")


def check_panels(
    panels: list[dict[str, Any]],
    params: dict[str, Param],
    presets: Iterable[tuple[str, dict[str, Any]]],
) -> None:
    """Raise ValueError if a panel is wrong, or if there is a preset (name, parameters) with which
    no panel is shown."""
    for each in panels:
        check_panel(each, params)
    for name, settings in presets:
        if not any(shown(each, settings) for each in panels):
            raise ValueError(f"no panel is shown with the preset '{name}'")
