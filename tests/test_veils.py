"""No page tells the answer of a bet before the bet is made: what the veil leaves open, or folded, does
not have the number, nor, where words are chosen, those of the right choice beside the question's."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
import serve
import snowballstemmer
from bs4 import BeautifulSoup, SoupStrainer, Tag
from sphinx.search.en import english_stopwords

from bench.told import TOLD
from models import units

pytestmark = pytest.mark.site
BLOCKS = (
    "p li td th dt dd pre text h1 h2 h3 summary button label caption figcaption desc title".split()
)
NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\w]*\d)")
SECOND = re.compile(r"(?: [A-Za-z-]+){0,5} (?:a|per|each|in a) ?second|/s")
SYMBOL = re.compile(
    rf" ?({'|'.join(sorted(map(re.escape, filter(None, units.FACTORS)), key=len, reverse=True))})(?!\w)"
)
STEMMER = snowballstemmer.stemmer("english")
COMMON = english_stopwords | set(
    "about all both compared do does each from has have how make makes many more much now one only "
    "second take takes than two what which who".split()
)
TOPIC = 3
"""Words of the question, besides the right choice, that make a clause its answer."""


@cache
def read(name: str) -> BeautifulSoup:
    text = (serve.SITE / "book" / f"{name}.html").read_text(encoding="utf-8")
    text = re.sub(r"<(path|rect|circle|style)\b[^>]*?(/>|>.*?</\1>)", "", text, flags=re.DOTALL)
    return BeautifulSoup(text, "html.parser", parse_only=SoupStrainer("article"))


def following(bet: Tag, count: int) -> list[Tag]:
    """As in `web/src/predict/spoiler.ts`."""
    found = []
    for block in bet.find_next_siblings():
        classes = set(block.get("class", []))
        if len(found) == count or block.name == "section" or "exercise" in classes:
            break
        if not classes & {"predict", "live-figure"}:
            found.append(block)
    return found


def veiled(bet: Tag, page: Tag) -> Iterator[Tag]:
    """Yield what is hidden until the bet is made."""
    yield from following(bet, int(bet.get("data-veil", 0)))
    yield from page.find_all(class_=f"tells-{bet['data-prediction']}")
    figures = bet.get("data-also", "").split()
    yield from page.find_all(id=[f"exercise-{each}" for each in figures])
    own = page.find(class_="live-figure", attrs={"data-figure": bet["data-figure"]})
    if own:
        presets = json.loads(own.find(class_="lf-definition").string).get("presets") or [{}]
        if bet.get("data-preset") in (None, presets[0].get("name")):
            figures.append(own["data-figure"])
    for figure in page.find_all(class_="live-figure", attrs={"data-figure": figures}):
        yield from figure.find_all(class_=["lf-plot", "lf-say", "lf-table", "lf-compared"])


def value(bet: Tag) -> float:
    path = serve.SITE / "live" / "figures" / f"{bet['data-figure']}.json"
    result = json.loads(path.read_text(encoding="utf-8"))
    run = result["presets"][bet["data-preset"]] if bet.has_attr("data-preset") else result
    return run["values"][bet["data-value"]]


def texts(part: Tag, inside: frozenset[int] = frozenset()) -> Iterator[tuple[str, frozenset[int]]]:
    """Yield each block's text, and what stands in attributes, with the parts of the page that it is
    in; not the numbers at an axis."""
    for each in part.find_all(True, recursive=False):
        told = each.get("aria-label", "")
        if each.name == "script" or "tick label" in told:
            continue
        within = inside | {id(each)}
        for text in (told, each.get("alt"), each.get("title")):
            if text:
                yield text, within
        if each.name in BLOCKS and not each.find(BLOCKS):
            yield " ".join(each.get_text().split()) + column(each), within
        else:
            yield from texts(each, within)


def column(cell: Tag) -> str:
    """Return the unit that heads the cell's column, with a space before it."""
    if cell.name != "td":
        return ""
    heads = cell.find_parent("table").find_all("th", scope="col")
    place = len(cell.find_previous_siblings(("td", "th")))
    unit = place < len(heads) and re.search(r" \((.+)\)$", heads[place].get_text())
    return f" {unit[1]}" if unit else ""


@cache
def told(name: str) -> list[tuple[str, frozenset[int]]]:
    """Return the texts of a page, with the parts that they are in."""
    return list(texts(read(name)))


class Said(NamedTuple):
    """A number of a page: as written, how many digits of it say something, the unit behind it (or
    none), the words behind it, its text, and the parts that it is in."""

    written: str
    precise: int
    unit: str
    behind: str
    text: str
    within: frozenset[int]

    def is_(self, answer: float, own: float) -> bool:
        """Return whether the answer, rounded like this number, is this number; `own` is the size of
        the answer's unit."""
        size = units.factor(self.unit) if self.unit else own
        digits = len(self.written.partition(".")[2])
        return round(answer / size, digits) == float(self.written.replace(",", ""))

    def may_be(self, unit: str, least: int) -> bool:
        """Return whether the number may be in the unit, and has `least` digits or, without its unit,
        three."""
        if self.unit and self.unit not in (
            unit,
            *(units.alike(unit) if unit in units.FACTORS else ()),
        ):
            return False
        named = self.unit or (
            SECOND.match(self.behind) if unit == "a second" else self.behind.startswith(f" {unit}")
        )
        return self.precise >= (least if named and unit else 3)


@cache
def numbers(name: str) -> list[Said]:
    """Return the numbers of a page."""
    found = []
    for text, within in told(name):
        for match in NUMBER.finditer(text):
            behind = text[match.end() : match.end() + 80].replace("\N{NO-BREAK SPACE}", " ")
            unit = SYMBOL.match(behind)
            digits = match[0].replace(",", "")
            digits = digits.replace(".", "") if "." in digits else digits.rstrip("0")
            found.append(
                Said(
                    match[0], len(digits.lstrip("0")), unit[1] if unit else "", behind, text, within
                )
            )
    return found


def leaks(bet: Tag, hidden: set[int], said: list[Said]) -> list[str]:
    """Return the texts not hidden with the answer as a number, rounded in any way, or, for a rate that
    is typed, with the time for one. Where a change is asked for, a number that could as well be the
    start tells nothing."""
    answer, start = value(bet), float(bet.get("data-from", "nan"))
    asked = [(answer, start, bet["data-unit"], float(bet["data-factor"]), 2)]
    if bet["data-unit"] == "a second" and not bet.has_attr("data-choices"):
        asked.append((1 / answer, 1 / start, "s", 1, 3))
    return [
        f"{number.written} in: {number.text}"
        for number in said
        for sought, first, unit, factor, least in asked
        if number.may_be(unit, least)
        and number.is_(sought, factor)
        and not (first == first and number.is_(first, factor))
        and not hidden & number.within
    ]


def stems(text: str) -> frozenset[str]:
    words = set(re.findall(r"\w+(?:-\w+)*", text.lower()))
    return frozenset(map(STEMMER.stemWord, words - COMMON))


def right(bet: Tag) -> str:
    """Return the right one of a bet's choices."""
    more, same, less = json.loads(bet["data-choices"])
    start = float(bet["data-from"])
    change = value(bet) - start
    if abs(change) <= float(bet["data-same"]) * abs(start):
        return same
    return more if change > 0 else less


def answers(bet: Tag, hidden: set[int], name: str) -> list[str]:
    """Return the clauses not hidden that have the right choice, word for word, and words of the question."""
    if not bet.has_attr("data-choices"):
        return []
    question = bet.find(id=f"{bet['id']}-question").get_text().partition(":")[2]
    asked = stems(question) - stems(bet["data-choices"])
    chosen = re.compile(rf"\b{re.escape(right(bet))}\b", re.IGNORECASE)
    return [
        clause
        for text, within in told(name)
        if chosen.search(text) and not hidden & within
        for clause in re.split(r"(?<=[.:;?!])\s+", text)
        if chosen.search(clause) and len(stems(clause) & asked) >= min(TOPIC, len(asked))
    ]


@pytest.mark.parametrize("name", TOLD)
def test_what_you_know_now_waits_for_each_bet_above(name):
    known = read(name).find(id="what-you-know-now").find("ul")
    above = known.find_all_previous(class_="predict")
    assert {f"tells-{bet['data-prediction']}" for bet in above} <= set(known.get("class", []))


@pytest.mark.parametrize("name", TOLD)
def test_an_answer_stands_nowhere_open_before_its_bet(name):
    page = read(name)
    bets = page.find_all(class_="predict")
    assert bets
    found, hidden = {}, set()
    for bet in reversed(
        bets
    ):  # whoever has come to a later bet, and lifts its veil, has passed this one
        hidden |= {id(part) for part in veiled(bet, page)}
        away = hidden | {id(bet)}
        if open_ := leaks(bet, away, numbers(name)) + answers(bet, away, name):
            found[bet["data-prediction"]] = open_
    assert found == {}
