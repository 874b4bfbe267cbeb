"""Measure the weight of pages, and how long a reader waits for figures in a real Chromium: at the
first touch, at a set-up, at a step of a slider, and for a frame of an animation."""

import gzip
import json
import statistics
from collections.abc import Callable

from playwright.sync_api import Browser, Locator, Page, Route

from bench.browser import serve
from bench.rows import Row, at_least, at_most, measured
from bench.weight import MOST as MOST_WEIGHT
from bench.weight import weight

AT_ONCE, AFTER_A_WHILE, PLAIN, SET_UP = 1000.0, 300.0, 3000.0, 100.0
WHILE = 3.0  # s, after a page has loaded
FRAME = 1000 / 60 + 0.5  # ms
MOVING = ("book/transaction-groups.html", "group-and-reads")
FIRST_PIXELS, FINAL, FINAL_OF_MOST, MOST = 100.0, 1000.0, 300.0, 0.9
REPEATS = 3

STOPWATCH = """figure => {
    const watch = window.stopwatch = {};
    const runs = figure.dataset.runs;
    const start = () => watch.start ??= performance.now();
    for (const kind of ["input", "change", "click"]) figure.addEventListener(kind, start, {capture: true, once: true});
    const seen = changes => {
        const drawn = changes.some(c => c.target.closest?.(".lf-plot") && [...c.addedNodes].some(n => n.localName === "svg"));
        if (drawn && watch.start) requestAnimationFrame(() => watch.pixels ??= performance.now() - watch.start);
        if (figure.dataset.runs !== runs) requestAnimationFrame(() => watch.done ??= performance.now() - watch.start);
    };
    new MutationObserver(seen).observe(figure, {subtree: true, childList: true, attributeFilter: ["data-runs"]});
}"""

SHIFTS = """() => { window.shift = 0; new PerformanceObserver(list => { for (const each of list.getEntries())
    window.shift += each.value; }).observe({type: "layout-shift"}); }"""
FRAMES = """async () => {
    const times = [await new Promise(requestAnimationFrame)];
    while (times.length < 180) times.push(await new Promise(requestAnimationFrame));
    return times.slice(1).map((time, n) => time - times[n]);
}"""


def time_of(page: Page, figure: Locator, touch: Callable[[], None]) -> dict[str, float]:
    """Call `touch`, and return the times (ms) from the touch to the first new pixels (`pixels`) and
    to the finished picture (`done`)."""
    figure.evaluate(STOPWATCH)
    touch()
    page.wait_for_function(
        "window.stopwatch.done !== undefined && window.stopwatch.pixels !== undefined",
        timeout=60_000,
    )
    watch: dict[str, float] = page.evaluate("window.stopwatch")
    return watch


def first_touch(
    browser: Browser, address: str, wait: float, snapshot: bool = True
) -> tuple[float, float]:
    """Touch a slider `wait` seconds after the page has loaded. Return the time (ms) to the first
    new pixels, and the page's layout shift until the run ends. Without `snapshot` the interpreter
    starts without its stored memory."""

    def plain(route: Route) -> None:
        route.fulfill(json=route.fetch().json() | {"snapshot": None})

    context = browser.new_context(viewport={"width": 1280, "height": 800})
    if not snapshot:
        context.route("**/wheels.json", plain)
    page = context.new_page()
    page.goto(address, wait_until="load")
    figure = page.locator(".live-figure:has(.lf-controls > .lf-control > input[type=range])").first
    figure.evaluate("figure => figure.scrollIntoView({behavior: 'instant'})")
    page.wait_for_timeout(1000 * wait)
    page.evaluate(SHIFTS)
    slider = figure.locator(".lf-controls input[type=range]:visible").first
    slider.focus()
    taken = time_of(page, figure, lambda: page.keyboard.press("ArrowRight"))["pixels"]
    shift: float = page.evaluate("window.shift")
    context.close()
    return taken, shift


def set_up(browser: Browser, address: str) -> float:
    """Press the second set-up of a page's first figure, and return the time (ms) to the first new
    pixels."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(address, wait_until="load")
    figure = page.locator(".live-figure").first
    figure.evaluate("figure => figure.scrollIntoView({behavior: 'instant'})")
    page.wait_for_timeout(1000 * WHILE)
    taken = time_of(page, figure, figure.locator("[data-preset]").nth(1).click)["pixels"]
    context.close()
    return taken


def frame_time(browser: Browser, site: str) -> tuple[int, float]:
    """Play a scene, and return its number of requests and the median time (ms) of a frame."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(site + MOVING[0], wait_until="load")
    figure = page.locator(f"#fig-{MOVING[1]}")
    figure.evaluate("figure => figure.scrollIntoView({behavior: 'instant'})")
    figure.evaluate(
        "figure => figure.querySelectorAll('[inert]').forEach(part => { part.inert = false; })"
    )
    figure.locator("[data-open-tab='The machine']").dispatch_event("click")
    figure.locator(".lf-player [data-action=play]").dispatch_event("click")
    frames: list[float] = page.evaluate(FRAMES)
    count = figure.locator(".wtg-dot").count()
    context.close()
    return count, statistics.median(frames)


def step_sliders(page: Page, figure: Locator) -> list[dict[str, float]]:
    """Move each slider of a figure one step and back. Return the times (ms) of each step, as
    `time_of` does."""
    times = []
    figure.locator(".lf-controls details").evaluate_all(
        "folds => folds.forEach(fold => { fold.open = true; })"
    )
    for slider in figure.locator(".lf-controls input[type=range]").all():
        for key in ("ArrowRight", "ArrowLeft"):
            at = slider.evaluate("input => [+input.value, +input.min, +input.max]")
            if (key == "ArrowRight" and at[0] >= at[2]) or (key == "ArrowLeft" and at[0] <= at[1]):
                continue
            slider.focus()
            times.append(time_of(page, figure, lambda key=key: page.keyboard.press(key)))  # type: ignore[misc]
    return times


def figure_rows(browser: Browser, address: str) -> tuple[list[Row], list[float]]:
    """Return the rows of a page's figures, and for each figure with a slider the median time (ms)
    to its finished picture."""
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
            rows += [
                at_most(f"slider step, first pixels: {id}", pixels, "ms", FIRST_PIXELS),
                at_most(f"slider step, final picture: {id}", final, "ms", FINAL),
            ]
            finals.append(final)
    context.close()
    return rows, finals


def pages() -> list[str]:
    """Return the paths of the book's pages in the built site."""
    return sorted(
        path.relative_to(serve.SITE).as_posix() for path in (serve.SITE / "book").rglob("*.html")
    )


def live_pages() -> list[str]:
    """Return the paths of the pages with live figures."""
    return [
        page
        for page in pages()
        if 'class="live-figure"' in (serve.SITE / page).read_text(encoding="utf-8")
    ]


def sizes() -> list[Row]:
    """Return a row for the size (MB, gzipped) of each large file that a page fetches at the first
    touch: the interpreter, and its snapshot if there is one."""
    live = serve.SITE / "live"
    listing = json.loads((live / "wheels.json").read_text())
    core = sum(len(gzip.compress(path.read_bytes(), 6)) for path in (live / "pyodide").iterdir())
    rows = [measured("interpreter, gzip", core / 1e6, "MB")]
    if listing["snapshot"]:
        rows.append(
            measured("snapshot, gzip", (live / listing["snapshot"]).stat().st_size / 1e6, "MB")
        )
    return rows


def measure(browser: Browser, site: str) -> list[Row]:
    """Return all rows: weights, waiting times and layout shifts of pages and figures."""
    rows = [
        at_most(f"weight: {page}", weight(serve.SITE / page), "kB gzip", MOST_WEIGHT)
        for page in pages()
    ]
    rows += sizes()
    for page in live_pages():
        for name, wait, budget in (
            ("at once", 0.0, AT_ONCE),
            (f"after {WHILE:.0f} s", WHILE, AFTER_A_WHILE),
        ):
            touches = [first_touch(browser, site + page, wait) for _ in range(REPEATS)]
            taken = statistics.median(pixels for pixels, _ in touches)
            rows.append(at_most(f"first touch, {name}: {page}", taken, "ms", budget))
            rows.append(
                at_most(
                    f"layout shift, {name}: {page}",
                    round(max(shift for _, shift in touches), 2),
                    "",
                    0.0,
                )
            )
        pressed = statistics.median(set_up(browser, site + page) for _ in range(REPEATS))
        rows.append(at_most(f"a set-up, pressed: {page}", pressed, "ms", SET_UP))
    plain = [
        first_touch(browser, site + live_pages()[0], 0.0, snapshot=False)[0] for _ in range(REPEATS)
    ]
    rows.append(
        at_most("first touch at once, without a snapshot", statistics.median(plain), "ms", PLAIN)
    )
    count, frame = frame_time(browser, site)
    rows.append(at_most(f"a frame of {count} requests in motion", frame, "ms", FRAME))
    finals = []
    for page in live_pages():
        more, times = figure_rows(browser, site + page)
        rows += more
        finals += times
    if finals:
        quick = sum(final <= FINAL_OF_MOST for final in finals) / len(finals)
        rows.append(
            at_least(
                f"figures whose slider is done within {FINAL_OF_MOST:.0f} ms", quick, "share", MOST
            )
        )
    return rows
