"""One figure, one screen: picture, sentence and open controls together; tabs, folds and set-ups
under hand and keys."""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
import serve
from playwright.sync_api import expect

from book._ext.slot import templates
from figures.contents import CHAPTERS, get
from figures.define.touch import shown
from figures.run.build import OUT
from tests.browser.figures import Reader, drawn_anew
from tests.browser.pages import LIVE
from tests.conftest import sample

SCREENS = [(1280, 800), (1440, 900)]
PHONE = (390, 844)
TABBED = [
    id
    for ids in CHAPTERS.values()
    for id in ids
    if len({panel["tab"] for panel in get(id).panels}) > 1
]
TABLES = [id for ids in CHAPTERS.values() for id in ids if (get(id).table or {}).get("tab")]

# Of each figure: the top of its head and the lowest of picture, sentence and open controls, once it
# is scrolled to.
SPANS = """() => [...document.querySelectorAll(".live-figure")].filter(figure => figure.checkVisibility()).map(figure => {
    figure.scrollIntoView({behavior: "instant"});
    const header = document.querySelector(".bd-header-article")?.getBoundingClientRect().bottom ?? 0;
    const parts = [...figure.querySelectorAll(".lf-head, .lf-picture, .lf-say, [data-preset], .lf-control, .lf-more summary")]
        .filter(part => part.checkVisibility()).map(part => part.getBoundingClientRect());
    return {id: figure.dataset.figure, header: Math.max(0, header), top: Math.min(...parts.map(part => part.top)),
            bottom: Math.max(...parts.map(part => part.bottom)), width: figure.getBoundingClientRect().width,
            controls: [...figure.querySelectorAll(".lf-control")].filter(part => part.checkVisibility()).length,
            setUps: [...figure.querySelectorAll("[data-preset]")].filter(part => part.checkVisibility()).length,
            pictures: [...figure.querySelectorAll(".lf-tab")].filter(part => part.checkVisibility()).length};
})"""


# On a phone: each open control is brought into view; the picture must be in sight then, and the
# control not beneath it.
TOGETHER = """() => [...document.querySelectorAll(".live-figure")].flatMap(figure => {
    const picture = figure.querySelector(".lf-picture");
    return [...figure.querySelectorAll(".lf-control")].filter(part => part.checkVisibility()).flatMap(control => {
        control.scrollIntoView({behavior: "instant", block: "end"});
        const [above, below] = [picture, control].map(part => part.getBoundingClientRect());
        const header = document.querySelector(".bd-header-article").getBoundingClientRect().bottom;
        const fits = above.top >= header - 1 && above.bottom <= below.top + 1 && below.bottom <= innerHeight + 1;
        return fits ? [] : [`${figure.dataset.figure} ${control.textContent.trim().slice(0, 30)} `
            + [header, above.top, above.bottom, below.top, below.bottom].map(Math.round)];
    });
})"""


# Selects that are narrower than their words.
NARROW = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll(".lf-controls select")].filter(each => each.checkVisibility()).flatMap(select => {
        pen.font = getComputedStyle(select).font;
        const words = Math.max(...[...select.options].map(option => pen.measureText(option.text).width));
        return words + 28 <= select.getBoundingClientRect().width ? [] : [select.name + ": " + select.value];
    });
}"""
OVERLAPS = """() => {
    const box = node => { const r = document.createRange(); r.selectNodeContents(node); return r.getBoundingClientRect() };
    return [...document.querySelectorAll('.lf-compare tbody tr')].flatMap(line => {
        const cells = [...line.children].filter(cell => cell.textContent && box(cell).width);
        const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
        return cells.flatMap((a, i) => cells.slice(i + 1).filter(b => over(box(a), box(b)))
            .map(b => `${line.closest('figure').id}: ${a.textContent} | ${b.textContent}`));
    });
}"""
CUT = """[...document.querySelectorAll('.lf-table')].filter(
    t => t.scrollWidth > t.clientWidth + 1 && !(t.hasAttribute('data-wide') && t.tabIndex === 0)).length"""


# The figure of a page that has most to press, move and open, with all folds open, on a page with
# nothing else.
PARTS = "button, input, select, summary, a[href], [tabindex='0']"
ALONE = f"""() => {{
    const figures = [...document.querySelectorAll(".live-figure")];
    const count = figure => figure.querySelectorAll(`{PARTS}`).length;
    const figure = figures.reduce((a, b) => count(b) > count(a) ? b : a);
    document.body.replaceChildren(figure);
    window.reached = new WeakSet();
    figure.addEventListener("focusin", event => reached.add(event.target));
    figure.tabIndex = -1;
    figure.focus();
}}"""
MISSED = f"""[...document.querySelectorAll(`{PARTS}`)].filter(
    part => part.checkVisibility({{visibilityProperty: true}}) && part.tabIndex >= 0 && !part.closest("[inert]")
        && !reached.has(part)).map(part => part.outerHTML.slice(0, 90))"""
ROUNDS = 3


@pytest.mark.alike("fits")
@pytest.mark.parametrize("name", sample(LIVE, 2))
def test_picture_sentence_and_controls_fit_a_screen_all_words_their_places_and_keys_reach_everything(
    name, site, open_page
):
    page = open_page(site + name)
    page.wait_for_function(
        "[...document.querySelectorAll('.live-figure')].every(f => f.dataset.ready)"
    )
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        drawn_anew(page)
        for span in page.evaluate(SPANS):
            assert span["header"] <= span["top"] and span["bottom"] <= height, (span, width)
            assert span["controls"] <= 3 and span["setUps"] <= 3, span
            assert span["pictures"] == 1, span
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for id in page.evaluate(
        "[...document.querySelectorAll('.live-figure')].filter(f => f.checkVisibility()).map(f => f.id)"
    ):
        page.evaluate("id => document.getElementById(id).scrollIntoView({behavior: 'instant'})", id)
        page.wait_for_function(
            "id => document.querySelector(`#${id} .lf-tab[data-open] svg.wtg-plot`)"
            ".viewBox.baseVal.width < 500",
            arg=id,
        )  # drawn for the phone when it comes near
    assert page.evaluate(TOGETHER) == []
    page.evaluate(
        "document.querySelectorAll('.lf-fold, .lf-tab').forEach(fold => fold.setAttribute('data-open', ''))"
    )
    page.wait_for_function(f"{CUT} === 0")
    assert page.evaluate(OVERLAPS) == []
    for width in (PHONE[0], SCREENS[0][0]):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
        assert page.evaluate(NARROW) == []
    page.evaluate(ALONE)
    for _ in range(ROUNDS):
        for _ in page.evaluate(MISSED):
            page.keyboard.press("Tab")
    assert page.evaluate(MISSED) == []


# Whether what has the focus lies beneath the picture that sticks to the top.
UNCOVERED = """id => {
    const picture = document.querySelector(`#${id} .lf-picture`), part = document.activeElement;
    return picture.contains(part) || part.getBoundingClientRect().top >= picture.getBoundingClientRect().bottom - 1;
}"""


@pytest.mark.alike("is a phone")
@pytest.mark.parametrize("id", ["link-load", "told-and-safe"])
def test_on_a_phone_what_a_key_reaches_does_not_stay_beneath_the_picture(id, site, open_page):
    page = open_page(f"{site}book/{get(id).chapter}.html", width=PHONE[0])
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.evaluate(
        "id => { const f = document.getElementById(id); f.scrollIntoView({behavior: 'instant'});"
        " f.querySelector('.lf-rail').tabIndex = -1; f.querySelector('.lf-rail').focus(); }",
        f"fig-{id}",
    )
    for key in ["Tab"] * 10 + ["Shift+Tab"] * 8:
        page.keyboard.press(key)
        page.wait_for_function(UNCOVERED, arg=f"fig-{id}")


@pytest.mark.alike("has tabs")
@pytest.mark.parametrize("id", TABBED[:3])
def test_one_picture_is_seen_at_a_time_and_keys_walk_over_the_tabs(id, site, same_page):
    reader = Reader(same_page(f"{site}book/{get(id).chapter}.html"), id)
    tabs = reader.figure.locator("[role=tab]")
    tabs.first.focus()
    for step in range(tabs.count()):
        tab = tabs.nth(step)
        expect(tab).to_be_focused()
        expect(tab).to_have_attribute("aria-selected", "true")
        place = reader.page.locator(f"#{tab.get_attribute('aria-controls')}")
        expect(place).to_be_visible()
        assert place.get_attribute("aria-labelledby") == tab.get_attribute("id")
        assert reader.figure.locator("[role=tabpanel]:visible").count() == 1
        reader.page.keyboard.press("ArrowRight")
    expect(tabs.first).to_be_focused()
    reader.page.keyboard.press("End")
    expect(tabs.last).to_have_attribute("aria-selected", "true")


@pytest.mark.alike("runs all tabs")
@pytest.mark.parametrize("id", TABBED[:2])
def test_a_run_draws_every_tab(id, site, open_page):
    reader = Reader(open_page(f"{site}book/{get(id).chapter}.html"), id)
    count = reader.figure.locator(".lf-tab").count()
    reader.figure.locator(".lf-tab svg").evaluate_all(
        "svgs => svgs.forEach(svg => svg.setAttribute('data-old', ''))"
    )
    reader.after(lambda: reader.press("run"))
    reader.page.wait_for_function(
        "f => !document.querySelector(f + ' .lf-tab svg.wtg-plot[data-old]')", arg=reader.selector
    )
    assert reader.figure.locator(".lf-tab").count() == count > 1


@pytest.mark.parametrize("id", TABLES[:1])
def test_a_table_that_is_the_point_is_a_picture_and_follows_a_run(id, site, open_page):
    reader = Reader(open_page(f"{site}book/{get(id).chapter}.html"), id)
    reader.figure.locator("[role=tab]", has_text=get(id).table["tab"]).click()
    table = reader.figure.locator(".lf-tab .lf-table")
    assert table.is_visible()
    before = table.inner_text()
    reader.use(list(get(id).presets)[2])
    reader.page.wait_for_function(
        "([f, old]) => document.querySelector(f + ' .lf-tab .lf-table').innerText !== old",
        arg=[reader.selector, before],
    )


@pytest.mark.alike("sets and runs")
def test_the_line_of_folds_says_the_result_and_opens_it(site, open_page):
    reader = Reader(open_page(site + "book/synchronous-writes.html"), "one-writer")
    claims = reader.figure.locator("[data-action=claims]")
    shown = re.fullmatch(
        r"Measured in 2010: (\d+) of (\d+) numbers met", claims.inner_text().strip(" \u25be")
    )
    rows = reader.figure.locator(".lf-compare tbody tr")
    assert int(shown[2]) == rows.count()
    assert int(shown[1]) == reader.figure.locator(".lf-compare tr[data-status=reproduced]").count()
    for action, part in (
        ("claims", ".lf-compared"),
        ("about", "figcaption"),
        ("table", ".lf-data"),
        ("code", ".lf-code"),
    ):
        fold = reader.figure.locator(part)
        assert fold.is_hidden()
        reader.press(action)
        expect(fold).to_be_visible()
        expect(reader.figure.locator(f"[data-action={action}]")).to_have_attribute(
            "aria-expanded", "true"
        )
        reader.press(action)
        expect(fold).to_be_hidden()
    reader.after(lambda: reader.set("spindle", "7201"))
    expect(claims).to_contain_text("is checked for these settings")


@pytest.mark.alike("sets and runs")
def test_run_stop_and_reset_are_there_when_they_mean_something(site, open_page):
    reader = Reader(open_page(site + "book/synchronous-writes.html"), "one-writer")
    run, stop, reset = (
        reader.figure.locator(f"[data-action={action}]") for action in ("run", "stop", "reset")
    )
    assert (run.is_visible(), stop.is_visible(), reset.is_visible()) == (True, False, False)
    reader.after(lambda: reader.press("run"))
    assert (run.is_visible(), stop.is_visible(), reset.is_visible()) == (False, False, False)
    reader.after(lambda: reader.set("spindle", "9000"))
    assert (run.is_visible(), stop.is_visible(), reset.is_visible()) == (False, False, True)
    reader.after(lambda: reader.press("reset"))
    expect(reset).to_be_hidden()


def set_ups_with_other_pictures():
    """Per figure whose set-ups differ in their pictures, one set-up for each lot of pictures, the
    first one last."""
    for id in (id for ids in CHAPTERS.values() for id in ids):
        figure, lots = get(id), {}
        for name in figure.presets:
            params = figure.preset_settings(name)[0]
            lots.setdefault(
                tuple(i for i, panel in enumerate(figure.panels) if shown(panel, params)), name
            )
        if len(lots) > 1:
            first, *others = lots.items()
            yield id, [*others, first]


OTHERS = dict(set_ups_with_other_pictures())


@pytest.mark.alike("has other pictures")
@pytest.mark.parametrize("id", sample(list(OTHERS), list(OTHERS)[:3]))
def test_a_set_up_with_other_pictures_shows_them_and_no_others(id, site, same_page):
    reader = Reader(same_page(f"{site}book/{get(id).chapter}.html"), id)
    for panels, preset in OTHERS[id]:
        reader.use(preset)
        reader.page.wait_for_function(
            "([f, shown]) => shown.join() === [...document.querySelectorAll(f + ' .lf-panel')].map("
            "panel => panel.dataset.panel).sort((a, b) => a - b).join()",
            arg=[reader.selector, list(panels)],
        )


WITHOUT_PYTHON = ("**/worker.js", "**/pyodide/**", "**/snapshot*")


def test_a_set_up_shows_its_picture_without_python_and_what_is_changed_then_needs_it(
    site, open_page, watch
):
    page = open_page(site + "book/crowds.html")
    for files in WITHOUT_PYTHON:
        page.context.route(files, lambda route: route.abort())
    reader = Reader(page, "shared-flush")
    figure = get("shared-flush")
    for preset in figure.presets:
        reader.after(lambda preset=preset: reader.use(preset))
        assert reader.state == "live"
        params, seed = figure.preset_settings(preset)
        assert reader.says == figure.description(figure.rows(seed, **params))
        if reader.figure.locator(".lf-all[aria-expanded=true]").count():
            reader.press("presets")
    reader.set("seed", "9")
    reader.settle()
    assert reader.state == "error"
    watch.errors.clear()  # the browser reports what it could not fetch


def test_words_press_a_set_up_and_the_answer_comes_to_them_where_the_figure_is_out_of_view(
    site, open_page
):
    page = open_page(site + "book/synchronous-writes.html")
    link = page.locator('a.lf-set[data-wish^="@"]:not(.wtg-veiled *)').first
    id, preset = link.get_attribute("data-figure"), link.get_attribute("data-wish")[1:]
    reader = Reader(page, id)
    page.set_viewport_size({"width": 1280, "height": 320})
    link.evaluate("e => e.scrollIntoView({block: 'center', behavior: 'instant'})")
    drawn_anew(page)
    link.focus()
    reader.after(lambda: page.keyboard.press("Space"))
    figure = get(id)
    params, seed = figure.preset_settings(preset)
    says = figure.description(figure.rows(seed, **params))
    assert reader.says == says
    answer = page.locator(".lf-answer")
    expect(answer).to_contain_text(says.split(".")[0])
    answer.locator("a").click()
    expect(answer).not_to_be_in_viewport()
    expect(reader.figure).to_be_in_viewport()


@pytest.mark.alike("sets and runs")
def test_words_of_an_exercise_and_of_its_hints_press_the_figures_of_its_page(site, open_page):
    page = open_page(site + "book/queues-resilvering.html")
    reader, exercise = Reader(page, "resilver-time"), page.locator("#exercise-resilver-bound")
    veil = page.locator(".lf-veil:has(~ #exercise-resilver-bound) button").last
    veil.click()
    exercise.locator(".ex-title").click()
    for opened in (0, 2):  # the question, then a hint
        for _ in range(opened):
            exercise.locator("[data-action=hint]").click()
        link = exercise.locator("a.lf-set").last
        preset = link.get_attribute("data-wish")[1:]
        reader.set("block", "4")
        reader.settle()
        reader.after(link.click)
        expect(reader.figure.locator(f'[data-preset="{preset}"]')).to_have_attribute(
            "aria-pressed", "true"
        )
        expect(exercise.locator(".lf-answer")).to_contain_text(reader.says.split(".")[0])


@pytest.mark.alike("names what is gone")
@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ("@no such thing", "has no set-up"),
        ("/Nowhere", "has no picture"),
        ("@15,000 rpm%23Nowhere", "has no picture"),
        (":devices=3", "has no control"),
        (":spindle=1", "cannot be “1”, but 4,200\u00a0rpm to 15,000\u00a0rpm, with the unit"),
        (":spindle=[", "cannot be"),
        (":spindle=", "cut or was changed"),
        ("@%E0%A4%A", "cut or was changed"),
    ],
)
def test_a_link_to_what_is_gone_says_so_and_the_figure_stays(wish, says, site, open_page):
    reader = Reader(
        open_page(f"{site}book/synchronous-writes.html#fig-one-writer~{wish}"), "one-writer"
    )
    expect(reader.figure.locator(".lf-message")).to_contain_text(says)
    assert "\n" not in reader.message
    assert (reader.state, reader.figure.locator("[name=spindle]").input_value()) == (
        "static",
        "7200",
    )


@pytest.mark.parametrize(
    ("hash", "says"),
    [
        ("#fig-gone", "a figure that is not on this page"),
        ("#fig-gone~@x", "a figure that is not on this page"),
        ("#exercise-gone", "an exercise that is not on this page"),
    ],
)
def test_a_link_to_a_figure_or_an_exercise_that_is_gone_says_so(hash, says, site, open_page):
    expect(
        open_page(f"{site}book/synchronous-writes.html{hash}").locator(".wtg-link-note")
    ).to_contain_text(says)


@pytest.mark.alike("opens a link")
def test_a_link_opens_a_set_up_a_picture_and_a_control_at_a_value(site, open_page):
    reader = Reader(
        open_page(f"{site}book/synchronous-writes.html#fig-one-writer~@15,000%20rpm"), "one-writer"
    )
    reader.settle()
    assert reader.figure.locator("[name=spindle]").input_value() == "15000"
    page = open_page(f"{site}book/synchronous-writes.html#fig-one-writer~/iostat")
    expect(page.locator("#fig-one-writer .lf-tab[data-tab=iostat]")).to_be_visible()
    for value in ("16384", "16 KiB"):
        reader = Reader(
            open_page(f"{site}book/synchronous-writes.html#fig-one-writer~:size={value}"),
            "one-writer",
        )
        reader.settle()
        assert (
            reader.figure.locator(".lf-control:has([name=size]) output")
            .inner_text()
            .startswith("16")
        )


def opened(page, tab):
    expect(page.locator("#fig-one-writer [role=tab][aria-selected=true]")).to_have_text(tab)


@pytest.mark.alike("opens a link")
def test_a_shared_link_opens_the_picture_that_was_open_and_says_so_if_it_is_gone(site, open_page):
    author = Reader(open_page(site + "book/synchronous-writes.html"), "one-writer")
    author.figure.locator("[role=tab]", has_text="iostat").click()
    author.after(lambda: author.set("spindle", "9000"))
    link = author.share()
    reader = Reader(open_page(link), "one-writer")
    reader.settle()
    opened(reader.page, "iostat")
    assert reader.figure.locator(".lf-message").is_hidden()

    place, _, payload = link.partition("~")
    shared = json.loads(zlib.decompress(urlsafe_b64decode(payload + "===")))
    assert shared["tab"] == "iostat"
    payload = (
        urlsafe_b64encode(zlib.compress(json.dumps(shared | {"tab": "Nowhere"}).encode()))
        .decode()
        .rstrip("=")
    )
    reader = Reader(open_page(f"{place}~{payload}"), "one-writer")
    expect(reader.figure.locator(".lf-message")).to_contain_text("no picture “Nowhere”")
    assert "\n" not in reader.message
    opened(reader.page, get("one-writer").panels[0]["tab"])
    assert reader.figure.locator("[name=spindle]").input_value() == "9000"


SETS = re.compile(r'class="lf-set"[^>]* href="[^"]*#fig-([a-z0-9-]+)~[^"]*"')


def test_the_text_of_the_book_presses_figures():
    pages = {
        name: len(SETS.findall((serve.SITE / name).read_text(encoding="utf-8"))) for name in LIVE
    }
    assert sum(count > 0 for count in pages.values()) >= 13
    assert sum(pages.values()) > 200


@pytest.mark.parametrize("medium", ["print", "no script"])
def test_without_hands_every_picture_is_there_with_its_name_and_the_words(medium, site, open_page):
    page = open_page(site + "book/synchronous-writes.html", script=medium == "print")
    if medium == "print":
        page.emulate_media(media="print")
    figure = page.locator("#fig-one-writer")
    names = [
        *dict.fromkeys(panel["tab"] for panel in get("one-writer").panels),
        get("one-writer").table["tab"],
    ]
    assert figure.locator(".lf-tab-name:visible").all_inner_texts() == names
    for part in (".lf-say", "figcaption", *([".lf-compared"] if medium != "print" else [])):
        assert figure.locator(part).is_visible()
    assert figure.locator(".lf-panel svg:visible").count() == len(get("one-writer").panels)
    assert figure.locator("button:visible, input:visible").count() == 0


def test_a_workbench_takes_the_whole_page_and_leaves_nothing_folded(site, open_page):
    figure = get("write-path").to_json()
    result = json.loads((OUT / "write-path.json").read_text(encoding="utf-8"))
    svg = (OUT / "write-path-1.svg").read_text(encoding="utf-8")
    panels = [{"name": "The machine", "panels": [{"index": 0, "svg": svg}]}]
    lab = (
        templates()
        .get_template("figure.html")
        .render(figure=figure, result=result, pictures=panels, lab=True)
    )
    page = open_page(site + "book/intent-log.html", width=1920)
    assert min(span["width"] for span in page.evaluate(SPANS)) >= 960  # beside the contents, too
    page.evaluate("html => { document.querySelector('.live-figure').outerHTML = html; }", lab)
    bench = page.locator(".lf-lab")
    assert bench.locator(".lf-control:visible").count() == len(figure["params"]) + 1  # and the seed
    assert bench.locator("[data-preset]:visible").count() == len(figure["presets"])
    article, whole, picture = (
        page.locator(part).first.bounding_box()["width"]
        for part in (".bd-article", ".lf-lab", ".lf-lab .lf-picture")
    )
    assert whole > article - 100 and picture > 850
