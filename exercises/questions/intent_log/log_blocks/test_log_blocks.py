"""Are the blocks those that the entries fill?"""

import pytest

from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, asked, value
from models.zfs.zil.log_spec import LogSpec

SHOWN = 8  # numbers of a list that a message shows
IN_WHAT = "What have you counted, bytes, pieces or KiB? The bytes of each block were asked for."


def blocks(answer, case, sizes):
    """The blocks that the answer makes of some entries. Raises AssertionError where they are no
    list of numbers."""
    got = value(answer, case["function"], list, sizes=sizes)
    call = asked(case["function"], {"sizes": sizes})
    for block in got:
        if isinstance(block, bool) or not isinstance(block, int | float):
            raise AssertionError(
                f"{call} gave a list with {block!r} in it; the bytes of each block were asked for"
            )
    return got, call


def same(answer, case, sizes, wanted):
    """Compares the blocks; says what is different first, and not what was wanted."""
    got, call = blocks(answer, case, sizes)
    shown = str(got[:6])[:-1] + (f", ... {len(got)} in all]" if len(got) > 6 else "]")
    if len(got) != len(wanted):
        raise AssertionError(
            f"{call} gave {shown}: too {'many' if len(got) > len(wanted) else 'few'} blocks"
        )
    for number, (block, right) in enumerate(zip(got, wanted, strict=True), 1):
        if block != right:
            which = "which" if len(got) == 1 else f"of which block {number}"
            raise Advised(
                f"{call} gave {shown}, {which} is too {'large' if block > right else 'small'}",
                IN_WHAT if right in (1024 * block, case["piece"] * block) else None,
            )


def pieces(case, used):
    """Bytes of the whole pieces that hold `used` bytes."""
    return -(-used // case["piece"]) * case["piece"]


def of_records(case, *sizes):
    """Bytes of a block that holds these entries."""
    return pieces(case, case["link"] + sum(case["header"] + size for size in sizes))


def headers_count(case, some):
    """Whether the headers of the entries behind the first need a piece of their own, once."""
    return any(
        of_records(case, *[size] * count) > of_records(case, count * size) for count, size in some
    )


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "Take one entry of 8 KiB. Count what is in its block: the link, the header, the data. {{of.data}} pieces of {{piece:,}} "
    "bytes hold 8,192 bytes and not one more. Then put a second entry into the same block."
)
def test_the_examples_give_what_the_question_says(answer, case):
    same(answer, case, [8192], [of_records(case, 8192)])
    same(answer, case, [8192, 8192], [of_records(case, 8192, 8192)])


@pytest.mark.points(2)
@pytest.mark.advice(
    "Try one entry whose data, header and link fill whole pieces exactly, and one that is a byte longer. The first needs no "
    "further piece, the second does. A piece has {{piece:,}} bytes."
)
def test_one_record_takes_the_pieces_that_it_needs(answer, case, rng):
    piece = case["piece"]
    for _ in range(2):
        count = rng.randint(1, case["largest"] // piece)
        full = count * piece - case["link"] - case["header"]
        same(answer, case, [full], [count * piece])
        same(answer, case, [full + 1], [(count + 1) * piece])
    for _ in range(3):
        size = rng.randint(1, case["largest"])
        same(answer, case, [size], [of_records(case, size)])


@pytest.mark.points(2)
@pytest.mark.advice(
    "Records that wait together lie in the block one behind the other, each with a header of its own, behind one link. Only "
    "the whole block is rounded up, so that many small entries fit into one piece."
)
def test_small_records_share_a_block(answer, case, rng):
    def small():
        return [(rng.randint(8, 40), rng.choice([64, 100, 512, 1000])) for _ in range(3)]

    for count, size in until_sound(small, lambda some: headers_count(case, some)):
        same(answer, case, [size] * count, [of_records(case, *[size] * count)])


@pytest.mark.points(2)
@pytest.mark.advice(
    "A block holds {{block:.0f/KiB}} KiB at most. An entry that has no room there begins the next block, whole, and those "
    "that follow go behind it. That block begins with a link, too. All blocks go out, also the last one, which is seldom "
    "full."
)
def test_a_record_without_room_begins_another_block(answer, case, rng):
    large, link, header = case["largest"], case["link"], case["header"]
    room = case["block"] - link
    for _ in range(3):
        size = rng.choice([large // 4, large // 2, 5 * large // 8, large])
        fit = room // (header + size)
        count = fit * rng.randint(1, 4) + rng.randint(1, fit - 1)
        full, left = of_records(case, *[size] * fit), count % fit
        same(
            answer,
            case,
            [size] * count,
            [full] * (count // fit) + [of_records(case, *[size] * left)],
        )
    three = of_records(case, large, large, large)
    for _ in range(2):  # where the second block's link needs a piece of its own
        same(
            answer,
            case,
            [*[large] * 3, large - header - rng.randint(0, link - 1)],
            [three, large + case["piece"]],
        )
    small = rng.choice(
        [size for size in (600, 800, 1000) if room % (header + size)]
    )  # the last byte is another test's
    fit = room // (header + small)
    same(
        answer,
        case,
        [small] * (fit + 1),
        [of_records(case, *[small] * fit), of_records(case, small)],
    )
    small = rng.randint(3800, 4096)  # it would have room in the first block, which has gone by then
    same(answer, case, [*[large] * 4, small], [three, of_records(case, large, small)])


@pytest.mark.points(1)
@pytest.mark.advice(
    "An entry that ends exactly with the block's last byte still fits; one that is a byte longer does not. The block's own "
    "link counts among its {{block:,}} bytes."
)
def test_a_block_may_be_filled_to_its_last_byte(answer, case, rng):
    piece, large, link, header = case["piece"], case["largest"], case["link"], case["header"]
    for _ in range(2):
        whole = rng.randint(3 * large // 8 // piece, 7 * large // 8 // piece) * piece
        last = whole - link - header + rng.randint(0, link - 1)  # the link needs a piece of its own
        most, count = case["block"] - link - header - last, 4
        first = [most // count - header + shift for shift in (-1500, -500, 500, 1500)]
        first[0] += most % count
        same(answer, case, [*first, last], [case["block"]])
        same(
            answer, case, [*first, last + 1], [of_records(case, *first), of_records(case, last + 1)]
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Go through the entries in order with a pencil: what does a block hold before its first entry, how full is it before "
    "each of the others, and does that one still fit?"
)
def test_it_packs_as_the_intent_log_of_the_book_does(answer, case, rng):
    piece, most, link, header = case["piece"], case["largest"], case["link"], case["header"]
    log = LogSpec(header=header, chain=link, granule=piece, block=case["block"])
    for _ in range(6):
        sizes = [
            rng.choice([512, most // 4, most, most, rng.randint(1, most)]) for _ in range(SHOWN)
        ]
        same(answer, case, sizes, log.pack(sizes))
    large, small = [most] * 4, [512] * rng.randint(1, 3)
    same(answer, case, [*large, most // 4, *small], log.pack([*large, most // 4, *small]))
    many = [1000] * (
        case["block"] // 1000
    )  # they would fit into one block, were it not for their headers
    same(answer, case, many, log.pack(many))
    behind = piece - (link + header + most + header) % piece + rng.randint(1, link)
    same(answer, case, [*large, behind], log.pack([*large, behind]))
