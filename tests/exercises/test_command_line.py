"""`python -m exercises`: exit codes, one line of words for each wrong use."""

import contextlib
import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from exercises import __main__ as command_line
from exercises import contents
from exercises.__main__ import main
from exercises.cli import prove_folder
from exercises.cli.new import make
from exercises.cli.text_report import Proof
from exercises.contents import exercises
from exercises.kit.exercise import NotAnExercise, read
from exercises.kit.kinds import KINDS
from exercises.sandbox import deno
from tests.conftest import sample
from tests.exercises.small import small_exercise
from tests.exercises.test_answer_file import FILE, TIME, with_
from tests.exercises.test_new import BLANK, filling
from tests.exercises.test_schemas import validate

pytestmark = pytest.mark.slow  # each check starts processes of its own

CLOCK = f"{TIME} by the clock of their computer"
EARLIER, LATER = TIME.replace("T23:40", "T23:39"), TIME.replace("Z", ".5Z")

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "exercises/questions/synchronous_writes/missed_revolution"
MINE = contents.get("missed-revolution")
SOLUTION = MINE.solution(FILE["exercises"][MINE.id]["variant"])


def process(*arguments, **options):
    """A command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "exercises", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        **options,
    )


def run(*arguments):
    """The same command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(ROOT), redirect_stdout(out), redirect_stderr(err):
        code = main([*map(str, arguments)])
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def said_by(capsys, *arguments):
    """Exit code, standard output and standard error of a command in this process."""
    code = main([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def small_form(folder, kind="predict"):
    """A tiny exercise with fields, in `folder`."""
    name = f"told_{kind}"
    make(name, kind, "disks", folder)
    for path in (folder / "disks" / name).iterdir():
        path.write_text(BLANK.sub(lambda blank: filling(kind, blank[0]), path.read_text()))
    return folder / "disks" / name


def test_the_list_has_a_line_an_exercise_which_says_whether_each_variant_has_its_own_question(
    capsys,
):
    code, out, _ = said_by(capsys, "list")
    assert code == 0
    lines = out.splitlines()
    assert len(lines) == len(exercises())
    mine = next(line for line in lines if line.startswith("missed-revolution "))
    own = "own" if MINE.own else "same"
    assert (
        " ".join(mine.split())
        == f"missed-revolution synchronous-writes write {own} {MINE.points} points {MINE.title}"
    )


def test_the_list_as_json_tells_the_same_and_the_folder(capsys):
    listed = json.loads(said_by(capsys, "list", "--json")[1])
    assert [entry["id"] for entry in listed] == [exercise.id for exercise in exercises()]
    for entry, exercise in zip(listed, exercises(), strict=True):
        told = (entry["chapter"], entry["kind"], entry["points"], entry["own"])
        assert told == (exercise.chapter, exercise.kind, exercise.points, exercise.own)
        assert (ROOT / entry["folder"] / "prompt.md").is_file()


def test_a_broken_folder_is_a_line_of_the_list_and_hides_no_other(monkeypatch, capsys):
    def get(id):
        raise NotAnExercise(f"{id} is not an exercise:\nthere is no file prompt.md")

    whole = contents.get
    monkeypatch.setattr(
        command_line.contents, "get", lambda id: get(id) if id == "missed-revolution" else whole(id)
    )
    code, out, err = said_by(capsys, "list")
    assert (code, err) == (1, "")
    assert len(out.splitlines()) == len(contents.ids())
    assert "missed-revolution is not an exercise: there is no file prompt.md" in out
    code, out, err = said_by(capsys, "list", "--json")
    assert [entry["id"] for entry in json.loads(out) if "error" in entry] == ["missed-revolution"]


def test_the_starter_is_what_is_checked_without_an_answer_and_fails():
    done = process("check", FOLDER)
    assert done.returncode == 1
    assert done.stdout.startswith(f"missed-revolution, variant 1: 0 of {MINE.points} points\n")
    assert "failed  a late request waits for the rest of the turn (2 points)\n" in done.stdout
    held = "passed  rounding never costs a whole turn (1 point; not by itself)\n"
    assert held in done.stdout
    assert done.stdout.endswith(
        "\n  the passed tests also pass without a right idea; they count once another test passes\n"
    )
    assert done.stdout == run("check", f"{FOLDER}/", "--answer", f"{FOLDER}/starter.py").stdout


def test_the_solution_passes_in_any_variant():
    done = run("check", FOLDER, "--answer", f"{FOLDER}/solution.py", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["passed"] is True
    done = run("check", FOLDER, "--answer", f"{FOLDER}/solution.py", "--variant", "999999")
    assert done.returncode == 0
    assert done.stdout.startswith(
        f"missed-revolution, variant 999999: {MINE.points} of {MINE.points} points"
    )


@pytest.mark.alike("reads an answer file")
def test_the_pages_answer_file_brings_its_variant_and_an_option_another(tmp_path):
    file = tmp_path / "answers.json"
    file.write_text(json.dumps(with_(("exercises", "missed-revolution", "answer"), SOLUTION)))
    done = run("check", FOLDER, "--answer", file, "--json")
    assert (done.returncode, json.loads(done.stdout)["variant"]) == (0, 3)
    assert done.stderr == ""
    alike = next(
        variant for variant in range(4, 999) if MINE.solution(variant) == SOLUTION
    )  # where it is right, too
    done = run("check", FOLDER, "--answer", file, "--json", "--variant", alike)
    said = json.loads(done.stdout)
    assert (done.returncode, said["variant"], said["passed"], said["points"]) == (
        1,
        alike,
        False,
        0,
    )
    assert said["handed_in"]["variant"] == 3
    words = (
        f"holds no answer to variant {alike}; its answer to variant 3 is checked against {alike}"
    )
    assert done.stderr == f"exercises: {file} {words}\n"
    head, *_ = run("check", FOLDER, "--answer", file, "--variant", alike).stdout.splitlines()
    other = (
        f"0 of {MINE.points} points: it is an answer to variant 3 (here it would get {MINE.points})"
    )
    who = f"by Ada L., {CLOCK}, 2 hints open, solution opened after it passed, which is harmless"
    assert head == f"missed-revolution, variant {alike}: {other}; {who}"
    file.write_text(json.dumps(FILE))
    assert run("check", FOLDER, "--answer", file).returncode == 1


@pytest.mark.alike("reads an answer file")
def test_what_passed_is_checked_and_another_variants_answer_on_request(tmp_path):
    file = tmp_path / "answers.json"
    mine = {
        "variant": 2,
        "answer": "begun = 1",
        "time": TIME,
        "hints": 0,
        "others": {"9": "nine = 9"},
        "passed": {"variant": 3, "answer": SOLUTION, "time": TIME},
    }
    file.write_text(json.dumps(with_(("exercises", "missed-revolution"), mine)))
    for asked, variant, code in (
        ((), 3, 0),
        ((3,), 3, 0),
        ((2,), 2, 1),
        ((9,), 9, 1),
        ((10,), 10, 1),
    ):
        given = ("--variant", *asked) if asked else ()
        done = run("check", FOLDER, "--answer", file, "--json", *given)
        said = json.loads(done.stdout)
        assert (done.returncode, said["variant"]) == (code, variant)
        assert (said["handed_in"]["variant"] == variant) == (done.stderr == "") == (asked != (10,))


@pytest.mark.alike("reads an answer file")
def test_of_two_answers_in_a_file_one_is_checked(tmp_path):
    file = tmp_path / "answers.json"
    mine = {
        "variant": 2,
        "answer": MINE.solution(2),
        "time": TIME,
        "hints": 0,
        "passed": {"variant": 5, "answer": "x = 1", "time": TIME},
    }
    file.write_text(json.dumps(with_(("exercises", "missed-revolution"), mine)))
    done = run("check", FOLDER, "--answer", file, "--json")
    assert (done.returncode, json.loads(done.stdout)["variant"]) == (
        1,
        5,
    )  # two would be two guesses


@pytest.mark.alike("reads an answer file")
def test_whose_an_answer_is_is_told_if_the_page_saved_it(tmp_path, capsys):
    file = tmp_path / "answers.json"
    mine = {
        "variant": 2,
        "answer": MINE.solution(2),
        "time": TIME,
        "hints": 1,
        "others": {"9": "nine = 9"},
    }
    told = {
        "name": "Ada L.",
        "edition": FILE["edition"],
        "variant": 2,
        "time": TIME,
        "hints": 1,
        "solution": None,
    }
    file.write_text(json.dumps(with_(("exercises", "missed-revolution"), mine)))
    check = ("check", ROOT / FOLDER, "--answer", file)
    said = json.loads(said_by(capsys, *check, "--json")[1])
    validate("verdict", said)
    assert said["handed_in"] == told
    said = json.loads(said_by(capsys, *check, "--variant", 9, "--json")[1])
    validate("verdict", said)
    assert said["handed_in"] == {**told, "variant": 9, "time": None}
    assert (
        said_by(capsys, *check)[1]
        .splitlines()[0]
        .endswith(f" tests passed; by Ada L., {CLOCK}, 1 hint open")
    )
    assert (
        said_by(capsys, *check, "--variant", 9)[1]
        .splitlines()[0]
        .endswith(" points; by Ada L., 1 hint open")
    )
    for name, words in ((" ", "without a name"), ("\x9b2J\x7f Eve", r"by \x9b2J\x7f Eve")):
        file.write_text(
            json.dumps(
                {**with_(("exercises", "missed-revolution"), {**mine, "hints": 0}), "name": name}
            )
        )
        assert (
            said_by(capsys, *check)[1]
            .splitlines()[0]
            .endswith(f" tests passed; {words}, {CLOCK}, no hint open")
        )
    said = json.loads(
        said_by(
            capsys, "check", ROOT / FOLDER, "--answer", ROOT / FOLDER / "solution.py", "--json"
        )[1]
    )
    assert "handed_in" not in said


@pytest.mark.alike("opened a solution")
@pytest.mark.parametrize(
    ("solutions", "words", "seen"),
    [
        ({"2": EARLIER, "9": LATER}, "solution opened before this answer", (2, EARLIER, True)),
        ({"2": LATER}, "solution opened after it passed, which is harmless", (2, LATER, False)),
        (
            {"9": EARLIER, "2": LATER},
            "solution of variant 9 opened before this answer",
            (9, EARLIER, True),
        ),
    ],
)
def test_that_the_solution_was_opened_is_told(tmp_path, capsys, solutions, words, seen):
    file = tmp_path / "answers.json"
    mine = {
        "variant": 2,
        "answer": MINE.solution(2),
        "time": TIME,
        "hints": 0,
        "others": {"9": "x = 1"},
        "solutions": solutions,
    }
    file.write_text(json.dumps(with_(("exercises", "missed-revolution"), mine)))
    check = ("check", ROOT / FOLDER, "--answer", file)
    code, out, _ = said_by(capsys, *check)
    assert (code, out.splitlines()[0].endswith(f", no hint open, {words}")) == (0, True)
    said = json.loads(said_by(capsys, *check, "--json")[1])
    validate("verdict", said)
    assert said["handed_in"]["solution"] == dict(
        zip(("variant", "time", "before"), seen, strict=True)
    )
    untimed = json.loads(said_by(capsys, *check, "--variant", 9, "--json")[1])["handed_in"][
        "solution"
    ]
    validate("verdict", said)
    assert untimed["before"] is None
    assert untimed["variant"] == (9 if "9" in solutions else 2)


@pytest.mark.alike("reads an answer file")
def test_what_nobody_typed_is_no_answer(tmp_path, capsys):
    file = tmp_path / "answers.json"
    mine = {"variant": 7, "time": TIME, "hints": 2, "others": {"9": MINE.solution(9)}}
    file.write_text(json.dumps(with_(("exercises", "missed-revolution"), mine)))
    code, out, err = said_by(capsys, "check", ROOT / FOLDER, "--answer", file)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "holds no answer to missed-revolution in variant 7" in err
    assert err.endswith("for --variant: 9\n")
    assert said_by(capsys, "check", ROOT / FOLDER, "--answer", file, "--variant", 9)[0] == 0


@pytest.mark.alike("reads an answer file")
def test_a_damaged_answer_to_one_exercise_costs_only_that_one(tmp_path, capsys):
    file = tmp_path / "answers.json"
    bad = with_(
        ("exercises", "the-nearest-read"), {"variant": -5, "answer": {}, "time": TIME, "hints": 0}
    )
    bad["exercises"]["missed-revolution"]["answer"] = SOLUTION
    file.write_text(json.dumps(bad))
    assert said_by(capsys, "check", "missed-revolution", "--answer", file)[::2] == (0, "")
    code, out, err = said_by(capsys, "check", "the-nearest-read", "--answer", file)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert (
        "exercises.the-nearest-read.variant must be a whole number from 1 to 999999, got -5" in err
    )


@pytest.mark.alike("reads an answer file")
def test_a_file_of_another_edition_is_taken_over_with_a_line_that_says_so(tmp_path):
    file = tmp_path / "answers.json"
    file.write_text(
        json.dumps(
            {
                **with_(("exercises", "missed-revolution", "answer"), SOLUTION),
                "edition": "0.9.0-x\x9b",
            }
        )
    )
    assert run("check", FOLDER, "--answer", file).returncode == 2
    done = run("check", FOLDER, "--answer", file, "--any-edition", "--json")
    assert (done.returncode, json.loads(done.stdout)["passed"]) == (0, True)
    assert (
        "was saved in another edition of the book, '0.9.0-x\\x9b'; its answer is checked against"
        in done.stderr
    )
    assert done.stderr.count("\n") == 1
    assert run("check", FOLDER, "--answer", f"{FOLDER}/solution.py", "--any-edition").stderr == ""


def test_another_variant_asks_for_other_numbers():
    assert run("check", FOLDER, "--variant", 2).stdout != run(
        "check", FOLDER, "--variant", 3
    ).stdout.replace("t 3", "t 2")


@pytest.mark.parametrize("kind", KINDS)
def test_the_question_of_a_variant_can_be_read_and_answered(tmp_path, capsys, kind):
    folder = small_form(tmp_path, kind)
    said = {variant: said_by(capsys, "show", folder, "--variant", variant) for variant in (1, 2, 3)}
    assert {code for code, _, _ in said.values()} == {0}
    for variant, (_, out, _) in said.items():
        exercise = read(folder)
        assert out.startswith(
            f"A turn of the platter ({KINDS[kind]}, {exercise.points} points, variant {variant})\n"
        )
        assert "{{" not in out
        assert all(text in out for text in exercise.blanks(variant).values())
        assert (
            "--start`" in out
            if exercise.form is None
            else all(f"  {name}: " in out for name in exercise.form)
        )
        assert "## Hint" not in out
        assert "60 seconds" not in out  # that is the explanation's


def test_an_answer_that_no_test_has_seen_is_told_as_such(tmp_path, capsys):
    code, out, _ = said_by(capsys, "check", small_form(tmp_path))
    assert code == 1
    assert out == (
        "told-predict, variant 1: 0 of 3 points, not checked\n  error: “One turn” is empty: type a number in ms\n"
        "  no test can pass until this is fixed\n"
    )


def test_fields_are_checked_as_they_were_typed(tmp_path, capsys):
    folder = small_form(tmp_path)
    answer = tmp_path / "mine.json"
    for variant in (1, 2, 3):
        turn = 1 / read(folder).case(variant)["turns"]
        for good in (
            f"{1000 * turn:.4g}",
            f"{turn:.4g} s",
            f" {1e6 * turn:,.0f} us ",
            round(1000 * turn, 2),
        ):
            answer.write_text(json.dumps({"turn": good}))
            code, out, err = said_by(
                capsys, "check", folder, "--answer", answer, "--variant", variant
            )
            assert (code, err) == (0, ""), out
        for bad in ("4.2 ms", "0,1 s"):
            answer.write_text(json.dumps({"turn": bad}))
            code, out, err = said_by(
                capsys, "check", folder, "--answer", answer, "--variant", variant
            )
            assert (code, err) == (1, "")
            assert f"you said {bad}" in out


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "“One turn” is empty"),
        ({"turn": "soon"}, "“soon” is not one"),
        ({"turn": "NaN"}, "“NaN” is not one"),
        ({"turn": "9 s"}, "must be 0.1 to 1,000 ms"),
        ({"turn": True}, "“True” is not one"),
        ({"turn": "8.3", "wait": "1"}, "this exercise has no field 'wait'; it has turn"),
    ],
)
def test_a_field_that_the_form_refuses_is_an_error_of_the_verdict(tmp_path, capsys, fields, words):
    answer = tmp_path / "mine.json"
    answer.write_text(json.dumps(fields))
    code, out, err = said_by(capsys, "check", small_form(tmp_path), "--answer", answer)
    assert (code, err) == (1, "")
    assert words in out
    assert "passed" not in out


@pytest.mark.parametrize("kind", ["predict", "read", "choose"])
def test_an_authors_solution_and_wrong_answers_fill_in_the_fields(tmp_path, capsys, kind):
    folder = small_form(tmp_path, kind)
    wrong = folder / "wrong.py"
    wrong.write_text(read(folder).wrong[0].code)
    for variant in (1, 2, 3):
        given = ("--variant", variant, "--json")
        code, out, _ = said_by(capsys, "check", folder, "--answer", folder / "solution.py", *given)
        assert (code, json.loads(out)["passed"]) == (0, True)
        code, out, _ = said_by(capsys, "check", folder, "--answer", wrong, *given)
        assert (code, json.loads(out)["error"]) == (1, None)
        assert said_by(capsys, "check", folder, *given)[0] == 1


@pytest.mark.alike("a function that fills in no fields is an error of the verdict")
@pytest.mark.parametrize(
    ("code", "words"),
    sample(
        [
            ("def answer(case):\n    return case['rpm']\n", "KeyError: 'rpm'"),
            ("x = 1\n", "no function named answer"),
            (
                "def answer(case):\n    return 8.3\n",
                "an answer to this exercise must be a JSON object with the fields",
            ),
            ("def answer(case):\n    return {'turn': None}\n", "“None” is not one"),
            ("def answer(case):\n    return {'turn': [1]}\n", "“[1]” is not one"),
            ("def answer(case):\n    return {'turn': True}\n", "“True” is not one"),
            ("def answer(case):\n    return {'wait': 1.0}\n", "no field 'wait'"),
            ("import os\nos._exit(0)\n", "ended its interpreter"),
            ("def answer(case)\n", "SyntaxError"),
        ],
        2,
        lambda one: "return {" in one[0],
    ),
)
def test_a_function_that_fills_in_no_fields_is_an_error_of_the_verdict(
    tmp_path, capsys, code, words
):
    (tmp_path / "mine.py").write_text(code)
    status, out, err = said_by(
        capsys, "check", small_form(tmp_path), "--answer", tmp_path / "mine.py"
    )
    assert (status, err) == (1, "")
    assert words in out


def test_an_answer_that_exits_fails(tmp_path):
    sly = tmp_path / "my 'own' answer.py"
    sly.write_text(
        "import os\ndef write_time(*inputs):\n    os._exit(0)\nwrites_per_second = write_time\n"
    )
    done = run("check", FOLDER, "--answer", sly)
    assert done.returncode == 1
    assert f"missed-revolution, variant 1: 0 of {MINE.points} points" in done.stdout


@pytest.mark.alike("shows what an answer printed")
def test_an_answer_that_raises_is_told_with_its_line_and_what_it_printed(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text(
        "def write_time(*inputs):\n    print('inputs', len(inputs))\n    return 1 / 0\n"
    )
    said = run("check", FOLDER, "--answer", broken).stdout
    assert "  error: line 3: write_time(size=12288, " in said
    assert "ZeroDivisionError: division by zero" in said
    assert "  the answer printed:\n    inputs 4\n" in said


@pytest.mark.alike("shows what an answer printed")
def test_what_an_answer_says_in_strange_letters_is_written_out(tmp_path):
    strange = tmp_path / "strange.py"
    strange.write_text(
        "def write_time(*inputs):\n    print('\\x1b[31mred\\x00 \\ud800')\n    raise ValueError('\\x1b]0;\\udfff')\n"
    )
    for encoding in ("utf-8", "ascii"):
        done = process(
            "check", FOLDER, "--answer", strange, env=os.environ | {"PYTHONIOENCODING": encoding}
        )
        assert (done.returncode, done.stderr) == (1, "")
        assert "\n    \\x1b[31mred\\x00 \\ud800\n" in done.stdout
        assert "ValueError: \\x1b]0;\\udfff" in done.stdout
        assert not any(ord(sign) < 32 for sign in done.stdout if sign != "\n")


def test_without_a_sandbox_there_is_one_line_and_no_verdict(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(deno, "BUILT", tmp_path)
    (tmp_path / "mine.py").write_text(SOLUTION)
    assert main(["check", str(ROOT / FOLDER), "--answer", str(tmp_path / "mine.py")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("exercises: programs run in the book's interpreter, but ")
    assert said.err.count("\n") == 1
    assert said.err.endswith("this says nothing about the answer\n")


def test_an_answer_that_shadows_a_module_of_ours_is_only_a_file(tmp_path):
    shadow = tmp_path / "json.py"
    shadow.write_text(MINE.solution(1))
    assert run("check", FOLDER, "--answer", shadow).returncode == 0


def wrong_files(folder):
    (folder / "latin.py").write_bytes(b"# caf\xe9\n")
    (folder / "empty.py").write_text(" \n")
    (folder / "huge.py").write_text("# x\n" * 100_000)
    (folder / "loop.py").symlink_to(folder / "loop.py")
    (folder / "cut.json").write_text(json.dumps(FILE)[:300])
    (folder / "old.json").write_text(json.dumps({**FILE, "edition": "0.9.0-00000000"}))
    (folder / "twice.json").write_text('{"v": 2, "v": 2}')
    (folder / "other.json").write_text(json.dumps({**FILE, "exercises": {}}))
    (folder / "forged.json").write_text(
        json.dumps(with_(("exercises", "missed-revolution", "points"), 13))
    )
    return folder


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("latin.py", "must be UTF-8 text; byte 5 is not"),
        ("empty.py", "is empty"),
        ("huge.py", "an answer must be at most 100000 bytes"),
        ("none.py", "there is no file"),
        ("loop.py", ""),
        (".", "an answer must be a file, got the folder"),
        ("/dev/zero", "must be a file, got a device"),
        ("cut.json", "was it cut off?"),
        ("old.json", "was saved in another edition of the book"),
        ("twice.json", "each key once"),
        ("other.json", "holds no answer to missed-revolution"),
        ("forged.json", 'has a member "points"'),
    ],
)
def test_a_file_that_is_no_answer_is_one_line_and_exit_2(tmp_path, capsys, name, words):
    code, out, err = said_by(
        capsys, "check", ROOT / FOLDER, "--answer", wrong_files(tmp_path) / name
    )
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "required"),
        (["judge", "x"], "invalid choice"),
        (["check"], "required: FOLDER"),
        (["show", "exercises/none"], "is not an exercise"),
        (["check", "exercises/none"], "is not an exercise: there is no file prompt.md"),
        (["check", "README.md"], "is not an exercise"),
        (["check", FOLDER, "--fast"], "unrecognized arguments"),
        (
            ["check", FOLDER, "--variant", "0"],
            "a variant must be a whole number from 1 to 999,999, got '0'",
        ),
        (["check", FOLDER, "--variant", "1000000"], "a variant must be a whole number"),
        (["check", FOLDER, "--variant", "²"], "a variant must be a whole number"),
        (["prove"], "name the exercises to prove, or use --all"),
        (["prove", "exercises/none"], "there is no folder exercises/none"),
        (["prove", "README.md"], "there is no folder README.md"),
        (
            ["prove", FOLDER, "--random", "x"],
            "the number of variants must be a whole number from 1 to 999,999, got 'x'",
        ),
        (["prove", FOLDER, "--random", "1000000"], "the number of variants must be a whole number"),
        (
            ["prove", FOLDER, "--random", "3", "--variants", "2"],
            "--variants: not allowed with argument --random",
        ),
        (
            ["prove", FOLDER, "--random", "3", "--variant", "2"],
            "--variant: not allowed with argument --random",
        ),
        (["prove", FOLDER, "--random", "3", "--seed", "1.5"], "a seed must be a whole number"),
        (["prove", FOLDER, "--seed", "3"], "--seed needs --random"),
        (["prove", FOLDER, "--jobs", "0"], "the number of jobs must be a whole number"),
        (["new"], "required: NAME, --chapter"),
        (["new", "lost--turn", "--chapter", "disks"], "got 'lost--turn'"),
        (["new", "missed-revolution", "--chapter", "disks"], "missed_revolution exists already"),
        (["new", "lost_turn", "--kind", "guess"], "invalid choice: 'guess'"),
        (["new", "lost_turn", "--chapter", "nowhere"], "invalid choice: 'nowhere'"),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(capsys, monkeypatch, arguments, words):
    monkeypatch.chdir(ROOT)
    code, out, err = said_by(capsys, *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
    assert not (ROOT / "exercises" / "lost_turn").exists()


def test_a_folder_that_holds_what_it_promises_is_proved(tmp_path, capsys):
    folder = small_exercise(tmp_path).test_file.parent
    code, out, err = said_by(capsys, "prove", folder, "--variants", 2)
    assert (code, err) == (0, "")
    assert "holds  double: write a function, 2 tests, 3 wrong answers, 2 variants" in out
    assert out.endswith("1 of 1 hold\n")
    code, out, err = said_by(capsys, "prove", folder, "--variants", 1, "--json")
    assert [
        (entry["exercise"], entry["holds"], entry["problems"]) for entry in json.loads(out)
    ] == [("double", True, [])]


BROKEN = {
    "no why": ("prompt.md", "## Why", "## How", "must end with the explanation"),
    "a blank without a given": (
        "prompt.md",
        "{{turns:.0f/rpm}}",
        "{{speed}}",
        "names 'speed', which case() does not return",
    ),
    "a solution that fails": (
        "solution.py",
        "1 / case['turns']",
        "1 / case['turns'] * 2",
        "the solution does not pass",
    ),
    "a wrong answer that passes": (
        "wrong.toml",
        "is = '''0.5 / case",
        "is = '''1 / case",
        "the wrong answer first fails nothing",
    ),
    "a wrong answer that fails another": (
        "wrong.toml",
        "is = '''0.1'''",
        "is = '''0.5 / case['turns']'''",
        "the wrong answer second fails",
    ),
    "advice that is not shown": (
        "wrong.toml",
        "the mean wait",
        "the seek",
        "and not 'the seek'",
    ),
    "a test that nobody fails": (
        "test_told_predict.py",
        "def test_the_order",
        "def test_an_order",
        "no wrong answer fails",
    ),
    "a kind that is none": ("question.py", '"predict"', '"guess"', "must have a line KIND"),
    "no form": ("question.py", "FORM =", "FIELDS =", "FORM"),
    "a question that does not run": (
        "question.py",
        "from models.units",
        "from models.unit",
        "No module named 'models.unit'",
    ),
    "givens that cannot be drawn": ("question.py", "rng.choice", "rng.choose", "question.py, line"),
    "a test that cannot be read": (
        "test_told_predict.py",
        "def test_the_number",
        "def test the_number",
        "line 17:",
    ),
    "an open blank": (
        "prompt.md",
        "## Hint 1",
        "## Hint 1\n<FILL IN: a step>",
        "<FILL IN: a step> is not filled in yet",
    ),
}


@pytest.mark.parametrize(("path", "old", "new", "words"), BROKEN.values(), ids=BROKEN)
def test_a_folder_that_does_not_hold_is_told_in_lines(tmp_path, capsys, path, old, new, words):
    folder = small_form(tmp_path)
    text = (folder / path).read_text()
    assert old in text
    (folder / path).write_text(text.replace(old, new))
    sys.modules.pop("exercises.questions.disks.told_predict.question", None)
    code, out, err = said_by(capsys, "prove", folder, "--variants", 1)
    assert (code, err) == (1, "")
    assert out.startswith("FAILS  ")
    assert words in out
    assert out.endswith("0 of 1 hold\n")
    code, out, err = said_by(capsys, "check", folder)
    assert code in (1, 2)
    assert err.count("\n") == (code == 2)


def test_variants_are_drawn_of_all_by_the_seed(capsys, monkeypatch):
    proved = []
    monkeypatch.setattr(
        prove_folder,
        "proof",
        lambda folder, variants: proved.append(list(variants)) or Proof(str(folder), []),
    )

    def variants(*arguments):
        proved.clear()
        said_by(capsys, "prove", *arguments, "--jobs", 1)
        return proved[:]

    mine, other = variants(
        FOLDER, "exercises/questions/intent_log/log_blocks", "--random", 200, "--seed", 4
    )
    assert len({*mine}) == len({*other}) == 200
    assert min(mine) > 0 and 900_000 < max(mine) < 1_000_000
    assert mine != other
    assert (
        [mine]
        == variants(FOLDER, "--random", 200, "--seed", 4)
        != variants(FOLDER, "--random", 200)
    )
    assert variants(FOLDER, "--random", 9) == variants(
        "missed-revolution", "--random", 9, "--seed", 1
    )
    assert variants(FOLDER, "--variant", 7, 603612) == [[7, 603612]]


def test_a_variant_that_fails_is_named(tmp_path, capsys):
    folder = small_exercise(tmp_path).test_file.parent
    (folder / "solution.py").write_text("def double(n):\n    return min(2 * n, 50)\n")
    code, out, _ = said_by(capsys, "prove", folder, "--variant", 603612)
    assert code == 1
    assert "variant 603612: the solution does not pass" in out


def test_several_folders_are_proved_side_by_side_and_told_in_their_order(tmp_path, capsys):
    folders = [small_exercise(tmp_path / name).test_file.parent for name in "ab"]
    (folders[0] / "starter.py").write_text("def double(n):\n    return 2 * n\n")
    code, out, err = said_by(capsys, "prove", *folders, "--variants", 1, "--jobs", 2)
    assert (code, err) == (1, "")
    assert [line.split()[0] for line in out.splitlines() if "double" in line] == ["FAILS", "holds"]
    assert out.endswith("1 of 2 hold\n")


@pytest.mark.parametrize(
    "id",
    [
        "log-blocks",
        "shared-commits",
        "wait-in-a-crowd",
        "what-all-share",
        "a-log-for-a-promise",
        "what-drew-this-map",
    ],
)
def test_the_solution_of_each_kind_can_be_checked_where_it_lies(tmp_path, capsys, id):
    file = contents.get(id).test_file.with_name("solution.py")
    code, out, err = said_by(capsys, "check", id, "--answer", file, "--variant", 3)
    assert (code, err) == (0, "")
    assert "tests passed" in out


def test_a_readers_program_does_not_reach_an_exercise(tmp_path, capsys):
    file = contents.get("what-drew-this-map").test_file.with_name("solution.py")
    (tmp_path / "mine.py").write_text(file.read_text(encoding="utf-8"))
    code, out, _ = said_by(capsys, "check", "what-drew-this-map", "--answer", tmp_path / "mine.py")
    assert code == 1
    assert "No module named 'exercises.questions'" in out


def test_a_new_exercise_says_what_to_do_next_and_is_open_until_then(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("exercises.cli.new.make.__defaults__", (tmp_path,))
    code, out, err = said_by(capsys, "new", "lost-turn", "--kind", "choose", "--chapter", "disks")
    assert (code, err, out.count("\n")) == (0, "", 2)
    assert 'add "lost_turn" to the list of "disks"' in out
    code, out, err = said_by(capsys, "check", tmp_path / "disks" / "lost_turn")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "<FILL IN: title" in err


def test_an_exercises_id_or_name_will_do_for_its_folder(capsys):
    wanted = said_by(capsys, "show", ROOT / FOLDER)
    assert wanted[0] == 0
    assert (
        said_by(capsys, "show", "missed-revolution")
        == wanted
        == said_by(capsys, "show", "missed_revolution")
    )
    for text, near in (
        ("missed-revelation", "there is no exercise missed-revelation; perhaps missed-revolution;"),
        ("several", "; perhaps the-last-of-several-disks;"),
        ("xyz", "there is no exercise xyz; `list` prints all ids;"),
    ):
        assert near in said_by(capsys, "show", text)[2]
