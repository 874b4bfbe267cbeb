"""`python -m models size`: the edge of what can be bought for requirements, and what each of them costs."""

import argparse
import csv
import json
from collections.abc import Iterator
from io import StringIO
from math import isfinite, log10
from pathlib import Path
from xml.sax.saxutils import escape

from models.cli.command_line import DONE, FAILED, CommandResult, Parser, table, warn
from models.cli.user_file import text_of
from models.sizing.choice.assess import assess
from models.sizing.choice.candidates import Candidates
from models.sizing.choice.edge import COMPARED, Judged, layout_words
from models.sizing.choice.met import CALLED, MORE, said
from models.sizing.choice.opened import evidence, loss_interval, opened, refined
from models.sizing.choice.requirements import ASKED_KEYS, KEYS, read
from models.sizing.goods.goods import FILES, goods_of
from models.sizing.pools.build import Build
from models.units import GiB

LONG = f"""List the machines that can be bought for requirements, those that no cheaper one beats, and say
what each requirement costs.

REQUIREMENTS.toml has the keys {", ".join(KEYS)},
and in the table [asked] those of the load: {", ".join(ASKED_KEYS)}.
Values have units, as elsewhere; what is missing has its usual value:

  usable = "200TiB"     # that zfs list shows as available in the empty pool
  loss = "0.01%"        # chance of losing data within `years`
  budget = 40_000       # dollars, with power over `years`
  [asked]
  rate = 1000           # requests a second, whether or not others are answered
  p99 = "50ms"
  size = "8KiB"

Prices, drives and failure rates are CSV files, {", ".join("/".join(path.parts[-4:]) for path in FILES.values())};
a row that is wrong is named and left out. Exit code 1: no candidate meets all requirements.
"""
LISTED, RUN = 24, 6
"""Most rows of the list, and how many of them run on the machine: it takes seconds for each."""


def add_to(parser: Parser) -> None:
    """Add the options of the command to its parser."""
    for name in FILES:
        what = {"prices": "prices", "drives": "data sheets", "failures": "failures"}[name]
        parser.add_argument(
            f"--{name}", type=Path, metavar="FILE.csv", help=f"{what}, instead of the book's"
        )
    parser.add_argument(
        "--open", type=int, metavar="N", help="one candidate: parts, commands, and why not others"
    )
    parser.add_argument(
        "--machine",
        action="store_true",
        help=f"run the first {RUN} of the list on the machine",
    )
    parser.add_argument("--csv", action="store_true", help="print all candidates as CSV")
    parser.add_argument("--svg", action="store_true", help="print a picture of all candidates")
    parser.add_argument(
        "--against",
        choices=COMPARED,
        default="rate",
        help="what cost is drawn against (default rate)",
    )
    parser.add_argument("requirements", type=Path, metavar="REQUIREMENTS.toml")


def run(args: argparse.Namespace) -> CommandResult:
    """Judge all candidates. Return the edge, one candidate, or all of them. Raise ValueError for wrong
    files and options."""
    chosen = [name for name in ("json", "csv", "svg") if getattr(args, name)]
    if len(chosen) > 1:
        raise ValueError(f"--json, --csv and --svg must be one, got {' and '.join(chosen)}")
    wants = read(args.requirements)
    tables = {
        name: text_of(getattr(args, name), f"{name}, a CSV file")
        for name in FILES
        if getattr(args, name)
    }
    for name, text in tables.items():
        if not text.strip():
            raise ValueError(
                f"{getattr(args, name)} must be a CSV file with {name}, got none in it"
            )
    sold = goods_of(**tables)
    for refused in sold.refused[:10]:
        warn(str(refused))
    if len(sold.refused) > 10:
        warn(f"and {len(sold.refused) - 10:,} more rows that are wrong")
    judged = Judged(Candidates(wants, sold), assess)
    code = DONE if judged.met else FAILED
    if args.open is not None:
        judged.check(args.open, "--open")
        text = (
            json.dumps(opened(judged, args.open), allow_nan=False)
            if args.json
            else open_text(judged, args.open)
        )
        return CommandResult(text, DONE if not judged.missed[args.open] else FAILED)
    if args.json:
        return CommandResult(json.dumps(judged.json(), allow_nan=False), code)
    if args.csv:
        return CommandResult(csv_text(judged), code)
    if args.svg:
        return CommandResult(svg(judged, args.against), code)
    parts = [judged.verdict, edge_text(judged), prices_text(judged)]
    if args.machine:
        parts.append(machine_text(judged))
    if judged.builds:
        parts.append("--open N shows one of them: its parts, its commands, and why not another.")
    return CommandResult("\n\n".join(filter(None, parts)), code)


def beside(build: Build) -> str:
    """Return what a candidate has beside its pool."""
    found = [f"{build.memory / GiB:g} GiB"]
    for what, count in ((build.log, build.logs), (build.flash, build.flashes)):
        if count:
            role = "log" if what is build.log and count == build.logs else "L2ARC"
            found.append(f"{count} {role} {what}")
    if build.specials:
        found.append(f"{build.specials} special {build.special}")
    return ", ".join(found)


def edge_text(judged: Judged) -> str:
    """Return the edge as a table, and in a line how it was thinned."""
    rows = judged.steps[:LISTED]
    if not rows:
        return ""
    columns = judged.columns
    names = ("cost", "usable", "rate", "p99", "p99_resilvering", "stream", "loss", "rack", "watts")
    titles = ["#", *("p99 resilv." if n == "p99_resilvering" else n for n in names), "limit"]
    lines = [titles]
    for k in rows:
        numbers = [said(name, columns[name][k]) for name in names]
        lines.append([f"{k}", *numbers, judged.limits[k]])
    first, *found = table(lines, ">" * 10 + "<").splitlines()
    under = [
        f"{line}\n      {layout_words(build)}, {beside(build)}, {build.head}"
        for line, build in zip(found, [judged.builds[k] for k in rows], strict=True)
    ]
    left = len(judged.edge) - len(rows)
    thin = (
        f", and {left} more that are in nothing a quarter better than a cheaper one" if left else ""
    )
    of = "" if judged.met else ", of those that miss some"
    text = f"The edge, on which no cheaper one is as good in some quantity{of}: {len(rows)}{thin}."
    return "\n".join([text, "", first, *under])


def prices_text(judged: Judged) -> str:
    """Return what each requirement costs as a table."""
    cost = judged.columns["cost"]
    lines = [["requirement", "costs", "which is", "without it, the cheapest is"]]
    for name, price in judged.prices.items():
        if price.without is None:
            lines.append([name, "", "", "none meets all others either"])
            continue
        dear = "" if price.saves is None else said("cost", price.saves)
        share = "" if price.saves is None else f"{price.saves / cost[price.without]:.0%}"
        made = f"{layout_words(judged.builds[price.without])}, {said('cost', cost[price.without])}"
        lines.append([name, dear, share, f"#{price.without}: {made}"])
    return table(lines, "<>><") if len(lines) > 1 and judged.builds else ""


def machine_text(judged: Judged) -> str:
    """Return what machines of the edge do beside what the closed form says, and the changes of rank."""
    done = judged.steps[:RUN]
    for k in done:
        refined(judged, k)
    lines = [["#", "rate", "by machine", "p99", "by machine", "rank", "by machine"]]
    moved = 0
    for k in done:
        found = refined(judged, k)
        moved += found["rank"] != found["rank_closed"]
        p99 = float("inf") if found["p99"] is None else found["p99"]
        lines.append(
            [
                f"{k}",
                said("rate", judged.columns["rate"][k]),
                said("rate", found["rate"]),
                said("p99", judged.columns["p99"][k]),
                said("p99", p99),
                f"{found['rank_closed']}",
                f"{found['rank']}",
            ]
        )
    text = f"{len(done)} of the list ran on the machine; {moved} have another rank by its rate."
    return f"{text}\n\n{table(lines, '>' * 7)}"


def open_text(judged: Judged, k: int) -> str:
    """Return one candidate at length, in words."""
    found, columns = opened(judged, k), judged.columns
    parts = judged.shop.parts
    bill = [["part", "number", "dollars", "date", "source"]]
    for line in found["parts"]:
        part = parts[line["part"]]
        total = line["count"] * line["dollars"]
        source = f"{part.source}{f' ({part.note})' if part.note else ''}"
        bill.append(
            [part.part, f"{line['count']:,.0f}", f"{total:,.2f}", part.date, source or "yours"]
        )
    held = [["requirement", "wanted", "found", ""]]
    for one, test in zip(found["requirements"], judged.tests, strict=True):
        column = test.column
        if not isfinite(test.wanted):
            column = "rate" if column == "p99" else "rate_resilvering"
        value = float("inf") if one["found"] is None else one["found"]
        mark = "met" if one["met"] else "missed"
        by = "" if one["by"] is None else f" by {abs(one['by']):.0%}"
        held.append([one["name"], said(column, one["wanted"]), said(column, value), f"{mark}{by}"])
    why = [["neighbour", "why not"]]
    why += [[f"#{one['index']}", neighbour(judged, one)] for one in found["neighbours"]]
    head = f"#{k}: {layout_words(judged.builds[k])}, {beside(judged.builds[k])}"
    numbers = "; ".join(f"{CALLED[name]} {said(name, columns[name][k])}" for name in MORE)
    low, high = loss_interval(judged, k)
    sure = [
        f"chance of loss {said('loss', low)} to {said('loss', high)}, by the interval of the failure rates",
        *evidence(judged, k),
    ]
    blocks = [
        f"{head}\n{numbers}; limit: {judged.limits[k]}",
        "\n".join(sure),
        table(bill, "<>><<"),
        "\n".join(found["commands"]),
        table(held, "<>><"),
        table(why, "<<") if len(why) > 1 else "",
    ]
    return "\n\n".join(filter(None, blocks))


def neighbour(judged: Judged, one: dict[str, object]) -> str:
    """Return a neighbour and why not it, in words."""
    build = judged.builds[int(str(one["index"]))]
    return f"{layout_words(build)}, {beside(build)}: {one['why']}"


def csv_text(judged: Judged) -> str:
    """Return all candidates as CSV: what they are, their numbers in SI units, and what they miss."""
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(["number", *Build._fields, *MORE, "limit", "missed", "on_edge"])
    edge = set(judged.edge)
    for k, build in enumerate(judged.builds):
        names = [
            test.name for place, test in enumerate(judged.tests) if judged.missed[k] >> place & 1
        ]
        numbers = [judged.columns[name][k] for name in MORE]
        writer.writerow(
            [
                k,
                *build,
                *(f"{value:.10g}" if isfinite(value) else "" for value in numbers),
                judged.limits[k],
                " ".join(names),
                int(k in edge),
            ]
        )
    return lines.getvalue().rstrip("\n")


WIDE, HIGH, LEFT, BELOW, ABOVE = 800, 520, 70, 50, 40
"""Size of the picture, and its margins."""


def svg(judged: Judged, quantity: str) -> str:
    """Return a picture: cost against a quantity, both on scales of powers of ten; candidates that miss a
    requirement are grey, and the edge is a line."""
    cost, values = judged.columns["cost"], judged.columns[quantity]
    shown = [k for k in range(len(cost)) if values[k] > 0 and isfinite(values[k])]
    xs, ys = scale([cost[k] for k in shown]), scale([values[k] for k in shown])

    def x(value: float) -> float:
        return LEFT + (WIDE - LEFT - 20) * (log10(value) - xs[0]) / (xs[1] - xs[0])

    def y(value: float) -> float:
        return HIGH - BELOW - (HIGH - BELOW - ABOVE) * (log10(value) - ys[0]) / (ys[1] - ys[0])

    def dots(met: bool) -> Iterator[str]:
        for k in shown:
            if (not judged.missed[k]) == met:
                words = escape(f"#{k} {layout_words(judged.builds[k])}, {said('cost', cost[k])}")
                yield (
                    f'<circle cx="{x(cost[k]):.1f}" cy="{y(values[k]):.1f}" r="2"><title>{words}'
                    "</title></circle>"
                )

    line = [k for k in judged.edges[quantity] if k in set(shown)]
    path = " ".join(f"{x(cost[k]):.1f},{y(values[k]):.1f}" for k in line)
    ticks = [
        *(tick(x(10.0**p), HIGH - BELOW + 16, said("cost", 10.0**p), "middle") for p in powers(xs)),
        *(tick(LEFT - 6, y(10.0**p) + 4, said(quantity, 10.0**p), "end") for p in powers(ys)),
    ]
    title = escape(f"Cost over {judged.wants.years:g} years against {CALLED[quantity]}")
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" '
            f'aria-label="{title}" font-family="sans-serif" font-size="12">',
            f'<rect width="{WIDE}" height="{HIGH}" fill="white"/>',
            f'<text x="{LEFT}" y="22" font-size="14">{title}</text>',
            *ticks,
            '<g fill="#bbb">',
            *dots(False),
            '</g><g fill="#2a6f97">',
            *dots(True),
            "</g>",
            f'<polyline points="{path}" fill="none" stroke="#c1440e" stroke-width="1.5"/>',
            "</svg>",
        ]
    )


def scale(values: list[float]) -> tuple[float, float]:
    """Return the least and largest logarithm of values, a little apart."""
    logs = [log10(value) for value in values] or [0.0]
    return min(logs) - 0.05, max(logs) + 0.05


def powers(ends: tuple[float, float]) -> list[int]:
    """Return the powers of ten between two logarithms."""
    return [p for p in range(-20, 30) if ends[0] <= p <= ends[1]]


def tick(x: float, y: float, words: str, anchor: str) -> str:
    """Return the words at a mark of a scale."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#555">{escape(words)}</text>'
    )
