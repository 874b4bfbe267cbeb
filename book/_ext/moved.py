"""The directive {moved}, at the end of a page: the new places of anchors that old links name.

    ```{moved}
    the-scale-of-things -> caches The scale of things
    steps -> streaming#knee Steps
    fig-tiers -> caches
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


class Moved(SphinxDirective):
    """The directive `{moved}`."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Render an item for each old anchor, with a sentence for readers if the line has words."""
        html = []
        for line in self.content:
            match = LINE.fullmatch(line.strip())
            if not match:
                raise self.error(
                    f"a line of {{moved}} must be `old-anchor -> page#new-anchor words`, got {line!r}"
                )
            old, page, new, words = match.groups()
            link = f"{page}.html#{new or old}"
            sentence = (
                f'The section “{escape(words)}” is now in <a href="{link}">{escape(title(page))}</a>.'
                if words
                else ""
            )
            html.append(f'<li id="{old}" data-moved-to="{link}">{sentence}</li>')
        return [nodes.raw("", f'<ul class="moved">{"".join(html)}</ul>', format="html")]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("moved", Moved)
