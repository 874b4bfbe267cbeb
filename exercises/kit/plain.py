"""Encode and decode strict plain JSON, the only data that a test and an answer exchange."""

import json
import math
import re
from collections import Counter
from typing import Any

MAX_TEXT = 1_000_000  # maximum number of characters in a message
MAX_DEPTH = 32  # maximum depth of nested lists and dicts
MAX_INTEGER = 2**53  # programs that read JSON disagree about larger integers

_STRING = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
"""A string in JSON text. An unterminated one extends to the end of the text."""


class NotPlain(ValueError):
    """A value or a text that is not plain JSON. The message says in one line why."""


def encode(value: Any) -> str:
    """Return the JSON text of `value`, which is None, a bool, int, float or str, or a list or dict
    of such values. The types must be exactly these.

    Raise NotPlain for anything else: tuples, sets, subclasses, NaN, integers beyond 2**53, keys
    that are not strings, and more than `MAX_DEPTH` levels or `MAX_TEXT` characters.
    """
    _inspect(value, 0)
    text = json.dumps(value, allow_nan=False)
    if len(text) > MAX_TEXT:
        raise NotPlain(f"a value must take at most {MAX_TEXT} characters of JSON, got {len(text)}")
    return text


def decode(text: str) -> Any:
    """Return the value of a JSON text, which may have been forged.

    Raise NotPlain for values that `encode` refuses, for repeated keys, and for text that is not
    JSON.
    """
    if len(text) > MAX_TEXT:
        raise NotPlain(f"a value must take at most {MAX_TEXT} characters of JSON, got {len(text)}")
    _refuse_depth(text)
    try:
        return json.loads(
            text,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=_constant,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise NotPlain(
            f"not JSON: {error.msg.removesuffix(' at')} at character {error.pos}"
        ) from None


def _inspect(value: Any, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise NotPlain(f"a value must be at most {MAX_DEPTH} lists and dicts deep, got more")
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return
    if kind is int:
        if abs(value) > MAX_INTEGER:
            raise NotPlain(
                f"an integer must lie between -2**53 and 2**53, got one of {value.bit_length()} bits"
            )
    elif kind is float:
        if not math.isfinite(value):
            raise NotPlain(f"a number must be finite, got {value}")
    elif kind is list:
        for item in value:
            _inspect(item, depth + 1)
    elif kind is dict:
        for key, item in value.items():
            if type(key) is not str:
                raise NotPlain(
                    f"the keys of a dict must be strings, got a key of type {type(key).__name__}"
                )
            _inspect(item, depth + 1)
    elif kind is tuple:
        raise NotPlain("got a tuple, like (1, 2); return a list, like [1, 2]")
    else:
        raise NotPlain(
            f"a value must be a number, string, bool, None, list or dict, got {kind.__name__}"
        )


def _refuse_depth(text: str) -> None:
    depth = 0
    for sign in re.findall(r"[\[{\]}]", _STRING.sub("", text)):
        depth += 1 if sign in "[{" else -1
        if depth > MAX_DEPTH:
            raise NotPlain(f"a value must be at most {MAX_DEPTH} lists and dicts deep, got more")


def _integer(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > MAX_INTEGER:
        raise NotPlain(
            f"an integer must lie between -2**53 and 2**53, got one of {len(digits.lstrip('-'))} digits"
        )
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise NotPlain(f"a number must be finite, got {digits[:20]}")
    return number


def _constant(name: str) -> Any:
    raise NotPlain(f"a number must be finite, got {name}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise NotPlain(f"a dict must have each key once, got {twice[:40]!r} twice")
    return record
