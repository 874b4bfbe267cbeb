"""A node that puts the HTML of a template around text of the book, so that the text stays text.

The search reads the text and not the template: the axis labels of a picture stay out of the index,
the caption is found, and links and citations in it work.
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
    """HTML `before` and `after` its children; `live` if the page's script has work to do in it."""


class Heading(nodes.title):
    """A title that a template writes: it is here for the search, with its slot's id."""


@cache
def templates() -> Environment:
    """Return the templates of figures, predictions and exercises."""
    folders = [Path(__file__).resolve().parent / "templates", CONTROLS.parent]
    environment = Environment(
        loader=FileSystemLoader(folders), trim_blocks=False, autoescape=False
    )  # they escape themselves
    environment.globals["in_table"] = in_table
    # a figure's own order: a tip names things in it
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}
    return environment


def fill(template: str, slot: str, children: list[nodes.Node], **values: Any) -> Slot:
    """Render a template whose variable `slot` is the place of `children`."""
    html = templates().get_template(template).render(values | {slot: MARK})
    before, _, after = html.partition(MARK)
    node = Slot(before=before, after=after)
    node += children
    return node


def found(node: Slot, title: str, id: str) -> Slot:
    """Make a slot findable by its title; `id` is the id in its template."""
    node["ids"] = [id]
    node.insert(0, Heading(title, title))
    return node


def visit(writer: Any, node: Slot) -> None:
    """Write what comes before the text."""
    writer.body.append(node["before"])


def depart(writer: Any, node: Slot) -> None:
    """Write what comes after the text."""
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
