"""How tests run: what is drawn at random is the same in each run, and nothing is timed. Long tests start first, and
one more runs at a time than there are cores. What `make test` samples, `make prove` runs whole: members of a list
by `sample`, tests that go the same way by the mark `alike`, of which each file keeps one."""

import builtins
import gc
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import settings

settings.register_profile("book", deadline=None, derandomize=True)
settings.load_profile("book")

Item = TypeVar("Item")
WHOLE = "WHOLE" in os.environ
SEED = 1
"""Of what `make test` draws from what `make prove` runs whole: another one draws others."""

LONG = ("browser", "pyodide", "exercises", "grading", "notebooks", "test_readme.py")
"""Folders and files whose tests often wait, for a browser or for a process."""


_add = builtins.sum


def _add_whole(items: Iterable[Any], /, start: Any = 0) -> Any:
    """Add numbers. `sum` of floats rounds otherwise in the page's Python, which is newer: what models and
    figures add is whole, or goes through `fsum`."""
    total = _add(items, start)
    if isinstance(total, float):
        asked = sys._getframe(1).f_globals.get("__name__", "")
        if asked.startswith(("models.", "figures.")):
            raise TypeError(f"{asked} adds floats with sum: use math.fsum")
    return total


builtins.sum = _add_whole


def pytest_xdist_auto_num_workers(config):
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is collected stays: looking through it for garbage takes longer than what it would find."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "alike(way): of a file's tests that go this way, `make test` draws one"
    )


def pytest_collection_modifyitems(config, items):
    ways = [
        (number, item.path, *mark.args)
        for number, item in enumerate(items)
        for mark in item.iter_markers("alike")
    ]
    drawn = {number for number, *_ in sample(ways, 1, lambda way: way[1:])}
    left = {number for number, *_ in ways} - drawn
    config.hook.pytest_deselected(items=[items[number] for number in sorted(left)])
    long = tuple(f"tests/{name}" for name in LONG)
    items[:] = sorted(
        [item for number, item in enumerate(items) if number not in left],
        key=lambda item: not item.nodeid.startswith(long),
    )


def sample(
    items: Sequence[Item],
    few: Sequence[Item] | int,
    kind: Callable[[Item], object] = lambda item: None,
) -> Sequence[Item]:
    """Return all items with WHOLE set, else `few` of them, in their order: those that are given, or
    that many of each kind, drawn at random."""
    if WHOLE:
        return items
    if not isinstance(few, int):
        return few
    kinds: dict[object, list[int]] = {}
    for number, item in enumerate(items):
        kinds.setdefault(kind(item), []).append(number)
    chance = Random(SEED)
    drawn = {one for of in kinds.values() for one in chance.sample(of, min(few, len(of)))}
    return [items[number] for number in sorted(drawn)]


def of_all(name: str, items: Sequence[Item]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Return a decorator that makes one test of a test of one item, for those that only look: each
    worker collects every item. A failure names all items that fail."""

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        def every() -> None:
            failed = []
            for item in items:
                try:
                    test(**{name: item})
                except Exception as error:
                    failed.append((item, error))
            if failed:
                error = failed[0][1]
                error.add_note(f"{name}: {', '.join(str(item) for item, _ in failed)}")
                raise error

        every.__name__, every.__module__ = test.__name__, test.__module__
        return every

    return decorate
