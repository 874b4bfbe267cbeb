"""`python -m models size`: the edge of what can be bought for requirements, and what each of them costs."""

import argparse
import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from math import isfinite, log10
from pathlib import Path
from textwrap import fill
from xml.sax.saxutils import escape

from models.cli.command_line import DONE, FAILED, WIDTH, CommandResult, Parser, table, warn
from models.cli.user_file import text_of
from models.machine.order import SERVER_TODAY
from models.sizing.choice.assess import assess
from models.sizing.choice.candidates import Candidates
from models.sizing.choice.edge import COMPARED, STEP, Judged, layout_words
from models.sizing.choice.met import CALLED, MORE, said
from models.sizing.choice.opened import evidence, loss_interval, opened, refined
from models.sizing.choice.requirements import (
    ASKED,
    ASKED_KEYS,
    KEYS,
    Key,
    contents_of,
    in_words,
    wants_in,
)
from models.sizing.goods.goods import FILES, goods_of
from models.sizing.pools.build import Build
from models.sizing.pools.wants import Wants
from models.units import GiB, KiB

COLUMNS = """  part, kind         a name that no other row has; disk, ssd, nvme, head, shelf, card (SAS), network or energy
  dollars            price of one; of energy, of a kWh
  capacity           of a drive
  memory, cores      of a head
  bays, small, u2, m2  places for drives of 3.5 inches, 2.5 inches, U.2 and M.2 in a head or shelf; 1: which a drive needs
  slots              of a head, for cards
  cables             of four SAS lanes: that a card has, or a shelf needs
  ports, port_rate   of a head or a network card; bytes a second of one port, each way
  rack, watts        rack units; power, if it is not that of its kind
  model              the maker's number, by which failures are counted
  source, url, date, note  where the price was published, and when
"""
"""The columns of prices, for the help."""


def keys(own: Mapping[str, Key]) -> str:
    """Return a line for each key of the requirements: what it says, and its usual value."""
    usual = in_words(Wants())
    return "\n".join(
        [
            fill(
                f"{about.text} (usual: {usual[key]})",
                100,
                initial_indent=f"  {key:19}",
                subsequent_indent=" " * 21,
            )
            for key, about in own.items()
        ]
    )


LONG = f"""List the machines that can be bought for requirements, those that no cheaper one beats, and say
what each requirement costs.

REQUIREMENTS.toml:

  usable = "200TiB"
  budget = 40_000
  [asked]               # the load
  rate = 1000
  p99 = "50ms"

Texts have units, as elsewhere; a number without quotes is in bytes, seconds or a part of 1. What is
missing has its usual value, and counts, too. The keys:
{keys(KEYS)}
 in [asked]:
{keys(ASKED_KEYS)}

Prices, drives and failure rates are CSV files, {", ".join("/".join(path.parts[-4:]) for path in FILES.values())};
a row that is wrong is named and left out. Their columns say what they hold, in prices:
{COLUMNS}
The numbers of candidates (#) hold for this file and these tables only.
Exit code 1: no candidate meets all requirements.
"""
OUTPUTS = ("json", "csv", "svg", "open", "machine")
"""Options that choose what is printed."""
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
        help=f"run the first {RUN} of the list on the machine; takes minutes",
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
    chosen = [name for name in OUTPUTS if getattr(args, name) not in (None, False)]
    if len(chosen) > 1 and chosen != ["json", "open"]:
        raise ValueError(
            f"{', '.join(f'--{name}' for name in OUTPUTS)} must be one, or --json with --open, got "
            f"{' and '.join(chosen)}"
        )
    contents = contents_of(args.requirements)
    wants = wants_in(args.requirements, contents)
    given = {*contents, *contents.get(ASKED, {})}
    usual = {key: words for key, words in in_words(wants).items() if key not in given}
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
    judged = Judged(Candidates(wants, sold), assess, usual)
    code = DONE if judged.met else FAILED
    if args.open is not None:
        judged.check(args.open, "--open")
        text = (
            json.dumps(opened(judged, args.open), allow_nan=False)
            if args.json
            else open_text(judged, args.open)
        )
        return CommandResult(text, code)
    if args.json:
        return CommandResult(json.dumps(judged.json(), allow_nan=False), code)
    if args.csv:
        return CommandResult(csv_text(judged), code)
    if args.svg:
        return CommandResult(svg(judged, args.against), code)
    disks = sorted({judged.builds[k].disk for k in judged.steps[:LISTED]})
    parts = [asked_text(judged), judged.verdict, edge_text(judged), prices_text(judged)]
    parts.append("\n".join(unseen(judged, disks)))
    if args.machine:
        parts.append(machine_text(judged))
    if judged.builds:
        parts.append(
            "--open N shows one of them, by its number for this file: parts, commands, and why not another."
        )
    return CommandResult("\n\n".join(filter(None, parts)), code)


def asked_text(judged: Judged) -> str:
    """Return the requirements that were asked for, and those that have their usual values."""
    words, usual = in_words(judged.wants), judged.usual
    lines = {
        "Asked for": [f"{key} {value}" for key, value in words.items() if key not in usual],
        "Not asked for, so as usual": [f"{key} {value}" for key, value in usual.items()],
    }
    return "\n".join(
        [fill(f"{what}: {', '.join(each)}.", WIDTH) for what, each in lines.items() if each]
    )


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
    of = "" if judged.met else ", though each misses a requirement"
    text = f"The edge: {len(rows)} machines, each in some number better than all cheaper ones{of}."
    if left:
        text += f"\n{left} more are not listed: none of their numbers is {100 * (STEP - 1):g} % better than that of every cheaper machine."
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
        asked = f"{name} (not asked for)" if name in judged.usual else name
        lines.append([asked, dear, share, f"#{price.without}: {made}"])
    return table(lines, "<>><") if len(lines) > 1 and judged.builds else ""


def machine_text(judged: Judged) -> str:
    """Return what machines of the edge do beside what the closed form says, and the changes of rank."""
    done = judged.steps[:RUN]
    for number, k in enumerate(done, 1):
        warn(f"running #{k} on the machine, {number} of {len(done)} ...")
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
        *unseen(judged, [judged.builds[k].disk]),
        *uncounted(judged, judged.builds[k].disk),
        *evidence(judged, k),
    ]
    blocks = [
        f"{head}\n{numbers}; limit: {judged.limits[k]}",
        "\n".join(sure),
        table(bill, "<>><<"),
        "\n".join([*found["commands"], *for_volumes(judged.wants.recordsize)]),
        table(held, "<>><"),
        table(why, "<<") if len(why) > 1 else "",
    ]
    return "\n\n".join(filter(None, blocks))


def unseen(judged: Judged, disks: Sequence[str]) -> list[str]:
    """Return of those of some drives that have no data sheet, what they are taken for."""
    lacking = [name for name in disks if name in judged.shop.goods.unseen]
    like = {name: judged.shop.goods.drives[name].sheet for name in lacking}
    disk = f"a disk of {said('stream', SERVER_TODAY.drive.media_rate)}"
    return [
        f"{name} is in no data sheet (--drives): taken as {f'an SSD of the kind {kind}' if kind else disk}"
        for name, kind in like.items()
    ]


def uncounted(judged: Judged, disk: str) -> list[str]:
    """Return of a drive of whose model no failures were counted, what they are taken for."""
    if disk not in judged.shop.goods.uncounted:
        return []
    kind = "disks" if judged.shop.goods.drives[disk].kind == "disk" else "SSDs"
    rate = judged.shop.goods.failures[disk].annual
    return [
        f"no failures of {disk} were counted: taken as those of all {kind}, {100 * rate:.2f} % a year"
    ]


def for_volumes(recordsize: int) -> list[str]:
    """Return a comment for who makes volumes and not file systems, if the recordsize is not the usual."""
    if recordsize == Wants().recordsize or recordsize > 128 * KiB:
        return []
    size = f"{recordsize // KiB}K" if recordsize >= KiB else f"{recordsize}"
    return [
        f"# a volume has volblocksize instead: zfs create -V SIZE -o volblocksize={size} tank/NAME"
    ]


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
