"""Every figure under every preset: rows, a sentence, values."""

from math import isfinite

import pytest

from figures.contents import figures, get
from figures.define.claims import claim
from tests.figures.runs import FIGURES, SOME_PRESETS, result_of, rows_of, validate


@pytest.mark.parametrize(("id", "preset"), SOME_PRESETS)
def test_a_preset_runs_to_rows_a_sentence_in_words_people_read_and_finite_values(id, preset):
    rows, result = rows_of(id, preset), result_of(id, preset)
    validate("result", {**result, "rows": rows})
    assert result["preset"] == preset
    assert 5 < len(rows) < 5000
    sentence = result["describe"].replace("\N{NO-BREAK SPACE}", " ")
    assert 40 < len(sentence) < 400
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")
    assert any(character.isdigit() for character in sentence)
    assert not [
        junk for junk in ("nan", "inf", "None", "{", "e+0", "e-0", "  ") if junk in sentence
    ]
    values = result["values"]
    assert values.keys() == result_of(id, get(id).default_preset())["values"].keys()
    assert all(isinstance(value, int | float) and isfinite(value) for value in values.values())


@pytest.mark.slow
@pytest.mark.parametrize("id", FIGURES)
def test_every_preset_shows_something_else(id):
    figure = get(id)

    def view(preset):
        return {
            name: value
            for name, value in figure.preset_settings(preset)[0].items()
            if figure.params[name].view
        }

    shown = [(rows_of(id, preset), view(preset)) for preset in figure.presets]
    assert all(shown.count(rows) == 1 for rows in shown)


def most_told(figure):
    """The preset of which the texts tell most."""
    return max(figure.presets, key=lambda name: len(figure.targets_of(name)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "id",
    [
        figure.id
        for figure in figures()
        if figure.chance and len(figure.targets_of(most_told(figure))) > 2
    ],
)
def test_most_of_what_a_figure_reproduces_it_reproduces_with_another_seed(id):
    figure = get(id)
    preset = most_told(figure)

    def reproduced(seed=None):
        rows = rows_of(id, preset, seed)
        return sum(
            claim(t.id).judge(t.of(rows))[0] == "reproduced" for t in figure.targets_of(preset)
        )

    assert reproduced(2) >= 0.6 * reproduced()
