"""The command line: `python -m models machines | describe MACHINE`. Exit 0 done, 2 wrong use (one line on standard error)."""
import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from models.catalogue import MACHINES, machine
from models.units import factor


class Parser(argparse.ArgumentParser):
    """argparse, with one line for an error."""

    def error(self, message: str) -> NoReturn:
        """Raise ValueError instead of printing the usage."""
        raise ValueError(message)


def parser() -> Parser:
    """The commands and their options."""
    top = Parser(prog="python -m models", description="The machines of the book and where their constants come from.")
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser)
    listing = commands.add_parser("machines", help="the machines' names")
    listing.add_argument("--json", action="store_true")
    describing = commands.add_parser("describe", help="a machine's constants: value, basis, source, targets")
    describing.add_argument("machine")
    describing.add_argument("--json", action="store_true")
    return top


def described(name: str) -> list[dict[str, Any]]:
    """A machine's constants: `value` in SI, `shown` in `unit`, where it comes from. Raises ValueError."""
    return [
        {"name": key, "value": c.value, "shown": c.value if isinstance(c.value, str) else c.value / factor(c.unit),
         "unit": c.unit, "basis": c.basis, "source": c.source, "targets": list(c.targets)}
        for key, c in machine(name).items()
    ]


def text(constants: list[dict[str, Any]]) -> str:
    """The same for people, a constant a line."""
    lines = []
    for c in constants:
        shown = c["shown"] if isinstance(c["shown"], str) else f"{c['shown']:.6g} {c['unit']}".strip()
        targets = f" [{', '.join(c['targets'])}]" if c["targets"] else ""
        lines.append(f"{c['name']:15} {shown:>14}  {c['basis']:9}  {c['source']}{targets}")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    try:
        args = parser().parse_args(argv)
        if args.command == "machines":
            print(json.dumps(list(MACHINES)) if args.json else "\n".join(MACHINES))
        else:
            constants = described(args.machine)
            print(json.dumps({"machine": args.machine, "constants": constants}) if args.json else text(constants))
    except ValueError as error:
        print(f"models: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
