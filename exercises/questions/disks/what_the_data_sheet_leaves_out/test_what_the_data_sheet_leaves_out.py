"""Is the throughput of random reads right?"""

import pytest

from exercises.kit.expect import Advised, mixed_up, near
from exercises.questions.disks.what_the_data_sheet_leaves_out.question import CABLE, measured
from models.units import MB


@pytest.mark.points(1)
@pytest.mark.advice(
    "The sustained throughput holds for data in a row, where the arm stands still and the sectors come one behind the other. "
    "This program goes to another place for every piece. What does the disk have to do before the first byte passes?"
)
def test_random_reads_are_slower_than_data_in_a_row(answer, case):
    said, units = answer.said("rate"), mixed_up(answer, "rate", case["random"], within=0.1)
    if answer["rate"] > 1.5 * CABLE:
        raise Advised(
            f"you said {said}, more than the interface carries",
            "Look at the units: the field counts in MB/s.",
        )
    if answer["rate"] > 0.9 * CABLE:
        raise Advised(
            f"you said {said}, which is what the cable carries",
            "No byte goes over the cable before it has passed "
            "under the head. Which line of the sheet is about the platter, and when does even that hold?",
        )
    if answer["rate"] > 1.05 * case["rate"]:
        raise Advised(
            f"you said {said}, more than the sheet promises to those who read in a row", units
        )
    if answer["rate"] > 0.95 * case["rate"]:
        raise Advised(f"you said {said}; the sheet promises that to those who read in a row")


@pytest.mark.points(3)
@pytest.mark.advice(
    "Write down what one read takes: the arm, the wait for the sector, the data itself. All three count, each once."
)
def test_it_agrees_with_the_simulated_disk(answer, case):
    units = mixed_up(answer, "rate", case["random"], within=0.1)
    if answer["rate"] > 0.95 * case["rate"]:
        raise Advised(
            f"you said {answer.said('rate')}, which is too large",
            units
            or "Let one read go through the disk: the "
            "arm, the wait for the sector, the data itself. How many bytes has it brought after how long?",
        )
    size, seek, wait, transfer = (case[name] for name in ("size", "seek", "wait", "transfer"))
    near(
        answer,
        "rate",
        measured(case),
        within=0.1,
        slips={answer["rate"]: units}
        if units
        else {
            size
            / (
                seek + transfer
            ): "When the arm has arrived, the sector is somewhere on its round. How long does your read "
            "wait for it?",
            size
            / (
                seek + 2 * wait + transfer
            ): "Your read waits a whole turn. Only the unluckiest does; another finds its "
            "sector right below the head. What is the average?",
            size
            / (
                wait + transfer
            ): "Your read waits for the sector and takes the data, but how did the arm get to the track?",
            size
            / (
                seek + wait + size / CABLE
            ): "How fast does the data pass in your sum? Under the head it comes more slowly "
            "than the cable could carry it.",
            size
            / seek: "You count the arm alone. When it has arrived, the sector is somewhere on its round, and then the data "
            "must pass under the head.",
            size: "That is what one read brings, in MB. How many reads are there in a second?",
            MB
            / case[
                "whole"
            ]: "That is how many reads there are in a second. How many bytes do they bring, all together?",
            size
            / (
                seek + wait
            ): "Are the arm, the wait and the data all in your sum? The data must pass under the head too, "
            "and pieces of this size take a while.",
        },
    )
