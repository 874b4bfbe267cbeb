"""Are files cut as ZFS cuts them, and is each different block kept once?"""

import math

import pytest

from exercises.kit.expect import Advised, asked, number, value
from models.experiments.dedup.content import Store, records

SECTOR = 512  # bytes that a letter stands for in the book's model
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def text(rng, length, letters=LETTERS):
    """A file of so many letters."""
    return "".join(rng.choice(letters) for _ in range(length))


def cut(file, record):
    """The blocks of a file by the book's model, as letters."""
    data = b"".join(bytes([ord(letter)]) * SECTOR for letter in file)
    return [block[::SECTOR].replace(b"\0", b".").decode() for block in records(data, record * SECTOR)]


def stored(files, record):
    """The dedup ratio of the book's store."""
    store = Store()
    for file in files:
        for block in cut(file, record):
            store.put(block.replace(".", "\0").encode() * SECTOR)
    return store.ratio


def same_blocks(answer, file, record):
    """Raises AssertionError unless the answer cuts the file as the book's model does."""
    got = value(answer, "blocks", list, file=file, record=record)
    if got != cut(file, record):
        call = asked("blocks", {"file": file, "record": record})
        raise AssertionError(f"{call} gave {str(got)[:120]}, and that is not what ZFS stores")


def same_ratio(answer, files, record):
    """Raises Advised unless the answer's ratio of these files is that of the book's store, with advice if the mistake is
    known."""
    wanted, got = stored(files, record), number(answer, "ratio", files=files, record=record)
    if math.isclose(got, wanted, rel_tol=1e-6):
        return
    call = asked("ratio", {"files": files, "record": record})
    message = f"{call} gave {got:.6g}, which is too {'large' if got > wanted else 'small'}"
    for file in files:
        if value(answer, "blocks", list, file=file, record=record) != cut(file, record):
            raise Advised(message, "Mend your blocks first: they are not right for these files yet, and the ratio is made of "
                                   "them.")
    raise Advised(message, slip(got, wanted, files, record))


def slip(got, wanted, files, record):
    """Advice for a ratio that a known mistake leads to; None for another."""
    every = [block for file in files for block in cut(file, record)]
    kept, put = sum(map(len, set(every))), sum(map(len, files))
    bare = sum(len(block.rstrip(".")) for block in set(every))
    known = {
        round(wanted, 2): "That is rounded. The example rounds what your function returns, to show it; the function itself "
                          "should not.",
        1 - 1 / wanted: "That is the share of the letters that is saved. The ratio divides what is put in by what is kept.",
        wanted * kept / len(set(every)): "Above the line you have letters, and below it the number of blocks. How many "
                                         "letters are kept?",
        1 / wanted: "It is upside down: what is put in stands above the line, what is kept below it.",
        put / kept: "You counted the letters of the files above the line, and those of the blocks below it. Dots count above "
                    "the line as well: they are put in, too.",
        put / bare: "You left out the dots. They take room on disk, so they count above the line and below it.",
        put / sum(map(len, set(files))): "So it would be if only whole files were compared. But a part of a file may be "
                                         "there already, and each block is compared.",
        wanted * kept / sum(len(block) for file in files for block in set(cut(file, record))):
            "So it would be if each file had a table of its own. The pool has one for all files.",
    }
    for ratio, words in known.items():
        if math.isclose(got, ratio, rel_tol=1e-6):
            return words
    below = "A ratio below 1 would mean that more is kept than was put in. Which sum stands above the line? Do dots count " \
            "in both?"
    return below if got < 1 else None


@pytest.mark.points(1)
@pytest.mark.advice(
    "Take a file that is exactly two or three records long, and begin at its first letter. Each block should have as many "
    "letters as the recordsize says, and put together they should give the file again."
)
def test_a_large_file_is_cut_into_records(answer, rng):
    for record in (2, 4, 8):
        same_blocks(answer, text(rng, record * rng.randint(2, 4)), record)


@pytest.mark.points(1)
@pytest.mark.advice(
    "The recordsize is the most that a block may have, not the least. A file that fits into one record is one block that is"
    " just as long as the file: nothing is cut, and nothing filled up."
)
def test_a_small_file_is_one_block_of_its_own_length(answer, rng):
    for record in (4, 8, 16):
        for length in (1, rng.randint(2, record - 1), record):
            same_blocks(answer, text(rng, length), record)


@pytest.mark.points(1)
@pytest.mark.advice(
    "All records of a large file have the same size, the last one too. What is missing at the end of the file is filled up "
    "with dots."
)
def test_the_last_record_of_a_large_file_is_filled_up(answer, rng):
    for record in (2, 4, 8):
        same_blocks(answer, text(rng, record * rng.randint(1, 3) + rng.randint(1, record - 1)), record)


@pytest.mark.points(2)
@pytest.mark.advice(
    "A checksum knows nothing of files and places. A block that was seen before is found, in whichever file it lies and "
    "wherever in that file; a block that comes ten times is kept once."
)
def test_an_equal_block_is_found_wherever_it_lies(answer, rng):
    for record in (2, 4):
        letters = "".join(rng.sample(LETTERS, 3 * record))
        parts = [letters[start:start + record] for start in range(0, 3 * record, record)]
        for order in ([0, 1, 2, 1], [2, 0, 0], [1, 2, 0, 2, 0]):
            files = ["".join(parts), "".join(parts[n] for n in order)]
            same_ratio(answer, files, record)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Each file is cut from its own first letter on. One letter more in front moves every cut, so that each block holds "
    "other letters than before. The old letters are all there, but ZFS compares whole blocks and nothing else."
)
def test_a_letter_in_front_leaves_nothing_to_find(answer, rng):
    for record in (4, 8):
        letters = rng.sample(LETTERS, 26)
        file = "".join(letters[:3 * record - 1])
        for files in ([file, letters[-1] + file], [letters[-1] * (record + 1) + file, file, file]):
            same_ratio(answer, files, record)


@pytest.mark.points(2)
@pytest.mark.advice(
    "A ratio of bytes: add up the lengths of the blocks, all of them above the line and each different one once below it. "
    "The number of blocks is another thing as soon as some are short."
)
def test_the_ratio_counts_letters_and_not_blocks(answer, rng):
    for record in (4, 8):
        short, long = text(rng, 1, LETTERS[:13]), text(rng, record, LETTERS[13:])
        for files in ([short] * 3 + [long], [long] * 3 + [short], [long, short, long, long]):
            same_ratio(answer, files, record)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Take a small case of two files and write down on paper all blocks, with their dots; cross out those that were there "
    "before."
)
def test_it_agrees_with_the_pool_of_the_book(answer, rng):
    for record in (2, 4):
        for many in (2, 3, 4, 5, 6):            # the first that tells is shown, and should be short
            same_ratio(answer, ["b", "b", *(text(rng, rng.randint(1, 3 * record), "ab") for _ in range(many))], record)
        same_ratio(answer, ["b", "b", *(text(rng, rng.randint(1, 12), "ab") for _ in range(12))], record)
