"""The directive {moved}, at the end of a page: the new places of anchors that old links name.

    ```{moved}
    the-scale-of-things -> memory The scale of things
    steps -> streaming#knee Steps
    fig-tiers -> memory
    ```

Each line names an old anchor of this page, the page that has it now, its new anchor (if that has
changed), and words for readers (if they are to see a line). The page's script redirects at once
(`web/src/site/link.ts`).
"""

import re
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext.reproduction import title

LINE = re.compile(r"([\w-]+) -> ([\w-]+)(?:#([\w-]+))?(?: (\S.*))?")


def target(line: str) -> tuple[str, str, str]:
    """Return the old anchor of a line, its new address, and its words. Raise ValueError if it is not such a line."""
    match = LINE.fullmatch(line.strip())
    if not match:
        raise ValueError(
            f"a line of {{moved}} must be `old-anchor -> page#new-anchor words`, got {line!r}"
        )
    old, page, new, words = match.groups()
    return old, f"{page}.html#{new or old}", words or ""


def item(line: str) -> str:
    """Return the list item of an old anchor, with a sentence for readers if the line has words."""
    old, link, words = target(line)
    page = link.partition(".html")[0]
    sentence = (
        f'The section “{escape(words)}” is now in <a href="{link}">{escape(title(page))}</a>.'
        if words
        else ""
    )
    return f'<li id="{old}" data-moved-to="{link}">{sentence}</li>'


class Moved(SphinxDirective):
    """The directive `{moved}`."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Render an item for each old anchor."""
        try:
            html = "".join(map(item, self.content))
        except ValueError as error:
            raise self.error(str(error)) from None
        return [nodes.raw("", f'<ul class="moved">{html}</ul>', format="html")]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("moved", Moved)
