"""What `make test` samples and `make prove` runs whole."""

import os
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")
WHOLE = "WHOLE" in os.environ


def sample(items: Sequence[Item], few: Sequence[Item]) -> Sequence[Item]:
    """Return all items with WHOLE set, else `few` of them."""
    return items if WHOLE else few
