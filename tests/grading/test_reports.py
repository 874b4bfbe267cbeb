"""What is written of the marks: each form as its readers document it, and nothing in it runs or
hides."""

import csv
import html
import io
import json
import re
import zipfile
from datetime import timedelta
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from exercises.contents import get
from exercises.grading.reports.names import file_name
from exercises.kit.cells import cell, number
from tests.grading.classes import (
    DUE,
    FORM,
    OTHER_FORM,
    PROGRAM,
    class_file,
    graded,
    page,
    put,
    right,
    roster,
    wrong,
)

ODD = {
    "s1": '=HYPERLINK("http://127.0.0.1/","click")',
    "s2": "../../etc/passwd",
    "s3": "<script>alert(1)</script>",
    "../s4": "@SUM(A1)",
    "s5": "\u202eevil & Co",
    "s6": "Zoë",
}
FULL = get(FORM).points


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A class with odd names: right, wrong, late, nothing, unreadable, not graded."""
    folder = tmp_path_factory.mktemp("class")
    put(
        folder / "roster.csv",
        "id,name,email,section,login,canvas_id\n"
        + "".join(
            f'{id},"{name.replace(chr(34), chr(34) * 2)}",{id[-2:]}@example.org,A,login-{id[-2:]},9{id[-1]}\n'
            for id, name in ODD.items()
        ),
    )
    for id, name in ODD.items():
        if id in ("s1", "s2", "../s4"):
            answer = right() if id == "s1" else wrong()
            put(
                folder / "handed-in" / f"{id[-2:]}_x.json",
                page(name, four_lines_of_iostat=answer),
                DUE + timedelta(hours=2 if id == "s2" else -2),
            )
    picture = {"outstanding": "<img src=x onerror=alert(1)>"}
    put(folder / "handed-in" / "s3.json", page(ODD["s3"], four_lines_of_iostat=picture))
    put(folder / "handed-in" / "s5" / "four-lines-of-iostat.json", {"x y": 1})
    put(
        folder / "handed-in" / "s6" / "four-lines-of-iostat.json",
        right() | {"outstanding": "\x0b\uffff 1"},
    )
    arrivals = put(
        folder / "arrivals.csv", f"file,time\ns2_x.json,{(DUE + timedelta(hours=2)).isoformat()}\n"
    )
    late = f"due = {DUE.isoformat()}\nlate = {{ percent_a_day = 50 }}\narrivals = {json.dumps(str(arrivals))}\n"
    graded(folder, class_file(folder, late, (FORM, OTHER_FORM)), dolos=True)
    return folder / "grades"


def rows(path):
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))


def test_no_cell_is_a_formula(folder):
    for path in folder.glob("*.csv"):
        for line in csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")):
            assert not [text for text in line if re.match("[=+\\-@\t\r]", text)], path
    assert {row["id"]: row["name"] for row in rows(folder / "grades.csv")}["s1"] == f"'{ODD['s1']}"
    for text in ("=1", "+1", "-1", "@x", "\tx", "\r=1", "＝1"):
        assert cell(text) == f"'{text}"
    assert [cell(value) for value in (-1.5, 3, "a=1", "", 2 / 3)] == [
        "-1.5",
        "3",
        "a=1",
        "",
        "0.67",
    ]
    assert [number(value) for value in (0, 10, 10.4, 0.005)] == ["0", "10", "10.4", "0.01"]


def test_the_marks_are_a_line_a_student(folder):
    found = {row["id"]: row for row in rows(folder / "grades.csv")}
    assert list(found) == list(ODD)
    assert (found["s1"][FORM], found["s1"][OTHER_FORM], found["s1"]["total"]) == (
        str(FULL),
        "0",
        str(FULL),
    )
    assert found["s1"]["of"] == str(FULL + get(OTHER_FORM).points)
    assert found["s2"]["late"] == f"{FORM} 2.0 hours late"
    assert float(found["s2"][FORM]) == pytest.approx(0.5 * float(found["../s4"][FORM]))
    assert 'has an entry "x y"' in found["s5"]["remarks"]
    assert f"{OTHER_FORM}: nothing was handed in" in found["s6"]["remarks"]


def test_canvas_and_moodle_have_the_columns_that_they_import(folder):
    points, *students = rows(folder / "canvas.csv")
    assert list(points) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Test"]
    assert points["Student"].strip() == "Points Possible"
    assert points["Test"] == str(FULL + get(OTHER_FORM).points)
    assert list(students[0].values())[1:] == ["91", "s1", "login-s1", "A", str(FULL)]
    first = rows(folder / "moodle.csv")[0]
    assert list(first)[:3] == ["ID number", "Full name", "Email address"]
    assert list(first)[3:] == ["Assignment: Test (Real)", "Assignment: Test (Feedback)"]
    assert list(first.values())[::2][:2] == ["s1", "s1@example.org"]
    assert first["Assignment: Test (Real)"] == str(FULL)


def test_no_page_holds_what_no_screen_can_show(folder):
    for path in folder.rglob("*.html"):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f]", path.read_text(encoding="utf-8")), path
    assert "\\x0b" in (folder / "students" / "s6.html").read_text(encoding="utf-8")


def test_junit_has_a_suite_an_answer_and_a_case_a_test(folder):
    root = ElementTree.parse(folder / "junit.xml").getroot()
    assert [suite.get("name") for suite in root] == [
        f"{id}/{exercise}" for id in ODD for exercise in (FORM, OTHER_FORM)
    ]
    for suite, exercise in zip(root, [FORM, OTHER_FORM] * len(ODD), strict=True):
        assert [case.get("name") for case in suite] == [test.id for test in get(exercise).tests]
        assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
    assert root[0].get("failures") == "0"
    assert all(case.find("failure").get("message") == "nothing was handed in" for case in root[1])
    assert int(root.get("tests")) == sum(len(suite) for suite in root)


def test_gradescopes_results_are_of_its_form(folder):
    found = json.loads((folder / "gradescope" / "s2" / "results.json").read_text())
    assert found.keys() <= {
        "score",
        "execution_time",
        "output",
        "output_format",
        "test_output_format",
        "test_name_format",
        "visibility",
        "stdout_visibility",
        "extra_data",
        "tests",
        "leaderboard",
    }
    formats = {
        "score": (int, float),
        "max_score": (int, float),
        "name": str,
        "number": str,
        "output": str,
        "status": str,
        "output_format": str,
        "visibility": str,
    }
    for test in found["tests"]:
        assert test.keys() == formats.keys()
        assert all(isinstance(test[name], kind) for name, kind in formats.items())
        assert test["status"] == ("passed" if test["score"] == test["max_score"] else "failed")
    assert found["score"] == pytest.approx(0.5 * sum(test["score"] for test in found["tests"]))
    assert "2.0 hours late, 50 % of its points count" in found["output"]


class Tags(HTMLParser):
    """What a page is made of."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.links = set(), set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attributes}
        self.links += [value for name, value in attributes if name in ("href", "src")]


def test_pages_run_nothing_and_fetch_nothing(folder):
    pages = [folder / "class.html", *(folder / "students").iterdir()]
    assert len(pages) == 1 + len(ODD)
    for path in pages:
        found = Tags(path.read_text())
        assert not found.tags & {"script", "img", "iframe", "link", "object"}
        assert not [name for name in found.attributes if name.startswith("on")]
        assert all(
            re.fullmatch(r"#[a-z-]+|students/[a-z0-9.-]+\.html", link) for link in found.links
        )
        assert "default-src 'none'" in path.read_text()
    for link in (
        link
        for link in Tags((folder / "class.html").read_text()).links
        if link.startswith("students/")
    ):
        assert (folder / link).is_file()


def test_a_students_page_says_what_was_asked_what_came_and_what_it_is_worth(folder):
    text = (folder / "students" / "s2.html").read_text()
    assert "../../etc/passwd" in text
    assert "It came 2.0 hours late: 50 % of its points count" in text
    assert any(html.escape(words) in text for words in get(FORM).wrong[0].advice)
    assert "you chose" in text
    assert "Nothing was handed in." in text
    for other in set(ODD) - {"s2", "../s4"}:
        assert f">{other}<" not in text
    refused = (folder / "students" / "s5.html").read_text()
    assert "has an entry &#34;x y&#34;" in refused


@pytest.mark.slow
def test_what_a_program_prints_and_the_seed_are_in_no_students_page(tmp_path):
    roster(tmp_path, ("ada", "Ada"))
    names = " = ".join(re.findall(r"def (\w+)", right(PROGRAM)))
    spy = f"def spy(*given):\n    print('spied', given)\n    return 0\n{names} = spy\n"
    put(tmp_path / "handed-in" / "ada" / "missed_revolution.py", spy)
    graded(tmp_path, class_file(tmp_path, 'marks_seed = "top secret"\n', (PROGRAM,)))
    written = [
        path
        for path in (tmp_path / "grades").rglob("*")
        if path.suffix in (".html", ".json", ".xml", ".csv")
    ]
    assert len(written) == 7
    for path in written:
        text = path.read_text()
        assert "spied (" not in text
        assert "top secret" not in text


def test_no_id_leads_a_file_out_of_its_folder_and_no_two_meet_in_one():
    ids = [
        "ada",
        "Ada",
        "../ada",
        "..\\ada",
        "/etc/passwd",
        "",
        ".",
        "..",
        "a" * 300,
        "a" * 301,
        "CON",
        "con",
        "nul",
        "ada.html",
        "a/b",
        "a-b",
        "ä",
        "ö",
        "\x00",
        "\ud800",
        "ada ",
    ]
    names = [file_name(id) for id in ids]
    assert len({name.lower() for name in names}) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,59}", name) for name in names)
    assert file_name("con") != "con"
    assert file_name("s001") == "s001"


@pytest.mark.slow
def test_dolos_gets_each_program_with_its_name_and_time(tmp_path):
    roster(tmp_path, ("ada", "Ada, L."), ("../bob", "Bob"))
    put(tmp_path / "handed-in" / "ada" / "missed_revolution.py", "x = 'é'\n")
    put(tmp_path / "handed-in" / "Bob" / "missed_revolution.py", "y = 1\n")
    graded(tmp_path, class_file(tmp_path, "", (PROGRAM, FORM)), dolos=True)
    (archive,) = (tmp_path / "grades" / "dolos").iterdir()
    with zipfile.ZipFile(archive) as whole:
        info = list(csv.DictReader(io.StringIO(whole.read("info.csv").decode())))
        assert [row["full_name"] for row in info] == ["Ada, L.", "Bob"]
        assert info[0]["created_at"] == "2026-12-01 17:00:00 +0000"
        assert [whole.read(row["filename"]).decode() for row in info] == ["x = 'é'\n", "y = 1\n"]
        assert len(whole.namelist()) == 3
        assert all("/" not in name for name in whole.namelist())


@pytest.mark.slow
def test_a_student_reads_no_input_that_was_drawn_for_marks_and_the_teacher_does(tmp_path):
    put(
        tmp_path / "handed-in" / "ada" / "missed_revolution.py", f"{get(PROGRAM).start(1)}\nx = 1\n"
    )
    graded(tmp_path)
    student, teacher = (
        (tmp_path / "grades" / name).read_text() for name in ("students/ada.html", "class.html")
    )
    assert get(PROGRAM).advice(get(PROGRAM).tests[0], 1)[:40] in html.unescape(student)
    assert "host_delay=" not in student
    assert "host_delay=" in teacher
