"""The item report: planted bad items are found, the statistics are those of the textbooks, and an odd
folder gets one line."""

import csv

import pytest

from exercises.contents import get
from exercises.grading.batch import Batch
from exercises.grading.class_file import ClassFile
from exercises.grading.items.analysis import KEY, Item, Taken, analyse
from exercises.grading.items.command import items
from exercises.grading.items.statistics import correlated, difference, reliability, share, z_of
from models.cli.command_line import WrongUse
from tests.grading.classes import (
    FORM,
    OTHER_FORM,
    Here,
    class_file,
    page,
    put,
    right,
    roster,
    wrong,
)
from tests.grading.planted import PLANTED, invent_items


def test_nine_of_ten_planted_items_are_found_and_one_good_one_in_twenty_at_most():
    analysis = analyse(invent_items(seed=1, good=30))
    kinds = {one.item.id: {reason.kind for reason in one.reasons} for one in analysis.reports}
    found = [flaw for flaw, expected in PLANTED.items() if kinds[flaw] & expected]
    assert len(found) >= 9
    good = [kinds[id] for id in kinds if id not in PLANTED]
    assert sum(map(bool, good)) <= len(good) / 20


def test_a_class_of_ten_is_told_what_it_does_not_show():
    analysis = analyse(invent_items(seed=2, students=10, good=8, planted=("too easy",)))
    assert not any(reason.kind == "too easy" for one in analysis.reports for reason in one.reasons)


def test_the_statistics_are_those_of_the_textbooks():
    # Wilson's limits for 8 of 10 (Brown, Cai and DasGupta 2001); Fisher's for r = 0.5, n = 28
    assert share(0.8, 10) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    first = [0.0, 1.0] * 14
    assert correlated(first, [0.0] * 28) is None
    even = correlated([0, 0, 1, 1], [1.0, 2.0, 2.0, 3.0])
    assert even is not None and even.value == pytest.approx(1 / 2**0.5)
    assert difference([1.0, 2.0, 3.0], [1.0, 2.0, 3.0], z_of())[0] == 0
    # three parallel items with covariances 1/9 and variances 2/9: alpha = 3/2 (1 - 6/12)
    same = {"a": 0.0, "b": 0.0, "c": 1.0, "d": 1.0}
    assert reliability([same, same, same]) == pytest.approx(1.0)
    assert reliability([same, {"a": 0, "b": 1, "c": 0, "d": 1}]) == pytest.approx(0.0)


def test_an_item_is_compared_with_the_rest_and_not_with_itself():
    """Two items that have nothing in common with a third: with itself in the total it would
    correlate."""
    names = [f"s{n}" for n in range(8)]
    bits = [{name: float(n >> k & 1) for n, name in enumerate(names)} for k in range(3)]
    made = [
        Item(str(k), {name: Taken(value) for name, value in one.items()})
        for k, one in enumerate(bits)
    ]
    for report in analyse(made).reports:
        assert report.discrimination is not None
        assert report.discrimination.value == pytest.approx(0)
        assert KEY not in {reason.kind for reason in report.reasons}


def report_of(folder, told=None):
    return items(Batch(folder / "handed-in", folder / "grades", told or ClassFile(), Here()))


def rows(folder, name):
    text = (folder / "grades" / name).read_text(encoding="utf-8-sig")
    return [*csv.DictReader(text.splitlines())]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Six who know both, four of whom three make a known mistake in one and omit the other."""
    folder = tmp_path_factory.mktemp("items")
    roster(folder, *((f"s{n}", f"Student {n}") for n in range(10)))
    for n in range(10):
        answers = {FORM.replace("-", "_"): right() if n < 6 else wrong(which=2)}
        if n < 7:
            answers[OTHER_FORM.replace("-", "_")] = right(OTHER_FORM)
        put(folder / "handed-in" / f"s{n}.json", page(**answers))
    return folder


def test_the_report_counts_answers_omissions_and_known_mistakes(folder):
    done = report_of(folder, class_file(folder, exercises=(FORM, OTHER_FORM)))
    assert "10 students, 2 exercises" in done.text
    first, second = rows(folder, "items.csv")
    assert (first["answered"], first["omitted"], first["all points"]) == ("10", "0", "6")
    assert (second["answered"], second["omitted"], second["facility"]) == ("7", "3", "1")
    mistakes = {
        (row["right"], row["answer"]): row["count"]
        for row in rows(folder, "wrong-answers.csv")
        if row["exercise"] == FORM
    }
    assert mistakes["no", get(FORM).wrong[2].believes] == "4"
    html = (folder / "grades" / "items.html").read_text(encoding="utf-8")
    assert get(FORM).title in html and "<script" not in html


@pytest.mark.parametrize(
    "files, said",
    [
        ({"readme.txt": "no answer"}, "got 0 students in .*; not taken: readme.txt must be one of"),
        (
            {"s0.json": page(four_lines_of_iostat=right())},
            "at least 4 students with answers, got 1",
        ),
        ({"s0.json": '{"v": 2, "name"'}, "got 0 students in .*; not taken: s0.json"),
        ({"s0.json": page(another_course=right())}, "unknown exercises: .*another-course"),
    ],
)
def test_a_folder_that_gives_no_report_gets_one_line(tmp_path, files, said):
    roster(tmp_path, ("s0", "Ada"), ("s1", "Grace"))
    for name, content in files.items():
        put(tmp_path / "handed-in" / name, content)
    with pytest.raises(WrongUse, match=said) as caught:
        report_of(tmp_path, class_file(tmp_path))
    assert "\n" not in str(caught.value)
