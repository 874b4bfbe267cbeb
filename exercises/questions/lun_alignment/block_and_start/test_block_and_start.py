"""Are the four promises kept in the simulation?"""

import pytest

from exercises.questions.lun_alignment.block_and_start.question import LATE, pointers, run
from exercises.kit.expect import Advised
from models.protocols.alignment import Partition
from models.units import GiB, KiB, ms, sector


def chosen(answer, case):
    """Block size in bytes, and what came of the choice."""
    block = int(answer["block"]) * KiB
    return block, *run(answer["start"], block, case["page"], case["reads"], case["seed"])


def why_slow(answer, case, block):
    """What makes requests wait for disks in this choice."""
    if Partition(answer["start"] * sector, block).share(case["page"]).partial == 0:
        return (
            "All is aligned, but a page lies in many small blocks, each at a place of its own. How many movements of an "
            "arm does a read cost?"
        )
    if block > case["page"]:
        more = (
            " And the partition begins inside a block." if answer["start"] * sector % block else ""
        )
        return (
            "A page cannot cover a block that is larger than itself, wherever the partition begins. So each write reads "
            f"the block first.{more}"
        )
    more = (
        " And a page lies in many small blocks, each at a place of its own: that costs movements of an arm, too."
        if 4 * block <= case["page"]
        else ""
    )
    return (
        f"{answer['start']:,} sectors are {answer['start'] / 2:,.10g} KiB. Divide by the block: something is left, so "
        f"that no page begins where a block begins.{more}"
    )


@pytest.mark.points(1)
@pytest.mark.advice(
    "Each block needs a pointer, however small it is. Divide the LUN by the block, and multiply by 128 bytes: half the "
    "block, twice the pointers."
)
def test_the_pointers_fit_into_memory(answer, case, note):
    need = pointers(case["lun"], int(answer["block"]) * KiB)
    said = f"the pointers take {need / GiB:.0f} GiB"
    if need > case["memory"]:
        raise Advised(f"{said}; there are {case['memory'] / GiB:.0f}")
    note(said)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Both ends are in the question: the first sector that is free, and how much may lie unused. A sector is half a KiB. How "
    "many sectors is that?"
)
def test_the_partition_begins_close_behind_the_other(answer, case, note):
    gap = (answer["start"] - case["first"]) * sector
    if gap < 0:
        raise Advised(
            f"sector {answer['start']:,} belongs to another partition, and the first free one is {case['first']:,}"
        )
    said = f"{gap / KiB:,.10g} KiB lie unused before the partition"
    if 0 <= answer["start"] / sector - case["first"] <= case["unused"] / sector:
        raise Advised(
            said,
            "That would be a good place in bytes. The field counts in sectors, and a sector has 512 bytes.",
        )
    if gap > case["unused"]:
        raise Advised(f"{said}; at most {case['unused'] / KiB:.0f} KiB may")
    note(said)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The log is on flash, and so a write is slow only if something must be read before it. Which blocks does a page cover in "
    "part?"
)
def test_a_write_waits_for_no_disk(answer, case, note):
    block, _, took = chosen(answer, case)
    said = f"a write takes {took / ms:.1f} ms on average"
    if took > LATE:
        raise Advised(f"{said}; {LATE / ms:.0f} ms was promised", why_slow(answer, case, block))
    note(said)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The disks are the limit. So count the blocks that must be read for a request, for reads and for writes, as each of them "
    "is a movement of an arm."
)
def test_the_database_makes_enough_requests(answer, case, note):
    block, rate, _ = chosen(answer, case)
    said = f"{rate:.0f} requests are answered in a second"
    if rate < case["promise"]:
        raise Advised(f"{said}; {case['promise']} were promised", why_slow(answer, case, block))
    note(said)
