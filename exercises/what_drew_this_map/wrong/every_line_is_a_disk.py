"""Takes two levels for two disks, two disks for a crowd, and a bad disk for an ordinary one.

fails:
    test_the_whole_map_fits
advice: Two levels need not be two disks
advice: are all of them equally steep
advice: How many slanting lines can you follow
advice: Count in turns how
"""

TAKEN_FOR = {"one": "two", "two": "pool", "pool": "two", "memory": "bad", "bad": "memory"}


def answer(case):
    return {"what": TAKEN_FOR[case["what"]]}
