"""The chapters' notebooks, as the site has them, run in any Python."""

import json

import nbformat
import pytest
import serve

from figures.contents import CHAPTERS
from figures.define.figure import Figure
from figures.lab.notebook import Lab
from figures.notebook.widget import LiveFigure
from tests.figures.runs import rows_of

FILES = serve.SITE / "lite" / "files"
NOTEBOOKS = sorted(FILES.glob("*.ipynb"))

pytestmark = pytest.mark.site


def code(path):
    """The programs of a notebook's cells."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def test_each_chapter_with_figures_has_a_notebook_with_all_that_its_page_shows():
    for path in NOTEBOOKS:
        page = (serve.SITE / "book" / f"{path.stem}.html").read_text(encoding="utf-8")
        assert f"lite/notebooks/index.html?path={path.name}" in page
        shown = page.count('class="live-figure"')
        assert len(code(path)) == shown + (path.stem == "lab"), path.name
    assert {name for name, figures in CHAPTERS.items() if figures} <= {p.stem for p in NOTEBOOKS}
    listed = json.loads((FILES.parent / "api" / "contents" / "all.json").read_text())["content"]
    assert {entry["name"] for entry in listed} == {path.name for path in NOTEBOOKS}


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_cell_makes_a_widget_without_a_word_of_trouble(path, monkeypatch):
    monkeypatch.setattr(
        Figure, "rows", lambda self, /, seed=None, **changes: rows_of(self.id, seed=seed, **changes)
    )
    names: dict[str, object] = {}
    for text in code(path):
        exec(text.replace("Lab()", "live = Lab()"), names)
        live = names.pop("live")
        assert isinstance(live, Lab) or (
            isinstance(live, LiveFigure) and live.rows and not live.message
        )
