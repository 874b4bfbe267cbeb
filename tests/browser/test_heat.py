"""A heat map under a reader's hands: the cross-hair, a click that explains, panels that change
places, a phone."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from figures.contents import get
from figures.define.touch import allowed, shown
from tests.browser.figures import Reader, choose, drawn_anew

PAGE, ID = "book/seeing-latency.html", "icy-lake"
PROBE = next(panel["probe"] for panel in get(ID).panels if panel["probe"])
PICK = next(panel["pick"] for panel in get(ID).panels if panel["pick"])


@pytest.fixture(scope="module")
def cells():
    """The cells of the map at the defaults."""
    kinds = PROBE["where"]["row"]
    return [row for row in get(ID).rows() if row["row"] in kinds]


def at_the_map(page):
    """A reader who has the map before her eyes, and nothing in front of it."""
    reader = Reader(page, ID)
    if reader.figure.get_attribute("data-veiled"):
        reader.figure.locator(".lf-veil button").click()
    reader.figure.locator(".lf-canvas").first.scroll_into_view_if_needed()
    return reader


@pytest.fixture
def reader(site, same_page):
    """A reader before the map at its defaults."""
    page = same_page(site + PAGE)
    page.mouse.move(5, 5)
    reader = at_the_map(page)
    reader.press("reset")
    reader.frames()
    page.wait_for_function(
        "f => document.querySelector(f).dataset.state !== 'running'", arg=reader.selector
    )
    return reader


def column_of(cells, cell):
    return [each for each in cells if each["t1"] == cell["t1"]]


def place(reader, cell):
    """Where a cell's middle stands on the screen, as the picture itself notes it."""
    svg = reader.figure.locator(".lf-canvas > svg.wtg-plot").first
    layout = json.loads(svg.get_attribute("data-layout"))
    x0, y0, width, height = map(float, svg.get_attribute("viewBox").split())
    box = svg.bounding_box()

    def along(axis, value):
        a, b, c, d = axis["ends"]
        return c + (value / axis["factor"] - a) / (b - a) * (d - c)

    x = along(layout["x"], (cell["t1"] + cell["t2"]) / 2)
    y = along(layout["y"], (cell["low"] + cell["high"]) / 2)
    return box["x"] + (x - x0) / width * box["width"], box["y"] + (y - y0) / height * box["height"]


def point(reader, cell):
    x, y = place(reader, cell)
    reader.page.mouse.move(x - 1, y)
    reader.page.mouse.move(x, y)


def readout(reader):
    return reader.figure.locator(".lf-readout").first


def counts(cells, cell):
    n, total = cell["n"], sum(each["n"] for each in column_of(cells, cell))
    return f": {n:,} {PROBE['noun'][n != 1]} of {total:,} in this column"


def test_the_cross_hair_counts_a_cell_and_its_column(reader, cells):
    for cell in (
        max(cells, key=lambda row: row["n"]),
        min(cells, key=lambda row: row["n"]),
        cells[-1],
    ):
        point(reader, cell)
        expect(readout(reader)).to_contain_text(counts(cells, cell))
    assert reader.figure.locator("svg.lf-over line").count() == 2
    reader.page.mouse.move(5, 5)
    expect(reader.figure.locator("svg.lf-over line")).to_have_count(0)


def test_a_cell_between_others_holds_nothing(reader, cells):
    width = cells[0]["high"] - cells[0]["low"]
    column = max((column_of(cells, cell) for cell in cells[::50]), key=len)
    taken = {round(cell["low"] / width) for cell in column}
    free = next(k for k in range(min(taken), max(taken)) if k not in taken)
    point(reader, {**column[0], "low": free * width, "high": (free + 1) * width})
    total = sum(cell["n"] for cell in column)
    expect(readout(reader)).to_contain_text(f": 0 writes of {total:,} in this column")


@pytest.mark.alike("draws another run")
def test_the_count_follows_when_another_run_is_drawn(reader, cells):
    cell = max(cells, key=lambda row: row["n"])
    point(reader, cell)
    expect(readout(reader)).to_contain_text(counts(cells, cell))
    reader.after(lambda: reader.set("seed", "2"))
    where = PROBE["where"]["row"]
    other = [row for row in get(ID).rows(2) if row["row"] in where and row["t1"] == cell["t1"]]
    expect(readout(reader)).to_contain_text(
        f" of {sum(row['n'] for row in other):,} in this column"
    )


@pytest.mark.alike("draws another run")
def test_a_click_on_a_line_tells_whose_it_is(reader, cells):
    cell = max(cells, key=lambda row: row["n"])
    point(reader, cell)
    expect(reader.figure.locator(".lf-canvas").first).to_have_css("cursor", "pointer")
    reader.after(lambda: reader.page.mouse.click(*place(reader, cell)))
    assert reader.figure.locator(f"[name={PICK['param']}]").input_value() == str(
        cell[PICK["field"]]
    )
    figure = get(ID)
    assert reader.says == figure.description(figure.rows(**{PICK["param"]: cell[PICK["field"]]}))


def test_a_click_where_nothing_is_drawn_says_so_and_sets_nothing(reader, cells):
    chosen = reader.figure.locator(f"[name={PICK['param']}]").input_value()
    empty = {**cells[0], "low": 0, "high": cells[0]["high"] - cells[0]["low"]}
    point(reader, empty)
    expect(readout(reader)).to_contain_text(": 0 writes of ")
    reader.page.mouse.click(*place(reader, empty))
    expect(readout(reader)).to_have_text("Nothing is drawn here that could be chosen.")
    assert reader.figure.locator(f"[name={PICK['param']}]").input_value() == chosen


def test_keys_walk_over_the_cells_pick_one_and_leave(reader, cells):
    keys, cross = reader.page.keyboard, reader.figure.locator(".lf-cross").first
    cross.focus()
    best = max(cells, key=lambda row: row["n"])
    expect(readout(reader)).to_contain_text(counts(cells, best))
    keys.press("ArrowRight")
    after = [row for row in cells if row["t1"] == best["t2"]]
    expect(readout(reader)).to_contain_text(
        f" of {sum(row['n'] for row in after):,} in this column"
    )
    keys.press("ArrowLeft")
    expect(readout(reader)).to_contain_text(counts(cells, best))
    expect(reader.figure.locator(".lf-panel [role=status]").first).to_contain_text(
        counts(cells, best)
    )
    reader.after(lambda: keys.press("Enter"))
    assert reader.figure.locator(f"[name={PICK['param']}]").input_value() == str(
        best[PICK["field"]]
    )
    assert cross.evaluate(
        "e => e === document.activeElement"
    )  # the picture was drawn anew under it
    expect(readout(reader)).to_contain_text(counts(cells, best))
    keys.press("Escape")
    assert not cross.evaluate("e => e === document.activeElement")
    expect(reader.figure.locator("svg.lf-over line")).to_have_count(0)


def test_the_cross_hair_traps_nobody(reader):
    cross = reader.figure.locator(".lf-cross").first
    cross.focus()
    reader.page.keyboard.press("Tab")
    assert not cross.evaluate("e => e === document.activeElement")
    reader.page.keyboard.press("Shift+Tab")
    assert cross.evaluate("e => e === document.activeElement")
    reader.page.keyboard.press("Shift+Tab")
    assert not cross.evaluate("e => e === document.activeElement")


SWAPS = """f => {
    const plot = document.querySelector(f + " .lf-plot");
    const seen = window.seen = {pictures: 0, gaps: 0, heights: new Set()};
    const isPicture = n => n.nodeName === "svg" || n.querySelector?.("svg.wtg-plot");
    new MutationObserver(changes => {
        const seenTab = c => c.target.closest(".lf-tab[data-open]");
        if (changes.some(c => seenTab(c) && [...c.addedNodes].some(isPicture))) seen.pictures += 1;
        if (!plot.querySelector("svg.wtg-plot")) seen.gaps += 1;
        seen.heights.add(Math.round(plot.getBoundingClientRect().height));
    }).observe(plot, {childList: true, subtree: true});
}"""


@pytest.mark.alike("draws another run")
def test_another_palette_comes_in_one_piece(reader):
    reader.after(lambda: reader.press("run"))
    legend = reader.figure.locator(".lf-panel .wtg-legend").first
    ranked = legend.text_content()
    reader.page.evaluate(SWAPS, reader.selector)
    choose(reader, "palette", "linear")
    reader.page.wait_for_function("() => window.seen.pictures > 0")
    reader.frames()
    assert reader.page.evaluate("window.seen.pictures") == 1
    assert reader.page.evaluate("window.seen.gaps") == 0
    assert reader.page.evaluate("window.seen.heights.size") == 1
    assert legend.text_content() != ranked  # the steps begin at other counts
    expect(reader.figure.locator(".lf-panel:visible")).to_have_count(1)


def test_a_logarithmic_axis_is_a_panel_of_its_own_with_a_cross_hair_that_counts(reader):
    choose(reader, "axis", "log")
    expect(reader.figure.locator(".lf-panel:visible")).to_have_count(1)
    expect(reader.figure.locator(".lf-canvas > svg.wtg-plot").first).to_have_attribute(
        "data-layout", re.compile(r'"y":\{"type":"log"')
    )
    logarithmic = next(
        panel["probe"]
        for panel in get(ID).panels
        if panel["probe"] and "log" in allowed((panel["when"] or {}).get("axis", "log"))
    )
    rows = [row for row in get(ID).rows() if row["row"] in allowed(logarithmic["where"]["row"])]
    reader.figure.locator(".lf-cross").first.focus()
    expect(readout(reader)).to_contain_text(counts(rows, max(rows, key=lambda row: row["n"])))


@pytest.mark.alike("wears a theme")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_faintest_colours_are_seen_on_the_paper_and_the_steps_from_each_other(
    site, open_page, scheme
):
    reader = Reader(open_page(site + PAGE, scheme=scheme), ID)
    names = [
        "--wtg-card",
        *(f"--wtg-{ramp}-{step}" for ramp in ("heat", "false") for step in range(8)),
    ]
    values = reader.figure.evaluate(
        "(f, names) => names.map(n => (f.style.color = `var(${n})`, getComputedStyle(f).color))",
        names,
    )
    light = {name: luminance(value) for name, value in zip(names, values, strict=True)}

    def contrast(a, b):
        high, low = sorted((light[a], light[b]), reverse=True)
        return (high + 0.05) / (low + 0.05)

    assert contrast("--wtg-card", "--wtg-heat-0") > 1.4
    assert contrast("--wtg-card", "--wtg-false-0") > 1.5
    for step in range(7):
        assert contrast(f"--wtg-false-{step}", f"--wtg-false-{step + 1}") > 1.2
        assert contrast("--wtg-card", f"--wtg-false-{step}") < contrast(
            "--wtg-card", f"--wtg-false-{step + 1}"
        )


def luminance(colour):
    """The relative luminance of `rgb(r, g, b)` (WCAG)."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_picture_that_is_taken_away_has_no_cross_hair(reader, cells):
    point(reader, cells[0])
    expect(reader.figure.locator("svg.lf-over line")).to_have_count(2)
    with reader.page.expect_download() as taken:
        reader.figure.locator("[data-action=svg]").dispatch_event("click")
    picture = Path(taken.value.path()).read_text(encoding="utf-8")
    params = get(ID).settings({})
    assert picture.count("<svg") == 1 + sum(
        shown(panel, params) for panel in get(ID).panels
    )  # the sheet and its panels
    assert not any(word in picture for word in ("data-layout", "var(--", "color-mix("))


def test_a_finger_counts_along_a_row_and_scrolls_up_and_down(site, open_page, cells):
    page = open_page(site + PAGE, width=390, has_touch=True, is_mobile=True)
    reader = at_the_map(page)
    canvas = reader.figure.locator(".lf-canvas").first
    page.wait_for_function(
        "f => document.querySelector(f + ' .lf-canvas > svg.wtg-plot').viewBox.baseVal.width < 500",
        arg=reader.selector,
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    devices = page.context.new_cdp_session(page)

    def touch(kind, *points):
        devices.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    box, before = canvas.bounding_box(), page.evaluate("scrollY")
    x, y = box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.5
    touch("touchStart", (x, y))
    for step in range(12):
        touch("touchMove", (x + 8 * step, y))
        drawn_anew(page)
    touch("touchEnd")
    expect(readout(reader)).to_contain_text("in this column")
    assert page.evaluate("scrollY") == before
    touch("touchStart", (x, y))
    for step in range(12):
        touch("touchMove", (x, y - 10 * step))
        drawn_anew(page)
    touch("touchEnd")
    page.wait_for_function("before => scrollY > before + 50", arg=before)
    assert (
        reader.figure.locator(f"[name={PICK['param']}]").input_value() == "0"
    )  # neither was a click
    assert reader.runs == 0


PLUG_PAGE, PLUG = "book/intent-log.html", "pull-the-plug"
HANDLE = next(panel["handle"] for panel in get(PLUG).panels if panel["handle"])


@pytest.fixture
def dragger(site, same_page):
    """A reader before a figure with a line to drag, which has run at its defaults."""
    reader = Reader(same_page(site + PLUG_PAGE), PLUG)
    reader.after(lambda: reader.press("reset"))
    reader.figure.locator(".lf-grip").first.scroll_into_view_if_needed()
    return reader


def value_of(reader):
    return float(reader.figure.locator(f"[name={HANDLE['param']}]").input_value())


def test_a_line_stays_under_the_finger_and_sets_the_parameter(dragger):
    page, grip = dragger.page, dragger.figure.locator(".lf-grip").first
    param, before, runs = get(PLUG).params[HANDLE["param"]], value_of(dragger), dragger.runs
    box = grip.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 41):
        page.mouse.move(x - 5 * step, y)
        drawn_anew(page)
        assert (
            abs(grip.bounding_box()["x"] - (box["x"] - 5 * step)) < 1
        )  # while pictures come and go below it
    page.mouse.up()
    assert value_of(dragger) < before
    page.wait_for_function(
        "([f, n]) => document.querySelector(f).dataset.runs > n", arg=[dragger.selector, runs]
    )
    dragger.settle()
    assert dragger.state == "live"
    set_to = float(grip.get_attribute("aria-valuenow"))
    assert set_to == pytest.approx(value_of(dragger))
    rows = get(PLUG).rows(
        **{HANDLE["param"]: param.parse(HANDLE["param"], f"{set_to}{param.unit}")}
    )
    assert dragger.says == get(PLUG).description(rows)


def test_all_lines_of_a_parameter_and_its_slider_stand_at_one_value(dragger):
    grips = dragger.figure.locator(".lf-grip")
    grips.first.focus()
    dragger.after(lambda: dragger.page.keyboard.press("PageDown"))
    said = {grips.nth(n).get_attribute("aria-valuetext") for n in range(grips.count())}
    places = {round(grips.nth(n).bounding_box()["x"]) for n in range(grips.count())}
    assert len(said) == len(places) == 1
    dragger.after(lambda: dragger.figure.locator(f"[name={HANDLE['param']}]").press("Home"))
    assert grips.first.get_attribute("aria-valuenow") == grips.first.get_attribute("aria-valuemin")


@pytest.mark.parametrize(("key", "end"), [("Home", "low"), ("End", "high")])
def test_the_line_has_the_keys_of_a_slider(dragger, key, end):
    grip, param = dragger.figure.locator(".lf-grip").first, get(PLUG).params[HANDLE["param"]]
    grip.focus()
    at = grip.bounding_box()["x"]
    dragger.after(lambda: dragger.page.keyboard.press(key))
    assert grip.get_attribute("aria-valuetext").replace("\u00a0", " ") == param.show(
        getattr(param, end)
    )
    assert (grip.bounding_box()["x"] < at) == (key == "Home")
    assert grip.evaluate("e => e === document.activeElement")


def test_the_line_is_drawn_once(site, open_page, dragger):
    lines = "f => [...document.querySelectorAll(f + ' .wtg-handle')].filter(e => e.checkVisibility()).length"
    assert (
        dragger.page.evaluate(lines, dragger.selector)
        == dragger.figure.locator(".lf-grip[data-drawn]").count()
    )
    plain = Reader(open_page(site + PLUG_PAGE, script=False), PLUG)
    assert plain.figure.locator(".wtg-handle").count() == sum(
        bool(panel["handle"]) for panel in get(PLUG).panels
    )
    assert plain.figure.locator(".lf-grip").count() == 0
