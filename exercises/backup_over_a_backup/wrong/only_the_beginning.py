"""Counts only the beginning of each write, for its end is the beginning of the next one.

fails:
    test_a_single_misaligned_write_reads_both_its_ends
    test_a_misaligned_stream_reads_one_block_for_each_write
    test_small_writes_share_the_read_of_a_block
    test_it_agrees_with_the_volume_of_the_book
advice: of its two ends has nobody read before
"""

SECTOR = 512


def {{function}}({{args}}):
{{code}}    count, begin = 0, {{start.code}}
    for _ in range(writes):
        count += int(begin % block > 0)
        begin += size
    return {{result.code}}
