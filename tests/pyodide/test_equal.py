"""The page's interpreter gives the numbers that this one gives, and says where a reader's code is
while it runs."""

import json
import subprocess
from pathlib import Path

import pytest

from figures.contents import CHAPTERS, get, ids
from figures.define.edition import EDITION
from tests.conftest import sample
from tests.figures.runs import rows_of

ROOT = Path(__file__).resolve().parents[2]
WHEELS = ROOT / "_build" / "live" / "wheels"
HAIR = 1e-6
ROUND = (
    "missed-turn",
    "seek-and-turn",
)  # they draw circles: sin and cos may differ; the others only add and multiply

FIGURES = sample(ids(), sorted({*ROUND, *(own[0] for own in CHAPTERS.values() if own)}))
PATIENCE = 900  # s; a busy machine runs all figures in this time

pytestmark = [pytest.mark.slow, pytest.mark.timeout(PATIENCE + 60)]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """What the page's interpreter says, by figure; what it says of broken code, by name."""
    wheel = next(WHEELS.glob("where_the_time_goes-*.whl"), None)
    if wheel is None or not (ROOT / "node_modules" / "pyodide").is_dir():
        pytest.fail("the wheel or Pyodide is missing: run make")
    out = tmp_path_factory.mktemp("page") / "runs.jsonl"
    command = ["node", "tests/pyodide/test_equal.mjs", str(wheel), str(out), *FIGURES]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    said = {}
    for line in out.read_text(encoding="utf-8").splitlines():
        answer = json.loads(line)
        key = answer.get("id", next(iter(answer)))
        said[key] = answer
    if said["version"]["edition"] != EDITION:
        pytest.fail(
            f"the wheel is {said['version']['edition']}, the sources are {EDITION}: run make"
        )
    return said


def same(one, other):
    """Equal texts, and numbers that differ by no more than a hair of the larger."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, bool) or isinstance(other, bool) or isinstance(one, str):
        return one == other
    if one is None or other is None:
        return one is other
    return abs(one - other) <= HAIR * max(abs(one), abs(other), 1e-9)


def test_the_interpreter_is_the_pinned_one(page):
    pinned = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["dependencies"][
        "pyodide"
    ]
    assert page["version"]["version"] == pinned


@pytest.mark.parametrize("id", FIGURES)
def test_a_figure_shows_the_same_in_the_page(page, id):
    there, figure = page[id], get(id)
    params, seed = figure.preset_settings(figure.default_preset())
    rows = rows_of(id, figure.default_preset())
    result = json.loads(json.dumps(figure.result(params, seed, rows)))
    assert there.get("error") is None
    assert same(there["rows"], rows) if id in ROUND else there["rows"] == rows
    assert {name: there["result"][name] for name in ("describe", "preset")} == {
        name: result[name] for name in ("describe", "preset")
    }
    assert same(there["result"]["values"], result["values"])
    assert same(there["result"]["compare"], result["compare"])


def test_an_endless_loop_reports_its_line(page):
    lines = page["lines"]["lines"]
    assert len(lines) == 4
    assert lines == [1, 2, 3, 4]  # each line when it is first reached


def test_rows_of_another_form_are_told_with_the_line_they_came_from(page):
    error = page["broken"]["broken"]["error"]
    assert "'t' is nan" in error["message"]
    assert error["line"] == 3


def test_a_function_that_calls_itself_without_end_does_not_end_the_interpreter(page):
    error = page["endless"]["endless"]["error"]
    assert error["kind"] == "code"
    assert error["line"] == 2
