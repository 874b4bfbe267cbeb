"""The directive {drawing}: a drawing from `book/drawings/`, inline to have the theme's colours.

    ```{drawing} separate-log
    A caption (optional).
    ```

The drawing is `NAME.svg`, and on a phone `NAME-narrow.svg` if it exists. Its alternative text is
`:alt:`, or its own <title> and <desc>. The directive raises an error if letters would be too small
on a narrow page.
"""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext.built import ROOT
from book._ext.live import name
from book._ext.slot import fill

DRAWINGS = ROOT / "book" / "drawings"
SVG = "http://www.w3.org/2000/svg"
NARROWEST, WIDEST, LETTERS = 350, 736, 10
"""Width of the text on a phone and on a large screen, and the smallest height of letters that can
be read, all in pixels."""


class Drawing(SphinxDirective):
    """The directive `{drawing} NAME`."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"alt": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Render the drawing with its caption."""
        id = self.arguments[0]
        wide, narrow = DRAWINGS / f"{id}.svg", DRAWINGS / f"{id}-narrow.svg"
        for path in filter(Path.exists, (wide, narrow)):
            self.env.note_dependency(str(path))
        if not wide.exists():
            there = sorted(
                path.stem for path in DRAWINGS.glob("*.svg") if not path.stem.endswith("-narrow")
            )
            raise self.error(f"there is no drawing '{id}'; there are: {', '.join(there)}")
        try:
            drawn = [
                read(
                    wide,
                    self.options.get("alt"),
                    "dr-wide" if narrow.exists() else "",
                    not narrow.exists(),
                )
            ]
            if narrow.exists():
                drawn.append(read(narrow, self.options.get("alt"), "dr-narrow", True))
        except ValueError as error:
            raise self.error(str(error)) from None
        caption, messages = self.parse_inline(" ".join(self.content))
        name(self, f"drawing-{id}", id)
        node = fill(
            "drawing.html", "caption", caption, id=id, drawn=drawn, captioned=bool(self.content)
        )
        return [node, *messages]


def read(path: Path, alt: str | None, kind: str, phone: bool) -> str:
    """Return a drawing as inline SVG with ids of its own. `alt` replaces its description, `kind` is
    its class, and `phone` says whether it is for a phone. Raise ValueError with a one-line message
    if the drawing is not valid."""
    try:
        root = ET.fromstring(path.read_text(encoding="utf-8"))
    except ET.ParseError as error:
        raise ValueError(f"{path.name} must be SVG, got text that is not XML: {error}") from None
    descriptions = [
        (each.text or "").strip()
        for each in root
        if each.tag in (f"{{{SVG}}}title", f"{{{SVG}}}desc")
    ]
    words = alt or ". ".join(text.rstrip(".") for text in descriptions if text)
    box = root.get("viewBox", "").split()
    if root.tag != f"{{{SVG}}}svg" or len(box) != 4:
        raise ValueError(
            f"{path.name} must be an <svg> with a viewBox of 4 numbers, got {len(box)} numbers"
        )
    if not words:
        raise ValueError(
            f"{path.name} must have a description: <title> and <desc>, or :alt:; it has none"
        )
    width = float(box[2])
    small = min(
        (float(size) for each in root.iter() if (size := each.get("font-size"))), default=16.0
    )
    readable(path.name, small, width, NARROWEST if phone else WIDEST)
    for each in [each for each in root if each.tag in (f"{{{SVG}}}title", f"{{{SVG}}}desc")]:
        root.remove(each)
    for each in root.iter():
        each.tag = each.tag.removeprefix(f"{{{SVG}}}")
        for key, value in each.attrib.items():
            value = re.sub(r"url\(#", f"url(#{path.stem}-", value)
            if key == "id" or (key == "href" and value.startswith("#")):
                value = (
                    f"#{path.stem}-{value[1:]}" if value.startswith("#") else f"{path.stem}-{value}"
                )
            each.set(key, value)
    root.attrib |= {"role": "img", "aria-label": words, "style": f"max-width:{width:g}px"} | (
        {"class": kind} if kind else {}
    )
    return ET.tostring(root, encoding="unicode", short_empty_elements=True)


def readable(name: str, small: float, width: float, page: float) -> None:
    """Raise ValueError if the smallest letters are too small to read. `small` is their size and
    `width` that of the drawing, both in its own units; `page` is the width of the page (pixels)."""
    size = small * min(1, page / width)
    if size < LETTERS:
        right = (
            "draw fewer things side by side"
            if page == WIDEST
            else f"add {Path(name).stem}-narrow.svg"
        )
        raise ValueError(
            f"the smallest letters of {name} must be at least {LETTERS} pixels high on a page of {page:g} pixels, "
            f"got {size:.1f}: {right}"
        )


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("drawing", Drawing)
