"""A hunt is played to its end by keyboard, and its exercise knows what was asked."""

import re

import pytest
from playwright.sync_api import expect

from exercises.contents import get
from models.hunt.proofs import shortest
from models.hunt.scenes import FAULTS, fault_of

pytestmark = [pytest.mark.browser, pytest.mark.site]
SEED = next(seed for seed in range(1, 100) if fault_of(seed) == "log died")
"""A server whose fault one quick probe shows."""
LONG = 60_000


def test_a_hunt_is_played_to_its_end_by_keyboard(open_page, site):
    page = open_page(f"{site}book/the-hunt.html?hunt={SEED}#hunt")
    game = page.locator("#hunt")
    probe = shortest("log died")[0]
    game.locator(f"[data-probe={probe}].hu-tool").focus()
    page.keyboard.press("Enter")
    said = game.locator(".hu-tools pre")
    expect(said).to_contain_text("FAULTED", timeout=LONG)
    expect(game.get_by_role("status")).to_contain_text(f"{probe}: ")
    game.locator(".hu-diagnosis input").first.focus()
    names = [*FAULTS]
    page.keyboard.press("Space")
    for _ in range(names.index("log died")):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    verdict = game.locator(".hu-verdict")
    expect(verdict).to_have_attribute("data-right", "true", timeout=LONG)
    expect(verdict.locator("h3")).to_be_focused()
    now, before = verdict.locator("pre").all_inner_texts()
    assert "FAULTED" in now and "ONLINE" in before
    assert "1 found of one server" in verdict.inner_text()
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.className") != "hu-again":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(verdict).to_have_count(0)
    expect(game.locator(".hu-complaint")).to_be_focused()
    assert re.search(r"\?hunt=\d+#hunt$", page.url) and f"hunt={SEED}#" not in page.url


def test_an_address_with_no_server_says_so_and_an_exercise_ticks_what_was_asked(open_page, site):
    page = open_page(f"{site}book/the-hunt.html?hunt=moon")
    expect(page.locator("#hunt .hu-error")).to_contain_text("from 1 to 999,999, not “moon”")
    exercise = page.locator("#exercise-any-of-twelve")
    exercise.locator(".ex-fold > summary").click()
    exercise.get_by_role("button", name="Ask this server").click()
    exercise.locator("[data-probe=sar].hu-tool").click()
    expect(exercise.locator("input[name=sar]")).to_be_checked()
    fault = fault_of(get("any-of-twelve").case(1)["seed"])
    exercise.locator(f"input[name=diagnosis][value='{fault}']").check()
    exercise.get_by_role("button", name="Check", exact=True).click()
    expect(exercise).to_have_attribute("data-state", "tried", timeout=LONG)
    expect(exercise.locator(".ex-results")).to_contain_text("The diagnosis is right")
