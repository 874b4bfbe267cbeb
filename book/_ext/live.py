"""The directive {live}: a figure that is readable without scripts and interactive with them.

    ```{live} slog-enable
    A caption in place of the figure's own (optional).
    ```

With the option `:lab:` it is a workbench on its own page: full width, with everything unfolded.
`:checked:` names the page on which its numbers are checked, if that is another page.
"""

import json
import re
import zlib
from base64 import urlsafe_b64encode
from collections import Counter
from functools import cache
from string import ascii_lowercase
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.domains.std import StandardDomain
from sphinx.util.docutils import SphinxDirective

from book._ext import built
from book._ext.slot import fill
from figures.define.touch import shown
from figures.lab.of_figure import study


def counted(directive: SphinxDirective) -> Counter[str]:
    """Return how many elements of each kind the page has so far."""
    counts: Counter[str] = directive.env.temp_data.setdefault("wtg_counts", Counter())
    return counts


def number(directive: SphinxDirective, kind: str) -> str:
    """Return the next number on the page for a kind of element: "Figure 1", "Exercise 2"."""
    counts = counted(directive)
    counts[kind] += 1
    return f"{kind} {counts[kind]}"


def is_folded(directive: SphinxDirective) -> bool:
    """Return whether the directive stands in a dropdown."""
    node: nodes.Node | None = directive.state_machine.node
    while isinstance(node, nodes.Element) and node.get("design_component") != "dropdown":
        node = node.parent
    return isinstance(node, nodes.Element)


def folded_number(directive: SphinxDirective) -> str:
    """Return the number of a folded figure: that of the last open one, and a letter, so that who
    leaves the fold closed misses no number ("Figure 3a")."""
    counts = counted(directive)
    last = f"Figure {counts['Figure']}"
    counts[last] += 1
    return f"{last}{ascii_lowercase[counts[last] - 1]}"


def live_folder(directive: SphinxDirective) -> str:
    """Return the address of `live/` relative to the page."""
    return "../" * directive.env.docname.count("/") + "live/"


def name(directive: SphinxDirective, anchor: str, title: str) -> None:
    """Make `#anchor` on this page a target for links from any page. `title` is the text of such
    links."""
    domain = directive.env.get_domain("std")
    assert isinstance(domain, StandardDomain)
    domain.note_hyperlink_target(anchor, directive.env.docname, anchor, title)


def pictures(
    figure: dict[str, Any], params: dict[str, Any], svgs: list[str]
) -> list[dict[str, Any]]:
    """Return the tabs of the panels that are shown with `params`: {"name", "panels"}, where each
    panel has its `index`, its `svg` and whether it `moves`."""
    tabs: dict[str, list[dict[str, Any]]] = {}
    indices = (index for index, panel in enumerate(figure["panels"]) if shown(panel, params))
    for index, svg in zip(indices, svgs, strict=True):
        panel = figure["panels"][index]
        moves = panel.get("scene", {}).get("shows") == "motion"
        tabs.setdefault(panel["tab"], []).append({"index": index, "svg": svg, "moves": moves})
    return [{"name": name, "panels": panels} for name, panels in tabs.items()]


def year(figure: dict[str, Any]) -> str:
    """Return the year of the first source of a figure; an empty string if it has no source."""
    match = re.search(r"\d{4}", figure["source"][0]["key"]) if figure["source"] else None
    return match[0] if match else ""


def table_rows(figure: dict[str, Any], result: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of a result that the figure shows in its table."""
    where = (figure["table"] or {}).get("where") or {}
    return [
        row for row in result["rows"] if all(row.get(key) == value for key, value in where.items())
    ]


def definition(figure: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a figure that the page's script needs. The caption and the help texts are
    left out, as they are in the page already."""
    params = [
        {key: value for key, value in param.items() if key != "help"} for param in figure["params"]
    ]
    return {
        key: value
        for key, value in figure.items()
        if key not in ("caption", "chapter", "code", "reproduces", "source")
    } | {"params": params}


def attribution(figure: dict[str, Any]) -> str:
    """Return the sources of a figure as markdown."""
    return "; ".join(
        f"{{cite:t}}`{source['key']}`, {source['section']}" for source in figure["source"]
    )


@cache
def in_lab(id: str) -> str:
    """Return the payload of the link that opens a figure's machine in the lab; "" if a study cannot say
    what it runs."""
    try:
        study(id, {})
    except ValueError:
        return ""
    return payload({"v": 1, "figure": id, "params": {}})


def payload(shared: object) -> str:
    """Return JSON as the payload of a link, as the page packs and unpacks it (`web/src/data/share.ts`)."""
    return urlsafe_b64encode(zlib.compress(json.dumps(shared).encode(), 9)).decode().rstrip("=")


class Live(SphinxDirective):
    """The directive `{live} ID`."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "lab": directives.flag,
        "checked": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Render the figure with its caption."""
        id = self.arguments[0]
        try:
            figure, result = built.figure(id), built.result(self.env, id)
        except built.NotBuilt as error:
            raise self.error(str(error)) from None
        own = " ".join(self.content) or figure["caption"]
        caption, messages = self.parse_inline(
            f"{own} After {attribution(figure)}." if figure["source"] else own
        )
        count = folded_number(self) if is_folded(self) else number(self, "Figure")
        name(self, f"fig-{id}", f"{count}: {figure['title']}")
        node = fill(
            "figure.html",
            "caption",
            caption,
            figure=figure,
            definition=definition(figure),
            number=count,
            year=year(figure),
            pictures=pictures(figure, result["params"], built.pictures(id)),
            result={key: value for key, value in result.items() if key not in ("rows", "presets")},
            table=table_rows(figure, result) if figure["table"] else None,
            live=live_folder(self),
            lab="lab" in self.options,
            checked=self.options.get("checked"),
            study=in_lab(id),
        )
        node["figure"] = id
        return [node, *messages]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("live", Live)
