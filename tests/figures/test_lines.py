"""Lines in a heat map are found where they are drawn, with their slope, and nowhere else."""

from math import pi, sin
from random import Random

import pytest

from figures.kit.lines import crossings, falling, filled, lines, rising

BIN, WIDTH = 2e-4, 1.0


def drawn(tag, start, slope, columns=60, begin=0):
    """Cells of one line: a column a second, from `start` (s) on with `slope` (s a second)."""
    for k in range(begin, begin + columns):
        bin = int((start + slope * (k - begin)) / BIN)
        yield {
            "row": "cell",
            "t1": k * WIDTH,
            "t2": (k + 1) * WIDTH,
            "low": bin * BIN,
            "high": (bin + 1) * BIN,
            "n": 5,
            "tag": tag,
        }


@pytest.mark.parametrize("slope", [1e-4, -1e-4, 5e-5])
def test_a_line_is_found_with_its_slope(slope):
    (line,) = lines(list(drawn(1, 0.006, slope, columns=50)))
    assert line.slope == pytest.approx(slope, rel=0.03)
    assert line.moved == pytest.approx(slope * 49 / BIN, rel=0.05)


def test_a_level_line_neither_climbs_nor_falls():
    found = lines(list(drawn(1, 0.005, 0.0)))
    assert len(found) == 1
    assert rising(found) == falling(found) == []


def test_a_climbing_and_a_falling_line_cross_once():
    cells = [*drawn(1, 0.002, 1e-4), *drawn(2, 0.008, -1e-4)]
    assert crossings(lines(cells)) == 1


def test_lines_that_part_do_not_cross():
    assert crossings(lines([*drawn(1, 0.006, 5e-5), *drawn(2, 0.004, -5e-5)])) == 0


def test_lines_one_after_the_other_do_not_cross():
    assert (
        crossings(lines([*drawn(1, 0.002, 1e-4, 30), *drawn(2, 0.008, -1e-4, 30, begin=40)])) == 0
    )


def test_a_line_that_begins_again_at_the_bottom_is_two():
    cells = [*drawn(1, 0.005, 1e-4, 35), *drawn(1, 0.0005, 1e-4, 35, begin=35)]
    assert len(rising(lines(cells))) == 2


def test_noise_holds_no_lines():
    random = Random(3)
    cells = []
    for tag in range(20):
        for cell in drawn(tag, 0.005, 0.0):
            low = int(random.random() * 45) * BIN
            cells.append({**cell, "low": low, "high": low + BIN})
    assert lines(cells) == []


def test_what_bends_is_no_straight_line():
    """Half a swing strays by a bin from the straight line through it, a line by what rounding to
    bins makes."""
    bins = [int(30 + 12 * sin(pi * (k / 60 - 0.5))) for k in range(60)]
    bent = [
        {**cell, "low": bin * BIN, "high": (bin + 1) * BIN}
        for cell, bin in zip(drawn(1, 0.006, 0.0), bins, strict=True)
    ]
    line, bow = list(drawn(1, 0.006, 5e-5)), lines(bent)
    assert [each.points for each in bow] == [60]
    assert bow[0].stray > 0.8
    assert lines(bent, straight=0.5) == []
    assert lines(line, straight=0.5) == lines(line)
    assert lines(line)[0].stray < 0.4


def test_lines_are_found_tag_by_tag():
    cells = [*drawn(1, 0.002, 1e-4), *drawn(2, 0.008, -1e-4)]
    assert (
        lines([{key: value for key, value in cell.items() if key != "tag"} for cell in cells]) == []
    )
    mixed = [{**cell, "tag": 1 + k % 2} for k, cell in enumerate(cells)]
    assert crossings(lines(mixed)) == 0


def test_an_empty_map_holds_nothing():
    assert lines([]) == []
    assert filled([]) == 0.0


def test_how_full_a_map_is():
    one_in_four = [cell for k in range(0, 16, 4) for cell in drawn(k, 0.001 + k * BIN, 0.0)]
    assert filled(one_in_four) == pytest.approx(4 / 13)
