"""Count the words, sentences, numbers and figures of the book's pages in their Markdown.

`python -m bench.told [-v] [PAGE ...]` prints a line per page, with a star at each measure over its
budget. With -v it also prints every sentence that is too long, and every number that is typed
instead of computed. Only visible text counts: not dropdowns, exercises or sources, nor the text of
the figures themselves.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from figures.contents import get
from figures.run.wish import FORM

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "book"
TOLD = (
    "seeing-latency",
    "disks",
    "synchronous-writes",
    "intent-log",
    "crowds",
    "transaction-groups",
    "memory",
    "flash",
    "deduplication",
    "allocation",
    "lun-alignment",
    "queues-resilvering",
    "head-node",
    "streaming",
    "iscsi",
    "sizing",
    "benchmarks",
)
"""Pages told as scenes, which must keep the budgets."""
BUDGETS = {
    "words": 2500,
    "figures": 7,
    "controls": 3,
    "set-ups": 3,
    "numerals": 20,
    "crowded": 10,
    "asides": 3,
    "median": 15,
    "longest": 35,
    "no rule": 0,
    "unmoved": 0,
}
"""At most so many. Numerals and asides, sentences with a parenthesis, are per 1,000 words; crowded is the
share of sentences with two numerals or more, in percent; *no rule* counts the scenes without one, and
*unmoved* is 1 for a page without a picture that moves."""
KNOWN = "What you know now"
"""The heading behind the last scene."""
RULE = "The rule:"
SETTINGS = frozenset({"99 %"})
"""Numbers that may be typed although they look measured (two significant digits and a unit), since
they are chosen settings. Round numbers (10 ms, 0.5 s, 30 %), whole sizes (128 KiB) and rotation
speeds may always be typed."""
SILENT = {
    "exercise",
    "reproduction",
    "raw",
    "bibliography",
    "progress",
    "class-sheet",
    "glossary",
    "moved",
    "toctree",
    "math",
    "code",
    "code-block",
    "code-cell",
    "literalinclude",
    "image",
    "list-table",
    "csv-table",
    "eval-rst",
}
LEFT_OUT = {"Exercises", "Laboratory", "Sources"}
BY_HAND = {"By hand", "On your machine"}
"""Sections in which numbers may be typed: calculations by the reader, and the output of
commands."""
VALUE, CLAIM, CODE = "\x01", "\x02", "\x03"
START = rf"[\"'“‘(\[]*[A-Z0-9{VALUE}{CLAIM}{CODE}]"
END = re.compile(
    rf"(?:(?<=[.!?…])|(?<=[.!?…][)\]”’\"'])|(?<=[.!?…][)\]”’\"'][)\]”’\"']))\s+(?={START})"
)
SHORT = re.compile(r"\b(e\.g|i\.e|vs|cf|No|Fig|St|Dr|Mr|Ms)\.(?=\s)")
WORD = re.compile(rf"\S*[^\W_{VALUE}{CLAIM}{CODE}]\S*|\S*[{VALUE}{CLAIM}{CODE}]\S*")
NUMBER = r"(?<![\w.,:/–−-])(?P<number>\d[\d,]*(?P<decimal>\.\d+)?)[\s\xa0-]?"
UNIT = (
    r"(?P<unit>%|per ?cent\b|(?:[mnµμu]?s|min|h|(?:milli|micro|nano)?seconds?|minutes?|hours?|days?|IOPS|"
    r"[KMGT]?i?B/s|(?:mega|giga|kilo)?bytes a second|(?:[a-z]+ )?(?:a|per) second)\b(?![-/])|"
    r"(?P<size>(?:[KMGT]i?B|bytes?|times|rpm|turns a minute|revolutions a minute)\b))"
)
TYPED = re.compile(NUMBER + UNIT)
NUMERAL = re.compile(rf"[{VALUE}{CLAIM}]|(?<![\w.,])\d[\d,.]*")
LAST = Token("", "", 0)


class Sentence(NamedTuple):
    """A sentence, and the line of the file where its paragraph begins."""

    line: int
    text: str

    @property
    def words(self) -> int:
        """Return the number of words in the sentence."""
        return len(WORD.findall(self.text))

    @property
    def numerals(self) -> int:
        """Return the number of numerals in the sentence."""
        return len(NUMERAL.findall(self.text))

    @property
    def aside(self) -> bool:
        """Return whether the sentence has a parenthesis."""
        return "(" in self.text

    def shown(self) -> str:
        """Return the sentence with placeholders for numbers and code."""
        return self.text.replace(VALUE, "#").replace(CLAIM, "#").replace(CODE, "`…`")


@dataclass
class Page:
    """The visible text of a page, as counts. `figures` are the ids of visible figures, and `folded`
    those of figures in dropdowns. `labs` are the ids of workbenches. `scenes` are the second-level headings
    before *What you know now*, and whether each has a rule."""

    name: str
    words: int = 0
    numerals: int = 0
    scenes: dict[str, bool] = field(default_factory=dict)
    figures: list[str] = field(default_factory=list)
    folded: list[str] = field(default_factory=list)
    labs: set[str] = field(default_factory=set)
    sentences: list[Sentence] = field(default_factory=list)
    typed: list[Sentence] = field(default_factory=list)

    def measures(self) -> dict[str, float]:
        """Return the measure of the page for each budget. For controls and set-ups it is that of
        the figure which shows the most."""
        lengths = [sentence.words for sentence in self.sentences]
        opened = [open_parts(id, id in self.labs) for id in self.figures]
        prose = len(self.sentences) or 1
        return {
            "words": self.words,
            "figures": len(self.figures),
            "controls": max((each[0] for each in opened), default=0),
            "set-ups": max((each[1] for each in opened), default=0),
            "numerals": 1000 * self.numerals / (self.words or 1),
            "crowded": 100 * sum(each.numerals > 1 for each in self.sentences) / prose,
            "asides": 1000 * sum(each.aside for each in self.sentences) / (self.words or 1),
            "median": median(lengths) if lengths else 0,
            "longest": max(lengths, default=0),
            "no rule": sum(not ruled for ruled in self.scenes.values()),
            "unmoved": int(not any(moves(id) for id in self.figures)),
        }

    def over(self) -> list[str]:
        """Return a line for each measure that is over its budget, each sentence that is too long, and
        each typed number."""
        found = [
            f"{self.name}: {name} {measure:g}, at most {BUDGETS[name]}"
            for name, measure in self.measures().items()
            if measure > BUDGETS[name]
        ]
        return found + [f"book/{self.name}.md:{each.line}: {text}" for each, text in self.wrong()]

    def wrong(self) -> list[tuple[Sentence, str]]:
        """Return each sentence that is too long and each typed number, with a message, in the order
        of the page."""
        long = [
            (each, f"{each.words} words: {each.shown()}")
            for each in self.sentences
            if each.words > BUDGETS["longest"]
        ]
        typed = [
            (each, f"typed, but should come from a run or a claim: {each.text}")
            for each in self.typed
        ]
        return sorted(long + typed, key=lambda each: each[0].line)


def open_parts(id: str, lab: bool) -> tuple[int, int]:
    """Return how many controls and how many set-ups of a figure are visible at first; (0, 0) if
    there is no such figure."""
    try:
        figure: dict[str, Any] = get(id).to_json()
    except (LookupError, ValueError):
        return 0, 0
    controls, presets = (
        sum(not param.get("more") for param in figure["params"]),
        len(figure["presets"]),
    )
    return controls, 0 if presets == 1 else presets if lab else min(presets, 3)


def moves(id: str) -> bool:
    """Return whether a picture of a figure moves."""
    try:
        panels: list[dict[str, Any]] = get(id).to_json()["panels"]
    except (LookupError, ValueError):
        return False
    return any(panel.get("frame") or panel.get("scene") for panel in panels)


@cache
def parser() -> MarkdownIt:
    """Return the MyST parser with the settings of `_config.yml`."""
    from myst_parser.config.main import MdParserConfig
    from myst_parser.parsers.mdit import create_md_parser

    extensions = {
        "amsmath",
        "attrs_block",
        "attrs_inline",
        "colon_fence",
        "deflist",
        "dollarmath",
        "substitution",
    }
    return create_md_parser(MdParserConfig(enable_extensions=extensions), RendererHTML)


def read(text: str, name: str = "") -> Page:
    """Return the counts of a page with this text."""
    page = Page(name)
    walk(page, text, 1)
    return page


def walk(page: Page, text: str, line: int, folded: bool = False) -> None:
    """Add the counts of Markdown that begins at `line` of the file to `page`."""
    left_out, by_hand, within = 0, 0, ""
    for token, following in pairwise([*parser().parse(text), LAST]):
        if token.type == "heading_open":
            level, title = int(token.tag[1]), following.content
            left_out = 0 if level <= left_out else left_out
            by_hand = 0 if level <= by_hand else by_hand
            left_out = left_out or (level if title in LEFT_OUT else 0)
            by_hand = by_hand or (level if title in BY_HAND else 0)
            if level == 2 and KNOWN not in page.scenes:
                page.scenes[title] = title == KNOWN
        if token.type in ("heading_open", "th_open", "td_open"):
            within = token.type
        elif token.type in ("heading_close", "th_close", "td_close"):
            within = ""
        at = line + (token.map[0] if token.map else 0)
        if token.type in ("fence", "colon_fence") and (
            not left_out or token.info.strip().startswith("{live}")
        ):
            directive(page, token, at, folded)
        elif token.type == "inline" and not left_out and not folded:
            if token.content.startswith(f"**{RULE}**") and page.scenes:
                page.scenes[[*page.scenes][-1]] = True
            count(page, plain(token.children or []), at, prose=not within, typed=not by_hand)


def directive(page: Page, token: Token, line: int, folded: bool) -> None:
    """Add the counts of a directive's content to `page`."""
    match = re.match(r"\{([\w:-]+)\}\s*(.*)", token.info.strip())
    if not match or match[1] in SILENT:
        return
    name, argument = match.groups()
    lines = token.content.splitlines()
    options = 0
    if lines and lines[0].strip() == "---":
        options = next(
            (n for n, each in enumerate(lines[1:], start=2) if each.strip() == "---"), len(lines)
        )
    while options < len(lines) and re.match(r":[\w-]+:(\s|$)", lines[options]):
        options += 1
    if name == "live":
        (page.folded if folded else page.figures).append(argument)
        if any(each.startswith(":lab:") for each in lines[:options]):
            page.labs.add(argument)
        return
    folds = name == "dropdown" or any(
        re.match(r":class:.*\bdropdown\b", each) for each in lines[:options]
    )
    if argument and not folded and (folds or name in ("admonition", "card", "topic", "sidebar")):
        count(
            page,
            plain(parser().parseInline(argument)[0].children or []),
            line,
            prose=False,
            typed=True,
        )
    walk(page, "\n".join(lines[options:]), line + options + 1, folded or folds)


def count(page: Page, text: str, line: int, *, prose: bool, typed: bool) -> None:
    """Add the words and numbers of a block to `page`, its sentences if it is `prose`, and its typed
    numbers if `typed`."""
    page.words += len(WORD.findall(text))
    page.numerals += len(NUMERAL.findall(text))
    if prose:
        page.sentences += [Sentence(line, each) for each in sentences(text)]
    if typed:
        page.typed += [Sentence(line, found) for found in typed_in(text)]


def plain(children: list[Token]) -> str:
    """Return the text of a line of Markdown, with a placeholder for each value of a run, each claim
    and each word of code."""
    return re.sub(r"\s+", " ", "".join(words(children))).strip()


def words(children: list[Token]) -> Iterator[str]:
    """Yield the pieces of text in parsed Markdown, with such placeholders."""
    for token, following in pairwise([*children, LAST]):
        if token.type in ("text", "text_special"):
            yield token.content
        elif token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type == "code_inline":
            yield " ".join(CODE for _ in token.content.split())
        elif token.type in ("math_inline", "math_single"):
            yield CODE
        elif token.type == "link_open" and following.type == "link_close":
            yield CODE  # the title of another page
        elif token.type == "myst_role":
            yield role(token.meta["name"], token.content)


def role(name: str, content: str) -> str:
    """Return the text of a role as a reader sees it, with a placeholder for a value or a claim."""
    if name in ("value", "claim"):
        return VALUE if name == "value" else CLAIM
    if name in ("cite:p", "cite"):
        return ""
    if name == "cite:t":
        return "Name"
    if name == "set" and (match := FORM.fullmatch(content)):
        return match["words"] or match["wish"].lstrip("@#:/")
    return content.partition("<")[0].strip() or content


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph."""
    return [
        each.replace("\x04", ".")
        for each in END.split(SHORT.sub("\\1\x04", text))
        if WORD.search(each)
    ]


def typed_in(text: str) -> list[str]:
    """Return the typed numbers in a text that have a unit and look measured."""
    found = [match for match in TYPED.finditer(text) if match["decimal"] or not match["size"]]
    return [
        match[0].replace("\xa0", " ")
        for match in found
        if len(re.sub(r"\D", "", match["number"]).strip("0")) > 1
        and f"{match['number']} {match['unit']}" not in SETTINGS
    ]


def page_of(name: str) -> Page:
    """Return the counts of the page `name` of the book."""
    return read((BOOK / f"{name}.md").read_text(encoding="utf-8"), name)


def pages() -> list[str]:
    """Return the names of the book's pages, in order."""
    return re.findall(
        r"(?:root|file): book/([\w-]+)$",
        (ROOT / "_toc.yml").read_text(encoding="utf-8"),
        re.MULTILINE,
    )


def row(page: Page) -> str:
    """Return the table's line for a page."""
    cells = [
        f"{measure:>8.4g}{'*' if measure > BUDGETS[name] else ' '}"
        for name, measure in page.measures().items()
    ]
    return f"{page.name:22}{'told' if page.name in TOLD else '':4}{''.join(cells)}{len(page.typed):>8}{len(page.folded):>8}"


def main(arguments: list[str]) -> int:
    """Print the table for the pages in `arguments`. Return 0 if all pages in TOLD keep the budgets,
    1 if one is over, and 2 for an unknown page."""
    names = [Path(name).stem for name in arguments if name != "-v"] or pages()
    if missing := [name for name in names if not (BOOK / f"{name}.md").exists()]:
        print(f"there is no page '{missing[0]}'; there are: {', '.join(pages())}", file=sys.stderr)
        return 2
    print(
        f"{'':26}"
        + "".join(f"{name:>8} " for name in BUDGETS)
        + "".join(f"{name:>8}" for name in ("typed", "folded"))
    )
    print(f"{'at most':26}" + "".join(f"{most:>8} " for most in BUDGETS.values()))
    counted = [page_of(name) for name in names]
    for page in counted:
        print(row(page))
    if "-v" in arguments:
        for page in counted:
            for each, text in page.wrong():
                print(f"book/{page.name}.md:{each.line}: {text}")
    return int(any(page.over() for page in counted if page.name in TOLD))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
