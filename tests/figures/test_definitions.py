"""What a figure says of itself."""

import ast
import builtins
import symtable
from dataclasses import replace

import pytest

from figures.contents import figures, get
from figures.define.figure import cite, mark, panel
from figures.define.touch import allowed, shown
from tests.conftest import of_all, sample
from tests.figures.runs import FIGURES, SOME_FIGURES, rows_of, validate


@of_all("id", FIGURES)
def test_a_figure_is_of_its_schema(id):
    validate("figure", get(id).to_json())


def test_ids_are_unique():
    assert len(set(FIGURES)) == len(FIGURES)


@of_all("id", FIGURES)
def test_the_code_a_reader_sees_is_a_function_of_the_parameters_and_the_seed(id):
    figure = get(id)
    code = compile(figure.code(), "code", "exec")
    names = next(c for c in code.co_consts if hasattr(c, "co_varnames"))
    decisive = [name for name, param in figure.params.items() if not param.view]
    assert sorted(names.co_varnames[: names.co_argcount]) == sorted([*decisive, "seed"])


@pytest.mark.parametrize(
    "id", sample([id for id in FIGURES if not get(id).chance], 1, lambda id: get(id).chapter)
)
def test_where_there_is_no_chance_the_seed_changes_nothing(id):
    assert get(id).rows(get(id).seed + 1) == rows_of(id)


def test_a_figure_with_chance_says_so():
    assert get("one-writer").to_json()["chance"] is True
    assert replace(get("one-writer"), chance=False).to_json()["chance"] is False


def without_annotations(code):
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.unparse(tree)


@of_all("id", FIGURES)
def test_a_reader_is_told_all_else_that_the_code_uses(id):
    scopes = [symtable.symtable(without_annotations(get(id).code()), "run", "exec")]
    for scope in scopes:
        scopes += scope.get_children()
    used = {each.get_name() for scope in scopes for each in scope.get_symbols() if each.is_global()}
    told = get(id).names()
    assert told and len(set(told)) == len(told)
    assert used - set(dir(builtins)) - {"run"} <= set(told)


@of_all("id", FIGURES)
def test_a_figure_has_a_preset_that_is_the_defaults_and_more_to_try(id):
    figure = get(id)
    assert figure.preset_of(figure.settings({}), figure.seed) == figure.default_preset()
    assert len(figure.presets) >= 3
    settings = [figure.preset_settings(name) for name in figure.presets]
    assert all(settings.count(each) == 1 for each in settings)


def runs_that_show(id, drawing):
    """The rows of the runs in which a panel is seen: under each preset that shows it, else under
    settings that do."""
    figure = get(id)
    presets = [name for name in figure.presets if shown(drawing, figure.preset_settings(name)[0])]
    if presets:
        return [rows_of(id, name) for name in presets]
    return [rows_of(id, **{name: allowed(wanted)[0] for name, wanted in drawing["when"].items()})]


@pytest.mark.parametrize("id", SOME_FIGURES)
def test_marks_name_columns_that_the_rows_have(id):
    drawn_at_all = {}
    for drawing in get(id).panels:
        runs = runs_that_show(id, drawing)
        for drawn in drawing["marks"]:
            where = drawn["where"] or {}
            seen = drawn["data"]
            if seen is None:
                seen = [
                    row
                    for rows in runs
                    for row in rows
                    if all(row.get(key) == value for key, value in where.items())
                ]
                words = f"{drawn['mark']} where {where}"  # the same mark may stand in several variants of a panel
                drawn_at_all[words] = drawn_at_all.get(words, False) or bool(seen)
            for channel in ("x", "x1", "x2", "y", "y1", "y2", "fx", "fy", "z"):
                name = drawn["options"].get(channel)
                if isinstance(name, str):
                    assert all(name in row for row in seen), (drawn["mark"], channel, name)
    assert [words for words, drawn in drawn_at_all.items() if not drawn] == []


@pytest.mark.parametrize("id", [figure.id for figure in figures() if figure.table])
def test_a_table_shows_columns_that_its_rows_have(id):
    table = get(id).table
    shown = [
        row
        for row in rows_of(id)
        if all(row.get(key) == value for key, value in table["where"].items())
    ]
    assert shown
    assert all(column["name"] in row for row in shown for column in table["columns"])


@of_all("id", FIGURES)
def test_stills_of_an_animation_lie_within_it(id):
    for drawn in get(id).panels:
        if drawn["frame"]:
            field = drawn["frame"]["field"]
            times = [row[field] for row in rows_of(id) if field in row]
            assert all(min(times) <= still <= max(times) for still in drawn["frame"]["stills"])


@of_all("id", FIGURES)
def test_parameters_explain_themselves_and_their_defaults_are_allowed(id):
    for name, param in get(id).params.items():
        assert param.check(name, param.default) == param.default
        assert param.help.endswith(".") or param.help.endswith(").")
        assert param.label[0].isupper()


@of_all("id", FIGURES)
def test_a_sliders_stops_rise_from_its_lowest_to_its_highest_value_and_hold_the_default(id):
    for param in (param for param in get(id).params.values() if getattr(param, "stops", None)):
        assert list(param.stops) == sorted(set(param.stops))
        assert (param.stops[0], param.stops[-1]) == (param.low, param.high)
        assert min(abs(stop - param.default) for stop in param.stops) <= 1e-9 * max(
            1.0, param.default
        )


@pytest.mark.parametrize("unit", ["ms", "MiB/s"])
def test_a_unit_brings_its_factor_along(unit):
    axis = panel([mark("dot")], {"x": {"unit": unit}})["axes"]["x"]
    assert axis["factor"] == {"ms": 0.001, "MiB/s": 2**20}[unit]


def test_a_source_reads_as_author_and_year():
    assert cite("varadarajan2010zfs", "listing").text == "Varadarajan 2010"


def test_a_number_keeps_a_space_before_its_percent_sign():
    """As the prose writes it, and on one line."""
    figure = replace(get("one-writer"), describe=lambda rows: "70% of 3.5%, a %.")
    assert figure.description([]) == "70\N{NO-BREAK SPACE}% of 3.5\N{NO-BREAK SPACE}%, a %."


@of_all("id", FIGURES)
def test_at_most_three_controls_are_open_and_they_come_first(id):
    folded = [param.more for param in get(id).params.values()]
    assert folded == sorted(folded)
    assert folded.count(False) <= 3


@of_all("id", FIGURES)
def test_several_pictures_have_names_each_and_what_stands_in_one_fits_a_screen(id):
    figure = get(id)
    names = [each["tab"] for each in figure.panels]
    assert all(names) or not any(names)
    assert len(set(names)) <= 5
    for preset in figure.presets:
        heights = {}
        params, _ = figure.preset_settings(preset)
        for each in figure.panels:
            if shown(each, params):
                heights[each["tab"]] = heights.get(each["tab"], 0) + each["height"]
        assert max(heights.values()) <= 430, (preset, heights)
