"""Pictures of several cases, one above the other."""

from typing import Any

from figures.define.figure import mark


def over_facets(
    field: str, data: list[Any] | None = None, where: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The name of each case above its part of the picture, where it hides nothing; the facets need
    some padding."""
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
