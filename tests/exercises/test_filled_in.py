"""Fields that a program fills in: numbers as they are typed, whatever else as it came."""

from exercises.checker.filled_in import fields
from exercises.checker.in_page import InPage
from exercises.contents import get

PAGES = get("a-page-of-many-reads")


def test_a_number_is_typed_in_its_field_and_what_is_no_field_stays_as_it_came():
    code = "def answer(case):\n    return {'pages': 1.0, 'nothing': 3.5, 'words': 'ten'}\n"
    assert fields(PAGES, code, 1, InPage()) == {
        "pages": PAGES.form["pages"].typed(1.0),
        "nothing": 3.5,
        "words": "ten",
    }


def test_what_is_no_dict_stays_as_it_came():
    assert fields(PAGES, "def answer(case):\n    return [1, 2]\n", 1, InPage()) == [1, 2]
