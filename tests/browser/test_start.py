"""A figure comes to life on any static host, with the interpreter's snapshot and without it."""

import json

import pytest
from playwright.sync_api import Page

from tests.browser.pages import LIVE


def run(page: Page) -> None:
    figure = page.locator(".live-figure").first
    figure.locator("[data-action=run]").click()
    page.wait_for_selector(".live-figure[data-state=live]")
    assert figure.get_attribute("data-runs") == "1"


@pytest.mark.skipif(not LIVE, reason="no page has a live figure")
def test_a_figure_comes_to_life_under_a_sub_path(nested_site, open_page, watch):
    page = open_page(nested_site + LIVE[0])
    run(page)
    assert any("snapshot" in url for url in watch.requests)
    assert all(
        url.startswith((nested_site, "data:", "blob:"))
        for url in watch.requests
        if "favicon.ico" not in url
    )


@pytest.mark.skipif(not LIVE, reason="no page has a live figure")
def test_a_figure_comes_to_life_without_the_snapshot(site, open_page, watch):
    page = open_page(site + LIVE[0])

    def without(route):
        listing = route.fetch().json() | {"snapshot": None}
        route.fulfill(content_type="application/json", body=json.dumps(listing))

    page.context.route("**/wheels.json", without)
    run(page)
    assert not any("snapshot" in url for url in watch.requests)
