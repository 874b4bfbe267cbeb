"""A new exercise: blanks, and once they are filled in, an exercise that proves."""

import re
import sys
from pathlib import Path

import pytest

from exercises.cli.new import BLANK, make, open_blanks, parts
from exercises.cli.prove import prove
from exercises.cli.prove_folder import complete, proof
from exercises.contents import QUESTIONS
from exercises.kit.exercise import NotAnExercise, read
from exercises.kit.kinds import KINDS
from models.cli.command_line import WrongUse

LONG = "Say in a sentence what to look at, and leave the rest to them."
PROGRAM = {
    "title": "A turn of the platter",
    "the situation": "A platter turns all the time.",
    "the function's name": "turn",
    "another name for the function": "time_of_a_turn",
    "given": "rpm",
    "what it returns": "the seconds of one turn",
    "what the given means": "how fast it turns",
    "unit of the given": "turns a minute",
    "an easy value": "7200",
    "what the example's call gives, like": "0.008333",
    "what the example's call gives in the other unit": "8.333333",
    "what it returns in another unit": "the milliseconds of one turn",
    "how many times as much": "1000",
    "the first step": "How many turns are there in a second?",
    "the last step": "Divide 60 by the turns a minute.",
    "the explanation": "A minute has 60 seconds.",
    "one line that says what is asked": "How long is a turn?",
    "one line that says what the tests look at": "Is a turn right?",
    "the right expression": "60 / rpm",
    "advice to who misses the example": LONG + " A minute is not a second.",
    "advice to who gets the example right": LONG + " Another platter turns at another speed.",
    "the example's value": "60 / 7200",
    "the example's given": "7200",
    "tolerance": "1e-6",
    "a law": "a_minute_has_as_many_turns_as_are_given",
    "least value": "4200",
    "greatest value": "15000",
    "the truth": "60 / given",
    "the first misconception": "Turns a second.",
    "the first wrong": "1 / rpm",
    "the second misconception": "Half a turn.",
    "the second wrong": "30 / rpm",
    "the third misconception": "Every disk is alike.",
    "the third wrong": "60 / 7200",
    "the tests that the first": 'test_the_example_gives_what_the_question_says", '
    '"test_a_minute_has_as_many_turns_as_are_given',
    "the tests that the second": 'test_the_example_gives_what_the_question_says", '
    '"test_a_minute_has_as_many_turns_as_are_given',
    "the tests that the third": "test_a_minute_has_as_many_turns_as_are_given",
    "words of the advice that the first": "A minute is not a second",
    "words of the advice that the second": "A minute is not a second",
    "words of the advice that the third": "turns at another speed",
    "what its author saw": "it says that a fast disk's turn is longer",
    "what its author saw that cannot be with the other bug": "it says that a turn takes years",
    "the expression with its bug": "rpm / 60",
    "the expression with another bug": "60 * rpm",
}
PREDICT = {
    **PROGRAM,
    "the situation": "A platter turns {{turns:.0f/rpm}} times a minute.",
    "the question": "How long is a turn, within 5 %?",
    "imports": "from models.units import ms, rpm",
    "field": "turn",
    "label of the field": "One turn",
    "unit of the field": "ms",
    "the least plausible": "0.1 * ms",
    "the greatest plausible": "1000 * ms",
    "given": "turns",
    "some values": "7200 * rpm, 5400 * rpm",
    "a run of models/ or a law": "1 / case['turns']",
    "the rule of thumb": "1 / case['turns']",
    "advice to who is far off": LONG + " Seconds or milliseconds?",
    "advice to who is near": LONG + " Is it a whole turn?",
    "a wide tolerance": "0.6",
    "what a known mistake leads to": "0.5 / case['turns']",
    "advice to who makes that": "That is the mean wait, half a turn.",
    "the tolerance that": "0.05",
    "the known mistake, one line": "Half a turn.",
    "the tests that the known": "test_the_number_is_near_enough",
    "words of the advice that the known": "the mean wait",
    "what the known mistake says": "0.5 / case['turns']",
    "a mistake that is far off": "A minute.",
    "the tests that the far": 'test_the_order_of_magnitude_is_right", "test_the_number_is_near_enough',
    "words of the advice that the far": "Seconds or milliseconds",
    "what the far mistake says": "0.1",
}
READ = {
    **PROGRAM,
    "what was measured": "Two disks and a link wrote for a second each.",
    "where to look first": "Who is busy?",
    "what tells the causes apart": "Who is busy all the time is the one that limits.",
    "how the evidence shows": "A second has a second.",
    "imports": "",
    "the question": "Which one is full?",
    "first cause, a word": "disk",
    "second cause, a word": "link",
    "third cause, a word": "host",
    "the first cause as": "the disk",
    "the second cause as": "the link",
    "the third cause as": "the host",
    "label of the choice": "What is full?",
    "a run of models/ or of a figure": "'\\n'.join(f'{name} {100 if name == cause else seed % 50} %' for name in CAUSES)",
    "advice to who names": LONG,
    "advice to who wrongly names the first": "The disk would be busy all the time.",
    "advice to who wrongly names the second": "The link would be busy all the time.",
    "advice to who wrongly names the third": "The host would be busy all the time.",
    "why someone takes the next": "Reads the next line.",
    "why someone takes the last": "Reads the line before.",
    "words of the advice for the first": "The disk would be",
    "words of the advice for the second": "The link would be",
    "words of the advice for the third": "The host would be",
}
CHOOSE = {
    **PROGRAM,
    "what the machine must do": "A read must come within {{target:.0f/ms}} ms.",
    "what is to be chosen": "Choose how many disks share the load.",
    "which field": "How long does one disk take?",
    "a bound": "Twice the disks, half the time.",
    "which answers": "24 ms shared by the disks.",
    "imports": "from models.units import ms",
    "field": "disks",
    "label of the field": "Disks",
    "least number": "1",
    "greatest number": "48",
    "what stands there at first": "1",
    "some targets": "4 * ms, 6 * ms",
    "a run of models/": "24 * ms / chosen",
    "the cost of": "100 * chosen",
    "a choice that meets": "round(0.024 / case['target'])",
    "advice to who misses the target": LONG + " One disk more?",
    "advice to who pays": LONG + " One disk less?",
    "what the model found": "a read takes {found / ms:.1f} ms",
    "what was asked": "at most {case['target'] / ms:.1f} ms was asked",
    "what it may cost": "100 * 0.024 / case['target'] + 1",
    "what it costs": "that costs {paid:,.0f} dollars",
    "who chooses too little": "Saves.",
    "who chooses too much": "Wastes.",
    "the tests that too little": "test_the_target_is_met",
    "the tests that too much": "test_it_costs_no_more_than_it_must",
    "words of the advice that too little": "One disk more",
    "words of the advice that too much": "One disk less",
    "a choice that is too little": "2",
    "a choice that is too much": "48",
}
HUNT = {
    **PROGRAM,
    "what is known": "It was fast yesterday.",
    "where to look first": "Is every device there?",
    "what tells the causes apart": "A device that is gone is named.",
    "the faults that may be": '{"log died", "resilver"}',
    "advice to who names another": LONG + " Every device?",
    "advice to who guesses": LONG + " A guess?",
    "advice to who asks too much": LONG + " So long?",
    "points of 100": "80",
    "words of the advice to who guesses": "A guess?",
    "words of the advice to who names another": "Every device?",
    "words of the advice to who asks too much": "So long?",
}
FILLED = {
    "write": PROGRAM,
    "mend": PROGRAM,
    "predict": PREDICT,
    "read": READ,
    "choose": CHOOSE,
    "hunt": HUNT,
}


@pytest.fixture
def made(tmp_path):
    """Makes an exercise of a kind, its blanks filled in unless they are to stay open."""
    names = []

    def make_one(kind, fill=True):
        name = f"a_tiny_{kind}"
        names.append(name)
        make(name, kind, "disks", tmp_path)
        folder = tmp_path / "disks" / name
        for path in folder.iterdir() if fill else ():
            path.write_text(BLANK.sub(lambda blank: filling(kind, blank[0]), path.read_text()))
        return folder

    yield make_one
    for name in names:
        sys.modules.pop(f"exercises.questions.disks.{name}.question", None)


def filling(kind, blank):
    asked = blank.removeprefix("<FILL IN: ").removesuffix(">")
    return FILLED[kind][max((start for start in FILLED[kind] if asked.startswith(start)), key=len)]


@pytest.mark.parametrize("kind", KINDS)
def test_an_exercise_holds_once_its_blanks_are_filled_in(made, kind):
    exercise = complete(made(kind))
    assert exercise.kind == kind
    assert prove(exercise) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_with_an_open_blank_says_which_it_is(made, kind):
    folder = made(kind, fill=False)
    said = proof(folder, 1).problems
    assert len(said) == 1
    assert re.search(
        r"prompt.md, line 1: <FILL IN: title, .* is not filled in yet; \d+ blanks are open$",
        said[0],
    )
    with pytest.raises(NotAnExercise, match="is not filled in yet"):
        complete(folder)


def test_what_is_said_of_a_new_folder_counts_the_same_blanks_and_names_no_page_that_there_is_not(
    tmp_path,
):
    said = make("lost_turn", "read", "disks", tmp_path)
    assert f"fill in the {len(open_blanks(tmp_path / 'disks' / 'lost_turn'))} blanks" in said
    assert "(prompt.md, question.py, solution.py, test_lost_turn.py, wrong.toml)" in said
    assert 'to the list of "disks"' in said


def test_an_id_will_do_for_a_name(tmp_path):
    assert '"lost_turn" to the list of "disks"' in make("lost-turn", "write", "disks", tmp_path)
    assert [path.name for path in (tmp_path / "disks").iterdir()] == ["lost_turn"]
    assert (tmp_path / "disks" / "lost_turn" / "test_lost_turn.py").is_file()


def test_each_blank_that_is_left_open_is_told_with_its_line(made):
    folder = made("write")
    path = folder / "wrong.toml"
    path.write_text(path.read_text() + "# <FILL IN: more>\n")
    assert open_blanks(folder) == [f"{path}, line 18: <FILL IN: more>"]
    path.write_text(path.read_text().replace("# <FILL IN: more>\n", ""))
    assert open_blanks(folder) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_has_the_files_of_its_kind_and_words_in_each_blank(kind):
    files = parts(kind)
    assert ("starter.py" in files) == (kind in ("write", "mend"))
    assert {"prompt.md", "question.py", "solution.py", "test_@NAME@.py", "wrong.toml"} <= set(files)
    for text in files.values():
        assert all(len(blank) > len("<FILL IN: >") for blank in BLANK.findall(text))
        assert text.count("FILL IN") == len(BLANK.findall(text))


def test_what_is_to_be_done_next_is_said_in_two_lines(tmp_path):
    said = make("lost_turn", "predict", "disks", tmp_path).splitlines()
    assert len(said) == 2
    assert "fill in the" in said[0]
    assert "python -m exercises prove" in said[0]
    assert 'add "lost_turn" to the list of "disks" in exercises/contents.py' in said[1]
    assert "```{exercise} lost-turn" in said[1]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("lost turn", "like missed_revolution, got 'lost turn'"),
        (
            "lost--turn",
            "joined by hyphens or underscores, at most 50 characters, "
            "like missed_revolution, got 'lost--turn'",
        ),
        ("-lost", "got '-lost'"),
        ("missed-revolution", "synchronous_writes/missed_revolution exists already"),
        ("LostTurn", "lower-case"),
        ("7_turns", "like missed_revolution"),
        ("", "like missed_revolution, got ''"),
        ("../lost", "like missed_revolution"),
        ("lost\nturn", "like missed_revolution"),
        ("wörter", "like missed_revolution"),
        ("x" * 51, "at most 50 characters"),
        ("while", "a Python keyword"),
    ],
)
def test_a_name_that_does_not_do_is_one_line_and_makes_nothing(name, words):
    def there() -> list[Path]:
        return sorted(path for path in QUESTIONS.rglob("*") if "__pycache__" not in path.parts)

    before = there()
    with pytest.raises(WrongUse) as caught:
        make(name, "write", "disks")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert there() == before


def test_an_exercise_that_was_made_is_not_made_again(tmp_path):
    make("lost_turn", "write", "disks", tmp_path)
    prompt = tmp_path / "disks" / "lost_turn" / "prompt.md"
    prompt.write_text("# Mine\n")
    for chapter in ("disks", "crowds"):
        with pytest.raises(WrongUse, match=r"disks/lost_turn exists already; choose another name"):
            make("lost_turn", "write", chapter, tmp_path)
    assert prompt.read_text() == "# Mine\n"


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(WrongUse, match=r"cannot write .*lost_turn: Not a directory"):
        make("lost_turn", "write", "disks", tmp_path / "file")


def test_only_the_exercises_own_files_are_looked_at_for_blanks(tmp_path):
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "prompt.md").write_text("<FILL IN: nothing>")
    assert open_blanks(tmp_path) == []


def test_the_reader_of_folders_reads_a_filled_template(made):
    exercise = read(made("predict"))
    assert exercise.title == "A turn of the platter"
    assert exercise.blanks(1)["turns:.0f/rpm"] in ("7200", "5400")
