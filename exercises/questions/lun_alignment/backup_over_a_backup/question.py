"""How many old blocks a backup has to read before it can write over them: what is given of its writes, and how the reads are
counted differ, and what the program forgets."""

KIND = "mend"
NAMES = [
    {"blocks": "blocks_read", "bytes": "bytes_read", "mean": "reads_per_write"},
    {"blocks": "count_reads", "bytes": "read_first", "mean": "mean_reads"},
    {"blocks": "old_blocks", "bytes": "old_bytes", "mean": "blocks_a_write"},
]
RESULTS = [
    {"kind": "blocks", "words": "how many blocks are read in all", "code": "count"},
    {"kind": "bytes", "words": "how many bytes are read in all", "code": "count * block"},
    {
        "kind": "mean",
        "words": "how many blocks are read for each write, on average",
        "code": "count / writes",
    },
]
SIZES = [
    {"name": "size", "unit": "bytes", "of": 1, "code": ""},
    {
        "name": "sectors",
        "unit": "sectors of 512 bytes",
        "of": 512,
        "code": "    size = sectors * SECTOR\n",
    },
    {"name": "kib", "unit": "KiB", "of": 1024, "code": "    size = kib * 1024\n"},
]
BLOCKS = [
    {"name": "block", "means": "the block size of the volume", "unit": "bytes", "code": ""},
    {
        "name": "shift",
        "means": "the block size of the volume as a power of two: 13 for 8 KiB",
        "unit": "none",
        "code": "    block = 2 ** shift\n",
    },
]
STARTS = [
    {"unit": "sectors of 512 bytes", "of": 512, "code": "start * SECTOR"},
    {"unit": "bytes", "of": 1, "code": "start"},
]
ENDS = "((begin, begin // block), (end, (end - 1) // block))"
FAULTS = [
    {
        "before": "",
        "lacks": "something that the program lacks",
        "hint": "The program needs a memory: a set of the numbers of those blocks that were touched already, outside of the "
        "loop.",
        "code": """\
        if begin % block:  # the first block is covered in part
            count += 1
        if end % block:  # so is the last
            count += 1""",
    },
    {
        "before": "",
        "lacks": "a memory that does not last",
        "hint": "The memory, a set of the numbers of those blocks that were touched already, must stay from write to write: it "
        "begins outside of the loop.",
        "code": f"""\
        memory = set()
        for edge, each in {ENDS}:
            if edge % block and each not in memory:
                count += 1
        memory.update(range(begin // block, (end - 1) // block + 1))""",
    },
    {
        "before": "    memory = set()\n",
        "lacks": "a memory that leaves something out",
        "hint": "The memory, a set, has only the numbers of those blocks that were covered as a whole. What a write had to read "
        "is in memory, too: all blocks that were touched already belong there.",
        "code": f"""\
        for edge, each in {ENDS}:
            if edge % block and each not in memory:
                count += 1
        memory.update(range(-(-begin // block), end // block))""",
    },
]
EXAMPLES = {
    "backup": (63, 65536, 8192, 100, 101),
    "single": (63, 4096, 131072, 1, 1),
    "large": (2048, 32768, 131072, 100, 25),
}


def shown(result, size, block, begin, start, bytes_of_write, bytes_of_block, writes, count):
    """An example: what stands in brackets, and what the function says."""
    told = {"block": bytes_of_block, "shift": bytes_of_block.bit_length() - 1}[block["name"]]
    says = {"blocks": count, "bytes": count * bytes_of_block, "mean": count / writes}[
        result["kind"]
    ]
    return {
        "args": f"{start * 512 // begin['of']}, {bytes_of_write // size['of']}, {told}, {writes}",
        "says": str(says),
    }


def case(rng):
    """What is given of writes and blocks, how the reads are counted, and what the program forgets."""
    names, result, size, block, start = (
        rng.one_of(some) for some in (NAMES, RESULTS, SIZES, BLOCKS, STARTS)
    )
    return {
        "function": names[result["kind"]],
        "result": result,
        "size": size,
        "block": block,
        "start": start,
        "fault": rng.one_of(FAULTS),
        "code": size["code"] + block["code"],
        "args": f"start, {size['name']}, {block['name']}, writes",
        "example": {
            name: shown(result, size, block, start, *given) for name, given in EXAMPLES.items()
        },
    }
