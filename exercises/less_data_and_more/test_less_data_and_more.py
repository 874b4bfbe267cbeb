"""Does what everybody passes decide, and not the bytes?"""

import pytest

from exercises.expect import near
from exercises.less_data_and_more.question import measured
from models.units import KiB

ASLEEP = "Without the wake-ups it would be so many. But after each hold the other thread has to be woken, and meanwhile " \
         "nobody can do anything with the lock."
HANDS = "You count one change of hands for a passage. One thread puts the message in and the other takes it out: two."


@pytest.mark.points(2)
@pytest.mark.advice(
    "Of the time for which a read keeps everybody out, the copy is a part. Which part is it, and what is left of the "
    "whole if the copy is nearly nothing?"
)
def test_a_small_read_passes_the_queue_as_often_as_a_usual_one(answer, case):
    hold, wake, size = case["hold"], case["wake"], case["small"]
    copy = size / case["copy"]
    near(answer, "small", measured(hold, wake, size), within=0.05, slips={
        case["usual"] * 8 * KiB / size:
            "So much less data, so many more reads: that would be right if the copy were all that takes time. The "
            "command and its one PDU still go through the queue.",
        case["usual"]:
            "As many as before: then the copy would take no time. It is made while the lock is held, so a small read "
            "gives the lock back sooner.",
        1 / (8 * hold + copy): ASLEEP,
        1 / (4 * (hold + wake) + copy): HANDS,
    })


@pytest.mark.points(2)
@pytest.mark.advice(
    "Count the PDUs of a large read, and all their passages; the command has one, too. Then add the copies."
)
def test_a_large_read_passes_the_queue_with_each_of_its_pieces(answer, case):
    hold, wake, size = case["hold"], case["wake"], case["large"]
    pdus, copy = size / (8 * KiB), size / case["copy"]
    near(answer, "large", measured(hold, wake, size), within=0.05, slips={
        case["usual"] * 8 * KiB / size:
            "Near, but a little too careful. You have every 8 KiB bring a command of its own. A large read has one "
            "for all its PDUs.",
        1 / (8 * (hold + wake) + copy):
            "You have the large read pass as often as one of 8 KiB. It comes in PDUs of 8 KiB, and each of them goes "
            "through the queue.",
        1 / (2 * (1 + pdus) * (hold + wake) + copy):
            "You have each PDU pass once. Each of them goes through the queue three times.",
        1 / (2 * (1 + 3 * pdus) * hold + copy): ASLEEP,
        1 / ((1 + 3 * pdus) * (hold + wake) + copy): HANDS,
    })
