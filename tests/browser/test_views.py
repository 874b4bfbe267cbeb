"""Controls that only change what is shown, and those under a fold."""

import pytest

from figures.contents import figures, get
from figures.define.figure import Choice
from tests.browser.figures import Reader, choose
from tests.conftest import sample

VIEW = [
    (figure.id, name)
    for figure in figures()
    for name, param in figure.params.items()
    if param.view
    and isinstance(param, Choice)
    and any((panel["when"] or {}).get(name) for panel in figure.panels)
]
FOLDED = [figure.id for figure in figures() if any(param.more for param in figure.params.values())]
ID, NAME = next(
    (id, name)
    for id, name in VIEW
    if get(id).targets and get(id).targets_of(get(id).default_preset())
)
OTHER = next(
    value for value in get(ID).params[NAME].options if value != get(ID).params[NAME].default
)


def at(open_page, site, id):
    return Reader(open_page(f"{site}book/{get(id).chapter}.html"), id)


def picture(reader):
    return reader.figure.locator(".lf-plot svg").first.evaluate("svg => svg.outerHTML")


def wait_for_another(reader, before):
    reader.page.wait_for_function(
        "([f, old]) => document.querySelector(f + ' .lf-plot svg').outerHTML !== old",
        arg=[reader.selector, before],
    )


@pytest.mark.parametrize("figure", sample(list(dict(VIEW)), list(dict(VIEW))[::4]))
def test_another_view_is_drawn_at_once_though_nothing_has_run(figure, site, same_page):
    reader = at(same_page, site, figure)
    name = dict(VIEW)[figure]
    reader.figure.scroll_into_view_if_needed()
    before, says = picture(reader), reader.says
    param = get(figure).params[name]
    choose(reader, name, next(value for value in param.options if value != param.default))
    wait_for_another(reader, before)
    assert (reader.state, reader.runs, reader.says) == ("static", 0, says)


@pytest.mark.alike("runs")
def test_after_a_run_another_view_runs_nothing_and_leaves_words_and_numbers(site, open_page, watch):
    reader = at(open_page, site, ID)
    reader.after(lambda: reader.press("run"))
    before, says, compared = (
        picture(reader),
        reader.says,
        reader.figure.locator(".lf-compared").inner_text(),
    )
    choose(reader, NAME, OTHER)
    wait_for_another(reader, before)
    reader.frames()
    assert (reader.state, reader.runs, reader.says) == ("live", 1, says)
    assert reader.figure.locator(".lf-compared").inner_text() == compared
    other = picture(reader)
    choose(reader, NAME, get(ID).params[NAME].default)
    wait_for_another(reader, other)


# Asks for a run and, in the very moment in which it has begun, for another view: no run is so quick
# that it ends before.
CHOOSE_WHILE_IT_RUNS = """
([figure, name, value]) => new Promise(go => {
  const set = (field, value) => {
    const input = figure.querySelector(`.lf-controls [name='${field}']`);
    input.value = value;
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, {bubbles: true}));
  };
  new MutationObserver((_, watcher) => {
    if (figure.dataset.state !== 'running') return;
    watcher.disconnect();
    set(name, value);
    go(true);
  }).observe(figure, {attributes: true, attributeFilter: ['data-state']});
  set('seed', '7');
})"""


@pytest.mark.alike("runs")
def test_a_run_under_way_goes_on_in_the_new_view(site, open_page, watch):
    reader = at(open_page, site, ID)
    reader.figure.scroll_into_view_if_needed()
    reader.after(lambda: reader.press("run"))
    default, runs = picture(reader), reader.runs
    reader.after(
        lambda: reader.page.evaluate(
            CHOOSE_WHILE_IT_RUNS, [reader.figure.element_handle(), NAME, OTHER]
        )
    )
    seven = picture(reader)
    assert seven != default
    assert reader.runs == runs + 1
    reader.after(lambda: reader.press("run"))
    assert picture(reader) == seven


def test_a_link_keeps_the_view(site, open_page, watch):
    author = at(open_page, site, ID)
    choose(author, NAME, OTHER)
    reader = Reader(open_page(author.share()), ID)
    reader.settle()
    assert reader.figure.locator(f"[name='{NAME}']").input_value() == OTHER


def test_a_fold_is_opened_with_keys_and_tells_what_it_hides(site, open_page, watch):
    id = "one-writer" if "one-writer" in FOLDED else FOLDED[0]
    figure = get(id)
    reader = at(open_page, site, id)
    fold = reader.figure.locator("details.lf-more")
    inside = [name for name, param in figure.params.items() if param.more]
    field = reader.figure.locator(f".lf-controls [name='{inside[0]}']")
    assert field.is_hidden()
    fold.locator("summary").focus()
    reader.page.keyboard.press("Enter")
    assert field.is_visible()
    field.focus()
    reader.after(lambda: reader.page.keyboard.press("End"))
    assert figure.params[inside[0]].label in fold.locator(".lf-more-note").inner_text()
    reader.after(lambda: reader.press("reset"))
    assert fold.locator(".lf-more-note").inner_text() == ""


def presets_that_move_a_folded_control():
    return [
        (figure.id, name)
        for figure in figures()
        for name, preset in figure.presets.items()
        if any(
            figure.params[p].more and v != figure.params[p].default
            for p, v in preset.params.items()
        )
    ]


@pytest.mark.skipif(
    not presets_that_move_a_folded_control(), reason="no preset moves a control under a fold"
)
def test_a_preset_that_moves_a_folded_control_is_told_of_on_the_fold_which_stays_as_it_is(
    site, open_page, watch
):
    id, preset = presets_that_move_a_folded_control()[0]
    reader = at(open_page, site, id)
    fold = reader.figure.locator("details.lf-more")
    reader.use(preset)
    assert fold.get_attribute("open") is None
    assert fold.locator(".lf-more-note").inner_text()
    reader.figure.locator("[data-preset]").first.click()
    assert fold.locator(".lf-more-note").inner_text() == ""


def test_a_value_typed_beyond_the_ends_is_refused_in_one_line_and_nothing_runs(
    site, open_page, watch
):
    reader = at(open_page, site, "one-writer")
    shown = reader.figure.locator(".lf-control:has([name=spindle]) .lf-exact")
    shown.click()
    reader.page.keyboard.press("Control+a")
    reader.page.keyboard.type("99999")
    reader.page.keyboard.press("Enter")
    assert "Spindle must be 4,200" in reader.message
    assert "\n" not in reader.message
    assert shown.inner_text().replace("\N{NO-BREAK SPACE}", " ") == "7,200 rpm"
    assert (reader.state, reader.runs) == ("static", 0)


def test_a_preset_without_python_and_network_is_one_clear_line(site, open_page, watch):
    reader = at(open_page, site, "one-writer")
    for files in ("**/worker.js", "**/chunks/**", "**/pyodide/**", "**/*.json.gz"):
        reader.page.context.route(files, lambda route: route.abort())
    reader.figure.locator("[data-preset]").nth(1).click()
    reader.settle()
    assert reader.state == "error"
    assert reader.message
    assert "\n" not in reader.message
    assert not [error for error in watch.errors if error.startswith("uncaught")]
    watch.errors.clear()  # the browser reports what it could not fetch
