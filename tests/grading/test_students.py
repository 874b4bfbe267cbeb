"""Whose a file is."""

from pathlib import PurePosixPath

import pytest

from exercises.grading.students import Class, Evidence, Student, read_roster
from exercises.kit.roster import read
from models.cli.command_line import WrongUse
from tests.grading.classes import put

ADA = Student("s1", "Ada Lovelace", "ada@example.org", canvas_id="77")
BOB = Student("s2", "Müller, Bob", login="bmuell")
MEMBERS = Class([ADA, BOB, Student("s3", "Eve Twin"), Student("s4", "Eve Twin")])


@pytest.mark.parametrize(
    ("evidence", "student", "paths"),
    [
        (
            Evidence.NUMBER,
            ADA,
            ["adaofanothername_77_456_answers.json", "lovelaceada_late_77_456_x.json"],
        ),
        (
            Evidence.PLACE,
            ADA,
            [
                "s1.json",
                "S1/x.py",
                "ada@example.org/x.py",
                "ada_lovelace/x.py",
                "Lovelace, Ada/x.py",
            ],
        ),
        (Evidence.PLACE, BOB, ["bmuell.json", "section-a/s2/x.py", "s2/s1.json"]),
        (
            Evidence.SHOWN_NAME,
            BOB,
            ["müllerbob_1_2_x.py", "Bob Müller_9_assignsubmission_file_/s1/x.py"],
        ),
        (
            Evidence.FILE_NAME,
            ADA,
            [
                "Ada Lovelace.json",
                "answers-Ada-Lovelace-1.0.0-0123abcd.json",
                "s1-answers.json",
                "answers-Ada-Lovelace-1.0.0-0123abcd (1).json",
                "answers-Ada-Lovelace.json",
            ],
        ),
        (Evidence.FILE_NAME, BOB, ["Bob Müller.json", "s2_x (1).json", "s2-s1.json"]),
    ],
)
def test_a_path_says_whose_a_file_is(evidence, student, paths):
    for path in paths:
        owner = MEMBERS.owner(PurePosixPath(path), "Eve Twin")
        assert (owner.student, owner.evidence) == (student, evidence)


@pytest.mark.parametrize(
    "path",
    [
        "lovelaceada_123_456_answers.json",
        "lovelaceada_late_123_456_x.json",
        "Ada Lovelace_123_assignsubmission_file_/x.py",
    ],
)
def test_a_number_that_is_not_the_roster_s_makes_a_file_nobody_s(path):
    owner = MEMBERS.owner(PurePosixPath(path), "Ada Lovelace")
    assert owner.student is None
    assert owner.why == "it has the display name of s1, whose number is 77 and not 123"


def test_a_number_of_somebody_else_than_the_name_says_makes_a_file_nobody_s():
    owner = MEMBERS.owner(PurePosixPath("müllerbob_77_1_x.py"))
    assert (owner.student, owner.why) == (
        None,
        "it has the number of s1, 77, but the display name of s2",
    )


def test_a_weaker_part_of_a_path_that_names_another_student_is_a_rival():
    class_of_two = Class(
        [Student("s001", "Ada Lovelace", canvas_id="77"), Student("s002", "Bob Bell")]
    )
    for path in (
        "s002/s001.json",
        "s002/s001-answers.json",
        "s002/Ada Lovelace/x.py",
        "bellbob_9_1_lovelaceada_77_1_x.py",
    ):
        owner = class_of_two.owner(PurePosixPath(path))
        assert (owner.student.id, owner.rival.id) == ("s002", "s001"), path
    for path in ("s002/s002.json", "bellbob_9_1_x.py", "s002/x.py", "s002/Bob Bell.json"):
        assert class_of_two.owner(PurePosixPath(path)).rival is None


def test_whoever_only_claims_to_be_a_student_pays_from_an_account_of_their_own():
    own = {MEMBERS.account(PurePosixPath(path)) for path in ("s1.json", "s1/venv/x.py", "s1.zip")}
    claimed = {
        MEMBERS.account(PurePosixPath(path))
        for path in (
            "s1-x.zip",
            "answers-Ada-Lovelace.zip",
            "Bob Müller_9_assignsubmission_file_/x.py",
            "adax_77_1_x.zip",
        )
    }
    assert (len(own), len(claimed)) == (1, 4)
    assert not own & claimed


def test_what_lies_in_a_student_s_own_zip_is_that_student_s_word():
    path = PurePosixPath("upload/s1/x.py")
    assert MEMBERS.owner(path).evidence is Evidence.PLACE
    assert MEMBERS.owner(path, zipped=1)[:3:2] == (ADA, Evidence.FILE_NAME)
    assert MEMBERS.owner(PurePosixPath("upload/any_77_1_x.py"), zipped=1)[:3:2] == (
        ADA,
        Evidence.FILE_NAME,
    )
    assert MEMBERS.owner(PurePosixPath("s2/s1/x.py"), zipped=1)[:3:2] == (BOB, Evidence.PLACE)


@pytest.mark.parametrize(
    "path", ["Mallory_9_assignsubmission_file_/s1/x.py", "mallory_1_2_s1.json", "mallory_1_2_x.py"]
)
def test_what_lies_in_a_strangers_place_is_nobodys_whatever_the_stranger_has_called_it(path):
    assert MEMBERS.owner(PurePosixPath(path), "Ada Lovelace").student is None


def test_a_name_in_the_file_counts_where_the_path_says_nothing():
    for signed in ("Ada Lovelace", " s1 ", "lovelace ada"):
        assert MEMBERS.owner(PurePosixPath("answers.json"), signed)[:3:2] == (ADA, Evidence.SIGNED)
    assert MEMBERS.owner(PurePosixPath("answers.json"), "").student is None
    assert "matches no student" in MEMBERS.owner(PurePosixPath("answers.json"), "Zoe").why


def test_a_name_that_two_have_is_neithers():
    owner = MEMBERS.owner(PurePosixPath("Eve Twin.json"))
    assert owner == (
        None,
        '"Eve Twin" is the name of s3 and s4: name the file by the id',
        Evidence.NONE,
        "",
        None,
    )


def test_without_a_roster_each_folder_and_each_file_is_a_student():
    members = Class(None)
    paths = [
        "ada/x.py",
        "ada/y.py",
        "bob.json",
        "answers-Eve-1.0.0-0123abcd.json",
        "lovelaceada_12_456_x.py",
        "lovelaceada_12_457_y.py",
    ]
    assert [members.owner(PurePosixPath(path)).student.id for path in paths] == [
        "ada",
        "ada",
        "bob",
        "Eve",
        "lovelaceada 12",
        "lovelaceada 12",
    ]
    assert members.owner(PurePosixPath("zoe.json"), "Zoë Ω").student.name == "Zoë Ω"
    assert len(members.students) == 5


def test_a_signature_may_be_a_part_of_the_name_or_the_id():
    assert all(
        MEMBERS.may_be_named(ADA, signed)
        for signed in ("Ada", "ada l", "s1", "LOVELACE", "Ada Lovelace (s1)", "...")
    )
    assert not MEMBERS.may_be_named(ADA, "Bob Müller")


@pytest.mark.parametrize(
    "text",
    [
        "id,name,email,section\ns1,Ada,a@b,A\ns2,Bob,,\n",
        "\ufeffID;Name;Email;Section\r\ns1;Ada;a@b;A\r\ns2;Bob;;\r\n",
        "sep=;\r\nid;name;email;section\r\ns1;Ada;a@b;A\r\ns2;Bob\r\n",
        '\ufeff"sep=|"\nid|name|email|section\ns1|Ada|a@b|A\ns2|Bob||\n',
        "name\tid\tother\temail\tsection\nAda\ts1\tx\ta@b\tA\nBob\ts2\n",
    ],
)
def test_a_roster_is_read_as_spreadsheets_write_it(tmp_path, text):
    assert read_roster(put(tmp_path / "roster.csv", text)) == [
        Student("s1", "Ada", "a@b", "A"),
        Student("s2", "Bob"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\nid;name\n1;Ada\n",
        "\ufeffsep=;\r\nid;name\r\n1;Ada\r\n",
        '"sep=,"\nid,name\n1,Ada\n',
        "sep=\t\nid\tname\n1\tAda\n",
        "sep=\\t\nid\tname\n1\tAda\n",
        "SEP=;\rid;name\r1;Ada\r",
        "sep=|\nid|name\n1|Ada\n",
        "sep=;;;\nid;name\n1;Ada\n",
        "sep=;\nid,name\n1,Ada\n",
        "sep = ;\n\nid;name\n1;Ada\n",
        "\n\nid;name\n1;Ada\n",
    ],
)
def test_a_first_line_that_names_the_delimiter_is_no_student(text):
    assert read(text) == ([Student("1", "Ada")], [])


def test_a_mistake_below_such_a_line_is_named_by_its_own_line():
    assert "line 4: the id is empty" in read("sep=;\nid;name\n1;Ada\n;Bob\n")[1][0]


def test_a_roster_may_be_one_name_a_line(tmp_path):
    assert read_roster(put(tmp_path / "roster.txt", "Ada Lovelace\n\n=Bob\n")) == [
        Student("Ada Lovelace", "Ada Lovelace"),
        Student("=Bob", "=Bob"),
    ]


@pytest.mark.parametrize("total", ["Total,", "Total:,3", "sum", ",Total", "TOTALS,2,2"])
def test_a_total_at_the_end_of_a_roster_is_not_a_student(tmp_path, total):
    text = f"id,name,section\ns1,Ada,\ntotal,Toni Total,A\n{total}\n,,\n"
    students = read_roster(put(tmp_path / "roster.csv", text))
    assert [student.id for student in students] == ["s1", "total"]


def test_a_student_whose_id_is_total_stays_one(tmp_path):
    text = "id,name\ns1,Ada\ntotal,Toni Total\n"
    students = read_roster(put(tmp_path / "roster.csv", text))
    assert [student.id for student in students] == ["s1", "total"]


def test_rows_that_a_spreadsheet_leaves_empty_are_none(tmp_path):
    assert read_roster(put(tmp_path / "roster.csv", "id,name,section_id,\ns1,Ada,,\n,,,\n")) == [
        Student("s1", "Ada")
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no students: it needs a first line like id,name"),
        ("s1,Ada\n", "no column 'id'; its first line names: \"s1,Ada\""),
        ("id,name,Name\n1,Ada,Bob\n", "the column 'name' once, got it twice"),
        ("id,name,emial\n1,Ada,a@b\n", 'has a column "emial": did you mean email'),
        ("id,nam\n1,Ada\n", "no column 'name'; its first line names: \"id,nam\""),
        ("id,name\ns1,Love, Ada\n", "line 2: 3 cells where the first line names 2 columns"),
        (
            "Ada\nBob\nada\n",
            'line 3: it has the name "Ada" twice, first in line 1; distinguish them by ids',
        ),
        ("id,name\n", "no student"),
        ("id,name\n,Ada\n", "line 2: the id is empty"),
        ("id,name\ns1,Ada\nS1,Bob\n", 'the id "s1" twice'),
        ("id,name\ns1," + "x" * 300, "at most 200 letters"),
        (b"id,name\ns1,\xff", "UTF-8 text; byte 11"),
        ('id,name\ns1,"Ada', "after line 1: unexpected end of data"),
        ("id,name\ns1,A\x07da", "must be a text"),
    ],
)
def test_a_mistake_in_a_roster_is_one_line_that_names_it(tmp_path, text, words):
    with pytest.raises(WrongUse, match=r"roster\.csv") as caught:
        read_roster(put(tmp_path / "roster.csv", text))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(WrongUse, match="No such file"):
        read_roster(tmp_path / "none.csv")
