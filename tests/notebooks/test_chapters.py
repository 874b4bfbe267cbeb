"""The chapters' notebooks, as the site has them, run in any Python."""

import ast
import json

import nbformat
import pytest
import serve

from book._ext.notebook import CELLS
from figures.contents import CHAPTERS
from figures.define.figure import Figure
from figures.lab.notebook import Lab
from figures.measured.notebook import Pictures
from figures.notebook.widget import LiveFigure
from tests.figures.runs import rows_of

FILES = serve.SITE / "lite" / "files"
NOTEBOOKS = sorted(FILES.glob("*.ipynb"))
MARKS = {"figure": 'class="live-figure"', "machine": 'class="lab-root"', "files": 'id="measured"'}
"""What a page has for each kind of cells."""

pytestmark = pytest.mark.site


def code(path):
    """The programs of a notebook's cells."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def run(text, names):
    """Run a cell, and return the value of the expression that it ends with."""
    *first, last = ast.parse(text).body
    if not isinstance(last, ast.Expr):
        return exec(text, names)
    exec(compile(ast.Module(first, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_each_chapter_with_figures_has_a_notebook_with_all_that_its_page_shows():
    for path in NOTEBOOKS:
        page = (serve.SITE / "book" / f"{path.stem}.html").read_text(encoding="utf-8")
        assert f"lite/notebooks/index.html?path={path.name}" in page
        shown = sum(page.count(mark) * len(CELLS[kind]) for kind, mark in MARKS.items())
        assert len(code(path)) == shown > 0, path.name
    wanted = {name for name, figures in CHAPTERS.items() if figures} | {"lab", "your-machine"}
    assert wanted <= {path.stem for path in NOTEBOOKS}
    listed = json.loads((FILES.parent / "api" / "contents" / "all.json").read_text())["content"]
    assert {entry["name"] for entry in listed} >= {path.name for path in NOTEBOOKS}


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_cell_runs_and_shows_its_widget_without_a_word_of_trouble(path, monkeypatch):
    monkeypatch.setattr(
        Figure, "rows", lambda self, /, seed=None, **changes: rows_of(self.id, seed=seed, **changes)
    )
    monkeypatch.chdir(FILES)
    names: dict[str, object] = {}
    for text in code(path):
        shown = run(text, names)
        assert isinstance(shown, (Lab, LiveFigure, Pictures, type(None)))
        if isinstance(shown, LiveFigure):
            assert shown.rows and not shown.message
