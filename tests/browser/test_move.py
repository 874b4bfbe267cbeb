"""Cards that a reader moves to other slots: by mouse, by finger, by keys, and always by their
lists."""

import json

import pytest

from tests.browser.conftest import serving
from tests.browser.figures import Reader, drawn_anew
from tests.browser.moving import answer, cards, write_page
from tests.browser.test_pages import AXE

FIGURE = cards()
THING, PLACE, LIVE = ".lf-thing:visible", ".lf-place", ".lf-panel [role=status]"


@pytest.fixture(scope="module")
def stand(tmp_path_factory):
    """The address of a page with nothing but the figure."""
    folder = tmp_path_factory.mktemp("cards")
    write_page(FIGURE, folder)
    yield from serving(folder)


@pytest.fixture
def reader(stand, open_page):
    return at(stand, open_page)


def at(stand, open_page, figure=FIGURE, **more):
    """A reader at the figure; the page runs its model here."""
    page = open_page(stand, **more)
    page.expose_function("runModel", lambda request: answer(figure, request))
    return Reader(page, figure.id)


def settings(reader):
    return {name: reader.figure.locator(f"[name={name}]").input_value() for name in FIGURE.params}


def thing(reader, name):
    """The element over the card that sets a parameter."""
    return reader.figure.locator(f".lf-thing[data-name='{FIGURE.params[name].label}']")


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def slot(reader, name):
    """The middle of a slot on the screen, as the picture has noted it."""
    return reader.figure.locator("svg.wtg-plot").evaluate(
        """(svg, name) => {
        const [, places] = JSON.parse(svg.dataset.spots);
        const [, x, y, width, height] = places.find(([key]) => key === name);
        const at = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(svg.getScreenCTM());
        return [at.x, at.y];
    }""",
        name,
    )


def drag(reader, name, to, beside=(0, 0)):
    """Drag a card to a slot, or a little beside it, in a few moves; it is still held."""
    mouse, (x, y) = reader.page.mouse, middle(thing(reader, name))
    x2, y2 = (a + b for a, b in zip(slot(reader, to), beside, strict=True))
    mouse.move(x, y)
    mouse.down()
    for step in range(1, 6):
        mouse.move(x + (x2 - x) * step / 5, y + (y2 - y) * step / 5)


def says(reader):
    return reader.figure.locator(LIVE).inner_text()


def over(reader, name, place):
    """Whether a card's element lies over a slot."""
    return middle(thing(reader, name)) == pytest.approx(slot(reader, place), abs=4)


def test_a_card_that_is_dragged_to_a_slot_sets_its_list_and_the_figure_runs(reader):
    assert over(reader, "net1", "A1")  # before anything has run
    drag(reader, "net1", "B2")
    assert reader.figure.locator(PLACE).count() == 6  # its own is one of them
    assert reader.figure.locator(f"{PLACE}[data-near]").count() == 1
    assert reader.figure.locator(".lf-readout").inner_text() == "Network card 1: slot 2 of bridge B"
    reader.after(reader.page.mouse.up)
    assert settings(reader) == {"net1": "B2", "net2": "A2", "disk": "B1"}
    assert reader.says == "The links of the two bridges carry 0.33 and 0.67 of what they could."
    assert over(reader, "net1", "B2")
    assert reader.figure.locator(PLACE).count() == 0
    assert says(reader) == "Network card 1: now slot 2 of bridge B"


def test_a_card_that_is_put_where_another_is_changes_places_with_it_in_one_run(reader):
    drag(reader, "net1", "B1", beside=(20, 5))
    assert "changes places with Disk card" in reader.figure.locator(".lf-readout").inner_text()
    runs = reader.runs
    reader.after(reader.page.mouse.up)
    reader.settle()
    assert settings(reader) == {"net1": "B1", "net2": "A2", "disk": "A1"}
    assert reader.runs == runs + 1
    assert over(reader, "disk", "A1") and over(reader, "net1", "B1")


def test_a_card_goes_only_where_its_list_has_the_slot(reader):
    drag(reader, "disk", "B3")
    assert reader.figure.locator(PLACE).count() == 4
    assert reader.figure.locator(f"{PLACE}[data-near]").count() == 0
    reader.page.mouse.up()
    reader.frames()
    assert (settings(reader)["disk"], reader.runs) == ("B1", 0)
    assert over(reader, "disk", "B1")


@pytest.mark.parametrize("end", ["Escape", "nowhere", "home"])
def test_a_card_that_is_let_go_elsewhere_is_where_it_was(reader, end):
    if end == "nowhere":
        drag(reader, "net2", "A2", beside=(0, -400))
    else:
        drag(reader, "net2", "B3" if end == "Escape" else "A2", beside=(9, 9))
    if end == "Escape":
        reader.page.keyboard.press("Escape")
        assert reader.figure.locator(PLACE).count() == 0
    reader.page.mouse.up()
    reader.frames()
    assert (settings(reader)["net2"], reader.runs) == ("A2", 0)
    assert over(reader, "net2", "A2")
    assert says(reader) == "Network card 2 put back: slot 2 of bridge A"
    assert reader.figure.locator("[data-held]").count() == 0


def test_keys_lift_a_card_choose_a_slot_and_put_it_down(reader):
    card = thing(reader, "net1")
    assert card.get_attribute("aria-label") == "Network card 1: slot 1 of bridge A. Enter lifts it"
    card.focus()
    keys = reader.page.keyboard
    keys.press("ArrowDown")
    assert (
        reader.figure.locator(PLACE).count() == 0
    )  # the arrows scroll the page until something is lifted
    keys.press("Enter")
    assert says(reader).startswith("Network card 1 lifted; 5 other places. Arrow keys choose one")
    heard = []
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        keys.press(key)
        heard.append(says(reader))
    assert heard == [
        "slot 2 of bridge A, changes places with Network card 2",
        "slot 3 of bridge A",
        "slot 3 of bridge B",
    ]
    reader.after(lambda: keys.press("Enter"))
    reader.settle()
    assert settings(reader) == {"net1": "B3", "net2": "A2", "disk": "B1"}
    assert card.evaluate("e => e === document.activeElement")
    assert card.get_attribute("aria-label") == "Network card 1: slot 3 of bridge B. Enter lifts it"
    for last in ("Escape", "Tab"):
        keys.press(" ")
        keys.press("ArrowUp")
        keys.press(last)
        assert settings(reader)["net1"] == "B3"
        assert says(reader) == "Network card 1 put back: slot 3 of bridge B"
        card.focus()
    assert reader.runs == 1


def test_a_click_lifts_a_card_and_a_click_puts_it_down(reader):
    thing(reader, "net2").click()
    assert reader.figure.locator(PLACE).count() == 6
    reader.after(
        lambda: reader.page.mouse.click(*slot(reader, "B1"))
    )  # though another card lies there
    assert settings(reader) == {"net1": "A1", "net2": "B1", "disk": "A2"}
    thing(reader, "net2").click()
    reader.page.locator("p", has_text="The page goes on").click()
    assert reader.figure.locator(PLACE).count() == 0
    assert settings(reader)["net2"] == "B1"


def test_lists_presets_and_reset_move_the_cards_too(reader):
    reader.after(lambda: reader.set("net1", "B3"))
    assert over(reader, "net1", "B3")
    reader.after(lambda: reader.figure.locator("[data-preset='one bridge']").click())
    assert over(reader, "disk", "A1") and over(reader, "net1", "A3")
    reader.after(lambda: reader.press("reset"))
    assert over(reader, "net1", "A1")


def test_a_finger_drags_a_card_and_scrolls_the_page_elsewhere(stand, open_page):
    phone = at(stand, open_page, width=390, has_touch=True, is_mobile=True)
    page = phone.page
    # until then it is the wide picture made small
    page.wait_for_function("document.querySelector('svg.wtg-plot').viewBox.baseVal.width < 390")
    fingers = page.context.new_cdp_session(page)

    def touch(kind, *at):
        points = [{"x": at[0], "y": at[1]}] if at else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def swipe(start, end):
        touch("touchStart", *start)
        for step in range(1, 9):
            touch("touchMove", *(a + (b - a) * step / 8 for a, b in zip(start, end, strict=True)))
            drawn_anew(page)
        touch("touchEnd")

    phone.after(lambda: swipe(middle(thing(phone, "net1")), slot(phone, "B3")))
    assert settings(phone)["net1"] == "B3"
    assert page.evaluate("scrollY") == 0
    thing(phone, "net1").tap()
    page.wait_for_timeout(
        400
    )  # as long as a hand takes: of two quick taps the browser may make none
    phone.after(lambda: page.touchscreen.tap(*slot(phone, "A3")))
    assert settings(phone)["net1"] == "A3"
    box = phone.figure.locator(".lf-canvas").bounding_box()
    free = box["x"] + box["width"] / 2, box["y"] + box["height"] - 20
    swipe(free, (free[0], free[1] - 250))
    page.wait_for_function("scrollY > 100")


def test_a_link_tells_of_itself_anywhere_along_it_and_a_card_though_something_lies_over_it(reader):
    reader.after(lambda: reader.press("run"))
    reader.page.evaluate("window.scrollTo(0, 0)")
    ends = reader.figure.locator("[aria-label=link] path").first.evaluate("""path => {
        const at = share => path.getPointAtLength(share * path.getTotalLength()).matrixTransform(path.getScreenCTM());
        return [0.1, 0.5, 0.9].map(at).map(({x, y}) => [x, y]);
    }""")
    tip = reader.figure.locator("[aria-label=tip] > g")
    for x, y in ends:
        reader.page.mouse.move(x + 2, y + 2)
        tip.first.wait_for()
        assert tip.count() == 1
        assert (
            tip.text_content().replace("\u200b", "")
            == "link bridge A to the socketload of a link (%) 66.67 ■"
        )
    x, y = middle(thing(reader, "disk"))
    reader.page.mouse.move(x - 80, y + 12)
    reader.page.wait_for_function(
        "document.querySelector('[aria-label=tip] > g')?.textContent.includes('disks')"
    )
    assert tip.text_content().replace("\u200b", "") == "card disks"
    assert tip.count() == 1
    reader.page.mouse.down()
    reader.page.mouse.move(*slot(reader, "A2"), steps=4)
    assert tip.count() == 0
    reader.page.mouse.up()


def test_who_has_no_script_sees_the_picture_and_the_notes_stay_out_of_downloads(stand, open_page):
    page = open_page(stand, script=False)
    assert page.locator("[aria-label=rect] rect").count() >= 6 + 3
    assert page.locator(".lf-thing").count() == 0
    notes = page.locator("svg.wtg-plot").get_attribute("data-spots")
    assert [len(each) for each in json.loads(notes)] == [3, 6]
    live = at(stand, open_page)
    with live.page.expect_download() as download:
        live.press("svg")
    assert "data-spots" not in download.value.path().read_text(encoding="utf-8")


def test_the_page_with_cards_has_no_fault_that_a_checker_finds(reader):
    thing(reader, "net1").click()
    reader.page.add_script_tag(path=AXE)
    faults = "answer => answer.violations.map(each => each.id + ': ' + each.nodes[0].html)"
    assert reader.page.evaluate(f"axe.run('.live-figure').then({faults})") == []
