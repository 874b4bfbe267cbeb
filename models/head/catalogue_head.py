"""The head nodes of the catalogue, each built once."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from models.head.head import Head


@cache
def shared_head(name: str, spec: tuple[tuple[str, object], ...]) -> Head:
    """Return a `Head` with these arguments. Equal arguments give the same object."""
    settings: dict[str, Any] = dict(spec)
    if "cards" in settings:
        settings["cards"] = dict(settings["cards"])
    return Head(name, **settings)


def head_of(name: str, spec: Mapping[str, object] | None = None) -> Head:
    """Return a head node of the catalogue. `spec` has the arguments of `Head` that differ from the
    defaults."""
    return shared_head(name, tuple(sorted((spec or {}).items())))
