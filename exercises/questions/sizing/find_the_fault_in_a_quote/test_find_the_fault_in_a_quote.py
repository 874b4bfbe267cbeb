"""Is the line found, and is it put right?"""

import pytest

from exercises.kit.expect import choose, near
from exercises.questions.sizing.find_the_fault_in_a_quote.question import right

AGREES = {
    "room": "Take the drives that hold data, not parity, and divide their bytes by 2 to the power of 40. The quote agrees.",
    "reads": "A record lies on all data disks of a vdev, so a vdev makes as many reads as one drive. The quote agrees.",
    "failures": "All drives, five years, and the share that fails in one. The quote agrees.",
    "rebuild": "The bytes that are used, at the rate that users leave. The quote agrees.",
    "loss": "Five years out of the mean time. The quote agrees.",
}
OF_THE_QUOTE = "That is the number of the quote. Work it out from what you know."
ANOTHER = "That is what another line says, and says rightly."


@pytest.mark.points(2)
@pytest.mark.advice("Work out each line from what is given. Only one of them disagrees.")
def test_the_wrong_line_is_found(answer, case):
    choose(
        answer, "line", case["fault"], slips={k: v for k, v in AGREES.items() if k != case["fault"]}
    )


@pytest.mark.points(3)
@pytest.mark.advice(
    "Which of drives, years, bytes and rates does this line need? Write the product down with its units."
)
def test_the_number_is_what_the_line_should_say(answer, case):
    truth, says = right(case), case["says"]
    slips = {says[line]: ANOTHER for line in says if line != case["fault"]}
    near(
        answer,
        "number",
        truth[case["fault"]],
        0.03,
        slips={**slips, says[case["fault"]]: OF_THE_QUOTE},
    )
