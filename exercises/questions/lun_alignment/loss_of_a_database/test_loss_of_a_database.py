"""Are reads and writes counted as the disks see them?"""

import math

import pytest

from exercises.kit.expect import near
from exercises.questions.lun_alignment.loss_of_a_database.question import needs, rate

FEW = "A page is larger than a block here. How many blocks does one read fetch?"
RULE = "(The chapter's 2 blocks for a request are for pages as large as a block; these are larger.)"


@pytest.mark.points(1)
@pytest.mark.advice(
    "Aligned, a page covers whole blocks. A read must fetch all of them. Must a write fetch a block that it replaces as a "
    "whole?"
)
def test_the_blocks_of_an_aligned_request(answer, case):
    blocks = case["page"] / case["block"]
    near(
        answer,
        "good",
        needs(case, 0),
        within=0.03,
        slips={
            case["reads"]: FEW,
            1: FEW,
            blocks: "So many does a read fetch. But not all requests read: what does an aligned write fetch, which replaces its "
            "blocks as a whole?",
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "From that sector on each page begins inside a block and ends inside another. Count for a read what it touches, for a "
    "write what it covers only in part, and weigh the two."
)
def test_the_blocks_of_a_misaligned_request(answer, case):
    blocks, reads = case["page"] / case["block"], case["reads"]
    one_end = (blocks + 1) * reads + 1 - reads
    near(
        answer,
        "bad",
        needs(case, case["start"]),
        within=0.03,
        slips={
            blocks * reads
            + 2
            * (
                1 - reads
            ): "You counted what the writes read. But a read touches one block more now, too.",
            2: f"How many blocks does a read touch now, and how many of them does a write cover only in part? {RULE}",
            blocks
            + 1: "That is what a read fetches. A write need not read the blocks that it covers as a whole.",
            (blocks + 1)
            * reads: "You let the writes cost nothing. They did while all was aligned; now each begins and ends "
            "inside a block.",
            one_end: f"A write covers a block in part at its beginning. And at its end?{f' {RULE}' * (one_end == 2)}",
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "If the disks read as many blocks a second as before and each request needs more of them, there are fewer requests: "
    "divide what a request needs now by what it needed before."
)
def test_how_many_times_as_many_requests_there_were(answer, case, note):
    given = case["page"], case["block"], case["reads"]
    good, bad = rate(0, *given), rate(case["start"], *given)
    blocks = case["page"] / case["block"]
    right, good_said, bad_said = (
        needs(case, case["start"]) / needs(case, 0),
        answer["good"],
        answer["bad"],
    )
    quotient = bad_said / good_said if good_said else 0.0
    own = {
        right
        - 1: "So many more there were, for each one that is left. And how many were there in all?"
    }
    if not math.isclose(quotient, right, rel_tol=0.03):
        own = {
            quotient: "You divided rightly; but of the two numbers that you divided one at least is not right yet. Mend "
            "those first."
        }
    near(
        answer,
        "loss",
        right,
        within=0.03,
        slips={
            2
            / case[
                "reads"
            ]: "That is the chapter's rule for pages as large as a block. These pages are larger: divide what a "
            "request needs now by what it needed before.",
            100
            * (
                right - 1
            ): "That looks like per cent. If half as many blocks more are needed, there were 1.5 times as many "
            "requests before: type the quotient.",
            (blocks + 1)
            / blocks: "That is the loss of a database that only reads. What do the writes cost the disks, before "
            "and after?",
            needs(case, 0)
            / needs(
                case, case["start"]
            ): "You divided the other way round: that is the share of the requests that is left.",
            1
            - 1
            / right: "That is the share of the requests that is lost. How many were there before, for each one that is "
            "left?",
        }
        | own,
    )
    note(
        f"a short run of the model makes {good:.0f} requests a second aligned and {bad:.0f} from sector {case['start']} on, "
        f"so {good / bad:.1f} times as many aligned"
    )
