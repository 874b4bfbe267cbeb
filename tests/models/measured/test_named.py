"""Rows of reports by their names: `named.json` has the cases that a page's own reader must answer alike
(`web/test/named.test.ts`). The row's number is its mark, and its name's that of its group."""

import json
from array import array
from math import inf
from pathlib import Path

import pytest

from models.measured.kit.measured import Measured
from models.measured.kit.named import Reader, Scale, rows_of
from models.measured.kit.source import Block

CASES = json.loads((Path(__file__).parent / "named.json").read_text())


def scales_of(case):
    """The scales of a case."""
    return [
        Scale(scale["units"], scale.get("most", inf), scale.get("exact", ""))
        for scale in case["scales"]
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_rows_are_put_into_groups_by_their_names(case):
    rows = rows_of(scales_of(case))
    codes, others, before = rows.find(case["text"].encode())
    assert [list(codes), others, list(before)] == [case["codes"], case["others"], case["before"]]
    assert list(map(list, rows.names)) == case["names"]
    for columns in case["groups"]:
        rows.group(columns, case["summed"], more=1)
    assert list(rows.gather(codes, 0, array("i", range(len(codes))))) == case["bad"]
    taken = {str(group): list(map(list, columns)) for group, columns in rows.taken().items()}
    for group, columns in case.get("taken", {}).items():
        assert taken[group] == [pytest.approx([*map(float, each)], nan_ok=True) for each in columns]
    sums = {str(g): [number, list(map(list, known))] for g, (number, known) in rows.sums().items()}
    assert sums == case.get("sums", {})
    assert not rows.taken()


class Told(Reader):
    """A reader that knows the rows of "a", and says what else it is told."""

    def __init__(self):
        super().__init__(Measured("test"), [Scale({"": (1.0, 1.0)})])
        self.group, self.told, self.values = self.named.group([0], more=1), [], []

    def like_before(self, codes, begin, end):
        while begin < end and self.named.names[codes[begin]].word == "a":
            self.groups.append(self.group)
            self.marks.append(begin)
            begin += 1
        return begin

    def line(self, number, line, code=-1):
        self.told.append((number, line, code >= 0))

    def extend(self, group, columns):
        self.values.append(list(map(list, columns)))


def test_a_form_is_told_each_line_that_is_not_like_one_before_in_order():
    reader = Told()
    reader.take(Block(5, b"a 1\na 2\n\nb 3\na 4\nend"))
    assert reader.told == [(7, "", False), (8, "b 3", True), (10, "end", False)]
    assert reader.values == [[[1, 2, 4], [0, 1, 3]]]
