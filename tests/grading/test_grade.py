"""A class is graded: each answer once, whatever happens in between, and nothing is lost or written
over."""

import csv
import json
import re
from datetime import timedelta

import pytest

from exercises.contents import get
from exercises.grading.judge import processes
from exercises.grading.store import Store
from exercises.kit.variant_of import variant_of
from exercises.sandbox import deno
from models.cli.command_line import WrongUse
from tests.grading import faulty
from tests.grading.classes import (
    DUE,
    FORM,
    OTHER_FORM,
    PROGRAM,
    Here,
    class_file,
    graded,
    page,
    points,
    put,
    results,
    right,
    roster,
    rows,
    wrong,
)

FULL = get(FORM).points
SOME = sum(test.points for test in get(FORM).tests if test.id not in get(FORM).wrong[0].fails)


@pytest.fixture
def pair(tmp_path):
    """Two students, one right and one wrong."""
    roster(tmp_path, ("ada", "Ada"), ("bob", "Bob"))
    put(tmp_path / "handed-in" / "ada.json", page("Ada", four_lines_of_iostat=right()))
    put(tmp_path / "handed-in" / "bob.json", page("Bob", four_lines_of_iostat=wrong()))
    return tmp_path


def table(folder):
    """The rows of grades.csv by student."""
    text = (folder / "grades" / "grades.csv").read_text(encoding="utf-8-sig")
    return {row["id"]: row for row in csv.DictReader(text.splitlines())}


def test_the_same_command_again_judges_nothing_and_says_the_same(pair):
    told, first, second = class_file(pair), Here(), Here()
    assert graded(pair, told, first).code == 0
    before = {
        path: path.read_bytes()
        for path in (pair / "grades").rglob("*.*")
        if path.suffix != ".sqlite"
    }
    assert graded(pair, told, second).code == 0
    assert (len(first.jobs), len(second.jobs)) == (2, 0)
    assert points(pair) == {("ada", FORM): FULL, ("bob", FORM): SOME}
    assert {path: path.read_bytes() for path in before} == before
    assert rows(pair, "SELECT student, counted, of FROM marks ORDER BY student") == [
        ("ada", FULL, FULL),
        ("bob", SOME, FULL),
    ]


def test_an_answer_that_was_changed_is_graded_anew_and_the_old_result_is_kept(pair):
    told = class_file(pair)
    graded(pair, told)
    put(pair / "handed-in" / "bob.json", page("Bob", four_lines_of_iostat=right()))
    assert (
        f"bob, {FORM}: {SOME} of {FULL} points -> {FULL} of {FULL} points"
        in graded(pair, told).text
    )
    assert [
        row[0]
        for row in rows(pair, "SELECT points FROM results WHERE student = 'bob' ORDER BY number")
    ] == [SOME, FULL]
    assert table(pair)["bob"]["total"] == str(FULL)


def test_who_reads_a_report_while_it_is_written_anew_sees_the_whole_old_one(pair):
    told = class_file(pair)
    graded(pair, told)
    before = (pair / "grades" / "class.html").read_text()
    with (pair / "grades" / "class.html").open() as old:
        put(pair / "handed-in" / "bob.json", page("Bob", four_lines_of_iostat=right()))
        graded(pair, told)
        assert old.read() == before != (pair / "grades" / "class.html").read_text()


def test_the_mark_of_an_answer_that_was_changed_is_not_that_of_the_old_one(pair):
    told = class_file(pair)
    graded(pair, told)
    put(pair / "handed-in" / "bob.json", page("Bob", four_lines_of_iostat=right()))
    assert (
        f"not graded: bob, {FORM}: it has not been judged yet"
        in graded(pair, told, students=["ada"]).text
    )
    assert table(pair)["bob"][FORM] == ""


def test_one_student_or_one_exercise_is_graded_again_and_no_other(pair):
    told, workers = class_file(pair), Here()
    graded(pair, told)
    said = graded(pair, told, workers, students=["BOB"]).text
    assert [job["student"] for job in workers.jobs] == ["bob"]
    assert f"bob, {FORM}: {SOME} of {FULL} points, as before" in said
    workers = Here()
    graded(pair, told, workers, exercises=[FORM])
    assert len(workers.jobs) == 2
    with pytest.raises(
        WrongUse, match="--student must be the id of a student in this class, got zoe"
    ):
        graded(pair, told, students=["zoe"])
    with pytest.raises(
        WrongUse, match=f"--exercise must be an exercise of this class, got {PROGRAM}"
    ):
        graded(pair, told, exercises=[PROGRAM])
    with pytest.raises(WrongUse, match="perhaps missed-revolution"):
        graded(pair, told, exercises=["missed-revoluton"])


def test_a_file_that_was_taken_away_is_told_and_so_is_a_student_who_has_none(pair):
    told = class_file(pair)
    graded(pair, told)
    (pair / "handed-in" / "ada.json").unlink()
    assert (
        f"gone: ada, {FORM}: {FULL} points before, but its file is no longer there"
        in graded(pair, told).text
    )
    assert "ada: nothing was handed in" in graded(pair, told, students=["ada"]).text


def test_only_one_student_of_a_new_class_may_be_graded_and_the_others_say_so(pair):
    done = graded(pair, class_file(pair), students=["ada"])
    assert done.code == 1
    assert f"not graded: bob, {FORM}: it has not been judged yet" in done.text
    assert (table(pair)["bob"][FORM], table(pair)["bob"]["total"], table(pair)["ada"]["total"]) == (
        "",
        "",
        str(FULL),
    )


def test_inputs_are_kept_until_they_are_drawn_anew(pair):
    told = class_file(pair)
    seeds = []
    for more in (
        {},
        {"students": ["bob"]},
        {"fresh": True, "students": ["bob"]},
        {"fresh": True},
        {},
    ):
        graded(pair, told, **more)
        seeds.append([result.seed for result in results(pair).values()])
    (first, _), again, (kept, bobs), (new, same), last = seeds
    assert again == [first, first]
    assert kept == first != bobs
    assert new == same not in (first, bobs)
    assert last == [new, new]
    assert len(first) == 16


def test_the_class_file_may_name_the_seed_of_the_inputs(pair):
    graded(pair, class_file(pair, 'marks_seed = "a"\n'))
    workers = Here()
    graded(pair, class_file(pair, 'marks_seed = "b"\n'), workers)
    assert {job["seed"] for job in workers.jobs} == {"b"}
    with pytest.raises(WrongUse, match="--fresh cannot replace the marks_seed in the class file"):
        graded(pair, class_file(pair, 'marks_seed = "b"\n'), fresh=True)


def test_another_variant_than_was_given_earns_nothing_and_says_whose_it_is(pair):
    hers, his = (variant_of("autumn", id, FORM) for id in ("ada", "bob"))
    put(
        pair / "handed-in" / "ada.json",
        page("Ada", four_lines_of_iostat=(right(variant=hers), hers)),
    )
    put(
        pair / "handed-in" / "bob.json",
        page("Bob", four_lines_of_iostat=(right(variant=hers), hers)),
    )
    workers = Here()
    said = graded(pair, class_file(pair, 'seed = "autumn"\n'), workers).text
    assert [job["student"] for job in workers.jobs] == ["ada"]
    why = f"it answers variant {hers}; variant {his} was assigned"
    assert f"another variant: bob, {FORM}: {why}; that variant was assigned to ada" in said
    assert (table(pair)["ada"]["total"], table(pair)["bob"]["total"]) == (str(FULL), "0")
    own = (pair / "grades" / "students" / "bob.html").read_text()
    assert why in own
    assert "ada" not in own


def test_an_answer_to_the_given_variant_counts_though_another_stands_in_the_page(pair):
    his = variant_of("autumn", "bob", FORM)
    file = page("Bob", four_lines_of_iostat=(wrong(), 1 if his != 1 else 2))
    file["exercises"][FORM]["others"] = {str(his): right(variant=his)}
    put(pair / "handed-in" / "bob.json", file)
    graded(pair, class_file(pair, 'seed = "autumn"\n'))
    assert points(pair)["bob", FORM] == FULL


def test_fields_without_a_variant_are_of_the_one_that_was_given(pair):
    his = variant_of("autumn", "bob", FORM)
    (pair / "handed-in" / "bob.json").unlink()
    put(pair / "handed-in" / "bob" / f"{FORM}.json", right(variant=his))
    graded(pair, class_file(pair, 'seed = "autumn"\n'))
    assert points(pair)["bob", FORM] == FULL


def test_a_start_earns_nothing_and_is_not_judged(pair):
    put(
        pair / "handed-in" / "bob.json",
        page("Bob", missed_revolution=get(PROGRAM).start(1) + "\n\n"),
    )
    workers = Here()
    graded(pair, class_file(pair, exercises=(FORM, PROGRAM)), workers)
    assert len(workers.jobs) == 1
    assert "it is the unchanged starter" in table(pair)["bob"]["remarks"]
    assert (table(pair)["bob"][FORM], table(pair)["bob"][PROGRAM]) == ("0", "0")


def test_a_late_answer_loses_by_its_arrival_and_not_by_the_students_clock(pair):
    late = page("Bob", four_lines_of_iostat=right())
    put(pair / "handed-in" / "bob.json", late, DUE + timedelta(hours=30))
    rule = f"due = {DUE.isoformat()}\nlate = {{ percent_a_day = 10, days = 3 }}\n"
    graded(pair, class_file(pair, rule))
    assert float(table(pair)["bob"]["total"]) == pytest.approx(0.8 * FULL)
    assert table(pair)["bob"]["late"] == f"{FORM} 30.0 hours late"
    graded(pair, class_file(pair, f"{rule}[extensions]\nbob = 2\n"))
    assert (table(pair)["bob"]["total"], table(pair)["bob"]["late"]) == (str(FULL), "")


def test_times_of_a_download_are_told(tmp_path):
    roster(tmp_path, *((f"s{n}", f"Student {n}") for n in range(5)))
    for n in range(5):
        put(tmp_path / "handed-in" / f"s{n}.json", page("", four_lines_of_iostat=right()))
    due = f'due = {DUE.isoformat()}\ntimezone = "UTC"\n'
    assert (
        "time: all files date from 2026-12-01 17:00"
        in graded(tmp_path, class_file(tmp_path, due)).text
    )
    assert "time:" not in graded(tmp_path, class_file(tmp_path)).text
    put(
        tmp_path / "handed-in" / "s0.json",
        page("", four_lines_of_iostat=right()),
        DUE - timedelta(hours=2),
    )
    assert "time:" not in graded(tmp_path, class_file(tmp_path, due)).text


def test_a_solution_that_was_opened_is_told_to_both_and_flagged_if_it_was_before_the_answer(pair):
    for id, time in (("ada", "2026-12-01T09:00:00Z"), ("bob", "2026-12-01T11:00:00Z")):
        file = page(id, four_lines_of_iostat=right())
        file["exercises"][FORM]["solutions"] = {"1": time}
        put(pair / "handed-in" / f"{id}.json", file)
    graded(pair, class_file(pair))
    assert table(pair)["ada"]["remarks"] == f"{FORM}: solution opened before this answer"
    assert (
        table(pair)["bob"]["remarks"]
        == f"{FORM}: solution opened after it passed, which is harmless"
    )
    assert (
        "solution opened before this answer"
        in (pair / "grades" / "students" / "ada.html").read_text()
    )
    text = (pair / "grades" / "class.html").read_text()
    assert text.count("Opened the solution first (1)") == 1


def test_weights_multiply_the_points(pair):
    put(
        pair / "handed-in" / "ada.json",
        page("Ada", four_lines_of_iostat=right(), three_quarters_idle=right(OTHER_FORM)),
    )
    text = f'roster = "roster.csv"\nname = "Test"\n[exercises]\n{FORM} = 2\n{OTHER_FORM} = 0.5\n'
    from exercises.grading.class_file import read_class

    graded(pair, read_class(put(pair / "class.toml", text)))
    assert float(table(pair)["ada"]["total"]) == 2 * FULL + 0.5 * get(OTHER_FORM).points
    assert table(pair)["ada"]["percent"] == "100"


def test_without_a_class_file_whoever_hands_in_is_graded_on_what_it_is(tmp_path):
    put(
        tmp_path / "handed-in" / "ada.json",
        page("Ada Lovelace", four_lines_of_iostat=(right(variant=9), 9)),
    )
    put(tmp_path / "handed-in" / "bob" / "three_quarters_idle.json", right(OTHER_FORM))
    assert graded(tmp_path).code == 0
    assert points(tmp_path) == {("ada", FORM): FULL, ("bob", OTHER_FORM): get(OTHER_FORM).points}
    assert table(tmp_path)["ada"]["name"] == "Ada Lovelace"


def test_a_failure_of_ours_is_told_apart_and_tried_again_the_next_time(pair):
    class Faulty(Here):
        def outcomes(self, jobs, judge):
            return super().outcomes(jobs, faulty.fails_always)

    told = class_file(pair)
    done = graded(pair, told, Faulty())
    assert done.code == 1
    assert f"not graded: ada, {FORM}: no room" in done.text
    assert table(pair)["ada"]["total"] == ""
    done = graded(pair, told)
    assert (done.code, f"ada, {FORM}: not graded -> {FULL} of {FULL} points" in done.text) == (
        0,
        True,
    )


def test_where_no_program_can_run_one_line_says_what_is_missing_and_nothing_is_graded(
    pair, monkeypatch
):
    monkeypatch.setattr(deno, "BUILT", pair)
    with pytest.raises(
        WrongUse, match=r"no answer can be run, so none is graded: .* run `make book` first"
    ):
        graded(pair, class_file(pair), processes(1))
    monkeypatch.setattr(deno.shutil, "which", lambda name, path: None)
    with pytest.raises(
        WrongUse,
        match=r"no answer can be run, so none is graded: .* needs Deno, which is not installed",
    ):
        graded(pair, class_file(pair), processes(1))
    assert not (pair / "grades").exists()


def test_what_cannot_be_matched_is_told_and_not_dropped(pair):
    put(pair / "handed-in" / "zoe.json", page("Zoe", four_lines_of_iostat=right()))
    done = graded(pair, class_file(pair))
    assert done.code == 1
    assert 'nobody\'s: zoe.json: "Zoe" matches no student in the roster' in done.text
    assert "zoe.json" in (pair / "grades" / "class.html").read_text()


def test_grades_go_into_a_folder_and_not_into_a_file(pair):
    put(pair / "grades", "mine")
    with pytest.raises(WrongUse, match="--out must be a folder or a new path, got the file"):
        graded(pair, class_file(pair))


def test_a_folder_that_is_not_ours_is_left_alone(pair):
    mine = put(pair / "grades" / "thesis.txt", "x")
    with pytest.raises(WrongUse, match="holds files that are not grades"):
        graded(pair, class_file(pair))
    assert list((pair / "grades").iterdir()) == [mine]
    graded(pair, class_file(pair), force=True)
    assert mine.read_text() == "x"


def test_a_report_that_somebody_has_edited_is_not_written_over(pair):
    told = class_file(pair)
    graded(pair, told)
    edited = put(pair / "grades" / "grades.csv", "mine")
    with pytest.raises(WrongUse, match=r"grades\.csv was edited after it was written"):
        graded(pair, told)
    assert edited.read_text() == "mine"
    graded(pair, told, force=True)
    assert table(pair)["ada"]["total"] == str(FULL)
    edited.unlink()
    graded(pair, told)
    assert table(pair)["ada"]["total"] == str(FULL)


def test_grades_of_another_class_are_not_written_over(pair):
    graded(pair, class_file(pair))
    other = class_file(pair, "").__class__(name="Other", students=class_file(pair).students)
    with pytest.raises(WrongUse, match="holds the grades of another class, Test"):
        graded(pair, other)
    (pair / "handed-in").rename(pair / "handed-in-2")
    (pair / "handed-in").symlink_to(pair / "handed-in-2")
    with pytest.raises(WrongUse, match="holds the grades of other submissions"):
        graded(pair, class_file(pair))


def test_reports_are_not_written_among_what_is_graded(pair):
    from exercises.grading.batch import Batch, grade

    with pytest.raises(WrongUse, match="its reports would be graded, too"):
        grade(Batch(pair / "handed-in", pair / "handed-in" / "grades", class_file(pair), Here()))


def test_two_graders_do_not_work_in_one_folder(pair):
    store = Store(pair / "grades")
    try:
        with pytest.raises(WrongUse, match="another `grade` is running in"):
            graded(pair, class_file(pair), force=True)
    finally:
        store.close()
    assert graded(pair, class_file(pair)).code == 0


def test_a_base_that_is_none_is_one_line(pair):
    put(pair / "grades" / "grades.sqlite", "this is no base" * 99)
    with pytest.raises(
        WrongUse, match=r"grades\.sqlite is damaged \(.*\): move the folder away and grade again$"
    ):
        graded(pair, class_file(pair))


def test_what_is_told_of_a_name_steers_no_terminal(pair):
    put(pair / "handed-in" / "\x1b[2Jx\n.json", page("\u202eevil", four_lines_of_iostat=right()))
    said = graded(pair, class_file(pair)).text
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", said)
    assert json.dumps("\u202eevil").strip('"') in said
