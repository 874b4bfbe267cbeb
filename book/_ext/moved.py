"""The directive {moved}, at the foot of a page: where that is now to which old links lead.

    ```{moved}
    the-scale-of-things -> caches The scale of things
    steps -> streaming#knee Steps
    fig-tiers -> caches
    ```

A line is an anchor that this page had, the page that has it now with its anchor there (left out:
the same), and the words of the line that a reader sees (left out: none). The page's script leads on
at once (`web/src/site/link.ts`).
"""

import re
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext.reproduction import title

LINE = re.compile(r"([\w-]+) -> ([\w-]+)(?:#([\w-]+))?(?: (\S.*))?")


class Moved(SphinxDirective):
    """`{moved}`."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Render a line for each anchor."""
        html = []
        for line in self.content:
            match = LINE.fullmatch(line.strip())
            if not match:
                raise self.error(
                    f"a line of {{moved}} is `old-anchor -> page#new-anchor words`, not {line!r}"
                )
            old, page, new, words = match.groups()
            link = f"{page}.html#{new or old}"
            told = (
                f'The section “{escape(words)}” is now in <a href="{link}">{escape(title(page))}</a>.'
                if words
                else ""
            )
            html.append(f'<li id="{old}" data-moved-to="{link}">{told}</li>')
        return [nodes.raw("", f'<ul class="moved">{"".join(html)}</ul>', format="html")]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("moved", Moved)
