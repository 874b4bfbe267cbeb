"""A pattern is a statement about the rows that a wrong picture fails."""

import copy

import pytest

from figures.claims import claims
from figures.contents import figures, get
from tests.figures.runs import rows_of

PATTERNS = [(f.id, t.id) for f in figures() for t in f.targets if claims()[t.id].role == "pattern"]


def scaled(rows, factor):
    """The rows with every number multiplied."""
    return [{k: v * factor if isinstance(v, float) else v for k, v in row.items()} for row in copy.deepcopy(rows)]


@pytest.mark.parametrize(("id", "claim"), PATTERNS)
def test_a_pattern_is_true_or_false_and_a_wrong_picture_fails_it(id, claim):
    figure = get(id)
    target = next(t for t in figure.targets if t.id == claim)
    right = rows_of(id, target.preset)
    assert target.of(right) is True
    others = [rows_of(id, preset) for preset in figure.presets if preset != (target.preset or figure.default_preset())]
    wrong = [*others, scaled(right, 1e-3), scaled(right, 0.0)]
    assert any(target.of(rows) is False for rows in wrong)


def test_ufs_as_installed_is_only_good_where_it_beats_the_synchronous_disk():
    figure = get("ufs-sync")
    target = next(t for t in figure.targets if t.id == "fbsd-ufs-default-good")
    assert target.of(rows_of("ufs-sync")) is False          # the cache off
    assert target.of(rows_of("ufs-sync", target.preset)) is True
