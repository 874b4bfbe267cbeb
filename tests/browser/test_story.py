"""The story with choices: played to its end by keyboard, with its bill and the shortest way."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.site]


def test_the_chase_is_played_by_keyboard_and_ends_with_its_bill(open_page, site):
    page = open_page(f"{site}book/the-hunt.html")
    place = page.locator(".wtg-story")

    def press(selector):
        page.locator(selector).focus()
        page.keyboard.press("Enter")

    press("[data-tool=stacks]")  # cannot be asked yet
    expect(place.locator(".st-bill")).to_contain_text("0 s spent")
    for tool in ("wire", "files", "stacks"):
        press(f"[data-tool={tool}]")
        expect(page.locator(f"#asked-{tool}")).to_be_focused()
    press(".st-verdicts summary")
    press("[data-verdict=disks]")
    expect(page.get_by_role("alert")).to_contain_text("They have nothing to do")
    press("[data-verdict=lights]")
    end = page.locator("#story-end")
    expect(end).to_be_focused()
    expect(end).to_contain_text("3 of 8 tools, were wrong once, and spent 100 s")
    assert "load_formhist_from_file" in page.locator("#asked-stacks pre").first.inner_text()
    end.get_by_role("button").press("Enter")
    expect(place.locator(".st-asked")).to_have_count(0)
