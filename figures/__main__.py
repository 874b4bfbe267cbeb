"""The command line: `python -m figures list | run ID | report | evidence | practice`. Exit
codes: 0 for success, 2 for wrong use (one line on stderr)."""

from models.cli import frame

frame.begin("figures", __name__)

import argparse
import csv
import io
import json
import re
import subprocess
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from figures.contents import figures, get
from figures.define.claims import LABELS
from figures.define.csv_cell import as_text
from figures.define.figure import Figure, Rows
from figures.define.kept import KEPT, kept
from figures.define.params import ParameterError, check_seed
from figures.practice.cells import cells, chosen
from figures.practice.held import modules
from figures.practice.report import compute, practice_text, results, summaries
from figures.run.evidence import evidence
from figures.run.evidence_text import evidence_text, headline
from figures.run.report import report, score
from models.cli import command_line
from models.cli.command_line import CommandResult, Parser, WrongUse
from models.cli.user_file import plain


def parser() -> Parser:
    """Return the parser of the commands and their options."""
    top = Parser(
        prog="python -m figures",
        description="List live figures, run one, or report what they reproduce.",
    )
    commands = top.add_subparsers(dest="command", required=True)
    lister = commands.add_parser("list", help="list the figures with their parameters and presets")
    lister.add_argument("--json", action="store_true")
    lister.set_defaults(run=listing)
    runner = commands.add_parser("run", help="run one figure")
    runner.add_argument("id")
    runner.add_argument("--preset")
    runner.add_argument("--seed", metavar="N")
    runner.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="PARAM=VALUE",
        help="set a parameter: a number in SI, or with a unit (8KiB, 0.3ms, 7200rpm)",
    )
    out = runner.add_mutually_exclusive_group()
    out.add_argument("--json", action="store_true")
    out.add_argument("--csv", metavar="FILE")
    out.add_argument("--svg", metavar="FILE")
    runner.set_defaults(run=run)
    reporter = commands.add_parser("report", help="compare every published claim with the models")
    reporter.add_argument("--json", action="store_true")
    reporter.set_defaults(run=reporting)
    prover = commands.add_parser(
        "evidence", help="measure the evidence for each claim (takes minutes)"
    )
    prover.add_argument("--json", action="store_true")
    prover.add_argument(
        "--save",
        action="store_true",
        help="write the evidence to figures/evidence.csv, which the report and the pages read",
    )
    prover.set_defaults(run=proving)
    practice = commands.add_parser(
        "practice",
        help="compare the machine with published measurements (takes minutes)",
        description="Build the machine and load of each published measurement, run them, and print both "
        "numbers, the error, what had to be guessed, and the median errors by kind. A cell is compared "
        "if the machine can be built (else it is absent) and no constant or claim of the texts gives "
        "its number (else it is known). All cells take minutes of CPU time, most cells alone seconds.",
    )
    practice.add_argument(
        "ids", nargs="*", metavar="ID", help="a kind, a row or a cell; all of them without one"
    )
    practice.add_argument("--json", action="store_true", help="print JSON; errors are shares of 1")
    practice.add_argument(
        "--write",
        action="store_true",
        help="write the numbers to figures/practice/kept.json, which a test compares with new ones, and "
        "models/cli/held_against.py and models/sizing/speed/held.py",
    )
    practice.set_defaults(run=practising)
    return top


def settings(figure: Figure, args: argparse.Namespace) -> tuple[dict[str, Any], int]:
    """Return parameters and seed from the preset and the options --set and --seed."""
    params, seed = figure.preset_settings(
        figure.default_preset() if args.preset is None else args.preset
    )
    for item in args.set:
        name, equals, text = item.partition("=")
        if not equals:
            raise WrongUse(f"--set must be PARAM=VALUE, got '{item}'")
        if name == "seed":
            raise WrongUse("--set cannot set the seed; use --seed N")
        if name not in figure.params:
            raise ParameterError(
                name, f"{figure.id} has no parameter '{name}'; it has {', '.join(figure.params)}"
            )
        params[name] = figure.params[name].parse(name, text)
    if args.seed is not None:
        seed = check_seed(int(args.seed) if re.fullmatch("[0-9]{1,19}", args.seed) else args.seed)
    return params, seed


def run(args: argparse.Namespace) -> CommandResult:
    """Run a figure and return its numbers, or write them as --csv or --svg asks."""
    try:
        figure = get(args.id)
    except KeyError as error:
        raise WrongUse(error.args[0]) from None
    params, seed = settings(figure, args)
    try:
        rows = figure.rows(seed, **params)
    except ParameterError:
        raise
    except ValueError as error:  # settings that the models refuse, such as half a mirror
        raise WrongUse(f"{figure.id} cannot run: {error}") from None
    result = figure.result(params, seed, rows)
    if args.json:
        return CommandResult(json.dumps({**result, "rows": rows}, allow_nan=False))
    if args.csv is not None:
        write(
            args.csv,
            to_csv(
                [
                    {
                        name: as_text(value) if isinstance(value, str) else value
                        for name, value in row.items()
                    }
                    for row in rows
                ]
            ),
        )
        return CommandResult(f"{args.csv}: {len(rows)} rows")
    if args.svg is not None:
        write(args.svg, to_svg(figure, rows, params))
        return CommandResult(f"{args.svg}: {result['describe']}")
    lines = [
        figure.title,
        result["describe"],
        *(f"{name} = {value:.6g}" for name, value in result["values"].items()),
    ]
    for c in result["compare"]:
        side = {"atmost": "at most ", "atleast": "at least "}.get(c["compare"], "")
        published = (
            "a pattern"
            if c["compare"] == "predicate"
            else f"{side}{c['expected']:g}"
            if c["expected"] is not None
            else f"{c['low']}-{c['high']}"
        )
        lines.append(
            f"{c['status']:10} {c['id']}: published {published}, model {c['model']:.6g} ({c['evidence']})"
        )
    return CommandResult("\n".join(lines))


def write(file: str, text: str) -> None:
    """Write a file. Raise WrongUse if it cannot be written."""
    try:
        plain(Path(file), "a file to write")
    except ValueError as error:
        raise WrongUse(str(error)) from None
    try:
        Path(file).write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise WrongUse(
            f"cannot write {file or 'a file without a name'}: {error.strerror}"
        ) from None


def to_csv(rows: Rows) -> str:
    """Return the rows as CSV, under the union of their columns."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def to_svg(figure: Figure, rows: Rows, params: dict[str, Any]) -> str:
    """Return the figure's pictures as one SVG, each under its name. The front end draws them under
    Node."""
    from figures.run.build import draw

    try:
        return draw(figure.to_json(), rows, params)
    except (OSError, subprocess.CalledProcessError) as error:
        raise WrongUse(
            f"cannot draw {figure.id}: {error}; `make book` builds the renderer (Node is needed)"
        ) from None


def listing(args: argparse.Namespace) -> CommandResult:
    """Return a list of all live figures."""
    if args.json:
        return CommandResult(
            json.dumps([figure.to_json() for figure in figures()], allow_nan=False)
        )
    lines = []
    for figure in figures():
        lines.append(f"{figure.id}  ({figure.chapter}) {figure.title}")
        lines.append(f"    parameters: {', '.join(figure.params)}")
        lines.append(f"    presets: {'; '.join(figure.presets)}")
        if figure.reproduces:
            lines.append(f"    reproduces: {', '.join(figure.reproduces)}")
    return CommandResult("\n".join(lines))


def missed(row: dict[str, Any]) -> str:
    """Return the model's number for a missed claim and its error, or 'not seen' for a pattern."""
    return "not seen" if row["error"] is None else f"{row['model']:.6g}, error {row['error']:+.1%}"


def reporting(args: argparse.Namespace) -> CommandResult:
    """Return the reproduction report."""
    rows = report()
    if args.json:
        return CommandResult(json.dumps(rows, allow_nan=False))
    lines = []
    for source in dict.fromkeys(r["figure"] for r in rows if r["model"] is not None):
        part = [r for r in rows if r["figure"] == source]
        lines.append(f"{score(part):6.1%}  {source}")
        lines += [
            f"        missed {r['id']}: {missed(r)} ({r['reason']})"
            for r in part
            if r["status"] == "missed"
        ]
    counts: dict[str, int] = {}
    for r in rows:
        counts[r["status"]] = counts.get(r["status"], 0) + 1
    lines.append(", ".join(f"{n} {status}" for status, n in counts.items()))
    labels = [r["evidence"] for r in rows if r["status"] == "reproduced"]
    lines.append(
        "of those reproduced " + ", ".join(f"{label}: {labels.count(label)}" for label in LABELS)
    )
    lines.append(headline([{**r, "label": r["evidence"]} for r in rows if r["evidence"]]))
    core = score(r for r in rows if r["importance"] == "core")
    lines.append(f"score of all core figures: {core:.1%}")
    beyond = summaries(results(cells(), kept()))[-1]
    lines.append(
        f"beyond the texts: {beyond['compared']} published cells, median error {beyond['median']:.1%}, "
        f"{beyond['within 25 %']} within 25 % (see figures practice)"
    )
    return CommandResult("\n".join(lines))


def evidence_csv(rows: Rows) -> str:
    """Return the rows of evidence as the text of figures/evidence.csv."""

    def cell(value: Any) -> Any:
        if isinstance(value, float):
            return f"{value:.9g}"
        return " ".join(value) if isinstance(value, list) else value

    columns = ("id", "label", "low", "high", "rides", "repeats")
    return to_csv([{name: cell(row[name]) for name in columns} for row in rows]).replace(
        "\r\n", "\n"
    )


def proving(args: argparse.Namespace) -> CommandResult:
    """Measure the evidence for each claim and return it."""
    rows = evidence()
    if args.save:
        write(str(files("figures") / "evidence.csv"), evidence_csv(rows))
    return CommandResult(json.dumps(rows, allow_nan=False) if args.json else evidence_text(rows))


def practising(args: argparse.Namespace) -> CommandResult:
    """Run the machine as published measurements describe, and return both numbers of each."""
    try:
        found = chosen(args.ids)
    except ValueError as error:
        raise WrongUse(str(error)) from None
    if args.write and len(found) < len(cells()):
        raise WrongUse("--write writes all cells, so it takes no ids")
    model = compute(found)
    rows = results(found, model)
    if args.write:
        write(str(files("figures") / KEPT), json.dumps(model, indent=1) + "\n")
        for path, text in modules(rows).items():
            write(path, text)
    if args.json:
        return CommandResult(json.dumps({"cells": rows, "summaries": summaries(rows)}))
    return CommandResult(practice_text(rows))


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    return command_line.run("figures", parser(), argv, ParameterError)


if __name__ == "__main__":
    frame.end(main())
