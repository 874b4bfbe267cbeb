"""The command `read`: what files of other tools say, in SI units, and the whole machine beside them."""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import fill
from typing import Any

from models.beside.nearest import beside
from models.beside.words import middles, next_of, said
from models.cli.command_line import WIDTH, CommandResult, Parser, WrongUse, special, table
from models.measured.kit.measured import Measured
from models.measured.kit.source import Refused, Source
from models.measured.read import read
from models.measured.session import outputs

LONG = """Read what other tools measured, and print it in SI units.

FILE is told by its content; gzip is unpacked. What a file does not say is asked, and the
first answer is taken: --say unit=us gives another. Nothing is sent anywhere.

With --beside the whole machine is set as the files say (a zpool status names the pool, fio's
JSON or its log the load), run, and held against them: where they differ, and what to measure
next. What no file says is tried, and the nearest is shown.
"""


def add_to(made: Parser) -> None:
    """Add the options to the command's parser."""
    made.add_argument("files", metavar="FILE", type=Path, nargs="+")
    made.add_argument(
        "--say",
        action="append",
        default=[],
        metavar="NAME=ANSWER",
        help="answer what a file does not say; may be repeated",
    )
    made.add_argument("--beside", action="store_true", help="hold the whole machine against them")


def answers(given: list[str]) -> dict[str, str]:
    """Return the answers by name. Raise WrongUse unless each is NAME=ANSWER."""
    for one in given:
        if "=" not in one:
            raise WrongUse(f"--say must be NAME=ANSWER, such as unit=us, got {one[:40]!r}")
    return dict(one.split("=", 1) for one in given)


def opened(path: Path) -> Source:
    """Return the source of a file. Raise WrongUse if it cannot be read."""
    try:
        if kind := special(path):
            raise WrongUse(f"{path} must be a file of measurements, got a {kind}")
        return Source.of_path(path)
    except OSError as error:
        raise WrongUse(f"cannot read {path}: {error.strerror or error}") from None


def run(args: argparse.Namespace) -> CommandResult:
    """Return what the files say. Raise WrongUse if one cannot be read."""
    told, found = answers(args.say), dict[str, Measured]()
    for path in args.files:
        try:
            source = opened(path)
            for one in outputs(source) or [source]:
                more = one.name.removeprefix(source.name) if one is not source else ""
                found[f"{path}{more}"] = read(one, told)
        except Refused as error:
            raise WrongUse(str(error)) from None
    unknown = {name for name in told if not any(name in each.asks for each in found.values())}
    if unknown:
        raise WrongUse(f"--say must answer what a file asks, got {', '.join(sorted(unknown))}")
    if args.beside:
        short = {Path(name).name: each for name, each in found.items()}
        return CommandResult(compared(short if len(short) == len(found) else found, args.json))
    if args.json:
        return CommandResult(json.dumps({name: each.to_json() for name, each in found.items()}))
    return CommandResult("\n\n".join(text_of(name, each) for name, each in found.items()))


def compared(files: Mapping[str, Measured], as_json: bool) -> str:
    """Return the machine beside all files, as JSON or text."""
    made = beside(files)
    lines, rows, asked = said(made, files), middles(made), next_of(made, files)
    if as_json:
        return json.dumps(
            {
                "fits": made.fits,
                "settings": {name: str(value) for name, value in made.settings.items()},
                "lines": lines,
                "table": rows,
                "next": asked,
            }
        )
    notes = [f"{name}: {note}" for name, each in files.items() for note in each.notes]
    text = [fill(line, WIDTH) for line in (*notes, *lines)]
    if rows:
        text.append(
            table(
                [["", "your median", "the model's", "your p99", "the model's", "by"], *rows],
                "<>>>><",
            )
        )
    return "\n\n".join([*text, *[f"Measure next: {what}\n  {why}" for what, why in asked]])


def text_of(name: str, found: Measured) -> str:
    """Return what a file says as text."""
    lines = [f"{name}: {found.form}"]
    said = found.to_json()
    rows = [[part, key, shown(value)] for part, key, value in flat(said)]
    lines += [table(rows, "<<>")] if rows else []
    lines += found.notes
    lines += [
        f"{question} --say {key}={' or '.join(options)}"
        for key, (question, options) in found.asks.items()
    ]
    if number := found.left_count:
        lines.append(f"left out: {number:,} line{'s' * (number > 1)}. {'; '.join(found.left)}")
    return "\n".join(lines)


def flat(said: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield what a file says as rows: part, name, value."""
    for name, value in said.items():
        if name in ("format", "notes", "asks", "left_out"):
            continue
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            value = {str(place): each for place, each in enumerate(value, 1)}
        if isinstance(value, Mapping):
            yield from ((f"{name} {part}".strip(), key, each) for part, key, each in flat(value))
        else:
            yield "", name, value


def shown(value: Any) -> str:
    """Return a value as text; of a number six digits."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        between = " to " if all(isinstance(each, float) for each in value) else ", "
        return between.join(map(shown, value))
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
