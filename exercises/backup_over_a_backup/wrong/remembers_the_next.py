"""Remembers the block in which the next byte lies: at an edge of a block that is one that nobody has touched.

fails:
    test_small_writes_share_the_read_of_a_block
    test_it_agrees_with_the_volume_of_the_book
advice: does the program remember only blocks that were touched?
"""

SECTOR = 512


def {{function}}({{args}}):
{{code}}    count, begin, memory = 0, {{start.code}}, set()
    for _ in range(writes):
        end = begin + size
        for each in range(begin // block, (end - 1) // block + 1):
            if each not in memory and (each * block < begin or (each + 1) * block > end):
                count += 1
        memory |= set(range(begin // block, end // block + 1))
        begin = end
    return {{result.code}}
