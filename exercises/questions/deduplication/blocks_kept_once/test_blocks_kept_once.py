"""Are files cut as ZFS cuts them, and is each different block kept once?"""

import math

import pytest

from exercises.kit.expect import Advised, asked, number, value
from models.zfs.dedup.table import DedupTable, records

SECTOR = 512  # bytes that a letter stands for in the book's model
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MEASURES = {
    "ratio": lambda put, kept: put / kept,
    "saved": lambda put, kept: 1 - kept / put,
    "left": lambda put, kept: kept / put,
}
MIXED_UP = {
    "ratio": {
        "saved": "That is the share of the letters that is saved. The ratio divides what is put in by what is kept.",
        "left": "It is upside down: what is put in stands above the line, what is kept below it.",
    },
    "saved": {
        "ratio": "That is the dedup ratio. A share is asked for: which part of the letters need not be kept?",
        "left": "That is the share that is kept. Asked for is the rest, which is saved.",
    },
    "left": {
        "ratio": "It is upside down: what is kept stands above the line, what is put in below it.",
        "saved": "That is the share that is saved. Asked for is the rest, which is kept.",
    },
}
OTHER_LIST = (
    "These are the right letters. Look in the question for what stands in the list for each block."
)


def text(rng, length, letters=LETTERS):
    """A file of so many letters."""
    return "".join(rng.choice(letters) for _ in range(length))


def cut(file, record):
    """The blocks of a file by the book's model, as letters."""
    data = b"".join(bytes([ord(letter)]) * SECTOR for letter in file)
    return [
        block[::SECTOR].replace(b"\0", b".").decode() for block in records(data, record * SECTOR)
    ]


def listed(case, blocks):
    """Blocks as the question has them."""
    return (
        [[number, block] for number, block in enumerate(blocks)]
        if case["list"]["numbered"]
        else blocks
    )


def sized(case, record):
    """The recordsize as the question has it: its name, and its value."""
    return {case["size"]["name"]: record.bit_length() - 1 if case["size"]["log"] else record}


def stored(files, record):
    """The letters that are put into the book's store, and those that it keeps."""
    store = DedupTable()
    for file in files:
        for block in cut(file, record):
            store.put(block.replace(".", "\0").encode() * SECTOR)
    return store.referenced // SECTOR, store.allocated // SECTOR


def same_blocks(answer, case, file, record):
    """Raises AssertionError unless the answer cuts the file as the book's model does."""
    inputs = {"file": file, **sized(case, record)}
    got, blocks = value(answer, case["function"], list, **inputs), cut(file, record)
    if got != listed(case, blocks):
        call = asked(case["function"], inputs)
        other = got in (blocks, [[number, block] for number, block in enumerate(blocks)])
        raise Advised(
            f"{call} gave {str(got)[:120]}, and that is not what ZFS stores",
            OTHER_LIST if other else None,
        )


def same_number(answer, case, files, record):
    """Raises Advised unless the answer's number for these files is that of the book's store, with
    advice if the mistake is known."""
    name = case["result"]["function"]
    inputs = {
        "files": {f"f{n}": file for n, file in enumerate(files, 1)}
        if case["files"]["named"]
        else files,
        **sized(case, record),
    }
    wanted, got = MEASURES[name](*stored(files, record)), number(answer, name, **inputs)
    if same(got, wanted):
        return
    message = (
        f"{asked(name, inputs)} gave {got:.6g}, which is too {'large' if got > wanted else 'small'}"
    )
    for file in files:
        if value(answer, case["function"], list, file=file, **sized(case, record)) != listed(
            case, cut(file, record)
        ):
            raise Advised(
                message,
                f"Mend your {case['function']} first: it is not right for these files yet, and "
                f"{case['result']['words']} is made of what it gives.",
            )
    raise Advised(message, slip(name, got, files, record))


def same(one, other):
    return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-9)


def slip(name, got, files, record):
    """Advice for a number that a known mistake leads to; None for another."""
    measure, (put, kept) = MEASURES[name], stored(files, record)
    every, letters = [block for file in files for block in cut(file, record)], sum(map(len, files))
    known = [
        (
            round(measure(put, kept), 2),
            "That is rounded. The example rounds what your function returns, to show it; the "
            "function itself should not.",
        ),
        *((MEASURES[other](put, kept), words) for other, words in MIXED_UP[name].items()),
        (
            measure(put, len(set(every))),
            "You have letters that are put in, and beside them the number of blocks that are "
            "kept. How many letters are kept?",
        ),
        (
            measure(letters, kept),
            "You counted the letters of the files for what is put in, and those of the blocks for what "
            "is kept. Dots count in both: they are put in, too.",
        ),
        (
            measure(letters, sum(len(block.rstrip(".")) for block in set(every))),
            "You left out the dots. They take room on disk, so they count among what is put in and what is kept.",
        ),
        (
            measure(letters, sum(map(len, set(files)))),
            "So it would be if only whole files were compared. But a part of a "
            "file may be there already, and each block is compared.",
        ),
        (
            measure(put, sum(len(block) for file in files for block in set(cut(file, record)))),
            "So it would be if each file had a table of its own. The pool has one for all files.",
        ),
    ]
    for other, words in known:
        if same(got, other):
            return words
    more_kept = {"ratio": got < 1, "saved": got < 0, "left": got > 1}
    return (
        "So more would be kept than was put in. Which sum is which? Do dots count in both?"
        if more_kept[name]
        else None
    )


@pytest.mark.points(1)
@pytest.mark.advice(
    "Take a file that is exactly two or three records long, and begin at its first letter. Each block should have as many "
    "letters as the recordsize says, and put together they should give the file again."
)
def test_a_large_file_is_cut_into_records(answer, case, rng):
    for record in (2, 4, 8):
        same_blocks(answer, case, text(rng, record * rng.randint(2, 4)), record)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "The recordsize is the most that a block may have, not the least. A file that fits into one record is one block that is"
    " just as long as the file: nothing is cut, and nothing filled up."
)
def test_a_small_file_is_one_block_of_its_own_length(answer, case, rng):
    for record in (4, 8, 16):
        for length in (1, rng.randint(2, record - 1), record):
            same_blocks(answer, case, text(rng, length), record)


@pytest.mark.points(1)
@pytest.mark.advice(
    "All records of a large file have the same size, the last one too. What is missing at the end of the file is filled up "
    "with dots."
)
def test_the_last_record_of_a_large_file_is_filled_up(answer, case, rng):
    for record in (2, 4, 8):
        same_blocks(
            answer, case, text(rng, record * rng.randint(1, 3) + rng.randint(1, record - 1)), record
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "A checksum knows nothing of files and places. A block that was seen before is found, in whichever file it lies and "
    "wherever in that file; a block that comes ten times is kept once."
)
def test_an_equal_block_is_found_wherever_it_lies(answer, case, rng):
    for record in (2, 4):
        letters = "".join(rng.sample(LETTERS, 3 * record))
        parts = [letters[start : start + record] for start in range(0, 3 * record, record)]
        for order in ([0, 1, 1, 2], [2, 0, 0], [1, 2, 0, 2, 0]):
            files = ["".join(parts), "".join(parts[n] for n in order)]
            same_number(answer, case, files, record)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Each file is cut from its own first letter on. One letter more in front moves every cut, so that each block holds "
    "other letters than before. The old letters are all there, but ZFS compares whole blocks and nothing else."
)
def test_a_letter_in_front_leaves_nothing_to_find(answer, case, rng):
    for record in (4, 8):
        letters = rng.sample(LETTERS, 26)
        file = "".join(letters[: 3 * record - 1])
        for files in (
            [file, letters[-1] + file],
            [letters[-1] * (record + 1) + file, file, file, file],
        ):
            same_number(answer, case, files, record)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Dedup saves bytes: add up the lengths of the blocks, of all of them for what is put in, and of each different one once "
    "for what is kept. The number of blocks is another thing as soon as some are short."
)
def test_letters_count_and_not_blocks(answer, case, rng):
    for record in (4, 8):
        short, long = text(rng, 1, LETTERS[:13]), text(rng, record, LETTERS[13:])
        for files in ([short] * 3 + [long], [long] * 3 + [short], [long, short, long, long]):
            same_number(answer, case, files, record)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Take a small case of two files and write down on paper all blocks, with their dots; cross out those that were there "
    "before."
)
def test_it_agrees_with_the_pool_of_the_book(answer, case, rng):
    for record in (2, 4):
        for many in (2, 3, 4, 5, 6):  # the first that tells is shown, and should be short
            same_number(
                answer,
                case,
                ["b", "b", *(text(rng, rng.randint(1, 3 * record), "ab") for _ in range(many))],
                record,
            )
        same_number(
            answer,
            case,
            ["b", "b", *(text(rng, rng.randint(1, 12), "ab") for _ in range(12))],
            record,
        )
