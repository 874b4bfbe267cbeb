"""Each chapter as a notebook: its headings, its questions, and each of its figures as a widget. It is
opened in the site's JupyterLite, and runs in any other Jupyter as well."""

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from book._ext.built import ROOT
from book._ext.measured import EXAMPLES
from book._ext.measured import FILES as MEASURED
from book._ext.slot import Slot
from figures.define.edition import EDITION
from models.beside.example import example

LITE = ROOT / "_build" / "lite"
WORKER = ROOT / "_build" / "web" / "notebook-sw.js"
APP = "lite/notebooks/index.html"
HEAD = """# {title}

From the page *{title}* ([back to it]({page}.html)), with its models running in Python. Run a cell with Shift+Enter.
{about}

In another Jupyter this needs the book's wheel, `live/wheels/{wheel}` on its site, with the extra `notebook`.
"""
ABOUT = {
    "figure": "Each figure has the controls of the page. `live.set(...)` sets them from a program, in seconds and bytes; "
    "`live.rows` are the model's rows.",
    "machine": "A study is a text: a machine A, what turns it into B, and their loads. *File* on the page saves yours.",
    "files": "*File*, *Open...* shows the files of this browser. *Upload* adds yours; nothing is sent. Then put its name below.",
}
"""What a notebook says first, by the first kind of cell in it."""
FIGURE = [
    """live = figures.get("{text}").widget()
live"""
]
MACHINE = [
    '''import json

from figures.lab.notebook import Lab

study = json.loads("""
{text}
""")
Lab(study)''',
    """from models.lab.study import study_of

briefly = study_of(study | {{"seconds": 3, "events": []}})
for sample in briefly.watched("a"):
    print(sample["to"], "s:", *(load["answered"] for load in sample["loads"]), "answers")""",
]
FILES = [
    """from pathlib import Path

from figures.measured.notebook import Pictures
from models.measured import Source, read

path = Path("{text}")
found = read(Source.of_path(path))
Pictures(found, path.name)""",
    """for part in found.parts:
    if part.latencies is not None:
        print(part.name, "p99:", part.latencies.percentiles([0.99])[0], "s")""",
    """from models.beside import beside
from models.beside.words import next_of, said

# Files of one server, and the book's machine, set as they say, beside them.
files = {{name: read(Source.of_path(Path(name))) for name in {names}}}
machine = beside(files)
for line in said(machine, files):
    print(line, end="\\n\\n")
for command, why in next_of(machine, files):
    print("Measure next:", command, "#", why)""",
]
CELLS = {"figure": FIGURE, "machine": MACHINE, "files": FILES}
"""The programs that stand for a part of a page."""
BACK = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta http-equiv="refresh" content="0; url=../../../{page}.html"></head>
<body><a href="../../../{page}.html">{title}</a></body></html>
"""
"""JupyterLab looks for what a notebook links to among its files: this is what it finds."""
QUESTION = "**Before you look.** {question}"


def contents(doctree: nodes.document) -> Iterator[tuple[str, str]]:
    """Yield what of a page goes into its notebook, as a kind (`heading`, `question` or one of `CELLS`)
    and a text."""
    for node in doctree.findall(nodes.Element):
        if isinstance(node, nodes.section):
            depth = sum(isinstance(each, nodes.section) for each in above(node)) + 1
            if depth > 1:
                yield "heading", f"{'#' * depth} {node[0].astext()}"
        elif not isinstance(node, Slot):
            continue
        elif "asks" in node:
            yield "question", " ".join("".join(each.astext() for each in node).split())
        elif kind := kind_of(node):
            yield kind, node[kind]


def kind_of(node: Slot) -> str | None:
    """Return which of `CELLS` stands for a part of a page, or None."""
    return next((kind for kind in CELLS if kind in node), None)


def above(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield the nodes around a node."""
    while node.parent is not None:
        node = node.parent
        yield node


def cells(page: str, title: str, parts: list[tuple[str, str]], wheel: str) -> list[dict[str, Any]]:
    """Return the cells of a page's notebook. A heading with nothing below it is left out."""
    about = next(ABOUT[kind] for kind, _ in parts if kind in CELLS)
    texts = [("markdown", HEAD.format(title=title, page=page, about=about, wheel=wheel))]
    start = "import figures\n\n"
    for index, (kind, text) in enumerate(parts):
        if kind == "heading":
            if has_cells(text.index(" "), parts[index + 1 :]):
                texts.append(("markdown", text))
        elif kind == "question":
            texts.append(("markdown", QUESTION.format(question=text)))
        else:
            for program in CELLS[kind]:
                names = [*example()] if kind == "files" else []
                own = program.format(text=text, names=names)
                texts.append(("code", start + own if kind == "figure" else own))
            start = "" if kind == "figure" else start
    return [cell(number, kind, text) for number, (kind, text) in enumerate(texts, 1)]


def has_cells(level: int, parts: list[tuple[str, str]]) -> bool:
    """Return whether there is more than headings in `parts` before the next heading of a level."""
    for kind, text in parts:
        if kind != "heading":
            return True
        if text.index(" ") <= level:
            return False
    return False


def cell(number: int, kind: str, text: str) -> dict[str, Any]:
    """Return a cell."""
    made = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": text}
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def notebook(page: str, title: str, doctree: nodes.document, wheel: str) -> dict[str, Any] | None:
    """Return a page's notebook; None if the page has no figure."""
    parts = list(contents(doctree))
    if not any(kind in CELLS for kind, _ in parts):
        return None
    return {
        "cells": cells(page, title, parts, wheel),
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def listing(files: list[Path], made: float) -> dict[str, Any]:
    """Return the files as JupyterLite lists a folder. made: when they were made (s since 1970)."""
    when = datetime.fromtimestamp(made, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    known: dict[str, Any] = {
        "content": None,
        "created": when,
        "format": None,
        "last_modified": when,
        "mimetype": None,
        "writable": True,
    }
    own = [
        known
        | {
            "name": path.name,
            "path": path.name,
            "size": path.stat().st_size,
            "type": "notebook" if path.suffix == ".ipynb" else "file",
        }
        for path in files
    ]
    return known | {
        "name": "",
        "path": "",
        "size": None,
        "type": "directory",
        "format": "json",
        "content": own,
    }


def write(app: Sphinx, out: Path) -> None:
    """Write JupyterLite with the notebooks into `out`, a folder of the site, and the list of what a
    notebook needs without a network."""
    shutil.rmtree(out, ignore_errors=True)
    if not LITE.exists():
        return
    shutil.copytree(LITE, out)
    files, listed = out / "files", out / "api" / "contents"
    files.mkdir()
    listed.mkdir()
    wheel = next((ROOT / "_build" / "live" / "wheels").glob("*.whl"))
    for page in sorted(app.env.found_docs):
        title = app.env.titles[page].astext()
        made = notebook(page, title, app.env.get_doctree(page), wheel.name)
        if made:
            path = files / f"{Path(page).name}.ipynb"
            path.write_text(json.dumps(made, indent=1, ensure_ascii=False), encoding="utf-8")
            back = files / f"{page}.html"
            back.parent.mkdir(exist_ok=True)
            back.write_text(BACK.format(page=page, title=title), encoding="utf-8")
    for name in EXAMPLES:
        shutil.copy(MEASURED / name, files)
    for name, text in example().items():
        (files / name).write_text(text)
    here = sorted(path for path in files.iterdir() if path.is_file())
    (listed / "all.json").write_text(json.dumps(listing(here, wheel.stat().st_mtime)))
    # by its edition the service worker knows a page of the book
    for address in out.rglob("*.html"):
        html = address.read_text(encoding="utf-8")
        mark = f'<meta name="book-edition" content="{EDITION}">'
        address.write_text(html.replace("<head>", f"<head>{mark}", 1), encoding="utf-8")
    (out / "service-worker.js").write_text(
        f"self.EDITION={json.dumps(EDITION)};{WORKER.read_text(encoding='utf-8')}", encoding="utf-8"
    )
    live = json.loads((out.parent / "live" / "wheels.json").read_text())
    needed = [path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()]
    kernel = [
        live["book"],
        live["snapshot"],
        *(name for name in live["sizes"] if "pyodide/" in name),
    ]
    needed += [f"../live/{name}" for name in ("wheels.json", *kernel)]
    (out / "offline.json").write_text(json.dumps(sorted(needed)))


def offer(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """End a page that has figures with a link to its notebook."""
    if doctree is not None and any(kind_of(node) for node in doctree.findall(Slot)):
        context["body"] += (
            f'<p class="wtg-notebook"><a href="{"../" * page.count("/")}{APP}?path={Path(page).name}.ipynb">'
            "Open this chapter as a notebook</a>: its figures with Python beside them, in the browser.</p>"
        )


def setup(app: Sphinx) -> None:
    """Add the link to each page that has a notebook. `finish` writes the notebooks."""
    app.connect("html-page-context", offer)
