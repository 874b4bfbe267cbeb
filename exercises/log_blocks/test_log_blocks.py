"""Are the blocks those that the records fill?"""

import pytest

from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, asked, value
from models.zfs.zil.log_spec import LogSpec

HEADER, LINK, PIECE, BLOCK = 192, 192, 4096, 131072
ROOM = BLOCK - LINK
SHOWN = 8  # numbers of a list that a message shows
IN_WHAT = "What have you counted, bytes, pieces or KiB? The bytes of each block were asked for."


def blocks(answer, sizes):
    """The blocks that the answer makes of some records. Raises AssertionError where they are no list of numbers."""
    got = value(answer, "log_blocks", list, sizes=sizes)
    call = asked("log_blocks", {"sizes": sizes})
    for block in got:
        if isinstance(block, bool) or not isinstance(block, int | float):
            raise AssertionError(f"{call} gave a list with {block!r} in it; the bytes of each block were asked for")
    return got, call


def same(answer, sizes, wanted):
    """Compares the blocks; says what is different first, and not what was wanted."""
    got, call = blocks(answer, sizes)
    shown = str(got[:6])[:-1] + (f", ... {len(got)} in all]" if len(got) > 6 else "]")
    if len(got) != len(wanted):
        raise AssertionError(f"{call} gave {shown}: too {'many' if len(got) > len(wanted) else 'few'} blocks")
    for number, (block, right) in enumerate(zip(got, wanted, strict=True), 1):
        if block != right:
            which = "which" if len(got) == 1 else f"of which block {number}"
            raise Advised(f"{call} gave {shown}, {which} is too {'large' if block > right else 'small'}",
                          IN_WHAT if right in (1024 * block, PIECE * block) else None)


def headers_count(some):
    """Whether the headers of the records behind the first need a piece of their own, once."""
    return any(pieces(LINK + count * (HEADER + size)) > pieces(LINK + HEADER + count * size) for count, size in some)


def pieces(used):
    """Bytes of the whole pieces that hold `used` bytes."""
    return (used + PIECE - 1) // PIECE * PIECE


@pytest.mark.points(1)
@pytest.mark.advice(
    "Take one record of 8 KiB. Count what is in its block: the link, the header, the data. Two pieces of 4 KiB hold 8,192 "
    "bytes and not one more. Then put a second record into the same block."
)
def test_the_examples_give_what_the_question_says(answer):
    same(answer, [8192], [3 * PIECE])
    same(answer, [8192, 8192], [5 * PIECE])


@pytest.mark.points(2)
@pytest.mark.advice(
    "Try one record whose data, header and link fill whole pieces exactly, and one that is a byte longer. The first needs no "
    "further piece, the second does. A piece has 4,096 bytes."
)
def test_one_record_takes_the_pieces_that_it_needs(answer, rng):
    for _ in range(2):
        count = rng.randint(1, 8)
        full = count * PIECE - LINK - HEADER
        same(answer, [full], [count * PIECE])
        same(answer, [full + 1], [(count + 1) * PIECE])
    for _ in range(3):
        size = rng.randint(1, 32768)
        same(answer, [size], [pieces(LINK + HEADER + size)])


@pytest.mark.points(2)
@pytest.mark.advice(
    "Records that wait together lie in the block one behind the other, each with a header of its own, behind one link. Only "
    "the whole block is rounded up, so that many small records fit into one piece."
)
def test_small_records_share_a_block(answer, rng):
    def small():
        return [(rng.randint(8, 40), rng.choice([64, 100, 512, 1000])) for _ in range(3)]

    for count, size in until_sound(small, headers_count):
        same(answer, [size] * count, [pieces(LINK + count * (HEADER + size))])


@pytest.mark.points(2)
@pytest.mark.advice(
    "A block holds 128 KiB at most. A record that has no room there begins the next block, whole, and those that follow go "
    "behind it. That block begins with a link, too. All blocks go out, also the last one, which is seldom full."
)
def test_a_record_without_room_begins_another_block(answer, rng):
    for _ in range(3):
        size = rng.choice([8192, 16384, 20000, 32768])
        fit = ROOM // (HEADER + size)
        count = fit * rng.randint(1, 4) + rng.randint(1, fit - 1)
        full, left = pieces(LINK + fit * (HEADER + size)), count % fit
        same(answer, [size] * count, [full] * (count // fit) + [pieces(LINK + left * (HEADER + size))])
    large, three = 32768, pieces(LINK + 3 * (HEADER + 32768))
    for _ in range(2):      # where the second block's link needs a piece of its own
        same(answer, [*[large] * 3, 8 * PIECE - HEADER - rng.randint(0, LINK - 1)], [three, 9 * PIECE])
    small = rng.randint(3800, 4096)     # it would have room in the first block, which has gone by then
    same(answer, [*[large] * 4, small], [three, pieces(LINK + HEADER + large + HEADER + small)])


@pytest.mark.points(1)
@pytest.mark.advice(
    "A record that ends exactly with the block's last byte still fits; one that is a byte longer does not. The block's own "
    "link counts among its 131,072 bytes."
)
def test_a_block_may_be_filled_to_its_last_byte(answer, rng):
    for _ in range(2):
        last = rng.randint(3, 7) * PIECE - LINK - HEADER + rng.randint(0, LINK - 1)     # the link needs a piece of its own
        most, count = ROOM - HEADER - last, 4
        first = [most // count - HEADER + shift for shift in (-1500, -500, 500, 1500)]
        first[0] += most % count
        same(answer, [*first, last], [BLOCK])
        same(answer, [*first, last + 1], [pieces(BLOCK - HEADER - last), pieces(LINK + HEADER + last + 1)])


@pytest.mark.points(2)
@pytest.mark.advice(
    "Go through the records in order with a pencil: what does a block hold before its first record, how full is it before "
    "each of the others, and does that one still fit?"
)
def test_it_packs_as_the_intent_log_of_the_book_does(answer, rng):
    log = LogSpec(header=HEADER, chain=LINK, granule=PIECE, block=BLOCK)
    for _ in range(6):
        sizes = [rng.choice([512, 8192, 32768, 32768, rng.randint(1, 32768)]) for _ in range(SHOWN)]
        same(answer, sizes, log.pack(sizes))
    large, small = [32768] * 4, [512] * rng.randint(1, 3)
    same(answer, [*large, 8192, *small], log.pack([*large, 8192, *small]))
    behind = PIECE - (LINK + HEADER + 32768 + HEADER) % PIECE + rng.randint(1, LINK)
    same(answer, [*large, behind], log.pack([*large, behind]))
