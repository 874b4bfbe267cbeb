"""Only plain JSON crosses between a test and an answer."""

import collections
import enum
import json

import pytest

from exercises.kit.plain import MAX_DEPTH, MAX_TEXT, NotPlain, decode, encode


class Sly(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


class Colour(enum.IntEnum):
    RED = 1


def nested(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value", [None, True, 0, -(2**53), 0.1, "é\n", [1, [2.5]], {"a": {"b": []}}, nested(MAX_DEPTH)]
)
def test_plain_values_come_back_as_they_were(value):
    back = decode(encode(value))
    assert back == value
    assert type(back) is type(value)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (float("nan"), "finite, got nan"),
        (float("-inf"), "finite, got -inf"),
        (2**53 + 1, "between -2**53 and 2**53"),
        pytest.param(10**5000, "between -2**53 and 2**53", id="5000 digits"),
        ((1, 2), "got a tuple"),
        ({1: 2}, "keys of a dict must be strings, got a key of type int"),
        ({1, 2}, "got set"),
        (b"x", "got bytes"),
        (Sly(3), "got Sly"),
        (Colour.RED, "got Colour"),
        (collections.OrderedDict(a=1), "got OrderedDict"),
        (lambda: 1, "got function"),
        (nested(MAX_DEPTH + 1), "deep"),
        ("x" * MAX_TEXT, "characters of JSON"),
    ],
)
def test_a_value_that_is_not_plain_is_refused_with_a_line(value, words):
    with pytest.raises(NotPlain) as error:
        encode([value])
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("NaN", "finite, got NaN"),
        ("[-Infinity]", "finite, got -Infinity"),
        ("1e999", "finite, got 1e999"),
        ('{"a": 1, "a": 2}', "'a' twice"),
        ("9007199254740993", "digits"),
        ("1" * 10_000, "10000 digits"),
        ("[" * 100_000, "deep"),
        ('{"a":' * 40 + "1" + "}" * 40, "deep"),
        ("'single'", "not JSON"),
        ("1 2", "not JSON"),
        ("", "not JSON"),
        (json.dumps("x" * MAX_TEXT), "characters of JSON"),
    ],
)
def test_a_forged_text_is_refused_with_a_line(text, words):
    with pytest.raises(NotPlain) as error:
        decode(text)
    assert words in str(error.value)


def test_brackets_inside_a_string_are_no_depth():
    assert decode(json.dumps('\\"' + "[" * 1000)) == '\\"' + "[" * 1000


@pytest.mark.parametrize("end", ["", "\\", '\\"', "x"])
def test_a_text_that_was_cut_off_is_refused_at_once(end):
    """Whoever tried each of these quotes to the end would run into this suite's time limit."""
    with pytest.raises(NotPlain, match="not JSON"):
        decode('{"answer": "' + '\\"' * 30_000 + "x" * 300_000 + end)
