"""Formulas as MathML: browsers draw it themselves, with no script, no font to load, and words for a
screen reader."""

from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx


def inline(writer: Any, node: nodes.math) -> None:
    """Write a formula within a line."""
    writer.body.append(f'<span class="math">{convert(node.astext())}</span>')
    raise nodes.SkipNode


def display(writer: Any, node: nodes.math_block) -> None:
    """Write a formula on a line of its own."""
    anchor = f' id="{node["ids"][0]}"' if node["ids"] else ""
    writer.body.append(
        f'<div class="math"{anchor} tabindex="0">{convert(node.astext(), display="block")}</div>\n'
    )
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Offer the renderer `mathml`."""
    app.add_html_math_renderer("mathml", (inline, None), (display, None))
