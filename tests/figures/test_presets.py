"""Every figure under every preset: rows, a sentence, values."""

from math import isfinite

import pytest

from figures.contents import get
from figures.define.claims import claim
from tests.figures.runs import FIGURES, SOME_PRESETS, rows_of, timed, validate


@pytest.mark.parametrize(("id", "preset"), SOME_PRESETS)
def test_a_preset_runs_to_a_result_of_the_schema(id, preset):
    figure, rows = get(id), rows_of(id, preset)
    params, seed = figure.preset_settings(preset)
    result = figure.result(params, seed, rows)
    validate("result", {**result, "rows": rows})
    assert result["preset"] == preset
    assert 5 < len(rows) < 5000


@pytest.mark.parametrize(("id", "preset"), SOME_PRESETS)
def test_a_preset_has_a_sentence_with_numbers_in_words_people_read(id, preset):
    sentence = get(id).describe(rows_of(id, preset))
    assert 40 < len(sentence) < 400
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")
    assert any(character.isdigit() for character in sentence)
    for junk in ("nan", "inf", "None", "{", "e+0", "e-0", "  "):
        assert junk not in sentence


@pytest.mark.parametrize(("id", "preset"), SOME_PRESETS)
def test_a_presets_values_are_finite_numbers_and_those_of_the_defaults(id, preset):
    values = get(id).values(rows_of(id, preset))
    assert values.keys() == get(id).values(rows_of(id)).keys()
    assert all(isinstance(value, int | float) and isfinite(value) for value in values.values())


@pytest.mark.parametrize(("id", "preset"), SOME_PRESETS)
def test_a_preset_is_quick(id, preset):
    assert timed(id, preset)[1] < 1.5


@pytest.mark.slow
@pytest.mark.parametrize("id", FIGURES)
def test_every_preset_shows_something_else(id):
    figure = get(id)

    def view(preset):
        return {name: value for name, value in figure.preset_settings(preset)[0].items() if figure.params[name].view}

    shown = [(rows_of(id, preset), view(preset)) for preset in figure.presets]
    assert all(shown.count(rows) == 1 for rows in shown)


@pytest.mark.slow
@pytest.mark.parametrize("id", [id for id in FIGURES if get(id).targets and get(id).has_chance()])
def test_most_of_what_a_figure_reproduces_it_reproduces_with_another_seed(id):
    """Looked at under the preset of which most is told."""
    figure = get(id)
    preset = max(figure.presets, key=lambda name: len(figure.targets_of(name)))

    def reproduced(seed=None):
        rows = rows_of(id, preset, seed)
        return sum(claim(t.id).judge(t.of(rows))[0] == "reproduced" for t in figure.targets_of(preset))

    assert reproduced(2) >= 0.6 * reproduced()
