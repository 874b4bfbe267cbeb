"""Run the book's notebooks in its JupyterLite in a real Chromium: `python -m bench.notebooks [NAME ...]`
runs all cells of each and names the cells that fail; `measure` times the first figure."""

import sys
import time
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import TimeoutError as TooLate

from bench.browser import serve, site_and_browser
from bench.rows import Row, at_most

FIRST = 12.0
"""Most seconds from opening a notebook to its first figure."""
PATIENCE = 600_000.0  # ms
DONE = """() => {
    const marks = [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")].map((mark) => mark.textContent);
    return marks.length && marks.every((mark) => /\\d/.test(mark));
}"""
FAULTS = ", ".join(
    f"[data-mime-type='application/vnd.jupyter.{kind}']" for kind in ("stderr", "error")
)
WIDGETS = ".jp-OutputArea :is(.live-figure, .wtg-lab, .wtg-measured)"


def notebooks() -> list[str]:
    """Return the names of the notebooks in the built site."""
    return sorted(path.stem for path in (serve.SITE / "lite" / "files").glob("*.ipynb"))


def fresh(browser: Browser) -> BrowserContext:
    """Return a fresh profile."""
    return browser.new_context(viewport={"width": 1280, "height": 900})


def opened(profile: BrowserContext, site: str, name: str) -> Page:
    """Open a notebook, and return its page once it can be typed in."""
    page = profile.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site}lite/notebooks/index.html?path={name}.ipynb")
    page.locator(".jp-CodeCell .cm-content").first.click()
    return page


def first_figure(browser: Browser, site: str, name: str) -> float:
    """Return the time (s) from opening a notebook to the first figure, if its cell is run at once."""
    begun = time.monotonic()
    page = opened(fresh(browser), site, name)
    page.keyboard.press("Shift+Enter")
    page.locator(".live-figure .lf-plot svg").first.wait_for()
    taken = time.monotonic() - begun
    page.context.close()
    return taken


def run_all(profile: BrowserContext, site: str, name: str) -> tuple[int, int, list[str]]:
    """Run all cells of a notebook. Return how many there are, how many widgets they show, and what
    went wrong."""
    page = opened(profile, site, name)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    try:
        page.wait_for_function(DONE)
    except TooLate:
        faults.append(f"not done within {PATIENCE / 1000:.0f} s")
    faults += page.locator(FAULTS).all_inner_texts()
    faults += [text for text in page.locator(".lf-message").all_inner_texts() if text]
    cells, widgets = page.locator(".jp-CodeCell").count(), page.locator(WIDGETS).count()
    page.close()
    return cells, widgets, faults


def measure(browser: Browser, site: str) -> list[Row]:
    """Return the row of the time to the first figure of a notebook, the shorter of two."""
    taken = min(first_figure(browser, site, "synchronous-writes") for _ in range(2))
    return [at_most("notebook, first figure", taken, "s", FIRST)]


def main(names: list[str]) -> int:
    """Run notebooks, print a line for each, and return how many fail."""
    failed = 0
    with site_and_browser() as (site, browser):
        profile = fresh(browser)
        for name in names or notebooks():
            begun = time.monotonic()
            cells, widgets, faults = run_all(profile, site, name)
            failed += bool(faults)
            taken = time.monotonic() - begun
            print(f"{name:24} {cells:3} cells {widgets:3} widgets {taken:6.1f} s", flush=True)
            for fault in faults:
                print(f"  {' '.join(fault.split())[:300]}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main([Path(name).stem for name in sys.argv[1:]]))
