"""How tests share the cores: those that take long begin first, and twice as many run at a time as
there are cores."""

import os

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
