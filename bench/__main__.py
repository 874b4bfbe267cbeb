"""Run all benchmarks: `python -m bench` prints a table of results and budgets, writes
`_build/bench.json`, and exits with 1 if a result misses its budget."""

from models.cli import frame

frame.begin("bench", __name__)

import json

from bench import (
    buying,
    caches,
    candidates,
    checks,
    disks,
    engines,
    figures_in_page,
    grading,
    lakes,
    large_class,
    logs,
    measurements,
    minutes,
    notebooks,
    queues,
    slabs,
    sweeps,
    two_places,
)
from bench.browser import site_and_browser
from bench.rows import Row


def text(value: float) -> str:
    """Return a number as text: whole with thousands separators from 1,000 on, else with four
    significant digits."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def line(row: Row) -> str:
    """Return the table's line for a row."""
    budget = "" if row["budget"] is None else f"{row['budget']:g}"
    verdict = "" if row["budget"] is None else ("ok" if row["ok"] else "OVER")
    return f"{row['name']:58} {text(row['value']):>14} {row['unit']:12} {budget:>8} {verdict}"


def in_the_page() -> list[Row]:
    """Return the rows of a reader's waiting times in the page, at figures and at exercises."""
    with site_and_browser() as (site, browser):
        return [
            row
            for one in (figures_in_page, checks, buying, notebooks)
            for row in one.measure(browser, site)
        ]


def main() -> int:
    """Run all benchmarks, print and write their rows, and return the exit code: 1 if a row misses
    its budget, else 0."""
    print(f"{'':58} {'value':>14} {'unit':12} {'budget':>8}")
    rows: list[Row] = []
    for measure in (
        engines.measure,
        candidates.measure,
        lambda: two_places.measure(disks, "requests/s"),
        lambda: two_places.measure(queues, "I/Os/s"),
        lambda: two_places.measure(lakes, "operations/s"),
        lambda: two_places.measure(logs, "records/s"),
        lambda: two_places.measure(caches, "requests/s"),
        lambda: two_places.measure(slabs, "overwrites/s"),
        minutes.measure,
        measurements.measure,
        in_the_page,
        grading.measure,
        large_class.measure,
        sweeps.measure,
    ):
        fresh = measure()
        rows += fresh
        print("\n".join(line(row) for row in fresh), flush=True)
    out = two_places.ROOT / "_build" / "bench.json"
    out.write_text(json.dumps(rows, indent=1) + "\n")
    missed = sum(not row["ok"] for row in rows)
    print(f"{out.relative_to(two_places.ROOT)}: {len(rows)} rows, {missed} over budget")
    return 1 if missed else 0


if __name__ == "__main__":
    frame.end(main())
