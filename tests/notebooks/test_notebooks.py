"""The book's notebooks run from top to bottom, and their widgets live in a real kernel."""

import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "book" / "notebooks").glob("*.ipynb"))
STATE = "application/vnd.jupyter.widget-state+json"
PROBE = """
import json
before = live.rows
params = {**live.settings["params"], "spindle": 90.0}
live.settings = {"params": params, "seed": 1}  # as the browser does
print(json.dumps([len(before), len(live.rows), before != live.rows, live.say, live.message]))
"""

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


def execute(notebook):
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(ROOT)}})
    return client.execute()


def pictures(notebook):
    """The states of all widgets that hold rows."""
    states = [model["state"] for model in notebook.metadata["widgets"][STATE]["state"].values()]
    return [state for state in states if "rows" in state]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs_and_runs_without_an_error(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code)
    done = execute(notebook)
    assert [cell.execution_count for cell in done.cells if cell.cell_type == "code"] == list(
        range(1, len(code) + 1)
    )


def test_the_widgets_state_holds_rows_and_a_moved_control_changes_them():
    notebook = nbformat.read(ROOT / "book" / "notebooks" / "one-writer.ipynb", as_version=4)
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    notebook.cells = [first]
    (shown,) = pictures(execute(notebook))
    assert len(shown["rows"]) > 100
    assert shown["figure"]["id"] == "one-writer"
    assert "export" in shown["_esm"]

    notebook.cells = [first, nbformat.v4.new_code_cell(PROBE)]
    done = execute(notebook)
    (moved,) = pictures(done)
    before, after, changed, say, message = json.loads(done.cells[1].outputs[0]["text"])
    assert before == len(shown["rows"])
    assert changed
    assert after == len(moved["rows"])
    assert moved["rows"] != shown["rows"]
    assert "writes a second" in say
    assert message == ""


def test_the_experiment_shows_the_steps_that_the_text_speaks_of():
    done = execute(nbformat.read(ROOT / "book" / "notebooks" / "one-writer.ipynb", as_version=4))
    text = [cell for cell in done.cells if cell.cell_type == "code"][-1].outputs[0]["text"]
    rates = {float(line.split()[0]): float(line.split()[2]) for line in text.splitlines()}
    assert rates[0] == pytest.approx(rates[8], rel=0.02)
    assert rates[10] == pytest.approx(rates[0] / 2, rel=0.03)
    assert rates[17] == pytest.approx(rates[0] / 3, rel=0.03)
