"""Render formulas as MathML, which browsers draw without scripts or fonts and screen readers can
read."""

from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx


def inline(writer: Any, node: nodes.math) -> None:
    """Write an inline formula."""
    writer.body.append(f'<span class="math">{convert(node.astext())}</span>')
    raise nodes.SkipNode


def display(writer: Any, node: nodes.math_block) -> None:
    """Write a displayed formula."""
    anchor = f' id="{node["ids"][0]}"' if node["ids"] else ""
    writer.body.append(
        f'<div class="math"{anchor} tabindex="0">{convert(node.astext(), display="block")}</div>\n'
    )
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Register the renderer `mathml`."""
    app.add_html_math_renderer("mathml", (inline, None), (display, None))
