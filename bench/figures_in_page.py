"""What a reader waits for: page weight, and in a real Chromium the first live result and a step of a slider."""
import gzip
import json
import statistics
from collections.abc import Callable

from playwright.sync_api import Browser, Locator, Page, Route

from bench.browser import serve
from bench.rows import Row, at_least, at_most, told
from bench.weight import MOST as MOST_WEIGHT
from bench.weight import weight

WITH_SNAPSHOT, PLAIN = 1000.0, 3000.0
FIRST_PIXELS, FINAL, FINAL_OF_MOST, MOST = 100.0, 1000.0, 300.0, 0.9
REPEATS = 3

STOPWATCH = """figure => {
    const watch = window.stopwatch = {};
    const runs = figure.dataset.runs;
    const start = () => watch.start ??= performance.now();
    for (const kind of ["input", "change", "click"]) figure.addEventListener(kind, start, {capture: true, once: true});
    const seen = changes => {
        const drawn = changes.some(c => c.type === "childList" && c.target.closest?.(".lf-plot"));
        if (drawn && watch.start) requestAnimationFrame(() => watch.pixels ??= performance.now() - watch.start);
        if (figure.dataset.runs !== runs) requestAnimationFrame(() => watch.done ??= performance.now() - watch.start);
    };
    new MutationObserver(seen).observe(figure, {subtree: true, childList: true, attributeFilter: ["data-runs"]});
}"""


def time_of(page: Page, figure: Locator, touch: Callable[[], None]) -> dict[str, float]:
    """Return the milliseconds from a touch to the first new pixels and to the finished picture."""
    figure.evaluate(STOPWATCH)
    touch()
    page.wait_for_function("window.stopwatch.done !== undefined && window.stopwatch.pixels !== undefined", timeout=60_000)
    watch: dict[str, float] = page.evaluate("window.stopwatch")
    return watch


def first_result(browser: Browser, address: str, snapshot: bool) -> float:
    """Return the milliseconds from the first touch of a cold page to its first live result."""

    def plain(route: Route) -> None:
        route.fulfill(json=route.fetch().json() | {"snapshot": None})

    context = browser.new_context()
    if not snapshot:
        context.route("**/wheels.json", plain)
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    figure = page.locator(".live-figure").first
    taken = time_of(page, figure, figure.locator("[data-action=run]").click)["done"]
    context.close()
    return taken


def step_sliders(page: Page, figure: Locator) -> list[dict[str, float]]:
    """Move every slider of a figure by one step, and back."""
    times = []
    figure.locator(".lf-controls details").evaluate_all("folds => folds.forEach(fold => { fold.open = true; })")
    for slider in figure.locator(".lf-controls input[type=range]").all():
        for key in ("ArrowRight", "ArrowLeft"):
            at = slider.evaluate("input => [+input.value, +input.min, +input.max]")
            if (key == "ArrowRight" and at[0] >= at[2]) or (key == "ArrowLeft" and at[0] <= at[1]):
                continue
            slider.focus()
            times.append(time_of(page, figure, lambda key=key: page.keyboard.press(key)))   # type: ignore[misc]
    return times


def figure_rows(browser: Browser, address: str) -> tuple[list[Row], list[float]]:
    """Return the rows of a page's figures, and the final time of each."""
    rows, finals = [], []
    context = browser.new_context()
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    for figure in page.locator(".live-figure").all():
        id = figure.get_attribute("data-figure")
        time_of(page, figure, figure.locator("[data-action=run]").click)
        if steps := step_sliders(page, figure):
            pixels = statistics.median(step["pixels"] for step in steps)
            final = statistics.median(step["done"] for step in steps)
            rows += [at_most(f"slider step, first pixels: {id}", pixels, "ms", FIRST_PIXELS),
                     at_most(f"slider step, final picture: {id}", final, "ms", FINAL)]
            finals.append(final)
    context.close()
    return rows, finals


def pages() -> list[str]:
    """Return the book's pages."""
    return sorted(path.relative_to(serve.SITE).as_posix() for path in (serve.SITE / "book").rglob("*.html"))


def live_pages() -> list[str]:
    """Return the pages with live figures."""
    return [page for page in pages() if 'class="live-figure"' in (serve.SITE / page).read_text(encoding="utf-8")]


def sizes() -> list[Row]:
    """Return what a reader fetches at the first touch."""
    live = serve.SITE / "live"
    listing = json.loads((live / "wheels.json").read_text())
    core = sum(len(gzip.compress(path.read_bytes(), 6)) for path in (live / "pyodide").iterdir())
    rows = [told("interpreter, gzip", core / 1e6, "MB")]
    if listing["snapshot"]:
        rows.append(told("snapshot, gzip", (live / listing["snapshot"]).stat().st_size / 1e6, "MB"))
    return rows


def measure(browser: Browser, site: str) -> list[Row]:
    """Return all rows."""
    rows = [at_most(f"weight: {page}", weight(serve.SITE / page), "kB gzip", MOST_WEIGHT) for page in pages()]
    rows += sizes()
    for page in live_pages():
        taken = [first_result(browser, site + page, True) for _ in range(REPEATS)]
        rows.append(at_most(f"first live result, cold: {page}", statistics.median(taken), "ms", WITH_SNAPSHOT))
    taken = [first_result(browser, site + live_pages()[0], False) for _ in range(REPEATS)]
    rows.append(at_most("first live result, cold, without a snapshot", statistics.median(taken), "ms", PLAIN))
    finals = []
    for page in live_pages():
        more, times = figure_rows(browser, site + page)
        rows += more
        finals += times
    if finals:
        quick = sum(final <= FINAL_OF_MOST for final in finals) / len(finals)
        rows.append(at_least(f"figures whose slider is done within {FINAL_OF_MOST:.0f} ms", quick, "share", MOST))
    return rows
