"""Does what everybody passes decide, and not the bytes?"""

import pytest

from exercises.kit.expect import near
from exercises.questions.iscsi.less_data_and_more.question import measured
from models.units import GB, GiB, KiB

ASLEEP = (
    "Without the wake-ups it would be so many. But after each hold the other thread has to be woken, and meanwhile "
    "nobody can do anything with the lock."
)
HANDS = "You count one change of hands for a passage. One thread puts the message in and the other takes it out: two."
FOUR = (
    "You count four changes of hands. A PDU passes the queue three times, beside the command; and in each passage one "
    "thread puts the message in and the other takes it out."
)
TWICE = (
    "Two threads, but one lock: while one has it, or is being woken, the other can do nothing. So two do not serve "
    "twice as many."
)
COMMAND = "Nearly. Are these the passages of the data alone? Beside them the command goes through the queue once, too."
EACH_TIME = "You have the data copied in each passage. Of how many copies does the question speak?"
BINARY = "The copy comes out a little too short: how many bytes are a GB, and how many a GiB?"


def told(*slips):
    """Advice for each rate. Where another mistake comes to nearly the same, the advice for both."""

    def close(rate, own):
        near_it = [
            (abs(other - rate), text)
            for other, text in slips
            if text != own and abs(other - rate) < 0.03 * rate
        ]
        return [text for _, text in sorted(near_it)[:1]]

    return {rate: " Or is it this? ".join([own, *close(rate, own)]) for rate, own in slips}


def served(passages, each, copy):
    """Reads a second that keep everybody out for two changes of hands in each passage, and a copy."""
    return 1 / (passages * 2 * each + copy)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Write down the time for which one small read keeps everybody out: passages, changes of hands in each, a hold and a "
    "wake-up for each change, and the copy. Which of these does less data make shorter?"
)
def test_a_small_read_passes_the_queue_as_often_as_a_usual_one(answer, case):
    hold, wake, size = case["hold"], case["wake"], case["small"]
    copy, each = size / case["copy"], hold + wake
    right = measured(hold, wake, 1 / case["copy"], size)
    near(
        answer,
        "small",
        right,
        within=0.02,
        slips=told(
            (
                case["usual"] * 8 * KiB / size,
                "So much less data, so many more reads: that would be right if the copy were all that takes time. The "
                "command and its one PDU still go through the queue.",
            ),
            (
                case["usual"],
                "As many as before: then it would not matter how much is copied. It is copied while the lock is held, so a "
                "small read gives the lock back sooner.",
            ),
            (
                served(4, each, 0),
                f"So many it would be if no data were copied at all. {case['small_said']} KiB are little, but "
                "they are not nothing.",
            ),
            (served(3, each, copy), COMMAND),
            (served(4, hold, copy), ASLEEP),
            (served(2, each, copy), FOUR),
            (served(4, each, 4 * copy), EACH_TIME),
            (2 * right, TWICE),
        ),
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Count the PDUs of a large read, and all their passages; the command has one, too. Two changes of hands in each "
    "passage, a hold and a wake-up for each change. Then add the copy of all the data."
)
def test_a_large_read_passes_the_queue_with_each_of_its_pieces(answer, case):
    hold, wake, size = case["hold"], case["wake"], case["large"]
    pdus, copy, each = size / (8 * KiB), size / case["copy"], hold + wake
    passages = 1 + 3 * pdus
    right = measured(hold, wake, 1 / case["copy"], size)
    near(
        answer,
        "large",
        right,
        within=0.02,
        slips=told(
            (
                case["usual"] * 8 * KiB / size,
                f"{pdus:.0f} times the data, so many times fewer reads: that would be right if a large read were as many reads "
                "of 8 KiB. What does each of those bring along that the large read needs only once?",
            ),
            (
                served(4, each, copy),
                "You have the large read pass as often as one of 8 KiB. It comes in PDUs of 8 KiB, and each of them goes "
                "through the queue.",
            ),
            (
                served(1 + pdus, each, copy),
                "You have each PDU pass once. Each of them goes through the queue three times.",
            ),
            (
                served(passages, each, 0),
                f"The passages are right. The copies are missing: {size / KiB:.0f} KiB of them.",
            ),
            (
                served(passages, each, 8 * KiB / case["copy"]),
                f"The passages are right; but how much is copied for {size / KiB:.0f} KiB?",
            ),
            (served(passages - 1, each, copy), COMMAND),
            (served(passages, hold, copy), ASLEEP),
            (served(passages, each / 2, copy), HANDS),
            (served(passages, each, passages * copy), EACH_TIME),
            (served(passages, each, copy * GB / GiB), BINARY),
            (2 * right, TWICE),
        ),
    )
