"""What was opened once can be read and run without a network."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.figures import drawn_anew


def run(page: Page) -> None:
    figure = page.locator("#fig-same-disk")
    runs = int(figure.get_attribute("data-runs") or 0)
    figure.locator("[data-action=run]").click()
    page.wait_for_function(
        "n => { const f = document.querySelector('#fig-same-disk');"
        " return f.dataset.state === 'live' && Number(f.dataset.runs) > n }",
        arg=runs,
    )


def stored(page: Page) -> list[str]:
    """What the service worker has put away."""
    return list(
        page.evaluate("""async () => {
        const all = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()));
        return all.flat().map(request => request.url);
    }""")
    )


def put_away(page: Page, end: str) -> None:
    """Wait until the service worker has put away, behind the page's back, what ends like this."""
    while not any(url.endswith(end) for url in stored(page)):
        page.wait_for_timeout(100)


@pytest.mark.alike("runs")
def test_a_page_that_was_run_once_runs_without_a_network(
    site: str,
    open_page: Callable[..., Page],
    watch: Any,
) -> None:
    page = open_page(site + "book/index.html", keep=True)
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    run(page)
    put_away(page, "/interpreter")
    watch.away = True
    page.context.set_offline(True)
    page.reload()
    run(page)
    assert "10,0" in page.locator("#fig-same-disk .lf-say").inner_text()


def test_with_a_network_nothing_stale_is_shown(site: str, open_page: Callable[..., Page]) -> None:
    page = open_page(site + "book/index.html", keep=True)
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.evaluate("""async () => {
        const shelf = await caches.open((await caches.keys())[0]);
        const old = new Response('<p>an old edition</p>', {headers: {'content-type': 'text/html'}});
        await shelf.put(location.href.split('#')[0], old);
    }""")
    page.reload()
    assert "an old edition" not in page.locator("body").inner_text()


def test_the_other_pages_of_the_book_can_be_read_after_one_was(
    site: str,
    open_page: Callable[..., Page],
    watch: Any,
) -> None:
    page = open_page(site + "book/index.html", keep=True)
    page.evaluate("navigator.serviceWorker.ready")
    drawn_anew(page)
    assert not any(
        url.endswith("book/disks.html") for url in stored(page)
    )  # nobody has begun to read
    page.evaluate("window.scrollTo(0, 300)")
    put_away(page, "/edition")
    watch.away = True
    page.context.set_offline(True)
    page.goto(site + "book/disks.html")
    assert page.locator(".bd-article h1").inner_text().startswith("Disks")
    page.locator("#fig-disk-queue .lf-plot svg").first.wait_for()
    assert page.evaluate(
        "[...document.styleSheets].some(sheet => sheet.href && sheet.href.endsWith('live/style.css'))"
    )
    page.goto(site + "book/there-is-none.html")
    assert "not stored" in page.locator("h1").inner_text()


@pytest.mark.alike("runs")
def test_who_only_read_can_run_without_a_network(
    site: str, open_page: Callable[..., Page], watch: Any
) -> None:
    page = open_page(site + "book/index.html", keep=True)
    put_away(page, "/interpreter")  # nobody touches anything
    watch.away = True
    page.context.set_offline(True)
    run(page)
    assert "10,0" in page.locator("#fig-same-disk .lf-say").inner_text()
    page.locator("#fig-same-disk [data-action=code]").click()
    page.locator("#fig-same-disk .cm-content").wait_for()


def test_without_interpreter_and_network_one_sentence_says_so_and_the_controls_go_back(
    site: str,
    open_page: Callable[..., Page],
    watch: Any,
) -> None:
    page = open_page(site + "book/synchronous-writes.html", keep=True, saving=True)
    page.evaluate("navigator.serviceWorker.ready")
    watch.away = True
    page.context.set_offline(True)
    figure = page.locator(".live-figure").first
    first, second = figure.locator("[data-preset]").first, figure.locator("[data-preset]").nth(1)
    said = figure.locator(".lf-say").inner_text()
    second.click()
    page.wait_for_selector(".live-figure[data-state=error]")
    message = figure.locator(".lf-message").inner_text()
    assert message == "The interpreter is not stored yet: connect once, then it runs offline too."
    assert (first.get_attribute("aria-pressed"), second.get_attribute("aria-pressed")) == (
        "true",
        "false",
    )
    assert figure.locator(".lf-say").inner_text() == said
    page.context.set_offline(False)
    second.click()
    page.wait_for_selector(".live-figure[data-state=live]")
    assert second.get_attribute("aria-pressed") == "true"
