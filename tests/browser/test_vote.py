"""A vote in class: it opens by its link, is led by keys alone, and its address holds its state."""

FORM = "four-lines-of-iostat"


def test_a_vote_is_led_by_keys_and_goes_on_where_its_address_says(site, open_page):
    page = open_page(site + f"book/disks.html#vote-{FORM}")
    page.wait_for_selector("dialog.vote[open]")
    for key in ("a", "1", "2", "b", "PageDown", "PageDown", "c"):
        page.keyboard.press(key)
    assert page.url.endswith(f"#vote-{FORM}~cause.2.3.again.12-1-0-0-0.0-0-1-0-0")
    assert page.locator(".vote-bar").count() == 0  # hidden until the teacher asks for them
    page.reload()
    page.wait_for_selector("dialog.vote[open]")
    assert page.locator(".vote-total").inner_text() == "1 vote"
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.vote", state="detached")
    assert page.url.endswith(f"#exercise-{FORM}")
