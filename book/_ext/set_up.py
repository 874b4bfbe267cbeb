"""The role {set}: a link in the text that sets a live figure to a set-up, a control or a picture.

Its syntax is defined by `figures/run/wish.py`: {set}`FIGURE@SET-UP`, {set}`words
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
    """A node for words that link to a figure and set it."""


class Set(SphinxRole):
    """{set}`words <load-ramp@one Logzilla>`."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return a node for the words of the role; if the role is not valid, a problematic node and
        a warning."""
        try:
            setting = wish.read(self.text)
        except (LookupError, ValueError) as error:
            message = self.inliner.reporter.warning(f"{self.rawtext}: {error}", line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        return [SetUp(self.rawtext, setting.words, setting=setting)], []


def place(writer: Any, node: SetUp) -> Any:
    """Return the place of the figure, which begins with its page and anchor; None if no page shows
    it."""
    return writer.builder.env.get_domain("std").anonlabels.get(f"fig-{node['setting'].figure}")


def visit(writer: Any, node: SetUp) -> None:
    """Write the start tag of the link, or warn if no page shows the figure."""
    found, page = place(writer, node), writer.builder.current_docname
    if found is None:
        logger.warning(
            "no page shows the figure '%s' named by {set}", node["setting"].figure, location=node
        )
        return
    writer.body.append(
        node["setting"].link(
            "" if found[0] == page else writer.builder.get_relative_uri(page, found[0])
        )
    )


def depart(writer: Any, node: SetUp) -> None:
    """Write the end tag of the link."""
    if place(writer, node):
        writer.body.append("</a>")


def skip(writer: Any, node: SetUp) -> None:
    """Write nothing around the words, in formats other than HTML."""


def setup(app: Sphinx) -> None:
    """Register the role and its node."""
    app.add_role("set", Set())
    app.add_node(SetUp, html=(visit, depart), latex=(skip, skip), text=(skip, skip))
