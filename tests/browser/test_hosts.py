"""The book runs on hosts as they come, and where one does not send what is needed, a line says
what."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from exercises.contents import get
from tests.browser.conftest import Watch
from tests.browser.exercising import Solver, page_of
from tests.browser.figures import Reader
from tests.browser.hosts import HOSTS, serving
from tests.browser.pages import LIVE
from tests.conftest import sample

EXERCISE = "missed-revolution"
PAGE = page_of(EXERCISE)
FIGURE = "one-writer"


def uses(page: Page, watch: Watch) -> None:
    """Run a figure, and have an exercise's program checked."""
    reader = Reader(page, FIGURE)
    reader.after(lambda: reader.press("run"))
    assert any("snapshot" in url for url in watch.requests)
    solver = Solver(page, EXERCISE)
    solver.write(get(EXERCISE).solution(1))
    assert solver.check() == solver.praise


@pytest.mark.alike("is a host")
@pytest.mark.parametrize(
    ("name", "packs"),
    sample(
        [(name, packs) for name in HOSTS for packs in (False, True)],
        [("old nginx", False), ("httpd", True)],
    ),
)
def test_a_figure_runs_and_a_program_is_checked_on(
    name: str,
    packs: bool,
    open_page: Callable[..., Page],
    watch: Watch,
) -> None:
    with serving(HOSTS[name], packs) as address:
        uses(open_page(address + PAGE), watch)


# A figure comes to life on any static host, with the interpreter's snapshot and without it.


def run(page: Page) -> None:
    figure = page.locator(".live-figure").first
    figure.locator("[data-action=run]").click()
    page.wait_for_selector(".live-figure[data-state=live]")
    assert figure.get_attribute("data-runs") == "1"


@pytest.mark.alike("comes to life")
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


@pytest.mark.alike("comes to life")
@pytest.mark.skipif(not LIVE, reason="no page has a live figure")
def test_a_figure_comes_to_life_without_the_snapshot(site, open_page, watch):
    page = open_page(site + LIVE[0])

    def without(route):
        listing = route.fetch().json() | {"snapshot": None}
        route.fulfill(content_type="application/json", body=json.dumps(listing))

    page.context.route("**/wheels.json", without)
    run(page)
    assert not any("snapshot" in url for url in watch.requests)
