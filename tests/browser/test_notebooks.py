"""A chapter's notebook runs in the site's JupyterLite, asks no other site, and runs again when the server is
gone. `python -m bench.notebooks` runs all of them."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.hosts import HOSTS, serving
from tests.browser.test_offline import put_away

CHATTER = ("Skipping {command", "Menu entry", "Uploader widget", "No exact match found for python")
"""What JupyterLab tells the console of itself."""


def run_first(page: Page) -> Locator:
    """Run the first cell, and return its figure once it is drawn."""
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    figure = page.locator(".live-figure").first
    figure.locator(".lf-plot svg").first.wait_for()
    return figure


def test_a_chapters_notebook_runs_with_its_controls_and_again_without_a_server(
    open_page: Callable[..., Page], watch: Any
) -> None:
    with serving(HOSTS["nginx"]) as address:
        page = open_page(address + "book/synchronous-writes.html", keep=True)
        assert not any("/lite/" in url for url in watch.requests)
        link = page.get_by_role("link", name="Open this chapter as a notebook")
        page.goto(str(link.evaluate("link => link.href")))
        figure = run_first(page)
        said = figure.locator(".lf-say").inner_text()
        slider = figure.locator("input[type=range]:visible").first
        slider.press("Home")
        expect(figure.locator(".lf-say")).not_to_have_text(said)
        least = float(slider.input_value())
        slider.press("ArrowRight")  # a key of JupyterLab's, too
        assert float(slider.input_value()) > least
        put_away(page, "/notebooks")
    watch.away = True
    page.reload()
    run_first(page)
    assert watch.strangers() == []
    watch.errors[:] = [line for line in watch.errors if not line.startswith(CHATTER)]
