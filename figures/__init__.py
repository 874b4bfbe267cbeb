"""Live figures: each is an experiment on the stack, defined once for the page, the notebook, the
command line and the tests."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from figures.define.figure import Figure


def get(id: str) -> "Figure":
    """Return a figure. Raise KeyError, with the nearest names, if there is none with this id."""
    from figures.contents import get as found  # rooms of this package, which import it

    return found(id)
