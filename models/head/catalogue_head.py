"""Head nodes of the catalogue, each made once."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from models.head.head import Head


@cache
def made(name: str, spec: tuple[tuple[str, Any], ...]) -> Head:
    """Return the head with these arguments, the same object each time."""
    given: dict[str, Any] = {key: dict(value) if key == "cards" else value for key, value in spec}
    return Head(name, **given)


def head_of(name: str, spec: Mapping[str, Any] | None = None) -> Head:
    """Return a head node of the catalogue. spec: arguments of Head that differ from its defaults."""
    return made(name, tuple(sorted((spec or {}).items())))
