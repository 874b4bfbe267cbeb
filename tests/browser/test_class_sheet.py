"""The class sheet in the page: what the command line would make, in a table and as files; nothing
is kept or sent."""

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from exercises.__main__ import main
from exercises.contents import CHAPTERS
from exercises.kit.variant_of import variant_of

PAGE = "book/for-instructors.html"
ROSTER = 'id,name\ns1,Ada Lovelace\ns2,"=HYPERLINK(""http://127.0.0.1/"")"\ns3,<b>Eve</b>\n'


def sheet(open_page, site: str, **more) -> Page:
    """The page, once its form works."""
    page = open_page(site + PAGE, **more)
    page.wait_for_selector(".class-sheet[data-ready]")
    return page


def fill(page: Page, roster: str = ROSTER, seed: str = "autumn") -> None:
    page.get_by_label("Roster").fill(roster)
    page.get_by_label("Seed").fill(seed)


def make(page: Page) -> None:
    page.get_by_role("button", name="Make the sheet").click()


def saved(page: Page, button: str) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    return download.value.path()


def test_the_sheet_is_that_of_the_command_line_and_its_links_lead_to_variants(
    site, open_page, tmp_path, monkeypatch
):
    page = sheet(open_page, site)
    sent = []
    page.on("request", lambda request: sent.append((request.method, request.url)))
    fill(page)
    page.get_by_label("Disks", exact=True).check()
    make(page)
    asked = [name.replace("_", "-") for name in CHAPTERS["disks"]]
    expect(page.locator(".cs-said")).to_have_text(f"3 students, {len(asked)} exercises each.")
    rows = page.locator(".cs-wide tbody tr")
    assert rows.nth(2).locator("bdi").all_inner_texts() == ["<b>Eve</b>", "s3"]
    monkeypatch.chdir(tmp_path)
    for button, name in (("Save roster.csv", "roster.csv"), ("Save class.toml", "class.toml")):
        (tmp_path / name).write_bytes(saved(page, button).read_bytes())
    text = saved(page, "Save CSV").read_bytes()
    assert main(["class", "roster.csv", "--out", "sheet.csv"]) == 0
    assert (tmp_path / "sheet.csv").read_bytes() == text
    table = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"))))
    wanted = [variant_of("autumn", id, one) for id in ("s1", "s2", "s3") for one in asked]
    assert [int(row["variant"]) for row in table] == wanted
    assert table[len(asked)]["name"].startswith("'=")
    links = [link.get_attribute("href") for link in rows.locator("a").all()]
    assert links == [row["link"] for row in table]
    assert links[0].startswith(site)
    assert {method for method, _ in sent} == {"GET"}
    assert not any("Ada" in url or "autumn" in url for _, url in sent)
    kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert "Ada" not in kept and "autumn" not in kept
    other = open_page(links[0])
    expect(other.locator(f"#exercise-{asked[0]} .ex-which")).to_contain_text(
        f"{int(table[0]['variant']):,}"
    )


@pytest.mark.alike("is made")
def test_each_mistake_is_a_line_and_the_sheet_before_it_is_gone(site, open_page):
    page = sheet(open_page, site)
    fill(page, "Ada\nBob\n")
    page.get_by_label("All", exact=False).first.check()
    make(page)
    expect(page.locator(".cs-wide tbody tr")).to_have_count(2)
    page.get_by_label("All", exact=False).first.uncheck()
    fill(page, "Ada\nBob\nada\n", seed=" ")
    make(page)
    lines = page.locator(".cs-faults li")
    expect(lines).to_have_count(3)
    assert 'line 3: it has the name "Ada" twice, first in line 1' in lines.nth(0).inner_text()
    assert lines.nth(1).inner_text().startswith("choose at least one exercise")
    assert lines.nth(2).inner_text().startswith("the seed must be")
    assert not page.locator(".cs-made").is_visible()


@pytest.mark.alike("is made")
def test_it_is_made_with_the_keyboard_alone(site, open_page):
    page = sheet(open_page, site)
    page.get_by_label("Roster").focus()
    page.keyboard.type("Ada\nBob")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")  # the first chapter
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # its exercises
    page.keyboard.press("Tab")
    page.keyboard.press("Space")  # not the first of them
    chapter = page.locator(".cs-chapter").first
    assert chapter.locator("[data-chapter]").evaluate("box => box.indeterminate")
    page.get_by_label("Seed").focus()
    page.keyboard.type("autumn")
    page.keyboard.press("Enter")
    count = len(CHAPTERS["seeing-latency"]) - 1
    expect(page.locator(".cs-said")).to_have_text(f"2 students, {count} exercises each.")


@pytest.mark.alike("is made")
@pytest.mark.parametrize("media", ["screen", "print"])
def test_the_sheet_fits_a_phone_and_is_printed_alone(media, site, open_page):
    page = sheet(open_page, site, width=390)
    fill(page)
    page.get_by_label("All", exact=False).first.check()
    make(page)
    page.locator(".cs-wide table").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    if media == "print":
        page.evaluate("window.print = () => undefined")
        page.get_by_role("button", name="Print").click()
        page.emulate_media(media="print")
        text = page.locator("article").inner_text()
        assert text.startswith("Ada Lovelace")
        assert "The class file" not in text
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert "The class file" in page.locator("article").inner_text()
