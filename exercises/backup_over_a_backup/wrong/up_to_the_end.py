"""Goes through the blocks up to the one in which the byte behind a write lies.

fails:
    test_aligned_writes_of_whole_blocks_read_nothing
    test_small_writes_share_the_read_of_a_block
    test_it_agrees_with_the_volume_of_the_book
advice: in which block does its last byte lie
"""

SECTOR = 512


def {{function}}({{args}}):
{{code}}    count, begin, memory = 0, {{start.code}}, set()
    for _ in range(writes):
        end = begin + size
        for each in range(begin // block, end // block + 1):
            if each not in memory and (each * block < begin or (each + 1) * block > end):
                count += 1
            memory.add(each)
        begin = end
    return {{result.code}}
