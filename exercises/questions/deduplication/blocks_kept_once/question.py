"""What a pool that deduplicates keeps of some files: how the recordsize is told, what the blocks and the files are listed in,
and which number says what dedup brings."""

KIND = "write"
NAMES = ["blocks", "cut", "stored_as"]
SIZES = [
    {
        "name": "record",
        "words": "the recordsize, in letters",
        "code": "",
        "letters": "record",
        "four": 4,
        "log": False,
    },
    {
        "name": "shift",
        "words": "the recordsize as ZFS keeps it, as a power of 2: 2 stands for 4 letters, 3 for 8",
        "code": "    record = 2 ** shift\n",
        "letters": "2 ** shift",
        "four": 2,
        "log": True,
    },
]
LISTS = [
    {
        "numbered": False,
        "words": "in order",
        "loop": "block",
        "part": "{}",
        "whole": "file",
        "storage": "['stor', 'age.']",
        "age": "['age']",
        "hint": "",
    },
    {
        "numbered": True,
        "words": "in order, each as a pair: its number in the file, from 0 on, and its letters",
        "loop": "_, block",
        "part": "[start // record, {}]",
        "whole": "[0, file]",
        "storage": "[[0, 'stor'], [1, 'age.']]",
        "age": "[[0, 'age']]",
        "hint": " The number of a block is that of the records that begin before it.",
    },
]
FILES = [
    {
        "named": False,
        "words": "a list of such texts",
        "each": "files",
        "example": '["storage", "storm", "store"]',
    },
    {
        "named": True,
        "words": "a dict: such a text for the name of each file",
        "each": "files.values()",
        "example": '{"a": "storage", "b": "storm", "c": "store"}',
    },
]
RESULTS = [
    {
        "function": "ratio",
        "words": "the dedup ratio",
        "means": "letters of all blocks that are put in, for each letter that is kept",
        "code": "put / kept",
        "inverse": "kept / put",
        "example": "1.5",
        "guess": "nearly 2, or 1",
        "nothing": "and the ratio is 1",
        "hint": "Divide the first sum by the second.",
    },
    {
        "function": "saved",
        "words": "the share that dedup saves",
        "means": "letters that need not be kept, for each letter of all blocks that are put in",
        "code": "1 - kept / put",
        "inverse": "kept / put",
        "example": "0.33",
        "guess": "nearly a half, or nothing",
        "nothing": "and nothing is saved",
        "hint": "The second sum, divided by the first, is the share that is kept. The rest is saved.",
    },
    {
        "function": "left",
        "words": "the share that is kept",
        "means": "letters that are kept, for each letter of all blocks that are put in",
        "code": "kept / put",
        "inverse": "put / kept",
        "example": "0.67",
        "guess": "a little more than a half, or all",
        "nothing": "and all is kept",
        "hint": "Divide the second sum by the first.",
    },
]
RECORD = "file[start:start + record]"


def case(rng):
    """What is asked, in words and pieces of code: `part` is a record of a large file in the list, `short` one that is not
    filled up."""
    size, listed, files, result = (rng.one_of(some) for some in (SIZES, LISTS, FILES, RESULTS))
    part = {
        "part": listed["part"].format(RECORD + '.ljust(record, ".")'),
        "short": listed["part"].format(RECORD),
    }
    return {
        "function": rng.one_of(NAMES),
        "size": size,
        "list": listed | part,
        "files": files,
        "result": result,
    }
