"""Links from a text into a live figure, which open a preset, set a control, or show a picture.

They are written `FIGURE@PRESET`, `FIGURE@PRESET#Picture`, `FIGURE:control=value` (as on the command
line) or `FIGURE#Picture`, or with other words: `words <FIGURE@PRESET>`.
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
    """A link into a figure: what it sets there, as `web/src/figure/wish.ts` reads it, and its
    words."""

    figure: str
    wish: str
    words: str

    def link(self, page: str = "") -> str:
        """Return the start tag of the link to the figure on a page. On the same page, a script
        handles it."""
        role = "" if page else ' role="button"'
        return (
            f'<a class="lf-set"{role} href="{escape(page)}#fig-{self.figure}~{quote(self.wish)}"'
            f' data-figure="{self.figure}" data-wish="{escape(self.wish)}">'
        )


def read(text: str) -> FigureLink:
    """Return the link that a text describes. Raise LookupError for an unknown name, and ValueError
    for a text of another form or a value that is not allowed, with a one-line message."""
    match = FORM.fullmatch(text)
    if not match:
        raise ValueError(
            f"a link must be FIGURE@PRESET, FIGURE:control=value, FIGURE#Picture or words <...>, got '{text}'"
        )
    wish, words = _resolved(match["figure"], match["wish"])
    return FigureLink(match["figure"], wish, match["words"] or words)


def _resolved(id: str, wish: str) -> tuple[str, str]:
    """Return what the link sets, as the page reads it, and the default words."""
    figure, target = get(id), wish[1:]
    preset, _, picture = target.partition("#") if wish[0] == "@" else ("", "", "")
    if wish[0] == "#" or picture:
        name = picture or target
        tabs = {each["tab"] for each in [*figure.panels, figure.table] if each and each["tab"]}
        if name not in tabs:
            raise LookupError(
                f"{id} has no picture '{name}'; it has {', '.join(sorted(tabs)) or 'one without a name'}"
            )
    if wish[0] == "#":
        return f"/{target}", target
    if wish[0] == "@":
        figure.preset_settings(preset)
        return wish, preset
    name, equals, text = target.partition("=")
    if not equals or name not in figure.params:
        raise LookupError(f"{id} has no control '{name}'; it has {', '.join(figure.params)}")
    value = figure.params[name].parse(name, text)
    return f":{name}={json.dumps(value)}", f"{figure.params[name].label} {text}"
