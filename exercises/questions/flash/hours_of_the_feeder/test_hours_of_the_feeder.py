"""Do the answers agree with the book's feeder?"""

import pytest

from exercises.kit.expect import choose, near
from exercises.questions.flash.hours_of_the_feeder.question import filled

ALL_AT_ONCE = "That is how long it would take if each device were fed all of the time. Who feeds them, and how many at a time?"
WHOLE = "That is how long it takes for all of the data. How much of it does the question ask for?"
EACH = "That is how long it would take if each device got so much in each turn. How many devices does a turn write to?"


@pytest.mark.points(2)
@pytest.mark.advice(
    "How many bytes reach flash in one turn of the feeder, and how long is a turn? Then see how many turns are needed."
)
def test_it_takes_as_many_turns_as_the_data_has_pieces(answer, case):
    wanted = filled(case, case["data"])
    slips = {
        case["part"] * case["data"] / (case["devices"] * case["rate"]): ALL_AT_ONCE,
        wanted / case["part"]: WHOLE,
        wanted / case["devices"]: EACH,
    }
    near(answer, "hours", wanted, 0.1, slips)


@pytest.mark.points(1)
@pytest.mark.advice("Which of the numbers in a turn depends on how many devices there are?")
def test_more_devices_are_fed_no_faster(answer):
    slips = {
        "half": "Then two devices would have to be fed at once. How many does this feeder write to at a time?",
        "double": "The data is the same. Only an empty device more must be filled if there is more to keep on it.",
    }
    choose(answer, "twice", "same", slips)
