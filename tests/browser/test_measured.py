"""A reader's own files: read in the page, shown, refused in one line, and sent nowhere."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.site]
REAL = Path(__file__).parents[1] / "models" / "measured" / "real"


def test_a_file_is_read_shown_and_sent_nowhere(open_page, site):
    page = open_page(f"{site}book/your-machine.html")
    sent = []
    page.on("request", lambda request: sent.append((request.method, request.url)))
    page.set_input_files(".ym-files input", REAL / "mix_clat.1.log")
    card = page.locator(".ym-file")
    expect(card).to_have_attribute("data-state", "read", timeout=60_000)
    expect(card.locator(".ym-picture svg").first).to_be_visible()
    card.locator("summary").click()
    assert re.search(r"read\s+n\s+1,463", card.locator("table").inner_text())
    assert {method for method, _ in sent} == {"GET"} and all(site in url for _, url in sent)
    page.locator("textarea").fill("r/s 12\nw/s 3")
    page.locator(".ym-paste button").click()
    refused = page.locator(".ym-refused")
    expect(refused).to_be_visible()
    assert "must be of a known form" in refused.inner_text()
    assert "\n" not in refused.inner_text()
