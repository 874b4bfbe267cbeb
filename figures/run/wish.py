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
    """`wish` is as `web/src/figure/wish.ts` reads it."""

    figure: str
    wish: str
    words: str

    def link(self, page: str = "") -> str:
        """The start of a link to the figure on a page; if that is this one, its script makes the
        link do what is asked."""
        role = "" if page else ' role="button"'
        return (
            f'<a class="lf-set"{role} href="{escape(page)}#fig-{self.figure}~{quote(self.wish)}"'
            f' data-figure="{self.figure}" data-wish="{escape(self.wish)}">'
        )


def read(text: str) -> FigureLink:
    """What a text asks. Raises LookupError or ValueError with one line."""
    match = FORM.fullmatch(text)
    if not match:
        raise ValueError(
            f"'{text}' is not written FIGURE@SET-UP, FIGURE:control=value or FIGURE#Picture, or words <...>"
        )
    wish, words = _understood(match["figure"], match["wish"])
    return FigureLink(match["figure"], wish, match["words"] or words)


def _understood(id: str, wish: str) -> tuple[str, str]:
    """A wish as the page takes it, and the words for it."""
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
