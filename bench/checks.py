"""Measure how long a reader waits for the check of an answer: the first check in a fresh page, and
later checks."""

import json
import statistics
import sys
from collections.abc import Sequence
from urllib.parse import urljoin

from playwright.sync_api import Browser, Locator, Page

from bench.browser import site_and_browser
from bench.rows import Row, at_most, measured
from exercises.contents import CHAPTERS, get

FIRST, LATER = 2000.0, 300.0
REPEATS = 3

STOPWATCH = """root => {
    const watch = window.stopwatch = {};
    const button = root.querySelector("[data-action=check]");
    button.addEventListener("pointerdown", () => watch.start ??= performance.now(), {capture: true, once: true});
    new MutationObserver(() => {
        watch.busy ||= root.hasAttribute("data-busy");
        const over = watch.busy && !root.hasAttribute("data-busy");
        if (over && watch.start) requestAnimationFrame(() => watch.done ??= performance.now() - watch.start);
    }).observe(root, {subtree: true, childList: true, attributes: true});
}"""
FILL = """(root, answer) => {
    for (const [name, value] of Object.entries(answer)) {
        for (const input of root.querySelectorAll(`.ex-fields input[name="${name}"]`)) {
            if (input.type === "checkbox") input.checked = value;
            else if (input.type === "radio") input.checked = input.value === value;
            else input.value = value;
            input.dispatchEvent(new Event("input", {bubbles: true}));
            input.dispatchEvent(new Event("change", {bubbles: true}));
        }
    }
}"""


def opened(page: Page, id: str) -> Locator:
    """Scroll to an exercise, wait for its editor or fill in its fields, and return its element."""
    root = page.locator(f"#exercise-{id}")
    root.scroll_into_view_if_needed()
    if get(id).form is None:
        root.locator(".cm-content").wait_for()
    else:
        root.locator(".ex-fields:not([disabled])").wait_for()
        root.evaluate(FILL, get(id).solution(1))
    return root


def time_of(page: Page, root: Locator) -> float:
    """Press *Check*, and return the time (ms) until the verdict is shown. Raise RuntimeError if
    there is no verdict."""
    root.evaluate(STOPWATCH)
    root.locator("[data-action=check]").click()
    page.wait_for_function("window.stopwatch.done !== undefined", timeout=60_000)
    message = root.locator(".ex-say").text_content() or ""
    if not message.startswith(("Passed", "Not yet")):
        raise RuntimeError(f"{root.get_attribute('id')} was not checked: {message[:200]}")
    watch: dict[str, float] = page.evaluate("window.stopwatch")
    return watch["done"]


def first_check(browser: Browser, address: str, id: str, snapshot: bool = True) -> float:
    """Return how long (ms) the first check in a fresh page takes. Without `snapshot` the
    interpreter starts without its stored memory."""

    context = browser.new_context()
    page = context.new_page()
    if not snapshot:
        listing = page.request.get(urljoin(address, "../live/wheels.json")).json() | {
            "snapshot": None
        }
        context.route("**/wheels.json", lambda route: route.fulfill(json=listing))
    page.goto(address, wait_until="networkidle")
    taken = time_of(page, opened(page, id))
    context.close()
    return taken


def later_checks(browser: Browser, address: str, ids: list[str]) -> dict[str, float]:
    """Return how long (ms) a repeated check of each exercise of a page takes, by id: the median of
    several."""
    times = {}
    context = browser.new_context()
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    for id in ids:
        root = opened(page, id)
        time_of(page, root)
        times[id] = statistics.median(time_of(page, root) for _ in range(REPEATS))
    context.close()
    return times


def measure(browser: Browser, site: str, chapters: Sequence[str] = tuple(CHAPTERS)) -> list[Row]:
    """Return the rows of the exercises of `chapters`, by default of all."""
    rows: list[Row] = []
    later: dict[str, float] = {}
    pages = {
        f"book/{page}.html": [name.replace("_", "-") for name in CHAPTERS[page]]
        for page in chapters
    }
    for page, ids in pages.items():
        taken = [first_check(browser, site + page, id) for id in ids[:REPEATS]]
        rows.append(at_most(f"first check, cold: {page}", statistics.median(taken), "ms", FIRST))
    page, ids = next(iter(pages.items()))
    taken = [first_check(browser, site + page, id, snapshot=False) for id in ids[:REPEATS]]
    rows.append(measured("first check, cold, without a snapshot", statistics.median(taken), "ms"))
    for page, ids in pages.items():
        times = later_checks(browser, site + page, ids)
        rows.append(
            at_most(f"later check, median: {page}", statistics.median(times.values()), "ms", LATER)
        )
        later |= times
    slowest = max(later, key=lambda id: later[id])
    rows.append(at_most(f"later check, slowest: {slowest}", later[slowest], "ms", LATER))
    return rows


def main() -> None:
    """Run this benchmark only, and print its rows: `python -m bench.checks [CHAPTER ...]`."""
    with site_and_browser() as (site, browser):
        print(json.dumps(measure(browser, site, sys.argv[1:] or tuple(CHAPTERS)), indent=1))


if __name__ == "__main__":
    main()
