"""Imports run one way: models <- figures <- exercises <- the book's directives; inside a layer,
from room to room."""

import ast
import re
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = {"models", "figures", "exercises", "book", "tests", "bench", "tools"}
LAYERS: dict[str, set[str]] = {  # what each may borrow beside the layers above it in this list
    "models": set(),
    "figures": {"js"},
    "exercises": {"pytest", "_pytest", "markdown_it"},
}
NOTEBOOK = {"anywidget", "jinja2", "traitlets"}
CLASS = {"jinja2", "nbformat"}
BESIDE = {
    "models.jobs": {"distributed", "pebble", "tqdm"},
    "models.sweep": {"numpy", "pebble", "pyarrow", "scipy", "tqdm"},
    "figures.notebook": NOTEBOOK,
    "figures.lab": NOTEBOOK,
    "figures.measured": NOTEBOOK,
    "exercises.cli": {"jsonschema"},
    "exercises.grading": CLASS,
    "exercises.exports": CLASS,
}
MOST_AT_THE_ROOT = 8
OUTSIDE = {"models.cli.frame", "models.jobs.here", "models.sweep.sensitivity"}
"""Files of the models that may ask the system, or draw numbers from a seed as numpy does."""
ROOMS = [  # a room may import itself and those before it; a layer's name stands for the files at its root
    "models",
    "models.catalogue",
    "models.sim",
    "models.devices",
    "models.head",
    "models.filesystems",
    "models.zfs.allocator",
    "models.zfs.io",
    "models.zfs.pool",
    "models.zfs.zil",
    "models.zfs.arc",
    "models.zfs.l2arc",
    "models.zfs.dedup",
    "models.zfs.txg",
    "models.zfs.resilver",
    "models.zfs",
    "models.protocols",
    "models.protocols.nfs",
    "models.protocols.iscsi",
    "models.machine.order",
    "models.machine",
    "models.machine.loads",
    "models.machine.__init__",
    "models.cli",
    "models.jobs",
    "models.lab",
    "models.commands",
    "models.hunt",
    "models.measured.kit",
    "models.measured.forms",
    "models.measured",
    "models.beside",
    "models.observed",
    "models.sizing.pools",
    "models.sizing.risk",
    "models.sizing.demand",
    "models.sizing.speed",
    "models.sizing.goods",
    "models.sizing.choice",
    "models.sizing",
    "models.sweep",
    "models.__main__",
    "figures.define",
    "figures.kit",
    "figures.notebook",
    "figures.CHAPTER",
    "figures",
    "figures.run",
    "figures.lab",
    "figures.measured",
    "figures.practice",
    "figures.buying",
    "figures.__main__",
    "exercises.kit",
    "exercises.questions",
    "exercises",
    "exercises.checker",
    "exercises.sandbox",
    "exercises.cli",
    "exercises.grading",
    "exercises.exports",
    "exercises.__main__",
]
FACES = {"models.machine": "models.machine.__init__"}
"""Packages whose `__init__` shows what the rooms within them have."""
REST = {"figures": "figures.CHAPTER"}


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {
    module_of(path): path
    for layer in LAYERS
    for path in sorted((ROOT / layer).rglob("*.py"))
    if not {"template", "solution.py", "starter.py"} & set(path.parts)
}  # nor what a variant fills


@cache
def imported(module: str) -> frozenset[str]:
    """The modules that a file imports, wherever in the file; of ours the file, not the folder that
    it lies in."""
    found = set()
    for node in ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{module} has a relative import"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in FILES else node.module for name in names}
    return frozenset(found)


def room_of(module: str) -> str:
    """The room that a file belongs to: the longest that its name begins with."""
    if module in FACES or module in ROOMS:
        return FACES.get(module, module)
    layer, *inside = module.split(".")
    found = next(
        (
            room
            for n in range(len(inside), 0, -1)
            if (room := ".".join([layer, *inside[:n]])) in ROOMS
        ),
        layer,
    )
    return REST.get(layer, layer) if found == layer and len(inside) > 1 else found


def layer_of(module: str) -> str:
    return module.partition(".")[0]


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_layers_below_it_and_the_standard_library(layer):
    below = set(list(LAYERS)[: list(LAYERS).index(layer)])
    for module in (module for module in FILES if layer_of(module) == layer):
        borrowed = LAYERS[layer] | BESIDE.get(room_of(module), set())
        found = {layer_of(name) for name in imported(module)}
        assert found <= below | {layer} | borrowed | sys.stdlib_module_names, module


def test_a_chapter_has_a_file_a_figure_and_what_they_share_in_parts():
    from figures.contents import CHAPTERS

    for chapter, ids in CHAPTERS.items():
        names = {id.replace("-", "_") for id in ids}
        room = ROOT / "figures" / chapter.replace("-", "_")
        found = {path.stem for path in room.glob("*.py")}
        assert names <= found <= names | {f"{name}_results" for name in names}, chapter


def test_no_room_imports_one_above_it():
    upward = {
        (module, name)
        for module in FILES
        for name in imported(module)
        if name in FILES and ROOMS.index(room_of(name)) > ROOMS.index(room_of(module))
    }
    assert upward == set()


def test_every_room_is_there_and_each_folder_is_one():
    assert {room_of(module) for module in FILES} == set(ROOMS)
    models = {room_of(module) for module in FILES if layer_of(module) == "models"}
    folders = {module_of(path) for path in (ROOT / "models").rglob("__init__.py")}
    assert folders == models - {"models.__main__", *FACES.values()}


def test_no_file_imports_itself_by_way_of_others():
    try:
        TopologicalSorter({module: imported(module) & set(FILES) for module in FILES}).prepare()
    except CycleError as error:
        pytest.fail(f"a circle: {' <- '.join(error.args[1])}")


def test_files_and_rooms_that_the_prose_names_are_there():
    prose = [*(ROOT / "book").glob("*.md"), *ROOT.glob("*.md"), *(ROOT / "schemas").glob("*.md")]
    path = re.compile(r"`((?:models|figures|exercises|web|tests|tools)/[a-z0-9_./-]*)`")
    named = {
        (page.name, name)
        for page in prose
        for name in path.findall(page.read_text(encoding="utf-8"))
    }
    assert len(named) > 30
    example = "figures/synchronous_writes/late_writes.py"
    assert {
        (page, name) for page, name in named if not (ROOT / name).exists() and name != example
    } == set()


@pytest.mark.parametrize("layer", LAYERS)
def test_few_files_lie_at_the_root_of_a_layer(layer):
    files = [
        path.name
        for path in (ROOT / layer).iterdir()
        if path.is_file() and path.name != "_widget.js"
    ]
    assert len(files) <= MOST_AT_THE_ROOT, files


def test_a_model_has_no_clock_and_no_randomness_of_its_own():
    for module in (
        module for module in FILES if layer_of(module) == "models" and module not in OUTSIDE
    ):
        assert not imported(module) & {"time", "datetime", "secrets", "uuid", "os", "numpy"}, module
        tree = ast.parse(FILES[module].read_text(encoding="utf-8"))
        whole = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        parts = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "random"
            for alias in node.names
        }
        assert "random" not in whole and parts <= {"Random"}, module
