"""Facets: pictures of several cases, one above the other."""

from typing import Any

from figures.define.figure import mark


def over_facets(
    field: str, data: list[Any] | None = None, where: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return a mark with the name of each case above its facet. It needs facets with some padding."""
    return mark(
        "text",
        where,
        data,
        fy=field,
        text=field,
        frameAnchor="top-right",
        lineAnchor="bottom",
        dy=-3,
        fill="currentColor",
    )
