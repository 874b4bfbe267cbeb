"""Every page, in both themes and on a phone: no errors, nothing from elsewhere, nothing that shuts
readers out."""

from pathlib import Path

import pytest
import serve
from playwright.sync_api import expect

from bench.told import TOLD
from bench.weight import fetched
from tests.browser.pages import LIVE, PAGES
from tests.conftest import sample

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
BARRIERS = """async rules => (await axe.run(document, {resultTypes: ["violations"], ...(rules && {runOnly: rules})}))
    .violations
    .map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => `${n.target} ${n.any.map(a => a.message)}`).join(" | ")}`)"""
MOST_BEHIND = 0.25
# Every picture, fold and kind of help of a page at once.
OPEN = """() => {
    for (const part of document.querySelectorAll(".lf-fold, .lf-tab")) part.setAttribute("data-open", "");
    for (const fold of document.querySelectorAll("details")) fold.open = true;
}"""
WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
    [...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > innerWidth + 1)
    .map(e => e.outerHTML.slice(0, 120))"""
# Words of tables that are broken over two lines.
BROKEN = """() => [...document.querySelectorAll("td, th")].filter(cell => cell.checkVisibility()).flatMap(cell => {
    const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), range = document.createRange(), broken = [];
    while (walk.nextNode()) for (const word of walk.currentNode.data.matchAll(/[^\\s-]+/g)) {
        range.setStart(walk.currentNode, word.index);
        range.setEnd(walk.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) broken.push(word[0]);
    }
    return broken;
})"""


def in_the_dark(page):
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    page.evaluate(
        "Promise.all(document.getAnimations().map(each => each.finished))"
    )  # colours fade over


@pytest.mark.parametrize("name", sample(PAGES, 1, lambda name: name in LIVE))
def test_a_page_opens_without_errors_fits_a_phone_and_shuts_no_reader_out(name, site, open_page):
    page = open_page(site + name)
    page.wait_for_load_state("networkidle")
    page.evaluate(OPEN)
    page.add_script_tag(path=AXE)
    assert page.evaluate(BARRIERS, None) == []
    in_the_dark(page)
    assert (
        page.evaluate(BARRIERS, ["color-contrast"]) == []
    )  # the other theme changes nothing but colours
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(WIDE) == []
        assert page.evaluate(BROKEN) == []


def test_a_page_fetches_what_its_weight_is_reckoned_from(site, open_page, watch):
    page = open_page(site + "book/intent-log.html")
    page.wait_for_load_state("networkidle")
    seen = {
        (serve.SITE / url.removeprefix(site).partition("?")[0]).resolve() for url in watch.requests
    }
    icon = {(serve.SITE / "_static" / "favicon.svg").resolve()}  # it comes when the browser likes
    assert seen | icon == fetched(serve.SITE / "book" / "intent-log.html")


def test_the_contents_mark_what_is_read(site, open_page):
    page = open_page(site + "book/intent-log.html", width=1800)
    page.locator("#an-archive").evaluate("section => section.scrollIntoView()")
    page.locator(".bd-toc-nav a.active[href='#an-archive']").wait_for()
    assert page.locator(".bd-toc-nav .active").count() == 2  # the link and its place in the list


@pytest.mark.parametrize("name", sample(LIVE, LIVE[::4]))
def test_a_page_teaches_without_a_script(name, site, open_page):
    page = open_page(site + name, script=False)
    page.evaluate(OPEN)
    for figure in page.locator(".live-figure").all():
        assert figure.locator(".lf-plot :is(svg, img):visible").count()
        assert len(figure.locator("figcaption").inner_text().split()) > 5
        assert len(figure.locator(".lf-say").inner_text().split()) > 5


def test_who_tabs_sees_where_the_focus_is(site, open_page):
    page = open_page(site + PAGES[0])
    page.wait_for_selector("article h1")
    for _ in range(25):  # past the sidebar, into the page
        page.keyboard.press("Tab")
        seen = page.evaluate(
            "(e => [getComputedStyle(e).outlineStyle, e.outerHTML.slice(0, 80)])(document.activeElement)"
        )
        assert seen[0] == "solid", seen


def test_the_root_shows_the_first_page(site, open_page):
    page = open_page(site)
    page.wait_for_selector("article h1")
    assert "Where the Time Goes" in page.title()


def test_the_theme_can_be_switched(site, open_page):
    page = open_page(site + PAGES[0])
    page.wait_for_selector("article h1")
    seen = set()
    for _ in range(3):
        page.locator(".theme-switch-button").first.click()
        seen.add(
            (
                page.evaluate("document.documentElement.dataset.mode"),
                page.evaluate("getComputedStyle(document.body).backgroundColor"),
            )
        )
    assert len(seen) == 3
    assert len({colour for _, colour in seen}) == 2


def test_the_search_finds_a_caption_and_no_axis_label(site, open_page):
    page = open_page(site + "search.html?q=platter")
    page.wait_for_selector("#search-results li a")
    index = (Path(__file__).resolve().parents[2] / "_build" / "html" / "searchindex.js").read_text()
    assert "viewbox" not in index.lower()


def test_the_words_of_a_found_page_stand_apart(site, open_page):
    page = open_page(site + "search.html?q=platter")
    page.wait_for_selector("#search-results li p.context")
    html = (
        "<div role='main'><table><tr><td>one</td><td>two</td></tr></table><figure><span class='lf-number'>Figure 1</span>"
        "<span class='lf-title'>Title</span><svg><text>axis</text></svg><button>Run</button></figure>"
        "<p>four<span class='x'>teen</span></p></div>"
    )
    assert (
        page.evaluate("html => Search.htmlToText(html, '')", html)
        == "one two Figure 1 Title fourteen"
    )


def test_what_follows_what_you_know_now_takes_a_quarter_of_a_told_page_at_most(site, open_page):
    page = open_page(f"{site}book/{TOLD[0]}.html")
    found = {}
    for name in TOLD:
        page.goto(f"{site}book/{name}.html")
        expect(page.locator(".live-figure:not([data-ready])")).to_have_count(0)
        found[name] = page.evaluate(
            """() => {
                const page = document.querySelector("article").getBoundingClientRect();
                return (page.bottom - document.querySelector("#what-you-know-now").getBoundingClientRect().bottom) / page.height;
            }"""
        )
    assert {name: share for name, share in found.items() if share > MOST_BEHIND} == {}
