"""Counts the block inside which a write lies once, and remembers nothing from write to write.

fails:
    test_a_misaligned_stream_reads_one_block_for_each_write
    test_small_writes_share_the_read_of_a_block
    test_it_agrees_with_the_volume_of_the_book
advice: remember it from one write to the next
"""

SECTOR = 512


def {{function}}({{args}}):
{{code}}    count, begin = 0, {{start.code}}
    for _ in range(writes):
        end = begin + size
        if begin // block == (end - 1) // block:
            count += int(size < block)
        else:
            count += int(begin % block > 0) + int(end % block > 0)
        begin = end
    return {{result.code}}
