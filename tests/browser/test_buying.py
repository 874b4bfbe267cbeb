"""What to buy: one screen, lines that are dragged, keys alone, tables, links, and what is kept."""

import gzip
import json
import re

import pytest
from playwright.sync_api import expect

from figures.buying import live, parts
from figures.buying.build import LIVE
from models.sizing.choice.compare import neighbours
from tests.browser.test_pages import AXE, BARRIERS
from tests.figures.test_buying import FEW

PAGE = "book/sizing.html"
HIGH = "document.querySelector('.wtg-buy').getBoundingClientRect().height"
WIDE = "document.documentElement.scrollWidth"
OUTSIDE = """() => {
    const most = document.querySelector('.wtg-buy').getBoundingClientRect().right + 1.5;
    return [...document.querySelectorAll('.wtg-buy *')].filter(each =>
        each.getBoundingClientRect().right > most && !each.closest('.list, .cells, svg, .tip, .lbsr'))
        .map(each => `${each.className}: ${each.textContent}`);
}"""
HEADER = 48
MEET = ".verdict-line strong"


OPEN = """() => {
    document.querySelectorAll('.list tbody tr')[3].querySelector('td').click();
    return document.querySelectorAll('.pool .held-to li').length;
}"""
FOURTH = 3


def packed(name):
    """What was written for the page."""
    return json.loads(gzip.decompress((LIVE / f"{name}.json.gz").read_bytes()))


def named(build):
    """A candidate as the page calls it."""
    if build.layout.startswith("draid"):
        one = f"{build.layout}:{build.data}d:{build.width}c:{build.spares}s"
        return f"{build.vdevs} × {one}, {build.disk}"
    hot = f", {build.spares} spare{'s' * (build.spares > 1)}" if build.spares else ""
    return f"{build.vdevs} × {build.layout} of {build.width}{hot}, {build.disk}"


REACHED = """() => [...document.querySelectorAll("pre")].every(
  (listing) => listing.scrollWidth <= listing.clientWidth || listing.tabIndex === 0)"""
"""The theme has let keys into each listing that scrolls at this width."""


def tool(open_page, address, **more):
    """A page whose tool is alive."""
    page = open_page(address, **more)
    page.wait_for_selector(".buying-root[data-ready]")
    return page


def meeting(page):
    """How many pools meet all, by the verdict."""
    words = page.locator(MEET).inner_text().split(" of ")[0]
    return 0 if words == "None" else int(words.replace(",", ""))


@pytest.mark.alike("wears a theme")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_tool_fits_a_screen_and_a_phone_and_shuts_no_reader_out(site, open_page, scheme):
    page = tool(open_page, site + PAGE, scheme=scheme)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.evaluate(HIGH) <= 800 - HEADER
    page.add_script_tag(path=AXE)
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(100)  # the picture is measured and drawn again
        assert page.evaluate(WIDE) <= width
        assert page.evaluate(OUTSIDE) == []
        page.wait_for_function(REACHED)
        assert page.evaluate(BARRIERS, None) == []


def test_without_a_script_the_edge_is_a_picture_and_a_table(site, open_page):
    page = open_page(site + PAGE, script=False)
    assert page.locator(".list tbody tr").count() > 5
    assert len(page.locator(".dots.bad").get_attribute("d")) > 10_000
    expect(page.locator(".list thead")).to_contain_text("cost")


def test_a_dragged_line_greys_what_fails_at_once_and_undo_reload_and_link_keep_it(site, open_page):
    page = tool(open_page, site + PAGE)
    page.route("**/worker.js", lambda route: None)  # nobody judges: what is seen is the page's own
    before = meeting(page)
    strip = page.locator("[data-need=loss] .strip")
    strip.scroll_into_view_if_needed()
    box = strip.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 4, box["y"] + 10)
    expect(page.locator(MEET)).not_to_contain_text(f"{before:,}")
    assert meeting(page) < before
    page.mouse.up()
    expect(page.locator(".verdict-line")).to_contain_text("is not judged yet")
    p99 = page.locator("#buy-p99")
    p99.fill("0")
    p99.press("Enter")
    expect(page.locator("#buy-p99-no")).to_contain_text("1 us to 1,000 s")
    p99.press("Escape")
    value = page.locator("#buy-loss").input_value()
    page.reload()
    expect(page.locator("#buy-loss")).to_have_value(value)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#buy-loss")).to_have_value(re.compile("1.in.10,000$"))
    expect(page.locator(MEET)).to_contain_text(f"{before:,} of")


def test_the_page_counts_as_the_judge_does_for_each_purchase(site, open_page):
    page = tool(open_page, site + PAGE)
    for door in page.locator(".wtg-buy .door").all():
        door.click()
        expect(door).to_have_attribute("aria-current", "true")
        expect(page.locator(".verdict-line .state")).not_to_contain_text("judges")
        shown = int(page.locator(".wtg-buy").get_attribute("data-meet"))
        assert meeting(page) == shown


def test_keys_alone_go_along_the_edge_open_a_pool_and_close_it(site, open_page):
    page = tool(open_page, site + PAGE)
    page.locator(".edge [tabindex='0']").focus()
    page.keyboard.press("End")
    last = page.evaluate("document.activeElement.ariaLabel")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.ariaLabel") != last
    page.keyboard.press("Enter")
    pool = page.locator(".pool")
    expect(pool.locator(".cmd code")).to_contain_text("zpool create")
    expect(pool.locator(".bill tbody tr")).not_to_have_count(0)
    expect(pool.locator(".why li")).not_to_have_count(0)
    address = pool.get_by_role("link", name="Open in the lab").get_attribute("href")
    opened = page.evaluate("document.activeElement.ariaLabel")
    page.keyboard.press("Escape")
    expect(pool).to_have_count(0)
    assert page.evaluate("document.activeElement.ariaLabel") == opened  # back where one was
    assert page.locator(".list button:not([tabindex='-1'])").count() == 1
    page.locator(".load-line").press("Enter")
    expect(page.locator(".set.open")).to_be_in_viewport(ratio=1)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(page.locator(".set.open")).to_have_count(0)
    page.goto(f"{site}book/{address}")
    expect(page.locator(".cmd .mach").first).to_contain_text("Supermicro")
    expect(page.locator(".load strong").first).to_have_text("Clients")
    expect(page.locator(".notes p")).to_have_count(0)


def test_a_row_opens_at_once_without_an_interpreter_and_any_other_pool_says_what_it_waits_for(
    site, open_page
):
    page = tool(open_page, site + PAGE)
    page.route("**/worker.js", lambda route: None)  # nobody answers
    page.reload()
    page.wait_for_selector(".buying-root[data-ready]")
    assert page.evaluate(OPEN) > 2  # within the click
    pool = page.locator(".pool")
    expect(pool.locator(".cmd code")).to_contain_text("zpool create")
    expect(pool.locator(".bill tbody tr")).not_to_have_count(0)
    expect(pool.get_by_role("link", name="Open in the lab")).to_be_visible()

    judged = packed("backup")
    live.load(json.dumps({"wants": parts.wants_of("backup"), **judged}))
    index = judged["edge"][FOURTH]
    near = [each["index"] for each in neighbours(live.last[0], index)]
    builds = live.last[0].builds
    assert pool.locator(".why button").all_inner_texts() == [named(builds[k]) for k in near]
    assert re.search(r"\de-\d", pool.inner_text()) is None  # 1 in so many, as everywhere

    known = packed("backup-edge")
    other = next(n for n, k in enumerate(near) if str(k) not in known)
    pool.locator(".why button").nth(other).click()
    expect(pool.get_by_role("status")).to_contain_text("reading prices and commands")
    expect(pool.locator(".held-to li")).not_to_have_count(0)


def test_the_verdict_names_requirements_as_the_page_does_and_prices_them_as_the_judge(
    site, open_page
):
    page = tool(open_page, site + PAGE)
    expect(page.locator(MEET)).to_contain_text("The dearest requirement is capacity")
    for name, each in packed("backup")["costs"].items():
        price = page.locator(f"[data-need={name}] > p") if name != "while_resilvering" else None
        saves = f"${each['saves']:,.0f}" if each["saves"] > 0.5 else "costs nothing"
        if price:
            expect(price).to_contain_text(saves)


def test_a_table_that_is_dropped_is_judged_and_a_wrong_cell_is_named(site, open_page):
    page = tool(open_page, site + PAGE)
    page.get_by_role("button", name="Prices and drives").click()
    made = FEW.replace(",disk,279.99,", ",disk,cheap,") + "\nMy disk,disk,200,12TB"
    page.locator(".set input[type=file]").set_input_files(
        {"name": "mine.csv", "mimeType": "text/csv", "buffer": made.encode()}
    )
    row = 1 + next(k for k, line in enumerate(made.splitlines()) if "cheap" in line)
    expect(page.locator(".set ul.no")).to_contain_text(f"Row {row}, dollars")
    expect(page.locator(".set [aria-invalid]")).to_have_value("cheap")
    page.locator(".set [aria-invalid]").fill("280")
    page.get_by_label("cost against").dispatch_event("change")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    expect(page.locator(".set [aria-invalid]")).to_have_value("280")
    page.keyboard.press("Enter")
    expect(page.locator(".set ul.no")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".buying-root[data-ready]")
    kept = page.evaluate("localStorage.getItem('wtg:buying')")
    assert "My disk" in json.loads(kept)["past"][-1]["goods"]["prices"]
