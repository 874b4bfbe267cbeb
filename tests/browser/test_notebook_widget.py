"""A figure's widget shows the page's controls; the kernel is this test, as no notebook is needed for
what the browser does."""

import json

import pytest
from playwright.sync_api import expect

from figures.contents import get
from figures.notebook.widget import DRAWING
from tests.browser.conftest import serving

TRAITS = ("figure", "controls", "settings", "rows", "params", "say", "message")
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A notebook</title>
<link rel="icon" href="data:,"><div id="cell" style="width: 900px"></div><script type="module">
import widget from "./widget.js";
const traits = %s, works = {};
window.model = {
    get: (name) => traits[name],
    set(name, value) { traits[name] = value; for (const work of works[`change:${name}`] ?? []) work(); },
    save_changes() { window.settings = JSON.stringify(traits.settings); },
    on: (event, work) => (works[event] ??= []).push(work),
    off() {},
};
widget.render({ model: window.model, el: document.getElementById("cell") });
</script>"""


@pytest.fixture
def live():
    return get("one-writer").widget()


@pytest.fixture
def page(live, open_page, tmp_path):
    traits = json.dumps({name: getattr(live, name) for name in TRAITS})
    (tmp_path / "index.html").write_text(PAGE % traits.replace("</", "<\\/"), encoding="utf-8")
    (tmp_path / "widget.js").write_bytes(DRAWING.read_bytes())
    for address in serving(tmp_path):
        yield open_page(address)


def test_a_moved_control_and_a_set_up_ask_the_kernel_for_their_settings(page, live):
    page.locator(".lf-more summary").click()
    page.locator("[name=cache]").select_option("off")
    live.settings = json.loads(page.evaluate("settings"))
    assert live.params["cache"] == "off" and live.preset is None
    page.locator("[data-preset='15,000 rpm']").click()
    live.settings = json.loads(page.evaluate("settings"))
    assert live.preset == "15,000 rpm"
    expect(page.locator("[aria-pressed=true]")).to_have_text("15,000 rpm")


def test_what_a_program_sets_is_shown_by_the_controls_and_the_picture(page, live):
    before = page.locator(".lf-plot").inner_html()
    live.set(spindle=250, cache="ignored", seed=7)
    for name in ("settings", "rows", "params", "say"):
        page.evaluate("([name, value]) => model.set(name, value)", [name, getattr(live, name)])
    expect(page.locator(".lf-say")).to_have_text(live.say)
    expect(page.locator("[name=cache]")).to_have_value("ignored")
    expect(page.locator("[name=seed]")).to_have_value("7")
    assert page.locator(".lf-plot").inner_html() != before


def test_a_refusal_of_the_controls_and_one_of_the_kernel_are_told(page):
    page.locator(".lf-exact").first.click()
    page.locator(".lf-exact-box").fill("1 GB")
    page.locator(".lf-exact-box").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Write size must be 0.5\N{NO-BREAK SPACE}KiB")
    page.evaluate("model.set('message', 'ZeroDivisionError: division by zero')")
    expect(page.get_by_role("alert")).to_have_text("ZeroDivisionError: division by zero")
