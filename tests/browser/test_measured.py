"""A reader's own files: read in the page, shown, refused in one line, and sent nowhere."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.site]
REAL = Path(__file__).parents[1] / "models" / "measured" / "real"


SESSION = """\
me@titan:~$ zpool status tank
  pool: tank
 state: ONLINE
config:
\tNAME    STATE     READ WRITE CKSUM
\ttank    ONLINE       0     0     0
\t  sda   ONLINE       0     0     0
errors: No known data errors
me@titan:~$ iostat -x 1 2
Device  r/s  w/s  rkB/s  wkB/s  r_await  w_await
sda    90.0  0.0  900.0    0.0      9.0      0.0
"""


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
    page.locator("textarea").fill(SESSION)
    page.locator(".ym-paste button").click()
    expect(page.locator(".ym-file")).to_have_count(4, timeout=60_000)
    names = [heading.inner_text() for heading in page.locator(".ym-file h3").all()]
    assert names[:2] == ["the text: zpool status tank", "the text: iostat -x 1 2"]
    short = page.get_by_label("mix_clat.1.log", exact=True).locator(".ym-short")
    assert re.match(r"read: median [\d.]+ .s, p99 [\d.]+ .s, p99.9", short.first.inner_text())


DROP = """([place, name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    for (const kind of ["dragover", "drop"])
        place.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""
HELD = ".ym-beside[data-state=there]"


def test_the_examples_set_the_book_s_machine_and_say_what_is_wrong_with_theirs(open_page, site):
    page = open_page(f"{site}book/your-machine.html")
    page.get_by_role("button", name="three files of a server").click()
    expect(page.locator(".ym-file[data-state=read]")).to_have_count(3, timeout=120_000)
    page.get_by_role("button", name="Run it").click()
    held = page.locator(HELD)
    expect(held).to_contain_text("The model fits", timeout=240_000)
    expect(held).to_contain_text("The devices are as late: the cause is in them")
    expect(held).to_contain_text("zpool iostat -vl tank 10")
    held.get_by_role("button", name="the slowest").click()
    expect(held.locator(".ym-picture svg").first).to_be_visible()


def test_a_file_on_a_figure_stands_beside_the_figure_s_machine_and_goes_away_again(open_page, site):
    page = open_page(f"{site}book/disks.html")
    figure = page.locator(".live-figure[data-ready]:has([data-action=mine])").first
    text = (REAL / "mix_clat.1.log").read_text()
    figure.evaluate(
        f"(place, [name, text]) => ({DROP})([place, name, text])", ["x_clat.1.log", text]
    )
    held = page.locator(HELD)
    expect(held).to_contain_text("The machine does not fit", timeout=240_000)
    expect(held).to_contain_text("your median is")
    page.get_by_role("button", name="Put the files away").click()
    expect(page.locator(".ym-against")).to_have_count(0)
    figure.locator("[data-action=mine]").click()
    expect(page.get_by_role("heading", name="Your files beside this figure")).to_be_visible()
