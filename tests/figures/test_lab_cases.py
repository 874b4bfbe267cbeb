"""The worked cases of the lab: what they may say, and by which rule."""

import json
import re

import pytest

from figures.lab import cases, doors
from models.lab.study import study_of

WORDS = (120, 220)
PARTS = ("Measured.", "Set it up.", "The lab.", "Why.", "What misses.", "Try next.")


@pytest.mark.parametrize("name", cases.NAMES)
def test_a_case_is_told_part_by_part_from_question_to_what_to_try_next(name):
    text = (cases.HERE / f"{name}.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^\*\*(.+?)\*\*", text, re.M)) == PARTS
    assert WORDS[0] <= len(text.split()) <= WORDS[1]


@pytest.mark.parametrize("name", cases.NAMES)
def test_no_number_of_a_case_is_typed_that_its_data_do_not_have(name):
    """Numbers of the lab come from its run; others are measured, set, or given with where they come from."""
    case = cases.case_of(name)
    text = cases.PLACE.sub("", (cases.HERE / f"{name}.md").read_text(encoding="utf-8"))
    text = re.sub(r"`[^`]*`|RAID-Z\d|\b(?:19|20)\d\d\b", "", text)
    number = re.compile(r"\d[\d,]*(?:\.\d+)?")
    known = {one.replace(",", "") for one in number.findall(json.dumps(case, ensure_ascii=False))}
    typed = {one.replace(",", "").rstrip(".") for one in number.findall(text)}
    assert typed <= known, typed - known


@pytest.mark.parametrize("name", cases.NAMES)
def test_a_case_has_sources_and_claims(name):
    case = cases.case_of(name)
    assert case["claims"]
    assert all(one["url"].startswith("https://") and one["year"] > 2000 for one in case["sources"])


@pytest.mark.parametrize(
    "path",
    [*cases.HERE.glob("*.json"), *doors.HERE.glob("*.json")],
    ids=lambda path: path.stem,
)
def test_each_case_and_each_door_is_a_study_of_two_machines(path):
    study = study_of(json.loads(path.read_text(encoding="utf-8"))["study"])
    assert set(study.machines) == {"a", "b"}


def test_a_verdict_follows_from_the_ratio():
    assert cases.verdict(1.09) == "agrees (1.09)"
    assert cases.verdict(0.91) == "agrees (0.91)"
    assert cases.verdict(1.24) == "1.24 times too high"
    assert cases.verdict(0.5) == "2 times too low"


def test_a_place_must_name_a_number_of_the_run():
    assert cases.filled("A makes {a.rate} a second", {"a.rate": "120"}) == "A makes 120 a second"
    with pytest.raises(ValueError, match=r"\{a.speed\} must name a number of the run"):
        cases.filled("{a.speed}", {"a.rate": "120"})


def test_a_text_that_its_run_does_not_bear_out_is_refused():
    found = {"times.rate": 2.0, "a.limit": "disk"}
    cases.check("case", "times.rate", found, {"at least": 2, "at most": 3})
    cases.check("case", "a.limit", found, {"is": "disk"})
    for claim, wanted in (
        ("times.rate", {"at least": 2.5}),
        ("times.rate", {"at most": 1.5}),
        ("a.limit", {"is": "log"}),
        ("b.rate", {"at least": 1}),
    ):
        with pytest.raises(ValueError, match=f"case: {claim} must be"):
            cases.check("case", claim, found, wanted)


def test_what_a_case_says_is_what_its_run_gives():
    case = cases.case_of("mirror-reads-1.4-times")
    found = cases.answers(case)
    assert found["times.rate"] == pytest.approx(found["b.rate"] / found["a.rate"])
    told = cases.run("mirror-reads-1.4-times")
    assert told["words"]["a.rate"] == cases.three(found["a.rate"])
    assert [row[0] for row in told["table"]][:2] == ["A, answers a second", "B, answers a second"]
