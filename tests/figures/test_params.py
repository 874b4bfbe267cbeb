"""What a reader may set, and the one line that says what may not be."""

import pytest

from figures.contents import get
from figures.define.params import MAX_SEED, Choice, Number, ParameterError, Switch, check_seed
from models.units import KiB
from tests.figures.runs import FIGURES

SIZE = Number("Size", 8 * KiB, 1 * KiB, 128 * KiB, unit="KiB")
COUNT = Number("Count", 4, 1, 256, whole=True)


@pytest.mark.parametrize("value", [1024, 8192.0, 131072])
def test_a_number_within_its_range_is_taken(value):
    assert SIZE.check("size", value) == value


@pytest.mark.parametrize(
    "value", [1023, 131073, -8192, 0, float("nan"), float("inf"), True, "8192", None, [8192]]
)
def test_a_number_outside_or_none_is_refused_with_the_range(value):
    with pytest.raises(
        ParameterError, match=r"^size must be [^\n]*1 KiB to 128 KiB, got [^\n]*$"
    ) as refused:
        SIZE.check("size", value)
    assert refused.value.param == "size"


def test_a_number_a_hair_outside_is_its_end():
    assert SIZE.check("size", 131072 * (1 + 1e-12)) == 131072


def test_a_number_too_large_for_a_float_is_refused_like_any_other():
    with pytest.raises(ParameterError):
        SIZE.check("size", 10**400)


@pytest.mark.parametrize(
    ("value", "words"), [(2.5, "whole number"), (0, "1 to 256"), (257, "1 to 256")]
)
def test_a_whole_number_is_whole(value, words):
    with pytest.raises(ParameterError, match=words):
        COUNT.check("count", value)
    assert COUNT.check("count", 4.0) == 4
    assert isinstance(COUNT.check("count", 4.0), int)


@pytest.mark.parametrize(
    ("text", "value"), [("8KiB", 8192), ("2048", 2048), (" 64 KiB ", 65536), ("1e4", 10000)]
)
def test_a_typed_number_is_read_with_its_unit(text, value):
    assert SIZE.parse("size", text) == value


@pytest.mark.parametrize("text", ["", "8 apples", "1e999", "nan", "8KiB8", "512B"])
def test_a_typed_number_that_is_none_names_its_parameter(text):
    with pytest.raises(ParameterError, match=r"^size[: ][^\n]+$"):
        SIZE.parse("size", text)


def test_a_choice_is_one_of_its_options():
    choice = Choice("Cache", "on", {"on": "on", "off": "off"})
    assert choice.check("cache", "off") == "off"
    for value in ("ON", "", None, 1, True, ["on"]):
        with pytest.raises(ParameterError, match="cache must be one of on, off, got"):
            choice.check("cache", value)


def test_a_switch_is_true_or_false():
    switch = Switch("Sync", False)
    assert switch.check("sync", True) is True
    assert (switch.parse("sync", "On"), switch.parse("sync", "0")) == (True, False)
    for value in (1, 0, "true", None):
        with pytest.raises(ParameterError, match="sync must be true or false"):
            switch.check("sync", value)
    with pytest.raises(ParameterError, match="got 'maybe'"):
        switch.parse("sync", "maybe")


@pytest.mark.parametrize(
    "seed", [-1, 2**31, 1.5, float("nan"), float("inf"), True, "1", None, 10**400]
)
def test_a_bad_seed_is_refused(seed):
    with pytest.raises(
        ParameterError, match=f"seed must be a whole number, 0 to {MAX_SEED:,}, got"
    ):
        check_seed(seed)


@pytest.mark.parametrize("seed", [0, 1, 7.0, MAX_SEED])
def test_a_whole_seed_is_taken(seed):
    assert check_seed(seed) == seed


@pytest.mark.parametrize("id", FIGURES)
def test_an_unknown_parameter_or_preset_is_refused_with_the_known_ones(id):
    with pytest.raises(
        ParameterError, match=f"{id} has no parameter 'nope'; it has {next(iter(get(id).params))}"
    ):
        get(id).rows(nope=1)
    with pytest.raises(ParameterError, match=f"{id} has no preset 'nope'; it has"):
        get(id).preset_settings("nope")


def test_a_default_outside_its_range_is_refused_when_the_figure_is_written():
    with pytest.raises(ValueError, match="default 5 lies outside 10 to 20"):
        Number("Size", 5, 10, 20)
