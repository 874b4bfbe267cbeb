"""Lines of a shell, as people paste them: prompts, comments, line breaks, quotes, braces, sizes."""

import re
import shlex
from collections.abc import Iterator
from typing import NamedTuple

from models.cli.typed import KINDS, shown_in, value_of
from models.cli.whole_machine import LOADS, settings_of
from models.machine.order.names import PATHS

MOST_WORDS, MOST_BRACES, MOST_TEXT, MOST_LINES = 2000, 20, 200_000, 5000
"""Most words that braces may stand for, braces in a word, and characters and lines of a text; more is
probably a mistake."""
TOOLS = "zpool|zfs|fio"
AS_ROOT = r"(?:sudo\s+(?:-\S+\s+)*|doas\s+|pfexec\s+)?(?:/\S*/)?"
PROMPT = re.compile(
    r"\s{0,99}(?:\S{0,99}@[^#$%>]{0,99}[#$%>]|[#$%>]{1,9}|\S{0,99}[#$%>](?=\s))?\s{0,99}"
    rf"{AS_ROOT}(?=(?:{TOOLS})\s)"
)
"""What may stand before a command: a prompt, sudo and the like, the command's folder."""
SAID = re.compile(r"(?<![\w.])([a-z]+(?:\.[a-z0-9_]+)+) = (.+?)\s*$")
"""A setting that no command can say, in a comment: `# Size of the memory: head.memory = 64 GiB`."""
NUMBERED = re.compile(r"(\d+|[a-z])(n1|)$", re.ASCII)
"""What counts in the name of a device: sda, nvme0n1."""
COLOURS = re.compile(r"\x1b\[[0-9;?]{0,40}[A-Za-z]|\x1b\][^\x07\x1b]{0,200}\x07")
UNSEEN = {0xA0: " ", 0x200B: None, 0xFEFF: None}
"""Characters that look like a space or like nothing."""
NUMBER = re.compile(r"\s{0,8}([0-9]{1,4})(?:[:.|)]\s?|\s|$)")
QUOTED = re.compile(r"\s{0,3}[>|](?:\s|$)")
POWERS = {letter: 1024**power for power, letter in enumerate("bkmgtpe")}


class Line(NamedTuple):
    """A line of the text, with those that follow it after a backslash."""

    number: int  # of its first line, from 1
    text: str
    words: list[str]  # of a command, without its prompt; none if this is no command
    parts: tuple[str, ...] = ()  # the lines that make it up

    def of(self, word: str, last: bool = False) -> int:
        """Return the number of the first or the last line with a word, or of the first of all."""
        found = [n for n, part in enumerate(self.parts) if word in part.split()]
        return self.number + (found[-1 if last else 0] if found else 0)


class wrong(ValueError):
    """An error that names its line."""

    def __init__(self, number: int, text: str):
        super().__init__(f"line {number}: {text}")


def lines(text: str) -> Iterator[Line]:
    """Yield the lines of a text, commands as words. Raise ValueError for quotes that are not closed,
    and for too long a text."""
    if len(text) > MOST_TEXT:
        raise wrong(1, f"the text must have {MOST_TEXT:,} characters or fewer, got {len(text):,}")
    many = len(re.findall(r"\r\n?|\n", text)) + 1
    if many > MOST_LINES:
        raise wrong(MOST_LINES, f"lines must be {MOST_LINES:,} or fewer, got {many:,}")
    rows = cleaned(text)
    held, first = list[str](), 1
    for number, line in enumerate(rows, 1):
        first = first if held else number
        if line.rstrip().endswith("\\"):
            held.append(line.rstrip()[:-1])
            continue
        yield from commands_of(first, (*held, line))
        held = []
    if held:
        yield from commands_of(first, tuple(held))


def cleaned(text: str) -> list[str]:
    """Return the lines of a text without what came with it from a terminal or a page: colours, line
    numbers, marks of quotes and code."""
    text = COLOURS.sub("", text).translate(UNSEEN)
    text = re.sub(r"(?<=\s)[\u2013\u2212](?=\w)", "-", text)  # of a page that made them of -
    text = re.sub(r"(?<=\s)\u2014(?=\w)", "--", text)
    rows = re.sub(r"\r\n?", "\n", text).split("\n")
    rows = ["" if row.strip().startswith("```") else row for row in rows]
    full = [row for row in rows if row.strip()]
    found = [number for row in full if (number := NUMBER.match(row))]
    if len(found) > 2 and [int(one[1]) for one in found] == [
        *range(int(found[0][1]), int(found[0][1]) + len(full))
    ]:
        return [NUMBER.sub("", row, count=1) for row in rows]
    if full and all(QUOTED.match(row) for row in full):
        return [QUOTED.sub("", row, count=1) for row in rows]
    return rows


def commands_of(number: int, parts: tuple[str, ...]) -> Iterator[Line]:
    """Yield the commands of lines that belong together, or the lines themselves."""
    text = " ".join(parts)
    prompt, found = PROMPT.match(text), False
    bare = text[prompt.end() :] if prompt else text
    if re.match(rf"(?:{TOOLS})\s", bare):
        try:
            words = shlex.split(bare, comments=True)
        except ValueError:
            raise wrong(number, f"quotes must be closed, got {bare[:40]!r}") from None
        command = list[str]()
        for word in [*words, ";"]:
            end = word.endswith(";") and word != ";"
            command += [word.removesuffix(";")] if word not in ("&&", "||", "|", ";") else []
            if command and (end or word in ("&&", "||", "|", ";")):
                command = command[1:] if command[0] == "sudo" else command
                yield Line(number, "" if found else text, expanded(number, command), parts)
                found, command = True, []
    comment = f"#{bare.partition('#')[2]}" if "#" in bare else ""
    if not found or comment:
        yield Line(number, comment if found else text, [], parts)


def expanded(number: int, words: list[str]) -> list[str]:
    """Return words with their braces expanded as in a shell: sd{a..c} is sda sdb sdc."""
    found = list[str]()
    for word in words:
        found += braces(word, MOST_WORDS - len(found)) or [word]
        if len(found) >= MOST_WORDS:
            raise wrong(
                number,
                f"a command must have {MOST_WORDS} words or fewer, got more at {word[:40]!r}",
            )
    return found


def braces(word: str, most: int) -> list[str]:
    """Return what a word with braces stands for, `most` or fewer words."""
    match = re.search(r"\{([^{}]*)\}", word)
    if not match or word[: match.start()].endswith("$") or word.count("{") > MOST_BRACES:
        return [word]
    step = re.fullmatch(r"(\d{1,6}|[a-zA-Z])\.\.(\d{1,6}|[a-zA-Z])", match[1], re.ASCII)
    options = match[1].split(",") if "," in match[1] else []
    if step and step[1].isdigit() == step[2].isdigit():
        plain = step[1].isdigit()
        low, high = (int(one) if plain else ord(one) for one in step.groups())
        way = 1 if high >= low else -1
        digits = max(map(len, step.groups())) if step[1].startswith("0") else 0
        row = [*range(low, high + way, way)][:most]
        options = [f"{one:0{digits}}" if plain else chr(one) for one in row]
    found = list[str]()
    for option in options:
        found += braces(f"{word[: match.start()]}{option}{word[match.end() :]}", most - len(found))
        if len(found) >= most:
            break
    return found or [word]


def in_braces(names: list[str]) -> str:
    """Return names as one writes them: sd{a..j} for a row of more than three."""
    rows = list[list[str]]()
    for name in names:
        if rows and NUMBERED.sub(after, rows[-1][-1]) == name:
            rows[-1].append(name)
        else:
            rows.append([name])
    text = list[str]()
    for row in rows:
        ends = [NUMBERED.search(row[at]) for at in (0, -1)] if len(row) > 3 else []
        of = [end[1] for end in ends if end]
        text += [NUMBERED.sub(f"{{{of[0]}..{of[1]}}}\\2", row[0])] if of else row
    return " ".join(text)


def after(match: re.Match[str]) -> str:
    """Return the number or letter after one, with what follows it in a name."""
    one = match[1]
    return (str(int(one) + 1) if one.isdigit() else chr(ord(one) + 1)) + match[2]


def size_of(text: str) -> int | None:
    """Return a size as ZFS writes it (bytes): 128K, 1.5M, 16384; None if it is none."""
    match = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,6})?)([bkmgtpe]?)(?:i?b)?", text.lower())
    return round(float(match[1]) * POWERS[match[2] or "b"]) if match else None


def size_text(size: int) -> str:
    """Return a size as ZFS writes it."""
    for letter in "TGMK":
        if size and size % POWERS[letter.lower()] == 0 and size < 1e5 * POWERS[letter.lower()]:
            return f"{size // POWERS[letter.lower()]}{letter}"
    return str(size)


def said(path: str, value: object) -> str:
    """Return the comment for a setting that no command can say."""
    own = PATHS.get(path)
    kinds = KINDS.get(path)
    if own is None or kinds is None:
        kind, _, leaf = path.partition(".")
        own, kinds = settings_of(LOADS[kind])[leaf]
    text = shown_in(value, own.unit)
    try:
        exact = value_of(path, text, own, kinds) == value
    except ValueError:
        exact = False
    about = own.text.partition(";")[0].partition(":")[0]
    return f"# {about}: {path} = {text if exact else repr(value)}"


def read_said(text: str) -> tuple[str, str] | None:
    """Return the setting and its value, as text, that a comment says; None if it says none."""
    match = SAID.search(text.partition("#")[2])
    if not match:
        return None
    kind, _, leaf = match[1].partition(".")
    known = match[1] in KINDS or (kind in LOADS and leaf in settings_of(LOADS[kind]))
    return (match[1], match[2]) if known else None
