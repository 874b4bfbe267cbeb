"""Imports run one way: models <- figures <- exercises <- the book's directives."""
import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = {"models", "figures", "exercises", "book", "tests", "bench", "tools"}
MAY = {
    "models": set(),
    "figures": {"models"},
    "exercises": {"models", "figures"},
}
BORROWED = {   # libraries of the notebook, the tester and the builder, imported where they are needed
    "models": set(),
    "figures": {"anywidget", "ipywidgets", "IPython", "traitlets"},
    "exercises": {"pytest", "_pytest", "markdown_it", "nbformat"},
}


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(path.relative_to(ROOT).parts[0] if node.level else (node.module or "").partition(".")[0])
    return names


def own_files(layer: str) -> list[Path]:
    """The files of a layer; an exercise's own folder is a reader's ground and not the layer's."""
    files = sorted((ROOT / layer).rglob("*.py"))
    return [path for path in files if layer != "exercises" or path.parent == ROOT / layer]


@pytest.mark.parametrize("layer", MAY)
def test_a_layer_imports_only_the_layers_below_it(layer):
    strange = {path.name: above for path in own_files(layer)
               if (above := (imported(path) & OURS) - MAY[layer] - {layer})}
    assert strange == {}


@pytest.mark.parametrize("layer", MAY)
def test_a_layer_needs_the_standard_library_and_no_more(layer):
    allowed = sys.stdlib_module_names | OURS | BORROWED[layer] | {"js", "pyodide", "pyodide_js"}
    strange = {path.name: more for path in own_files(layer) if (more := imported(path) - allowed)}
    assert strange == {}


def test_the_models_need_the_standard_library_alone():
    strange = {path.name: more for path in own_files("models")
               if (more := imported(path) - sys.stdlib_module_names - {"models"})}
    assert strange == {}


def test_every_layer_is_there():
    assert all(own_files(layer) for layer in MAY)
