"""A node that puts the HTML of a template around text of the book.

The search indexes only the text: the caption of a picture is in the index, and its axis labels are
not. Links and citations in the text work.
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
    """A node whose children stand between two pieces of HTML, `before` and `after`, in a `div` with
    the node's classes if it has any."""


class Heading(nodes.title):
    """A title for the search that is not written, since the template has it. Its slot has the
    id."""


@cache
def templates() -> Environment:
    """Return the environment that renders the templates of figures, predictions and exercises."""
    folders = [Path(__file__).resolve().parent / "templates", CONTROLS.parent]
    environment = Environment(
        loader=FileSystemLoader(folders), trim_blocks=False, autoescape=False
    )  # the templates escape values themselves
    environment.globals["in_table"] = in_table
    # keep the order of keys, which tooltips follow
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}
    return environment


def fill(template: str, slot: str, children: list[nodes.Node], **values: Any) -> Slot:
    """Render `template` with `values`, and return a slot with `children` in the place of the
    template's variable `slot`."""
    html = templates().get_template(template).render(values | {slot: MARK})
    before, _, after = html.partition(MARK)
    node = Slot(before=before, after=after)
    node += children
    return node


def found(node: Slot, title: str, id: str) -> Slot:
    """Add a title and an id to a slot, so that the search finds it, and return the slot. `id` is
    the id that the template writes."""
    node["ids"] = [id]
    node.insert(0, Heading(title, title))
    return node


def visit(writer: Any, node: Slot) -> None:
    """Write the HTML before the text."""
    if node["classes"]:
        writer.body.append(writer.starttag({}, "div", CLASS=" ".join(node["classes"])))
    writer.body.append(node["before"])


def depart(writer: Any, node: Slot) -> None:
    """Write the HTML after the text."""
    writer.body.append(node["after"] + "</div>" * bool(node["classes"]))


def skip(writer: Any, node: Slot) -> None:
    """Write nothing around the text, in formats other than HTML."""


def leave_out(writer: Any, node: Heading) -> None:
    """Write nothing: the title is already in the template, or in the text of another format."""
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Register both nodes with the writers."""
    app.add_node(Slot, html=(visit, depart), latex=(skip, skip), text=(skip, skip))
    app.add_node(Heading, html=(leave_out, None), latex=(leave_out, None), text=(leave_out, None))
