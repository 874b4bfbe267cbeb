"""The directive {practice}: published measurements beside the numbers of the machine.

    ```{practice}
    ```

First a table with the median error of each kind, then, folded, every cell with what had to be
guessed. The numbers are those of the last `python -m figures practice --write`.
"""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext import built
from book._ext.reproduction import Table
from book._ext.slot import templates
from figures.define.kept import KEPT, kept
from figures.practice.cells import cells
from figures.practice.report import results, summaries

MINUS = "\N{MINUS SIGN}"


def setups(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows by publication and setup: {"setup", "source", "guessed", "cells"} for each."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        own = found.setdefault(
            (row["source"], row["setup"]),
            {name: row[name] for name in ("setup", "source", "guessed")} | {"cells": []},
        )
        error = "" if row["error"] is None else f"{row['error']:+.0%}".replace("-", MINUS)
        own["cells"].append(
            {
                "key": row["id"].partition("/")[2] or "one",
                "published": f"{'at least ' * row['at_least']}{digits(row['published'])} {row['unit']}",
                "model": "" if row["model"] is None else f"{digits(row['model'])} {row['unit']}",
                "note": f"known by {row['known']}" if row["known"] else row["absent"] or error,
            }
        )
    return list(found.values())


def digits(number: float) -> str:
    """Return a number with four digits, and without an exponent: 10,450."""
    return f"{float(f'{number:.4g}'):,.0f}" if abs(number) >= 1000 else f"{number:.4g}"


def why(rows: list[dict[str, Any]]) -> str:
    """Return why the rows of a kind have no error, or none that says much."""
    compared = [row for row in rows if row["error"] is not None and not row["known"]]
    if not compared:
        return "; ".join(dict.fromkeys(row["absent"] for row in rows if row["absent"]))
    bounds = all(row["at_least"] for row in compared)
    return "the published number is a lower bound, which is met" if bounds else ""


class Practice(SphinxDirective):
    """The directive `{practice}`."""

    def run(self) -> list[nodes.Node]:
        """Render both tables."""
        self.env.note_dependency(str(built.ROOT / "figures" / KEPT))
        rows = results(cells(), kept())
        kinds = summaries(rows)
        for each in kinds:
            each["why"] = why([row for row in rows if row["kind"] == each["kind"]] or rows)
        page = templates().get_template("practice.html")
        return [Table(html=page.render(kinds=kinds, setups=setups(rows)))]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("practice", Practice)
