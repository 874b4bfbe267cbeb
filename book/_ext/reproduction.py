"""The directive {reproduction}: the published claims of a chapter of the texts, and what the models say of them.

    ```{reproduction} synchronous-writes
    ```

With `:by: figure` a line for each figure of the texts, and then only the claims that are not reproduced. The argument
is a page of the book, a chapter of the texts, or `all` for a line a chapter.
"""
import json
from itertools import groupby
from typing import Any, ClassVar

import built
from docutils import nodes
from docutils.parsers.rst import directives
from quantity import shown
from slot import templates
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from figures import claims, report
from figures.contents import CHAPTERS

REPORT = built.ROOT / "_build" / "report.json"
COUNTED = ("scored", "pattern")
Row = dict[str, Any]


def number(row: Row, value: float | None) -> str:
    """Return a claim's number in the unit in which it was published."""
    if value is None or isinstance(value, bool):
        return "" if value is None else ("seen" if value else "not seen")
    claim = claims.claim(row["id"])
    value /= claim.factor
    return f"{shown(value, ',.0f' if abs(value) >= 1000 else '.4g', None)} {claim.unit}".strip()


def expected(row: Row) -> str:
    """Return what was published: a number, a range or a pattern."""
    if row["role"] == "pattern":
        return "a pattern"
    if row["expected"] is not None:
        return number(row, row["expected"])
    return " to ".join(number(row, end) for end in (row["low"], row["high"]) if end is not None)


def tolerance(row: Row) -> str:
    """Return how far the model may be from what was published to count as reproduced."""
    if row["role"] == "pattern":
        return "seen or not"
    if row["tolerance"] is None:
        return ""
    share = f"{row['tolerance'] * 100:.4g}%"
    sides = {"atleast": f"\N{MINUS SIGN}{share} or more", "atmost": f"+{share} or less"}
    return sides.get(claims.claim(row["id"]).compare, f"±{share}")


def line(row: Row) -> dict[str, str]:
    """Return a row of a chapter's table."""
    error = "" if row["error"] is None else f"{row['error']:+.1%}".replace("-", "\N{MINUS SIGN}")
    return {"id": row["id"], "quantity": claims.claim(row["id"]).quantity, "live": row["live"] or "",
            "expected": expected(row), "tolerance": tolerance(row), "model": number(row, row["model"]), "error": error,
            "status": row["status"], "basis": row["basis"] or "", "reason": row["reason"] or ""}


def summary(chapter: str, rows: list[Row]) -> dict[str, Any]:
    """Return a chapter's line: how many claims, how many reproduced, the score."""
    counted = [row for row in rows if row["role"] in COUNTED]
    return {"chapter": chapter, "claims": len(counted), "score": report.score(rows),
            **{status: sum(row["status"] == status for row in counted)
               for status in ("reproduced", "missed", "not-modelled")},
            "predicted": sum(row["status"] == "reproduced" and row["basis"] == "predicted" for row in counted)}


class Table(nodes.General, nodes.Element):
    """A table of claims as HTML; the search does not read it."""


def visit(writer: Any, node: Table) -> None:
    """Write the table."""
    writer.body.append(node["html"])
    raise nodes.SkipNode


class Reproduction(SphinxDirective):
    """`{reproduction} PAGE`, `{reproduction} CHAPTER` or `{reproduction} all`."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"by": lambda text: directives.choice(text, ("claim", "figure"))}

    def run(self) -> list[nodes.Node]:
        """Render the table."""
        self.env.note_dependency(str(REPORT))
        if not REPORT.exists():
            raise self.error("there is no report yet: run `make book`")
        rows: list[Row] = json.loads(REPORT.read_text(encoding="utf-8"))
        wanted = self.arguments[0]
        template = templates().get_template("reproduction.html")
        if wanted == "all":
            chapters = [summary(chapter, list(part)) for chapter, part in
                        groupby(sorted(rows, key=lambda row: row["chapter"]), key=lambda row: row["chapter"])]
            total = summary("all", rows)
            return [Table(html=template.render(chapters=chapters, total=total))]
        figures = set(CHAPTERS.get(wanted, ()))
        chosen = [row for row in rows
                  if row["role"] in COUNTED and (row["chapter"] == wanted or row["live"] in figures)]
        if not chosen:
            raise self.error(f"no claim belongs to '{wanted}': name a page, a chapter of the texts, or 'all'")
        if self.options.get("by") != "figure":
            return [Table(html=template.render(lines=[line(row) for row in chosen], where=wanted))]
        live = [row for row in chosen if row["live"] in figures]
        titles = claims.source_figures()
        parts = [summary(titles[id]["title"], [row for row in live if row["figure"] == id])
                 for id in dict.fromkeys(row["figure"] for row in live)]
        tables = [template.render(chapters=parts, total=summary("all", live), what="figure of the texts")]
        if wrong := [line(row) for row in live if row["status"] != "reproduced"]:
            tables.append(template.render(lines=wrong, where=f"{wanted} that are not reproduced"))
        return [Table(html=html) for html in tables]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("reproduction", Reproduction)
    app.add_node(Table, html=(visit, None))
