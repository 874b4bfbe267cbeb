"""The blanks of a question: which there are, what a variant puts in, and what is said of one that
nobody fills."""

import pytest

from exercises.kit.blanks import filled, keys, marked, plain, program, text_of

CASE = {
    "turn": 0.008333,
    "rpm": 7200,
    "disk": {"size": 8192},
    "name": "a & b",
    "change": -2.5,
    "listing": "r/s\n118",
}


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("rpm", "7200"),
        ("rpm:,", "7,200"),
        ("turn:.2f/ms", "8.33"),
        ("disk.size:.0f/KiB", "8"),
        ("name", "a & b"),
        ("turn:.1%", "0.8\N{NO-BREAK SPACE}%"),
        ("change:+.1f", "\N{MINUS SIGN}2.5"),
        ("listing", "r/s\n118"),
    ],
)
def test_a_blank_is_filled(key, text):
    assert text_of(CASE, key) == text


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("wait", "names 'wait', which case() does not return"),
        ("disk.rate", "names 'rate'"),
        ("rpm.more", "names 'more'"),
        ("turn:.2q", "Unknown format code"),
        ("turn:.2f/parsec", "unknown unit"),
        ("a b", "a blank must be {{name}}"),
    ],
)
def test_a_blank_that_cannot_be_filled_is_told(key, words):
    with pytest.raises(ValueError) as error:
        text_of(CASE, key)
    assert words in str(error.value)


def test_a_program_has_numbers_as_python_reads_them_and_pieces_of_code_as_they_are():
    case = {"name": "turn", "change": -2.5, "body": "return -1\n    # 5 %"}
    filled_in = program("def {{name}}(x, y={{change:.2f}}):\n    {{body}}\n", case)
    assert filled_in == "def turn(x, y=-2.50):\n    return -1\n    # 5 %\n"
    assert text_of(case, "change:.2f") == "\N{MINUS SIGN}2.50"


def test_blanks_are_found_once_each_in_order():
    assert keys("{{rpm:,}} and {{ name }}", "again {{rpm:,}}") == ["rpm:,", "name"]


def test_a_page_says_which_blank_is_which_and_escapes_what_comes_in():
    texts = filled(CASE, ["name", "rpm:>6"])
    assert (
        marked("<p>{{name}}</p>", texts)
        == '<p><span class="given" data-given="name">a &amp; b</span></p>'
    )
    assert (
        marked("{{rpm:&gt;6}}", texts) == '<span class="given" data-given="rpm:&gt;6">  7200</span>'
    )
    assert plain("{{name}}", texts) == "a & b"
