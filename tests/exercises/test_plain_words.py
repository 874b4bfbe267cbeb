"""Python's own words for the commonest errors are kept, and a plain sentence follows them."""

import pytest

from exercises.checker.in_page import InPage
from exercises.kit.answer import Answer, AnswerError


def told(code):
    runner = InPage()
    try:
        with pytest.raises(AnswerError) as error:
            Answer(code, runner)
    finally:
        runner.close()
    return error.value.message


@pytest.mark.parametrize(
    ("code", "python", "plain"),
    [
        (
            "def f()\n    return 1",
            "SyntaxError: expected ':'.",
            "A colon is missing at the end of the line",
        ),
        ("a b c", "SyntaxError: invalid syntax.", "Python cannot read this line"),
        ("x = (1\n", "SyntaxError: '(' was never closed.", "opened here but never closed"),
        (
            "x = 'a\n",
            "SyntaxError: unterminated string literal",
            "its closing quote is missing",
        ),
        (
            "x = 1\nif x = 1: pass",
            "SyntaxError: invalid syntax. Maybe you meant '=='",
            "two (==) compare",
        ),
        (
            "def f():\nreturn 1",
            "IndentationError: expected an indented block",
            "indented by four spaces",
        ),
        (
            "x = 1\n  y = 2",
            "IndentationError: unexpected indent.",
            "indented more than the line above",
        ),
        (
            "def f():\n    x = 1\n  y = 2",
            "IndentationError: unindent does not match",
            "match one of the blocks above",
        ),
        (
            "if 1:\n    if 2:\n\tx = 1",
            "TabError: inconsistent use of tabs and spaces in indentation.",
            "use only spaces",
        ),
        (
            "import nosuch",
            "ModuleNotFoundError: No module named 'nosuch'.",
            "and it has no nosuch.",
        ),
        ("x = [1][3]", "IndexError: list index out of range.", "There are fewer items"),
        ("x = y + 1", "NameError: name 'y' is not defined.", "There is no y here"),
        (
            "def f():\n    x += 1\n    x = 2\nf()",
            "UnboundLocalError: ",
            "before it assigns a value",
        ),
        ("x = 1 / 0", "ZeroDivisionError: division by zero.", "which of its values can be 0?"),
        ("x = {}['a']", "KeyError: 'a'.", "The dict has no such key."),
        (
            "x = 1 + None",
            "TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'.",
            "a number and nothing (None)",
        ),
        (
            "x = 'a' + 1",
            "TypeError: can only concatenate str",
            "Two values of different types cannot be combined here: ",
        ),
        ("x = 1 < []", "TypeError: '<' not supported between", "a number and a list"),
        (
            "y = 1.5\nx = y[0]",
            "TypeError: 'float' object is not subscriptable.",
            "in square brackets",
        ),
    ],
)
def test_a_common_error_is_told_in_pythons_words_and_in_plain_ones(code, python, plain):
    said = told(code)
    assert said.startswith(python)
    assert plain in said.removeprefix(python)
    assert "\n" not in said


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise ValueError('no good')", "ValueError: no good"),
        ("[].pop()", "IndexError: pop from empty list"),
        ("len(1)", "TypeError: object of type 'int' has no len()"),
    ],
)
def test_other_errors_are_told_in_pythons_words_alone(code, said):
    assert told(code) == said
