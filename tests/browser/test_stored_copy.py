"""What this device has stored is whole, new, and says how old it is, whatever the host sends or
leaves out."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import serve
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.hosts import HOSTS, Faults, serving
from tests.browser.test_offline import put_away

# Addresses without .html, by redirect, and nothing that names a version.
BARE = replace(HOSTS["nginx"], clean=True, strips=True, validators=False)
PAGE = "book/disks"
LINE = ".wtg-stored"
IS_STORED = """async text => (await Promise.all((await caches.keys()).map(async name =>
    (await (await (await caches.open(name)).match(location.href))?.text())?.includes(text)))).some(Boolean)"""
OLDER = """async days => {
    for (const name of await caches.keys()) {
        const shelf = await caches.open(name), kept = await shelf.match(location.href.split("#")[0]);
        if (!kept) continue;
        const headers = new Headers(kept.headers);
        headers.set("x-book-kept", String(Date.now() - days * 86400e3 - 1000));
        await shelf.put(location.href.split("#")[0], new Response(await kept.text(), {headers}));
    }
}"""


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
def host(faults: Faults) -> Iterator[str]:
    with serving(BARE, packs=True, faults=faults) as address:
        yield address


@pytest.fixture
def stored_page(host: str, open_page: Callable[..., Page], watch: Watch) -> Page:
    """A page that has been put away, still with a network."""
    page = open_page(f"{host}{PAGE}.html", keep=True, saving=True)
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    put_away(page, PAGE)
    watch.away = True
    return page


def test_without_a_network_a_page_says_its_edition_and_its_age_by_each_of_its_addresses(
    stored_page: Page, host: str
) -> None:
    edition = stored_page.locator("meta[name=book-edition]").get_attribute("content")
    expect(stored_page.locator(LINE)).to_have_count(0)
    stored_page.context.set_offline(True)
    for end in ("", ".html", ".html?from=mail", "#queue"):
        stored_page.goto(f"{host}{PAGE}{end}")
        line = stored_page.locator(LINE)
        expect(line).to_contain_text("this device stored just now")
        expect(line).to_contain_text(f"edition {edition}")
    stored_page.evaluate(OLDER, 3)
    stored_page.reload()
    expect(stored_page.locator(LINE)).to_contain_text("3 days ago")


def test_what_is_stored_is_what_came_last_though_the_host_names_no_versions(
    stored_page: Page, faults: Faults
) -> None:
    faults[PAGE] = "new"
    stored_page.reload()
    expect(stored_page.locator("article h1").first).to_contain_text("Anew")
    stored_page.wait_for_function(IS_STORED, arg="Anew")
    stored_page.context.set_offline(True)
    stored_page.reload()
    expect(stored_page.locator("article h1").first).to_contain_text("Anew")


def test_a_sign_in_page_takes_no_page_s_place(
    stored_page: Page, host: str, faults: Faults, watch: Watch
) -> None:
    faults[""] = "page"  # of all addresses
    stored_page.goto(host + PAGE)
    expect(stored_page).to_have_title("Sign in, or not found")
    stored_page.evaluate("fetch('../live/style.css').then(answer => answer.text())")
    stored_page.context.set_offline(True)
    stored_page.goto(host + PAGE)
    assert stored_page.locator("article h1").first.inner_text().startswith("Disks")
    expect(stored_page.locator(LINE)).to_contain_text("No network")
    watch.errors.clear()  # scripts that the page asked for meanwhile


def test_the_address_of_a_folder_needs_no_slash(
    open_page: Callable[..., Page],
    watch: Watch,
    tmp_path: Path,
) -> None:
    (tmp_path / "storage").symlink_to(serve.SITE, target_is_directory=True)
    with serving(replace(HOSTS["nginx"], slashes=False), folder=tmp_path) as address:
        page = open_page(address + "storage")
        page.wait_for_url("**/storage/book/index.html")
        page.goto(address + "storage/book")
        watch.errors.clear()  # what the browser guessed from the address that has no slash
        assert page.url == address + "storage/book/"
        assert page.evaluate("document.querySelector('.live-figure').dataset.ready") == "true"
        assert page.evaluate(
            "[...document.styleSheets].some(sheet => sheet.href?.endsWith('storage/_static/page.css'))"
        )
        page.locator(".bd-sidenav a", has_text="Disks").first.click()
        page.wait_for_url("**/storage/book/disks.html")
        watch.errors.clear()
