"""Are the three cells those that follow from the other system's?"""

import pytest

from exercises.kit.expect import near
from exercises.questions.benchmarks.a_fifth_system.question import mistakes, right

WITHIN = 0.04
ARMS = (
    "That has one arm for each read, as in mirrored pairs. Here a record lies on all data disks of its group, and all of "
    "them move."
)
GROUP = (
    "That is one disk's rate for each group, as if the disk with parity moved, too. It rests at this read and serves "
    "another: parity lies on all disks in turn."
)
ADDED = "That adds as many reads as the other system gained. Memory answers a share of the reads, not so many a second."
COLD = "That is a wait of one run and a rate of another. Which run is asked for?"


@pytest.mark.points(2)
@pytest.mark.advice(
    "How many reads a second did a disk of the measured system make? How many disks move for one read of the new one?"
)
def test_the_cold_cell_counts_the_arms_that_move(answer, case):
    made = mistakes(case)
    known = {made["one arm"]["cold"]: ARMS, made["one disk"]["cold"]: GROUP}
    near(answer, "cold", right(case)["cold"], WITHIN, slips=known)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Which share of its reads did the measured system's memory answer? The disks of the new one answer the rest."
)
def test_again_the_disks_serve_only_what_misses(answer, case):
    made = mistakes(case)
    known = {
        made["one arm"]["again"]: ARMS,
        made["one disk"]["again"]: GROUP,
        made["added"]["again"]: ADDED,
    }
    near(answer, "again", right(case)["again"], WITHIN, slips=known)


@pytest.mark.points(1)
@pytest.mark.advice("All threads wait all the time: how many are there? Then Little's law.")
def test_the_wait_and_the_rate_are_of_one_run(answer, case):
    made = mistakes(case)
    known = {
        made["cold wait"]["wait"]: COLD,
        made["one arm"]["wait"]: ARMS,
        made["one disk"]["wait"]: GROUP,
        made["added"]["wait"]: ADDED,
    }
    near(answer, "wait", right(case)["wait"], WITHIN, slips=known)
