"""Is the evidence read right?"""

import pytest

from exercises.questions.disks.four_lines_of_iostat.question import under_way
from exercises.kit.expect import choose, near
from models.units import ms

SHOWS = {
    "alone": "A program that asks for one random read after the other keeps one read outstanding, and each takes the arm's "
    "move and half a turn, now more, now less. Do actv and asvc_t fit that?",
    "crowd": "If many random reads were outstanding, each would stand in line, and would take the time of many. A high %b "
    "does not show that: it says only that the disk had at least one read to do.",
    "pause": "A program that does other things for most of the time leaves the disk idle for most of the time. Does %b say "
    "that?",
    "row": "A read that the drive has read ahead waits neither for the arm nor for the platter: it takes a fraction of a "
    "millisecond. Does asvc_t fit that?",
    "turn": "A read that has missed its turn takes one turn and the time of its data, less than a millisecond; hardly one "
    "takes longer than another. Work out a turn, add the data, and compare with asvc_t to a tenth of a millisecond.",
}


@pytest.mark.points(1)
@pytest.mark.advice(
    "Requests a second, and seconds for each: which law of Ten at a time joins them? A disk that gives a hundred answers a "
    "second, each after a tenth of a second, has ten reads at a time."
)
def test_the_reads_outstanding_follow_from_rate_and_latency(answer, case):
    wanted = under_way(case)
    near(
        answer,
        "outstanding",
        wanted,
        within=0.1,
        slips={
            case[
                "product"
            ]: "That is a rate per second times a latency in milliseconds. Bring both to seconds.",
            case[
                "rate"
            ]: "That is the rate. Which law joins it with the latency and the number of reads at a time?",
            case["took"]
            / ms: "That is the latency. Which law joins it with the rate and the number of reads at a time?",
            100
            * min(
                wanted, 1.0
            ): "Is that %b? It says for how much of the time the disk had a read to do, and not how many "
            "it had at a time.",
            4
            * wanted: "That is the sum over the four lines. On average over them it is a quarter of that.",
            1
            / wanted: "Turn it round. Would more reads a second, at the same latency, mean fewer of them at a time?",
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Go through the columns. Has the disk idle time? How many reads does it have at a time? And how long does one take, "
    "compared with a turn, or with the arm's move and half a turn?"
)
def test_the_listing_fits_what_the_program_does(answer, case):
    choose(answer, "cause", case["cause"], slips=SHOWS)
