"""Wrong settings and wrong links: one line that names them, the last picture stays, the controls
stay usable."""

import re

import pytest

from tests.browser.figures import Reader

PAGE = "book/synchronous-writes.html"


@pytest.fixture
def reader(site, same_page):
    reader = Reader(same_page(site + PAGE), "one-writer")
    if not reader.runs:
        reader.after(lambda: reader.press("run"))
    return reader


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("seed", "-1", "Seed must be a whole number"),
        ("seed", "", "Seed must be a whole number"),
        ("seed", "1e99", "Seed must be a whole number"),
        ("seed", "2.5", "Seed must be a whole number"),
        ("age", "NaN", "0 s to 60 s"),
        ("age", "-5", "“-5” is not. It stays at"),
        ("age", "soon", "“soon” is not. It stays at"),
        ("spindle", "1e6", "Spindle must be 4,200 rpm to 15,000 rpm"),
        (
            "spindle",
            "0",
            "Spindle must be 4,200 rpm to 15,000 rpm; “0” is not. It stays at 7,200 rpm.",
        ),
    ],
)
def test_a_wrong_value_is_named_and_gives_way_to_what_the_figure_shows(reader, name, value, words):
    field = reader.figure.locator(f".lf-controls [name='{name}']")
    before, shown, runs = (
        reader.figure.locator(".lf-plot").inner_html(),
        field.input_value(),
        reader.runs,
    )
    reader.set(name, value)
    reader.frames()
    assert (reader.state, reader.runs) == ("live", runs)
    assert words in reader.message.replace("\N{NO-BREAK SPACE}", " ")
    assert reader.figure.locator(".lf-plot").inner_html() == before
    assert field.input_value() == shown
    reader.after(lambda: reader.figure.locator("[data-preset='as measured']").click())
    assert reader.state == "live"
    assert reader.figure.locator(".lf-message").is_hidden()


@pytest.fixture(scope="module")
def link(site, chromium):
    """A link to the figure at 15,000 rpm, as Share gives it."""
    page = chromium.new_page()
    page.goto(site + PAGE)
    reader = Reader(page, "one-writer")
    reader.after(lambda: reader.use("15,000 rpm"))
    link = reader.share()
    page.context.close()
    return link


def test_a_link_brings_its_settings(link, open_page):
    reader = Reader(open_page(link), "one-writer")
    reader.settle()
    assert reader.figure.locator("[name=spindle]").input_value() == "15000"


def test_a_seed_that_grew_too_long_is_refused_even_when_the_run_of_its_beginning_ends(reader):
    field = reader.figure.locator(".lf-controls [name=seed]")
    field.evaluate("field => { field.closest('details').open = true; }")
    field.select_text()
    reader.after(lambda: field.press_sequentially("99999999999"))
    field.press("Enter")
    reader.settle()
    assert "Seed must be a whole number" in reader.message
    reader.after(lambda: reader.figure.locator("[data-preset='as measured']").click())
    assert reader.figure.locator(".lf-message").is_hidden()


@pytest.mark.alike("spoils a link")
@pytest.mark.parametrize(
    "spoil",
    [
        lambda link: link[:-1],
        lambda link: link + "AAAA",
        lambda link: link[:-10],
        lambda link: link[: link.index("~") + 5],
        lambda link: link[:-6] + ("A" if link[-6] != "A" else "B") + link[-5:],
        lambda link: link[: link.index("~") + 1] + "!!!",
    ],
    ids=["cut by one", "something behind it", "cut by ten", "cut short", "forged", "no base64"],
)
def test_a_spoilt_link_opens_at_the_defaults_and_says_so(link, spoil, open_page):
    reader = Reader(open_page(spoil(link)), "one-writer")
    reader.page.wait_for_function(
        "f => !document.querySelector(f + ' .lf-message').hidden", arg=reader.selector
    )
    assert re.search("link", reader.message)
    assert reader.figure.locator("[name=spindle]").input_value() == "7200"


def test_code_in_a_link_is_shown_and_waits_for_run(site, open_page, watch):
    page = open_page(site + PAGE)
    author = Reader(page, "one-writer")
    author.type_code("def run(**p):\n    raise ValueError('I ran')\n")
    reader = Reader(open_page(author.share()), "one-writer")
    reader.page.wait_for_selector(f"{reader.selector} .cm-content")
    reader.frames()
    assert "I ran" in reader.figure.locator(".cm-content").inner_text()
    assert reader.state == "static"
    assert reader.runs == 0
    reader.press("run")
    reader.settle()
    assert "I ran" in reader.message
