"""A real Chromium over the built book. Every page that a test opens is watched: whatever goes wrong
fails the test.

Pages keep nothing for when there is no network, which takes longer than most tests, unless they are
opened with `keep=True`; nor do they fetch anything before somebody asks, or keep a spare
interpreter, as on a small device whose connection costs: `saving=False` for those that do.

`site` and `nested_site` are the book's address at the root of a server and under a sub-path;
`open_page(address, scheme=, width=, script=)` opens a page in a fresh profile; `same_page(address)`
gives a page that the tests of a module share, for those that need no fresh one; `watch` holds what
the browser reported.
"""

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import chromium as finder
import pytest
import serve
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.figures import HURRY

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
# Optimising the interpreter takes longer than all that a test runs in it.
FLAGS.append("--js-flags=--liftoff-only")
# Nothing is judged by the clock: what does not come in two minutes will not come.
PATIENCE = int(os.environ.get("PATIENCE", 120_000))  # ms
expect.set_options(timeout=PATIENCE)
KEEP_NOTHING = "delete Navigator.prototype.serviceWorker"
SAVE_DATA = (
    "Object.defineProperty(Navigator.prototype, 'connection', {get: () => ({saveData: true})});"
    "Object.defineProperty(Navigator.prototype, 'deviceMemory', {get: () => 2})"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/browser/"):
            item.add_marker(pytest.mark.browser)


@dataclass
class Watch:
    """What the browser reported of all pages of a test. A test that expects trouble empties the
    list it expects."""

    origin: str = ""
    away: bool = False  # the test took the network away: the browser may say so, at any later time
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def follow(self, page: Page) -> None:
        page.on("request", lambda request: self.requests.append(request.url))
        page.on(
            "console",
            lambda message: message.type in ("error", "warning") and self.note(message.text),
        )
        page.on("pageerror", lambda error: self.errors.append(f"uncaught: {error}"))
        page.on(
            "response",
            lambda answer: answer.status >= 400 and self.note(f"{answer.status} {answer.url}"),
        )

    def note(self, text: str) -> None:
        """What the browser says of something that it could not have."""
        if not (self.away and ("net::ERR_" in text or "503" in text)):
            self.errors.append(text)

    def strangers(self) -> list[str]:
        """Requests to another origin."""
        return [url for url in self.requests if not url.startswith((self.origin, "data:", "blob:"))]


def serving(folder: Path) -> Iterator[str]:
    server = serve.server(0, folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="package")
def site() -> Iterator[str]:
    """The book at the root of a server."""
    if not (serve.SITE / "index.html").exists():
        pytest.fail("the book is not built: run `make book`")
    yield from serving(serve.SITE)


@pytest.fixture(scope="package")
def nested_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The book under a sub-path, as on a project's page of a static host."""
    root = tmp_path_factory.mktemp("host")
    (root / "some").mkdir()
    (root / "some" / "book").symlink_to(serve.SITE, target_is_directory=True)
    for address in serving(root):
        yield address + "some/book/"


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    path = finder.find()
    if path is None:
        pytest.fail("no Chromium was found: run `make test`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fails the test on any console error or warning, failed answer, or request to another origin."""
    seen = Watch()
    yield seen
    assert seen.errors == []
    assert seen.strangers() == []


def await_progress(page: Page) -> None:
    """Wait until the page of progress, if this is it, has come to life: its script comes on demand."""
    if page.locator(".progress-book").count():
        page.locator(".progress-book[data-ready]").wait_for(state="attached")


@pytest.fixture
def open_page(chromium: Browser, watch: Watch) -> Iterator[Callable[..., Page]]:
    """Open an address in a fresh profile: `open_page(url, scheme="dark", width=390, script=False)`."""
    contexts = []

    def open_page(
        address: str,
        scheme: str = "light",
        width: int = 1280,
        script: bool = True,
        keep: bool = False,
        saving: bool | None = None,
        **more: Any,
    ) -> Page:
        context = chromium.new_context(
            color_scheme=scheme,
            viewport={"width": width, "height": 900},
            java_script_enabled=script,  # type: ignore[arg-type]
            **{"service_workers": "allow"} | more,
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        # what is kept is kept when nobody waits for anything; nobody waits so long here
        context.add_init_script(f"{{ {HURRY} }}" if keep else KEEP_NOTHING)
        if saving or (saving is None and not keep):
            context.add_init_script(SAVE_DATA)
        page = context.new_page()
        watch.origin = address[: address.index("/", len("http://")) + 1]
        watch.follow(page)
        page.goto(address)
        if script:
            await_progress(page)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def shelf(chromium: Browser) -> Iterator[dict[str, tuple[Page, Watch]]]:
    """The page that the tests of a module share, by its address: at most one is open."""
    kept: dict[str, tuple[Page, Watch]] = {}
    yield kept
    for page, _ in kept.values():
        page.context.close()


@pytest.fixture
def same_page(
    request: pytest.FixtureRequest,
    chromium: Browser,
    shelf: dict[str, tuple[Page, Watch]],
) -> Iterator[Callable[[str], Page]]:
    """`same_page(url)`: the page as an earlier test of the module left it, if that test passed,
    else a new one."""

    def same_page(address: str) -> Page:
        if address not in shelf:
            while shelf:
                shelf.popitem()[1][0].context.close()
            page, seen = chromium.new_page(viewport={"width": 1280, "height": 900}), Watch()
            page.set_default_timeout(PATIENCE)
            page.add_init_script(KEEP_NOTHING)
            page.add_init_script(SAVE_DATA)
            seen.origin = address[: address.index("/", len("http://")) + 1]
            seen.follow(page)
            page.goto(address)
            await_progress(page)
            shelf[address] = page, seen
        return shelf[address][0]

    failed = request.session.testsfailed
    yield same_page
    seen = [(watch.errors, watch.strangers()) for _, watch in shelf.values()]
    if request.session.testsfailed > failed or seen != [([], [])] * len(seen):
        while shelf:
            shelf.popitem()[1][0].context.close()
    assert seen == [([], [])] * len(seen)
