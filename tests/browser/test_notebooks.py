"""A chapter's notebook runs in the site's JupyterLite."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

CHATTER = ("Skipping {command", "Menu entry", "Uploader widget", "No exact match found for python")
"""What JupyterLab tells the console of itself."""


def run_first(page: Page) -> Any:
    """Run the first cell, and return its figure once it is drawn."""
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    figure = page.locator(".live-figure").first
    figure.locator(".lf-plot svg").first.wait_for()
    return figure


def test_a_chapters_notebook_runs_and_fetches_nothing_from_elsewhere(
    site: str, open_page: Callable[..., Page], watch: Any
) -> None:
    page = open_page(f"{site}lite/notebooks/index.html?path=synchronous-writes.ipynb", keep=True)
    figure = run_first(page)
    said = figure.locator(".lf-say").inner_text()
    figure.locator("[data-preset]").nth(1).click()
    expect(figure.locator(".lf-say")).not_to_have_text(said)
    assert watch.strangers() == []
    watch.errors[:] = [line for line in watch.errors if not line.startswith(CHATTER)]
