"""Is the wait for the last of the disks right?"""
import pytest

from exercises.expect import Advised, near
from exercises.the_last_of_several_disks.question import simulated


@pytest.mark.points(1)
@pytest.mark.advice(
    "Half a turn is the mean wait of one disk. This write is over only when the last of its disks has it, and the last "
    "one waits longer than most."
)
def test_the_last_disk_waits_longer_than_one_alone(answer, case):
    if answer["wait"] < 1.05 * case["half"]:
        raise Advised(f"you said {answer.said('wait')}, no more than one disk alone waits on average")


@pytest.mark.points(1)
@pytest.mark.advice(
    "All the disks turn at the same time, so their waits lie side by side and do not add up. And no disk ever waits "
    "longer than a turn, so the mean is less than a turn."
)
def test_no_write_waits_longer_than_a_turn(answer, case):
    if answer["wait"] > 0.99 * case["turn"]:
        raise Advised(f"you said {answer.said('wait')}, which is a turn or more; only the unluckiest write waits so long")


@pytest.mark.points(2)
@pytest.mark.advice(
    "A simulated pool of such groups comes to another mean. Throw the waits of the disks onto a line from nothing to one "
    "turn: into how many pieces do they cut it, and how many of these lie before the last one?"
)
def test_it_agrees_with_a_simulated_pool(answer, case):
    near(answer, "wait", simulated(case["disks"], case["speed"], case["seed"]), within=0.05, slips={
        case["pair"]: "Two thirds of a turn is right for two disks. Each further disk gives the write one more chance to "
                      "find one that is late.",
        case["turn"] * (1 - 0.5 ** case["disks"]): "Your numbers go a half, three quarters, seven eighths. The chapter "
                                                   "has two thirds for two disks. What comes after a half and two thirds?",
    })
