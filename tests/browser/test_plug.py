"""A reader pulls the plug: what is lost follows the line, by mouse, by keys, on a phone, whatever
is redrawn."""

import pytest

from figures.contents import get
from tests.browser.figures import Reader, drawn_anew

PAGE, ID = "book/intent-log.html", "pull-the-plug"
LOST = "lost though promised"


@pytest.fixture
def reader(site, same_page):
    """A reader before the figure under sync=disabled, where all since the last group is lost."""
    reader = Reader(same_page(site + PAGE), ID)
    reader.after(lambda: reader.figure.locator("[data-preset='sync=disabled']").click())
    reader.figure.locator(".lf-grip").first.scroll_into_view_if_needed()
    return reader


def grip(reader):
    return reader.figure.locator(".lf-grip").first


def lost(reader):
    """KiB that the table among the data calls lost."""
    row = reader.figure.locator(".lf-table tr", has_text=LOST)
    return float(row.locator("td").nth(1).text_content().replace(",", ""))


def drag(reader, seconds):
    """Drag the line to a time, in a few moves, and let go."""
    page, line = reader.page, grip(reader)
    box = line.bounding_box()
    panel = reader.figure.locator(".lf-canvas > svg.wtg-plot").first.evaluate(
        "e => JSON.parse(e.dataset.layout).x.ends.concat(e.getBoundingClientRect().width / e.viewBox.baseVal.width)"
    )
    first, last, left, right, scale = panel
    now = float(line.get_attribute("aria-valuenow"))
    far = (seconds - now) / (last - first) * (right - left) * scale
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def move():
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(1, 7):
            page.mouse.move(x + far * step / 6, y)
            drawn_anew(page)
        page.mouse.up()

    reader.after(move)
    reader.settle()
    assert float(line.get_attribute("aria-valuenow")) == pytest.approx(seconds, abs=0.05)


def test_what_is_lost_grows_with_the_line_until_a_group_is_on_disk(reader):
    found = []
    for seconds in (2.0, 4.8, 5.4):
        drag(reader, seconds)
        found.append(lost(reader))
    assert 1400 < found[0] < 1700 and 3500 < found[1] < 4100  # 8 KiB a hundred times a second
    assert found[2] < 450
    at = float(grip(reader).get_attribute("aria-valuenow"))
    assert reader.says == get(ID).description(get(ID).rows(plug=at, sync="disabled"))


def test_the_keys_move_by_about_a_hundredth_of_the_axis_ten_times_that_or_a_tenth(reader):
    drag(reader, 3.1)
    grip(reader).focus()
    at = []
    for key in (
        "ArrowRight",
        "ArrowRight",
        "ArrowLeft",
        "Shift+ArrowRight",
        "PageDown",
        "Alt+ArrowRight",
        "Control+ArrowLeft",
    ):
        reader.after(lambda key=key: reader.page.keyboard.press(key))
        at.append(float(grip(reader).get_attribute("aria-valuenow")))
    step = at[1] - at[0]
    assert step == pytest.approx(0.1)
    assert at[0] / step == pytest.approx(round(at[0] / step))
    assert at == pytest.approx(
        [at[0], at[0] + step, at[0], at[0] + 10 * step, at[0], at[0] + step / 10, at[0]]
    )
    assert "Alt" in grip(reader).get_attribute("aria-description")
    assert grip(reader).get_attribute("aria-valuetext").endswith("s")


def test_the_line_keeps_its_place_and_its_focus_when_everything_else_changes(reader):
    drag(reader, 7.0)
    at = grip(reader).get_attribute("aria-valuenow")
    grip(reader).focus()
    for name, value in (("log", "device"), ("interval", "2"), ("sync", "standard")):
        reader.after(lambda name=name, value=value: reader.set(name, value))
        reader.settle()
        assert grip(reader).get_attribute("aria-valuenow") == at
        assert grip(reader).evaluate("e => e === document.activeElement")
    assert lost(reader) == 0
    assert "Nothing is lost" in reader.says


def test_on_a_phone_the_line_is_as_wide_as_a_finger(site, open_page):
    phone = Reader(open_page(site + PAGE, width=390, has_touch=True, is_mobile=True), ID)
    phone.after(lambda: phone.figure.locator("[data-preset='sync=disabled']").click())
    grip(phone).scroll_into_view_if_needed()
    box = grip(phone).bounding_box()
    assert box["width"] >= 24 and box["height"] > 80
    grip(phone).focus()
    phone.after(lambda: phone.page.keyboard.press("Home"))
    assert "before any write" in phone.says
