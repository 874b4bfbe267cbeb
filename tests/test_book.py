"""The built site as files: every link inside it resolves, and no page loads anything from
elsewhere."""

import json
import re
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import serve

from bench.weight import MOST, weight
from exercises.contents import exercises
from models.units import FACTORS

pytestmark = pytest.mark.site
SITE = serve.SITE
PAGES = sorted(
    path for path in SITE.rglob("*.html") if path.relative_to(SITE).parts[0] not in ("live", "lite")
)
LOADING = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "embed": "src",
    "object": "data",
    "use": "href",
    "image": "href",
    "link": "href",
}


class Reader(HTMLParser):
    """Collects a page's ids, links and the addresses that it loads."""

    def __init__(self):
        super().__init__()
        self.ids, self.links, self.loads, self.meta, self.moved = set(), [], [], {}, {}

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.add(values["id"])
        if "data-moved-to" in values:
            self.moved[values["id"]] = values["data-moved-to"]
        if tag == "a" and values.get("href") is not None:
            self.links.append(values["href"])
        if tag in LOADING and values.get(LOADING[tag]):
            self.loads.append(values[LOADING[tag]])
        if tag == "meta" and "name" in values:
            self.meta[values["name"]] = values.get("content")


@cache
def read(path: Path) -> Reader:
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


def broken(page: Path, address: str) -> bool:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return False
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if target.is_dir():
        target = target / "index.html"
    if not target.is_relative_to(SITE.resolve()) or not target.exists():
        return True
    fragment = unquote(parts.fragment).partition("~")[0]
    if fragment.startswith("vote-"):  # an exercise on the whole screen
        fragment = f"exercise-{fragment.removeprefix('vote-')}"
    return bool(fragment) and target.suffix == ".html" and fragment not in read(target).ids


def test_the_site_is_built():
    assert PAGES, "run `make book`"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(SITE).as_posix())
def test_every_link_of_a_page_resolves(page):
    addresses = read(page).links + read(page).loads
    assert [address for address in addresses if broken(page, address)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(SITE).as_posix())
def test_a_page_loads_nothing_from_elsewhere(page):
    styles = re.findall(r"url\(\s*['\"]?([^'\")]+)", page.read_text(encoding="utf-8"))
    assert [
        address for address in read(page).loads + styles if re.match(r"(?:[a-z]+:)?//", address)
    ] == []


@pytest.mark.parametrize("page", sorted((SITE / "book").glob("*.html")), ids=lambda page: page.stem)
def test_a_page_is_light_before_a_figure_comes_near(page):
    assert weight(page) <= MOST


@pytest.mark.parametrize("page", sorted((SITE / "book").glob("*.html")), ids=lambda page: page.stem)
def test_what_tells_an_answer_stands_below_its_question(page):
    text = page.read_text(encoding="utf-8")
    for told in re.finditer(r'class="[^"]*\btells-([a-z0-9-]+)', text):
        assert 0 < text.find(f'id="predict-{told[1]}"') < told.start()


@pytest.mark.parametrize("page", sorted((SITE / "book").glob("*.html")), ids=lambda page: page.stem)
def test_a_choice_is_far_from_the_next(page):
    for found in re.findall(
        r'<div class="predict"[^>]*data-choices=[^>]*>', page.read_text(encoding="utf-8")
    ):
        told = {
            name: unescape(value) for name, value in re.findall(r'data-([a-z]+)="([^"]*)"', found)
        }
        result = json.loads(
            (SITE / "live" / "figures" / f"{told['figure']}.json").read_text(encoding="utf-8")
        )
        run = result["presets"][told["preset"]] if "preset" in told else result
        start, same = float(told["from"]), float(told["same"]) * abs(float(told["from"]))
        assert len(json.loads(told["choices"])) == 3
        assert not 0.7 * same < abs(run["values"][told["value"]] - start) < 1.4 * same, told[
            "prediction"
        ]


LEFT_OUT = re.compile(r"<(head|script|style|template|svg|pre|math)\b.*?</\1>", re.DOTALL)
INLINE = re.compile(r"</?(?:a|abbr|b|cite|code|em|i|mark|small|span|strong|sub|sup)\b[^>]*>")
LARGE = re.compile(
    r"(?<![\w.,])(?<!\b1 in )[1-9](?:\d{6,}|\d{0,2}(?:,\d{3}){2,})(?:\.\d+)?(?!\w)(?! [/×=+−])(?= ?(\S*))"
)
NO_NOUN = frozenset(
    "a and are as at but by for from if in is not of on or so than that the to was with".split()
)


def bare(html: str) -> list[str]:
    """Return the numbers of a million and more in a page that have no unit of their own. It is a
    word that is counted (bytes, 1/s) and no multiple: a million MB/s are bytes. A term of a sum and
    a chance of 1 in 1,000,000 need none."""
    text = re.sub(r"\s+", " ", INLINE.sub("", LEFT_OUT.sub("", html)))
    text = unescape(re.sub(r"<[^>]*>", "\n", text)).replace("\N{NO-BREAK SPACE}", " ")
    return [
        f"{found[0]} {found[1]}"
        for found in LARGE.finditer(text)
        if not re.match(r"1/s|[A-Za-z]", found[1])
        or (word := found[1].rstrip(".,;:)?!")) in NO_NOUN
        or FACTORS.get(word, FACTORS.get(word.partition("/")[0], 1)) != 1
    ]


def test_a_number_over_a_million_has_a_unit_of_its_own():
    html = "<p>1,600,000 1/s, 1,048,576&nbsp;bytes; 1,000,000 / 580; 1 in 1,000,000 or <b>7654321</b> reads"
    assert bare(html) == []
    for wrong in (
        "959447040</span> MB/s",
        "1,005,584,380, not",
        "1000000 or",
        "7654321</td><td>is",
    ):
        assert len(bare(f"<p><span>{wrong}")) == 1, wrong
    assert {page.stem: found for page in PAGES if (found := bare(page.read_text("utf-8")))} == {}


def test_no_unit_is_typed_after_a_number_that_has_it():
    twice = re.compile(
        r'class="(?:value|claim)">[^<]*(?:&#160;|\N{NO-BREAK SPACE})([^<]+)</span>\s\1(?!\w)'
    )
    assert twice.search('<span class="claim">8&#160;ms</span> ms.')
    assert {
        page.stem: found for page in PAGES if (found := twice.findall(page.read_text("utf-8")))
    } == {}


def test_no_style_sheet_loads_anything_from_elsewhere():
    for sheet in SITE.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert (
            re.findall(r"(?:url\(\s*['\"]?|@import\s+['\"])(?:[a-z]+:)?//[^'\")]+", text) == []
        ), sheet


def test_every_page_of_the_book_knows_its_edition_and_the_way_to_what_lives():
    from figures.define.edition import EDITION

    for page in PAGES:
        if page != SITE / "index.html":
            assert read(page).meta["book-edition"] == EDITION
            assert (page.parent / read(page).meta["book-live"] / "wheels.json").exists()


def test_the_wheel_and_the_checkout_are_the_same_edition(tmp_path):
    import subprocess
    import sys
    import zipfile

    from figures.define.edition import EDITION

    wheel = next((SITE / "live" / "wheels").glob("where_the_time_goes-*.whl"))
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = "import figures.define.edition; print(figures.define.edition.EDITION)"
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == EDITION


def test_the_home_page_lists_the_chapters_in_their_order():
    root = Path(__file__).resolve().parents[1]
    pages = re.findall(
        r"file: book/([\w-]+)$", (root / "_toc.yml").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert listed_on_the_home_page() == pages[: pages.index("progress")] and len(set(pages)) == len(
        pages
    )


def listed_on_the_home_page():
    index = (Path(__file__).resolve().parents[1] / "book/index.md").read_text(encoding="utf-8")
    listed = re.findall(r"\[\]\(([\w-]+)\.md\)", index.partition("- *One write:*")[2])
    return listed[: listed.index("progress")]


def test_an_exercise_is_numbered_by_its_chapter_and_its_place_there():
    """The lab, the reader's machine and the page at the end have no exercises, and are not counted."""
    without = ("lab", "your-machine", "where-the-time-went")
    listed = [page for page in listed_on_the_home_page() if page not in without]
    assert listed
    for chapter, page in enumerate(listed, start=1):
        text = (SITE / f"book/{page}.html").read_text(encoding="utf-8")
        numbers = re.findall(r'class="ex-number">Exercise ([\d.]+)<', text)
        assert numbers == [
            f"{chapter}.{place}" for place in range(1, text.count('<section class="exercise"') + 1)
        ]
        assert numbers


def test_open_figures_are_counted_from_one_and_folded_ones_have_a_letter():
    """Who leaves a fold closed misses no number."""
    folded, count = [], 0
    for page in PAGES:
        numbers = re.findall(r'class="lf-number">Figure (\w+)<', page.read_text(encoding="utf-8"))
        count += len(numbers)
        expected, last, letters = [], 0, iter("abcdef")
        for number in numbers:
            if number.isdigit():
                last, letters = last + 1, iter("abcdef")
                expected.append(str(last))
            else:
                folded.append(f"{page.stem} {number}")
                expected.append(f"{last}{next(letters)}")
        assert numbers == expected
    assert "allocation 3a" in folded and count >= 78


def test_what_has_moved_is_where_its_old_page_says():
    moved = [(page, address) for page in PAGES for address in read(page).moved.values()]
    assert [(page.stem, address) for page, address in moved if broken(page, address)] == []
    assert {"fig-shaken-disks", "fig-tiers"} <= set(
        read(SITE / "book" / "seeing-latency.html").moved
    )
    assert "fig-shared-flush" in read(SITE / "book" / "synchronous-writes.html").moved
    assert "fig-logbias" in read(SITE / "book" / "intent-log.html").moved


# The book's own search: it finds what stands in a template, too.


def test_the_search_finds_each_exercise_by_its_title():
    text = (serve.SITE / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text[text.index("(") + 1 : text.rindex(")")])
    for exercise in exercises():
        page = index["docnames"].index(f"book/{exercise.chapter}")
        assert [page, f"exercise-{exercise.id}"] in index["alltitles"][exercise.title]
