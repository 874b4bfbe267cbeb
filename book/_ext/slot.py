"""A node that puts the HTML of a template around text of the book.

The search indexes only the text, so the axis labels of a picture are not in the index but its
caption is. Links and citations in the text work.
"""

from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from jinja2 import Environment, FileSystemLoader
from sphinx.application import Sphinx

from figures.kit.words import in_table
from figures.notebook.controls import CONTROLS

MARK = "\ufdd0"  # a character that no text may contain


class Slot(nodes.General, nodes.Element):
    """A node with HTML `before` and `after` its children."""


class Heading(nodes.title):
    """A title in a template, as a node for the search, with its slot's id."""


@cache
def templates() -> Environment:
    """Return the environment of the templates of figures, predictions and exercises."""
    folders = [Path(__file__).resolve().parent / "templates", CONTROLS.parent]
    environment = Environment(
        loader=FileSystemLoader(folders), trim_blocks=False, autoescape=False
    )  # the templates escape values themselves
    environment.globals["in_table"] = in_table
    # keep the order of keys, which tooltips follow
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}
    return environment


def fill(template: str, slot: str, children: list[nodes.Node], **values: Any) -> Slot:
    """Return a slot with a rendered template, whose variable `slot` is the place of `children`."""
    html = templates().get_template(template).render(values | {slot: MARK})
    before, _, after = html.partition(MARK)
    node = Slot(before=before, after=after)
    node += children
    return node


def found(node: Slot, title: str, id: str) -> Slot:
    """Return the slot with its title and id added, so that the search finds it. `id` is the id in
    its template."""
    node["ids"] = [id]
    node.insert(0, Heading(title, title))
    return node


def visit(writer: Any, node: Slot) -> None:
    """Write the HTML before the text."""
    writer.body.append(node["before"])


def depart(writer: Any, node: Slot) -> None:
    """Write the HTML after the text."""
    writer.body.append(node["after"])


def skip(writer: Any, node: Slot) -> None:
    """Write only the text in other formats."""


def leave_out(writer: Any, node: Heading) -> None:
    """Write nothing: the template, or the other format's text, has the title."""
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Register the nodes with the writers."""
    app.add_node(Slot, html=(visit, depart), latex=(skip, skip), text=(skip, skip))
    app.add_node(Heading, html=(leave_out, None), latex=(leave_out, None), text=(leave_out, None))
