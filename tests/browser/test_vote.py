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


SMALLEST = """() => Math.min(...[...document.querySelectorAll("dialog.vote *")]
  .filter((part) => [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && part.checkVisibility())
  .map((part) => parseFloat(getComputedStyle(part).fontSize)))"""


def test_a_long_question_is_read_from_the_last_row_page_by_page(site, open_page):
    page = open_page(site + "book/crowds.html#vote-a-log-for-a-promise")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_selector("dialog.vote[open]")
    seen = set()
    for _ in range(9):
        assert page.evaluate(SMALLEST) >= 28
        seen.add(page.locator(".vote-page").inner_text())
        page.keyboard.press("ArrowDown")
    assert len(seen) > 1
    assert page.locator(".vote-options li").first.is_visible()
    assert page.url.endswith("#vote-a-log-for-a-promise~device.2.3.vote.0-0-0-0-0.0-0-0-0-0")
