"""What a text asks of a live figure: a set-up, a control at a value, or a picture.

Written `FIGURE@SET-UP`, `FIGURE:control=value` (as on the command line) or `FIGURE#Picture`, or so
with other words: `words <FIGURE@SET-UP>`.
"""

import json
import re
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from figures.contents import get

FORM = re.compile(
    r"(?:(?P<words>.+?)\s*<)?(?P<figure>[a-z][a-z0-9-]*)(?P<wish>[@:#][^<>]+)>?", re.DOTALL
)


class FigureLink(NamedTuple):
    """A wish as `web/src/figure/wish.ts` reads it, and its words."""

    figure: str
    wish: str
    words: str

    def link(self, page: str = "") -> str:
        """Return the start of a link to the figure on a page; on the same page, its script
        fulfils the wish."""
        role = "" if page else ' role="button"'
        return (
            f'<a class="lf-set"{role} href="{escape(page)}#fig-{self.figure}~{quote(self.wish)}"'
            f' data-figure="{self.figure}" data-wish="{escape(self.wish)}">'
        )


def read(text: str) -> FigureLink:
    """Return the wish that a text names. Raise LookupError or ValueError, one line."""
    match = FORM.fullmatch(text)
    if not match:
        raise ValueError(
            f"'{text}' must be FIGURE@SET-UP, FIGURE:control=value or FIGURE#Picture, or words <...>"
        )
    wish, words = _understood(match["figure"], match["wish"])
    return FigureLink(match["figure"], wish, match["words"] or words)


def _understood(id: str, wish: str) -> tuple[str, str]:
    """Return a wish as the page takes it, and its words."""
    figure, what = get(id), wish[1:]
    if wish[0] == "@":
        figure.preset_settings(what)
        return wish, what
    if wish[0] == "#":
        tabs = {each["tab"] for each in [*figure.panels, figure.table] if each and each["tab"]}
        if what not in tabs:
            raise LookupError(
                f"{id} has no picture '{what}'; it has {', '.join(sorted(tabs)) or 'one without a name'}"
            )
        return f"/{what}", what
    name, equals, text = what.partition("=")
    if not equals or name not in figure.params:
        raise LookupError(f"{id} has no control '{name}'; it has {', '.join(figure.params)}")
    value = figure.params[name].parse(name, text)
    return f":{name}={json.dumps(value)}", f"{figure.params[name].label} {text}"
