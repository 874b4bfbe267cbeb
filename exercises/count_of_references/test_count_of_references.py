"""Does the mended table count as the book's does?"""

from hashlib import sha256

import pytest

from exercises.expect import asked, value
from models.pool.dedup import DedupTable

SIZE = 8192  # bytes of a block; the count does not depend on it


def truth(operations):
    """What the book's dedup table says."""
    table, written = DedupTable(most=64), 0
    holds, names = dict[str, bytes](), dict[tuple[int, int], str]()
    for kind, place, *rest in operations:
        old = holds.pop(place, None)
        if kind == "write":
            checksum = sha256(rest[0].encode()).digest()
            names[table.key(checksum, SIZE)] = rest[0]
            written += not table.write(checksum, SIZE)
            holds[place] = checksum
        if old is not None:
            table.free(old, SIZE)
    return {names[key]: count for key, count in table.references.items()}, written


def replayed(answer, operations):
    """Raises AssertionError unless the answer's table is the book's."""
    counts, written = truth(operations)
    got = value(answer, "replay", dict, operations=operations)
    call = asked("replay", {"operations": operations})
    if set(got) != {"counts", "written"} or not isinstance(got["counts"], dict):
        raise AssertionError(f'{call} gave {str(got)[:80]}; a dict with "counts" and "written" was asked for')
    for content in sorted({*counts, *got["counts"]}):
        if content not in counts:
            raise AssertionError(f"{call} gave an entry for {content!r}, to which nothing points")
        if content not in got["counts"]:
            raise AssertionError(f"{call} gave no entry for {content!r}, which is still in use")
        if got["counts"][content] != counts[content]:
            many = "large" if got["counts"][content] > counts[content] else "small"
            raise AssertionError(f"{call} gave {got['counts'][content]} for {content!r}, which is too {many}")
    if got["written"] != written:
        many = "many" if got["written"] > written else "few"
        raise AssertionError(f"{call} gave {got['written']} blocks written, which is too {many}")


def letters(rng):
    """Contents in an order of their own."""
    return rng.sample("ABCDEFGHJKLM", 12)


@pytest.mark.points(1)
@pytest.mark.advice(
    "This works in the model as it was given. A block whose content is in the table is not written to disk: it is only "
    "counted once more."
)
def test_a_block_that_is_there_is_not_written_again(answer, rng):
    one, two = letters(rng)[:2]
    replayed(answer, [["write", "a", one], ["write", "b", two], ["write", "c", one], ["write", "d", one]])


@pytest.mark.points(2)
@pytest.mark.advice(
    "Several places hold the same block and one of them is deleted. The others still need it. Look at what `free` does with"
    " a count that is larger than 1."
)
def test_a_delete_takes_one_reference_away(answer, rng):
    one = letters(rng)[0]
    writes = [["write", place, one] for place in "abcd"]
    for gone in (1, 2):
        replayed(answer, writes + [["delete", place] for place in rng.sample("abcd", gone)])


@pytest.mark.points(2)
@pytest.mark.advice(
    "When the last place lets go of a block, its room on disk is free, and other data may lie there soon. So its entry must"
    " go: an entry with a count of 0 would be found by a later write, which then points to a block that is no longer there."
)
def test_after_the_last_delete_nothing_is_found(answer, rng):
    one, two = letters(rng)[:2]
    gone = [["write", "a", one], ["write", "b", two], ["delete", "a"]]
    replayed(answer, gone)
    replayed(answer, [*gone, ["write", "c", one]])


@pytest.mark.points(2)
@pytest.mark.advice(
    "ZFS never writes in place. When a place gets new content, the block that it held before loses one reference, as if "
    "that place had been deleted."
)
def test_an_overwrite_frees_what_it_replaces(answer, rng):
    one, two, three = letters(rng)[:3]
    writes = [["write", "a", one], ["write", "b", one], ["write", "c", one]]
    replayed(answer, [*writes, ["write", "a", two]])
    replayed(answer, [*writes, ["write", "b", two], ["write", "b", three]])


@pytest.mark.points(2)
@pytest.mark.advice(
    "A place is written again with what it holds already. The block is on disk at that moment, so it must be found. See in "
    "which order your model frees the old one and looks up the new one."
)
def test_writing_the_same_again_writes_nothing(answer, rng):
    one, two = letters(rng)[:2]
    replayed(answer, [["write", "a", one], ["write", "b", two], ["write", "a", one], ["write", "a", one]])


@pytest.mark.points(2)
@pytest.mark.advice(
    "After a long history of writes, overwrites and deletes the book's own table says something else. Write down a short "
    "history with all three, replay it by hand and with your model, and look for the first line where they differ."
)
def test_it_agrees_with_the_table_of_the_book(answer, rng):
    for _ in range(3):
        held, operations = set[str](), []
        for _ in range(40):
            if held and rng.random() < 0.3:
                place = rng.choice(sorted(held))
                held.remove(place)
                operations.append(["delete", place])
            else:
                place = rng.choice("abcdefgh")
                held.add(place)
                operations.append(["write", place, rng.choice("XYZUVW")])
        replayed(answer, [*operations, ["write", "i", "T"], ["write", "i", "T"]])
