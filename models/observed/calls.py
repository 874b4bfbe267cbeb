"""System calls of a program, as truss and DTrace print them."""

import re
from collections import defaultdict
from typing import NamedTuple


class Call(NamedTuple):
    """A system call."""

    process: int
    name: str
    arguments: str
    error: str  # such as ENOENT; empty: none


CALL = re.compile(r"(\d+):\s+(\w+)\((.*)\)\s+(?:=\s*(\S+)|Err#\d+\s+(\w+))\s*$")
COUNT = re.compile(r"\s+(/\S+)\s+(\d+)\s*$")


def truss(text: str) -> list[Call]:
    """Return the calls that truss prints. Raise ValueError for a line that is none."""
    calls = []
    for line in text.splitlines():
        if not (match := CALL.match(line)):
            raise ValueError(f"a line of truss must be '1: name(arguments) = result', got {line!r}")
        process, name, arguments, _, error = match.groups()
        calls.append(Call(int(process), name, arguments, error or ""))
    return calls


def opens(text: str) -> dict[str, list[int]]:
    """Return how often each file was opened, second by second, from counts of DTrace by name."""
    counts = defaultdict[str, list[int]](list)
    for line in text.splitlines():
        if match := COUNT.match(line):
            counts[match[1]].append(int(match[2]))
    return dict(counts)
