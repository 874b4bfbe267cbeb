"""The directive {reproduction}: published claims beside the results of the models.

    ```{reproduction} synchronous-writes
    ```

The argument is a page of the book (for the claims that its figures show), a chapter of the
published texts, or `all` for one line per page. Claims that are not reproduced are always visible;
the others are folded. With `:by: figure` a table with a line for each figure of the texts comes
first, and the reproduced claims are left out.
"""

import json
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext import built
from book._ext.quantity import shown
from book._ext.slot import templates
from figures.contents import CHAPTERS
from figures.define import claims
from figures.run import report

REPORT = built.ROOT / "_build" / "report.json"
COUNTED = ("scored", "pattern")
Row = dict[str, Any]


def number(row: Row, value: float | None, digits: int | None = None) -> str:
    """Return a number of a claim with its published unit, which is read as decimal or binary,
    whichever brings the published number closer to the model's. `digits` is the number of decimals
    (None: four significant digits, or a whole number from 1,000 on)."""
    if value is None or isinstance(value, bool):
        return "" if value is None else ("seen" if value else "not seen")
    claim = claims.claim(row["id"])
    model = (
        row["model"] if row["model"] is not None else row["expected"] or row["low"] or row["high"]
    )
    factor = claim.base(claim.matched(model))
    value /= factor
    unit = claims.based(claim.unit, factor)
    spec = f",.{digits}f" if digits is not None else ",.0f" if abs(value) >= 1000 else ".4g"
    text = shown(value, spec, None)
    return f"{text} {claims.singular(unit) if text == '1' else unit}".strip()


def bounds(row: Row) -> claims.Bounds:
    """Return the published number and its bounds in SI units. A unit that may be decimal or binary
    is read as the one that fits the model's number better."""
    own = (row["expected"], row["low"], row["high"])
    return own if row["model"] is None else claims.claim(row["id"]).matched(row["model"])


def expected(row: Row) -> str:
    """Return the published value as text: a number, a bound, a range or a pattern."""
    if row["role"] == "pattern":
        return "a pattern"
    number_is, low, high = bounds(row)
    if number_is is not None:
        side = {"atmost": "\N{LESS-THAN OR EQUAL TO} ", "atleast": "\N{GREATER-THAN OR EQUAL TO} "}
        return side.get(claims.claim(row["id"]).compare, "") + number(row, number_is)
    return " to ".join(number(row, end) for end in (low, high) if end is not None)


def model_number(row: Row) -> str:
    """Return the model's number as text, with enough decimals to agree with its stated error."""
    plain = row["model"] is None or isinstance(row["model"], bool)
    return number(
        row, row["model"], None if plain else claims.claim(row["id"]).digits(row["model"])
    )


def spread(row: Row) -> str:
    """Return the range of the model's number over ten seeds as text; an empty string if the number
    does not depend on the seed."""
    if not row["spread"]:
        return ""
    digits = claims.claim(row["id"]).digits(row["model"])
    return " to ".join(number(row, end, digits) for end in row["spread"])


def tolerance(row: Row) -> str:
    """Return the tolerance of a claim as text; an empty string if it has none."""
    if row["role"] == "pattern":
        return "seen or not"
    if row["tolerance"] is None:
        return ""
    share = f"{row['tolerance'] * 100:.4g}%"
    sides = {"atleast": f"\N{MINUS SIGN}{share} or more", "atmost": f"+{share} or less"}
    return sides.get(claims.claim(row["id"]).compare, f"±{share}")


def line(row: Row) -> dict[str, str]:
    """Return the texts of a claim's row in the table, by column."""
    claim = claims.claim(row["id"])
    error = "" if row["error"] is None else f"{row['error']:+.1%}".replace("-", "\N{MINUS SIGN}")
    if row["model"] is not None and claim.met(row["model"]):
        error = "met"
    verdict = (
        row["evidence"] or row["basis"]
        if row["status"] == "reproduced"
        else row["status"].replace("-", " ")
    )
    though = ", though fitted" if row["status"] == "missed" and row["basis"] == "calibrated" else ""
    return {
        "id": row["id"],
        "quantity": claim.quantity,
        "expected": expected(row),
        "tolerance": tolerance(row),
        "model": model_number(row),
        "spread": spread(row),
        "error": error,
        "status": row["status"],
        "verdict": f"{verdict}{though}",
        "reason": row["reason"] or "",
    }


def title_of(source: str) -> str:
    """Return the title of a figure of the published texts. "The article" is that of 2010."""
    return (
        claims.source_figures()[source]["title"]
        .replace("ACMQ figure", "Figure")
        .replace(":", " of the article:", 1)
        if source.startswith("acmq")
        else claims.source_figures()[source]["title"]
    )


def grouped(rows: list[Row]) -> list[dict[str, Any]]:
    """Return the rows grouped by figure of the texts: {"title", "lines"} for each figure."""
    return [
        {"title": title_of(id), "lines": [line(row) for row in rows if row["figure"] == id]}
        for id in dict.fromkeys(row["figure"] for row in rows)
    ]


def summary(name: str, rows: list[Row], link: str = "", total: bool = False) -> dict[str, Any]:
    """Return a row of the table of counts: how many claims there are and how many are reproduced,
    and their score. `total` marks a row of totals."""
    counted = [row for row in rows if row["role"] in COUNTED]
    found = {
        status: [row for row in counted if row["status"] == status]
        for status in ("reproduced", "missed", "not-modelled")
    }
    rests = [row["evidence"] for row in found["reproduced"]]
    return {
        "name": name,
        "link": link,
        "total": total,
        "claims": len(counted),
        "score": report.score(rows),
        **{label: rests.count(label) for label in claims.LABELS},
        "missed": len(found["missed"]),
        "not modelled": len(found["not-modelled"]),
    }


def counts(what: str, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the template's variables for a table of counts, without the columns that hold only
    zeros. `what` is the heading of its first column."""
    columns = [
        name
        for name in (*claims.LABELS, "missed", "not modelled")
        if any(each[name] for each in lines)
    ]
    return {"what": what, "counts": lines, "columns": columns}


def of_page(page: str, rows: list[Row]) -> list[Row]:
    """Return the rows of the claims that the figures of a page show."""
    return [row for row in rows if row["role"] in COUNTED and row["live"] in CHAPTERS[page]]


def title(page: str) -> str:
    """Return the heading of a page of the book."""
    text = (built.ROOT / "book" / f"{page}.md").read_text(encoding="utf-8")
    return next(
        words.removeprefix("# ").strip() for words in text.splitlines() if words.startswith("# ")
    )


def book(rows: list[Row]) -> list[dict[str, Any]]:
    """Return the rows of the table for the whole book: for all modelled claims, for all claims, for
    each page, and for claims that no page shows yet."""
    pages = {page: part for page in CHAPTERS if page != "index" and (part := of_page(page, rows))}
    shown = [row for part in pages.values() for row in part]
    ids = {row["id"] for row in shown}
    others = [row for row in rows if row["role"] in COUNTED and row["id"] not in ids]
    return [
        summary("all that is modelled so far", shown, total=True),
        summary("everything", rows, total=True),
        *(summary(title(page), part, link=f"{page}.html") for page, part in pages.items()),
        summary("not yet written, or shown without a model", others),
    ]


class Table(nodes.General, nodes.Element):
    """A node with a table of claims as HTML, which the search does not index."""


def visit(writer: Any, node: Table) -> None:
    """Write the table."""
    writer.body.append(node["html"])
    raise nodes.SkipNode


class Reproduction(SphinxDirective):
    """The directive `{reproduction} PAGE`, `{reproduction} CHAPTER` or `{reproduction} all`."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "by": lambda text: directives.choice(text, ("claim", "figure"))
    }

    def run(self) -> list[nodes.Node]:
        """Render the tables."""
        self.env.note_dependency(str(REPORT))
        if not REPORT.exists():
            raise self.error("there is no report yet: run `make book`")
        rows: list[Row] = json.loads(REPORT.read_text(encoding="utf-8"))
        wanted = self.arguments[0]
        if wanted == "all":
            return [self.table(**counts("chapter", book(rows)))]
        chosen = (
            of_page(wanted, rows)
            if wanted in CHAPTERS
            else [row for row in rows if row["role"] in COUNTED and row["chapter"] == wanted]
        )
        if not chosen:
            raise self.error(
                f"the argument must be a page with claims, a chapter of the texts, or 'all', got '{wanted}'"
            )
        good = [row for row in chosen if row["status"] == "reproduced"]
        wrong = [row for row in chosen if row["status"] != "reproduced"]
        tables: list[nodes.Node] = []
        if self.options.get("by") == "figure":
            parts = [
                summary(title_of(id), [row for row in chosen if row["figure"] == id])
                for id in dict.fromkeys(row["figure"] for row in chosen)
            ]
            whole = summary("all", chosen, total=True)
            tables.append(self.table(**counts("figure of the texts", [*parts, whole]), of=wanted))
        if wrong:
            tables.append(
                self.table(groups=grouped(wrong), where=f"{wanted}, not reproduced", fold="")
            )
        if self.options.get("by") != "figure":
            fold = (
                f"The {len(good)} claims that are reproduced"
                if len(good) > 1
                else "The claim that is reproduced"
            )
            tables.append(
                self.table(groups=grouped(good), where=f"{wanted}, reproduced", fold=fold)
            )
        return tables

    def table(self, **values: Any) -> Table:
        """Return a table that the template renders from `values`."""
        return Table(html=templates().get_template("reproduction.html").render(values))


def role(
    name: str, rawtext: str, text: str, lineno: int, inliner: Any, *given: Any
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Return how many claims are reproduced with the evidence `text`, or *missed*."""
    inliner.document.settings.env.note_dependency(str(REPORT))
    rows: list[Row] = json.loads(REPORT.read_text(encoding="utf-8"))
    found = summary("", rows)
    if not isinstance(found.get(text), int):
        raise ValueError(f"must be 'missed' or one of {', '.join(claims.LABELS)}, got '{text}'")
    return [nodes.Text(str(found[text]))], []


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("reproduction", Reproduction)
    app.add_role("reproduced", role)
    app.add_node(Table, html=(visit, None))
