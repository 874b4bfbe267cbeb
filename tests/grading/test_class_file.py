"""The class file: what it says, and one line for each mistake in it."""

from datetime import UTC, datetime, timedelta

import pytest

from exercises.grading.class_file import ClassFile, read_class
from exercises.grading.late import Late, LateRule, lateness
from exercises.kit.variant_of import variant_of
from models.cli.command_line import WrongUse
from tests.grading.classes import DUE, FORM, OTHER_FORM, class_file, put, roster

HOUR = timedelta(hours=1)


@pytest.fixture
def folder(tmp_path):
    roster(tmp_path, ("ada", "Ada"), ("bob", "Bob"))
    return tmp_path


def test_variants_are_drawn_from_the_seed_or_given(folder):
    told = class_file(folder, f"seed = 2026\n[variants.Bob]\n{FORM} = 17\n")
    assert told.variant("ada", FORM) == variant_of("2026", "ada", FORM)
    assert told.variant("bob", FORM) == 17
    assert class_file(folder).variant("ada", FORM) is None
    assert ClassFile().variant("ada", FORM) is None


def test_an_exercise_has_a_weight_and_a_due_date_of_its_own(folder):
    asked = f"{FORM} = 3\n{OTHER_FORM} = {{ due = 2026-12-24T08:00:00Z }}\n"
    text = f'roster = "roster.csv"\ndue = 2026-12-01\n[exercises]\n{asked}'
    told = read_class(put(folder / "class.toml", text))
    assert [(id, asked.weight) for id, asked in told.assignments.items()] == [
        (FORM, 3),
        (OTHER_FORM, 1),
    ]
    assert told.due("ada", FORM) == datetime(2026, 12, 1, 23, 59, 59).astimezone()
    assert told.due("ada", OTHER_FORM) == datetime(2026, 12, 24, 8, tzinfo=UTC)


def test_a_due_date_is_of_the_classs_own_zone_and_may_be_later_for_one(folder):
    told = class_file(
        folder,
        'due = 2026-12-01T18:00:00\ntimezone = "Asia/Tokyo"\n[extensions]\nada = 2\nBOB = 2026-11-01\n',
    )
    due = datetime(2026, 12, 1, 9, tzinfo=UTC)
    assert (told.due("ada", FORM), told.due("bob", FORM)) == (due + timedelta(days=2), due)
    told = class_file(
        folder, 'due = 2026-12-01T18:00:00Z\n[extensions]\nada = "2026-12-03T18:00:00+00:00"\n'
    )
    assert told.due("ada", FORM) == DUE + timedelta(days=2)


def test_a_late_answer_loses_for_each_day_that_has_begun_and_all_after_the_last():
    rule = LateRule(percent_a_day=10, days=3, grace=timedelta(minutes=15))
    lost = [
        (0.1, None),
        (0.25, None),
        (0.3, 0.9),
        (24, 0.9),
        (24.1, 0.8),
        (72, 0.7),
        (72.1, 0.0),
        (900, 0.0),
    ]
    for hours, factor in lost:
        late = lateness(DUE + hours * HOUR, DUE, rule)
        assert late == (factor if factor is None else Late(hours * HOUR, pytest.approx(factor))), (
            hours
        )
    assert lateness(DUE + HOUR, None, rule) is None
    assert lateness(DUE - HOUR, DUE, rule) is None
    assert lateness(DUE + 900 * HOUR, DUE, None).factor == 1
    assert lateness(DUE + 900 * HOUR, DUE, LateRule(percent_a_day=50)).factor == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rooster = 1", 'no key "rooster"; did you mean roster?'),
        ("name = 3", "name must be a line of text, got 3"),
        ("xyz = 1", "it may have: name, roster,"),
        ("due = 7", "due must be a time like 2026-12-01T18:00:00"),
        ('due = "soon"', 'or a day like 2026-12-01, got "soon"'),
        ("late = 10", "late must be a table like { percent_a_day = 10 }, got 10"),
        ("late = { percent = 10 }", 'a member "percent"; it may have: percent_a_day, days, grace'),
        (
            "late = { percent_a_day = 110 }",
            "late.percent_a_day must be a number from 0 to 100, got 110",
        ),
        ("late = { days = 1.5 }", "late.days must be a whole number"),
        ("seed = 1.5", "seed must be a text or a whole number"),
        ('timezone = "Middle Earth"', 'must be a name like "Europe/Berlin"'),
        ("[extensions]\nadda = 2", "perhaps ada"),
        ("[extensions]\nada = true", "a number of days"),
        (f"[variants.zoe]\n{FORM} = 1", '"zoe" is not an id in the roster'),
        (f"[variants.ada]\n{FORM} = 0", "whole number from 1 to 999999, got 0"),
        ("[variants.ada]\nmissed-revoluton = 1", "perhaps missed-revolution"),
        ("due = 0001-01-01", "due must be a time from 1970 to 9998, got the year 1"),
        (
            "[variants.ada]\nmissed-revolution = 1\nmissed_revolution = 2",
            "variants.ada names missed-revolution twice",
        ),
        ('url = "host"', "url must be an address like https://host/storage/"),
        ("name = ", "is not valid TOML"),
        ("name = 'a'\nname = 'b'", "is not valid TOML"),
        (b"name = '\xff'", "is not valid TOML"),
    ],
)
def test_a_mistake_is_one_line_that_names_the_key_and_what_would_be_right(folder, text, words):
    head = b'roster = "roster.csv"\n'
    with pytest.raises(WrongUse, match=r"class\.toml") as caught:
        read_class(
            put(folder / "class.toml", head + (text if isinstance(text, bytes) else text.encode()))
        )
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("exercises", "words"),
    [
        ("[]", "exercises must be a list of exercises"),
        ('"all"', "a list of exercises"),
        ('["four-lines"]', "exercises[0] must be"),
        (f'["{FORM}", "four_lines_of_iostat"]', f"names {FORM} twice"),
        (f"{{ {FORM} = -1 }}", f"exercises.{FORM}.weight must be"),
        (f"{{ {FORM} = {{ wait = 1 }} }}", 'has a member "wait"'),
        ("[3]", "must be the id of an exercise, got 3"),
    ],
)
def test_an_exercise_that_is_none_is_named(folder, exercises, words):
    with pytest.raises(WrongUse, match=r"class\.toml") as caught:
        read_class(put(folder / "class.toml", f"exercises = {exercises}\n"))
    assert words in str(caught.value)


def test_what_speaks_of_students_needs_a_roster(folder):
    with pytest.raises(WrongUse, match="so the class file must name a roster"):
        read_class(put(folder / "class.toml", "[extensions]\nada = 1\n"))
    with pytest.raises(WrongUse, match=r"cannot read the roster .*none\.csv"):
        read_class(put(folder / "class.toml", 'roster = "none.csv"\n'))
    with pytest.raises(WrongUse, match=r"cannot read .*none\.toml"):
        read_class(folder / "none.toml")
