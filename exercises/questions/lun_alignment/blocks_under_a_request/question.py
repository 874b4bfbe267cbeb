"""How many blocks of a volume a request touches, and how many of them it covers only in part, or as a whole: how a request
and a block are given differ."""

KIND = "write"
NAMES = [
    {"touched": "touched", "part": "in_part", "whole": "in_whole"},
    {"touched": "blocks_touched", "part": "partly_covered", "whole": "wholly_covered"},
    {"touched": "how_many", "part": "how_many_in_part", "whole": "how_many_whole"},
]
REQUESTS = [
    {
        "first": "place",
        "begins": "where the request begins in the partition",
        "begin_unit": "bytes",
        "second": "size",
        "ends": "how much is read or written",
        "end_unit": "bytes",
        "code": "",
        "length": "size",
    },
    {
        "first": "sector",
        "begins": "where the request begins in the partition",
        "begin_unit": "sectors of 512 bytes",
        "second": "count",
        "ends": "how much is read or written",
        "end_unit": "sectors of 512 bytes",
        "code": "    place, size = sector * SECTOR, count * SECTOR\n",
        "length": "count * SECTOR",
    },
    {
        "first": "first",
        "begins": "the first byte of the request, counted in the partition from 0",
        "begin_unit": "none",
        "second": "last",
        "ends": "its last byte, counted in the same way",
        "end_unit": "none",
        "code": "    place, size = first, last - first + 1\n",
        "length": "(last - first + 1)",
    },
    {
        "first": "begin",
        "begins": "where the request begins in the partition",
        "begin_unit": "bytes",
        "second": "end",
        "ends": "where it ends: this byte is no longer read or written",
        "end_unit": "bytes",
        "code": "    place, size = begin, end - begin\n",
        "length": "(end - begin)",
    },
]
BLOCKS = [
    {
        "name": "block",
        "means": "the block size of the volume",
        "unit": "bytes",
        "code": "",
        "bytes": "block",
    },
    {
        "name": "kib",
        "means": "the block size of the volume",
        "unit": "KiB",
        "code": "    block = kib * 1024\n",
        "bytes": "(kib * 1024)",
    },
    {
        "name": "shift",
        "means": "the block size of the volume as a power of two: 13 for 8 KiB",
        "unit": "none",
        "code": "    block = 2 ** shift\n",
        "bytes": "2 ** shift",
    },
]
SECONDS = [
    {
        "kind": "part",
        "words": "how many of these it covers only in part",
        "so": "A write must read these first.",
        "doc": "How many of them it covers only in part.",
        "given": "part",
        "yes": "beginning % block > 0 or ending % block > 0",
        "starter": "return 0",
        "code": """\
    if size < block and beginning // block == (ending - 1) // block:
        return 1
    return int(beginning % block > 0) + int(ending % block > 0)""",
    },
    {
        "kind": "whole",
        "words": "how many of these it covers as a whole",
        "so": "All others a write must read first.",
        "doc": "How many of them it covers as a whole.",
        "given": "{touched}({args}) - part",
        "yes": "beginning % block == 0 and ending % block == 0",
        "starter": "return {touched}({args})",
        "code": "    return max(0, ending // block - -(-beginning // block))",
    },
]
EXAMPLES = {
    "odd": (63, 0, 8192, 8192, 2, 2),
    "even": (2048, 0, 8192, 8192, 1, 0),
    "long": (63, 0, 65536, 8192, 9, 2),
    "small": (2048, 4096, 4096, 131072, 1, 1),
}


def shown(request, block, start, place, size, bytes_of_block):
    """A request in an example: what stands in brackets."""
    pair = {
        "size": (place, size),
        "count": (place // 512, size // 512),
        "last": (place, place + size - 1),
        "end": (place, place + size),
    }[request["second"]]
    told = {
        "block": bytes_of_block,
        "kib": bytes_of_block // 1024,
        "shift": bytes_of_block.bit_length() - 1,
    }
    return ", ".join(map(str, (start, *pair, told[block["name"]])))


def case(rng):
    """How a request and a block are given, and what is asked besides the blocks that are touched."""
    names, request, block, second = (
        rng.one_of(some) for some in (NAMES, REQUESTS, BLOCKS, SECONDS)
    )
    function = {"touched": names["touched"], "second": names[second["kind"]]}
    args = f"start, {request['first']}, {request['second']}, {block['name']}"
    filled = {name: second[name].format(args=args, **names) for name in ("given", "starter")}
    examples = {
        name: {
            "args": shown(request, block, *given),
            "says": str((touched, part if second["kind"] == "part" else touched - part)),
        }
        for name, (*given, touched, part) in EXAMPLES.items()
    }
    return {
        "function": function,
        "request": request,
        "block": block,
        "second": second | filled,
        "args": args,
        "example": examples,
    }
