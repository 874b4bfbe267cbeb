"""Are the lookups counted, and is the time that of the disks' reads?"""

import math

import pytest

from exercises.questions.deduplication.a_file_system_is_removed.question import (
    STREAM,
    as_it_shrinks,
    reads,
)
from exercises.kit.expect import near

PLAIN = 1e5  # nobody means more million lookups than this: the number itself was typed


@pytest.mark.points(1)
@pytest.mark.advice(
    "Each block of the file system is looked up once, whether its entry is in memory or not. Divide its size by the "
    "recordsize, and mind the units: TiB and KiB."
)
def test_each_block_of_the_file_system_is_looked_up(answer, case, note):
    blocks = case["size"] / case["record"]
    if answer["lookups"] > PLAIN and math.isclose(answer["lookups"], blocks, rel_tol=0.05):
        note("you typed the number itself, and the field asks for millions; it is the right number")
        return
    near(
        answer,
        "lookups",
        blocks / 1e6,
        within=0.05,
        slips={
            case[
                "entries"
            ]: "That is the whole table. Entries of other file systems are not looked at: only the blocks that "
            "are freed are looked up.",
            blocks / 1e3: "Those are thousands. The field asks for millions.",
            blocks
            * (1 - case["memory"] / case["table"])
            / 1e6: "Those are the lookups that go to disk. A lookup that memory answers is a lookup, too.",
            case["size"]
            / 200
            / 1e6: "You divided the data by the size of an entry. One entry stands for a whole record of "
            "data.",
        },
    )


@pytest.mark.points(3)
@pytest.mark.advice(
    "Take the steps one by one: how many lookups there are, which share of them memory cannot answer, how many reads all "
    "disks together do in a second, and how many seconds an hour has."
)
def test_the_time_is_that_of_the_reads_for_the_table(answer, case):
    every, blocks = case["disks"] * case["rate"], case["size"] / case["record"]
    wanted, missed = reads(case) / every, 1 - case["memory"] / case["table"]
    said = answer["lookups"] if answer["lookups"] > PLAIN else answer["lookups"] * 1e6
    slips = {
        blocks
        / every: "That is right for a table of which nothing is in memory. Which share of the lookups needs no "
        "disk?",
        blocks / every
        - wanted: "You took the share that is in memory. Those lookups cost nothing; it is the others that "
        "wait for a disk.",
        wanted
        * case[
            "disks"
        ]: "That is what one disk alone would need. The entries are spread over all disks, and all of "
        "them read at the same time.",
        wanted
        * 2: "That is twice too long. All disks read at the same time, each for another lookup, and nothing but "
        "these reads takes time.",
        wanted * 60: "The number is right, but in minutes. The field asks for hours.",
        wanted * 3600: "The number is right, but in seconds. The field asks for hours.",
        wanted / 24: "The number is right, but in days. The field asks for hours.",
        wanted
        * 1.024
        ** 3: "You took a GiB for 10^9 bytes, or a TiB for 10^12, in one place and not in the other.",
        case["size"]
        / (
            case["disks"] * STREAM
        ): "You reckoned with the bytes of the data. No data is read to free it: the "
        "pointer to each block holds its checksum. Count reads, not bytes.",
        case["entries"]
        * 1e6
        / every: "So long it takes if all of the table is looked up, on disk. Only the blocks of this "
        "file system are freed, and memory answers for a part of them.",
        as_it_shrinks(case)
        / every: "You let the table become smaller while its entries go, and that is better than what "
        "was asked. Here let memory hold the same share of it to the end.",
    }
    if not math.isclose(said, blocks, rel_tol=0.05):
        slips |= {
            said
            * share
            / every: "That follows from your number of lookups. Mend that first, and the time with it."
            for share in (1, missed)
        }
    elif not any(math.isclose(answer["time"], slip, rel_tol=0.02) for slip in slips):
        slips = {
            answer[
                "time"
            ]: "The lookups are right. Which share of them can memory not answer? How many reads do all "
            "disks together do in a second? And how many seconds has an hour?"
        }
    near(answer, "time", wanted, within=0.1, slips=slips)
