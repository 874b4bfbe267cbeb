"""Does the log hold as much as in a run of the machine?"""

import pytest

from exercises.questions.intent_log.how_large_a_log.question import run
from exercises.kit.expect import near
from models.zfs.zil.log_spec import LogSpec

HOUR = 3600
WHOLE = "The time is right, but the log takes more than the bytes of its entries: whole blocks."


@pytest.mark.points(1)
@pytest.mark.advice(
    "Add the link, the header and the data, and ask how many pieces of 4 KiB hold them. A piece that is begun counts whole."
)
def test_the_log_block_has_whole_pieces(answer, case):
    block = LogSpec().pack([case["size"]])[0]
    near(
        answer,
        "block",
        block,
        within=0.001,
        slips={
            1024
            * block: "The number would be right in bytes. The field counts KiB, of 1,024 bytes each.",
            case[
                "size"
            ]: "This is the data alone. The header and the link need room, too, and begin another piece of 4 KiB.",
            case["size"]
            + 384: "These are the bytes in use. The log grows by whole pieces of 4 KiB.",
        },
    )


@pytest.mark.points(3)
@pytest.mark.advice(
    "Ask how long one block stays in use: from when it is written until its group is on the disks. The longest such time, "
    "and the bytes that come into the log in each second of it, give the answer."
)
def test_so_much_is_in_use_at_the_worst_moment(answer, case):
    _, most, out = run(case["size"], case["pause"], case["interval"], case["pool"])
    rate, block, interval, size, pool = (
        case[name] for name in ("rate", "block", "interval", "size", "pool")
    )
    near(
        answer,
        "most",
        most,
        within=0.05,
        slips={
            rate
            * block
            * interval: "This is what comes until the group closes. Its blocks are free only when it is on the "
            "disks, and until then more writes come.",
            rate * size * (interval + out): WHOLE,
            rate * (size + 384) * (interval + out): WHOLE,
            rate
            * block
            * (
                interval + rate * interval * block / pool
            ): "The disks take the data of a group, not its log blocks. "
            "How many bytes is that, and how long do they need?",
            rate
            * size
            * interval: "This is the data of one group. The log takes whole blocks, and it takes them until the "
            "group is on the disks.",
            2
            * rate
            * block
            * interval: "Two groups would be right if the disks needed as long for a group as it was open. How "
            "long do they need here?",
            rate
            * block
            * HOUR: "This is what comes in an hour. Most of these blocks have long been free: what they say is in a "
            "group on the disks.",
            rate
            * block
            * out: "This is what comes while the group goes out. The group's own blocks are still in use then.",
        },
    )
