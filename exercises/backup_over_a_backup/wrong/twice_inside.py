"""Remembers what was read, but counts a block twice in which a write both begins and ends.

fails:
    test_a_single_write_inside_a_block_reads_it_once
    test_it_agrees_with_the_volume_of_the_book
advice: Are the first block and the last always two
"""

SECTOR = 512


def {{function}}({{args}}):
{{code}}    count, begin, memory = 0, {{start.code}}, set()
    for _ in range(writes):
        end = begin + size
        for edge, each in ((begin, begin // block), (end, (end - 1) // block)):
            count += int(edge % block > 0 and each not in memory)
        memory |= set(range(begin // block, (end - 1) // block + 1))
        begin = end
    return {{result.code}}
