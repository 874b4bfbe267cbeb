"""What a reader's hand meets on a figure: tips, clicks on a line of stops, typed units, words that
fit."""

import re

import pytest

from figures.contents import get
from tests.browser.figures import Reader, drawn_anew

STOPS = "replacement-policies"
LIGHTNESS = (
    "text => { const [r, g, b] = text.match(/[\\d.]+/g).map(Number); return (r + g + b) / 765; }"
)


def at(site, open_page, id, **more):
    """A reader at a figure that has run, on a fresh page or, given `same_page`, on that of the test
    before."""
    reader = Reader(open_page(f"{site}book/{get(id).chapter}.html", **more), id)
    reader.after(lambda: reader.press("run"))
    reader.figure.locator(".lf-plot svg").first.scroll_into_view_if_needed()
    return reader


def rightmost(reader):
    """The middle of the dot that is furthest to the right."""
    boxes = [dot.bounding_box() for dot in reader.figure.locator("[aria-label=dot] circle").all()]
    box = max(boxes, key=lambda box: box["x"])
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.alike("wears a theme")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_tip_has_the_colours_of_the_theme(site, open_page, scheme):
    reader = at(site, open_page, STOPS, scheme=scheme)
    x, y = rightmost(reader)
    reader.page.mouse.move(x - 1, y)
    tip = reader.figure.locator("[aria-label=tip] > g").first
    tip.wait_for()
    paper, ink = (
        reader.page.evaluate(
            f"text => ({LIGHTNESS})(text)", tip.evaluate(f"e => getComputedStyle({of}).fill")
        )
        for of in ("e.querySelector('path')", "e.querySelector('text')")
    )
    assert abs(paper - ink) > 0.6
    assert (paper > ink) is (scheme == "light")


@pytest.mark.alike("wears a theme")
def test_a_tip_stays_in_the_picture_and_its_arrow_on_the_dot(site, open_page):
    reader = at(site, open_page, STOPS, width=390)
    x, y = rightmost(reader)
    reader.page.mouse.move(x - 1, y)
    tip = reader.figure.locator("[aria-label=tip] > g").first
    tip.wait_for()
    reader.frames()
    frame = reader.figure.locator(".lf-plot svg").first.bounding_box()
    box = tip.locator("path").bounding_box()
    assert frame["x"] - 1 <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
    end = tip.evaluate("""e => {
        const [x, y] = e.querySelector('path').getAttribute('d').match(/^M([-\\d.]+),([-\\d.]+)/).slice(1).map(Number);
        const at = new DOMPoint(x, y).matrixTransform(e.getScreenCTM());
        return [at.x, at.y];
    }""")
    assert end == pytest.approx([x, y], abs=3)
    numbers = re.findall(r"[\d,]+\.\d+", tip.text_content())
    assert all(len(re.sub(r"\D", "", number)) <= 4 for number in numbers)


def test_a_click_anywhere_sets_the_nearest_stop(site, open_page):
    reader = at(site, open_page, STOPS)
    box = reader.figure.locator(".lf-canvas").first.bounding_box()
    found = []
    for share in (0.3, 0.6, 0.95):
        place = box["x"] + box["width"] * share, box["y"] + box["height"] * 0.75
        reader.after(lambda place=place: reader.page.mouse.click(*place))
        found.append(float(reader.figure.locator("[name=size]").input_value()))
    assert found == sorted(set(found))
    assert found[0] < 35 < found[1] < 90 < found[2]


@pytest.mark.alike("types a unit")
@pytest.mark.parametrize(
    ("typed", "shown"), [("200 GB", "0.2"), ("0.5TB", "0.5"), ("2000 gb", "2"), ("3", "3")]
)
def test_a_value_may_be_typed_in_any_unit_of_its_quantity(site, same_page, typed, shown):
    reader = at(site, same_page, "hybrid-pool")
    name = next(
        name
        for name, param in get("hybrid-pool").params.items()
        if getattr(param, "unit", "") == "TB"
    )
    control = reader.figure.locator(f".lf-control:has([name={name}])")
    control.evaluate("e => { const fold = e.closest('details'); if (fold) fold.open = true; }")
    control.locator(".lf-exact").click()
    control.locator(".lf-exact-box").fill(typed)
    reader.after(lambda: reader.page.keyboard.press("Enter"))
    assert control.locator("output").inner_text().replace("\u00a0", " ") == f"{shown} TB"
    assert reader.message == ""


def test_a_unit_of_something_else_is_refused_in_a_line_that_says_which_would_do(site, same_page):
    reader = at(site, same_page, "hybrid-pool")
    name = next(
        name
        for name, param in get("hybrid-pool").params.items()
        if getattr(param, "unit", "") == "TB"
    )
    control = reader.figure.locator(f".lf-control:has([name={name}])")
    control.evaluate("e => { const fold = e.closest('details'); if (fold) fold.open = true; }")
    control.locator(".lf-exact").click()
    control.locator(".lf-exact-box").fill("200 ms")
    reader.page.keyboard.press("Enter")
    assert (
        "“200 ms” is not" in reader.message and "GB" in reader.message and "TiB" in reader.message
    )


def test_presets_that_run_off_the_side_fade_and_nothing_lies_over_a_figure(site, open_page):
    page = open_page(f"{site}book/memory.html", width=390)
    row = page.locator(f"#fig-{STOPS} .lf-presets")
    assert row.evaluate(
        "e => e.scrollWidth > e.clientWidth && getComputedStyle(e).maskImage.includes('gradient')"
    )
    page.evaluate("window.scrollTo(0, 3000)")
    drawn_anew(page)
    page.evaluate("window.scrollTo(0, 2500)")
    drawn_anew(page)
    assert not page.locator("#pst-back-to-top").is_visible()


def test_without_a_script_a_phone_shows_pictures_that_can_be_read(site, open_page):
    page = open_page(f"{site}book/memory.html", width=390, script=False)
    box = page.locator(f"#fig-{STOPS} .lf-plot svg").first.bounding_box()
    assert box["width"] >= 600
    plot = page.locator(f"#fig-{STOPS} .lf-plot").bounding_box()
    assert plot["x"] + plot["width"] <= 390
