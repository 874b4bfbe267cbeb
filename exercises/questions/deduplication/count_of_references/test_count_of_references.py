"""Does the mended table count as the book's does?"""

import re
from hashlib import sha256

import pytest

from exercises.kit.answer import AnswerError
from exercises.questions.deduplication.count_of_references.question import told
from exercises.kit.expect import Advised, asked, value
from models.zfs.dedup.table import DedupTable

SIZE = 8192  # bytes of a block; the count does not depend on it
WRONG = (
    "lost",
    "empty",
    "kept",
    "large",
    "small",
    "many",
    "few",
)  # of an entry, of its count, of the blocks written
NO_PLACE = (
    "The program asks what a place holds that holds nothing. A place that is written for the first time held nothing "
    "before. What is freed then?"
)
NO_ENTRY = (
    "The program looks for an entry that is not there. Follow this content through the operations: where did its "
    "entry go, and did somebody still need it?"
)
TALLIED = {
    "many": "The counts are right. A block that is in the table already goes to no disk again: is it looked up, and at the "
    "right moment?",
    "few": "The counts are right. What was written stays written: neither a delete nor an overwrite takes anything from the "
    "number of blocks that went to disk.",
}
EMPTY = "When the last place lets go of a block, its entry goes, too. Mend that first, in what a delete does."


def truth(operations):
    """What the book's dedup table says."""
    table, written = DedupTable(), 0
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


def table_of(case, got):
    """The counts and the tally in what was given back; None: it is not of the form that is asked
    for."""
    result, tally = case["result"], case["tally"]["name"]
    if type(got) is dict:
        got = [got["counts"], got[tally]] if set(got) == {"counts", tally} else []
    if len(got) != 2 or type(got[0]) is not (list if result["pairs"] else dict):
        return None
    counts = got[0]
    if type(counts) is list:
        if not all(
            type(pair) is list and len(pair) == 2 and type(pair[0]) is str for pair in counts
        ):
            return None
        counts = dict(counts)
        if len(counts) < len(got[0]):
            return None
    return (
        (counts, got[1])
        if all(type(count) in (int, float) for count in (*counts.values(), got[1]))
        else None
    )


def replayed(answer, case, operations, **advice):
    """Raises Advised unless the answer's table is the book's; advice: for what went wrong, one of
    WRONG."""
    counts, written = truth(operations)
    inputs = {"operations": [told(each, case["operation"]["kind"]) for each in operations]}
    call = asked(case["function"], inputs)
    try:
        got = value(
            answer,
            case["function"],
            dict if case["result"]["code"].startswith("{") else list,
            **inputs,
        )
    except AnswerError as error:
        if key := re.search(r"KeyError: '(\w)'", error.message):
            raise Advised(str(error), NO_PLACE if key[1].islower() else NO_ENTRY) from None
        raise
    table = table_of(case, got)
    if table is None:
        raise Advised(
            f"{call} gave {str(got)[:80]}",
            "Look in the question for what is given back: something like "
            f"{case['result']['example']}.",
        )
    tally, writes = case["tally"]["name"], sum(each[0] == "write" for each in operations)
    for wrong, message in differences(
        *table, counts, written if tally == "written" else writes - written, tally
    ):
        assert wrong in WRONG
        raise Advised(f"{call} gave {message}", advice.get(wrong, TALLIED.get(wrong)))


def differences(got, tallied, counts, wanted, tally):
    """What is wrong with the counts and the tally that the answer got: one of WRONG, and in words."""
    for content in sorted({*counts, *got}):
        count, right = got.get(content), counts.get(content, 0)
        if count is None:
            yield "lost", f"no entry for {content!r}, which is still in use"
        elif not right and not count:
            yield (
                "empty",
                f"an entry for {content!r} with a count of 0, though nothing points to it",
            )
        elif not right:
            yield "kept", f"a count of {count} for {content!r}, to which nothing points"
        elif count != right:
            many = "large" if count > right else "small"
            yield many, f"a count of {count} for {content!r}, which is too {many}"
    if tallied != wanted:
        size = "large" if tallied > wanted else "small"
        too_many = (size == "large") == (
            tally == "written"
        )  # a block that is not found goes to disk
        yield (
            "many" if too_many else "few",
            f"{tallied} as the number of blocks {tally}, which is too {size}",
        )


def letters(rng):
    """Contents in an order of their own."""
    return rng.sample("ABCDEFGHJKLM", 12)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "This works in the model as it was given. A block whose content is in the table is not written to disk: it is only "
    "counted once more."
)
def test_a_block_that_is_there_is_not_written_again(answer, case, rng):
    one, two = letters(rng)[:2]
    replayed(
        answer,
        case,
        [["write", "a", one], ["write", "b", two], ["write", "c", one], ["write", "d", one]],
        many=None,
        few=None,
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Several places hold the same block and one of them is deleted. The others still need it. Look at what `free` does with"
    " a count that is larger than 1."
)
def test_a_delete_takes_one_reference_away(answer, case, rng):
    one = letters(rng)[0]
    writes = [["write", place, one] for place in "abcd"]
    for gone in (1, 2):
        replayed(answer, case, writes + [["delete", place] for place in rng.sample("abcd", gone)])
    replayed(
        answer,
        case,
        [*writes[:2], ["delete", rng.choice("ab")]],
        lost="Two places hold the same block and one of them is deleted. A count of 2 goes down to 1. Who still points "
        "to the block?",
    )


@pytest.mark.guard
@pytest.mark.points(2)
@pytest.mark.advice(
    "When the last place lets go of a block, its room on disk is free, and other data may lie there soon. So its entry must"
    " go: an entry with a count of 0 would be found by a later write, which then points to a block that is no longer there."
)
def test_after_the_last_delete_nothing_is_found(answer, case, rng):
    one, two = letters(rng)[:2]
    gone = [["write", "a", one], ["write", "b", two], ["delete", "a"]]
    replayed(answer, case, gone)
    replayed(answer, case, [*gone, ["write", "c", one]])


@pytest.mark.points(2)
@pytest.mark.advice(
    "ZFS never writes in place. When a place gets new content, the block that it held before loses one reference, as if "
    "that place had been deleted."
)
def test_an_overwrite_frees_what_it_replaces(answer, case, rng):
    one, two, three = letters(rng)[:3]
    writes = [["write", "a", one], ["write", "b", one], ["write", "c", one]]
    lost = "The place that was overwritten lets go of the old block. But others hold it, too."
    replayed(answer, case, [*writes, ["write", "a", two]], lost=lost)
    replayed(answer, case, [*writes[:2], ["write", "a", two]], lost=lost)
    replayed(answer, case, [*writes, ["write", "d", two], ["write", "a", two]], lost=lost)
    replayed(
        answer, case, [*writes, ["write", "b", two], ["write", "b", three]], lost=lost, empty=EMPTY
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "A place is written again with what it holds already. It gains one reference to the block and gives one up, and the "
    "block is on disk all the time."
)
def test_writing_the_same_again_writes_nothing(answer, case, rng):
    one, two = letters(rng)[:2]
    replayed(
        answer,
        case,
        [["write", "a", one], ["write", "b", two], ["write", "a", one], ["write", "a", one]],
        many="The block is on disk when it is written again, so it must be found. Is it looked up, and is it looked up "
        "before the old one is freed?",
        large="The place gains one reference and gives one up. Is the old one given up here, too?",
        lost="The count goes up to 2 and then down to 1. Who still points to the block?",
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Write down a short history of writes, overwrites and deletes, replay it by hand and with your model, and look for the "
    "first line where they differ."
)
def test_it_agrees_with_the_table_of_the_book(answer, case, rng):
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
        for end in (6, 8):  # if a short history tells, let it be the one that is shown
            replayed(answer, case, operations[:end])
        replayed(answer, case, [*operations, ["write", "i", "T"], ["write", "i", "T"]])
