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
    """A cross-hair on a heat map that counts what is in a cell and in its column.

    x1, x2, low, high, count: fields of the rows that are cells: those that have them all and whose
    columns equal `where`, or one of its lists (`where={"row": ["cell", "rest"]}`). No cell may be
    there twice, for it would count twice. noun: what is counted ("writes"); `one` of them, if that
    is not the noun without its s.
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
    """A click on a mark, or on the cell under the cross-hair, sets `param` to that row's `field`
    and runs again.

    where: which rows can be picked, besides having the field; lists as in `probe`.
    """
    return {"param": param, "field": field, "where": where}


def handle(param: str, axis: str = "x") -> dict[str, Any]:
    """A line across the panel at the value of a Number on its x axis; the reader drags it. Only the
    x axis has one."""
    return {"param": param, "axis": axis}


def move(
    param: str = "moves",
    value: str = "place",
    where: dict[str, Any] | None = None,
    swap: bool = False,
) -> dict[str, Any]:
    """Marks that the reader drags to other places: each sets a Choice or a Number, as its control
    would, and runs again.

    Rows with the field `param` are things: it names the parameter that each sets, whose label is
    the thing's name. Rows with the field `value` are places: the value that the parameter takes
    there, in whose words the place is told. A thing may stand where its parameter takes the value;
    rows that name no such parameter or value are left as they are. where: which rows, lists as in
    `probe`. swap: a thing that is put where another stands changes places with it, if that one may
    stand there; otherwise several may stand at one place.
    """
    return {"param": param, "value": value, "where": where, "swap": swap}


def allowed(wanted: Any) -> list[Any]:
    """The values that a condition of `when` lets pass."""
    return list(wanted) if isinstance(wanted, list | tuple) else [wanted]


def shown(panel: dict[str, Any], params: dict[str, Any]) -> bool:
    """Whether a panel is shown while the parameters are these."""
    return all(
        params[name] in allowed(wanted) for name, wanted in (panel.get("when") or {}).items()
    )


def check_colour(axis: dict[str, Any]) -> None:
    """Raise ValueError for a palette or a scale of colours that there is none of."""
    kinds = ("linear", "log", "sqrt", "rank", "ordinal", "categorical")
    if axis.get("type", "linear") not in kinds:
        raise ValueError(f"a colour axis is one of {', '.join(kinds)}, got '{axis['type']}'")
    if axis.get("palette", "linear") not in ("linear", "false", "alarm"):
        raise ValueError(f"a palette is 'linear', 'false' or 'alarm', got '{axis['palette']}'")


def check_panel(panel: dict[str, Any], params: dict[str, Param]) -> None:
    """Raise ValueError, one line, if a panel names a parameter or a value that the figure does not
    have."""

    def param(name: str, of: str) -> Param:
        if name not in params:
            raise ValueError(
                f"{of} names the unknown parameter '{name}'; there are {', '.join(params)}"
            )
        return params[name]

    if not panel["marks"] and "scene" not in panel:
        raise ValueError("a panel has a mark at least, or shows the machine")
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
            raise ValueError(f"a handle drags a number; '{dragged['param']}' is none")
        if dragged["axis"] != "x" or "x" not in panel["axes"]:
            raise ValueError(f"a handle moves along a panel's x axis, got '{dragged['axis']}'")
    if moved := panel.get("move"):
        if moved["param"] == moved["value"]:
            raise ValueError(
                f"what moves and where it may go are two fields, got '{moved['param']}' for both"
            )
        if all(isinstance(each, Switch) for each in params.values()):
            raise ValueError("what is moved sets a number or a choice; the figure has none")
    if panel["frame"] and (panel.get("probe") or picked or moved):
        raise ValueError("a panel with frames has no probe, no pick and no move")


def check_panels(
    panels: list[dict[str, Any]],
    params: dict[str, Param],
    presets: Iterable[tuple[str, dict[str, Any]]],
) -> None:
    """Check each panel; with every preset (its name and all its parameters) one of them at least
    must be shown."""
    for each in panels:
        check_panel(each, params)
    for name, settings in presets:
        if not any(shown(each, settings) for each in panels):
            raise ValueError(f"no panel is shown with the preset '{name}'")
