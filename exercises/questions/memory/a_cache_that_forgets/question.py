"""A cache that should give up what was asked for longest ago, and does not quite: what it tells of the requests, in what its
room is counted, and which bugs there are."""

KIND = "mend"
HITS, READS = ["which_are_hits", "hits_of", "found"], ["which_are_reads", "misses_of", "not_found"]
RESULTS = [
    {
        "names": HITS,
        "hits": True,
        "numbers": False,
        "code": "hits",
        "words": "a list with True for each request that finds its block in the cache, and False for each that does not",
        "first": "[False, False, True, True]",
        "second": "[False, False, False, True, False, False, True]",
    },
    {
        "names": READS,
        "hits": False,
        "numbers": False,
        "code": "[not hit for hit in hits]",
        "words": "a list with True for each request whose block has to be read from the disk, and False for each that finds it "
        "in the cache",
        "first": "[True, True, False, False]",
        "second": "[True, True, True, False, True, True, False]",
    },
    {
        "names": HITS,
        "hits": True,
        "numbers": True,
        "code": "[number for number, hit in enumerate(hits) if hit]",
        "words": "a list of the requests that find their block in the cache, by their numbers; the first request has the "
        "number 0",
        "first": "[2, 3]",
        "second": "[3, 6]",
    },
    {
        "names": READS,
        "hits": False,
        "numbers": True,
        "code": "[number for number, hit in enumerate(hits) if not hit]",
        "words": "a list of the requests whose block has to be read from the disk, by their numbers; the first request has the "
        "number 0",
        "first": "[0, 1]",
        "second": "[0, 1, 2, 4, 5]",
    },
]
ROOMS = [
    {"name": "size", "means": "how many blocks the cache has room for", "block": 1, "code": "size"},
    {
        "name": "memory",
        "means": "how many bytes the cache has room for; a block takes 8,192",
        "block": 8192,
        "code": "memory // 8192",
    },
    {
        "name": "memory",
        "means": "how many bytes the cache has room for; a block takes 131,072",
        "block": 131072,
        "code": "memory // 131072",
    },
    {
        "name": "kib",
        "means": "for how many KiB the cache has room; a block takes 16",
        "block": 16,
        "code": "kib // 16",
    },
]
BUGS = [
    {
        "code": """\
        if len(blocks) == {room}:
            blocks.pop({end})
        {keep}
""",
        "hint": "Look at the third request of the first example: the cache is full, and b is in it.",
        "why": "gives up a block at each request, hit or not, holds less than it has room for",
    },
    {
        "code": """\
        {keep}
        if len(blocks) >= {room}:
            blocks.pop({end})
""",
        "hint": "Look at the second request of the first example: is there no room for b?",
        "why": "makes room for a block that may never come holds one less than it has room for",
    },
]
ENDS = [
    {
        "keep": "if block not in blocks:\n            blocks.append(block)",
        "end": "0",
        "goes": "oldest",
        "hint": "By what is it ordered in the starter: by when a block came, or by when it was last asked for? What has to "
        "happen to it at a hit?",
        "why": "one in which a hit changes nothing is no LRU but FIFO: it gives up what came first. A block that is asked for "
        "all day goes as soon as enough others have come, and has to be read again.",
    },
    {
        "keep": "if block in blocks:\n            blocks.remove(block)\n        blocks.append(block)",
        "end": "",
        "goes": "newest",
        "hint": "Where in it is the block for which nobody has asked for the longest time, at the beginning or at the end? And "
        "which one does the starter give up?",
        "why": "one that takes the wrong end of its list is no LRU but MRU: it gives up what was asked for last. What nobody "
        "wants any more stays, and what was just read has to be read again.",
    },
]


def case(rng):
    """What is told of the requests, how the room is counted, and the starter's two bugs: when room is made, and what goes."""
    result, room, bug, end = (rng.one_of(some) for some in (RESULTS, ROOMS, BUGS, ENDS))
    code = bug["code"].format(room=room["code"], end=end["end"], keep=end["keep"]).rstrip("\n")
    return {
        "result": result,
        "function": rng.one_of(result["names"]),
        "room": room,
        "bug": bug | {"code": code},
        "goes": end["goes"],
        "end": {"hint": end["hint"], "why": end["why"]},
        "example": {"two": 2 * room["block"], "three": 3 * room["block"]},
    }
