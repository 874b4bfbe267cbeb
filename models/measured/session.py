"""A terminal's text in which several tools have printed, one after the other."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from models.commands.text import AS_ROOT
from models.measured.kit.source import Refused, Source
from models.measured.read import form_of

MOST = 1 << 20
"""Bytes of a terminal's text; what is larger is one tool's."""
TOOLS = "zpool|zfs|iostat|sar|fio|z?arcstat|kstat|bio(?:latency|snoop)|iosnoop|blkparse|lsblk|cat"
PROMPT = re.compile(
    r"(?P<host>[^\s@]{0,40}@[\w.-]{1,80})?[^#$%>\n]{0,99}[#$%>]\s+"
    rf"{AS_ROOT}(?P<command>\S.*)?$"
)
KNOWN = re.compile(rf"(?:{TOOLS})(?:[.-]\w+)?\s")
"""How a command begins behind a prompt that names no host."""
FEWEST = 3
"""Output of no known tool is kept, and refused by name, if it has more lines than this."""


class Section(NamedTuple):
    """What stands below a command, with its line. host: by the prompt, "" if it names none."""

    host: str
    command: str
    lines: list[str]


def sections(text: str) -> Iterator[Section]:
    """Yield what stands below each command."""
    now: Section | None = None
    for line in text.split("\n"):
        prompt = PROMPT.match(line)
        command = (prompt and prompt["command"]) or ""
        if prompt and (prompt["host"] or KNOWN.match(f"{command} ")):
            if now:
                yield now
            now = Section(prompt["host"] or "", command.strip(), [line])
        elif now:
            now.lines.append(line)
    if now:
        yield now


def outputs(source: Source) -> list[Source]:
    """Return the outputs of a terminal's text, those of one form and host together, each named by its
    first command; none if all are of one form, or if no command stands among the first lines."""
    if source.size > MOST or source.packed or not any(sections("\n".join(source.head))):
        return []
    found = dict[tuple[str, str], Section]()
    for section in sections(source.whole()):
        if not any(map(str.strip, section.lines[1:])):
            continue
        try:
            form = form_of(Source.of_text("\n".join(section.lines))).name
        except Refused:
            if len(section.lines) <= FEWEST:
                continue
            form = section.command
        mine = found.setdefault((section.host, form), Section(*section[:2], []))
        mine.lines.extend(section.lines)
    if len(found) < 2:
        return []
    return [
        Source.of_text("\n".join(one.lines), f"{source.name}: {one.command:.60}")
        for one in found.values()
    ]
