"""The benchmark starts: each of its modules can be imported, here and in the page's interpreter."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from bench import two_places

FILES = sorted(path.stem for path in Path(two_places.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("name", FILES)
def test_a_module_of_the_benchmark_can_be_imported(name):
    import_module(f"bench.{name}")


def test_what_is_measured_in_both_places_can_be_imported_in_the_page():
    found = two_places.in_the_page("", "bench.two_places", "imported")
    assert found == json.loads(two_places.imported())
    assert all(found.values()) and set(found) == set(two_places.MODULES)
