"""Which log blocks hold the records of a commit, in a log whose headers, links, pieces and blocks are of some size?"""

KIND = "write"
NAMES = ["log_blocks", "commit_blocks", "packed"]


def pieces(used, piece):
    """How many whole pieces hold `used` bytes."""
    return -(-used // piece)


def case(rng):
    """The sizes of the log (bytes), and what follows for a few records of 8 KiB or 512 bytes."""
    header, link = rng.one_of([192, 160, 224]), rng.one_of([192, 128, 256])
    piece, block = rng.one_of([4096, 2048, 1024]), rng.one_of([131072, 262144, 65536])
    eight = link + 8 * (header + 512)
    one, two = (pieces(link + count * (header + 8192), piece) for count in (1, 2))
    return {
        "function": rng.one_of(NAMES),
        "header": header,
        "link": link,
        "piece": piece,
        "block": block,
        "largest": block // 4,
        "kilo": {"piece": piece * 1000 // 1024, "block": block * 1000 // 1024},
        "example": {"one": one * piece, "two": two * piece},
        "of": {
            "data": 8192 // piece,
            "one": one,
            "one_bytes": one * piece,
            "over": header + link,
            "record": header + 512,
            "eight": eight,
            "shared": pieces(eight, piece),
            "shared_bytes": pieces(eight, piece) * piece,
            "alone": 8 * pieces(link + header + 512, piece),
            "most": (block - link) // (header + 512),
        },
    }
