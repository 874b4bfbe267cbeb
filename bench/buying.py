"""Measure what a reader waits for at the tool *What to buy* in a real Chromium: until the first candidates
are judged and until all are, how many the machine has run, and a frame while a line is dragged."""

from playwright.sync_api import Browser, Page

from bench.rows import Row, at_most, measured

JUDGED, REFINED, FRAME = 2.0, 20.0, 100.0
POOLS = 700
"""About each pool once."""
COUNT = 5000
PATIENCE = 300_000
DRAG = """async () => {
    const strip = document.querySelector('[data-need=loss] .strip');
    const box = strip.getBoundingClientRect();
    const send = (kind, at) => strip.dispatchEvent(new PointerEvent(kind, {pointerId: 1, button: 0, bubbles: true,
        clientX: box.left + at * box.width, clientY: box.top + 5}));
    strip.setPointerCapture = () => undefined;
    send('pointerdown', 0.5);
    const times = [];
    for (let n = 0; n < 20; n++) {
        await new Promise(requestAnimationFrame);
        const begun = performance.now();
        send('pointermove', 0.5 - n / 50);
        await new Promise(requestAnimationFrame);
        document.querySelector('.dots').getBBox();
        times.push(performance.now() - begun);
    }
    send('pointerup', 0.5);
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.9)];
}"""
JUDGE = """async ([text, count]) => {
    const tool = document.querySelector('.wtg-buy');
    const box = document.querySelector('#buy-usable');
    const begun = performance.now();
    box.value = text;
    box.dispatchEvent(new Event('change', {bubbles: true}));
    const drawn = async (isDone) => {
        while (!isDone(tool.dataset)) await new Promise(requestAnimationFrame);
        return (performance.now() - begun) / 1000;
    };
    await drawn(({state}) => state === 'judging');
    const isOver = ({state}) => state !== 'judging';
    const isSome = ({judged, pools}) => Number(judged) >= count && Number(judged) < Number(pools);
    return [await drawn((data) => isSome(data) || isOver(data)), await drawn(isOver)];
}"""
"""Ask for a capacity. Return when so many candidates were shown as judged, and all (s)."""


def opened(browser: Browser, site: str) -> Page:
    """Return the page with its tool alive."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(PATIENCE)
    page.goto(site + "book/sizing.html")
    page.wait_for_selector(".buying-root[data-ready]")
    return page


def measure(browser: Browser, site: str) -> list[Row]:
    """Return the rows of the tool."""
    page = opened(browser, site)
    _, cold = page.evaluate(JUDGE, ["124 TiB", POOLS])  # no purchase of the book
    some, took = page.evaluate(JUDGE, ["123 TiB", POOLS])
    tool = page.locator(".wtg-buy")
    count = float(str(tool.get_attribute("data-pools")))
    page.wait_for_function("document.querySelector('.wtg-buy').dataset.state === 'done'")
    ran = float(str(tool.get_attribute("data-ran")))
    frame = page.evaluate(DRAG)
    page.close()
    return [
        measured(f"what to buy: {COUNT:,} candidates judged, from a cold page", cold, "s"),
        at_most("what to buy: each pool once is in the picture", some, "s", JUDGED),
        at_most(f"what to buy: {COUNT:,} candidates judged", took / count * COUNT, "s", JUDGED),
        measured(f"what to buy: candidates run by the machine in {REFINED:g} s", ran, "pools"),
        at_most("what to buy: a dragged line greys what fails", frame, "ms", FRAME),
    ]
