"""The command `hunt`: ask the tools of a broken server, and say what is wrong with it."""

import argparse
import json
from textwrap import fill

from models.cli.command_line import CommandResult, Parser, WrongUse
from models.hunt.probes import PROBES, ask
from models.hunt.proofs import shortest
from models.hunt.scenes import FAULTS, complaint, fault_of
from models.hunt.score import score

LONG = f"""A server is slow, and nobody knows why. Ask its tools, and say what is wrong.

SEED is the number of a server. Without a PROBE the probes are listed; each takes its time.
With --diagnosis the answer is scored: nothing if it is wrong, else the more the less time the
probes took. Diagnoses:
{fill("; ".join([f"{name!r}: {one.words}" for name, one in FAULTS.items()]), 90)}
"""
MOST_SEED = 2**31 - 1


def seed(text: str) -> int:
    """Return the seed that `text` states. Raise WrongUse unless it is 0 to MOST_SEED."""
    if not (text.isascii() and text.isdigit() and len(text) < 11 and int(text) <= MOST_SEED):
        raise WrongUse(f"SEED must be a whole number, 0 to {MOST_SEED:,}, got {text[:20]!r}")
    return int(text)


def add_to(made: Parser) -> None:
    """Add the options to the command's parser."""
    made.add_argument("seed", metavar="SEED", type=seed)
    made.add_argument("probes", metavar="PROBE", nargs="*")
    made.add_argument("--diagnosis", metavar="NAME", help="say what is wrong")


def run(args: argparse.Namespace) -> CommandResult:
    """Return what the probes print, and the score of the diagnosis. Raise WrongUse for an unknown name."""
    try:
        given = score(args.seed, args.diagnosis or next(iter(FAULTS)), args.probes)
        texts = {name: ask(args.seed, name) for name in args.probes}
    except ValueError as error:
        raise WrongUse(str(error)) from None
    fault = fault_of(args.seed) if args.diagnosis else None
    if args.json:
        found = {"seed": args.seed, "texts": texts, "fault": fault}
        return CommandResult(json.dumps({**found, **(given._asdict() if fault else {})}))
    said = [f"# {PROBES[name].command}\n{text}" for name, text in texts.items()]
    if fault:
        best = score(args.seed, fault, shortest(fault))
        said.append(
            f"{'Right' if given.right else 'Wrong'}: {FAULTS[fault].words}. {given.points} points for "
            f"{given.spent:.0f} s of probes; the shortest way took {best.spent:.0f} s "
            f"({', '.join(shortest(fault))}) for {best.points}."
        )
    return CommandResult("\n".join(said or [complaint(args.seed), "", *listed()]))


def listed() -> list[str]:
    """Return a line for each probe, and one for what it does not see."""
    width = max([len(name) for name in PROBES]) + 2
    return [
        line
        for name, one in PROBES.items()
        for line in (
            f"{name:{width}}{one.seconds:2} s  {one.command}",
            f"{'':{width + 6}}{one.blind}",
        )
    ]
