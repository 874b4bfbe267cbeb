"""Are the lookups counted, and is the time that of the disks' reads?"""

import pytest

from exercises.a_file_system_is_removed.question import STREAM, reads
from exercises.expect import near


@pytest.mark.points(1)
@pytest.mark.advice(
    "Each block of the file system is looked up once, whether its entry is in memory or not. Divide its size by the "
    "recordsize, and mind the units: TiB and KiB."
)
def test_each_block_of_the_file_system_is_looked_up(answer, case):
    blocks = case["size"] / case["record"]
    near(answer, "lookups", blocks / 1e6, within=0.05, slips={
        case["entries"]: "That is the whole table. Entries of other file systems are not looked at: only the blocks that "
                         "are freed are looked up.",
        blocks: "That is the number itself. The field asks for millions.",
        blocks * (1 - case["memory"] / case["table"]) / 1e6:
            "Those are the lookups that go to disk. A lookup that memory answers is a lookup, too.",
        case["size"] / 200 / 1e6: "You divided the data by the size of an entry. One entry stands for a whole record of "
                                  "data.",
    })


@pytest.mark.points(3)
@pytest.mark.advice(
    "Take the steps one by one: how many lookups there are, which share of them memory cannot answer, how many reads all "
    "disks together do in a second, and how many seconds an hour has."
)
def test_the_time_is_that_of_the_reads_for_the_table(answer, case):
    every, blocks = case["disks"] * case["rate"], case["size"] / case["record"]
    wanted = reads(case) / every
    near(answer, "time", wanted, within=0.1, slips={
        blocks / every: "That is right for a table of which nothing is in memory. Which share of the lookups needs no "
                        "disk?",
        blocks / every - wanted: "You took the share that is in memory. Those lookups cost nothing; it is the others that "
                                 "wait for a disk.",
        wanted * case["disks"]: "That is what one disk alone would need. The entries are spread over all disks, and all of "
                                "them read at the same time.",
        case["size"] / (case["disks"] * STREAM): "You reckoned with the bytes of the data. No data is read to free it: the "
                                                 "pointer to each block holds its checksum. Count reads, not bytes.",
        case["entries"] * 1e6 / every: "You looked up the whole table. Only the blocks of this file system are freed.",
    })
