"""What a test cell of an exported notebook does: the marks of our own check, and words instead of a
traceback."""

import re

import pytest

from exercises.checker.limits import Limits
from exercises.contents import get
from exercises.exports import notebook
from exercises.exports.notebook import NotYet, head_of, passes
from tests.exercises.exports.sample import ANSWERS, IDS, VARIANT, marks

FIRST = get("missed-revolution")


def earned(id, names):
    """The points of the test cells that raise nothing, and what the others say."""
    points, said = 0, []
    for test in get(id).tests:
        try:
            passes(id, VARIANT, test.id, names)
            points += test.points
        except NotYet as error:
            said.append(str(error))
    return points, said


def functions(exercise):
    return re.findall(r"^def (\w+)", exercise.start(VARIANT), re.MULTILINE)


def cells(*texts):
    return {"In": ["", *texts]}


@pytest.mark.parametrize("kind", ANSWERS)
@pytest.mark.parametrize("id", IDS)
def test_the_cells_of_an_exercise_give_the_marks_of_our_check(id, kind):
    answer = ANSWERS[kind](get(id))
    names = (
        cells(f"{head_of(get(id))}\n{answer}")
        if get(id).form is None
        else {id.replace("-", "_"): answer}
    )
    assert earned(id, names)[0] == marks(kind, id)


def test_the_cell_that_ran_last_counts_and_what_stands_elsewhere_does_not():
    head, solution = head_of(FIRST), FIRST.solution(VARIANT)
    assert earned(FIRST.id, cells(f"{head}\nx = 1", f"{head}\n{solution}"))[0] == FIRST.points
    assert earned(FIRST.id, cells(f"{head}\n{solution}", f"{head}\nx = 1"))[0] == 0
    points, said = earned(
        FIRST.id,
        cells("import math", f"{head}\ndef {functions(FIRST)[0]}(*given):\n    return math.pi"),
    )
    assert points == 0 and "name 'math' is not defined" in said[0]


def test_a_cell_that_lost_its_first_line_is_known_by_its_functions():
    assert (
        earned(FIRST.id, cells(f"{functions(FIRST)[0]}(1, 2, 3, 4)", FIRST.solution(VARIANT)))[0]
        == FIRST.points
    )


def test_an_answer_that_is_not_there_is_told():
    for id, names in ((FIRST.id, cells("x = 1")), ("wait-in-a-crowd", {})):
        points, said = earned(id, names)
        assert points == 0 and said[0] == f"no cell with an answer to {get(id).title} has run yet"


def test_fields_are_plain_data_and_nothing_that_poses_as_such():
    class Sly(str):
        def __eq__(self, other):
            return True

        __hash__ = str.__hash__

    points, said = earned("what-drew-this-map", {"what_drew_this_map": {"what": Sly("one")}})
    assert points == 0 and "plain data" in said[0]


def test_a_loop_without_end_is_interrupted_and_the_other_functions_keep_their_points(monkeypatch):
    monkeypatch.setattr(notebook, "LIMITS", Limits(call=0.05))
    exercise = get("full-in-one-direction")
    loop = f"def {functions(exercise)[-1]}(*given):\n    while True:\n        pass\n"
    points, said = earned(
        exercise.id, cells(f"{head_of(exercise)}\n{exercise.solution(VARIANT)}\n{loop}")
    )
    assert 0 < points < exercise.points and any(
        "gave no value in 0.05 s" in words for words in said
    )


def test_a_failed_test_shows_its_words_and_no_traceback():
    name = functions(FIRST)[0]
    with pytest.raises(NotYet) as failed:
        passes(
            FIRST.id,
            VARIANT,
            FIRST.tests[0].id,
            cells(f"{head_of(FIRST)}\ndef {name}(*given):\n    return 1.0"),
        )
    shown = failed.value._render_traceback_()
    assert (
        shown[0].startswith(f"{name}(") and "gave 1, which is too" in shown[0] and len(shown) == 2
    )
