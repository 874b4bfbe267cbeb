"""The whole machine: one screen, keys alone, changes, refusals, texts that are pasted, links."""

import json
import re

import pytest
from playwright.sync_api import expect

from book._ext.lab import link
from figures.lab import doors
from tests.browser.test_pages import AXE, BARRIERS
from tests.conftest import sample
from tests.figures.test_lab import STATUS, WRITERS, ran
from tests.test_lab_game import LEVELS, goal_of

LAB = "book/lab.html"
SCREENS = [(1280, 800), (1440, 900)]
PHONE = (390, 844)
LOWEST = """() => Math.max(...[...document.querySelectorAll(
    '.wtg-lab :is(.verdict, .loads, .stack, .break, .time)')].map(part => part.getBoundingClientRect().bottom))"""
WIDE = "document.documentElement.scrollWidth"
CUT = """() => [...document.querySelectorAll('.wtg-lab *')].filter(each => {
    const style = getComputedStyle(each);
    const hides = /hidden|clip/.test(style.overflowX) && !each.closest('.lbsr') && each.namespaceURI.endsWith('xhtml');
    return hides && each.clientWidth && each.scrollWidth > each.clientWidth;
}).map(each => `${each.className}: ${each.textContent}`)"""
"""Elements whose words are cut."""
OUTSIDE = """() => {
    const lab = document.querySelector('.wtg-lab').getBoundingClientRect();
    return [...document.querySelectorAll('.wtg-lab *')].filter(each => {
        const box = each.getBoundingClientRect();
        return box.width && box.right > lab.right + 1.5 && !each.closest('.doors, .lbsr, .iostat, .track, .one');
    }).map(each => `${each.className}: ${each.textContent}`);
}"""
"""Elements that leave the page at its right."""
EACH_SOFAR = """() => {
    window.sofar = [];
    new MutationObserver(() => {
        const now = document.querySelector('.v.a .sofar')?.textContent;
        if (now && now !== window.sofar.at(-1)) window.sofar.push(now);
    }).observe(document.querySelector('.wtg-lab'), {subtree: true, childList: true, characterData: true});
}"""
"""Records each text above the numbers of A, even one that stands for a single frame."""
SMALL = """least => [...document.querySelectorAll('.wtg-lab :is(a, button, input, select, textarea, summary)')].map(each => {
    const target = each.matches('input[type=radio]') ? each.closest('label') : each;
    target.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
    const box = target.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const cover = document.elementFromPoint(x, y)?.closest('.set, .more > div, .tools');
    if (!target.checkVisibility({visibilityProperty: true}) || cover && !cover.contains(target)) return null;
    const hits = (dx, dy) => target.contains(document.elementFromPoint(x + dx, y + dy));
    const reach = (dx, dy) => {
        let far = 0;
        while (far < least && hits(dx * (far + 0.5), dy * (far + 0.5))) far += 0.5;
        return far;
    };
    const [wide, high] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
    return wide + 1 < least || high + 1 < least ? `${target.className} ${target.textContent}: ${wide} x ${high}` : null;
}).filter(Boolean)"""
"""Targets that are smaller to hit than so many pixels."""


def lab(open_page, address, **more):
    """A page of the lab that is alive."""
    page = open_page(address, **more)
    page.wait_for_selector(".lab-root[data-ready]")
    return page


def done(page):
    """Wait until both machines of the link have run."""
    expect(page.locator(".load strong").first).to_have_text("Writers")
    expect(page.locator(".state")).to_contain_text(re.compile("simulated|not run|behind"))


def at(site, same_page, study):
    """The page as the test before left it, whose interpreters are up, with another study."""
    page = same_page(site + LAB)
    page.wait_for_selector(".lab-root[data-ready]")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start empty").click()
    expect(page.locator(".state")).to_have_text("nothing to run yet")
    page.evaluate("to => { location.hash = to }", link(study))
    return page


def numbers(page, side):
    """Rate, median and p99 as they are shown."""
    return page.locator(f".v.{side} > .n:not(.held)").all_inner_texts()


@pytest.mark.alike("wears a theme")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_machine_fits_a_screen_and_a_phone_and_shuts_no_reader_out(site, open_page, scheme):
    page = lab(open_page, site + LAB, scheme=scheme)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(LOWEST) <= height
        assert page.evaluate(WIDE) <= width
    page.add_script_tag(path=AXE)
    assert page.evaluate(BARRIERS, None) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate(WIDE) <= PHONE[0]
    assert page.evaluate(BARRIERS, None) == []


@pytest.mark.alike("fits a screen")
@pytest.mark.parametrize("name", doors.NAMES)
def test_each_door_fits_a_screen_and_no_word_is_cut(site, open_page, name):
    page = lab(open_page, f"{site}{LAB}?door={name}")
    expect(page.locator(".door[aria-current]")).to_have_text(doors.door(name)["title"])
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(LOWEST) <= height
        assert page.evaluate(CUT) == []
    for width in (PHONE[0], 320):
        page.set_viewport_size({"width": width, "height": PHONE[1]})
        assert page.evaluate(WIDE) <= width
        assert page.evaluate(CUT) == []
        assert page.evaluate(OUTSIDE) == []


@pytest.mark.alike("hits all targets")
@pytest.mark.parametrize(("width", "least"), [(1280, 24), (PHONE[0], 28)])
def test_every_target_is_large_enough_to_hit(site, open_page, width, least):
    page = lab(open_page, site + LAB)
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate(SMALL, least) == []
    page.locator(".more summary").click()
    if width < 1160:
        page.get_by_role("button", name="More").click()
    assert page.evaluate(SMALL, least) == []
    page.locator(".v.a .mach").click()
    assert page.evaluate(SMALL, least) == []


def test_all_that_can_be_done_is_reached_on_a_phone(site, open_page):
    page = lab(open_page, site + LAB)
    for width in (PHONE[0], 320):
        page.set_viewport_size({"width": width, "height": PHONE[1]})
        page.get_by_role("button", name="More").click()
        for name in ("Undo", "Redo", "Start empty", "File", "Trace", "Copy link"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()
        page.keyboard.press("Escape")


def test_an_empty_page_has_no_word_of_the_study_before_and_undo_brings_it_back(site, open_page):
    page = lab(open_page, site + LAB)
    page.get_by_role("button", name="Start empty").click()
    expect(page.locator(".state")).to_have_text("nothing to run yet")
    words = page.locator(".wtg-lab").inner_text()
    for word in ("Virtual machines", "raidz2", "16 writers", "resilver starts", "sd{a..j}"):
        assert word not in words
    assert numbers(page, "a") == ["–", "–", "–"]
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".load strong").first).to_have_text("Virtual machines")


def test_numbers_of_a_run_that_goes_on_are_so_far_and_stop_has_a_place_of_its_own(site, open_page):
    page = lab(open_page, site + LAB)
    places = {
        name: page.locator(f".tool.{name}").bounding_box() for name in ("undo", "stop", "link")
    }
    page.evaluate(EACH_SOFAR)
    threads = page.locator("#lab-load-0-threads")
    threads.fill("64")
    threads.press("Enter")
    expect(page.locator(".v.a .sofar")).to_have_text(re.compile(r"so far, second [\d.]+ of 60"))
    assert page.evaluate("() => window.sofar[0]") == "pale: before the change"
    assert page.locator(".times").count() == 0
    assert "so far" in page.locator(".wtg-lab > .lbsr").inner_text()
    assert {name: page.locator(f".tool.{name}").bounding_box() for name in places} == places
    page.get_by_role("button", name="Stop").dblclick()
    expect(page.locator(".v.a .sofar")).to_have_text(re.compile(r"stopped at second [\d.]+ of 60"))
    expect(page.locator(".load.on p")).to_contain_text("64 writers")  # nothing was undone
    assert page.evaluate(CUT) == []


def test_what_is_said_moves_nothing(site, open_page):
    page = lab(open_page, site + LAB)
    before = page.locator(".stack").bounding_box()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".notes")).to_contain_text("link")
    assert page.locator(".stack").bounding_box() == before
    page.get_by_role("button", name="Close what is said").click()
    expect(page.locator(".notes")).to_have_text("")


def test_without_a_script_tabs_and_shelves_open_and_nothing_else_seems_to(site, open_page):
    page = open_page(site + LAB, script=False)
    assert page.locator(".lanebox").bounding_box()["width"] > 900
    assert page.locator(".said").is_hidden()
    page.get_by_text("In words", exact=True).click()
    assert page.locator(".said").is_visible()
    assert page.locator(".lanebox").is_hidden()
    page.locator("[data-part=log] .part").click()
    assert "97\u00a0% in use, the limit" in page.locator("#lab-say-log").inner_text()
    for what in (".tool", ".copy", ".fio", ".add", ".break", ".slots"):
        assert all(each.is_hidden() for each in page.locator(what).all()), what


def test_without_a_script_the_machine_stands_there_and_each_door_is_a_page(site, open_page):
    page = open_page(site + LAB, script=False)
    assert page.locator(".lbrow").count() >= 9
    assert all(text not in ("", "–") for text in numbers(page, "a") + numbers(page, "b"))
    for name in doors.NAMES:
        page.goto(site + "book/" + doors.page(name))
        assert page.locator(".door[aria-current]").inner_text() == doors.door(name)["title"]


def test_a_link_sets_up_and_runs_what_the_models_give_undo_takes_a_change_back_and_nonsense_is_refused(
    site, open_page
):
    page = lab(open_page, site + LAB + link(WRITERS))
    done(page)
    for side in "ab":  # with three digits
        load = ran(WRITERS, side)["shown"]["loads"][0]
        rate = numbers(page, side)[0].removesuffix("/s").replace(",", "")
        assert float(rate) == pytest.approx(load["rate"], abs=0.51)
    before = numbers(page, "a")
    threads = page.locator("#lab-load-0-threads")
    threads.fill("8")
    threads.press("Enter")
    expect(page.locator(".load.on p")).to_contain_text("8 writers")
    done(page)
    assert numbers(page, "a") != before
    page.locator(".tool.undo").click()
    expect(page.locator(".load.on p")).to_contain_text("4 writers")
    done(page)
    assert numbers(page, "a") == before
    page.locator("[data-part=logdevice] .part").click()
    page.locator(".set.open select[id$=mirrored]").select_option("yes")
    expect(page.locator(".v.b .no")).to_contain_text("must be an even number")
    assert numbers(page, "a") == before
    assert numbers(page, "b") == ["–", "–", "–"]


@pytest.mark.alike("changes what runs")
def test_keys_alone_open_a_part_and_close_it_and_move_what_happens(site, same_page):
    page = at(site, same_page, WRITERS)
    done(page)
    first = page.locator(".part").first
    first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-part=network] .part")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Network")).to_be_visible()
    for side in "ab":
        expect(page.locator(".set.open input:focus")).to_have_count(1)
        page.keyboard.press(side)
        expect(page.get_by_role("radio", name=side.upper(), exact=True)).to_be_checked()
    page.keyboard.press("a")
    page.keyboard.press("Escape")  # at once, while what has the focus is drawn anew
    expect(page.locator("[data-part=network] .part")).to_be_focused()
    flag = page.locator(".evw")
    flag.focus()
    page.keyboard.press("ArrowRight")
    expect(flag).to_have_attribute("aria-label", re.compile("at 0:03"))
    done(page)
    flag.focus()
    page.keyboard.press("Delete")
    expect(flag).to_have_count(0)
    expect(page.locator(".brk").first).to_be_focused()


@pytest.mark.alike("changes what runs")
def test_a_pool_that_is_pasted_is_set_up_and_a_wrong_text_says_which_line(site, same_page):
    page = at(site, same_page, WRITERS)
    done(page)
    page.locator(".v.a .cmd").get_by_text("paste").click()
    page.locator("#lab-pasted").fill("zpool create tank mirror sda")
    page.get_by_role("button", name="Set up A").click()
    expect(page.locator(".set.open .no")).to_contain_text("line 1")
    page.locator("#lab-pasted").fill(STATUS)
    page.get_by_role("button", name="Set up A").click()
    expect(page.locator("[data-part=disk] small").first).to_contain_text("1 mirror of 2 × 8 TB")
    done(page)


@pytest.mark.alike("changes what runs")
def test_a_failure_is_pressed_and_the_bracket_shows_what_it_did(site, same_page):
    quiet = {**WRITERS, "events": [], "seconds": 6}
    page = at(site, same_page, quiet)
    done(page)
    page.get_by_role("button", name="Power pulled").click()
    expect(page.locator(".evw")).to_have_text("power is pulled")
    done(page)
    page.get_by_role("tab", name="In words").click()
    expect(page.locator(".said")).to_contain_text("power is pulled")
    page.get_by_role("tab", name="Latency over time").click()
    window = page.locator(".win")
    window.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".v.a .say")).to_contain_text("The power is off.")


def test_a_cut_link_says_so(site, open_page):
    page = lab(open_page, site + LAB + link(WRITERS)[:-9])
    expect(page.locator(".notes")).to_contain_text("cut or changed")


def test_a_file_holds_the_study_that_the_command_line_runs(site, same_page):
    page = at(site, same_page, WRITERS)
    done(page)
    with page.expect_download() as saved:
        page.locator(".tool.save").click()
    assert json.loads(saved.value.path().read_text()) == WRITERS


def test_a_level_of_the_game_tells_what_is_missing_and_why_once_it_is_met_at_par(site, same_page):
    level = LEVELS[0]
    cheapest = {"pool.vdevs": 1, "log.devices": 1, "head.memory": 2**34}
    a = level["start"]["a"]
    start = level["start"] | {"goal": goal_of(level) | {"par": 2264.98}}
    page = at(site, same_page, start)
    standing = page.locator(".goal [role=status]")
    expect(standing).to_contain_text("a second too few", timeout=60_000)
    expect(page.locator(".goal")).to_contain_text("disk of 22 TB $6,560")
    for settings, words in (
        *sample(
            [
                ({"filesystem.sync": "disabled"}, "Out of the game: filesystem.sync must stay"),
                ({"log.devices": 1}, "more than par"),
            ],
            1,
        ),
        (cheapest, "Met, at par."),
    ):
        changed = a | {"settings": a["settings"] | settings}
        page.evaluate("to => { location.hash = to }", link(start | {"a": changed}))
        expect(standing).to_contain_text(words, timeout=60_000)
    expect(page.locator(".goal")).to_contain_text(level["after"])


def test_a_refused_text_stays_with_the_wrong_words_marked(site, same_page):
    page = at(site, same_page, WRITERS)
    done(page)
    page.locator(".v.b .cmd").get_by_text("paste").click()
    box = page.locator("#lab-pasted")
    box.fill("[global]\nbs=4k\n[x]\nrw=banana")
    box.press("Control+Enter")
    expect(page.locator(".set.open .no u")).to_have_text("banana")
    expect(page.locator(".set.open .no")).to_contain_text("line 4: rw must be one of")
    expect(box).to_have_value("[global]\nbs=4k\n[x]\nrw=banana")
    box.fill("zpool add tank log nvme0n1 nvme1n1")
    box.press("Control+Enter")
    expect(page.locator(".v.b code")).to_contain_text("log nvme0n1 nvme1n1")
    page.locator(".v.b .cmd").get_by_text("paste").click()
    box.press("Escape")
    expect(box).to_have_count(0)


def test_what_a_paste_takes_away_is_said_before_it_has_run(site, same_page):
    long = {**WRITERS, "seconds": 600, "events": [{"at": 20, "kind": "resilver"}]}
    page = at(site, same_page, long)
    expect(page.locator(".evw")).to_have_text("resilver starts")
    page.locator(".v.a .cmd").get_by_text("paste").click()
    page.locator("#lab-pasted").fill("zpool create tank sda")
    page.locator("#lab-pasted").press("Control+Enter")
    expect(page.locator(".notes")).to_contain_text("Your machine is set; ")
    expect(page.locator(".notes")).to_contain_text("(Undo brings them back)")
    expect(page.locator(".evw")).to_have_count(0)
    page.locator(".tool.undo").click()  # stop


def test_a_wrong_value_stays_in_its_field_with_what_would_be_right(site, same_page):
    page = at(site, same_page, WRITERS)
    done(page)
    threads = page.locator("#lab-load-0-threads")
    for text in ("0", "abc", "12 parsecs"):
        threads.fill(text)
        threads.press("Enter")
        expect(page.locator("#lab-load-0-threads-no")).to_contain_text("local.threads must be")
        expect(page.locator("#lab-load-0-threads-no")).to_contain_text(f"got '{text}'")
        expect(threads).to_have_value(text)
    expect(page.locator(".v .no")).to_have_count(0)
    threads.press("Escape")
    expect(threads).to_have_value("4")
    expect(page.locator("#lab-load-0-threads-no")).to_have_count(0)


def test_a_failure_that_cannot_be_is_refused_as_it_is_pressed(site, same_page):
    quiet = {**WRITERS, "b": None, "events": [], "seconds": 4}
    page = at(site, same_page, quiet)
    done(page)
    page.get_by_role("button", name="Log device dies", exact=True).click()
    expect(page.locator(".notes")).to_contain_text("must be on a machine with log devices")
    expect(page.locator(".evw")).to_have_count(0)
    for _ in range(2):
        page.get_by_role("button", name="Scrub starts", exact=True).click()
    expect(page.locator(".evw")).to_have_count(2)


def test_flags_of_a_refused_study_can_be_taken_away(site, open_page):
    wrong = {**WRITERS, "b": None, "events": [{"at": 2, "kind": "log device dies"}]}
    page = lab(open_page, site + LAB + link(wrong))
    expect(page.locator(".v.a .no")).to_contain_text("must be on a machine with log devices")
    flag = page.locator(".evw")
    expect(flag).to_have_text("log device dies")
    flag.focus()
    page.keyboard.press("Delete")
    expect(flag).to_have_count(0)
    expect(page.locator(".v.a .no")).to_have_count(0)
