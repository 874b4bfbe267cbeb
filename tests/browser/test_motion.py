"""The machine in motion under hand and keys: it plays, steps and stops; what is pressed tells of
itself."""

import re

from playwright.sync_api import expect

from figures.run.build import ROOT
from tests.browser.figures import Reader

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
PAGE, ID = "book/intent-log.html", "write-path"
# Of what the browser draws in each frame: elements that come or go.
WATCH = """svg => { window.changed = 0; new MutationObserver(seen => { window.changed += seen.filter(
    each => each.type === 'childList' && each.target.nodeType === 1 && each.target.localName !== 'text').length; })
    .observe(svg, {childList: true, subtree: true}); }"""


def at_the_machine(page, id=ID):
    """A reader before a machine that can be played."""
    reader = Reader(page, id)
    reader.figure.scroll_into_view_if_needed()
    if reader.figure.get_attribute("data-veiled"):
        reader.figure.locator(".lf-veil button").click()
    reader.figure.locator("[data-open-tab='The machine']").click()
    expect(reader.figure.locator(".lf-player [data-action=play]")).to_be_visible()
    return reader


def clock(reader):
    return reader.figure.locator(".lf-player .lf-scrub")


def test_it_plays_to_the_end_and_both_machines_share_a_clock(site, open_page):
    reader = at_the_machine(open_page(site + PAGE))
    scene, play = (
        reader.figure.locator(".wtg-scene").first,
        reader.figure.locator("[data-action=play]"),
    )
    assert scene.locator("[data-machine]").count() == 2
    reader.figure.locator("[aria-label=Speed]").select_option("0.01")
    scene.evaluate(WATCH)
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(play).to_have_text("Play")
    assert clock(reader).input_value() == "1000"
    assert scene.locator(".wtg-over:visible").count() == 2
    assert reader.page.evaluate("changed") == 0
    assert reader.figure.locator(".lf-happens p").first.inner_text().startswith("8.42\u00a0ms")


def test_steps_go_from_event_to_event_and_dragging_shows_any_time(site, open_page):
    reader = at_the_machine(open_page(site + PAGE))
    clock(reader).evaluate(
        "slider => { slider.value = 0; slider.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    says, seen = reader.figure.locator(".lf-happens"), []
    events = reader.figure.locator(".lf-player ol li").all_inner_texts()
    step = reader.figure.locator("[data-action=step]")
    step.focus()
    for _ in range(12):
        seen.append(says.inner_text())
        reader.page.keyboard.press("Enter")
    assert len(set(seen)) == len(
        {re.search(r"[\d.]+\s(s|ms|µs)(?=: )", event)[0] for event in events}
    )
    assert "the program is told" in seen[-1]
    reader.press("back")
    assert says.inner_text() != seen[-1]
    assert reader.state == "static"  # no control of the figure was touched


def test_what_is_pressed_tells_of_itself_also_by_keys(site, open_page):
    reader = at_the_machine(open_page(site + PAGE))
    part = reader.figure.locator("[data-machine='0'] [data-part=disk]")
    part.click()
    expect(reader.figure.locator(".lf-happens")).to_contain_text("disk: ")
    part.focus()
    reader.figure.locator("[data-machine='1'] [data-part=cores]").focus()
    reader.page.keyboard.press("Enter")
    expect(reader.figure.locator(".lf-happens")).to_contain_text("cores: ")
    table = reader.figure.locator(".lf-panel table caption", has_text="Where the time goes").first
    assert table.evaluate("caption => caption.parentElement.rows.length") == 5


def test_another_request_is_followed_where_there_are_many(site, open_page):
    reader = at_the_machine(open_page(site + "book/transaction-groups.html"), "group-and-reads")
    reader.figure.locator("[aria-label^='Request that is followed']").select_option(label="read 3")
    total = reader.figure.locator(".wtg-scene text", has_text="read 3")
    expect(total).to_be_attached()
    assert reader.figure.locator(".wtg-dot").count() > 50


def test_where_nothing_may_move_it_goes_in_steps(site, open_page):
    page = open_page(site + PAGE, reduced_motion="reduce")
    page.clock.install(time=0)
    reader = at_the_machine(page)
    page.clock.pause_at(3_600_000)
    reader.figure.locator("[data-action=play]").click()
    times = []
    for _ in range(3):
        times.append(clock(reader).input_value())
        page.clock.run_for(900)
        assert clock(reader).input_value() == times[-1]
        page.clock.run_for(400)
    assert len(set(times)) == 3


def test_where_nothing_may_move_a_film_goes_in_few_steps(site, open_page):
    page = open_page(site + "book/memory.html", reduced_motion="reduce")
    page.clock.install(time=0)
    film = page.locator(".live-figure:has(.lf-scrub)").first
    film.scroll_into_view_if_needed()
    film.locator(".lf-veil button").click()
    scrub, play = film.locator(".lf-scrub"), film.locator("[data-action=play]")
    expect(play).to_be_visible()
    page.clock.pause_at(3_600_000)
    play.click()
    last, shown = int(scrub.get_attribute("max")), []
    while not shown or shown[-1] < last:
        shown.append(int(scrub.input_value()))
        page.clock.run_for(1100)
        assert int(scrub.input_value()) == shown[-1]
        page.clock.run_for(100)
        assert len(shown) < 12
    assert shown[0] == 0 and len(shown) <= 9


def test_the_platter_of_the_first_page_stands_where_nothing_may_move_and_can_be_stopped(
    site, open_page
):
    for motion, word in (("reduce", "Play"), ("no-preference", "Pause")):
        page = open_page(site + "book/index.html", reduced_motion=motion)
        figure = page.locator(".live-figure").first
        figure.scroll_into_view_if_needed()
        expect(figure.locator("[data-action=play]")).to_have_text(word)
        if motion == "no-preference":
            figure.locator("[data-action=play]").click()
        picture = figure.locator(".lf-plot svg").first
        page.clock.install()
        before = picture.inner_html()
        page.clock.run_for(5000)
        assert picture.inner_html() == before
        figure.locator("[data-action=play]").click()
        page.clock.run_for(1500)
        assert picture.inner_html() != before


def test_a_set_up_gives_another_scene_at_the_same_share_of_its_time(site, open_page):
    reader = at_the_machine(open_page(site + PAGE))
    clock(reader).evaluate(
        "slider => { slider.value = 500; slider.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    before = reader.figure.locator(".wtg-scene .wtg-name").first.text_content()
    reader.use("7410, disks and Logzillas")
    expect(reader.figure.locator(".wtg-scene .wtg-name").first).not_to_have_text(before)
    expect(reader.figure.locator(".wtg-scene .wtg-name").last).to_contain_text("Logzillas")
    assert clock(reader).input_value() == "500"


def test_on_paper_and_without_a_script_four_moments_stand_for_it(site, open_page):
    page = open_page(site + PAGE)
    moments = page.locator(f"#fig-{ID} .lf-moments")
    page.pdf()  # nobody has come near the figure
    assert moments.evaluate("image => image.complete && image.naturalWidth") == 680
    reader = at_the_machine(page)
    reader.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    reader.page.emulate_media(media="print")
    assert reader.figure.locator(".lf-strip > svg > svg:visible").count() == 8
    assert (
        reader.figure.locator(
            ".lf-player:visible, .lf-moments:visible, .lf-panel > .wtg-scene:visible"
        ).count()
        == 1
    )
    page = open_page(site + PAGE, script=False, scheme="dark")
    figure = page.locator(f"#fig-{ID}")
    assert figure.locator(".lf-moments").is_visible() and figure.locator(".lf-player").is_hidden()
    assert (
        figure.locator(".lf-moments").evaluate("image => getComputedStyle(image).backgroundColor")
        == "rgb(255, 255, 255)"
    )


def test_it_has_no_fault_that_axe_finds_nor_plays_where_nobody_sees_it(site, open_page):
    reader = at_the_machine(open_page(site + PAGE))
    reader.page.add_script_tag(content=AXE.read_text(encoding="utf-8"))
    found = reader.page.evaluate("selector => axe.run(selector)", f"#fig-{ID}")
    assert [each["id"] for each in found["violations"]] == []
    reader.figure.locator("[data-action=play]").click()
    reader.figure.locator("[data-open-tab='The account']").click()
    expect(reader.figure.locator("[data-action=play]")).to_have_attribute("aria-pressed", "false")
