"""Is the listing read as the table will be, and does the advice follow?"""

import pytest

from exercises.kit.expect import choose, near
from exercises.questions.deduplication.what_zdb_says.question import (
    ENTRY,
    FEW,
    MEMORY,
    ON,
    RECORD,
    judged,
)
from models.units import GiB

SLIPS = {
    FEW: {
        ON: "Some room is saved. But what share of a hundred writes would find their block there? It follows from the ratio. "
        "Table blocks must be written for all of them. From which ratio on does dedup pay for its own writes?",
        MEMORY: "Compare the table, not the data, with the memory for it. Does it fit? And how many of a hundred writes would"
        " find their block there?",
    },
    MEMORY: {
        ON: "Room would be saved. Now compare the table with the memory that it may have. What happens when lookups must "
        "wait for disks?",
        FEW: "How many of a hundred writes would find their block there? It follows from the ratio. And does the table fit "
        "into the memory that it may have?",
    },
    ON: {
        FEW: "How many of a hundred writes would find their block there? What is found need not be written. Compare the ratio"
        " with the one at which dedup pays for its own writes.",
        MEMORY: "Compare the table, not the data, with the memory for it. An entry stands for 128 KiB and takes 200 bytes.",
    },
}


@pytest.mark.points(1)
@pytest.mark.advice(
    "The last line has what programs count (referenced) and what would be on disk (allocated). The ratio says how many "
    "bytes were put in for each byte that is kept."
)
def test_the_ratio_is_what_is_put_in_over_what_is_kept(answer, case):
    near(
        answer,
        "ratio",
        case["pointers"] / case["entries"],
        within=0.05,
        slips={
            case["entries"]
            / case["pointers"]: "You turned it round: that is the share that must be kept.",
            1
            - case["entries"]
            / case[
                "pointers"
            ]: "That is the share that is saved. The ratio divides what is put in by what"
            " is kept, and is never below 1.",
            (case["pointers"] - case["entries"] + case["twice"])
            / max(
                1, case["twice"]
            ): "You left out the blocks that are there once. They are stored as well, so they count on both sides.",
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "The table has an entry for each different block, whether it is there once or a hundred times. Find the column that "
    "counts each block once, take its sum, and multiply by 200 bytes."
)
def test_each_different_block_has_an_entry(answer, case):
    near(
        answer,
        "table",
        case["entries"] * ENTRY,
        within=0.05,
        slips={
            case["entries"]
            * ENTRY
            / 1e9
            * GiB: "That is right in GB, of 10^9 bytes. The field asks for GiB. A GiB is 2^30 "
            "bytes, a little more.",
            case["entries"]
            * ENTRY
            * 1024: "The digits are right. In which unit did you type them?",
            case["entries"]
            * ENTRY
            / 1e6
            * GiB: "The digits are nearly right. In which unit did you type them?",
            case["entries"]
            * RECORD: "That is the data that would be kept. An entry stands for a record of it, and takes 200 "
            "bytes.",
            case["pointers"]
            * ENTRY: "You counted what programs count. Ten equal blocks have one entry, with a count of 10.",
            case["twice"]
            * ENTRY: "You left out the first line. A block that is there once has an entry all the same: how "
            "else would it be found when the second one comes?",
            (case["pointers"] - case["entries"])
            * ENTRY: "Those are the blocks that are saved. The entries are of those that are kept.",
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Ask two questions. Does the table fit into the memory that it may have? And does a write find its block there often "
    "enough to pay for the table's own writes?"
)
def test_the_advice_is_what_the_simulated_pool_would_give(answer, case, note):
    wanted = judged(case)
    choose(answer, "verdict", wanted, SLIPS[wanted])
    note(
        {
            ON: "the simulated pool takes as many writes as before, or more",
            FEW: "the simulated pool loses writes, though the table fits",
            MEMORY: "the simulated pool would gain if the table fitted, and loses because it does not",
        }[wanted]
    )
