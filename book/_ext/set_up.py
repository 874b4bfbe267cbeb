"""The role {set}: a set-up, a control at a value, or a picture of a live figure, which a reader
presses in the text.

What stands in it, `figures/run/wish.py` says: {set}`FIGURE@SET-UP`, {set}`words
<FIGURE:control=value>`.
"""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from figures.run import wish

logger = logging.getLogger(__name__)


class SetUp(nodes.General, nodes.Inline, nodes.TextElement):
    """Words that set a figure to the settings they name."""


class Set(SphinxRole):
    """{set}`words <load-ramp@one Logzilla>`."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Make a node of the role, or warn."""
        try:
            asked = wish.read(self.text)
        except (LookupError, ValueError) as error:
            message = self.inliner.reporter.warning(f"{self.rawtext}: {error}", line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        return [SetUp(self.rawtext, asked.words, asked=asked)], []


def place(writer: Any, node: SetUp) -> Any:
    """Return the page that shows the figure, this page first; None if no page does."""
    return writer.builder.env.get_domain("std").anonlabels.get(f"fig-{node['asked'].figure}")


def visit(writer: Any, node: SetUp) -> None:
    """Begin the link."""
    found, page = place(writer, node), writer.builder.current_docname
    if found is None:
        logger.warning(
            "no page shows the figure '%s' that {set} names", node["asked"].figure, location=node
        )
        return
    writer.body.append(
        node["asked"].link(
            "" if found[0] == page else writer.builder.get_relative_uri(page, found[0])
        )
    )


def depart(writer: Any, node: SetUp) -> None:
    """End the link."""
    if place(writer, node):
        writer.body.append("</a>")


def skip(writer: Any, node: SetUp) -> None:
    """In other formats the words stand alone."""


def setup(app: Sphinx) -> None:
    """Register the role."""
    app.add_role("set", Set())
    app.add_node(SetUp, html=(visit, depart), latex=(skip, skip), text=(skip, skip))
