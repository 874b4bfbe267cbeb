"""Do the answers agree with the book's flash cache?"""

import pytest

from exercises.kit.expect import near
from exercises.questions.flash.memory_for_the_headers.question import found

A_KIB = "That is a header for each KiB. Each block has one, and how large is a block?"
ALL = "That is what all of the memory could know of. How much of it may headers take?"
ONLY_SHARE = "That is the share of memory which headers may take, taken of the flash. How many headers fit into it?"


@pytest.mark.points(2)
@pytest.mark.advice(
    "How many blocks does the flash hold when it is full? Each has one header in memory."
)
def test_each_block_has_a_header(answer, case):
    wanted = found(case)["headers"]
    near(answer, "headers", wanted, 0.05, {wanted * case["block"] / 1024: A_KIB})


@pytest.mark.points(2)
@pytest.mark.advice(
    "Begin with the memory that headers may take. How many headers is that, and how large is the block that each stands for?"
)
def test_the_share_of_memory_limits_the_flash(answer, case):
    wanted = found(case)["most"]
    slips = {wanted / case["guard"]: ALL, case["guard"] * case["flash"]: ONLY_SHARE}
    near(answer, "most", wanted, 0.05, slips)
