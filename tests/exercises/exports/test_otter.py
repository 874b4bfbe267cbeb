"""otter's own commands on an exported notebook: `assign`, and `run` on what students hand in."""

import json
from types import SimpleNamespace

import nbformat
import pytest

from exercises.__main__ import main
from exercises.contents import get
from tests.conftest import WHOLE, sample
from tests.exercises.exports.sample import IDS, NAME, VARIANT, hand_in, marks, run

pytestmark = pytest.mark.skipif(not WHOLE, reason="otter's own commands are for `make prove`")
GIVEN = {
    "ada": ("right", "wrong", "empty", "right", "wrong", "empty")[: len(IDS)],
    "ben": ("wrong", "empty", "right", "wrong", "empty", "right")[: len(IDS)],
}


@pytest.fixture(scope="module")
def assigned(tmp_path_factory, installed):
    """An assignment as otter makes it; it runs the tests on the solutions itself, and fails where
    one does."""
    folder = tmp_path_factory.mktemp("otter")
    assert main(["export", "otter", str(folder), *IDS, "--variant", str(VARIANT)]) == 0
    site = installed(folder)
    run(folder, site, "otter", "assign", f"{NAME}.ipynb", "dist")
    return SimpleNamespace(
        folder=folder, site=site, released=folder / "dist" / "student" / f"{NAME}.ipynb"
    )


def test_what_students_get_holds_the_package_and_no_solution(assigned):
    cells = nbformat.read(assigned.released, as_version=4).cells
    text = "\n".join(cell.source for cell in cells)
    assert "SOLUTION" not in text
    assert not any(get(id).solution(VARIANT).strip() in text for id in IDS if get(id).form is None)
    assert len(list(assigned.released.parent.glob("*.whl"))) == 1


@pytest.mark.parametrize("student", sample(list(GIVEN), 1))
def test_each_exercise_has_the_marks_of_our_own_check(student, assigned):
    notebook, results = assigned.folder / f"{student}.ipynb", assigned.folder / student
    hand_in(assigned.released, GIVEN[student], notebook)
    results.mkdir()
    (autograder,) = (assigned.folder / "dist" / "autograder").glob("*.zip")
    run(
        assigned.folder,
        assigned.site,
        "otter",
        "run",
        notebook.name,
        "-a",
        str(autograder),
        "-o",
        str(results),
    )
    summary, *questions = json.loads((results / "results.json").read_text(encoding="utf-8"))[
        "tests"
    ]
    assert {question["name"].replace("_", "-"): question["score"] for question in questions} == {
        id: marks(kind, id) for id, kind in zip(IDS, GIVEN[student], strict=True)
    }
    for id, kind in zip(IDS, GIVEN[student], strict=True):
        assert kind != "wrong" or any(
            words in summary["output"] for words in get(id).wrong[0].advice
        ), id
