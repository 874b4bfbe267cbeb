"""The sweeps that the book shows run, and the machine refuses none of their points."""

from pathlib import Path

import pytest

from models.sweep.cache import Cache
from models.sweep.spec import read
from models.sweep.sweep import Sweep, result

EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "book" / "sweeps").glob("*.toml"))


class Here:
    def ready(self):
        return ""

    def outcomes(self, jobs, work):
        for job in jobs:
            yield job, work({**job, "seconds": 0.01, "warm": 0.0})


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(path):
    spec = read(path)
    if spec.sample == "sobol":
        pytest.importorskip("scipy")
    sweep = Sweep(spec, Here(), Cache(None))
    sweep.run()
    text, code = result(sweep, False)
    assert code == 0 and text.endswith(f"{len(sweep.points)} points")
    assert f"python -m models sweep book/sweeps/{path.name}" in path.read_text()


def test_there_is_an_example_of_each_kind():
    assert {read(path).sample for path in EXAMPLES} == {"product", "list", "sobol"}
