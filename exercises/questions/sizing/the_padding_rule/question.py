"""How much a record takes in RAID-Z, with its parity and padding: in what the sector and the disks are told, and in what is
returned."""

KIND = "write"
NAMES = ["taken", "allocated", "space_of"]
SECTORS = [
    {
        "name": "ashift",
        "words": "the sector has 2 to this power of bytes: 9 is 512 bytes, 12 is 4 KiB",
        "unit": "",
        "code": "2**ashift",
        "example": "12",
        "own": True,
    },
    {
        "name": "sector",
        "words": "the size of a sector",
        "unit": "KiB",
        "code": "1024 * sector",
        "example": "4",
        "own": False,
    },
]
DISKS = [
    {
        "name": "disks",
        "words": "how many disks the group has, all of them",
        "code": "(disks - parity)",
        "all": True,
        "example": "12",
    },
    {
        "name": "data_disks",
        "words": "how many disks of the group are left for data, without those that may fail",
        "code": "data_disks",
        "all": False,
        "example": "10",
    },
]
RESULTS = [
    {
        "kind": "bytes",
        "words": "how many bytes of the group the record takes",
        "code": "whole * sector_bytes",
        "example": "24576",
    },
    {
        "kind": "sectors",
        "words": "how many sectors of the group the record takes",
        "code": "whole",
        "example": "6",
    },
    {
        "kind": "times",
        "words": "how many bytes of the group the record takes for each byte that it has",
        "code": "whole * sector_bytes / size",
        "example": "3.0",
    },
    {
        "kind": "kib",
        "words": "how many KiB of the group the record takes",
        "code": "whole * sector_bytes / 1024",
        "example": "24.0",
    },
]


def case(rng):
    """What is asked, in words and pieces of code."""
    name, sector, disks, result = (rng.one_of(some) for some in (NAMES, SECTORS, DISKS, RESULTS))
    return {"function": name, "sector": sector, "disks": disks, "result": result}
