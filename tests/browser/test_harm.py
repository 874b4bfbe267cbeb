"""What must not happen: a stale result, a stranger's program that runs by itself, a spoilt
interpreter, lost work."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.figures import Reader, hurried

PAGE = "book/synchronous-writes.html"
STRANGE = (
    "import js\nasync def nothing():\n    pass\njs.fetch('/EVIL')\ndef run(**p):\n    return []\n"
)
SPOIL = (
    "from models.devices.hdd import HardDisk\nHardDisk.flush = lambda self, now: now\nimport builtins\n"
    "def run(**p):\n    builtins.len = lambda x: 3\n    return 1\n"
)


def moved(reader, values):
    """Move the spindle's slider through some values, one every 33 ms, as a hand does."""
    reader.figure.locator("[name=spindle]").evaluate(
        """async (e, values) => {
        for (const v of values) {
            e.value = v; e.dispatchEvent(new Event('input', {bubbles: true}));
            await new Promise(go => setTimeout(go, 33));
        }
    }""",
        values,
    )


def test_the_last_value_wins_whatever_the_hand_did(site, open_page):
    reader = Reader(open_page(site + PAGE), "one-writer")
    reader.after(lambda: reader.press("run"))
    for end in (7800, 15000, 7200):
        moved(reader, [*range(5000, 5000 + 100 * 18, 100), end])
        reader.settle()
        reader.frames()
        reader.settle()  # a run that came late would be over, too
        assert reader.state == "live"
        said = float(re.search(r"(\d+) writes a second", reader.says)[1])
        assert said == pytest.approx(end / 60, rel=0.06)


@pytest.fixture(scope="module")
def strange_link(site, chromium):
    page = chromium.new_page()
    page.goto(site + PAGE)
    author = Reader(page, "missed-turn")
    author.type_code(STRANGE)
    link = author.share()
    page.close()
    return link


def test_a_stranger_s_program_waits_for_run_whatever_else_is_touched(
    strange_link, open_page, watch
):
    reader = Reader(open_page(strange_link), "missed-turn")
    reader.page.wait_for_selector(f"{reader.selector} .cm-content")
    moved(reader, [8000, 9000])
    reader.figure.locator("[data-preset='no delay at all']").click()
    reader.frames()
    assert "has not run" in reader.message
    assert not any("EVIL" in url for url in watch.requests)
    reader.after(lambda: reader.press("reset"))
    assert reader.state == "live"


@pytest.mark.alike("brings a program")
def test_a_link_leaves_the_reader_s_own_program_alone(site, open_page, strange_link):
    page = open_page(site + PAGE)
    reader = Reader(page, "missed-turn")
    own = "def run(**p):\n    return []  # mine\n"
    reader.type_code(own)
    page.wait_for_function("Object.values(localStorage).join().includes('# mine')")
    visit = Reader(page.context.new_page(), "missed-turn")
    visit.page.goto(strange_link)
    expect(visit.figure.locator(".cm-content")).to_contain_text("EVIL")
    moved(visit, [8000])
    visit.frames()
    visit.page.goto(site + PAGE)
    assert page.evaluate("Object.values(localStorage).join().includes('# mine')")
    assert not page.evaluate("Object.values(localStorage).join().includes('EVIL')")


@pytest.mark.alike("brings a program")
def test_what_a_reader_s_program_breaks_stays_with_it(site, open_page):
    page = open_page(site + PAGE)
    victim, reader = Reader(page, "one-writer"), Reader(page, "missed-turn")
    victim.after(lambda: victim.press("run"))
    before = victim.says
    reader.type_code(SPOIL)
    reader.press("run")
    reader.settle()
    assert reader.state == "error"
    victim.after(lambda: victim.press("run"))
    assert victim.says == before
    reader.after(lambda: reader.press("reset"))
    assert "114 writes a second" in reader.says


@pytest.mark.alike("does not end")
def test_a_program_that_yields_nothing_for_ever_is_stopped(site, open_page):
    reader = Reader(open_page(site + PAGE), "missed-turn")
    reader.type_code("def run(**p):\n    while True:\n        yield []\n")
    with hurried(reader.page):
        reader.press("run")
        reader.settle()
    assert reader.state == "error"
    assert "line 3" in reader.message or "line 2" in reader.message


@pytest.mark.alike("does not end")
def test_a_long_call_is_found_at_its_own_line(site, open_page):
    reader = Reader(open_page(site + PAGE), "missed-turn")
    reader.type_code(
        "def run(**p):\n    a = 1\n    b = 2\n    c = sum(range(10**12))\n    return []\n"
    )
    with hurried(reader.page):
        reader.press("run")
        reader.settle()
    assert "line 4" in reader.message
