"""A reader at work: every slider again and again, the keyboard alone, predictions, downloads, what
is kept."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from figures.contents import CHAPTERS, get
from tests.browser.figures import Reader
from tests.conftest import sample

PAGE = "book/synchronous-writes.html"


def traits(id):
    """What a figure has that the page must know how to handle."""
    figure = get(id)
    for param in figure.params.values():
        yield (
            type(param),
            *(bool(getattr(param, name, False)) for name in ("stops", "whole", "more", "view")),
        )
        yield getattr(param, "unit", "")
    for panel in figure.panels:
        yield from (
            name
            for name in ("frame", "aspect", "when", "probe", "pick", "handle", "move")
            if panel[name]
        )
        yield from (mark["mark"] for mark in panel["marks"])
        yield from (
            (name, axis.get("type"), axis.get("palette")) for name, axis in panel["axes"].items()
        )


def unlike():
    """The figures that bring something which none before them has."""
    seen = set()
    for chapter, ids in CHAPTERS.items():
        for id in ids:
            if not seen.issuperset(traits(id)):
                seen.update(traits(id))
                yield chapter, id


FIGURES = list(unlike())


@pytest.mark.parametrize(("chapter", "id"), sample(FIGURES, 2))
def test_every_slider_moves_and_the_figure_runs(site, same_page, chapter, id):
    reader = Reader(same_page(f"{site}book/{chapter}.html"), id)
    reader.figure.locator(".lf-controls details").evaluate_all(
        "folds => folds.forEach(fold => { fold.open = true; })"
    )
    sliders = reader.figure.locator(".lf-controls input[type=range]").all()

    def step(slider):
        slider.focus()
        expect(slider).to_be_focused()
        reader.page.keyboard.press(
            "ArrowLeft" if slider.input_value() == slider.get_attribute("max") else "ArrowRight"
        )

    before = [slider.input_value() for slider in sliders]
    reader.after(
        (lambda: [step(slider) for slider in sliders]) if sliders else (lambda: reader.press("run"))
    )
    reader.settle()
    assert reader.state == "live"
    assert all(slider.input_value() != was for slider, was in zip(sliders, before, strict=True))


@pytest.mark.alike("runs")
def test_the_page_shows_what_the_models_say(site, open_page):
    reader = Reader(open_page(site + PAGE), "gathered-writes")
    reader.after(lambda: reader.press("run"))
    figure = get("gathered-writes")
    assert reader.says == figure.description(figure.rows())


@pytest.mark.alike("guesses")
def test_a_guess_is_scored_and_kept(site, open_page):
    page = open_page(site + PAGE)
    page.locator("#fig-one-writer .lf-veil button").click()  # another bet veils this figure
    guess = page.locator(".predict[data-prediction=cache-answers]")
    guess.locator("input").fill("lots")
    guess.locator("[data-action=commit]").click()
    assert "number" in guess.locator(".predict-result").inner_text()
    guess.locator("input").fill("236")
    guess.locator("input").press("Enter")
    page.wait_for_function(
        "/The model: /.test(document.querySelector('[data-prediction=cache-answers] .predict-result').textContent)"
    )
    assert re.search(
        r"Your guess: 236.*The model: 5,557.*factor of 2[34]",
        guess.locator(".predict-result").inner_text(),
    )
    asked = page.locator("#fig-one-writer [data-preset='as measured, flush ignored']")
    expect(asked).to_have_attribute("aria-pressed", "true")
    page.reload()
    assert guess.locator("input").input_value() == "236"


@pytest.mark.alike("guesses")
def test_a_prediction_by_choice_is_pressed_scored_kept_and_cleared(site, open_page):
    page = open_page(site + "book/memory.html")
    guess = page.locator(".predict[data-prediction=more-processors]")
    said, pressed = guess.locator(".predict-result"), guess.locator("[aria-pressed=true]")
    told = page.locator("#fig-arc-locks ~ p").first
    assert told.evaluate("n => n.inert")
    guess.get_by_role("button", name="more", exact=True).click()
    expect(said).to_contain_text("Your guess: more. The model: ")
    assert re.search(
        r"1\.68.* against 1\.69.*, the same, within 10 %\. It hardly moves\.", said.inner_text()
    )
    assert not told.evaluate("n => n.inert")
    page.reload()
    expect(pressed).to_have_text("more")
    guess.get_by_role("button", name="the same").press("Enter")
    expect(said).to_contain_text("Right.")
    expect(pressed).to_have_text("the same")
    guess.locator("[data-action=clear]").click()
    assert pressed.count() == 0
    assert said.inner_text() == ""


@pytest.mark.alike("runs")
def test_data_and_picture_can_be_taken_away(site, open_page):
    reader = Reader(open_page(site + PAGE), "raw-limits")
    reader.after(lambda: reader.press("run"))
    with reader.page.expect_download() as taken:
        reader.press("csv")
    rows = Path(taken.value.path()).read_text().strip().splitlines()
    assert rows[0].split(",") == ["row", "pattern", "size", "iops", "rate", "chosen"]
    assert len(rows) == 16
    with reader.page.expect_download() as taken:
        reader.press("svg")
    picture = Path(taken.value.path()).read_text()
    assert picture.startswith("<svg") or picture.startswith("<?xml")
    assert "var(--" not in picture
    reader.press("table")
    assert reader.figure.locator(".lf-data tbody tr").count() == 15


@pytest.mark.alike("is kept or reached")
def test_settings_come_back_and_go_with_the_edition(site, open_page):
    page = open_page(site + PAGE)
    reader = Reader(page, "one-writer")
    reader.after(lambda: reader.use("15,000 rpm"))
    page.reload()
    assert reader.figure.locator("[name=spindle]").input_value() == "15000"
    kept = json.loads(json.dumps(page.evaluate("Object.entries(localStorage)")))
    edition = page.locator("meta[name=book-edition]").get_attribute("content")
    assert any(edition in key + value for key, value in kept)


@pytest.mark.alike("is kept or reached")
def test_the_keyboard_alone_reaches_and_leaves_everything(site, open_page):
    page = open_page(site + PAGE)
    reader = Reader(page, "one-writer")
    reader.figure.locator("details.lf-more").evaluate("fold => { fold.open = true; }")
    reader.after(lambda: reader.set("seed", "5"))  # now Reset means something
    reader.figure.locator("[data-action=reset]").focus()
    seen = set()
    for _ in range(60):
        seen.add(
            page.evaluate(
                "(e => e.name || e.dataset.action || e.dataset.preset || e.dataset.openTab)(document.activeElement)"
            )
        )
        if "share" in seen:
            break
        page.keyboard.press("Tab")
    folds = {"claims", "about", "code", "table", "csv", "svg", "share"}
    tabs, presets = {get(reader.id).panels[0]["tab"]}, set(list(get(reader.id).presets)[:3])
    assert {*get(reader.id).params, "seed", "reset", "presets", *tabs, *presets, *folds} <= seen
    reader.figure.locator("[data-action=code]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{reader.selector} .cm-content")
    reader.figure.locator(".cm-content").focus()
    page.keyboard.press("Escape")
    assert not page.evaluate("document.activeElement.classList.contains('cm-content')")
