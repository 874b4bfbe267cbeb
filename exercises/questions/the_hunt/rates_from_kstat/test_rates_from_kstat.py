"""Do the differences of the counters say what was true of the reads, and is a bad pair known?"""

import pytest

from exercises.kit.expect import choose, near


@pytest.mark.points(1)
@pytest.mark.advice(
    "How many reads were answered between the two readings, and how many seconds lie between them?"
)
def test_the_rate_is_that_of_the_time_between(answer, case):
    near(answer, "rate", case["true"]["rate"], within=0.03)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Which counter adds up the times of all reads in the disk? Divide by how many were answered meanwhile."
)
def test_the_time_of_a_read_is_a_difference_over_another(answer, case):
    near(
        answer,
        "service",
        case["true"]["service"],
        within=0.05,
        slips={
            case["busy"]
            / case["done"]: "rtime runs once, however many reads are in the disk at a time.",
            case[
                "total"
            ]: "That is the mean since the disk was created. What happened between the readings?",
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "A sum of waits divided by a number of reads is a time. By what must it be divided to be a number of reads?"
)
def test_as_many_wait_as_are_told(answer, case):
    near(
        answer,
        "waiting",
        case["true"]["waiting"],
        within=0.05,
        slips={
            case["ran"] / case["apart"]: "Those are in the disk. Who waits before it?",
        },
    )


@pytest.mark.points(1)
@pytest.mark.advice("Can a counter be changed after it was read? And what if it seems so?")
def test_a_pair_with_two_clocks_makes_no_rates(answer):
    choose(
        answer,
        "pair",
        "sizes",
        slips={
            "all": "To make a rate you divide by the time between the readings. By which of the two clocks?",
            "later": "A reading knows nothing of the time after it.",
        },
    )
