"""Serve the built book, and open a Chromium to measure its pages."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
import chromium as finder
import serve

__all__ = ["serve", "site_and_browser"]

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


@contextmanager
def site_and_browser() -> Iterator[tuple[str, Browser]]:
    """Yield the address where the built book is served, and a Chromium."""
    path = finder.find()
    if path is None:
        raise SystemExit("there is no Chromium: run `make bench`, which installs one")
    server = serve.server(0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield f"http://127.0.0.1:{server.server_address[1]}/", browser
        browser.close()
    server.shutdown()
