"""Counts only the end of each write: the beginning was read by the write before. But the first write has none before it.

fails:
    test_a_single_misaligned_write_reads_both_its_ends
    test_a_misaligned_stream_reads_one_block_for_each_write
    test_small_writes_share_the_read_of_a_block
    test_it_agrees_with_the_volume_of_the_book
advice: Nothing is in memory yet
"""

SECTOR = 512


def {{function}}({{args}}):
{{code}}    count, begin = 0, {{start.code}}
    for _ in range(writes):
        begin += size
        count += int(begin % block > 0)
    return {{result.code}}
