"""How tests share the cores: those that take long begin first, and twice as many run at a time as
there are cores. What `make test` samples, `make prove` runs whole."""

import os
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")
WHOLE = "WHOLE" in os.environ

LONG = ("browser", "pyodide", "exercises", "grading", "notebooks")
"""Folders whose tests often wait, for a browser or for a process."""


def pytest_xdist_auto_num_workers(config):
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(config, items):
    items.sort(
        key=lambda item: (
            not item.path.is_relative_to(config.rootpath / "tests")
            or item.path.relative_to(config.rootpath / "tests").parts[0] not in LONG
        )
    )


def sample(items: Sequence[Item], few: Sequence[Item]) -> Sequence[Item]:
    """Return all items with WHOLE set, else `few` of them."""
    return items if WHOLE else few
