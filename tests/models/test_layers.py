"""Imports run one way: models know the standard library only, figures know models."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAY = {
    "models": {"models"},
    "figures": {"models", "figures", "js"},                  # js: the page, where there is one
}
NOTEBOOK = {"anywidget", "ipywidgets", "traitlets"}          # the widget's own, optional


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} has a relative import"
            yield (node.module or "").partition(".")[0]


FILES = [path.relative_to(ROOT).as_posix() for layer in MAY for path in sorted((ROOT / layer).rglob("*.py"))]


@pytest.mark.parametrize("file", FILES)
def test_a_file_imports_only_its_own_layer_those_below_and_the_standard_library(file):
    allowed = MAY[file.partition("/")[0]] | sys.stdlib_module_names
    if file.startswith("figures/widget"):
        allowed = allowed | NOTEBOOK
    assert set(imported(ROOT / file)) <= allowed


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith("models/")])
def test_a_model_has_no_clock_and_no_randomness_of_its_own(file):
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert not set(imported(ROOT / file)) & {"time", "datetime", "secrets", "uuid", "os", "numpy"}
    whole = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    parts = [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "random"
        for alias in node.names
    ]
    assert "random" not in whole
    assert set(parts) <= {"Random"}
