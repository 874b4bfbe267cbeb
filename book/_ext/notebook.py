"""Each chapter as a notebook: its headings, its questions, and each of its figures as a widget. It is
opened in the site's JupyterLite, and runs in any other Jupyter as well."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from book._ext.built import ROOT
from book._ext.slot import Slot
from figures.define.edition import EDITION

LITE = ROOT / "_build" / "lite"
WORKER = ROOT / "_build" / "web" / "notebook-sw.js"
APP = "lite/notebooks/index.html"
WHOLE_MACHINE = "lab"
INTRODUCTION = """# {title}

The figures of the chapter *{title}* ([back to it]({page}.html)), with their models running in Python. Run a
cell with Shift+Enter; its figure has the controls of the page. `live.set(...)` sets them from a program, in seconds and
bytes; `live.rows` are the model's rows.

Elsewhere this needs the book's wheel, `live/wheels/{wheel}` on its site, with the extra `notebook`.
"""
IMPORT = "from figures.contents import get\n\n"
FIGURE = """live = get("{id}").widget()
live"""
MACHINE = """from figures.lab.notebook import Lab

Lab()"""
BACK = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta http-equiv="refresh" content="0; url=../../../{page}.html"></head>
<body><a href="../../../{page}.html">{title}</a></body></html>
"""
"""JupyterLab looks for what a notebook links to among its files: this is what it finds."""
QUESTION = "**Before you look.** {question}"


def contents(doctree: nodes.document) -> Iterator[tuple[str, str]]:
    """Yield what of a page goes into its notebook, as a kind (`heading`, `question`, `figure` or
    `machine`) and a text."""
    for node in doctree.findall(nodes.Element):
        if isinstance(node, nodes.section):
            depth = sum(isinstance(each, nodes.section) for each in above(node)) + 1
            if depth > 1:
                yield "heading", f"{'#' * depth} {node[0].astext()}"
        elif not isinstance(node, Slot):
            continue
        elif "figure" in node:
            yield "figure", node["figure"]
        elif "asks" in node:
            yield "question", " ".join("".join(each.astext() for each in node).split())
        elif "machine" in node:
            yield "machine", node["machine"]


def above(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield the nodes around a node."""
    while node.parent is not None:
        node = node.parent
        yield node


def cells(page: str, title: str, parts: list[tuple[str, str]], wheel: str) -> list[dict[str, Any]]:
    """Return the cells of a page's notebook. A heading with nothing below it is left out."""
    texts = [("markdown", INTRODUCTION.format(title=title, page=page, wheel=wheel))]
    start = IMPORT
    for index, (kind, text) in enumerate(parts):
        if kind == "heading":
            level = text.index(" ")
            below = parts[index + 1 : index + 2]
            if below and (below[0][0] != "heading" or below[0][1].index(" ") > level):
                texts.append(("markdown", text))
        elif kind == "question":
            texts.append(("markdown", QUESTION.format(question=text)))
        elif kind == "machine":
            texts.append(("code", MACHINE))
        else:
            texts.append(("code", start + FIGURE.format(id=text)))
            start = ""
    return [cell(number, kind, text) for number, (kind, text) in enumerate(texts, 1)]


def cell(number: int, kind: str, text: str) -> dict[str, Any]:
    """Return a cell."""
    made = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": text}
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def notebook(page: str, title: str, doctree: nodes.document, wheel: str) -> dict[str, Any] | None:
    """Return a page's notebook; None if the page has no figure."""
    parts = list(contents(doctree))
    if not any(kind in ("figure", "machine") for kind, _ in parts):
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


def listing(files: list[Path]) -> dict[str, Any]:
    """Return the notebooks as JupyterLite lists a folder."""
    known = {
        "content": None,
        "created": "1970-01-01T00:00:00Z",
        "format": None,
        "last_modified": "1970-01-01T00:00:00Z",
        "mimetype": None,
        "writable": True,
    }
    own = [
        known
        | {"name": path.name, "path": path.name, "size": path.stat().st_size, "type": "notebook"}
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
    wheel = next((ROOT / "_build" / "live" / "wheels").glob("*.whl")).name
    for page in sorted(app.env.found_docs):
        title = app.env.titles[page].astext()
        made = notebook(page, title, app.env.get_doctree(page), wheel)
        if made:
            path = files / f"{Path(page).name}.ipynb"
            path.write_text(json.dumps(made, indent=1, ensure_ascii=False), encoding="utf-8")
            back = files / f"{page}.html"
            back.parent.mkdir(exist_ok=True)
            back.write_text(BACK.format(page=page, title=title), encoding="utf-8")
    (listed / "all.json").write_text(json.dumps(listing(sorted(files.glob("*.ipynb")))))
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
    if doctree is not None and any(
        "figure" in node or "machine" in node for node in doctree.findall(Slot)
    ):
        context["body"] += (
            f'<p class="wtg-notebook"><a href="{"../" * page.count("/")}{APP}?path={Path(page).name}.ipynb">'
            "Open this chapter as a notebook</a>: its figures with Python beside them, in the browser.</p>"
        )


def setup(app: Sphinx) -> None:
    """Add the link to each page that has a notebook. `finish` writes the notebooks."""
    app.connect("html-page-context", offer)
