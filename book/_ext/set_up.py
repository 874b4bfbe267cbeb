"""The role {set}: a set-up, a control at a value, or a picture of a live figure, which a reader presses in the text.

{set}`FIGURE@SET-UP`, {set}`words <FIGURE@SET-UP>`, {set}`words <FIGURE:control=value>` (as on the command line),
{set}`words <FIGURE#Picture>`.
"""
import json
import re
from html import escape
from typing import Any
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from figures.contents import get

FORM = re.compile(r"(?:(?P<words>.+?)\s*<)?(?P<figure>[a-z][a-z0-9-]*)(?P<wish>[@:#][^<>]+)>?", re.DOTALL)
logger = logging.getLogger(__name__)


class SetUp(nodes.General, nodes.Inline, nodes.TextElement):
    """Words that set a figure: `figure`, and `wish` as `web/src/figure/wish.ts` reads it."""


def understood(id: str, wish: str) -> tuple[str, str]:
    """Return a wish as the page takes it, and the words for it. Raises LookupError or ValueError with one line."""
    figure, what = get(id), wish[1:]
    if wish[0] == "@":
        figure.preset_settings(what)
        return wish, what
    if wish[0] == "#":
        tabs = {each["tab"] for each in [*figure.panels, figure.table] if each and each["tab"]}
        if what not in tabs:
            raise LookupError(f"{id} has no picture '{what}'; it has {', '.join(sorted(tabs)) or 'one without a name'}")
        return f"/{what}", what
    name, equals, text = what.partition("=")
    if not equals or name not in figure.params:
        raise LookupError(f"{id} has no control '{name}'; it has {', '.join(figure.params)}")
    value = figure.params[name].parse(name, text)
    return f":{name}={json.dumps(value)}", f"{figure.params[name].label} {text}"


class Set(SphinxRole):
    """{set}`words <load-ramp@one Logzilla>`."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Make a node of the role, or warn."""
        match = FORM.fullmatch(self.text)
        try:
            if not match:
                raise ValueError(f"{self.name} is written as in {self.__doc__}")
            wish, words = understood(match["figure"], match["wish"])
        except (LookupError, ValueError) as error:
            message = self.inliner.reporter.warning(f"{self.rawtext}: {error}", line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        words = match["words"] or words
        return [SetUp(self.rawtext, words, figure=match["figure"], wish=wish)], []


def visit(writer: Any, node: SetUp) -> None:
    """Write a link to the figure, which the page's script makes a button where the figure stands on the same page."""
    builder, anchor = writer.builder, f"fig-{node['figure']}"
    place = builder.env.get_domain("std").anonlabels.get(anchor)
    if place is None:
        logger.warning("no page shows the figure '%s' that {set} names", node["figure"], location=node)
        return
    page = builder.current_docname
    address = "" if place[0] == page else builder.get_relative_uri(page, place[0])
    writer.body.append(
        f'<a class="lf-set" href="{escape(address)}#{anchor}~{quote(node["wish"])}"'
        f' data-figure="{node["figure"]}" data-wish="{escape(node["wish"])}">')


def depart(writer: Any, node: SetUp) -> None:
    """End the link."""
    if f"fig-{node['figure']}" in writer.builder.env.get_domain("std").anonlabels:
        writer.body.append("</a>")


def skip(writer: Any, node: SetUp) -> None:
    """In other formats the words stand alone."""


def setup(app: Sphinx) -> None:
    """Register the role."""
    app.add_role("set", Set())
    app.add_node(SetUp, html=(visit, depart), latex=(skip, skip), text=(skip, skip))
