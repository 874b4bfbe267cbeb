"""Nothing jumps, gives an answer away, or pretends: veils, heights, old pictures."""

import re
from functools import partial

import pytest
import serve

from figures.contents import get
from tests.browser.figures import Reader
from tests.browser.pages import LIVE, PAGES

VEILED = [
    page for page in PAGES if 'data-veil="' in (serve.SITE / page).read_text(encoding="utf-8")
]
PARTS = """id => ['.lf-say', '.lf-table', '.lf-compared'].map(
    part => document.querySelector(`#fig-${id} ${part}`)?.getBoundingClientRect().height ?? 0)"""


@pytest.mark.skipif(not VEILED, reason="no prediction veils what follows")
def test_the_paragraph_that_tells_is_veiled_until_the_reader_asks_and_keeps_its_place(
    same_page, site
):
    page = same_page(site + VEILED[0])
    place = "n => [n.getBoundingClientRect().top + scrollY, n.getBoundingClientRect().height]"
    told = page.locator(".predict[data-veil] ~ .wtg-veiled").first
    before = told.evaluate(place)
    assert told.evaluate("n => n.inert && getComputedStyle(n).filter !== 'none'")
    handle = told.element_handle()
    page.locator(".predict[data-veil] ~ .lf-veil button").first.click()
    assert handle.evaluate("n => !n.inert && getComputedStyle(n).filter === 'none'")
    assert handle.evaluate(place) == pytest.approx(before, abs=1)


@pytest.mark.skipif(not VEILED, reason="no prediction veils what follows")
def test_a_veil_is_no_veil_without_a_script_and_on_paper(site, open_page):
    page = open_page(site + VEILED[0], script=False)
    assert page.locator(".lf-veil, .wtg-veiled, [inert]").count() == 0
    page = open_page(site + VEILED[0])
    page.emulate_media(media="print")
    told = page.locator(".wtg-veiled").first
    assert told.evaluate("n => getComputedStyle(n).filter") == "none"
    assert page.locator(".lf-veil").first.is_hidden()


def test_a_paragraph_below_the_figure_that_says_the_answer_is_veiled_with_it(same_page, site):
    page = same_page(f"{site}book/disks.html")
    told, figure = page.locator("p.tells-in-order"), page.locator("#fig-who-is-next")
    assert told.evaluate("n => n.inert")
    figure.locator(".lf-veil button").click()
    assert not told.evaluate("n => n.inert")
    known = page.locator("ul.tells-in-order")
    assert known.evaluate("n => n.inert")  # waits for other bets, too
    page.evaluate(
        "document.querySelectorAll('.predict ~ .lf-veil button, .live-figure .lf-veil button').forEach(b => b.click())"
    )
    assert not known.evaluate("n => n.inert")


def page_of(id):
    return f"book/{get(id).chapter}.html"


def test_what_stands_under_a_figure_stays_where_it_is_and_what_is_old_is_dim(same_page, site):
    id = "one-writer"
    page = same_page(site + page_of(id))
    reader = Reader(page, id)
    page.evaluate(f"""() => {{
        const figure = document.querySelector('#fig-{id}');
        window.seen = [];
        new MutationObserver(() => window.seen.push([figure.dataset.state, figure.dataset.stale ?? null]))
            .observe(figure, {{attributes: true, attributeFilter: ['data-state', 'data-stale']}});
    }}""")
    presets = list(get(id).presets)
    for step in [
        *(partial(reader.use, preset) for preset in [*presets[1:4], presets[0]]),
        lambda: reader.set("seed", "3"),
    ]:
        before = page.evaluate(PARTS, id)
        reader.after(step)
        after = page.evaluate(PARTS, id)
        assert all(b >= a - 1 for a, b in zip(before, after, strict=True))
    assert reader.figure.get_attribute("data-stale") is None
    assert {("loading", "true"), ("running", "true")} & {
        tuple(each) for each in page.evaluate("seen")
    }


BET = re.compile(
    r'data-prediction="([^"]+)" data-figure="([^"]+)" data-preset="([^"]+)"(?![^>]*data-choices)'
)


def bets():
    """Two predictions of one page that ask for numbers under two presets of one figure, and the
    page."""
    for name in LIVE:
        found = {}
        for bet, figure, preset in BET.findall((serve.SITE / name).read_text(encoding="utf-8")):
            first = found.setdefault(figure, (bet, preset))
            if first[1] != preset:
                return name, figure, [first, (bet, preset)]
    return None


@pytest.mark.skipif(not bets(), reason="no figure answers two predictions")
def test_each_prediction_shows_its_answer_until_the_reader_takes_the_figure_over(site, open_page):
    name, figure, two = bets()
    page = open_page(site + name)
    for bet, preset in two:
        page.locator(f"#predict-{bet} input").fill("11k")
        page.locator(f"#predict-{bet} [data-action=commit]").click()
        page.wait_for_selector(f"#predict-{bet}[data-state=scored]")
        page.wait_for_selector(
            f'#fig-{figure}[data-state=live] [data-preset="{preset}"][aria-pressed=true]'
        )
    page.locator(f"#fig-{figure} [data-preset]").first.click()
    page.locator(f"#predict-{two[0][0]} [data-action=commit]").click()
    page.wait_for_selector(f"#predict-{two[0][0]}[data-state=scored]")
    assert (
        page.locator(f"#fig-{figure} [data-preset]").first.get_attribute("aria-pressed") == "true"
    )
