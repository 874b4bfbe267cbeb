"""The static account of a request, and drawings in a page: what stands there, and one clear line
for what is wrong."""

import io
import json
import re
import warnings
from math import fsum

import pytest

from book._ext import account, drawing
from figures.define.scene import PARTS
from figures.kit.followed import machine_rows, request_rows
from figures.run.build import read_rows
from models.sim.path import RequestPath
from models.units import ms

PARTS_OF_THE_BOOK = [f"book._ext.{part}" for part in ("slot", "account", "drawing", "quantity")]
BOX = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 100">{body}</svg>'


def page(folder, text):
    """A page of the book, as HTML, and what its build complains about."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from sphinx.application import Sphinx
        from sphinx.util.docutils import docutils_namespace

        source, complaints = folder / "source", io.StringIO()
        source.mkdir()
        (source / "index.md").write_text(f"# A page\n\n{text}", encoding="utf-8")
        parts = {"extensions": ["myst_parser", *PARTS_OF_THE_BOOK]}
        with docutils_namespace():
            Sphinx(
                source, None, folder / "out", folder / "trees", "html", parts, None, complaints
            ).build()
        return (folder / "out" / "index.html").read_text(encoding="utf-8"), complaints.getvalue()


GOOD = """
```{account} write-path
:of: on disks <@7410, disks and Logzillas:above>; with two Logzillas <@7410, disks and Logzillas:below>; below
:lit: disk
:split: disk
It took {value}`write-path:latency_above:.1f/ms`, {claim}`alloc-variability:.0f/(%)` in all.
```

```{drawing} separate-log
Where *it* lies.
```
"""
BAD = {
    "{account} no-such": "there is no live figure 'no-such'",
    "{account} load-ramp": "the figure 'load-ramp' has no account of a request",
    "{account} write-path\n:of: aside": "write-path has no account of a request at 'aside'; it has one at above, below",
    "{account} write-path\n:of: '@nowhere:above'": "the figure 'write-path' has no preset 'nowhere'",
    "{account} write-path\n:of: words <": ":of: must be PLACE, @PRESET:PLACE or WORDS <@PRESET:PLACE>, got 'words <'",
    "{account} write-path\n:lit: wheel": ":lit: must name parts (",
    "{claim}`ddt-entry:.0f`": "200 bytes must have a unit: /MiB/s, or /(MiB/s) to print none",
    "{value}`immediate-data:rate_yes:.0f`": " is large and must have a unit",
    "{value}`immediate-data:rate_yes:.0f/(MB/s`": "value must be written as in",
    "{drawing} no-such": "there is no drawing 'no-such'; there are: ",
}


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    html, complaints = page(tmp_path_factory.mktemp("good"), GOOD)
    assert complaints == ""
    return html


def test_the_bars_of_an_account_stand_on_one_scale_and_sum_to_the_whole(good):
    bars = [
        [float(width) for width in re.findall(r'width="([\d.]+)%" height="14" fill="', bar)]
        for bar in good.split('class="ac-bar"')[1:]
    ]
    rows = [
        read_rows("write-path")[preset]
        for preset in ("7410, disks and Logzillas", "a disk and memory")
    ]
    totals = [row["latency"] for run in rows for row in run if row["row"] == "total"]
    wanted = [100 * total / max(totals[:2]) for total in (*totals[:2], totals[3])]
    assert [fsum(bar) for bar in bars] == pytest.approx(wanted, abs=0.01)


def test_an_account_says_each_part_in_words_and_lights_those_asked_for(good):
    for words in (
        "on disks",
        "with two Logzillas",
        "one disk and NVRAM, one thread",
        "Pale: it waits.",
    ):
        assert words in good
    assert (
        re.search(r"<b>wait for the sector [\d.]+\N{NO-BREAK SPACE}ms</b>", good)
        and "<b>network" not in good
    )
    assert re.search(r'<li class="ac-pale">.*?network [\d.]+\N{NO-BREAK SPACE}µs', good)


def test_captions_hold_roles_and_marks(good):
    assert (
        re.search(
            r'It took <span class="value">[\d.]+\N{NO-BREAK SPACE}ms</span>, <span class="claim">[\d.]+</span> in',
            good,
        )
        and "Where <em>it</em> lies." in good
    )


def test_a_drawing_stands_in_the_page_with_its_name_and_ids_of_its_own(good):
    drawn = re.findall(r"<svg[^>]*dr-(?:wide|narrow)[^>]*>", good)
    assert len(drawn) == 2 and all(
        'role="img"' in each and 'aria-label="Where the intent log lies' in each for each in drawn
    )
    ids = re.findall(r' id="(separate-log[^"]*)"', good)
    assert len(ids) == len(set(ids)) == 6 and set(
        re.findall(r'url\(#([^)]+)\)|<use href="#([^"]+)', good)
    )
    for reference in re.findall(r'(?:url\(|<use href=")#([^)"]+)', good):
        assert reference in ids


def test_a_wrong_name_gives_one_line(tmp_path):
    _, complaints = page(
        tmp_path, "\n".join(f"{text}\n" if "`" in text else f"```{text}\n```\n" for text in BAD)
    )
    lines = complaints.splitlines()
    assert len(lines) == len(BAD)
    for line, said in zip(lines, BAD.values(), strict=True):
        assert "index.md" in line and said in line


def test_each_part_of_the_machine_has_a_colour_and_a_name():
    live = json.loads(account.LIVE.read_text(encoding="utf-8"))
    assert tuple(live) == (*PARTS, "risk")
    assert account.COLOURS.keys() == account.NAMES.keys() >= set(account.DISK.values())


def test_waiting_and_service_are_told_apart_and_what_is_not_yet_safe_comes_last():
    path = RequestPath(1.0)
    path.serve("processor", "NFS and ZFS", 1.002)
    path.wait("flush", "the sector comes round", 1.006, "disk")
    path.serve("flush", "data passes the head", 1.007, "disk")
    path.serve("drive", "the drive answers", 1.008, "disk")
    rows = machine_rows("here", "a machine, one thread: 8 ms", 1.0) + request_rows(
        "here", 1, "w", path, safe=1.5
    )
    bar = account.bars(rows, split=False)["here"]
    assert {part: pytest.approx(times) for part, times in bar.parts.items()} == {
        "cores": [0, 2 * ms],
        "disk": [4 * ms, 2 * ms],
        "risk": [492 * ms, 0],
    }
    assert (bar.words, bar.total, bar.length) == (
        "a machine, one thread",
        pytest.approx(8 * ms),
        pytest.approx(0.5),
    )
    split = account.bars(rows, split=True)["here"].parts
    assert {part: pytest.approx(times) for part, times in split.items()} == {
        "cores": [0, 2 * ms],
        "turn": [4 * ms, 0],
        "data": [0, 1 * ms],
        "drive": [0, 1 * ms],
        "risk": [492 * ms, 0],
    }


@pytest.mark.parametrize(
    ("width", "body", "phone", "wrong"),
    [
        (300, '<title>A box</title><text font-size="12">a</text>', True, ""),
        (300, '<text font-size="12">a</text>', True, "must have a description"),
        (700, '<title>A box</title><text font-size="12">a</text>', True, "narrow.svg"),
        (700, '<title>A box</title><text font-size="12">a</text>', False, ""),
        (
            1200,
            '<title>A box</title><text font-size="12">a</text>',
            False,
            "fewer things side by side",
        ),
        (300, "<title>A box</titel>", True, "must be SVG"),
    ],
)
def test_a_drawing_has_a_name_and_letters_that_can_be_read(tmp_path, width, body, phone, wrong):
    path = tmp_path / "a-box.svg"
    path.write_text(BOX.format(width=width, body=body), encoding="utf-8")
    if wrong:
        with pytest.raises(ValueError, match=wrong):
            drawing.read(path, None, "", phone)
    else:
        assert 'aria-label="A box"' in drawing.read(path, None, "", phone)
        assert 'aria-label="Another"' in drawing.read(path, "Another", "", phone)
