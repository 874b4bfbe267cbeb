"""The class sheet of the page is that of the command line; a mistake in what it takes is a line."""

import csv
import hashlib
import io
import json

import jsonschema
import pytest

from exercises.__main__ import main
from exercises.checker import class_wish
from exercises.checker.live import sheet
from exercises.contents import ids
from exercises.grading.class_file import read_class
from exercises.kit.variant_of import variant_of
from tests.exercises.test_schemas import schema, validate

WISH = {
    "roster": "id,name,email\ns1,Ada,ada@example.org\ns2,=Bob,\n",
    "exercises": ["missed-revolution", "four-lines-of-iostat"],
    "seed": "autumn",
    "url": "https://host/wtg",
}


def made(**more):
    said = json.loads(sheet(json.dumps(WISH | more)))
    validate("sheet", said)
    return said


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"exercises": ids()},
        {"seed": 'Ωψ "spring" 💾'},
        {"roster": "Ada Lovelace\n=Bob\n"},
        {"url": ""},
    ],
)
def test_the_page_and_the_command_line_make_the_same_sheet(more, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = made(**more)
    (tmp_path / "roster.csv").write_text((WISH | more)["roster"], encoding="utf-8")
    (tmp_path / "class.toml").write_text(said["class_file"], encoding="utf-8")
    assert main(["class", "roster.csv", "--out", "sheet.csv"]) == 0
    assert (tmp_path / "sheet.csv").read_bytes() == said["csv"].encode()


def test_the_table_has_what_the_csv_has_and_no_cell_of_that_is_a_formula():
    said = made()
    rows = list(csv.DictReader(io.StringIO(said["csv"].removeprefix("\ufeff"))))
    assert [(row["id"], row["exercise"], int(row["variant"]), row["link"]) for row in rows] == [
        (row["id"], given["exercise"], given["variant"], given["link"])
        for row in said["rows"]
        for given in row["given"]
    ]
    assert [row["name"] for row in said["rows"]] == ["Ada", "=Bob"]
    assert rows[-1]["name"] == "'=Bob"


def test_the_class_file_names_seed_and_exercises_and_has_a_seed_for_marks_of_its_own(tmp_path):
    (tmp_path / "roster.csv").write_text(WISH["roster"])
    for text in (made()["class_file"], made()["class_file"]):
        (tmp_path / "class.toml").write_text(text)
        told = read_class(tmp_path / "class.toml")
        assert (told.seed, set(told.assignments)) == ("autumn", set(WISH["exercises"]))
        assert len(told.marks_seed) == 16
    assert made()["class_file"] != text


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"roster": ""}, ["the roster has no students"]),
        (
            {"roster": "id,name\n,Ada\ns1,Bob\nS1,Eve\n"},
            ["line 2: the id is empty", "line 4: it has the id"],
        ),
        ({"exercises": []}, ["choose at least one exercise"]),
        ({"exercises": ["none"]}, ["choose at least one exercise"]),
        ({"seed": "  "}, ["the seed must be a word or phrase, like autumn"]),
        ({"seed": "\ud800"}, ["the seed must be"]),
        ({"roster": "\ud800"}, ["line 1: id must be a text"]),
        (
            {"url": "javascript:alert(1)"},
            ["the address of the book must be like https://host/storage/"],
        ),
        ({"roster": "\n".join(map(str, range(class_wish.MOST_LINKS)))}, ["choose fewer exercises"]),
        (
            {"roster": "", "seed": "", "exercises": []},
            ["has no students", "at least one exercise", "the seed"],
        ),
    ],
)
def test_each_mistake_is_a_line(more, words):
    faults = made(**more)["faults"]
    assert len(faults) == len(words)
    for fault, word in zip(faults, words, strict=True):
        assert word in fault


@pytest.mark.parametrize(
    "value",
    [{}, {"faults": []}, {"rows": [], "csv": "x", "class_file": "x"}, {"faults": ["two\nlines"]}],
)
def test_the_schema_refuses_another_form(value):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(value, schema("sheet"))


# The variants that a class gives its students.


def test_it_is_the_hash_that_the_words_say():
    digest = hashlib.sha256(b"autumn\nada\nmissed-revolution").hexdigest()
    assert variant_of("autumn", "ada", "missed-revolution") == int(digest, 16) % 999_999 + 1


def test_seed_student_and_exercise_each_decide():
    given = {
        variant_of(seed, student, exercise)
        for seed in ("autumn", "spring")
        for student in ("ada", "bob")
        for exercise in ("one", "two")
    }
    assert len(given) == 8
    assert all(1 <= variant <= 999_999 for variant in given)


def test_the_variants_of_a_large_class_are_spread_over_all_there_are():
    drawn = sorted(variant_of("autumn", str(student), "one") for student in range(2000))
    tenths = [
        sum(99_999.9 * tenth < variant <= 99_999.9 * (tenth + 1) for variant in drawn)
        for tenth in range(10)
    ]
    assert all(150 < count < 250 for count in tenths)
    assert len(set(drawn)) > 1980
